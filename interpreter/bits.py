"""Closures of the expressions about bits: a number with a bit for each member of a kind.

In: a node and the maker of its parts. Out: `BITS`, the builder for each such node. Only passes write them; the reference machine
works them out from the values of variables, so that what a pass has made can be played against what it began with.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import and_, or_

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.closures import Frame, Function, Maker, Number, Temps
from rulewright.interpreter.state import State

OPERATORS: dict[str, Callable[[int, int], int]] = {"and": and_, "or": or_, "without": lambda left, right: left & ~right}


def _board(ev: Maker, node: e.Board) -> Number:
    layout, value = ev.layout, ev.number(node.value)
    members = layout.by_kind[layout.flow.variables[node.variable].per[0].number]
    cells = [layout.cell(node.variable, (member,)) for member in members]

    def board(s: State, f: Frame, t: Temps) -> int:
        wanted = value(s, f, t)
        return sum(1 << place for place, cell in enumerate(cells) if s.cells[cell] == wanted)

    return board


def _bits(ev: Maker, node: e.Bits) -> Number:
    left, right, operator = ev.number(node.left), ev.number(node.right), OPERATORS[node.operator]
    return lambda s, f, t: operator(left(s, f, t), right(s, f, t))


def _shift(ev: Maker, node: e.Shift) -> Number:
    of, by = ev.number(node.of), node.by
    if by < 0:
        return lambda s, f, t: of(s, f, t) >> -by
    return lambda s, f, t: of(s, f, t) << by


def _flood(ev: Maker, node: e.Flood) -> Number:
    of, leaving, within = ev.number(node.of), ev.number(node.leaving), ev.number(node.within)
    ways = list(zip(node.members, node.by, strict=True))

    def flood(s: State, f: Frame, t: Temps) -> int:
        found, left, kept = of(s, f, t), leaving(s, f, t), within(s, f, t)
        while True:
            more = 0
            for members, by in ways:
                taken = found & left & members
                more |= taken << by if by > 0 else taken >> -by
            if not more & kept & ~found:
                return found
            found |= more & kept

    return flood


def _spots(ev: Maker, node: e.Spots) -> Function:
    bits, members = ev.number(node.bits), ev.layout.by_kind[node.kind]

    def spots(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        number = bits(s, f, t)
        return tuple(member for place, member in enumerate(members) if number >> place & 1)

    return spots


BITS: dict[type, Callable[..., Function]] = {
    e.Board: _board,
    e.Bits: _bits,
    e.Shift: _shift,
    e.Flood: _flood,
    e.Spots: _spots,
}
