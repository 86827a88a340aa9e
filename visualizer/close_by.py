"""Moves small boxes next to the box that they belong to, when their arrow is long or in somebody's way.

In: a `Scene` with boxes that say where an arrow leads which is not drawn whole. Out: the same with such boxes close by, at
the end of a short straight arrow, where there is room for both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import atan2, dist

from rulewright.visualizer.clashes import ELBOW, Field, head_at, run_of
from rulewright.visualizer.curves import between
from rulewright.visualizer.elbow_room import is_free
from rulewright.visualizer.geometry import (
    Grid,
    Segment,
    area_of,
    area_of_line,
    area_of_words,
    cross,
    crossing,
    curve_of,
    grown,
    length,
    meets,
    segments,
    turned,
)
from rulewright.visualizer.labels import placed
from rulewright.visualizer.outlines import outline_of, tip_at, tip_of
from rulewright.visualizer.scene import Mark, Part, Point, Scene, moved, moved_words
from rulewright.visualizer.spread import GAP

LONG = 64.0  # points that the arrow of a small box is long at most, unless there is no room nearer by
AWAY, WITH_WORDS = (26.0, 36.0, 48.0), (60.0, 84.0)  # points from the box to the small one
SIDES = ((0, -1), (0, 1), (-1, 0), (1, 0))  # above, below, to the left, to the right
ALONG = (0.5, 0.25, 0.75, 0.1, 0.9)  # of a side: where an arrow may end
LEAN = (0.5, 0.2, 0.8)  # of the small box: where its arrow may begin


def with_small_boxes_near(scene: Scene) -> Scene:
    """The scene with small boxes where their arrows are short, as far as there is room."""
    field = Field(scene)
    near = replace(scene, parts=tuple(_moved(scene, field, worded=False)))
    if not any(part.kind == "arrow" and part.words and _is_in_the_way(part, field) for part in near.parts):
        return near
    field = Field(near)
    tidy = placed(replace(near, parts=tuple(_moved(near, field, worded=True))), ("arrow",))
    return tidy if len(Field(tidy).clashes()) < len(field.clashes()) else near


def _moved(scene: Scene, field: Field, *, worded: bool) -> list[Part]:
    """The parts of a scene with small boxes near; worded: those whose arrows have words, too, but only when they are in somebody's
    way."""
    parts = list(scene.parts)
    room = _Room.of(parts, field)
    numbers = {part.name: number for number, part in enumerate(parts) if part.kind == "box" and part.marks}
    often = Counter(name for part in parts if part.kind == "arrow" for name in part.ends)
    for number, arrow in enumerate(parts):
        if arrow.kind != "arrow" or not all(name in numbers for name in arrow.ends) or bool(arrow.words) != worded:
            continue
        small = [last for last, name in enumerate(arrow.ends) if _is_small(parts[numbers[name]]) and often[name] == 1]
        if len(small) != 1 or not (_is_in_the_way(arrow, field) or (not worded and _is_long(arrow))):
            continue
        box, other = numbers[arrow.ends[small[0]]], numbers[arrow.ends[1 - small[0]]]
        for there, straight in _ways(parts[box], parts[other], arrow, small[0] == 1):
            if room.has(box, number, there, straight):
                parts[box], parts[number] = there, straight
                room.add(number)
                break
    return parts


def _is_in_the_way(arrow: Part, field: Field) -> bool:
    run = run_of(arrow)
    return run is not None and not field.is_clear(run)


def _is_long(arrow: Part) -> bool:
    run = run_of(arrow)
    return run is not None and length(run.lines) > LONG


def _is_small(part: Part) -> bool:
    return "stub" in part.classes.split()


def _ways(small: Part, box: Part, arrow: Part, leads: bool) -> Iterator[tuple[Part, Part]]:
    """Places for a small box beside the other one, each with its arrow; leads: whether the arrow leads to the small one."""
    left, top, right, bottom = area_of(box)
    area = area_of(small)
    wide, high = area[2] - area[0], area[3] - area[1]
    for away, along, (across, down), lean in product(WITH_WORDS if arrow.words else AWAY, ALONG, SIDES, LEAN):
        if down:
            x = left + (right - left) * along
            corner = x - wide * lean, (bottom + away if down > 0 else top - away - high)
            ray = (x, (top + bottom) / 2), (x, corner[1] + (0 if down > 0 else high))
        else:
            y = top + (bottom - top) * along
            corner = (right + away if across > 0 else left - away - wide), y - high * lean
            ray = ((left + right) / 2, y), (corner[0] + (0 if across > 0 else wide), y)
        there = moved(small, round(corner[0] - area[0], 2), round(corner[1] - area[1], 2))
        start = _leaves(ray, box)
        if start is not None:
            yield there, _straight(arrow, *((start, ray[1]) if leads else (ray[1], start)))


def _leaves(ray: Segment, box: Part) -> Point | None:
    """Where a line from the middle of a box leaves it."""
    return next((point for line in outline_of(box) if (point := crossing(ray, line)) is not None), None)


def _straight(arrow: Part, start: Point, stop: Point) -> Part:
    """The arrow with a straight line between two points, its heads at them."""
    line = curve_of(arrow)
    assert line is not None
    ends, heads = [start, stop], dict[int, Mark]()
    for last, (tip, other) in enumerate(((start, stop), (stop, start))):
        end = line.points[-1 if last else 0]
        head = head_at(arrow, end)
        if head is not None:
            heads[id(head)] = _put(head, tip_of(arrow, end), end, tip, other)
            ends[last] = between(tip, other, dist(tip_of(arrow, end), end) / dist(tip, other))
    points = tuple((round(x, 2), round(y, 2)) for x, y in (between(ends[0], ends[1], share) for share in (0.0, 1 / 3, 2 / 3, 1.0)))
    marks = (replace(mark, points=points) if mark is line else heads.get(id(mark), mark) for mark in arrow.marks)
    before, after = line.points[len(line.points) // 2], between(start, stop, 0.5)
    words = (moved_words(each, after[0] - before[0], after[1] - before[1]) for each in arrow.words)
    return replace(arrow, marks=tuple(marks), words=tuple(words))


def _put(head: Mark, tip: Point, end: Point, there: Point, other: Point) -> Mark:
    """A head elsewhere: its tip there, its other end towards another point."""
    turn = atan2(other[1] - there[1], other[0] - there[0]) - atan2(end[1] - tip[1], end[0] - tip[0])
    points = (turned(point, tip, turn) for point in head.points)
    return replace(head, points=tuple((round(x - tip[0] + there[0], 2), round(y - tip[1] + there[1], 2)) for x, y in points))


@dataclass(frozen=True, slots=True)
class _Room:
    """What small boxes can be in the way of, by where it is. arrows: lines of them, each with the number of its arrow."""

    parts: list[Part]
    field: Field
    arrows: Grid[tuple[int, Segment]]
    words: Grid[int]
    tips: dict[str, list[tuple[int, Point]]]  # of arrows at each box

    @classmethod
    def of(cls, parts: list[Part], field: Field) -> _Room:
        """That of a scene with these parts."""
        found = cls(parts, field, Grid(), Grid(), {})
        for number, part in enumerate(parts):
            if part.kind == "arrow" and curve_of(part) is not None:
                found.add(number)
        return found

    def add(self, number: int) -> None:
        """An arrow by its number, or a new line of it."""
        arrow = self.parts[number]
        for line in _lines(arrow):
            self.arrows.add(area_of_line(line), (number, line))
        for words in arrow.words:
            self.words.add(area_of_words(words), number)
        for last, name in zip((False, True), arrow.ends, strict=True):
            self.tips.setdefault(name, []).append((number, tip_at(arrow, last)))

    def has(self, box: int, arrow: int, there: Part, straight: Part) -> bool:
        """Whether a small box and its arrow are in nobody's way somewhere."""
        area = grown(area_of(there), ELBOW)
        run = run_of(straight)
        if run is None or any(number != arrow for number in self.words.at(area)):
            return False
        if any(number != arrow and meets(line, area) for number, line in self.arrows.at(area)):
            return False
        if any(number != arrow and cross(line, own) for own in run.lines for number, line in self.arrows.at(area_of_line(own))):
            return False
        for last, name in zip((False, True), straight.ends, strict=True):
            tip = tip_at(straight, last)
            if name != there.name and any(number != arrow and dist(other, tip) < GAP for number, other in self.tips[name]):
                return False
        return is_free(self.parts, box, area_of(there)) and self.field.is_clear(run)


def _lines(arrow: Part) -> tuple[Segment, ...]:
    line = curve_of(arrow)
    return segments(line) if line is not None else ()
