"""Where the members of a set lie in the order of a key already, the best of them is the first or the last one.

    lowest(Square where col is 3 and disc is none by row)      first(Square where col is 3 and disc is none)

In: a flow and a player count. Out: the flow with such formulas changed. The sets must be tables with some members taken out, the key
the same in every state, and no two members of a set may have the same.
"""

from __future__ import annotations

from itertools import pairwise

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.passes.formulas import in_parts, over_formulas
from rulewright.interpreter.passes.tabulate import Tables


def order(flow: Flow, players: int) -> Flow:
    """The pass."""
    return over_formulas(flow, _Order(Tables(flow, players)).changed)


class _Order:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def changed(self, node: e.Expr, procedure: int | None) -> e.Expr:
        """A formula in which no best member is looked for that is known beforehand."""
        if not any(isinstance(part, e.Best) for part in walk(node)):
            return node
        self.tables.spans.begin(node, procedure)
        return self._changed(node)

    def _changed(self, node: e.Expr) -> e.Expr:
        node = in_parts(node, self._changed)
        if not isinstance(node, e.Best):
            return node
        rising = self._is_rising(node)
        if rising is None:
            return node
        best = e.FirstOf(node.of) if rising == (node.operator == "lowest") else e.LastOf(node.of)
        return best if node.alone else e.MakeSet((best,))

    def _is_rising(self, node: e.Best) -> bool | None:
        """Whether keys grow from member to member; None where they neither grow nor fall."""
        facts = self.tables.facts.of(node.key)
        sets = self._sets(node.of)
        if sets is None or not facts.same or facts.free != {e.Temp(node.slot)}:
            return None
        members = tuple({each for members in sets for each in members})
        keys = dict(zip(members, self.tables.for_each(node.key, node.slot, members), strict=True))
        pairs = [(keys[one], keys[other]) for members in sets for one, other in pairwise(members)]
        if not pairs:
            return True
        if all(isinstance(a, int) and isinstance(b, int) and a < b for a, b in pairs):
            return True
        return False if all(isinstance(a, int) and isinstance(b, int) and a > b for a, b in pairs) else None

    def _sets(self, of: e.Expr) -> tuple[tuple[int, ...], ...] | None:
        """The sets that a set is one of, or some members of one; in their order."""
        match of:
            case e.Filter(of=inner):
                return self._sets(inner)
            case e.Const(tuple(members)):
                return (members,)
            case e.Everything(kind):
                return (self.tables.layout.by_kind[kind],)
            case e.Lookup(values) if all(isinstance(each, tuple) for each in values):
                return tuple(each for each in values if isinstance(each, tuple))
        return None
