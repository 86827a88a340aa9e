"""Draws charts as parts of an HTML page: tables whose rows hold small SVG drawings, and histograms.

In: a chart. Out: HTML that needs the rules of `STYLE`. Places are in percent of the width and sizes in pixels, so that a
chart fits a phone without its words becoming small. What belongs to the other game is hollow, not only of another colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import assert_never

from rulewright.report.charts import Chart, Histogram, Mark, Rows, Series, Stacks

HEIGHT, MIDDLE, HALF = 26, 13, 5  # of a row, in pixels
TALL, BASE = 132, 112  # of a histogram, and where its bars stand
PARTS = 8  # of a row, that have a colour of their own
LABEL_EVERY = 6  # edges of a histogram that have a label, about

STYLE = """\
:root { --own: #2b6a99; --other: #8a5a00; }
@media screen and (prefers-color-scheme: dark) { :root { --own: #6fb3e0; --other: #e0b060; } }
.chart { margin: 1.4rem 0; font: .9rem/1.35 system-ui, sans-serif; break-inside: avoid; }
.chart figcaption { font-weight: 600; margin-bottom: .3rem; }
.chart p { color: var(--pale); margin: .3rem 0 0; font-size: .85rem; }
.chart table { width: 100%; font-variant-numeric: tabular-nums; }
.chart th, .chart td { padding: 0 .7em 0 0; vertical-align: middle; border-bottom: 0; font-size: .9rem; }
.chart thead th { font-weight: 400; font-size: .8rem; color: var(--pale); }
.chart thead tr { border-bottom: 1px solid var(--line); }
.chart tbody th { font-weight: 400; } .chart .number { text-align: right; white-space: nowrap; }
.chart td.drawn { width: 55%; min-width: 6rem; padding: 0 1.2em 0 .3em; }
.chart tr.first td, .chart tr.first th { border-top: .5rem solid transparent; background-clip: padding-box; }
.chart svg { display: block; width: 100%; overflow: visible; }
.chart .own { fill: var(--own); stroke: var(--own); } .chart .other { fill: var(--paper); stroke: var(--other); }
.chart .own, .chart .other { stroke-width: 1.5; }
.chart .axis { stroke: var(--line); } .chart .halo { stroke: var(--paper); stroke-width: 3.2; }
.chart .whisker { stroke: var(--ink); stroke-width: 1.6; }
.chart .line { stroke: var(--pale); stroke-dasharray: 3 3; }
.chart text { font: 11px system-ui, sans-serif; fill: var(--ink); text-anchor: middle; }
.chart text.edge { fill: var(--pale); }
.chart .series { display: flex; gap: .5em; align-items: center; font-size: .85rem; margin-top: .6rem; }
.chart .series svg { width: 14px; height: 12px; display: inline-block; }
.chart .series { flex-wrap: wrap; } .chart .series span, .chart table.stacks th { white-space: nowrap; }
.chart .part0 { fill: #2b6a99; } .chart .part1 { fill: #c77b20; } .chart .part2 { fill: #3f8f5b; } .chart .part3 { fill: #a04f8b; }
.chart .part4 { fill: #7a7f29; } .chart .part5 { fill: #b5473f; } .chart .part6 { fill: #5d63b0; } .chart .part7 { fill: #4d8f92; }
.chart rect[class^=part] { stroke: var(--paper); } .chart .faint { fill-opacity: .5; stroke-dasharray: 2 2; }"""


def chart_html(chart: Chart) -> str:
    """A chart as a figure."""
    match chart:
        case Rows():
            inside = "\n".join(_table(chart))
        case Histogram():
            inside = "\n".join(line for each in chart.series for line in _histogram(chart, each))
        case Stacks():
            inside = "\n".join(_stacks(chart))
        case _:
            assert_never(chart)
    note = f"\n<p>{escape(chart.note)}</p>" if chart.note else ""
    return f'<figure class="chart">\n<figcaption>{escape(chart.title)}</figcaption>\n{inside}{note}\n</figure>'


def _percent(share: float) -> str:
    return f"{share * 100:.2f}%"


# ------------------------------------------------------------------------------------------------ rows


def _table(chart: Rows) -> Iterator[str]:
    line = "" if chart.line is None else escape(f"dashed: {chart.line[1]}")
    first, *others = chart.head
    heads = "".join(f'<th class="number">{escape(head)}</th>' for head in others)
    yield f"<table>\n<thead><tr><th>{escape(first)}</th><th>{line}</th>{heads}</tr></thead>\n<tbody>"
    label = None
    for mark in chart.marks:
        begins = ' class="first"' if label not in (None, mark.label) else ""
        shown = "" if label == mark.label else escape(mark.label)
        label = mark.label
        cells = "".join(f'<td class="number">{escape(cell)}</td>' for cell in mark.cells)
        yield f'<tr{begins}><th scope="row">{shown}</th><td class="drawn">{_row(chart, mark)}</td>{cells}</tr>'
    yield "</tbody>\n</table>"


def _row(chart: Rows, mark: Mark) -> str:
    kind = "other" if mark.other else "own"
    parts = [f"<title>{escape(mark.words)}</title>"]
    parts.append(f'<line class="axis" x1="0" x2="100%" y1="{MIDDLE}" y2="{MIDDLE}"/>')
    if chart.line is not None:
        at = _percent(chart.place(chart.line[0]))
        parts.append(f'<line class="line" x1="{at}" x2="{at}" y1="0" y2="{HEIGHT}"/>')
    if mark.bar is not None:
        parts.append(_bar(kind, 0.0, chart.place(mark.bar)))
    if mark.whisker is not None:
        parts += _whisker(*map(chart.place, mark.whisker))
    if mark.box is not None:
        low, high = map(chart.place, mark.box)
        parts.append(_bar(kind, low, high - low))
    if mark.dot is not None:
        at = _percent(chart.place(mark.dot))
        if mark.box is not None:  # the median of many
            parts.append(f'<line class="halo" x1="{at}" x2="{at}" y1="{MIDDLE - 7}" y2="{MIDDLE + 7}"/>')
            parts.append(f'<line class="whisker" x1="{at}" x2="{at}" y1="{MIDDLE - 8}" y2="{MIDDLE + 8}"/>')
        else:
            parts.append(f'<circle class="{kind}" cx="{at}" cy="{MIDDLE}" r="4.5"/>')
    return f'<svg width="100%" height="{HEIGHT}" role="img">{"".join(parts)}</svg>'


def _bar(kind: str, at: float, length: float) -> str:
    return f'<rect class="{kind}" x="{_percent(at)}" y="{MIDDLE - HALF}" width="{_percent(length)}" height="{2 * HALF}" rx="1.5"/>'


def _whisker(low: float, high: float) -> Iterator[str]:
    left, right = _percent(low), _percent(high)
    yield f'<line class="halo" x1="{left}" x2="{right}" y1="{MIDDLE}" y2="{MIDDLE}"/>'
    yield f'<line class="whisker" x1="{left}" x2="{right}" y1="{MIDDLE}" y2="{MIDDLE}"/>'
    for end in (left, right):
        yield f'<line class="whisker" x1="{end}" x2="{end}" y1="{MIDDLE - HALF - 2}" y2="{MIDDLE + HALF + 2}"/>'


# ------------------------------------------------------------------------------------------------ parts end to end


def _stacks(chart: Stacks) -> Iterator[str]:
    key = (
        f'<span><svg aria-hidden="true"><rect class="part{number % PARTS}" width="12" height="10" y="1"/></svg>{escape(name)}</span>'
        for number, name in enumerate(chart.parts)
    )
    yield f'<div class="series">{"".join(key)}</div>'
    heads = "".join(f'<th class="number">{escape(head)}</th>' for head in chart.head)
    yield f'<table class="stacks">\n<thead><tr><th>{escape(chart.first)}</th><th></th>{heads}</tr></thead>\n<tbody>'
    for stack in chart.stacks:
        cells = chart.cells(stack)
        words = ", ".join(f"{head} {cell}" for head, cell in zip(chart.head, cells, strict=True))
        parts = [f"<title>{escape(f'{stack.label}: {words}')}</title>"]
        parts.append(f'<line class="axis" x1="0" x2="100%" y1="{MIDDLE}" y2="{MIDDLE}"/>')
        for number, start, end in chart.segments(stack):
            look = f"part{number % PARTS}{' faint' if stack.other else ''}"
            place = f'x="{_percent(start)}" y="{MIDDLE - HALF}" width="{_percent(end - start)}" height="{2 * HALF}"'
            parts.append(f'<rect class="{look}" {place}/>')
        drawn = f'<svg width="100%" height="{HEIGHT}" role="img">{"".join(parts)}</svg>'
        figures = "".join(f'<td class="number">{escape(cell)}</td>' for cell in cells)
        yield f'<tr><th scope="row">{escape(stack.label)}</th><td class="drawn">{drawn}</td>{figures}</tr>'
    yield "</tbody>\n</table>"


# ------------------------------------------------------------------------------------------------ histograms


def _histogram(chart: Histogram, series: Series) -> Iterator[str]:
    kind = "other" if series.other else "own"
    if len(chart.series) > 1:
        sample = f'<svg aria-hidden="true"><rect class="{kind}" x="1" y="1" width="12" height="10"/></svg>'
        yield f'<div class="series">{sample}{escape(series.label)}</div>'
    words = "; ".join(f"{chart.bin_words(number)}: {count}" for number, count in enumerate(series.counts) if count)
    yield f'<svg width="100%" height="{TALL}" role="img"><title>{escape(f"{chart.title}. {chart.unit}: {words}")}</title>'
    most = max((count for each in chart.series for count in each.counts), default=0) or 1
    width = 1 / len(series.counts)
    for number, count in enumerate(series.counts):
        if count:
            tall = max(2, round((BASE - 16) * count / most))
            at, middle = (number + 0.06) * width, (number + 0.5) * width
            yield (
                f'<rect class="{kind}" x="{_percent(at)}" y="{BASE - tall}" width="{_percent(width * 0.88)}" height="{tall}"/>'
                f'<text x="{_percent(middle)}" y="{BASE - tall - 4}">{count}</text>'
            )
    yield f'<line class="axis" x1="0" x2="100%" y1="{BASE}" y2="{BASE}"/>'
    yield from _edges(chart, width)
    yield "</svg>"


def _edges(chart: Histogram, width: float) -> Iterator[str]:
    """The numbers below: of each bin that holds one number, else of every few edges."""
    bins = len(chart.edges) - 1
    single = chart.edges[1] - chart.edges[0] == 1
    step = 1 if single else -(-bins // LABEL_EVERY)
    for number in range(0, bins + (not single), step):
        at = (number + 0.5 * single) * width
        yield f'<text class="edge" x="{_percent(at)}" y="{BASE + 15}">{chart.edges[number]}</text>'
