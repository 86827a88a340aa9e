"""Who sees what lies where: the one place that decides it.

In: a state and a component or zone. Out: the seats that see it, as a bitmask. Face up is seen by all; face down by the
zone's audience, while its condition holds, and by whoever has been shown the component where it lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rulewright.dsl.flow.ir import Audience
from rulewright.interpreter.evaluate import Evaluator, Number, Temps
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.state import State


@dataclass(frozen=True, slots=True)
class Touched:
    """What may look otherwise: zone instances; values, each with its variable, the seat it belongs to, and its cell."""

    zones: tuple[int, ...]
    values: tuple[tuple[int, int | None, int], ...]


class Sight:
    """Answers for one layout."""

    def __init__(self, layout: Layout, evaluator: Evaluator, temps: Temps) -> None:
        self.layout = layout
        self.temps = temps
        self.all = (1 << layout.players) - 1
        self._seen = [_audience(evaluator, zone.seen_by) for zone in layout.flow.zones]
        self._counted = [_audience(evaluator, zone.counted_by) for zone in layout.flow.zones]
        self._told = [_audience(evaluator, spec.seen_by) for spec in layout.flow.variables]

    @cached_property
    def _values(self) -> tuple[tuple[int, int | None, int], ...]:
        variables = self.layout.flow.variables
        return tuple(
            (number, index[0] if index and variables[number].per[0].what == "players" else None, cell)
            for number, places in enumerate(self.layout.places)
            for index, cell in places
        )

    @cached_property
    def _on_condition(self) -> tuple[frozenset[int], tuple[tuple[int, int | None, int], ...]]:
        conditions = [seen or counted for (_, seen), (_, counted) in zip(self._seen, self._counted, strict=True)]
        zones = frozenset(place for place in self.layout.lying if conditions[self.layout.instances[place][0]] is not None)
        return zones, tuple(each for each in self._values if self._told[each[0]][1] is not None)

    def _mask(self, state: State, audience: tuple[str, Number | None], owner: int | None) -> int:
        who, condition = audience
        if condition is not None and not condition(state, [], self.temps):
            return 0
        return self._who(who, owner)

    def _who(self, who: str, owner: int | None) -> int:
        match who:
            case "all":
                return self.all
            case "owner":
                return 0 if owner is None else 1 << owner
            case "others":
                return self.all if owner is None else self.all & ~(1 << owner)
            case _:
                return 0

    def seat_of(self, instance: int) -> int | None:
        """The seat that owns a zone instance; None when it is shared or belongs to something else."""
        zone, owner = self.layout.instances[instance]
        per = self.layout.flow.zones[zone].per
        return owner if per is not None and per.what == "players" else None

    def always(self, instance: int) -> int | None:
        """The seats that see what lies face down in a zone instance, whatever happens; None where a condition decides."""
        who, condition = self._seen[self.layout.instances[instance][0]]
        return None if condition is not None else self._who(who, self.seat_of(instance))

    def of_component(self, state: State, component: int) -> int:
        """The seats that see a component's face."""
        if state.face[component]:
            return self.all
        return self.face_down(state, state.where[component]) | state.shown[component]

    def face_down(self, state: State, instance: int) -> int:
        """The seats that see what lies face down in a zone instance."""
        zone, _ = self.layout.instances[instance]
        return self._mask(state, self._seen[zone], self.seat_of(instance))

    def of_count(self, state: State, instance: int) -> int:
        """The seats that know how many components lie in a zone instance."""
        zone, _ = self.layout.instances[instance]
        return self._mask(state, self._counted[zone], self.seat_of(instance))

    def face(self, state: State, seat: int, touched: Touched) -> tuple[object, object]:
        """The names and values that a seat sees; and besides, where something lies, and what the flow notes for itself.

        Only of the zones and variables that are touched.
        """
        named: list[object] = []
        lying: list[object] = []
        first_alike, zones, bit = self.layout.first_alike, self.layout.flow.zones, 1 << seat
        for instance in touched.zones:
            zone, _ = self.layout.instances[instance]
            cards: list[tuple[int, int]] = []
            names = cards
            if state.zones[instance]:
                all_seen = self._mask(state, self._seen[zone], self.seat_of(instance)) & bit
                for component in state.zones[instance]:
                    face = state.face[component]
                    seen = all_seen or face or state.shown[component] & bit
                    cards.append((first_alike[component] if seen else -1, face))
                if zones[zone].order == "set":
                    cards.sort()
                names = [card for card in cards if card[0] >= 0]
            named.append(names)
            lying.append(cards if names == cards or self.of_count(state, instance) & bit else names)
        values: list[object] = []
        notes: list[object] = []
        for number, owner, cell in touched.values:
            if self.of_variable(state, number, owner) & bit:
                (notes if self.layout.flow.variables[number].made_up else values).append((cell, state.cells[cell]))
        return (named, values), (lying, notes)

    def touched(self, world: State, others: Iterable[State]) -> Touched:
        """What lies or is otherwise in one of the other states, and whatever is seen on a condition."""
        conditional, values = self._on_condition
        zones, cells = set(conditional), set[int]()
        for state in others:
            zones.update(place for place, pair in enumerate(zip(world.zones, state.zones, strict=True)) if pair[0] != pair[1])
            if world.face != state.face or world.shown != state.shown:
                looks = zip(world.face, world.shown, state.face, state.shown, strict=True)
                turned = [card for card, (a, b, c, d) in enumerate(looks) if a != c or b != d]
                zones.update(state.where[card] for card in turned)
                zones.update(world.where[card] for card in turned)
            if world.cells != state.cells:
                cells.update(n for n, (a, b) in enumerate(zip(world.cells, state.cells, strict=True)) if a != b)
        if cells:
            values = tuple(each for each in self._values if each[2] in cells or each in values)
        return Touched(tuple(sorted(zones)), values)

    def of_variable(self, state: State, variable: int, owner: int | None) -> int:
        """The seats that know a variable's value."""
        return self._mask(state, self._told[variable], owner)


def _audience(evaluator: Evaluator, audience: Audience) -> tuple[str, Number | None]:
    return audience.who, evaluator.optional(audience.condition)
