"""What has to happen for a condition to become true that is not.

In: the condition of a law. Out: events (see `happenings`), on the safe side: none is left out that could make it true,
but for the beginnings and ends of phases, and for shuffles. It is looked at how a condition grows: `some(hand)` waits for what comes into
a hand, `no(hand)` for what leaves it, `count(hand) is 3` for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.flow.ir import Flow
from rulewright.visualizer.happenings import CHANGE, DOWN, MOVE, UP, Event
from rulewright.visualizer.whereabouts import Whereabouts
from rulewright.visualizer.zones_of import Zones

Temps = Mapping[int, Zones]
MORE, LESS, EITHER = 1, -1, 0  # which way a part has to change


class Conditions:
    """Answers for one flow."""

    def __init__(self, flow: Flow, whereabouts: Whereabouts) -> None:
        self.flow = flow
        self.whereabouts = whereabouts

    def awaited(self, block: int, condition: Expr) -> tuple[Event, ...]:
        """The events after which a condition that is looked at in a block can have become true."""
        return tuple(dict.fromkeys(self._of(block, condition, MORE, {})))

    def _of(self, block: int, value: Expr, way: int, temps: Temps) -> Iterator[Event]:
        """What makes a part of a condition more (a truth value: true), less, or different."""
        match value:
            case e.Contents(zone, owner):
                yield from self._contents(zone, way)
                if owner is not None:
                    yield from self._of(block, owner, EITHER, temps)
            case e.LiesIn(inner, zone, owner):
                yield from self._contents(zone, way)
                for part in (inner, owner):
                    yield from self._of(block, part, EITHER, temps) if part is not None else ()
            case e.FaceUp(inner):
                yield from self._turned(block, inner, way, temps)
            case e.Holder(inner) | e.PlaceOf(inner):
                yield from self._moved(block, inner, temps)
            case e.StateVar(variable):
                yield Event(CHANGE, variable)
                yield from self._parts(block, value, temps)
            case e.Not(inner):
                yield from self._of(block, inner, -way, temps)
            case e.Count(inner):
                yield from self._of(block, inner, way, temps)
            case e.And() | e.Or() | e.Pick() | e.Combine() | e.Arithmetic() | e.Compare() | e.Member():
                for part, its_way in _ways(value, way):
                    yield from self._of(block, part, its_way, temps)
            case e.Filter(inner, slot, each) | e.AnyOf(inner, slot, each) | e.Gather(inner, slot, each) | e.Reachable(inner, slot, each):
                yield from self._of(block, inner, way, temps)
                yield from self._of(block, each, way, self._with(block, temps, slot, inner))
            case e.Fold(_, inner, slot, each):  # the greater its summands, the greater the sum, or the greatest of them
                yield from self._of(block, inner, EITHER, temps)
                yield from self._of(block, each, way, self._with(block, temps, slot, inner))
            case e.Distinct(inner, slot, each) | e.Best(_, inner, slot, each):
                yield from self._of(block, inner, way if isinstance(value, e.Distinct) else EITHER, temps)
                yield from self._of(block, each, EITHER, self._with(block, temps, slot, inner))
            case e.Around(inner, start):
                yield from self._of(block, inner, way, temps)
                if way == EITHER:  # else it only matters who is among them, not who comes first
                    yield from self._of(block, start, EITHER, temps)
            case e.Apply(number, arguments):
                function = self.flow.functions[number]
                given = (self.whereabouts.zones(block, each, temps) for each in arguments)
                yield from self._parts(block, value, temps)
                inside = {**temps, **dict(zip(function.parameters, given, strict=True))}
                yield from self._of(block, function.body, way, inside)
            case _:
                yield from self._parts(block, value, temps)

    def _parts(self, block: int, value: Expr, temps: Temps) -> Iterator[Event]:
        """What makes a part different, of which it is not known what its own parts do to it."""
        for field in fields(value):
            inner = getattr(value, field.name)
            for part in inner if isinstance(inner, tuple) else (inner,):
                if isinstance(part, Expr):
                    yield from self._of(block, part, EITHER, temps)

    def _with(self, block: int, temps: Temps, slot: int, of: Expr) -> Temps:
        return {**temps, slot: self.whereabouts.zones(block, of, temps)}

    def _contents(self, zone: int, way: int) -> Iterator[Event]:
        kind = self.flow.zones[zone].holds
        if way != LESS:
            yield Event(MOVE, kind, -1, zone)
        if way != MORE:
            yield Event(MOVE, kind, zone, -1)

    def _turned(self, block: int, inner: Expr, way: int, temps: Temps) -> Iterator[Event]:
        """Components are turned where they lie, or by coming to lie there: the one in question, whichever it is."""
        for zone in sorted(self.whereabouts.zones(block, inner, temps)):
            kind = self.flow.zones[zone].holds
            if way != LESS:
                yield Event(UP, kind, -1, zone)
            if way != MORE:
                yield Event(DOWN, kind, -1, zone)
        if not isinstance(inner, e.Temp):  # of the members of a set it is known that they come in
            yield from self._moved(block, inner, temps)
        yield from self._of(block, inner, EITHER, temps)

    def _moved(self, block: int, inner: Expr, temps: Temps) -> Iterator[Event]:
        """A component goes from where it can lie to anywhere."""
        for zone in sorted(self.whereabouts.zones(block, inner, temps)):
            yield Event(MOVE, self.flow.zones[zone].holds, zone, -1)
        yield from self._of(block, inner, EITHER, temps)


def _ways(value: Expr, way: int) -> Iterator[tuple[Expr, int]]:
    """Which way the parts have to change for the whole to go one way."""
    match value:
        case e.And(left, right) | e.Or(left, right) | e.Combine("+", left, right) | e.Arithmetic("+", left, right):
            yield from ((left, way), (right, way))
        case e.Combine("-", left, right) | e.Arithmetic("-", left, right):
            yield from ((left, way), (right, -way))
        case e.Pick(condition, then, otherwise):
            yield from ((condition, EITHER), (then, way), (otherwise, way))
        case e.Compare(">" | ">=", left, right):
            yield from ((left, way), (right, -way))
        case e.Compare("<" | "<=", left, right):
            yield from ((left, -way), (right, way))
        case e.Compare("is", e.Count(of), e.Const(0)):
            yield of, -way
        case e.Member(member, of):
            yield from ((member, EITHER), (of, way))
        case e.Arithmetic(_, left, right) | e.Compare(_, left, right):
            yield from ((left, EITHER), (right, EITHER))
        case _:
            raise AssertionError(f"{value} has no parts of its own ways")
