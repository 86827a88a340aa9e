"""What games cost beside play: states copied, options listed, machines made ready, memory, and how that grows.

In: nothing. Out: lines of tables. Figures of a line are taken in one run, the median of several, in processor time of one core.
Memory and times of making ready are those of a process of their own, cold without kept files, then with those that it has kept.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import Match, backends
from rulewright.interpreter.statistics import Summary
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.wasm.load import available, engine_of
from rulewright.interpreter.wasm.machine import Game

ROOT = Path(__file__).parent.parent / "games"
COSTS = ("classics/tic_tac_toe", "classics/connect_four", "classics/crazy_eights", "classics/hearts", "chaos", "entropy", "entropy_cosmos")
TIMES = 5


def table() -> Iterator[str]:
    """All lines."""
    yield from _stops()
    yield ""
    yield from _ready()
    yield ""
    yield from _growth()


def peak() -> float:
    """The most memory that this process has had, in MB."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    # What `getrusage` says holds for the process that this one was forked from, too.
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM")) / 1024


def median(run: Callable[[], object], each: int = 1) -> float:
    """Seconds of a run, the median of several; each: how many times in one."""
    found = []
    for _ in range(TIMES):
        start = time.process_time()
        for _ in range(each):
            run()
        found.append((time.process_time() - start) / each)
    return statistics.median(found)


def _stops() -> Iterator[str]:
    """At the fifth decision of a game: a copy of the state, the options of the question."""
    yield f"{'at a stop, us':<24} {'copy, reference':>16} {'copy, Wasm':>11} {'options, reference':>19} {'options, Wasm':>14}   ratios"
    for name in COSTS:
        flow = load(ROOT / name).flow
        players = flow.players[0]
        match = Match.start(flow, players, 1)
        for _ in range(4):
            match.choose(0)
        found = [median(match.state.copy, 200), median(lambda match=match: match.machine.grounds(match.state), 20)]  # type: ignore[misc]
        if (inside := _inside(flow, players, match)) is None:
            yield f"{name:<24} {1e6 * found[0]:>16.1f} {'':>11} {1e6 * found[1]:>19.1f}"
            continue
        copied, asked = inside
        ratios = f"copy {found[0] / copied:.3g}, options {found[1] / asked:.3g}"
        yield f"{name:<24} {1e6 * found[0]:>16.1f} {1e6 * copied:>11.2f} {1e6 * found[1]:>19.1f} {1e6 * asked:>14.2f}   {ratios}"


def _inside(flow: Flow, players: int, match: Match) -> tuple[float, float] | None:
    """The same inside a module, one call from Python each."""
    if not available() or backends.choose(flow, players, 1000) != backends.WASM:
        return None
    engine = engine_of(flow, players)
    game = Game(engine, flow, players, 1)
    game.go_on_from(match.state)
    return median(lambda: engine.call("save", game.memory.scratch), 500), median(lambda: engine.call("ask"), 500)


READY = """
import sys, time
start = time.process_time()
from rulewright.dsl import load
from rulewright.interpreter import backends
from rulewright.interpreter.statistics import Summary
from rulewright.interpreter.trace import Trace
flow = load(sys.argv[1]).flow
players = flow.players[0]
loaded = time.process_time()
backend = backends.choose(flow, players, 1, wanted=sys.argv[2])
ready = time.process_time()
backends.play(backend, flow, players, range(1), "random", False, Summary(players), Trace(flow, players))
from benchmarks.machines import peak
print(loaded - start, ready - loaded, time.process_time() - ready, peak())
"""


def _ready() -> Iterator[str]:
    """From the rulebook to the end of the first game: cold, and with what was kept."""
    yield f"{'made ready, s':<24} {'backend':>10} {'load':>6} {'cold':>6} {'kept':>6} {'game':>7} {'peak MB':>8}"
    for name in COSTS:
        for backend in backends.BACKENDS if available() else backends.BACKENDS[:2]:
            with tempfile.TemporaryDirectory() as folder:
                runs = [_process(name, backend, folder) for _ in range(1 + TIMES)]
            if not runs[0]:
                continue
            loading, kept, game, most = (statistics.median(column) for column in zip(*runs[1:], strict=True))
            yield f"{name:<24} {backend:>10} {loading:>6.2f} {runs[0][1]:>6.2f} {kept:>6.2f} {game:>7.3f} {most:>8.0f}"


def _process(name: str, backend: str, folder: str) -> list[float]:
    command = [sys.executable, "-c", READY, str(ROOT / name), backend]
    own = {**os.environ, "XDG_CACHE_HOME": folder}
    done = subprocess.run(command, capture_output=True, text=True, env=own, check=False, cwd=ROOT.parent)
    return [float(each) for each in done.stdout.split()]


def _growth() -> Iterator[str]:
    """Microseconds a decision, and the peak memory of this process so far, by number of games, players and components."""
    yield f"{'growth':<40} {'python':>10} {'wasm':>10} {'peak MB':>8}"
    for games in (1_000, 10_000, 100_000):
        yield _grown(f"tic-tac-toe, {games:,} games", load(ROOT / "classics/tic_tac_toe").flow, 2, games)
    crazy = load(ROOT / "classics/crazy_eights").flow
    for players in (2, 4, 5, 6, 8):
        yield _grown(f"Crazy Eights, {players} players", crazy, players, 1_000)
    for name in ("nim", "tic_tac_toe", "connect_four", "othello", "breakthrough", "hex"):
        flow = load(ROOT / "classics" / name).flow
        yield _grown(f"{flow.title}, {len(flow.components)} components", flow, flow.players[0], 200)


def _grown(words: str, flow: Flow, players: int, games: int) -> str:
    cells = []
    for backend, most in ((backends.PYTHON, 20), (backends.WASM, games)):
        if backend == backends.WASM and not available():
            continue
        made = backends.choose(flow, players, games, wanted=backend)
        seconds, decisions = [], []
        for turn in range(TIMES):
            summary, seeds = Summary(players), range(turn * most, (turn + 1) * most)
            start = time.process_time()
            backends.play(made, flow, players, seeds, "random", False, summary, Trace(flow, players))
            seconds.append(time.process_time() - start)
            decisions.append(summary.decisions)
        cells.append(f"{1e6 * statistics.median(s / d for s, d in zip(seconds, decisions, strict=True)):>10.3f}")
    return f"{words:<40} {' '.join(cells)} {peak():>8.0f}"
