"""Spreads the ends of arrows along the outlines of their boxes, so that each has a place of its own.

In: a `Scene`. Out: the same with arrows bent. Graphviz aims every arrow at the middle of a box: where many begin or end
they would look like one. Ends stand in the order in which their arrows come from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import dist
from typing import TypeAlias

from rulewright.visualizer.clashes import BESIDE, head_at
from rulewright.visualizer.geometry import (
    Area,
    Grid,
    Segment,
    area_of,
    area_of_line,
    curve_of,
    distance,
    grown,
    meets,
    segments,
)
from rulewright.visualizer.outlines import Outline, outline_of, tip_of, without_corners
from rulewright.visualizer.scene import Mark, Part, Point, Scene

GAP = 11.0  # points from one end to the next
LEAST = 0.5  # what nobody sees is left alone
NEAR = 9.0  # points: an end that is farther off ends at something else; round corners are cut a little early
AHEAD = 30.0  # points along the arrow at which it is seen where it comes from

Rooms: TypeAlias = "Grid[tuple[str, Area]]"  # around boxes, with their names


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
    rooms = rooms_of(scene)
    parts = list(scene.parts)
    for number, moves in shifts.items():
        parts[number] = moved_ends(parts[number], moves, rooms) or parts[number]
    return replace(scene, parts=tuple(parts))


def rooms_of(scene: Scene) -> Rooms:
    """The room around each box of a scene that belongs to it alone."""
    areas = ((part.name, grown(area_of(part), BESIDE)) for part in scene.parts if part.kind == "box" and part.marks)
    return Grid((area, (name, area)) for name, area in areas)


def moved_ends(arrow: Part, moves: dict[bool, Point], rooms: Rooms) -> Part | None:
    """The arrow with its ends moved, at the last point of its line or at the first one; None when it would hit a box then."""
    ways = (bent(arrow, moves, weights) for weights in (all_along, _at_first))
    return next((bent for bent in ways if not hits(bent, rooms)), None)


def hits(arrow: Part, rooms: Rooms) -> bool:
    """Whether an arrow comes too near a box that it does not connect."""
    curve = curve_of(arrow)
    lines = segments(curve) if curve is not None else ()
    return any(
        name not in arrow.ends and meets(line, area) for line in lines for name, area in rooms.at(area_of_line(line))
    )


def _ends(number: int, part: Part) -> tuple[_End, _End]:
    curve = curve_of(part)
    assert curve is not None
    lines = segments(curve)
    back = [(stop, start) for start, stop in reversed(lines)]
    first, last = curve.points[0], curve.points[-1]
    return (
        _End(number, False, tip_of(part, first), _after(lines, AHEAD)),
        _End(number, True, tip_of(part, last), _after(back, AHEAD)),
    )


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
    """How far the ends at a box have to move, along its outline."""
    lines = outline_of(box)
    here = [end for end in ends if min(distance(end.point, line) for line in lines) < NEAR]
    if len(here) < 2:
        return
    outline = Outline(without_corners(lines) if box.marks[0].kind == "polygon" else lines)
    at = {end: outline.way_to(end.point) for end in here}
    # those at one place stand in the order in which their arrows come from
    order = {end: at[end] + outline.between(at[end], outline.way_to(end.along)) / 2 for end in here}
    here = _from_widest_gap(sorted(here, key=lambda end: (order[end] % outline.length, end.arrow, end.last)), order, outline.length)
    steps = accumulate(((order[end] - order[before]) % outline.length for before, end in pairwise(here)), initial=order[here[0]])
    wanted = [step + outline.between(order[end], at[end]) for step, end in zip(steps, here, strict=True)]
    for end, place in zip(here, _apart(wanted, outline.length), strict=True):
        x, y = outline.point_at(place)
        if dist((x, y), outline.point_at(at[end])) > LEAST:
            yield end, (x - end.point[0], y - end.point[1])


def _from_widest_gap(ends: list[_End], order: dict[_End, float], whole: float) -> list[_End]:
    """Ends round a box, beginning where there is most room before the first."""
    gaps = [(order[end] - order[ends[place - 1]]) % whole for place, end in enumerate(ends)]
    first = gaps.index(max(gaps))
    return [*ends[first:], *ends[:first]]


def _apart(wanted: Sequence[float], whole: float) -> list[float]:
    """Places in this order, as near as can be to those wanted and a gap apart."""
    gap = min(GAP, whole / len(wanted))
    groups: list[tuple[float, int]] = []  # the middle of ends that push one another, and how many there are
    for each in wanted:
        middle, count = each, 1
        while groups and groups[-1][0] + gap * (groups[-1][1] + count) / 2 > middle:
            before, many = groups.pop()
            middle, count = (before * many + middle * count) / (many + count), many + count
        groups.append((middle, count))
    return [middle + gap * (place - (count - 1) / 2) for middle, count in groups for place in range(count)]


def bent(part: Part, shifts: dict[bool, Point], weights: Callable[[int], list[float]]) -> Part:
    """The arrow with its ends moved; the rest of its line gives way, less and less."""
    curve = curve_of(part)
    assert curve is not None
    points = list(curve.points)
    heads: dict[int, Mark] = {}
    for last, (right, down) in shifts.items():
        end = curve.points[-1 if last else 0]
        head = head_at(part, end)
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


def all_along(count: int) -> list[float]:
    """How much each point of a curve moves along with its end: joints and their neighbours as much as one another."""
    pieces = (count - 1) // 3
    return [1 - round(place / 3) / pieces for place in range(count)]


def _at_first(count: int) -> list[float]:
    """The same when only the beginning moves."""
    return [(1.0, 1.0, *((0.5, 0.5, 0.5) if count > 4 else ()))[place] if place < (5 if count > 4 else 2) else 0.0
            for place in range(count)]  # fmt: skip


def _moved(point: Point, right: float, down: float) -> Point:
    return round(point[0] + right, 2), round(point[1] + down, 2)
