"""Passes that make a flow smaller without changing the game: the same stops, options, chances and log lines.

In: a flow that keeps the laws. Out: a new one that keeps them; block numbers are dense again, entries point to the same
places, every op that stays keeps its origin. `optimise` runs all passes; each may be run alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from operator import add, floordiv, mod, mul, sub

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import reachable_blocks
from rulewright.dsl.flow.expr import Const, Expr
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.limits import HIGHEST, LOWEST
from rulewright.dsl.flow.shape import rebuild, renumber_blocks, targets


def optimise(flow: Flow) -> Flow:
    """All passes, in an order in which each one gives the next something to do."""
    for each in PASSES:
        flow = each(flow)
    return flow


# ------------------------------------------------------------------------------------------------ blocks


def prune_unreachable(flow: Flow) -> Flow:
    """Leave out the blocks that nothing leads to. Procedures stay, called or not: their numbers are values at play."""
    return _keep(flow, flow.blocks, reachable_blocks(flow))


def merge_blocks(flow: Flow) -> Flow:
    """Join a block that ends in a `Goto` with the block it leads to.

        1: a; -> Goto 2                     1: a; b; -> exit
        2: b; -> exit

    (1) Nothing else leads to the second block: no other exit, no procedure begins there, no scenario.
    (2) Both are in one scope: scopes are what is under way (`IsActive`), what is drawn and what is counted as visited.
    (3) The second does not end in `React`, which runs its block again, unless the first has no ops.
    """
    rooted = {procedure.entry for procedure in flow.procedures} | {entry.block for entry in flow.entries}
    arrivals = [0] * len(flow.blocks)
    for number in (number for block in flow.blocks for number in targets(block.exit)):
        arrivals[number] += 1
    merged = {block.number: block for block in flow.blocks}
    for number in range(len(flow.blocks)):
        if number not in merged:
            continue
        block = merged[number]
        while isinstance(block.exit, ir.Goto) and block.exit.block != number:
            other = merged[block.exit.block]
            alone = arrivals[other.number] == 1 and other.number not in rooted  # (1)
            if not alone or other.scope != block.scope:  # (2)
                break
            if isinstance(other.exit, ir.React) and block.ops:  # (3)
                break
            block = replace(block, ops=block.ops + other.ops, exit=other.exit)
            merged[number] = block
            del merged[other.number]
    return _keep(flow, merged.values(), merged.keys())


def _keep(flow: Flow, blocks: Iterable[Block], kept: Collection[int]) -> Flow:
    """The flow with only these blocks, under dense numbers."""
    new = {old: number for number, old in enumerate(sorted(kept))}
    if len(new) == len(flow.blocks):
        return flow
    left = tuple(renumber_blocks(block, new) for block in blocks if block.number in new)
    return replace(
        flow,
        blocks=tuple(sorted(left, key=lambda block: block.number)),
        procedures=renumber_blocks(flow.procedures, new),
        entries=renumber_blocks(flow.entries, new),
    )


# ------------------------------------------------------------------------------------------------ constants


def fold_constants(flow: Flow) -> Flow:
    """Compute what is the same in every state: arithmetic, comparisons and tests of constants, and branches on them.

    What would be an error at play is left for play to report.
    """
    return rebuild(flow, folded)


def folded(node: object) -> object:
    """A node whose parts are folded already, folded itself."""
    match node:
        case e.Arithmetic(operator, Const(int(left)), Const(int(right))):
            return _arithmetic(node, operator, left, right)
        case e.Compare(operator, Const(left), Const(right)):
            return _compared(node, operator, left, right)
        case e.And(Const(left), right):
            return right if left else Const(0)
        case e.Or(Const(left), right):
            return Const(1) if left else right
        case e.Not(Const(value)):
            return Const(0 if value else 1)
        case e.Pick(Const(condition), then, otherwise):
            return then if condition else otherwise
        case e.Count(Const(tuple(members))):
            return Const(len(members))
        case e.Member(Const(value), Const(tuple(members))):
            return Const(int(value in members))
        case e.MakeSet(members) if all(isinstance(each, Const) and isinstance(each.value, int) for each in members):
            return _set(members)
        case ir.Branch(Const(condition), then, otherwise, _, origin):
            return ir.Goto(then if condition else otherwise, origin)
        case _:
            return node


def _set(members: tuple[Expr, ...]) -> Const:
    values = [each.value for each in members if isinstance(each, Const) and isinstance(each.value, int)]
    return Const(tuple(dict.fromkeys(value for value in values if value != e.NONE)))


def _arithmetic(node: e.Arithmetic, operator: str, left: int, right: int) -> Expr:
    if operator in ("/", "mod") and right == 0:
        return node
    value = ARITHMETIC[operator](left, right)
    return Const(value) if LOWEST <= value <= HIGHEST else node


def _compared(node: e.Compare, operator: str, left: int | tuple[int, ...], right: int | tuple[int, ...]) -> Expr:
    if isinstance(left, tuple) and isinstance(right, tuple):
        left, right = tuple(sorted(left)), tuple(sorted(right))
        if operator not in ("is", "is not"):
            return node
    match operator:
        case "is":
            return Const(int(left == right))
        case "is not":
            return Const(int(left != right))
    if isinstance(left, tuple) or isinstance(right, tuple):
        return node
    match operator:
        case "<":
            return Const(int(left < right))
        case "<=":
            return Const(int(left <= right))
        case ">":
            return Const(int(left > right))
        case ">=":
            return Const(int(left >= right))
        case _:
            return node


ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": add, "-": sub, "*": mul, "/": floordiv, "mod": mod, "min": min, "max": max,
}  # fmt: skip
PASSES: tuple[Callable[[Flow], Flow], ...] = (fold_constants, prune_unreachable, merge_blocks)
