"""Closures of the expressions whose value is a number, a seat, a component, or yes or no.

In: a node and the maker of its parts. Out: `SCALARS`, the builder for each such node. What is read of `none` is said at
each node of `dsl.flow.expr`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, cast

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import HIGHEST, LOWEST
from rulewright.interpreter.closures import LOCALS, Frame, Function, Maker, Number, Temps
from rulewright.interpreter.errors import DIVIDED_BY_ZERO, TOO_LARGE, PlayError
from rulewright.interpreter.state import State, Value


def _const(ev: Maker, node: e.Const) -> Function:
    value = node.value
    return lambda s, f, t: value


def _local(ev: Maker, node: e.Local) -> Function:
    slot = node.slot + LOCALS
    return lambda s, f, t: f[slot]


def _temp(ev: Maker, node: e.Temp) -> Function:
    slot = node.slot
    return lambda s, f, t: t[slot]


def _variable(ev: Maker, node: e.StateVar) -> Number:
    layout, variable = ev.layout, node.variable
    base, start = layout.bases[variable], layout.flow.variables[variable].start
    if not node.index:
        return lambda s, f, t: s.cells[base]
    if len(node.index) == 1:
        low, size = layout.flow.variables[variable].per[0].low, layout.sizes[variable][0]
        index = ev.number(node.index[0])

        def single(s: State, f: Frame, t: Temps) -> int:
            place = index(s, f, t) - low
            return s.cells[base + place] if 0 <= place < size else start

        return single
    indices = [ev.number(each) for each in node.index]
    if len(indices) == 2:
        one, other = indices
        first, second = (each.low for each in layout.flow.variables[variable].per)
        rows, columns = layout.sizes[variable]

        def double(s: State, f: Frame, t: Temps) -> int:
            row, column = one(s, f, t) - first, other(s, f, t) - second
            return s.cells[base + row * columns + column] if 0 <= row < rows and 0 <= column < columns else start

        return double

    def several(s: State, f: Frame, t: Temps) -> int:
        cell = layout.cell(variable, tuple(index(s, f, t) for index in indices))
        return start if cell < 0 else s.cells[cell]

    return several


def _field(ev: Maker, node: e.Field) -> Function:
    table, missing, of = ev.layout.fields[node.field], ev.layout.flow.fields[node.field].missing, ev.number(node.of)
    if node.key is None:

        def plain(s: State, f: Frame, t: Temps) -> Value:
            component = of(s, f, t)
            return missing if component < 0 else table[component]

        return plain
    key = ev.number(node.key)

    def keyed(s: State, f: Frame, t: Temps) -> int:
        component, place = of(s, f, t), key(s, f, t)
        values = missing if component < 0 or place < 0 else table[component]
        return values[place] if isinstance(values, tuple) else missing

    return keyed


def _seat_count(ev: Maker, node: e.SeatCount) -> Number:
    count = ev.layout.players
    return lambda s, f, t: count


def _neighbour(ev: Maker, node: e.Neighbour) -> Number:
    of, step, count = ev.number(node.of), node.step, ev.layout.players

    def neighbour(s: State, f: Frame, t: Temps) -> int:
        seat = of(s, f, t)
        return -1 if seat < 0 else (seat + step) % count

    return neighbour


def _holder(ev: Maker, node: e.Holder) -> Number:
    of = ev.number(node.of)
    owners = [-1 if owner is None else owner for _, owner in ev.layout.instances]

    def holder(s: State, f: Frame, t: Temps) -> int:
        component = of(s, f, t)
        return -1 if component < 0 else owners[s.where[component]]

    return holder


def _place_of(ev: Maker, node: e.PlaceOf) -> Number:
    of, layout = ev.number(node.of), ev.layout
    ordered = [layout.flow.zones[zone].order != "set" for zone, _ in layout.instances]

    def place_of(s: State, f: Frame, t: Temps) -> int:
        component = of(s, f, t)
        if component < 0 or not ordered[s.where[component]]:
            return 0
        return s.zones[s.where[component]].index(component) + 1

    return place_of


def _face_up(ev: Maker, node: e.FaceUp) -> Number:
    of = ev.number(node.of)

    def face_up(s: State, f: Frame, t: Temps) -> int:
        component = of(s, f, t)
        return 0 if component < 0 else s.face[component]

    return face_up


def _lies_in(ev: Maker, node: e.LiesIn) -> Number:
    of, instances = ev.number(node.of), ev.layout.instances
    owner = None if node.owner is None else ev.number(node.owner)

    def lies_in(s: State, f: Frame, t: Temps) -> int:
        component = of(s, f, t)
        if component < 0:
            return 0
        zone, whose = instances[s.where[component]]
        return int(zone == node.zone and (owner is None or owner(s, f, t) == whose))

    return lies_in


def _arithmetic(ev: Maker, node: e.Arithmetic) -> Number:
    left, right = ev.number(node.left), ev.number(node.right)
    match node.operator:
        case "+":
            return lambda s, f, t: v if LOWEST <= (v := left(s, f, t) + right(s, f, t)) <= HIGHEST else too_large()
        case "-":
            return lambda s, f, t: v if LOWEST <= (v := left(s, f, t) - right(s, f, t)) <= HIGHEST else too_large()
        case "*":
            return lambda s, f, t: v if LOWEST <= (v := left(s, f, t) * right(s, f, t)) <= HIGHEST else too_large()
        case "min":
            return lambda s, f, t: min(left(s, f, t), right(s, f, t))
        case "max":
            return lambda s, f, t: max(left(s, f, t), right(s, f, t))
        case _:
            return _division(node.operator, left, right)


def too_large() -> NoReturn:
    """Raises PlayError for a number beyond HIGHEST or LOWEST."""
    raise PlayError(TOO_LARGE, f"a number becomes too large; numbers go up to {HIGHEST:,}")


def _division(operator: str, left: Number, right: Number) -> Number:
    def divide(s: State, f: Frame, t: Temps) -> int:
        by = right(s, f, t)
        if by == 0:
            raise PlayError(DIVIDED_BY_ZERO, "a number is divided by 0")
        value = left(s, f, t)
        return value // by if operator == "/" else value % by

    return divide


def _compare(ev: Maker, node: e.Compare) -> Number:
    if node.operator in ("is", "is not"):
        return _equal(ev, node, *((1, 0) if node.operator == "is" else (0, 1)))
    left, right = ev.number(node.left), ev.number(node.right)
    match node.operator:
        case "<":
            return lambda s, f, t: int(left(s, f, t) < right(s, f, t))
        case "<=":
            return lambda s, f, t: int(left(s, f, t) <= right(s, f, t))
        case ">":
            return lambda s, f, t: int(left(s, f, t) > right(s, f, t))
        case _:
            return lambda s, f, t: int(left(s, f, t) >= right(s, f, t))


def _equal(ev: Maker, node: e.Compare, same: int, different: int) -> Number:
    one = ev.make(node.left)
    if isinstance(node.right, e.Const) and isinstance(node.right.value, int):  # as most are
        constant = node.right.value
        return lambda s, f, t: same if one(s, f, t) == constant else different
    other = ev.make(node.right)

    def equal(s: State, f: Frame, t: Temps) -> int:
        a, b = one(s, f, t), other(s, f, t)
        alike = a == b or (isinstance(a, tuple) and isinstance(b, tuple) and sorted(a) == sorted(b))
        return same if alike else different

    return equal


def _and(ev: Maker, node: e.And) -> Function:
    left, right = ev.make(node.left), ev.make(node.right)
    return lambda s, f, t: right(s, f, t) if left(s, f, t) else 0


def _or(ev: Maker, node: e.Or) -> Function:
    left, right = ev.make(node.left), ev.make(node.right)
    return lambda s, f, t: 1 if left(s, f, t) else right(s, f, t)


def _not(ev: Maker, node: e.Not) -> Number:
    of = ev.make(node.of)
    return lambda s, f, t: 0 if of(s, f, t) else 1


def _pick(ev: Maker, node: e.Pick) -> Function:
    condition, then, otherwise = ev.make(node.condition), ev.make(node.then), ev.make(node.otherwise)
    return lambda s, f, t: then(s, f, t) if condition(s, f, t) else otherwise(s, f, t)


def _apply(ev: Maker, node: e.Apply) -> Function:
    arguments = [ev.make(each) for each in node.arguments]
    number, memo = node.function, ev.memo
    slots, body = ev.function(number)
    name, keeps, lasts = ev.layout.flow.functions[number].name, number not in memo.passing, number in memo.lasting

    def apply(s: State, f: Frame, t: Temps) -> Value:
        # All arguments first: one of them may apply the same function.
        values = [argument(s, f, t) for argument in arguments]
        kept = keeps and memo.of is s
        if lasts or kept:
            key = (number, *values)
            found = (memo.always if lasts else memo.known).get(key)
            if found is not None:
                return found
        for slot, value in zip(slots, values, strict=True):
            t[slot] = value
        try:
            value = body(s, f, t)
        except PlayError as error:
            error.through = (name, *error.through)
            raise
        if lasts:
            memo.keep_always(key, value)
        elif kept:
            memo.known[key] = value
        return value

    return apply


def _is_active(ev: Maker, node: e.IsActive) -> Number:
    blocks, ancestors, scope = ev.layout.flow.blocks, ev.layout.ancestors, node.scope

    def is_active(s: State, f: Frame, t: Temps) -> int:
        return int(any(scope in ancestors[blocks[cast(int, frame[1])].scope] for frame in s.frames))

    return is_active


def _earlier(ev: Maker, node: e.Earlier) -> Function:
    value, before = ev.make(node.value), ev.before

    def earlier(s: State, f: Frame, t: Temps) -> Value:
        return value(before[0] or s, f, t)

    return earlier


def _lookup(ev: Maker, node: e.Lookup) -> Function:
    values, index = node.values, [ev.number(each) for each in node.index]
    shape = list(zip(index, node.lows, node.sizes, strict=True))

    def lookup(s: State, f: Frame, t: Temps) -> Value:
        place = 0
        for number, low, size in shape:
            at = number(s, f, t) - low
            place = place * (size + 1) + (at if 0 <= at < size else size)
        return values[place]

    return lookup


SCALARS: dict[type, Callable[..., Function]] = {
    e.Const: _const,
    e.Local: _local,
    e.Temp: _temp,
    e.StateVar: _variable,
    e.Field: _field,
    e.SeatCount: _seat_count,
    e.Neighbour: _neighbour,
    e.Holder: _holder,
    e.FaceUp: _face_up,
    e.PlaceOf: _place_of,
    e.LiesIn: _lies_in,
    e.Arithmetic: _arithmetic,
    e.Compare: _compare,
    e.And: _and,
    e.Or: _or,
    e.Not: _not,
    e.Pick: _pick,
    e.Apply: _apply,
    e.IsActive: _is_active,
    e.Earlier: _earlier,
    e.Lookup: _lookup,
}
