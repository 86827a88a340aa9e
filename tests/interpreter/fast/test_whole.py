"""Whole games by generated code are those of the reference machine: at each question the same state, decider and number of options."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import Match, playout
from rulewright.interpreter.chance import Stream
from rulewright.interpreter.fast.machine import fast_of
from rulewright.interpreter.fast.runtime import CutOff
from rulewright.interpreter.policy import Uniform, first
from rulewright.interpreter.state import State
from rulewright.interpreter.statistics import Result
from tests.classics.test_games import COUNTS as CLASSICS
from tests.source_files import ROOT
from tests.test_playouts import CHOSEN, COUNTS, Chosen

SAMPLE = 120  # decisions


def parts(state: State) -> tuple[object, ...]:
    """What both have of a state; frames of a whole game are no lists."""
    return (
        state.zones, state.where, state.face, state.shown, state.cells, state.pending, state.floor, state.held, state.drawn,
        state.winners,
    )  # fmt: skip


def side_by_side(flow: Flow, players: int, seed: int, most: int) -> int:
    """How many decisions they agreed on."""
    fast, match, chance = fast_of(flow, players, unseen=True, whole=True), Match.start(flow, players, seed), Stream(seed, 0)
    decisions = 0

    def ask(state: State, seat: int, count: int) -> int:
        nonlocal decisions
        if match.state.veil is None:  # while answers are sealed, it has them where others see nothing
            assert parts(state) == parts(match.state)
        assert (seat, count) == (match.decider, len(match.grounds))
        if decisions >= most:
            raise CutOff
        decisions += 1
        index = chance.below(count)
        match.choose(index)
        limits = fast.module.limits
        limits.left, limits.work, limits.drawn = 20_000, 0, state.drawn + 1000
        return index

    usual, fast.module.names["ask"] = fast.module.names["ask"], ask
    try:
        state, _ = fast.play(seed)
    finally:
        fast.module.names["ask"] = usual
    assert match.state.veil is not None or parts(state) == parts(match.state)
    assert decisions >= most or match.over
    return decisions


@pytest.mark.parametrize(("path", "players"), [*COUNTS, *CLASSICS])
def test_a_game_for_each_player_count(path: Path, players: int) -> None:
    assert side_by_side(load(path).flow, players, 41 + players, SAMPLE)


@pytest.mark.parametrize(("path", "chosen"), CHOSEN)
def test_a_game_of_each_variant_and_option(path: Path, chosen: Chosen) -> None:
    flow = load(path, chosen).flow
    assert side_by_side(flow, flow.players[-1], 9, SAMPLE // 2)


@pytest.mark.parametrize(("path", "players"), [each for each in [*COUNTS, *CLASSICS] if "chaos" not in str(each)])
@pytest.mark.parametrize("most", [40, 1])
def test_results_are_the_same(path: Path, players: int, most: int) -> None:
    flow = load(path).flow
    assert playout(flow, players, seed=7, most_choices=most) == playout(flow, players, seed=7, most_choices=most, fast=False)


class Playing:
    """A policy that plays a game of its own before it takes an option."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.results: list[Result] = []

    def pick(self, count: int) -> int:
        self.results.append(playout(self.flow, 2, seed=1))
        return 0

    __call__ = None


def test_a_policy_may_play_a_game_meanwhile() -> None:
    flow = load(ROOT / "games/classics/tic_tac_toe").flow
    policy = Playing(flow)
    assert playout(flow, 2, [policy, policy], seed=1) == playout(flow, 2, [first, first], seed=1)  # type: ignore[list-item]
    assert set(map(repr, policy.results)) == {repr(playout(flow, 2, seed=1))}


def test_a_policy_that_gives_up_ends_the_game() -> None:
    flow = load(ROOT / "games/classics/tic_tac_toe").flow

    class Leaving(Uniform):
        def __init__(self) -> None:
            self.pick = lambda count: (_ for _ in ()).throw(KeyboardInterrupt)  # type: ignore[assignment]

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            playout(flow, 2, [Leaving(), first])
    assert playout(flow, 2, seed=1) == playout(flow, 2, seed=1, fast=False)
