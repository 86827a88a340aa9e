"""Games played by generated code.

In: a flow, a player count, a seed, and who decides. Out: `Fast`, which takes a state from stop to stop as the reference
machine does, state for state, but writes no log. What generated code leaves to the reference machine, sealed answers, is
played there until they are open again.
"""

from __future__ import annotations

from functools import lru_cache

from rulewright.dsl.flow.ir import Choice, Flow
from rulewright.interpreter.fast.module import Module, source
from rulewright.interpreter.fast.runtime import LEFT, Failed, run, taken
from rulewright.interpreter.fast.twins import same_to
from rulewright.interpreter.machine import machine_of
from rulewright.interpreter.match import Match
from rulewright.interpreter.options import Ground
from rulewright.interpreter.state import State


class Fast:
    """The generated code of a flow for a player count, made once."""

    def __init__(self, flow: Flow, players: int) -> None:
        self.flow = flow
        self.machine = machine_of(flow, players)
        self.layout = self.machine.layout
        self.source = source(flow, players)
        self.module = Module(self.layout, self.source, same_to(self.machine))


class Play:
    """One game. state: at a stop. grounds: what is on offer there; seat: who decides (-1: it is over)."""

    def __init__(self, fast: Fast, seed: int) -> None:
        self.fast = fast
        self.state = State.start(fast.layout, seed)
        self.ended: list[tuple[int, int]] = []
        self.slow: Match | None = None  # while answers are sealed
        self.grounds: list[Ground] = []
        self.seat = -1
        self._run()

    def choose(self, index: int) -> None:
        """Take an option by its number and play on to the next stop. Raises Failed when a rule cannot be carried out."""
        if self.slow is not None:
            self.slow.choose(index)
            self._after_slow(self.slow)
            return
        frame = self.state.frames[-1]
        taken(frame, self.fast.module.taken[frame[1]], self.grounds[index])  # type: ignore[index, arg-type]
        self._run()

    def _run(self) -> None:
        module, state = self.fast.module, self.state
        module.kept.clear()
        if run(module.heads, state) == LEFT:
            match = Match(self.fast.machine, state)
            match.run()
            self._after_slow(match)
            return
        self._ended()
        if state.winners is not None:
            self.seat, self.grounds = -1, []
        else:
            self.seat, self.grounds = module.asked  # type: ignore[assignment]

    def _after_slow(self, match: Match) -> None:
        self._ended()
        self.ended += [entry.facts for entry in match.entries if entry.kind == "ending"]  # type: ignore[misc]
        match.entries.clear()
        self.slow = match if self.state.veil is not None else None
        self.seat, self.grounds = match.decider, match.grounds

    def _ended(self) -> None:
        if self.fast.module.ended:
            self.ended += self.fast.module.ended
            self.fast.module.ended.clear()


@lru_cache(maxsize=32)
def fast_of(flow: Flow, players: int) -> Fast:
    """The generated code for a flow and a player count, made once."""
    return Fast(flow, players)


__all__ = ["Choice", "Failed", "Fast", "Play", "fast_of"]
