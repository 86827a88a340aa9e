"""What a seat knows: the only way from a state to a player, a policy or a screen.

In: a match and a seat. Out: `View`, which holds no more than the seat may know: components that it cannot see are
places without names, questions that are secret do not show, and nothing of the generator, of frames or of due reactions
is in it.

While a secret question is open (a window with `secret: yes`), every other seat is shown the game as it is once the
question has been let pass: the questions are let pass in a copy until a stop comes that is no such question, so that two
states that differ only in whether somebody is asked give equal views.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rulewright.dsl.flow import ir
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import LogEntry, render
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.options import Option
from rulewright.interpreter.state import State


@dataclass(frozen=True, slots=True)
class CardView:
    """A component as a seat sees it: its name, or None; and whether it lies face up."""

    name: str | None
    face_up: bool


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone as a seat sees it: how many lie there (None: not told), and each of them in order."""

    count: int | None
    cards: tuple[CardView, ...]

    @property
    def names(self) -> tuple[str | None, ...]:
        """The names, None for what is not seen."""
        return tuple(card.name for card in self.cards)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked, at which node, and what."""

    seat: int
    address: str
    prompt: str


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option of the seat's own decision. index: what `choose` takes; values: of its picks, as text."""

    index: int
    text: str
    label: str
    address: str
    values: tuple[str, ...]


