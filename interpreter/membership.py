"""Whether one value is in a set, without going through the set.

In: the expression of a set and the maker of its parts. Out: `contains`, a closure that asks about one value; `lying_in`,
the owner of the one zone that a value can lie in. Where a component lies is known of each component, so "is it in that
hand?" and "whose hand is it in?" need no search.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.closures import Frame, Maker, Number, Temps
from rulewright.interpreter.state import State

Contains = Callable[[State, Frame, Temps, int], bool]


def contains(ev: Maker, of: e.Expr) -> Contains:
    """The closure that says whether a value is in the set."""
    build = BUILDERS.get(type(of))
    if build is not None:
        return build(ev, of)
    members = ev.members(of)
    return lambda s, f, t, value: value in members(s, f, t)


def _in_zone(ev: Maker, of: e.Contents) -> Contains:
    first = ev.layout.first_instance[of.zone]
    if of.owner is None:
        return lambda s, f, t, value: value >= 0 and s.where[value] == first
    owner = ev.number(of.owner)

    def in_owned(s: State, f: Frame, t: Temps, value: int) -> bool:
        who = owner(s, f, t)
        return value >= 0 and who >= 0 and s.where[value] == first + who

    return in_owned


def _of_kind(ev: Maker, of: e.Everything) -> Contains:
    all_of = frozenset(ev.layout.by_kind[of.kind])
    return lambda s, f, t, value: value in all_of


def _of_filter(ev: Maker, of: e.Filter) -> Contains:
    inside, slot, condition = contains(ev, of.of), of.slot, ev.make(of.condition)

    def kept(s: State, f: Frame, t: Temps, value: int) -> bool:
        if not inside(s, f, t, value):
            return False
        t[slot] = value
        return bool(condition(s, f, t))

    return kept


def _of_gather(ev: Maker, of: e.Gather) -> Contains:
    members, slot, inside = ev.members(of.of), of.slot, contains(ev, of.each)

    def gathered(s: State, f: Frame, t: Temps, value: int) -> bool:
        for each in members(s, f, t):
            t[slot] = each
            if inside(s, f, t, value):
                return True
        return False

    return gathered


def _of_combine(ev: Maker, of: e.Combine) -> Contains:
    left, right = contains(ev, of.left), contains(ev, of.right)
    if of.operator == "+":
        return lambda s, f, t, value: left(s, f, t, value) or right(s, f, t, value)
    return lambda s, f, t, value: left(s, f, t, value) and not right(s, f, t, value)


BUILDERS: dict[type, Callable[..., Contains]] = {
    e.Contents: _in_zone,
    e.Everything: _of_kind,
    e.Filter: _of_filter,
    e.Gather: _of_gather,
    e.Combine: _of_combine,
}


def lying_in(ev: Maker, slot: int, condition: e.Expr) -> tuple[Number, e.Expr | None] | None:
    """What `condition` lets through at most, where it asks first in whose zone something lies; None where it does not.

    slot: the temp with the candidate. Out: the closure with the only owner in question (none: no owner), and what is left
    of the condition. `System where it in orbit`, asked of a planet: the system that it lies in.
    """
    match condition:
        case e.Member(value, e.Contents(zone, e.Temp(owner))) if owner == slot and not _reads(value, slot):
            return _owner(ev, zone, value), None
        case e.And(left, right):
            found = lying_in(ev, slot, left)
            return None if found is None else (found[0], right if found[1] is None else e.And(found[1], right))
        case _:
            return None


def _reads(node: e.Expr, slot: int) -> bool:
    return any(isinstance(each, e.Temp) and each.slot == slot for each in walk(node))


def _owner(ev: Maker, zone: int, value: e.Expr) -> Number:
    of, instances = ev.number(value), ev.layout.instances

    def owner(s: State, f: Frame, t: Temps) -> int:
        component = of(s, f, t)
        if component < 0:
            return e.NONE
        found, whose = instances[s.where[component]]
        return whose if found == zone and whose is not None else e.NONE

    return owner
