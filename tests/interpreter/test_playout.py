"""Games played to their end, counted, and checked at every stop."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from dataclasses import replace

import pytest

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Const, Contents, Field, FirstOf, Shown
from rulewright.dsl.types import NUMBER, EnumType, OptionalType
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.examine import examine
from rulewright.interpreter.match import Match
from rulewright.interpreter.observe import View
from rulewright.interpreter.playout import playout, playouts
from rulewright.interpreter.policy import Policy, first, scripted
from rulewright.interpreter.state import State
from rulewright.interpreter.statistics import Result, Summary, wilson
from tests.interpreter import tiny
from tests.interpreter.tiny import COUNT, HAND, NOTHING, NUMBER_OF, ROUND, block, choice, option


def lawful() -> ir.Flow:
    """The counter game without the invariant that its last move breaks."""
    return replace(tiny.counter(), invariants=())


# ------------------------------------------------------------------------------------------------ one game


def test_a_game_by_policies():
    result = playout(lawful(), 2, [scripted(["add 3", "add 3"]), scripted(["add 3", "stop"])])
    assert (result.winners, result.choices, result.budget, result.seed) == ((), 4, False, 0)
    assert result.offered == 3 + 3 + 3 + 2 and result.most_offered == 3
    assert result.scores == {"cards": (0, 0)}


def test_a_seed_gives_a_game():
    assert playout(tiny.cards(), 2, seed=4) == playout(tiny.cards(), 2, seed=4)
    assert len({playout(lawful(), 2, seed=seed).choices for seed in range(20)}) > 1


def test_a_game_that_does_not_end_is_cut_off():
    flow = tiny.table((block(0, choice(Const(0), option("actions.x", 0), option("actions.y", 0), empty=1)),
                       block(1, ir.GameEnd(NOTHING, 0))))  # fmt: skip
    result = playout(flow, 2, most_choices=7)
    assert result.budget and result.choices == 7 and result.winners == ()


def test_players_get_only_their_own_view():
    asked = []

    def look(view: View) -> int:
        asked.append(view.seat)
        assert view.decides
        return 0

    playout(tiny.cards(), 2, [look, look])
    assert asked == [0, 1, 1]


def test_a_long_game_keeps_the_end_of_its_log(monkeypatch):
    monkeypatch.setattr(sys.modules[playout.__module__], "KEPT_ENTRIES", 4)  # the package's `playout` is the function
    scores: dict[str, tuple[int, ...]] = {"cards": (0, 0)}
    assert playout(lawful(), 2, [first, first]) == Result(0, (1,), scores, {"cards": scores}, 10, Counter(), 29, 3, False)


def test_a_wrong_number_of_players():
    with pytest.raises(ValueError, match="is for 2 to 3 players, not 5"):
        playout(tiny.cards(), 5)


def ending_as(*values: int) -> ir.Flow:
    """The round ends in these ways, one after the other; -1: it begins anew."""
    ops = [ir.SetState(COUNT, (), Const(value), Const(-1), (), 0) for value in values]
    asks = choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1)
    flow = tiny.table((block(0, asks, scope=ROUND), block(1, ir.GameEnd(NOTHING, 0), *ops)))
    made_up = replace(flow.variables[COUNT], name="round.ending", type=OptionalType(EnumType("Colour")), low=-1, start=-1,
                      made_up=True)  # fmt: skip
    scopes = list(flow.scopes)
    scopes[ROUND] = replace(scopes[ROUND], endings=("full", "empty"), ending=COUNT)
    return replace(flow, variables=(made_up, *flow.variables[1:]), scopes=tuple(scopes), invariants=())


def test_how_phases_end():
    result = playout(ending_as(0, -1, 1, -1, 1), 2)
    assert result.endings == {("phases.round", "full"): 1, ("phases.round", "empty"): 2}


# ------------------------------------------------------------------------------------------------ checks


def test_invariants():
    add = [scripted(["add 3", "add 3"]), scripted(["add 3", "add 1"])]
    with pytest.raises(PlayError, match="the invariant `small` does not hold at the end") as caught:
        playout(tiny.counter(), 2, add, check=True)
    assert caught.value.code == "RW910" and caught.value.origin is not None


def test_checked_games():
    for seed in range(60):
        playout(tiny.cards(), 2 + seed % 2, seed=seed, check=True)


def examined(match: Match) -> None:
    for seed in range(30):
        examine(match, random.Random(seed), share=1.0)


def test_leaks():
    asks = choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1)
    secret = replace(asks, prompt=("Order? ", Shown(Field(NUMBER_OF, FirstOf(Contents(HAND, Const(1)))), NUMBER)))
    give = tiny.move(tiny.cards_of(tiny.THREE), HAND, Const(1))
    match = Match.start(tiny.table((block(0, secret, give, scope=ROUND), block(1, ir.GameEnd(NOTHING, 0)))), 2)
    with pytest.raises(PlayError, match=r"a view leaks at phases\.round: A's question") as caught:
        examined(match)
    assert caught.value.code == "RW910"
    examined(Match.start(tiny.cards(), 2))


def test_a_component_in_two_zones():
    match = Match.start(tiny.cards(), 2)
    match.state.zones[3].append(match.state.zones[1][0])
    with pytest.raises(PlayError, match="in no zone, or in two"):
        examined(match)
    match = Match.start(tiny.cards(), 2)
    match.state.where[match.state.zones[1][0]] = 3
    with pytest.raises(PlayError, match="in no zone, or in two"):
        examined(match)


def test_a_state_that_does_not_come_back(monkeypatch):
    copy = State.copy

    def forgetful(state: State) -> State:
        new = copy(state)
        new.drawn = 0
        return new

    match = Match.start(tiny.cards(), 2)
    monkeypatch.setattr(State, "copy", forgetful)
    with pytest.raises(PlayError, match=r"does not come back from its text or its copy, at phases\.round"):
        examined(match)


def test_looking_changes_nothing():
    match = Match.start(tiny.cards(), 2)
    before, lines = match.state.copy(), match.entries[:]
    examined(match)
    assert match.state == before and match.entries == lines


# ------------------------------------------------------------------------------------------------ many games


def test_many_games():
    told: list[int] = []
    summary = playouts(lawful(), 2, 30, 5, progress=told.append)
    assert told == list(range(1, 31)) and summary.games == 30 and summary.lengths.total() == 30
    assert summary.wins.total() + summary.nobody == 30 and summary.shared == summary.cut_off == 0
    alone = Summary(2)
    for seed in range(5, 35):
        alone.add(playout(lawful(), 2, seed=seed))
    assert summary == alone


def test_policies_for_each_game():
    seeds = []

    def make(seed: int) -> list[Policy]:
        seeds.append(seed)
        return [first, first]

    summary = playouts(lawful(), 2, 3, 10, make)
    assert seeds == [10, 11, 12] and summary.wins == {1: 3} and summary.lengths == {10: 3}


def result(winners: tuple[int, ...], choices: int, budget: bool = False) -> Result:
    return Result(0, winners, {}, {}, choices, Counter({("phases.round", "full"): 2}), 3 * choices, choices, budget)


def test_summary():
    summary = Summary(3)
    for each in (result((0,), 4), result((0, 2), 6), result((), 8), result((), 9, True)):
        summary.add(each)
    assert summary.wins == {0: 2, 2: 1} and (summary.shared, summary.nobody, summary.cut_off) == (1, 1, 1)
    assert summary.length() == (6.75, 4, 8, 9) and summary.share(1)[0] == 0.0
    data = json.loads(json.dumps(summary.to_json()))
    assert data["wins"]["A"]["count"] == 2 and data["wins"]["A"]["share"] == 0.5
    assert data["options"] == {"mean": 3.0, "most": 9, "offered": 81} and data["decisions"]["median"] == 8
    assert data["endings"] == [{"phase": "phases.round", "ending": "full", "count": 8}]


def test_summary_of_nothing():
    data = Summary(2).to_json()
    assert data["wins"] == {seat: {"count": 0, "share": 0.0, "low": 0.0, "high": 1.0} for seat in "AB"}
    assert data["decisions"] == {"mean": 0.0, "least": 0, "median": 0, "most": 0, "histogram": []}


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (20, 20, 0.8389, 1)],
)  # fmt: skip
def test_wilson_as_published(hits, of, low, high):
    """The score intervals without continuity correction of Newcombe, Statistics in Medicine 17 (1998), table I."""
    assert wilson(hits, of) == pytest.approx((low, high), abs=0.00005)


def test_wilson_of_nothing():
    assert wilson(0, 0) == (0.0, 1.0)
