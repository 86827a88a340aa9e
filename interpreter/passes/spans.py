"""Between which numbers each formula, temp and local of a layout stays.

In: a layout. Out: `spans_of`, made once for a layout: `Spans.of` says of an expression what its value, or each member of its
value, can be, as far as declared ranges, printed values, types and what functions are given tell.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import NamedTuple, get_args
from weakref import WeakKeyDictionary

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.limits import HIGHEST, LOWEST, MOST_MEMBERS
from rulewright.dsl.flow.shape import parts, targets, walk
from rulewright.dsl.types import EnumType, FlagType, IntType, KindType, OptionalType, PlayerType, SetType, Type, strip
from rulewright.interpreter.layout import Layout

PATIENCE = 4  # rounds after which what still grows is taken for any number


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
    return _span(min(one.low, other.low), max(one.high, other.high), one.none or other.none)


def _span(low: int, high: int, none: bool) -> Span:
    return Span(low, high, none and not low <= e.NONE <= high)


def _or_none(span: Span | None) -> Span | None:
    return Span(e.NONE, e.NONE) if span is None else _span(span.low, span.high, True)


def _without_none(span: Span | None) -> Span | None:
    if span is None or (span.low == span.high == e.NONE):
        return None
    return Span(0 if span.low == e.NONE else span.low, span.high)


def _within(span: Span) -> Span:
    """What numbers can be at most."""
    return Span(max(min(span.low, e.NONE) if span.none else span.low, LOWEST), min(span.high, HIGHEST))


class Spans:
    """The spans of a layout. Of formulas with locals it must have been told in which procedure they stand (`of_procedure`)."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._procedure = -1
        self._slots: dict[tuple[int, int], Span] = {}  # of each procedure and local
        self._types: dict[Type, Span] = {}
        self._temps: dict[int, Span] = {}
        self._results: dict[int, Span] = {}
        self._sets: set[int] = set()  # temps that are given sets
        self._framed: set[int] = set()  # procedures whose locals have grown
        self._changed: set[int] = set()  # temps that have grown
        self._other: set[int] = set()  # functions whose values have grown
        self._round = 0
        self._fields = [self._of_field(number) for number in range(len(layout.flow.fields))]
        owners = [owner for _, owner in layout.instances if owner is not None]
        self._owners = Span(min(owners, default=-1), max(owners, default=-1), True)
        self._effects = [number for number, each in enumerate(layout.flow.procedures) if each.kind == "effect"]
        self.filled = _filled(layout.flow)
        self._solve()
        self._round = 0  # what grows from now on is what passes bind

    def of_procedure(self, number: int) -> None:
        """What follows stands in a procedure."""
        self._procedure = number

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
                return _or_none(self.of_type(of)) or ANY
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
        return _span(min(rest, default=-1), max(rest, default=-1), len(rest) < len(flat))

    # ------------------------------------------------------------------------------------ until nothing grows

    def _solve(self) -> None:
        flow = self.layout.flow
        others = tuple(a.condition for zone in flow.zones for a in (zone.seen_by, zone.counted_by) if a.condition is not None)
        others += tuple(each.condition for each in flow.invariants)
        bodies = tuple(spec.body for spec in flow.functions)
        bound = {slot for spec in flow.functions for slot in spec.parameters}
        bound |= {slot for node in walk((bodies, others)) for slot in _bound_by(node)}
        for node in walk((bodies, others)):
            if isinstance(node, e.Temp) and node.slot not in bound:
                self._temps[node.slot] = ANY  # an audience's: whoever asks puts it there
        for score in flow.scores:
            self._grow(flow.functions[score.function].parameters[0], Span(0, self.layout.players - 1))
        for number, procedure in enumerate(flow.procedures):
            if procedure.kind == "main":
                self._grow_slot(number, 0, Span(e.NONE, e.NONE))
        entries: list[tuple[int, object]] = [*((-1, each) for each in (*flow.blocks, *others)), *enumerate(bodies)]
        applied = [{node.function for node in walk(each) if isinstance(node, e.Apply)} for _, each in entries]
        owner = {slot: number for number, spec in enumerate(flow.functions) for slot in spec.parameters}
        grown = set(range(len(flow.functions)))
        first = True
        framed: set[int] = set()
        while grown or framed or first:
            self._changed, self._other, self._framed = set(), set(), set()
            for (number, entry), applies in zip(entries, applied, strict=True):
                again = isinstance(entry, ir.Block) and entry.procedure in framed
                if first or again or number in grown or not applies.isdisjoint(grown):
                    self._look_at(number, entry)
            grown = {owner[slot] for slot in self._changed if slot in owner} | self._other
            framed = self._framed
            self._round += 1
            first = False

    def _look_at(self, number: int, entry: object) -> None:
        """Find the spans in one entry of the flow; number: of a function, else -1."""
        if isinstance(entry, ir.Block):
            self.of_procedure(entry.procedure)
            for place, op in enumerate(entry.ops):
                if place == 0 and takes_first(op) == self.filled.get(entry.number, -1):
                    self._grow_slot(self._procedure, op.slot, self._of(op.value.of))  # type: ignore[union-attr]
                elif not isinstance(op, ir.Say):
                    self._look_into(op)
            self._look_into(entry.exit)
            self._leave(entry.exit)
        else:
            span = self._of(entry)  # type: ignore[arg-type]
            after = joined(self._results.get(number), span)
            if number >= 0 and after is not None and after != self._results.get(number):
                self._results[number] = ANY if self._round >= PATIENCE else after
                self._other.add(number)

    def _leave(self, exit_: ir.Exit) -> None:
        """What locals other procedures are given."""
        procedures = self.layout.flow.procedures
        match exit_:
            case ir.Settle():
                self._grow_slot(self.layout.flow.settle, 0, Span(e.NONE, e.NONE))
            case ir.Call(procedure, arguments):
                for number in [procedure] if isinstance(procedure, int) else self._effects:
                    for slot, argument in enumerate(arguments[: procedures[number].parameters]):
                        self._grow_slot(number, slot, self._of(argument))

    def _look_into(self, node: object) -> None:
        """Every formula of an op, an exit, a watch, an alternative."""
        match node:
            case ir.Assign(slot, value):
                self._grow_slot(self._procedure, slot, self._of(value))
            case ir.Draw(of, slot):
                self._grow_slot(self._procedure, slot, _or_none(self._of(of)))
            case ir.PickSpec(slot=slot, domain=of):
                self._grow_slot(self._procedure, slot, self._of(of))
        if isinstance(node, ir.Watch):
            for slot, value in enumerate(node.give):
                self._grow_slot(node.procedure, slot, self._of(value))
            seat = Span(0, self.layout.players - 1, True)
            for slot in (node.subject, *node.index):
                self._grow(slot, ANY)
            self._grow(node.by, seat)
            for slot in (node.source, node.target):
                self._grow(slot, self._owners)
            self._grow(node.each_slot, None if node.each is None else self._of(node.each))
        for name, part in parts(node):
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, ir.Watch | ir.Alternative | ir.PickSpec):
                    self._look_into(each)
                elif isinstance(each, _EXPRESSIONS) and name not in _WORDS:
                    self._of(each)

    def _grow(self, slot: int, span: Span | None) -> None:
        """A temp can be this, too."""
        before = self._temps.get(slot)
        after = joined(before, span)
        if after is not None and after != before:
            self._temps[slot] = ANY if self._round >= PATIENCE else after
            self._changed.add(slot)

    def _grow_slot(self, procedure: int, slot: int, span: Span | None) -> None:
        """A local can be this, too."""
        before = self._slots.get((procedure, slot))
        after = joined(before, span)
        if before != ANY and after is not None and after != before:
            if self._round >= PATIENCE:
                type_ = self.layout.flow.procedures[procedure].types[slot]
                after = ANY if isinstance(strip(type_), IntType) else _or_none(self.of_type(type_))
                if after == before:
                    return  # what is more than its type allows it cannot be
            self._slots[procedure, slot] = after or ANY
            self._framed.add(procedure)

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
        for each in node.index:
            self._of(each)
        spec = self.layout.flow.variables[node.variable]
        if isinstance(strip(spec.type), IntType):
            return Span(spec.low, spec.high)
        of = self.of_type(spec.type)
        if of == ANY:
            return Span(spec.low, spec.high)
        return (_or_none(of) if spec.low == e.NONE else joined(of, Span(spec.start, spec.start))) or ANY

    def _field(self, node: e.Field) -> Span:
        self._of(node.of)
        if node.key is not None:
            self._of(node.key)
        return self._fields[node.field]

    def _contents(self, node: e.Contents) -> Span:
        if node.owner is not None:
            self._of(node.owner)
        return self._of_kind(self.layout.flow.zones[node.zone].holds)

    def _parts(self, node: e.Expr) -> None:
        for _, part in parts(node):
            if isinstance(part, _EXPRESSIONS):
                self._of(part)

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
        return _without_none(found)

    def _range(self, node: e.RangeOf) -> Span | None:
        low, high = self._of(node.low), self._of(node.high)
        if low is None or high is None:
            return None
        low, high = _within(low), _within(high)
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
        return _without_none(self._of(node.key))

    def _reachable(self, node: e.Reachable) -> Span | None:
        found = self._bind(node)
        stepped = self._of(node.step)
        self._grow(node.slot, stepped)
        return joined(found, joined(stepped, self._of(node.step)))

    def _fold(self, node: e.Fold) -> Span | None:
        self._bind(node)
        key = self._of(node.key)
        return ANY if node.operator == "sum" else joined(Span(0, 0), None if key is None else _within(key))

    def _best(self, node: e.Best) -> Span | None:
        span = self._bind(node)
        self._of(node.key)
        return _or_none(span) if node.alone else span

    def _first(self, node: e.FirstOf) -> Span | None:
        span = self._of(node.of)
        if node.count is None:
            return _or_none(span)
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
        return joined(then and _within(then) if not _has_none(then) else then, otherwise)

    def _apply(self, node: e.Apply) -> Span | None:
        for slot, argument in zip(self.layout.flow.functions[node.function].parameters, node.arguments, strict=True):
            self._grow(slot, self._of(argument))
            if slot not in self._sets and self.is_set(argument):
                self._sets.add(slot)
                self._changed.add(slot)
        return self._results.get(node.function)

    def _lookup(self, node: e.Lookup) -> Span | None:
        for each in node.index:
            self._of(each)
        flat = [each for value in node.values for each in (value if isinstance(value, tuple) else (value,))]
        rest = [each for each in flat if each != e.NONE]
        if not flat:
            return None
        return _span(min(rest, default=-1), max(rest, default=-1), len(rest) < len(flat))

    def _const(self, node: e.Const) -> Span | None:
        values = node.value if isinstance(node.value, tuple) else (node.value,)
        return Span(min(values), max(values)) if values else None

    def _arithmetic(self, node: e.Arithmetic) -> Span | None:
        left, right = self._of(node.left), self._of(node.right)
        if left is None or right is None:
            return None
        (a, b, _), (c, d, _) = _within(left), _within(right)
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


