"""Connect Four by hand: a bit for each disc, columns of seven bits, so that lines are found by shifting."""

from __future__ import annotations

import random


def play(seed: int) -> tuple[int, int]:
    """One random game: decisions, winner."""
    pick = random.Random(seed).randrange
    discs = [0, 0]
    height = [0, 7, 14, 21, 28, 35, 42]
    columns = [0, 1, 2, 3, 4, 5, 6]
    for turn in range(42):
        player = turn % 2
        place = pick(len(columns))
        column = columns[place]
        mine = discs[player] = discs[player] | 1 << height[column]
        height[column] += 1
        if height[column] % 7 == 6:
            columns.pop(place)
        for shift in (1, 6, 7, 8):
            pairs = mine & mine >> shift
            if pairs & pairs >> 2 * shift:
                return turn + 1, player
    return 42, -1
