"""Chains: what is reached from one member by a step that leads to one more at most, and never back.

In: the facts of formulas. Out: `Chains.is_chain`. A chain is walked: nothing need be kept, since no member comes twice.
"""

from __future__ import annotations

from itertools import product

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.passes.facts import Formulas


class Chains:
    """Says of sets whether they are chains."""

    def __init__(self, facts: Formulas) -> None:
        self.facts = facts
        self._known: dict[tuple[int, int], tuple[e.Lookup, bool]] = {}

    def is_chain(self, node: e.Reachable) -> bool:
        """Whether a set is a chain: a table says where each step leads."""
        step = node.step
        while isinstance(step, e.Filter):
            step = step.of
        if not isinstance(step, e.Lookup) or self.facts.members(node.of) > 1:
            return False
        places = [place for place, each in enumerate(step.index) if each == e.Temp(node.slot)]
        if len(places) != 1:
            return False
        key = id(step), places[0]
        if key not in self._known:
            self._known[key] = step, _never_back(step, places[0])
        return self._known[key][1]


def _places(table: e.Lookup, dimension: int) -> range:
    """The places in a dimension that a table is asked for: of a constant index one."""
    low, size = table.lows[dimension], table.sizes[dimension]
    match table.index[dimension]:
        case e.Const(int(value)):
            at = value - low if low <= value < low + size else size
            return range(at, at + 1)
        case _:
            return range(size + 1)


def _never_back(table: e.Lookup, dimension: int) -> bool:
    """Whether a table has sets of one member at most, and following it in this dimension never comes to a member again."""
    if any(not isinstance(each, tuple) or len(each) > 1 for each in table.values):
        return False
    low, size = table.lows[dimension], table.sizes[dimension]
    strides = [1] * len(table.sizes)
    for place in reversed(range(len(strides) - 1)):
        strides[place] = strides[place + 1] * (table.sizes[place + 1] + 1)
    others = [range(1) if place == dimension else _places(table, place) for place in range(len(table.sizes))]
    for index in product(*others):
        start = sum(at * stride for at, stride in zip(index, strides, strict=True))
        rows = [table.values[start + at * strides[dimension]] for at in range(size + 1)]
        for first in range(size):
            at, steps = first, 0
            while rows[at] and steps <= size:
                after = rows[at][0] - low  # type: ignore[index]  # a set
                at, steps = after if 0 <= after < size else size, steps + 1
            if steps > size:
                return False
    return True
