"""Sets of the members of a small kind become bits, all of them worked out at once; `masks` says which.

    Square where disc is none                      Spots(Square, Board(disc, none))
    some(Square where disc is p and row is 2)      count(Spots(Square, Board(disc, p) and 0b1100)) > 0
    count(Square where disc is p and row is 2) is 2      count(Spots(Square, 0b1100 without Board(disc, p))) is 0

In: a flow and a player count. Out: the flow with such sets as `Spots`. What hangs on no state is left for tables, and so are small sets:
to go through two members is as quick.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.passes.failing import Failing
from rulewright.interpreter.passes.formulas import in_parts, over_formulas, substituted
from rulewright.interpreter.passes.masks import Masks, boards_of
from rulewright.interpreter.passes.relations import without
from rulewright.interpreter.passes.tabulate import Tables

FEW = 3  # members from which on bits are worth it
MOST_PARTS = 600  # of bits, in which what is said of one way of many is written for each


def boards(flow: Flow, players: int) -> Flow:
    """The pass."""
    if not boards_of(layout_of(flow, players)):
        return flow
    maker = _Boards(flow, players)
    return replace(over_formulas(flow, maker.changed), temps=next(maker.fresh))


class _Boards:
    def __init__(self, flow: Flow, players: int) -> None:
        self.tables = Tables(flow, players)
        self.layout = self.tables.layout
        self.failing = Failing(self.layout, self.tables.spans)
        self.boards = boards_of(self.layout)
        self.fresh = count(flow.temps)
        self._masks = {kind: Masks(self.tables, self.boards, kind, self.fresh) for kind in {board.kind for board in self.boards.values()}}

    def changed(self, node: e.Expr, procedure: int | None) -> e.Expr:
        """A formula with bits in it."""
        self.tables.spans.begin(node, procedure)
        return self._changed(node)

    def _changed(self, node: e.Expr) -> e.Expr:
        found: e.Expr | None = None
        match node:
            case e.Filter():
                found = self._spots(node, ordered=True)
            case e.AnyOf(of, slot, condition):
                found = self._some(e.Filter(of, slot, condition))
            case e.Count(of):
                spots = self._spots(of, ordered=False)
                found = None if spots is None else e.Count(spots)
            case e.Member(value, e.Distinct(of, slot, key)) if self._is_there(key):
                found = self._some(e.Filter(of, slot, e.Compare("is", key, value)))
            case e.Member(value, of):
                spots = self._spots(of, ordered=False)
                found = None if spots is None else e.Member(self._changed(value), spots)
            case e.Compare(">" | "is" as operator, e.Count(e.Gather(of, slot, each)), e.Const(0)) if not self.failing.can_fail(each):
                some = self._changed(e.AnyOf(of, slot, e.Compare(">", e.Count(each), e.Const(0))))
                return some if operator == ">" else e.Not(some)
            case e.Compare(operator, e.Count(e.Distinct(of, _, key)), e.Const(0)) if self._is_there(key):
                return self._changed(e.Compare(operator, e.Count(of), e.Const(0)))
            case e.Compare("is" | ">=", e.Count(of), e.Const(int(number))) if number > 1:
                found = self._full(of, number)
        return in_parts(node, self._changed) if found is None else found

    def _is_there(self, key: e.Expr) -> bool:
        return self.tables.spans.of(key).is_there and not self.failing.can_fail(key)

    def _some(self, node: e.Expr) -> e.Expr | None:
        """Whether a set has members."""
        spots = self._spots(node, ordered=False)
        return None if spots is None else e.Compare(">", e.Count(spots), e.Const(0))

    def _full(self, node: e.Expr, number: int) -> e.Expr | None:
        """Whether a set has so many members, where those it is taken from are no more."""
        base = node
        while isinstance(base, e.Filter):
            base = base.of
        sizes = {len(each) for each in base.values if isinstance(each, tuple)} if isinstance(base, e.Lookup) else set()
        if isinstance(base, e.Const) and isinstance(base.value, tuple):
            sizes = {len(base.value)}
        if sizes != {number}:
            return None
        spots, kind = self._spots(node, ordered=False), self._kind(node)
        all_ = None if spots is None or kind is None else self._masks[kind].of_set(base, False)
        if spots is None or all_ is None:
            return None
        return e.Compare("is", e.Count(e.Spots(spots.kind, without(all_, spots.bits))), e.Const(0))

    def _spots(self, node: e.Expr, ordered: bool) -> e.Spots | None:
        """The same set as bits; None where that cannot be, or is no gain."""
        kind = self._kind(node)
        if kind is None or self.failing.can_fail(node) or self.tables.facts.members(node) < FEW or isinstance(node, e.Spots):
            return None
        bits = self._masks[kind].of_set(node, ordered)
        if bits is None:
            return None
        parts = list(walk(bits))
        if len(parts) > MOST_PARTS or not any(isinstance(part, e.Board) for part in parts):
            return None
        return e.Spots(kind, self._conditions(substituted(bits, {}, self.fresh)))

    def _conditions(self, bits: e.Expr) -> e.Expr:
        """Bits with the conditions that stand in them changed, too."""
        return self._changed(bits) if isinstance(bits, e.Compare | e.AnyOf | e.Count) else in_parts(bits, self._conditions)

    def _kind(self, node: e.Expr) -> int | None:
        """The kind of the members of a set, where there are bits for it."""
        match node:
            case e.Everything(kind):
                return kind if kind in self._masks else None
            case e.Const(tuple(members)):
                found = {self.layout.kinds[each] for each in members if 0 <= each < len(self.layout.kinds)}
                fits = len(found) == 1 and self.tables.spans.of(node).low >= 0
                return next((kind for kind in found if fits and kind in self._masks), None)
            case e.Lookup(values=values):
                return self._kind(e.Const(tuple(each for value in values if isinstance(value, tuple) for each in value)))
            case e.Filter(of=of) | e.Combine(left=of) | e.Reachable(of=of):
                return self._kind(of)
            case e.Gather(each=of) | e.Pick(then=of):
                return self._kind(of)
            case e.Apply(function):
                return self._kind(self.layout.flow.functions[function].body)
        return None
