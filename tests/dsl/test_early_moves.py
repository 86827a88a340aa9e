"""Triggers that come before a move, or instead of it, look at where the component comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.interpreter import Match

GAME = """
rulebook: early
players: 2..2
kinds:
  Card: {rank: 1..9}
components:
  cards: {make: Card, for: {n: 1..4}, name: "{n}", rank: n, start: deck}
zones:
  deck: {holds: Card, order: stack, face: down}
  hand: {holds: Card, per: Player}
  discards: {holds: Card}
  table: {holds: Card}
state:
  warned: {type: 0..9}
setup:
  deal: move top(deck, 2) to first(players).hand
phases:
  play:
    who: first(players)
    ask: Go on
    do: |
      move first(players).hand to discards
      move deck to discards
triggers:
  shield: {MODE move Card c from p.hand to discards, do: DEED}
end:
  over: {after: play, winner: none}
"""


@pytest.mark.parametrize(("mode", "deed", "there", "warned"), [
    ("instead of:", "move c to table", {"discards": 2, "table": 2}, 0),
    ("before:", "gain 1 warned", {"discards": 4, "table": 0}, 2),
])  # fmt: skip
def test_only_what_comes_from_there_is_meant(tmp_path: Path, mode: str, deed: str, there: dict[str, int], warned: int) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(GAME.replace("MODE", mode).replace("DEED", deed), encoding="utf-8")
    match = Match.start(load(file).flow, 2)
    match.choose(0)
    view = match.view(0)
    assert {name: len(view.zones[name, None].names) for name in there} == there
    assert view.variables["warned", ()] == warned
