"""What is drawn, ready for any writer: frames around boxes, arrows between them, and the words on both.

A `Picture` is plain data. Writers put it into their format without looking at a graph; `collapse` and the like make
other pictures of it.
"""

from __future__ import annotations

from dataclasses import dataclass

LISTS = ("moves", "does", "reacts")  # arrows whose labels are no conditions
SIGNS = {"added": "+", "removed": "−", "changed": "~"}  # of what is different, in front of its words
CHANGES = (*SIGNS, "same")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a box or frame.

    role: title, words, who, loop, condition, chance, option, ends, reacts, rules, source (as the author wrote it),
    change (what is different), count (how often in simulated games). In the notes of a picture: title, or what became of
    something, added, removed, changed or same (it only uses what changed); the text begins with a sign for it. address:
    of the node that a note is about, or "".
    """

    role: str
    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A node to be drawn. name: what it is called where another one leads to it.

    change: added, removed, changed or same when two games are compared, else "". heat: how often it was come to, from 0
    (never) to 1 (most often), None when nothing was counted.
    """

    address: str
    kind: str
    name: str
    lines: tuple[Line, ...]
    change: str = ""
    heat: float | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame with boxes and frames inside, in the order of the rulebook.

    kind: of its group, or menu, windows, always, actions. change: as of a box.
    """

    address: str
    kind: str
    lines: tuple[Line, ...]
    parts: tuple[Box | Frame, ...]
    change: str = ""

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes that stand in no inner frame."""
        return tuple(part for part in self.parts if isinstance(part, Box))

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames directly inside."""
        return tuple(part for part in self.parts if isinstance(part, Frame))


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow. words: what is chosen, which the boxes say too. labels: one line an alternative. both: it has a head at
    each end. aside: it does not say what stands above what. change, heat: as of a box; count: how often it was taken,
    in words, "" when nothing was counted."""

    kind: str
    source: str
    target: str
    words: str = ""
    labels: tuple[str, ...] = ()
    both: bool = False
    aside: bool = False
    change: str = ""
    heat: float | None = None
    count: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """The labels as they are read: conditions of which one is enough, or the things that one arrow stands for."""
        if self.kind in LISTS:
            return self.labels
        return tuple(f"or {label}" if place else label for place, label in enumerate(self.labels))


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything to be drawn. lane: boxes that stand in one column although no arrow says so; below: a box and one that
    stands anywhere below it. view: of the graph it was made of. notes: a list that stands beside it."""

    title: str
    frame: Frame
    arrows: tuple[Arrow, ...]
    lane: tuple[str, ...] = ()
    below: tuple[tuple[str, str], ...] = ()
    view: str = "turn"
    notes: tuple[Line, ...] = ()

    def boxes(self) -> tuple[Box, ...]:
        """All boxes, as a reader comes to them."""
        return boxes_of(self.frame)

    def frames(self) -> tuple[Frame, ...]:
        """All frames, each before those inside it; the whole picture is the first."""
        return frames_of(self.frame)


def names_of(picture: Picture) -> dict[str, str]:
    """What each box is called in languages that want short names, by its address: n1, n2, ..."""
    return {box.address: f"n{number}" for number, box in enumerate(picture.boxes(), 1)}


def boxes_of(frame: Frame) -> tuple[Box, ...]:
    """All boxes of a frame and of the frames inside it, in their order."""
    parts = ((part,) if isinstance(part, Box) else boxes_of(part) for part in frame.parts)
    return tuple(box for boxes in parts for box in boxes)


def frames_of(frame: Frame) -> tuple[Frame, ...]:
    """A frame and all frames inside it, each before those inside it."""
    found = [frame]
    for each in found:
        found.extend(each.frames)
    return tuple(found)
