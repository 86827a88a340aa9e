"""Generated code and the reference machine play the same game: the same options, deciders and state at every stop."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import Match, playout
from rulewright.interpreter.fast.machine import Play, fast_of
from rulewright.interpreter.trace import Trace
from tests.classics.test_games import COUNTS as CLASSICS
from tests.interpreter.side_by_side import agree
from tests.source_files import ROOT
from tests.test_playouts import CHOSEN, COUNTS, Chosen

SAMPLE = 150  # decisions


def side_by_side(flow: Flow, players: int, seed: int, most: int, unseen: bool = False) -> int:
    """How many decisions they agreed on."""
    play = Play(fast_of(flow, players, unseen=unseen), seed)
    return agree(Match.start(flow, players, seed), play, lambda: play.state, seed, most, sealed=not unseen)


@pytest.mark.parametrize(("path", "players"), COUNTS)
def test_a_game_for_each_player_count(path: Path, players: int) -> None:
    assert side_by_side(load(path).flow, players, 31 + players, SAMPLE)


@pytest.mark.parametrize(("path", "players"), CLASSICS)
def test_a_classic_game_for_each_player_count(path: Path, players: int) -> None:
    assert side_by_side(load(path).flow, players, 31 + players, SAMPLE)


@pytest.mark.parametrize(("path", "chosen"), CHOSEN)
def test_a_game_of_each_variant_and_option(path: Path, chosen: Chosen) -> None:
    flow = load(path, chosen).flow
    assert side_by_side(flow, flow.players[1], 8, SAMPLE // 2)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize(("path", "players"), COUNTS)
def test_many_whole_games(path: Path, players: int, part: int) -> None:
    flow = load(path).flow
    for seed in range(part * 10, part * 10 + 10):
        assert side_by_side(flow, players, seed, 100_000) < 100_000


@pytest.mark.parametrize(("path", "players"), COUNTS)
def test_a_game_that_nobody_sees_is_the_same_where_answers_are_open(path: Path, players: int) -> None:
    assert side_by_side(load(path).flow, players, 5, SAMPLE, unseen=True)


@pytest.mark.parametrize(("path", "players"), [each for each in COUNTS if "chaos" not in str(each.id)])
def test_results_and_counts_are_the_same(path: Path, players: int) -> None:
    flow = load(path).flow
    traces = Trace(flow, players), Trace(flow, players)
    quick = playout(flow, players, seed=3, most_choices=300, trace=traces[0])
    slow = playout(flow, players, seed=3, most_choices=300, trace=traces[1], fast=False)
    assert quick == slow
    assert traces[0].to_json() == traces[1].to_json()


def test_games_by_turns_do_not_disturb_one_another() -> None:
    flow = load(ROOT / "games/worlds_collide").flow
    alone = [Play(fast_of(flow, 2), seed) for seed in (1, 2)]
    for play in alone:
        for _ in range(40):
            play.choose(0)
    together = [Play(fast_of(flow, 2), seed) for seed in (1, 2)]
    for _ in range(40):
        for play in together:
            play.choose(0)
    assert all(one.state == other.state for one, other in zip(alone, together, strict=True))
