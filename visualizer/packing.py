"""Packs rectangles of different sizes onto a sheet that fits a page well, about in their order.

In: sizes in points. Out: a place for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Size = tuple[float, float]
Place = tuple[float, float]  # of the upper left corner

MOST_WIDTHS = 60  # of sheets that are tried
TOGETHER = 12  # rectangles beside one another whose width is one of them, at most


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
    found = [_filled(sizes, gap, width) for width in _widths(sizes, gap)]
    return min(found, key=lambda each: (round(each.side(aspect), 2), round(each.width * each.height, 2)))


def _widths(sizes: Sequence[Size], gap: float) -> list[float]:
    """The widths of sheets that are worth trying: those of some rectangles beside one another."""
    least = max((wide for wide, _ in sizes), default=0.0)
    found = {least}
    for start in range(len(sizes)):
        across = 0.0
        for wide, _ in sizes[start : start + TOGETHER]:
            across += wide + (gap if across else 0.0)
            found.add(round(across, 2))
    widths = sorted(width for width in found if width >= least)
    return widths[:: len(widths) // MOST_WIDTHS + 1]


def _filled(sizes: Sequence[Size], gap: float, width: float) -> Packing:
    """Each rectangle as high up as there is room for it, and there as far to the left as can be."""
    places: list[Place] = []
    line: list[tuple[float, float]] = [(0.0, 0.0)]  # the lower edge of what stands: from where on, how far down
    for wide, high in sizes:
        left, top = min(_rooms(line, wide, width, gap), key=lambda place: (place[1], place[0]))
        places.append((left, top))
        line = _lowered(line, left, left + wide + gap, top + high + gap)
    right = max((left + wide for (left, _), (wide, _) in zip(places, sizes, strict=True)), default=0.0)
    bottom = max((top + high for (_, top), (_, high) in zip(places, sizes, strict=True)), default=0.0)
    return Packing(tuple(places), right, bottom)


def _rooms(line: list[tuple[float, float]], wide: float, width: float, gap: float) -> list[Place]:
    """Where something so wide could stand, as high up as can be at each of these places."""
    found = []
    for number, (left, _) in enumerate(line):
        if left + wide <= width + 0.01:
            under = [down for place, (start, down) in enumerate(line[number:]) if not place or start < left + wide + gap]
            found.append((left, max(under)))
    return found


def _lowered(line: list[tuple[float, float]], left: float, right: float, down: float) -> list[tuple[float, float]]:
    """The lower edge when something has been put there."""
    after = [below for start, below in line if start <= right][-1]
    kept = [each for each in line if each[0] < left]
    beyond = [each for each in line if each[0] > right]
    return [*kept, (left, down), (right, after), *beyond]
