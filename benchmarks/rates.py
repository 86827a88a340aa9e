"""How many games a second several machines play, taken by turns in one run.

In: what plays a game for each of many seeds. Out: `games_a_second`, the median of several measurements of each, in processor time of
one core.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.wasm.load import available, engine_of
from rulewright.interpreter.wasm.module import Refused
from rulewright.interpreter.wasm.playing import summary

TIMES = 5
LONG_ENOUGH = 0.2  # seconds of each measurement

Play = Callable[[int], object]
Many = Callable[[range], object]  # plays a game for each seed


def each_seed(play: Play) -> Many:
    def many(seeds: range) -> None:
        for seed in seeds:
            play(seed)

    return many


def inside(flow: Flow, players: int) -> Many | None:
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
