"""What a game is made of for a certain number of players: components, zones and variables, numbered side by side.

In: a flow and a player count. Out: `Layout`, fixed for all states of that game. Every zone of every owner is one zone
instance, every value of every variable is one cell; a state is a few lists over these numbers.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from itertools import product

from rulewright.dsl.flow.expr import NONE
from rulewright.dsl.flow.ir import ComponentSpec, Dimension, Flow
from rulewright.dsl.types import KindType, strip


class Layout:
    """The numbering for one player count.

    components: the specs present; names, kinds: of each. fields[f][c]: the value of field f of component c (a tuple for
    a field with one value for each enum member). instances: (zone, owner) of each zone instance. bases, sizes: the
    first cell of each variable, and the sizes of its dimensions. alike[c]: the class of components that nobody could
    tell apart; first_alike[c]: the first of that class. ancestors: of each scope, itself included. Of what there is one
    for each component of a kind, there are places for the other components, too, which stay unused.
    """

    def __init__(self, flow: Flow, players: int) -> None:
        low, high = flow.players
        if not low <= players <= high:
            wanted = f"{low} to {high} players" if low != high else f"{low} player{'s' * (low != 1)}"
            raise ValueError(f"{flow.title} is for {wanted}, not {players}")
        self.flow = flow
        self.players = players
        self.components: tuple[ComponentSpec, ...] = tuple(spec for spec in flow.components if players in spec.seats)
        self.names = tuple(spec.name for spec in self.components)
        self.kinds = tuple(spec.kind for spec in self.components)
        self.by_kind = tuple(tuple(c for c, k in enumerate(self.kinds) if k == kind) for kind in range(len(flow.kinds)))
        self.fields = self._field_tables()
        self.instances: list[tuple[int, int | None]] = []
        self.instance: dict[tuple[int, int | None], int] = {}
        self.first_instance: list[int] = []
        self._number_zones()
        self.bases: list[int] = []
        self.sizes: list[tuple[int, ...]] = []
        self.starts: list[int] = []
        self._number_variables()
        classes: dict[tuple[object, ...], int] = {}
        self.alike = tuple(classes.setdefault((s.kind, s.name, s.values), len(classes)) for s in self.components)
        firsts: dict[int, int] = {}
        self.first_alike = tuple(firsts.setdefault(each, number) for number, each in enumerate(self.alike))
        self.ancestors = self._ancestors()

    def _field_tables(self) -> tuple[tuple[int | tuple[int, ...], ...], ...]:
        tables = []
        here = (number for number, spec in enumerate(self.flow.components) if self.players in spec.seats)
        there = {number: place for place, number in enumerate(here)}
        for number, field in enumerate(self.flow.fields):
            place = self.flow.kinds[field.kind].fields.index(number)
            values = [spec.values[place] if spec.kind == field.kind else field.missing for spec in self.components]
            if isinstance(strip(field.type), KindType):  # a component of the flow, which may not be in this game
                values = [there.get(value, NONE) if isinstance(value, int) else value for value in values]
            tables.append(tuple(values))
        return tuple(tables)

    def size(self, dimension: Dimension) -> int:
        """How many there are of what a zone or variable has one for."""
        match dimension.what:
            case "players":
                return self.players
            case "enum":
                return len(self.flow.enums[dimension.number].values)
            case "kind":
                return len(self.components)  # indexed by component number; other kinds' places stay unused
            case _:
                return dimension.number

    def _number_zones(self) -> None:
        for number, zone in enumerate(self.flow.zones):
            self.first_instance.append(len(self.instances))
            owners: list[int | None] = [None] if zone.per is None else list(range(self.size(zone.per)))
            for owner in owners:
                self.instance[(number, owner)] = len(self.instances)
                self.instances.append((number, owner))

    def members(self, dimension: Dimension) -> tuple[int, ...]:
        """What a zone or variable has one for, by number."""
        if dimension.what == "kind":
            return self.by_kind[dimension.number]
        return tuple(range(dimension.low, dimension.low + self.size(dimension)))

    @cached_property
    def places(self) -> tuple[tuple[tuple[tuple[int, ...], int], ...], ...]:
        """Of each variable, every index that it has a value for, with the cell of the value."""
        return tuple(
            tuple((index, self.cell(number, index)) for index in product(*map(self.members, spec.per)))
            for number, spec in enumerate(self.flow.variables)
        )

    @cached_property
    def lying(self) -> tuple[int, ...]:
        """The zone instances of owners that there are, in order."""
        owned = [None if zone.per is None else frozenset(self.members(zone.per)) for zone in self.flow.zones]
        return tuple(
            number
            for number, (zone, owner) in enumerate(self.instances)
            if owner is None or owner in (owned[zone] or ())
        )

    def _number_variables(self) -> None:
        for variable in self.flow.variables:
            sizes = tuple(self.size(dimension) for dimension in variable.per)
            count = 1
            for size in sizes:
                count *= size
            self.bases.append(len(self.starts))
            self.sizes.append(sizes)
            self.starts.extend([variable.start] * count)

    def _ancestors(self) -> tuple[frozenset[int], ...]:
        """Each scope with all the scopes around it."""
        found: list[frozenset[int]] = []
        for number, scope in enumerate(self.flow.scopes):
            around = found[scope.parent] if scope.parent >= 0 else frozenset()
            found.append(around | {number})
        return tuple(found)

    def cell(self, variable: int, index: tuple[int, ...]) -> int:
        """The cell of a variable's value; -1 when an index is outside (`none`, say)."""
        spec = self.flow.variables[variable]
        cell = 0
        for value, size, dimension in zip(index, self.sizes[variable], spec.per, strict=True):
            place = value - dimension.low
            if not 0 <= place < size:
                return -1
            cell = cell * size + place
        return self.bases[variable] + cell

    def zone_name(self, instance: int) -> str:
        """What people call a zone instance: `A's hand`, `pool`."""
        zone, owner = self.instances[instance]
        spec = self.flow.zones[zone]
        name = spec.name.replace("_", " ")
        if owner is None or spec.per is None:
            return f"the {name}"
        if spec.per.what == "players":
            return f"{seat_name(owner)}'s {name}"
        if spec.per.what == "enum":
            return f"the {name} of {self.flow.enums[spec.per.number].values[owner]}"
        return f"the {name} of {self.names[owner]}"


def seat_name(seat: int) -> str:
    """A, B, C ... for seats from 0; `nobody` for none."""
    if seat < 0:
        return "nobody"
    return chr(ord("A") + seat) if seat < 26 else f"P{seat + 1}"


def layout_of(flow: Flow, players: int) -> Layout:
    """The layout of a flow for a player count, made once. Raises ValueError for a count the game is not for."""
    if (flow, players) not in _MADE:
        _keep(flow, Layout(flow, players))
    return _MADE[flow, players]


def carried_layout(layout: Layout, flow: Flow) -> Layout:
    """The layout of a flow with the same components, zones, variables and scopes as the one that a layout was made for."""
    after = copy(layout)
    after.flow = flow
    _keep(flow, after)
    return after


_MADE: dict[tuple[Flow, int], Layout] = {}
MOST_KEPT = 64


def _keep(flow: Flow, layout: Layout) -> None:
    while len(_MADE) >= MOST_KEPT:
        del _MADE[next(iter(_MADE))]  # the oldest
    _MADE[flow, layout.players] = layout
