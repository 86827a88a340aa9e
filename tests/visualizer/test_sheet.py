"""One sheet for a picture: pieces, packing, ends of arrows, words, and arrows that are cut."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist

import pytest

from rulewright.visualizer import render, sheet
from rulewright.visualizer.apart import cut, set_apart
from rulewright.visualizer.clashes import clashes
from rulewright.visualizer.geometry import area_of, curve_of, overlap
from rulewright.visualizer.labels import placed
from rulewright.visualizer.nudge import nudged
from rulewright.visualizer.packing import pack
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.pieces import alone_in, pieces_of
from rulewright.visualizer.scene import Mark, Part, Scene, Words
from rulewright.visualizer.sheet import lay_out
from rulewright.visualizer.spread import GAP, spread
from rulewright.visualizer.words import wrap
from tests.visualizer.pictures import shipped

renders = pytest.mark.skipif(not render.renderers(), reason="nothing here can lay out")


def box(address: str, kind: str = "step") -> Box:
    return Box(address, kind, address.upper(), (Line("title", address.upper()),))


def picture(*parts: Box | Frame, arrows: tuple[Arrow, ...] = ()) -> Picture:
    return Picture("t", Frame("", "game", (), parts), arrows)


def test_pieces_are_what_arrows_connect():
    frame = Frame("f", "phase", (), (box("c"), box("d")))
    whole = picture(box("a"), frame, box("b"), arrows=(Arrow("next", "b", "d"), Arrow("next", "c", "d")))
    assert [[part.address for part in parts] for parts in pieces_of(whole)] == [["a"], ["f", "b"]]
    alone = alone_in(replace(whole, lane=("a", "b"), below=(("a", "b"), ("c", "d"))), (frame, box("b")))
    assert len(alone.arrows) == 2 and alone.below == (("c", "d"),) and alone.lane == ()


@pytest.mark.parametrize("aspect", [0.4, 1.5, 3.0])
def test_what_is_packed_is_a_gap_apart(aspect):
    sizes = [(200, 300), (70, 40), (90, 60), (300, 30), (40, 200), (70, 40), (10, 10), (120, 90)]
    packed = pack(sizes, 12, aspect)
    areas = [(x, y, x + wide + 11.9, y + high + 11.9) for (x, y), (wide, high) in zip(packed.places, sizes, strict=True)]
    assert not any(overlap(one, other) for one, other in combinations(areas, 2))
    assert packed.width == max(area[2] for area in areas) - 11.9 and packed.height == max(area[3] for area in areas) - 11.9
    assert sum(wide * high for wide, high in sizes) > 0.5 * packed.width * packed.height
    assert pack([], 12, aspect).places == ()


def test_arrows_that_are_cut_are_said_at_both_ends():
    arrows = (Arrow("next", "a", "b", labels=("if x",)), Arrow("next", "a", "c"))
    found = cut(picture(box("a"), box("b"), box("c"), arrows=arrows), arrows[:1])
    assert [each.name for each in found.boxes()] == ["A", "→ B", "B", "← A", "C"]
    assert [(each.source, each.labels) for each in found.arrows][1] == ("a", ("if x",))


def test_what_calls_a_crowd_has_small_boxes():
    called = [box(f"b{number}") for number in range(5)]
    calls = tuple(Arrow("call", "hub", each.address, "", (f"label {each.address}",), both=True) for each in called)
    names = [each.name for each in set_apart(picture(box("hub"), *called, arrows=calls)).boxes()]
    assert names.count("← HUB") == 5 and "→ B0, B1, B2, 2 others" in names
    few = set_apart(picture(box("hub"), *called, arrows=calls[:4]))
    assert not any(each.kind == "stub" for each in few.boxes())
    said = {each.labels for each in set_apart(picture(box("hub"), *called, arrows=calls)).arrows if each.source != "hub"}
    assert said == {each.labels for each in calls}, "what an arrow says is said where it arrives"


# ------------------------------------------------------------------------ scenes


def drawn(name: str, left: float, top: float) -> Part:
    corners = ((left, top), (left + 60, top), (left + 60, top + 20), (left, top + 20))
    return Part("box", name, f"box-{name}", "box", name, (Mark("polygon", corners, "#ffffff", "#000000", 1, ""),), ())


def arrow(number: int, ends: tuple[str, str], *points: tuple[float, float], words: tuple[Words, ...] = ()) -> Part:
    return Part("arrow", "", f"arrow-{number}", "arrow", "", (Mark("curve", points, "", "#000000", 1, ""),), words, ends)


def test_ends_at_one_place_are_spread_in_the_order_of_their_arrows():
    parts = [drawn("a", 100, 0)]
    for number, x in enumerate((240.0, 20.0, 130.0)):
        parts.append(drawn(f"b{number}", x - 30, 200))
        parts.append(arrow(number, ("a", f"b{number}"), (130, 20), (130, 80), (x, 120), (x, 200)))
    ends = [curve.points for part in spread(Scene(400, 300, "#ffffff", tuple(parts))).parts if (curve := curve_of(part))]
    starts = [points[0] for points in ends if points[-1][1] == 200]
    assert [x for x, _ in starts] == pytest.approx([130 + GAP, 130 - GAP, 130]) and {y for _, y in starts} == {20}
    assert [points[-1] for points in ends] == [(240, 200), (20, 200), (130, 200)]


def test_words_move_off_their_line():
    words = Words("if so", 48, 60, 25, 10, "#000000", False, False)
    before = Scene(200, 200, "#ffffff", (arrow(1, ("a", "b"), (50, 0), (50, 50), (50, 100), (50, 150), words=(words,)),))
    after = placed(before)
    assert {clash.kind for clash in clashes(before)} == {"arrow on words"} and clashes(after) == []
    moved = after.parts[0].words[0]
    assert 3 <= moved.x - 50 < 8 or 3 <= 50 - moved.x - moved.width < 8, "clear of the line, and near it"


def test_arrows_that_look_like_one_are_bent_apart():
    straight = [(0.0, 50.0), (40.0, 50.0), (80.0, 50.0), (120.0, 50.0)]
    near = [(x, y + 2) for x, y in straight]
    before = Scene(200, 100, "#ffffff", (arrow(1, ("a", "b"), *straight), arrow(2, ("c", "d"), *near)))
    after, left = nudged(before)
    assert [clash.kind for clash in clashes(before)] == ["arrows together"] and left == clashes(after) == []
    for one, other in zip(before.parts, after.parts, strict=True):
        (first, last), (start, stop) = ((each.points[0], each.points[-1]) for part in (one, other) if (each := curve_of(part)))
        assert dist(first, start) == dist(last, stop) == 0


@renders
def test_a_sheet_is_packed():
    """Other actions of Entropy stood in one row, more than 3,000 points wide."""
    scene = lay_out(shipped("entropy/game.yaml"))
    assert scene.width < 2400 and 1.1 < scene.width / scene.height < 2
    frames = [area_of(part) for part in scene.parts if part.kind == "frame"]
    legend = next(area_of(part) for part in scene.parts if part.identity == "legend")
    assert sum(overlap(legend, area) for area in frames) == 1, "nothing but itself"


@renders
def test_what_cannot_be_drawn_cleanly_is_said_in_small_boxes(monkeypatch):
    monkeypatch.setattr(sheet, "WAYS", sheet.WAYS[:2])  # in another way there would be less to cut
    boxes = [box(f"b{number}") for number in range(6)]
    arrows = tuple(Arrow("next", one.address, other.address, labels=("if x",)) for one in boxes for other in boxes if one != other)
    scene = lay_out(picture(*boxes, arrows=arrows))
    assert {clash.kind for clash in clashes(scene)} <= {"ends together"}, "of so many small boxes"
    cut_ones = {part.identity for part in scene.parts if part.identity.endswith(("-from", "-to"))}
    assert cut_ones and len({part.identity for part in scene.parts if part.kind == "box"}) > len(boxes)


def test_what_ends_a_phase_at_times_says_so():
    boxes = {box.address: box for box in shipped("classics/pig/game.yaml").boxes()}
    assert [line.text for line in boxes["actions.roll"].lines if line.role == "ends"] == ["may end turn"]
    assert [line.text for line in boxes["actions.stop_here"].lines if line.role == "ends"] == ["ends turn"]


@pytest.mark.parametrize(("text", "lines"), [
    ("is with_a_card_that_must_be_played or 4 more", ["is", "with_a_card_that_must_be_played", "or 4 more"]),
    ("not landing on create life is with_a_card_that_must_be_played", ["not landing on create life is", "with_a_card_that_must_be_played"]),
    ("one two three", ["one two", "three"]),
])  # fmt: skip
def test_lines_are_evenly_filled(text, lines):
    assert wrap(text, 10) == lines
