"""What a seat knows: the only way from a state to a player, a policy or a screen.

In: a match and a seat. Out: `View`, which holds no more than the seat may know: components that it cannot see are
places without names, questions that are secret do not show, and nothing of the generator, of frames or of due reactions
is in it.

While a secret question is open (a window with `secret: yes`), every other seat is shown the game as it is once the
question has been let pass, with the lines of the log that come on the way: the questions are let pass in a copy until a
stop comes that is no such question, so that two states that differ only in whether somebody is asked give equal views.
A seat whose own secret question is the next one sees it then already; only the match says whose turn it is to answer.

While answers are sealed (`secret: until all have chosen`) a seat is shown the state before the first of them, with what
its own answers did; who does not decide is shown the first question, however many have been answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rulewright.dsl.flow import ir
from rulewright.dsl.types import KindType, strip
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import LogEntry, redacted, render
from rulewright.interpreter.machine import Machine, block_of
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
    """What one seat knows at one stop; to be read before the match goes on, its parts being worked out when asked for."""

    def __init__(
        self,
        machine: Machine,
        state: State,
        entries: list[LogEntry],
        seat: int,
        options: tuple[Option, ...] | None,
        count: int | None = None,
    ) -> None:
        self._machine = machine
        self._entries = entries
        self._ahead: list[LogEntry] = []  # what the log says on the way to the state that this seat is shown
        self._given = options
        self._count = count  # of the options, when this seat decides and they have been listed already
        self.seat = seat
        self._decided_by = -1  # the seat that decides at the stop that is shown
        self._state = self._as_far_as_known(state)

    def _as_far_as_known(self, state: State) -> State:
        """The state with all secret questions to others let pass."""
        machine = self._machine
        current = state
        while True:
            exit_ = machine.exit(current)
            if current.winners is not None or not isinstance(exit_, ir.Choice) or exit_.secrecy != "asked":
                break
            if machine.decider(current) == self.seat:
                break
            passing = next((number for number, each in enumerate(exit_.alternatives) if each.passes), None)
            if passing is None:
                break
            if current is state:
                current = state.copy()
            machine.take(current, (passing, ()))
            machine.advance(current, self._ahead)
        if current is not state and current.winners is not None:
            self._ahead.append(ending(current.winners))
        self._decided_by = machine.decider(current)
        return machine.known(current, self.seat)

    def sees(self, component: int) -> bool:
        """Whether this seat sees the face of the component of that number."""
        return bool(self._machine.sight.of_component(self._state, component) >> self.seat & 1)

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
        if decider == self.seat != self._decided_by:
            return ()  # the first question of a sealed step, which this seat has answered
        prompt = machine.text(state, exit_.prompt, self.seat)
        return (Asked(decider, machine.flow.scopes[exit_.scope].address, prompt),)

    @cached_property
    def scope(self) -> str:
        """The address of the innermost node that the game stands in."""
        flow = self._machine.flow
        return flow.scopes[flow.blocks[block_of(self._state.frames[-1])].scope].address

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
        """Every zone by name and owner: a seat, the number of an enum value or component, or None for a shared zone."""
        machine, state = self._machine, self._state
        layout, found = machine.layout, {}
        for instance in layout.lying:
            zone, owner = layout.instances[instance]
            cards = []
            for component in state.zones[instance]:
                name = layout.names[component] if self.sees(component) else None
                cards.append(CardView(name, bool(state.face[component])))
            if layout.flow.zones[zone].order == "set":
                cards.sort(key=lambda card: (card.name is None, card.name or "", card.face_up))
            counted = machine.sight.of_count(state, instance) >> self.seat & 1
            shown = tuple(cards) if counted else tuple(card for card in cards if card.name is not None)
            found[(layout.flow.zones[zone].name, owner)] = ZoneView(len(cards) if counted else None, shown)
        return found

    @cached_property
    def variables(self) -> Mapping[tuple[str, tuple[int, ...]], int]:
        """The variables that this seat may know, by name and indices.

        What belongs to a component, or has one as its value, is left out while the seat does not see that component:
        the numbers of components would tell which one it is.
        """
        machine, state = self._machine, self._state
        layout, found = machine.layout, {}
        for number, spec in enumerate(layout.flow.variables):
            named = isinstance(strip(spec.type), KindType)
            of_seats = bool(spec.per) and spec.per[0].what == "players"
            kinds = [place for place, each in enumerate(spec.per) if each.what == "kind"]
            told = {
                owner: machine.sight.of_variable(state, number, owner) >> self.seat & 1
                for owner in (range(layout.players) if of_seats else (None,))
            }
            for index, cell in layout.places[number]:
                if not told[index[0] if of_seats else None]:
                    continue
                value = state.cells[cell]
                components = [index[place] for place in kinds]
                if named and value >= 0:
                    components.append(value)
                if all(self.sees(component) for component in components):
                    found[(spec.name, index)] = value
        return found

    @cached_property
    def entries(self) -> tuple[LogEntry, ...]:
        """The entries of the log that this seat may know of, with nothing in them that it may not."""
        return (*self._told(self._entries), *self._told(self._ahead))

    @property
    def ahead(self) -> tuple[LogEntry, ...]:
        """Those of them that lie ahead: what will be said when the secret question to another seat is let pass."""
        return self._told(self._ahead)

    def latest(self, count: int) -> tuple[LogEntry, ...]:
        """The last of them, at most `count`, without the work of telling all."""
        return self._told([*self._entries[-count:], *self._ahead][-count:])

    def _told(self, entries: list[LogEntry]) -> tuple[LogEntry, ...]:
        layout = self._machine.layout
        return tuple(redacted(layout, entry, self.seat) for entry in entries if entry.seen_by(self.seat))

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
                whose = "".join(self._index(place, each) + " " for place, each in zip(index, spec.per, strict=True))
                lines.append(f"  {whose}{name.replace('_', ' ')}: {self._value(spec, value)}")
        return "\n".join(lines)

    def _value(self, spec: ir.VariableSpec, value: int) -> str:
        return self._machine.options_of.shown(self._state, value, spec.type, self.seat)

    def _owner(self, zone: str, owner: int) -> str:
        spec = next(each for each in self._machine.flow.zones if each.name == zone)
        return str(owner) if spec.per is None else self._index(owner, spec.per)

    def _index(self, place: int, dimension: ir.Dimension) -> str:
        """Whose zone or value it is, for people."""
        match dimension.what:
            case "players":
                return seat_name(place)
            case "enum":
                return self._machine.flow.enums[dimension.number].values[place]
            case "kind":
                return self._machine.layout.names[place]
            case _:
                return str(place)

    def to_json(self) -> dict[str, object]:
        """The view as plain data."""
        return {
            "seat": seat_name(self.seat),
            "over": self.over,
            "winners": None if self.winners is None else [seat_name(seat) for seat in self.winners],
            "scope": self.scope,
            "asked": [{"seat": seat_name(a.seat), "address": a.address, "prompt": a.prompt} for a in self.asked],
            "options": [
                {"index": o.index, "text": o.text, "label": o.label, "address": o.address} for o in self.options
            ],
            "zones": {
                name if owner is None else f"{self._owner(name, owner)}.{name}": _zone_data(zone)
                for (name, owner), zone in self.zones.items()
            },
            "variables": {
                f"{name}{list(index) if index else ''}": value for (name, index), value in self.variables.items()
            },
            "log": self.log(),
        }


def ending(winners: tuple[int, ...]) -> LogEntry:
    """The last line of a game, as the match writes it."""
    names = ", ".join(seat_name(seat) for seat in winners) or "Nobody"
    return LogEntry(
        "game", "over", (f"The game is over: {names} {'win' if len(winners) > 1 else 'wins'}",), facts=winners
    )


def _zone_data(zone: ZoneView) -> dict[str, object]:
    return {
        "count": zone.count,
        "names": list(zone.names),
        "up": [number for number, card in enumerate(zone.cards) if card.face_up],
    }
