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
from rulewright.dsl.types import KindType, Type, strip
from rulewright.interpreter.layout import Layout, seat_name
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
class Piece:
    """A component where it lies, by its number in the layout; None where the seat does not see it."""

    component: int | None
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


JUDGE = -1  # the seat of nobody, from which everything is seen


class View:
    """What one seat knows at one stop, for the judge everything; to be read before the match goes on, its parts being worked
    out when asked for."""

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
        while self.seat != JUDGE:
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
        return current if self.seat == JUDGE else machine.known(current, self.seat)

    def sees(self, component: int) -> bool:
        """Whether this seat sees the face of the component of that number."""
        return self._is_of(self._machine.sight.of_component(self._state, component))

    @property
    def layout(self) -> Layout:
        """What the game is made of, which everybody knows."""
        return self._machine.layout

    def shown(self, value: int, type_: Type) -> str:
        """A value as this seat may read it."""
        return self._machine.options_of.shown(self._state, value, type_, self._reader)

    @property
    def _reader(self) -> int | None:
        """The seat, as the log calls it."""
        return None if self.seat == JUDGE else self.seat

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
        prompt = machine.text(state, exit_.prompt, self._reader)
        return (Asked(decider, machine.flow.scopes[exit_.scope].address, prompt),)

    @cached_property
    def scope(self) -> str:
        """The address of the innermost node that the game stands in."""
        return self._machine.flow.scopes[self.course[-1]].address

    @cached_property
    def course(self) -> tuple[int, ...]:
        """Where the game stands: the innermost node of the phases, and the innermost of all when that is another one."""
        blocks, frames = self._machine.flow.blocks, self._state.frames
        return tuple(dict.fromkeys(blocks[block_of(frame)].scope for frame in (frames[0], frames[-1])))

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
        layout, found = self.layout, {}
        names, zones = layout.names, layout.flow.zones
        for instance in layout.lying:
            zone, owner = layout.instances[instance]
            count, pieces = self.lying(instance)
            if not pieces:
                found[(zones[zone].name, owner)] = ZoneView(count, ())
                continue
            cards = [CardView(None if each.component is None else names[each.component], each.face_up) for each in pieces]
            if zones[zone].order == "set":
                cards.sort(key=lambda card: (card.name is None, card.name or "", card.face_up))
            found[(zones[zone].name, owner)] = ZoneView(count, tuple(cards))
        return found

    def lying(self, instance: int) -> tuple[int | None, tuple[Piece, ...]]:
        """What lies in the zone of that number in the layout: how many (None: not told), and each in order.

        In a zone without an order they come as they are numbered in the layout, those that are not seen last.
        """
        machine, state = self._machine, self._state
        lying = state.zones[instance]
        told = self._is_of(machine.sight.of_count(state, instance))
        if not lying:
            return (0 if told else None), ()
        pieces = [Piece(each if self.sees(each) else None, bool(state.face[each])) for each in lying]
        if machine.flow.zones[machine.layout.instances[instance][0]].order == "set":
            pieces.sort(key=lambda piece: (piece.component is None, piece.component or 0, piece.face_up))
        if told:
            return len(pieces), tuple(pieces)
        return None, tuple(piece for piece in pieces if piece.component is not None)

    def value(self, variable: int, index: tuple[int, ...]) -> int | None:
        """The value of the variable of that number at these indices; None when this seat may not know it."""
        machine, state = self._machine, self._state
        layout = machine.layout
        spec = layout.flow.variables[variable]
        owner = index[0] if index and spec.per[0].what == "players" else None
        if not self._is_of(machine.sight.of_variable(state, variable, owner)):
            return None
        value = state.cells[layout.cell(variable, index)]
        components = [place for place, each in zip(index, spec.per, strict=True) if each.what == "kind"]
        if isinstance(strip(spec.type), KindType) and value >= 0:
            components.append(value)
        return value if all(self.sees(component) for component in components) else None

    def _is_of(self, seats: int) -> bool:
        """Whether this seat is one of those of a bitmask."""
        return self.seat == JUDGE or bool(seats >> self.seat & 1)

    @cached_property
    def variables(self) -> Mapping[tuple[str, tuple[int, ...]], int]:
        """The variables that this seat may know, by name and indices.

        What belongs to a component, or has one as its value, is left out while the seat does not see that component:
        the numbers of components would tell which one it is.
        """
        machine, state, layout, found = self._machine, self._state, self.layout, {}
        for number, spec in enumerate(layout.flow.variables):
            named = isinstance(strip(spec.type), KindType)
            of_seats = bool(spec.per) and spec.per[0].what == "players"
            kinds = [place for place, each in enumerate(spec.per) if each.what == "kind"]
            told = {
                owner: self._is_of(machine.sight.of_variable(state, number, owner))
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
        if self.seat == JUDGE:
            return tuple(entries)
        return tuple(redacted(layout, entry, self.seat) for entry in entries if entry.seen_by(self.seat))

    def log(self, detail: bool = False) -> list[str]:
        """The log as this seat may read it."""
        return [render(self._machine.layout, entry, self._reader) for entry in self.entries if detail or not entry.detail]

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
            "seat": None if self.seat == JUDGE else seat_name(self.seat),
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
