"""What is reached from a set step by step, and the place of a value in the list of its kind."""

from __future__ import annotations

import pytest

from rulewright.dsl import Game
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.flow.verify import verify
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from rulewright.interpreter import Match

ROAD = """
rulebook: road
players: 3
kinds:
  Colour: [red, green, blue]
  Stop: {number: 1..9, onward: Colour or none}
components:
  stops: {make: Stop, for: {c: Colour, n: 1..3}, name: "{c} {n}", number: 3 * c.place + n - 3, start: road}
zones:
  road: {holds: Stop}
state:
  found: {type: 0..99}
  shut:  {type: Flag, per: Stop}
define:
  Stop.next: first(Stop where number is it.number + 1)
  Stop.near: Stop where number in it.number - 1..it.number + 1 and number is not it.number
  Stop.friends: near where not shut
  fourth: Stop where number is 4
  Colour.after: first(each c in Colour where c.place is it.place + 1)
phases:
  turn:
    who: first(players)
    ask: Go
    do: |
      for s in fourth.near where number is 3: set s.shut to yes
      DO
"""


def compiled(do: str) -> tuple[Game | None, Problems]:
    problems = Problems()
    return compile_source(Source("road.yaml", ROAD.replace("DO", do)), problems), problems


def found(formula: str) -> int:
    """The number that a formula of the rulebook gives at play."""
    game, problems = compiled(f"set found to {formula}")
    assert game is not None and not problems.errors, [each.message for each in problems.errors]
    assert not list(verify(game.flow))
    match = Match.start(game.flow, 3)
    match.choose(0)
    number = next(n for n, spec in enumerate(game.flow.variables) if spec.name == "found")
    return match.state.cells[match.machine.layout.cell(number, ())]


@pytest.mark.parametrize(("formula", "expected"), [
    ("count(reachable(fourth by next))", 6),  # from 4 to 9, itself included
    ("last(reachable(fourth by next)).number", 9),
    ("last(reachable(fourth by near)).number", 9),  # nearest first: 3, 5, 2, 6, ... and 9 is farthest
    ("count(reachable(fourth by near))", 9),
    ("count(reachable(fourth by friends))", 6),  # 3 is shut
    ("count(reachable(fourth by near where number > 2))", 7),
    ("count(reachable(fourth by none))", 1),
    ("count(reachable((Stop where number > 20) by next))", 0),
    ("count(reachable(first(fourth) by next))", 6),  # one member is the set of it
    ("count(reachable(red by after))", 3),
    ("count(reachable(first(players) by left))", 3),  # round the table, once
    ("red.place + 10 * blue.place", 31),
    ("count(each c in Colour where c.place <= 2)", 2),
    ("max(fourth by if onward is none then onward.place else 5)", 0),
])  # fmt: skip
def test_what_is_reached(formula: str, expected: int) -> None:
    assert found(formula) == expected


@pytest.mark.parametrize(("formula", "code"), [
    ("count(reachable(1..3 by 2))", "RW406"),
    ("count(reachable(fourth))", "RW407"),
    ("count(reachable(fourth by number))", "RW401"),
    ("count(reachable(fourth by players))", "RW401"),
    ("count(reachable(fourth, fourth))", "RW406"),
    ("count(reachable)", "RW314"),
])  # fmt: skip
def test_what_cannot_be_reached(formula: str, code: str) -> None:
    _, problems = compiled(f"set found to {formula}")
    assert {each.rule.code for each in problems.errors} == {code}


def test_a_place_that_is_not_known_before_play() -> None:
    problems = Problems()
    compile_source(Source("road.yaml", ROAD.replace("3 * c.place", "3 * n.place").replace("DO", "stop")), problems)
    assert {each.rule.code for each in problems.errors} == {"RW418"}
