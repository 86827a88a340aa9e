"""What a module counts for a `Trace`: which block leads to which, options, reactions, decisions in each pass of a phase.

In: a layout, and where the counters lie. Out: `Counted`: numbers for all that is counted, and the functions that do so. A block that is
written behind another one counts that way with a number of its own; where a frame goes on after something else, the way is
only known by then, and is counted in the table of values (`$tell` in playing.wat).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from struct import unpack
from typing import TYPE_CHECKING

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.shape import targets, walk
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.trace import Trace, beginnings, phases_around

if TYPE_CHECKING:
    from rulewright.interpreter.wasm.writer import Writer

NOTHING = """(func $counting_begins) (func $decided (param $count i32)) (func $game_over)"""


class Counted:
    """ways, reactions: the number of each pair of blocks, and of each block and what it sets off. begins: the phase that a block begins."""

    def __init__(self, layout: Layout, first_key: int) -> None:
        flow = layout.flow
        self.flow = flow
        self.ways = _numbered([(block.number, target) for block in flow.blocks for target in targets(block.exit)])
        self.reactions = _numbered([
            (block.number, node.procedure) for block in flow.blocks for op in block.ops for node in walk(op) if isinstance(node, ir.Watch)
        ])  # fmt: skip
        self.begins = {block: scope for scope, block in beginnings(flow)}
        # What is counted by value: options of each question, decisions in passes of each phase, all other ways.
        self.asked = first_key
        self.passes = self.asked + len(flow.blocks)
        self.others = self.passes + len(flow.scopes)
        self.size = 8 * (len(self.ways) + len(self.reactions))

    def way(self, at: int, source: int, block: int) -> str:
        """A statement that counts this way. at: where the counters lie."""
        return _more(at + 8 * self.ways[source, block])

    def reaction(self, at: int, block: int, procedure: int) -> str:
        """A statement that counts what a block has set off."""
        return _more(at + 8 * (len(self.ways) + self.reactions[block, procedure]))

    def functions(self, w: Writer, running: int) -> str:
        """What generated functions call to count. running: where it is said which frame runs."""
        memory, flow, blocks = w.memory, self.flow, len(self.flow.blocks)
        leaving = w.place(bytes([0, *(int(isinstance(block.exit, ir.Leave)) for block in flow.blocks)])) + 1
        rows = [w.row((len(scopes), *(memory.open + 8 * scope for scope in scopes))) for scopes in phases_around(flow)]
        return COUNTING.format(
            last=memory.last, leaving=leaving, open=memory.open, blocks=blocks, scopes=len(flow.scopes), others=self.others,
            passes=self.passes, asked=self.asked, around=w.row(tuple(rows)), stack=memory.stack, SP=running,
            opens=8 * len(flow.scopes),
        )  # fmt: skip

    def read(self, trace: Trace, data: bytes, told: Callable[[int], list[tuple[int, int]]]) -> None:
        """Put the counts of games into a trace. data: the counters; told: the values of a key with their counts."""
        numbers = unpack(f"<{len(data) // 8}q", data)
        trace.taken.update({way: count for way, count in zip(self.ways, numbers, strict=False) if count})
        set_off = zip(self.reactions, numbers[len(self.ways) :], strict=True)
        trace.reactions.update({each: count for each, count in set_off if count})
        blocks = len(self.flow.blocks)
        for value, count in told(self.others):
            trace.taken[value // blocks - 1, value % blocks] += count
        for key, into, of in ((self.asked, trace.asked, blocks), (self.passes, trace.passes, len(self.flow.scopes))):
            for number in range(of):
                if values := told(key + number):
                    into.setdefault(number, Counter()).update(dict(values))


def _numbered(pairs: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    return {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}


def _more(at: int) -> str:
    return f"(i64.store (i32.const {at}) (i64.add (i64.load (i32.const {at})) (i64.const 1)))"


COUNTING = """(global $depth (mut i32) (i32.const 1)) (global $block (mut i32) (i32.const -1))
(func $counting_begins (global.set $depth (i32.const 1)) (global.set $block (i32.const -1))
  (i32.store offset=4 (i32.const {last}) (i32.const -1))
  (memory.fill (i32.const {open}) (i32.const 255) (i32.const {opens})))

;; Play comes to a block at which a frame stands; see `trace.Trace.come_to`.
(func $come_to (param $b i32) (param $depth i32) (local $source i32)
  (if (i32.lt_u (local.get $depth) (global.get $depth)) (then (global.set $depth (local.get $depth))))
  (local.set $source (i32.load offset={last} (i32.shl (global.get $depth) (i32.const 2))))
  (if (i32.load8_u (i32.add (global.get $block) (i32.const {leaving}))) (then (local.set $source (global.get $block))))
  (if (i32.gt_u (local.get $depth) (global.get $depth))
    (then (global.set $depth (i32.add (global.get $depth) (i32.const 1)))))
  (call $stands (local.get $b))
  (call $tell (i64.const {others}) (i64.extend_i32_u (i32.add (i32.mul
    (i32.add (local.get $source) (i32.const 1)) (i32.const {blocks})) (local.get $b)))))

;; The running frame has come to this block last.
(func $stands (param $b i32)
  (i32.store offset={last} (i32.shl (global.get $depth) (i32.const 2)) (local.get $b))
  (global.set $block (local.get $b)))

;; A pass of a phase begins, and is over.
(func $begins (param $scope i32)
  (call $ends (local.get $scope))
  (i64.store offset={open} (i32.shl (local.get $scope) (i32.const 3)) (i64.const 0)))

(func $ends (param $scope i32) (local $count i64)
  (local.set $count (i64.load offset={open} (i32.shl (local.get $scope) (i32.const 3))))
  (if (i64.ge_s (local.get $count) (i64.const 0))
    (then (call $tell (i64.extend_i32_u (i32.add (local.get $scope) (i32.const {passes}))) (local.get $count))))
  (i64.store offset={open} (i32.shl (local.get $scope) (i32.const 3)) (i64.const -1)))

;; Somebody decides among so many options.
(func $decided (param $count i32) (local $p i32) (local $end i32) (local $at i32)
  (call $tell (i64.extend_i32_u (i32.add (i32.load offset=4 (i32.load (i32.const {SP}))) (i32.const {asked})))
    (i64.extend_i32_u (local.get $count)))
  (local.set $p (i32.load offset={around} (i32.shl (i32.load offset=4 (i32.const {stack})) (i32.const 2))))
  (local.set $end (i32.add (local.get $p) (i32.shl (i32.load (local.get $p)) (i32.const 2))))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $p) (local.get $end)))
    (local.set $p (i32.add (local.get $p) (i32.const 4)))
    (local.set $at (i32.load (local.get $p)))
    (if (i64.ge_s (i64.load (local.get $at)) (i64.const 0))
      (then (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (i64.const 1)))))
    (br $again))))

(func $game_over (local $scope i32)
  (loop $again
    (call $ends (local.get $scope))
    (local.set $scope (i32.add (local.get $scope) (i32.const 1)))
    (br_if $again (i32.lt_u (local.get $scope) (i32.const {scopes})))))
"""
