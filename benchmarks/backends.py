"""Random games a second: the reference machine, generated Python, WebAssembly, games written by hand.

`python -m benchmarks.backends` prints this table and those of `open_spiel` and `machines`.

In: nothing. Out: lines of a table. All figures of a line are taken by turns in one run, the median of several, in processor time
of one core; they are for comparing with one another. `by hand` is straightforward Python,
`bits` the same game on a board of bits. A C compiler is used where there is one.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from benchmarks import machines, open_spiel
from benchmarks.rates import TIMES, Play, each_seed, games_a_second, inside
from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import playout
from rulewright.interpreter.fast.machine import fast_of

ROOT = Path(__file__).parent.parent
PRINTED = ("chaos", "entropy", "worlds_collide", "entropy_cosmos")
BY_HAND = ("tic_tac_toe", "connect_four", "crazy_eights")


def table() -> Iterator[str]:
    """The table, a line at a time."""
    yield f"{'games a second':<20} {' '.join(f'{column:>{width}}' for column, width in COLUMNS)}   ratios"
    with tempfile.TemporaryDirectory() as folder:
        program = _compiled(Path(folder))
        for path in sorted(ROOT.glob("games/classics/*/game.yaml")):
            yield _line(path.parent.name, load(path).flow, program)
    for name in PRINTED:
        yield _line(name, load(ROOT / "games" / name).flow, None)


def _line(name: str, flow: Flow, program: Path | None) -> str:
    players = flow.players[0]
    fast_of(flow, players, unseen=True)
    runs: dict[str, Play] = {
        "reference": lambda seed: playout(flow, players, seed=seed, fast=False),
        "generated": lambda seed: playout(flow, players, seed=seed),
    }
    if name in BY_HAND:
        runs["by hand"] = import_module(f"benchmarks.by_hand.{name}").play
    if (ROOT / f"benchmarks/by_hand/{name}_bits.py").exists():
        runs["bits"] = import_module(f"benchmarks.by_hand.{name}_bits").play
    many = {name: each_seed(play) for name, play in runs.items()}
    if (within := inside(flow, players)) is not None:
        many["Wasm"] = within
    found = games_a_second(many)
    if program is not None and name in BY_HAND:
        found["C"] = _in_c(program, name)
    cells = [f"{found[column]:>{width},.0f}" if column in found else " " * width for column, width in COLUMNS]
    return f"{name:<20} {' '.join(cells)}   {_ratios(found)}"


COLUMNS = (("reference", 10), ("generated", 10), ("Wasm", 9), ("by hand", 9), ("bits", 7), ("C", 11))


def _ratios(found: dict[str, float]) -> str:
    """Generated Python beside each of the others."""
    others = [column for column, _ in COLUMNS if column != "generated" and column in found]
    return ", ".join(f"{found['generated'] / found[other]:.3g} x {other}" for other in others)


def _compiled(folder: Path) -> Path | None:
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "games"
    subprocess.run([compiler, "-O2", "-o", program, ROOT / "benchmarks/by_hand/games.c"], check=True)
    return program


def _in_c(program: Path, name: str) -> float:
    found = []
    for _ in range(TIMES):
        games = 300_000
        done = subprocess.run([program, name, str(games)], check=True, capture_output=True, text=True)
        found.append(games / float(done.stdout.split()[1]))
    return statistics.median(found)


if __name__ == "__main__":
    for part in (table(), open_spiel.table(), machines.table()):
        for line in part:
            print(line, flush=True)
        print()