class View:
    """What one seat knows at one stop. Read it before the match goes on; its parts are worked out when first asked for."""

    def __init__(self, machine: Machine, state: State, entries: list[LogEntry], seat: int, options: tuple[Option, ...] | None, count: int | None = None) -> None:
        self._count = count  # of the options, when this seat decides and they have been listed already
        self._machine = machine
        self._entries = entries
        self._given = options
        self.seat = seat
        self._state = self._as_far_as_known(state)

    def _as_far_as_known(self, state: State) -> State:
        """The state with all secret questions to others let pass."""
        machine = self._machine
        current = state
        while True:
            exit_ = machine.exit(current)
            if current.winners is not None or not isinstance(exit_, ir.Choice) or exit_.secrecy != "asked":
                return current
            if machine.decider(current) == self.seat:
                return current
            passing = next((number for number, each in enumerate(exit_.alternatives) if each.passes), None)
            if passing is None:
                return current
            current = current.copy()
            machine.take(current, (passing, ()))
            machine.advance(current, [])

    @property
    def seats(self) -> int:
        """How many play."""
        return self._machine.layout.players

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.winners is not None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who has won; None while the game goes on."""
        return self._state.winners

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """Who is asked what, as far as this seat may know."""
        machine, state = self._machine, self._state
        exit_ = machine.exit(state)
        if state.winners is not None or not isinstance(exit_, ir.Choice):
            return ()
        decider = machine.decider(state)
        prompt = machine.text(state, exit_.prompt, self.seat)
        return (Asked(decider, machine.flow.scopes[exit_.scope].address, prompt),)

    @cached_property
    def decides(self) -> bool:
        """Whether this seat has to decide now."""
        return bool(self.asked) and self.asked[0].seat == self.seat

    @cached_property
    def option_count(self) -> int:
        """How many options this seat has now; 0 when it has not to decide."""
        if not self.decides:
            return 0
        return self._count if self._count is not None else len(self._machine.grounds(self._state))

    @cached_property
    def options(self) -> tuple[OptionView, ...]:
        """What this seat can choose now; empty when it has not to decide."""
        if not self.decides:
            return ()
        listed = self._given if self._given is not None else self._machine.options(self._state)
        return tuple(OptionView(o.index, o.text, o.label, o.address, o.values) for o in listed)

    @cached_property
    def zones(self) -> Mapping[tuple[str, int | None], ZoneView]:
        """Every zone by name and owner (a seat, or the number of an enum value or component; None for a shared zone)."""
        machine, state = self._machine, self._state
        layout, found = machine.layout, {}
        for instance, (zone, owner) in enumerate(layout.instances):
            cards = []
            for component in state.zones[instance]:
                known = machine.sight.of_component(state, component) >> self.seat & 1
                cards.append(CardView(layout.names[component] if known else None, bool(state.face[component])))
            if layout.flow.zones[zone].order == "set":
                cards.sort(key=lambda card: (card.name is None, card.name or "", card.face_up))
            counted = machine.sight.of_count(state, instance) >> self.seat & 1
            shown = tuple(cards) if counted else tuple(card for card in cards if card.name is not None)
            found[(layout.flow.zones[zone].name, owner)] = ZoneView(len(cards) if counted else None, shown)
        return found

    @cached_property
    def variables(self) -> Mapping[tuple[str, tuple[int, ...]], int]:
        """The variables that this seat may know, by name and indices."""
        machine, state = self._machine, self._state
        layout, found = machine.layout, {}
        for number, spec in enumerate(layout.flow.variables):
            for index in _places(layout.sizes[number]):
                shifted = tuple(place + dimension.low for place, dimension in zip(index, spec.per, strict=True))
                owner = index[0] if index and spec.per[0].what == "players" else None
                if machine.sight.of_variable(state, number, owner) >> self.seat & 1:
                    found[(spec.name, shifted)] = state.cells[layout.cell(number, shifted)]
        return found

    @cached_property
    def entries(self) -> tuple[LogEntry, ...]:
        """The entries of the log that this seat may know of."""
        return tuple(entry for entry in self._entries if entry.seen_by(self.seat))

    def log(self, detail: bool = False) -> list[str]:
        """The log as this seat may read it."""
        return [render(self._machine.layout, entry, self.seat) for entry in self.entries if detail or not entry.detail]

    def text(self) -> str:
        """The table as this seat sees it, for people."""
        lines = [f"You are {seat_name(self.seat)}."]
        for (name, owner), zone in self.zones.items():
            if zone.count == 0:
                continue
            whose = "" if owner is None else f"{self._owner(name, owner)} "
            known = [card.name for card in zone.cards if card.name is not None]
            hidden = len(zone.cards) - len(known)
            shown = [", ".join(known)] if known else []
            if hidden:
                shown.append(f"{hidden} hidden")
            lines.append(f"  {whose}{name.replace('_', ' ')}: {', '.join(shown) or 'unknown'}")
        for (name, index), value in self.variables.items():
            spec = next(spec for spec in self._machine.flow.variables if spec.name == name)
            if not spec.made_up and value != spec.start and len(index) <= 1:
                lines.append(f"  {seat_name(index[0]) + ' ' if index else ''}{name.replace('_', ' ')}: {self._value(spec, value)}")
        return "\n".join(lines)

    def _value(self, spec: ir.VariableSpec, value: int) -> str:
        return self._machine.options_of.shown(self._state, value, spec.type, self.seat)

    def _owner(self, zone: str, owner: int) -> str:
        layout = self._machine.layout
        spec = next(each for each in layout.flow.zones if each.name == zone)
        if spec.per is not None and spec.per.what == "players":
            return seat_name(owner)
        if spec.per is not None and spec.per.what == "enum":
            return layout.flow.enums[spec.per.number].values[owner]
        return layout.names[owner]

    def to_json(self) -> dict[str, object]:
        """The view as plain data."""
        return {
            "seat": seat_name(self.seat),
            "over": self.over,
            "winners": None if self.winners is None else [seat_name(seat) for seat in self.winners],
            "asked": [{"seat": seat_name(a.seat), "address": a.address, "prompt": a.prompt} for a in self.asked],
            "options": [{"index": o.index, "text": o.text, "label": o.label, "address": o.address} for o in self.options],
            "zones": {
                name if owner is None else f"{self._owner(name, owner)}.{name}": {"count": zone.count, "names": list(zone.names)}
                for (name, owner), zone in self.zones.items()
            },
            "variables": {f"{name}{list(index) if index else ''}": value for (name, index), value in self.variables.items()},
            "log": self.log(),
        }


def _places(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for size in sizes:
        found = [(*place, number) for place in found for number in range(size)]
    return found
