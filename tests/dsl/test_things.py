"""Components that are named: in a rule by `name is`, in a cell of another one, in a `for`; and in whose zone they lie."""

from __future__ import annotations

import pytest

from rulewright.dsl import Game
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.flow.verify import verify
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from rulewright.interpreter import Match

MAP = """
rulebook: map
players: 2..3
kinds:
  Colour: [red, blue]
  Town: {rich: 0..9}
  Road: {one_end: Town, other_end: Town, inn: Town or none}
  Card: {town: Town}
  Pawn: {}
  Coin: {}
components:
  roads:
    make: Road
    start: ways
    rows:
      - {name: North road, one_end: Alden, other_end: St. Carol}
      - {name: South road, one_end: Alden, other_end: Brook, inn: Brook}
  towns:
    make: Town
    start: map
    rows: [{name: Alden, rich: 3}, {name: Brook, rich: 5}, {name: St. Carol, rich: 7}]
  cards: {make: Card, for: {c: Colour, t: Town}, name: "{t} in {c}", town: t, start: deck}
  pawns: {make: Pawn, per: Player, name: Pawn, start: stable}
  coins: {make: Coin, copies: 3, name: Coin, start: bank}
zones:
  map: {holds: Town}
  ways: {holds: Road}
  deck: {holds: Card, order: stack}
  stable: {holds: Pawn}
  riders: {holds: Pawn, per: Town}
  bank: {holds: Coin}
  purse: {holds: Coin, per: Player}
  chest: {holds: Coin, per: Town}
state:
  found: {type: 0..99}
define:
  Town.near: (Road where one_end is it).other_end + (Road where other_end is it).one_end
  alden: first(Town where name is "Alden")
  Player.town: first(Pawn where owner is me).holder
setup:
  ride: |
    move Pawn where owner is first(players) to first(Town where name is "Brook").riders
    move 1 of bank to first(Town where name is "St. Carol").chest
    move 1 of bank to last(players).purse
phases:
  turn:
    who: first(players)
    ask: Go
    do: |
      DO
"""


def compiled(text: str) -> tuple[Game | None, Problems]:
    problems = Problems()
    return compile_source(Source("map.yaml", text), problems), problems


def found(formula: str, players: int = 2) -> int:
    """The number that a formula of the rulebook gives at play."""
    game, problems = compiled(MAP.replace("DO", f"set found to {formula}"))
    assert game is not None and not problems.errors, [each.message for each in problems.errors]
    assert not list(verify(game.flow))
    match = Match.start(game.flow, players)
    match.choose(0)
    number = next(n for n, spec in enumerate(game.flow.variables) if spec.name == "found")
    return match.state.cells[match.machine.layout.cell(number, ())]


@pytest.mark.parametrize(("formula", "expected"), [
    ("count(alden.near)", 2),
    ("sum(alden.near by rich)", 12),
    ("count(Road where inn is none)", 1),
    ('sum(Town where name is not "Alden" by rich)', 12),
    ('first(Town where name is "St. Carol").rich', 7),
    ("count(Card where town is alden)", 2),  # one in each colour
    ('count(Card where name is "Brook in Red")', 1),
    ("count(Card where town.name is first(Town).name)", 2),  # a name of one kind beside that of another
    ("count(distinct(Coin by name))", 1),
    ("first(players).town.rich", 5),
    ("count(Coin where holder is last(players))", 1),
    ("count(Coin where holder is none)", 2),  # a town is no player
    ("count(players where town is none)", 1),
])  # fmt: skip
def test_what_names_mean(formula: str, expected: int) -> None:
    assert found(formula) == expected


def test_numbers_of_components_differ_by_players_and_names_do_not() -> None:
    assert [found("sum(alden.near by rich)", players) for players in (2, 3)] == [12, 12]
    text = MAP.replace("DO", "set found to sum(alden.near by rich)")
    more = text.replace("  towns:\n", "  first: {make: Town, copies: {players 3: 2}, name: Fork, rich: 1, start: map}\n  towns:\n")
    game, problems = compiled(more)
    assert game is not None, problems.errors
    for players in (2, 3):
        match = Match.start(game.flow, players)
        match.choose(0)
        assert match.state.cells[-1] == 12


def test_a_text_shows_what_is_called_so() -> None:
    game, problems = compiled(MAP.replace("DO", 'say "{alden.name} and {alden}"'))
    assert game is not None, problems.errors
    match = Match.start(game.flow, 2)
    match.choose(0)
    assert "Alden and Alden" in match.log()


@pytest.mark.parametrize(("old", "new", "code", "said"), [
    ('name is "Alden"', 'name is "Aldn"', "RW310", "no Town is called `Aldn` (did you mean `Alden`?)"),
    ('name is "Alden"', "name is Alden", "RW310", 'a name stands in quotes (write `"Alden"`)'),
    ('where name is "Alden"', 'where it is "Alden"', "RW310", "nothing is called `it`"),
    ("ride: |", 'ride: |\n    if alden is "Alden": stop', "RW401", 'is never a text (write `alden.name is "Alden"`)'),
    ("one_end: Alden, other_end: Brook", "one_end: Aldn, other_end: Brook", "RW417", "no Town is called `Aldn` (did you mean `Alden`?)"),
    ("{name: Brook, rich: 5}", "{name: Alden, rich: 5}, {name: Brook, rich: 1}", "RW417", "2 of the Town components are called `Alden`"),
    ("{name: Brook, rich: 5}", "{name: Brook, rich: 5, copies: 2}", "RW417", "2 of the Town components are called `Brook`"),
    ("for: {c: Colour, t: Town}", "for: {c: Colour, t: Twon}", "RW310", "no kind is called `Twon` (did you mean `Town`?)"),
    ("for: {c: Colour, t: Town}", "for: {c: Colour, t: Pawn}", "RW418", "no Pawn is made before this"),
    ("holder\nsetup", "holder.name\nsetup", "", ""),
    ("Player.town: ", "Player.land: 3\n  Player.town: ", "", ""),
    ("inn: Town or none", "inn: Town", "RW417", "`North road` has no `inn`"),
])  # fmt: skip
def test_what_is_said(old: str, new: str, code: str, said: str) -> None:
    assert old in MAP
    _, problems = compiled(MAP.replace("DO", "stop").replace(old, new, 1))
    told = [(each.rule.code, f"{each.message} ({each.hint})") for each in problems.errors]
    assert [each for each, _ in told][:1] == ([code] if code else []), told
    assert not code or any(said in text for _, text in told), told


def test_a_component_that_is_not_there_with_few_players_cannot_stand_on_one_that_is() -> None:
    few = "{name: Brook, rich: 5, copies: count(players) - 2}"
    _, problems = compiled(MAP.replace("DO", "stop").replace("{name: Brook, rich: 5}", few))
    assert problems.errors[0].message == "with 2 players there is no `Brook`, but there is `South road`"


def test_where_zones_are_of_several_sorts_of_things_nothing_is_said_of_a_holder() -> None:
    text = MAP.replace("DO", "stop").replace("  stable: {holds: Pawn}", "  stable: {holds: Pawn}\n  camp: {holds: Pawn, per: Colour}")
    _, problems = compiled(text)
    assert [each.message for each in problems.errors] == ["a Pawn has no `holder`"]
