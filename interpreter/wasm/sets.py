"""How the expressions about sets are written: as loops, which are put into one another; a set is made only where it is kept.

In: a writer and a node. Out: `SETS`, what writes each such node as a value; `LOOPS`, what writes a set as a loop over its members.
A set is made by pushing members to the end of memory and closing it (`$close`).
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import MOST_MEMBERS
from rulewright.interpreter.fast.loops import owner_in_question
from rulewright.interpreter.wasm import bits
from rulewright.interpreter.wasm.membership import inside
from rulewright.interpreter.wasm.scalars import lying, of_row, owners, zones
from rulewright.interpreter.wasm.writer import Loop, Writer

Body = Callable[[], str]
PUSH = "(i64.store (global.get $bp) {}) (global.set $bp (i32.add (global.get $bp) (i32.const 8)))"


def made(w: Writer, node: e.Expr, close: str = "$close") -> str:
    """The members of a set, one behind another, as a set in memory."""
    start = w.fresh("i32")
    if isinstance(node, e.Reachable) and not w.chains.is_chain(node):
        return f"(block (result i64) {_grown(w, node, start, None)} (call {close} (local.get {start})))"
    member = w.fresh()
    body = w.each(node, member, lambda: PUSH.format(f"(local.get {member})"))
    return f"(block (result i64) (local.set {start} (global.get $bp)) {body} (call {close} (local.get {start})))"


# ------------------------------------------------------------------------------------------------ loops


def _contents(w: Writer, node: e.Contents, name: str, body: Body) -> str:
    first, following = w.layout.first_instance[node.zone], w.fresh("i32")
    out, again = w.label(), w.label()
    test = ""
    if node.owner is None:
        head = of_row(w.memory.head, f"(i32.const {first})")
    else:
        owner = w.fresh("i32")
        head = f"(local.set {owner} {w.index(node.owner)})"
        if not w.is_there(node.owner):
            test = f"(br_if {out} (i32.lt_s (local.get {owner}) (i32.const 0)))"
        test = head + test
        head = of_row(w.memory.head, f"(i32.add (local.get {owner}) (i32.const {first}))")
    return (
        f"(block {out} {test} (local.set {following} {head}) (loop {again}"
        f"(br_if {out} (i32.lt_s (local.get {following}) (i32.const 0)))"
        f"(local.set {name} (i64.extend_i32_s (local.get {following})))"
        f"(local.set {following} {of_row(w.memory.behind, f'(local.get {following})')})\n{body()}\n(br {again})))"
    )


def _counted(w: Writer, low: str, high: str, name: str, body: Body) -> str:
    """A loop over numbers; both ends are numbers of 64 bits."""
    at, end, out, again = w.fresh(), w.fresh(), w.label(), w.label()
    return (
        f"(local.set {at} {low}) (local.set {end} {high})"
        f"(block {out} (loop {again} (br_if {out} (i64.gt_s (local.get {at}) (local.get {end})))"
        f"(local.set {name} (local.get {at})) (local.set {at} (i64.add (local.get {at}) (i64.const 1)))\n"
        f"{body()}\n(br {again})))"
    )


def _range_of(w: Writer, node: e.RangeOf, name: str, body: Body) -> str:
    low, high = w.spans.of(node.low), w.spans.of(node.high)
    if high.high - low.low < MOST_MEMBERS:
        return _counted(w, w.value(node.low), w.value(node.high), name, body)
    a, b = w.fresh(), w.fresh()
    tested = f"(local.set {a} {w.value(node.low)}) (local.set {b} {w.value(node.high)})"
    # Without an end too far away: what does not fit is no difference that numbers can have.
    tested += (
        f"(if (i64.gt_s (local.get {b}) (local.get {a})) (then (if (i64.ge_u (i64.sub (local.get {b}) (local.get {a}))"
        f" (i64.const {MOST_MEMBERS})) (then (call $fail)))))"
    )
    return tested + _counted(w, f"(local.get {a})", f"(local.get {b})", name, body)


def _everything(w: Writer, node: e.Everything, name: str, body: Body) -> str | None:
    members = w.layout.by_kind[node.kind]
    if not members or members != tuple(range(members[0], members[-1] + 1)):
        return None
    return _counted(w, f"(i64.const {members[0]})", f"(i64.const {members[-1]})", name, body)


def _filter(w: Writer, node: e.Filter, name: str, body: Body) -> str:
    slot = node.slot
    temp = w.temp(slot)
    only = owner_in_question(node)
    if only is None:

        def tested() -> str:
            condition = w.with_member(slot, node.condition, w.truth)
            return f"(if {condition} (then (local.set {name} (local.get {temp}))\n{body()}))"

        return w.gone_through(node.of, node.condition, temp, tested)
    held, rest = only
    assert isinstance(held.of, e.Contents)
    where = w.fresh("i32")
    tests = f"(i32.eq {of_row(zones(w), f'(local.get {where})')} (i32.const {held.of.zone}))"
    tests = f"(if (result i32) {tests} (then (i64.ge_s (local.get {temp}) (i64.const 0))) (else (i32.const 0)))"
    found = w.with_member(slot, e.Temp(slot), lambda member: inside(w, node.of, member))
    tests = f"(if (result i32) {tests} (then {found}) (else (i32.const 0)))"
    if rest is not None:
        also = w.with_member(slot, rest, w.truth)
        tests = f"(if (result i32) {tests} (then {also}) (else (i32.const 0)))"
    return (
        f"(local.set {where} {lying(w, held.value)})"
        f"(local.set {temp} (i64.extend_i32_s {of_row(owners(w), f'(local.get {where})')}))"
        f"(if {tests} (then (local.set {name} (local.get {temp}))\n{body()}))"
    )


def _gather(w: Writer, node: e.Gather, name: str, body: Body) -> str:
    def inner(member: str, then: Body) -> str:
        def each() -> str:
            return w.with_member(node.slot, node.each, lambda part: w.each(part, member, then))

        return w.gone_through(node.of, node.each, w.temp(node.slot), each)

    match node.each:
        case e.Contents(_, e.Temp(owner)) if owner == node.slot:
            return inner(name, body)  # a component lies in one zone: there are no doubles
    start, member = w.fresh("i32"), w.fresh()
    pushed = inner(member, lambda: PUSH.format(f"(local.get {member})"))
    closed = f"(call $close_once (local.get {start}))"
    return f"(local.set {start} (global.get $bp)) {pushed} {w.through(closed, name, body)}"


def _distinct(w: Writer, node: e.Distinct, name: str, body: Body) -> str:
    start = w.fresh("i32")
    pushed = w.gone_through(
        node.of, node.key, w.temp(node.slot), lambda: PUSH.format(w.with_member(node.slot, node.key, w.value))
    )
    closed = f"(call $close_there (local.get {start}))"
    return f"(local.set {start} (global.get $bp)) {pushed} {w.through(closed, name, body)}"


def _chain(w: Writer, node: e.Reachable, name: str, body: Body) -> str:
    """A member after another, as long as there is a next one."""
    at, after, again = w.temp(node.slot), w.fresh(), w.label()

    def walked() -> str:
        goes_on = f"(local.set {at} (local.get {after})) (br {again})"
        step = w.with_member(node.slot, node.step, lambda part: w.each(part, after, lambda: goes_on))
        return f"(loop {again} (local.set {name} (local.get {at}))\n{body()}\n{step})"

    return w.each(node.of, at, walked)


def _pick(w: Writer, node: e.Pick, name: str, body: Body) -> str | None:
    """A set, or nothing."""
    if node.otherwise != e.Const(()):
        return None
    return f"(if {w.truth(node.condition)} (then {w.each(node.then, name, body)}))"


def _reachable(w: Writer, node: e.Reachable, name: str, body: Body) -> str:
    if w.chains.is_chain(node):
        return _chain(w, node, name, body)
    start = w.fresh("i32")
    grown = _grown(w, node, start, None)
    return f"{grown} {w.through(f'(call $close (local.get {start}))', name, body)}"


def _grown(w: Writer, node: e.Reachable, start: str, enough: int | None) -> str:
    """Statements that push all that is come to, up to so many or a few more."""
    at, member, temp = w.fresh("i32"), w.fresh(), w.temp(node.slot)
    push = PUSH.format(f"(local.get {member})")
    first = w.each(node.of, member, lambda: push)
    new = f"(if (i32.eqz (call $pushed (local.get {start}) (local.get {member}))) (then {push}))"
    step = w.with_member(node.slot, node.step, lambda part: w.each(part, member, lambda: new))
    out, again = w.label(), w.label()
    full = "" if enough is None else (
        f"(br_if {out} (i32.ge_u (i32.sub (global.get $bp) (local.get {start})) (i32.const {8 * enough})))"
    )
    return (
        f"(local.set {start} (global.get $bp)) {first}"
        f"(local.set {at} (local.get {start})) (block {out} (loop {again} {full}"
        f"(br_if {out} (i32.ge_u (local.get {at}) (global.get $bp)))"
        f"(local.set {temp} (i64.load (local.get {at}))) (local.set {at} (i32.add (local.get {at}) (i32.const 8)))\n{step}\n(br {again})))"
    )


def _opened(w: Writer, node: e.Apply, name: str, body: Body) -> str | None:
    if node.function not in w.shortcuts.opened:
        return None
    return w.opening(node) + w.each(w.layout.flow.functions[node.function].body, name, body)


def _make_set(w: Writer, node: e.MakeSet, name: str, body: Body) -> str:
    if not node.of:
        return "(nop)"
    if len(node.of) == 1:
        only = node.of[0]
        if w.is_there(only):
            return f"(local.set {name} {w.value(only)})\n{body()}"
        return f"(if (i64.ne (local.tee {name} {w.value(only)}) (i64.const -1)) (then\n{body()}))"
    start = w.fresh("i32")
    pushed = " ".join(PUSH.format(w.value(each)) for each in node.of)
    return f"(local.set {start} (global.get $bp)) {pushed} {w.through(f'(call $close_there (local.get {start}))', name, body)}"


def _combine(w: Writer, node: e.Combine, name: str, body: Body) -> str:
    if node.operator == "+":
        start, member = w.fresh("i32"), w.fresh()
        push = PUSH.format(f"(local.get {member})")
        pushed = w.each(node.left, member, lambda: push) + w.each(node.right, member, lambda: push)
        closed = f"(call $close_once (local.get {start}))"
        return f"(local.set {start} (global.get $bp)) {pushed} {w.through(closed, name, body)}"
    member = w.fresh()
    if isinstance(node.right, e.MakeSet):
        values = [w.fresh() for _ in node.right.of]
        before = "".join(f"(local.set {v} {w.value(part)})" for v, part in zip(values, node.right.of, strict=True))
        gone = "(i32.const 0)"
        for value in values:
            gone = f"(i32.or {gone} (i64.eq (local.get {member}) (local.get {value})))"
    else:
        taken = w.fresh()
        before = f"(local.set {taken} {w.value(node.right)})"
        gone = f"(call $has (local.get {taken}) (local.get {member}))"
    rest = f"(if (i32.eqz {gone}) (then (local.set {name} (local.get {member}))\n{{}}))"
    return before + w.each(node.left, member, lambda: rest.format(body()))


def _around(w: Writer, node: e.Around, name: str, body: Body) -> str:
    of, first, count, seat = w.fresh(), w.fresh(), w.layout.players, w.fresh()
    number = w.fresh()
    before = f"(local.set {first} {w.value(node.start)}) (local.set {first} (select (local.get {first}) (i64.const 0)"
    before += f" (i64.gt_s (local.get {first}) (i64.const 0))))"
    step = "add" if node.step == 1 else "sub"
    turned = f"(local.set {seat} (call $mod (i64.{step} (local.get {first}) (local.get {number})) (i64.const {count})))"
    if isinstance(node.of, e.Seats):
        found = "(i32.const 1)"
    else:
        before += f"(local.set {of} {w.value(node.of)})"
        found = f"(call $has (local.get {of}) (local.get {seat}))"
    then = f"{turned} (if {found} (then (local.set {name} (local.get {seat}))\n{{}}))"
    return before + _counted(w, "(i64.const 0)", f"(i64.const {count - 1})", number, lambda: then.format(body()))


def _best(w: Writer, node: e.Best, name: str, body: Body) -> str:
    return w.through(_best_of(w, node), name, body)


LOOPS: dict[type, Loop] = {
    e.Contents: _contents,
    e.RangeOf: _range_of,
    e.Everything: _everything,
    e.Seats: lambda w, node, name, body: _counted(w, "(i64.const 0)", f"(i64.const {w.layout.players - 1})", name, body),
    e.Filter: _filter,
    e.Gather: _gather,
    e.Distinct: _distinct,
    e.Reachable: _reachable,
    e.MakeSet: _make_set,
    e.Combine: _combine,
    e.Around: _around,
    e.Best: _best,
    e.Apply: _opened,
    e.Spots: bits.each,
    e.Pick: _pick,
}


# ------------------------------------------------------------------------------------------------ asked


def count(w: Writer, of: e.Expr, enough: int | None = None) -> str:
    """How many members a set has, as a number of 64 bits. enough: it need not be told how many more than so many there are."""
    match of:
        case e.Spots():
            return f"(i64.extend_i32_u {bits.there(w, of)})" if enough == 1 else bits.count(w, of)
        case e.Contents(zone, owner) if owner is None or w.is_there(owner):
            first = w.layout.first_instance[zone]
            place = f"(i32.const {first})" if owner is None else f"(i32.add {w.index(owner)} (i32.const {first}))"
            return f"(i64.extend_i32_s {of_row(w.memory.size, place)})"
        case e.Everything(kind):
            return f"(i64.const {len(w.layout.by_kind[kind])})"
        case e.Seats():
            return f"(i64.const {w.layout.players})"
        case e.Apply(function) if function in w.shortcuts.opened:
            return f"(block (result i64) {w.opening(of)} {count(w, w.layout.flow.functions[function].body, enough)})"
        case e.Local() | e.Temp() | e.Apply() | e.Const() | e.After() | e.FirstOf() | e.Lookup():
            return f"(i64.shr_u {w.value(of)} (i64.const 32))"
    stops = enough is not None and not w.shortcuts.may_fail(of)
    if isinstance(of, e.Reachable) and not w.chains.is_chain(of):
        start = w.fresh("i32")
        grown = _grown(w, of, start, enough if stops else None)
        total = f"(i64.extend_i32_u (i32.shr_u (i32.sub (global.get $bp) (local.get {start})) (i32.const 3)))"
        return f"(block (result i64) {grown} {total} (global.set $bp (local.get {start})))"
    total, member, out = w.fresh(), w.fresh(), w.label()
    more = f"(local.set {total} (i64.add (local.get {total}) (i64.const 1)))"
    if stops:
        more += f"(br_if {out} (i64.ge_u (local.get {total}) (i64.const {enough})))"
    loop = w.each(of, member, lambda: more)
    return f"(block (result i64) (local.set {total} (i64.const 0)) (block {out} {loop}) (local.get {total}))"


def _any_of(w: Writer, node: e.AnyOf) -> str:
    found, out = w.fresh("i32"), w.label()

    def test() -> str:
        condition = w.with_member(node.slot, node.condition, w.truth)
        return f"(if {condition} (then (local.set {found} (i32.const 1)) (br {out})))"

    loop = w.gone_through(node.of, node.condition, w.temp(node.slot), test)
    return f"(block (result i32) (local.set {found} (i32.const 0)) (block {out} {loop}) (local.get {found}))"


def _fold(w: Writer, node: e.Fold) -> str:
    total, value = w.fresh(), w.fresh()
    if node.operator == "sum":
        def add() -> str:
            key = w.with_member(node.slot, node.key, w.value)
            whole = f"(i64.add (local.get {total}) {key})" if node.fits else f"(call $add (local.get {total}) {key})"
            return f"(local.set {total} {whole})"

        loop = w.gone_through(node.of, node.key, w.temp(node.slot), add)
        return f"(block (result i64) (local.set {total} (i64.const 0)) {loop} (local.get {total}))"
    any_, than = w.fresh("i32"), "gt_s" if node.operator == "max" else "lt_s"

    def better() -> str:
        key = w.with_member(node.slot, node.key, w.value)
        test = f"(i32.or (i32.eqz (local.get {any_})) (i64.{than} (local.get {value}) (local.get {total})))"
        then = f"(local.set {total} (local.get {value})) (local.set {any_} (i32.const 1))"
        return f"(local.set {value} {key}) (if {test} (then {then}))"

    loop = w.gone_through(node.of, node.key, w.temp(node.slot), better)
    start = f"(local.set {total} (i64.const 0)) (local.set {any_} (i32.const 0))"
    return f"(block (result i64) {start} {loop} (local.get {total}))"


def _best_of(w: Writer, node: e.Best) -> str:
    start, top, value = w.fresh("i32"), w.fresh(), w.fresh()
    temp, than = w.temp(node.slot), "gt_s" if node.operator == "highest" else "lt_s"

    def better() -> str:
        key = w.with_member(node.slot, node.key, w.value)
        none = f"(i32.eq (global.get $bp) (local.get {start}))"
        push = PUSH.format(f"(local.get {temp})")
        new = f"(global.set $bp (local.get {start})) (local.set {top} (local.get {value})) {push}"
        equal = f"(if (i64.eq (local.get {value}) (local.get {top})) (then {push}))"
        test = f"(i32.or {none} (i64.{than} (local.get {value}) (local.get {top})))"
        return f"(local.set {value} {key}) (if {test} (then {new}) (else {equal}))"

    loop = w.gone_through(node.of, node.key, temp, better)
    close = "$close_alone" if node.alone else "$close"
    return f"(block (result i64) (local.set {start} (global.get $bp)) {loop} (call {close} (local.get {start})))"


SETS: dict[type, Callable[..., str]] = {
    e.Contents: made,
    e.Everything: lambda w, node: w.constant_set(w.layout.by_kind[node.kind]),
    e.Seats: lambda w, node: w.constant_set(tuple(range(w.layout.players))),
    e.Around: made,
    e.Combine: made,
    e.MakeSet: made,
    e.RangeOf: made,
    e.Filter: made,
    e.Gather: made,
    e.Distinct: made,
    e.Reachable: made,
    e.Spots: made,
    e.Best: _best_of,
    e.After: lambda w, node: f"(call $after {w.value(node.of)} {w.value(node.value)})",
    e.Member: lambda w, node: inside(w, node.of, node.value),
    e.Count: lambda w, node: count(w, node.of),
    e.AnyOf: _any_of,
    e.Fold: _fold,
}
