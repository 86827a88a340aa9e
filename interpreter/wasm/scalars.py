"""How the expressions that are no sets are written.

In: a writer and a node. Out: `SCALARS`, what writes each such node: truths as numbers of 32 bits, all else of 64.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import pack

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Dimension
from rulewright.interpreter.wasm import bits
from rulewright.interpreter.wasm.lookups import place_in_table
from rulewright.interpreter.wasm.writer import Writer

COMPARISONS = {"is": "eq", "is not": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
SIGNED = {"+": "add", "-": "sub", "*": "mul"}


def of_row(base: int, index: str) -> str:
    """An entry of a row of numbers of 4 bytes; that of none stands before the first."""
    return f"(i32.load (i32.add (i32.shl {index} (i32.const 2)) (i32.const {base})))"


def lying(w: Writer, component: e.Expr) -> str:
    """The zone instance that a component lies in; none lies in one that there is not."""
    return of_row(w.memory.where, w.index(component))


def owners(w: Writer) -> int:
    """The row of who owns each zone instance: -1 for a shared one."""
    return w.row((*(-1 if owner is None else owner for _, owner in w.layout.instances), -1))


def zones(w: Writer) -> int:
    """The row of which zone each zone instance is of; the last entry is that of none."""
    return w.row((-1, *(zone for zone, _ in w.layout.instances), -1)) + 4


def _const(w: Writer, node: e.Const) -> str:
    return w.constant_set(node.value) if isinstance(node.value, tuple) else f"(i64.const {node.value})"


def _variable(w: Writer, node: e.StateVar) -> str:
    spec, base = w.layout.flow.variables[node.variable], w.memory.cells + 8 * w.layout.bases[node.variable]
    if not node.index:
        return f"(i64.load (i32.const {base}))"
    before, tests, place = cell_of(w, node.variable, node.index)
    load = f"(i64.load (i32.add (i32.shl {place} (i32.const 3)) (i32.const {base})))"
    if not tests:
        return f"(block (result i64) {before} {load})"
    return f"(block (result i64) {before} (if (result i64) {both_true(tests)} (then {load}) (else (i64.const {spec.start}))))"


def cell_of(w: Writer, variable: int, index: tuple[e.Expr, ...]) -> tuple[str, list[str], str]:
    """Statements to come before, tests whether the cell is there, and which one of the variable's it is (32 bits)."""
    spec, sizes = w.layout.flow.variables[variable], w.layout.sizes[variable]
    before, tests, place = "", [], ""
    for node, dimension, size in zip(index, spec.per, sizes, strict=True):
        name = w.fresh()
        value = w.value(node)
        before += f"(local.set {name} {value if dimension.low == 0 else f'(i64.sub {value} (i64.const {dimension.low}))'})"
        if not _is_within(w, node, dimension):
            tests.append(f"(i64.lt_u (local.get {name}) (i64.const {size}))")
        low = f"(i32.wrap_i64 (local.get {name}))"
        place = low if not place else f"(i32.add (i32.mul {place} (i32.const {size})) {low})"
    return before, tests, place


def _is_within(w: Writer, node: e.Expr, of: Dimension) -> bool:
    """Whether an index is one that a variable has, anyway."""
    return w.spans.of(node).lies_in(of.low, of.low + w.layout.size(of) - 1) or (of.what != "range" and w.is_there(node))


def both_true(tests: list[str]) -> str:
    """All of these tests."""
    text = tests[0]
    for each in tests[1:]:
        text = f"(i32.and {text} {each})"
    return text


def _field(w: Writer, node: e.Field) -> str:
    missing = w.layout.flow.fields[node.field].missing
    rows = w.layout.fields[node.field]
    width = max((len(row) for row in rows if isinstance(row, tuple)), default=0)
    if node.key is None:
        flat = (missing, *(row for row in rows if isinstance(row, int)))
        place, step = w.index(node.of), 0
    else:
        flat = (missing,) * (width + 1)
        flat += tuple(each for row in rows for each in ((missing, *row) if isinstance(row, tuple) else (missing,) * (width + 1)))
        place = f"(i32.add (i32.mul {w.index(node.of)} (i32.const {width + 1})) {w.index(node.key)})"
        step = 4
    if all(-(2**31) <= each < 2**31 for each in flat):
        base = w.row(flat) + (4 if node.key is None else 4 * (width + 1) + step)
        return f"(i64.load32_s (i32.add (i32.shl {place} (i32.const 2)) (i32.const {base})))"
    base = w.place(b"".join(each.to_bytes(8, "little", signed=True) for each in flat))
    base += 8 if node.key is None else 8 * (width + 1) + 2 * step
    return f"(i64.load (i32.add (i32.shl {place} (i32.const 3)) (i32.const {base})))"


