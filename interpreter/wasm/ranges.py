"""Between which numbers temps stay: parameters of definitions, and members of sets that are gone through.

In: a layout. Out: `ranges_of`, the least and the greatest value of each temp as far as rules tell: it is a guess, to be tested.
What definitions give for few different arguments is kept in a table of its own (`memory.Memory`), found without a search.
"""

from __future__ import annotations

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import HIGHEST, LOWEST
from rulewright.dsl.flow.shape import walk
from rulewright.dsl.types import EnumType, IntType, KindType, OptionalType, PlayerType, SetType, Type
from rulewright.interpreter.fast.choices import kind_of
from rulewright.interpreter.fast.spans import ANY, Span, span_of
from rulewright.interpreter.layout import Layout

USUAL = 31  # values of a list kind; there may be more
ROUNDS = 8  # what has not come to rest by then may be anything
MEMBER = (e.Filter, e.Gather, e.AnyOf, e.Fold, e.Best, e.Distinct, e.Reachable)


def ranges_of(layout: Layout) -> dict[int, Span]:
    """The range of each temp that only rules set; other temps have none."""
    flow = layout.flow
    conditions = [each.condition for zone in flow.zones for each in (zone.seen_by, zone.counted_by)]
    others = (tuple(each.body for each in flow.functions), conditions, flow.invariants)
    nodes: list[tuple[tuple[Type, ...], object]] = [((), node) for node in walk(others)]
    nodes += [(flow.procedures[block.procedure].types, node) for block in flow.blocks for node in walk(block)]
    found = _Ranges(layout)
    for _ in range(ROUNDS):
        before = dict(found.temps)
        for found.locals, node in nodes:
            if isinstance(node, MEMBER):
                found.may_be(node.slot, found.members(node.of))
                if isinstance(node, e.Reachable):
                    found.may_be(node.slot, found.members(node.step))
            elif isinstance(node, e.Apply):
                for slot, argument in zip(flow.functions[node.function].parameters, node.arguments, strict=True):
                    found.may_be(slot, found.value(argument))
        for score in flow.scores:
            found.may_be(flow.functions[score.function].parameters[0], (0, layout.players - 1))
        if found.temps == before:
            return found.temps
    return {}


class _Ranges:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.temps: dict[int, Span] = {}
        self.locals: tuple[Type, ...] = ()  # the types of the locals where formulas stand
        self._under_way: set[int] = set()

    def may_be(self, slot: int, span: Span | None) -> None:
        joined = _joined(self.temps.get(slot), span)
        if joined is not None:
            self.temps[slot] = joined

    def value(self, node: e.Expr) -> Span | None:
        """The range of a number; None of one that there never is, as far as is known yet."""
        match node:
            case e.Temp(slot):
                return self.temps.get(slot)
            case e.FirstOf(of, None) | e.LastOf(of):
                return _joined((-1, -1), self.members(of))
            case e.Best(_, of):
                return _joined((-1, -1), self.members(of))
            case e.Pick(_, then, otherwise):
                return _joined(self.value(then), self.value(otherwise))
            case e.Arithmetic("+" | "-", left, right):
                one, other = self.value(left), self.value(right)
                if one is None or other is None:
                    return None
                low, high = (one[0] + other[0], one[1] + other[1]) if node.operator == "+" else (one[0] - other[1], one[1] - other[0])
                return max(low, LOWEST), min(high, HIGHEST)
            case e.Local(slot):
                return self._of_type(self.locals[slot])
            case e.Neighbour() | e.Holder():
                return -1, self.layout.players - 1
            case e.Apply(function) if function not in self._under_way:
                return self._of_function(function, self.value)
            case _:
                return span_of(self.layout, node)

    def members(self, node: e.Expr) -> Span | None:
        """The range of the members of a set; None of an empty one."""
        match node:
            case e.Everything(kind):
                all_ = self.layout.by_kind[kind]
                return (min(all_), max(all_)) if all_ else None
            case e.Contents():
                return 0, len(self.layout.components) - 1
            case e.Seats() | e.Around():
                return 0, self.layout.players - 1
            case e.Const(value) if isinstance(value, tuple):
                return (min(value), max(value)) if value else None
            case e.RangeOf(low, high):
                one, other = self.value(low), self.value(high)
                return None if one is None or other is None else (one[0], other[1])
            case e.Filter(of) | e.FirstOf(of) | e.After(of) | e.Best(_, of) | e.Combine("-", of):
                return self.members(of)
            case e.Combine("+", left, right) | e.Pick(_, left, right):
                return _joined(self.members(left), self.members(right))
            case e.MakeSet(of):
                spans = [self.value(each) for each in of]
                joined: Span | None = None
                for span in spans:
                    joined = _joined(joined, span)
                return joined
            case e.Gather(each=each):
                return self.members(each)
            case e.Distinct(key=key):
                return self.value(key)
            case e.Reachable(of=of, step=step):
                return _joined(self.members(of), self.members(step))
            case e.Apply(function) if function not in self._under_way:
                return self._of_function(function, self.members)
            case e.Local(slot):
                return self._of_type(self.locals[slot])
            case _:
                return ANY

    def _of_type(self, type_: Type) -> Span:
        match type_:
            case SetType(of) | OptionalType(of):
                return self._of_type(of)
            case PlayerType():
                return -1, self.layout.players - 1
            case KindType():
                kind = kind_of(self.layout, type_)
                return -1, max((-1, *self.layout.by_kind[kind])) if kind is not None else -1
            case IntType(int(low), int(high)):
                return low, high
            case EnumType():
                return -1, USUAL
            case _:
                return ANY

    def _of_function(self, function: int, of: object) -> Span | None:
        self._under_way.add(function)
        try:
            return of(self.layout.flow.functions[function].body)  # type: ignore[operator, no-any-return]
        finally:
            self._under_way.discard(function)


def _joined(one: Span | None, other: Span | None) -> Span | None:
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), max(one[1], other[1])
