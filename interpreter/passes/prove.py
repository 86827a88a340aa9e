"""What declared ranges and types prove is marked, so that backends need not test it.

    count_up + 1                      the same, which fits
    set energy to min(energy + 1, 9)  the same, which fits

In: a flow and a player count. Out: the flow with `fits` at sums and products that cannot be too large, at variables that are given what
lies within their bounds, at moves and shuffles of zones that an owner has. The reference machine tests all the same.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.interpreter.layout import Layout, layout_of
from rulewright.interpreter.passes.failing import Failing
from rulewright.interpreter.passes.formulas import in_parts, over_formulas
from rulewright.interpreter.passes.spans import Spans, spans_of


def prove(flow: Flow, players: int) -> Flow:
    """The pass."""
    layout = layout_of(flow, players)
    spans = spans_of(layout)
    flow = replace(flow, blocks=tuple(_with_marks(layout, spans, block) for block in flow.blocks))
    failing = Failing(layout, spans)

    def marked(node: e.Expr) -> e.Expr:
        sums = isinstance(node, e.Arithmetic | e.Fold) and node.operator in ("+", "-", "*", "sum")
        fits = sums and not failing.fails(node)
        node = in_parts(node, marked)
        return replace(node, fits=True) if fits else node  # type: ignore[arg-type]  # a sum

    def changed(node: e.Expr, procedure: int | None) -> e.Expr:
        spans.begin(node, procedure)
        return marked(node)

    return over_formulas(flow, changed, lines=True)


def _with_marks(layout: Layout, spans: Spans, block: Block) -> Block:
    """A block with marks at its ops and its exit."""
    spans.of_procedure(block.procedure)
    ops = tuple(replace(op, fits=True) if _op_fits(layout, spans, op) else op for op in block.ops)  # type: ignore[arg-type]
    exit_ = block.exit
    if isinstance(exit_, ir.Shuffle) and _has_zone(layout, spans, exit_.zone, exit_.owner):
        exit_ = replace(exit_, fits=True)
    same = exit_ is block.exit and all(new is old for new, old in zip(ops, block.ops, strict=True))
    return block if same else replace(block, ops=ops, exit=exit_)


def _op_fits(layout: Layout, spans: Spans, op: ir.Op) -> bool:
    match op:
        case ir.SetState(variable, _, value):
            spec = layout.flow.variables[variable]
            return spans.of(value).lies_in(spec.low, spec.high)
        case ir.Move(_, zone, owner):
            return _has_zone(layout, spans, zone, owner)
        case _:
            return False


def _has_zone(layout: Layout, spans: Spans, zone: int, owner: e.Expr | None) -> bool:
    """Whether there is a zone of this owner, whoever it is."""
    per = layout.flow.zones[zone].per
    return owner is None or per is None or spans.of(owner).lies_in(0, layout.size(per) - 1)
