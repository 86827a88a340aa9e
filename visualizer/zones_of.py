"""The zones that the components of an expression can lie in, as far as is known what its names hold.

In: an expression, where what locals and temps hold can lie. Out: a set of zones, never too small. `limits` tells what a
condition says about those names.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.expr import Expr, Local, Temp
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.types import KindType, OptionalType

Zones = frozenset[int]
NOWHERE: Zones = frozenset()


class ZonesOf:
    """Answers for one flow. everywhere: all moves there are, from zone to zone; variables: where what each was given lay."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.variables: dict[int, Zones] = {}
        self._everywhere: frozenset[tuple[int, int]] = frozenset()
        self.occupied: Zones = NOWHERE
        self.everywhere = frozenset()

    @property
    def everywhere(self) -> frozenset[tuple[int, int]]:
        """All moves, from zone to zone."""
        return self._everywhere

    @everywhere.setter
    def everywhere(self, pairs: frozenset[tuple[int, int]]) -> None:
        self._everywhere = pairs
        self.occupied = self.closed(frozenset(each.start for each in self.flow.components))

    def closed(self, zones: Zones) -> Zones:
        """The zones that components get to from some zones, in any number of moves."""
        return closed(zones, self._everywhere)

    def zones(self, value: Expr, locals_: Mapping[int, Zones], temps: Mapping[int, Zones]) -> Zones:
        """The zones that the components of an expression can lie in."""

        def of(inner: Expr) -> Zones:
            return self.zones(inner, locals_, temps)

        match value:
            case Local(slot):
                return locals_.get(slot, NOWHERE)
            case Temp(slot):
                return temps.get(slot, NOWHERE)
            case e.Contents(zone):
                return frozenset({zone}) & self.occupied
            case e.Everything(kind):
                return self._lying(kind)
            case e.Filter(inner, slot, condition):
                found = of(inner)
                return found & limits(self, condition, locals_, {**temps, slot: found}).get(Temp(slot), found)
            case e.Gather(inner, slot, each) | e.Distinct(inner, slot, each):
                return self.zones(each, locals_, {**temps, slot: of(inner)})
            case e.Reachable(inner, slot, step):
                found = of(inner)
                while more := self.zones(step, locals_, {**temps, slot: found}) - found:
                    found |= more
                return found
            case e.FirstOf(inner) | e.LastOf(inner) | e.After(inner) | e.Best(of=inner) | e.Combine("-", inner):
                return of(inner)
            case e.Combine(left=left, right=right) | e.Pick(then=left, otherwise=right):
                return of(left) | of(right)
            case e.MakeSet(members):
                return NOWHERE.union(*(of(each) for each in members))
            case e.Apply(number, arguments):
                function = self.flow.functions[number]
                given = dict(zip(function.parameters, (of(each) for each in arguments), strict=True))
                return self.zones(function.body, locals_, {**temps, **given})
            case e.StateVar(variable):
                return self._held(variable)
            case e.Field(number):
                return self._named(number)
            case e.Holder():
                return self.occupied  # the owner of a zone may be a component, too
            case _:
                return NOWHERE  # its value is no component

    def _lying(self, kind: int) -> Zones:
        return frozenset(zone for zone in self.occupied if self.flow.zones[zone].holds == kind)

    def _held(self, variable: int) -> Zones:
        """Where what a variable holds can have gone."""
        spec = self.flow.variables[variable]
        type_ = spec.type.of if isinstance(spec.type, OptionalType) else spec.type
        if not isinstance(type_, KindType):
            return NOWHERE
        return self.occupied if spec.start >= 0 else self.closed(self.variables.get(variable, NOWHERE))

    def _named(self, field: int) -> Zones:
        """Where a component that is printed on another one can lie."""
        type_ = self.flow.fields[field].type
        type_ = type_.of if isinstance(type_, OptionalType) else type_
        return self.occupied if isinstance(type_, KindType) else NOWHERE


def closed(zones: Zones, pairs: frozenset[tuple[int, int]]) -> Zones:
    """The zones that components get to from some zones, in any number of these moves."""
    while more := frozenset(target for source, target in pairs if source in zones) - zones:
        zones |= more
    return zones


def limits(
    of: ZonesOf, condition: Expr, locals_: Mapping[int, Zones], temps: Mapping[int, Zones]
) -> dict[Local | Temp, Zones]:
    """The zones in which named components lie when a condition holds, of those names that it says something about."""
    match condition:
        case e.And(left, right):
            one, two = (limits(of, each, locals_, temps) for each in (left, right))
            return one | {name: zones & one.get(name, zones) for name, zones in two.items()}
        case e.Or(left, right):
            one, two = (limits(of, each, locals_, temps) for each in (left, right))
            return {name: zones | two[name] for name, zones in one.items() if name in two}
        case e.LiesIn(Local() | Temp() as name, zone):
            return {name: frozenset({zone})}
        case e.Member(Local() | Temp() as name, members):
            return {name: of.zones(members, locals_, temps)}
        case e.Compare("is", Local() | Temp() as name, other) if not isinstance(other, e.Const):
            return {name: of.zones(other, locals_, temps)}
        case _:
            return {}
