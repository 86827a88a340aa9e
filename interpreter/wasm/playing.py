"""Many games by a module: played inside it, one call for hundreds of them.

In: a flow, a player count, a first seed, how many. Out: the same `Result`s that the reference machine gives of games in which
every seat decides by `policy.uniform`; `ways`, how often each block led to which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from struct import unpack, unpack_from

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.fast.runtime import Failed
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.playout import MOST_CHOICES, playout
from rulewright.interpreter.statistics import Result, Summary, endings_of
from rulewright.interpreter.wasm import memory as m
from rulewright.interpreter.wasm.load import Engine, engine_of
from rulewright.interpreter.wasm.machine import signed
from rulewright.interpreter.wasm.memory import RECORDS, Memory, memory_of


def results(flow: Flow, players: int, games: int, seed: int = 0, most_choices: int = MOST_CHOICES) -> Iterator[Result]:
    """The results of games with seeds that follow one another.

    Raises Refused for a rulebook that this backend does not play, PlayError when a rule cannot be carried out.
    """
    engine, memory = engine_of(flow, players), memory_of(layout_of(flow, players), counting=False)
    most = max(RECORDS // memory.record, 1)
    end = seed + games
    while seed < end:
        wanted = min(most, end - seed)
        failed = False
        try:
            engine.call("batch", signed(seed), wanted, most_choices)
        except Failed:
            failed = True
        (done,) = unpack("<q", engine.read(m.DONE, 8))
        data = engine.read(memory.records, done * memory.record)
        yield from (_result(flow, players, memory, data, number, seed + number) for number in range(done))
        seed += done
        if failed:  # the reference machine says what cannot be carried out, or needs no such memory
            yield playout(flow, players, seed=seed, most_choices=most_choices, fast=False)
            seed += 1


def _result(flow: Flow, players: int, memory: Memory, data: bytes, number: int, seed: int) -> Result:
    record = unpack_from(f"<{memory.record // 8}q", data, number * memory.record)
    winners, choices, offered, most, cut = record[:5]
    scores = {
        score.name: record[5 + line * players : 5 + (line + 1) * players] for line, score in enumerate(flow.scores)
    }
    counts = record[5 + len(flow.scores) * players :]
    endings: Counter[tuple[str, str]] = Counter()
    sources = memory.tally.read(counts[memory.ended_count :])
    for variable, (first, values) in memory.endings.items():
        for value, count in enumerate(counts[first : first + values]):
            for ending in endings_of(flow, ((variable, value),)) if count else ():
                endings[ending] += count
    seats = tuple(seat for seat in range(players) if winners >> seat & 1)
    return Result(seed, seats, scores, sources, choices, endings, offered, most, bool(cut))


def summary(flow: Flow, players: int, games: int, seed: int = 0) -> Summary:
    """The same games, counted."""
    counted = Summary(players)
    for result in results(flow, players, games, seed):
        counted.add(result)
    return counted


def ways(flow: Flow, players: int, games: int, seed: int = 0, most_choices: int = MOST_CHOICES) -> tuple[
    Counter[tuple[int, int]], Counter[tuple[int, int]]
]:
    """What `Trace.taken` and `Trace.reactions` count, of games with seeds that follow one another. Raises Failed, Refused."""
    engine, memory = Engine(flow, players, counting=True), memory_of(layout_of(flow, players), counting=True)
    for number in range(games):
        engine.call("play", signed(seed + number), signed(seed + number), most_choices)
    blocks, procedures = len(flow.blocks), len(flow.procedures)
    taken = _counts(engine.read(memory.ways, 4 * (blocks + 1) * blocks), blocks, -1)
    return taken, _counts(engine.read(memory.reactions, 4 * blocks * procedures), procedures, 0)


def _counts(data: bytes, columns: int, first_row: int) -> Counter[tuple[int, int]]:
    """The numbers of a table that are not 0, by row and column."""
    found: Counter[tuple[int, int]] = Counter()
    empty = bytes(4 * columns)
    for row, start in enumerate(range(0, len(data), 4 * columns), first_row):
        line = data[start : start + 4 * columns]
        if line != empty:
            found.update({(row, column): count for column, count in enumerate(unpack(f"<{columns}I", line)) if count})
    return found
