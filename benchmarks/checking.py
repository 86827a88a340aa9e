"""Where the time of `rulewright check` goes, from a cold start.

In: the folders of rulebooks. Out: lines of a table: seconds of processor time of each phase. The first two are of processes of
their own, as after an installation: Python's compiled modules and the tables of the grammar are there, nothing of a rulebook is
kept. The phases after the imports are measured in this process, each rulebook read once before so that nothing but the
rulebook is new.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rulewright.__main__ import KEPT_OBJECTS
from rulewright.commands.check import trial
from rulewright.dsl import Problems, load
from rulewright.dsl.checks import check
from rulewright.dsl.declare import declare
from rulewright.dsl.lower.whole import lower
from rulewright.dsl.options import choose_options
from rulewright.dsl.read import read_book
from rulewright.dsl.variants.combine import combine

RULEBOOKS = ("games/chaos", "games/entropy", "games/worlds_collide", "games/entropy_cosmos")


def table(folders: tuple[str, ...] = RULEBOOKS) -> Iterator[str]:
    """The table, a line at a time."""
    gc.set_threshold(KEPT_OBJECTS)
    heads = " ".join(f"{name:>6}" for name in ("files", "rules", "names", "flow", "form"))
    yield f"{'check of':<24} {'cold':>6} = {'imports':>7} + {heads} + {'scenes':>6} {'trial':>6}"
    for folder in folders:
        load(folder)
        imports = _process("-c", "import rulewright.__main__, rulewright.commands.check, rulewright.dsl, rulewright.interpreter")
        whole = _process("-m", "rulewright", "check", folder)
        phases = " ".join(f"{seconds:>6.2f}" for seconds in _phases(Path(folder) / "game.yaml"))
        game = load(folder)
        scenarios = _worked(lambda game=game: game.scenarios(Problems(), amending=False))  # type: ignore[misc]
        tried = _worked(lambda game=game: trial(game, Problems()))  # type: ignore[misc]
        yield f"{folder:<24} {whole:>6.2f} = {imports:>7.2f} + {phases} + {scenarios:>6.2f} {tried:>6.2f}"


def _phases(path: Path) -> list[float]:
    """Reading files and tables; rule text to trees; names and types; trees to the flow; the checks of good form."""
    problems = Problems()
    found: list[object] = []
    seconds = [_worked(lambda: found.append(combine(path, [], {}, problems)))]
    combined = found[0]
    root = choose_options(combined.root, combined.options, problems)  # type: ignore[attr-defined]
    seconds.append(_worked(lambda: found.append(read_book(root, combined.source, problems))))  # type: ignore[attr-defined]
    book = found[1]
    seconds.append(_worked(lambda: found.append(declare(book, problems))))  # type: ignore[arg-type]
    seconds.append(_worked(lambda: found.append(lower(found[2], problems))))  # type: ignore[arg-type]
    flow, _ = found[3]  # type: ignore[misc]
    seconds.append(_worked(lambda: check(book, flow, problems)))  # type: ignore[arg-type, has-type]
    return seconds


def _worked(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def _process(*arguments: str) -> float:
    """The least processor time of a fresh Python, of ten."""
    compiling = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(10):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=compiling)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


if __name__ == "__main__":
    for line in table():
        print(line)
