"""Between which numbers a formula stays, by what is known of its parts.

In: a layout, and what temps, locals and the values of functions can be. Out: `Ranges.of`, the `Span` of an expression: what its
value, or each member of its value, can be, as far as declared ranges, printed values and types tell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import HIGHEST, LOWEST, MOST_MEMBERS
from rulewright.dsl.types import EnumType, FlagType, IntType, KindType, OptionalType, PlayerType, SetType, Type, strip
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.formulas import parts_of


class Span(NamedTuple):
    """The least and the greatest number; none: it can be none as well, where that does not lie between them anyway."""

    low: int
    high: int
    none: bool = False

    @property
    def is_there(self) -> bool:
        """Whether it is never none."""
        return self.low > e.NONE and not self.none

    def lies_in(self, low: int, high: int) -> bool:
        """Whether all of it lies between two numbers."""
        return low <= self.low and self.high <= high and (not self.none or low <= e.NONE <= high)


ANY = Span(LOWEST, HIGHEST)
TRUTH = Span(0, 1)


def joined(one: Span | None, other: Span | None) -> Span | None:
    """What is in one or the other; None is nothing."""
    if one is None or other is None:
        return one or other
    return spanning(min(one.low, other.low), max(one.high, other.high), one.none or other.none)


def spanning(low: int, high: int, none: bool) -> Span:
    """Between two numbers, or none: said only where the numbers do not have it in them."""
    return Span(low, high, none and not low <= e.NONE <= high)


def or_none(span: Span | None) -> Span:
    """The same, or none."""
    return Span(e.NONE, e.NONE) if span is None else spanning(span.low, span.high, True)


def without_none(span: Span | None) -> Span | None:
    """The same without none; None where nothing is left."""
    if span is None or (span.low == span.high == e.NONE):
        return None
    return Span(0 if span.low == e.NONE else span.low, span.high)


def within(span: Span) -> Span:
    """What numbers can be at most."""
    return Span(max(min(span.low, e.NONE) if span.none else span.low, LOWEST), min(span.high, HIGHEST))


class Ranges:
    """The spans of the formulas of a layout. Of formulas with locals it must have been told in which procedure they stand."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._procedure = -1
        self._temps: dict[int, Span] = {}
        self._slots: dict[tuple[int, int], Span] = {}  # of each procedure and local
        self._results: dict[int, Span] = {}  # of functions
        self._sets: set[int] = set()  # temps that are given sets
        self._changed: set[int] = set()  # temps that have grown
        self._types: dict[Type, Span] = {}
        self._fields = [self._of_field(number) for number in range(len(layout.flow.fields))]
        owners = [owner for _, owner in layout.instances if owner is not None]
        self._owners = Span(min(owners, default=-1), max(owners, default=-1), True)

    def of_procedure(self, number: int) -> None:
        """What follows stands in a procedure."""
        self._procedure = number

    def begin(self, node: e.Expr, procedure: int | None) -> None:
        """Parts of this formula are asked for from now on: what its temps can be is found. procedure: in which its locals stand."""
        if procedure is not None:
            self._procedure = procedure
        self._of(node)

    def of(self, node: e.Expr) -> Span:
        """What a value, or each member of a set, can be. Of arithmetic it may lie beyond what numbers can be."""
        return self._of(node) or ANY

    def tell(self, slot: int, node: e.Expr) -> None:
        """A temp that the flow has not stands for a formula."""
        self._temps[slot] = self.of(node)
        if self.is_set(node):
            self._sets.add(slot)

    def is_set(self, node: e.Expr) -> bool:
        """Whether a value is a set."""
        match node:
            case e.Const(value):
                return isinstance(value, tuple)
            case e.Local(slot):
                types = self.layout.flow.procedures[self._procedure].types
                return isinstance(strip(types[slot]), SetType)
            case e.Temp(slot):
                return slot in self._sets
            case e.Best():
                return not node.alone
            case e.FirstOf(_, count):
                return count is not None
            case e.Pick(_, then, otherwise):
                return self.is_set(then) or self.is_set(otherwise)
            case e.Apply(function):
                return isinstance(strip(self.layout.flow.functions[function].type), SetType)
            case e.Lookup(values):
                return any(isinstance(each, tuple) for each in values)
            case _:
                return isinstance(node, _SETS)

    def of_type(self, type_: Type) -> Span:
        """What a value of a type can be; of a set, each member."""
        if type_ not in self._types:
            self._types[type_] = self._of_type(type_)
        return self._types[type_]

    def _of_type(self, type_: Type) -> Span:
        match type_:
            case OptionalType(of):
                return or_none(self.of_type(of))
            case SetType(of):
                return self.of_type(of)
            case IntType(int(low), int(high)):
                return Span(low, high)
            case FlagType():
                return TRUTH
            case PlayerType():
                return Span(0, self.layout.players - 1)
            case EnumType(name):
                size = next(len(each.values) for each in self.layout.flow.enums if each.name == name)
                return Span(0, size - 1)
            case KindType(name):
                return self._of_kind(next(n for n, each in enumerate(self.layout.flow.kinds) if each.name == name))
            case _:
                return ANY

    def _of_kind(self, kind: int) -> Span:
        members = self.layout.by_kind[kind]
        return Span(members[0], members[-1]) if members else Span(-1, -1)

    def _of_field(self, number: int) -> Span:
        spec = self.layout.flow.fields[number]
        flat: list[int] = [spec.missing]
        for value in self.layout.fields[number]:
            flat += value if isinstance(value, tuple) else (value,)
        rest = [each for each in flat if each != e.NONE]
        return spanning(min(rest, default=-1), max(rest, default=-1), len(rest) < len(flat))

    def _grow(self, slot: int, span: Span | None) -> None:
        """A temp can be this, too."""
        after = joined(self._temps.get(slot), span)
        if after is not None and after != self._temps.get(slot):
            self._temps[slot] = after
            self._changed.add(slot)

    # ------------------------------------------------------------------------------------ formulas

    def _of(self, node: e.Expr) -> Span | None:
        """The span, None where nothing is known to come there; what is bound inside grows."""
        found = _FOUND.get(type(node))
        return ANY if found is None else found(self, node)

    def _bind(self, node: e.Filter | e.AnyOf | e.Gather | e.Distinct | e.Reachable | e.Fold | e.Best) -> Span | None:
        span = self._of(node.of)
        self._grow(node.slot, span)
        return span

    def _variable(self, node: e.StateVar) -> Span:
        self._parts(node)
        spec = self.layout.flow.variables[node.variable]
        if isinstance(strip(spec.type), IntType):
            return Span(spec.low, spec.high)
        of = self.of_type(spec.type)
        if of == ANY:
            return Span(spec.low, spec.high)
        return or_none(of) if spec.low == e.NONE else joined(of, Span(spec.start, spec.start)) or ANY

    def _field(self, node: e.Field) -> Span:
        self._parts(node)
        return self._fields[node.field]

    def _contents(self, node: e.Contents) -> Span:
        self._parts(node)
        return self._of_kind(self.layout.flow.zones[node.zone].holds)

    def _parts(self, node: e.Expr) -> None:
        for each in parts_of(node):
            self._of(each)

    def _truth(self, node: e.Expr) -> Span:
        self._parts(node)
        return TRUTH

    def _asked(self, node: e.AnyOf) -> Span:
        self._bind(node)
        self._of(node.condition)
        return TRUTH

    def _seat(self, node: e.Neighbour) -> Span:
        span = self._of(node.of)
        return Span(0, self.layout.players - 1, span is None or not span.is_there)

    def _holder(self, node: e.Expr) -> Span:
        self._parts(node)
        return self._owners

    def _count(self, node: e.Count) -> Span:
        self._of(node.of)
        return Span(0, max(MOST_MEMBERS, len(self.layout.components)))

    def _place(self, node: e.PlaceOf) -> Span:
        self._of(node.of)
        return Span(0, len(self.layout.components))

    def _combine(self, node: e.Combine) -> Span | None:
        left, right = self._of(node.left), self._of(node.right)
        return joined(left, right) if node.operator == "+" else left

    def _make_set(self, node: e.MakeSet) -> Span | None:
        found = None
        for each in node.of:
            found = joined(found, self._of(each))
        return without_none(found)

    def _range(self, node: e.RangeOf) -> Span | None:
        low, high = self._of(node.low), self._of(node.high)
        if low is None or high is None:
            return None
        low, high = within(low), within(high)
        return Span(low.low, max(high.high, low.low))

    def _filter(self, node: e.Filter) -> Span | None:
        span = self._bind(node)
        self._of(node.condition)
        return span

    def _gather(self, node: e.Gather) -> Span | None:
        self._bind(node)
        return self._of(node.each)

    def _distinct(self, node: e.Distinct) -> Span | None:
        self._bind(node)
        return without_none(self._of(node.key))

    def _reachable(self, node: e.Reachable) -> Span | None:
        found = self._bind(node)
        stepped = self._of(node.step)
        self._grow(node.slot, stepped)
        return joined(found, joined(stepped, self._of(node.step)))

    def _fold(self, node: e.Fold) -> Span | None:
        self._bind(node)
        key = self._of(node.key)
        return ANY if node.operator == "sum" else joined(Span(0, 0), None if key is None else within(key))

    def _best(self, node: e.Best) -> Span | None:
        span = self._bind(node)
        self._of(node.key)
        return or_none(span) if node.alone else span

    def _first(self, node: e.FirstOf) -> Span | None:
        span = self._of(node.of)
        if node.count is None:
            return or_none(span)
        self._of(node.count)
        return span

    def _after(self, node: e.After) -> Span | None:
        self._of(node.value)
        return self._of(node.of)

    def _around(self, node: e.Around) -> Span | None:
        self._of(node.start)
        return self._of(node.of)

    def _pick(self, node: e.Pick) -> Span | None:
        self._of(node.condition)
        then, otherwise = self._of(node.then), self._of(node.otherwise)
        return joined(then and within(then) if not _has_none(then) else then, otherwise)

    def _apply(self, node: e.Apply) -> Span | None:
        for slot, argument in zip(self.layout.flow.functions[node.function].parameters, node.arguments, strict=True):
            self._grow(slot, self._of(argument))
            if slot not in self._sets and self.is_set(argument):
                self._sets.add(slot)
                self._changed.add(slot)
        return self._results.get(node.function)

    def _lookup(self, node: e.Lookup) -> Span | None:
        self._parts(node)
        flat = [each for value in node.values for each in (value if isinstance(value, tuple) else (value,))]
        rest = [each for each in flat if each != e.NONE]
        if not flat:
            return None
        return spanning(min(rest, default=-1), max(rest, default=-1), len(rest) < len(flat))

    def _bits(self, node: e.Expr) -> Span:
        self._parts(node)
        return ANY

    def _spots(self, node: e.Spots) -> Span:
        self._parts(node)
        return self._of_kind(node.kind)

    def _const(self, node: e.Const) -> Span | None:
        values = node.value if isinstance(node.value, tuple) else (node.value,)
        return Span(min(values), max(values)) if values else None

    def _arithmetic(self, node: e.Arithmetic) -> Span | None:
        left, right = self._of(node.left), self._of(node.right)
        if left is None or right is None:
            return None
        (a, b, _), (c, d, _) = within(left), within(right)
        match node.operator:
            case "+":
                return Span(a + c, b + d)
            case "-":
                return Span(a - d, b - c)
            case "*":
                products = (a * c, a * d, b * c, b * d)
                return Span(min(products), max(products))
            case "min":
                return Span(min(a, c), min(b, d))
            case "max":
                return Span(max(a, c), max(b, d))
            case "mod" if c > 0:
                return Span(0, d - 1)
            case "/" if c > 0:
                return Span(min(a // c, a // d), max(b // c, b // d))
            case _:
                return ANY


def _has_none(span: Span | None) -> bool:
    return span is not None and span.none


_SETS = (
    e.Contents, e.Everything, e.Seats, e.Around, e.Combine, e.MakeSet, e.Filter, e.Gather, e.Distinct, e.Reachable, e.RangeOf,
    e.After, e.Spots,
)  # fmt: skip
_FOUND: dict[type, Callable[..., Span | None]] = {
    e.Const: Ranges._const,
    e.Local: lambda spans, node: spans._slots.get((spans._procedure, node.slot)),
    e.Temp: lambda spans, node: spans._temps.get(node.slot),
    e.StateVar: Ranges._variable,
    e.Field: Ranges._field,
    e.Contents: Ranges._contents,
    e.Everything: lambda spans, node: spans._of_kind(node.kind),
    e.Seats: lambda spans, node: Span(0, spans.layout.players - 1),
    e.SeatCount: lambda spans, node: Span(spans.layout.players, spans.layout.players),
    e.Around: Ranges._around,
    e.Neighbour: Ranges._seat,
    e.Holder: Ranges._holder,
    e.PlaceOf: Ranges._place,
    e.Arithmetic: Ranges._arithmetic,
    e.Pick: Ranges._pick,
    e.Combine: Ranges._combine,
    e.MakeSet: Ranges._make_set,
    e.Count: Ranges._count,
    e.Filter: Ranges._filter,
    e.AnyOf: Ranges._asked,
    e.Gather: Ranges._gather,
    e.Distinct: Ranges._distinct,
    e.Reachable: Ranges._reachable,
    e.Fold: Ranges._fold,
    e.Best: Ranges._best,
    e.FirstOf: Ranges._first,
    e.LastOf: lambda spans, node: or_none(spans._of(node.of)),
    e.After: Ranges._after,
    e.RangeOf: Ranges._range,
    e.Apply: Ranges._apply,
    e.Earlier: lambda spans, node: spans._of(node.value),
    e.IsActive: lambda spans, node: TRUTH,
    e.Lookup: Ranges._lookup,
    **dict.fromkeys((e.FaceUp, e.LiesIn, e.Compare, e.And, e.Or, e.Not, e.Member), Ranges._truth),
    **dict.fromkeys((e.Board, e.Bits, e.Shift, e.Flood), Ranges._bits),
    e.Spots: Ranges._spots,
}
