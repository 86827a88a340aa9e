"""`python -m benchmarks`: decisions and games a second, copies, saves, cold processes with their peak memory, backends, and drawing.

In: nothing. Out: a table on the standard output. Every figure is the best of a few runs of this one process, or of a
child process; they are for comparing within one run, not between machines.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks import backends, checking, drawing, machines
from rulewright.dsl import load
from rulewright.interpreter import Match, playout
from rulewright.interpreter.state import State

CHAOS = "games/chaos/game.yaml"


def best(run: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs, in seconds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        found.append(time.perf_counter() - start)
    return min(found)


def cold(*arguments: str) -> tuple[float, float]:
    """The shortest time of a fresh process (s), and the greatest peak memory (MB) of all children so far."""
    command = [sys.executable, "-m", "rulewright", *arguments]
    seconds = best(lambda: subprocess.run(command, check=True, capture_output=True), 5)
    return seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    """Measure and print."""
    rows: list[tuple[str, str]] = []
    seconds, memory = cold("check", CHAOS)
    rows.append(("check of Chaos, cold process", f"{seconds:.2f} s, peak {memory:.0f} MB"))
    seconds, _ = cold("check", "--no-trial", CHAOS)
    rows.append(("the same without the trial decisions", f"{seconds:.2f} s"))
    rows.append(("load of Chaos, warm", f"{best(lambda: load(CHAOS)) * 1000:.0f} ms"))
    flow = load(CHAOS).flow
    results = []
    seconds = best(lambda: results.append(playout(flow, 4, seed=len(results))), 3)
    decisions = sum(result.choices for result in results)
    start = time.perf_counter()
    for number in range(3):
        playout(flow, 4, seed=number)
    whole = time.perf_counter() - start
    rows.append(("decisions a second, 4 players, random", f"{decisions / whole:.0f}"))
    rows.append(("whole games a second", f"{3 / whole:.2f}"))
    match = Match.start(flow, 4, 1)
    match.choose("deal")
    text = match.state.save()
    rows.append(("copy of a state", f"{best(lambda: [match.state.copy() for _ in range(1000)]) * 1000:.1f} us"))
    rows.append(("save of a state", f"{best(lambda: [match.state.save() for _ in range(1000)]) * 1000:.1f} us"))
    rows.append(("load of a state", f"{best(lambda: [State.load(text) for _ in range(1000)]) * 1000:.1f} us"))
    _, memory = cold("play", CHAOS, "--seed", "7", "--seats", "random,random,random")
    rows.append(("peak of all child processes, a whole game played among them", f"{memory:.0f} MB"))
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")
    print()
    for table in (checking.table(), backends.table(), machines.table(), drawing.table()):
        for line in table:
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
