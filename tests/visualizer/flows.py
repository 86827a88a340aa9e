"""The flows that are drawn in the tests: a small rulebook with one of everything, and Chaos."""

from __future__ import annotations

from functools import cache

from rulewright.dsl import Problems, compile_source, load
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.source import Source
from tests.source_files import ROOT

FAIR = r"""
rulebook: fair
title: 'The "Fair" <of> O''Brien & Sons'
players: 2..4

kinds:
  Colour: [red, blue]
  Card: {worth: 1..6, colour: Colour}
  Charm: {text: Effect}

components:
  cards: {make: Card, for: {n: 1..6}, copies: 4, name: "{n}", worth: n, colour: red, start: deck}
  charms:
    make: Charm
    start: bag
    rows:
      - {name: Clover, text: gain 2 coins, copies: 4}
      - {name: Magpie, text: "choose p from others \"From whom?\"; lose 1 p.coins; gain 1 coins", copies: 4}

zones:
  deck: {holds: Card, order: stack, face: down}
  discards: {holds: Card}
  hand: {holds: Card, per: Player, face: down, seen by: owner}
  bid: {holds: Card, per: Player, face: down, seen by: owner}
  bag: {holds: Charm, order: stack, face: down}
  used: {holds: Charm}

state:
  dealer: {type: Player}
  coins: {type: 0..99, per: Player}

setup:
  deal:
    do: |
      shuffle deck
      shuffle bag
      choose anyone from players at random
      set dealer to anyone

phases:
  day:
    repeat: 3 times
    endings: [rain]
    steps:
      bids:
        each: players clockwise from dealer.left
        secret: until all have chosen
        choose: {card: hand}
        do: move card to bid
      turn:
        each: players clockwise from dealer.left
        if: some(deck)
        steps:
          weather:
            do: |
              choose drops from 1..6 at random
              if drops > 5: end day as rain
          shop:
            opens: haggle
            menu: [buy, charm]
          rest:
            may: Rest "for" a while?
            do: gain 1 coins
            else: lose 1 coins
          talk:
            do: |
              choose one "About what?":
                "Weather": do gossip
                "Money" if coins > 1: gain 1 coins
      sweep:
        do: |
          move players.bid to discards
          if no(deck): end game won by dealer
  evening:
    do: gain 1 dealer.coins

actions:
  buy:
    label: Buy
    either:
      a_card:
        label: Buy {card} for its worth
        choose: {card: discards}
        cost: (card.worth) coins
        do: move card to hand
      a_coin:
        if: coins < 50
        do: gain 1 coins
  charm:
    label: Try a charm & hope
    if: some(bag)
    do: |
      let it_is be top(bag)
      move it_is to used
      do it_is.text
  gossip:
    takes: {}
    do: gain 1 coins
  bargain:
    label: Bargain
    do: gain 1 coins

laws:
  refill:
    whenever: no(deck) and some(discards)
    do: |
      move discards to deck
      shuffle deck
  hand_limit:
    each: players clockwise from dealer
    whenever: count(hand) > 7
    steps:
      discard:
        ask: Too many cards
        choose: {card: hand}
        do: move card to discards

triggers:
  joy: {after: move Card c to hand where c.worth is 6, do: gain 1 coins}

windows:
  haggle:
    each: players clockwise from turn.player.left
    if: coins > 3
    ask: Haggle?
    offers: [bargain]

end:
  richest: {after: evening, winner: players where coins is max(players by coins)}
"""


@cache
def fair() -> Flow:
    """The small rulebook."""
    problems = Problems()
    game = compile_source(Source("fair.yaml", FAIR), problems)
    assert game is not None, [f"{problem.span}: {problem.message}" for problem in problems.errors]
    return game.flow


@cache
def chaos() -> Flow:
    """A whole game."""
    return load(ROOT / "games" / "chaos").flow
