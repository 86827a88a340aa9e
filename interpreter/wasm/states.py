"""States as they lie in the memory of a module.

In: a state of the reference machine, or the memory of an instance that stands at a stop. Out: `copy_of`, the bytes that `restore`
takes, so that a game can go on in a module from any stop; `state_of`, the state that lies in memory.
"""

from __future__ import annotations

from struct import iter_unpack, pack, pack_into, unpack_from

from rulewright.interpreter.evaluate import LOCALS
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.state import State, Value
from rulewright.interpreter.wasm import memory as m
from rulewright.interpreter.wasm.load import Engine
from rulewright.interpreter.wasm.memory import Memory
from rulewright.interpreter.wasm.table import table_of
from rulewright.interpreter.wasm.writer import is_set_type

MASK = (1 << 64) - 1


def signed(number: int) -> int:
    """A number as it is handed to a module: its lowest 64 bits."""
    number &= MASK
    return number - (1 << 64) if number >> 63 else number


def copy_of(layout: Layout, memory: Memory, state: State) -> bytes:
    """A state as `save` of a module copies it. Raises ValueError for one with more due reactions, frames or sets than there is room for."""
    image = table_of(layout, memory, state) + bytes(memory.sets - memory.stack)
    sets = bytearray()

    def values(at: int, of: tuple[Value, ...]) -> None:
        numbers = []
        for value in of:
            if isinstance(value, tuple):
                packed = len(value) << 32 | memory.sets + len(sets) if value else 0
                sets.extend(pack(f"<{len(value)}q", *value))
                value = packed
            numbers.append(value)
        pack_into(f"<{len(numbers)}q", image, at - m.STATE, *numbers)

    at, running = memory.stack, 0
    for frame in state.frames:
        pack_into("<4i", image, at - m.STATE, *frame[:LOCALS], running)
        values(at + m.FRAME, tuple(frame[LOCALS:]))
        at, running = at + m.FRAME + 8 * (len(frame) - LOCALS), at
    for number, (procedure, *given) in enumerate(state.pending):
        place = memory.pending + number * memory.reaction
        pack_into("<2i", image, place - m.STATE, procedure, len(given))
        values(place + 8, tuple(given))
    if len(state.pending) > m.MOST_PENDING or len(sets) > m.SETS or len(image) > memory.sets - m.STATE:
        raise ValueError("the state has more in it than the memory of a module has room for")
    winners = sum(1 << seat for seat in state.winners or ())
    numbers = (running, len(state.frames), len(state.pending), state.floor, state.held, int(state.winners is not None), winners)
    pack_into("<8i2q", image, 0, *numbers, memory.sets + len(sets), signed(state.seed), state.drawn)
    return bytes(image + sets)


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
