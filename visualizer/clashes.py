"""What stands where it should not: arrows on words, words on words, words out of their box, arrows that cannot be followed.

In: a `Scene`. Out: one `Clash` each. Things that only come too near one another clash as well: words that touch a line, a
line that runs along the side of a frame, two arrows that share a stretch of their way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import dist

from rulewright.visualizer.geometry import (
    Area,
    Grid,
    Segment,
    area_of,
    area_of_line,
    area_of_words,
    around,
    contains,
    curve_of,
    distance,
    dotted,
    grown,
    meets,
    overlap,
    segments,
    sides,
    touch,
)
from rulewright.visualizer.scene import Mark, Part, Point, Scene

CLEAR = 1.5  # points between words and lines at least
LEEWAY = 1.0  # points that do not matter
CLOSE = 2.5  # points between two lines that look like one
DOTS = 3.0  # points from one dot to the next on a line that is compared with others
SHARED = 36.0  # points that two arrows may have in common
JOINED = 72.0  # the same for arrows of one kind that lead into one box: there they may come together
ALONG = 20.0  # points that an arrow may run along the side of a frame
HEADROOM = 8.0  # points between the head of an arrow and the end of another
HEAD = 4.0  # points from the end of a line to the head that belongs to it
AROUND = tuple((across, down) for across in (-1, 0, 1) for down in (-1, 0, 1))
RIM = 0.5  # points between words and the line around them


@dataclass(frozen=True, slots=True)
class Clash:
    """Two things in one place. kind: arrow on words, arrow on box, words on words, words on box, words outside, words on
    frame, arrow along frame, arrows together, ends together."""

    kind: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Run:
    """An arrow, where it is at all, and the straight lines it is made of."""

    part: Part
    area: Area
    lines: tuple[Segment, ...]


def clashes(scene: Scene) -> list[Clash]:
    """All clashes of a scene."""
    return Field(scene).clashes()


def runs_of(scene: Scene) -> list[Run]:
    """All arrows of a scene that have a line."""
    found: list[Run] = []
    for part in scene.parts:
        if part.kind == "arrow" and (run := run_of(part)) is not None:
            found.append(run)
    return found


def run_of(arrow: Part) -> Run | None:
    """An arrow as the straight lines that it is made of; None when it has no line."""
    curve = curve_of(arrow)
    if curve is None:
        return None
    lines = segments(curve)
    return Run(arrow, around((*point, *point) for line in lines for point in line), lines)


class Field:
    """What arrows can clash with, by where it is. Arrows can be bent in it, one at a time: only what is near is looked at again."""

    def __init__(self, scene: Scene) -> None:
        self.runs = runs_of(scene)
        boxes = [part for part in scene.parts if part.kind == "box" and part.marks]
        frames = [(part, area_of(part)) for part in scene.parts if part.kind == "frame" and part.marks]
        worded = [(part, words) for part in scene.parts if part.kind != "box" for words in part.words]
        self._boxes = Grid((grown(area_of(box), -LEEWAY), (box, grown(area_of(box), -LEEWAY))) for box in boxes)
        self._frames = Grid((grown(area, CLOSE), (frame, area)) for frame, area in frames)
        areas = [grown(area_of_words(words), CLEAR) for _, words in worded]
        self._words = Grid((area, (part, area, words.text)) for area, (part, words) in zip(areas, worded, strict=True))
        self._dots: dict[tuple[int, int], list[tuple[int, Point]]] = {}  # of each arrow, in its cell
        for number in range(len(self.runs)):
            self._dot(number)
        self._of_words = (*_words_on_words(scene), *_words_outside(scene), *_words_on_frames(scene))
        self._of_arrows = [list(self.clashes_of(run)) for run in self.runs]

    def clashes(self) -> list[Clash]:
        """All of them."""
        of_arrows = (clash for found in self._of_arrows for clash in found)
        return list(dict.fromkeys((*of_arrows, *self._of_words, *_ends_together(self.runs))))

    def bend(self, number: int, run: Run) -> None:
        """Another line for an arrow, by its number among `runs`."""
        before = self.runs[number]
        for cell in {_cell(point) for point in dotted(before.lines, DOTS)}:
            self._dots[cell] = [each for each in self._dots[cell] if each[0] != number]
        self.runs[number] = run
        self._dot(number)
        changed = grown(around((before.area, run.area)), CLOSE)
        for place, other in enumerate(self.runs):
            if touch(other.area, changed):
                self._of_arrows[place] = list(self.clashes_of(other))

    def clashes_of(self, run: Run) -> Iterator[Clash]:
        """Those of one arrow, which may not have this line yet."""
        name = run.part.identity
        for line in run.lines:
            around_line = area_of_line(line)
            for part, area, text in self._words.at(around_line):
                if meets(line, area):
                    yield Clash("arrow on words", name, f"{part.identity}: {text}")
            for box, area in self._boxes.at(around_line):
                if box.name not in run.part.ends and meets(line, area):
                    yield Clash("arrow on box", name, box.identity)
        for frame, outline in self._frames.at(run.area):
            if not contains(grown(outline, -CLOSE), run.area) and _near_side(run, outline) > ALONG:
                yield Clash("arrow along frame", name, frame.identity)
        yield from self._together(run)

    def _dot(self, number: int) -> None:
        for point in dotted(self.runs[number].lines, DOTS):
            self._dots.setdefault(_cell(point), []).append((number, point))

    def _together(self, run: Run) -> Iterator[Clash]:
        """Arrows that look like one for a while, so that nobody can tell which of them goes where."""
        shared: Counter[int] = Counter()
        for here in dotted(run.lines, DOTS):
            column, row = _cell(here)
            near: set[int] = set()
            for across, down in AROUND:
                for number, point in self._dots.get((column + across, row + down), ()):
                    if number not in near and dist(point, here) < CLOSE:
                        near.add(number)
            shared.update(near)
        for number, count in shared.items():
            other = self.runs[number].part
            joined = other.ends[1] == run.part.ends[1] and other.classes == run.part.classes
            if other.identity != run.part.identity and count * DOTS > (JOINED if joined else SHARED):
                yield Clash("arrows together", *sorted((run.part.identity, other.identity)))


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0] // DOTS), int(point[1] // DOTS)


def _words_on_words(scene: Scene) -> Iterator[Clash]:
    worded = [(part, words, grown(area_of_words(words), -LEEWAY / 2)) for part in scene.parts for words in part.words]
    worded.sort(key=lambda each: each[2][1])
    for place, (one, first, area) in enumerate(worded):
        for other, second, below in islice(worded, place + 1, None):
            if below[1] > area[3]:
                break  # all further ones stand lower
            if overlap(area, below):
                yield Clash("words on words", f"{one.identity}: {first.text}", f"{other.identity}: {second.text}")
    boxes = Grid((area_of(part), part) for part in scene.parts if part.kind == "box" and part.marks)
    for part, words, area in worded:
        for box in boxes.at(area) if part.kind != "box" else ():
            if overlap(area, area_of(box)):
                yield Clash("words on box", f"{part.identity}: {words.text}", box.identity)


def _words_outside(scene: Scene) -> Iterator[Clash]:
    for part in scene.parts:
        outline = area_of(part) if part.kind in ("frame", "box") and part.marks else (0.0, 0.0, scene.width, scene.height)
        for words in part.words:
            if not contains(outline, area_of_words(words)):
                yield Clash("words outside", f"{part.identity}: {words.text}", part.identity)


def _words_on_frames(scene: Scene) -> Iterator[Clash]:
    lines = Grid(
        (area_of_line(line), frame)
        for frame in scene.parts
        if frame.kind == "frame" and frame.marks
        for line in sides(area_of(frame))
    )
    for part in scene.parts:
        for words in part.words if part.kind != "box" else ():
            for frame in lines.at(grown(area_of_words(words), RIM)):
                yield Clash("words on frame", f"{part.identity}: {words.text}", frame.identity)


def _near_side(run: Run, outline: Area) -> float:
    """How much of an arrow runs along the side of a frame at which it does most."""
    left, top, right, bottom = outline
    counts = [0, 0, 0, 0]
    for x, y in dotted(run.lines, DOTS):
        if top < y < bottom:
            counts[0] += abs(x - left) < CLOSE
            counts[1] += abs(x - right) < CLOSE
        if left < x < right:
            counts[2] += abs(y - top) < CLOSE
            counts[3] += abs(y - bottom) < CLOSE
    return max(counts) * DOTS


def _ends_together(runs: list[Run]) -> Iterator[Clash]:
    """Heads of arrows where another arrow begins, or where one of another kind ends."""
    at: dict[str, list[tuple[Run, Segment, bool]]] = {}
    for run in runs:
        for name, end in zip(run.part.ends, (run.lines[0][0], run.lines[-1][1]), strict=True):
            head = head_at(run.part, end)
            tip = end if head is None else max(head.points, key=lambda point: dist(point, end))
            at.setdefault(name, []).append((run, (tip, end), head is not None))
    for ends in at.values():
        for place, (one, first, pointed) in enumerate(ends):
            for other, second, also in ends[place + 1 :]:
                alike = pointed == also and one.part.classes == other.part.classes
                near = min(distance(first[0], second), distance(second[0], first)) < HEADROOM
                if (pointed or also) and not alike and near and one is not other:
                    yield Clash("ends together", one.part.identity, other.part.identity)


def head_at(arrow: Part, end: Point) -> Mark | None:
    """The head of an arrow at an end of its line."""
    heads = [mark for mark in arrow.marks if mark.kind == "polygon"]
    return next((mark for mark in heads if min(dist(point, end) for point in mark.points) < HEAD), None)
