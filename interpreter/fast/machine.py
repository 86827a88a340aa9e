"""Games played by generated code.

In: a flow, a player count, a seed, and which options are taken. Out: `Play`, which goes from stop to stop as a match does, state
for state, but writes no log. What generated code leaves to the reference machine, sealed answers that need worlds, is played
there until they are open again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.fast.load import Module, Sort, Unwritable
from rulewright.interpreter.fast.runtime import LEFT, CutOff, Failed, Offered, run, taken
from rulewright.interpreter.fast.twins import same_to
from rulewright.interpreter.machine import block_of, machine_of
from rulewright.interpreter.match import Match
from rulewright.interpreter.options import Ground
from rulewright.interpreter.scoring import Sources, Tally
from rulewright.interpreter.state import State
from rulewright.interpreter.trace import Trace

Ended = tuple[int, int]


class Fast:
    """The generated code of a flow for a player count; see `module.source`."""

    def __init__(self, flow: Flow, players: int, sort: Sort) -> None:
        self.machine = machine_of(flow, players)
        self.scoring = self.machine.ops.scoring
        self.tally = Tally(self.scoring)  # of the running game
        self.start = State.start(self.machine.layout, 0)
        self.module = Module(flow, players, sort, same_to(self.machine), self._gained)

    def _gained(self, state: State, variable: int, line: int, seat: int, gained: int) -> None:
        evaluator = self.machine.evaluator
        evaluator.work[0] = 0
        try:
            with evaluator.memo.keeping(state):
                self.tally.gain(variable, seat, self.scoring.sources_of_gain(state, line, seat, gained))
        except PlayError:
            raise Failed from None

    def scores(self, state: State) -> dict[str, tuple[int, ...]]:
        """Every line of the scoring, for each seat. Raises Failed."""
        if not self.machine.flow.scores:
            return {}
        self.module.forget(state)
        seats = range(self.machine.layout.players)
        return {
            score.name: tuple(cast(int, self.module.value(score.function, state, seat)) for seat in seats)
            for score in self.machine.flow.scores
        }

    def play(self, seed: int) -> tuple[State, Sources]:
        """A whole game of those who are asked (`module.asking`), to its end or until it is cut off; and where its points come from.

        Raises Failed.
        """
        module, state = self.module, self.start.copy()
        state.seed = seed
        self.tally = tally = Tally(self.scoring)
        module.begin(state)
        try:
            module.main(state, 1)
        except CutOff:  # state is as it was then
            return state, self.machine.sources(state, tally)
        return state, self.machine.sources(state, tally)


class Play:
    """One game. Raises Failed from wherever a rule cannot be carried out.

    state: at a stop. seat: who decides there (-1: the game is over); offered: what is on offer. ended: how phases have ended
    so far, each the variable that says so and its value.
    """

    def __init__(self, fast: Fast, seed: int, trace: Trace | None = None) -> None:
        self.fast = fast
        self.trace = trace
        self.state = fast.start.copy()
        self.state.seed = seed
        self.ended: list[Ended] = []
        self.tally = Tally(fast.scoring)  # where the points that were gained so far come from
        self.seat = -1
        self.offered: Sequence[Offered] = ()
        self._match: Match | None = None  # while answers are sealed
        if trace is not None:
            trace.begin()
            fast.module.tell(trace)
        self._run()

    def choose(self, index: int) -> None:
        """Take an option by its number and play on to the next stop."""
        if self._match is not None:
            self._match.choose(index)
            self._come_back(self._match)
            return
        frames = self.state.frames
        frame = frames[-1]
        if self.trace is not None:
            self.trace.decide(block_of(frame), len(self.offered), block_of(frames[0]), 0)
        taken(frame, self.fast.module.leads_to[frame[1]], self.offered[index])  # type: ignore[index]  # a block
        self._run()

    @property
    def grounds(self) -> list[Ground]:
        """What is on offer, as the reference machine has it."""
        return [(0, (each,)) if isinstance(each, int) else each for each in self.offered]

    def sources(self) -> Sources:
        """Where the points of every total come from, as it would be now."""
        return self.fast.machine.sources(self.state, self.tally)

    def _run(self) -> None:
        fast, module, state = self.fast, self.fast.module, self.state
        fast.tally = self.tally
        module.forget(state)
        stopped = run(module.heads, state, module.limits)
        if module.ended:
            self.ended += module.ended
            module.ended.clear()
        if stopped == LEFT:
            match = Match(fast.machine, state)
            match.trace = self.trace
            match.run()
            self._come_back(match)
        elif state.winners is not None:
            self.seat, self.offered = -1, ()
            if self.trace is not None:
                self.trace.end()
        else:
            self.seat, self.offered = module.asked  # type: ignore[assignment]  # as heads put it there

    def _come_back(self, match: Match) -> None:
        self.ended += [cast(Ended, entry.facts) for entry in match.entries if entry.kind == "ending"]
        self.tally.add(match.entries)
        match.entries.clear()
        self._match = match if self.state.veil is not None else None
        self.seat, self.offered = match.decider, match.grounds


def fast_of(flow: Flow, players: int, counting: bool = False, unseen: bool = False, whole: bool = False) -> Fast:
    """The generated code for a flow and a player count, made once; see `Sort`. Raises Unwritable."""
    made = _made(flow, players, counting, unseen, whole)
    if isinstance(made, Unwritable):
        raise made
    return made


@lru_cache(maxsize=32)
def _made(flow: Flow, players: int, counting: bool, unseen: bool, whole: bool) -> Fast | Unwritable:
    try:
        return Fast(flow, players, Sort(counting, unseen, whole))
    except Unwritable as error:
        return error
