"""Whether a value is in a set, asked without making the set, as far as that can be.

In: a writer, the set and the value. Out: `inside`, an expression of WebAssembly. For the reference machine it is `interpreter.membership`.
"""

from __future__ import annotations

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.wasm import bits
from rulewright.interpreter.wasm.scalars import lies_at, lying, of_row
from rulewright.interpreter.wasm.writer import Writer


def inside(w: Writer, of: e.Expr, value: e.Expr) -> str:
    """Whether a value is in a set, as a number of 32 bits."""
    match of:
        case e.Contents(zone, owner):
            return lies_at(w, zone, lying(w, value), owner)
        case e.Everything(kind):
            kinds = w.row((-1, *w.layout.kinds)) + 4
            return f"(i32.eq {of_row(kinds, w.index(value))} (i32.const {kind}))"
        case e.Spots():
            return bits.has(w, of, value)
        case e.Seats():
            return f"(i64.lt_u {w.value(value)} (i64.const {w.layout.players}))"
        case e.RangeOf(low, high):
            v = w.fresh()
            least = f"(i64.ge_s (local.tee {v} {w.value(value)}) {w.value(low)})"
            return f"(if (result i32) {least} (then (i64.le_s (local.get {v}) {w.value(high)})) (else (i32.const 0)))"
        case e.Filter(inner, slot, condition):
            bound = f"(local.set {w.temp(slot)} {w.value(value)})"
            found = _inside_temp(w, inner, slot, value)
            also = w.with_member(slot, condition, w.truth)
            return f"(block (result i32) {bound} (if (result i32) {found} (then {also}) (else (i32.const 0))))"
        case e.Gather():
            return _gathered_inside(w, of, value)
        case e.Combine(operator, left, right):
            v = w.fresh()
            part = w.spare(v, w.is_there(value))
            a, b = inside(w, left, part), inside(w, right, part)
            both = f"(if (result i32) {a} (then (i32.const 1)) (else {b}))"
            less = f"(if (result i32) {a} (then (i32.eqz {b})) (else (i32.const 0)))"
            return f"(block (result i32) (local.set {v} {w.value(value)}) {both if operator == '+' else less})"
        case e.MakeSet(values) if values:
            v = w.fresh()
            found = "(i32.const 0)"
            for each in values:
                found = f"(i32.or {found} (i64.eq (local.get {v}) {w.value(each)}))"
            there = f"(i64.ne (local.tee {v} {w.value(value)}) (i64.const -1))"
            return f"(if (result i32) {there} (then {found}) (else (i32.const 0)))"
        case e.Local() | e.Temp() | e.Apply() | e.Const() | e.After() | e.FirstOf() | e.Lookup():
            return f"(call $has {w.value(of)} {w.value(value)})"
        case _:
            v, found, member = w.fresh(), w.fresh("i32"), w.fresh()
            test = f"(if (i64.eq (local.get {member}) (local.get {v})) (then (local.set {found} (i32.const 1))))"
            start = f"(local.set {v} {w.value(value)}) (local.set {found} (i32.const 0))"
            return f"(block (result i32) {start} {w.each(of, member, lambda: test)} (local.get {found}))"


def _inside_temp(w: Writer, of: e.Expr, slot: int, value: e.Expr) -> str:
    """`inside` for the value that the temp of a filter has been given; whether it can be none is known of the value."""
    member: e.Expr = e.Temp(slot)
    if w.is_there(value):
        return w.with_member(slot, member, lambda each: inside(w, of, each))
    return inside(w, of, member)


def _gathered_inside(w: Writer, of: e.Gather, value: e.Expr) -> str:
    v, found, out = w.fresh(), w.fresh("i32"), w.label()
    part = w.spare(v, w.is_there(value))

    def test() -> str:
        there = w.with_member(of.slot, of.each, lambda each: inside(w, each, part))
        return f"(if {there} (then (local.set {found} (i32.const 1)) (br {out})))"

    loop = w.each(of.of, w.temp(of.slot), test)
    start = f"(local.set {v} {w.value(value)}) (local.set {found} (i32.const 0))"
    return f"(block (result i32) {start} (block {out} {loop}) (local.get {found}))"
