"""How the expressions about sets are written: as comprehensions over what is gone through.

In: a writer and a node. Out: `SETS`, what writes each such node; `inside`, whether a value is in a set, where that
needs no search.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import MOST_MEMBERS
from rulewright.dsl.flow.shape import rebuild, walk
from rulewright.interpreter.fast.spans import span_of
from rulewright.interpreter.fast.writer import Writer, is_simple
from rulewright.interpreter.sets import GOING_THROUGH

# ------------------------------------------------------------------------------------------------ made


def _contents(w: Writer, node: e.Contents) -> str:
    first = w.layout.first_instance[node.zone]
    if node.owner is None:
        return f"Z[{first}]"
    owner = w.value(node.owner)
    if w.is_there(node.owner):
        return f"Z[{first} + {owner}]"
    return f"(Z[{first} + {owner}] if {owner} >= 0 else ())" if is_simple(node.owner) else f"of_owner(Z, {first}, {owner})"


def _around(w: Writer, node: e.Around) -> str:
    return f"around({w.members(node.of)}, {w.value(node.start)}, {node.step}, {w.layout.players})"


def _combine(w: Writer, node: e.Combine) -> str:
    match node:
        case e.Combine("-", left, e.MakeSet(gone)) if gone and all(map(is_simple, gone)):
            # None is taken away from nothing, even from a number that looks like it.
            texts = [w.value(value) for value in gone]
            tests = " and ".join(f"(each != {text} or each == -1)" for text in texts)
            return f"[each for each in {w.members(left)} if {tests}]"
    return f"{'both' if node.operator == '+' else 'without'}({w.members(node.left)}, {w.members(node.right)})"


def _range_of(w: Writer, node: e.RangeOf) -> str:
    low, high = span_of(w.layout, node.low), span_of(w.layout, node.high)
    texts = w.value(node.low), w.value(node.high)
    if high[1] - low[0] < MOST_MEMBERS:
        return f"range({texts[0]}, {texts[1]} + 1)"
    return f"numbers({texts[0]}, {texts[1]})"


# ------------------------------------------------------------------------------------------------ taken out


def _gone_through(w: Writer, of: e.Expr, inner: e.Expr) -> str:
    """The members of a set for each of which `inner` is worked out: where that goes through a set again, they are counted."""
    again = any(type(node) in GOING_THROUGH for node in walk(inner))
    return f"counted(LIMITS, {w.members(of)})" if again else w.members(of)


def _filter(w: Writer, node: e.Filter) -> str:
    t = f"t{node.slot}"
    only = owner_in_question(node)
    if only is None:
        return f"[{t} for {t} in {_gone_through(w, node.of, node.condition)} if {w.with_member(node.slot, node.condition, w.truth)}]"
    held, rest = only
    of = f"whose({w.zones()}, {w.owners()}, W, {held.of.zone}, {w.value(held.value)})"  # type: ignore[union-attr]
    tests = w.with_member(node.slot, e.Temp(node.slot), lambda member: inside(w, node.of, member))
    if rest is not None:
        tests += f" and {w.with_member(node.slot, rest, w.truth)}"
    return f"[{t} for {t} in {of} if {tests}]"


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


def _gather(w: Writer, node: e.Gather) -> str:
    t = f"t{node.slot}"
    inner = w.with_member(node.slot, node.each, w.members)
    text = f"[each for {t} in {_gone_through(w, node.of, node.each)} for each in {inner}]"
    match node.each:
        case e.Contents(_, e.Temp(owner)) if owner == node.slot:
            return text  # a component lies in one zone: there are no doubles
        case _:
            return f"dict.fromkeys({text})"


def _distinct(w: Writer, node: e.Distinct) -> str:
    key = w.with_member(node.slot, node.key, w.value)
    return f"distinct([{key} for t{node.slot} in {_gone_through(w, node.of, node.key)}])"


def _reachable(w: Writer, node: e.Reachable) -> str:
    step = w.with_member(node.slot, node.step, w.members)
    return f"reachable(LIMITS, {w.members(node.of)}, lambda t{node.slot}: {step})"


def _best(w: Writer, node: e.Best) -> str:
    key = w.with_member(node.slot, node.key, w.value)
    pairs = f"[({key}, t{node.slot}) for t{node.slot} in {_gone_through(w, node.of, node.key)}]"
    return f"{'one_' if node.alone else 'all_'}{node.operator}({pairs})"


def _first_of(w: Writer, node: e.FirstOf) -> str:
    if node.count is None and isinstance(node.of, e.Local):
        text = w.value(node.of)
        return f"({text}[0] if {text} else -1)"
    if node.count is None:
        return f"first({w.members(node.of)})"
    return f"{w.value(node.of)}[: max(0, {w.value(node.count)})]"


# ------------------------------------------------------------------------------------------------ asked


def inside(w: Writer, of: e.Expr, value: e.Expr) -> str:
    """Whether a value is in a set. The set is not gone through where it need not be, so as not to fail at other members."""
    text = w.value(value)
    if isinstance(of, e.Filter | e.Gather | e.Combine) and not is_simple(value):
        slot = w.layout.flow.temps + next(w.fresh)
        return f"(lambda t{slot}: {inside(w, of, e.Temp(slot))})({text})"
    match of:
        case e.Contents(zone, owner):
            return _lies_at(w, w.layout.first_instance[zone], value, text, owner)
        case e.Everything(kind):
            return f"{text} in {w.constant(frozenset(w.layout.by_kind[kind]))}"
        case e.Seats():
            return f"(0 <= {text} < {w.layout.players})"
        case e.RangeOf(low, high):
            return f"({w.value(low)} <= {text} <= {w.value(high)})"
        case e.Filter(inner, slot, condition):
            return f"({inside(w, inner, value)} and {w.truth(_put(condition, slot, value))})"
        case e.Gather(inner, slot, each):
            found = w.with_member(slot, each, lambda part: inside(w, part, value))
            return f"any({found} for t{slot} in {w.members(inner)})"
        case e.Combine(operator, left, right):
            return f"({inside(w, left, value)} {'or' if operator == '+' else 'and not'} {inside(w, right, value)})"
        case _:
            return f"{text} in {w.members(of)}"


def _lies_at(w: Writer, first: int, value: e.Expr, text: str, owner: e.Expr | None) -> str:
    if owner is None:
        if w.is_there(value):
            return f"(W[{text}] == {first})"
        return f"({text} >= 0 and W[{text}] == {first})" if is_simple(value) else f"lies_at(W, {first}, {text}, 0)"
    if w.is_there(value) and w.is_there(owner):
        return f"(W[{text}] == {first} + {w.value(owner)})"
    return f"lies_at(W, {first}, {text}, {w.value(owner)})"


def _put(node: e.Expr, slot: int, value: e.Expr) -> e.Expr:
    """A formula with a value in the place of a temp."""
    return rebuild(node, lambda part: value if isinstance(part, e.Temp) and part.slot == slot else part)


def _any_of(w: Writer, node: e.AnyOf) -> str:
    condition = w.with_member(node.slot, node.condition, w.truth)
    return f"any({condition} for t{node.slot} in {_gone_through(w, node.of, node.condition)})"


def _fold(w: Writer, node: e.Fold) -> str:
    text = f"[{w.with_member(node.slot, node.key, w.value)} for t{node.slot} in {_gone_through(w, node.of, node.key)}]"
    if node.operator != "sum":
        return f"{node.operator}({text}, default=0)"
    low, high = span_of(w.layout, node.key)
    return f"sum({text})" if max(-low, high) < 2**40 else f"checked(sum({text}))"


SETS: dict[type, Callable[..., str]] = {
    e.Contents: _contents,
    e.Everything: lambda w, node: w.constant(w.layout.by_kind[node.kind]),
    e.Seats: lambda w, node: w.constant(tuple(range(w.layout.players))),
    e.Around: _around,
    e.Combine: _combine,
    e.MakeSet: lambda w, node: f"{'one' if len(node.of) == 1 else 'set_of'}({', '.join(w.value(each) for each in node.of)})",
    e.RangeOf: _range_of,
    e.Filter: _filter,
    e.Gather: _gather,
    e.Distinct: _distinct,
    e.Reachable: _reachable,
    e.Best: _best,
    e.FirstOf: _first_of,
    e.LastOf: lambda w, node: f"last({w.value(node.of)})",
    e.After: lambda w, node: f"after({w.value(node.of)}, {w.value(node.value)})",
    e.Member: lambda w, node: inside(w, node.of, node.value),
    e.Count: lambda w, node: f"len({w.members(node.of)})",
    e.AnyOf: _any_of,
    e.Fold: _fold,
}
