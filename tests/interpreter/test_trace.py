"""What games do, counted: never more, never less, and without any effect on them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Branch, Call, Draw, Flow, Goto, Leave, Shuffle
from rulewright.interpreter import Match, PlayError, playout, record, replay, uniform
from rulewright.interpreter.tabletop import table_text
from rulewright.interpreter.trace import BEFORE, Trace
from rulewright.interpreter.transcript import passages
from tests.interpreter import tiny
from tests.source_files import ROOT

GAMES = sorted(ROOT.glob("games/*/game.yaml"))
DECISIONS = 150  # of a shipped game that are looked at


def counted(flow: Flow, *texts: str, seed: int = 3) -> tuple[Match, Trace]:
    trace = Trace(flow, 2, keep_path=True)
    match = Match.start(flow, 2, seed, trace=trace)
    for text in texts:
        match.choose(text)
    return match, trace


def test_a_game_block_by_block():
    _, trace = counted(tiny.counter(), "add 3", "add 3", "add 3", "add 1")
    assert trace.games == 1
    assert trace.taken == {(BEFORE, 0): 1, (0, 1): 1, (1, 2): 4, (2, 3): 3, (3, 1): 3, (2, 5): 1}
    assert trace.asked == {1: Counter({3: 3, 2: 1})}  # add 1 to 3; at 9 add 1 or stop
    assert trace.path is not None
    assert [stretch.ways for stretch in trace.path] == [
        [(BEFORE, 0), (0, 1)], *[[(1, 2), (2, 3), (3, 1)]] * 3, [(1, 2), (2, 5)]
    ]  # fmt: skip
    assert [stretch.logged for stretch in trace.path] == [0, 0, 3, 6, 9]


def test_calls_reactions_and_what_nobody_is_asked():
    match, trace = counted(tiny.cards())
    match.choose(0)
    match.choose(0)
    assert match.decider == 1 and match.asked_at == "windows.speak"
    assert trace.path is not None
    assert [stretch.ways for stretch in trace.path] == [
        [(BEFORE, 0), (0, 1), (1, 2)],
        [(2, 3), (3, 4)],
        # The law is looked at, A's only card is played, the law again, the trigger, the window.
        [(4, 5), (5, 6), (6, 10), (10, 12), (12, 13), (6, 7), (7, 8), (8, 10), (10, 12), (12, 14), (14, 15)],
    ]
    assert trace.reactions == {(8, 2): 1} and trace.path[2].reactions == [(8, 2)]
    match.choose("wait")
    # What has been called returns: before each block stands the one that its own procedure ran last.
    assert trace.path[3].ways == [(15, 17), (14, 18), (12, 12), (12, 13), (8, 7), (7, 9)]
    assert trace.asked == {2: Counter({2: 1}), 4: Counter({2: 1}), 15: Counter({2: 1})}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_a_game_is_the_same_with_a_trace(path: Path):
    flow = load(path).flow
    players = flow.players[0]
    plain, traced = Match.start(flow, players, 7), Match.start(flow, players, 7, trace=Trace(flow, players))
    policy = uniform(7)
    while not plain.over and len(plain.history) < DECISIONS:
        option = policy(plain.view(plain.decider))
        plain.choose(option)
        traced.choose(option)
    assert traced.state == plain.state and traced.state.digest() == plain.state.digest()
    assert traced.log(detail=True) == plain.log(detail=True) and traced.history == plain.history


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_nothing_beside_the_game_is_counted(path: Path):
    """Checks look at copies, views let secret questions pass, sealed answers are carried out in worlds of their own."""
    flow = load(path).flow
    players = flow.players[0]
    plain, checked = Trace(flow, players), Trace(flow, players)
    playout(flow, players, seed=3, most_choices=DECISIONS, trace=plain)
    playout(flow, players, seed=3, most_choices=DECISIONS, trace=checked, check=True)
    assert checked.to_json() == plain.to_json()
    match = Match.start(flow, players, 3, trace=Trace(flow, players))
    assert match.trace is not None
    before = match.trace.to_json()
    other = match.copy()
    other.choose(0)
    for seat in range(players):
        table_text(other.view(seat))
    assert match.trace.to_json() == before and other.trace is None


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_what_comes_to_a_block_leaves_it(path: Path):
    flow = load(path).flow
    players = flow.players[0]
    trace = Trace(flow, players)
    decisions = [playout(flow, players, seed=seed, most_choices=DECISIONS, trace=trace).choices for seed in range(3)]
    assert trace.games == trace.taken[BEFORE, flow.procedures[flow.main].entry] == 3
    assert sum(asked.total() for asked in trace.asked.values()) == sum(decisions)
    runs: Counter[int] = Counter()
    left: Counter[int] = Counter()
    for (source, block), count in trace.taken.items():
        runs[block] += count
        left[source] += count
    simple = [block.number for block in flow.blocks if isinstance(block.exit, Goto | Branch | Shuffle | Draw | Leave)]
    assert [left[number] for number in simple] == [runs[number] for number in simple]
    instead = {block.exit.procedure for block in flow.blocks if isinstance(block.exit, Call)}  # of what else would be done
    for number, spec in enumerate(flow.procedures):  # a trigger runs as often as it became due, unless the phase was left
        due = sum(count for (_, procedure), count in trace.reactions.items() if procedure == number)
        assert spec.kind != "trigger" or number in instead or runs[spec.entry] <= due


RULEBOOK = """
rulebook: passes
players: 2..3
kinds:
  Card: {worth: 1..2}
