"""`earlier(value)`: invariants that look back to the stop before."""

from __future__ import annotations

import pytest

from rulewright.dsl import Game
from rulewright.dsl.flow.verify import verify
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.match import Match
from rulewright.interpreter.playout import playout
from rulewright.interpreter.policy import scripted
from tests.dsl.book import game, said

RISING = "\n  rising: no(each p in players where p.coins < earlier(p.coins))"
KEPT = "\n  kept: no(each p in players where some(earlier(p.hand) - p.hand))"
SPENDING = (
    "\n  draw: {if: some(deck), do: move top(deck) to hand}\n  pass_on: {do: gain 2 coins}\n  spend: {do: lose 1 coins}"
)
MENU = (
    "\n  round:\n    repeat: 3 times\n    steps:\n"
    "      turn: {each: players clockwise from dealer, menu: [draw, pass_on, spend]}"
)


def spending(invariants: str) -> Game:
    """A game in which coins can be spent."""
    return game(invariants=invariants, actions=SPENDING, phases=MENU)


def play(made: Game, *choices: str) -> None:
    """A checked game of two in which A chooses these, and B draws."""
    playout(made.flow, 2, [scripted(choices), scripted(["draw"] * 3)], check=True)


def test_what_only_rises_holds() -> None:
    made = spending(RISING)
    assert list(verify(made.flow)) == []
    play(made, "pass_on", "draw", "pass_on")


def test_a_fall_between_two_stops_is_found() -> None:
    with pytest.raises(PlayError, match="the invariant `rising` does not hold at") as caught:
        play(spending(RISING), "pass_on", "spend", "draw")
    assert caught.value.code == "RW910"


def test_a_fall_at_the_end_is_found() -> None:
    with pytest.raises(PlayError, match="the invariant `rising` does not hold at the end"):
        playout(spending(RISING).flow, 2, [scripted(["draw"] * 3), scripted(["pass_on", "draw", "spend"])], check=True)


def test_one_who_falls_is_not_hidden_by_one_who_rises() -> None:
    with pytest.raises(PlayError, match="rising"):
        playout(spending(RISING).flow, 2, [scripted(["pass_on", "spend"]), scripted(["pass_on"] * 2)], check=True)


def test_sets_and_definitions_look_back_as_well() -> None:
    makes = {"define": "\n  Player.wealth: coins * 10", "actions": SPENDING, "phases": MENU}
    made = game(invariants=f"{KEPT}\n  wealth: no(each p in players where p.wealth < earlier(p.wealth))", **makes)
    play(made, "pass_on", "draw", "draw")
    with pytest.raises(PlayError, match="`wealth`"):
        play(made, "pass_on", "spend", "draw")
    giving_up = SPENDING.replace("lose 1 coins", "move hand to deck")
    with pytest.raises(PlayError, match="`kept`"):
        play(game(invariants=KEPT, actions=giving_up, phases=MENU), "draw", "spend", "draw")


def test_without_a_stop_before_nothing_is_looked_back_at() -> None:
    made = spending("\n  richer: no(each p in players where p.coins is earlier(p.coins))")
    match = Match.start(made.flow, 2)
    assert match.machine.broken_invariants(match.state) == []
    before = match.state.copy()
    assert [each.name for each in match.machine.broken_invariants(match.state, before)] == ["richer"]


@pytest.mark.parametrize(
    ("sections", "words"),
    [
        (
            {"actions": SPENDING.replace("some(deck)", "coins > earlier(coins)"), "phases": MENU},
            "which only `invariants` can",
        ),
        ({"define": "\n  Player.risen: coins > earlier(coins)"}, "which only `invariants` can"),
        ({"invariants": "\n  odd: earlier() is 3"}, "`earlier` takes one value"),
        ({"invariants": "\n  odd: earlier(1, 2) is 3"}, "`earlier` takes one value"),
        ({"invariants": "\n  odd: earlier(players by coins) is 3"}, "`earlier` takes one value"),
        ({"state": "+\n  earlier: {type: 0..9}"}, "`earlier` is a word of the language"),
    ],
)
def test_where_and_how_it_can_be_asked(sections: dict[str, str], words: str) -> None:
    found = said(**sections)
    assert any(words in each for _, each in found), found
