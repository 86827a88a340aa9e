"""How many ways the classic games can go, counted by depth, against published numbers."""

from __future__ import annotations

import pytest

from rulewright.dsl import load
from rulewright.interpreter.match import Match
from tests.classics.counting import courses, perft
from tests.source_files import ROOT


def started(name: str, players: int = 2) -> Match:
    return Match.start(load(ROOT / "games" / "classics" / name).flow, players)


# A decision that ends the game has no followers: tic-tac-toe has fewer than 9! / (9 - n)! courses from depth 6 on.
PUBLISHED: dict[str, list[int]] = {
    "tic_tac_toe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "connect_four": [7, 49, 343, 2401, 16807, 117649, 823536, 5673234],
    "othello": [4, 12, 56, 244, 1396, 8200, 55092],
    "breakthrough": [22, 484, 11132],
}
QUICK = {"tic_tac_toe": 5, "connect_four": 5, "othello": 4, "breakthrough": 2}


@pytest.mark.parametrize("name", PUBLISHED)
def test_counts_by_depth(name: str) -> None:
    assert_counts(name, QUICK[name])


@pytest.mark.long
@pytest.mark.parametrize("name", PUBLISHED)
def test_counts_to_the_last_depth(name: str) -> None:
    assert_counts(name, len(PUBLISHED[name]))


def assert_counts(name: str, depth: int) -> None:
    assert perft(started(name), depth, {}) == PUBLISHED[name][:depth]


def test_all_games_of_tic_tac_toe() -> None:
    known: dict[tuple[object, ...], int] = {}
    assert courses(started("tic_tac_toe"), known) == 255168
    assert len(known) == 4520  # the 5478 positions that can be come to, less the 958 at which the game is over
