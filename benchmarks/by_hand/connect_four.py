"""Connect Four by hand: a list of squares; a disc looks along the four lines that go through it."""

from __future__ import annotations

import random

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def play(seed: int) -> tuple[int, int]:
    """One random game: decisions, winner."""
    pick = random.Random(seed).randrange
    board = [[-1] * 6 for _ in range(7)]
    height = [0] * 7
    columns = list(range(7))
    for turn in range(42):
        player = turn % 2
        place = pick(len(columns))
        column = columns[place]
        row = height[column]
        board[column][row] = player
        height[column] += 1
        if height[column] == 6:
            columns.pop(place)
        for across, up in WAYS:
            if 1 + _run(board, column, row, across, up, player) + _run(board, column, row, -across, -up, player) >= 4:
                return turn + 1, player
    return 42, -1


def _run(board: list[list[int]], column: int, row: int, across: int, up: int, player: int) -> int:
    """How many discs of a player lie in a line behind a square."""
    found = 0
    column, row = column + across, row + up
    while 0 <= column < 7 and 0 <= row < 6 and board[column][row] == player:
        found += 1
        column, row = column + across, row + up
    return found
