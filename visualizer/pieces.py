"""The pieces of a picture: what no arrow connects need not be laid out together.

In: a `Picture` that has been set apart. Out: groups of the parts of its frame, in their order; pictures of some parts alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.visualizer.picture import Box, Frame, Picture, boxes_of


def pieces_of(picture: Picture) -> list[tuple[Box | Frame, ...]]:
    """The parts of the outermost frame, those that arrows connect in one group."""
    part_of: dict[str, int] = {}
    for number, part in enumerate(picture.frame.parts):
        for box in boxes_of(part) if isinstance(part, Frame) else (part,):
            part_of[box.address] = number
    first = list(range(len(picture.frame.parts)))  # of each part, the first part of its group

    def root(number: int) -> int:
        while first[number] != number:
            number = first[number]
        return number

    for arrow in picture.arrows:
        one, other = sorted((root(part_of[arrow.source]), root(part_of[arrow.target])))
        first[other] = one
    groups: dict[int, list[Box | Frame]] = {}
    for number, part in enumerate(picture.frame.parts):
        groups.setdefault(root(number), []).append(part)
    return [tuple(group) for group in groups.values()]


def alone_in(picture: Picture, parts: Sequence[Box | Frame]) -> Picture:
    """A picture of nothing but some parts that no arrow connects with others."""
    frame = replace(picture.frame, parts=tuple(parts))
    inside = {box.address for box in boxes_of(frame)}
    arrows = tuple(arrow for arrow in picture.arrows if arrow.source in inside)
    below = tuple((above, under) for above, under in picture.below if above in inside and under in inside)
    return replace(picture, frame=frame, arrows=arrows, below=below, lane=())
