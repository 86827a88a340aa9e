"""Rules of the language, each played in a rulebook as small as can be."""

from __future__ import annotations

import pytest

from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from rulewright.interpreter import Match, Position, PositionError, install
from rulewright.interpreter.position import Where

BASE = """
rulebook: small
players: 2
kinds:
  Tool: {uses: {type: 0..5, start: 0}}
  Card: {n: 1..3, tapped: {type: Flag, start: no}}
components:
  saws:  {make: Tool, per: Player, name: Saw, start: kit}
  cards: {make: Card, for: {n: 1..3}, name: "Card {n}", n: n, start: deck}
zones:
  deck:  {holds: Card, order: stack, face: down}
  kit:   {holds: Tool, per: Player}
  shed:  {holds: Tool, per: Player}
  table: {holds: Card, face: up}
  hand:  {holds: Card, per: Player, face: down, seen by: owner}
state:
  points: {type: 0..9, per: Player}
"""


def start(text: str) -> Match:
    """The match of the base with more sections."""
    problems = Problems()
    game = compile_source(Source("small.yaml", BASE + text), problems)
    assert game is not None, [each.message for each in problems.errors]
    return Match.start(game.flow, 2)


def points(match: Match) -> list[int]:
    place = next(place for place, spec in enumerate(match.flow.variables) if spec.name == "points")
    return [match.state.cells[match.machine.layout.cell(place, (seat,))] for seat in range(2)]


def test_what_may_be_done_can_be_declined() -> None:
    text = """
phases:
  turn:
    each: players clockwise from first(players)
    do: |
      may do draw
      gain 1 points
actions:
  draw:
    either:
      one: {label: Draw a card, if: some(deck), do: move top(deck) to hand}
      all: {label: Draw all, if: count(deck) is 3, do: "move deck to hand; gain 5 points"}
"""
    match = start(text)
    assert [(option.text, option.label) for option in match.options] == [
        ("one", "Draw a card"), ("all", "Draw all"), ("decline", "Decline draw"),
    ]  # fmt: skip
    match.choose("decline")
    assert points(match) == [1, 0]
    match.choose("all")
    assert match.over
    assert points(match) == [1, 6]


def test_who_can_only_decline_is_not_asked() -> None:
    text = """
phases:
  turn:
    each: players clockwise from first(players)
    do: |
      may do draw
      gain 1 points
actions:
  draw: {if: count(deck) is 3, do: move deck to hand}
"""
    match = start(text)
    assert [option.text for option in match.options] == ["draw", "decline"]
    match.choose("draw")
    assert match.over
    assert points(match) == [1, 1]


def test_a_move_that_turns_a_card_over_reveals_or_hides_it() -> None:
    text = """
phases:
  turn:
    who: first(players)
    ask: Go
    do: |
      move top(deck) to table
      move top(deck) to hand
      move first(table) to hand
      swap top(deck) with first(hand)
      reveal hand
      move hand to table
triggers:
  shown: {after: reveal Card c, do: "say \\"shown {c}\\""}
  hidden: {after: hide Card c, do: "say \\"hidden {c}\\""}
  laid: {after: reveal Card c in table, do: "say \\"laid {c}\\""}
"""
    match = start(text)
    match.choose(0)
    said = [line for line in match.log() if line.startswith(("shown", "hidden", "laid"))]
    assert said == ["shown Card 1", "laid Card 1", "hidden Card 1", "shown Card 3", "shown Card 1"]


def test_a_trigger_knows_whose_mark_is_set() -> None:
    text = """
phases:
  turn:
    each: players clockwise from first(players)
    ask: Go
    do: |
      move top(deck) to hand
      set first(hand).tapped to yes
triggers:
  tap: {after: set card.tapped to yes, do: "for p in card.holder: gain card.n p.points"}
"""
    match = start(text)
    match.choose(0)
    match.choose(0)
    assert points(match) == [1, 2]


