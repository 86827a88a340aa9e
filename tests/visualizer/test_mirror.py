"""Pieces that begin at the right are turned round."""

from __future__ import annotations

from rulewright.visualizer.geometry import area_of
from rulewright.visualizer.mirror import from_the_left
from rulewright.visualizer.scene import Mark, Part, Scene, Words


def box(name: str, left: float) -> Part:
    corners = ((left, 10.0), (left + 40, 10.0), (left + 40, 30.0), (left, 30.0))
    mark = Mark("polygon", corners, "#ffffff", "#000000", 1, "")
    return Part("box", name, f"box-{name}", "box", name, (mark,), (words(left + 5),))


def words(x: float) -> Words:
    return Words("abc", x, 24, 15, 10, "#000000", False, False)


def arrow(*across: float) -> Part:
    mark = Mark("curve", tuple((x, 20.0) for x in across), "", "#000000", 1, "")
    return Part("arrow", "", "arrow-1", "arrow", "", (mark,), (words(across[0] - 30),), ("a", "b"))


def scene(*parts: Part) -> Scene:
    return Scene(200, 40, "#ffffff", parts)


def test_what_begins_at_the_right_is_mirrored_and_its_words_still_read():
    found = from_the_left(scene(box("a", 150), box("b", 10), arrow(150, 120, 80, 50)))
    first, second, line = found.parts
    assert list(area_of(first)) == [10, 10, 50, 30]
    assert list(area_of(second)) == [150, 10, 190, 30]
    assert [x for x, _ in line.marks[0].points] == [50, 80, 120, 150]
    assert [part.words[0].x for part in found.parts] == [15, 155, 200 - 120 - 15], "each where its box is, or beside its line"
    assert all(part.words[0].text == "abc" for part in found.parts)


def test_what_begins_at_the_left_or_in_the_middle_stays():
    for left in (10, 80):
        given = scene(box("a", left), box("b", 150), arrow(50, 60, 70, 80))
        assert from_the_left(given) == given
    assert from_the_left(scene()) == scene()


def test_a_mirrored_scene_is_not_turned_back():
    once = from_the_left(scene(box("a", 150), box("b", 10)))
    assert from_the_left(once) == once
