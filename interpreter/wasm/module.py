"""The whole module of a game for a number of players: its definitions, its questions, its heads, and what they call.

In: a flow and a player count. Out: `text`, WebAssembly as text, with `Memory`, which says where everything lies; `Refused` for a
rulebook that this backend does not play. A module needs nothing from outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from struct import pack

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.limits import MOST_CHANCE, MOST_OPTIONS, MOST_WORK
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.fast.module import COSTLY
from rulewright.interpreter.fast.ops import zone_rules
from rulewright.interpreter.fast.runtime import DEPTH, MOVED, STEPS
from rulewright.interpreter.fast.sealed import plain_blocks
from rulewright.interpreter.layout import Layout, layout_of
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.passes import quickened
from rulewright.interpreter.wasm import memory as m
from rulewright.interpreter.wasm.blocks import Blocks
from rulewright.interpreter.wasm.choices import audience, twins
from rulewright.interpreter.wasm.memory import Memory, memory_of
from rulewright.interpreter.wasm.scalars import SCALARS
from rulewright.interpreter.wasm.sets import LOOPS, SETS
from rulewright.interpreter.wasm.writer import Writer, is_set_type

MOST_KEPT = 3  # parameters of a definition whose values are kept
MOST_SEATS = 32  # winners are bits of a number
MORE = 4  # as much work as the reference machine does: it may keep more of what definitions gave
PAGE = 65536


class Refused(Exception):
    """This backend does not play a rulebook; the message says why."""


def text(flow: ir.Flow, players: int, counting: bool = False) -> tuple[str, Memory]:
    """The module of a game. counting: it counts which block leads to which. Raises Refused; ValueError for a wrong count."""
    plain = plain_blocks(flow)
    for block in flow.blocks:
        if block.number not in plain and any(isinstance(op, ir.Hold) and op.sealed for op in block.ops):
            address = flow.scopes[block.scope].address
            raise Refused(f"the answers at {address} are sealed, and what others may see of them has to be worked out meanwhile")
    if players > MOST_SEATS:
        raise Refused(f"there are more than {MOST_SEATS} players")
    flow = quickened(flow, players)
    layout = layout_of(flow, players)
    memory = memory_of(layout, counting)
    w = Writer(layout, memory, {**SCALARS, **SETS}, LOOPS, counting)
    memo = Memo(flow)
    parts = [_function(w, memo, number) for number in range(len(flow.functions))]
    parts += [audience(w), twins(w), _scores(w), memory.tally.functions(memory.sources), _counting(w)]
    heads = dict(Blocks(w, memo.passing, plain).write())
    asked = [block.number for block in flow.blocks if isinstance(block.exit, ir.Choice)]
    parts += [*heads.values(), *_runtime(w), *_tables(len(flow.blocks), list(heads), asked)]
    building = (memory.constants + len(w.data) + 15) // 16 * 16
    pages = (building + m.BUILDING + PAGE - 1) // PAGE
    parts += [f"(global $building i32 (i32.const {building}))", f'(memory (export "memory") {pages} {pages})']
    parts += [_addresses(memory)]
    parts += [f'(data (i32.const {memory.constants}) "{_quoted(bytes(w.data))}")']
    return "(module\n" + "\n".join(parts) + ")", memory


def _addresses(memory: Memory) -> str:
    """Where a program in any language finds what it wants to know: in the module's own exports."""
    names = {
        "seat": m.SEAT, "count": m.COUNT, "options": memory.options, "option": memory.option, "done": m.DONE, "over": m.OVER,
        "winners": m.WINNERS, "records": memory.records, "record": memory.record, "state": m.STATE, "top": m.TOP,
    }  # fmt: skip
    return "".join(f'(global (export "{name}") i32 (i32.const {value}))' for name, value in names.items())


