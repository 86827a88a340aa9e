"""Laws about locals, temps and functions: what is named has a value where it is used.

In: a flow whose numbers are in range. Out: the places that break a law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import predecessors, solve
from rulewright.dsl.flow.ir import Block, Choice, Draw, Flow
from rulewright.dsl.flow.law import Found, Law, at, entries, place
from rulewright.dsl.flow.shape import is_node, parts, walk

Slots = frozenset[int]

# ------------------------------------------------------------------------------------------------ locals


def procedures_name_their_locals(flow: Flow) -> Found:
    """A procedure has a name and a type for each local; the first parameter is `me`."""
    for number, procedure in enumerate(flow.procedures):
        where = place(flow, "procedures", number)
        if not 1 <= procedure.parameters <= procedure.locals:
            yield where, f"{procedure.parameters} parameters of {procedure.locals} locals"
        if not procedure.locals == len(procedure.names) == len(procedure.types):
            counts = f"{len(procedure.names)} names and {len(procedure.types)} types"
            yield where, f"{counts} for {procedure.locals} locals"
        if procedure.names[:1] != ("me",):
            yield where, "local 0 is not `me`"


def locals_exist(flow: Flow) -> Found:
    """A local is one of the running procedure's."""
    for block in flow.blocks:
        size = flow.procedures[block.procedure].locals
        for node in walk(block):
            if isinstance(node, e.Local | ir.Assign | Draw | ir.PickSpec) and not 0 <= node.slot < size:
                yield at(flow, block), f"local {node.slot} of {size}"


def locals_stay_in_blocks(flow: Flow) -> Found:
    """Only blocks have locals: functions, invariants and audiences have no frame, and watches are shared by many."""
    for where, entry in entries(flow):
        framed = isinstance(entry, Block)
        outside = [each for each in walk(entry) if isinstance(each, ir.Watch)] if framed else [entry]
        if any(isinstance(node, e.Local) for each in outside for node in walk(each)):
            yield where, f"a local in {'a watch' if framed else 'something without a frame'}"


def locals_have_values(flow: Flow) -> Found:
    """On every way from its procedure's entry to the use of a local, the local was given a value."""
    for number, slots in known_locals(flow).items():
        block = flow.blocks[number]
        for slot in _missing(block, slots):
            yield at(flow, block), f"local {slot} may have no value here"


def known_locals(flow: Flow) -> dict[int, Slots]:
    """For each block that can be reached, the locals that have a value at its beginning, whichever way led there."""
    before = predecessors(flow)
    first = {each.entry: frozenset(range(each.parameters)) for each in flow.procedures}

    def given(number: int, look: Callable[[int], Slots | None]) -> Slots | None:
        ways = [first[number]] if number in first else []
        for each in before[number]:
            slots = look(each)
            if slots is not None:
                ways.append(_after(flow.blocks[each], slots, number))
        return frozenset.intersection(*ways) if ways else None

    found = solve(range(len(flow.blocks)), given, None)
    return {number: slots for number, slots in found.items() if slots is not None}


def _after(block: Block, slots: Slots, target: int) -> Slots:
    """The locals with a value at a block that comes after this one."""
    slots |= {op.slot for op in block.ops if isinstance(op, ir.Assign)}
    if isinstance(block.exit, Draw):
        return slots | {block.exit.slot}
    if isinstance(block.exit, Choice):
        ways = [slots | {pick.slot for pick in each.picks} for each in block.exit.alternatives if each.target == target]
        return frozenset.intersection(*ways, *([slots] if block.exit.empty == target else []))
    return slots


def _missing(block: Block, slots: Slots) -> Iterator[int]:
    for op in block.ops:
        yield from _unknown(op, slots)
        if isinstance(op, ir.Assign):
            slots |= {op.slot}
    if not isinstance(block.exit, Choice):
        yield from _unknown(block.exit, slots)
        return
    yield from _unknown((block.exit.who, block.exit.prompt), slots)
    for each in block.exit.alternatives:
        yield from _unknown(each.guard, slots)
        known = slots
        for pick in each.picks:
            yield from _unknown(pick.domain, known)
            known |= {pick.slot}
        yield from _unknown((each.label, each.legal), known)


def _unknown(value: object, slots: Slots) -> Iterator[int]:
    return (node.slot for node in walk(value) if isinstance(node, e.Local) and node.slot not in slots)


