"""Labels that say nothing where they stand are refused; `who` means the player who acts."""

from __future__ import annotations

import pytest

from rulewright.dsl.schema import FORMS, NEEDS
from rulewright.interpreter.match import Match
from tests.dsl.book import game, said

ROUND = "\n  round:\n    repeat: 3 times\n    steps:\n      "
EACH = "each: players clockwise from dealer"


def test_the_table_names_labels() -> None:
    assert NEEDS.keys() <= FORMS.keys()
    for form, needs in NEEDS.items():
        for label, wanted in needs.items():
            assert {label, *wanted} <= FORMS[form].keys()


@pytest.mark.parametrize(
    ("section", "words", "code", "message"),
    [
        ("phases", ROUND + "turn: {EACH, menu: [draw, pass_on], else: gain 1 coins}".replace("EACH", EACH), "RW144",
         "`else` in `phases.round.turn` says nothing without `may:` (add `may:`, or leave `else` out)"),
        ("phases", ROUND + "turn: {EACH, menu: [draw, pass_on], legal: coins > 1}".replace("EACH", EACH), "RW144", "`legal` in"),
        ("phases", ROUND + "turn: {who: dealer, menu: [draw, pass_on], secret: until all have chosen}", "RW144",
         "without `each:`"),
        ("phases", ROUND + "turn: {EACH, secret: until all have chosen, do: gain 1 coins}".replace("EACH", EACH), "RW508", "asks nothing"),
        ("phases", ROUND + "turn: {who: dealer, opens: [x], repeat: forever}", "RW144", "`who` in"),
        ("phases", ROUND + "turn: {EACH, ask: What now?, may: Draw?, do: gain 1 coins}".replace("EACH", EACH), "RW136", "`ask` and `may`"),
        ("actions", "+\n  fold: {ask: Which?, do: gain 1 coins}", "RW144", "`ask` in `actions.fold`"),
        ("zones", "+\n  heap: {holds: Card, enter: top}", "RW144", "`enter` in `zones.heap`"),
        ("components", "+\n  more: {make: Card, columns: {name: Title}, suit: sun, rank: 1, start: deck}", "RW144",
         "without `table:`"),
    ],
)  # fmt: skip
def test_labels_that_say_nothing(section: str, words: str, code: str, message: str) -> None:
    found = said(**{section: words})
    assert any(each == code and message in text for each, text in found), found


@pytest.mark.parametrize(
    "body", ["do: gain 1 coins", "steps: {gain_one: gain 1 coins}", "{do: gain 1 coins, say: Now}"]
)
def test_who_acts(body: str) -> None:
    step = body[1:-1] if body.startswith("{") else body
    phases = f"{ROUND}turn: {{{EACH}, menu: [draw, pass_on]}}\n      bonus: {{who: dealer.left, {step}}}"
    match = Match.start(game(phases=phases).flow, 2)
    match.choose("draw")
    match.choose("draw")
    assert match.state.cells[:2] == [0, 1]


def test_nobody_acts_when_there_is_none() -> None:
    state = "+\n  winner: {type: Player or none}"
    phases = f"{ROUND}bonus: {{who: winner, do: gain 1 coins}}\n      turn: {{{EACH}, menu: [draw, crown]}}"
    actions = "\n  draw: {if: some(deck), do: move top(deck) to hand}\n  crown: {do: set winner to me}"
    match = Match.start(game(state=state, phases=phases, actions=actions).flow, 2)
    match.choose("draw")
    match.choose("crown")
    assert match.state.cells[:2] == [0, 1]


TWO_TURNS = """
  day: {steps: {turn: {each: players clockwise from dealer, menu: [draw, pass_on]}}}
  night: {repeat: 3 times, steps: {turn: {each: players clockwise from dealer, menu: [draw, pass_on]}}}"""


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("end", "\n  most: {after: WHICH, if: some(deck), winner: players}"),
        ("state", "+\n  plays: {type: 0..5, resets: WHICH}"),
        (
            "laws",
            "\n  poor: {whenever: coins > 3, each: players clockwise from dealer, during: WHICH, do: lose 1 coins}",
        ),
        (
            "laws",
            "\n  poor: {whenever: coins > 3, each: players clockwise from dealer, waits for: [WHICH], do: lose 1 coins}",
        ),
    ],
)
def test_a_name_of_two_nodes(section: str, words: str) -> None:
    sections = {"phases": TWO_TURNS, "end": "\n  most: {after: night, winner: players}"}
    found = said(**{**sections, section: words.replace("WHICH", "turn")})
    assert [code for code, _ in found if code == "RW325"] and all("night.turn" in text for _, text in found), found
    found = said(**{**sections, section: words.replace("WHICH", "night.turn")})
    assert not [code for code, _ in found if code < "RW5"], found


def test_a_name_of_two_nodes_in_rules() -> None:
    end = "\n  most: {after: night, winner: players}"
    inside = TWO_TURNS.replace("menu: [draw, pass_on]}}}", "do: end turn}}}", 1)
    assert [code for code, _ in said(phases=inside, end=end) if code == "RW325"] == []
    actions = "\n  draw: {if: some(deck), do: move top(deck) to hand}\n  pass_on: {do: end turn}"
    (found,) = [text for code, text in said(phases=TWO_TURNS, end=end, actions=actions) if code == "RW325"]
    assert "`turn` could be `phases.day.turn` or `phases.night.turn`" in found
