"""Gives the blocks that were made dense numbers, leaving out those that nothing leads to.

In: blocks under the numbers they were reserved with. Out: the reachable ones, renumbered in order, and the program's
procedures and entries renumbered with them.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.flow.ir import (
    Block,
    Branch,
    Call,
    Choice,
    Draw,
    Exit,
    GameEnd,
    Gone,
    Goto,
    Leave,
    React,
    Return,
    Settle,
    Shuffle,
)
from rulewright.dsl.lower.program import Program


def targets(exit_: Exit) -> tuple[int, ...]:
    """The blocks that an exit leads to."""
    match exit_:
        case Goto(block=block) | Leave(block=block):
            return (block,)
        case Branch(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Call(then=then) | Settle(then=then) | Shuffle(then=then) | Draw(then=then):
            return (then,)
        case React(done=done):
            return (done,)
        case Choice(alternatives=alternatives, empty=empty):
            return (*(each.target for each in alternatives), empty)
        case Return() | GameEnd() | Gone():
            return ()


def renumber(program: Program) -> tuple[Block, ...]:
    """The blocks of a program, dense."""
    made = {block.number: block for block in program.blocks if block is not None}
    reached: set[int] = set()
    todo = [procedure.entry for procedure in program.procedures if procedure is not None]
    todo.extend(entry.block for entry in program.entries)
    while todo:
        number = todo.pop()
        if number not in reached:
            reached.add(number)
            todo.extend(targets(made[number].exit))
    new = {old: place for place, old in enumerate(sorted(reached))}
    program.procedures = [
        None if procedure is None else replace(procedure, entry=new[procedure.entry])
        for procedure in program.procedures
    ]
    program.entries = [replace(entry, block=new[entry.block]) for entry in program.entries]
    return tuple(_moved(made[old], new) for old in sorted(reached))


def _moved(block: Block, new: dict[int, int]) -> Block:
    exit_ = block.exit
    match exit_:
        case Goto() | Leave():
            exit_ = replace(exit_, block=new[exit_.block])
        case Branch():
            exit_ = replace(exit_, then=new[exit_.then], otherwise=new[exit_.otherwise])
        case Call() | Settle() | Shuffle() | Draw():
            exit_ = replace(exit_, then=new[exit_.then])
        case React():
            exit_ = replace(exit_, done=new[exit_.done])
        case Choice():
            moved = tuple(replace(each, target=new[each.target]) for each in exit_.alternatives)
            exit_ = replace(exit_, alternatives=moved, empty=new[exit_.empty])
        case Return() | GameEnd() | Gone():
            pass
    return replace(block, number=new[block.number], exit=exit_)
