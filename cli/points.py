"""The points of a game, or of many, by their sources: a column for each seat, a line for each source, and their sum.

In: totals with their sources. Out: lines of text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.scoring import Sources


def points_of_game(sources: Sources, seats: int) -> list[str]:
    """The points of one game."""
    return points_table(sources, [seat_name(seat) for seat in range(seats)], str)


def points_table(
    totals: Mapping[str, Mapping[str, Sequence[float]]], columns: Sequence[str], shown: Callable[[float], str]
) -> list[str]:
    """A table for each total. totals: total -> source -> a figure for each column."""
    lines: list[str] = []
    for total, sources in totals.items():
        sums = [sum(values[column] for values in sources.values()) for column in range(len(columns))]
        rows = [(_words(source), list(map(shown, values))) for source, values in sources.items() if source != total]
        rows = [
            ("", list(columns)),
            *((f"  {name}", cells) for name, cells in rows),
            (_words(total), list(map(shown, sums))),
        ]
        room = max(len(name) for name, _ in rows)
        wide = [max(len(cells[column]) for _, cells in rows) for column in range(len(columns))]
        for name, cells in rows:
            figures = (cell.rjust(width) for cell, width in zip(cells, wide, strict=True))
            lines.append("  ".join([name.ljust(room), *figures]))
    return lines


def _words(name: str) -> str:
    return name.replace("_", " ")
