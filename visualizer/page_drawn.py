"""Drawings that are laid out and tidied here and come with the interactive page, as plain data for its JavaScript.

In: a `Picture`, the frames of it that are shut, and the one that stands alone. Out: data that JSON can hold: each part and
each arrow with its marks and words as SVG. The page shows them when just that is to be seen and lays out itself what it
has no drawing of. Small boxes come with all that the page has to know about them, other parts with their address alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TypeAlias

from rulewright.visualizer.collapse import alone, collapse, title_of
from rulewright.visualizer.ends import Ends
from rulewright.visualizer.picture import Arrow, Box, Frame, Picture, boxes_of
from rulewright.visualizer.sheet import Drawn, draw_bare
from rulewright.visualizer.svg import part_lines
from rulewright.visualizer.words import one_line

Data: TypeAlias = "str | int | float | bool | list[Data] | dict[str, Data] | None"


def said_of(part: Box | Frame) -> dict[str, Data]:
    """What the page has to know of a box or frame, wherever it stands: its words, and how a variant changes it."""
    return {
        "address": part.address,
        "kind": part.kind,
        "title": one_line(title_of(part)),
        "lines": [[line.role, one_line(line.text)] for line in part.lines],
        "change": part.change,
    }


def drawn_data(whole: Picture, shut: Collection[str], opened: str) -> dict[str, Data]:
    """A drawing of a picture. shut: frames that are; opened: the frame that stands alone, if any. Raises DrawError when
    nothing here can lay it out."""
    seen = collapse(alone(whole, opened) if opened else whole, shut)
    return _Writer(whole, seen, draw_bare(seen), shut).data() | {"shut": list[Data](sorted(shut)), "alone": opened}


class _Writer:
    """A drawing being written."""

    def __init__(self, whole: Picture, seen: Picture, drawn: Drawn, shut: Collection[str]) -> None:
        self.whole, self.drawn = whole, drawn
        self.ends = [Ends(seen, drawn.picture), *(Ends(before, after) for before, after in drawn.cuts)]
        inside = {box.address: frame.address for frame in whole.frames() if frame.address in shut for box in boxes_of(frame)}
        self.ties: dict[tuple[str, str, str], list[Arrow]] = {}
        for arrow in whole.arrows:
            key = (arrow.kind, inside.get(arrow.source, arrow.source), inside.get(arrow.target, arrow.target))
            self.ties.setdefault(key, []).append(arrow)

    def data(self) -> dict[str, Data]:
        """Its size, its parts as a reader comes to them, and its arrows."""
        scene = self.drawn.scene
        marks = {part.name: "".join(part_lines(replace(part, identity="", tooltip=""))) for part in scene.parts if part.name}
        parts: list[Data] = []
        for part in self._in_order():
            name = f"cluster_{one_line(part.address)}" if isinstance(part, Frame) else self.drawn.names[part.address]
            if name in marks:
                parts.append([self._part(part), marks[name]])
        arrows: list[Data] = []
        for each in scene.parts:
            arrow = self.drawn.arrows.get(each.identity) if each.kind == "arrow" else None
            if arrow is not None:
                arrows.append([self._arrow(arrow), "".join(part_lines(replace(each, identity="", tooltip="")))])
        return {"width": scene.width, "height": scene.height, "parts": parts, "arrows": arrows}

    def _in_order(self) -> list[Box | Frame]:
        """All parts, with small boxes behind those they belong to."""
        parts = list(_all_parts(self.drawn.picture.frame))
        for before, after in self.drawn.cuts:
            known = {box.address for box in before.boxes()}
            previous: Box | None = None
            for box in after.boxes():
                if box.address not in known:
                    parts.insert(parts.index(previous) + 1 if previous in parts else len(parts), box)
                previous = box
        return parts

    def _part(self, part: Box | Frame) -> Data:
        if part.kind != "stub":
            return part.address
        said = said_of(part)
        leads = next((ends.leads[part.address] for ends in self.ends if part.address in ends.leads), None)
        return said if leads is None else said | {"leads": list(leads)}

    def _arrow(self, arrow: Arrow) -> Data:
        found = [arrow]
        for ends in reversed(self.ends):
            found = [before for each in found for before in ends.of(each) or [each]]
        ties = [tie for each in found for tie in self.ties.get((each.kind, each.source, each.target), ())]
        of: list[Data] = [[tie.source, tie.target, tie.kind] for tie in dict.fromkeys(ties)]
        return {"kind": arrow.kind, "source": arrow.source, "target": arrow.target, "change": arrow.change, "of": of}


def _all_parts(frame: Frame) -> Iterator[Box | Frame]:
    """The parts of a frame as a reader comes to them, frames before what is inside."""
    for part in frame.parts:
        yield part
        if isinstance(part, Frame):
            yield from _all_parts(part)
