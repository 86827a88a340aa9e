"""Sets apart what stands beside the course of the game, so that no arrow runs across the whole picture.

In: a `Picture`. Out: a `Picture` in which the lanes (the course of the game, what is always in effect, other actions,
windows that open in no phase alone) are not connected: an arrow from one lane to another ends at a small box that says
where it leads, and its target has a small box that says where it is come to from. So do arrows that come back from an
action, and further places where a window opens: words are easier to follow than a line through everything. Arrows that
close a loop are aside, so that all others lead down from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.visualizer.layout import ACTIONS, ALWAYS, WINDOWS
from rulewright.visualizer.nodes import BLOCKS
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture, boxes_of
from rulewright.visualizer.pieces import alone_in, pieces_of

LANES = ("actions", "always", "windows")  # kinds of frames that stand beside the course of the game, from left to right
AHEAD, BACK, FROM = "→", "back to", "←"
ELSEWHERE = frozenset(("call", "ends", "reacts"))  # arrows between blocks that leave what is gone through
MOST = 4  # names in a small box
WIDER = 0.7  # how many more columns than rows
CROWD = 4  # what one box carries out is said in small boxes when it is more than this


def lanes_of(picture: Picture) -> dict[str, str]:
    """The lane of each box by its address: the address of a frame, "" for the course of the game."""
    found = {box.address: "" for box in picture.boxes()}
    for part in picture.frame.parts:
        if isinstance(part, Frame) and part.kind in LANES:
            found.update({box.address: part.address for box in boxes_of(part)})
        elif part.address in (ACTIONS, ALWAYS, WINDOWS):  # shut
            found[part.address] = part.address
    return found


def set_apart(picture: Picture) -> Picture:
    """The picture with its lanes apart."""
    picture = _without_loops(_without_doubles(picture))
    lanes = lanes_of(picture)
    hubs = hubs_of(picture)
    busy = _busy(picture)
    called = _crowded(arrow.target for arrow in picture.arrows if _is_call(arrow)) | busy
    crossing = [
        arrow
        for arrow in picture.arrows
        if _is_far(arrow, lanes)
        or (picture.view == BLOCKS and arrow.kind in ELSEWHERE)
        or (_is_call(arrow) and (arrow.source in hubs | busy or arrow.target in called))
    ]
    apart = cut(picture, crossing, hubs)
    return replace(apart, below=tuple(dict.fromkeys((*apart.below, *_columns(apart)))))


def _columns(picture: Picture) -> Iterator[tuple[str, str]]:
    """What makes the pieces of other actions stand in a few columns where all of them are laid out at once."""
    for frame in picture.frame.frames:
        if frame.kind == LANES[0]:
            boxes = [boxes_of(replace(frame, parts=parts)) for parts in pieces_of(alone_in(picture, frame.parts))]
            columns = max(1, round((len(boxes) * WIDER) ** 0.5))
            for above, below in zip(boxes, boxes[columns:], strict=False):
                yield above[-1].address, below[0].address


def cut(picture: Picture, crossing: Sequence[Arrow], hubs: frozenset[str] = frozenset()) -> Picture:
    """The picture with small boxes at both ends of some of its arrows, instead of these."""
    lanes = lanes_of(picture)
    names = {box.address: box.name for box in picture.boxes()}
    stubs, arrows = _ahead(crossing, names, hubs)
    arrivals, more = _arrivals(crossing, names, hubs)
    gone = set(crossing)
    kept = tuple(arrow for arrow in picture.arrows if arrow not in gone)
    below = (
        *(pair for pair in picture.below if lanes[pair[0]] == lanes[pair[1]]),
        *_ends_below(picture, kept, stubs, lanes),
        *_after_all(picture, kept, crossing),
    )
    return replace(
        picture,
        frame=_with(picture.frame, _by_neighbour((*stubs, *arrivals))),
        arrows=(*kept, *arrows, *more),
        below=tuple(dict.fromkeys(below)),
    )


def hubs_of(picture: Picture) -> frozenset[str]:
    """The boxes that carry out so much that arrows to all of it could not be told from one another."""
    return _crowded(arrow.source for arrow in picture.arrows if _is_call(arrow))


def _busy(picture: Picture) -> frozenset[str]:
    """Shut boxes that so much has to do with that nobody could follow it: what they call and what calls them."""
    shut = {box.address for box in picture.boxes() if box.kind == "closed"}
    calls = (arrow for arrow in picture.arrows if _is_call(arrow))
    return _crowded(end for arrow in calls for end in (arrow.source, arrow.target) if end in shut)


def _crowded(ends: Iterable[str]) -> frozenset[str]:
    return frozenset(address for address, number in Counter(ends).items() if number > CROWD)


def _is_call(arrow: Arrow) -> bool:
    return arrow.kind == "call" and arrow.source != arrow.target


def _is_far(arrow: Arrow, lanes: dict[str, str]) -> bool:
    if lanes[arrow.source] != lanes[arrow.target]:
        return True
    return arrow.kind == "back" or (arrow.kind == "opens" and arrow.aside)


def _ahead(crossing: Sequence[Arrow], names: dict[str, str], hubs: frozenset[str]) -> tuple[list[tuple[str, Box]], list[Arrow]]:
    """Small boxes that say where arrows lead, each with the box it belongs to; arrows alike share one."""
    groups: dict[Arrow, list[str]] = {}
    for arrow in crossing:
        if _is_call(arrow) and arrow.source in hubs:  # what it says is said where it arrives
            alike = Arrow(arrow.kind, arrow.source, "", change=arrow.change)
        else:
            alike = replace(arrow, target="", words="" if not arrow.labels else arrow.words, both=False, aside=False)
        groups.setdefault(alike, []).append(arrow.target)
    boxes, arrows = [], []
    for number, (alike, targets) in enumerate(groups.items(), 1):
        sign = BACK if alike.kind == "back" else AHEAD
        address = f"{alike.source} to {targets[0]} {number}"
        boxes.append((alike.source, _stub(address, sign, targets, names, alike.change)))
        arrows.append(replace(alike, target=address))
    return boxes, arrows


def _arrivals(crossing: Sequence[Arrow], names: dict[str, str], hubs: frozenset[str]) -> tuple[list[tuple[str, Box]], list[Arrow]]:
    """Small boxes that say from where a box is come to; who called knows that it comes back."""
    groups: dict[Arrow, list[str]] = {}
    for arrow in crossing:
        if _is_call(arrow) and arrow.source in hubs:
            alike = replace(arrow, source="", both=False, aside=False)
        else:
            alike = Arrow(arrow.kind, "", arrow.target, change=arrow.change)
        if arrow.kind != "back":
            groups.setdefault(alike, []).append(arrow.source)
    boxes, arrows = [], []
    for number, (alike, sources) in enumerate(groups.items(), 1):
        address = f"{alike.target} from {sources[0]} {number}"
        boxes.append((alike.target, _stub(address, FROM, sources, names, alike.change)))
        arrows.append(replace(alike, source=address))
    return boxes, arrows


def _stub(address: str, sign: str, others: list[str], names: dict[str, str], change: str) -> Box:
    titles = list(dict.fromkeys(names[other] for other in others))
    if len(titles) > MOST:
        titles = [*titles[: MOST - 1], f"{len(titles) - MOST + 1} others"]
    words = f"{sign} {', '.join(titles)}"
    return Box(address, "stub", words, (Line("title", words),), "same" if change == "same" else "")


def _by_neighbour(stubs: tuple[tuple[str, Box], ...]) -> dict[str, list[Box]]:
    found: dict[str, list[Box]] = {}
    for neighbour, stub in stubs:
        found.setdefault(neighbour, []).append(stub)
    return found


def _with(frame: Frame, stubs: dict[str, list[Box]]) -> Frame:
    """The frame with small boxes behind those they belong to."""
    parts: list[Box | Frame] = []
    for part in frame.parts:
        parts.append(_with(part, stubs) if isinstance(part, Frame) else part)
        parts.extend(stubs.get(part.address, ()) if isinstance(part, Box) else ())
    return replace(frame, parts=tuple(parts))


def _ends_below(
    picture: Picture, kept: tuple[Arrow, ...], stubs: list[tuple[str, Box]], lanes: dict[str, str]
) -> list[tuple[str, str]]:
    """An end that nothing leads down to stands below the course of the game."""
    reached = {arrow.target for arrow in kept if not arrow.aside}
    onward = {arrow.source for arrow in kept if not arrow.aside}
    course = [box for box in picture.boxes() if not lanes[box.address]]
    last = [box.address for box in course if box.address not in onward and box.kind != "end"]
    last += [stub.address for neighbour, stub in stubs if not lanes[neighbour]]
    return [(above, box.address) for box in course if box.kind == "end" and box.address not in reached for above in last]


def _after_all(picture: Picture, kept: tuple[Arrow, ...], gone: Sequence[Arrow]) -> Iterator[tuple[str, str]]:
    """Where it goes on when a phase is ended from elsewhere stands below the phase: nothing else leads down to it."""
    reached = {arrow.target for arrow in kept if not arrow.aside}
    ways: dict[str, list[str]] = {}
    for arrow in kept:
        if not arrow.aside:
            ways.setdefault(arrow.source, []).append(arrow.target)
    homes = {box.address: frame for frame in picture.frames() for box in frame.boxes}
    for target in dict.fromkeys(arrow.target for arrow in gone if arrow.kind == "ends"):
        if target not in reached and homes[target].address:
            later = _reached(ways, target)
            for box in boxes_of(homes[target]):
                if box.address not in ways and box.address not in later:
                    yield box.address, target


def _without_doubles(picture: Picture) -> Picture:
    """The picture with one arrow for several that look alike; counted ones are kept, for their counts differ."""
    alike = {replace(arrow, words="") if arrow.heat is None else arrow: arrow for arrow in reversed(picture.arrows)}
    return replace(picture, arrows=tuple(reversed(alike.values())))


def _without_loops(picture: Picture) -> Picture:
    """The picture with the arrows that close loops aside: what they lead back to stands above all the same."""
    upward = _upward(picture)
    arrows = tuple(
        replace(arrow, aside=True) if number in upward else arrow for number, arrow in enumerate(picture.arrows, 1)
    )
    return replace(picture, arrows=arrows)


def _upward(picture: Picture) -> set[int]:
    """The numbers of the arrows that close a loop: without them every arrow leads on from the start."""
    onward: dict[str, list[tuple[int, str]]] = {}
    for number, arrow in enumerate(picture.arrows, 1):
        if not arrow.aside:
            onward.setdefault(arrow.source, []).append((number, arrow.target))
    found: set[int] = set()
    done: set[str] = set()
    for box in picture.boxes():
        path: dict[str, Iterator[tuple[int, str]]] = {}
        if box.address not in done:
            path[box.address] = iter(onward.get(box.address, ()))
        while path:
            address, ways = next(reversed(path.items()))
            number, target = next(ways, (0, ""))
            if not number:
                done.add(address)
                del path[address]
            elif target in path:
                found.add(number)
            elif target not in done:
                path[target] = iter(onward.get(target, ()))
    return found


def loops(picture: Picture) -> set[int]:
    """The numbers, from 1, of arrows aside that lead back up to where what leads on led down from."""
    onward: dict[str, list[str]] = {}
    for arrow in picture.arrows:
        if not arrow.aside:
            onward.setdefault(arrow.source, []).append(arrow.target)
    return {
        number
        for number, arrow in enumerate(picture.arrows, 1)
        if arrow.aside and arrow.source in _reached(onward, arrow.target)
    }


def _reached(onward: dict[str, list[str]], start: str) -> set[str]:
    found = {start}
    todo = [start]
    while todo:
        new = [address for address in onward.get(todo.pop(), ()) if address not in found]
        found.update(new)
        todo.extend(new)
    return found
