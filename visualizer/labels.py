"""Puts the words of arrows and frames where nothing is in their way.

In: a `Scene`. Out: the same with words moved: those of an arrow beside its line, wherever there is room, near to where they
were; those of a frame at the left, right or middle of their line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import dist
from typing import TypeAlias

from rulewright.visualizer.clashes import CLEAR, OWN_ROOM, RIM, Run, frames_of, homes_of, runs_of
from rulewright.visualizer.geometry import (
    Area,
    Grid,
    Segment,
    area_of,
    area_of_line,
    area_of_words,
    around,
    contains,
    dotted,
    grown,
    meets,
    shifted,
    sides,
)
from rulewright.visualizer.scene import Part, Scene, Words, moved_words

ROOM = CLEAR + 2.5  # points around words, so that one can see whose they are
STRIDE = 12.0  # points from one place that is tried to the next
FAR = 200.0  # points that words move at most
REACHES = (5.0, 7.0, 10.0, 16.0)  # points from an arrow at which one sees that words belong to it
NEVER = 1000.0
NUDGES = (-12.0, -8.0, -4.0, 0.0, 4.0, 8.0, 12.0)
PLACES = (1.0, 0.5, 0.25, 0.75, 0.1, 0.9, 0.4, 0.6, 0.175, 0.325, 0.675, 0.825)  # in the line, from left to right
MIXED_UP = 6.0  # points farther from another line than from their own, when that can be had


Shift: TypeAlias = tuple[float, float]  # to the right, and down
Places: TypeAlias = "Callable[[Part, _Surroundings], Iterable[Shift]]"


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """All that words can be in the way of, by where it is."""

    runs: Grid[tuple[Run, Segment]]
    boxes: Grid[Area]
    sides: Grid[Segment]  # of frames
    frames: Grid[str]
    words: Grid[tuple[int, bool]]  # with the place of their part, and whether they have been moved here
    moved: set[int]  # parts whose words have been moved: where they were they are in nobody's way
    own: dict[str, Run]
    homes: dict[str, set[str]]  # the frames around each box
    page: Area

    @classmethod
    def of(cls, scene: Scene) -> _Surroundings:
        """Those of a scene."""
        runs = runs_of(scene)
        boxes = [area_of(part) for part in scene.parts if part.kind == "box" and part.marks]
        frames = [(part.name, area_of(part)) for part in scene.parts if part.kind == "frame" and part.marks]
        words = ((area_of_words(words), n) for n, part in enumerate(scene.parts) if part.kind != "box" for words in part.words)
        return cls(
            Grid((area_of_line(line), (run, line)) for run in runs for line in run.lines),
            Grid((box, box) for box in boxes),
            Grid((area_of_line(line), line) for _, frame in frames for line in sides(frame)),
            Grid((frame, name) for name, frame in frames),
            Grid((area, (number, False)) for area, number in words),
            set(),
            {run.part.identity: run for run in runs},
            homes_of(scene),
            (0.0, 0.0, scene.width, scene.height),
        )

    def runs_at(self, area: Area) -> list[Run]:
        """The arrows that run through an area."""
        found = {id(run): run for run, line in self.runs.at(area) if meets(line, area)}
        return list(found.values())

    def words_at(self, area: Area, number: int) -> int:
        """How many words of other parts are in an area."""
        return sum(other != number and moved == (other in self.moved) for other, moved in self.words.at(area))

    def move(self, number: int, words: Iterable[Words]) -> None:
        """The words of a part have another place now."""
        self.moved.add(number)
        for each in words:
            self.words.add(area_of_words(each), (number, True))


def placed(scene: Scene, kinds: Collection[str] = ("frame", "arrow")) -> Scene:
    """The scene with words where they can be read; kinds: of parts whose words are placed."""
    there = _Surroundings.of(scene)
    parts = list(scene.parts)
    for kind, places in (("frame", _sides), ("arrow", _beside)):
        for number, part in enumerate(parts):
            if part.kind == kind in kinds and part.words and part.marks:
                shift = _best(number, part, there, places)
                if shift != (0.0, 0.0):
                    parts[number] = replace(part, words=tuple(moved_words(words, *shift) for words in part.words))
                    there.move(number, parts[number].words)
    return replace(scene, parts=tuple(parts))


def _best(number: int, part: Part, there: _Surroundings, places: Places) -> Shift:
    """The first place with nothing in the way, else the one with least."""
    areas = [area_of_words(words) for words in part.words]
    best, least = (0.0, 0.0), _in_the_way(number, part, areas, there, NEVER)
    if not least:
        return best
    for shift in places(part, there):
        here = _in_the_way(number, part, [shifted(area, *shift) for area in areas], there, least)
        if here < least:
            best, least = shift, here
        if not least:
            break
    return best


def _in_the_way(number: int, part: Part, areas: list[Area], there: _Surroundings, least: float) -> float:
    """How much is wrong with a place: 10 for each line that words are on, 20 for all else, 1 for each line that they only
    come near. least: from where on it does not matter how much more it is."""
    around_words = around(areas)
    tight = grown(around_words, OWN_ROOM)
    if not contains(there.page, around_words):
        return NEVER
    found = 20.0 * (len(there.boxes.at(tight)) + there.words_at(tight, number))
    if part.kind == "arrow":
        found += 20.0 * sum(frame not in frames_of(part, there.homes) for frame in there.frames.at(around_words))
    found += 9.0 * len(there.sides.at(grown(around_words, RIM))) + len(there.sides.at(grown(around_words, ROOM)))
    if found >= least:
        return found
    on = {run.part.identity for area in areas for run in there.runs_at(grown(area, CLEAR))}
    near = {run.part.identity for run in there.runs_at(grown(around_words, ROOM))}
    found += 10 * len(on) + len(near - on)
    if found >= least or part.kind != "arrow":
        return found
    return found + _mixed_up(part, around_words, there)


def _mixed_up(part: Part, area: Area, there: _Surroundings) -> float:
    """Whether words stand nearer to another arrow than to their own."""
    for reach in REACHES:
        found = {run.part.identity for run in there.runs_at(grown(area, reach))}
        if part.identity in found:
            nearer = {run.part.identity for run in there.runs_at(grown(area, max(ROOM, reach - MIXED_UP / 2)))}
            return 2.0 * len(nearer - {part.identity})
    return 4.0


def _sides(frame: Part, _: _Surroundings) -> Iterator[Shift]:
    """The other places at which the words of a frame may stand: at the right, in the middle, elsewhere in their line."""
    left, _top, right, _bottom = area_of(frame)
    words = around(area_of_words(each) for each in frame.words)
    inset = words[0] - left
    for share in PLACES:
        yield left + inset + (right - left - 2 * inset - (words[2] - words[0])) * share - words[0], 0.0


class _Reach:
    """How far points reach in one direction, for all places in the other. points: the place, then how far; around: how much of the
    places beside one belongs to it."""

    def __init__(self, points: list[Shift], around_: float) -> None:
        self._around = around_
        self._places = [place for place, _ in sorted(points)]
        self._far = [far for _, far in sorted(points)]

    def at(self, place: float) -> tuple[float, float]:
        """The least and the most at a place at which there is a point."""
        some = self._far[bisect_left(self._places, place - self._around) : bisect_right(self._places, place + self._around)]
        return min(some), max(some)


def _beside(arrow: Part, there: _Surroundings) -> list[Shift]:
    """The places beside an arrow, those nearest to where its words are in front."""
    words = around(area_of_words(each) for each in arrow.words)
    middle = (words[0] + words[2]) / 2, (words[1] + words[3]) / 2
    wide, high = (words[2] - words[0]) / 2 + ROOM + 0.5, (words[3] - words[1]) / 2 + ROOM + 0.5
    found = {(right, down) for right in NUDGES for down in NUDGES}
    line = list(dotted(there.own[arrow.identity].lines, STRIDE)) if arrow.identity in there.own else []
    rows, columns = _Reach([(y, x) for x, y in line], high), _Reach(line, wide)  # the line may lean to a side, or bend
    for x, y in line:
        spots = set[Shift]()
        near_x, near_y = abs(x - middle[0]) < FAR + wide, abs(y - middle[1]) < FAR + high
        if near_x and near_y:
            spots = {(x + across, y + down) for across, down in product((wide, 0.0, -wide), (high, 0.0, -high)) if across or down}
        if near_y:
            left, right = rows.at(y)
            spots |= {(left - wide, y), (right + wide, y)}
        if near_x:
            top, bottom = columns.at(x)
            spots |= {(x, top - high), (x, bottom + high)}
        found |= {(round(right - middle[0], 1), round(down - middle[1], 1)) for right, down in spots}
    far = {shift: dist(shift, (0.0, 0.0)) for shift in found}
    return sorted((shift for shift in found if far[shift] < FAR), key=lambda shift: (far[shift], shift))


def crossings(scene: Scene) -> Iterator[tuple[Part, Part]]:
    """Frames, each with an arrow that runs through its words."""
    lines = Grid((area_of_line(line), (run, line)) for run in runs_of(scene) for line in run.lines)
    for frame in scene.parts:
        areas = [grown(area_of_words(words), CLEAR) for words in frame.words if frame.kind == "frame"]
        found = {run.part.identity: run.part for area in areas for run, line in lines.at(area) if meets(line, area)}
        yield from ((frame, part) for part in found.values())
