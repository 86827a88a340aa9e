"""How sets are gone through: as loops, which are put into one another; a set is made only where it is kept.

In: a writer and a node. Out: `LOOPS`, what writes a set as lines that do something for each member.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import MOST_WORK
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.fast.writer import Body, Writer
from rulewright.interpreter.sets import GOING_THROUGH

LIGHT = 2000  # parts of formulas worked out in a loop, up to which nobody counts


def gone_through(w: Writer, of: e.Expr, inner: e.Expr, name: str, body: Body, stop: str = "") -> None:
    """A loop in which `inner` is worked out for each member: where that goes through a set again, the members are counted."""
    if stop and w.failing.can_fail(of):
        of = kept(w, of)
    again = any(type(node) in GOING_THROUGH for node in walk(inner))
    if not again or w.facts.members(of) * w.facts.of(inner).work <= LIGHT:
        w.each(of, name, body, stop)
    elif not w.is_loop(of):
        with w.inside(f"for {name} in counted(LIMITS, {w.members(of)}):"):
            body(True)
    else:
        w.each(of, name, lambda looped: _counted(w, body, looped), stop)


def _counted(w: Writer, body: Body, looped: bool) -> None:
    w.line("LIMITS.work += 1")
    w.line(f"if LIMITS.work > {MOST_WORK}: fail()")
    body(looped)


def kept(w: Writer, of: e.Expr) -> e.Expr:
    """The same set, made before anything is done with its members."""
    text = w.members(of)
    return w.stands_for(text if text.isidentifier() else w.fresh(text), of)


def owner_in_question(node: e.Filter) -> tuple[e.Member, e.Expr | None] | None:
    """Where a filter asks first in whose zone something lies: that question, and what is left of the condition."""
    condition, rest = node.condition, None
    while isinstance(condition, e.And):
        rest = condition.right if rest is None else e.And(condition.right, rest)
        condition = condition.left
    match condition:
        case e.Member(value, e.Contents(_, e.Temp(owner))) if owner == node.slot:
            if not any(isinstance(each, e.Temp) and each.slot == owner for each in walk(value)):
                return condition, rest
    return None


def _filter(w: Writer, node: e.Filter, name: str, body: Body, stop: str) -> None:
    only = owner_in_question(node)
    if only is not None:
        _holder(w, node, *only, name, body)
        return
    name = f"t{node.slot}" if name == "_" else name
    condition = w.lifted(node.condition, node.slot)

    def tested(looped: bool) -> None:
        w.bound(node.slot, name, lambda: w.when(condition, lambda: body(looped)))

    gone_through(w, node.of, condition, name, tested, stop)


def _holder(w: Writer, node: e.Filter, held: e.Member, rest: e.Expr | None, name: str, body: Body) -> None:
    """The one in whose zone something lies, without going through all."""
    value = w.named(held.value)
    found = w.fresh(f"OWNER[W[{value}]] if {value} >= 0 and {w.zones()}[W[{value}]] == {held.of.zone} else -1")  # type: ignore[union-attr]
    w.owners()
    with w.inside(f"if {found} >= 0:"):
        member = w.stands_for(found, e.Temp(node.slot))
        inside: e.Expr = e.Member(member, node.of)

        def then() -> None:
            if name != "_":
                w.line(f"{name} = {found}")
            body(False)

        w.bound(node.slot, found, lambda: w.when(inside if rest is None else e.And(inside, rest), then))


def _gather(w: Writer, node: e.Gather, name: str, body: Body, stop: str) -> None:
    if stop or not has_doubles(node):
        _joined(w, node, name, body, stop)
        return
    found = w.fresh("{}")
    _joined(w, node, f"t{node.slot}_", lambda looped: w.line(f"{found}[t{node.slot}_] = None"), "")
    with w.inside(f"for {name} in {found}:"):
        body(True)


def _joined(w: Writer, node: e.Gather, name: str, body: Body, stop: str) -> None:
    """One after another, some perhaps twice."""
    each = w.lifted(node.each, node.slot)

    def inner(looped: bool) -> None:
        w.each(each, name, body, stop)
        if stop and looped:
            w.line(f"if {stop}: break")

    gone_through(w, node.of, node.each, f"t{node.slot}", inner, stop)


def has_doubles(node: e.Gather) -> bool:
    """Whether a member may come twice. A component lies in one zone: from zones of different owners none does."""
    match node.each:
        case e.Contents(_, e.Temp(owner)) if owner == node.slot:
            return False
        case _:
            return True


def _make_set(w: Writer, node: e.MakeSet, name: str, body: Body, stop: str) -> None:
    if len(node.of) != 1:
        with w.inside(f"for {name} in {w.members(node)}:"):
            body(True)
        return
    _one(w, node.of[0], name, body)


def _one(w: Writer, value: e.Expr, name: str, body: Body) -> None:
    """The only member of a set, which is none when there is none."""
    text = w.value(value)
    name = w.new() if name == "_" else name
    w.line(f"{name} = {text}")
    if w.is_there(value):
        body(False)
        return
    with w.inside(f"if {name} != -1:"):
        body(False)


def _lookup(w: Writer, node: e.Lookup, name: str, body: Body, stop: str) -> None:
    single = one_of(node)
    if single is None:
        with w.inside(f"for {name} in {w.value(node)}:"):
            body(True)
        return
    _one(w, single, name, body)


def one_of(node: e.Lookup) -> e.Lookup | None:
    """Of a table of sets of one member or none, the table of these members."""
    sets = [value for value in node.values if isinstance(value, tuple)]
    if len(sets) < len(node.values) or any(len(value) > 1 or value == (-1,) for value in sets):
        return None
    return e.Lookup(tuple(value[0] if value else -1 for value in sets), node.lows, node.sizes, node.index)


def _without(w: Writer, node: e.Combine, name: str, body: Body, stop: str) -> None:
    if node.operator == "+":
        with w.inside(f"for {name} in {w.members(node)}:"):
            body(True)
        return
    name = w.new() if name == "_" else name
    there = w.spans.of(node.left).is_there
    if isinstance(node.right, e.MakeSet):
        # None is taken away from nothing, even from a number that looks like it.
        gone = [w.named(each) for each in node.right.of]
        test = " and ".join(f"{name} != {each}" if there else f"({name} != {each} or {name} == -1)" for each in gone) or "True"
    else:
        test = f"{name} not in {w.fresh(f'set({w.members(node.right)})')}"

    def left(looped: bool) -> None:
        with w.inside(f"if {test}:"):
            body(looped)

    w.each(node.left, name, left, stop)


def _pick(w: Writer, node: e.Pick, name: str, body: Body, stop: str) -> None:
    """A set, or nothing."""
    w.when(node.condition, lambda: w.each(node.then, name, body, stop))


def _chain(w: Writer, node: e.Reachable, name: str, body: Body, stop: str) -> None:
    """A member after another, as long as there is a next one."""
    name = w.new() if name == "_" else name
    after = w.new()

    def goes_on(looped: bool) -> None:
        w.line(f"{name} = {after}")
        w.line("continue")

    def walked(looped: bool) -> None:
        with w.inside("while True:"):
            body(True)
            w.bound(node.slot, name, lambda: w.each(node.step, after, goes_on))
            w.line("break")

    w.each(node.of, name, walked)


LOOPS: dict[type, Callable[..., None]] = {
    e.Filter: _filter,
    e.Gather: _gather,
    e.MakeSet: _make_set,
    e.Lookup: _lookup,
    e.Combine: _without,
    e.Reachable: _chain,
    e.Pick: _pick,
}
