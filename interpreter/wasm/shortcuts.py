"""What need not be worked out to the end, and what is written where it is applied.

In: a layout. Out: `Shortcuts`: of a formula whether it can fail (what cannot is left as soon as the answer is known), of a definition
whether its body is written at the one place that applies it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.failing import Failing
from rulewright.interpreter.passes.spans import spans_of

LOOPS = (e.Filter, e.Gather, e.AnyOf, e.Fold, e.Best, e.Distinct, e.Reachable)


class Shortcuts:
    """opened: the definitions that are written where they are applied. may_fail: whether a formula can fail."""

    def __init__(self, layout: Layout, lasting: frozenset[int]) -> None:
        self.layout = layout
        self.flow = layout.flow
        self.may_fail = Failing(layout, spans_of(layout)).can_fail
        self.opened = frozenset(self._found_opened()) - lasting  # what those give is kept for good

    def _found_opened(self) -> Iterator[int]:
        """Those applied at one place, in another definition, to all that is gone through there: to the same arguments only once."""
        sites = Counter(node.function for node in walk(self.flow) if isinstance(node, e.Apply))
        for spec in self.flow.functions:
            for node, bound in _applied(spec.body, frozenset()):
                given = frozenset(each.slot for each in node.arguments if isinstance(each, e.Temp))
                if sites[node.function] == 1 and bound and bound <= given and len(given) == len(node.arguments):
                    yield node.function


def _applied(node: object, bound: frozenset[int]) -> Iterator[tuple[e.Apply, frozenset[int]]]:
    """Each application in a formula, with the temps that are gone through around it."""
    if isinstance(node, e.Apply):
        yield node, bound
    for name in getattr(node, "__dataclass_fields__", ()):
        part = getattr(node, name)
        inner = bound | {node.slot} if isinstance(node, LOOPS) and name != "of" else bound
        for each in part if isinstance(part, tuple) else (part,):
            yield from _applied(each, inner)
