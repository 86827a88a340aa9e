"""Packs rectangles of different sizes into one that fits a page well, in their order.

In: sizes in points. Out: a place for each. They stand in rows; in a row, what is low stands below one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Size = tuple[float, float]
Place = tuple[float, float]  # of the upper left corner


@dataclass(frozen=True, slots=True)
class Packing:
    """Where rectangles stand, and the size of them all."""

    places: tuple[Place, ...]
    width: float
    height: float

    def side(self, aspect: float) -> float:
        """The height of the smallest page of these proportions that it fits on."""
        return max(self.width / aspect, self.height)


def pack(sizes: Sequence[Size], gap: float, aspect: float) -> Packing:
    """The packing that fits best on a page that is `aspect` times as wide as it is high."""
    return min(packings(sizes, gap), key=lambda each: (round(each.side(aspect), 2), round(each.width * each.height, 2)))


def packings(sizes: Sequence[Size], gap: float) -> Iterator[Packing]:
    """All packings that are worth a look: for each width, with rows as high as what is first in them, or as all is at most."""
    if not sizes:
        yield Packing((), 0.0, 0.0)
        return
    heights = [high for _, high in sizes]
    widths = sorted({round(sum(wide for wide, _ in sizes[a:b]) + gap * (b - a - 1), 2)
                     for a in range(len(sizes)) for b in range(a + 1, min(len(sizes), a + 12) + 1)})  # fmt: skip
    if len(widths) > MOST_WIDTHS:
        widths = widths[:: len(widths) // MOST_WIDTHS + 1] + widths[-1:]
    for width in widths:
        if width >= max(wide for wide, _ in sizes):
            yield _rows(sizes, gap, width, 0.0)
            yield _rows(sizes, gap, width, max(heights))
    total = sum(heights) + gap * (len(heights) - 1)
    for columns in range(2, min(len(sizes), 9)):
        yield _rows(sizes, gap, float("inf"), max(max(heights), total / columns * 1.05))


MOST_WIDTHS = 120


def _rows(sizes: Sequence[Size], gap: float, width: float, least: float) -> Packing:
    """Rows no wider than this and at least so high, from the top down."""
    places: list[Place] = []
    top, row = 0.0, 0.0  # of the row, and how high it is
    left, wide, down = 0.0, 0.0, 0.0  # of the column in the row, how wide it is, and where it goes on
    right, bottom = 0.0, 0.0
    for across, high in sizes:
        stacked = down > 0 and down + gap + high <= row and left + max(wide, across) <= width
        if stacked:
            down += gap
            wide = max(wide, across)
        elif places and left + wide + gap + across <= width and (high <= row or least == 0.0):
            left, wide, down = left + wide + gap, across, 0.0
            row = max(row, high)
        else:
            top = bottom + gap if places else 0.0
            left, wide, down, row = 0.0, across, 0.0, max(high, least)
        places.append((left, top + down))
        down += high
        right, bottom = max(right, left + wide), max(bottom, top + down)
    return Packing(tuple(places), right, bottom)
