"""Closures of the expressions about sets: what makes one, what is taken out of one, what is asked of one.

In: a node and the maker of its parts. Out: `SETS`, the builder for each such node. A set is a tuple without doubles, in
an order that means something: of the zone, of the table, of the layout.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import HIGHEST, LOWEST, MOST_MEMBERS, MOST_WORK
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.closures import Frame, Function, Maker, Members, Number, Temps
from rulewright.interpreter.errors import TIE, TOO_MUCH, PlayError
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.membership import contains, lying_in
from rulewright.interpreter.scalars import too_large
from rulewright.interpreter.state import State

# What goes through a set, or may do so.
GOING_THROUGH = frozenset({e.Filter, e.Gather, e.Distinct, e.Reachable, e.Best, e.AnyOf, e.Fold, e.RangeOf, e.Apply})
FOLDS: dict[str, Callable[[list[int]], int]] = {"sum": sum, "max": max, "min": min}

# ------------------------------------------------------------------------------------------------ made


def _contents(ev: Maker, node: e.Contents) -> Members:
    first = ev.layout.first_instance[node.zone]
    if node.owner is None:
        return lambda s, f, t: tuple(s.zones[first])
    owner = ev.number(node.owner)

    def owned(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        who = owner(s, f, t)
        return () if who < 0 else tuple(s.zones[first + who])

    return owned


def _everything(ev: Maker, node: e.Everything) -> Members:
    all_of = ev.layout.by_kind[node.kind]
    return lambda s, f, t: all_of


def _seats(ev: Maker, node: e.Seats) -> Members:
    seats = tuple(range(ev.layout.players))
    return lambda s, f, t: seats


def _around(ev: Maker, node: e.Around) -> Members:
    of, start, step, count = ev.members(node.of), ev.number(node.start), node.step, ev.layout.players

    def around(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        first = max(start(s, f, t), 0)
        return tuple(sorted(of(s, f, t), key=lambda seat: (seat - first) * step % count))

    return around


def _combine(ev: Maker, node: e.Combine) -> Members:
    left, right = ev.members(node.left), ev.members(node.right)
    if node.operator == "+":
        return lambda s, f, t: tuple(dict.fromkeys((*left(s, f, t), *right(s, f, t))))

    def without(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        gone = set(right(s, f, t))
        return tuple(each for each in left(s, f, t) if each not in gone)

    return without


def _make_set(ev: Maker, node: e.MakeSet) -> Members:
    parts = [ev.number(each) for each in node.of]
    return lambda s, f, t: tuple(dict.fromkeys(value for part in parts if (value := part(s, f, t)) != e.NONE))


def _range_of(ev: Maker, node: e.RangeOf) -> Members:
    low, high = ev.number(node.low), ev.number(node.high)

    def range_of(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        members = range(low(s, f, t), high(s, f, t) + 1)
        if members.stop - members.start > MOST_MEMBERS:
            first, last = members.start, members.stop - 1
            message = (
                f"the numbers from {first:,} to {last:,} are too many to go through; at most {MOST_MEMBERS:,} can be"
            )
            raise PlayError(TOO_MUCH, message)
        return tuple(members)

    return range_of


def _gone_through(ev: Maker, of: e.Expr, inner: e.Expr) -> Members:
    """The members of a set for each of which `inner` is worked out: where that goes through a set again, they are counted."""
    members, work = ev.members(of), ev.work
    if not any(type(node) in GOING_THROUGH for node in walk(inner)):
        return members

    def counted(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        found = members(s, f, t)
        _count_work(work, len(found))
        return found

    return counted


def _count_work(work: list[int], members: int) -> None:
    work[0] += members
    if work[0] > MOST_WORK:
        message = f"this goes through sets inside sets more than {MOST_WORK:,} times before anybody can decide"
        raise PlayError(TOO_MUCH, message)


# ------------------------------------------------------------------------------------------------ taken out


def _filter(ev: Maker, node: e.Filter) -> Members:
    only = lying_in(ev, node.slot, node.condition)
    if only is not None:
        return _filter_of_one(ev, node, *only)
    of, slot, condition = _gone_through(ev, node.of, node.condition), node.slot, ev.make(node.condition)

    def keep(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        kept = []
        for each in of(s, f, t):
            t[slot] = each
            if condition(s, f, t):
                kept.append(each)
        return tuple(kept)

    return keep


def _filter_of_one(ev: Maker, node: e.Filter, only: Number, rest: e.Expr | None) -> Members:
    inside, slot, condition = contains(ev, node.of), node.slot, None if rest is None else ev.make(rest)

    def keep_one(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        one = only(s, f, t)
        if one < 0 or not inside(s, f, t, one):
            return ()
        t[slot] = one
        return (one,) if condition is None or condition(s, f, t) else ()

    return keep_one


def _gather(ev: Maker, node: e.Gather) -> Members:
    of, slot, inner = _gone_through(ev, node.of, node.each), node.slot, ev.members(node.each)

    def gather(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for each in of(s, f, t):
            t[slot] = each
            found.update(dict.fromkeys(inner(s, f, t)))
        return tuple(found)

    return gather


def _distinct(ev: Maker, node: e.Distinct) -> Members:
    of, slot, key = _gone_through(ev, node.of, node.key), node.slot, ev.number(node.key)

    def distinct(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for each in of(s, f, t):
            t[slot] = each
            found[key(s, f, t)] = None
        found.pop(e.NONE, None)
        return tuple(found)

    return distinct


def _reachable(ev: Maker, node: e.Reachable) -> Members:
    of, slot, step, work = ev.members(node.of), node.slot, ev.members(node.step), ev.work

    def reachable(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        found = list(of(s, f, t))
        seen = set(found)
        for each in found:  # which grows meanwhile
            t[slot] = each
            for new in step(s, f, t):
                if new not in seen:
                    seen.add(new)
                    found.append(new)
        _count_work(work, len(found))
        return tuple(found)

    return reachable


def _best(ev: Maker, node: e.Best) -> Function:
    of, slot, key = _gone_through(ev, node.of, node.key), node.slot, ev.number(node.key)
    sign = 1 if node.operator == "highest" else -1

    def best(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        top: int | None = None
        found: list[int] = []
        for each in of(s, f, t):
            t[slot] = each
            value = sign * key(s, f, t)
            if top is None or value > top:
                top, found = value, [each]
            elif value == top:
                found.append(each)
        return tuple(found)

    if not node.alone:
        return best

    def alone(s: State, f: Frame, t: Temps) -> int:
        found = best(s, f, t)
        if len(found) > 1:
            names = " and ".join(_name(ev, node.of, member) for member in found)
            message = f"{names} are {node.operator} alike, and the rule speaks of one"
            raise PlayError(TIE, f"{message}; say what a tie means, for instance with `all_{node.operator}(...)`")
        return found[0] if found else e.NONE

    return alone


def _name(ev: Maker, of: e.Expr, member: int) -> str:
    """A member of a set for a message; what it is follows from where the set comes from."""
    match of:
        case e.Contents() | e.Everything():
            return ev.layout.names[member]
        case e.Seats() | e.Around():
            return seat_name(member)
        case e.Filter(of=inner) | e.FirstOf(of=inner) | e.After(of=inner) | e.Reachable(of=inner) | e.Combine(left=inner):
            return _name(ev, inner, member)
        case e.Gather(each=inner):
            return _name(ev, inner, member)
        case _:
            return str(member)


def _first_of(ev: Maker, node: e.FirstOf) -> Function:
    of = ev.members(node.of)
    if node.count is None:
        return lambda s, f, t: next(iter(of(s, f, t)), e.NONE)
    count = ev.number(node.count)
    return lambda s, f, t: of(s, f, t)[: max(0, count(s, f, t))]


def _last_of(ev: Maker, node: e.LastOf) -> Number:
    of = ev.members(node.of)
    return lambda s, f, t: next(reversed(of(s, f, t)), e.NONE)


def _after(ev: Maker, node: e.After) -> Members:
    of, value = ev.members(node.of), ev.number(node.value)

    def after(s: State, f: Frame, t: Temps) -> tuple[int, ...]:
        members, mark = of(s, f, t), value(s, f, t)
        return members[members.index(mark) + 1 :] if mark in members else members

    return after


# ------------------------------------------------------------------------------------------------ asked


def _member(ev: Maker, node: e.Member) -> Number:
    value = ev.number(node.value)
    if isinstance(node.of, e.RangeOf):  # which may be longer than what can be gone through
        low, high = ev.number(node.of.low), ev.number(node.of.high)
        return lambda s, f, t: int(low(s, f, t) <= value(s, f, t) <= high(s, f, t))
    inside = contains(ev, node.of)
    return lambda s, f, t: int(inside(s, f, t, value(s, f, t)))


def _count(ev: Maker, node: e.Count) -> Number:
    if isinstance(node.of, e.Contents) and node.of.owner is None:
        first = ev.layout.first_instance[node.of.zone]
        return lambda s, f, t: len(s.zones[first])
    of = ev.members(node.of)
    return lambda s, f, t: len(of(s, f, t))


def _any_of(ev: Maker, node: e.AnyOf) -> Number:
    of, slot, condition = _gone_through(ev, node.of, node.condition), node.slot, ev.make(node.condition)

    def any_of(s: State, f: Frame, t: Temps) -> int:
        for each in of(s, f, t):
            t[slot] = each
            if condition(s, f, t):
                return 1
        return 0

    return any_of


def _fold(ev: Maker, node: e.Fold) -> Number:
    of, slot, key = _gone_through(ev, node.of, node.key), node.slot, ev.number(node.key)
    combine = FOLDS[node.operator]

    def fold(s: State, f: Frame, t: Temps) -> int:
        values = []
        for each in of(s, f, t):
            t[slot] = each
            values.append(key(s, f, t))
        found = combine(values) if values else 0
        return found if LOWEST <= found <= HIGHEST else too_large()

    return fold


SETS: dict[type, Callable[..., Function]] = {
    e.Contents: _contents,
    e.Everything: _everything,
    e.Seats: _seats,
    e.Around: _around,
    e.Combine: _combine,
    e.MakeSet: _make_set,
    e.RangeOf: _range_of,
    e.Filter: _filter,
    e.Gather: _gather,
    e.Distinct: _distinct,
    e.Reachable: _reachable,
    e.Best: _best,
    e.FirstOf: _first_of,
    e.LastOf: _last_of,
    e.After: _after,
    e.Member: _member,
    e.Count: _count,
    e.AnyOf: _any_of,
    e.Fold: _fold,
}