def _filled(flow: ir.Flow) -> dict[int, int]:
    """Of blocks that are come to only where a local is a set with members: that local."""
    ways: dict[int, list[int]] = {each.entry: [-1] for each in flow.procedures}
    for each in flow.entries:
        ways.setdefault(each.block, []).append(-1)
    for block in flow.blocks:
        for target in targets(block.exit):
            match block.exit:
                case ir.Branch(e.Count(e.Local(slot)), then, otherwise) if target == then != otherwise:
                    ways.setdefault(target, []).append(slot)
                case _:
                    ways.setdefault(target, []).append(-1)
    return {number: slots[0] for number, slots in ways.items() if len(set(slots)) == 1 and slots[0] >= 0}


def takes_first(op: ir.Op) -> int | None:
    """The local of the set of which an op takes the first member."""
    match op:
        case ir.Assign(_, e.FirstOf(e.Local(slot), None)):
            return slot
        case _:
            return None


def _has_none(span: Span | None) -> bool:
    return span is not None and span.none


def _bound_by(node: object) -> tuple[int, ...]:
    slot = getattr(node, "slot", None)
    return (slot,) if isinstance(slot, int) and hasattr(node, "of") else ()


_SETS = (
    e.Contents, e.Everything, e.Seats, e.Around, e.Combine, e.MakeSet, e.Filter, e.Gather, e.Distinct, e.Reachable, e.RangeOf, e.After,
)  # fmt: skip
_EXPRESSIONS = get_args(e.Expr)
_WORDS = frozenset({"prompt", "label", "text"})
_FOUND: dict[type, Callable[..., Span | None]] = {
    e.Const: Spans._const,
    e.Local: lambda spans, node: spans._slots.get((spans._procedure, node.slot)),
    e.Temp: lambda spans, node: spans._temps.get(node.slot),
    e.StateVar: Spans._variable,
    e.Field: Spans._field,
    e.Contents: Spans._contents,
    e.Everything: lambda spans, node: spans._of_kind(node.kind),
    e.Seats: lambda spans, node: Span(0, spans.layout.players - 1),
    e.SeatCount: lambda spans, node: Span(spans.layout.players, spans.layout.players),
    e.Around: Spans._around,
    e.Neighbour: Spans._seat,
    e.Holder: Spans._holder,
    e.FaceUp: Spans._truth,
    e.PlaceOf: Spans._place,
    e.LiesIn: Spans._truth,
    e.Arithmetic: Spans._arithmetic,
    e.Compare: Spans._truth,
    e.And: Spans._truth,
    e.Or: Spans._truth,
    e.Not: Spans._truth,
    e.Pick: Spans._pick,
    e.Member: Spans._truth,
    e.Combine: Spans._combine,
    e.MakeSet: Spans._make_set,
    e.Count: Spans._count,
    e.Filter: Spans._filter,
    e.AnyOf: Spans._asked,
    e.Gather: Spans._gather,
    e.Distinct: Spans._distinct,
    e.Reachable: Spans._reachable,
    e.Fold: Spans._fold,
    e.Best: Spans._best,
    e.FirstOf: Spans._first,
    e.LastOf: lambda spans, node: _or_none(spans._of(node.of)),
    e.After: Spans._after,
    e.RangeOf: Spans._range,
    e.Apply: Spans._apply,
    e.Earlier: lambda spans, node: spans._of(node.value),
    e.IsActive: lambda spans, node: TRUTH,
    e.Lookup: Spans._lookup,
}


_FOUND_FOR: WeakKeyDictionary[Layout, Spans] = WeakKeyDictionary()


def spans_of(layout: Layout) -> Spans:
    """The spans of a layout, found once."""
    if layout not in _FOUND_FOR:
        _FOUND_FOR[layout] = Spans(layout)
    return _FOUND_FOR[layout]


def carry(before: Layout, after: Layout) -> None:
    """What a pass has changed stays between the same numbers as before; what it binds is found when it is asked for."""
    spans = copy(spans_of(before))
    spans.layout = after
    _FOUND_FOR[after] = spans