components:
  cards: {make: Card, for: {n: 1..2}, name: "{n}", worth: n, start: deck}
zones:
  deck: {holds: Card}
state:
  points: {type: 0..99, per: Player}
  rounds: {type: 0..9}
phases:
  round:
    repeat: until rounds is 2
    steps:
      turn:
        each: players clockwise from first(players)
        steps:
          first_half: {ask: Go on?, do: gain 1 points}
          second_half: {may: Once more?, do: gain 1 points}
      clean_up: {do: gain 1 rounds}
end:
  over: {after: round, if: rounds is 2, winner: players where points is max(players by points)}
"""


def passes(tmp_path: Path) -> Flow:
    file = tmp_path / "game.yaml"
    file.write_text(RULEBOOK, encoding="utf-8")
    return load(file).flow


def test_decisions_in_the_passes_of_a_phase(tmp_path: Path):
    flow = passes(tmp_path)
    trace = Trace(flow, 3)
    for seed in range(5):
        assert playout(flow, 3, seed=seed, trace=trace).choices == 12
    found = {flow.scopes[scope].address: dict(counter) for scope, counter in trace.passes.items()}
    assert found == {"phases.round": {6: 10}, "phases.round.turn": {2: 30}}


def test_a_pass_that_is_cut_off_does_not_count(tmp_path: Path):
    flow = passes(tmp_path)
    trace = Trace(flow, 3)
    playout(flow, 3, most_choices=5, trace=trace)
    found = {flow.scopes[scope].address: dict(counter) for scope, counter in trace.passes.items()}
    assert found == {"phases.round.turn": {2: 2}}


def test_a_counted_match_takes_nothing_back():
    match, _ = counted(tiny.counter())
    match.keep_history = True
    match.choose("add 1")
    assert not match.can_undo()


def test_a_trace_of_another_game_is_refused():
    with pytest.raises(ValueError, match="another rulebook or another number of players"):
        Match.start(tiny.counter(), 2, trace=Trace(tiny.counter(), 3))


def test_passages_of_a_replayed_game():
    match, _ = counted(tiny.counter(), "add 3", "add 3")
    trace = Trace(tiny.counter(), 2, keep_path=True)
    found = passages(replay(tiny.counter(), record(match), trace=trace))
    assert [each.decided for each in found] == ["", "A: add 3", "B: add 3"]
    assert [each.log for each in found] == [(), ("A: Add 3", "A adds 3"), ("B: Add 3", "B adds 3")]
    assert [way for each in found for way in each.ways] == [(BEFORE, 0), (0, 1), *[(1, 2), (2, 3), (3, 1)] * 2]
    with pytest.raises(ValueError, match="keep_path=True"):
        passages(Match.start(tiny.counter(), 2))


# ------------------------------------------------------------------------------------------------ as plain data


def saved() -> dict[str, Any]:
    trace = Trace(tiny.cards(), 2)
    for seed in range(3):
        playout(tiny.cards(), 2, seed=seed, trace=trace)
    data: dict[str, Any] = trace.to_json()
    return data


def test_there_and_back():
    data = json.loads(json.dumps(saved()))
    again = Trace.from_json(tiny.cards(), data)
    assert again.to_json() == data and again.games == 3 and again.taken[BEFORE, 0] == 3 and again.reactions.total() >= 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 0}, "has format 0, and 2 is known here; simulate again"),
        ({"format": None}, "must have a `format`"),
        ({"digest": "f" * 16}, "with another rulebook, or an earlier text of it; simulate again"),
        ({"players": 9}, "`players` must be a whole number from 2 to 3"),
        ({"games": -1}, "`games` must be a whole number from 0"),
        ({"games": True}, "`games` must be a whole number from 0"),
        ({"taken": None}, "`taken` must be a list of rows"),
        ({"taken": [[0, 1]]}, "row 1 of `taken` must be 3 whole numbers"),
        ({"taken": [[-1, 0, 1], [0, 99, 1]]}, "row 2 of `taken` counts something that the rulebook does not have"),
        ({"taken": [[-2, 0, 1]]}, "row 1 of `taken` counts something"),
        ({"asked": [[0, -1, 1]]}, "row 1 of `asked` counts something"),
        ({"reactions": [[0, 99, 1]]}, "row 1 of `reactions` counts something"),
        ({"passes": [[0, 1, 0]]}, "row 1 of `passes` must end with how often, from 1"),
    ],
)
def test_what_cannot_have_been_counted_is_refused(change: dict[str, object], words: str):
    with pytest.raises(PlayError) as caught:
        Trace.from_json(tiny.cards(), {**saved(), **change})
    assert caught.value.code == "RW923" and words in caught.value.message


@pytest.mark.parametrize("data", [None, 3, [], "taken", {}])
def test_what_is_no_trace_is_refused(data: object):
    with pytest.raises(PlayError) as caught:
        Trace.from_json(tiny.cards(), data)
    assert caught.value.code == "RW923"
