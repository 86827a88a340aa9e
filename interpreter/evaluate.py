"""Expressions as closures: each node of a formula becomes one Python function, made once for a layout.

In: an expression and a layout. Out: `f(state, frame, temps)` with its value, an int or a tuple of ints. `frame` is the
running frame's list, whose locals begin at `LOCALS`; `temps` is scratch outside the state. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from rulewright.dsl.flow import expr as e
from rulewright.dsl.types import EnumType, FlagType, KindType, OptionalType, PlayerType
from rulewright.interpreter.errors import DIVIDED_BY_ZERO, TIE, PlayError
from rulewright.interpreter.layout import Layout, seat_name
from rulewright.interpreter.state import State

LOCALS = 3

Frame = list[Any]
Temps = list[Any]
Function = Callable[[State, Frame, Temps], Any]


class Evaluator:
    """Makes closures for one layout, and keeps those of functions so that each is made once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.functions: dict[int, tuple[tuple[int, ...], Function]] = {}

    def make(self, node: e.Expr) -> Function:
        """The closure of an expression."""
        return BUILDERS[type(node)](self, node)

    def optional(self, node: e.Expr | None) -> Function | None:
        """The closure of an expression that may be missing."""
        return None if node is None else self.make(node)

    def function(self, number: int) -> tuple[tuple[int, ...], Function]:
        """The parameters and the body's closure of a function of the flow."""
        if number not in self.functions:
            spec = self.layout.flow.functions[number]
            self.functions[number] = (spec.parameters, self.make(spec.body))
        return self.functions[number]


def _const(ev: Evaluator, node: e.Const) -> Function:
    value = node.value
    return lambda s, f, t: value


def _local(ev: Evaluator, node: e.Local) -> Function:
    slot = node.slot + LOCALS
    return lambda s, f, t: f[slot]


def _temp(ev: Evaluator, node: e.Temp) -> Function:
    slot = node.slot
    return lambda s, f, t: t[slot]


def _variable(ev: Evaluator, node: e.StateVar) -> Function:
    layout, variable = ev.layout, node.variable
    base, start = layout.bases[variable], layout.flow.variables[variable].start
    if not node.index:
        return lambda s, f, t: s.cells[base]
    if len(node.index) == 1:
        index, low, size = ev.make(node.index[0]), layout.flow.variables[variable].per[0].low, layout.sizes[variable][0]

        def single(s: State, f: Frame, t: Temps) -> int:
            place = index(s, f, t) - low
            return s.cells[base + place] if 0 <= place < size else start

        return single
    indices = [ev.make(each) for each in node.index]

    def several(s: State, f: Frame, t: Temps) -> int:
        cell = layout.cell(variable, tuple(index(s, f, t) for index in indices))
        return start if cell < 0 else s.cells[cell]

    return several


def _field(ev: Evaluator, node: e.Field) -> Function:
    table, missing, of = ev.layout.fields[node.field], ev.layout.flow.fields[node.field].missing, ev.make(node.of)
    if node.key is None:

        def plain(s: State, f: Frame, t: Temps) -> Any:
            component = of(s, f, t)
            return missing if component < 0 else table[component]

        return plain
    key = ev.make(node.key)

    def keyed(s: State, f: Frame, t: Temps) -> int:
        component, place = of(s, f, t), key(s, f, t)
        return missing if component < 0 or place < 0 else cast(tuple[int, ...], table[component])[place]

    return keyed


