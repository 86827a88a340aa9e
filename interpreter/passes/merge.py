"""A block and the only one that follows it become one, and a block that does nothing is passed over.

    0: gain 1 energy, go on at 1     0: gain 1 energy, gain 1 plants, if ... then 3 else 3
    1: gain 1 plants, if ... then 2 else 3
    2: go on at 3                    1, 2: gone

In: a flow. Out: the flow with fewer blocks, which keep their numbers. A block whose number a frame may show to others stays what it
is: one at which play can stop, or from which a frame goes on after another one. So frames show the same numbers at every stop.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.shape import targets, walk
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.passes.prune import gone, without_blocks


def merge(flow: Flow, players: int) -> Flow:
    """The pass; it is the same for each number of players."""
    flow = without_blocks(replace(flow, blocks=tuple(_passing_over(flow, block) for block in flow.blocks)))
    shown, passing = shown_blocks(flow), Memo(flow).passing
    arrivals = Counter(target for block in flow.blocks for target in targets(block.exit))
    blocks = list(flow.blocks)
    for number in range(len(blocks)):
        while (behind := _alone_behind(blocks, number, arrivals)) is not None:
            block, other = blocks[number], blocks[behind]
            if behind in shown or seals(block) or (block.scope != other.scope and asks_what_is_under_way(other, passing)):
                break
            blocks[number] = replace(block, ops=(*block.ops, *other.ops), exit=other.exit)
            blocks[behind] = gone(other)
    return replace(flow, blocks=tuple(blocks))


def _alone_behind(blocks: list[Block], number: int, arrivals: Counter[int]) -> int | None:
    """The block that follows this one always, and no other one ever."""
    match blocks[number].exit:
        case ir.Goto(target) if target != number and arrivals[target] == 1:
            return target
        case _:
            return None


def _passing_over(flow: Flow, block: Block) -> Block:
    """A block that leads not to empty blocks, but to what follows them, where no frame is shown to stand at them."""

    def after(number: int) -> int:
        seen = {number}
        while not flow.blocks[number].ops:
            match flow.blocks[number].exit:
                case ir.Goto(target) if target not in seen:
                    number = target
                    seen.add(number)
                case _:
                    break
        return number

    exit_: ir.Exit = block.exit
    match exit_:
        case ir.Goto(target):
            exit_ = replace(exit_, block=after(target))
        case ir.Branch(_, then, otherwise):
            exit_ = replace(exit_, then=after(then), otherwise=after(otherwise))
        case ir.Choice(empty=empty):
            exit_ = replace(exit_, empty=after(empty))
        case ir.Draw(then=then) | ir.Shuffle(then=then):
            exit_ = replace(exit_, then=after(then))
        case ir.React(done):
            exit_ = replace(exit_, done=after(done))
    return block if exit_ == block.exit else replace(block, exit=exit_)


def shown_blocks(flow: Flow) -> frozenset[int]:
    """The blocks of which states hold the numbers at stops, or with which the reference machine takes over."""
    found = {each.entry for each in flow.procedures} | {each.block for each in flow.entries}
    for block in flow.blocks:
        match block.exit:
            case ir.Choice(alternatives=alternatives):
                found |= {block.number, *(each.target for each in alternatives)}
            case ir.React() | ir.GameEnd():
                found.add(block.number)
            case ir.Call(then=then) | ir.Settle(then):
                found.add(then)
            case ir.Leave(target):
                found.add(target)
        if seals(block):
            found.add(block.number)
    return frozenset(found)


def seals(block: Block) -> bool:
    """Whether answers begin or cease to be sealed here."""
    return any(isinstance(op, ir.Hold) and op.sealed for op in block.ops)


def asks_what_is_under_way(part: object, passing: frozenset[int]) -> bool:
    """Whether it matters for a formula of this part where the frame stands. passing: the definitions of which that hangs."""
    asking = (node for node in walk(part) if isinstance(node, e.IsActive | e.Apply))
    return any(isinstance(node, e.IsActive) or node.function in passing for node in asking)
