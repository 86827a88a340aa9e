"""How each kind of box, frame, arrow and line looks: shapes, and names of colours in the palette.

In: boxes, frames and arrows of a picture. Out: the attributes of Graphviz that are the same for all of a kind, with
what is different or was counted worked in. Nothing is said by colour alone: kinds have shapes, changes have signs,
counts have words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame
from rulewright.visualizer.theme import heat_name


@dataclass(frozen=True, slots=True)
class Look:
    """How a box or frame looks: names of colours, a shape, and more attributes."""

    fill: str
    line: str
    shape: str = "box"
    style: str = "filled"
    width: float = 1.1  # of the outline
    margin: str = ""
    rings: int = 1


OCTAGON = "0.01,0.01"  # the corners leave room enough
BOXES = {
    "start": Look("ink", "ink", "circle"),
    "step": Look("step", "step line", style="rounded,filled"),
    "block": Look("step", "step line", "rect"),
    "action": Look("action", "action line", style="rounded,filled"),
    "decision": Look("decision", "decision line", "octagon", margin=OCTAGON),
    "menu": Look("menu", "menu line", "folder", width=1.6),
    "sealed": Look("decision", "decision line", "octagon", margin=OCTAGON, rings=2),
    "window": Look("window", "window line", "octagon", style="filled,dashed", margin=OCTAGON),
    "chance": Look("chance", "chance line", "ellipse", style="filled,dotted", width=1.8, margin="0.02,0.02"),
    "law": Look("law", "law line", "note"),
    "trigger": Look("law", "law line", "invhouse", margin="0.02,0.02"),
    "replacement": Look("law", "law line", "parallelogram", margin="0.02,0.06"),
    "event": Look("event", "event line", "hexagon", margin="0.02,0.06"),
    "zone": Look("zone", "zone line", "cylinder", margin="0.14,0.13"),
    "loop": Look("loop", "loop", style="rounded,filled"),
    "over": Look("over", "over line", style="rounded,filled"),
    "effects": Look("action", "action line", "component", margin="0.16,0.07"),
    "closed": Look("over", "over line", "box3d", margin="0.16,0.1"),
    "stub": Look("stub", "back", style="rounded,filled,dashed", width=0.8, margin="0.09,0.04"),
    "end": Look("step", "ink", "doublecircle", width=1.4, margin="0.02,0.02"),
}
FRAMES = {
    "phase": Look("phase 1", "phase line"),
    "menu": Look("menu frame", "menu line"),
    "action": Look("action frame", "action line"),
    "always": Look("law frame", "law line"),
    "law": Look("inner law frame", "law line"),
    "trigger": Look("inner law frame", "law line"),
    "windows": Look("window frame", "window line"),
    "legend": Look("legend frame", "phase line"),
}
PHASES = ("phase 1", "phase 2", "phase 3", "phase 4")  # deeper ones, so that each stands out from the one around

# kind of arrow -> colour, how it is dashed
ARROWS = {
    "next": ("next", ""),
    "option": ("menu line", ""),
    "call": ("action line", ""),
    "back": ("back", "dashed"),
    "opens": ("window line", "dashed"),
    "reacts": ("reacts", "dotted"),
    "ends": ("ends", "dashed"),
    "over": ("ink", ""),
    "does": ("event line", ""),
    "moves": ("zone line", ""),
}
SMALL = frozenset(("back", "opens", "reacts"))  # heads that stay in the background
STRONG = {"over": 1.6, "moves": 1.6, "reacts": 1.6}  # dots are seen less than lines
PLAIN_WIDTH, HEAT_WIDTH = 1.1, 4.0


@dataclass(frozen=True, slots=True)
class Type:
    """How a line of text looks."""

    size: int
    colour: str
    bold: bool = False
    italic: bool = False


TYPES = {
    "title": Type(11, "ink", bold=True),
    "words": Type(9, "ink", italic=True),
    "option": Type(9, "ink", italic=True),
    "who": Type(9, "who"),
    "loop": Type(9, "soft", italic=True),
    "condition": Type(9, "soft"),
    "chance": Type(9, "luck"),
    "ends": Type(9, "ending"),
    "reacts": Type(9, "reaction"),
    "rules": Type(8, "faint"),
    "source": Type(8, "soft"),
    "change": Type(9, "ink"),
    "count": Type(9, "ink", bold=True),
    "added": Type(9, "added line"),
    "removed": Type(9, "removed line"),
    "changed": Type(9, "changed line"),
    "same": Type(9, "soft"),
}


def box_look(box: Box) -> Look:
    """How a box looks. What was counted shows in its fill, what is different in fill and outline."""
    look = BOXES[box.kind]
    if box.heat is not None and box.kind not in ("start", "stub"):
        look = replace(look, fill=heat_name(box.heat), line="heat line" if box.heat > 0 else "same line")
        look = look if box.heat > 0 else replace(look, style=_dashed(look.style))
    if box.kind == "stub":
        return replace(look, fill=box.change, line=f"{box.change} line") if box.change else look
    if box.change and box.kind != "start":
        look = _changed(look, box.change)
    return look


def frame_look(frame: Frame, depth: int) -> Look:
    """How a frame looks that stands in `depth` others, the picture as a whole among them."""
    look = replace(FRAMES.get(frame.kind, FRAMES["phase"]), style="rounded,filled", width=0.8)
    if frame.kind == "phase":
        look = replace(look, fill=PHASES[min(depth - 1, len(PHASES) - 1)])
    if frame.change in SIGNS:
        line = f"{frame.change} line"
        look = replace(look, line=line, width=1.8, style=_dashed(look.style) if frame.change == "removed" else look.style)
    return look


def arrow_look(arrow: Arrow) -> tuple[str, str, float]:
    """How an arrow looks: the name of its colour, how it is dashed ("", dashed or dotted), how wide it is."""
    colour, dash = ARROWS[arrow.kind]
    width = STRONG.get(arrow.kind, PLAIN_WIDTH)
    if arrow.heat is not None:
        width = 0.8 + HEAT_WIDTH * arrow.heat
        colour, dash = (colour, dash) if arrow.heat > 0 else ("same line", "dashed")
    if arrow.change:
        colour = f"{arrow.change} line"
        dash = "dashed" if arrow.change == "removed" else dash if arrow.change == "same" else ""
        width = 0.9 if arrow.change == "same" else 1.9
    return colour, dash, round(width, 2)


def is_dashed(kind: str) -> bool:
    """Whether arrows of a kind are dashed or dotted where nothing is different and nothing was counted."""
    return ARROWS[kind][1] != ""


def line_type(role: str, box: Box | Frame | None) -> Type:
    """How a line of a box or frame looks, or one that stands by itself."""
    look = TYPES[role]
    if box is None:
        return look
    if isinstance(box, Frame):
        return replace(look, colour="same ink") if box.change == "same" else look
    if box.kind == "stub":
        return replace(look, colour="same ink" if box.change == "same" else "soft", size=9, bold=False)
    if box.change == "same":
        return replace(look, colour="same ink")
    if box.change or box.heat is not None:
        return replace(look, colour="ink")
    if box.kind == "loop":
        return replace(look, colour="on strong", size=9, bold=False)
    return look


def _changed(look: Look, change: str) -> Look:
    style = _dashed(look.style) if change == "removed" else look.style
    width = look.width if change == "same" else 2.0
    return replace(look, fill=change, line=f"{change} line", style=style, width=width)


def _dashed(style: str) -> str:
    kept = [each for each in style.split(",") if each not in ("dashed", "dotted")]
    return ",".join((*kept, "dashed"))
