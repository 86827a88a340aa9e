"""How the expressions that are no sets are written.

In: a writer and a node. Out: `SCALARS`, what writes each such node.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Dimension
from rulewright.interpreter.fast.spans import fits, span_of
from rulewright.interpreter.fast.writer import TRUTHS, Writer, is_simple
from rulewright.interpreter.passes.spans import spans_of
from rulewright.interpreter.state import Value

PADDED = 64  # entries that are never asked for, in front of a table, so that no index need be shifted


def _const(w: Writer, node: e.Const) -> str:
    if isinstance(node.value, tuple):
        return w.constant(node.value) if node.value else "()"
    return str(node.value) if node.value >= 0 else f"({node.value})"


def _variable(w: Writer, node: e.StateVar) -> str:
    spec, base = w.layout.flow.variables[node.variable], w.layout.bases[node.variable]
    if not node.index:
        return f"C[{base}]"
    sizes, indices = w.layout.sizes[node.variable], [w.value(each) for each in node.index]
    if all(map(is_simple, node.index)):
        place, stride, tests = "", 1, []
        for number in reversed(range(len(sizes))):
            low, size, text = spec.per[number].low, sizes[number], indices[number]
            base -= low * stride
            place += f" + {text}" if stride == 1 else f" + {text} * {stride}"
            stride *= size
            tests.append(_bounds(w, node.index[number], text, spec.per[number]))
        test = " and ".join(each for each in reversed(tests) if each)
        return f"(C[{base}{place}] if {test} else {spec.start})" if test else f"C[{base}{place}]"
    if len(indices) == 1:
        return f"at(C, {base}, {spec.per[0].low}, {sizes[0]}, {spec.start}, {indices[0]})"
    shape = w.constant(tuple((dimension.low, size) for dimension, size in zip(spec.per, sizes, strict=True)))
    return f"at_all(C, {base}, {shape}, {spec.start}, {', '.join(indices)})"


def _bounds(w: Writer, node: e.Expr, text: str, of: Dimension) -> str:
    """The test that an index is one that a variable has; "" where it is anyway."""
    low, high = of.low, of.low + w.layout.size(of) - 1
    if of.what != "range":  # what is no member is none
        return "" if w.is_there(node) else f"{text} >= 0"
    span = span_of(w.layout, node)
    return "" if low <= span[0] and span[1] <= high else f"{low} <= {text} <= {high}"


def _field(w: Writer, node: e.Field) -> str:
    row = f"{w.fields(node.field)}[{w.value(node.of)}]"
    return row if node.key is None else f"{row}[{w.value(node.key)}]"


def _neighbour(w: Writer, node: e.Neighbour) -> str:
    players = w.layout.players
    table = w.constant((*((seat + node.step) % players for seat in range(players)), -1))
    return f"{table}[{w.value(node.of)}]"


def _of_component(w: Writer, of: e.Expr, known: str, none: int, helper: str) -> str:
    text = w.value(of)
    if w.is_there(of):
        return known.format(text)
    return f"({known.format(text)} if {text} >= 0 else {none})" if is_simple(of) else helper.format(text)


def _holder(w: Writer, node: e.Holder) -> str:
    table = w.owners()
    return _of_component(w, node.of, f"{table}[W[{{}}]]", -1, f"holder({table}, W, {{}})")


def _face_up(w: Writer, node: e.FaceUp) -> str:
    return _of_component(w, node.of, "F[{}]", 0, "face_of(F, {})")


def _place_of(w: Writer, node: e.PlaceOf) -> str:
    ordered = tuple(int(w.layout.flow.zones[number].order != "set") for number, _ in w.layout.instances)
    return f"place_of({w.constant(ordered, 'ORDERED')}, Z, W, {w.value(node.of)})"


def _lies_in(w: Writer, node: e.LiesIn) -> str:
    if node.owner is None:
        table = w.zones()
        return _of_component(w, node.of, f"({table}[W[{{}}]] == {node.zone})", 0, f"lies_in({table}, W, {node.zone}, {{}})")
    return f"lies_at(W, {w.layout.first_instance[node.zone]}, {w.value(node.of)}, {w.value(node.owner)})"


def _arithmetic(w: Writer, node: e.Arithmetic) -> str:
    left, right = w.value(node.left), w.value(node.right)
    match node.operator:
        case "+" | "-" | "*":
            text = f"({left} {node.operator} {right})"
            return text if fits(span_of(w.layout, node)) else f"checked{text}"
        case "min" | "max":
            return f"{node.operator}({left}, {right})"
        case _:
            if isinstance(node.right, e.Const) and node.right.value:
                return f"({left} {'//' if node.operator == '/' else '%'} {right})"
            return f"{'divided' if node.operator == '/' else 'remainder'}({left}, {right})"


_NUMBERS = (
    e.StateVar, e.Field, e.Holder, e.Arithmetic, e.Count, e.Fold, e.Neighbour, e.SeatCount, e.PlaceOf, e.FaceUp,
    e.LastOf, *TRUTHS,
)  # fmt: skip


def is_number(node: e.Expr) -> bool:
    """Whether an expression is known to be no set."""
    match node:
        case e.Const(value):
            return isinstance(value, int)
        case e.FirstOf(_, count):
            return count is None
        case e.Lookup(values):
            return not any(isinstance(each, tuple) for each in values)
        case _:
            return isinstance(node, _NUMBERS)


def _compare(w: Writer, node: e.Compare) -> str:
    left, right = w.value(node.left), w.value(node.right)
    if node.operator not in ("is", "is not"):
        return f"({left} {node.operator} {right})"
    if is_number(node.left) or is_number(node.right):
        return f"({left} {'==' if node.operator == 'is' else '!='} {right})"
    return f"({'' if node.operator == 'is' else 'not '}same({left}, {right}))"


def _pick(w: Writer, node: e.Pick) -> str:
    return f"({w.value(node.then)} if {w.truth(node.condition)} else {w.value(node.otherwise)})"


def _apply(w: Writer, node: e.Apply) -> str:
    return f"d{node.function}({', '.join(['s', *(w.value(each) for each in node.arguments)])})"


def _is_active(w: Writer, node: e.IsActive) -> str:
    inside = frozenset(b.number for b in w.layout.flow.blocks if node.scope in w.layout.ancestors[b.scope])
    return f"any([each[1] in {w.constant(inside, f'IN{node.scope}')} for each in s.frames])"


def _lookup(w: Writer, node: e.Lookup) -> str:
    spans = [spans_of(w.layout).of(each) for each in node.index]
    shape = list(zip(node.lows, node.sizes, spans, strict=True))
    if not all(span.lies_in(min(low, e.NONE), low + size - 1) for low, size, span in shape):
        name = w.constant((node.values, node.lows, node.sizes))
        return f"looked_up({name}, {', '.join(w.value(each) for each in node.index)})"
    pads = [low if 0 <= low <= PADDED else 0 for low in node.lows]
    name = w.constant(_rows(node.values, node.sizes, pads))
    text = name
    for (low, _size, span), pad, each in zip(shape, pads, node.index, strict=True):
        at = w.value(each)
        if low == pad:
            text += f"[{at}]"
        elif span.low <= e.NONE <= span.high or not span.none:
            text += f"[{at} - {low}]"
        else:
            text += f"[place_in({low}, {at})]"
    return text


def _rows(values: tuple[Value, ...], sizes: tuple[int, ...], pads: list[int]) -> tuple[object, ...]:
    """Values as rows of rows. The last entry of each row is that of none, which is -1; rows begin at 0."""
    if not sizes:
        return values[0]  # type: ignore[return-value]
    width = len(values) // (sizes[0] + 1)
    rows = [_rows(values[n * width : (n + 1) * width], sizes[1:], pads[1:]) for n in range(sizes[0] + 1)]
    return (*[rows[-1]] * pads[0], *rows)


SCALARS: dict[type, Callable[..., str]] = {
    e.Const: _const,
    e.Local: lambda w, node: w.local(node.slot),
    e.Temp: lambda w, node: f"t{node.slot}",
    e.StateVar: _variable,
    e.Field: _field,
    e.SeatCount: lambda w, node: str(w.layout.players),
    e.Neighbour: _neighbour,
    e.Holder: _holder,
    e.FaceUp: _face_up,
    e.PlaceOf: _place_of,
    e.LiesIn: _lies_in,
    e.Arithmetic: _arithmetic,
    e.Compare: _compare,
    e.And: lambda w, node: f"({w.truth(node.left)} and {w.truth(node.right)})",
    e.Or: lambda w, node: f"({w.truth(node.left)} or {w.truth(node.right)})",
    e.Not: lambda w, node: f"(not {w.truth(node.of)})",
    e.Pick: _pick,
    e.Apply: _apply,
    e.IsActive: _is_active,
    e.Lookup: _lookup,
}
