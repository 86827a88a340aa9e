"""Turns a piece round when it begins at the right, so that play is read from left to right.

In: a `Scene` as Graphviz laid it out. Out: the same, or its mirror image: arrows are mirrored, all else keeps its shape and
its words and stands on the other side.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.visualizer.geometry import area_of, area_of_words, around
from rulewright.visualizer.scene import Mark, Part, Scene, moved, moved_words

AT_THE_RIGHT = 0.6  # of the width: what comes first in the rulebook and stands farther right than this begins there


def from_the_left(scene: Scene) -> Scene:
    """The scene with what comes first at the left, or in the middle."""
    first = next((part for part in scene.parts if part.kind == "box" and part.marks), None)
    if first is None or sum(area_of(first)[::2]) / 2 < AT_THE_RIGHT * scene.width:
        return scene
    return replace(scene, parts=tuple(_mirrored(part, scene.width) for part in scene.parts))


def _mirrored(part: Part, width: float) -> Part:
    areas = [area_of_words(words) for words in part.words]
    if part.kind != "arrow":
        left, _, right, _ = area_of(part) if part.marks else around(areas)
        return moved(part, width - right - left, 0.0)
    marks = tuple(_turned(mark, width) for mark in part.marks)
    if not areas:
        return replace(part, marks=marks)
    left, _, right, _ = around(areas)
    return replace(part, marks=marks, words=tuple(moved_words(each, width - right - left, 0.0) for each in part.words))


def _turned(mark: Mark, width: float) -> Mark:
    """A line of an arrow or its head; a round one is not moved out of shape either."""
    if mark.kind == "ellipse":
        (x, y), radii = mark.points
        return replace(mark, points=((round(width - x, 2), y), radii))
    return replace(mark, points=tuple((round(width - x, 2), y) for x, y in mark.points))
