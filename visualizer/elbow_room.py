"""Sets boxes apart that stand too close to one another, where there is room for it.

In: a `Scene`. Out: the same with boxes moved a few points, and the ends of their arrows with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.visualizer.clashes import ELBOW, boxes_together
from rulewright.visualizer.geometry import Area, area_of, area_of_words, contains, curve_of, grown, overlap, shifted
from rulewright.visualizer.scene import Part, Point, Scene, moved
from rulewright.visualizer.spread import all_along, bent

MORE = 1.0  # points more than are needed
FRAME = 6.0  # points between a box and the frame around it


def with_elbow_room(scene: Scene) -> Scene:
    """The scene with boxes apart, as far as there is room."""
    parts = list(scene.parts)
    boxes = {number: part for number, part in enumerate(parts) if part.kind == "box" and part.marks}
    near = list(boxes_together([(part, area_of(part)) for part in boxes.values()]))
    if not near:
        return scene
    numbers = {id(part): number for number, part in boxes.items()}
    for one, other in near:
        first, second = (numbers[id(each)] for each in (one, other))
        for number, shift in _ways(first, area_of(parts[first]), second, area_of(parts[second])):
            if is_free(parts, number, shifted(area_of(parts[number]), *shift)):
                _move(parts, number, shift)
                break
    return replace(scene, parts=tuple(parts))


def _ways(first: int, one: Area, second: int, other: Area) -> Iterator[tuple[int, Point]]:
    """How one of two boxes can move, so that they are apart: in the direction in which they nearly are."""
    across = max(one[0] - other[2], other[0] - one[2])
    down = max(one[1] - other[3], other[1] - one[3])
    by = ELBOW + MORE - max(across, down)
    if down >= across:
        (upper, lower) = (first, second) if one[1] < other[1] else (second, first)
        yield from ((lower, (0.0, by)), (upper, (0.0, -by)))
    else:
        (left, right) = (first, second) if one[0] < other[0] else (second, first)
        yield from ((right, (by, 0.0)), (left, (-by, 0.0)))


def is_free(parts: list[Part], number: int, area: Area) -> bool:
    """Whether a box may stand somewhere: in the same frames as before, and near no other box and no words."""
    room, before = grown(area, ELBOW), area_of(parts[number])
    for place, part in enumerate(parts):
        if part.kind == "frame" and part.marks:
            outline = area_of(part)
            if contains(outline, before) and not contains(grown(outline, -FRAME), area):
                return False
            if not contains(outline, before) and overlap(outline, room):
                return False
        if part.kind == "box" and part.marks and place != number and overlap(area_of(part), room):
            return False
        if part.kind == "frame" and any(overlap(area_of_words(words), area) for words in part.words):
            return False
    return True


def _move(parts: list[Part], number: int, shift: Point) -> None:
    name = parts[number].name
    parts[number] = moved(parts[number], *shift)
    for place, part in enumerate(parts):
        if part.kind == "arrow" and name in part.ends and curve_of(part) is not None:
            parts[place] = bent(part, {last: shift for last, end in zip((False, True), part.ends, strict=True) if end == name}, all_along)
