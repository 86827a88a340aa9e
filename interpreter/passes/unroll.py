"""A loop over one member at most is no loop.

    for s in lowest_free(column): set s.disc to me      if lowest_free(column) is not none: set its disc to me

In: a flow and a player count. Out: the flow in which what is left of such a set is nothing from the beginning, and the block that asks
for a next member is gone. Locals hold at every stop what they held before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import predecessors, successors
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.passes.facts import Formulas
from rulewright.interpreter.passes.merge import shown_blocks
from rulewright.interpreter.passes.prune import gone
from rulewright.interpreter.passes.spans import spans_of

LITTLE = 30  # parts of a formula that may be worked out twice: whether there is a member, and which one


def unroll(flow: Flow, players: int) -> Flow:
    """The pass."""
    layout = layout_of(flow, players)
    spans, blocks = spans_of(layout), list(flow.blocks)
    facts, shown, before = Formulas(layout, spans), shown_blocks(flow), predecessors(flow)
    for head in flow.blocks:
        match blocks[head.number]:
            case Block(ops=(), exit=ir.Branch(e.Count(e.Local(rest)), first, _)) if head.number not in shown:
                entry = _entry(flow, blocks, head.number, first, rest, before)
                if entry is None:
                    continue
                only = _only(blocks[entry], rest)
                assert only is not None
                spans.begin(only, head.procedure)
                there = spans.of(only).is_there
                if there or facts.of(only).work <= LITTLE:
                    _without_loop(blocks, head.number, entry, only, there, before)
    return replace(flow, blocks=tuple(blocks))


def _entry(
    flow: Flow, blocks: list[Block], head: int, first: int, rest: int, before: Mapping[int, tuple[int, ...]]
) -> int | None:
    """The block from which a loop over one member is come to; None where it is no such loop."""
    entries = [number for number in before[head] if _only(blocks[number], rest) is not None]
    again = [number for number in before[head] if number not in entries]
    if len(entries) != 1 or before[first] != (head,) or not all(isinstance(blocks[number].exit, ir.Goto) for number in again):
        return None
    match blocks[first].ops:
        case (ir.Assign(slot, e.FirstOf(e.Local(one), None)), ir.Assign(other, e.After(e.Local(two), e.Local(three))), *_) if (
            one == other == two == rest and slot == three
        ):
            inside = not _come_to_without(flow, blocks, head).intersection((first, *again))
            return entries[0] if inside else None
        case _:
            return None


def _only(block: Block, rest: int) -> e.Expr | None:
    """The one member of a set that a block has just put into a local."""
    match block:
        case Block(ops=(*_, ir.Assign(slot, e.MakeSet((only,)))), exit=ir.Goto()) if slot == rest:
            return None if any(isinstance(part, e.Local) and part.slot == rest for part in walk(only)) else only
        case _:
            return None


def _come_to_without(flow: Flow, blocks: list[Block], head: int) -> set[int]:
    """The blocks that can be come to without the head of a loop: none of these is inside it."""
    due = [*(each.entry for each in flow.procedures), *(each.block for each in flow.entries)]
    found: set[int] = set()
    while due:
        number = due.pop()
        if number not in found and number != head:
            found.add(number)
            due += successors(blocks[number])
    return found


def _without_loop(
    blocks: list[Block], head: int, entry: int, only: e.Expr, there: bool, before: Mapping[int, tuple[int, ...]]
) -> None:
    """The blocks with a loop over one member written out."""
    asked = blocks[head].exit
    assert isinstance(asked, ir.Branch)
    first, left = blocks[asked.then], blocks[entry]
    for number in before[head]:
        exit_ = blocks[number].exit
        if number != entry and isinstance(exit_, ir.Goto):
            blocks[number] = replace(blocks[number], exit=replace(exit_, block=asked.otherwise))
    put, take = left.ops[-1], first.ops[0]
    assert isinstance(put, ir.Assign) and isinstance(take, ir.Assign)
    goes_on: ir.Exit = replace(asked, condition=e.Compare("is not", only, e.Const(e.NONE)))
    if there:
        goes_on = ir.Goto(asked.then, asked.origin)
    blocks[entry] = replace(left, ops=(*left.ops[:-1], replace(put, value=e.Const(()))), exit=goes_on)
    blocks[asked.then] = replace(blocks[asked.then], ops=(replace(take, value=only), *first.ops[2:]))
    blocks[head] = gone(blocks[head])
