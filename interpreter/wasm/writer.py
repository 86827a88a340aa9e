"""Formulas as WebAssembly text.

In: an expression of the flow, a layout. Out: `Writer`, whose `value`, `truth` and `each`
write an expression as a number of 64 bits, as something to be tested, and as a loop over its members.

A set is a number, too: how many members in the upper half, where they lie in the lower; each member takes 8 bytes. What is
written: `$t5` is the temp of slot 5, `$f` the address of the running frame, `$d7` the function of number 7.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from struct import pack

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.shape import walk
from rulewright.dsl.types import OptionalType, SetType, Type
from rulewright.interpreter.fast.writer import TRUTHS, Known
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.passes.chains import Chains
from rulewright.interpreter.passes.facts import Formulas
from rulewright.interpreter.sets import GOING_THROUGH
from rulewright.interpreter.wasm.memory import FRAME, Memory
from rulewright.interpreter.wasm.shortcuts import Shortcuts

Loop = Callable[..., str | None]
"""Of a writer, a set, the local for the member, and what writes the body: the loop; None where there is no better one."""
Count = Callable[["Writer", e.Expr, int | None], str]

# One more member for which another set is gone through, since somebody has decided.
LEFT = "(global.get $left)"
WORK = f"(global.set $left (i32.sub {LEFT} (i32.const 1))) (if (i32.lt_s {LEFT} (i32.const 0)) (then (call $fail)))\n"


def is_set_type(type_: Type) -> bool:
    """Whether values of a type are sets."""
    return isinstance(type_.of if isinstance(type_, OptionalType) else type_, SetType)


class Writer(Known):
    """Writes the formulas of one layout.

    table, loops, count: what writes each node as a value (of a truth as a test), and each set as a loop.
    local: how the local of a slot is written where the formula stands.
    """

    def __init__(
        self, layout: Layout, memory: Memory, table: Mapping[type, Callable[..., str]], loops: Mapping[type, Loop], count: Count,
        counting: bool,
    ) -> None:
        super().__init__(layout)
        self.memory = memory
        self.counting = counting
        memo = Memo(layout.flow)
        self.lasting, self.passing = memo.lasting, memo.passing
        self.chains = Chains(Formulas(layout, self.spans))
        self.shortcuts = Shortcuts(layout, memo.lasting)
        self.table = table
        self.loops = loops
        self._count = count
        self.data = bytearray()
        self.local: Callable[[int], str] = in_frame
        self.block = -1  # whose ops are being written
        self._placed: dict[bytes, int] = {}
        self._declared: dict[str, str] = {}
        self._parameters: frozenset[str] = frozenset()
        self._labels = 0
        self._spare: list[str] = []

    # ------------------------------------------------------------------------------------ functions

    def function(self, head: str, parameters: tuple[str, ...], body: Callable[[], str]) -> str:
        """A function with the locals that its body needs."""
        self._declared, self._parameters, self._labels, self._spare = {}, frozenset(parameters), 0, []
        self._there = {slot for slot in self._there if slot >= 0}
        text = body()
        declared = "".join(f" (local {name} {kind})" for name, kind in self._declared.items())
        return f"({head}{declared}\n{text})"

    def name(self, name: str, kind: str = "i64") -> str:
        """A local of the function that is being written."""
        if name not in self._parameters:
            self._declared[name] = kind
        return name

    def fresh(self, kind: str = "i64") -> str:
        """A local that nobody else uses."""
        return self.name(f"$x{len(self._declared)}", kind)

    def temp(self, slot: int) -> str:
        """The local of a temp."""
        return self._spare[-2 - slot] if slot < -1 else self.name(f"$t{slot}")

    def spare(self, name: str, there: bool) -> e.Temp:
        """What a local holds, as a part of formulas. there: whether it is known not to be none."""
        slot = -2 - len(self._spare)
        self._spare.append(name)
        if there:
            self._there.add(slot)
        return e.Temp(slot)

    def label(self) -> str:
        """A label that nobody else uses."""
        self._labels += 1
        return f"$l{self._labels}"

    # ------------------------------------------------------------------------------------ constants

    def place(self, data: bytes) -> int:
        """Where constant bytes lie; the same ones lie there once."""
        if data not in self._placed:
            self.data += b"\0" * (-len(self.data) % 8)
            self._placed[data] = self.memory.constants + len(self.data)
            self.data += data
        return self._placed[data]

    def row(self, values: tuple[int, ...]) -> int:
        """Where constant numbers of 4 bytes lie."""
        return self.place(pack(f"<{len(values)}i", *values))

    def constant_set(self, members: tuple[int, ...]) -> str:
        """A set that never changes."""
        return f"(i64.const {self.packed_set(members)})"

    def packed_set(self, members: tuple[int, ...]) -> int:
        """The number of a set that never changes."""
        return len(members) << 32 | (self.place(pack(f"<{len(members)}q", *members)) if members else 0)

    # ------------------------------------------------------------------------------------ ways of writing

    def value(self, node: e.Expr) -> str:
        """A number of 64 bits."""
        if isinstance(node, TRUTHS):
            return f"(i64.extend_i32_u {self.table[type(node)](self, node)})"
        return self.table[type(node)](self, node)

    def index(self, node: e.Expr) -> str:
        """The same as a number of 32 bits: a component, a seat, a place."""
        match node:
            case e.Const(int(value)):
                return f"(i32.const {value})"
            case _:
                return f"(i32.wrap_i64 {self.value(node)})"

    def truth(self, node: e.Expr) -> str:
        """A number of 32 bits that is 0 for no."""
        match node:
            case e.Const(int(value)):
                return f"(i32.const {int(value != 0)})"
            case e.Count(of):
                return self.there_are(of)
            case _ if isinstance(node, TRUTHS):
                return self.table[type(node)](self, node)
            case _ if self.is_set(node):
                return self.there_are(node)
            case _:
                return f"(i64.ne {self.value(node)} (i64.const 0))"

    def count(self, of: e.Expr, enough: int | None = None) -> str:
        """How many members a set has, or, from so many on, that there are enough."""
        return self._count(self, of, enough)

    def there_are(self, node: e.Expr) -> str:
        """Whether a set has members."""
        return f"(i64.ne {self.count(node, 1)} (i64.const 0))"

    def opening(self, node: e.Apply) -> str:
        """Statements that give a definition its arguments, where its body is written instead of a call."""
        slots = self.layout.flow.functions[node.function].parameters
        given = zip(slots, node.arguments, strict=True)
        return "".join(f"(local.set {self.temp(slot)} {self.value(argument)})" for slot, argument in given)

    def each(self, node: e.Expr, name: str, body: Callable[[], str]) -> str:
        """Statements that go through a set, with the member in the local `name`."""
        made = self.loops.get(type(node))
        text = made(self, node, name, body) if made is not None else None
        return text or self.through(self.value(node), name, body)

    def gone_through(self, node: e.Expr, inner: e.Expr, name: str, body: Callable[[], str]) -> str:
        """The same; where `inner`, worked out for each member, may go through a set again, the members are counted."""
        if not any(type(part) in GOING_THROUGH for part in walk(inner)):
            return self.each(node, name, body)
        return self.each(node, name, lambda: WORK + body())

    def through(self, packed: str, name: str, body: Callable[[], str]) -> str:
        """Statements that go through a set that lies in memory."""
        q, p, end, out, again = self.fresh(), self.fresh("i32"), self.fresh("i32"), self.label(), self.label()
        return (
            f"(local.set {q} {packed}) (local.set {p} (i32.wrap_i64 (local.get {q})))"
            f"(local.set {end} (i32.add (local.get {p}) (i32.shl (i32.wrap_i64 (i64.shr_u (local.get {q}) (i64.const 32)))"
            f" (i32.const 3))))\n(block {out} (loop {again} (br_if {out} (i32.ge_u (local.get {p}) (local.get {end})))"
            f"(local.set {name} (i64.load (local.get {p}))) (local.set {p} (i32.add (local.get {p}) (i32.const 8)))\n"
            f"{body()}\n(br {again})))"
        )

    # ------------------------------------------------------------------------------------ what is known beforehand

    def is_set(self, node: e.Expr) -> bool:
        """Whether a value is a set."""
        return self.spans.is_set(node)


def in_frame(slot: int) -> str:
    """The local of a slot in the running frame."""
    return f"(i64.load offset={FRAME + 8 * slot} (local.get $f))"
