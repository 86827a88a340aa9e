"""How the expressions that are no sets are written.

In: a writer and a node. Out: `SCALARS`, what writes each such node; `Cell`, where a variable's value is.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.state import Value

PADDED = 64  # entries that are never asked for, in front of a table, so that no index need be shifted


def _const(w: Writer, node: e.Const) -> str:
    if isinstance(node.value, tuple):
        return w.constant(node.value) if node.value else "()"
    return str(node.value) if node.value >= 0 else f"({node.value})"


class Cell:
    """A value of a variable. indices: what its indices are called; place: its number as text; test: whether there is one ("": there is)."""

    def __init__(self, w: Writer, variable: int, index: tuple[e.Expr, ...]) -> None:
        spec, base, stride = w.layout.flow.variables[variable], w.layout.bases[variable], 1
        self.indices = [w.named(each) for each in index]
        places, tests = [], []
        for dimension, size, node, text in reversed(list(zip(spec.per, w.layout.sizes[variable], index, self.indices, strict=True))):
            base -= dimension.low * stride
            places.append(text if stride == 1 else f"{text} * {stride}")
            tests.append(_bounds(w, node, text, dimension.low, dimension.low + size - 1))
            stride *= size
        self.place = " + ".join(places if places and not base else [str(base), *places])
        self.test = " and ".join(each for each in reversed(tests) if each)


def _variable(w: Writer, node: e.StateVar) -> str:
    cell = Cell(w, node.variable, node.index)
    value = f"C[{cell.place}]"
    return f"({value} if {cell.test} else {w.layout.flow.variables[node.variable].start})" if cell.test else value


def _bounds(w: Writer, node: e.Expr, text: str, low: int, high: int) -> str:
    """The test that an index is one that a variable has; "" where it is anyway."""
    span = w.spans.of(node)
    if span.lies_in(low, high):
        return ""
    # What is no member of a kind, no seat, no value is none.
    return f"{text} >= 0" if low == 0 and span.lies_in(-1, high) else f"{low} <= {text} <= {high}"


def _field(w: Writer, node: e.Field) -> str:
    row = f"{w.fields(node.field)}[{w.value(node.of)}]"
    return row if node.key is None else f"{row}[{w.value(node.key)}]"


def _neighbour(w: Writer, node: e.Neighbour) -> str:
    players = w.layout.players
    table = w.constant((*((seat + node.step) % players for seat in range(players)), -1))
    return f"{table}[{w.value(node.of)}]"


def _of_component(w: Writer, of: e.Expr, known: str, none: int) -> str:
    if w.is_there(of):
        return known.format(w.value(of))
    text = w.named(of)
    return f"({known.format(text)} if {text} >= 0 else {none})"


def _holder(w: Writer, node: e.Holder) -> str:
    return _of_component(w, node.of, f"{w.owners()}[W[{{}}]]", -1)


def _face_up(w: Writer, node: e.FaceUp) -> str:
    return _of_component(w, node.of, "F[{}]", 0)


def _place_of(w: Writer, node: e.PlaceOf) -> str:
    ordered = tuple(int(w.layout.flow.zones[number].order != "set") for number, _ in w.layout.instances)
    return f"place_of({w.constant(ordered, 'ORDERED')}, Z, W, {w.value(node.of)})"


def _lies_in(w: Writer, node: e.LiesIn) -> str:
    if node.owner is None:
        return _of_component(w, node.of, f"({w.zones()}[W[{{}}]] == {node.zone})", 0)
    return lies_at(w, w.layout.first_instance[node.zone], node.of, node.owner)


def lies_at(w: Writer, first: int, value: e.Expr, owner: e.Expr | None) -> str:
    """Whether a component lies in the zone of an owner, or in a shared one."""
    if owner is None:
        return _of_component(w, value, f"(W[{{}}] == {first})", 0)
    text, whose = w.named(value), w.named(owner)
    tests = [f"{each} >= 0" for each, node in ((text, value), (whose, owner)) if not w.is_there(node)]
    place = f"{first} + {whose}" if first else whose
    return f"({' and '.join([*tests, f'W[{text}] == {place}'])})"


def _arithmetic(w: Writer, node: e.Arithmetic) -> str:
    left, right = w.value(node.left), w.value(node.right)
    match node.operator:
        case "+" | "-" | "*":
            text = f"({left} {node.operator} {right})"
            return text if node.fits else f"checked{text}"
        case "min" | "max":
            return f"{node.operator}({left}, {right})"
        case _:
            if isinstance(node.right, e.Const) and node.right.value:
                return f"({left} {'//' if node.operator == '/' else '%'} {right})"
            return f"{'divided' if node.operator == '/' else 'remainder'}({left}, {right})"


def _compare(w: Writer, node: e.Compare) -> str:
    match node:
        case e.Compare(">" | "is not", e.Count(of), e.Const(0)) | e.Compare(">=", e.Count(of), e.Const(1)):
            return w.there_are(of)
        case e.Compare("is" | "<=", e.Count(of), e.Const(0)) | e.Compare("<", e.Count(of), e.Const(1)):
            return f"(not {w.there_are(of)})"
    left, right = w.value(node.left), w.value(node.right)
    if node.operator not in ("is", "is not"):
        return f"({left} {node.operator} {right})"
    if w.spans.is_set(node.left) and w.spans.is_set(node.right):
        return f"({'' if node.operator == 'is' else 'not '}same({left}, {right}))"
    return f"({left} {'==' if node.operator == 'is' else '!='} {right})"


def _and(w: Writer, node: e.And) -> str:
    return _when(w, w.truth(node.left), "and", "if {}:", node.right)


def _or(w: Writer, node: e.Or) -> str:
    return _when(w, w.truth(node.left), "or", "if not {}:", node.right)


def _when(w: Writer, left: str, word: str, test: str, right: e.Expr) -> str:
    """Two conditions, of which the second is not looked at where the first decides."""
    with w.apart() as lines:
        text = w.truth(right)
    if not lines:
        return f"({left} {word} {text})"
    found = w.fresh(left)
    with w.inside(test.format(found)):
        w.put(lines)
        w.line(f"{found} = {text}")
    return found


def _pick(w: Writer, node: e.Pick) -> str:
    condition = w.truth(node.condition)
    with w.apart() as first:
        then = w.value(node.then)
    with w.apart() as second:
        otherwise = w.value(node.otherwise)
    if not first and not second:
        return f"({then} if {condition} else {otherwise})"
    found = w.new()
    for head, lines, text in ((f"if {condition}:", first, then), ("else:", second, otherwise)):
        with w.inside(head):
            w.put(lines)
            w.line(f"{found} = {text}")
    return found


def _apply(w: Writer, node: e.Apply) -> str:
    return f"d{node.function}({', '.join(['s', *(w.value(each) for each in node.arguments)])})"


def _is_active(w: Writer, node: e.IsActive) -> str:
    name = f"IN{node.scope}"
    if name not in w.constants:
        inside = frozenset(b.number for b in w.layout.flow.blocks if node.scope in w.layout.ancestors[b.scope])
        w.constant(inside, name)
    found = w.fresh("False")
    with w.inside("for x in s.frames:"):
        w.line(f"if x[1] in {name}: {found} = True")
    return found


def _lookup(w: Writer, node: e.Lookup) -> str:
    spans = [w.spans.of(each) for each in node.index]
    shape = list(zip(node.lows, node.sizes, spans, strict=True))
    if not all(span.lies_in(min(low, e.NONE), low + size - 1) for low, size, span in shape):
        name = w.constant((node.values, node.lows, node.sizes))
        return f"looked_up({name}, {', '.join(w.value(each) for each in node.index)})"
    name = w.constant(_rows(node.values, node.lows, node.sizes))
    text = name
    for (low, _size, span), each in zip(shape, node.index, strict=True):
        at = w.value(each)
        if low <= PADDED:
            text += f"[{at}]"
        else:
            text += f"[place_in({low}, {at})]" if span.none else f"[{at} - {low}]"
    return text


def _rows(values: tuple[Value, ...], lows: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[object, ...]:
    """Values as rows of rows. Rows begin at 0, and what an index below 0 has, none above all, stands at their end."""
    if not sizes:
        return values[0]  # type: ignore[return-value]
    low, size = lows[0], sizes[0]
    width = len(values) // (size + 1)
    rows = [_rows(values[n * width : (n + 1) * width], lows[1:], sizes[1:]) for n in range(size + 1)]
    if low < 0:  # none lies between the others
        return (*rows[-low:size], *rows[: min(-low, size)])
    return (*([rows[-1]] * low if low <= PADDED else []), *rows)


SCALARS: dict[type, Callable[..., str]] = {
    e.Const: _const,
    e.Local: lambda w, node: w.local(node.slot),
    e.Temp: lambda w, node: w.temps.get(node.slot, f"t{node.slot}"),
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
    e.And: _and,
    e.Or: _or,
    e.Not: lambda w, node: f"(not {w.truth(node.of)})",
    e.Pick: _pick,
    e.Apply: _apply,
    e.IsActive: _is_active,
    e.Lookup: _lookup,
}
