"""What is gained by an action, and what a word in an amount means."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import Game
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.flow.verify import verify
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from rulewright.interpreter import Match
from tests.dsl.test_given import values
from tests.practice import codes, drawing, found, with_section

GAINS = """
rulebook: gains
players: 2
kinds:
  Sort: [point, points, coin, tree]
  Rock: {moss: {type: 0..99, start: 0}}
components:
  rocks: {make: Rock, copies: 3, name: Rock, start: land}
zones:
  land: {holds: Rock, order: stack}
state:
  points: {type: 0..99, per: Player}
  coins:  {type: 0..99, per: Player, start: 5}
  pace:   {type: 0..9, start: 4}
actions:
  trees: {takes: {n: Int}, do: "gain n points; set pace to 9"}
  ferns:
    takes: {n: 0..9, on: {type: Rock or none, default: none}, more: {type: Int, default: pace}}
    do: |
      for rock in on: gain (n + more) rock.moss
      if on is none: gain more points
  herbs:
    takes: {n: Int, on: {type: Rock or none, default: none}}
    if: n > 0
    do: gain n points
  fruits:
    takes: {n: Int}
    either:
      sweet: {label: Sweet, do: gain n points}
      sour: {label: Sour, do: gain n coins}
phases:
  turn:
    who: first(players)
    ask: Go
    do: |
      DO
"""


def game_of(do: str) -> Game:
    """The rulebook of gains in which the only turn does this."""
    problems = Problems()
    game = compile_source(Source("gains.yaml", GAINS.replace("DO", do)), problems)
    assert game is not None, [str(each) for each in problems.errors]
    assert list(verify(game.flow)) == []
    return game


def gained(do: str) -> tuple[int, int, int]:
    """Points and coins of the first player, and the moss on all rocks, after it."""
    match = Match.start(game_of(do).flow, 2)
    match.choose(0)
    while not match.over:
        match.choose("sour")
    layout = match.machine.layout
    moss = next(place for place, spec in enumerate(match.flow.variables) if spec.name.endswith("moss"))
    on_rocks = sum(match.state.cells[layout.cell(moss, (rock,))] for rock in range(len(layout.names)))
    return values(match, "points")[0], values(match, "coins")[0], on_rocks


@pytest.mark.parametrize(
    ("do", "points", "coins", "moss"),
    [
        ("gain 1 tree", 1, 5, 0),
        ("gain 2 trees", 2, 5, 0),
        ("gain 1 coin + 2 trees", 2, 6, 0),
        ("gain 2 trees per land", 6, 5, 0),
        ("gain (pace - 1) trees per 2", 6, 5, 0),
        ("gain 1 fern", 4, 5, 0),
        ("gain 2 ferns at first(land)", 0, 5, 6),
        ("gain 1 fern at first(land) per land", 0, 5, 7),
        ("gain 1 fern per land at first(land)", 0, 5, 7),
        ("gain 0 herbs", 0, 5, 0),
        ("gain 3 herbs at none", 3, 5, 0),
        ("gain 1 tree + pace coins", 1, 9, 0),  # how much of each is taken first
        ("gain 2 fruits", 0, 7, 0),
        ("gain 1 fruit + 1 tree", 1, 6, 0),
        ("gain 1 point + 1 coin; lose 2 coins", 1, 4, 0),  # a value of a list kind has the same name
        ("pay 1 coin to gain 2 trees", 2, 4, 0),
        ("for p in others clockwise: gain 1 p.points", 0, 5, 0),
    ],
)
def test_what_is_gained(do: str, points: int, coins: int, moss: int) -> None:
    assert gained(do) == (points, coins, moss)


ACTIONS = """actions:
  plants: {takes: {n: 0..9, on: {type: Card or none, default: none}}, do: gain n score}
  moons: {takes: {n: Int}, do: gain n score}
  rings: {takes: {n: Int, on: Card}, do: gain n score}
  far: {takes: {n: Int, on: Card, more: Card}, do: gain n score}
  wait: {do: gain 1 score}
"""


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("gain 2 moons at top(deck)", "RW431", "`moons` takes nothing to be gained `at`"),
        ("gain 1 ring", "RW431", "write `gain 1 ring at ...`"),
        ("gain 2 far at top(deck)", "RW431", "`far` is not told its `more`"),
        ("gain 1 wait", "RW431", "`wait` takes no number, so it cannot be gained (write `do wait`"),
        ("lose 1 plant", "RW409", "`plants` is an action, which can only be gained: `gain 1 plant`"),
        ("pay 1 plant to gain 1 coin", "RW409", "`plants` is an action"),
        ("gain 1 coin at top(deck)", "RW431", "leave it out: `gain 1 coin`"),
        ("lose 1 plant at top(deck)", "RW222", "`at` is for what is gained"),
        ("gain 12 plants", "RW430", "`n` runs from 0 to 9; this is 12"),
        ("gain 2 plants at hand", "RW401", "`on` must be a Card or none; this is a set of Cards"),
        ("gain 2 plantz", "RW310", "did you mean `plants`"),
        ("gain 1 sun", "RW409", "`sun` is no counter; this is a Suit"),
        ("gain 2 plants on top(deck)", "RW217", "write `gain 2 plants at top(deck)`"),
        ("gain 2 plants at", "RW215", "a value is missing after `at`"),
        ("gain plants at top(deck)", "RW214", "write `gain 1 plants`"),
        ("gain 2 at top(deck)", "RW214", "`2` of what?"),
        ("gain 2 plants at top(deck) at top(deck)", "RW220", "has been said already"),
        ("gain 2 plants for each card in hand", "RW217", "write `gain 2 plants per hand`"),
    ],
)
def test_what_is_gained_wrongly_is_told_at_its_place(tmp_path: Path, line: str, code: str, said: str) -> None:
    told = found(tmp_path, with_section(ACTIONS, drawing(line)))
    assert [each.rule.code for each in told] == [code]
    assert said in str(told[0])


def test_a_cost_is_no_action(tmp_path: Path) -> None:
    actions = ACTIONS + "  buy: {cost: 1 plant, do: gain 1 score}\n"
    assert codes(tmp_path, with_section(actions, drawing("do buy"))) == ["RW409"]


def test_an_action_that_is_gained_is_offered() -> None:
    said = [each.message for each in game_of("gain 1 fern + 1 tree + 1 herb").warnings if each.rule.code == "RW528"]
    assert said == ["nobody can ever do `fruits`: no menu, window or `do` names it"]
