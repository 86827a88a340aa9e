"""Which formulas can fail: numbers that become too large, division by nothing, a tie where one member is wanted.

In: a layout. Out: `Failing.can_fail`. What cannot fail may be worked out earlier, later or not at all. How much work the reference
machine does is not looked at: to do less of it is allowed (`interpreter.fast.runtime.Limits`).
"""

from __future__ import annotations

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import HIGHEST, LOWEST, MOST_MEMBERS
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.spans import Spans

SUMMED = 2**40  # with keys this small no sum is too large


class Failing:
    """What can fail in the formulas of a layout. spans: where numbers stay."""

    def __init__(self, layout: Layout, spans: Spans) -> None:
        self.layout = layout
        self.spans = spans
        self._functions: dict[int, bool] = {}

    def can_fail(self, node: e.Expr) -> bool:
        """Whether working out this formula can fail. Of a formula that a local stands in: in the procedure of `spans`."""
        return any(self.fails(part) for part in walk(node))

    def fails(self, part: object) -> bool:
        """The same of a formula whose parts do not fail."""
        match part:
            case e.Arithmetic("+" | "-" | "*"):
                return not self.spans.of(part).lies_in(LOWEST, HIGHEST)
            case e.Arithmetic("/" | "mod", _, right):
                span = self.spans.of(right)
                return span.low <= 0 <= span.high
            case e.RangeOf(low, high):
                return self.spans.of(high).high - self.spans.of(low).low >= MOST_MEMBERS
            case e.Fold("sum", _, _, key):
                span = self.spans.of(key)
                return max(-span.low, span.high) >= SUMMED
            case e.Best(alone=True) | e.Earlier():
                return True
            case e.Apply(function):
                if function not in self._functions:
                    self._functions[function] = self.can_fail(self.layout.flow.functions[function].body)
                return self._functions[function]
            case _:
                return False
