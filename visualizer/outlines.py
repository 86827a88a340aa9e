"""The outlines of boxes: ways round them, and where arrows touch them.

In: boxes and arrows of a `Scene`. Out: straight lines that follow one another round a box, places on them, in points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import cos, dist, pi, sin

from rulewright.visualizer.clashes import head_at
from rulewright.visualizer.curves import between
from rulewright.visualizer.geometry import Segment, curve_of, distance, segments
from rulewright.visualizer.scene import Mark, Part, Point

ROUND = 24  # corners of an ellipse
JUMP = 2.5  # points for which the way round a corner counts where no ends stand
SIDE, INSET = 8.0, 5.0  # points that a side of a box is long, at least; that ends stay away from its corners


class Outline:
    """The outline of a box as a way round it."""

    def __init__(self, lines: Sequence[Segment]) -> None:
        self.lines = lines
        jumps = (dist(line[1], after[0]) > 0.1 for line, after in zip(lines, (*lines[1:], lines[0]), strict=True))
        self.starts = [0.0, *accumulate(dist(*line) + JUMP * jump for line, jump in zip(lines, jumps, strict=True))]
        self.length = self.starts[-1]

    def way_to(self, point: Point) -> float:
        """How far it is on the outline to where it is nearest to a point."""
        place = min(range(len(self.lines)), key=lambda place: distance(point, self.lines[place]))
        (x, y), (end_x, end_y) = self.lines[place]
        whole = dist(*self.lines[place])
        along = ((point[0] - x) * (end_x - x) + (point[1] - y) * (end_y - y)) / whole if whole else 0.0
        return self.starts[place] + max(0.0, min(whole, along))

    def between(self, one: float, other: float) -> float:
        """How far it is from one place on the outline to another, the shorter way round; less than 0 is backwards."""
        return (other - one + self.length / 2) % self.length - self.length / 2

    def point_at(self, way: float) -> Point:
        """The point so far along the outline."""
        way %= self.length
        place = max(0, bisect_right(self.starts, way) - 1)
        place = min(place, len(self.lines) - 1)
        (x, y), (end_x, end_y) = self.lines[place]
        whole = dist(*self.lines[place])
        at = min(1.0, (way - self.starts[place]) / whole) if whole else 0.0
        return x + (end_x - x) * at, y + (end_y - y) * at


def outline_of(box: Part) -> Sequence[Segment]:
    """The lines round a box."""
    mark = box.marks[0]
    if mark.kind == "ellipse":
        return _ellipse(mark)
    if mark.kind == "curve":
        return segments(mark)
    return list(zip(mark.points, (*mark.points[1:], mark.points[0]), strict=True))


def without_corners(lines: Sequence[Segment]) -> Sequence[Segment]:
    """The sides of an outline, as far as ends may stand there: many at one corner could not be told from one another."""
    long = [(line, dist(*line)) for line in lines if dist(*line) > SIDE]
    return [_shorter(line, min(INSET / way, 0.25)) for line, way in long]


def _shorter(line: Segment, by: float) -> Segment:
    """A straight line without so much of it at each end."""
    return between(*line, by), between(*line, 1 - by)


def _ellipse(mark: Mark) -> list[Segment]:
    (x, y), (wide, high) = mark.points
    points = [(x + wide * cos(2 * pi * n / ROUND), y + high * sin(2 * pi * n / ROUND)) for n in range(ROUND)]
    return list(zip(points, (*points[1:], points[0]), strict=True))


def tip_of(arrow: Part, end: Point) -> Point:
    """Where an end of an arrow touches its box: the tip of its head, when it has one."""
    head = head_at(arrow, end)
    return end if head is None else max(head.points, key=lambda point: dist(point, end))


def tip_at(arrow: Part, last: bool) -> Point:
    """The same of an arrow that has a line. last: of its last end, else of its first one."""
    line = curve_of(arrow)
    assert line is not None
    return tip_of(arrow, line.points[-1 if last else 0])
