"""What games do, counted: which block leads to which, what is asked, what sets off what, how much is decided in a phase.

In: a match that was started with a trace. Out: `Trace`, which never changes what is played. What the machine carries out
beside the game, for sealed answers and secret questions and in copies, is not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.flow.ir import EntrySpec, Flow, Goto, Leave, Settle
from rulewright.interpreter.errors import BAD_SIMULATION, PlayError
from rulewright.interpreter.reading import FORMAT, number, of_this_format, refusal, rows

BEFORE = -1  # what leads to the first block of a game

Way = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """What play went through from one decision to the next.

    logged: the length of the log when it began. ways: each block with the one that led to it; at the last one the next
    decision is made. reactions: what was set off, as in `Trace.reactions`.
    """

    logged: int = 0
    ways: list[Way] = field(default_factory=list)
    reactions: list[Way] = field(default_factory=list)


class Trace:
    """Counts of games of one flow and player count.

    taken: (block, the block after it) -> how often. Before a block comes the one that its procedure ran last; before the
    first one of a procedure the block that called it, set it off or opened it; before one that is left to the block that
    leaves; `BEFORE` before the first of a game. asked: block of a choice -> number of options -> decisions. reactions:
    (block whose op did it, procedure of the trigger) -> how often it became due. passes: phase (its scope) -> decisions in
    one pass of it, those of phases inside included -> passes that were played to their end. path: a stretch up to each
    decision and one after the last, when it is kept, of the last game.
    """

    def __init__(self, flow: Flow, players: int, keep_path: bool = False) -> None:
        self.digest = flow.digest
        self.players = players
        self.games = 0
        self.taken: Counter[Way] = Counter()
        self.asked: dict[int, Counter[int]] = {}
        self.reactions: Counter[Way] = Counter()
        self.passes: dict[int, Counter[int]] = {}
        self.path: list[Stretch] | None = [] if keep_path else None
        self._around = tuple(phases_around(flow))
        self._begins = {block: scope for scope, block in beginnings(flow)}
        self._leaving = frozenset(block.number for block in flow.blocks if isinstance(block.exit, Leave))
        self._last: list[int] = [BEFORE]  # the block that each frame ran last
        self._block = BEFORE  # the one that is running
        self._open: dict[int, int] = {}  # the decisions so far in the pass of a phase

    def fits(self, flow: Flow, players: int) -> bool:
        """Whether it counts games of this flow for so many players."""
        return self.digest == flow.digest and self.players == players

    # ------------------------------------------------------------------------------------ told by a match

    def begin(self) -> None:
        """A game begins."""
        self.games += 1
        self._last, self._block = [BEFORE], BEFORE
        self._open.clear()
        if self.path is not None:
            self.path[:] = [Stretch()]

    def come_to(self, block: int, depth: int) -> None:
        """Play comes to a block; so many procedures are under way."""
        last = self._last
        if depth < len(last):
            del last[depth:]
        source = last[-1]
        if self._block in self._leaving:
            source = self._block
        if depth > len(last):
            last.append(block)
        else:
            last[-1] = block
        self._block = block
        way = source, block
        self.taken[way] += 1
        if block in self._begins:
            scope = self._begins[block]
            self._close(scope)
            self._open[scope] = 0
        if self.path is not None:
            self.path[-1].ways.append(way)

    def react(self, procedure: int) -> None:
        """The running block has made a trigger due."""
        self.reactions[self._block, procedure] += 1
        if self.path is not None:
            self.path[-1].reactions.append((self._block, procedure))

    def decide(self, block: int, options: int, standing: int, logged: int) -> None:
        """A decision is made at a block, while the main procedure stands at another (or the same) and the log has so
        many lines."""
        self.asked.setdefault(block, Counter())[options] += 1
        for scope in self._around[standing]:
            if scope in self._open:
                self._open[scope] += 1
        if self.path is not None:
            self.path.append(Stretch(logged))

    def end(self) -> None:
        """The game is over."""
        for scope in tuple(self._open):
            self._close(scope)

    def _close(self, scope: int) -> None:
        """A pass of a phase is over."""
        if scope in self._open:
            self.passes.setdefault(scope, Counter())[self._open.pop(scope)] += 1

    def join(self, other: Trace) -> None:
        """Count the games of another trace, too."""
        self.games += other.games
        self.taken.update(other.taken)
        self.reactions.update(other.reactions)
        for mine, theirs in ((self.asked, other.asked), (self.passes, other.passes)):
            for key, counter in theirs.items():
                mine.setdefault(key, Counter()).update(counter)

    # ------------------------------------------------------------------------------------ as plain data

    def to_json(self) -> dict[str, object]:
        """The counts as plain data, without a path: rows of numbers, each with its count behind."""
        return {
            "format": FORMAT,
            "digest": self.digest,
            "players": self.players,
            "games": self.games,
            "taken": _rows(self.taken),
            "asked": _rows(_flat(self.asked)),
            "reactions": _rows(self.reactions),
            "passes": _rows(_flat(self.passes)),
        }

    @classmethod
    def from_json(cls, flow: Flow, data: object) -> Trace:
        """The trace of what `to_json` gave. Raises PlayError RW923 when it is none, or of another rulebook."""
        data = of_this_format(data, "the counts of games")
        if data.get("digest") != flow.digest:
            message = "this was simulated with another rulebook, or an earlier text of it; simulate again"
            raise PlayError(BAD_SIMULATION, message)
        trace = cls(flow, number(data, "players", *flow.players))
        trace.games = number(data, "games")
        blocks, procedures, scopes = range(len(flow.blocks)), range(len(flow.procedures)), range(len(flow.scopes))
        trace.taken = _counted(data, "taken", range(BEFORE, len(flow.blocks)), blocks)
        trace.reactions = _counted(data, "reactions", blocks, procedures)
        trace.asked = _deep(_counted(data, "asked", blocks))
        trace.passes = _deep(_counted(data, "passes", scopes))
        return trace


def is_phase(flow: Flow, scope: int) -> bool:
    """Whether passes of a node are counted: phases, and what goes round or repeats and stands in none."""
    spec = flow.scopes[scope]
    return spec.kind == "phase" or (spec.loop != "" and spec.parent >= 0 and flow.scopes[spec.parent].kind == "game")


def phases_around(flow: Flow) -> Iterator[tuple[int, ...]]:
    """For each block the phases that it stands in."""
    for block in flow.blocks:
        found, scope = [], block.scope
        while scope >= 0:
            if is_phase(flow, scope):
                found.append(scope)
            scope = flow.scopes[scope].parent
        yield tuple(found)


def beginnings(flow: Flow) -> Iterator[Way]:
    """Each phase with the block that begins a pass of it."""
    scopes = {spec.address: number for number, spec in enumerate(flow.scopes) if is_phase(flow, number)}
    for entry in flow.entries:
        if entry.address in scopes:
            yield scopes[entry.address], _inside(flow, entry)


def _inside(flow: Flow, entry: EntrySpec) -> int:
    """The block that a scenario's entry leads to: behind what sets up the loops and the settling after that."""
    settle = flow.blocks[entry.block].exit
    behind = settle.then if isinstance(settle, Settle) else entry.block
    onward = flow.blocks[behind].exit
    return onward.block if isinstance(onward, Goto) else behind


# ------------------------------------------------------------------------------------------------ rows of numbers


def _flat(counters: Mapping[int, Counter[int]]) -> dict[Way, int]:
    return {(key, value): count for key, counter in counters.items() for value, count in counter.items()}


def _deep(counted: Mapping[Way, int]) -> dict[int, Counter[int]]:
    found: dict[int, Counter[int]] = {}
    for (key, value), count in counted.items():
        found.setdefault(key, Counter())[value] += count
    return found


def _rows(counted: Mapping[Way, int]) -> list[list[int]]:
    return [[*key, count] for key, count in sorted(counted.items())]


def _counted(data: Mapping[str, Any], name: str, first: range, second: range | None = None) -> Counter[Way]:
    """Rows of two numbers and a count; the numbers are of something that there is. second: None for any from 0."""
    found: Counter[Way] = Counter()
    for place, (one, other, count) in enumerate(rows(data, name, 3), 1):
        if one not in first or other < 0 or (second is not None and other not in second):
            raise refusal(f"row {place} of `{name}` counts something that the rulebook does not have")
        found[one, other] += count
    return found
