"""Spreads the ends of arrows along the sides of their boxes, so that each has a place of its own.

In: a `Scene`. Out: the same with arrows bent. Graphviz aims every arrow at the middle of a box: where many begin or end
they would look like one. Ends keep the side that they are at, and the order in which their arrows come from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, dist, pi, sin

from rulewright.visualizer.geometry import (
    Area,
    Grid,
    Segment,
    area_of,
    area_of_line,
    curve_of,
    distance,
    meets,
    segments,
)
from rulewright.visualizer.scene import Mark, Part, Point, Scene

GAP = 11.0  # points from one end to the next
LEAST = 0.5  # what nobody sees is left alone
CORNER = 5.0  # points that ends keep off the corners of a box
NEAR = 2.5  # points: an end that is farther off ends at something else
AHEAD = 30.0  # points along the arrow at which it is seen where it comes from
HEAD = 4.0  # points from the end of a line to the head that belongs to it
ROUND = 24  # corners of an ellipse


@dataclass(frozen=True, slots=True)
class _End:
    """An end of an arrow at a box. last: of its line; point: where it touches; along: where it comes from."""

    arrow: int
    last: bool
    point: Point
    along: Point


def spread(scene: Scene) -> Scene:
    """The scene with the ends of arrows apart."""
    arrows = {number: part for number, part in enumerate(scene.parts) if part.kind == "arrow" and curve_of(part)}
    ends: dict[str, list[_End]] = {}
    for number, part in arrows.items():
        for name, end in zip(part.ends, _ends(number, part), strict=True):
            ends.setdefault(name, []).append(end)
    shifts: dict[int, dict[bool, Point]] = {}
    for box in scene.parts:
        if box.kind == "box" and box.marks and box.name in ends:
            for end, shift in _shifts(box, ends[box.name]):
                shifts.setdefault(end.arrow, {})[end.last] = shift
    boxes = Grid((area, (part.name, area)) for part in scene.parts if part.kind == "box" and part.marks for area in (area_of(part),))
    parts = list(scene.parts)
    for number, moves in shifts.items():
        ways = (_bent(parts[number], moves, weights) for weights in (_all_along, _at_first))
        parts[number] = next((bent for bent in ways if not _hits(bent, boxes)), parts[number])
    return replace(scene, parts=tuple(parts))


def _hits(arrow: Part, boxes: Grid[tuple[str, Area]]) -> bool:
    """Whether an arrow runs through a box that it does not connect."""
    curve = curve_of(arrow)
    lines = segments(curve) if curve is not None else ()
    return any(
        name not in arrow.ends and meets(line, area) for line in lines for name, area in boxes.at(area_of_line(line))
    )


def _ends(number: int, part: Part) -> tuple[_End, _End]:
    curve = curve_of(part)
    assert curve is not None
    lines = segments(curve)
    back = [(stop, start) for start, stop in reversed(lines)]
    first, last = curve.points[0], curve.points[-1]
    return (
        _End(number, False, _tip(part, first), _after(lines, AHEAD)),
        _End(number, True, _tip(part, last), _after(back, AHEAD)),
    )


def _tip(part: Part, end: Point) -> Point:
    """Where an end touches its box: the tip of its head, when it has one."""
    head = _head_at(part, end)
    return end if head is None else max(head.points, key=lambda point: dist(point, end))


def _head_at(part: Part, end: Point) -> Mark | None:
    heads = [mark for mark in part.marks if mark.kind == "polygon"]
    return next((mark for mark in heads if min(dist(point, end) for point in mark.points) < HEAD), None)


def _after(lines: Sequence[Segment], way: float) -> Point:
    """The point so far along lines that follow one another."""
    for start, stop in lines:
        step = dist(start, stop)
        if step >= way > 0:
            at = way / step
            return start[0] + (stop[0] - start[0]) * at, start[1] + (stop[1] - start[1]) * at
        way -= step
    return lines[-1][1]


def _shifts(box: Part, ends: list[_End]) -> Iterator[tuple[_End, Point]]:
    """How far the ends at a box have to move."""
    area, outline = area_of(box), _outline(box)
    for side in range(4):
        down = side % 2  # top, right, bottom, left: those at the right and left move up and down
        here = [end for end in ends if _side(end.point, area) == side and _touches(end.point, outline)]
        here.sort(key=lambda end: (end.point[down] + end.along[down], end.along[down], end.arrow))
        if len(here) < 2:
            continue
        low, high = area[down] + CORNER, area[down + 2] - CORNER
        wanted = [end.point[down] for end in here]
        for end, place in zip(here, _apart(wanted, low, high), strict=True):
            if abs(place - end.point[down]) > LEAST:
                point = _on_outline(outline, end.point, place, down)
                yield end, (point[0] - end.point[0], point[1] - end.point[1])


def _side(point: Point, area: Area) -> int:
    left, top, right, bottom = area
    off = (abs(point[1] - top), abs(point[0] - right), abs(point[1] - bottom), abs(point[0] - left))
    return off.index(min(off))


def _outline(box: Part) -> Sequence[Segment]:
    mark = box.marks[0]
    if mark.kind == "ellipse":
        return _ellipse(mark)
    if mark.kind == "curve":
        return segments(mark)
    return list(zip(mark.points, (*mark.points[1:], mark.points[0]), strict=True))


def _ellipse(mark: Mark) -> list[Segment]:
    (x, y), (wide, high) = mark.points
    points = [(x + wide * cos(2 * pi * n / ROUND), y + high * sin(2 * pi * n / ROUND)) for n in range(ROUND)]
    return list(zip(points, (*points[1:], points[0]), strict=True))


def _touches(point: Point, outline: Sequence[Segment]) -> bool:
    return min(distance(point, line) for line in outline) < NEAR


def _apart(wanted: Sequence[float], low: float, high: float) -> list[float]:
    """Places in this order, as near as can be to those wanted and a gap apart."""
    gap = min(GAP, max(high - low, 0.0) / (len(wanted) - 1))
    groups: list[tuple[float, int]] = []  # the middle of ends that push one another, and how many there are
    for each in wanted:
        middle, count = each, 1
        while groups and groups[-1][0] + gap * (groups[-1][1] + count) / 2 > middle:
            before, many = groups.pop()
            middle, count = (before * many + middle * count) / (many + count), many + count
        groups.append((middle, count))
    found = [middle + gap * (place - (count - 1) / 2) for middle, count in groups for place in range(count)]
    over, under = max(0.0, found[-1] - high), max(0.0, low - found[0])
    if over or under:  # at a corner: pushed back in, those beside them too
        for place in range(len(found)):
            found[place] = max(found[place], low + gap * place)
        for place in range(len(found)):
            found[place] = min(found[place], high - gap * (len(found) - 1 - place))
    return found


def _on_outline(outline: Sequence[Segment], point: Point, place: float, down: int) -> Point:
    """The point of an outline at another place of the same side."""
    other = 1 - down
    found: list[float] = []
    for start, stop in outline:
        low, high = sorted((start[down], stop[down]))
        if low <= place <= high and high > low:
            at = (place - start[down]) / (stop[down] - start[down])
            found.append(start[other] + (stop[other] - start[other]) * at)
    level = min(found, key=lambda each: abs(each - point[other]), default=point[other])
    return (level, place) if down else (place, level)


def _bent(part: Part, shifts: dict[bool, Point], weights: Callable[[int], list[float]]) -> Part:
    """The arrow with its ends moved; the rest of its line gives way, less and less."""
    curve = curve_of(part)
    assert curve is not None
    points = list(curve.points)
    heads: dict[int, Mark] = {}
    for last, (right, down) in shifts.items():
        end = curve.points[-1 if last else 0]
        head = _head_at(part, end)
        if head is not None:
            place = next(number for number, mark in enumerate(part.marks) if mark is head)
            heads[place] = replace(head, points=tuple(_moved(point, right, down) for point in head.points))
        for place, weight in enumerate(weights(len(points))):
            at = len(points) - 1 - place if last else place
            points[at] = _moved(points[at], right * weight, down * weight)
    marks = [
        replace(mark, points=tuple(points)) if mark is curve else heads.get(number, mark)
        for number, mark in enumerate(part.marks)
    ]
    return replace(part, marks=tuple(marks))


def _all_along(count: int) -> list[float]:
    """How much each point of a curve moves along with its end: joints and their neighbours as much as one another."""
    pieces = (count - 1) // 3
    return [1 - round(place / 3) / pieces for place in range(count)]


def _at_first(count: int) -> list[float]:
    """The same when only the beginning moves."""
    return [(1.0, 1.0, *((0.5, 0.5, 0.5) if count > 4 else ()))[place] if place < (5 if count > 4 else 2) else 0.0
            for place in range(count)]  # fmt: skip


def _moved(point: Point, right: float, down: float) -> Point:
    return round(point[0] + right, 2), round(point[1] + down, 2)
