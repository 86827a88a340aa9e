"""Many games by a module: played and counted inside it, and read once for thousands of them.

In: a flow, a player count, seeds that follow one another. Out: the games in a `Summary` and a `Trace`, as if the reference machine had
played each with seats that choose alike (`policy.uniform`, or the first option).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from struct import iter_unpack, unpack
from time import monotonic

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.fast.runtime import Failed
from rulewright.interpreter.passes import quick_layout
from rulewright.interpreter.playout import MOST_CHOICES, playout
from rulewright.interpreter.policy import first
from rulewright.interpreter.statistics import Summary, endings_of
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.wasm import memory as m
from rulewright.interpreter.wasm.load import Engine, engine_of
from rulewright.interpreter.wasm.memory import Memory, memory_of
from rulewright.interpreter.wasm.states import signed

SHORT = 0.05  # seconds: a call takes no more than a few times as long, since ^C is heard behind it
Told = Callable[[int], list[tuple[int, int]]]


def play(
    flow: Flow, players: int, seeds: range, summary: Summary, trace: Trace | None = None, takes_first: bool = False,
    most_choices: int = MOST_CHOICES,
) -> None:
    """Add the games of these seeds, which follow one another, to a summary and a trace.

    takes_first: every seat takes the first option. Raises Refused for a rulebook that this backend does not play, PlayError when a rule
    cannot be carried out: then the games before are in the summary.
    """
    counting = trace is not None
    engine, memory = engine_of(flow, players, counting), memory_of(quick_layout(flow, players, counting), counting)
    seed = seeds.start
    while seed < seeds.stop:
        wanted, failed = min(seeds.stop - seed, engine.at_once), False
        start = monotonic()
        try:
            engine.call("batch", signed(seed), wanted, most_choices, int(takes_first))
        except Failed:
            failed = True
        (done,) = unpack("<q", engine.read(memory.figures, 8))
        if failed and done:  # counted anew, without what was counted of the game that failed
            engine.call("batch", signed(seed), done, most_choices, int(takes_first))
        if done:
            summary.join(_summary(engine, flow, players, memory, trace))
        seed += done
        if monotonic() - start < SHORT:
            engine.at_once *= 2
        elif monotonic() - start > 4 * SHORT:
            engine.at_once = max(1, engine.at_once // 2)
        if failed:  # the reference machine says what cannot be carried out, or needs no such memory
            seats = [first] * players if takes_first else None
            summary.add(playout(flow, players, seats, seed, most_choices, trace=trace, fast=False))
            seed += 1


def _summary(engine: Engine, flow: Flow, players: int, memory: Memory, trace: Trace | None) -> Summary:
    data = engine.read(memory.figures, memory.figures_size)
    numbers = unpack(f"<{memory.all_ways // 8}q", data[: memory.all_ways])
    entries: dict[int, list[tuple[int, int]]] = {}
    (count,) = unpack("<i", engine.read(m.TOLD, 4))
    for key, value, times in iter_unpack("<3q", engine.read(memory.told, m.ENTRY * count)):
        entries.setdefault(key, []).append((value, times))

    def told(key: int) -> list[tuple[int, int]]:
        return entries.get(key, [])

    games, cut_off, shared, nobody, offered, most = numbers[:6]
    wins = Counter({seat: won for seat, won in enumerate(numbers[m.WON // 8 :][:players]) if won})
    summary = Summary(players, games, wins, shared, nobody, cut_off, Counter(dict(told(0))), Counter(), offered, most)
    for variable, (start, values) in memory.endings.items():
        counts = numbers[memory.all_ended // 8 + start :][:values]
        for value, times in enumerate(counts):
            for ending in endings_of(flow, ((variable, value),)) if times else ():
                summary.endings[ending] += times
    for line, score in enumerate(flow.scores if games > cut_off else ()):
        keys = range(1 + line * players, 1 + (line + 1) * players)
        summary.scores[score.name] = tuple(Counter(dict(told(key))) for key in keys)
    summary.sources = memory.tally.read(numbers[memory.all_sources // 8 :])
    if trace is not None:
        trace.games += games
        memory.counted.read(trace, data[memory.all_ways :], told)
    return summary


def summary(flow: Flow, players: int, games: int, seed: int = 0, most_choices: int = MOST_CHOICES) -> Summary:
    """So many games with random seats, counted. Raises what `play` raises."""
    counted = Summary(players)
    play(flow, players, range(seed, seed + games), counted, most_choices=most_choices)
    return counted
