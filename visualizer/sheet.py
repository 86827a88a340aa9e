"""Lays a picture out: pieces that no arrow connects each by itself, with legend and notes on one sheet.

In: a `Picture`. Out: a `Scene`. Each piece is laid out by Graphviz, in a few ways of which the cleanest is taken; ends of
arrows and words are then moved where they are in the way. An arrow that cannot be drawn cleanly is cut: small boxes say at
both ends where it leads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import TypeVar

from rulewright.visualizer.apart import cut, set_apart
from rulewright.visualizer.approach import approached
from rulewright.visualizer.clashes import Clash
from rulewright.visualizer.close_by import with_small_boxes_near
from rulewright.visualizer.corrections import NO_CORRECTIONS, Corrections, corrections
from rulewright.visualizer.dot import Piece, whole, write_frame, write_piece
from rulewright.visualizer.elbow_room import with_elbow_room
from rulewright.visualizer.geometry import Area, area_of, area_of_words, around, curve_of, length, segments
from rulewright.visualizer.labels import placed
from rulewright.visualizer.measure import text_width
from rulewright.visualizer.mirror import from_the_left
from rulewright.visualizer.nudge import nudged, smoothed
from rulewright.visualizer.packing import Packing, pack
from rulewright.visualizer.picture import Arrow, Frame, Picture
from rulewright.visualizer.pieces import alone_in, pieces_of
from rulewright.visualizer.render import SECONDS, DrawError, render_dot
from rulewright.visualizer.scene import Part, Scene, Words, moved, read_scene
from rulewright.visualizer.spread import spread
from rulewright.visualizer.surroundings import BETWEEN, legend_sheet, note_sheet
from rulewright.visualizer.theme import light

EDGE = 24.0  # points around the whole
GAP, INSIDE = 26.0, 18.0  # points between pieces; the same inside a frame
ASPECT = 1.5  # how much wider than high a sheet is best
ASPECTS = (0.4, 0.8, 1.3, 2.0, 3.2)  # the same for frames, of which the one that makes the best sheet is taken
MARGINS = (24.0, 52.0)  # about what a frame adds to the size of what it holds
SMALL = 0.12  # of the room of the largest piece: what takes up less comes behind
TITLE = 20.0  # size of the letters of the title
# together, and inches between boxes: see `surroundings.head`; a little more or less room makes quite another layout
Way = tuple[bool, float]
Ways = tuple[Way, ...]
WAYS: Ways = ((False, BETWEEN), (True, BETWEEN), (False, 0.45), (True, 0.5), (False, 0.34), (True, 0.34))
MORE: Ways = ((False, 0.6), (True, 0.6), (False, 0.75), (True, 0.75))  # when nothing else has helped
AGAIN = 2  # ways in which a piece is laid out once an arrow of it has been cut
MANY = 120  # boxes of a piece that is laid out in two ways only
FEW_LEFT = 4  # clashes in such a piece for which arrows are cut rather than all of it laid out in another way
HOPELESS = 40  # clashes: another way would not be clean either
AT_ONCE, SHARE = 60, 3  # boxes of a piece for each arrow that is cut at once; one in so many of those that clash
ACROSS = "arrow across frame"  # what another layout does not help against
CUTS = 12  # how often arrows of a piece are cut, at most
ORDER = ("picture", "frame", "arrow", "list", "box")  # what is drawn on top of what


def lay_out(picture: Picture, seconds: float = SECONDS) -> Scene:
    """Lay a picture out. Raises DrawError when nothing here can."""
    return _Sheet(set_apart(picture), seconds).scene()


@dataclass(frozen=True)
class Drawn:
    """A picture that is laid out, and what is what in it.

    picture: as it was set apart. names: of its boxes by their addresses; arrows: by their ids; small boxes, which say where
    an arrow leads that has been cut, are among both. cuts: pieces of the picture before and after some arrows were cut.
    """

    scene: Scene
    picture: Picture
    names: Mapping[str, str]
    arrows: Mapping[str, Arrow]
    cuts: tuple[tuple[Picture, Picture], ...]


def draw_bare(picture: Picture, seconds: float = SECONDS) -> Drawn:
    """Lay a picture out, with neither title nor legend nor notes. Raises DrawError when nothing here can."""
    sheet = _Sheet(set_apart(picture), seconds)
    scene = sheet.bare_scene()
    arrows = {identity: arrow for arrow, identity in sheet.ids.items()}
    return Drawn(scene, sheet.picture, sheet.names, arrows, tuple(sheet.cuts))


@dataclass(frozen=True, slots=True)
class _Solid:
    """Something that has its places, and what clashes in it."""

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


@dataclass(frozen=True)
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
        return _packed(tuple(each.size for each in self.inside), INSIDE, aspect)


_packed = cache(pack)
_Item = TypeVar("_Item", _Solid, _Solid | _Loose)


class _Sheet:
    """A picture being laid out."""

    def __init__(self, picture: Picture, seconds: float) -> None:
        self.picture, self.seconds = picture, seconds
        self.names, self.ids = dict(whole(picture).names), dict(whole(picture).ids)
        self.cuts: list[tuple[Picture, Picture]] = []

    def scene(self) -> Scene:
        """All on one sheet, below the title."""
        items = _large_first(list(self._items(self.picture, 1)))
        items.append(self._read_solid(legend_sheet(self.picture, self._kinds(), framed=True)))
        if self.picture.notes:
            items.append(self._read_solid(note_sheet(self.picture)))
        title = self.picture.title
        wide = text_width(title, TITLE, bold=True)
        words = Words(title, EDGE, EDGE + TITLE * 0.8, round(wide, 2), TITLE, light("ink"), True, False)
        return self._put_together(self._chosen(items), EDGE + TITLE + INSIDE, Part("picture", "", "", "", "", (), (words,)))

    def bare_scene(self) -> Scene:
        """Nothing but the picture."""
        return self._put_together(self._chosen(_large_first(list(self._items(self.picture, 1)))), EDGE)

    def _chosen(self, items: list[_Solid | _Loose]) -> list[_Solid]:
        """All of these with their places inside, so that they make the best sheet."""
        loose = sum(isinstance(item, _Loose) for item in items)
        ways: list[tuple[float, ...]] = list(product(ASPECTS, repeat=loose)) if loose < 4 else [(ASPECT,) * loose]
        best = min(ways, key=lambda way: self._height(items, way))
        chosen = iter(best)
        return [self._framed(item, next(chosen)) if isinstance(item, _Loose) else item for item in items]

    def _kinds(self) -> tuple[str, ...]:
        """What is in the picture beside its own boxes: the small ones at the ends of arrows that have been cut."""
        return ("stub",) if len(self.names) > len(self.picture.boxes()) else ()

    def _height(self, items: list[_Solid | _Loose], way: Sequence[float]) -> float:
        """How high a page all would need when frames are packed in these ways."""
        aspects = iter(way)
        sizes = []
        for item in items:
            if isinstance(item, _Loose):
                inner = item.packed(next(aspects))
                sizes.append((inner.width + MARGINS[0], inner.height + MARGINS[1]))
            else:
                sizes.append(item.size)
        return round(_packed(tuple(sizes), GAP, ASPECT).side(ASPECT), 2)

    def _items(self, picture: Picture, depth: int) -> Iterator[_Solid | _Loose]:
        """The pieces of a picture, each laid out."""
        for parts in pieces_of(picture):
            piece = alone_in(picture, parts)
            only = parts[0] if len(parts) == 1 and isinstance(parts[0], Frame) else None
            within = alone_in(picture, only.parts) if only is not None else None
            if only is not None and within is not None and len(pieces_of(within)) > 1:
                inside = [self._solid(item) for item in self._items(within, depth + 1)]
                yield _Loose(only, depth, tuple(_large_first(inside)))
            else:
                yield from self._laid_out(piece, depth)

    def _laid_out(self, picture: Picture, depth: int, cuts: int = CUTS, ways: Ways = WAYS) -> Iterator[_Solid | _Loose]:
        """A piece; when arrows have to be cut, what it falls into, which is best laid out as it was before."""
        piece = Piece(picture, depth, self.names, self.ids)
        scene, found, way = self._best(piece, ways)
        worst = self._worst(picture, scene, found) if cuts else []
        left = (*(other for other in WAYS if other not in ways), *MORE)
        if not worst and found and left and len(picture.boxes()) <= MANY:  # nothing is left to be cut
            scene, found, way = min((scene, found, way), self._best(piece, left), key=lambda each: len(each[1]))
        if not worst:
            yield _solid(scene)
            return
        smaller = _in_order(cut(picture, worst), worst)
        self.cuts.append((picture, smaller))
        for box in smaller.boxes():
            self.names.setdefault(box.address, f"n{len(self.names) + 1}")
        for arrow in smaller.arrows:
            if arrow not in self.ids:
                self.ids[arrow] = self._id_of_half(arrow, worst)
        if len(pieces_of(smaller)) > 1:
            yield from self._items(smaller, depth)
        else:
            again = (way, *(other for other in WAYS if other != way))
            yield from self._laid_out(smaller, depth, cuts - 1, again[:AGAIN])

    def _id_of_half(self, arrow: Arrow, halved: Sequence[Arrow]) -> str:
        """What an arrow to a small box is called, or one from there: as the first one that it stands for."""
        leads = next((each for each in halved if each.source == arrow.source and each.kind == arrow.kind), None)
        if leads is not None:
            return f"{self.ids[leads]}-from"
        comes = next(each for each in halved if each.target == arrow.target and each.kind == arrow.kind)
        return f"{self.ids[comes]}-to"

    def _worst(self, picture: Picture, scene: Scene, found: list[Clash]) -> list[Arrow]:
        """The arrows to be said in small boxes: those that clash most often, of these the longest."""
        lengths = {part.identity: length(segments(curve)) for part in scene.parts if (curve := curve_of(part))}
        clashing = Counter(end.partition(": ")[0] for clash in found for end in (clash.one, clash.other))
        arrows = [arrow for arrow in self._can_be_cut(picture) if self.ids[arrow] in clashing]
        across = {clash.one for clash in found if clash.kind == ACROSS}
        arrows.sort(key=lambda arrow: (self.ids[arrow] not in across, -clashing[self.ids[arrow]], -lengths.get(self.ids[arrow], 0.0)))
        return arrows[: max(len(across), 1 + len(picture.boxes()) // AT_ONCE, len(arrows) // SHARE)]

    def _can_be_cut(self, picture: Picture) -> list[Arrow]:
        """The arrows between boxes that are not small."""
        small = {box.address for box in picture.boxes() if box.kind == "stub"}
        return [arrow for arrow in picture.arrows if not small & {arrow.source, arrow.target} and arrow.source != arrow.target]

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

    def _put_together(self, solids: list[_Solid], top: float, *above: Part) -> Scene:
        """All on one sheet. top: where it begins; above: what stands there, of words."""
        packing = pack([solid.size for solid in solids], GAP, ASPECT)
        parts = list(above)
        wide = max((words.width for part in above for words in part.words), default=0.0)
        for solid, (left, down) in zip(solids, packing.places, strict=True):
            parts.extend(solid.at(EDGE + left, top + down))
        parts.sort(key=lambda part: ORDER.index(part.kind))
        width = max(packing.width, wide) + 2 * EDGE
        return Scene(round(width, 2), round(top + packing.height + EDGE, 2), light("page"), tuple(parts))

    # ------------------------------------------------------------------------------------ one piece

    def _best(self, piece: Piece, ways: Ways) -> tuple[Scene, list[Clash], Way]:
        """A piece in the way in which it is cleanest, what clashes in it all the same, and which way that is."""
        tried: list[tuple[Scene, list[Clash], Way]] = []
        for way in ways[: 2 if len(piece.picture.boxes()) > MANY else len(ways)]:
            try:
                scene = self._tried(piece, *way)
            except DrawError:
                continue
            tried.append((*nudged(with_small_boxes_near(scene)), way))
            left = len(tried[-1][1])
            whole = {self.ids[arrow] for arrow in self._can_be_cut(piece.picture)}
            across = len(tried) == 1 and any(clash.kind == ACROSS and clash.one in whole for clash in tried[0][1])
            if not left or left > HOPELESS or across or (left <= FEW_LEFT and len(piece.picture.boxes()) > MANY):
                break
        if not tried:  # Graphviz sometimes cannot place frames
            return placed(_tidied(self._read(write_piece(piece, clusters=False)))), [], ways[0]
        return min(tried, key=lambda each: len(each[1]))

    def _tried(self, piece: Piece, together: bool, between: float) -> Scene:
        scene = self._written(piece, together, between, NO_CORRECTIONS)
        needed = corrections(scene)
        return placed(scene if needed == NO_CORRECTIONS else self._written(piece, together, between, needed), ("arrow",))

    def _written(self, piece: Piece, together: bool, between: float, needed: Corrections) -> Scene:
        """A piece of which only the words of arrows are not placed yet."""
        text = write_piece(piece, together=together, between=between, corrections=needed)
        return placed(_tidied(from_the_left(self._read(text))), ("frame",))

    def _read(self, text: str) -> Scene:
        return read_scene(render_dot("json", (text,), self.seconds))

    def _read_solid(self, lines: Iterator[str]) -> _Solid:
        return _solid(self._read("\n".join(lines)))


def _in_order(picture: Picture, halved: Sequence[Arrow]) -> Picture:
    """Where it goes on stays below where it comes from when the arrow is cut; it would stand at the top else."""
    pairs = ((arrow.source, arrow.target) for arrow in halved if arrow.kind == "next" and not arrow.aside)
    return replace(picture, below=tuple(dict.fromkeys((*picture.below, *pairs))))


def _large_first(items: list[_Item]) -> list[_Item]:
    """What is small fits in where there is room left; else the order stays."""
    small = SMALL * max((item.room for item in items), default=0.0)
    return sorted(items, key=lambda item: item.room < small)


def _tidied(scene: Scene) -> Scene:
    return smoothed(approached(spread(with_elbow_room(scene))))


def _solid(scene: Scene) -> _Solid:
    return _Solid(scene.parts, extent(scene))


def extent(scene: Scene) -> Area:
    """The area that everything in a scene takes up."""
    areas = [area_of(part) for part in scene.parts if part.marks]
    areas += [area_of_words(words) for part in scene.parts for words in part.words]
    return around(areas) if areas else (0.0, 0.0, 0.0, 0.0)
