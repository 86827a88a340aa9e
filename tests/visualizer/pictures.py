"""Pictures for the tests of the writers: one with everything that can be drawn, and those of all shipped games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rulewright.dsl import Game, load
from rulewright.dsl.flow.ir import Flow
from rulewright.visualizer.arranging import picture_of
from rulewright.visualizer.collapse import collapse
from rulewright.visualizer.compare import compare
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.legend import BOXES, LINES
from rulewright.visualizer.levels import shut_at
from rulewright.visualizer.looks import FRAMES, TYPES
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.scene import Scene
from rulewright.visualizer.sheet import lay_out
from rulewright.visualizer.turn import turn_flow
from tests.source_files import ROOT

GAMES = ("chaos/game.yaml", "entropy/game.yaml", "entropy/ronin.yaml", "worlds_collide/game.yaml", "entropy_cosmos/game.yaml")
PAGE_GAMES = ("chaos", "entropy", "entropy/ronin.yaml", "worlds_collide")
VARIANTS = (
    ("chaos/game.yaml", "low_wins"), ("chaos/game.yaml", "two_seeks"), ("entropy/game.yaml", "solo"),
    ("worlds_collide/game.yaml", "two_in_hold"),
)  # fmt: skip
LEVELS = ("phases", "actions", "steps")


def everything(change: str = "", heat: float | None = None, title: str = "Everything") -> Picture:
    """Boxes of all kinds with lines of all roles, in frames of all kinds inside one another, arrows of all kinds."""
    lines = tuple(Line(role, f"{role} of it") for role in TYPES if role not in ("added", "removed", "changed", "same"))
    boxes = [Box(f"box.{kind}", kind, kind, lines, change, heat) for kind in ("start", *BOXES)]
    frame: Frame | None = None
    for kind in (*FRAMES, "phase", "phase", "phase"):
        inner: tuple[Box | Frame, ...] = (boxes[0],) if frame is None else (frame,)
        own = Box(f"own.{kind}.{len(inner)}.{frame.address if frame else ''}", "step", kind, lines, change, heat)
        address = f"frames.{kind} in {frame.address if frame else 'nothing'}"
        frame = Frame(address, kind, (Line("title", kind), Line("rules", "A-1")), (own, *inner), change)
    assert frame is not None
    kinds = ("over", *LINES)
    arrows = [
        Arrow(kind, boxes[1 + place].address, boxes[2 + place].address, "", ("if so",), change=change, heat=heat)
        for place, kind in enumerate(kinds)
    ]
    arrows.append(Arrow("next", boxes[0].address, boxes[1].address, change=change, heat=heat))
    notes = tuple(Line(role, f"{role} and more") for role in ("title", "added", "removed", "changed", "same"))
    return Picture(title, Frame("", "game", (), (*boxes[1:], frame)), tuple(arrows), notes=notes)


@cache
def shipped(game: str, level: str = "steps") -> Picture:
    """The picture of a shipped game at a level."""
    if level == "steps":
        return arrange(turn_flow(flow_of(game)))
    return collapse(shipped(game), shut_at(shipped(game), level))


@cache
def compared(game: str, variant: str) -> Picture:
    """The picture of a game beside a variant of it."""
    base, other = flow_of(game), flow_of(game, variant)
    graph = compare((turn_flow(base), base), (turn_flow(other), other))
    return picture_of(graph)


@cache
def game(name: str) -> Game:
    return load(ROOT / "games" / name)


@cache
def flow_of(game: str, *variants: str) -> Flow:
    """The flow of a shipped game."""
    return load(ROOT / "games" / game, variants=list(variants)).flow


@cache
def laid_out(name: str, *chosen: str) -> Scene:
    """The scene of a picture that more than one test looks at: `shipped` or `compared`, with what they are given."""
    return lay_out({"shipped": shipped, "compared": compared}[name](*chosen))


def counted(picture: Picture) -> Picture:
    """The picture as if games had been counted: from never to most often, round and round."""
    heats = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    arrows = tuple(
        replace(arrow, heat=heats[place % 6], count=f"×{place * 617:,}" if place % 6 else "never")
        for place, arrow in enumerate(picture.arrows)
    )
    return replace(picture, frame=_counted(picture.frame, heats), arrows=arrows)


def _counted(frame: Frame, heats: tuple[float, ...]) -> Frame:
    parts: list[Box | Frame] = []
    for place, part in enumerate(frame.parts):
        if isinstance(part, Frame):
            parts.append(_counted(part, heats))
        else:
            parts.append(replace(part, heat=heats[place % 6], lines=(*part.lines, Line("count", f"×{place:,}"))))
    return replace(frame, parts=tuple(parts))
