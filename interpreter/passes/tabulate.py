"""What is the same in every state is worked out beforehand.

    Square where col is it.col + w.columns and row is it.row     a table with one set for each square and way
    around(players, first(players))                              (A, B)

In: a flow and a player count. Out: the flow with tables (`Lookup`) and constants in place of formulas that no state has a part
in. A formula becomes a table when what it hangs on, temps and locals, has few values, and when to look it up is less work
than to work it out. One that cannot be carried out for some of these values stays as it is.
"""

from __future__ import annotations

from itertools import product
from math import prod

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.closures import LOCALS, Function
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.passes.facts import Facts, Formulas, Variable
from rulewright.interpreter.passes.formulas import BINDERS, in_parts, over_formulas
from rulewright.interpreter.passes.spans import Span, spans_of
from rulewright.interpreter.state import State, Value

MOST_PLACES = 4096  # of a table
MOST_IN_SETS = 50_000  # of all sets of a table
MOST_WORK = 400_000  # parts of formulas worked out for one table
PLAIN = (e.Const, e.Temp, e.Local, e.Lookup, e.Everything, e.Seats, e.SeatCount)


def tabulate(flow: Flow, players: int) -> Flow:
    """The pass."""
    return over_formulas(flow, Tables(flow, players).changed)


class Tables:
    """Finds what can be looked up in the formulas of a flow."""

    def __init__(self, flow: Flow, players: int) -> None:
        self.layout = layout_of(flow, players)
        self.spans = spans_of(self.layout)
        self.facts = Formulas(self.layout, self.spans)
        self._evaluator = Evaluator(self.layout)
        self._state = State.start(self.layout, 0)
        self._temps: list[Value] = [e.NONE] * flow.temps

    def changed(self, node: e.Expr, procedure: int | None) -> e.Expr:
        """A formula with tables in it, as large as they can be."""
        self.spans.begin(node, procedure)
        return self._changed(node)

    def _changed(self, node: e.Expr) -> e.Expr:
        if isinstance(node, PLAIN):
            return node
        facts = self.facts.of(node)
        found = self._table(node, facts) if facts.same else None
        return found if found is not None else in_parts(node, self._changed)

    def as_table(self, node: e.Expr) -> e.Expr | None:
        """A formula that no state has a part in, as a constant or a table; None where there is no such."""
        return self._table(node, self.facts.of(node))

    def for_each(self, node: e.Expr, slot: int, values: tuple[int, ...]) -> list[Value]:
        """What a formula that hangs on one temp, and on no state, gives for each of its values. Raises PlayError."""
        made = self._made(node)
        found = []
        for value in values:
            self._temps[slot] = value
            found.append(made(self._state, [], self._temps))
        return found

    def _made(self, node: e.Expr) -> Function:
        """A formula to be worked out for many values: work is counted for all of them together, too much of it is a failure."""
        slots = [part.slot for part in walk(node) if isinstance(part, (e.Temp, *BINDERS))]
        self._temps += [e.NONE] * (max(slots, default=0) + 1 - len(self._temps))  # for temps that passes have added
        self._evaluator.work[0] = 0
        return self._evaluator.make(node)

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
        if sum(len(each) for each in values if isinstance(each, tuple)) > MOST_IN_SETS:
            return None
        if len(set(values)) == 1:
            return e.Const(values[0])
        return e.Lookup(values, tuple(span.low for span in spans), tuple(sizes), tuple(free))

    def _values(self, node: e.Expr, free: list[Variable], spans: list[Span]) -> tuple[Value, ...]:
        """What a formula gives for all that it hangs on. An index that never is has the value of the first. Raises PlayError."""
        made = self._made(node)
        locals_ = max((each.slot for each in free if isinstance(each, e.Local)), default=-1) + 1
        frame: list[Value] = [e.NONE] * (LOCALS + locals_)
        values: list[Value] = []
        for index in product(*([*range(span.low, span.high + 1), e.NONE if span.none else span.low] for span in spans)):
            for variable, value in zip(free, index, strict=True):
                if isinstance(variable, e.Local):
                    frame[LOCALS + variable.slot] = value
                else:
                    self._temps[variable.slot] = value
            values.append(made(self._state, frame, self._temps))
        return tuple(values)
