"""Writes charts as Markdown tables, with bars made of block characters.

In: a chart. Out: Markdown. Bars are code, so that code hosts show them in letters of one width.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.report.charts import Chart, Histogram, Mark, Rows, Stacks

WIDTH = 24  # of a bar, in letters
EIGHTHS = " ▏▎▍▌▋▊▉█"
OTHERS = "▒"
EMPTY = "·"
LETTERS = "█▒▓░▚▞▖▝"  # of the parts of a row


def chart_text(chart: Chart) -> str:
    """A chart as a table under its title."""
    match chart:
        case Rows():
            lines = list(_rows(chart))
        case Histogram():
            lines = list(_histogram(chart))
        case Stacks():
            lines = list(_stacks(chart))
        case _:
            assert_never(chart)
    note = ["", plain(chart.note)] if chart.note else []
    return "\n".join([f"**{plain(chart.title)}**", "", *lines, *note])


def _rows(chart: Rows) -> Iterator[str]:
    first, *others = chart.head
    line = "" if chart.line is None else f"`┊` {plain(chart.line[1])}"
    yield _row([plain(first), line, *map(plain, others)])
    yield "| --- | --- |" + " ---: |" * len(others)
    for mark in chart.marks:
        yield _row([plain(mark.label), f"`{_drawn(chart, mark)}`", *map(plain, mark.cells)])


def _drawn(chart: Rows, mark: Mark) -> str:
    letters = [EMPTY] * WIDTH

    def at(value: float) -> int:
        return min(WIDTH - 1, int(chart.place(value) * WIDTH))

    if mark.whisker is not None:
        low, high = map(at, mark.whisker)
        letters[low : high + 1] = "─" * (high - low + 1)
        letters[low], letters[high] = "├", "┤"
    if mark.bar is not None:
        bar = bar_of(chart.place(mark.bar), mark.other)
        letters[: len(bar)] = bar
    if mark.box is not None:
        low, high = map(at, mark.box)
        letters[low : high + 1] = (OTHERS if mark.other else "█") * (high - low + 1)
    if chart.line is not None and letters[at(chart.line[0])] in (EMPTY, "─"):
        letters[at(chart.line[0])] = "┊"
    if mark.dot is not None:
        letters[at(mark.dot)] = "│" if mark.box is not None else "○" if mark.other else "●"
    return "".join(letters)


def bar_of(share: float, other: bool = False) -> str:
    """A bar of a length from 0 to 1, to an eighth of a letter; the other game's bars are grey."""
    eighths = round(share * WIDTH * 8)
    if other:
        return OTHERS * round(eighths / 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _stacks(chart: Stacks) -> Iterator[str]:
    named = [f"{LETTERS[number % len(LETTERS)]} {name}" for number, name in enumerate(chart.parts)]
    heads = [*chart.head[: -1 - len(named)], *named, chart.head[-1]]
    yield _row([plain(chart.first), "", *map(plain, heads)])
    yield "| --- | --- |" + " ---: |" * len(heads)
    for stack in chart.stacks:
        drawn = "".join(
            LETTERS[number % len(LETTERS)] * (round(end * WIDTH) - round(start * WIDTH)) for number, start, end in chart.segments(stack)
        )
        yield _row([plain(stack.label), f"`{drawn}`" if drawn else "", *map(plain, chart.cells(stack))])


def _histogram(chart: Histogram) -> Iterator[str]:
    several = len(chart.series) > 1
    heads = [cell for each in chart.series for cell in (plain(each.label) if several else "", plain(chart.things))]
    yield _row([plain(chart.unit), *heads])
    yield "| ---: |" + " --- | ---: |" * len(chart.series)
    most = max((count for each in chart.series for count in each.counts), default=0) or 1
    for number in range(len(chart.edges) - 1):
        cells = [chart.bin_words(number)]
        for each in chart.series:
            bar = bar_of(each.counts[number] / most, each.other)
            cells += [f"`{bar}`" if bar else "", str(each.counts[number])]
        yield _row(cells)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return "".join(f"\\{sign}" if sign in "\\`*[]<>|~&_#" else sign for sign in " ".join(text.split()))
