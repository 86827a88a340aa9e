"""What lies on the table, as it lies in the memory of a module.

In: a state. Out: `table_of`, its components, zones and values as bytes, with which a game begins or goes on.
"""

from __future__ import annotations

from itertools import pairwise
from struct import pack_into

from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.masks import boards_in, boards_of
from rulewright.interpreter.state import State
from rulewright.interpreter.wasm import memory as m
from rulewright.interpreter.wasm.memory import Memory
from rulewright.interpreter.wasm.words import in_words, words_for


def table_of(layout: Layout, memory: Memory, state: State) -> bytearray:
    """Components, zones and values of a state, from `STATE` to the frames."""
    image = bytearray(memory.stack - m.STATE)

    def write(base: int, values: list[int], kind: str = "i") -> None:
        pack_into(f"<{len(values)}{kind}", image, base - m.STATE, *values)

    before, behind = [-1] * len(state.where), [-1] * len(state.where)
    for zone in state.zones:
        for one, other in pairwise(zone):
            behind[one], before[other] = other, one
    write(memory.where - 4, [len(layout.instances), *state.where])
    for base, row in ((memory.face, state.face), (memory.shown, state.shown), (memory.before, before), (memory.behind, behind)):
        write(base, row)
    write(memory.head - 4, [-1, *(zone[0] if zone else -1 for zone in state.zones), -1])
    write(memory.tail - 4, [-1, *(zone[-1] if zone else -1 for zone in state.zones), -1])
    write(memory.size, [len(zone) for zone in state.zones])
    write(memory.cells, state.cells, "q")
    for variable, base in memory.boards.items():
        board = boards_of(layout)[variable]
        size = words_for(len(board.cells))
        *of_values, of_none = boards_in(board.cells, board.high, state.cells)
        write(base - 8 * size, [word for bits in (of_none, *of_values) for word in in_words(bits, size)], "Q")
    return image
