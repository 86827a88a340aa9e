"""How the expressions about bits are written: as Python's whole numbers.

In: a writer and a node. Out: `BITS`, what writes each such node; `BIT_LOOPS`, what goes through the members that bits stand for;
`Boards`, the boards of the state that generated code is at, which are kept beside it: a list for each variable, with that of none at
its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.fast.writer import Body, Writer
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.masks import boards_of
from rulewright.interpreter.state import State

SIGNS = {"and": "&", "or": "|", "without": "& ~"}
MOST_SPOTS = 100_000  # sets that are kept by their bits


class Boards:
    """In: a layout, the variables. Out: lists, by the name that generated code has for them, and `read`, which fills them."""

    def __init__(self, layout: Layout, variables: Iterable[int]) -> None:
        known = boards_of(layout)
        self.lists = {name_of(variable): [0] * (known[variable].high + 2) for variable in variables}
        self._cells = [
            (self.lists[name_of(variable)], [layout.cell(variable, (member,)) for member in layout.by_kind[known[variable].kind]])
            for variable in variables
        ]

    def read(self, state: State) -> None:
        """From now on the boards are those of this state."""
        values = state.cells
        for board, cells in self._cells:
            board[:] = [0] * len(board)
            bit = 1
            for cell in cells:
                board[values[cell]] |= bit
                bit <<= 1


def name_of(variable: int) -> str:
    """The list of a variable's boards."""
    return f"B{variable}"


@lru_cache(maxsize=MOST_SPOTS)
def spots(bits: int, first: int) -> tuple[int, ...]:
    """The members that bits stand for, of a kind whose first member has this number."""
    found = []
    while bits:
        least = bits & -bits
        found.append(first + least.bit_length() - 1)
        bits ^= least
    return tuple(found)


def set_board(w: Writer, variable: int, component: str, old: str, new: str) -> None:
    """Lines that take a member from the board of its old value, which is another than the new one, to that of the new."""
    kind = boards_of(w.layout)[variable].kind
    first = w.layout.by_kind[kind][0]
    bit = w.fresh(f"1 << {component}" if first == 0 else f"1 << {component} - {first}")
    name = name_of(variable)
    w.line(f"{name}[{old}] ^= {bit}")
    w.line(f"{name}[{new}] ^= {bit}")


def computed_board(w: Writer, node: e.Board) -> str:
    """A board worked out from the values themselves, where none is kept."""
    layout = w.layout
    members = layout.by_kind[boards_of(layout)[node.variable].kind]
    cells = w.constant(tuple((layout.cell(node.variable, (member,)), 1 << place) for place, member in enumerate(members)))
    value = w.named(node.value)
    return f"sum(bit for cell, bit in {cells} if s.cells[cell] == {value})"


def _flood(w: Writer, node: e.Flood) -> str:
    found, more = w.fresh(w.value(node.of)), w.new()
    ways = ""
    for before, by, after in zip(node.before, node.by, node.after, strict=True):
        moved = f"<< {by}" if by > 0 else f">> {-by}"
        ways += f" | ({found} & {w.named(before)}) {moved} & {w.named(after)}"
    with w.inside("while True:"):
        w.line(f"{more} = {found}{ways}")
        w.line(f"if {more} == {found}: break")
        w.line(f"{found} = {more}")
    return found


def _shift(w: Writer, node: e.Shift) -> str:
    return f"({w.value(node.of)} {'<<' if node.by > 0 else '>>'} {abs(node.by)})"


def _spots(w: Writer, node: e.Spots) -> str:
    return f"spots({w.bits(node)}, {first_of(w, node)})"


def first_of(w: Writer, node: e.Spots) -> int:
    """The number of the member that the least bit stands for."""
    return w.layout.by_kind[node.kind][0]


def count(w: Writer, node: e.Spots) -> str:
    """How many it has."""
    return f"{w.bits(node)}.bit_count()"


def first(w: Writer, node: e.Spots) -> str:
    """The first one, or none."""
    bits, least = w.fresh(w.bits(node)), first_of(w, node) - 1
    place = f"({bits} & -{bits}).bit_length()"
    return f"({place} - 1)" if least == -1 else f"({place} + {least} if {bits} else -1)"


def last(w: Writer, node: e.Spots) -> str:
    """The last one, or none."""
    bits, least = w.fresh(w.bits(node)), first_of(w, node) - 1
    return f"({bits}.bit_length() - 1)" if least == -1 else f"({bits}.bit_length() + {least} if {bits} else -1)"


def has(w: Writer, node: e.Spots, value: e.Expr) -> str:
    """Whether a value is a member."""
    number, low = w.named(value), first_of(w, node)
    high = w.layout.by_kind[node.kind][-1]
    bit = f"{w.bits(node)} >> {number if low == 0 else f'({number} - {low})'} & 1"
    return f"({bit})" if w.spans.of(value).lies_in(low, high) else f"({low} <= {number} <= {high} and {bit})"


def _each(w: Writer, node: e.Spots, name: str, body: Body, stop: str) -> None:
    with w.inside(f"for {name} in {_spots(w, node)}:"):
        body(True)


BITS: dict[type, Callable[..., str]] = {
    e.Board: lambda w, node: f"{name_of(node.variable)}[{w.value(node.value)}]",
    e.Bits: lambda w, node: f"({w.value(node.left)} {SIGNS[node.operator]}{' ' * (node.operator != 'without')}{w.value(node.right)})",
    e.Shift: _shift,
    e.Flood: _flood,
    e.Spots: _spots,
}
BIT_LOOPS: dict[type, Callable[..., None]] = {e.Spots: _each}
