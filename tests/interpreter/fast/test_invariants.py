"""Generated code says of a state whether the invariants hold, and the reference machine says the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.interpreter import Match
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.examine import Last, keeps_invariants
from rulewright.interpreter.fast.invariants import Invariants, invariants_of
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.passes.spans import spans_of
from rulewright.interpreter.playout import playout
from rulewright.interpreter.state import State
from tests.dsl.book import checked
from tests.source_files import ROOT

GAMES = sorted(path for path in ROOT.glob("games/**/game.yaml") if load(path).flow.invariants)
MOST_STOPS = 120
FALLS = "\n  falls: no(each p in players where p.coins > 0 and p.coins < earlier(p.coins))"
TOO_MANY = "\n  too_many: no(players where coins > 3)"


def of_reference(machine: Machine, state: State, before: State | None) -> bool:
    try:
        return not machine.broken_invariants(state, before)
    except PlayError:
        return False


def spoiled(state: State, flow: ir.Flow, match: Match, chance: random.Random) -> State:
    """The state with a variable otherwise, or a component somewhere else, where such a one can be."""
    other, layout = state.copy(), match.machine.layout
    if chance.random() < 0.5 and other.cells:
        spec = chance.choice([each for number, each in enumerate(flow.variables) if each.high - each.low < 1000] or [flow.variables[0]])
        number = flow.variables.index(spec)
        base, size = match.machine.layout.bases[number], 1
        for length in match.machine.layout.sizes[number]:
            size *= length
        other.cells[base + chance.randrange(size)] = chance.randint(spec.low, min(spans_of(layout).of(e.StateVar(number)).high, 1000))
    elif other.where:
        component = chance.randrange(len(other.where))
        kind = layout.kinds[component]
        target = chance.choice([each for each in layout.lying if flow.zones[layout.instances[each][0]].holds == kind])
        other.zones[other.where[component]].remove(component)
        other.zones[target].append(component)
        other.where[component] = target
    return other


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_both_say_the_same(path: Path) -> None:
    flow = load(path).flow
    players, chance = flow.players[0], random.Random(5)
    generated = Invariants(flow, players)
    match = Match.start(flow, players, 3)
    last = Last(match.machine)
    broken = 0
    for _ in range(MOST_STOPS):
        assert generated.hold(match.state, last.state)
        assert of_reference(match.machine, match.state, last.state)
        other = match.state
        for _ in range(chance.randint(1, 4)):
            other = spoiled(other, flow, match, chance)
        holds = of_reference(match.machine, other, last.state)
        assert generated.hold(other, last.state) == holds
        assert generated.hold(other) == of_reference(match.machine, other, None)
        broken += not holds
        last.keep(match.state)
        if match.over:
            break
        match.choose(chance.randrange(len(match.grounds)))
    assert broken or "classics" in path.parts


@pytest.mark.parametrize(("invariant", "name"), [(FALLS, "falls"), (TOO_MANY, "too_many")])
@pytest.mark.parametrize("share", [0, 1])
def test_a_broken_one_is_named(invariant: str, name: str, share: float) -> None:
    made, problems = checked(
        actions="\n  earn: {do: gain 2 coins}\n  spend: {if: coins > 1, do: lose 1 coins}",
        phases="\n  round:\n    repeat: 9 times\n    steps:\n      turn: {each: players clockwise from dealer, menu: [earn, spend]}",
        end="\n  most: {after: round, winner: all_highest(players by coins)}",
        invariants=invariant,
    )
    assert made is not None, problems
    with pytest.raises(PlayError, match=f"the invariant `{name}` does not hold at") as caught:
        playout(made.flow, 2, seed=1, check=True, share=share)
    assert caught.value.code == "RW910"


def test_they_are_made_once() -> None:
    flow = load(GAMES[0]).flow
    assert invariants_of(flow, flow.players[0]) is invariants_of(flow, flow.players[0])
    match = Match.start(flow, flow.players[0])
    assert keeps_invariants(match.machine, match.state)
