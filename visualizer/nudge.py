"""Bends arrows a little where they clash with something, when that helps.

In: a `Scene` with few clashes. Out: the same with arrows bent, and what clashes in it still. Their ends stay. Where something
clashes, a stretch of the line takes another way, straight on or in a bow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, islice, pairwise, product
from math import dist

from rulewright.visualizer.clashes import Clash, Field, Run, head_at, run_of
from rulewright.visualizer.curves import Points, between, joined, smooth, stretch, turns
from rulewright.visualizer.geometry import counts, curve_of, distance
from rulewright.visualizer.labels import placed
from rulewright.visualizer.scene import Part, Point, Scene

FEW = 24  # clashes that are worth the time
REACHES = ((20.0, 20.0), (45.0, 45.0), (30.0, 90.0), (90.0, 30.0), (110.0, 110.0), (200.0, 60.0), (60.0, 200.0))
BOWS = (0.0, 6.0, -6.0, 12.0, -12.0, 22.0, -22.0)  # points to the side of the straight way
TRIED = 6  # of them that are looked at in all of the picture
SPOTS = 2  # of the clashes of an arrow, in its order, that are looked at
LONG = 80.0  # points between the ends of a bow that is flat in its middle
HEADWAY = 14.0  # points before its head on which an arrow keeps its direction


def nudged(scene: Scene) -> tuple[Scene, list[Clash]]:
    """The scene with fewer clashes, as far as that goes."""
    field = Field(scene)
    before = [run.part for run in field.runs]
    found = field.clashes()
    better = True
    while better and 0 < len(found) <= FEW:
        better = False
        for number in _often(field, found):
            left = _fewer(field, number, found)
            if left is not None:
                found, better = left, True
    bent = {id(part): run.part for part, run in zip(before, field.runs, strict=True) if run.part is not part}
    if not bent:
        return scene, found
    scene = replace(scene, parts=tuple(bent.get(id(part), part) for part in scene.parts))
    if not found:
        return scene, found
    again = placed(scene)  # words may have room now
    left = Field(again).clashes()
    return (again, left) if len(left) < len(found) else (scene, found)


def smoothed(scene: Scene) -> Scene:
    """The scene with the corners of its arrows made round."""
    arrows = (part.kind == "arrow" and curve_of(part) is not None for part in scene.parts)
    parts = (with_line(part, smooth(_points(part))) if arrow else part for part, arrow in zip(scene.parts, arrows, strict=True))
    return replace(scene, parts=tuple(parts))


def _often(field: Field, found: list[Clash]) -> list[int]:
    """The numbers of arrows that clash, those that do most often in front."""
    often = Counter(end.partition(": ")[0] for clash in found for end in (clash.one, clash.other))
    numbers = {run.part.identity: number for number, run in enumerate(field.runs)}
    return [numbers[identity] for identity, _ in often.most_common() if identity in numbers]


def _fewer(field: Field, number: int, found: list[Clash]) -> list[Clash] | None:
    """What clashes once an arrow has been bent, if that is less."""
    run = field.runs[number]
    spots = dict(field.spots_of(run))
    for bent in _ways(field, run, list(spots.values())[:SPOTS]) if spots else ():
        if len(dict(islice(field.spots_of(bent), len(spots)))) < len(spots):
            field.bend(number, bent)
            left = field.clashes()
            if len(left) < len(found):
                return left
            field.bend(number, run)
    return None


def _ways(field: Field, run: Run, spots: list[Point]) -> Iterator[Run]:
    """Other lines for an arrow that clashes at these spots."""
    for spot in spots:
        yield from _round(field, run, spot)


def _round(field: Field, run: Run, spot: Point) -> Iterator[Run]:
    """The lines that leave the way of an arrow before a spot and come back to it behind, the straightest ones in front."""
    places = _places(run)
    here = min(range(len(run.lines)), key=lambda place: distance(spot, run.lines[place]))
    come = dist(run.lines[here][0], spot)
    points = _points(run.part)
    first, last = (HEADWAY if head_at(run.part, end) else 0.0 for end in (points[0], points[-1]))
    whole = places[-1][0]
    at = places[here][0] + come
    found: list[tuple[float, float, float, Points]] = []
    for (back, on), bow in product(REACHES, BOWS):
        start, stop = max(first, at - back), min(whole - last, at + on)
        if stop - start < HEADWAY / 2:
            continue
        begin, end = _place(places, start), _place(places, stop)
        way = _bow(points, begin, end, bow)
        only = run_of(with_line(run.part, way))
        if only is not None and field.is_clear(only):
            found.append((sum(abs(turned) for _, turned in turns(only.lines)), begin, end, way))
    found.sort()
    for _, begin, end, way in found[:TRIED]:
        pieces = len(points) // 3
        parts = [stretch(points, 0.0, begin)] if begin > 0.0 else []
        parts.append(way)
        parts += [stretch(points, end, float(pieces))] if end < pieces else []
        bent = run_of(with_line(run.part, joined(parts)))
        if bent is not None:
            yield bent


def _places(run: Run) -> list[tuple[float, float]]:
    """How far each joint of the lines of an arrow is along its way, with its place on the curve."""
    ways = accumulate((dist(*line) for line in run.lines), initial=0.0)
    places = [piece + step / count for piece, count in enumerate(counts(_points(run.part))) for step in range(count)]
    return list(zip(ways, (*places, float(len(_points(run.part)) // 3)), strict=True))


def _place(places: list[tuple[float, float]], way: float) -> float:
    """The place on a curve so far along it."""
    for (before, start), (after, stop) in pairwise(places):
        if way <= after:
            return start + (stop - start) * ((way - before) / (after - before) if after > before else 0.0)
    return places[-1][1]


def _bow(points: Points, begin: float, end: float, bow: float) -> Points:
    """A way from one place on a curve to another, so many points to the side of the straight one in its middle."""
    old = stretch(points, begin, end)
    start, stop = old[0], old[-1]
    long = dist(start, stop) or 1.0
    leave = _ahead(start, next((point for point in old if dist(point, start) > 1.0), stop), long / 3)
    come = _ahead(stop, next((point for point in reversed(old) if dist(point, stop) > 1.0), start), long / 3)
    if bow == 0.0:
        return (start, leave, come, stop)
    right, down = (stop[0] - start[0]) / long, (stop[1] - start[1]) / long
    pieces = 3 if long > LONG else 2  # a long way goes straight on in its middle
    sides = [between(start, stop, number / pieces) for number in range(1, pieces)]
    reach = long / (3 * pieces)
    way: list[Point] = [start, between(start, leave, 1 / pieces)]
    for x, y in ((x - down * bow, y + right * bow) for x, y in sides):
        way += [(x - right * reach, y - down * reach), (x, y), (x + right * reach, y + down * reach)]
    return (*way, between(stop, come, 1 / pieces), stop)


def _ahead(start: Point, towards: Point, way: float) -> Point:
    """The point so far from another one in a direction."""
    whole = dist(start, towards)
    return between(start, towards, way / whole) if whole else start


def _points(arrow: Part) -> Points:
    curve = curve_of(arrow)
    assert curve is not None
    return curve.points


def with_line(arrow: Part, points: Points) -> Part:
    """The arrow with another line."""
    curve = curve_of(arrow)
    line = tuple((round(x, 2), round(y, 2)) for x, y in points)
    return replace(arrow, marks=tuple(replace(mark, points=line) if mark is curve else mark for mark in arrow.marks))
