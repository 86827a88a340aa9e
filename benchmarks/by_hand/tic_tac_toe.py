"""Tic-tac-toe by hand."""

from __future__ import annotations

import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(line for line in LINES if square in line) for square in range(9))


def play(seed: int) -> tuple[int, int]:
    """One random game: decisions, winner."""
    pick = random.Random(seed).randrange
    board = [-1] * 9
    free = list(range(9))
    for turn in range(9):
        player = turn % 2
        square = free.pop(pick(len(free)))
        board[square] = player
        for a, b, c in THROUGH[square]:
            if board[a] == board[b] == board[c] == player:
                return turn + 1, player
    return 9, -1
