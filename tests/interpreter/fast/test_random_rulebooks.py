"""Rulebooks written at random are played alike by generated code and by the reference machine, errors included."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulewright.dsl import RulewrightError, load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import Match, PlayError, playout
from rulewright.interpreter.fast.machine import Play, fast_of
from rulewright.interpreter.statistics import Result, Summary
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.wasm.load import available
from rulewright.interpreter.wasm.module import Refused
from rulewright.interpreter.wasm.playing import play
from tests.interpreter.fast.rulebooks import rulebook

MOST = 50  # decisions of a game
DRAWN = settings(
    max_examples=15, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def outcome(flow: Flow, players: int, seed: int, fast: bool) -> str | tuple[Result, object]:
    """What came of a game and what a trace counted, or the error it ended with."""
    trace = Trace(flow, players)
    try:
        result = playout(flow, players, seed=seed, most_choices=MOST, trace=trace, fast=fast)
    except PlayError as error:
        return str(error)
    return result, trace.to_json()


def result(flow: Flow, players: int, seed: int) -> object:
    """The same of a game that is played whole, which nobody counts."""
    try:
        return playout(flow, players, seed=seed, most_choices=MOST)
    except PlayError as error:
        return str(error)


def counted_inside(flow: Flow, players: int, seed: int) -> object:
    """The same of a module, as a summary of the one game; None where there is no module."""
    summary, trace = Summary(players), Trace(flow, players)
    try:
        play(flow, players, range(seed, seed + 1), summary, trace, most_choices=MOST)
    except Refused:
        return None
    except PlayError as error:
        return str(error)
    return summary, trace.to_json()


def summarised(came: object, players: int) -> object:
    if not isinstance(came, tuple):
        return came
    summary = Summary(players)
    summary.add(came[0])
    return summary, came[1]


def lock_step(flow: Flow, players: int, seed: int) -> None:
    """Every stop of a game is the same, up to the first rule that cannot be carried out."""
    chance = random.Random(seed)
    try:
        match = Match.start(flow, players, seed)
        play = Play(fast_of(flow, players), seed)
        for _ in range(MOST):
            assert (play.seat, play.grounds) == (match.decider, match.grounds)
            assert play.state == match.state
            if match.over:
                return
            index = chance.randrange(len(match.grounds))
            match.choose(index)
            play.choose(index)
    except PlayError:
        return


def alike(text: str, folder: Path) -> bool:
    """Whether the rulebook is one; if so, its games are held against each other."""
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        flow = load(path).flow
    except RulewrightError:
        return False
    for players in (1, 3):
        came = outcome(flow, players, players, fast=False)
        assert outcome(flow, players, players, fast=True) == came
        assert result(flow, players, players) == (came if isinstance(came, str) else came[0])
        if available():
            assert counted_inside(flow, players, players) in (None, summarised(came, players))
        lock_step(flow, players, players)
    return True


@DRAWN
@given(data=st.data())
def test_a_rulebook_is_played_alike(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    text = rulebook(lambda below: data.draw(st.integers(0, below - 1)))
    assume(alike(text, tmp_path_factory.mktemp("made_up")))


def test_most_of_them_are_rulebooks(tmp_path: Path) -> None:
    assert sum(alike(rulebook(random.Random(seed).randrange), tmp_path) for seed in range(15)) > 8


def test_spans_beyond_all_numbers_stop_growing(tmp_path: Path) -> None:
    assert alike(rulebook(random.Random(7770000).randrange), tmp_path), "its products were looked into without end"


@pytest.mark.long
@pytest.mark.parametrize("part", range(40))
def test_many_rulebooks_are_played_alike(part: int, tmp_path: Path) -> None:
    for seed in range(1000 + part * 50, 1050 + part * 50):
        alike(rulebook(random.Random(seed).randrange), tmp_path)
