"""A filter asks first what is the same in every state, so that this much of it can be a table; what is the same for all members, once.

    Square where disc is none and col is n         (Square where col is n) where disc is none
    Square where col is CELL and disc is none      SQUARES_BY_COL[CELL] where disc is none
    (Square where disc is none) where col is n     Square where disc is none and col is n
    some(Square where disc is none and col is n)   some((Square where col is n) where disc is none)
    Square where disc is p and some(joined(p))     (if some(joined(p)) then Square where disc is p else nothing)

In: a flow and a player count. Out: the flow with such filters taken apart. A condition goes before another one only where neither
can fail, and where one hangs on the state but not on the member, a table has the members for each of its values.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.passes.failing import Failing
from rulewright.interpreter.passes.formulas import conjuncts, in_parts, mentions, over_formulas, replaced, together
from rulewright.interpreter.passes.tabulate import MOST_PLACES, Tables

LITTLE = 12  # parts worked out for one value, which are not worth a place of their own


def split(flow: Flow, players: int) -> Flow:
    """The pass."""
    maker = _Split(flow, players)
    return replace(over_formulas(flow, maker.changed), temps=next(maker.fresh))


class _Split:
    def __init__(self, flow: Flow, players: int) -> None:
        self.tables = Tables(flow, players)
        self.spans = self.tables.spans
        self.failing = Failing(self.tables.layout, self.spans)
        self.fresh = count(flow.temps)

    def changed(self, node: e.Expr, procedure: int | None) -> e.Expr:
        """A formula with its filters taken apart."""
        self.spans.begin(node, procedure)
        return self._changed(node)

    def _changed(self, node: e.Expr) -> e.Expr:
        node = in_parts(node, self._changed)
        if isinstance(node, e.Filter) and isinstance(node.of, e.Filter):
            inner = node.of
            node = e.Filter(inner.of, node.slot, e.And(replaced(inner.condition, e.Temp(inner.slot), e.Temp(node.slot)), node.condition))
        node = self._once(node)
        if isinstance(node, e.Filter) and self.tables.facts.of(node.of).same:
            return self._filter(node)
        if isinstance(node, e.AnyOf) and self.tables.facts.of(node.of).same:
            taken = self._filter(whole := e.Filter(node.of, node.slot, node.condition))
            if isinstance(taken, e.Filter):
                return node if taken is whole else e.AnyOf(taken.of, node.slot, taken.condition)
            return e.Compare(">", e.Count(taken), e.Const(0))
        return node

    def _once(self, node: e.Expr) -> e.Expr:
        """Much work that is the same for all members is done once, beside the loop."""
        match node:
            case e.Filter(of, slot, condition):
                asked = conjuncts(condition)
                once = [each for each in asked if not mentions(each, slot) and self.tables.facts.of(each).work > LITTLE]
                if not once or self.failing.can_fail(node):
                    return node
                rest = [each for each in asked if each not in once]
                return e.Pick(together(once), e.Filter(of, slot, together(rest)) if rest else of, e.Const(()))
            case e.AnyOf(of, slot, condition):
                taken = self._once(whole := e.Filter(of, slot, condition))
                return node if taken is whole else self._once(e.Compare(">", e.Count(taken), e.Const(0)))
            case e.Compare(">", e.Count(e.Pick(condition, some, e.Const(()))), e.Const(0)):
                return e.And(e.Compare(">", e.Count(some), e.Const(0)), condition)
        return node

    def _filter(self, node: e.Filter) -> e.Expr:
        conditions = list(conjuncts(node.condition))
        same = [each for each in conditions if self.tables.facts.of(each).same]
        if same and len(same) < len(conditions) and not self.failing.can_fail(node.condition):
            rest = [each for each in conditions if each not in same]
            slot = next(self.fresh)
            inner = self._filter(e.Filter(node.of, slot, replaced(together(same), e.Temp(node.slot), e.Temp(slot))))
            return self._filter(e.Filter(inner, node.slot, together(rest)))
        return node if same else self._by_value(node, conditions)

    def _by_value(self, node: e.Filter, conditions: list[e.Expr]) -> e.Expr:
        """The members by a value that hangs on the state but not on the member."""
        if isinstance(node.of, e.Const | e.Everything | e.Seats):
            for condition in conditions:
                match condition:
                    case e.Compare("is", e.Field(_, e.Temp(slot), None) as field, value) if slot == node.slot:
                        pass
                    case e.Compare("is", value, e.Field(_, e.Temp(slot), None) as field) if slot == node.slot:
                        pass
                    case _:
                        continue
                if self._is_outside(value, node.slot) and not self.failing.can_fail(node.condition):
                    return self._grouped(node, field, value, [each for each in conditions if each is not condition])
        return node

    def _is_outside(self, value: e.Expr, slot: int) -> bool:
        return not any(isinstance(part, e.Temp) and part.slot == slot for part in walk(value)) and not self.spans.is_set(value)

    def _grouped(self, node: e.Filter, field: e.Field, value: e.Expr, rest: list[e.Expr]) -> e.Expr:
        layout = self.tables.layout
        members: tuple[int, ...]
        match node.of:
            case e.Everything(kind):
                members = layout.by_kind[kind]
            case e.Const(tuple(members)):
                pass
            case _:
                members = tuple(range(layout.players))
        groups: dict[int, list[int]] = {}
        for member in members:
            found = layout.fields[field.field][member]
            if isinstance(found, tuple):
                return node
            groups.setdefault(found, []).append(member)
        low, high = min(groups, default=0), max(groups, default=0)
        if high - low >= MOST_PLACES:
            return node
        sets = tuple(tuple(groups.get(number, ())) for number in range(low, high + 1))
        found_ = e.Lookup((*sets, ()), (low,), (high - low + 1,), (value,))
        return e.Filter(found_, node.slot, together(rest)) if rest else found_
