"""Frames that are shut, and frames alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.visualizer.collapse import alone, collapse
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture, boxes_of
from rulewright.visualizer.turn import turn_flow
from tests.visualizer.flows import chaos, fair

TURN = "phases.game.round.turn"


def box(address: str, **more: object) -> Box:
    return replace(Box(address, "step", address.title(), (Line("title", address.title()),)), **more)  # type: ignore[arg-type]


def small(*arrows: Arrow) -> Picture:
    inner = Frame("inner", "phase", (Line("title", "Inner"),), (box("c", heat=0.2), box("d", heat=0.9)))
    outer = Frame("outer", "phase", (Line("title", "Outer"), Line("rules", "R-1")), (box("b"), inner))
    return Picture("Small", Frame("", "game", (), (box("a"), outer, box("e"))), arrows)


@pytest.fixture
def picture():
    return arrange(turn_flow(chaos()))


def test_nothing_shut_is_the_same_picture(picture):
    assert collapse(picture, ()) == picture
    assert collapse(picture, ("", "no such frame")) == picture


def test_a_shut_frame_is_a_box_with_its_words_and_a_count(picture):
    shut = collapse(picture, {TURN})
    (found,) = [box for box in shut.boxes() if box.kind == "closed"]
    turn = next(frame for frame in picture.frames() if frame.address == TURN)
    assert found.address == TURN and found.name == "Turn"
    assert found.lines == (*turn.lines, Line("words", f"{len(boxes_of(turn))} parts inside"))
    assert len(shut.boxes()) == len(picture.boxes()) - len(boxes_of(turn)) + 1


def test_every_frame_shut_alone_leaves_a_picture_that_can_be_written(picture):
    for frame in picture.frames()[1:]:
        assert write_dot(collapse(picture, {frame.address})).startswith("digraph")
        assert write_dot(alone(picture, frame.address)).startswith("digraph")


def test_a_frame_inside_a_shut_one_is_not_seen(picture):
    assert collapse(picture, {TURN, "actions.trade"}) == collapse(picture, {TURN})


def test_arrows_lead_to_the_shut_frame_and_vanish_inside():
    arrows = (Arrow("next", "a", "b"), Arrow("next", "b", "c"), Arrow("next", "c", "d"), Arrow("next", "d", "e"))
    assert [(each.source, each.target) for each in collapse(small(*arrows), {"inner"}).arrows] == [
        ("a", "b"), ("b", "inner"), ("inner", "e")
    ]  # fmt: skip
    assert [(each.source, each.target) for each in collapse(small(*arrows), {"outer"}).arrows] == [
        ("a", "outer"), ("outer", "e")
    ]  # fmt: skip


def test_an_arrow_of_a_box_to_itself_stays():
    loop = Arrow("next", "b", "b", labels=("again",))
    assert collapse(small(loop), {"inner"}).arrows == (loop,)
    assert collapse(small(loop), {"outer"}).arrows == ()


def test_doubled_arrows_are_one_that_says_what_all_say():
    different = collapse(small(Arrow("next", "c", "e", labels=("x",)), Arrow("next", "d", "e", labels=("y",))), {"inner"})
    assert different.arrows == (Arrow("next", "inner", "e"),)
    same = collapse(small(Arrow("next", "c", "e", labels=("x",)), Arrow("next", "d", "e", labels=("x",))), {"inner"})
    assert same.arrows == (Arrow("next", "inner", "e", labels=("x",)),)
    kinds = collapse(small(Arrow("next", "c", "e"), Arrow("ends", "d", "e", aside=True)), {"inner"})
    assert [each.kind for each in kinds.arrows] == ["next", "ends"]


def test_merged_arrows_are_as_hot_as_the_hottest_and_changed_when_they_differ():
    cool = Arrow("next", "c", "e", aside=True, change="same", heat=0.1, count="1 time")
    warm = Arrow("next", "d", "e", change="added", heat=0.8, count="8 times")
    assert collapse(small(cool, warm), {"inner"}).arrows == (Arrow("next", "inner", "e", change="changed", heat=0.8),)


def test_there_and_back_is_one_arrow_with_two_heads():
    shut = collapse(small(Arrow("option", "b", "c", words="Go"), Arrow("back", "d", "b", aside=True)), {"inner"})
    assert shut.arrows == (Arrow("option", "b", "inner", words="Go", both=True),)


def test_a_shut_frame_shows_heat_and_changes_of_what_it_hides():
    (shut,) = [box for box in collapse(small(), {"outer"}).boxes() if box.kind == "closed"]
    assert shut.heat == 0.9 and shut.change == ""
    changed = small(Arrow("next", "c", "d", change="added"))
    (shut,) = [box for box in collapse(changed, {"inner"}).boxes() if box.kind == "closed"]
    assert shut.change == "changed"


def test_lanes_and_what_stands_below_lead_to_the_shut_frame():
    shown = replace(small(), lane=("a", "c", "d", "e"), below=(("c", "d"), ("c", "e"), ("d", "e")))
    shut = collapse(shown, {"inner"})
    assert shut.lane == ("a", "inner", "e")
    assert shut.below == (("inner", "e"),)


def test_a_frame_alone_has_its_neighbours_as_stubs(picture):
    shown = alone(picture, TURN)
    turn = next(frame for frame in picture.frames() if frame.address == TURN)
    assert turn in shown.frame.parts
    stubs = [part for part in shown.frame.parts if isinstance(part, Box)]
    assert {stub.kind for stub in stubs} == {"stub"}
    assert "phases.game.round/over" in {stub.address for stub in stubs}
    inside = {box.address for box in boxes_of(turn)}
    assert shown.arrows and all(arrow.source in inside or arrow.target in inside for arrow in shown.arrows)
    assert shown.title == "Chaos · 3 to 6 players: Turn"


def test_a_stub_says_in_which_frame_it_stands():
    shown = alone(small(Arrow("next", "d", "e"), Arrow("next", "b", "c")), "inner")
    assert [part.address for part in shown.frame.parts] == ["b", "inner", "e"]
    assert [part.lines[1:] for part in shown.frame.parts if isinstance(part, Box)] == [(), ()]
    away = Frame("away", "phase", (Line("title", "Away"),), (box("f"),))
    wide = small(Arrow("next", "d", "f"))
    wide = replace(wide, frame=replace(wide.frame, parts=(*wide.frame.parts, away)))
    (_, stub) = alone(wide, "inner").frame.parts
    assert isinstance(stub, Box) and stub.lines == (Line("title", "F"), Line("condition", "in Away"))


def test_a_frame_that_there_is_not():
    with pytest.raises(KeyError):
        alone(arrange(turn_flow(fair())), "no such frame")
