"""Writes the picture as a DOT file, for Graphviz and everything that reads its language.

In: a `Picture`. Out: text, the same for the same picture. Boxes are called n1, n2, ... in the order of the rulebook.
Boxes, frames and arrows have an `id` made of their address or number and a `class` of their kind and change, both fit
for XML and CSS, and boxes and frames carry their address as a tooltip. The lanes of a picture, its legend and its notes
are laid out each by itself, and stand side by side.

A page that lays pictures out itself writes them of `head`, `box_attributes`, `frame_attributes`, `arrow_attributes` and
`legend_sheet`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulewright.visualizer.apart import LANES, lanes_of, loops, set_apart
from rulewright.visualizer.corrections import NO_CORRECTIONS, Corrections
from rulewright.visualizer.dot_attributes import arrow_looks, box_looks, frame_attributes, quoted, written
from rulewright.visualizer.picture import Arrow, Box, Frame, Picture, names_of
from rulewright.visualizer.scene import POINTS_PER_INCH
from rulewright.visualizer.surroundings import BETWEEN, RANKS, head, legend_lines, note_lines
from rulewright.visualizer.words import one_line

CROWD = 4  # more targets of one box than this stand in several rows


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a picture that is laid out by itself. picture: of nothing else, set apart; depth: how many frames are around
    its parts, the whole picture included; names, ids: of its boxes and arrows in the whole."""

    picture: Picture
    depth: int
    names: Mapping[str, str]
    ids: Mapping[Arrow, str]


def whole(picture: Picture) -> Piece:
    """All of a picture that has been set apart."""
    ids = {arrow: f"arrow-{number}" for number, arrow in enumerate(picture.arrows, 1)}
    return Piece(picture, 1, names_of(picture), ids)


def write_dot(picture: Picture, *, clusters: bool = True, surroundings: bool = True) -> str:
    """The picture in DOT.

    Without clusters the frames are left out: a layout that fails with them succeeds. Without surroundings there is neither
    a title nor a legend, for a page that has its own.
    """
    picture = set_apart(picture)
    title = picture.title if surroundings else ""
    lines = [*head(title), *_Written(whole(picture), clusters, False, NO_CORRECTIONS).lines()]
    if clusters and surroundings:
        lines += [*legend_lines(picture), *note_lines(picture)]
    return "\n".join((*lines, "}")) + "\n"


def page_lines(picture: Picture) -> list[str]:
    """The same for a picture that has been set apart already, without surroundings: what the page puts together itself."""
    return [*head(), *_Written(whole(picture), True, False, NO_CORRECTIONS).lines(), "}"]


def write_piece(
    piece: Piece,
    *,
    clusters: bool = True,
    together: bool = False,
    between: float = BETWEEN,
    corrections: Corrections = NO_CORRECTIONS,
) -> str:
    """A piece in DOT.

    together, between: see `head`. The corrections come of an earlier layout of the same piece.
    """
    lines = _Written(piece, clusters, together, corrections).lines()
    return "\n".join((*head(together=together, between=between), *lines, "}")) + "\n"


def write_frame(frame: Frame, depth: int, wide: float, high: float) -> str:
    """A frame around something of a size in points."""
    size = f'width="{wide / POINTS_PER_INCH:.4f}", height="{high / POINTS_PER_INCH:.4f}"'
    return "\n".join((
        *head(), f"  subgraph {quoted(f'cluster_{one_line(frame.address)}')} {{",
        f"    graph [{frame_attributes(frame, depth)}];",
        f'    content [shape=box, fixedsize=true, label="", {size}];', "  }", "}", "",
    ))  # fmt: skip


class _Written:
    """A picture that has been set apart being written, or a piece of it."""

    def __init__(self, piece: Piece, clusters: bool, together: bool, corrections: Corrections) -> None:
        self.piece, self.clusters, self.together, self.corrections = piece, clusters, together, corrections
        self.picture, self.names = piece.picture, piece.names
        self.leaps, self.loops = _leaps(self.picture), loops(self.picture)
        self.places = self._places()

    def lines(self) -> Iterator[str]:
        yield from self._parts(self.picture.frame.parts, self.piece.depth)
        for number, arrow in enumerate(self.picture.arrows, 1):
            yield self._arrow(number, arrow)
        for above, below in pairwise(self.picture.lane):
            yield f"  {self.names[above]} -> {self.names[below]} [style=invis, weight=8];"
        for above, below in self.picture.below:
            yield f"  {self.names[above]} -> {self.names[below]} [style=invis, weight=0];"

    def _arrow(self, number: int, arrow: Arrow) -> str:
        attributes = {"id": self.piece.ids[arrow]} | arrow_looks(arrow)
        if number in self.leaps:
            attributes["minlen"] = str(self.leaps[number] * (1 if self.together else RANKS))
        ends = self.corrections.ends.get(attributes["id"], ("", ""))
        attributes |= {name: frame for name, frame in zip(("ltail", "lhead"), ends, strict=True) if frame}
        source, target = self.names[arrow.source], self.names[arrow.target]
        if number in self.loops:  # routed best as one that leads down
            del attributes["constraint"]
            attributes |= {"weight": "1"} | ({} if arrow.both else {"dir": "back"})
            source, target = target, source
        return f"  {source} -> {target} [{written(attributes)}];"

    def _places(self) -> dict[str, int]:
        """The place of each box among what stands side by side: the course of the game comes first, then each lane."""
        kinds = {frame.address: LANES.index(frame.kind) + 2 for frame in self.picture.frame.frames if frame.kind in LANES}
        return {address: kinds.get(lane, 1) for address, lane in lanes_of(self.picture).items()}

    def _parts(self, parts: Sequence[Box | Frame], depth: int) -> Iterator[str]:
        indent = "  " * depth
        for part in parts:
            if isinstance(part, Box):
                attributes = box_looks(part) | {"sortv": str(self.places[part.address])}
                yield f"{indent}{self.names[part.address]} [{written(attributes)}];"
            elif self.clusters:
                yield f"{indent}subgraph {quoted(f'cluster_{one_line(part.address)}')} {{"
                yield f"{indent}  graph [{frame_attributes(part, depth)}];"
                yield from self._parts(part.parts, depth + 1)
                yield f"{indent}}}"
            else:
                yield from self._parts(part.parts, depth + 1)


def _leaps(picture: Picture) -> dict[int, int]:
    """How many rows each arrow goes down, by its number, where more than one: a crowd of targets stands in a few rows."""
    crowds: dict[str, list[int]] = {}
    for number, arrow in enumerate(picture.arrows, 1):
        if arrow.kind in ("option", "call") and not arrow.aside and arrow.source != arrow.target:
            crowds.setdefault(arrow.source, []).append(number)
    return {
        number: 1 + place % rows
        for crowd in crowds.values()
        if (rows := round(len(crowd) ** 0.5)) and len(crowd) > CROWD
        for place, number in enumerate(crowd)
        if place % rows
    }


