"""What a chart shows, as plain data: rows of bars and intervals, rows of parts laid end to end, or a histogram.

In: nothing. Out: frozen data in the units of what was counted; `chart_html` and `chart_text` draw it. Every number that a
chart shows stands beside it as text, made here or by who makes the chart, so that all forms say the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count as counting_up

MOST_BINS = 12


@dataclass(frozen=True, slots=True)
class Mark:
    """One row. cells: its figures as text, under the heads of the chart.

    bar: from the beginning of the scale to this value. whisker: an interval. box: the middle half of many values. dot: a
    single value. other: it belongs to the game that is compared with.
    """

    label: str
    cells: tuple[str, ...]
    bar: float | None = None
    whisker: tuple[float, float] | None = None
    box: tuple[float, float] | None = None
    dot: float | None = None
    other: bool = False

    @property
    def words(self) -> str:
        """The row in words, for who cannot see it."""
        return f"{self.label}: {', '.join(cell for cell in self.cells if cell)}"


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows under one another on a common scale. line: a value marked in all of them, and what it means."""

    title: str
    head: tuple[str, ...]
    marks: tuple[Mark, ...]
    scale: tuple[float, float]
    line: tuple[float, str] | None = None
    note: str = ""

    def place(self, value: float) -> float:
        """Where a value stands on the scale: 0 to 1."""
        low, high = self.scale
        return min(1.0, max(0.0, (value - low) / (high - low))) if high > low else 0.0


@dataclass(frozen=True, slots=True)
class Series:
    """How many fall into each bin, of one game. other: as of a row."""

    label: str
    counts: tuple[int, ...]
    other: bool = False


@dataclass(frozen=True, slots=True)
class Histogram:
    """edges: bin n holds what is at least edges[n] and less than edges[n + 1]. unit: what the edges are; things: what is
    counted."""

    title: str
    unit: str
    edges: tuple[int, ...]
    series: tuple[Series, ...]
    note: str = ""
    things: str = "games"

    def bin_words(self, number: int) -> str:
        """`200 to 249`, or the one number that a bin holds."""
        low, high = self.edges[number], self.edges[number + 1] - 1
        return f"{low}" if low == high else f"{low} to {high}"


@dataclass(frozen=True, slots=True)
class Stack:
    """One row of parts laid end to end. game: which one it is of when there are two; values: one for each part; other: as of
    a row."""

    label: str
    game: str
    values: tuple[float, ...]
    other: bool = False


@dataclass(frozen=True, slots=True)
class Stacks:
    """Rows under one another, each of the same parts. parts: their names; first: what the rows are; sum: what the parts
    make; end: of the scale, which begins at 0."""

    title: str
    first: str
    sum: str
    parts: tuple[str, ...]
    stacks: tuple[Stack, ...]
    end: float
    note: str = ""

    @property
    def head(self) -> tuple[str, ...]:
        """The heads of the figures of a row."""
        return (*(("game",) if any(each.game for each in self.stacks) else ()), *self.parts, self.sum)

    def cells(self, stack: Stack) -> tuple[str, ...]:
        """The figures of a row, under these heads."""
        game = (stack.game,) if any(each.game for each in self.stacks) else ()
        return (*game, *(f"{value:,.1f}" for value in (*stack.values, sum(stack.values))))

    def segments(self, stack: Stack) -> Iterator[tuple[int, float, float]]:
        """The parts to be drawn: number, and from where to where on a scale from 0 to 1. What is taken away has no length."""
        at = 0.0
        for number, value in enumerate(stack.values):
            if value > 0 and self.end > 0:
                yield number, at / self.end, (at + value) / self.end
                at += value


Chart = Rows | Histogram | Stacks


def edges_of(values: Collection[int]) -> tuple[int, ...]:
    """Where bins begin that hold all values: at most `MOST_BINS`, of a width that is easy to read."""
    low, high = min(values, default=0), max(values, default=0)
    width = next(width for width in _widths() if high // width - low // width < MOST_BINS)
    return tuple(range(low // width * width, high + width + 1, width))


def counted(counts: Mapping[int, int], edges: Sequence[int]) -> tuple[int, ...]:
    """How many values fall into each bin. counts: how often there was each value."""
    bins = [0] * (len(edges) - 1)
    for value, count in counts.items():
        bins[(value - edges[0]) // (edges[1] - edges[0])] += count
    return tuple(bins)


def nice_end(value: float) -> float:
    """The end of a scale that holds a value above 0."""
    tenth = 1.0
    while tenth < value:
        tenth *= 10
    while tenth / 10 >= value > 0:
        tenth /= 10
    return next(end for end in (tenth / 5, tenth / 4, tenth / 2, tenth * 3 / 4, tenth) if end >= value)


def _widths() -> Iterator[int]:
    return (step * 10**power for power in counting_up() for step in (1, 2, 5))
