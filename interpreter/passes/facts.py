"""What is known of a formula before play: whether a state has a part in it, what it hangs on, how much work it is.

In: a layout. Out: `Formulas.of`, the `Facts` of a formula.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.memo import OF_THE_FRAMES, OF_THE_STATE, Memo
from rulewright.interpreter.passes.formulas import BINDERS, parts_of
from rulewright.interpreter.passes.spans import Spans

WORTH_KEEPING = 60  # parts of formulas worked out for one value of a definition, from which on the value is kept
MOST = 10**12  # parts that are counted
WORTH = (e.Apply, e.Filter, e.AnyOf, e.Gather, e.Distinct, e.Reachable, e.Fold, e.Best, e.Around, e.Combine)
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


class Formulas:
    """The facts of the formulas of a layout."""

    def __init__(self, layout: Layout, spans: Spans) -> None:
        self.layout = layout
        self.spans = spans
        self._lasting = Memo(layout.flow).lasting
        self._found: dict[int, tuple[e.Expr, Facts]] = {}
        self._work: dict[int, int] = {}

    def of(self, node: e.Expr) -> Facts:
        """The facts of a formula."""
        # By identity: comparing two formulas would walk through both.
        if id(node) not in self._found:
            self._found[id(node)] = (node, self._find(node))
        return self._found[id(node)][1]

    def members(self, node: e.Expr) -> int:
        """How many members a set has at most."""
        match node:
            case e.Const(tuple(members)) | e.MakeSet(members):
                return len(members)
            case e.Lookup(values):
                return max(len(each) for each in values if isinstance(each, tuple))
            case e.Filter(of=of):
                return self.members(of)
        span = self.spans.of(node)
        return max(span.high - span.low + 1, 0)

    def _find(self, node: e.Expr) -> Facts:
        match node:
            case e.Temp() | e.Local():
                return Facts(True, frozenset((node,)), 0, 0, False)
            case e.Const():
                return Facts(True, frozenset(), 0, 0, False)
        inner = [self.of(each) for each in parts_of(node)]
        free = frozenset[Variable]().union(*(each.free for each in inner))
        work = 1 + sum(each.work for each in inner)
        if isinstance(node, BINDERS):
            free -= {e.Temp(node.slot)}
            times = self.members(node if isinstance(node, e.Reachable) else node.of)
            work = inner[0].work + times * work
        same = all(each.same for each in inner) and not isinstance(node, (*OF_THE_STATE, *OF_THE_FRAMES[1:], e.Earlier))
        if isinstance(node, e.Apply):
            same = same and node.function in self._lasting
            if node.function not in self._work:
                self._work[node.function] = self.of(self.layout.flow.functions[node.function].body).work
            work += self._work[node.function]
        work = min(work, MOST)
        worth = isinstance(node, WORTH) or any(each.worth for each in inner)
        return Facts(same, free, 1 + sum(each.weight for each in inner), work, worth)