def _neighbour(w: Writer, node: e.Neighbour) -> str:
    players = w.layout.players
    table = w.row((-1, *((seat + node.step) % players for seat in range(players)))) + 4
    return f"(i64.extend_i32_s {of_row(table, w.index(node.of))})"


def _place_of(w: Writer, node: e.PlaceOf) -> str:
    ordered = w.row((0, *(int(w.layout.flow.zones[number].order != "set") for number, _ in w.layout.instances), 0)) + 4
    return f"(i64.extend_i32_s (call $place_of {w.index(node.of)} (i32.const {ordered})))"


def _lies_in(w: Writer, node: e.LiesIn) -> str:
    if node.owner is not None:
        return lies_at(w, node.zone, lying(w, node.of), node.owner)
    spec, first = w.layout.flow.zones[node.zone], w.layout.first_instance[node.zone]
    if spec.per is None:
        return f"(i32.eq {lying(w, node.of)} (i32.const {first}))"
    return f"(i32.lt_u (i32.sub {lying(w, node.of)} (i32.const {first})) (i32.const {w.layout.size(spec.per)}))"


def lies_at(w: Writer, zone: int, where: str, owner: e.Expr | None) -> str:
    """Whether a zone instance is the one of a zone and an owner."""
    first = w.layout.first_instance[zone]
    if owner is None:
        return f"(i32.eq {where} (i32.const {first}))"
    if w.is_there(owner):
        return f"(i32.eq {where} (i32.add {w.index(owner)} (i32.const {first})))"
    name = w.fresh("i32")
    there = f"(i32.ge_s (local.tee {name} {w.index(owner)}) (i32.const 0))"
    return f"(i32.and {there} (i32.eq {where} (i32.add (local.get {name}) (i32.const {first}))))"


def _arithmetic(w: Writer, node: e.Arithmetic) -> str:
    left, right = w.value(node.left), w.value(node.right)
    match node.operator:
        case "+" | "-" | "*":
            sign = SIGNED[node.operator]
            return f"(i64.{sign} {left} {right})" if node.fits else f"(call ${sign} {left} {right})"
        case "min" | "max":
            a, b = w.fresh(), w.fresh()
            than = "lt_s" if node.operator == "min" else "gt_s"
            return (
                f"(select (local.tee {a} {left}) (local.tee {b} {right}) (i64.{than} (local.get {a}) (local.get {b})))"
            )
        case _:
            return f"(call ${'div' if node.operator == '/' else 'mod'} {left} {right})"


def _compare(w: Writer, node: e.Compare) -> str:
    match node:
        case e.Compare(operator, e.Count(of), e.Const(int(value))) if 0 <= value < 1000:
            counted = w.count(of, value if operator in (">=", "<") else value + 1)
            return f"(i64.{COMPARISONS[operator]} {counted} (i64.const {value}))"
    sets = w.is_set(node.left), w.is_set(node.right)
    if any(sets):
        if not all(sets):
            none = e.Const(-1)  # a set is never a number, except where it is none
            return f"(i64.{COMPARISONS[node.operator]} {w.value(node.left)} {w.value(node.right)})" if none in (
                node.left, node.right) else f"(i32.const {int(node.operator == 'is not')})"
        same = f"(call $same {w.value(node.left)} {w.value(node.right)})"
        return same if node.operator == "is" else f"(i32.eqz {same})"
    return f"(i64.{COMPARISONS[node.operator]} {w.value(node.left)} {w.value(node.right)})"


def _and(w: Writer, node: e.And) -> str:
    return f"(if (result i32) {w.truth(node.left)} (then {w.truth(node.right)}) (else (i32.const 0)))"


def _or(w: Writer, node: e.Or) -> str:
    return f"(if (result i32) {w.truth(node.left)} (then (i32.const 1)) (else {w.truth(node.right)}))"


def _pick(w: Writer, node: e.Pick) -> str:
    return f"(if (result i64) {w.truth(node.condition)} (then {w.value(node.then)}) (else {w.value(node.otherwise)}))"


def _apply(w: Writer, node: e.Apply) -> str:
    if node.function in w.shortcuts.opened:
        return f"(block (result i64) {w.opening(node)} {w.value(w.layout.flow.functions[node.function].body)})"
    given = [w.value(each) for each in node.arguments]
    call = f"(call $d{node.function} {{}})"
    if node.function not in w.memory.direct or node.function not in w.lasting:
        return call.format(" ".join(given))
    # What is known already is looked up here, without a call.
    names = [w.fresh() for _ in given]
    before = "".join(f"(local.set {name} {value})" for name, value in zip(names, given, strict=True))
    arguments = [f"(local.get {name})" for name in names]
    start, inside, place = direct_place(w, node.function, arguments)
    at = w.fresh("i32")
    held = f"(i64.eq (i64.load offset={start} (local.tee {at} {place})) {version_of(w, node.function)})"
    known = f"(if (result i32) {inside} (then {held}) (else (i32.const 0)))"
    found = f"(then (i64.load offset={start + 8} (local.get {at}))) (else {call.format(' '.join(arguments))})"
    return f"(block (result i64) {before} (if (result i64) {known} {found}))"


