"""The legend: what each kind of box and line that occurs in a picture stands for.

In: a `Picture`. Out: samples, in a fixed order.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.visualizer.picture import Picture

BOXES = {
    "step": "happens by itself",
    "chance": "chance",
    "decision": "a player decides",
    "sealed": "all decide, hidden until all have",
    "menu": "a player chooses an action",
    "action": "action",
    "effects": "effect printed on a component",
    "window": "chance to speak up",
    "law": "law: holds at every moment",
    "trigger": "trigger",
    "loop": "goes round again",
    "over": "a phase is over",
    "event": "something happens",
    "replacement": "trigger that comes before or instead",
    "zone": "where components lie",
    "end": "end of game",
}
LINES = {
    "next": "goes on",
    "option": "is chosen",
    "call": "is carried out",
    "back": "comes back",
    "opens": "window opens",
    "reacts": "sets off",
    "ends": "ends a phase",
    "does": "makes happen",
    "moves": "components go",
}


@dataclass(frozen=True, slots=True)
class Sample:
    """A kind of box or arrow, and what it stands for."""

    kind: str
    words: str


def lines(picture: Picture) -> tuple[Sample, ...]:
    """A sample for each kind of arrow in the picture."""
    kinds = {arrow.kind for arrow in picture.arrows}
    return tuple(Sample(kind, words) for kind, words in LINES.items() if kind in kinds)


def samples(picture: Picture) -> tuple[Sample, ...]:
    """A sample for each kind of box in the picture."""
    kinds = {box.kind for box in picture.boxes()}
    return tuple(Sample(kind, words) for kind, words in BOXES.items() if kind in kinds)
