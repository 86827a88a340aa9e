"""What can be said about a flow without running it; all of it by one small fixpoint solver.

In: a flow. Out: which blocks are reached, what a procedure writes and an expression reads, where a seat or chance may
be asked, and which loops never ask. Every answer is on the safe side: what may happen is never left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.flow.ir import Block, Flow, Op
from rulewright.dsl.flow.shape import targets, walk
from rulewright.dsl.types import EffectType, PlayerType, strip

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

STOPS = (ir.Choice, ir.Shuffle, ir.Draw)


@dataclass(frozen=True, slots=True)
class Touched:
    """Variables and zones that something reads or writes. everywhere: any zone at all, as `Holder` reads."""

    variables: frozenset[int] = frozenset()
    zones: frozenset[int] = frozenset()
    everywhere: bool = False

    def __or__(self, other: Touched) -> Touched:
        return Touched(
            self.variables | other.variables, self.zones | other.zones, self.everywhere or other.everywhere
        )


NOTHING = Touched()


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


def may_stop(flow: Flow) -> frozenset[int]:
    """The procedures in which a seat or chance may be asked before they are over, in what they call, too."""
    stopping = {block.procedure for block in flow.blocks if isinstance(block.exit, STOPS)}
    called = callees(flow)

    def stops(procedure: int, look: Callable[[int], bool]) -> bool:
        return procedure in stopping or any(look(each) for each in called[procedure])

    return frozenset(number for number, found in solve(range(len(flow.procedures)), stops, False).items() if found)


# ------------------------------------------------------------------------------------------------ reading


def reads(flow: Flow, value: object) -> Touched:
    """What an expression (or an op, an exit, a text) looks at, in the functions that it applies, too."""

    def function_reads(number: int, look: Callable[[int], Touched]) -> Touched:
        return _reads(flow.functions[number].body, look)

    functions = solve(range(len(flow.functions)), function_reads, NOTHING)
    return _reads(value, lambda number: functions[number])


def _reads(value: object, function: Callable[[int], Touched]) -> Touched:
    found = NOTHING
    for node in walk(value):
        match node:
            case e.StateVar(variable=variable):
                found |= Touched(frozenset({variable}))
            case e.Contents(zone=zone) | e.LiesIn(zone=zone):
                found |= Touched(zones=frozenset({zone}))
            case e.Holder() | e.FaceUp() | e.PlaceOf():
                found |= Touched(everywhere=True)
            case e.Apply(function=number):
                found |= function(number)
            case _:
                pass
    return found


def zones_of(flow: Flow, value: Expr) -> frozenset[int] | None:
    """The zones that the components of an expression lie in; None when they may lie anywhere."""
    match value:
        case e.Const(value=-1 | ()):
            return frozenset()
        case e.Contents(zone=zone):
            return frozenset({zone})
        case e.Filter(of=of) | e.FirstOf(of=of) | e.LastOf(of=of) | e.After(of=of) | e.Best(of=of) | e.Gather(each=of):
            return zones_of(flow, of)
        case e.Combine(operator="-", left=of):
            return zones_of(flow, of)
        case e.Combine(left=left, right=right) | e.Pick(then=left, otherwise=right):
            return _union(zones_of(flow, each) for each in (left, right))
        case e.MakeSet(of=members):
            return _union(zones_of(flow, each) for each in members)
        case e.Apply(function=number):
            return zones_of(flow, flow.functions[number].body)
        case _:
            return None


def _union(found: Iterable[frozenset[int] | None]) -> frozenset[int] | None:
    result: frozenset[int] = frozenset()
    for each in found:
        if each is None:
            return None
        result |= each
    return result


# ------------------------------------------------------------------------------------------------ writing


def writes(flow: Flow) -> tuple[Touched, ...]:
    """For each procedure the variables and zones that change while it runs, by itself or by what it calls."""
    own = [NOTHING for _ in flow.procedures]
    for block in flow.blocks:
        for op in block.ops:
            own[block.procedure] |= written(flow, op)
        if isinstance(block.exit, ir.Shuffle):
            own[block.procedure] |= Touched(zones=frozenset({block.exit.zone}))
    called = callees(flow)

    def all_writes(procedure: int, look: Callable[[int], Touched]) -> Touched:
        found = own[procedure]
        for each in sorted(called[procedure]):
            found |= look(each)
        return found

    return tuple(solve(range(len(flow.procedures)), all_writes, NOTHING).values())


def written(flow: Flow, op: Op) -> Touched:
    """The variables and zones that an op changes (a card turned or shown changes its zone)."""
    match op:
        case ir.SetState(variable=variable) | ir.Change(variable=variable) | ir.Reset(variable=variable):
            return Touched(frozenset({variable}))
        case ir.Move(what=what, zone=zone):
            return _lying(flow, what) | Touched(zones=frozenset({zone}))
        case ir.Exchange(left=left, right=right):
            return _lying(flow, left) | _lying(flow, right)
        case ir.PassAround(zone=zone):
            return Touched(zones=frozenset({zone}))
        case ir.Turn(what=what) | ir.Show(what=what):
            return _lying(flow, what)
        case ir.Assign() | ir.Say() | ir.Hold() | ir.Happen():
            return NOTHING


def _lying(flow: Flow, what: Expr) -> Touched:
    zones = zones_of(flow, what)
    return Touched(everywhere=True) if zones is None else Touched(zones=zones)


# ------------------------------------------------------------------------------------------------ loops


def loops_without_stop(flow: Flow, procedure: int) -> tuple[frozenset[int], ...]:
    """The loops of a procedure in which nobody need be asked and nothing is counted, each as its blocks.

    A call of a procedure that may stop counts as a stop. A loop is counted when it takes members from a set until it is
    empty, or counts a local down. The loops found may be endless; whether they are is for their conditions to say.
    """
    stopping = may_stop(flow)
    kept = {block.number: block for block in blocks_of(flow, procedure) if not _asks(block, stopping)}
    while True:
        loops = _loops(kept)
        # Nobody passes a counted branch for ever, so what stays are the ways round without it.
        counted = {number for loop in loops for number in loop if _counts(kept, loop, number)}
        if not counted:
            return tuple(sorted(loops, key=min))
        kept = {number: block for number, block in kept.items() if number not in counted}


def _loops(blocks: Mapping[int, Block]) -> set[frozenset[int]]:
    """The sets of blocks that each lead to all of their set."""

    def ahead(number: int, look: Callable[[int], frozenset[int]]) -> frozenset[int]:
        found: frozenset[int] = frozenset()
        for each in successors(blocks[number]):
            if each in blocks:
                found |= look(each) | {each}
        return found

    none: frozenset[int] = frozenset()
    reached = solve(list(blocks), ahead, none)
    loops = {frozenset(other for other in reached[number] if number in reached[other]) for number in blocks}
    return loops - {none}


def _asks(block: Block, stopping: frozenset[int]) -> bool:
    exit_ = block.exit
    if isinstance(exit_, ir.Call):
        return not isinstance(exit_.procedure, int) or exit_.procedure in stopping
    return isinstance(exit_, STOPS)


def _counts(blocks: Mapping[int, Block], loop: frozenset[int], number: int) -> bool:
    """Whether a block leaves the loop once a local has run out that the loop only ever makes less."""
    exit_ = blocks[number].exit
    if not isinstance(exit_, ir.Branch) or exit_.otherwise in loop:
        return False
    match exit_.condition:
        case e.Count(of=e.Local(slot=slot)):
            pass
        case e.Compare(operator=">", left=e.Local(slot=slot), right=e.Const(value=0)):
            pass
        case _:
            return False
    local = e.Local(slot)
    given = [op.value for each in loop for op in blocks[each].ops if isinstance(op, ir.Assign) and op.slot == slot]
    less = [isinstance(value, e.After) and value.of == local for value in given]
    down = [value == e.Arithmetic("-", local, e.Const(1)) for value in given]
    return bool(given) and (all(less) or all(down))