def test_a_position_in_a_sealed_step_holds_its_answers_back() -> None:
    text = """
phases:
  turn:
    steps:
      pick:
        each: players clockwise from first(players)
        secret: until all have chosen
        choose: {card: deck}
        do: move card to hand
      show: move players.hand to table
laws:
  count_them: {whenever: count(table) > 1, do: "move table to deck; gain 1 first(players).points"}
"""
    match = install(start(text).flow, Position(2, "pick", {"pick": 1}, {("hand", 0): [("Card 1", None)]}))
    match.choose(0)
    assert match.over
    assert points(match) == [1, 0]


def test_a_card_knows_its_place_in_a_stack_but_none_in_a_set() -> None:
    text = """
phases:
  turn:
    who: first(players)
    ask: Go
    do: |
      for card in deck: say "{card} {card.place}"
      let last_card be deck where place is 3
      move last_card to table
      say "{first(table)} {table where place > 0}"
"""
    match = start(text)
    match.choose(0)
    assert match.log()[1:5] == ["Card 1 1", "Card 2 2", "Card 3 3", "Card 3 nothing"]


def test_a_position_gives_marks_and_to_each_their_own_copies() -> None:
    text = """
phases:
  turn: {who: first(players), ask: Go}
invariants:
  tapped: some(deck where n is 2 and tapped) and no(deck where n is 1 and tapped)
  uses: sum(first(players).left.shed by uses) is 3 and sum(first(players).kit by uses) is 0
"""
    zones: dict[Where, list[tuple[str, int | None]]] = {
        ("deck", None): [("Card 2 (tapped)", None)], ("shed", 1): [("Saw (uses 3)", None)],
    }  # fmt: skip
    match = install(start(text).flow, Position(2, "turn", {}, zones))
    assert match.machine.broken_invariants(match.state) == []
    layout = match.machine.layout
    saw = next(
        number for number, name in enumerate(layout.names) if name == "Saw" and layout.components[number].owner == 1
    )
    assert layout.instances[match.state.where[saw]][1] == 1
    assert match.state.where.count(match.state.where[saw]) == 1
    for words in ("Card 2 (blue)", "Card 2 (tapped maybe)"):
        with pytest.raises(PositionError, match="has no mark"):
            install(start(text).flow, Position(2, "turn", {}, {("deck", None): [(words, None)]}))


def test_only_an_action_by_its_name_may_be_done() -> None:
    text = """
kinds:
  Charm: {text: Effect}
components:
  charms: {make: Charm, name: Clover, text: gain 1 points, start: bag}
zones:
  bag: {holds: Charm}
phases:
  turn:
    each: players clockwise from first(players)
    do: |
      for charm in bag: may do charm.text
"""
    small = BASE
    for section in ("kinds", "components", "zones"):
        added = text.split(f"{section}:\n")[1].split("\n")[0]
        small = small.replace(f"{section}:\n", f"{section}:\n{added}\n", 1)
    problems = Problems()
    phases = "phases:" + text.partition("phases:")[2]
    assert compile_source(Source("small.yaml", small + phases), problems) is None
    assert [each.rule.code for each in problems.errors] == ["RW416"]


def test_laws_hold_from_the_first_moment_on() -> None:
    text = """
setup: {mixing: shuffle deck}
laws: {fill: {whenever: count(table) < 2 and some(deck), do: move top(deck) to table}}
phases:
  turn: {each: players clockwise from first(players), ask: Look}
"""
    match = start(text)
    zone = next(place for place, spec in enumerate(match.flow.zones) if spec.name == "table")
    assert len(match.state.zones[match.machine.layout.instance[(zone, None)]]) == 2


def test_two_that_may_be_none_are_a_set_together() -> None:
    text = """
define:
  ends: first(players) + last(players)
  upper: first(deck) + last(deck)
phases:
  turn:
    each: players clockwise from first(players)
    do: |
      gain count(ends) points
      if count(upper) is 2: gain 1 points
    ask: Look
"""
    match = start(text)
    match.choose(0)
    assert points(match) == [3, 0]
