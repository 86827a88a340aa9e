"""Games played on all cores.

In: rulebooks, how many play, who decides, seeds. Out: `batches`, what came of them, a batch of seeds after the other in their order,
whoever played it: the same figures for any number of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import PlayError, backends
from rulewright.interpreter.statistics import Summary
from rulewright.interpreter.trace import Trace

MOST_GAMES = {backends.REFERENCE: 50, backends.PYTHON: 200, backends.WASM: 1000}  # in a batch
SHARES = 8  # batches for each worker, so that all of them have something to do to the end


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: every seed of each of the flows, by its machine of `backends`. check: every state is held against the
    invariants."""

    flows: tuple[Flow, ...]
    backends: tuple[str, ...]
    players: int
    policy: str
    check: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of some seeds, of each flow. failed: the flow, the seed and the error of the first game that could not go on."""

    played: tuple[tuple[Summary, Trace], ...]
    failed: tuple[int, int, PlayError] | None = None


def cores() -> int:
    """How many there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batches(task: Task, seeds: range, jobs: int, one_by_one: bool = False) -> Iterator[Batch]:
    """The batches of these seeds in order, by so many workers; up to the first that has failed. one_by_one: of one seed each."""
    most = min(MOST_GAMES[each] for each in task.backends)
    parts = _parts(seeds, jobs, 1 if one_by_one else max(1, min(most, len(seeds) // (jobs * SHARES))))
    if jobs == 1 or len(parts) < 2:
        yield from (play(task, part) for part in parts)
        return
    yield from _shared(task, parts, min(jobs, len(parts)))


def _parts(seeds: range, jobs: int, most: int) -> list[range]:
    """The seeds in parts of at most so many: one at first, then twice as many each time that every worker has had a part, so
    that it is soon seen how far they are, and ^C loses little however long a game takes."""
    parts: list[range] = []
    while seeds:
        size = min(most, 1 << min(len(parts) // jobs, most.bit_length()))
        parts.append(seeds[:size])
        seeds = seeds[size:]
    return parts


def _shared(task: Task, parts: Sequence[range], jobs: int) -> Iterator[Batch]:
    """Every worker plays each part that is its turn, and sends it by a pipe of its own: nobody waits for a lock, and after ^C
    all can be stopped at once."""
    workers = []
    try:
        for number in range(jobs):
            receiver, sender = multiprocessing.Pipe(duplex=False)
            worker = multiprocessing.Process(target=_work, args=(task, parts[number::jobs], sender), daemon=True)
            worker.start()
            sender.close()
            workers.append((worker, receiver))
        for place in range(len(parts)):
            yield workers[place % jobs][1].recv()
    finally:
        for worker, _ in workers:
            worker.terminate()
        for worker, receiver in workers:
            worker.join()
            receiver.close()


def _work(task: Task, parts: Sequence[range], sender: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked answers ^C
    for part in parts:
        sender.send(play(task, part))


def play(task: Task, seeds: range) -> Batch:
    """Play some seeds, which follow one another, each of every flow, up to the first game that fails."""
    played = tuple((Summary(task.players), Trace(flow, task.players)) for flow in task.flows)
    failed = None
    for number, (flow, backend, (summary, trace)) in enumerate(zip(task.flows, task.backends, played, strict=True)):
        end = seeds.stop if failed is None else failed[1]  # no game of a later seed is the first that fails
        try:
            backends.play(backend, flow, task.players, range(seeds.start, end), task.policy, task.check, summary, trace)
        except PlayError as error:
            failed = number, seeds.start + summary.games, error
    return Batch(played, failed)
