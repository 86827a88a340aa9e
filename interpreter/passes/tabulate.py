"""What is the same in every state is worked out beforehand.

    Square where col is it.col + w.columns and row is it.row     a table with one set for each square and way
    around(players, first(players))                              (A, B)

In: a flow and a player count. Out: the flow with tables (`Lookup`) and constants in place of formulas that no state has a part
in. A formula becomes a table when what it hangs on, temps and locals, has few values, and when to look it up is less work
than to work it out. One that cannot be carried out for some of these values stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.closures import LOCALS
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.memo import OF_THE_FRAMES, OF_THE_STATE, Memo
from rulewright.interpreter.passes.formulas import binds, in_parts, over_formulas, parts_of
from rulewright.interpreter.passes.spans import Span, spans_of
from rulewright.interpreter.state import State, Value

MOST_PLACES = 4096  # of a table
MOST_MEMBERS = 50_000  # of all sets of a table
MOST_WORK = 400_000  # parts of formulas worked out for one table
WORTH = (e.Apply, e.Filter, e.AnyOf, e.Gather, e.Distinct, e.Reachable, e.Fold, e.Best, e.Around, e.MakeSet, e.Combine)
PLAIN = (e.Const, e.Temp, e.Local, e.Lookup, e.Everything, e.Seats, e.SeatCount)
Variable = e.Temp | e.Local


@dataclass(frozen=True, slots=True)
class Facts:
    """Of a formula. same: no state has a part in it. free: the temps and locals it hangs on. weight: how many parts it has.

    work: how many parts are worked out for one value. worth: whether it is more than a few numbers put together.
    """

    same: bool
    free: frozenset[Variable]
    weight: int
    work: int
    worth: bool


def tabulate(flow: Flow, players: int) -> Flow:
    """The pass."""
    return over_formulas(flow, Tables(flow, players).changed)


class Tables:
    """Finds what can be looked up in the formulas of a flow."""

    def __init__(self, flow: Flow, players: int) -> None:
        self.layout = layout_of(flow, players)
        self.spans = spans_of(self.layout)
        self._lasting = Memo(flow).lasting
        self._evaluator = Evaluator(self.layout)
        self._state = State.start(self.layout, 0)
        self._temps: list[Value] = [e.NONE] * flow.temps
        self._facts: dict[int, tuple[e.Expr, Facts]] = {}
        self._work: dict[int, int] = {}

    def changed(self, node: e.Expr, procedure: int | None) -> e.Expr:
        """A formula with tables in it, as large as they can be."""
        if procedure is not None:
            self.spans.of_procedure(procedure)
        return self._changed(node)

    def _changed(self, node: e.Expr) -> e.Expr:
        if isinstance(node, PLAIN):
            return node
        facts = self.facts(node)
        found = self._table(node, facts) if facts.same else None
        return found if found is not None else in_parts(node, self._changed)

    # ------------------------------------------------------------------------------------ what is known of a formula

    def facts(self, node: e.Expr) -> Facts:
        """The facts of a formula."""
        # By identity: comparing two formulas would walk through both.
        if id(node) not in self._facts:
            self._facts[id(node)] = (node, self._found(node))
        return self._facts[id(node)][1]

    def _found(self, node: e.Expr) -> Facts:
        match node:
            case e.Temp() | e.Local():
                return Facts(True, frozenset((node,)), 0, 0, False)
            case e.Const():
                return Facts(True, frozenset(), 0, 0, False)
        inner = [self.facts(each) for each in parts_of(node)]
        free = frozenset[Variable]().union(*(each.free for each in inner))
        slot = binds(node)
        work = 1 + sum(each.work for each in inner)
        if slot is not None:
            free -= {e.Temp(slot)}
            work = inner[0].work + self._members(node.of) * work  # type: ignore[union-attr]
        same = all(each.same for each in inner) and not isinstance(node, (*OF_THE_STATE, *OF_THE_FRAMES[1:], e.Earlier))
        if isinstance(node, e.Apply):
            same = same and node.function in self._lasting
            if node.function not in self._work:
                self._work[node.function] = self.facts(self.layout.flow.functions[node.function].body).work
            work += self._work[node.function]
        worth = isinstance(node, WORTH) or any(each.worth for each in inner)
        return Facts(same, free, 1 + sum(each.weight for each in inner), work, worth)

    def _members(self, node: e.Expr) -> int:
        """About how many members a set has."""
        match node:
            case e.Everything(kind):
                return len(self.layout.by_kind[kind])
            case e.Const(tuple(members)):
                return len(members)
            case e.Filter(of=of):
                return self._members(of)
            case _:
                return max(self.layout.players, 8)

    # ------------------------------------------------------------------------------------ tables

    def _table(self, node: e.Expr, facts: Facts) -> e.Expr | None:
        """The same as a constant or a table; None where that is no gain, or cannot be."""
        if facts.free and not (facts.worth or facts.weight >= 2 + 2 * len(facts.free)):
            return None
        free = sorted(facts.free, key=lambda each: (isinstance(each, e.Local), each.slot))
        spans = [self.spans.of(each) for each in free]
        sizes = [span.high - span.low + 1 for span in spans]
        places = prod(size + 1 for size in sizes)
        if places > MOST_PLACES or places * facts.work > MOST_WORK or any(map(self.spans.is_set, free)):
            return None
        try:
            values = self._values(node, free, spans)
        except PlayError:
            return None  # whoever comes there is told
        if sum(len(each) for each in values if isinstance(each, tuple)) > MOST_MEMBERS:
            return None
        if len(set(values)) == 1:
            return e.Const(values[0])
        return e.Lookup(values, tuple(span.low for span in spans), tuple(sizes), tuple(free))

    def _values(self, node: e.Expr, free: list[Variable], spans: list[Span]) -> tuple[Value, ...]:
        """What a formula gives for all that it hangs on. An index that never is has the value of the first. Raises PlayError."""
        made = self._evaluator.make(node)
        locals_ = max((each.slot for each in free if isinstance(each, e.Local)), default=-1) + 1
        frame: list[Value] = [e.NONE] * (LOCALS + locals_)
        values: list[Value] = []
        self._evaluator.work[0] = 0  # for all of them together: what is too much for that is no table
        for index in product(*([*range(span.low, span.high + 1), e.NONE if span.none else span.low] for span in spans)):
            for variable, value in zip(free, index, strict=True):
                if isinstance(variable, e.Local):
                    frame[LOCALS + variable.slot] = value
                else:
                    self._temps[variable.slot] = value
            values.append(made(self._state, frame, self._temps))
        return tuple(values)
