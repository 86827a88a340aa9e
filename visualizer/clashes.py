"""What stands where it should not: arrows on words, words on words, words out of their box, arrows through boxes.

In: a `Scene`. Out: one `Clash` each. The words of a frame can stand at its left, middle or right, and an arrow that leads into a
frame can end at its outline; `corrections` finds out which frames and arrows are better off so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, pairwise

from rulewright.visualizer.scene import Mark, Part, Point, Scene, Words

STEPS = 8  # straight lines for one Bézier curve
ABOVE, BELOW = 0.72, 0.2  # of the size of a letter: how far words reach from their base line
LEEWAY = 1.0  # points that do not matter

LEFT, RIGHT, MIDDLE = "l", "r", "c"

Area = tuple[float, float, float, float]  # left, top, right, bottom
Segment = tuple[Point, Point]
Run = tuple[Part, Area, list[Segment]]  # an arrow, where it is at all, the straight lines it is made of


@dataclass(frozen=True, slots=True)
class Clash:
    """Two things in one place. kind: arrow on words, arrow on box, words on words, words on box, words outside."""

    kind: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Corrections:
    """How a layout becomes cleaner when it is written once more. sides: frames by their name in DOT, and where their words
    stand. ends: arrows by their id, and the frames at whose outline their tail and their head end, "" for the box."""

    sides: Mapping[str, str] = field(default_factory=dict)
    ends: Mapping[str, tuple[str, str]] = field(default_factory=dict)


NO_CORRECTIONS = Corrections()


def clashes(scene: Scene) -> list[Clash]:
    """All clashes of a scene."""
    found = [*_arrows(scene), *_words_on_words(scene), *_words_outside(scene)]
    return list(dict.fromkeys(found))


def corrections(scene: Scene) -> Corrections:
    """What keeps arrows off the words of frames, as far as that goes. None of it moves anything else."""
    runs = _runs(scene)
    sides: dict[str, str] = {}
    ends: dict[str, tuple[str, str]] = {}
    for frame in scene.parts:
        if frame.kind != "frame" or not frame.words:
            continue
        crossing = {
            side: [run[0] for run in runs if any(_crosses(run, area) for area in areas)]
            for side, areas in _places_of_words(frame).items()
        }
        side = min(crossing, key=lambda side: len(crossing[side]))
        if side != LEFT:
            sides[frame.name] = side
        for part in crossing[side]:
            tail, head = ends.get(part.identity, ("", ""))
            starts, stops = _ends_in(part, frame)
            if starts != stops:  # one that only runs through cannot be cut short
                ends[part.identity] = (tail or frame.name, head) if starts else (tail, head or frame.name)
    return Corrections(sides, ends)


def _places_of_words(frame: Part) -> dict[str, list[Area]]:
    """Where the words of a frame may stand: where they do, at the right, in the middle."""
    left, _, right, _ = area_of(frame)
    areas = [_area(words) for words in frame.words]
    start, stop = min(area[0] for area in areas), max(area[2] for area in areas)
    inset = start - left
    ending = [(right - inset - (area[2] - area[0]), area[1], right - inset, area[3]) for area in areas]
    shift = (left + right - start - stop) / 2
    middle = [(area[0] + shift, area[1], area[2] + shift, area[3]) for area in areas]
    return {LEFT: areas, RIGHT: ending, MIDDLE: middle}


def _ends_in(arrow: Part, frame: Part) -> tuple[bool, bool]:
    """Whether an arrow begins in a frame, and whether it ends there."""
    left, top, right, bottom = area_of(frame)
    curve = next(mark for mark in arrow.marks if mark.kind == "curve")
    starts, stops = (left < x < right and top < y < bottom for x, y in (curve.points[0], curve.points[-1]))
    return starts, stops


def area_of(part: Part) -> Area:
    """The area that the shapes of a part take up."""
    areas = [_mark_area(mark) for mark in part.marks]
    lefts, tops, rights, bottoms = zip(*areas, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _arrows(scene: Scene) -> Iterator[Clash]:
    boxes = [(part, area_of(part)) for part in scene.parts if part.kind == "box" and part.marks]
    worded = [(part, _area(words), words.text) for part in scene.parts for words in part.words if part.kind != "box"]
    for run in _runs(scene):
        arrow = run[0]
        for part, area, text in worded:
            if _crosses(run, area):
                yield Clash("arrow on words", arrow.identity, f"{part.identity}: {text}")
        for box, area in boxes:
            if box.name not in arrow.ends and _crosses(run, area):
                yield Clash("arrow on box", arrow.identity, box.identity)


def _words_on_words(scene: Scene) -> Iterator[Clash]:
    worded = [(part, words, _area(words)) for part in scene.parts for words in part.words]
    worded.sort(key=lambda each: each[2][1])
    for place, (one, first, area) in enumerate(worded):
        for other, second, below in islice(worded, place + 1, None):
            if below[1] > area[3]:
                break  # all further ones stand lower
            if _overlap(area, below):
                yield Clash("words on words", f"{one.identity}: {first.text}", f"{other.identity}: {second.text}")
    boxes = [(part, area_of(part)) for part in scene.parts if part.kind == "box" and part.marks]
    for part, words, area in worded:
        if part.kind != "box":
            for box, around in boxes:
                if _overlap(area, around):
                    yield Clash("words on box", f"{part.identity}: {words.text}", box.identity)


def _words_outside(scene: Scene) -> Iterator[Clash]:
    for part in scene.parts:
        around = area_of(part) if part.kind in ("frame", "box") and part.marks else (0.0, 0.0, scene.width, scene.height)
        for words in part.words:
            left, top, right, bottom = _area(words)
            if left < around[0] or top < around[1] or right > around[2] or bottom > around[3]:
                yield Clash("words outside", f"{part.identity}: {words.text}", part.identity)


def _area(words: Words) -> Area:
    return words.x, words.y - ABOVE * words.size, words.x + words.width, words.y + BELOW * words.size


def _mark_area(mark: Mark) -> Area:
    if mark.kind == "ellipse":
        (x, y), (wide, high) = mark.points
        return x - wide, y - high, x + wide, y + high
    across, down = zip(*mark.points, strict=True)
    return min(across), min(down), max(across), max(down)


def _runs(scene: Scene) -> list[Run]:
    found: list[Run] = []
    for part in scene.parts:
        segments = _segments(part) if part.kind == "arrow" else []
        if segments:
            across, down = zip(*(point for segment in segments for point in segment), strict=True)
            found.append((part, (min(across), min(down), max(across), max(down)), segments))
    return found


def _segments(arrow: Part) -> list[Segment]:
    found: list[Segment] = []
    for mark in arrow.marks:
        if mark.kind == "curve":
            for start in range(0, len(mark.points) - 1, 3):
                found.extend(pairwise(_curve(mark.points[start : start + 4])))
    return found


def _curve(corners: tuple[Point, ...]) -> list[Point]:
    return [_on_curve(corners, step / STEPS) for step in range(STEPS + 1)]


def _on_curve(corners: tuple[Point, ...], at: float) -> Point:
    left = 1 - at
    parts = (left**3, 3 * left**2 * at, 3 * left * at**2, at**3)
    return (
        sum(part * corner[0] for part, corner in zip(parts, corners, strict=True)),
        sum(part * corner[1] for part, corner in zip(parts, corners, strict=True)),
    )


def _overlap(one: Area, other: Area) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > LEEWAY and high > LEEWAY


def _crosses(run: Run, area: Area) -> bool:
    _, around, segments = run
    if around[2] < area[0] or around[0] > area[2] or around[3] < area[1] or around[1] > area[3]:
        return False
    return any(_meets(segment, area) for segment in segments)


def _meets(segment: Segment, area: Area) -> bool:
    """Whether a straight line runs through an area, by cutting it off at each edge (Liang and Barsky)."""
    (x, y), (end_x, end_y) = segment
    left, top, right, bottom = area[0] + LEEWAY, area[1] + LEEWAY, area[2] - LEEWAY, area[3] - LEEWAY
    start, stop = 0.0, 1.0
    across, down = end_x - x, end_y - y
    for slope, room in ((-across, x - left), (across, right - x), (-down, y - top), (down, bottom - y)):
        if slope == 0:
            if room < 0:
                return False
        elif slope < 0:
            start = max(start, room / slope)
        else:
            stop = min(stop, room / slope)
    return start < stop
