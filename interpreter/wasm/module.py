"""The whole module of a game for a number of players: its definitions, its questions, its heads, and what they call.

In: a flow and a player count. Out: `text`, WebAssembly as text, with `Memory`, which says where everything lies; `Refused` for a
rulebook that this backend does not play. A module needs nothing from outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.limits import MOST_CHANCE, MOST_WORK
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.fast.module import COSTLY
from rulewright.interpreter.fast.ops import zone_rules
from rulewright.interpreter.fast.runtime import DEPTH, MOVED, STEPS
from rulewright.interpreter.fast.sealed import plain_blocks
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.passes import quick_layout
from rulewright.interpreter.state import State
from rulewright.interpreter.wasm import memory as m
from rulewright.interpreter.wasm.blocks import Blocks
from rulewright.interpreter.wasm.choices import audience, twins
from rulewright.interpreter.wasm.counting import NOTHING
from rulewright.interpreter.wasm.memory import Memory, memory_of
from rulewright.interpreter.wasm.scalars import SCALARS, direct_place, version_of
from rulewright.interpreter.wasm.sets import LOOPS, SETS, count, made
from rulewright.interpreter.wasm.table import table_of
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
    layout = quick_layout(flow, players, counting)
    flow = layout.flow
    memory = memory_of(layout, counting)
    w = Writer(layout, memory, {**SCALARS, **SETS}, LOOPS, count, counting)
    memo = Memo(flow)
    parts = [_function(w, memo, number) for number in range(len(flow.functions)) if number not in w.shortcuts.opened]
    parts += [audience(w), twins(w), _scores(w), memory.tally.functions(memory.sources)]
    parts += [memory.counted.functions(w, m.SP) if counting else NOTHING]
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
        "seat": m.SEAT, "count": m.COUNT, "options": memory.options, "option": memory.option, "over": m.OVER,
        "winners": m.WINNERS, "figures": memory.figures, "figures_size": memory.figures_size, "state": m.STATE, "top": m.TOP,
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
        lasts = number in memo.lasting
        kept = number not in memo.passing and len(names) <= MOST_KEPT and not any(w.is_set(e.Temp(slot)) for slot in spec.parameters)
        if kept and not lasts and w.table.get(type(spec.body)) is made:
            value = made(w, spec.body, "$close_kept")
        hp, result = w.fresh("i32"), w.fresh()
        worked_out = f"(local.set {hp} (global.get $hp)) (local.set {result} {value})"
        let_go = "" if is_set else f"(global.set $hp (local.get {hp}))"
        if lasts and not names:
            at = w.memory.lasting + 16 * number
            known = f"(if (i32.load (i32.const {at})) (then (return (i64.load (i32.const {at + 8})))))"
            learnt = f"(i32.store (i32.const {at}) (i32.const 1)) (i64.store (i32.const {at + 8}) (local.get {result}))"
            if is_set:
                learnt = _put_by("$put_by_for_good", w.fresh(), result, learnt)
            return f"{known} {worked_out} {let_go} {learnt} (local.get {result})"
        # A set that is given may lie where another one has lain: by it nothing can be known again.
        if not kept:
            return f"{worked_out} {let_go} (local.get {result})"
        put_by = "$put_by_for_good" if lasts else "$is_kept" if w.table.get(type(spec.body)) is made else "$put_by"
        if number in w.memory.direct and number not in memo.passing:
            return _kept_directly(w, number, f"{worked_out} {let_go}", result, put_by if is_set else "")
        # Versions begin at 1: what lies in memory at first, zeros, is nothing known.
        version = "(i64.const -1)" if lasts else "(global.get $version)"
        key = f"{version} (i64.const {number}) " + " ".join([*(f"(local.get {each})" for each in names), *["(i64.const 0)"] * 3][:3])
        place = w.fresh("i32")
        known = f"(if (call $is_known (local.get {place}) {key}) (then (return (i64.load offset=40 (local.get {place})))))"
        keep = f"(call $learn (local.get {place}) {key} (local.get {result}))"
        if is_set:
            keep = _put_by(put_by, w.fresh(), result, keep)
        return f"(local.set {place} (call $place {key})) {known} {worked_out} {let_go} {keep} (local.get {result})"

    return f";; {' '.join(spec.name.split())}\n" + w.function(f"func $d{number}{given} (result i64)", names, body)


def _kept_directly(w: Writer, number: int, worked_out: str, result: str, put_by: str) -> str:
    """The body of a definition with few different arguments: each has a place, which says for which version its value holds."""
    slots = w.layout.flow.functions[number].parameters
    start, inside, place = direct_place(w, number, [f"(local.get $t{slot})" for slot in slots])
    at, version = w.fresh("i32"), version_of(w, number)
    held = f"(i64.eq (i64.load offset={start} (local.tee {at} {place})) {version})"
    known = f"(if {held} (then (return (i64.load offset={start + 8} (local.get {at})))))"
    keep = f"(i64.store offset={start + 8} (local.get {at}) (local.get {result})) (i64.store offset={start} (local.get {at}) {version})"
    if put_by:
        keep = _put_by(put_by, w.fresh(), result, keep)
    return f"(if {inside} (then {known} {worked_out} {keep}) (else {worked_out})) (local.get {result})"


def _put_by(function: str, kept: str, result: str, learn: str) -> str:
    """Statements that learn a set, put where it stays; where there is no room, it is worked out anew each time."""
    if function == "$is_kept":  # it has been made there
        return f"(if (call $is_kept (local.get {result})) (then {learn}))"
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


def _runtime(w: Writer) -> Iterator[str]:
    """What generated functions call, with the addresses of this module."""
    memory, layout = w.memory, w.layout
    rules = w.row(tuple(number for rule in zone_rules(layout) for number in rule))
    masks = [w.place(bytes(map(is_set_type, spec.types)) + b"\0") for spec in layout.flow.procedures]
    specs = zip(layout.flow.procedures, masks, strict=True)
    procs = w.row(tuple(number for spec, mask in specs for number in (spec.entry, spec.locals, spec.parameters, mask)))
    image = bytes(table_of(layout, memory, State.start(layout, 0)))
    known = {name: value for name, value in vars(m).items() if isinstance(value, int)}
    known |= {name: value for name, value in vars(memory).items() if isinstance(value, int)}
    known |= {
        "scratch_end": memory.kept, "rules": rules, "procs": procs, "start": w.place(image), "start_size": len(image),
        "often": memory.sets + m.OFTEN, "few": m.FEW, "main": layout.flow.main, "STEPS": STEPS, "DEPTH": DEPTH,
        "picked_size": 8 * layout.players, "slots_size": 4 * m.SLOTS, "much_told": m.MOST_TOLD // 2, "rows": memory.tally.rows,
        "row": memory.tally.row, "wider_row": memory.tally.row + 8, "slot_shift": 65 - m.SLOTS.bit_length(),
        "slot_mask": m.SLOTS - 1,
        "MOST_CHANCE": MOST_CHANCE, "players": layout.players, "MOVED": MOVED, "place_shift": 64 - m.PLACES.bit_length() + 1,
        "WORK": MORE * MOST_WORK, "components": len(layout.components),
    }  # fmt: skip
    for name in ("runtime.wat", "components.wat", "playing.wat"):
        yield files(__package__).joinpath(name).read_text(encoding="utf-8").format_map(known)
    zeros = {"hp": memory.scratch, "kp": memory.kept, "ep": memory.ever, "stamp": 0, "left": 0, "packed_top": memory.sets}
    yield "".join(f"(global ${name} (mut i32) (i32.const {value}))" for name, value in zeros.items())
    yield "(global $bp (mut i32) (i32.const 0)) (global $version (mut i64) (i64.const 1)) (global $kept_for (mut i64) (i64.const 0))"
    yield "(global $asking (mut i32) (i32.const 0)) (global $most (mut i64) (i64.const 0))"


def _tables(blocks: int, heads: list[int], asked: list[int]) -> Iterator[str]:
    """The heads by block, the functions that take an option, and those that list them."""
    yield f"(table $heads {blocks} funcref) (table $ways {blocks} funcref) (table $asks {blocks} funcref)"
    yield "".join(f"(elem (table $heads) (i32.const {number}) func $h{number})\n" for number in sorted(heads))
    for number in asked:
        yield f"(elem (table $ways) (i32.const {number}) func $k{number})"
        yield f"(elem (table $asks) (i32.const {number}) func $a{number})"


def _quoted(data: bytes) -> str:
    return "".join(f"\\{each:02x}" for each in data)
