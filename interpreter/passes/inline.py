"""Small definitions are written where they are applied.

    Square.next(way)  with  first(TABLE[square, way])     next(s, across)  becomes  first(TABLE[s, across])

In: a flow. Out: the flow with the bodies of small functions in place of their applications, every temp still bound once. An
argument that is more than a name goes where its parameter stood, if it stood there once, and outside of sets that are gone through.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow, FunctionSpec
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.passes.facts import Formulas
from rulewright.interpreter.passes.failing import Failing
from rulewright.interpreter.passes.formulas import BINDERS, in_parts, over_formulas, parts_of, substituted
from rulewright.interpreter.passes.spans import spans_of

SMALL = 24  # parts of a body
MUCH = 500  # parts worked out for one value
FEW = 2  # places in which something that is much work is applied, up to which it need not be kept
NAMES = (e.Temp, e.Local, e.Const)


def inline(flow: Flow, players: int) -> Flow:
    """The pass. Lines of the scoring are not written elsewhere either: who gains one is told where it comes from."""
    maker = _Inline(flow, players)
    made = over_formulas(flow, lambda node, procedure: maker.changed(node))
    return replace(made, temps=next(maker.fresh))


class _Inline:
    def __init__(self, flow: Flow, players: int) -> None:
        self.flow = flow
        layout = layout_of(flow, players)
        self.failing = Failing(layout, spans_of(layout))
        facts = Formulas(layout, spans_of(layout))
        places = Counter(node.function for node in walk((flow.functions, flow.blocks)) if isinstance(node, e.Apply))
        self.fresh = count(flow.temps)
        lines = {score.function for score in flow.scores}
        self._small: dict[int, FunctionSpec] = {}
        for number, spec in enumerate(flow.functions):  # a function mostly applies those before it
            body = self.changed(spec.body)
            kept = facts.of(spec.body).work > MUCH and places[number] > FEW  # so its values are asked for again
            if number not in lines and not kept and sum(1 for _ in walk(body)) <= SMALL + 2 * len(spec.parameters):
                self._small[number] = replace(spec, body=body)

    def changed(self, node: e.Expr) -> e.Expr:
        """A formula with what it applies written out."""
        node = in_parts(node, self.changed)
        if isinstance(node, e.Apply) and node.function in self._small:
            spec = self._small[node.function]
            if all(self._fits(spec, place, each) for place, each in enumerate(node.arguments)):
                return substituted(spec.body, dict(zip(spec.parameters, node.arguments, strict=True)), self.fresh)
        return node

    def _fits(self, spec: FunctionSpec, place: int, argument: e.Expr) -> bool:
        if isinstance(argument, NAMES):
            return True
        return not self.failing.can_fail(argument) and _uses(spec.body, spec.parameters[place]) <= 1


def _uses(node: e.Expr, slot: int) -> int:
    """How often a parameter's value may be asked for."""
    if isinstance(node, e.Temp):
        return int(node.slot == slot)
    once = node.of if isinstance(node, BINDERS) else None
    return sum(_uses(part, slot) * (1 if once in (None, part) else 2) for part in parts_of(node))
