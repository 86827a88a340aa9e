"""How blocks are written: each head is a function that runs from there to the next head.

In: a writer and a flow. Out: `Blocks`, the functions of a module. What a function gives back is the number of the next head of the
same frame, or MOVED or STOPPED.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block
from rulewright.interpreter.fast import heads
from rulewright.interpreter.fast.heads import Heads, rest_of
from rulewright.interpreter.fast.runtime import MOVED, STOPPED
from rulewright.interpreter.passes.spans import takes_first
from rulewright.interpreter.wasm import ops
from rulewright.interpreter.wasm.choices import asked, taking, ways
from rulewright.interpreter.wasm.memory import (
    FLOOR,
    FRAME,
    FRAMES,
    HELD,
    OFTEN,
    OVER,
    PENDING,
    SCRATCH,
    STEPS_LEFT,
    TOP,
    WINNERS,
)
from rulewright.interpreter.wasm.writer import Writer

MOVE_ON = f"(return (i32.const {MOVED}))"
STOP = f"(return (i32.const {STOPPED}))"


class Blocks(Heads):
    """Writes the heads of a flow as WebAssembly."""

    def __init__(self, w: Writer, passing: frozenset[int], plain: frozenset[int]) -> None:
        super().__init__(w.layout, passing, plain)
        self.w = w

    def write(self) -> Iterator[tuple[int, str]]:
        """The number and the functions of each head."""
        w = self.w
        for block in self.each_head():
            w.spans.of_procedure(block.procedure)
            before = ""
            if isinstance(block.exit, ir.Choice):
                before = f"{asked(w, block, block.exit)}\n{ways(w, block, block.exit)}\n"

            def body(block: Block = block) -> str:
                text = self._block(block.number, frozenset(), 0)
                return f"(loop $again {self._fuel()}\n{text}) unreachable" if self.loops else text + " unreachable"

            yield block.number, before + w.function(f"func $h{block.number} (param $f i32) (result i32)", ("$f",), body)

    def _fuel(self) -> str:
        left = f"(i32.load (i32.const {STEPS_LEFT}))"
        used = f"(i32.store (i32.const {STEPS_LEFT}) (i32.sub {left} (i32.const 1)))"
        return f"{used} (if (i32.lt_s {left} (i32.const 0)) (then (call $fail)))"

    def _goes_on(self, block: Block, number: int, path: frozenset[int], depth: int) -> str:
        """A block behind another one: written here, or gone to."""
        match self.way_to(number, path, depth):
            case heads.AGAIN:
                w = self.w
                room = f"(i32.lt_u (i32.load (i32.const {TOP})) (i32.const {w.memory.sets + OFTEN}))"
                free = f"(i32.lt_u (global.get $hp) (i32.const {w.memory.scratch + SCRATCH // 2}))"
                again = f"(br_if $again (i32.and {room} {free})) (return (i32.const {number}))"
                return self._stands(block) + again
            case heads.GONE:
                return f"{self._stands(block)} (return (i32.const {number}))"
            case _:
                return self._block(number, path, depth, block)

    def _stands(self, block: Block) -> str:
        """What is counted, behind a block that is left for another head, begins there."""
        return f"(call $stands (i32.const {block.number}))" if self.w.counting else ""

    def _block(self, number: int, path: frozenset[int], depth: int, source: Block | None = None) -> str:
        w, block = self.w, self.flow.blocks[number]
        self.count()
        w.block = number
        text = f"\n;; block {number}\n"
        if w.counting:
            text += self._come_to(number, source)
        if self.asks_what_is_under_way(block):
            text += _stand_at(number)
        for before, op in zip((None, *block.ops), block.ops, strict=False):
            rest, of = rest_of(before, op), takes_first(op)
            if rest is not None:
                text += ops.store_local(rest, f"(call $rest {w.local(rest)})")
            elif before is None and of is not None and of == w.spans.filled.get(number):
                text += ops.store_local(op.slot, f"(i64.load (i32.wrap_i64 {w.local(of)}))")  # type: ignore[union-attr]
            else:
                text += ops.statements(w, op)
            text += "\n"
        return text + self._exit(block, path | {number}, depth)

    def _come_to(self, number: int, source: Block | None) -> str:
        """What is counted at a block, behind one that it is written behind."""
        memory = self.w.memory
        if source is None:
            text = f"(call $come_to (i32.const {number}) (i32.load (i32.const {FRAMES})))"
        else:
            text = memory.counted.way(memory.figures + memory.all_ways, source.number, number)
        begins = memory.counted.begins.get(number)
        return text if begins is None else f"{text} (call $begins (i32.const {begins}))"

    # ------------------------------------------------------------------------------------ exits

    def _exit(self, block: Block, path: frozenset[int], depth: int) -> str:
        w = self.w
        match block.exit:
            case ir.Goto(target):
                return self._goes_on(block, target, path, depth)
            case ir.Branch(condition, then, otherwise):
                test = w.truth(condition)
                first = self._goes_on(block, then, path, depth + 1)
                return f"(if {test} (then {first}))\n{self._goes_on(block, otherwise, path, depth)}"
            case ir.Call():
                return self._call(block, block.exit, path, depth)
            case ir.Return():
                return f"(call $pop (local.get $f)) {MOVE_ON}"
            case ir.Leave(target):
                return f"(call $leave (i32.const {self.need(target)})) {self._stands(block)} {MOVE_ON}"
            case ir.Settle(then):
                pushed = f"{_stand_at(self.need(then))} (drop (call $push (i32.const {self.flow.settle}) (i32.const -1)))"
                pushed += f"{self._stands(block)} {MOVE_ON}"
                return f"(if (i32.eqz (i32.load (i32.const {HELD}))) (then {pushed}))\n{self._goes_on(block, then, path, depth)}"
            case ir.React(done):
                due = f"(i32.gt_s (i32.load (i32.const {PENDING})) (i32.load (i32.const {FLOOR})))"
                reacts = f"{_stand_at(block.number)} (call $react) {self._stands(block)} {MOVE_ON}"
                return f"(if {due} (then {reacts}))\n{self._goes_on(block, done, path, depth)}"
            case ir.Choice():
                return self._choice(block, block.exit, path, depth)
            case ir.Draw(of=of, slot=slot, then=then):
                return ops.store_local(slot, f"(call $draw {w.value(of)})") + self._goes_on(block, then, path, depth)
            case ir.Shuffle():
                return self._shuffle(block.exit) + self._goes_on(block, block.exit.then, path, depth)
            case ir.Gone():
                raise AssertionError(f"block {block.number} is gone, and nothing leads there")
            case ir.GameEnd(winners):
                seat = w.fresh()
                mask = f"(i32.or (i32.load (i32.const {WINNERS})) (i32.shl (i32.const 1) (i32.wrap_i64 (local.get {seat}))))"
                each = w.each(winners, seat, lambda: f"(i32.store (i32.const {WINNERS}) {mask})")
                over = f"(i32.store (i32.const {WINNERS}) (i32.const 0)) (i32.store (i32.const {OVER}) (i32.const 1))"
                return f"{_stand_at(block.number)} {over} {each} {STOP}"

    def _call(self, block: Block, call: ir.Call, path: frozenset[int], depth: int) -> str:
        w = self.w
        goes_on = _stand_at(self.need(call.then))
        names = [w.fresh() for _ in call.arguments]
        text = "".join(f"(local.set {name} {ops.kept(w, node)})" for name, node in zip(names, call.arguments, strict=True))
        frame, procedure = w.fresh("i32"), w.fresh("i32")
        told = isinstance(call.procedure, int)
        number = f"(i32.const {call.procedure})" if isinstance(call.procedure, int) else f"(local.get {procedure})"
        pushed = f"{goes_on} (local.set {frame} (call $push {number} (i32.const -1)))"
        for k, name in enumerate(names):
            given = f"(i64.store offset={FRAME + 8 * k} (local.get {frame}) (local.get {name}))"
            if isinstance(call.procedure, int):
                pushed += given if k < self.flow.procedures[call.procedure].parameters else ""
            else:
                parameters = w.row(tuple(spec.parameters for spec in self.flow.procedures))
                most = f"(i32.load (i32.add (i32.shl {number} (i32.const 2)) (i32.const {parameters})))"
                pushed += f"(if (i32.gt_u {most} (i32.const {k})) (then {given}))"
        pushed += self._stands(block) + MOVE_ON
        if told:
            return text + pushed
        assert not isinstance(call.procedure, int)
        text += f"(local.set {procedure} {w.index(call.procedure)})"
        test = f"(i32.ge_s (local.get {procedure}) (i32.const 0))"
        return f"{text} (if {test} (then {pushed}))\n{self._goes_on(block, call.then, path, depth)}"

    def _choice(self, block: Block, choice: ir.Choice, path: frozenset[int], depth: int) -> str:
        w, number = self.w, block.number
        count, taken, at = w.fresh("i32"), w.fresh("i32"), w.fresh("i32")
        text = f"{_stand_at(number)} (local.set {count} (call $a{number} (local.get $f)))"
        asks = f"(local.set {taken} (call $decide (local.get {count}))) (if (i32.lt_s (local.get {taken}) (i32.const 0)) (then {STOP}))"
        if choice.forced == "take" and choice.secrecy == "open" and number not in self.plain:
            asks = f"(if (i32.ne (local.get {count}) (i32.const 1)) (then {asks}) (else (local.set {taken} (i32.const 0))))"
        place = f"(i32.mul (local.get {taken}) (i32.const {w.memory.option}))"
        asks += f"(local.set {at} (i32.add (i32.const {w.memory.options}) {place}))\n"
        for alternative, (test, picked) in zip(choice.alternatives, taking(choice, at), strict=True):
            goes_on = f"{picked} {self._goes_on(block, alternative.target, path, depth + 2)}"
            asks += f"(if {test} (then {goes_on}))\n"
        return f"{text} (if (local.get {count}) (then {asks} unreachable))\n{self._goes_on(block, choice.empty, path, depth)}"

    def _shuffle(self, exit_: ir.Shuffle) -> str:
        first = self.w.layout.first_instance[exit_.zone]
        if exit_.owner is None:
            return f"(call $shuffle (i32.const {first}))"
        per, owner = self.flow.zones[exit_.zone].per, self.w.fresh()
        count = self.w.layout.size(per) if per is not None else 1
        text = f"(local.set {owner} {self.w.value(exit_.owner)})"
        if not exit_.fits:
            text += f"(if (i64.ge_u (local.get {owner}) (i64.const {count})) (then (call $fail)))"
        return text + f"(call $shuffle (i32.add (i32.wrap_i64 (local.get {owner})) (i32.const {first})))"


def _stand_at(number: int) -> str:
    """From now on the running frame stands at this block."""
    return f"(i32.store offset=4 (local.get $f) (i32.const {number}))"
