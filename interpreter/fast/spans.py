"""Between which numbers a formula stays, so that a check that cannot fail is not written.

In: a layout and an expression. Out: the least and the greatest value it can have, as far as declared ranges and printed
values tell; the limits of all numbers where they do not.
"""

from __future__ import annotations

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import HIGHEST, LOWEST, MOST_MEMBERS
from rulewright.interpreter.layout import Layout

Span = tuple[int, int]
ANY: Span = (LOWEST, HIGHEST)


def fits(span: Span) -> bool:
    """Whether every number of the span is one that numbers can be."""
    return span[0] >= LOWEST and span[1] <= HIGHEST


def span_of(layout: Layout, node: e.Expr) -> Span:
    """The span of a formula. Of arithmetic it may lie beyond what numbers can be: then it has to be checked."""
    match node:
        case e.Const(int(value)):
            return value, value
        case e.StateVar(variable):
            spec = layout.flow.variables[variable]
            return min(spec.low, spec.start), max(spec.high, spec.start)
        case e.Field(field):
            values = [*layout.fields[field], layout.flow.fields[field].missing]
            flat = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
            return min(flat), max(flat)
        case e.Count():
            return 0, max(MOST_MEMBERS, len(layout.components))
        case e.FaceUp() | e.Compare() | e.And() | e.Or() | e.Not() | e.Member() | e.AnyOf() | e.LiesIn() | e.IsActive():
            return 0, 1
        case e.Holder() | e.PlaceOf() | e.Neighbour() | e.SeatCount():
            return -1, len(layout.components) + layout.players + 64
        case e.Pick(_, then, otherwise):
            return _joined(_within(span_of(layout, then)), _within(span_of(layout, otherwise)))
        case e.Arithmetic():
            return _arithmetic(layout, node)
        case _:
            return ANY


def _within(span: Span) -> Span:
    return max(span[0], LOWEST), min(span[1], HIGHEST)


def _joined(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])


def _arithmetic(layout: Layout, node: e.Arithmetic) -> Span:
    (a, b), (c, d) = _within(span_of(layout, node.left)), _within(span_of(layout, node.right))
    match node.operator:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            products = (a * c, a * d, b * c, b * d)
            return min(products), max(products)
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "mod" if c > 0:
            return 0, d - 1
        case _:
            return ANY
