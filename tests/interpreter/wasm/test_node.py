"""A module runs unchanged in Node: the same games, the same stops, the same memory."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.interpreter.passes import quick_layout
from rulewright.interpreter.wasm.load import available, binary, engine_of
from rulewright.interpreter.wasm.machine import Game
from rulewright.interpreter.wasm.memory import Memory
from tests.source_files import ROOT

NODE = shutil.which("node")
GAMES, DECISIONS = 3, 60
pytestmark = pytest.mark.skipif(not available(), reason="wasmtime is not installed (extra fast)")


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize("name", ["entropy", "worlds_collide", "entropy_cosmos", "classics/othello"])
def test_the_same_games_in_node(name: str, tmp_path: Path) -> None:
    flow = load(ROOT / "games" / name).flow
    players, seed = flow.players[1], 11
    file = tmp_path / "game.wasm"
    file.write_bytes(binary(flow, players))
    script = Path(__file__).with_name("games.js")
    command = [str(NODE), str(script), str(file), str(seed), str(GAMES), str(DECISIONS)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout)

    engine, memory = engine_of(flow, players), Memory(quick_layout(flow, players), counting=False)
    engine.call("batch", seed, GAMES, 100_000, 0)
    assert told["figures"] == sha256(engine.read(memory.figures, memory.figures_size)).hexdigest()
    game = Game(engine, flow, players, seed)
    stops: list[list[object]] = []
    while not game.over and len(stops) < DECISIONS:
        count = len(game.grounds)
        stops.append([game.seat, count, sha256(game.save()).hexdigest()])
        game.choose(((len(stops) - 1) * 7 + 3) % count)
    assert told["stops"] == stops
    assert len(stops) == DECISIONS
