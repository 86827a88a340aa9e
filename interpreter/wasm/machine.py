"""Games played by a module, from stop to stop.

In: a flow, a player count, a seed, and which options are taken. Out: `Game`: who decides, what is on offer, and the state, which is
that of the reference machine at the same stop.
"""

from __future__ import annotations

from struct import iter_unpack, unpack, unpack_from

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.layout import Layout, layout_of
from rulewright.interpreter.options import Ground
from rulewright.interpreter.state import State, Value
from rulewright.interpreter.wasm import memory as m
from rulewright.interpreter.wasm.load import Engine
from rulewright.interpreter.wasm.memory import Memory
from rulewright.interpreter.wasm.writer import is_set_type

MASK = (1 << 64) - 1


def signed(number: int) -> int:
    """A number as it is handed to a module: its lowest 64 bits."""
    number &= MASK
    return number - (1 << 64) if number >> 63 else number


class Game:
    """One game in an instance, which plays no other one meanwhile. Raises Failed from wherever a rule cannot be carried out."""

    def __init__(self, engine: Engine, flow: Flow, players: int, seed: int) -> None:
        self.engine = engine
        self.layout = layout_of(flow, players)
        self.memory = Memory(self.layout, engine.counting)
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


def state_of(engine: Engine, layout: Layout, memory: Memory, seed: int) -> State:
    """The state that lies in the memory of an instance."""
    data = engine.read(0, memory.fixed)

    def row(base: int, count: int, kind: str = "i") -> list[int]:
        return list(unpack_from(f"<{count}{kind}", data, base))

    def values(at: int, count: int, procedure: int) -> list[Value]:
        types = layout.flow.procedures[procedure].types
        found: list[Value] = list(unpack_from(f"<{count}q", data, at))
        for slot, value in enumerate(found):
            if is_set_type(types[slot]) and isinstance(value, int) and value != -1:
                members = engine.read(value & 0xFFFFFFFF, 8 * (value >> 32)) if value >> 32 else b""
                found[slot] = tuple(each for (each,) in iter_unpack("<q", members))
        return found

    state = State()
    count = len(layout.components)
    behind = row(memory.behind, count)
    for first in row(memory.head, len(layout.instances)):
        zone = []
        while first >= 0:
            zone.append(first)
            first = behind[first]
        state.zones.append(zone)
    state.where, state.face, state.shown = (row(base, count) for base in (memory.where, memory.face, memory.shown))
    state.cells = row(memory.cells, len(layout.starts), "q")
    at = row(m.SP, 1)[0]
    while at:
        procedure, block, floor, below = row(at, 4)
        locals_ = values(at + m.FRAME, layout.flow.procedures[procedure].locals, procedure)
        state.frames.insert(0, [procedure, block, floor, *locals_])
        at = below
    for number in range(row(m.PENDING, 1)[0]):
        at = memory.pending + number * memory.reaction
        procedure, given = row(at, 2)
        state.pending.append((procedure, *values(at + 8, given, procedure)))
    state.floor, state.held = row(m.FLOOR, 1)[0], row(m.HELD, 1)[0]
    state.seed, state.drawn = seed, row(m.DRAWN, 1, "q")[0]
    over, winners = row(m.OVER, 2)
    state.winners = tuple(seat for seat in range(layout.players) if winners >> seat & 1) if over else None
    return state
