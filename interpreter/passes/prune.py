"""What can never be run is left out: ways that a constant closes, blocks that nothing leads to, definitions that nothing applies.

    0: if 1 then 1 else 2            0: go on at 1
    2: gain 1 energy, go on at 1     2: gone
    a local is given what it is      (nothing)

In: a flow. Out: the flow without them. Blocks and definitions keep their numbers: a block that is gone has the exit `Gone`, a
definition that is gone has nothing to be worked out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import reachable_blocks
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.passes.failing import Failing
from rulewright.interpreter.passes.spans import spans_of


def prune(flow: Flow, players: int) -> Flow:
    """The pass."""
    layout = layout_of(flow, players)
    failing = Failing(layout, spans_of(layout))
    return without_definitions(without_blocks(replace(flow, blocks=tuple(_pruned(block, failing) for block in flow.blocks))))


def without_blocks(flow: Flow) -> Flow:
    """The flow without blocks that nothing leads to."""
    reached = reachable_blocks(flow)
    return replace(flow, blocks=tuple(each if each.number in reached else gone(each) for each in flow.blocks))


def gone(block: Block) -> Block:
    """A block that is left out."""
    return block if isinstance(block.exit, ir.Gone) else replace(block, ops=(), exit=ir.Gone(block.exit.origin))


def without_definitions(flow: Flow) -> Flow:
    """The flow without definitions that nothing applies."""
    lines = {score.function for score in flow.scores}
    asked = [(flow.zones, flow.variables, flow.blocks, flow.invariants), *(flow.functions[line].body for line in lines)]
    needed = lines | applied_in(flow, asked)
    functions = tuple(
        each if number in needed else replace(each, parameters=(), body=e.Const(e.NONE)) for number, each in enumerate(flow.functions)
    )
    return replace(flow, functions=functions)


def applied_in(flow: Flow, asked: Iterable[object]) -> set[int]:
    """The definitions that these parts of a flow apply, be it by others."""
    found: set[int] = set()
    due = list(asked)
    while due:
        for node in walk(due.pop()):
            if isinstance(node, e.Apply) and node.function not in found:
                found.add(node.function)
                due.append(flow.functions[node.function].body)
    return found


def _pruned(block: Block, failing: Failing) -> Block:
    """A block without what its own ops and exit need not do."""
    ops = tuple(op for op in block.ops if not (isinstance(op, ir.Assign) and op.value == e.Local(op.slot)))
    exit_: ir.Exit = block.exit
    match exit_:
        case ir.Branch(e.Const(value), then, otherwise):
            exit_ = ir.Goto(then if value else otherwise, exit_.origin)
        case ir.Branch(condition, then, otherwise) if then == otherwise:
            failing.spans.of_procedure(block.procedure)
            if not failing.can_fail(condition):
                exit_ = ir.Goto(then, exit_.origin)
    return block if exit_ is block.exit and len(ops) == len(block.ops) else replace(block, ops=ops, exit=exit_)
