"""How the expressions about sets are written as values: what is gone through for them stands in lines before.

In: a writer and a node. Out: `SETS`, what writes each such node; `inside`, whether a value is in a set, where that
needs no search.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import MOST_MEMBERS
from rulewright.interpreter.fast import bits
from rulewright.interpreter.fast.loops import gone_through
from rulewright.interpreter.fast.scalars import lies_at
from rulewright.interpreter.fast.writer import Writer

# ------------------------------------------------------------------------------------------------ made


def _contents(w: Writer, node: e.Contents) -> str:
    first = w.layout.first_instance[node.zone]
    if node.owner is None:
        return f"Z[{first}]"
    owner = w.named(node.owner)
    place = f"Z[{first} + {owner}]" if first else f"Z[{owner}]"
    return place if w.is_there(node.owner) else f"({place} if {owner} >= 0 else ())"


def _around(w: Writer, node: e.Around) -> str:
    players = w.layout.players
    of = tuple(range(players)) if isinstance(node.of, e.Seats) else node.of.value if isinstance(node.of, e.Const) else None
    if isinstance(of, tuple) and w.spans.of(node.start).lies_in(-1, players - 1):
        starts = (*range(players), 0)  # the last one is for none
        orders = tuple(tuple(sorted(of, key=lambda seat: (seat - start) * node.step % players)) for start in starts)
        return f"{w.constant(orders)}[{w.value(node.start)}]"
    return f"around({w.members(node.of)}, {w.value(node.start)}, {node.step}, {players})"


def _combine(w: Writer, node: e.Combine) -> str:
    if node.operator == "+":
        left = w.members(node.left)
        return f"both({left}, {w.members(node.right)})"
    return _listed(w, node)


def _make_set(w: Writer, node: e.MakeSet) -> str:
    texts = [w.value(each) for each in node.of]
    if len(texts) == 1 and w.is_there(node.of[0]):
        return f"({texts[0]},)"
    return f"{'one' if len(texts) == 1 else 'set_of'}({', '.join(texts)})"


def _range_of(w: Writer, node: e.RangeOf) -> str:
    low, high = w.spans.of(node.low), w.spans.of(node.high)
    texts = w.value(node.low), w.value(node.high)
    if high.high - low.low < MOST_MEMBERS:
        return f"range({texts[0]}, {texts[1]} + 1)"
    return f"numbers({texts[0]}, {texts[1]})"


def _listed(w: Writer, node: e.Expr) -> str:
    """The members of a set as a list."""
    found = w.fresh("[]")
    name = f"t{node.slot}" if isinstance(node, e.Filter) else w.new()
    w.each(node, name, lambda looped: w.line(f"{found}.append({name})"))
    return found


def _gather(w: Writer, node: e.Gather) -> str:
    found = w.fresh("{}")
    each = w.lifted(node.each, node.slot)
    member = f"t{node.slot}_"

    def inner(looped: bool) -> None:
        w.each(each, member, lambda looped: w.line(f"{found}[{member}] = None"))

    gone_through(w, node.of, node.each, f"t{node.slot}", inner)
    return found


def _distinct(w: Writer, node: e.Distinct) -> str:
    found = w.fresh("{}")
    key = w.lifted(node.key, node.slot)
    gone_through(w, node.of, node.key, f"t{node.slot}", lambda looped: w.line(f"{found}[{w.value(key)}] = None"))
    span = w.spans.of(node.key)
    if not span.is_there and (span.none or span.low <= e.NONE <= span.high):
        w.line(f"{found}.pop(-1, None)")
    return found


def _reachable(w: Writer, node: e.Reachable) -> str:
    if w.is_loop(node):
        return _listed(w, node)
    match node.of:
        case e.MakeSet((one,)) if w.is_there(one):
            found = w.fresh(f"[{w.value(one)}]")
        case _:
            found = w.fresh(f"[*{w.members(node.of)}]")
    step = w.lifted(node.step, node.slot)
    seen, new = w.fresh(f"set({found})"), f"t{node.slot}_"

    def add(looped: bool) -> None:
        with w.inside(f"if {new} not in {seen}:"):
            w.line(f"{seen}.add({new})")
            w.line(f"{found}.append({new})")

    with w.inside(f"for t{node.slot} in {found}:"):  # which grows meanwhile
        w.each(step, new, add)
    return found


def _best(w: Writer, node: e.Best) -> str:
    top, found, key = w.fresh("None"), w.fresh("[]"), w.new()
    member, sign = f"t{node.slot}", ">" if node.operator == "highest" else "<"
    of_member = w.lifted(node.key, node.slot)

    def better(looped: bool) -> None:
        w.line(f"{key} = {w.value(of_member)}")
        with w.inside(f"if {top} is None or {key} {sign} {top}:"):
            w.line(f"{top} = {key}")
            w.line(f"{found} = [{member}]")
        w.line(f"elif {key} == {top}: {found}.append({member})")

    gone_through(w, node.of, node.key, member, better)
    return f"alone({found})" if node.alone else f"tuple({found})"


def _first_of(w: Writer, node: e.FirstOf) -> str:
    if node.count is not None:
        of = w.value(node.of)
        return f"{of}[: max(0, {w.value(node.count)})]"
    if isinstance(node.of, e.Spots):
        return bits.first(w, node.of)
    if isinstance(node.of, e.Local | e.Contents):
        text = w.members(node.of)
        text = text if text[-1] == "]" else w.fresh(text)
        return f"({text}[0] if {text} else -1)"
    if w.is_loop(node.of) and w.spans.of(node.of).is_there and not w.failing.can_fail(node.of):
        return _found_first(w, node.of)
    return f"first({w.members(node.of)})"


def _found_first(w: Writer, of: e.Expr) -> str:
    found, member = w.fresh("-1"), w.new()

    def take(looped: bool) -> None:
        w.line(f"{found} = {member}")
        if looped:
            w.line("break")

    w.each(of, member, take, f"{found} >= 0")
    return found


def _last_of(w: Writer, node: e.LastOf) -> str:
    if isinstance(node.of, e.Spots):
        return bits.last(w, node.of)
    if isinstance(node.of, e.Reachable) and w.is_loop(node.of):
        found, member = w.fresh("-1"), w.new()
        w.each(node.of, member, lambda looped: w.line(f"{found} = {member}"))
        return found
    text = w.value(node.of) if isinstance(node.of, e.Gather | e.Distinct | e.Combine | e.RangeOf) else w.members(node.of)
    text = text if text.isidentifier() else w.fresh(text)
    return f"({text}[-1] if {text} else -1)"


# ------------------------------------------------------------------------------------------------ asked


def inside(w: Writer, of: e.Expr, value: e.Expr) -> str:
    """Whether a value is in a set. The set is not gone through where it need not be, so as not to fail at other members."""
    match of:
        case e.Contents(zone, owner):
            return lies_at(w, w.layout.first_instance[zone], value, owner)
        case e.Everything(kind):
            return f"{w.value(value)} in {w.constant(frozenset(w.layout.by_kind[kind]))}"
        case e.Seats():
            return f"(0 <= {w.value(value)} < {w.layout.players})"
        case e.Spots():
            return bits.has(w, of, value)
        case e.RangeOf(low, high):
            bounds = w.value(low), w.value(value), w.value(high)
            return f"({bounds[0]} <= {bounds[1]} <= {bounds[2]})"
        case e.MakeSet((only,)):
            one, other = w.value(value), w.value(only)
            if w.is_there(only) or w.is_there(value):
                return f"({one} == {other})"
            return f"{one} in one({other})"
        case e.Filter(inner, slot, condition):
            name = w.named(value)
            member = w.stands_for(name, value)
            return w.bound(slot, name, lambda: w.truth(e.And(e.Member(member, inner), condition)))
        case e.Gather(inner, slot, each):
            member = w.stands_for(w.named(value), value)
            return w.truth(e.AnyOf(inner, slot, e.Member(member, each)))
        case e.Combine(operator, left, right):
            member = w.stands_for(w.named(value), value)
            one_, other_ = e.Member(member, left), e.Member(member, right)
            return w.truth(e.Or(one_, other_) if operator == "+" else e.And(one_, e.Not(other_)))
        case _:
            text = w.value(value)
            return f"({text} in {w.members(of)})"


def _any_of(w: Writer, node: e.AnyOf) -> str:
    found = w.fresh("False")
    condition = w.lifted(node.condition, node.slot)

    def holds(looped: bool) -> None:
        w.line(f"{found} = True")
        if looped:
            w.line("break")

    gone_through(
        w, node.of, condition, f"t{node.slot}", lambda looped: w.when(condition, lambda: holds(looped)), found
    )  # fmt: skip
    return found


def _count(w: Writer, node: e.Count) -> str:
    if isinstance(node.of, e.Spots):
        return bits.count(w, node.of)
    if not isinstance(node.of, e.Filter) and not (isinstance(node.of, e.Reachable) and w.is_loop(node.of)):
        return f"len({w.members(node.of)})"
    found = w.fresh("0")
    w.each(node.of, "_", lambda looped: w.line(f"{found} += 1"))
    return found


def _fold(w: Writer, node: e.Fold) -> str:
    key = w.lifted(node.key, node.slot)
    if node.operator == "sum":
        total = w.fresh("0")
        gone_through(w, node.of, node.key, f"t{node.slot}", lambda looped: w.line(f"{total} += {w.value(key)}"))
        return total if node.fits else f"checked({total})"
    found = w.fresh("[]")
    gone_through(w, node.of, node.key, f"t{node.slot}", lambda looped: w.line(f"{found}.append({w.value(key)})"))
    return f"{node.operator}({found}, default=0)"


SETS: dict[type, Callable[..., str]] = {
    e.Contents: _contents,
    e.Everything: lambda w, node: w.constant(w.layout.by_kind[node.kind]),
    e.Seats: lambda w, node: w.constant(tuple(range(w.layout.players))),
    e.Around: _around,
    e.Combine: _combine,
    e.MakeSet: _make_set,
    e.RangeOf: _range_of,
    e.Filter: _listed,
    e.Gather: _gather,
    e.Distinct: _distinct,
    e.Reachable: _reachable,
    e.Best: _best,
    e.FirstOf: _first_of,
    e.LastOf: _last_of,
    e.After: lambda w, node: f"after({w.value(node.of)}, {w.value(node.value)})",
    e.Member: lambda w, node: inside(w, node.of, node.value),
    e.Count: _count,
    e.AnyOf: _any_of,
    e.Fold: _fold,
    **bits.BITS,
}
