"""A zone in which nothing ever comes or goes is a constant: the squares of a board, say.

In: a flow and a player count. Out: the flow with the components of such zones in the place of the zones.
"""

from __future__ import annotations

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.layout import Layout, layout_of
from rulewright.interpreter.passes.formulas import in_parts, over_formulas
from rulewright.interpreter.passes.spans import Span, spans_of
from rulewright.interpreter.state import State


def still(flow: Flow, players: int) -> Flow:
    """The pass."""
    layout = layout_of(flow, players)
    moving, start = moving_kinds(layout), State.start(layout, 0)
    ordered = {block.exit.zone for block in flow.blocks if isinstance(block.exit, ir.Shuffle)}
    ordered |= {op.zone for block in flow.blocks for op in block.ops if isinstance(op, ir.PassAround)}

    def changed(node: e.Expr) -> e.Expr:
        match node:
            case e.Contents(zone, None) if flow.zones[zone].holds not in moving and zone not in ordered:
                return e.Const(tuple(start.zones[layout.first_instance[zone]]))
            case _:
                return in_parts(node, changed)

    return over_formulas(flow, lambda node, procedure: changed(node))


def moving_kinds(layout: Layout) -> frozenset[int]:
    """The kinds of which something may ever lie elsewhere than at the beginning."""
    spans = spans_of(layout)
    found: list[Span] = []
    for block in layout.flow.blocks:
        spans.of_procedure(block.procedure)
        for op in block.ops:
            match op:
                case ir.Move(what):
                    found.append(spans.of(what))
                case ir.Exchange(left, right):
                    found += [spans.of(left), spans.of(right)]
                case ir.PassAround(zone):
                    members = layout.by_kind[layout.flow.zones[zone].holds]
                    found += [Span(each, each) for each in members]
    moved = {layout.kinds[each] for span in found for each in range(max(span.low, 0), min(span.high + 1, len(layout.kinds)))}
    return frozenset(moved)
