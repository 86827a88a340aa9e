"""How ops are written: the statements that change the state, and what is set off by them.

In: a writer and an op. Out: `write`, which writes the statements. Lines of the log are not written: who plays thousands of
games reads none.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.types import OptionalType
from rulewright.interpreter.fast.bits import set_board
from rulewright.interpreter.fast.scalars import Cell
from rulewright.interpreter.fast.writer import Known, Writer
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.scoring import gained_line


def changed(w: Writer) -> None:
    """Something has changed: what definitions gave until now, where any of it is kept, holds no more."""
    if w.keeps:
        w.line("if M: M.clear()")


def write(w: Writer, op: ir.Op) -> None:
    """The statements of an op."""
    WRITERS[type(op)](w, op)


# ------------------------------------------------------------------------------------------------ values


def _assign(w: Writer, op: ir.Assign) -> None:
    w.line(f"{w.local(op.slot)} = {w.value(op.value)}")


def _where_it_is(w: Writer, cell: Cell, then: Callable[[], None]) -> None:
    if not cell.test:
        then()
        return
    with w.inside(f"if {cell.test}:"):
        then()


def _set_state(w: Writer, op: ir.SetState) -> None:
    spec = w.layout.flow.variables[op.variable]
    cell = Cell(w, op.variable, op.index)

    def then() -> None:
        value = w.named(op.value)
        if not op.fits:
            w.line(f"if not {spec.low} <= {value} <= {spec.high}: fail()")
        with w.inside(f"if C[{cell.place}] != {value}:"):
            if op.variable in w.boarded:
                set_board(w, op.variable, cell.indices[0], f"C[{cell.place}]", value)
            w.line(f"C[{cell.place}] = {value}")
            changed(w)
        if spec.made_up and isinstance(spec.type, OptionalType):
            w.line(f"ENDED.append(({op.variable}, {value}))")
        _set_off(w, op.watches, value, op.by, cell.indices)

    _where_it_is(w, cell, then)


def _change(w: Writer, op: ir.Change) -> None:
    spec = w.layout.flow.variables[op.variable]
    cell = Cell(w, op.variable, op.index)

    def then() -> None:
        amount = w.value(op.amount)
        old, new = w.fresh(f"C[{cell.place}]"), w.new()
        w.line(f"{new} = {old} + {amount}")
        span = w.spans.of(op.amount)  # what a variable has lies in its bounds
        if span.high > 0:
            w.line(f"if {new} > {spec.high}: {new} = {spec.high}")
        if span.low < 0:
            w.line(f"if {new} < {spec.low}: {new} = {spec.low}")
        with w.inside(f"if {new} != {old}:"):
            line = gained_line(w.layout.flow, op)
            if line is not None:
                w.line(f"gained(s, {op.variable}, {line}, {cell.indices[0]}, {new} - {old})")
            w.line(f"C[{cell.place}] = {new}")
            changed(w)
            _set_off(w, op.watches, f"abs({new} - {old})", op.by, cell.indices)

    _where_it_is(w, cell, then)


def _reset(w: Writer, op: ir.Reset) -> None:
    base, size = w.layout.bases[op.variable], prod(w.layout.sizes[op.variable])
    start = w.layout.flow.variables[op.variable].start
    w.line(f"C[{base}] = {start}" if size == 1 else f"C[{base}:{base + size}] = [{start}] * {size}")
    changed(w)


def _hold(w: Writer, op: ir.Hold) -> None:
    # Where answers are sealed, the block is left to the reference machine, or the step needs no worlds.
    w.line(f"s.held += {op.by}")


def _happen(w: Writer, op: ir.Happen) -> None:
    _set_off(w, op.watches, "-1", op.by, [])


# ------------------------------------------------------------------------------------------------ components


def _components(w: Writer, node: e.Expr) -> str:
    """The components that an op is about, as a set: one may stand for the set of it, none for no component."""
    if w.spans.is_set(node):
        return w.value(node)
    return f"as_set({w.value(node)})"


def _move(w: Writer, op: ir.Move) -> None:
    only = only_one(w, op.what)
    if only is None:
        w.line(f"m = {_components(w, op.what)}")
        with w.inside("if m:"):
            _moved(w, op, lone=False)
        return
    w.line(f"c = {w.value(only)}")
    if w.is_there(only):
        _moved(w, op, lone=True)
        return
    with w.inside("if c >= 0:"):
        _moved(w, op, lone=True)


def only_one(w: Known, what: e.Expr) -> e.Expr | None:
    """The one component, or none, that an op is about; None when there may be more."""
    match what:
        case e.MakeSet((one,)):
            return one
        case _:
            return None if w.spans.is_set(what) else what


def _moved(w: Writer, op: ir.Move, lone: bool) -> None:
    """The component c (lone), or all in m, comes to its new zone."""
    layout = w.layout
    spec, first = layout.flow.zones[op.zone], layout.first_instance[op.zone]
    top = (spec.enter if op.place == "enter" else op.place) == "top"
    target = str(first)
    if op.owner is not None:
        count = layout.size(spec.per) if spec.per is not None else 1
        owner = w.named(op.owner)
        if not op.fits:
            w.line(f"if not 0 <= {owner} < {count}: fail()")
        target = w.fresh(f"{first} + {owner}")
    if op.watches:
        w.line(f"by = {w.value(op.by)}")
        w.line("before = ((c, W[c], F[c]),)" if lone else "before = [(c, W[c], F[c]) for c in m]")
    face = op.face if op.face is not None else None if spec.face == "keep" else int(spec.face == "up")
    lines = ["Z[W[c]].remove(c)"]
    if spec.capacity is not None:
        lines.append(f"if len(Z[{target}]) >= {spec.capacity}: fail()")
    lines += [f"Z[{target}].insert(0, c)" if top else f"Z[{target}].append(c)", f"W[c] = {target}", "S[c] = 0"]
    lines += [] if face is None else [f"F[c] = {face}"]
    if lone:
        w.put(lines)
    else:
        with w.inside(f"for c in {'reversed(m)' if top else 'm'}:"):
            w.put(lines)
    changed(w)
    if op.watches:
        _arrivals(w, op.watches)


def _arrivals(w: Writer, watches: tuple[ir.Watch, ...]) -> None:
    """What is set off by components that lie elsewhere than `before`."""
    with w.inside("for c, src, face in before:"), w.inside("if W[c] != src:"):
        w.line("tgt = W[c]")
        w.line("turned = -1 if F[c] == face else F[c]")
        for watch in watches:
            _watch(w, watch, "c", "src", "tgt", [], "turned")


def _exchange(w: Writer, op: ir.Exchange) -> None:
    w.constant(zone_rules(w.layout), "RULES")
    w.line(f"a = {_components(w, op.left)}")
    w.line(f"b = {_components(w, op.right)}")
    with w.inside("if a and b:"):
        if op.watches:
            w.line(f"by = {w.value(op.by)}")
        w.line("before = exchange(s, RULES, a, b)")
        changed(w)
        if op.watches:
            _arrivals(w, op.watches)


def zone_rules(layout: Layout) -> tuple[tuple[int, int, int], ...]:
    """Of each zone instance: 1 when things enter on top, the face they get (-1: they keep theirs), its room (-1: no limit)."""
    faces = {"up": 1, "down": 0, "keep": -1}
    specs = [layout.flow.zones[zone] for zone, _ in layout.instances]
    return tuple((int(s.enter == "top"), faces[s.face], -1 if s.capacity is None else s.capacity) for s in specs)


def _pass_around(w: Writer, op: ir.PassAround) -> None:
    first, players = w.layout.first_instance[op.zone], w.layout.players
    w.constant(zone_rules(w.layout), "RULES")
    if op.watches:
        w.line(f"by = {w.value(op.by)}")
    w.line(f"before = pass_around(s, RULES, {first}, {players}, 1 if {w.value(op.direction)} == 0 else -1)")
    changed(w)
    if op.watches:
        _arrivals(w, op.watches)


def _turn(w: Writer, op: ir.Turn) -> None:
    face = int(op.up)
    w.line(f"m = [c for c in {_components(w, op.what)} if F[c] != {face}]")
    if op.watches:
        w.line(f"by = {w.value(op.by)}")
    w.line(f"for c in m: F[c] = {face}")
    changed(w)
    if op.watches:
        with w.inside("for c in m:"):
            w.line("src = W[c]")
            for watch in op.watches:
                _watch(w, watch, "c", "src", "src", [], str(face))


def _show(w: Writer, op: ir.Show) -> None:
    w.line(f"seat = {w.value(op.to)}")
    w.line(f"m = {_components(w, op.what)}")
    with w.inside("if seat >= 0:"):
        w.line(f"for c in m: {'S[c] |= 1 << seat' if op.on else 'S[c] &= ~(1 << seat)'}")


# ------------------------------------------------------------------------------------------------ what is set off


def _set_off(w: Writer, watches: tuple[ir.Watch, ...], subject: str, by: e.Expr, index: list[str]) -> None:
    """What one event that moves nothing sets off."""
    due = [each for each in watches if each.from_zone is None and each.to_zone is None and each.turned == -1]
    if due:
        w.line(f"by = {w.value(by)}")
    for watch in due:
        _watch(w, watch, subject, "-1", "-1", index, "-1")


def _watch(w: Writer, watch: ir.Watch, subject: str, source: str, target: str, index: list[str], turned: str) -> None:
    tests = []
    if watch.from_zone is not None:
        tests.append(f"{w.zones()}[{source}] == {watch.from_zone}")
    if watch.to_zone is not None:
        tests.append(f"{w.zones()}[{target}] == {watch.to_zone}")
    if watch.turned != -1 and turned != str(watch.turned):
        tests.append(f"{turned} == {watch.turned}")
    owner = w.owners() if source != "-1" else ""
    filled = [(watch.subject, subject), (watch.by, "by"), *zip(watch.index, index, strict=False)]
    filled += [(watch.source, f"{owner}[{source}]" if owner else "-1"), (watch.target, f"{owner}[{target}]" if owner else "-1")]

    def react() -> None:
        given = "".join(f", {w.value(value)}" for value in watch.give)
        w.line(f"s.pending.append(({watch.procedure}{given or ','}))")
        if w.counting:
            w.line(f"reacts({watch.procedure})")

    def fill() -> None:
        for slot, text in filled:
            if slot >= 0:
                w.line(f"t{slot} = {text}")
        if watch.each is None:
            w.when(watch.condition, react)
            return
        w.each(watch.each, f"t{watch.each_slot}", lambda looped: w.when(watch.condition, react))

    if not tests:
        fill()
        return
    with w.inside(f"if {' and '.join(tests)}:"):
        fill()


WRITERS: dict[type, Callable[..., None]] = {
    ir.Assign: _assign,
    ir.SetState: _set_state,
    ir.Change: _change,
    ir.Reset: _reset,
    ir.Move: _move,
    ir.Exchange: _exchange,
    ir.PassAround: _pass_around,
    ir.Turn: _turn,
    ir.Show: _show,
    ir.Say: lambda w, op: None,
    ir.Hold: _hold,
    ir.Happen: _happen,
}
