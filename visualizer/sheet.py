"""Lays a picture out: pieces that no arrow connects each by itself, with legend and notes on one sheet.

In: a `Picture`. Out: a `Scene`. Each piece is laid out by Graphviz, in a few ways of which the cleanest is taken; ends of
arrows and words are then moved where they are in the way. What cannot be drawn cleanly is cut: small boxes say at both ends
where the arrow leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from rulewright.visualizer.apart import set_apart
from rulewright.visualizer.clashes import Clash, clashes
from rulewright.visualizer.corrections import NO_CORRECTIONS, Corrections, corrections
from rulewright.visualizer.dot import Piece, write_frame, write_piece
from rulewright.visualizer.geometry import Area, area_of, area_of_words, around, curve_of, length, segments
from rulewright.visualizer.labels import placed
from rulewright.visualizer.measure import text_width
from rulewright.visualizer.packing import Packing, pack
from rulewright.visualizer.picture import Arrow, Frame, Picture
from rulewright.visualizer.pieces import pieces_of
from rulewright.visualizer.render import SECONDS, DrawError, render_dot
from rulewright.visualizer.scene import Part, Scene, Words, moved, read_scene
from rulewright.visualizer.spread import spread
from rulewright.visualizer.surroundings import legend_sheet, note_sheet
from rulewright.visualizer.theme import light

EDGE = 24.0  # points around the whole
BETWEEN = 26.0  # points between pieces
INSIDE = 18.0  # the same inside a frame
ASPECT = 1.5  # how much wider than high a sheet is best
ASPECTS = (0.4, 0.8, 1.3, 2.0, 3.2)  # the same for frames, of which the one that makes the best sheet is taken
MARGINS = (24.0, 52.0)  # about what a frame adds to the size of what it holds
WAYS: tuple[dict[str, float], ...] = ({}, {"together": 1}, {"between": 0.45}, {"together": 1, "between": 0.5})
MANY = 120  # boxes of a piece that is laid out in two ways only
SMALL = 0.12  # of the room of the largest piece: what takes up less comes behind
CUTS = 12  # how often arrows are cut and all is laid out once more, at most
TITLE = 20.0  # size of the letters of the title


def lay_out(picture: Picture, seconds: float = SECONDS) -> Scene:
    """Lay a picture out. Raises DrawError when nothing here can."""
    cut: set[Arrow] = set()
    best, fewest = None, 0
    for _ in range(CUTS):
        apart = set_apart(picture, cut)
        scene = _Sheet(apart, seconds).scene()
        found = clashes(scene)
        if best is None or len(found) < fewest:
            best, fewest = scene, len(found)
        more = _to_cut(apart, scene, found)
        if not more:
            break
        cut |= more
    assert best is not None
    return best


def _to_cut(picture: Picture, scene: Scene, found: list[Clash]) -> set[Arrow]:
    """The arrows to be said in small boxes: of those that clash the longest, one in each piece of the picture."""
    lengths = {part.identity: length(segments(curve)) for part in scene.parts if (curve := curve_of(part))}
    small = {box.address for box in picture.boxes() if box.kind == "stub"}
    arrows = {f"arrow-{number}": arrow for number, arrow in enumerate(picture.arrows, 1)}
    worst: dict[str, tuple[float, str]] = {}
    for clash in found:
        for identity in (clash.one, clash.other):
            arrow = arrows.get(identity.partition(": ")[0])
            if arrow is not None and arrow.source not in small and arrow.target not in small and arrow.source != arrow.target:
                name = identity.partition(": ")[0]
                far = lengths.get(name, 0.0)
                worst["" ] = max(worst.get("", (0.0, "")), (far, name))
    return {arrows[name] for _, name in worst.values()}


@dataclass(frozen=True, slots=True)
class _Solid:
    """Something of one size."""

    parts: tuple[Part, ...]
    area: Area

    @property
    def size(self) -> tuple[float, float]:
        return self.area[2] - self.area[0], self.area[3] - self.area[1]

    @property
    def room(self) -> float:
        """How much of the sheet it takes up."""
        return self.size[0] * self.size[1]

    def at(self, left: float, top: float) -> tuple[Part, ...]:
        """Its parts, with its upper left corner there."""
        return tuple(moved(part, left - self.area[0], top - self.area[1]) for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Loose:
    """A frame whose pieces may stand in one way or another."""

    frame: Frame
    depth: int
    inside: tuple[_Solid, ...]

    @property
    def room(self) -> float:
        """How much of the sheet it takes up, about."""
        return sum(each.room for each in self.inside)

    def packed(self, aspect: float) -> Packing:
        """Its pieces on a sheet of their own."""
        return pack([each.size for each in self.inside], INSIDE, aspect)


_Item = TypeVar("_Item", _Solid, _Solid | _Loose)


class _Sheet:
    """A picture being laid out."""

    def __init__(self, picture: Picture, seconds: float) -> None:
        self.picture, self.seconds = picture, seconds

    def scene(self) -> Scene:
        items = list(self._items(self.picture.frame, 1))
        items = _large_first(items)
        items += [solid for solid in (self._legend(), self._notes()) if solid is not None]
        loose = [item for item in items if isinstance(item, _Loose)]
        ways = product(ASPECTS, repeat=len(loose)) if len(loose) < 4 else [(ASPECT,) * len(loose)]
        _, solid = min(
            ((self._packed(items, way), place), way) for place, way in enumerate(ways)
        )
        chosen = iter(solid)
        solids = [self._framed(item, next(chosen)) if isinstance(item, _Loose) else item for item in items]
        return self._put_together(solids)

    def _packed(self, items: list[_Solid | _Loose], way: tuple[float, ...]) -> float:
        """How high a page all would need when frames are packed in these ways."""
        aspects = iter(way)
        sizes = []
        for item in items:
            if isinstance(item, _Loose):
                inner = item.packed(next(aspects))
                sizes.append((inner.width + MARGINS[0], inner.height + MARGINS[1]))
            else:
                sizes.append(item.size)
        return round(pack(sizes, BETWEEN, ASPECT).side(ASPECT), 2)

    def _items(self, frame: Frame, depth: int) -> Iterator[_Solid | _Loose]:
        """The pieces of a frame, each laid out."""
        for parts in pieces_of(self.picture, frame):
            alone = parts[0] if len(parts) == 1 and isinstance(parts[0], Frame) else None
            if alone is not None and len(pieces_of(self.picture, alone)) > 1:
                inside = [self._solid(item) for item in self._items(alone, depth + 1)]
                yield _Loose(alone, depth, tuple(_large_first(inside)))
            else:
                yield _solid(self._piece(Piece(parts, depth)))

    def _solid(self, item: _Solid | _Loose) -> _Solid:
        return self._framed(item, ASPECT) if isinstance(item, _Loose) else item

    def _framed(self, loose: _Loose, aspect: float) -> _Solid:
        """A frame around its packed pieces."""
        packing = loose.packed(aspect)
        scene = self._read(write_frame(loose.frame, loose.depth, packing.width, packing.height))
        outline = next(part for part in scene.parts if part.kind == "frame")
        left, top, _, _ = area_of(next(part for part in scene.parts if part.kind == "box"))
        parts = [outline]
        for solid, (right, down) in zip(loose.inside, packing.places, strict=True):
            parts.extend(solid.at(left + right, top + down))
        return _Solid(tuple(parts), area_of(outline))

    def _legend(self) -> _Solid | None:
        lines = list(legend_sheet(self.picture, framed=True))
        return _solid(self._read("\n".join(lines)))

    def _notes(self) -> _Solid | None:
        return _solid(self._read("\n".join(note_sheet(self.picture)))) if self.picture.notes else None

    def _put_together(self, solids: list[_Solid]) -> Scene:
        title = self.picture.title
        wide = text_width(title, TITLE, bold=True)
        top = EDGE + TITLE + INSIDE
        packing = pack([solid.size for solid in solids], BETWEEN, ASPECT)
        parts = [part for solid, (left, down) in zip(solids, packing.places, strict=True) for part in solid.at(EDGE + left, top + down)]
        words = Words(title, EDGE, EDGE + TITLE * 0.8, round(wide, 2), TITLE, light("ink"), True, False)
        parts.insert(0, Part("picture", "", "", "", "", (), (words,)))
        width = max(packing.width, wide) + 2 * EDGE
        order = {kind: place for place, kind in enumerate(("picture", "frame", "arrow", "list", "box"))}
        parts.sort(key=lambda part: order[part.kind])
        return Scene(round(width, 2), round(top + packing.height + EDGE, 2), light("page"), tuple(parts))

    # ------------------------------------------------------------------------------------ one piece

    def _piece(self, piece: Piece) -> Scene:
        best, fewest = None, 0
        for way in WAYS:
            try:
                scene = self._tried(piece, way)
            except DrawError:
                if best is None and way is WAYS[-1]:
                    return self._read(write_piece(self.picture, piece, clusters=False))
                continue
            count = len(clashes(scene))
            if best is None or count < fewest:
                best, fewest = scene, count
            if not fewest:
                break
        assert best is not None
        return best

    def _tried(self, piece: Piece, way: dict[str, float]) -> Scene:
        options = {"together": bool(way.get("together", 0))}
        between = way.get("between", 0.28)
        scene = _tidied(self._read(write_piece(self.picture, piece, between=between, **options)))
        needed = corrections(scene)
        if needed == NO_CORRECTIONS:
            return scene
        return _tidied(self._read(write_piece(self.picture, piece, between=between, corrections=needed, **options)))

    def _read(self, text: str) -> Scene:
        return read_scene(render_dot("json", (text,), self.seconds))


def _large_first(items: list[_Item]) -> list[_Item]:
    """What is small fits in where there is room left; else the order stays."""
    sizes = [item.room for item in items]
    small = SMALL * max(sizes, default=0.0)
    return [items[place] for place in sorted(range(len(items)), key=lambda place: sizes[place] < small)]


def _tidied(scene: Scene) -> Scene:
    return placed(spread(scene))


def _solid(scene: Scene) -> _Solid:
    return _Solid(scene.parts, extent(scene))


def extent(scene: Scene) -> Area:
    """The area that everything in a scene takes up."""
    areas = [area_of(part) for part in scene.parts if part.marks]
    return around((*areas, *(area_of_words(words) for part in scene.parts for words in part.words)))
