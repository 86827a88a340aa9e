"""Where something stands in a table that a pass has made.

In: a writer and the table with its indices. Out: `place_in_table`, the number of the place.
"""

from __future__ import annotations

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.wasm.writer import Writer


def place_in_table(w: Writer, node: e.Lookup) -> str:
    """The place of a value among all, as a number of 32 bits."""
    place = ""
    for index, low, size in zip(node.index, node.lows, node.sizes, strict=True):
        at = w.index(index) if low == 0 else f"(i32.sub {w.index(index)} (i32.const {low}))"
        if not w.spans.of(index).lies_in(low, low + size - 1):
            name = w.fresh("i32")
            last = f"(i32.const {size})"
            at = f"(select (local.tee {name} {at}) {last} (i32.lt_u (local.get {name}) {last}))"
            if not w.spans.of(index).lies_in(-(2**31), 2**31 - 1):
                at = _near(w, index, low, size)
        place = f"(i32.add (i32.mul {place} (i32.const {size + 1})) {at})" if place else at
    return place


def _near(w: Writer, index: e.Expr, low: int, size: int) -> str:
    """The place in a table for a number that can be any."""
    name, last = w.fresh(), f"(i64.const {size})"
    at = f"(local.tee {name} (i64.sub {w.value(index)} (i64.const {low})))"
    return f"(i32.wrap_i64 (select {at} {last} (i64.lt_u (local.get {name}) {last})))"
