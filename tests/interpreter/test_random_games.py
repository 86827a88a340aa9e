"""Laws of every state, looked at at each stop of random games of Chaos."""

from __future__ import annotations

import random

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.match import Match
from rulewright.interpreter.options import find
from rulewright.interpreter.state import State
from tests.source_files import ROOT


@pytest.fixture(scope="module")
def chaos() -> Flow:
    return load(ROOT / "games" / "chaos" / "game.yaml").flow


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_stop_keeps_the_laws(chaos, players):
    chooser, match = random.Random(players), Match.start(chaos, players, seed=players)
    for _ in range(250):
        if match.over:
            break
        state, options = match.state, match.options
        assert sorted(card for zone in state.zones for card in zone) == list(range(len(state.where)))
        assert all(card in state.zones[place] for card, place in enumerate(state.where))
        assert State.load(state.save()) == state
        assert options and len({option.text for option in options}) == len(options)
        assert [find(options, option.text) for option in options] == list(options)
        assert match.machine.options(state) == options and not match.machine.broken_invariants(state)
        match.choose(chooser.randrange(len(options)))


def test_the_same_choices_give_the_same_game(chaos):
    chooser, match = random.Random(1), Match.start(chaos, 4, seed=9)
    for _ in range(150):
        match.choose(chooser.randrange(len(match.options)))
    again = Match.start(chaos, 4, seed=9)
    for chosen in match.history:
        assert (again.decider, again.asked_at) == (chosen.seat, chosen.address)
        again.choose(chosen.text)
    assert again.state == match.state and again.log(detail=True) == match.log(detail=True)