def direct_place(w: Writer, function: int, arguments: list[str]) -> tuple[int, str, str]:
    """Of a definition with a table of its own: where that begins, whether the arguments are in it, and how far behind its beginning."""
    start, sides = w.memory.direct[function]
    place, inside = "(i32.const 0)", "(i32.const 1)"
    for argument, (low, side) in zip(arguments, sides, strict=True):
        number = f"(i64.sub {argument} (i64.const {low}))"
        inside = f"(i32.and {inside} (i64.lt_u {number} (i64.const {side})))"
        place = f"(i32.add (i32.mul {place} (i32.const {side})) (i32.wrap_i64 {number}))"
    return start, inside, f"(i32.shl {place} (i32.const 4))"


def version_of(w: Writer, function: int) -> str:
    """Which number says that what a table holds is still so."""
    return "(i64.const 1)" if function in w.lasting else "(global.get $version)"


def _is_active(w: Writer, node: e.IsActive) -> str:
    ancestors = w.layout.ancestors
    inside = bytes(int(node.scope in ancestors[block.scope]) for block in w.layout.flow.blocks)
    return f"(call $active (i32.const {w.place(inside)}))"


def _fold_to_first(w: Writer, node: e.FirstOf) -> str:
    """The first of a set; the rest of it is gone through as well, as something in it may fail."""
    if node.count is not None:
        return f"(call $first_of {w.value(node.of)} {w.value(node.count)})"
    match node.of:
        case e.Spots():
            return bits.first(w, node.of)
        case e.Contents(zone, owner) if owner is None or w.is_there(owner):
            first = w.layout.first_instance[zone]
            place = f"(i32.const {first})" if owner is None else f"(i32.add {w.index(owner)} (i32.const {first}))"
            return f"(i64.extend_i32_s {of_row(w.memory.head, place)})"
        case e.Local() | e.Temp() | e.Apply() | e.After() | e.Const() | e.Lookup():
            return f"(call $first {w.value(node.of)})"
    found, any_, member = w.fresh(), w.fresh("i32"), w.fresh()
    take = f"(if (i32.eqz (local.get {any_})) (then (local.set {found} (local.get {member})) (local.set {any_} (i32.const 1))))"
    body = w.each(node.of, member, lambda: take)
    start = f"(local.set {found} (i64.const -1)) (local.set {any_} (i32.const 0))"
    return f"(block (result i64) {start} {body} (local.get {found}))"


def _last_of(w: Writer, node: e.LastOf) -> str:
    if isinstance(node.of, e.Spots):
        return bits.last(w, node.of)
    found, member = w.fresh(), w.fresh()
    body = w.each(node.of, member, lambda: f"(local.set {found} (local.get {member}))")
    return f"(block (result i64) (local.set {found} (i64.const -1)) {body} (local.get {found}))"


def _lookup(w: Writer, node: e.Lookup) -> str:
    values = [w.packed_set(value) if isinstance(value, tuple) else value for value in node.values]
    table = w.place(pack(f"<{len(values)}q", *values))
    return f"(i64.load offset={table} (i32.shl {place_in_table(w, node)} (i32.const 3)))"


SCALARS: dict[type, Callable[..., str]] = {
    e.Const: _const,
    e.Local: lambda w, node: w.local(node.slot),
    e.Temp: lambda w, node: f"(local.get {w.temp(node.slot)})",
    e.StateVar: _variable,
    e.Field: _field,
    e.SeatCount: lambda w, node: f"(i64.const {w.layout.players})",
    e.Neighbour: _neighbour,
    e.Holder: lambda w, node: f"(i64.extend_i32_s {of_row(owners(w), lying(w, node.of))})",
    e.FaceUp: lambda w, node: f"(i64.extend_i32_u {of_row(w.memory.face, w.index(node.of))})",
    e.PlaceOf: _place_of,
    e.LiesIn: _lies_in,
    e.Arithmetic: _arithmetic,
    e.Compare: _compare,
    e.And: _and,
    e.Or: _or,
    e.Not: lambda w, node: f"(i32.eqz {w.truth(node.of)})",
    e.Pick: _pick,
    e.Apply: _apply,
    e.IsActive: _is_active,
    e.FirstOf: _fold_to_first,
    e.LastOf: _last_of,
    e.Lookup: _lookup,
}
