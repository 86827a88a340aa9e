"""How the interactive page lays pictures out, in a real Chromium: the same as Python does, as far as it does it itself."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import Page

from rulewright.visualizer.apart import set_apart
from rulewright.visualizer.collapse import alone, collapse
from rulewright.visualizer.dot import page_lines
from rulewright.visualizer.geometry import overlap
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.levels import shut_at
from rulewright.visualizer.packing import pack
from rulewright.visualizer.page import write_page
from rulewright.visualizer.pieces import pieces_of
from rulewright.visualizer.sheet import draw_bare
from rulewright.visualizer.turn import turn_flow
from tests.browser import READY
from tests.visualizer.pictures import PAGE_GAMES, game


def plain(lines: list[str]) -> list[str]:
    return [line for text in lines for line in (" ".join(text.split()),) if line]


def test_the_page_and_python_put_the_same_dot_together(watch):
    pictures = [arrange(turn_flow(game(name).flow)) for name in PAGE_GAMES]
    page = watch.open(write_page(pictures))
    for place, picture in enumerate(pictures):
        drawn_as = set_apart(picture)
        frames = [frame.address for frame in picture.frames()[1:]]
        sets = [[], frames, frames[1::2], *([frame] for frame in frames)]
        drawn = page.evaluate(
            "([place, sets]) => sets.map(closed => dotText(collapse(data.pictures[place], new Set(closed)), data.strings))",
            [place, sets],
        )
        for closed, text in zip(sets, drawn, strict=True):
            assert plain(text.split("\n")) == plain(page_lines(collapse(drawn_as, closed))), closed
        drawn = page.evaluate(
            "([place, frames]) => frames.map(frame => dotText(alone(data.pictures[place], frame), data.strings))",
            [place, frames],
        )
        for address, text in zip(frames, drawn, strict=True):
            assert plain(text.split("\n")) == plain(page_lines(alone(drawn_as, address))), address


def test_the_page_and_python_take_pictures_apart_and_pack_them_alike(watch):
    pictures = [arrange(turn_flow(game(name).flow)) for name in PAGE_GAMES]
    page = watch.open(write_page(pictures))
    for place, picture in enumerate(pictures):
        pieces = page.evaluate("place => piecesOf(data.pictures[place]).map(parts => parts.map(part => part.address))", place)
        assert pieces == [[part.address for part in parts] for parts in pieces_of(set_apart(picture))]
    sizes = [(120.0 + 37 * (number % 7), 60.0 + 53 * (number * number % 11)) for number in range(20)]
    for count, aspect in ((0, 1.5), (1, 1.5), (7, 0.4), (12, 1.5), (20, 3.2)):
        packed = page.evaluate(
            "([sizes, aspect]) => pack(sizes.map(([width, height]) => ({ width, height })), 26, aspect)", [sizes[:count], aspect]
        )
        found = pack(sizes[:count], 26, aspect)
        assert packed == {"places": [list(each) for each in found.places], "width": found.width, "height": found.height}


@pytest.mark.parametrize("name", PAGE_GAMES)
def test_the_page_is_a_sheet_and_no_row(watch, name):
    page = watch.open(write_page([arrange(turn_flow(game(name).flow))]))
    check_sheet(page)
    page.evaluate("() => { reader.picture.drawn = []; return reader.draw(); }")
    check_sheet(page)


def check_sheet(page: Page) -> None:
    wide, high = page.evaluate("[reader.camera.bounds.width, reader.camera.bounds.height]")
    assert wide < 2 * high
    boxes = page.locator('#stage .part:not([aria-expanded="true"])').evaluate_all(
        "parts => parts.map(part => reader.stage.boxOf(part.dataset.address)).map(({x, y, width, height}) => [x, y, x + width, y + height])"
    )
    assert all(left >= 0 and top >= 0 and right <= wide and bottom <= high for left, top, right, bottom in boxes)
    areas = [(left + 1, top + 1, right - 1, bottom - 1) for left, top, right, bottom in boxes]
    assert not [pair for pair in combinations(areas, 2) if overlap(*pair)]


def test_at_each_level_the_page_shows_what_python_laid_out_and_else_lays_out_itself(watch):
    picture = arrange(turn_flow(game("entropy").flow))
    page = watch.open(write_page([picture]))
    for level in ("steps", "actions", "phases"):
        page.select_option("#levels", level)
        page.wait_for_selector(READY, state="attached")
        scene = draw_bare(collapse(picture, shut_at(picture, level))).scene
        lines = sorted((words.text, words.x, words.y) for part in scene.parts for words in part.words)
        shown = page.locator("#stage .graph text").evaluate_all(
            "texts => texts.map(text => [text.textContent, Number(text.getAttribute('x')), Number(text.getAttribute('y'))])"
        )
        assert sorted(map(tuple, shown)) == lines
        assert page.evaluate("reader.camera.bounds.width") == pytest.approx(scene.width)
    shut = picture.frame.frames[-1].address
    page.select_option("#levels", "steps")
    page.evaluate("shut => reader.toggle(shut)", shut)
    page.wait_for_selector(READY, state="attached")
    assert page.evaluate("reader.drawn() === undefined")
    assert page.locator("#stage .cluster").count()  # as Graphviz calls it


def test_arrows_that_are_cut_in_a_drawing_lead_on(watch):
    picture = arrange(turn_flow(game("entropy_cosmos").flow))
    assert draw_bare(picture).cuts
    page = watch.open(write_page([picture]))
    stubs = page.evaluate("[...reader.stage.said.values()].filter(part => part.kind === 'stub')")
    known = {box.address for box in picture.boxes()}
    assert stubs and all(stub["leads"] and known.issuperset(stub["leads"]) for stub in stubs)
    drawn = page.evaluate("reader.stage.arrows.map(({ arrow }) => arrow.of)")
    ties = {(arrow.source, arrow.target, arrow.kind) for arrow in picture.arrows}
    assert all(of and ties.issuperset(map(tuple, of)) for of in drawn)
    assert {tie[:2] for of in drawn for tie in map(tuple, of) if tie[2] != "back"} == {
        tie[:2] for tie in ties if tie[2] != "back"
    }  # each arrow is somewhere
