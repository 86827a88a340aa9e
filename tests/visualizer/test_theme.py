"""Whether everything can be read: the contrast of every text, outline and arrow with what it stands on, in both themes.

The contrast ratio is that of WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio: 4.5 is asked for text (success
criterion 1.4.3), 3 for graphical objects (1.4.11).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import dist

import pytest

from rulewright.visualizer import legend, looks, render, theme
from rulewright.visualizer.geometry import area_of
from rulewright.visualizer.picture import CHANGES, Picture
from rulewright.visualizer.scene import Part, Point, Scene
from rulewright.visualizer.sheet import lay_out
from tests.visualizer.pictures import compared, counted, everything, shipped

TEXT, GRAPHIC = 4.5, 3.0
needs_renderer = pytest.mark.skipif(not render.renderers(), reason="nothing here can lay out")


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#abcdef", "#abcdef") == 1


def test_colours_are_written_alike():
    assert all(re.fullmatch("#[0-9a-f]{6}", each) for pair in theme.PALETTE.values() for each in pair)


def test_each_light_value_stands_for_one_dark_value():
    found: dict[str, set[str]] = {}
    for pale, deep in theme.PALETTE.values():
        found.setdefault(pale, set()).add(deep)
    assert not {pale: deep for pale, deep in found.items() if len(deep) > 1}


def test_every_colour_is_used_by_its_name():
    named = {each for look in (*looks.BOXES.values(), *looks.FRAMES.values()) for each in (look.fill, look.line)}
    named |= {colour for colour, _ in looks.ARROWS.values()} | {look.colour for look in looks.TYPES.values()}
    named |= {*looks.PHASES, *CHANGES, *(f"{change} line" for change in CHANGES), "same ink", "page", "on strong", "heat line"}
    named |= {theme.heat_name(step / 10) for step in range(11)}
    assert named == set(theme.PALETTE)


def test_heat_goes_from_never_to_most_often():
    assert [theme.heat_name(heat) for heat in (0, 0.01, 0.2, 0.5, 0.99, 1)] == [
        "heat 0", "heat 1", "heat 2", "heat 3", "heat 5", "heat 5",
    ]  # fmt: skip


PICTURES: dict[str, Callable[[], Picture]] = {
    "everything": everything,
    **{change: partial(everything, change) for change in CHANGES},
    **{f"heat {heat}": partial(everything, "", heat) for heat in (0.0, 0.1, 0.3, 0.5, 0.7, 1.0)},
    "Chaos": lambda: shipped("chaos/game.yaml"),
    "Chaos counted": lambda: counted(shipped("chaos/game.yaml")),
    "Entropy alone": lambda: compared("entropy/game.yaml", "solo"),
}


def perceived(colour: str) -> tuple[float, float, float]:
    """A colour in CIE L*a*b*, in which equal distances look about equally far."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("value", [theme.light, theme.dark])
def test_lines_of_a_legend_can_be_told_apart(value):
    """By how they are dashed, or by their colours; two that are not drawn through by both, or by colours far apart."""
    assert dist(perceived("#000000"), perceived("#ffffff")) == pytest.approx(100, abs=0.1)
    for one, other in combinations(legend.LINES, 2):
        (colour, dash), (second, also) = looks.ARROWS[one], looks.ARROWS[other]
        apart = dist(perceived(value(colour)), perceived(value(second)))
        assert dash != also or apart > 20, (one, other)
        assert not (dash and also) or apart > (18 if dash != also else 25), (one, other)


@needs_renderer
@pytest.mark.parametrize("name", PICTURES)
def test_everything_can_be_read(name):
    scene = lay_out(PICTURES[name]())
    dark = dict(theme.PALETTE.values())
    pairs = [*texts(scene), *outlines(scene), *arrows(scene)]
    assert {least for _, _, _, least in pairs} == {TEXT, GRAPHIC}
    faint = {
        (what, one, other, round(ratio, 2))
        for what, one, other, least in pairs
        for ratio in (contrast(one, other), contrast(dark[one], dark[other]))
        if ratio < least
    }
    assert not faint


def texts(scene: Scene) -> Iterator[tuple[str, str, str, float]]:
    for place, part in enumerate(scene.parts):
        for words in part.words:
            behind = fill_at(scene, place + 1, (words.x + words.width / 2, words.y - words.size / 3))
            yield f"{part.classes}: {words.text}", words.colour, behind, TEXT


def outlines(scene: Scene) -> Iterator[tuple[str, str, str, float]]:
    for place, part in enumerate(scene.parts):
        if part.kind in ("frame", "box"):
            for mark in part.marks:
                left, top, _, bottom = area_of(part)
                if mark.stroke:
                    yield part.classes, mark.stroke, fill_at(scene, place, (left, (top + bottom) / 2)), GRAPHIC


def arrows(scene: Scene) -> Iterator[tuple[str, str, str, float]]:
    for place, part in enumerate(scene.parts):
        for mark in part.marks if part.kind == "arrow" else ():
            for point in mark.points[::3]:
                yield part.classes, mark.stroke, fill_at(scene, place, point), GRAPHIC


def fill_at(scene: Scene, end: int, point: Point) -> str:
    """The colour of the uppermost of some parts at a point, arrows aside."""
    return next((part.marks[0].fill for part in reversed(scene.parts[:end]) if is_filled(part, point)), scene.page)


def is_filled(part: Part, point: Point) -> bool:
    if part.kind == "arrow" or not part.marks or not part.marks[0].fill:
        return False
    left, top, right, bottom = area_of(part)
    return left <= point[0] <= right and top <= point[1] <= bottom
