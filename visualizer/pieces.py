"""The pieces of a frame: what no arrow connects need not be laid out together.

In: a `Picture` that has been set apart, and a frame of it. Out: groups of its parts, in their order.
"""

from __future__ import annotations

from rulewright.visualizer.picture import Box, Frame, Picture, boxes_of


def pieces_of(picture: Picture, frame: Frame) -> list[tuple[Box | Frame, ...]]:
    """The parts of a frame, those that arrows connect in one group."""
    part_of: dict[str, int] = {}
    for number, part in enumerate(frame.parts):
        for box in boxes_of(part) if isinstance(part, Frame) else (part,):
            part_of[box.address] = number
    first = list(range(len(frame.parts)))  # of each part, the first part of its group

    def root(number: int) -> int:
        while first[number] != number:
            number = first[number]
        return number

    for arrow in picture.arrows:
        if arrow.source in part_of and arrow.target in part_of:
            one, other = sorted((root(part_of[arrow.source]), root(part_of[arrow.target])))
            first[other] = one
    groups: dict[int, list[Box | Frame]] = {}
    for number, part in enumerate(frame.parts):
        groups.setdefault(root(number), []).append(part)
    return [tuple(group) for group in groups.values()]
