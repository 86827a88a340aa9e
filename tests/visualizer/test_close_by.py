"""Small boxes stand close to the box that they belong to."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import pytest

from rulewright.visualizer.clashes import ELBOW, clashes
from rulewright.visualizer.close_by import LONG, with_small_boxes_near
from rulewright.visualizer.geometry import area_of, curve_of, grown, length, overlap, segments
from rulewright.visualizer.scene import Mark, Part, Point, Scene, Words


def box(name: str, left: float, top: float, classes: str = "box step") -> Part:
    corners = ((left, top), (left + 60, top), (left + 60, top + 20), (left, top + 20))
    return Part("box", name, f"box-{name}", classes, name, (Mark("polygon", corners, "#ffffff", "#000000", 1, ""),), ())


def small(name: str, left: float, top: float) -> Part:
    return box(name, left, top, "box stub")


def arrow(ends: tuple[str, str], *points: Point, words: tuple[Words, ...] = ()) -> Part:
    x, y = points[-1]
    head = Mark("polygon", ((x - 3, y), (x, y + 8), (x + 3, y)), "#000000", "", 1, "")
    return Part("arrow", "", "arrow-1", "arrow", "", (Mark("curve", points, "", "#000000", 1, ""), head), words, ends)


def found(*parts: Part) -> dict[str, Part]:
    scene = with_small_boxes_near(Scene(600, 600, "#ffffff", parts))
    return {part.identity: part for part in scene.parts}


def way(part: Part) -> float:
    curve = curve_of(part)
    assert curve is not None
    return length(segments(curve))


FAR = arrow(("a", "s"), (330, 320), (330, 400), (330, 450), (330, 492))


@pytest.mark.parametrize("far", [FAR, arrow(("s", "a"), (330, 500), (330, 450), (330, 400), (330, 328))])
def test_a_small_box_far_off_comes_near(far):
    after = found(box("a", 300, 300), small("s", 300, 500), far)
    assert way(far) > LONG > way(after["arrow-1"])
    one, other = area_of(after["box-a"]), area_of(after["box-s"])
    assert list(one) == [300, 300, 360, 320] and not overlap(grown(one, ELBOW), other)
    assert clashes(Scene(600, 600, "#ffffff", tuple(after.values()))) == []


def test_its_arrow_has_its_head_where_it_ends():
    after = found(box("a", 300, 300), small("s", 300, 500), FAR)
    line, head = after["arrow-1"].marks
    tip = max(head.points, key=lambda point: dist(point, line.points[-1]))
    assert dist(tip, line.points[-1]) == pytest.approx(8, abs=0.05)
    assert overlap(grown((*tip, *tip), 0.5), area_of(after["box-s"])), "the tip touches the small box"


def test_what_stands_near_and_what_is_not_small_stays():
    near = arrow(("a", "s"), (330, 320), (330, 330), (330, 335), (330, 342))
    for parts in ((box("a", 300, 300), small("s", 300, 350), near), (box("a", 300, 300), box("s", 300, 500), FAR)):
        assert list(found(*parts).values()) == list(parts)


def test_a_small_box_with_two_arrows_stays():
    other = replace(arrow(("b", "s"), (130, 320), (130, 400), (250, 450), (310, 492)), identity="arrow-2")
    parts = (box("a", 300, 300), box("b", 100, 300), small("s", 300, 500), FAR, other)
    assert list(found(*parts).values()) == list(parts)


def test_there_has_to_be_room():
    """A wall of boxes around the box: above, below and at both sides."""
    wall = [box(f"w{number}", left, top) for number, (left, top) in enumerate(
        (left, top) for left in range(160, 480, 70) for top in range(210, 420, 30) if (left, top) != (300, 300)
    )]  # fmt: skip
    parts = (box("a", 300, 300), small("s", 300, 500), FAR, *wall)
    assert found(*parts)["box-s"] == parts[1]


def test_one_with_words_moves_only_when_its_arrow_is_in_the_way():
    words = (Words("if so", 340, 400, 25, 9, "#000000", False, False),)
    worded = replace(FAR, words=words)
    assert found(box("a", 300, 300), small("s", 300, 500), worded)["arrow-1"] == worded
    after = found(box("a", 300, 300), small("s", 300, 500), worded, box("c", 320, 420))
    assert clashes(Scene(600, 600, "#ffffff", tuple(after.values()))) == []
    assert after["arrow-1"].words[0].text == "if so" and after["box-s"] != small("s", 300, 500)
