"""Makes smaller pictures of a picture: frames shut to one box each, or one frame alone.

In: a `Picture`. Out: another one, ready for any writer. A shut frame is a box of kind `closed` with the frame's address;
what led into or out of the frame leads to this box. In a frame alone, what it is connected with outside is a box of kind
`stub`. `page_files/collapse.js` does the same in the browser; a test holds both to the same result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture, boxes_of, frames_of

AHEAD = ("option", "call", "opens")  # arrows that something may come back along


def collapse(picture: Picture, closed: Collection[str]) -> Picture:
    """The picture with some frames shut, named by their addresses. The whole picture cannot be shut."""
    stands_for: dict[str, str] = {}
    frame = _shut_inside(picture, picture.frame, frozenset(closed) - {picture.frame.address}, stands_for)
    lane = tuple(dict.fromkeys(stands_for.get(address, address) for address in picture.lane))
    below = ((stands_for.get(upper, upper), stands_for.get(lower, lower)) for upper, lower in picture.below)
    return replace(
        picture,
        frame=frame,
        arrows=led(picture.arrows, stands_for),
        lane=lane,
        below=tuple(dict.fromkeys(pair for pair in below if pair[0] != pair[1])),
    )


def alone(picture: Picture, address: str) -> Picture:
    """One frame of the picture with what is inside, and its neighbours outside. Raises KeyError when there is none."""
    opened = next((frame for frame in picture.frames() if frame.address == address), None)
    if opened is None:
        raise KeyError(address)
    inside = {box.address for box in boxes_of(opened)}
    arrows = tuple(arrow for arrow in picture.arrows if arrow.source in inside or arrow.target in inside)
    near = {end for arrow in arrows for end in (arrow.source, arrow.target)} - inside
    around = _homes(picture, opened)
    parts: list[Box | Frame] = []
    for box in picture.boxes():
        if box.address in near:
            parts.append(stub(box, around.get(box.address)))
        elif box.address in inside and opened not in parts:
            parts.append(opened)
    return replace(
        picture,
        title=f"{picture.title}: {title_of(opened)}",
        frame=replace(picture.frame, parts=tuple(parts)),
        arrows=arrows,
        lane=tuple(each for each in picture.lane if each in inside),
        below=tuple(pair for pair in picture.below if inside.issuperset(pair)),
    )


def title_of(part: Box | Frame) -> str:
    """What a box or a frame is called."""
    if isinstance(part, Box) and part.name:
        return part.name
    return next((line.text for line in part.lines if line.role == "title"), part.address)


def closed_box(frame: Frame, arrows: Iterable[Arrow] = ()) -> Box:
    """The box that a frame is when it is shut. arrows: those of the picture."""
    boxes = boxes_of(frame)
    parts = sum(box.kind != "stub" for box in boxes)
    count = f"{parts} part{'' if parts == 1 else 's'} inside"
    heats = [box.heat for box in boxes if box.heat is not None]
    return Box(
        frame.address,
        "closed",
        title_of(frame),
        (*frame.lines, Line("words", count)),
        _change_inside(frame, arrows),
        max(heats, default=None),
    )


def stub(box: Box, home: Frame | None = None) -> Box:
    """The box that a neighbour is in a picture of one frame alone. home: the frame that it stands in."""
    if not box.lines:
        return box
    where = (Line("condition", f"in {title_of(home)}"),) if home is not None else ()
    return Box(box.address, "stub", title_of(box), (Line("title", title_of(box)), *where), box.change)


def led(arrows: Iterable[Arrow], stands_for: Mapping[str, str]) -> tuple[Arrow, ...]:
    """Arrows led to what stands for their ends. What is doubled thereby is one, and says only what all of them say."""
    groups: dict[tuple[str, str, str], list[Arrow]] = {}
    for arrow in arrows:
        source, target = stands_for.get(arrow.source, arrow.source), stands_for.get(arrow.target, arrow.target)
        if source != target or arrow.source == arrow.target == source:
            groups.setdefault((arrow.kind, source, target), []).append(arrow)
    two_way = {key for key in groups if key[0] in AHEAD and ("back", key[2], key[1]) in groups}
    dropped = {("back", target, source) for _, source, target in two_way}
    return tuple(_merged(key, group, key in two_way) for key, group in groups.items() if key not in dropped)


def _merged(key: tuple[str, str, str], group: list[Arrow], two_way: bool) -> Arrow:
    """One arrow for several with the same ends: it looks as the most taken one."""
    first = max(group, key=lambda arrow: -1.0 if arrow.heat is None else arrow.heat)
    said = len({(arrow.words, arrow.labels, arrow.count) for arrow in group}) == 1
    alike = len({arrow.change for arrow in group}) == 1
    return replace(
        first,
        source=key[1],
        target=key[2],
        words=first.words if said else "",
        labels=first.labels if said else (),
        count=first.count if said else "",
        both=two_way or any(arrow.both for arrow in group),
        aside=all(arrow.aside for arrow in group),
        change=first.change if alike else "changed",
    )


def _shut_inside(picture: Picture, frame: Frame, closed: frozenset[str], stands_for: dict[str, str]) -> Frame:
    parts: list[Box | Frame] = []
    for part in frame.parts:
        if isinstance(part, Box):
            parts.append(part)
        elif part.address in closed:
            stands_for.update((box.address, part.address) for box in boxes_of(part))
            parts.append(closed_box(part, picture.arrows))
        else:
            parts.append(_shut_inside(picture, part, closed, stands_for))
    return replace(frame, parts=tuple(parts))


def _change_inside(frame: Frame, arrows: Iterable[Arrow]) -> str:
    """What a comparison says of a frame and of all that it hides."""
    if frame.change not in ("", "same"):
        return frame.change
    inside = {box.address for box in boxes_of(frame)}
    changes = [box.change for box in boxes_of(frame)] + [inner.change for inner in frames_of(frame)]
    changes += [arrow.change for arrow in arrows if arrow.source in inside and arrow.target in inside]
    return "changed" if any(change not in ("", "same") for change in changes) else frame.change


def _homes(picture: Picture, opened: Frame) -> dict[str, Frame]:
    """The innermost frame around each box; none where that is around the opened frame, too."""
    homes: dict[str, Frame] = {}
    for frame in picture.frames()[1:]:
        if opened not in frames_of(frame):
            homes.update((box.address, frame) for box in boxes_of(frame))
    return homes
