"""How choices are written: the options of a question, one behind another in memory, and where each leads.

In: a writer and a block that ends in a choice. Out: `asked`, the function that lists the options in the order of the reference machine
and gives how many there are; `ways`, the function that takes one of them. An option lies as its alternative, then its picks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.limits import MOST_OPTIONS
from rulewright.interpreter.fast.choices import has_twins, kind_of
from rulewright.interpreter.wasm.memory import COUNT, SEAT
from rulewright.interpreter.wasm.ops import store_local
from rulewright.interpreter.wasm.scalars import of_row, zones
from rulewright.interpreter.wasm.writer import Writer


def asked(w: Writer, block: ir.Block, choice: ir.Choice) -> str:
    """The function `$a7` of block 7: 0 when nobody is asked, or all that is left is to let the question pass."""
    return w.function(f"func $a{block.number} (param $f i32) (result i32)", ("$f",), lambda: _asked(w, choice))


def _asked(w: Writer, choice: ir.Choice) -> str:
    seat, real = w.name("$seat", "i32"), w.name("$real", "i32")
    count, to = w.name("$n", "i32"), w.name("$to", "i32")
    passing = any(alternative.passes for alternative in choice.alternatives)
    text = f"(local.set {to} (i32.const {w.memory.options})) (i32.store (i32.const {COUNT}) (i32.const 0))"
    text += f"(local.set {seat} {w.index(choice.who)})"
    text += f"(i32.store (i32.const {SEAT}) (local.get {seat}))"
    text += f"(if (i32.lt_s (local.get {seat}) (i32.const 0)) (then (return (i32.const 0))))"
    for number, alternative in enumerate(choice.alternatives):
        found = _alternative(w, number, alternative, passing and not alternative.passes)
        guard = w.truth(alternative.guard)
        text += found if guard == "(i32.const 1)" else f"(if {guard} (then\n{found}))"
    if passing:
        text += f"(if (i32.eqz (local.get {real})) (then (return (i32.const 0))))"
    return f"{text} (i32.store (i32.const {COUNT}) (local.get {count})) (local.get {count})"


def _alternative(w: Writer, number: int, alternative: ir.Alternative, is_real: bool) -> str:
    picks, chosen = alternative.picks, set[int]()
    usual = w.local
    w.local = lambda slot: f"(local.get $v{slot})" if slot in chosen else usual(slot)

    def options(place: int) -> str:
        if place < len(picks):
            return _picked(w, picks[place], chosen, lambda: options(place + 1))
        text = f"(if (i32.ge_u (local.get $n) (i32.const {MOST_OPTIONS})) (then (call $fail)))"
        text += f"(i32.store (local.get $to) (i32.const {number}))"
        for k, pick in enumerate(picks):
            text += f"(i64.store offset={8 + 8 * k} (local.get $to) (local.get $v{pick.slot}))"
        text += f"(local.set $to (i32.add (local.get $to) (i32.const {w.memory.option})))"
        text += "(local.set $n (i32.add (local.get $n) (i32.const 1)))"
        if is_real:
            text += "(local.set $real (i32.const 1))"
        legal = w.truth(alternative.legal)
        return text if legal == "(i32.const 1)" else f"(if {legal} (then {text}))"

    try:
        return options(0)
    finally:
        w.local = usual


def _picked(w: Writer, pick: ir.PickSpec, chosen: set[int], then: Callable[[], str]) -> str:
    """A loop over what can be picked; of components that the decider could not tell apart only over the first."""
    name, kind = w.name(f"$v{pick.slot}"), kind_of(w.layout, pick.type)
    start = w.fresh("i32")

    def body() -> str:
        chosen.add(pick.slot)
        return then()

    if kind is None or not has_twins(w.layout, kind):
        return w.each(pick.domain, name, body)
    again = w.label()
    twin = f"(br_if {again} (call $is_twin (i32.wrap_i64 (local.get {name})) (local.get $seat) (local.get {start})))"
    loop = w.each(pick.domain, name, lambda: f"(block {again} {twin}\n{body()})")
    return f"(local.set {start} (global.get $bp)) {loop} (global.set $bp (local.get {start}))"


def ways(w: Writer, block: ir.Block, choice: ir.Choice) -> str:
    """The function `$k7` of block 7: puts the picks of an option into their locals and gives the block that it leads to."""
    text = f"(local.set $at (i32.add (i32.const {w.memory.options}) (i32.mul (local.get $n) (i32.const {w.memory.option}))))"
    for alternative, (test, taken) in zip(choice.alternatives, taking(choice, "$at"), strict=True):
        text += f"(if {test} (then {taken} (return (i32.const {alternative.target}))))\n"
    return f"(func $k{block.number} (param $f i32) (param $n i32) (result i32) (local $at i32)\n{text} unreachable)"


def taking(choice: ir.Choice, at: str) -> Iterator[tuple[str, str]]:
    """For each alternative: whether it is that of the option that lies at this address, and what puts its picks into their locals."""
    for number, alternative in enumerate(choice.alternatives):
        taken = "".join(
            store_local(pick.slot, f"(i64.load offset={8 + 8 * k} (local.get {at}))") for k, pick in enumerate(alternative.picks)
        )
        yield f"(i32.eq (i32.load (local.get {at})) (i32.const {number}))", taken


# ------------------------------------------------------------------------------------------------ who sees what


def audience(w: Writer) -> str:
    """The function that says which seats see what lies face down in a zone instance."""
    return w.function("func $audience (param $z i32) (result i32)", ("$z",), lambda: _audience(w))


def _audience(w: Writer) -> str:
    layout = w.layout
    masks, everybody, text = [], (1 << layout.players) - 1, ""
    for zone, owner in layout.instances:
        spec = layout.flow.zones[zone]
        seat = owner if spec.per is not None and spec.per.what == "players" else None
        own = 0 if seat is None else 1 << seat
        masks.append({"all": everybody, "owner": own, "others": everybody & ~own}.get(spec.seen_by.who, 0))
    for number, spec in enumerate(layout.flow.zones):
        if spec.seen_by.condition is not None:
            here = f"(i32.eq {of_row(zones(w), '(local.get $z)')} (i32.const {number}))"
            closed = f"(i32.eqz {w.truth(spec.seen_by.condition)})"
            text += f"(if {here} (then (if {closed} (then (return (i32.const 0))))))"
    return text + of_row(w.row(tuple(masks)), "(local.get $z)")


def twins(w: Writer) -> str:
    """The functions that say whether a component is like one that was noted before, and whether two are alike."""
    layout, memory = w.layout, w.memory
    ordered = w.row(tuple(int(layout.flow.zones[zone].order != "set") for zone, _ in layout.instances))
    alike = w.row(tuple(layout.alike))
    several = w.place(bytes(int(layout.alike.count(each) > 1) for each in layout.alike))

    def of(base: int, index: str) -> str:
        return of_row(base, f"(local.get {index})")

    single = f"(i32.eqz (i32.load8_u (i32.add (local.get $c) (i32.const {several}))))"
    text = "(func $is_twin (param $c i32) (param $seat i32) (param $p i32) (result i32) (local $z i32) (local $o i32)\n"
    text += "(if (i32.lt_s (local.get $c) (i32.const 0)) (then (return (i32.const 0))))"
    text += f"(if {single} (then (return (i32.const 0)))) (local.set $z {of(memory.where, '$c')})"
    text += f"(if {of(ordered, '$z')} (then (return (i32.const 0))))"
    seen = f"(i32.or (call $audience (local.get $z)) {of(memory.shown, '$c')})"
    unseen = f"(i32.eqz (i32.and (i32.const 1) (i32.shr_u {seen} (local.get $seat))))"
    text += f"(if (i32.eqz {of(memory.face, '$c')}) (then (if {unseen} (then (return (i32.const 0))))))"
    for number, spec in enumerate(layout.flow.zones):
        if spec.per is not None and spec.per.what == "kind":
            own = of_row(memory.size, f"(i32.add (local.get $c) (i32.const {layout.first_instance[number]}))")
            text += f"(if {own} (then (return (i32.const 0))))"
    same = f"(i32.eq {of(alike, '$c')} {of(alike, '$o')})"
    for base in (memory.where, memory.face):
        same = f"(i32.and {same} (i32.eq {of(base, '$c')} {of(base, '$o')}))"
    text += "(block $out (loop $again (br_if $out (i32.ge_u (local.get $p) (global.get $bp)))"
    text += "(local.set $o (i32.load (local.get $p))) (local.set $p (i32.add (local.get $p) (i32.const 8)))"
    text += f"(if {same} (then (if (call $marked_alike (local.get $c) (local.get $o)) (then (return (i32.const 1))))))"
    text += "(br $again)))"
    text += "(i32.store (global.get $bp) (local.get $c)) (global.set $bp (i32.add (global.get $bp) (i32.const 8)))"
    return f"{text} (i32.const 0))\n{_marked_alike(w)}"


def _marked_alike(w: Writer) -> str:
    """Whether every variable has the same values for two components."""
    layout = w.layout
    text = "(func $marked_alike (param $c i32) (param $o i32) (result i32)\n"
    for number, spec in enumerate(layout.flow.variables):
        if spec.per and spec.per[0].what == "kind":
            width, base = prod(layout.sizes[number][1:]), w.memory.cells + 8 * layout.bases[number]
            for k in range(width):
                cells = (
                    f"(i64.load offset={base + 8 * k} (i32.mul (local.get {each}) (i32.const {8 * width})))" for each in ("$c", "$o")
                )
                text += f"(if (i64.ne {' '.join(cells)}) (then (return (i32.const 0))))\n"
    return text + "(i32.const 1))"


