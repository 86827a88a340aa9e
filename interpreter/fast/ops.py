"""How ops are written: the statements that change the state, and what is set off by them.

In: a writer and an op. Out: `lines`, the statements as lines. Lines of the log are not written: who plays thousands of
games reads none.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.types import OptionalType
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.scoring import gained_line

CHANGED = "if M: M.clear()"
"""What definitions gave is kept until something changes."""


def lines(w: Writer, op: ir.Op) -> list[str]:
    """The statements of an op."""
    return WRITERS[type(op)](w, op)


def _indented(block: list[str]) -> list[str]:
    return [f"    {line}" for line in block]


# ------------------------------------------------------------------------------------------------ values


def _assign(w: Writer, op: ir.Assign) -> list[str]:
    return [f"{w.local(op.slot)} = {w.value(op.value)}"]


def _cell(w: Writer, variable: int, index: tuple[e.Expr, ...]) -> tuple[list[str], str, str]:
    """What comes before, the test whether the cell is there ("": it is), and the cell's number as text."""
    spec, base, sizes = w.layout.flow.variables[variable], w.layout.bases[variable], w.layout.sizes[variable]
    if not index:
        return [], "", str(base)
    before = [f"i{number} = {w.value(each)}" for number, each in enumerate(index)]
    place, stride = str(base), 1
    tests: list[str] = []
    for number in reversed(range(len(index))):
        low, size = spec.per[number].low, sizes[number]
        shifted = f"i{number}" if low == 0 else f"(i{number} - {low})"
        place += f" + {shifted}" if stride == 1 else f" + {shifted} * {stride}"
        tests.insert(0, f"{low} <= i{number} < {low + size}")
        stride *= size
    return before, " and ".join(tests), place


def _set_state(w: Writer, op: ir.SetState) -> list[str]:
    spec = w.layout.flow.variables[op.variable]
    before, test, place = _cell(w, op.variable, op.index)
    body = [f"n = {w.value(op.value)}"]
    if not (isinstance(op.value, e.Const) and isinstance(op.value.value, int) and spec.low <= op.value.value <= spec.high):
        body += [f"if not {spec.low} <= n <= {spec.high}: fail()"]
    body += [f"c = {place}", "if C[c] != n:", "    C[c] = n", f"    {CHANGED}"]
    if spec.made_up and isinstance(spec.type, OptionalType):
        body += [f"ENDED.append(({op.variable}, n))"]
    body += _set_off(w, op.watches, "n", op.by, [f"i{number}" for number in range(len(op.index))])
    return [*before, f"if {test}:", *_indented(body)] if test else [*before, *body]


def _change(w: Writer, op: ir.Change) -> list[str]:
    spec = w.layout.flow.variables[op.variable]
    before, test, place = _cell(w, op.variable, op.index)
    line = gained_line(w.layout.flow, op)
    told = [] if line is None else [f"gained(s, {op.variable}, {line}, i0, n - old)"]
    then = [*told, "C[c] = n", CHANGED]
    then += _set_off(w, op.watches, "abs(n - old)", op.by, [f"i{number}" for number in range(len(op.index))])
    body = [
        f"c = {place}", "old = C[c]", f"n = max({spec.low}, min({spec.high}, old + {w.value(op.amount)}))",
        "if n != old:", *_indented(then),
    ]  # fmt: skip
    return [*before, f"if {test}:", *_indented(body)] if test else [*before, *body]


def _reset(w: Writer, op: ir.Reset) -> list[str]:
    base, size = w.layout.bases[op.variable], prod(w.layout.sizes[op.variable])
    start = w.layout.flow.variables[op.variable].start
    return [f"C[{base}:{base + size}] = [{start}] * {size}", CHANGED]


def _hold(w: Writer, op: ir.Hold) -> list[str]:
    # Where answers are sealed, the block is left to the reference machine, or the step needs no worlds.
    return [f"s.held += {op.by}"]


def _happen(w: Writer, op: ir.Happen) -> list[str]:
    return _set_off(w, op.watches, "-1", op.by, [])


# ------------------------------------------------------------------------------------------------ components


def _move(w: Writer, op: ir.Move) -> list[str]:
    layout = w.layout
    spec, first = layout.flow.zones[op.zone], layout.first_instance[op.zone]
    top = (spec.enter if op.place == "enter" else op.place) == "top"
    body = []
    if op.owner is None:
        target = str(first)
    else:
        count = layout.size(spec.per) if spec.per is not None else 1
        body += [f"o = {w.value(op.owner)}", f"if not 0 <= o < {count}: fail()", f"to = {first} + o"]
        target = "to"
    if op.watches:
        body += [f"by = {w.value(op.by)}", "before = [(c, W[c], F[c]) for c in m]"]
    face = op.face if op.face is not None else None if spec.face == "keep" else int(spec.face == "up")
    each = ["Z[W[c]].remove(c)"]
    if spec.capacity is not None:
        each += [f"if len(Z[{target}]) >= {spec.capacity}: fail()"]
    each += [f"Z[{target}].insert(0, c)" if top else f"Z[{target}].append(c)", f"W[c] = {target}", "S[c] = 0"]
    each += [] if face is None else [f"F[c] = {face}"]
    body += [f"for c in {'reversed(m)' if top else 'm'}:", *_indented(each), CHANGED]
    if op.watches:
        body += _arrivals(w, op.watches)
    return [f"m = as_set({w.value(op.what)})", "if m:", *_indented(body)]


