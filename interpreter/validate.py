"""Whether a state that comes from a text can be played: what `Match.load` looks at before it believes it.

In: a layout and a state of any content. Out: one sentence that says what is wrong, or None. A state that passes makes no
machine fail: every number means something, every component is in one zone, every frame stands where it can go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.laws_of_names import Slots, known_locals
from rulewright.dsl.flow.limits import HIGHEST, LOWEST
from rulewright.dsl.types import (
    EffectType,
    EnumType,
    FlagType,
    KindType,
    OptionalType,
    PlayerType,
    SetType,
    Type,
)
from rulewright.interpreter.closures import LOCALS
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.state import State, Value, Veil


def wrong_in(layout: Layout, state: State, deepest: int) -> str | None:
    """What is wrong with a state, or None. deepest: how many frames there can be."""
    return next(_wrong(layout, state, deepest), None)


def _wrong(layout: Layout, state: State, deepest: int, stops: bool = True) -> Iterator[str]:
    rows = (state.zones, state.where, state.face, state.shown, state.cells, state.frames, state.pending)
    if not all(isinstance(row, list) for row in rows):
        yield "a part of it is no list"
        return
    numbers = (state.floor, state.held, state.drawn)
    if type(state.seed) is not int or not all(_is_number(number) for number in numbers) or min(state.floor, state.held, state.drawn) < 0:
        yield "a count in it is no number"
        return
    for check in (_components, _cells, _frames, _reactions, _winners):
        yield from check(layout, state)
    if stops:
        yield from _stop(layout, state)
    if state.veil is not None:
        yield from _veil(layout, state.veil, deepest)
    if not int(stops) <= len(state.frames) <= deepest:
        yield f"there are {len(state.frames)} rules inside one another"


def _is_number(value: object) -> bool:
    return type(value) is int and LOWEST <= value <= HIGHEST


def _components(layout: Layout, state: State) -> Iterator[str]:
    """Each component is in exactly one zone, which holds its kind."""
    count = len(layout.components)
    if not all(type(each) is list and all(_is_number(one) for one in each) for each in state.zones):
        yield "a zone is no list of components"
        return
    if len(state.zones) != len(layout.instances):
        yield f"there are {len(state.zones)} zones, not {len(layout.instances)}"
    for row, most in ((state.where, len(layout.instances)), (state.face, 2), (state.shown, 1 << layout.players)):
        if len(row) != count or not all(type(value) is int and 0 <= value < most for value in row):
            yield "what is known of the components does not fit them"
            return
    lying = sorted((component, number) for number, zone in enumerate(state.zones) for component in zone)
    if lying != list(enumerate(state.where)):
        yield "a component is in no zone, or in two"
        return
    for component, instance in lying:
        zone = layout.flow.zones[layout.instances[instance][0]]
        if zone.holds != layout.kinds[component]:
            yield f"{layout.names[component]} is in {layout.zone_name(instance)}, which holds others"


def _cells(layout: Layout, state: State) -> Iterator[str]:
    """Each variable has a value for each of its keys, within its bounds."""
    if len(state.cells) != len(layout.starts) or not all(_is_number(value) for value in state.cells):
        yield "the variables are others"
        return
    ends = [*layout.bases[1:], len(state.cells)]
    for spec, first, end in zip(layout.flow.variables, layout.bases, ends, strict=True):
        for value in state.cells[first:end]:
            if not spec.low <= value <= spec.high or not _fits(layout, spec.type, value, may_be_none=spec.low < 0):
                yield f"`{spec.name}` cannot be {value}"


def _fits(layout: Layout, type_: Type, value: object, *, may_be_none: bool = True) -> bool:
    """Whether a value can be of a type; what is not set yet is -1, whatever its type."""
    if value == -1 and may_be_none and type(value) is int:
        return True
    flow = layout.flow
    match type_:
        case OptionalType(of=of):
            return _fits(layout, of, value)
        case SetType(of=of):
            return isinstance(value, tuple) and all(_fits(layout, of, each, may_be_none=False) for each in value)
        case _ if not _is_number(value) or not isinstance(value, int):
            return False
        case PlayerType():
            return 0 <= value < layout.players
        case KindType(name=name):
            return 0 <= value < len(layout.kinds) and flow.kinds[layout.kinds[value]].name == name
        case EnumType(name=name):
            return any(enum.name == name and 0 <= value < len(enum.values) for enum in flow.enums)
        case FlagType():
            return value in (0, 1)
        case EffectType():
            return 0 <= value < len(flow.procedures) and flow.procedures[value].kind == "effect"
        case _:
            return True


def _frames(layout: Layout, state: State) -> Iterator[str]:
    """Each frame is at a block of its procedure, with a value in each local that the block counts on."""
    flow = layout.flow
    for place, frame in enumerate(state.frames):
        if type(frame) is not list or not all(_is_number(value) for value in frame[:LOCALS]) or len(frame) < LOCALS:
            yield "a rule under way is none"
            return
        procedure, number, floor = (value for value in frame[:LOCALS] if isinstance(value, int))
        if not 0 <= procedure < len(flow.procedures) or not 0 <= number < len(flow.blocks):
            yield "a rule under way is none of the rulebook's"
            return
        spec, block = flow.procedures[procedure], flow.blocks[number]
        if block.procedure != procedure or (place == 0) != (procedure == flow.main):
            yield "a rule under way stands at a place that is not its own"
        elif len(frame) != LOCALS + spec.locals or not -1 <= floor <= len(state.pending):
            yield "a rule under way has other values"
        else:
            yield from _locals(layout, spec, frame[LOCALS:], _known(flow).get(number, frozenset()))


def _stop(layout: Layout, state: State) -> Iterator[str]:
    """The game stands where somebody decides, or at its end; what the last block gave values to has them."""
    flow = layout.flow
    top: list[Value] = state.frames[-1] if state.frames else [-1, -1]
    block = flow.blocks[top[1]] if isinstance(top[1], int) and top[1] >= 0 else None
    if block is None or not isinstance(block.exit, ir.GameEnd if state.winners is not None else ir.Choice):
        yield "the game stands at a place where nobody decides"
        return
    given = frozenset(op.slot for op in block.ops if isinstance(op, ir.Assign))
    yield from _locals(layout, flow.procedures[block.procedure], top[LOCALS:], given)


def _veil(layout: Layout, veil: Veil, deepest: int) -> Iterator[str]:
    """While answers are sealed, what the seats know is a state for each of them."""
    seats = [*veil.worlds, *veil.closed, max(veil.actor, 0) if type(veil.actor) is int else None]
    if not all(type(seat) is int and 0 <= seat < layout.players for seat in seats):
        yield "sealed answers are of no seats"
        return
    for known in (veil.before, *veil.worlds.values()):
        yield from _wrong(layout, known, deepest, stops=False)


@lru_cache(maxsize=8)
def _known(flow: ir.Flow) -> dict[int, Slots]:
    return known_locals(flow)


def _locals(layout: Layout, spec: ir.Procedure, values: list[Value], known: Slots) -> Iterator[str]:
    for slot, (type_, value) in enumerate(zip(spec.types, values, strict=True)):
        unset = slot in known and isinstance(type_, SetType) and not isinstance(value, tuple)
        if unset or not _fits(layout, type_, value):
            yield f"a value of `{spec.address}` is not of its type"


def _reactions(layout: Layout, state: State) -> Iterator[str]:
    """Each reaction that is due is a trigger's, with what it is told."""
    procedures = layout.flow.procedures
    for entry in state.pending:
        if not isinstance(entry, tuple) or not entry or not isinstance(entry[0], int):
            yield "a reaction that is due is none"
            continue
        number, told = entry[0], entry[1:]
        spec = procedures[number] if 0 <= number < len(procedures) else None
        if spec is None or spec.kind != "trigger" or len(told) != spec.parameters:
            yield "a reaction that is due is none of the rulebook's"
        elif not all(_fits(layout, type_, value) for type_, value in zip(spec.types, told, strict=False)):
            yield f"a reaction that is due, `{spec.address}`, is told what it cannot be"
    if state.floor > len(state.pending):
        yield "more reactions wait than there are"


def _winners(layout: Layout, state: State) -> Iterator[str]:
    winners = state.winners
    if winners is not None and not all(type(seat) is int and 0 <= seat < layout.players for seat in winners):
        yield "the winners are no seats"
