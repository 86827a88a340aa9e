"""What can be said about a flow without running it; all of it by one small fixpoint solver.

In: a flow. Out: what comes before and behind a block, which blocks are reached, what procedures run before one goes on. Every answer is
on the safe side: what may happen is never left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import TypeVar

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.shape import targets
from rulewright.dsl.types import EffectType, PlayerType, strip

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def made_for(flow: Flow, component: ir.ComponentSpec) -> int:
    """The seat that a component is made for; `none` for one that is made for nobody, or of which the flow does not know."""
    for field, value in zip(flow.kinds[component.kind].fields, component.values, strict=True):
        if flow.fields[field].name == "owner" and isinstance(strip(flow.fields[field].type), PlayerType):
            return value if isinstance(value, int) else e.NONE
    per = flow.zones[component.start].per
    return component.owner if component.owner is not None and per is not None and per.what == "players" else e.NONE


def solve(keys: Collection[K], equation: Callable[[K, Callable[[K], V]], V], bottom: V) -> dict[K, V]:
    """The least values that fulfil an equation for each key.

    `equation(key, look)` computes the value of a key and calls `look(other)` for the values it depends on. It must grow
    with what it looks at, and values must not grow without end; then this comes to rest.
    """
    values = dict.fromkeys(keys, bottom)
    users: dict[K, set[K]] = {key: set() for key in keys}
    todo = deque(keys)
    waiting = set(todo)

    def look_from(key: K) -> Callable[[K], V]:
        def look(other: K) -> V:
            users[other].add(key)
            return values[other]

        return look

    while todo:
        key = todo.popleft()
        waiting.discard(key)
        value = equation(key, look_from(key))
        if value != values[key]:
            values[key] = value
            todo.extend(users[key] - waiting)
            waiting |= users[key]
    return values


# ------------------------------------------------------------------------------------------------ blocks


def successors(block: Block) -> tuple[int, ...]:
    """The blocks of the same procedure that may come after a block; a `Leave` gives up its procedure."""
    return () if isinstance(block.exit, ir.Leave) else tuple(dict.fromkeys(targets(block.exit)))


def predecessors(flow: Flow) -> Mapping[int, tuple[int, ...]]:
    """For each block those of the same procedure that may come before it."""
    found: dict[int, list[int]] = {block.number: [] for block in flow.blocks}
    for block in flow.blocks:
        for number in successors(block):
            found[number].append(block.number)
    return {number: tuple(each) for number, each in found.items()}


def blocks_of(flow: Flow, procedure: int) -> tuple[Block, ...]:
    """The blocks of a procedure, in order."""
    return tuple(block for block in flow.blocks if block.procedure == procedure)


def reachable_blocks(flow: Flow) -> frozenset[int]:
    """Every block that its procedure's entry leads to, or a block where a scenario may begin, or a reached `Leave`.

    Whether anybody calls the procedure is not asked.
    """
    roots = {procedure.entry for procedure in flow.procedures} | {entry.block for entry in flow.entries}
    before: dict[int, list[int]] = {block.number: [] for block in flow.blocks}
    for block in flow.blocks:
        for number in targets(block.exit):
            before[number].append(block.number)

    def reached(number: int, look: Callable[[int], bool]) -> bool:
        return number in roots or any(look(each) for each in before[number])

    return frozenset(number for number, found in solve(range(len(flow.blocks)), reached, False).items() if found)


# ------------------------------------------------------------------------------------------------ procedures


def callees(flow: Flow) -> tuple[frozenset[int], ...]:
    """For each procedure those that run before it goes on: called ones, and the settle procedure with its reactions.

    An effect that an expression names may be any procedure of an effect; a reaction any trigger.
    """
    named = effects(flow)
    triggers = frozenset(number for number, each in enumerate(flow.procedures) if each.kind == "trigger")
    found: list[set[int]] = [set() for _ in flow.procedures]
    for block in flow.blocks:
        match block.exit:
            case ir.Call(procedure=int(number)):
                found[block.procedure].add(number)
            case ir.Call():
                found[block.procedure] |= named
            case ir.Settle():
                found[block.procedure].add(flow.settle)
            case ir.React():
                found[block.procedure] |= triggers
            case _:
                pass
    return tuple(frozenset(each) for each in found)


def effects(flow: Flow) -> frozenset[int]:
    """The procedures that an expression can name: those that are the value of a field."""
    named = frozenset(number for number, each in enumerate(flow.procedures) if each.kind == "effect")
    fields = {number for number, field in enumerate(flow.fields) if isinstance(strip(field.type), EffectType)}
    held: set[int] = set()
    for component in flow.components:
        for field, value in zip(flow.kinds[component.kind].fields, component.values, strict=False):
            if field in fields:
                held.update(value if isinstance(value, tuple) else (value,))
    return named | (held & set(range(len(flow.procedures))))
