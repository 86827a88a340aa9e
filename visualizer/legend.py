"""The legend: what each kind of box, line and sign that occurs in a picture stands for.

In: a `Picture`. Out: samples, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rulewright.visualizer.picture import SIGNS, Arrow, Box, Line, Picture

BOXES = {
    "step": "happens by itself",
    "block": "happens without asking",
    "chance": "chance",
    "decision": "a player decides",
    "sealed": "all decide, hidden until all have",
    "menu": "a player chooses an action",
    "action": "action",
    "effects": "effect printed on a component",
    "window": "chance to speak up",
    "law": "law: holds at every moment",
    "trigger": "trigger",
    "replacement": "happens instead",
    "event": "event",
    "zone": "where components are",
    "loop": "goes round again",
    "over": "a phase is over",
    "closed": "shut: more inside",
    "stub": "goes on elsewhere",
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
    "does": "comes of it",
    "moves": "moves components",
}
DIFFERENCES = {"added": "added", "removed": "removed", "changed": "changed", "same": "as it was"}
NEVER = "never"


@dataclass(frozen=True, slots=True)
class Sample:
    """A kind of box or arrow or change, and what it stands for."""

    kind: str
    words: str


def lines(picture: Picture) -> tuple[Sample, ...]:
    """A sample for each kind of arrow in the picture."""
    kinds = {arrow.kind for arrow in picture.arrows}
    return tuple(Sample(kind, words) for kind, words in LINES.items() if kind in kinds)


def samples(picture: Picture, more: Collection[str] = ()) -> tuple[Sample, ...]:
    """A sample for each kind of box in the picture, and for more kinds."""
    kinds = {box.kind for box in picture.boxes()} | set(more)
    return tuple(Sample(kind, words) for kind, words in BOXES.items() if kind in kinds)


def changes(picture: Picture) -> tuple[Sample, ...]:
    """A sample for each way in which something differs in the picture."""
    found = {box.change for box in picture.boxes()} | {frame.change for frame in picture.frames()}
    found |= {arrow.change for arrow in picture.arrows}
    return tuple(Sample(change, words) for change, words in DIFFERENCES.items() if change in found)


def has_heat(picture: Picture) -> bool:
    """Whether something in the picture was counted."""
    heats = [*(box.heat for box in picture.boxes()), *(arrow.heat for arrow in picture.arrows)]
    return any(heat is not None for heat in heats)


def signed(change: str, text: str) -> str:
    """Text with the sign of a change in front."""
    return f"{SIGNS[change]} {text}" if change in SIGNS else text


def with_never(box: Box) -> tuple[Line, ...]:
    """The lines of a box; that it was never come to is said in a word, not by its colour alone."""
    if box.heat != 0 or any(line.role == "count" for line in box.lines):
        return box.lines
    return (*box.lines, Line("count", NEVER))


def taken_words(arrow: Arrow) -> str:
    """How often an arrow was taken."""
    return arrow.count or (NEVER if arrow.heat == 0 else "")


def arrow_words(arrow: Arrow) -> str:
    """Everything that an arrow says, in one line."""
    words = signed(arrow.change, " or ".join(arrow.labels))
    return " · ".join(part for part in (words.strip(), taken_words(arrow)) if part)
