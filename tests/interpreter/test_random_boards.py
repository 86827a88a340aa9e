"""Rulebooks for boards written at random: generated code and modules, which go by bits, and the reference machine play the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.shape import walk
from rulewright.dsl.flow.verify import verify
from rulewright.interpreter import Match
from rulewright.interpreter.fast.machine import Play, fast_of
from rulewright.interpreter.passes import quickened
from rulewright.interpreter.wasm.load import available, engine_of
from rulewright.interpreter.wasm.machine import Game
from tests.interpreter.board_rulebooks import board_rulebook
from tests.interpreter.side_by_side import agree

MOST = 20  # decisions
ROADS = """
rulebook: roads
players: 2
kinds:
  Land: [plain, island]
  Place: {land: Land, number: 1..9}
components:
  plains: {make: Place, for: {n: 1..5}, name: "Plain {n}", land: plain, number: n, start: map}
  islands: {make: Place, for: {n: 6..9}, name: "Island {n}", land: island, number: n, start: map}
zones:
  map: {holds: Place}
state:
  of_whom: {type: Player or none, per: Place}
  reach: {type: 0..9}
define:
  Place.roads: Place where land is plain and it.land is plain and number is not it.number
  Player.reached: reachable(Place where of_whom is me by roads where of_whom is me or of_whom is none)
phases:
  game:
    repeat: 4 times
    steps:
      turn:
        each: players clockwise from first(players)
        choose: {place: Place where of_whom is none}
        do: |
          set place.of_whom to me
          set reach to count(me.reached)
end:
  full: {after: game, winner: none}
"""
BITS = {e.Board, e.Bits, e.Shift, e.Flood, e.Spots}

FEET = """
rulebook: feet
players: 2
kinds:
  Square: {col: 0..4, row: 1..3}
components:
  squares: {make: Square, for: {c: 1..5, r: 1..3}, name: "{c}-{r}", col: c - 1, row: r, start: board}
zones:
  board: {holds: Square}
state:
  of_whom: {type: Player or none, per: Square}
  reach: {type: 0..99}
define:
  Square.east: first(Square where col is it.col + 1 and row is it.row)
  Square.foot: first(Square where col is it.col and row is 2)
  Square.last_free: last(reachable(it.east by east where of_whom is none))
  Player.reached: each s in Square where s.last_free.foot.of_whom is me
phases:
  game:
    repeat: 4 times
    steps:
      turn:
        each: players clockwise from first(players)
        choose: {square: Square where of_whom is none}
        do: |
          set square.of_whom to me
          set reach to count(me.reached)
end:
  full: {after: game, winner: none}
"""


def flow_of(seed: int, folder: Path) -> Flow:
    file = folder / f"board_{seed}.yaml"
    file.write_text(board_rulebook(seed), encoding="utf-8")
    return load(file).flow


def side_by_side(flow: Flow, seed: int) -> None:
    players = 2 + seed % 2
    assert verify(quickened(flow, players)) == ()
    play = Play(fast_of(flow, players), seed)
    agree(Match.start(flow, players, seed), play, lambda: play.state, seed, MOST, sealed=True)
    if available():
        game = Game(engine_of(flow, players), flow, players, seed)
        agree(Match.start(flow, players, seed), game, game.state, seed, MOST, sealed=True)


@pytest.mark.parametrize("seed", range(12))
def test_the_machines_agree(seed: int, tmp_path: Path) -> None:
    side_by_side(flow_of(seed, tmp_path), seed)


@pytest.mark.parametrize("text", [ROADS, FEET], ids=["the last members lead nowhere", "none leads to a member"])
@pytest.mark.parametrize("seed", range(3))
def test_what_members_lead_to(text: str, seed: int, tmp_path: Path) -> None:
    file = tmp_path / "places.yaml"
    file.write_text(text, encoding="utf-8")
    flow = load(file).flow
    assert e.Flood in {type(node) for node in walk(quickened(flow, 2))}
    side_by_side(flow, 2 * seed)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_the_machines_agree_on_many(part: int, tmp_path: Path) -> None:
    for seed in range(100 + 30 * part, 130 + 30 * part):
        side_by_side(flow_of(seed, tmp_path), seed)


def test_every_sort_of_bits_comes_up(tmp_path: Path) -> None:
    found = {type(node) for seed in range(12) for node in walk(quickened(flow_of(seed, tmp_path), 2))}
    assert found >= BITS
