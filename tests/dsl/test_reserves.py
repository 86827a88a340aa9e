"""A reserve on a counter: what `cost` and `pay` cannot spend."""

from __future__ import annotations

import pytest

from rulewright.dsl.flow.verify import verify
from rulewright.interpreter.match import Match
from tests.dsl.book import game, said

STATE = (
    "\n  coins: {type: 0..9, per: Player, start: 5, reserve: owed - 1}\n  owed: {type: 0..9, per: Player}\n"
    "  dealer: {type: Player}\n  score: {type: 0..99, per: Player}"
)
ACTIONS = (
    "+\n  owe: {do: gain 2 owed}\n  buy: {cost: 3 coins, do: gain 1 score}\n  free: {cost: (owed - owed) coins, do: gain 1 score}\n"
    "  spend: {do: pay 4 coins to gain 10 score}\n  lose_all: {do: lose 5 coins}\n  waste: {do: set coins to 0}"
)
MENU = "[draw, pass_on, owe, buy, free, spend, lose_all, waste]"
PHASES = (
    f"\n  round:\n    repeat: 9 times\n    steps:\n      turn: {{each: players clockwise from dealer, menu: {MENU}}}"
)
END = "\n  most: {after: round, winner: all_highest(players by score)}"


def start(**sections: str) -> Match:
    made = game(**{"state": STATE, "actions": ACTIONS, "phases": PHASES, "end": END, **sections})
    assert list(verify(made.flow)) == []
    return Match.start(made.flow, players=2, seed=1)


def offered(match: Match) -> list[str]:
    return [option.text for option in match.options]


def value(match: Match, name: str, seat: int) -> int:
    place = next(place for place, spec in enumerate(match.flow.variables) if spec.name == name)
    return match.state.cells[match.machine.layout.cell(place, (seat,))]


def test_a_cost_must_leave_the_reserve() -> None:
    match = start()
    assert "buy" in offered(match)  # nothing is owed; a reserve below nothing is none
    match.choose("owe")  # A owes 2 and keeps 1: 4 of 5 can be spent
    assert "buy" in offered(match)  # it is B's turn, who owes nothing
    match.choose("pass_on")
    assert "buy" in offered(match)
    match.choose("owe")  # A keeps 3, 2 can be spent
    match.choose("pass_on")
    assert "buy" not in offered(match)


def test_nothing_can_always_be_paid() -> None:
    match = start()
    match.choose("waste")
    match.choose("pass_on")
    match.choose("owe")
    match.choose("pass_on")
    assert "free" in offered(match)  # of 0 coins 1 is kept in reserve, and 0 are to be paid


def test_pay_is_all_or_nothing_of_what_is_not_kept() -> None:
    match = start()
    match.choose("owe")
    match.choose("owe")
    match.choose("spend")  # 4 of 5, and 1 is kept
    assert (value(match, "coins", 0), value(match, "score", 0)) == (1, 10)
    match.choose("owe")
    match.choose("pass_on")
    match.choose("spend")  # B keeps 3
    assert (value(match, "coins", 1), value(match, "score", 1)) == (5, 0)


def test_lose_and_set_do_not_look_at_it() -> None:
    match = start()
    match.choose("owe")
    match.choose("owe")
    match.choose("lose_all")
    match.choose("waste")
    assert (value(match, "coins", 0), value(match, "coins", 1)) == (0, 0)


def test_a_counter_of_nobody_has_a_reserve_too() -> None:
    state = "+\n  bank: {type: 0..9, start: 5, reserve: count(deck) - 5}"
    match = start(state=STATE + state[1:], actions=ACTIONS.replace("cost: 3 coins", "cost: 1 bank"))
    assert "buy" in offered(match)  # 9 in the deck: 4 are kept
    match.choose("buy")
    assert "buy" not in offered(match)


def test_paying_so_many_times_is_all_or_nothing() -> None:
    actions = "+\n  spend: {do: pay 2 coins per hand to gain 10 score}"
    phases = PHASES.replace(MENU, "[draw, pass_on, spend]")
    state = STATE.replace(", reserve: owed - 1", "").replace("  owed: {type: 0..9, per: Player}\n", "")
    match = start(actions=actions, phases=phases, state=state)
    for _ in range(6):
        match.choose("draw")
    match.choose("spend")  # 3 cards in hand, 5 coins
    assert (value(match, "coins", 0), value(match, "score", 0)) == (5, 0)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("reserve: owed - 1", "reserve: some(hand)", "RW401", "a reserve must be a number; this is yes or no"),
        ("reserve: owed - 1", "reserve: owd", "RW310", "did you mean `owed`?"),
        ("dealer: {type: Player}", "dealer: {type: Player, reserve: 1}", "RW304", "only a number can have a reserve"),
        (
            "owed: {type: 0..9, per: Player}",
            "owed: {type: 0..9, per: Player}\n  x: {type: 0..9, reserve: owed}",
            "RW313",
            "say whose",
        ),
    ],
)
def test_mistakes(old: str, new: str, code: str, words: str) -> None:
    assert old in STATE
    found = [
        each for each in said(state=STATE.replace(old, new), actions=ACTIONS, phases=PHASES, end=END) if each[0] < "RW5"
    ]
    assert [each for each, _ in found] == [code], found
    assert words in found[0][1]
