"""How ops are written: the statements that change the state, and what is set off by them.

In: a writer and an op. Out: `statements`. Lines of the log are not written.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.limits import HIGHEST, LOWEST
from rulewright.interpreter.fast.ops import only_one
from rulewright.interpreter.scoring import gained_line
from rulewright.interpreter.wasm.bits import set_board
from rulewright.interpreter.wasm.memory import FRAME, HELD
from rulewright.interpreter.wasm.scalars import both_true, cell_of, of_row, owners, zones
from rulewright.interpreter.wasm.writer import Writer

CHANGED = "(global.set $version (i64.add (global.get $version) (i64.const 1)))"
NOTED = 24  # bytes of a component that is noted with its zone and face



def statements(w: Writer, op: ir.Op) -> str:
    """The statements of an op."""
    return WRITERS[type(op)](w, op)


def kept(w: Writer, node: e.Expr) -> str:
    """A value to be kept in a local: a set has to stay."""
    text = w.value(node)
    lasts = isinstance(node, e.Const | e.Everything | e.Seats | e.Local)
    return f"(call $keep {text})" if w.is_set(node) and not lasts else text


# ------------------------------------------------------------------------------------------------ values


def store_local(slot: int, value: str) -> str:
    """A value is put into a local of the running frame."""
    return f"(i64.store offset={FRAME + 8 * slot} (local.get $f) {value})"


def _assign(w: Writer, op: ir.Assign) -> str:
    return store_local(op.slot, kept(w, op.value))


def _cell(w: Writer, variable: int, index: tuple[e.Expr, ...]) -> tuple[str, list[str], str, list[str]]:
    """What comes before, tests whether the cell is there, its address, and the indices as they are."""
    base = w.memory.cells + 8 * w.layout.bases[variable]
    if not index:
        return "", [], f"(i32.const {base})", []
    names = [w.fresh() for _ in index]
    before = "".join(f"(local.set {name} {w.value(node)})" for name, node in zip(names, index, strict=True))
    parts = tuple(w.spare(name, w.is_there(node)) for name, node in zip(names, index, strict=True))
    more, tests, place = cell_of(w, variable, parts)
    address = f"(i32.add (i32.shl {place} (i32.const 3)) (i32.const {base}))"
    return before + more, tests, address, names


def _when(tests: list[str], body: str) -> str:
    return f"(if {both_true(tests)} (then\n{body}))" if tests else body


def _set_state(w: Writer, op: ir.SetState) -> str:
    spec = w.layout.flow.variables[op.variable]
    before, tests, address, index = _cell(w, op.variable, op.index)
    at, new = w.fresh("i32"), w.fresh()
    body = f"(local.set {new} {w.value(op.value)})"
    if not op.fits:
        low = f"(i64.lt_s (local.get {new}) (i64.const {spec.low}))"
        high = f"(i64.gt_s (local.get {new}) (i64.const {spec.high}))"
        body += f"(if (i32.or {low} {high}) (then (call $fail)))"
    body += f"(local.set {at} {address})"
    board = ""
    if op.variable in w.memory.boards:
        board = set_board(w, op.variable, f"(local.get {index[0]})", f"(i64.load (local.get {at}))", f"(local.get {new})")
    change = f"{board} (i64.store (local.get {at}) (local.get {new})) {CHANGED}"
    body += f"(if (i64.ne (i64.load (local.get {at})) (local.get {new})) (then {change}))"
    if op.variable in w.memory.endings:
        first, _ = w.memory.endings[op.variable]
        place = f"(i32.add (i32.shl (i32.wrap_i64 (local.get {new})) (i32.const 3)) (i32.const {w.memory.ended + 8 * first}))"
        more = f"(i64.store {place} (i64.add (i64.load {place}) (i64.const 1)))"
        body += f"(if (i64.ge_s (local.get {new}) (i64.const 0)) (then {more}))"
    return before + _when(tests, body + _set_off(w, op.watches, f"(local.get {new})", op.by, index))


def _change(w: Writer, op: ir.Change) -> str:
    spec = w.layout.flow.variables[op.variable]
    before, tests, address, index = _cell(w, op.variable, op.index)
    at, old, new = w.fresh("i32"), w.fresh(), w.fresh()
    low, high = f"(i64.const {spec.low})", f"(i64.const {spec.high})"
    body = f"(local.set {at} {address}) (local.set {old} (i64.load (local.get {at})))"
    span = w.spans.of(op.amount)  # what a variable has lies in its bounds
    add = "i64.add" if span.lies_in(LOWEST - min(spec.low, 0), HIGHEST - max(spec.high, 0)) else "call $add"
    body += f"(local.set {new} ({add} (local.get {old}) {w.value(op.amount)}))"
    if span.high > 0:
        body += f"(if (i64.gt_s (local.get {new}) {high}) (then (local.set {new} {high})))"
    if span.low < 0:
        body += f"(if (i64.lt_s (local.get {new}) {low}) (then (local.set {new} {low})))"
    by = f"(i64.sub (local.get {new}) (local.get {old}))"
    size = f"(select {by} (i64.sub (local.get {old}) (local.get {new})) (i64.ge_s (local.get {new}) (local.get {old})))"
    line = gained_line(w.layout.flow, op)
    told = "" if line is None else w.memory.tally.gain(w.memory.sources, op.variable, line, f"(local.get {index[0]})", by)
    then = f"{told} (i64.store (local.get {at}) (local.get {new})) {CHANGED}"
    then += _set_off(w, op.watches, size, op.by, index)
    return before + _when(tests, body + f"(if (i64.ne (local.get {new}) (local.get {old})) (then\n{then}))")


def _reset(w: Writer, op: ir.Reset) -> str:
    base, size = w.memory.cells + 8 * w.layout.bases[op.variable], prod(w.layout.sizes[op.variable])
    start = w.layout.flow.variables[op.variable].start
    if size <= 4:
        return "".join(f"(i64.store (i32.const {base + 8 * k}) (i64.const {start}))" for k in range(size)) + CHANGED
    image = w.place(start.to_bytes(8, "little", signed=True) * size)
    return f"(memory.copy (i32.const {base}) (i32.const {image}) (i32.const {8 * size})) {CHANGED}"


def _hold(w: Writer, op: ir.Hold) -> str:
    # Where answers are sealed, the step needs no worlds: no other rulebook is written.
    return f"(i32.store (i32.const {HELD}) (i32.add (i32.load (i32.const {HELD})) (i32.const {op.by})))"


def _happen(w: Writer, op: ir.Happen) -> str:
    return _set_off(w, op.watches, "(i64.const -1)", op.by, [])


# ------------------------------------------------------------------------------------------------ components


def _noted(w: Writer, node: e.Expr) -> str:
    """Statements that note components, a set or one or none, at the end of memory, each with its zone and face."""
    member = w.fresh()
    note = f"(call $note (i32.wrap_i64 (local.get {member})))"
    if w.is_set(node):
        return w.each(node, member, lambda: note)
    return f"(if (i64.ge_s (local.tee {member} {w.value(node)}) (i64.const 0)) (then {note}))"


def _through(w: Writer, start: str, end: str, body: str, at: str, back: str = "0") -> str:
    """Statements that go through what is noted; `at` is where each lies."""
    out, again = w.label(), w.label()
    if back != "0":
        return (
            f"(local.set {at} {end}) (block {out} (loop {again} (br_if {out} (i32.le_u (local.get {at}) {start}))"
            f"(local.set {at} (i32.sub (local.get {at}) (i32.const {NOTED})))\n{body}\n(br {again})))"
        )
    return (
        f"(local.set {at} {start}) (block {out} (loop {again} (br_if {out} (i32.ge_u (local.get {at}) {end}))\n"
        f"{body}\n(local.set {at} (i32.add (local.get {at}) (i32.const {NOTED}))) (br {again})))"
    )


def _move(w: Writer, op: ir.Move) -> str:
    layout = w.layout
    spec, first = layout.flow.zones[op.zone], layout.first_instance[op.zone]
    top = (spec.enter if op.place == "enter" else op.place) == "top"
    face = op.face if op.face is not None else -1 if spec.face == "keep" else int(spec.face == "up")
    room = -1 if spec.capacity is None else spec.capacity
    body, target, only = "", f"(i32.const {first})", only_one(w, op.what)
    component, owner, by = w.fresh("i32"), w.fresh(), w.fresh()
    if op.owner is not None:
        count = layout.size(spec.per) if spec.per is not None else 1
        body += f"(local.set {owner} {w.value(op.owner)})"
        if not op.fits:
            body += f"(if (i64.ge_u (local.get {owner}) (i64.const {count})) (then (call $fail)))"
        target = f"(i32.add (i32.wrap_i64 (local.get {owner})) (i32.const {first}))"
    put = f"{target} (i32.const {int(top)}) (i32.const {face}) (i32.const {room})"
    if only is not None and not op.watches:
        body += f"(call $put (local.get {component}) {put}) {CHANGED}"
        there = "" if w.is_there(only) else f"(i32.ge_s (local.get {component}) (i32.const 0))"
        return f"(local.set {component} {w.index(only)})" + _when([there] if there else [], body)
    start, end, at = w.fresh("i32"), w.fresh("i32"), w.fresh("i32")
    if op.watches:
        body += f"(local.set {by} {w.value(op.by)})"
    put = f"(call $put (i32.load (local.get {at})) {put})"
    body += _through(w, f"(local.get {start})", f"(local.get {end})", put, at, "1" if top else "0") + CHANGED
    if op.watches:
        body += _arrivals(w, op.watches, f"(local.get {start})", f"(local.get {end})", f"(local.get {by})")
    return _over_noted(w, op.what, start, end, body)


def _over_noted(w: Writer, what: e.Expr, start: str, end: str, body: str) -> str:
    before = f"(local.set {start} (global.get $bp)) {_noted(w, what)} (local.set {end} (global.get $bp))"
    return f"{before} (if (i32.gt_u (local.get {end}) (local.get {start})) (then\n{body}))(global.set $bp (local.get {start}))"


def _arrivals(w: Writer, watches: tuple[ir.Watch, ...], start: str, end: str, by: str) -> str:
    """What is set off by the noted components that lie elsewhere now."""
    at, c, source, target, turned = (w.fresh("i32") for _ in range(5))
    inner = f"(local.set {c} (i32.load (local.get {at}))) (local.set {source} (i32.load offset=8 (local.get {at})))"
    inner += f"(local.set {target} {of_row(w.memory.where, f'(local.get {c})')})"
    inner += f"(local.set {turned} {of_row(w.memory.face, f'(local.get {c})')})"
    same = f"(i32.eq (local.get {turned}) (i32.load offset=16 (local.get {at})))"
    inner += f"(if {same} (then (local.set {turned} (i32.const -1))))"
    subject = f"(i64.extend_i32_s (local.get {c}))"
    body = "".join(_watch(w, each, subject, f"(local.get {source})", f"(local.get {target})", [], turned, by) for each in watches)
    inner += f"(if (i32.ne (local.get {source}) (local.get {target})) (then\n{body}))"
    return _through(w, start, end, inner, at)


def _exchange(w: Writer, op: ir.Exchange) -> str:
    start, middle, end, by = w.fresh("i32"), w.fresh("i32"), w.fresh("i32"), w.fresh()
    text = f"(local.set {start} (global.get $bp)) {_noted(w, op.left)} (local.set {middle} (global.get $bp))"
    text += f"{_noted(w, op.right)} (local.set {end} (global.get $bp))"
    body = f"(local.set {by} {w.value(op.by)})" if op.watches else ""
    one, two = (
        f"(i32.div_u (i32.sub (local.get {b}) (local.get {a})) (i32.const {NOTED}))" for a, b in ((start, middle), (middle, end))
    )
    body += f"(call $exchange (local.get {start}) {one} (local.get {middle}) {two}) {CHANGED}"
    if op.watches:
        body += _arrivals(w, op.watches, f"(local.get {start})", f"(local.get {end})", f"(local.get {by})")
    more = f"(i32.and (i32.gt_u (local.get {middle}) (local.get {start})) (i32.gt_u (local.get {end}) (local.get {middle})))"
    return f"{text} (if {more} (then\n{body}))(global.set $bp (local.get {start}))"


def _pass_around(w: Writer, op: ir.PassAround) -> str:
    start, end, by = w.fresh("i32"), w.fresh("i32"), w.fresh()
    first = w.layout.first_instance[op.zone]
    text = f"(local.set {by} {w.value(op.by)})" if op.watches else ""
    step = f"(select (i32.const 1) (i32.const -1) (i64.eqz {w.value(op.direction)}))"
    text += f"(local.set {start} (global.get $bp)) (call $pass_around (i32.const {first}) {step}) {CHANGED}"
    text += f"(local.set {end} (global.get $bp))"
    if op.watches:
        text += _arrivals(w, op.watches, f"(local.get {start})", f"(local.get {end})", f"(local.get {by})")
    return f"{text} (global.set $bp (local.get {start}))"


def _turn(w: Writer, op: ir.Turn) -> str:
    face = int(op.up)
    start, end, at, by, c = w.fresh("i32"), w.fresh("i32"), w.fresh("i32"), w.fresh(), w.fresh("i32")
    place = f"(i32.add (i32.shl (local.get {c}) (i32.const 2)) (i32.const {w.memory.face}))"
    here = f"(local.set {c} (i32.load (local.get {at})))"
    turn = f"{here} (i32.store {place} (i32.const {face}))"
    body = f"(local.set {by} {w.value(op.by)})" if op.watches else ""
    body += _through(w, f"(local.get {start})", f"(local.get {end})", turn, at) + CHANGED
    if op.watches:
        source = f"(i32.load offset=8 (local.get {at}))"
        subject = f"(i64.extend_i32_s (local.get {c}))"
        watched = "".join(_watch(w, each, subject, source, source, [], str(face), f"(local.get {by})") for each in op.watches)
        other = f"(i32.ne (i32.load offset=16 (local.get {at})) (i32.const {face}))"
        inner = f"{here} (if {other} (then\n{watched}))"
        body += _through(w, f"(local.get {start})", f"(local.get {end})", inner, at)
    return _over_noted(w, op.what, start, end, body)


def _show(w: Writer, op: ir.Show) -> str:
    seat, member = w.fresh(), w.fresh()
    place = f"(i32.add (i32.shl (i32.wrap_i64 (local.get {member})) (i32.const 2)) (i32.const {w.memory.shown}))"
    bit = f"(i32.shl (i32.const 1) (i32.wrap_i64 (local.get {seat})))"
    change = f"(i32.or (i32.load {place}) {bit})" if op.on else f"(i32.and (i32.load {place}) (i32.xor {bit} (i32.const -1)))"
    store = f"(i32.store {place} {change})"
    if w.is_set(op.what):
        each = w.each(op.what, member, lambda: store)
    else:
        each = f"(if (i64.ge_s (local.tee {member} {w.value(op.what)}) (i64.const 0)) (then {store}))"
    return f"(if (i64.ge_s (local.tee {seat} {w.value(op.to)}) (i64.const 0)) (then\n{each}))"


# ------------------------------------------------------------------------------------------------ what is set off


def _set_off(w: Writer, watches: tuple[ir.Watch, ...], subject: str, by: e.Expr, index: list[str]) -> str:
    """What one event that moves nothing sets off."""
    doer, text = w.fresh(), ""
    for watch in watches:
        if watch.from_zone is None and watch.to_zone is None and watch.turned == -1:
            text += _watch(w, watch, subject, "", "", index, "-1", f"(local.get {doer})")
    return f"(local.set {doer} {w.value(by)}) {text}" if text else ""


def _watch(
    w: Writer, watch: ir.Watch, subject: str, source: str, target: str, index: list[str], turned: str, by: str
) -> str:
    tests = []
    for zone, place in ((watch.from_zone, source), (watch.to_zone, target)):
        if zone is not None:
            tests.append(f"(i32.eq {of_row(zones(w), place)} (i32.const {zone}))")
    if watch.turned != -1 and turned != str(watch.turned):
        told = f"(local.get {turned})" if turned.startswith("$") else f"(i32.const {turned})"
        tests.append(f"(i32.eq {told} (i32.const {watch.turned}))")
    filled = [(watch.subject, subject), (watch.by, by)]
    filled += [(slot, f"(local.get {name})") for slot, name in zip(watch.index, index, strict=False)]
    for slot, place in ((watch.source, source), (watch.target, target)):
        filled.append((slot, f"(i64.extend_i32_s {of_row(owners(w), place)})" if place else "(i64.const -1)"))
    body = "".join(f"(local.set {w.temp(slot)} {text})" for slot, text in filled if slot >= 0)
    entry, count = w.fresh("i32"), len(watch.give)
    values = [w.fresh() for _ in watch.give]
    due = "".join(f"(local.set {name} {kept(w, node)})" for name, node in zip(values, watch.give, strict=True))
    due += f"(local.set {entry} (call $pend (i32.const {watch.procedure}) (i32.const {count})))"
    due += "".join(f"(i64.store offset={8 + 8 * k} (local.get {entry}) (local.get {name}))" for k, name in enumerate(values))
    if w.counting:
        due += w.memory.counted.reaction(w.memory.figures + w.memory.all_ways, w.block, watch.procedure)
    reacts = f"(if {w.truth(watch.condition)} (then {due}))"
    body += reacts if watch.each is None else w.each(watch.each, w.temp(watch.each_slot), lambda: reacts)
    return f"(if {both_true(tests)} (then\n{body}))" if tests else body


WRITERS: dict[type, Callable[..., str]] = {
    ir.Assign: _assign,
    ir.SetState: _set_state,
    ir.Change: _change,
    ir.Reset: _reset,
    ir.Move: _move,
    ir.Exchange: _exchange,
    ir.PassAround: _pass_around,
    ir.Turn: _turn,
    ir.Show: _show,
    ir.Say: lambda w, op: "",
    ir.Hold: _hold,
    ir.Happen: _happen,
}