def _arrivals(w: Writer, watches: tuple[ir.Watch, ...]) -> list[str]:
    """What is set off by components that lie elsewhere than `before`."""
    inner = ["if W[c] != src:", "    tgt = W[c]", "    turned = -1 if F[c] == face else F[c]"]
    for watch in watches:
        inner += _indented(_watch(w, watch, "c", "src", "tgt", [], "turned"))
    return ["for c, src, face in before:", *_indented(inner)]


def _exchange(w: Writer, op: ir.Exchange) -> list[str]:
    w.constant(zone_rules(w.layout), "RULES")
    body = [f"by = {w.value(op.by)}"] if op.watches else []
    body += ["before = exchange(s, RULES, a, b)", CHANGED]
    if op.watches:
        body += _arrivals(w, op.watches)
    return [f"a = as_set({w.value(op.left)})", f"b = as_set({w.value(op.right)})", "if a and b:", *_indented(body)]


def zone_rules(layout: Layout) -> tuple[tuple[int, int, int], ...]:
    """Of each zone instance: 1 when things enter on top, the face they get (-1: they keep theirs), its room (-1: no limit)."""
    faces = {"up": 1, "down": 0, "keep": -1}
    specs = [layout.flow.zones[zone] for zone, _ in layout.instances]
    return tuple((int(s.enter == "top"), faces[s.face], -1 if s.capacity is None else s.capacity) for s in specs)


def _pass_around(w: Writer, op: ir.PassAround) -> list[str]:
    first, players = w.layout.first_instance[op.zone], w.layout.players
    w.constant(zone_rules(w.layout), "RULES")
    text = [f"by = {w.value(op.by)}"] if op.watches else []
    text += [f"before = pass_around(s, RULES, {first}, {players}, 1 if {w.value(op.direction)} == 0 else -1)", CHANGED]
    return text + (_arrivals(w, op.watches) if op.watches else [])


def _turn(w: Writer, op: ir.Turn) -> list[str]:
    face = int(op.up)
    text = [f"m = [c for c in as_set({w.value(op.what)}) if F[c] != {face}]"]
    text += [f"by = {w.value(op.by)}"] if op.watches else []
    text += [f"for c in m: F[c] = {face}", CHANGED]
    if op.watches:
        inner = ["src = W[c]"]
        for watch in op.watches:
            inner += _watch(w, watch, "c", "src", "src", [], str(face))
        text += ["for c in m:", *_indented(inner)]
    return text


def _show(w: Writer, op: ir.Show) -> list[str]:
    change = "S[c] |= 1 << seat" if op.on else "S[c] &= ~(1 << seat)"
    return [
        f"seat = {w.value(op.to)}", f"m = as_set({w.value(op.what)})", "if seat >= 0:", "    for c in m:", f"        {change}",
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ what is set off


def _set_off(w: Writer, watches: tuple[ir.Watch, ...], subject: str, by: e.Expr, index: list[str]) -> list[str]:
    """What one event that moves nothing sets off."""
    text = []
    for watch in watches:
        if watch.from_zone is None and watch.to_zone is None and watch.turned == -1:
            text += _watch(w, watch, subject, "-1", "-1", index, "-1")
    return [f"by = {w.value(by)}", *text] if text else []


def _watch(w: Writer, watch: ir.Watch, subject: str, source: str, target: str, index: list[str], turned: str) -> list[str]:
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
    body = [f"t{slot} = {text}" for slot, text in filled if slot >= 0]
    given = "".join(f", {w.value(value)}" for value in watch.give)
    react = f"s.pending.append(({watch.procedure}{given or ','}))"
    told = [f"reacts({watch.procedure})"] if w.counting else []
    condition = w.truth(watch.condition)
    body += [react, *told] if condition == "1" else [f"if {condition}:", *_indented([react, *told])]
    if watch.each is not None:
        body = [f"for t{watch.each_slot} in {w.members(watch.each)}:", *_indented(body)]
    return [f"if {' and '.join(tests)}:", *_indented(body)] if tests else body


WRITERS: dict[type, Callable[..., list[str]]] = {
    ir.Assign: _assign,
    ir.SetState: _set_state,
    ir.Change: _change,
    ir.Reset: _reset,
    ir.Move: _move,
    ir.Exchange: _exchange,
    ir.PassAround: _pass_around,
    ir.Turn: _turn,
    ir.Show: _show,
    ir.Say: lambda w, op: [],
    ir.Hold: _hold,
    ir.Happen: _happen,
}
