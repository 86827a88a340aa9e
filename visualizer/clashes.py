"""What stands where it should not: arrows on words, words on words, words out of their box, arrows that cannot be followed.

In: a `Scene`. Out: one `Clash` each. Things that only come too near one another clash as well: words that touch a line, a
line that runs along a box or the side of a frame, two arrows that share a stretch of their way, words that could be those
of either of two arrows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from math import dist

from rulewright.visualizer.curves import turns
from rulewright.visualizer.geometry import (
    Area,
    Grid,
    Segment,
    area_of,
    area_of_line,
    area_of_words,
    around,
    around_points,
    contains,
    curve_of,
    distance,
    dotted,
    gap,
    grown,
    meets,
    middle_in,
    overlap,
    segments,
    sides,
    touch,
)
from rulewright.visualizer.scene import Mark, Part, Point, Scene

CLEAR = 2.5  # points between words and lines at least
BESIDE = 3.0  # points between an arrow and a box that it does not connect
ELBOW = 9.0  # points between two boxes
OWN_ROOM = 4.0  # points between words and a box, a frame, or words that they do not belong to
MISLED = 1.5  # points that words may be nearer to another arrow than to their own
FARTHEST = 24.0  # points from its words at which an arrow is looked for
LEEWAY = 1.0  # points that do not matter
CLOSE = 2.5  # points between two lines that look like one
DOTS = 3.0  # points from one dot to the next on a line that is compared with others
SHARED = 36.0  # points that two arrows may have in common
JOINED = 72.0  # the same for arrows of one kind that lead into one box: there they may come together
ALONG = 20.0  # points that an arrow may run along the side of a frame
HEADROOM = 8.0  # points between the head of an arrow and the end of another
TIPS = 7.0  # points between the tips of two heads that are alike
HEAD = 4.0  # points from the end of a line to the head that belongs to it
NEAR_BY = 2 * CLOSE  # points that a cell of dots is wide: what is close stands in one of four cells
WORDED = ("arrow", "frame")  # parts whose words stand by themselves
RIM = 4.5  # points between words and the line of a frame
WITHIN, TURNED = 24.0, 2.3  # radians that an arrow may turn to one side on so many points of its way
CORNER = 1.2  # radians that it may turn at once


@dataclass(frozen=True, slots=True)
class Clash:
    """Two things in one place. kind: arrow on words, arrow on box, arrow on head, words on words, words together, words on box, words
    outside, words on frame, words in frame, words of another, arrow along frame, arrow across frame, arrow bent sharply,
    arrows together, ends together, boxes together."""

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


def homes_of(scene: Scene) -> dict[str, set[str]]:
    """The names of the frames around each box, by its name."""
    frames = [(part.name, area_of(part)) for part in scene.parts if part.kind == "frame" and part.marks]
    boxes = [(part.name, area_of(part)) for part in scene.parts if part.kind == "box" and part.marks]
    return {box: {frame for frame, outline in frames if contains(outline, area)} for box, area in boxes}


def frames_of(arrow: Part, homes: Mapping[str, set[str]]) -> set[str]:
    """The names of the frames that an arrow comes from or leads to, or that it is in."""
    return set().union(*(homes.get(end, ()) for end in arrow.ends))


class Field:
    """What arrows can clash with, by where it is. Arrows can be bent in it, one at a time: only what is near is looked at again."""

    def __init__(self, scene: Scene) -> None:
        self.runs = runs_of(scene)
        boxes = [(part, area_of(part)) for part in scene.parts if part.kind == "box" and part.marks]
        frames = [(part, area_of(part)) for part in scene.parts if part.kind == "frame" and part.marks]
        worded = [(part, words) for part in scene.parts if part.kind != "box" for words in part.words]
        self._boxes = Grid((grown(area, BESIDE), (box, grown(area, BESIDE))) for box, area in boxes)
        self._frames = Grid((grown(area, CLOSE), (frame, area)) for frame, area in frames)
        self._sides = Grid(
            (strip, (frame, side, strip))
            for frame, outline in frames
            for side, line in enumerate(sides(outline))
            for strip in (grown(area_of_line(line), CLOSE),)
        )
        self._homes = homes_of(scene)
        areas = [grown(area_of_words(words), CLEAR) for _, words in worded]
        self._words = Grid((area, (part, area, words.text)) for area, (part, words) in zip(areas, worded, strict=True))
        heads = ((run.part.identity, mark) for run in self.runs for mark in run.part.marks if mark.kind == "polygon")
        self._heads = Grid((area, (name, area)) for name, mark in heads for area in (around_points(mark.points),))
        self._dots: dict[tuple[int, int], list[tuple[int, Point]]] = {}  # of each arrow, in its cell
        for number in range(len(self.runs)):
            self._dot(number)
        self._numbers = {run.part.identity: number for number, run in enumerate(self.runs)}
        self._worded = [number for number, run in enumerate(self.runs) if run.part.words]
        of_words = (*_words_on_words(scene), *_words_apart(scene), *_words_outside(scene), *_words_on_frames(scene))
        self._settled = (*of_words, *_elbows(boxes), *_ends_together(self.runs))
        self._alone = [_only(self._with_others(run)) for run in self.runs]  # what each arrow clashes with that is no arrow
        self._together = [_only(self._with_arrows(run)) for run in self.runs]

    def clashes(self) -> list[Clash]:
        """All of them."""
        of_arrows = (clash for found in (*self._alone, *self._together) for clash in found)
        return list(dict.fromkeys((*of_arrows, *self._settled)))

    def bend(self, number: int, run: Run) -> None:
        """Another line for an arrow, by its number among `runs`."""
        before = self.runs[number]
        near = self._near(before)
        for cell in {_cell(point) for point in dotted(before.lines, DOTS)}:
            self._dots[cell] = [each for each in self._dots[cell] if each[0] != number]
        self.runs[number] = run
        self._dot(number)
        self._alone[number] = _only(self._with_others(run))
        changed = grown(around((before.area, run.area)), FARTHEST)
        for place in {number} | near | self._near(run) | {place for place in self._worded if touch(self.runs[place].area, changed)}:
            self._together[place] = _only(self._with_arrows(self.runs[place]))

    def spots_of(self, run: Run) -> Iterator[tuple[Clash, Point]]:
        """Those of one arrow, which may not have this line yet, each with where it is."""
        yield from self._with_others(run)
        yield from self._with_arrows(run)

    def is_clear(self, run: Run) -> bool:
        """Whether an arrow with this line would clash with nothing."""
        return next(self.spots_of(run), None) is None

    def _with_others(self, run: Run) -> Iterator[tuple[Clash, Point]]:
        name = run.part.identity
        homes = frames_of(run.part, self._homes)
        along: dict[tuple[str, int], list[Point]] = {}
        for line in run.lines:
            around_line = area_of_line(line)
            for other, area in self._heads.at(around_line):
                if other != name and meets(line, area):
                    yield Clash("arrow on head", name, other), middle_in(line, area)
            for part, area, text in self._words.at(around_line):
                if meets(line, area):
                    yield Clash("arrow on words", name, f"{part.identity}: {text}"), middle_in(line, area)
            for box, area in self._boxes.at(around_line):
                if box.name not in run.part.ends and meets(line, area):
                    yield Clash("arrow on box", name, box.identity), middle_in(line, area)
            for frame, outline in self._frames.at(around_line):
                if frame.name not in homes and meets(line, grown(outline, -CLOSE)):
                    yield Clash("arrow across frame", name, frame.identity), middle_in(line, outline)
            for frame, side, strip in self._sides.at(around_line):
                if meets(line, strip):
                    along.setdefault((frame.identity, side), []).extend(
                        (x, y) for x, y in dotted((line,), DOTS) if strip[0] < x < strip[2] and strip[1] < y < strip[3]
                    )
        for (outer, _), near in along.items():
            if len(near) * DOTS > ALONG:
                yield Clash("arrow along frame", name, outer), near[len(near) // 2]
        for spot in _sharp_bends(run):
            yield Clash("arrow bent sharply", name, name), spot

    def _with_arrows(self, run: Run) -> Iterator[tuple[Clash, Point]]:
        yield from self._beside_arrows(run)
        yield from self._misled(run)

    def _dot(self, number: int) -> None:
        for point in dotted(self.runs[number].lines, DOTS):
            self._dots.setdefault(_cell(point), []).append((number, point))

    def _misled(self, run: Run) -> Iterator[tuple[Clash, Point]]:
        """Words that stand nearer to another arrow than to their own."""
        if not run.part.words:
            return
        area = around(area_of_words(words) for words in run.part.words)
        own = min(gap(area, point) for point in dotted(run.lines, DOTS))
        reach = min(own - MISLED, FARTHEST)
        if reach <= CLEAR:
            return
        (left, top), (right, bottom) = _cell(grown(area, reach)[:2]), _cell(grown(area, reach)[2:])
        found: set[str] = set()
        for column, row in product(range(left, right + 1), range(top, bottom + 1)):
            for number, point in self._dots.get((column, row), ()):
                other = self.runs[number].part.identity
                if other not in {run.part.identity, *found} and gap(area, point) < reach:
                    found.add(other)
                    yield Clash("words of another", f"{run.part.identity}: {run.part.words[0].text}", other), point

    def _near(self, run: Run) -> set[int]:
        """The numbers of the arrows that have a point near one of this one."""
        cells = {cell for point in dotted(run.lines, DOTS) for cell in _cells(point)}
        return {number for cell in cells for number, _ in self._dots.get(cell, ())}

    def _beside_arrows(self, run: Run) -> Iterator[tuple[Clash, Point]]:
        """Arrows that look like one for a while, so that nobody can tell which of them goes where."""
        own = self._numbers[run.part.identity]
        shared: Counter[int] = Counter()
        spots: dict[int, Point] = {}
        for here in dotted(run.lines, DOTS):
            near: set[int] = set()
            for cell in _cells(here):
                for number, point in self._dots.get(cell, ()):
                    if number != own and number not in near and dist(point, here) < CLOSE:
                        near.add(number)
            if near:
                shared.update(near)
                spots.update(dict.fromkeys(near, here))
        for number, count in shared.items():
            other = self.runs[number].part
            joined = other.ends[1] == run.part.ends[1] and other.classes == run.part.classes
            if other.identity != run.part.identity and count * DOTS > (JOINED if joined else SHARED):
                yield Clash("arrows together", *sorted((run.part.identity, other.identity))), spots[number]


def _only(spots: Iterator[tuple[Clash, Point]]) -> list[Clash]:
    return list(dict.fromkeys(clash for clash, _ in spots))


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0] // NEAR_BY), int(point[1] // NEAR_BY)


def _cells(point: Point) -> tuple[tuple[int, int], ...]:
    """The four cells in which everything close to a point stands."""
    left, top = int((point[0] - CLOSE) // NEAR_BY), int((point[1] - CLOSE) // NEAR_BY)
    return (left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)


def _words_on_words(scene: Scene) -> Iterator[Clash]:
    worded = [(part, words, grown(area_of_words(words), -LEEWAY / 2)) for part in scene.parts for words in part.words]
    worded.sort(key=lambda each: each[2][1])
    for place, (one, first, area) in enumerate(worded):
        for other, second, below in islice(worded, place + 1, None):
            if below[1] > area[3]:
                break  # all further ones stand lower
            if overlap(area, below):
                yield Clash("words on words", f"{one.identity}: {first.text}", f"{other.identity}: {second.text}")


def _words_apart(scene: Scene) -> Iterator[Clash]:
    """Words too near to others, or to a box that they do not belong to."""
    groups = [(part, around(map(area_of_words, part.words))) for part in scene.parts if part.kind in WORDED and part.words]
    words = Grid((area, (number, part, area)) for number, (part, area) in enumerate(groups))
    boxes = Grid((area_of(part), part) for part in scene.parts if part.kind == "box" and part.marks)
    for number, (part, area) in enumerate(groups):
        room = grown(area, OWN_ROOM - 0.01)
        said = f"{part.identity}: {part.words[0].text}"
        for later, other, there in words.at(room):
            if later > number and overlap(room, there):
                yield Clash("words together", said, f"{other.identity}: {other.words[0].text}")
        for box in boxes.at(room):
            if overlap(room, area_of(box)):
                yield Clash("words on box", said, box.identity)


def _elbows(boxes: list[tuple[Part, Area]]) -> Iterator[Clash]:
    yield from (Clash("boxes together", one.identity, other.identity) for one, other in boxes_together(boxes))


def boxes_together(boxes: list[tuple[Part, Area]]) -> Iterator[tuple[Part, Part]]:
    """Those of some boxes that stand too close to one another."""
    there = Grid((area, (number, box)) for number, (box, area) in enumerate(boxes))
    for number, (box, area) in enumerate(boxes):
        for later, other in there.at(grown(area, ELBOW)):
            if later > number:
                yield box, other


def _sharp_bends(run: Run) -> Iterator[Point]:
    """Where an arrow turns so much in so little room that nobody expects it to; one that leads to its own box has to."""
    if run.part.ends[0] == run.part.ends[1] != "":
        return
    found = turns(run.lines)
    for place, (here, turned) in enumerate(found):
        whole = 0.0
        for there, more in islice(found, place, None):
            if dist(here, there) > WITHIN:
                break
            whole += more
            if abs(whole) > TURNED:
                yield there
                break
        if abs(turned) > CORNER:
            yield here


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
    homes = homes_of(scene)
    frames = Grid((area_of(part), part) for part in scene.parts if part.kind == "frame" and part.marks)
    for part in scene.parts:
        if part.kind == "arrow" and part.words:
            area = around(map(area_of_words, part.words))
            for frame in frames.at(area):
                if contains(area_of(frame), area) and frame.name not in frames_of(part, homes):
                    yield Clash("words in frame", f"{part.identity}: {part.words[0].text}", frame.identity)


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
                near = dist(first[0], second[0]) < TIPS if alike else near
                if (pointed or also) and near and one is not other:
                    yield Clash("ends together", one.part.identity, other.part.identity)


def head_at(arrow: Part, end: Point) -> Mark | None:
    """The head of an arrow at an end of its line."""
    heads = [mark for mark in arrow.marks if mark.kind == "polygon"]
    return next((mark for mark in heads if min(dist(point, end) for point in mark.points) < HEAD), None)
