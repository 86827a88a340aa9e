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
BITS = {e.Board, e.Bits, e.Shift, e.Flood, e.Spots}


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


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_the_machines_agree_on_many(part: int, tmp_path: Path) -> None:
    for seed in range(100 + 30 * part, 130 + 30 * part):
        side_by_side(flow_of(seed, tmp_path), seed)


def test_every_sort_of_bits_comes_up(tmp_path: Path) -> None:
    found = {type(node) for seed in range(12) for node in walk(quickened(flow_of(seed, tmp_path), 2))}
    assert found >= BITS
