"""What is kept of definitions, and what is known without a search, never changes a game.

Every shipped game is played side by side by the machine as it is and by one that works everything out anew, member by
member: the same options and the same state at every stop.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import evaluate, memo, sets
from rulewright.interpreter.closures import Maker, Number
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.match import Match
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.state import State, Value
from tests.source_files import ROOT

CLASSICS = [ROOT / "games" / "classics" / name / "game.yaml" for name in ("connect_four", "kalah")]  # with boards
GAMES = [*sorted(ROOT.glob("games/*/game.yaml")), *CLASSICS]
MOST_STOPS = 250


class Counting(dict[tuple[Value, ...], Value]):
    """What a memo knows, with a count of how often that was of use."""

    used = 0

    def get(self, key: tuple[Value, ...], default: object = None) -> Value | None:  # type: ignore[override]
        self.used += key in self
        return super().get(key)



def slowly_member(ev: Maker, node: e.Member) -> Number:
    value, members = ev.number(node.value), ev.members(node.of)
    return lambda s, f, t: int(value(s, f, t) in members(s, f, t))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines that are made from now on search."""
    monkeypatch.setitem(evaluate.BUILDERS, e.Member, slowly_member)
    monkeypatch.setattr(sets, "lying_in", lambda ev, slot, condition: None)


class Forgetful(Memo):
    """A memo that keeps nothing."""

    __slots__ = ()

    @contextmanager
    def keeping(self, state: State) -> Iterator[None]:
        yield

    def keep_always(self, key: tuple[Value, ...], value: Value) -> None:
        pass


def started(flow: Flow, players: int, kind: type[Memo]) -> Match:
    machine = Machine(layout_of(flow, players))
    machine.evaluator.memo.__class__ = kind
    machine.evaluator.memo.known = Counting()
    match = Match(machine, State.start(machine.layout, seed=4))
    match.run()
    return match


def used(match: Match) -> int:
    known = match.machine.evaluator.memo.known
    assert isinstance(known, Counting)
    return known.used


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_a_game_goes_as_without_it(path: Path, request: pytest.FixtureRequest) -> None:
    flow = load(path).flow
    quick = started(flow, flow.players[0], Memo)
    request.getfixturevalue("slow")
    slow = started(flow, flow.players[0], Forgetful)
    chance = random.Random(1)
    for _ in range(MOST_STOPS):
        assert quick.grounds == slow.grounds
        assert quick.state == slow.state
        assert quick.machine.broken_invariants(quick.state) == slow.machine.broken_invariants(slow.state)
        if quick.over:
            break
        picked = chance.randrange(len(quick.grounds))
        for match in (quick, slow):
            match.choose(picked)
    assert used(quick) or path.parent.name != "entropy_cosmos"  # the one that looks ahead
    assert not used(slow)
    assert quick.machine.evaluator.memo.always or path not in CLASSICS
    assert not slow.machine.evaluator.memo.always


def test_what_always_holds_is_forgotten_when_there_is_too_much_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "MOST_ALWAYS", 3)
    kept = Memo(load(CLASSICS[0]).flow)
    for number in range(10):
        kept.keep_always((1, number), number)
        assert kept.always[1, number] == number
        assert len(kept.always) <= 3
