"""What stands apart: lanes without arrows between them, and small boxes that say where things go on."""

from __future__ import annotations

from rulewright.visualizer.apart import lanes_of, loops, set_apart
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture
from tests.visualizer.pictures import compared, shipped


def box(address: str, kind: str = "step") -> Box:
    return Box(address, kind, address.upper(), (Line("title", address.upper()),))


def picture(*arrows: Arrow, ends: tuple[str, ...] = ()) -> Picture:
    course = Frame("p", "phase", (), (box("a"), box("b"), box("c")))
    beside = Frame("always in effect", "always", (), (box("law", "law"),))
    return Picture("t", Frame("", "game", (), (course, beside, *(box(end, "end") for end in ends))), arrows)


def stubs(found: Picture) -> dict[str, str]:
    return {each.address: each.name for each in found.boxes() if each.kind == "stub"}


def test_no_arrow_leads_from_lane_to_lane():
    for each in (shipped("chaos/game.yaml"), shipped("entropy/game.yaml"), shipped("worlds_collide/game.yaml")):
        found = set_apart(each)
        lanes = lanes_of(found)
        assert {lanes[arrow.source] for arrow in each.arrows} | {""} == set(lanes.values())
        assert all(lanes[arrow.source] == lanes[arrow.target] for arrow in found.arrows)
        assert all(lanes[above] == lanes[below] for above, below in found.below)


def test_both_ends_say_where_the_other_is():
    found = set_apart(picture(Arrow("ends", "law", "c", "ends it", ("if x",))))
    assert sorted(stubs(found).values()) == ["← LAW", "→ C"]
    there, here = found.arrows
    assert (there.source, there.labels, here.target, here.labels) == ("law", ("if x",), "c", ())
    assert stubs(found)[there.target] == "→ C" and stubs(found)[here.source] == "← LAW"
    frame = next(frame for frame in found.frames() if frame.kind == "always")
    assert [part.address for part in frame.parts] == ["law", there.target]


def test_arrows_alike_share_a_small_box():
    found = set_apart(picture(Arrow("call", "law", "a"), Arrow("call", "law", "b"), Arrow("call", "law", "c", "", ("if",))))
    assert sorted(stubs(found).values()) == ["← LAW", "← LAW", "← LAW", "→ A, B", "→ C"]


def test_many_names_are_not_all_said():
    boxes = tuple(box(f"b{number}") for number in range(6))
    frame = Frame("", "game", (), (Frame("x", "always", (), boxes), box("a")))
    found = set_apart(Picture("t", frame, tuple(Arrow("call", each.address, "a") for each in boxes)))
    assert "← B0, B1, B2, 3 others" in stubs(found).values()


def test_what_comes_back_is_said_in_words():
    found = set_apart(picture(Arrow("next", "a", "b"), Arrow("back", "b", "a", aside=True)))
    assert list(stubs(found).values()) == ["back to A"]


def test_arrows_that_close_a_loop_are_aside():
    found = set_apart(picture(Arrow("next", "a", "b"), Arrow("next", "b", "c"), Arrow("next", "c", "a"), Arrow("next", "b", "b")))
    assert [arrow.aside for arrow in found.arrows] == [False, False, True, True]
    assert loops(found) == {3, 4}


def test_an_arrow_aside_that_leads_down_is_no_loop():
    found = picture(Arrow("next", "a", "b"), Arrow("next", "b", "c"), Arrow("ends", "a", "c", aside=True))
    assert loops(found) == set()


def test_an_end_that_only_a_law_leads_to_stands_below():
    found = set_apart(picture(Arrow("next", "a", "b"), Arrow("over", "law", "end", aside=True), ends=("end",)))
    assert ("b", "end") in found.below and ("a", "end") not in found.below


def test_where_a_phase_that_is_ended_from_elsewhere_goes_on_stands_below_it():
    arrows = (Arrow("next", "a", "b"), Arrow("ends", "law", "c"), Arrow("next", "c", "a", aside=True))
    assert ("b", "c") in set_apart(picture(*arrows)).below
    assert ("b", "c") not in set_apart(picture(*arrows, Arrow("next", "a", "c"))).below
    later = (*arrows[:2], Arrow("next", "c", "b"))
    assert ("b", "c") not in set_apart(picture(*later)).below, "that would be a circle"


def test_one_arrow_for_several_alike_unless_they_were_counted():
    same = Arrow("option", "a", "b", "x"), Arrow("option", "a", "b", "y")
    assert len(set_apart(picture(*same)).arrows) == 1
    counted = Arrow("option", "a", "b", "x", heat=0.1), Arrow("option", "a", "b", "y", heat=0.2)
    assert set_apart(picture(*counted)).arrows == counted


def test_what_did_not_change_stays_faded():
    found = set_apart(compared("entropy/game.yaml", "solo"))
    assert {each.change for each in found.boxes() if each.kind == "stub"} <= {"", "same"}
    assert any(each.change == "same" for each in found.boxes() if each.kind == "stub")


def test_a_picture_in_one_piece_stays_as_it_is():
    whole = picture(Arrow("next", "a", "b"), Arrow("next", "b", "c"))
    assert set_apart(whole) == whole


def test_windows_of_no_phase_stand_apart_and_those_of_a_phase_with_it():
    cosmos, chaos = set_apart(shipped("entropy_cosmos/game.yaml")), set_apart(shipped("chaos/game.yaml"))
    assert "windows" in lanes_of(cosmos).values() and "windows" not in lanes_of(chaos).values()
    shut = set_apart(shipped("entropy_cosmos/game.yaml", "phases"))
    assert lanes_of(shut)["windows"] == "windows"
