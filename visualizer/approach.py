"""How arrows come to their boxes: straight on rather than along the outline, and without crossing one another on the way.

In: a `Scene` whose arrows end where they should. Out: the same with the last points of their ways bent.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import acos, dist, hypot, pi

from rulewright.visualizer.clashes import head_at
from rulewright.visualizer.curves import between
from rulewright.visualizer.geometry import (
    Segment,
    area_of,
    area_of_line,
    around,
    cross,
    curve_of,
    distance,
    segments,
    touch,
    turned,
)
from rulewright.visualizer.outlines import outline_of, tip_at
from rulewright.visualizer.scene import Mark, Part, Point, Scene
from rulewright.visualizer.spread import NEAR, Rooms, hits, moved_ends, rooms_of

BESIDE_EACH_OTHER = 36.0  # points between two ends that can change places
SLANT, TURNED = (pi / 3, pi * 5 / 12), (0.9, 1.1)  # radians off the straight way in: of heads and of other ends; after a turn
REACH = 30.0  # points that a turned end keeps its direction, at most
LEEWAY = 1.0  # points between lines of an outline at which an end touches both


def approached(scene: Scene) -> Scene:
    """The scene with arrows that come straight to their boxes."""
    boxes = {part.name: part for part in scene.parts if part.kind == "box" and part.marks}
    rooms = rooms_of(scene)
    parts = list(scene.parts)
    arrows = [number for number, part in enumerate(parts) if part.kind == "arrow" and curve_of(part) is not None]
    ends: dict[str, list[tuple[int, bool]]] = {}
    for number in arrows:
        for last, name in zip((False, True), parts[number].ends, strict=True):
            if name in boxes and _touches(parts[number], last, boxes[name]):
                ends.setdefault(name, []).append((number, last))
    for here in ends.values():
        for one, other in combinations(here, 2):
            _uncross(parts, one, other, rooms)
    for name, here in ends.items():
        for number, last in here:
            bent = _turned(parts[number], last, boxes[name])
            if bent is not None and not hits(bent, rooms):
                parts[number] = bent
    return replace(scene, parts=tuple(parts))


def _line(arrow: Part) -> Mark:
    line = curve_of(arrow)
    assert line is not None
    return line


def _touches(arrow: Part, last: bool, box: Part) -> bool:
    """Whether an end is at its box: it may end at a frame around it."""
    tip = tip_at(arrow, last)
    return min(distance(tip, line) for line in outline_of(box)) < NEAR


# ------------------------------------------------------------------------------------------ crossings


def _uncross(parts: list[Part], one: tuple[int, bool], other: tuple[int, bool], rooms: Rooms) -> None:
    """Two ends at one box change places when their arrows cross, and do not afterwards."""
    first, second = tip_at(parts[one[0]], one[1]), tip_at(parts[other[0]], other[1])
    if one[0] == other[0] or dist(first, second) > BESIDE_EACH_OTHER or not _cross(parts[one[0]], parts[other[0]]):
        return
    way = second[0] - first[0], second[1] - first[1]
    there = moved_ends(parts[one[0]], {one[1]: way}, rooms)
    back = moved_ends(parts[other[0]], {other[1]: (-way[0], -way[1])}, rooms)
    if there is not None and back is not None and not _cross(there, back):
        parts[one[0]], parts[other[0]] = there, back


def _cross(one: Part, other: Part) -> bool:
    """Whether two arrows cross."""
    lines = [(line, area_of_line(line)) for line in segments(_line(other))]
    around_them = around(area for _, area in lines)
    for line in segments(_line(one)):
        area = area_of_line(line)
        if touch(area, around_them) and any(touch(area, there) and cross(line, that) for that, there in lines):
            return True
    return False


# ------------------------------------------------------------------------------------------ directions


def _turned(arrow: Part, last: bool, box: Part) -> Part | None:
    """The arrow with an end turned so that it no longer runs along the outline of its box; None when it does not."""
    line = _line(arrow)
    end, beside = line.points[-1 if last else 0], line.points[-2 if last else 1]
    tip = tip_at(arrow, last)
    head = head_at(arrow, end)
    come = (end[0] - tip[0], end[1] - tip[1]) if head is not None else (beside[0] - tip[0], beside[1] - tip[1])
    slant = min((_slant(come, tip, side, box) for side in _sides(tip, box)), key=abs)
    if abs(slant) <= SLANT[head is None]:
        return None
    angle = (abs(slant) - TURNED[head is None]) * (1 if slant > 0 else -1)
    there = turned(end, tip, angle)
    ahead = turned((end[0] + come[0], end[1] + come[1]), tip, angle)
    reach = min(REACH, dist(end, beside)) / (dist(there, ahead) or 1.0)
    points = list(line.points)
    points[-1 if last else 0] = there
    points[-2 if last else 1] = between(there, ahead, reach)
    marks = [
        replace(mark, points=_rounded(points)) if mark is line
        else replace(mark, points=_rounded([turned(point, tip, angle) for point in mark.points])) if mark is head
        else mark
        for mark in arrow.marks
    ]  # fmt: skip
    return replace(arrow, marks=tuple(marks))


def _sides(tip: Point, box: Part) -> list[Segment]:
    """The lines of an outline that an end touches."""
    lines = outline_of(box)
    near = min(distance(tip, line) for line in lines)
    return [line for line in lines if distance(tip, line) < near + LEEWAY and dist(*line) > 0.0]


def _slant(come: Point, tip: Point, side: Segment, box: Part) -> float:
    """By how much the direction from which an end comes would have to turn to come straight to a side, in radians."""
    left, top, right, bottom = area_of(box)
    (x, y), (end_x, end_y) = side
    out = end_y - y, x - end_x
    if out[0] * (tip[0] - (left + right) / 2) + out[1] * (tip[1] - (top + bottom) / 2) < 0:
        out = -out[0], -out[1]
    whole = hypot(*out) * hypot(*come)
    straight = (out[0] * come[0] + out[1] * come[1]) / whole if whole else 1.0
    turn = acos(max(-1.0, min(1.0, straight)))
    return turn if come[0] * out[1] - come[1] * out[0] > 0 else -turn


def _rounded(points: list[Point]) -> tuple[Point, ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in points)
