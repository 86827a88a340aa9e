"""The SVG files: self-contained, for light and dark, their text selectable and never wider than its box."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from rulewright.visualizer import render, theme
from rulewright.visualizer.measure import text_width
from rulewright.visualizer.picture import Box, Frame, Line, Picture
from rulewright.visualizer.sheet import lay_out
from rulewright.visualizer.svg import write_svg
from tests.browser import running
from tests.visualizer.pictures import compared, everything, shipped

pytestmark = pytest.mark.skipif(not render.renderers(), reason="nothing here can lay out")

SVG = "{http://www.w3.org/2000/svg}"
TITLE = "A & B's <\"game\">"


def tree(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(write_svg(picture))


def test_it_names_itself():
    root = tree(everything(title=TITLE))
    assert root.get("role") == "img"
    named = {each.get("id"): each.text for each in root if each.get("id")}
    assert named[(root.get("aria-labelledby") or "").split()[0]] == TITLE
    assert "boxes" in (named[(root.get("aria-labelledby") or "").split()[1]] or "")


def test_it_needs_nothing_else():
    text = write_svg(everything()).decode()
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<!DOCTYPE|<\?xml|href|url\(|@import|@font-face|<image|<script", text)


def test_every_text_has_its_width():
    texts = list(tree(shipped("chaos/game.yaml")).iter(f"{SVG}text"))
    assert len(texts) > 100
    for each in texts:
        assert each.text and each.get("lengthAdjust") == "spacingAndGlyphs"
        width = text_width(each.text, float(each.get("font-size", "0")), bold=each.get("font-weight") == "bold")
        assert float(each.get("textLength", "0")) == pytest.approx(width, abs=0.01)


def test_widths_are_those_that_room_was_left_for():
    """Graphviz has the same widths for what it knows."""
    scene = lay_out(everything())
    words = [words for part in scene.parts for words in part.words if words.text.isascii()]
    assert {words.bold for words in words} == {True, False}
    assert text_width("Game", 11, bold=True) == pytest.approx(30.57, abs=0.01)
    assert text_width("forever", 9) == pytest.approx(28.01, abs=0.01)


@pytest.mark.parametrize(("text", "width"), [("é", 5.56), ("漢字", 20), ("e\u0301", 5.56), ("→", 10), ("Ж", 6.4), ("", 0)])
def test_other_letters_are_measured(text, width):
    assert text_width(text, 10) == pytest.approx(width)


def test_ids_are_unique_and_fit_for_css():
    root = tree(compared("entropy/game.yaml", "solo"))
    ids = [value for each in root.iter() if (value := each.get("id"))]
    assert len(ids) == len(set(ids)) > 100
    assert all(re.fullmatch(r"[A-Za-z_][\w-]*", each) for each in ids)
    assert {"box-start", "frame-phases-round", "arrow-1", "legend", "notes"} <= set(ids)


def test_classes_say_kind_and_change():
    classes = {each.get("class") for each in tree(compared("entropy/game.yaml", "solo")).iter(f"{SVG}g")}
    assert {"box chance added", "frame phase same", "box step changed", "arrow next removed", "box stub same"} <= classes


def test_every_colour_has_its_dark_value():
    text = write_svg(everything("changed", 0.5)).decode()
    dark = dict(theme.PALETTE.values())
    colours = set(re.findall(r' (?:fill|stroke)="(#\w+)"', text))
    assert colours <= set(dark)
    for colour in colours:
        assert f'[fill="{colour}"]{{fill:{dark[colour]}}}' in text


def test_signs_for_markup_stay_text():
    lines = (Line("title", "a < b & \"c\" 'd' \\N \\n {x|y} ]]>"),)
    picture = Picture(TITLE, Frame("", "game", (), (Box("a", "step", "a", lines),)), ())
    shown = [each.text for each in tree(picture).iter(f"{SVG}text")]
    assert lines[0].text in shown and TITLE in shown


@pytest.fixture(scope="module")
def browser():
    with running() as found:
        yield found


@pytest.mark.parametrize("font", ["Liberation Sans", "DejaVu Sans", "DejaVu Serif", "monospace"])
def test_no_font_runs_over_a_box(browser, tmp_path, font):
    """Whatever font a viewer has, as a real browser measures it."""
    path = tmp_path / "picture.svg"
    path.write_bytes(write_svg(shipped("chaos/game.yaml")).replace(theme.FONTS.encode(), font.encode()))
    page = browser.new_page(offline=True)
    page.goto(path.as_uri())
    wide = page.evaluate("""() => [...document.querySelectorAll("g.box")].flatMap(group => {
        const shape = group.querySelector("path,polygon,ellipse,polyline").getBBox();
        return [...group.querySelectorAll("text")].map(text => [text.textContent, text.getBBox(), shape])
            .filter(([, box, shape]) => box.x < shape.x - 0.5 || box.x + box.width > shape.x + shape.width + 0.5)
            .map(([words]) => words);
    })""")
    page.close()
    assert wide == []


@pytest.mark.parametrize(("scheme", "page_colour"), [("light", 0), ("dark", 1)])
def test_it_follows_its_surroundings(browser, tmp_path, scheme, page_colour):
    path = tmp_path / "picture.svg"
    path.write_bytes(write_svg(everything()))
    page = browser.new_page(offline=True, color_scheme=scheme)
    page.goto(path.as_uri())
    found = page.evaluate("getComputedStyle(document.querySelector('.page')).fill")
    page.close()
    red, green, blue = (int(theme.PALETTE["page"][page_colour][place : place + 2], 16) for place in (1, 3, 5))
    assert found == f"rgb({red}, {green}, {blue})"
