"""How arrows come to their boxes: straight on, and without crossing one another just before it."""

from __future__ import annotations

from math import dist

import pytest

from rulewright.visualizer.approach import approached
from rulewright.visualizer.geometry import cross, curve_of, segments
from rulewright.visualizer.scene import Mark, Part, Point, Scene


def box(name: str, left: float, top: float) -> Part:
    corners = ((left, top), (left + 60, top), (left + 60, top + 20), (left, top + 20))
    return Part("box", name, f"box-{name}", "box", name, (Mark("polygon", corners, "#ffffff", "#000000", 1, ""),), ())


def arrow(name: str, ends: tuple[str, str], *points: Point, head: tuple[Point, ...] = ()) -> Part:
    marks = (Mark("curve", points, "", "#000000", 1, ""), *([Mark("polygon", head, "#000000", "", 1, "")] if head else []))
    return Part("arrow", "", name, "arrow", "", marks, (), ends)


def lines(part: Part) -> tuple[tuple[Point, Point], ...]:
    curve = curve_of(part)
    assert curve is not None
    return segments(curve)


def found(*parts: Part) -> dict[str, Part]:
    return {part.identity: part for part in approached(Scene(400, 400, "#ffffff", parts)).parts}


def test_a_head_that_comes_along_the_outline_turns_towards_the_box():
    """From the left, one point above the upper side, its tip on that side."""
    flat = arrow("a", ("x", "b"), (20, 99), (50, 99), (80, 99), (122, 99), head=((122, 96), (130, 100), (122, 102)))
    after = found(box("b", 100, 100), box("x", 0, 20), flat)["a"]
    base, tip, other = after.marks[1].points
    assert dist(tip, (130, 100)) < 0.02 and max(base[1], other[1]) < 100, "its tip stays, the rest is outside of the box"
    across, down = (there - here for there, here in zip(lines(after)[-1][1], (130, 100), strict=True))
    assert across < 0 and 0.5 < -down / -across < 1.5, "from the left still, and from above"
    assert lines(after)[0][0] == (20, 99), "its beginning stays"


def test_the_other_end_turns_when_nobody_can_see_where_it_comes_from():
    flat = arrow("a", ("b", "x"), (130, 100), (160, 99), (220, 60), (300, 20))
    after = found(box("b", 100, 100), box("x", 300, 0), flat)["a"]
    start, towards = after.marks[0].points[:2]
    assert dist(start, (130, 100)) == 0 and (start[1] - towards[1]) / (towards[0] - start[0]) > 0.3
    assert dist(start, towards) <= 30.1


@pytest.mark.parametrize("points", [((130, 20), (130, 40), (130, 60), (130, 92)), ((90, 60), (100, 70), (110, 80), (124, 94))])
def test_an_arrow_that_comes_well_stays_as_it_is(points):
    x, y = points[-1]
    straight = arrow("a", ("x", "b"), *points, head=((x - 3, y), (130, 100), (x + 3, y)))
    assert found(box("b", 100, 100), straight)["a"] == straight


def test_ends_change_places_when_their_arrows_cross_before_the_box():
    one = arrow("one", ("x", "b"), (100, 0), (110, 40), (140, 60), (140, 100))
    other = arrow("other", ("y", "b"), (160, 0), (150, 40), (120, 60), (120, 100))
    parts = [box("b", 100, 100), one, other]
    assert any(cross(line, there) for line in lines(one) for there in lines(other))
    after = found(*parts)
    assert not any(cross(line, there) for line in lines(after["one"]) for there in lines(after["other"]))
    assert lines(after["one"])[-1][1] == (120, 100) and lines(after["other"])[-1][1] == (140, 100)
    assert lines(after["one"])[0][0] == (100, 0) and lines(after["other"])[0][0] == (160, 0)


def test_arrows_that_have_to_cross_stay_as_they_are():
    """They would cross when they changed places, too: one of them goes twice across the other."""
    one = arrow("one", ("x", "b"), (100, 0), (110, 40), (140, 60), (140, 100))
    other = arrow("other", ("y", "b"), (110, 80), (115, 95), (135, 60), (120, 100))
    after = found(box("b", 100, 100), one, other)
    assert [lines(after[name])[0][0] for name in ("one", "other")] == [(100, 0), (110, 80)]
    assert {lines(after[name])[-1][1] for name in ("one", "other")} == {(140, 100), (120, 100)}


def test_a_turned_end_hits_no_other_box():
    flat = arrow("a", ("x", "b"), (20, 99), (50, 99), (80, 99), (122, 99), head=((122, 96), (130, 100), (122, 102)))
    in_the_way = box("c", 60, 74)
    assert found(box("b", 100, 100), in_the_way, flat)["a"] == flat
