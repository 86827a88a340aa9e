"""Areas, straight lines and curves of a scene: where they are, how near one another, and whether they meet.

In: marks, words and parts of a `Scene`. Out: areas in points, straight lines that curves are made of, distances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, dist, sin
from typing import Generic, TypeVar

from rulewright.visualizer.scene import Mark, Part, Point, Words

FEWEST, MOST = 6, 32  # straight lines for one Bézier curve that is bent
SPAN = 10.0  # points that one of them is long, about
FLAT = 0.2  # points that a curve may be beside a straight line to be one
ABOVE, BELOW = 0.72, 0.2  # of the size of a letter: how far words reach from their base line

CELL = 48.0  # points

Area = tuple[float, float, float, float]  # left, top, right, bottom
Segment = tuple[Point, Point]
Thing = TypeVar("Thing")


class Grid(Generic[Thing]):
    """Things by where they are, so that those at a place are found without looking at all."""

    def __init__(self, things: Iterable[tuple[Area, Thing]] = ()) -> None:
        self.cells: dict[tuple[int, int], list[int]] = {}
        self.things: list[tuple[Area, Thing]] = []
        for area, thing in things:
            self.add(area, thing)

    def add(self, area: Area, thing: Thing) -> None:
        """Put a thing where it is."""
        for cell in _cells(area):
            self.cells.setdefault(cell, []).append(len(self.things))
        self.things.append((area, thing))

    def at(self, area: Area) -> list[Thing]:
        """The things that have a part of an area, in the order in which they came."""
        cells = _cells(area)
        if len(cells) == 1:
            numbers: Iterable[int] = self.cells.get(cells[0], ())
        else:
            numbers = sorted({number for cell in cells for number in self.cells.get(cell, ())})
        return [thing for there, thing in map(self.things.__getitem__, numbers) if touch(there, area)]


def _cells(area: Area) -> list[tuple[int, int]]:
    left, top, right, bottom = area
    rows = range(int(top // CELL), int(bottom // CELL) + 1)
    return [(across, down) for across in range(int(left // CELL), int(right // CELL) + 1) for down in rows]


def around(areas: Iterable[Area]) -> Area:
    """The smallest area with all of these in it."""
    lefts, tops, rights, bottoms = zip(*areas, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def area_of(part: Part) -> Area:
    """The area that the shapes of a part take up."""
    return around(_mark_area(mark) for mark in part.marks)


def area_of_words(words: Words) -> Area:
    """The area that the letters of a line take up."""
    return words.x, words.y - ABOVE * words.size, words.x + words.width, words.y + BELOW * words.size


def _mark_area(mark: Mark) -> Area:
    if mark.kind == "ellipse":
        (x, y), (wide, high) = mark.points
        return x - wide, y - high, x + wide, y + high
    return around_points(mark.points)


def around_points(points: Iterable[Point]) -> Area:
    """The smallest area with all of these points in it."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def grown(area: Area, by: float) -> Area:
    """The area with so much more (or less) at each side."""
    return area[0] - by, area[1] - by, area[2] + by, area[3] + by


def shifted(area: Area, right: float, down: float) -> Area:
    """The area at another place."""
    return area[0] + right, area[1] + down, area[2] + right, area[3] + down


def overlap(one: Area, other: Area) -> bool:
    """Whether two areas have a part in common."""
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


def touch(one: Area, other: Area) -> bool:
    """Whether two areas have at least a side in common; a straight line has an area without a width."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def area_of_line(line: Segment) -> Area:
    """The area around a straight line."""
    (x, y), (end_x, end_y) = line
    return min(x, end_x), min(y, end_y), max(x, end_x), max(y, end_y)


def contains(outer: Area, inner: Area) -> bool:
    """Whether one area is wholly in another."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def sides(area: Area) -> tuple[Segment, Segment, Segment, Segment]:
    """The four lines around an area."""
    left, top, right, bottom = area
    return (
        ((left, top), (right, top)), ((right, top), (right, bottom)),
        ((right, bottom), (left, bottom)), ((left, bottom), (left, top)),
    )  # fmt: skip


def curve_of(arrow: Part) -> Mark | None:
    """The line of an arrow, without its heads."""
    return next((mark for mark in arrow.marks if mark.kind == "curve"), None)


@lru_cache(maxsize=8192)
def segments(curve: Mark) -> tuple[Segment, ...]:
    """The straight lines that a curve is made of."""
    found: list[Segment] = []
    for start in range(0, len(curve.points) - 1, 3):
        found.extend(pairwise(_bezier(curve.points[start : start + 4])))
    return tuple(found)


