"""Bézier curves taken apart and put together: stretches of a curve, corners made round, how much a line turns.

In: the points of a curve, 1 + 3n of them. Out: those of another one. A place on a curve is a number: 2.25 is a quarter into
its third piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, dist, pi

from rulewright.visualizer.geometry import Segment
from rulewright.visualizer.scene import Point

Points = tuple[Point, ...]

SHARP = 0.6  # of a turn, in radians, that is seen as a corner
LOOKED = 3.0  # points before and behind a joint by which it is seen where a curve comes from and goes to
RADIUS = 9.0  # points before and behind a corner between which the curve becomes round
HANDLE = 0.6  # of the way to the corner: how far the curve keeps its direction
STEP = 4.0  # points from one place to the next at which the direction of a line is looked at


def pieces(points: Sequence[Point]) -> list[Points]:
    """The Bézier curves that follow one another in a curve."""
    return [tuple(points[start : start + 4]) for start in range(0, len(points) - 1, 3)]


def joined(curves: Sequence[Points]) -> Points:
    """The curve of several that follow one another."""
    return curves[0][:1] + tuple(point for curve in curves for point in curve[1:])


def stretch(points: Sequence[Point], start: float, stop: float) -> Points:
    """The part of a curve between two places."""
    found = [
        _part(piece, max(0.0, start - number), min(1.0, stop - number))
        for number, piece in enumerate(pieces(points))
        if start < number + 1 and stop > number
    ]
    return joined(found)


def _part(piece: Points, start: float, stop: float) -> Points:
    """A Bézier curve between two shares of it."""
    whole = piece if stop == 1.0 else _halves(piece, stop)[0]
    return whole if start == 0.0 else _halves(whole, start / stop)[1]


def _halves(piece: Points, at: float) -> tuple[Points, Points]:
    """A Bézier curve as two (de Casteljau)."""
    rows = [piece]
    while len(rows[-1]) > 1:
        rows.append(tuple(between(one, other, at) for one, other in pairwise(rows[-1])))
    return tuple(row[0] for row in rows), tuple(row[-1] for row in reversed(rows))


def between(one: Point, other: Point, share: float) -> Point:
    """The point at a share of the straight way from one to another."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def smooth(points: Sequence[Point]) -> Points:
    """The curve with its corners made round. Its ends stay, and the directions there."""
    curves = pieces(points)
    starts, stops = [0.0] * len(curves), [1.0] * len(curves)
    for number, (before, after) in enumerate(pairwise(curves), 1):
        come, go = (_halves(piece, _share(piece, LOOKED))[0][-1] for piece in (before[::-1], after))
        if abs(_turn(come, after[0], go)) > SHARP:
            stops[number - 1] = 1.0 - _share(before[::-1], RADIUS)
            starts[number] = _share(after, RADIUS)
    found: list[Points] = []
    for piece, start, stop in zip(curves, starts, stops, strict=True):
        kept = _part(piece, start, stop)
        if start > 0.0:
            last, corner, first = found[-1][-1], piece[0], kept[0]
            found.append((last, between(last, corner, HANDLE), between(first, corner, HANDLE), first))
        found.append(kept)
    return tuple((round(x, 2), round(y, 2)) for x, y in joined(found))


def _share(piece: Points, way: float) -> float:
    """The share of a Bézier curve that is about so long, half of it at most."""
    share = 0.5
    while dist(_halves(piece, share)[0][-1], piece[0]) > way:
        share *= 0.8
    return share


def _turn(one: Point, middle: Point, other: Point) -> float:
    """By how much a way turns at a point between two others, in radians; less than 0 is to the left."""
    come = atan2(middle[1] - one[1], middle[0] - one[0])
    go = atan2(other[1] - middle[1], other[0] - middle[0])
    return (go - come + pi) % (2 * pi) - pi


def turns(lines: Iterable[Segment]) -> list[tuple[Point, float]]:
    """Places about as far from one another on lines that follow one another, and by how much the way turns at each."""
    points: list[Point] = []
    for start, stop in lines:
        for point in (start, stop):
            if not points or dist(points[-1], point) >= STEP:
                points.append(point)
    return [(middle, _turn(one, middle, other)) for one, middle, other in zip(points, points[1:], points[2:], strict=False)]
