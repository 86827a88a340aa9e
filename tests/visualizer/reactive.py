"""A small rulebook in which rules set one another off, and a way to compile one with a part of it changed."""

from __future__ import annotations

from rulewright.dsl import Problems, compile_source
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.source import Source

REACTIVE = """
rulebook: reactive
title: Reactive
players: 2..4
words: [gift]
kinds:
  Card: {rank: 1..9}
  Charm: {text: Effect}
components:
  cards: {make: Card, for: {n: 1..9}, name: "{n}", rank: n, start: deck}
  charms: {make: Charm, start: bag, rows: [{name: Clover, text: gain 2 coins}]}
zones:
  deck: {holds: Card, order: stack, face: down}
  discards: {holds: Card}
  table: {holds: Card}
  hand: {holds: Card, per: Player, face: down, seen by: owner, size: 7}
  bag: {holds: Charm}
state:
  coins: {type: 0..99, per: Player}
  score: {type: 0..99, per: Player}
  mood: {type: 0..9}
phases:
  round:
    repeat: 9 times
    steps:
      turn:
        each: players clockwise from first(players)
        steps:
          draw: {do: move top(deck) to hand as gift}
          drop: {choose: {card: hand}, do: move card to discards}
          brood: {do: set mood to 1}
          charm: {do: "do first(bag).text"}
actions:
  cheer: {do: gain 1 score}
# changed
triggers:
  shield:
    instead of: move Card c from p.hand to discards where c.rank is 9
    do: move c to table
  warned: {before: gain p.coins, do: gain 1 p.score}
  gifted: {after: move Card from deck to hand as gift, do: gain 1 coins}
  scored: {after: gain p.score, do: gain 1 p.coins}
  echo: {after: gain p.coins, do: do cheer}
laws:
  refill: {whenever: no(deck) and some(discards), do: move discards to deck}
# end
end:
  over: {after: round, winner: players where coins is max(players by coins)}
"""
START, END = REACTIVE.index("# changed"), REACTIVE.index("# end")


def reactive(instead: str | None = None) -> Flow:
    """The rulebook, with other triggers and laws when there are any given."""
    return flow_of(REACTIVE if instead is None else with_part(instead))


def with_part(instead: str) -> str:
    """The text of the rulebook with other triggers and laws."""
    return REACTIVE[:START] + instead + REACTIVE[END:]


def flow_of(text: str) -> Flow:
    """A rulebook of a test."""
    problems = Problems()
    game = compile_source(Source("reactive.yaml", text), problems)
    assert game is not None, [f"{problem.span}: {problem.message}" for problem in problems.errors]
    return game.flow