def counts(points: Sequence[Point]) -> list[int]:
    """How many straight lines each Bézier curve of a curve is made of: the more the longer it is, one when it is straight."""
    return [_count(points[start : start + 4]) for start in range(0, len(points) - 1, 3)]


def _count(corners: Sequence[Point]) -> int:
    whole = (corners[0], corners[3])
    if distance(corners[1], whole) < FLAT and distance(corners[2], whole) < FLAT:
        return 1
    return min(MOST, max(FEWEST, ceil(length(pairwise(corners)) / SPAN)))


def _bezier(corners: Sequence[Point]) -> list[Point]:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    shares = _shares(_count(corners))
    return [(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in shares]


@cache
def _shares(steps: int) -> list[tuple[float, float, float, float]]:
    """Of the four corners of a Bézier curve in each of so many points on it, and its beginning."""
    shares = (step / steps for step in range(steps + 1))
    return [((1 - at) ** 3, 3 * (1 - at) ** 2 * at, 3 * (1 - at) * at**2, at**3) for at in shares]


def length(lines: Iterable[Segment]) -> float:
    """How long these lines are together."""
    return sum(dist(*line) for line in lines)


def dotted(lines: Iterable[Segment], gap: float) -> Iterator[Point]:
    """Points on lines that follow one another, at most so far apart."""
    for (x, y), (end_x, end_y) in lines:
        steps = max(1, ceil(dist((x, y), (end_x, end_y)) / gap))
        for step in range(steps):
            yield x + (end_x - x) * step / steps, y + (end_y - y) * step / steps


def meets(segment: Segment, area: Area) -> bool:
    """Whether a straight line runs through an area."""
    start, stop = _inside(segment, area)
    return start < stop


def cross(one: Segment, other: Segment) -> bool:
    """Whether two straight lines cross."""
    return _side(one, other[0]) * _side(one, other[1]) < 0 > _side(other, one[0]) * _side(other, one[1])


def crossing(one: Segment, other: Segment) -> Point | None:
    """Where two straight lines cross; None when they do not."""
    if not cross(one, other):
        return None
    come, go = abs(_side(other, one[0])), abs(_side(other, one[1]))
    (x, y), (end_x, end_y) = one
    return x + (end_x - x) * come / (come + go), y + (end_y - y) * come / (come + go)


def _side(line: Segment, point: Point) -> float:
    """On which side of a straight line a point is: more than 0 is to its right, as one looks along it."""
    (x, y), (end_x, end_y) = line
    return (end_x - x) * (point[1] - y) - (end_y - y) * (point[0] - x)


def turned(point: Point, middle: Point, angle: float) -> Point:
    """The point turned around another one, by an angle in radians."""
    far, at = dist(point, middle), atan2(point[1] - middle[1], point[0] - middle[0]) + angle
    return middle[0] + far * cos(at), middle[1] + far * sin(at)


def middle_in(segment: Segment, area: Area) -> Point:
    """The middle of what a straight line that runs through an area has in it."""
    (x, y), (end_x, end_y) = segment
    at = sum(_inside(segment, area)) / 2
    return x + (end_x - x) * at, y + (end_y - y) * at


def _inside(segment: Segment, area: Area) -> tuple[float, float]:
    """The shares of a straight line between which it is in an area, by cutting it off at each edge (Liang and Barsky)."""
    (x, y), (end_x, end_y) = segment
    start, stop = 0.0, 1.0
    across, down = end_x - x, end_y - y
    for slope, room in ((-across, x - area[0]), (across, area[2] - x), (-down, y - area[1]), (down, area[3] - y)):
        if slope == 0:
            if room < 0:
                return 1.0, 0.0
        elif slope < 0:
            start = max(start, room / slope)
        else:
            stop = min(stop, room / slope)
    return start, stop


def gap(area: Area, point: Point) -> float:
    """How far a point is from an area."""
    x, y = point
    return dist((x, y), (min(max(x, area[0]), area[2]), min(max(y, area[1]), area[3])))


def distance(point: Point, segment: Segment) -> float:
    """How far a point is from a straight line."""
    (x, y), (end_x, end_y) = segment
    across, down = end_x - x, end_y - y
    whole = across * across + down * down
    at = 0.0 if whole == 0 else max(0.0, min(1.0, ((point[0] - x) * across + (point[1] - y) * down) / whole))
    return dist(point, (x + at * across, y + at * down))
