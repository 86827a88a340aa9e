"""How the expressions about bits are written: as Python's whole numbers.

In: a writer and a node. Out: `BITS`, what writes each such node; `BIT_LOOPS`, what goes through the members that bits stand for;
`Boards`, the boards of the state that generated code is at, which are kept beside it: a list for each variable, with that of none at
its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.fast.writer import Body, Writer
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.masks import MOST_BITS, boards_in, boards_of
from rulewright.interpreter.passes.relations import moved
from rulewright.interpreter.state import State

SIGNS = {"and": "&", "or": "|", "without": "& ~"}
FEW_WAYS = 2  # of a flood, up to which all bits are moved at once
MOST_SPOTS = 4096  # sets that are kept by their bits: of a small board most of them


Cells = tuple[tuple[int, int, tuple[int, ...]], ...]
"""Of each variable with boards: its number, its greatest value, and the cells of the members of its kind, in their order."""


def boards_in_cells(layout: Layout, variables: Iterable[int]) -> Cells:
    """Where the values of these variables are, of which boards are kept. It goes with generated source."""
    known = boards_of(layout)
    return tuple((variable, known[variable].high, known[variable].cells) for variable in sorted(variables))


class Boards:
    """In: what `boards_in_cells` gave. Out: lists, by the name that generated code has for them; `read` and `begin` fill them."""

    def __init__(self, cells: Cells) -> None:
        self.lists = {name_of(variable): [0] * (high + 2) for variable, high, _ in cells}
        self._cells = [(self.lists[name_of(variable)], high, of_members) for variable, high, of_members in cells]
        self._first: list[list[int]] = []

    def begin(self, start: State) -> None:
        """From now on the boards are those of the state in which every game begins."""
        if not self._first:
            self.read(start)
            self._first = [board[:] for board, _, _ in self._cells]
        for (board, _, _), first in zip(self._cells, self._first, strict=True):
            board[:] = first

    def read(self, state: State) -> None:
        """From now on the boards are those of this state."""
        for board, high, cells in self._cells:
            board[:] = boards_in(cells, high, state.cells)


def name_of(variable: int) -> str:
    """The list of a variable's boards."""
    return f"B{variable}"


@lru_cache(maxsize=MOST_SPOTS)
def spots(bits: int, first: int) -> tuple[int, ...]:
    """The members that bits stand for, of a kind whose first member has this number."""
    found: list[int] = []
    for byte in bits.to_bytes((bits.bit_length() + 7) // 8, "little"):
        if byte:
            found += _members(first)[byte]
        first += 8
    return tuple(found)


@cache
def _members(first: int) -> tuple[tuple[int, ...], ...]:
    """The members that each byte stands for, the first of them having this number."""
    return tuple(tuple(first + place for place in range(8) if byte >> place & 1) for byte in range(256))


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
    cells = w.constant(tuple((cell, 1 << place) for place, cell in enumerate(boards_of(w.layout)[node.variable].cells)))
    value = w.named(node.value)
    return f"sum(bit for cell, bit in {cells} if s.cells[cell] == {value})"


def _flood(w: Writer, node: e.Flood) -> str:
    found, left, kept = w.fresh(w.value(node.of)), "", ""
    if not _is_all(node.leaving):
        left = w.named(node.leaving)
    if not _is_all(node.within):
        kept = w.named(node.within)
    (_in_steps if len(node.by) <= FEW_WAYS else _one_by_one)(w, node, found, left, kept)
    return found


def _is_all(bits: e.Expr) -> bool:
    """Whether bits leave nothing out."""
    return isinstance(bits, e.Const) and isinstance(bits.value, int) and bits.value & (bits.value + 1) == 0


def _in_steps(w: Writer, node: e.Flood, found: str, left: str, kept: str) -> None:
    """What there is moves, all of it at once, until nothing new comes."""
    leaving, more = w.new(), w.new()
    with w.inside("while True:"):
        w.line(f"{leaving} = {found}{left and f' & {left}'}")
        ways = [f"({leaving} & {members}) {'<<' if by > 0 else '>>'} {abs(by)}" for members, by in zip(node.members, node.by, strict=True)]
        w.line(f"{more} = ({' | '.join(ways)}){kept and f' & {kept}'} | {found}")
        w.line(f"if {more} == {found}: break")
        w.line(f"{found} = {more}")


def _one_by_one(w: Writer, node: e.Flood, found: str, left: str, kept: str) -> None:
    """Each member once, by a table of what it leads to: where there are many ways, most of them would be moved for nothing."""
    new, least, more = w.fresh(f"{found}{left and f' & {left}'}"), w.new(), w.new()
    table = w.constant(_leads_to(node))
    with w.inside(f"while {new}:"):
        w.line(f"{least} = {new} & -{new}")
        w.line(f"{new} ^= {least}")
        w.line(f"{more} = {table}[{least}.bit_length()] & ~{found}{kept and f' & {kept}'}")
        with w.inside(f"if {more}:"):
            w.line(f"{found} |= {more}")
            w.line(f"{new} |= {more}{left and f' & {left}'}")


def _leads_to(node: e.Flood) -> tuple[int, ...]:
    """What each member leads to, from the second place on; also of those from which no step leads on, wherever they lie."""
    found = [0]
    for place in range(max(members.bit_length() for members in node.members)):
        bit, there = 1 << place, 0
        for members, by in zip(node.members, node.by, strict=True):
            there |= moved(bit & members, by)
        found.append(there)
    return (*found, *[0] * (MOST_BITS + 1 - len(found)))


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
