"""Random games a second: the reference machine, generated Python, WebAssembly, games written by hand, OpenSpiel driven from Python.

`python -m benchmarks.backends` prints this table and those of `machines`.

In: nothing. Out: lines of a table. All figures of a line are taken by turns in one run, the median of several, in processor time
of one core; they are for comparing with one another. `by hand` is straightforward Python,
`bits` the same game on a board of bits. OpenSpiel and a C compiler are measured where they are there.
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from benchmarks import machines
from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import playout
from rulewright.interpreter.fast.machine import fast_of
from rulewright.interpreter.wasm.load import available, engine_of
from rulewright.interpreter.wasm.module import Refused
from rulewright.interpreter.wasm.playing import summary

ROOT = Path(__file__).parent.parent
PRINTED = ("chaos", "entropy", "worlds_collide", "entropy_cosmos")
BY_HAND = ("tic_tac_toe", "connect_four", "crazy_eights")
SPIEL = {
    "tic_tac_toe": "tic_tac_toe", "connect_four": "connect_four", "breakthrough": "breakthrough", "othello": "othello",
    "hex": "hex(board_size=11)", "kuhn_poker": "kuhn_poker", "leduc_poker": "leduc_poker", "nim": "nim",
    "crazy_eights": "crazy_eights(players=2)", "hearts": "hearts", "pig": "pig", "liars_dice": "liars_dice",
}  # fmt: skip
TIMES = 5
LONG_ENOUGH = 0.2  # seconds of each measurement

Play = Callable[[int], object]
Many = Callable[[range], object]  # plays a game for each seed


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
    if (spiel := _spiel(name)) is not None:
        runs["OpenSpiel"] = spiel
    many = {name: _each(play) for name, play in runs.items()}
    if (inside := _inside(flow, players)) is not None:
        many["Wasm"] = inside
    found = games_a_second(many)
    if program is not None and name in BY_HAND:
        found["C"] = _in_c(program, name)
    cells = [f"{found[column]:>{width},.0f}" if column in found else " " * width for column, width in COLUMNS]
    return f"{name:<20} {' '.join(cells)}   {_ratios(found)}"


COLUMNS = (("reference", 10), ("generated", 10), ("Wasm", 9), ("by hand", 9), ("bits", 7), ("OpenSpiel", 9), ("C", 11))


def _ratios(found: dict[str, float]) -> str:
    """Generated Python beside each of the others."""
    others = [column for column, _ in COLUMNS if column != "generated" and column in found]
    return ", ".join(f"{found['generated'] / found[other]:.3g} x {other}" for other in others)


def _each(play: Play) -> Many:
    def many(seeds: range) -> None:
        for seed in seeds:
            play(seed)

    return many


def _inside(flow: Flow, players: int) -> Many | None:
    if not available():
        return None
    try:
        engine_of(flow, players)
    except Refused:
        return None
    return lambda seeds: summary(flow, players, len(seeds), seeds.start)


def games_a_second(runs: dict[str, Many]) -> dict[str, float]:
    """The median of several measurements of each, taken by turns."""
    counts = {name: _count(play) for name, play in runs.items()}
    measured: dict[str, list[float]] = {name: [] for name in runs}
    for turn in range(TIMES):
        for name, play in runs.items():
            seeds = range(turn * counts[name], (turn + 1) * counts[name])
            start = time.process_time()
            play(seeds)
            measured[name].append(counts[name] / (time.process_time() - start))
    return {name: statistics.median(values) for name, values in measured.items()}


def _count(play: Many) -> int:
    """How many games a measurement needs to be long enough."""
    games, seed = 1, 1
    while True:
        start = time.process_time()
        play(range(seed, seed + games))
        seed += games
        if time.process_time() - start > LONG_ENOUGH or games > 100_000:
            return games
        games *= 3


def _spiel(name: str) -> Play | None:
    try:
        import pyspiel
    except ImportError:
        return None
    if name not in SPIEL:
        return None
    game = pyspiel.load_game(SPIEL[name])

    def play(seed: int) -> None:
        chance = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([chance.choice(state.legal_actions(p)) for p in range(game.num_players())])
            else:
                state.apply_action(chance.choice(state.legal_actions()))

    return play


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
    for part in (table(), machines.table()):
        for line in part:
            print(line, flush=True)
        print()
