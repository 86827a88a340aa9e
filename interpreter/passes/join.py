"""What both ways of a branch begin with is done once, before it.

    0: if ... then 1 else 2          0: energy is 3, if ... then 1 else 2
    1: energy is 3, gain 1 plants    1: gain 1 plants
    2: energy is 3, go on at 4       2: go on at 4

In: a flow and a player count. Out: the flow with ops put together, where the condition does not hang on what they change. What the
targets of the options of a question have in common cannot be done before it: states at stops would be others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.shape import targets, walk
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.passes.facts import Formulas
from rulewright.interpreter.passes.merge import asks_what_is_under_way, seals, shown_blocks
from rulewright.interpreter.passes.spans import spans_of


def join(flow: Flow, players: int) -> Flow:
    """The pass."""
    layout = layout_of(flow, players)
    facts, passing, shown = Formulas(layout, spans_of(layout)), Memo(flow).passing, shown_blocks(flow)
    arrivals = Counter(target for block in flow.blocks for target in targets(block.exit))
    blocks = list(flow.blocks)
    for block in flow.blocks:
        match block.exit:
            case ir.Branch(condition, then, otherwise) if arrivals[then] == arrivals[otherwise] == 1 and then != otherwise:
                first, second = blocks[then], blocks[otherwise]
                if shown.isdisjoint((then, otherwise)) and not seals(block):
                    count = _in_common(first, second, condition, facts)
                    common = first.ops[:count]
                    if count and not asks_what_is_under_way(common, passing):
                        blocks[block.number] = replace(blocks[block.number], ops=(*blocks[block.number].ops, *common))
                        blocks[then] = replace(first, ops=first.ops[count:])
                        blocks[otherwise] = replace(second, ops=second.ops[count:])
    return replace(flow, blocks=tuple(blocks))


def _in_common(first: Block, second: Block, condition: e.Expr, facts: Formulas) -> int:
    """How many ops both begin with that may be done before the condition is asked."""
    facts.spans.of_procedure(first.procedure)
    locals_ = {node.slot for node in walk(condition) if isinstance(node, e.Local)}
    count = 0
    for one, other in zip(first.ops, second.ops, strict=False):
        kept = one.slot not in locals_ if isinstance(one, ir.Assign) else facts.of(condition).same
        if not kept or replace(one, origin=0) != replace(other, origin=0):
            break
        count += 1
    return count
