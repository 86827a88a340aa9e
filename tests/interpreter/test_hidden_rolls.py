"""A roll that only some see: nobody else is told of it, nor of what is set by it on something that they do not see."""

from __future__ import annotations

import pytest

from rulewright.dsl import Game
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from rulewright.interpreter import Match

CUPS = """
rulebook: cups
players: 3
kinds:
  Die: {shows: {type: 0..60, start: 0}}
components:
  dice: {make: Die, per: Player, name: Die, start: cup}
zones:
  cup: {holds: Die, per: Player, face: FACE, seen by: owner}
setup:
  roll: |
    for die in players.cup:
      choose n from 10..60 at random SEEN
      set die.shows to n
phases:
  turn:
    who: first(players)
    ask: Go
    do: |
      for die in first(players).cup: gain 1 die.shows
      reveal players.cup
"""


def game(seen: str, face: str = "down") -> Game | None:
    problems = Problems()
    found = compile_source(Source("cups.yaml", CUPS.replace("SEEN", seen).replace("FACE", face)), problems)
    assert not problems.errors, [each.message for each in problems.errors]
    return found


def told(seen: str, face: str = "down") -> list[list[str]]:
    """What the long log says to each of the seats before the first decision."""
    found = game(seen, face)
    assert found is not None
    match = Match.start(found.flow, 3, seed=9)
    return [match.view(seat).log(detail=True) for seat in range(3)]


def test_only_its_owner_is_told_of_a_roll() -> None:
    lines = told("seen by die.owner")
    assert [len(each) for each in lines] == [2, 2, 2]
    assert len({tuple(each) for each in lines}) == 3
    assert all(each[0].startswith("Chance gives ") and each[1].startswith("shows is ") for each in lines)


def test_several_may_be_told() -> None:
    assert [len(each) for each in told("seen by players - first(players)")] == [1, 4, 4]


def test_nobody_is_told_of_what_none_sees() -> None:
    assert [len(each) for each in told("seen by none")] == [1, 1, 1]


def test_all_are_told_otherwise() -> None:
    lines = told("", "up")
    assert lines[0] == lines[1] == lines[2] and len(lines[0]) == 6
    assert [len(each) for each in told("")] == [4, 4, 4], "the rolls, and what was set on the own die"


def test_a_mark_that_grows_is_told_to_those_who_see_what_bears_it() -> None:
    found = game("seen by die.owner")
    assert found is not None
    match = Match.start(found.flow, 3, seed=9)
    before = [len(match.view(seat).log(detail=True)) for seat in range(3)]
    match.choose(0)
    after = [match.view(seat).log(detail=True)[count:] for seat, count in enumerate(before)]
    assert any("->" in line for line in after[0])
    assert not any("->" in line for line in (*after[1], *after[2]))


@pytest.mark.parametrize("seen", ["seen by 3", "seen by die", "seen by"])
def test_only_players_see(seen: str) -> None:
    problems = Problems()
    compile_source(Source("cups.yaml", CUPS.replace("SEEN", seen).replace("FACE", "down")), problems)
    assert problems.errors