def _function(w: Writer, memo: Memo, number: int) -> str:
    """A definition. What it makes on its way is let go of, unless its value is a set."""
    spec = w.layout.flow.functions[number]
    names = tuple(f"$t{slot}" for slot in spec.parameters)
    given = "".join(f" (param {name} i64)" for name in names)
    is_set = is_set_type(spec.type)

    def body() -> str:
        value = w.value(spec.body)
        if not any(isinstance(node, COSTLY) for node in walk(spec.body)):
            return value
        hp, result = w.fresh("i32"), w.fresh()
        worked_out = f"(local.set {hp} (global.get $hp)) (local.set {result} {value})"
        let_go = "" if is_set else f"(global.set $hp (local.get {hp}))"
        lasts = number in memo.lasting
        if lasts and not names:
            at = w.memory.lasting + 16 * number
            known = f"(if (i32.load (i32.const {at})) (then (return (i64.load (i32.const {at + 8})))))"
            learnt = f"(i32.store (i32.const {at}) (i32.const 1)) (i64.store (i32.const {at + 8}) (local.get {result}))"
            if is_set:
                learnt = _put_by("$put_by_for_good", w.fresh(), result, learnt)
            return f"{known} {worked_out} {let_go} {learnt} (local.get {result})"
        # A set that is given may lie where another one has lain: by it nothing can be known again.
        if number in memo.passing or len(names) > MOST_KEPT or any(w.is_set(e.Temp(slot)) for slot in spec.parameters):
            return f"{worked_out} {let_go} (local.get {result})"
        # Versions begin at 1: what lies in memory at first, zeros, is nothing known.
        version = "(i64.const -1)" if lasts else "(global.get $version)"
        key = f"{version} (i64.const {number}) " + " ".join([*(f"(local.get {each})" for each in names), *["(i64.const 0)"] * 3][:3])
        place = w.fresh("i32")
        known = f"(if (call $is_known (local.get {place}) {key}) (then (return (i64.load offset=40 (local.get {place})))))"
        keep = f"(call $learn (local.get {place}) {key} (local.get {result}))"
        if is_set:
            keep = _put_by("$put_by_for_good" if lasts else "$put_by", w.fresh(), result, keep)
        return f"(local.set {place} (call $place {key})) {known} {worked_out} {let_go} {keep} (local.get {result})"

    return f";; {' '.join(spec.name.split())}\n" + w.function(f"func $d{number}{given} (result i64)", names, body)


def _put_by(function: str, kept: str, result: str, learn: str) -> str:
    """Statements that learn a set, put where it stays; where there is no room, it is worked out anew each time."""
    there = f"(local.set {result} (local.get {kept})) {learn}"
    return f"(local.set {kept} (call {function} (local.get {result}))) (if (i64.ne (local.get {kept}) (i64.const 1)) (then {there}))"


def _scores(w: Writer) -> str:
    """Every line of the scoring for each seat, from an address on."""
    stored = ""
    for number, score in enumerate(w.layout.flow.scores):
        for seat in range(w.layout.players):
            offset = 8 * (number * w.layout.players + seat)
            stored += f"(i64.store offset={offset} (local.get $at) (call $d{score.function} (i64.const {seat})))"
    return f'(func $scores (export "scores") (param $at i32) {stored})'


def _counting(w: Writer) -> str:
    """What counts which block leads to which; see `trace`."""
    if not w.counting:
        return "(func $counting_begins)"
    memory, flow = w.memory, w.layout.flow
    leaving = w.place(bytes([0, *(int(isinstance(block.exit, ir.Leave)) for block in flow.blocks)])) + 1
    return f"""(global $depth (mut i32) (i32.const 1)) (global $block (mut i32) (i32.const -1))
(func $counting_begins (global.set $depth (i32.const 1)) (global.set $block (i32.const -1))
  (i32.store (i32.const {memory.last + 4}) (i32.const -1)))
(func $come_to (param $b i32) (param $depth i32) (local $source i32) (local $at i32)
  (if (i32.lt_u (local.get $depth) (global.get $depth)) (then (global.set $depth (local.get $depth))))
  (local.set $source (i32.load (i32.add (i32.shl (global.get $depth) (i32.const 2)) (i32.const {memory.last}))))
  (if (i32.load8_u (i32.add (global.get $block) (i32.const {leaving}))) (then (local.set $source (global.get $block))))
  (if (i32.gt_u (local.get $depth) (global.get $depth))
    (then (global.set $depth (i32.add (global.get $depth) (i32.const 1)))))
  (i32.store (i32.add (i32.shl (global.get $depth) (i32.const 2)) (i32.const {memory.last})) (local.get $b))
  (global.set $block (local.get $b))
  (local.set $at (i32.add (i32.const {memory.ways}) (i32.shl (i32.add (i32.mul
    (i32.add (local.get $source) (i32.const 1)) (i32.const {len(flow.blocks)})) (local.get $b)) (i32.const 2))))
  (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1))))"""