# ------------------------------------------------------------------------------------------------ temps


def temps_are_bound_once(flow: Flow) -> Found:
    """A temp is bound by an enclosing expression before it is used, within the flow's number of temps, and not bound
    again inside: not by an expression, nor by a function that is applied there."""
    inner = _function_temps(flow)

    def apply(number: int) -> Slots:
        return inner[number]

    for where, entry in entries(flow):
        bound: Slots = frozenset()
        if isinstance(entry, ir.FunctionSpec):
            bound = frozenset(entry.parameters)
            if len(bound) < len(entry.parameters):
                yield where, "two parameters are the same temp"
        for text in _temps(entry, bound, apply):
            yield where, text
    for where, entry in entries(flow):
        found = [slot for node in walk(entry) for slot in _binds(node)]
        if any(not 0 <= slot < flow.temps for slot in found):
            yield where, f"temp {max(found)} of {flow.temps}"


def _function_temps(flow: Flow) -> dict[int, Slots]:
    """For each function all temps that are bound while it is applied."""

    def bound(number: int, look: Callable[[int], Slots]) -> Slots:
        function = flow.functions[number]
        found = frozenset(function.parameters)
        for node in walk(function.body):
            found |= frozenset(_binds(node))
            if isinstance(node, e.Apply):
                found |= look(node.function)
        return found

    return solve(range(len(flow.functions)), bound, frozenset())


def _binds(node: object) -> tuple[int, ...]:
    """The temps that a node binds: a watch those of an event's parts, an expression with a slot and a set its slot."""
    match node:
        case ir.FunctionSpec(parameters=parameters):
            return parameters
        case ir.Watch():
            slots = (node.subject, node.source, node.target, node.by, *node.index, node.each_slot)
            return tuple(slot for slot in slots if slot != -1)
        case ir.Draw() | ir.PickSpec():
            return ()
        case _:
            slot = getattr(node, "slot", None)
            return (slot,) if isinstance(slot, int) and hasattr(node, "of") else ()


def _temps(value: object, bound: Slots, apply: Callable[[int], Slots]) -> Iterator[str]:
    """What is wrong with the temps of a value in which these are bound."""
    if isinstance(value, tuple):
        for each in value:
            yield from _temps(each, bound, apply)
    if not is_node(value):
        return
    if isinstance(value, e.Temp) and value.slot not in bound:
        yield f"temp {value.slot} is not bound"
    new = frozenset() if isinstance(value, ir.FunctionSpec) else frozenset(_binds(value))
    again = new | (apply(value.function) if isinstance(value, e.Apply) else frozenset())
    for slot in sorted(again & bound):
        yield f"temp {slot} is bound again"
    early = "each" if isinstance(value, ir.Watch) else "of"  # taken before this node binds its own temp
    own = frozenset({value.each_slot}) if isinstance(value, ir.Watch) else new
    for name, part in parts(value):
        yield from _temps(part, (bound | new) - (own if name == early else frozenset()), apply)


def watches_say_whom_they_stand_for(flow: Flow) -> Found:
    """A watch that stands for each seat of a set has a temp for the seat, and no other watch has; its temps differ."""
    for where, entry in entries(flow):
        for node in walk(entry):
            if isinstance(node, ir.Watch):
                if (node.each is None) != (node.each_slot == -1):
                    yield where, "a watch has a set of seats without a temp, or a temp without seats"
                if len(set(_binds(node))) < len(_binds(node)):
                    yield where, "two parts of an event are the same temp"


# ------------------------------------------------------------------------------------------------ functions


def functions_are_not_recursive(flow: Flow) -> Found:
    """No function needs its own value."""

    def needs(number: int, look: Callable[[int], Slots]) -> Slots:
        applied = frozenset(node.function for node in walk(flow.functions[number].body) if isinstance(node, e.Apply))
        return applied.union(*(look(each) for each in applied))

    none: Slots = frozenset()
    for number, needed in solve(range(len(flow.functions)), needs, none).items():
        if number in needed:
            yield place(flow, "functions", number), "it needs its own value"


NAMES: tuple[Law, ...] = (
    procedures_name_their_locals,
    locals_exist,
    locals_stay_in_blocks,
    locals_have_values,
    watches_say_whom_they_stand_for,
    temps_are_bound_once,
    functions_are_not_recursive,
)
