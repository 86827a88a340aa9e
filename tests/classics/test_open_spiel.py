"""The classic games are the games that OpenSpiel plays under the same names: the same options, positions and results.

A dozen random games each in lock step; thousands with `-m long`. `mappings` says what of one is what of the other, and
where house rules differ.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulewright.dsl import Game, load
from rulewright.interpreter.match import Match
from tests.classics import mappings as m
from tests.classics.counting import perft
from tests.classics.lock_step import Mapping, play_both, their_courses
from tests.source_files import ROOT

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open-spiel")

MAPPINGS = [
    m.TIC_TAC_TOE, m.CONNECT_FOUR, m.NIM, m.NIM_NORMAL, m.pig(2), m.pig(4), m.kuhn(2), m.kuhn(3), m.leduc(2), m.leduc(3),
    m.goofspiel(2), m.goofspiel(3), m.BREAKTHROUGH, m.OTHELLO, m.HEX, m.KALAH, m.BLACKJACK,
    m.liars_dice(1), m.liars_dice(5), m.go_fish(2), m.go_fish(3), m.go_fish(5), m.crazy_eights(2), m.crazy_eights(4),
    m.crazy_eights(7), m.HEARTS,
]  # fmt: skip
EACH = pytest.mark.parametrize("mapping", MAPPINGS, ids=lambda mapping: f"{mapping.ours}-{mapping.theirs}")
LONG = 2000


@cache
def sides(mapping_id: int) -> tuple[Game, Any]:
    mapping = MAPPINGS[mapping_id]
    path = ROOT / "games" / "classics" / mapping.ours / "game.yaml"
    return load(path, mapping.options, mapping.variants), pyspiel.load_game(mapping.theirs)


def play(mapping: Mapping, seeds: range) -> int:
    ours, theirs = sides(MAPPINGS.index(mapping))
    return sum(play_both(mapping, ours.flow, theirs, seed) for seed in seeds)


@EACH
def test_games_in_lock_step(mapping: Mapping) -> None:
    assert play(mapping, range(mapping.games)) >= mapping.games


# Games without chance and without passes, and how deep they are counted.
COUNTED = [(m.TIC_TAC_TOE, 4), (m.CONNECT_FOUR, 4), (m.NIM, 3), (m.BREAKTHROUGH, 2), (m.OTHELLO, 4), (m.HEX, 2), (m.KALAH, 5)]


@pytest.mark.parametrize(("mapping", "depth"), COUNTED, ids=lambda each: each if isinstance(each, int) else each.ours)
def test_as_many_courses_of_each_length(mapping: Mapping, depth: int) -> None:
    ours, theirs = sides(MAPPINGS.index(mapping))
    counts = perft(Match.start(ours.flow, mapping.players), depth, {})
    assert counts == [their_courses(theirs.new_initial_state(), each) for each in range(1, depth + 1)]


@pytest.mark.long
@EACH
def test_thousands_of_games_in_lock_step(mapping: Mapping) -> None:
    decisions = play(mapping, range(1000, 1000 + LONG))
    print(f"\n{mapping.theirs}: {LONG} games, {decisions} decisions, the same on both sides")