def _contents(ev: Evaluator, node: e.Contents) -> Function:
    first = ev.layout.first_instance[node.zone]
    if node.owner is None:
        return lambda s, f, t: tuple(s.zones[first])
    owner = ev.make(node.owner)

    def owned(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        who = owner(s, f, t)
        return () if who < 0 else tuple(s.zones[first + who])

    return owned


def _everything(ev: Evaluator, node: e.Everything) -> Function:
    all_of = ev.layout.by_kind[node.kind]
    return lambda s, f, t: all_of


def _seats(ev: Evaluator, node: e.Seats) -> Function:
    seats = tuple(range(ev.layout.players))
    return lambda s, f, t: seats


def _seat_count(ev: Evaluator, node: e.SeatCount) -> Function:
    count = ev.layout.players
    return lambda s, f, t: count


def _around(ev: Evaluator, node: e.Around) -> Function:
    of, start, step, count = ev.make(node.of), ev.make(node.start), node.step, ev.layout.players

    def around(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        first = start(s, f, t)
        return tuple(sorted(of(s, f, t), key=lambda seat: (seat - first) * step % count))

    return around


def _neighbour(ev: Evaluator, node: e.Neighbour) -> Function:
    of, step, count = ev.make(node.of), node.step, ev.layout.players

    def neighbour(s: State, f: Frame, t: Temps) -> int:
        seat = of(s, f, t)
        return -1 if seat < 0 else (seat + step) % count

    return neighbour


def _holder(ev: Evaluator, node: e.Holder) -> Function:
    of = ev.make(node.of)
    owners = [-1 if owner is None else owner for _, owner in ev.layout.instances]

    def holder(s: State, f: Frame, t: Temps) -> int:
        component = of(s, f, t)
        return -1 if component < 0 else owners[s.where[component]]

    return holder


def _face_up(ev: Evaluator, node: e.FaceUp) -> Function:
    of = ev.make(node.of)

    def face_up(s: State, f: Frame, t: Temps) -> int:
        component = of(s, f, t)
        return 0 if component < 0 else s.face[component]

    return face_up


def _lies_in(ev: Evaluator, node: e.LiesIn) -> Function:
    of, owner, instances = ev.make(node.of), ev.optional(node.owner), ev.layout.instances

    def lies_in(s: State, f: Frame, t: Temps) -> int:
        component = of(s, f, t)
        if component < 0:
            return 0
        zone, whose = instances[s.where[component]]
        return int(zone == node.zone and (owner is None or owner(s, f, t) == whose))

    return lies_in


def _arithmetic(ev: Evaluator, node: e.Arithmetic) -> Function:
    left, right = ev.make(node.left), ev.make(node.right)
    match node.operator:
        case "+":
            return lambda s, f, t: left(s, f, t) + right(s, f, t)
        case "-":
            return lambda s, f, t: left(s, f, t) - right(s, f, t)
        case "*":
            return lambda s, f, t: left(s, f, t) * right(s, f, t)
        case "min":
            return lambda s, f, t: min(left(s, f, t), right(s, f, t))
        case "max":
            return lambda s, f, t: max(left(s, f, t), right(s, f, t))
        case _:
            return _division(node.operator, left, right)


def _division(operator: str, left: Function, right: Function) -> Function:
    def divide(s: State, f: Frame, t: Temps) -> int:
        by = right(s, f, t)
        if by == 0:
            raise PlayError(DIVIDED_BY_ZERO, "a number is divided by 0")
        value = left(s, f, t)
        return int(value // by if operator == "/" else value % by)

    return divide


def _compare(ev: Evaluator, node: e.Compare) -> Function:
    left, right = ev.make(node.left), ev.make(node.right)
    match node.operator:
        case "<":
            return lambda s, f, t: int(left(s, f, t) < right(s, f, t))
        case "<=":
            return lambda s, f, t: int(left(s, f, t) <= right(s, f, t))
        case ">":
            return lambda s, f, t: int(left(s, f, t) > right(s, f, t))
        case ">=":
            return lambda s, f, t: int(left(s, f, t) >= right(s, f, t))
        case "is":
            return lambda s, f, t: int(_equal(left(s, f, t), right(s, f, t)))
        case _:
            return lambda s, f, t: int(not _equal(left(s, f, t), right(s, f, t)))


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return sorted(a) == sorted(b)
    return bool(a == b)


def _and(ev: Evaluator, node: e.And) -> Function:
    left, right = ev.make(node.left), ev.make(node.right)
    return lambda s, f, t: right(s, f, t) if left(s, f, t) else 0


def _or(ev: Evaluator, node: e.Or) -> Function:
    left, right = ev.make(node.left), ev.make(node.right)
    return lambda s, f, t: 1 if left(s, f, t) else right(s, f, t)


def _not(ev: Evaluator, node: e.Not) -> Function:
    of = ev.make(node.of)
    return lambda s, f, t: 0 if of(s, f, t) else 1


def _pick(ev: Evaluator, node: e.Pick) -> Function:
    condition, then, otherwise = ev.make(node.condition), ev.make(node.then), ev.make(node.otherwise)
    return lambda s, f, t: then(s, f, t) if condition(s, f, t) else otherwise(s, f, t)


def _member(ev: Evaluator, node: e.Member) -> Function:
    value, of = ev.make(node.value), ev.make(node.of)
    return lambda s, f, t: int(value(s, f, t) in of(s, f, t))


def _combine(ev: Evaluator, node: e.Combine) -> Function:
    left, right = ev.make(node.left), ev.make(node.right)
    if node.operator == "+":
        return lambda s, f, t: tuple(dict.fromkeys((*left(s, f, t), *right(s, f, t))))

    def without(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        gone = set(right(s, f, t))
        return tuple(each for each in left(s, f, t) if each not in gone)

    return without


def _make_set(ev: Evaluator, node: e.MakeSet) -> Function:
    parts = [ev.make(each) for each in node.of]
    return lambda s, f, t: tuple(dict.fromkeys(value for part in parts if (value := part(s, f, t)) != e.NONE))


def _count(ev: Evaluator, node: e.Count) -> Function:
    of = ev.make(node.of)
    return lambda s, f, t: len(of(s, f, t))


def _filter(ev: Evaluator, node: e.Filter) -> Function:
    of, slot, condition = ev.make(node.of), node.slot, ev.make(node.condition)

    def keep(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        kept = []
        for each in of(s, f, t):
            t[slot] = each
            if condition(s, f, t):
                kept.append(each)
        return tuple(kept)

    return keep


def _any_of(ev: Evaluator, node: e.AnyOf) -> Function:
    of, slot, condition = ev.make(node.of), node.slot, ev.make(node.condition)

    def any_of(s: State, f: Frame, t: Temps) -> int:
        for each in of(s, f, t):
            t[slot] = each
            if condition(s, f, t):
                return 1
        return 0

    return any_of


def _gather(ev: Evaluator, node: e.Gather) -> Function:
    of, slot, inner = ev.make(node.of), node.slot, ev.make(node.each)

    def gather(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for each in of(s, f, t):
            t[slot] = each
            for value in inner(s, f, t):
                found[value] = None
        return tuple(found)

    return gather


def _distinct(ev: Evaluator, node: e.Distinct) -> Function:
    of, slot, key = ev.make(node.of), node.slot, ev.make(node.key)

    def distinct(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for each in of(s, f, t):
            t[slot] = each
            value = key(s, f, t)
            if value != e.NONE:
                found[value] = None
        return tuple(found)

    return distinct


def _fold(ev: Evaluator, node: e.Fold) -> Function:
    of, slot, key = ev.make(node.of), node.slot, ev.make(node.key)
    combine = {"sum": sum, "max": max, "min": min}[node.operator]

    def fold(s: State, f: Frame, t: Temps) -> int:
        values = []
        for each in of(s, f, t):
            t[slot] = each
            values.append(key(s, f, t))
        return int(combine(values)) if values else 0

    return fold


def _best(ev: Evaluator, node: e.Best) -> Function:
    of, slot, key = ev.make(node.of), node.slot, ev.make(node.key)
    sign = 1 if node.operator == "highest" else -1

    def best(s: State, f: Frame, t: Temps) -> Any:
        top: int | None = None
        found: list[int] = []
        for each in of(s, f, t):
            t[slot] = each
            value = sign * key(s, f, t)
            if top is None or value > top:
                top, found = value, [each]
            elif value == top:
                found.append(each)
        if not node.alone:
            return tuple(found)
        if len(found) > 1:
            raise PlayError(TIE, f"{len(found)} are {node.operator} alike, and the rule speaks of one; say what a tie means, for instance with `all_{node.operator}(...)`")
        return found[0] if found else e.NONE

    return best


def _first_of(ev: Evaluator, node: e.FirstOf) -> Function:
    of, count = ev.make(node.of), ev.optional(node.count)
    if count is not None:
        return lambda s, f, t: of(s, f, t)[: max(0, count(s, f, t))]
    return lambda s, f, t: next(iter(of(s, f, t)), e.NONE)


def _last_of(ev: Evaluator, node: e.LastOf) -> Function:
    of = ev.make(node.of)
    return lambda s, f, t: next(reversed(of(s, f, t)), e.NONE)


def _after(ev: Evaluator, node: e.After) -> Function:
    of, value = ev.make(node.of), ev.make(node.value)

    def after(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        members, mark = of(s, f, t), value(s, f, t)
        return cast(tuple[int, ...], members[members.index(mark) + 1 :] if mark in members else members)

    return after


def _range_of(ev: Evaluator, node: e.RangeOf) -> Function:
    low, high = ev.make(node.low), ev.make(node.high)
    if isinstance(node.low, e.Const) and isinstance(node.high, e.Const):
        fixed = tuple(range(cast(int, node.low.value), cast(int, node.high.value) + 1))
        return lambda s, f, t: fixed
    return lambda s, f, t: tuple(range(low(s, f, t), high(s, f, t) + 1))


def _apply(ev: Evaluator, node: e.Apply) -> Function:
    arguments = [ev.make(each) for each in node.arguments]
    slots, body = ev.function(node.function)

    def apply(s: State, f: Frame, t: Temps) -> Any:
        values = [argument(s, f, t) for argument in arguments]
        for slot, value in zip(slots, values, strict=True):
            t[slot] = value
        return body(s, f, t)

    return apply


def _is_active(ev: Evaluator, node: e.IsActive) -> Function:
    layout, scope = ev.layout, node.scope
    blocks = layout.flow.blocks

    def is_active(s: State, f: Frame, t: Temps) -> int:
        return int(any(scope in layout.ancestors[blocks[cast(int, frame[1])].scope] for frame in s.frames))

    return is_active


BUILDERS: dict[type, Callable[[Evaluator, Any], Function]] = {
    e.Const: _const, e.Local: _local, e.Temp: _temp, e.StateVar: _variable, e.Field: _field, e.Contents: _contents,
    e.Everything: _everything, e.Seats: _seats, e.SeatCount: _seat_count, e.Around: _around, e.Neighbour: _neighbour,
    e.Holder: _holder, e.FaceUp: _face_up, e.LiesIn: _lies_in, e.Arithmetic: _arithmetic, e.Compare: _compare, e.And: _and,
    e.Or: _or, e.Not: _not, e.Pick: _pick, e.Member: _member, e.Combine: _combine, e.MakeSet: _make_set, e.Count: _count,
    e.Filter: _filter, e.AnyOf: _any_of, e.Gather: _gather, e.Distinct: _distinct, e.Fold: _fold, e.Best: _best,
    e.FirstOf: _first_of, e.LastOf: _last_of, e.After: _after, e.RangeOf: _range_of, e.Apply: _apply, e.IsActive: _is_active,
}  # fmt: skip


def show_value(layout: Layout, value: int, type_: object) -> str:
    """A value as people write it, by its type: a seat letter, a component's name, an enum value, a number, yes or no."""
    if isinstance(type_, OptionalType):
        return "none" if value < 0 else show_value(layout, value, type_.of)
    match type_:
        case PlayerType():
            return seat_name(value)
        case KindType():
            return layout.names[value] if value >= 0 else "none"
        case EnumType(name):
            spec = next(enum for enum in layout.flow.enums if enum.name == name)
            return spec.values[value].replace("_", " ")
        case FlagType():
            return "yes" if value else "no"
        case _:
            return str(value)