def _runtime(w: Writer) -> Iterator[str]:
    """What generated functions call, with the addresses of this module."""
    memory, layout = w.memory, w.layout
    rules = w.row(tuple(number for rule in zone_rules(layout) for number in rule))
    masks = [w.place(bytes(map(is_set_type, spec.types)) + b"\0") for spec in layout.flow.procedures]
    specs = zip(layout.flow.procedures, masks, strict=True)
    procs = w.row(tuple(number for spec, mask in specs for number in (spec.entry, spec.locals, spec.parameters, mask)))
    image = _start(layout, memory)
    known = {name: value for name, value in vars(m).items() if isinstance(value, int)}
    known |= {name: value for name, value in vars(memory).items() if isinstance(value, int)}
    known |= {
        "scratch_end": memory.kept, "rules": rules, "procs": procs, "start": w.place(image), "start_size": len(image),
        "often": memory.sets + m.OFTEN, "main": layout.flow.main, "ended_size": memory.counted_size, "STEPS": STEPS,
        "picked_size": 8 * layout.players, "to_endings": memory.record - memory.counted_size, "DEPTH": DEPTH,
        "MOST_CHANCE": MOST_CHANCE, "players": layout.players, "MOVED": MOVED, "place_shift": 64 - m.PLACES.bit_length() + 1,
        "MOST_OPTIONS": MOST_OPTIONS, "WORK": MORE * MOST_WORK, "components": len(layout.components),
    }  # fmt: skip
    for name in ("runtime.wat", "components.wat", "playing.wat"):
        yield files(__package__).joinpath(name).read_text(encoding="utf-8").format_map(known)
    zeros = {"hp": memory.scratch, "kp": memory.kept, "ep": memory.ever, "stamp": 0, "left": 0}
    yield "".join(f"(global ${name} (mut i32) (i32.const {value}))" for name, value in zeros.items())
    yield "(global $bp (mut i32) (i32.const 0)) (global $version (mut i64) (i64.const 1)) (global $kept_for (mut i64) (i64.const 0))"


def _start(layout: Layout, memory: Memory) -> bytes:
    """The state before anything has happened, as it lies in memory: from `STATE` to the end of the cells."""
    image = bytearray(memory.stack - m.STATE)

    def write(base: int, values: list[int], each: str = "i") -> None:
        image[base - m.STATE : base - m.STATE + len(values) * (8 if each == "q" else 4)] = pack(f"<{len(values)}{each}", *values)

    zones: list[list[int]] = [[] for _ in layout.instances]
    where, face = [], []
    for number, spec in enumerate(layout.components):
        where.append(layout.instance[(spec.start, spec.owner)])
        face.append(int(layout.flow.zones[spec.start].face == "up"))
        zones[where[-1]].append(number)
    before, behind = [-1] * len(where), [-1] * len(where)
    for zone in zones:
        for one, other in pairwise(zone):
            behind[one], before[other] = other, one
    nowhere = len(layout.instances)
    write(memory.where - 4, [nowhere, *where])
    for base, row in ((memory.face, face), (memory.before, before), (memory.behind, behind)):
        write(base, row)
    write(memory.head - 4, [-1, *(zone[0] if zone else -1 for zone in zones), -1])
    write(memory.tail - 4, [-1, *(zone[-1] if zone else -1 for zone in zones), -1])
    write(memory.size, [len(zone) for zone in zones])
    write(memory.cells, layout.starts, "q")
    return bytes(image)


def _tables(blocks: int, heads: list[int], asked: list[int]) -> Iterator[str]:
    """The heads by block, the functions that take an option, and those that list them."""
    yield f"(table $heads {blocks} funcref) (table $ways {blocks} funcref) (table $asks {blocks} funcref)"
    yield "".join(f"(elem (table $heads) (i32.const {number}) func $h{number})\n" for number in sorted(heads))
    for number in asked:
        yield f"(elem (table $ways) (i32.const {number}) func $k{number})"
        yield f"(elem (table $asks) (i32.const {number}) func $a{number})"


def _quoted(data: bytes) -> str:
    return "".join(f"\\{each:02x}" for each in data)
