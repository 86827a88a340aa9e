"""Charts: every figure stands in all forms, at its place on the scale."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from rulewright.report.chart_html import chart_html
from rulewright.report.chart_text import bar_of, chart_text
from rulewright.report.charts import (
    MOST_BINS,
    Histogram,
    Mark,
    Rows,
    Series,
    Stack,
    Stacks,
    counted,
    edges_of,
    nice_end,
)
from tests.cli.manual.test_manual import NASTY, read_html, read_markdown

ROWS = Rows(
    "Wins",
    ("seat", "wins", "share"),
    (
        Mark("A", ("30", "30.0 %"), bar=0.3, whisker=(0.2, 0.45)),
        Mark("A", ("10", "10.0 %"), bar=0.1, other=True),
        Mark("B", ("5", "5.0 %"), box=(0.25, 0.75), whisker=(0, 1), dot=0.5),
        Mark("C", ("1", "1.0 %"), dot=0.25),
    ),
    (0, 1),
    (0.5, "an equal share"),
    "A note.",
)
LENGTHS = Histogram("Length", "decisions", (0, 10, 20, 30), (Series("Shells", (1, 0, 4)), Series("Old", (2, 1, 0), other=True)))


def drawings(html: str) -> list[ElementTree.Element]:
    """The drawings of a figure; each is well formed by itself."""
    return [ElementTree.fromstring(found) for found in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def test_rows_in_html_have_every_figure_and_every_bar_at_its_place() -> None:
    html = chart_html(ROWS)
    reader = read_html(html)
    said = [words.strip() for words in reader.seen if words.strip()]
    for words in ("Wins", "seat", "wins", "share", "dashed: an equal share", "30", "30.0 %", "10.0 %", "5.0 %", "A note."):
        assert words in said
    first, second, third, fourth = drawings(html)
    bar = first.find("rect")
    assert bar is not None and (bar.get("class"), bar.get("x"), bar.get("width")) == ("own", "0.00%", "30.00%")
    assert {(line.get("x1"), line.get("x2")) for line in first.findall("line[@class='whisker']")} == {
        ("20.00%", "45.00%"), ("20.00%", "20.00%"), ("45.00%", "45.00%"),
    }  # fmt: skip
    assert [line.get("x1") for line in first.findall("line[@class='line']")] == ["50.00%"]
    hollow = second.find("rect")
    assert hollow is not None and (hollow.get("class"), hollow.get("width")) == ("other", "10.00%")
    box = third.find("rect")
    assert box is not None and (box.get("x"), box.get("width")) == ("25.00%", "50.00%")
    dot = fourth.find("circle")
    assert dot is not None and dot.get("cx") == "25.00%"
    assert [title.text for each in drawings(html) for title in each.findall("title")] == [
        "A: 30, 30.0 %", "A: 10, 10.0 %", "B: 5, 5.0 %", "C: 1, 1.0 %",
    ]  # fmt: skip


def test_rows_in_markdown() -> None:
    text = chart_text(ROWS)
    assert "| seat | `┊` an equal share | wins | share |" in text
    assert "| A | `███████▎──┤·┊···········` | 30 | 30.0 % |" in text
    assert "| A | `▒▒··········┊···········` | 10 | 10.0 % |" in text
    assert "| B | `├─────██████│██████────┤` | 5 | 5.0 % |" in text
    assert "| C | `······●·····┊···········` | 1 | 1.0 % |" in text
    assert text.endswith("\n\nA note.")


def test_histogram_in_html() -> None:
    html = chart_html(LENGTHS)
    read_html(html)
    key, own, other_key, other = drawings(html)
    assert [rect.get("class") for rect in (*key.findall("rect"), *other_key.findall("rect"))] == ["own", "other"]
    assert [text.text for text in own.findall("text")] == ["1", "4", "0", "10", "20", "30"]
    heights = [int(rect.get("height", "")) for rect in (*own.findall("rect"), *other.findall("rect"))]
    assert heights == [24, 96, 48, 24]  # one scale for both
    assert [title.text for title in own.findall("title")] == ["Length. decisions: 0 to 9: 1; 20 to 29: 4"]


def test_histogram_in_markdown() -> None:
    text = chart_text(LENGTHS)
    assert "| decisions | Shells | games | Old | games |" in text
    assert f"| 20 to 29 | `{'█' * 24}` | 4 |  | 0 |" in text
    assert f"| 0 to 9 | `{'█' * 6}` | 1 | `{'▒' * 12}` | 2 |" in text


def test_hostile_labels_are_shown() -> None:
    rows = Rows(NASTY, (NASTY, NASTY), (Mark(NASTY, (NASTY,), bar=1),), (0, 1), (0, NASTY), NASTY)
    lengths = Histogram(NASTY, NASTY, (0, 1), (Series(NASTY, (1,)), Series(NASTY, (1,))), NASTY)
    for chart, times in ((rows, 6), (lengths, 4)):
        assert "".join(read_html(chart_html(chart)).seen).count(NASTY) >= times
        seen, kinds = read_markdown(chart_text(chart))
        assert seen.count(re.sub(r"\s+", " ", NASTY)) >= times
        assert not kinds & {"html_block", "html_inline", "link_open", "image", "s_open", "hr", "em_open"}


@pytest.mark.parametrize("values", [[], [0], [5, 5], [0, 11], [-3, 40], [999_999_999, 3], list(range(2009, 7372, 7))])
def test_bins_hold_every_value_once(values: list[int]) -> None:
    edges = edges_of(values)
    counts = counted(Counter(values), edges)
    assert sum(counts) == len(values) and len(counts) <= MOST_BINS
    assert len({after - before for before, after in pairwise(edges)}) == 1
    for number, count in enumerate(counts):
        assert count == sum(edges[number] <= value < edges[number + 1] for value in values)


def test_scales_end_at_round_numbers() -> None:
    ends = [nice_end(value) for value in (0.03, 0.3, 0.74, 0.76, 1, 1.1, 7, 21, 140, 0.25)]
    assert ends == pytest.approx([0.05, 0.5, 0.75, 1, 1, 2, 7.5, 25, 200, 0.25])


def test_bars_of_letters() -> None:
    assert [bar_of(0), bar_of(1), bar_of(1 / 48), bar_of(0.5, other=True)] == ["", "█" * 24, "▌", "▒" * 12]


@pytest.mark.parametrize("most", [10**18, 10**25, 10**99])
def test_bins_of_very_large_numbers(most: int) -> None:
    edges = edges_of([5, most])
    assert edges[0] <= 5 and edges[-1] > most and len(edges) - 1 <= MOST_BINS


STACKS = Stacks(
    "Points",
    "seat",
    "sum",
    ("cards", "debt", "coins"),
    (Stack("A", "", (4.0, -1.0, 2.0)), Stack("B", "", (0.0, 0.0, 8.0), other=True)),
    8.0,
    "A note.",
)


def test_stacks_in_html_lay_the_parts_end_to_end() -> None:
    html = chart_html(STACKS)
    reader = read_html(html)
    said = [words.strip() for words in reader.seen if words.strip()]
    for words in ("Points", "seat", "sum", "cards", "debt", "coins", "4.0", "-1.0", "5.0", "8.0", "A note."):
        assert words in said
    *key, first, second = drawings(html)
    assert len(key) == 3
    assert [(bar.get("class"), bar.get("x"), bar.get("width")) for bar in first.findall("rect")] == [
        ("part0", "0.00%", "50.00%"), ("part2", "50.00%", "25.00%"),
    ]  # fmt: skip
    assert [(bar.get("class"), bar.get("width")) for bar in second.findall("rect")] == [("part2 faint", "100.00%")]
    assert first.findtext("title") == "A: cards 4.0, debt -1.0, coins 2.0, sum 5.0"


def test_stacks_as_text() -> None:
    lines = chart_text(STACKS).splitlines()
    assert lines[2] == "| seat |  | █ cards | ▒ debt | ▓ coins | sum |"
    assert lines[4] == "| A | `████████████▓▓▓▓▓▓` | 4.0 | -1.0 | 2.0 | 5.0 |"
    assert lines[5] == f"| B | `{'▓' * 24}` | 0.0 | 0.0 | 8.0 | 8.0 |"


def test_stacks_of_two_games_say_which() -> None:
    stacks = (Stack("A", "this", (1.0,)), Stack("A", "base", (2.0,), other=True))
    chart = Stacks("Points", "seat", "sum", ("game",), stacks, 2.0)
    assert chart.head == ("game", "game", "sum") and chart.cells(stacks[1]) == ("base", "2.0", "2.0")
    assert chart_text(chart).splitlines()[2] == "| seat |  | game | █ game | sum |"
    nasty = chart_html(Stacks(NASTY, NASTY, NASTY, (NASTY,), (Stack(NASTY, NASTY, (1.0,)),), 1.0, NASTY))
    assert "".join(read_html(nasty).seen).count(NASTY) >= 7
