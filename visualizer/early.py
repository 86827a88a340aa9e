"""Triggers that come before an event or instead of it, found where they are called.

In: a flow. Out: `Early`, one for each op that such a trigger stands in front of. Lowering puts a test in front of the op:
whether the trigger applies, its call, and then on at the op, or past it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import predecessors, successors
from rulewright.dsl.flow.ir import Block, Flow

GUARDED = (ir.Move, ir.Turn, ir.SetState, ir.Change)


@dataclass(frozen=True, slots=True)
class Early:
    """An op, by its block and index, and the trigger procedure in front of it. replaces: instead of the op."""

    block: int
    index: int
    trigger: int
    replaces: bool


def early_triggers(flow: Flow) -> tuple[Early, ...]:
    """All of them, in the order of the blocks that call them."""
    return tuple(_found(flow))


def _found(flow: Flow) -> Iterator[Early]:
    before = predecessors(flow)
    for block in flow.blocks:
        exit_ = block.exit
        if isinstance(exit_, ir.Call) and isinstance(exit_.procedure, int):
            if flow.procedures[exit_.procedure].kind == "trigger":
                test = _test(flow, before, block)
                place = None if test is None else _op(flow, test.otherwise, exit_.origin)
                if test is not None and place is not None:
                    replaces = _silent_end(flow, exit_.then) != _silent_end(flow, test.otherwise)
                    yield Early(*place, exit_.procedure, replaces)


def _test(flow: Flow, before: Mapping[int, tuple[int, ...]], call: Block) -> ir.Branch | None:
    """The test that leads to a call: right before it, or before the question whether it is wanted."""
    number = call.number
    for _ in flow.blocks:
        for earlier in before[number]:
            exit_ = flow.blocks[earlier].exit
            if isinstance(exit_, ir.Branch) and exit_.then == number:
                return exit_
        if not before[number]:
            return None
        number = before[number][0]
    return None


def _op(flow: Flow, start: int, origin: int) -> tuple[int, int] | None:
    """The nearest op of the statement with this origin."""
    todo, seen = [start], {start}
    for number in todo:
        for index, op in enumerate(flow.blocks[number].ops):
            if isinstance(op, GUARDED) and op.origin == origin:
                return number, index
        more = [each for each in successors(flow.blocks[number]) if each not in seen]
        seen.update(more)
        todo.extend(more)
    return None


def _silent_end(flow: Flow, number: int) -> int:
    """The block in which something comes next."""
    seen: set[int] = set()
    while number not in seen and not flow.blocks[number].ops:
        seen.add(number)
        exit_ = flow.blocks[number].exit
        if isinstance(exit_, ir.Goto):
            number = exit_.block
        elif isinstance(exit_, ir.Settle):
            number = exit_.then
    return number
