"""Simulations kept as text, and the figures in them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rulewright.interpreter import PlayError, playouts
from rulewright.interpreter.recorded import Simulation
from rulewright.interpreter.statistics import PhasePasses, Result, Summary, distribution, phases
from rulewright.interpreter.trace import Trace
from tests.interpreter import tiny
from tests.visualizer.flows import fair


def simulated(games: int = 6) -> Simulation:
    flow = tiny.cards()
    trace = Trace(flow, 2)
    summary = playouts(flow, 2, games, seed=-3, trace=trace)
    return Simulation("Cards", {"big": "yes"}, ("ronin",), "random", -3, summary, trace)


def test_there_and_back():
    simulation = simulated()
    text = simulation.save(tiny.cards())
    again = Simulation.load(tiny.cards(), text)
    assert again.save(tiny.cards()) == text
    assert (again.game, again.options, again.variants) == ("Cards", {"big": "yes"}, ("ronin",))
    assert (again.policy, again.seed) == ("random", -3)
    assert again.summary.to_json() == simulation.summary.to_json()
    assert again.trace.to_json() == simulation.trace.to_json()


def test_no_games_there_and_back():
    simulation = simulated(0)
    again = Simulation.load(tiny.cards(), simulation.save(tiny.cards()))
    assert again.summary.games == again.trace.games == 0 and not again.summary.lengths


def test_final_scores():
    summary = Summary(2)
    for seed, scores in enumerate([(3, 4), (3, -1)]):
        summary.add(Result(seed, (0,), {"points": scores}, {"points": {"points": scores}}, 1, Counter(), 1, 1, budget=False))
    summary.add(Result(2, (), {"points": (50, 50)}, {}, 1, Counter(), 1, 1, budget=True))  # cut off: no final score
    assert summary.scores == {"points": (Counter({3: 2}), Counter({4: 1, -1: 1}))}
    assert summary.to_json()["scores"] == {
        "points": {
            "A": {"mean": 3.0, "least": 3, "most": 3, "histogram": [[3, 2]]},
            "B": {"mean": 1.5, "least": -1, "most": 4, "histogram": [[-1, 1], [4, 1]]},
        }
    }
    assert Summary.from_json(summary.to_json()).to_json() == summary.to_json()


def test_a_distribution_of_nothing():
    assert distribution({}) == {"mean": None, "least": None, "most": None, "histogram": []}


def test_phases_and_whose_pass_is_a_turn():
    flow = fair()
    trace = Trace(flow, 2)
    playouts(flow, 2, 3, trace=trace)
    found = {phase.address: phase for phase in phases(flow, trace)}
    assert {address: phase.turn for address, phase in found.items()} == {"phases.day": False, "phases.day.turn": True}
    turn = found["phases.day.turn"]
    assert isinstance(turn, PhasePasses) and turn.to_json()["phase"] == "phases.day.turn" and turn.to_json()["turn"] is True


def changed(**how: object) -> str:
    data: dict[str, Any] = simulated().to_json(tiny.cards())
    return json.dumps({**data, **how})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "nested too deep"),
        ("3", "a simulation must be an object"),
        ("{}", "a simulation must have a `format`"),
        ('{"rulewright": 1, "game": "tiny"}', "must have a `format`"),
        (changed(format=3), "a simulation has format 3, and 2 is known here; simulate again"),
        (changed(trace=None), "the counts of games must be an object"),
        (changed(trace={"format": 2, "digest": "f"}), "another rulebook"),
        (changed(players=3), "`wins` of C must be an object"),
        (changed(games=7), "does not count each game once"),
        (changed(games=10**18), "`games` must be a whole number from 0 to 1000000"),
        (changed(decisions={"histogram": [[1, 10**18]]}), "does not count each game once"),
        (changed(decisions={"histogram": [[-1, 6]]}), "`histogram` has -1, and 0 is the least"),
        (changed(scores=[]), "`scores` must be an object"),
        (changed(endings=3), "an ending must be an object"),
        (changed(chosen=None), "`chosen` must be an object"),
        (changed(variants="ronin"), "`variants` must be a list"),
        (changed(seed=1.5), "`seed` must be a whole number"),
        (changed(policy=3), "`policy` must be a text"),
        (changed(shared=99), "`shared` must be a whole number from 0 to 6"),
    ],
)
def test_what_is_no_simulation_is_refused(text: str, words: str):
    with pytest.raises(PlayError) as caught:
        Simulation.load(tiny.cards(), text)
    assert caught.value.code == "RW923" and words in caught.value.message, caught.value.message


def test_one_of_another_text_of_the_rulebook_is_refused():
    with pytest.raises(PlayError, match="with another rulebook, or an earlier text of it"):
        Simulation.load(replace(tiny.cards(), digest="0" * 16), simulated().save(tiny.cards()))
