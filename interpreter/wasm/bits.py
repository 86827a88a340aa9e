"""How the expressions about bits are written: as numbers of 64 bits.

In: a writer and a node. Out: `BITS`, what writes each such node as a value; `each`, `count`, `first`, `last`, `has`, what is done with the
set that bits stand for. The boards lie in the state, a number for each value of a variable, that of none before the others.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.passes.masks import boards_of
from rulewright.interpreter.wasm.writer import Writer

SIGNS = {"and": "(i64.and {} {})", "or": "(i64.or {} {})", "without": "(i64.and {} (i64.xor {} (i64.const -1)))"}
BIT = "(i64.shl (i64.const 1) {})"


def of_board(w: Writer, variable: int, value: str) -> str:
    """The address of the board of a value."""
    return f"(i32.add (i32.shl (i32.wrap_i64 {value}) (i32.const 3)) (i32.const {w.memory.boards[variable]}))"


def set_board(w: Writer, variable: int, component: str, old: str, new: str) -> str:
    """Statements that take a member from the board of its old value, which is another than the new one, to that of the new."""
    bit, at = w.fresh(), w.fresh("i32")
    text = f"(local.set {bit} {BIT.format(_less(component, w.layout.by_kind[boards_of(w.layout)[variable].kind][0]))})"
    for value in (old, new):
        text += f"(local.set {at} {of_board(w, variable, value)})"
        text += f"(i64.store (local.get {at}) (i64.xor (i64.load (local.get {at})) (local.get {bit})))"
    return text


def _shift(w: Writer, node: e.Shift) -> str:
    return _moved(w.value(node.of), node.by)


def _moved(bits: str, by: int) -> str:
    return f"(i64.{'shl' if by > 0 else 'shr_u'} {bits} (i64.const {abs(by)}))"


def _flood(w: Writer, node: e.Flood) -> str:
    found, more, again = w.fresh(), w.fresh(), w.label()
    text, ways = f"(local.set {found} {w.value(node.of)})", f"(local.get {found})"
    for before, by, after in zip(node.before, node.by, node.after, strict=True):
        names = []
        for part in (before, after):
            name = w.fresh()
            text += f"(local.set {name} {w.value(part)})"
            names.append(name)
        moved = _moved(f"(i64.and (local.get {found}) (local.get {names[0]}))", by)
        ways = f"(i64.or {ways} (i64.and {moved} (local.get {names[1]})))"
    grown = f"(br_if {again} (i64.ne (local.get {found}) (local.tee {found} (local.get {more}))))"
    return f"(block (result i64) {text} (loop {again} (local.set {more} {ways}) {grown}) (local.get {found}))"


def _least(w: Writer, node: e.Spots) -> int:
    return w.layout.by_kind[node.kind][0]


def _more(number: str, by: int) -> str:
    return f"(i64.add {number} (i64.const {by}))" if by else number


def _less(number: str, by: int) -> str:
    return f"(i64.sub {number} (i64.const {by}))" if by else number


def each(w: Writer, node: e.Spots, name: str, body: Callable[[], str]) -> str:
    """Statements that go through the members."""
    bits, out, again = w.fresh(), w.label(), w.label()
    member = _more(f"(i64.ctz (local.get {bits}))", _least(w, node))
    rest = f"(local.set {bits} (i64.and (local.get {bits}) (i64.sub (local.get {bits}) (i64.const 1))))"
    return (
        f"(local.set {bits} {w.bits(node)}) (block {out} (loop {again} (br_if {out} (i64.eqz (local.get {bits})))"
        f"(local.set {name} {member}) {rest}\n{body()}\n(br {again})))"
    )


def count(w: Writer, node: e.Spots) -> str:
    """How many members there are."""
    return f"(i64.popcnt {w.bits(node)})"


def first(w: Writer, node: e.Spots) -> str:
    """The first one, or none."""
    bits = w.fresh()
    member = _more(f"(i64.ctz (local.tee {bits} {w.bits(node)}))", _least(w, node))
    return f"(select {member} (i64.const -1) (i64.ne (local.get {bits}) (i64.const 0)))"


def last(w: Writer, node: e.Spots) -> str:
    """The last one, or none."""
    bits = w.fresh()
    member = f"(i64.sub (i64.const {63 + _least(w, node)}) (i64.clz (local.tee {bits} {w.bits(node)})))"
    return f"(select {member} (i64.const -1) (i64.ne (local.get {bits}) (i64.const 0)))"


def has(w: Writer, node: e.Spots, value: e.Expr) -> str:
    """Whether a value is a member, as a number of 32 bits."""
    low, size = _least(w, node), len(w.layout.by_kind[node.kind])
    bit = "(i32.wrap_i64 (i64.and (i64.const 1) (i64.shr_u {} {})))"
    if w.spans.of(value).lies_in(low, low + size - 1):
        return bit.format(w.bits(node), _less(w.value(value), low))
    place = w.fresh()
    there = f"(i64.lt_u (local.tee {place} {_less(w.value(value), low)}) (i64.const {size}))"
    return f"(if (result i32) {there} (then {bit.format(w.bits(node), f'(local.get {place})')}) (else (i32.const 0)))"


BITS: dict[type, Callable[..., str]] = {
    e.Board: lambda w, node: f"(i64.load {of_board(w, node.variable, w.value(node.value))})",
    e.Bits: lambda w, node: SIGNS[node.operator].format(w.value(node.left), w.value(node.right)),
    e.Shift: _shift,
    e.Flood: _flood,
}
