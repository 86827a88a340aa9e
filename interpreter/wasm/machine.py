"""Games played by a module, from stop to stop.

In: a flow, a player count, a seed, and which options are taken. Out: `Game`: who decides, what is on offer, and the state, which is
that of the reference machine at the same stop.
"""

from __future__ import annotations

from struct import unpack, unpack_from

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.options import Ground
from rulewright.interpreter.passes import quick_layout
from rulewright.interpreter.state import State
from rulewright.interpreter.wasm import memory as m
from rulewright.interpreter.wasm.load import Engine
from rulewright.interpreter.wasm.memory import memory_of
from rulewright.interpreter.wasm.states import copy_of, signed, state_of


class Game:
    """One game in an instance, which plays no other one meanwhile. Raises Failed from wherever a rule cannot be carried out."""

    def __init__(self, engine: Engine, flow: Flow, players: int, seed: int) -> None:
        self.engine = engine
        self.layout = layout_of(flow, players)
        self.memory = memory_of(quick_layout(flow, players, engine.counting), engine.counting)
        self.seed = seed
        engine.call("init", signed(seed))
        self.over = not engine.call("run")

    @property
    def seat(self) -> int:
        """Who decides; -1 when the game is over."""
        return -1 if self.over else self._number(m.SEAT)

    @property
    def grounds(self) -> list[Ground]:
        """What is on offer."""
        if self.over:
            return []
        size, count = self.memory.option, self._number(m.COUNT)
        found = []
        data = self.engine.read(self.memory.options, size * count)
        for at in range(0, size * count, size):
            (alternative,) = unpack_from("<i", data, at)
            block = self.layout.flow.blocks[self._number(self._number(m.SP) + 4)]
            picks = len(block.exit.alternatives[alternative].picks)  # type: ignore[union-attr]  # a choice: there are options
            found.append((alternative, unpack_from(f"<{picks}q", data, at + 8)))
        return found

    def choose(self, index: int) -> None:
        """Take an option by its number and play on to the next stop."""
        self.engine.call("choose", index)
        self.over = not self.engine.call("run")

    def state(self) -> State:
        """The state at the stop."""
        return state_of(self.engine, self.layout, self.memory, self.seed)

    def go_on_from(self, state: State) -> None:
        """The game goes on from a stop of the reference machine. Raises ValueError for a state that is too large."""
        self.seed = state.seed
        self.restore(copy_of(self.layout, self.memory, state))

    def save(self) -> bytes:
        """A copy of the state, as it lies in memory."""
        return self.engine.read(m.STATE, self._number(m.TOP) - m.STATE)

    def restore(self, copy: bytes) -> None:
        """The state is that of a copy again."""
        self.engine.write(self.memory.scratch, copy)
        self.engine.call("restore", self.memory.scratch, len(copy))
        self.over = bool(self._number(m.OVER))
        if not self.over:
            self.engine.call("ask")

    def _number(self, address: int) -> int:
        return int(unpack("<i", self.engine.read(address, 4))[0])
