"""A match that begins in the middle: for scenarios, puzzles and bug reports.

In: a `Position`: where the flow stands, what lies where, what the variables are. Out: a `Match` at its first decision.
Every component is in exactly one zone afterwards; what the position does not name goes to `rest`, or stays where the
rulebook starts it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from rulewright.dsl.flow.analyses import made_for
from rulewright.dsl.flow.ir import Dimension, EntrySpec, Flow
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import KindType, PlayerType, Type, strip
from rulewright.interpreter.evaluate import LOCALS
from rulewright.interpreter.layout import Layout, seat_name
from rulewright.interpreter.machine import machine_of
from rulewright.interpreter.match import Match, Outcome
from rulewright.interpreter.state import State

Where = tuple[str, int | None]
MARKED = re.compile(r"(.*\S) \(([^()]+)\)")
OWNED = re.compile(r"([A-Z]|P\d+)'s (.+)", re.IGNORECASE)


class PositionError(ValueError):
    """The position cannot be set up; the message says why."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a game.

    at: the address of a phase or step, or "" for a new game. bindings: for each loop around it, by the phase's name, the
    seat or value of the pass. zones: (zone, owner) -> component names with a face (1, 0, or None for the zone's own), the
    first on top; behind a name its marks may stand: `Beacon (clashed)`, `Ingot (uses 2, tapped)`, and before it whose it
    is: `A's Pawn`. Of copies that are each somebody's at first, a zone gets its owner's own. rest: where all components
    go that are not named and that it can hold. variables: (name, indices) -> value. script: what chance gives, in order.
    """

    players: int
    at: str = ""
    bindings: dict[str, int] = field(default_factory=dict)
    zones: dict[Where, list[tuple[str, int | None]]] = field(default_factory=dict)
    rest: Where | None = None
    variables: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)
    seed: int = 0
    script: tuple[Outcome, ...] = ()


def install(flow: Flow, position: Position) -> Match:
    """The match at that place, played on to its first decision. Raises PositionError, PlayError or ValueError."""
    _check_shape(position)
    machine = machine_of(flow, position.players)
    layout = machine.layout
    state = State.start(layout, position.seed)
    _place_components(layout, state, position)
    for (name, index), value in position.variables.items():
        _set_variable(layout, state, name, index, value)
    if position.at:
        _stand_at(layout, state, position)
    elif position.bindings:
        raise PositionError("a new game has no passes to be in; say where it begins with `at`")
    match = Match(machine, state, position.script)
    match.run()
    return match


def _check_shape(position: Position) -> None:
    """Raises PositionError where a part of a position is of another type than it should be."""
    _must(type(position.players) is int, "the number of players is a whole number", position.players)
    _must(type(position.seed) is int, "the seed is a whole number", position.seed)
    _must(isinstance(position.at, str), "`at` is an address", position.at)
    for what in ("bindings", "zones", "variables"):
        _must(isinstance(getattr(position, what), dict), f"`{what}` is a dictionary", getattr(position, what))
    for name, value in position.bindings.items():
        _must(isinstance(name, str) and type(value) is int, "a binding is a phase's name and a number", (name, value))
    places = [*position.zones, *([] if position.rest is None else [position.rest])]
    for place in places:
        fits = isinstance(place, tuple) and len(place) == 2 and isinstance(place[0], str)
        _must(fits and (place[1] is None or type(place[1]) is int), "a zone is its name and an owner or None", place)
    for cards in position.zones.values():
        _must(isinstance(cards, list | tuple), "what lies in a zone is a list", cards)
        for card in cards:
            fits = isinstance(card, tuple | list) and len(card) == 2 and isinstance(card[0], str)
            _must(fits and card[1] in (None, 0, 1), "a component is its name and a face (1, 0 or None)", card)
    for key, value in position.variables.items():
        fits = isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], str) and isinstance(key[1], tuple)
        _must(fits and all(type(each) is int for each in key[1]), "a variable is its name and a tuple of keys", key)
        _must(type(value) is int, "the value of a variable is a whole number", value)
    _must(isinstance(position.script, list | tuple), "`script` is a list of what chance gives", position.script)
    for outcome in position.script:
        words = outcome if isinstance(outcome, list | tuple) else (outcome,)
        _must(all(isinstance(word, str) for word in words), "what chance gives is a text, or several", outcome)


def _must(holds: bool, sentence: str, value: object) -> None:
    if not holds:
        raise PositionError(f"{sentence}, not {repr(value)[:60]}")


def _instance(layout: Layout, where: Where) -> int:
    name, owner = where
    for number, zone in enumerate(layout.flow.zones):
        if zone.name == name:
            found = layout.instance.get((number, owner))
            if found is None:
                whose = "it is shared" if zone.per is None else "say whose, among those who play"
                raise PositionError(f"there is no such `{name}`: {whose}")
            return found
    raise PositionError(f"no zone is called `{name}`{_hint(name, (zone.name for zone in layout.flow.zones))}")


def _place_components(layout: Layout, state: State, position: Position) -> None:
    """Everything into its zone: what is named first, so that it lies on top."""
    if not position.zones and position.rest is None:
        return
    free: dict[str, list[int]] = {}
    for number, name in enumerate(layout.names):
        free.setdefault(name.lower(), []).append(number)
    placed: dict[int, tuple[int, int | None]] = {}
    for where, cards in position.zones.items():
        instance = _instance(layout, where)
        for words, face in cards:
            name, marks = with_marks(words, free)
            number = _take(layout, free, name, instance)
            placed[number] = (instance, face)
            for mark in marks:
                _mark(layout, state, number, mark)
    rest = None if position.rest is None else _instance(layout, position.rest)
    for number, kind in enumerate(layout.kinds):
        if number not in placed:
            fits = rest is not None and _holds(layout, rest) == kind
            placed[number] = (rest if rest is not None and fits else state.where[number], None)
    state.zones = [[] for _ in layout.instances]
    for number, (instance, face) in placed.items():
        zone = layout.flow.zones[layout.instances[instance][0]]
        state.zones[instance].append(number)
        state.where[number] = instance
        state.face[number] = face if face is not None else int(zone.face == "up")
    for instance, there in enumerate(state.zones):
        capacity = layout.flow.zones[layout.instances[instance][0]].capacity
        if capacity is not None and len(there) > capacity:
            raise PositionError(f"{layout.zone_name(instance)} has room for {capacity}, and {len(there)} are put there")


def with_marks(words: str, names: Collection[str]) -> tuple[str, list[str]]:
    """A component's name and the marks behind it."""
    match = MARKED.fullmatch(words)
    if match is None or words.lower() in names or with_owner(words, names)[1] in names:
        return words, []
    return match[1], [mark.strip() for mark in match[2].split(",")]


def with_owner(words: str, names: Collection[str]) -> tuple[str, str]:
    """Whose a component is said to be, and its name in small letters; nobody's where its name alone stands."""
    match = OWNED.fullmatch(words)
    if match is None or words.lower() in names:
        return "", words.lower()
    return match[1].upper(), match[2].lower()


def named(layout: Layout, words: str) -> list[int]:
    """The components that words mean: all of a name, or of `A's Pawn` those that are made for that player."""
    whose, name = with_owner(words, [each.lower() for each in layout.names])
    found = [number for number, other in enumerate(layout.names) if other.lower() == name]
    return found if not whose else [number for number in found if _is_of(layout, number, whose)]


def _is_of(layout: Layout, component: int, whose: str) -> bool:
    return seat_name(made_for(layout.flow, layout.components[component])) == whose


def _mark(layout: Layout, state: State, component: int, words: str) -> None:
    """Set one mark of a component: `tapped`, or `uses 2`."""
    name, index, value = _mark_of(layout, component, words)
    _set_variable(layout, state, name, index, value)


def has_mark(layout: Layout, state: State, component: int, words: str) -> bool:
    """Whether a component has a mark: `tapped`, or `uses 2`. Raises PositionError when its kind has no such mark."""
    name, index, value = _mark_of(layout, component, words)
    number = next(place for place, spec in enumerate(layout.flow.variables) if spec.name == name)
    return bool(state.cells[layout.cell(number, index)] == value)


def _mark_of(layout: Layout, component: int, words: str) -> tuple[str, tuple[int, ...], int]:
    """The name, the keys and the value of a mark in words; one with a value for each of a list is said by the member."""
    name, _, value = words.partition(" ")
    own = Dimension("kind", layout.kinds[component])
    found: list[tuple[str, tuple[int, ...]]] = []
    for spec in layout.flow.variables:
        if spec.name == name and spec.per == (own,):
            found.append((spec.name, (component,)))
        elif len(spec.per) == 2 and spec.per[0] == own and spec.per[1].what == "enum":
            members = layout.flow.enums[spec.per[1].number].values
            found += [(spec.name, (component, members.index(name)))] if name in members else []
    if not found or not (value.isdecimal() or not value):
        raise PositionError(f"`{layout.names[component]}` has no mark `{words}`")
    if len(found) > 1:
        card = layout.names[component]
        several = " or ".join(f"`{card}.{each}({name}): {value or 1}`" for each, _ in found)
        raise PositionError(f"`{card}` has several marks `{words}`; write {several} beside it")
    return *found[0], int(value or 1)


def _holds(layout: Layout, instance: int) -> int:
    return layout.flow.zones[layout.instances[instance][0]].holds


def _take(layout: Layout, free: dict[str, list[int]], name: str, instance: int) -> int:
    """A component of that name that the zone can hold and that has no place yet."""
    whose, bare = with_owner(name, free)
    copies = free.get(bare)
    if copies is None:
        if any(spec.name.lower() == name.lower() for spec in layout.flow.components):
            raise PositionError(f"`{name}` is not in the game with {layout.players} players")
        raise PositionError(f"no component is called `{name}`{_hint(name, layout.names)}")
    kind, owner = _holds(layout, instance), layout.instances[instance][1]
    fitting = [number for number in copies if layout.kinds[number] == kind and (not whose or _is_of(layout, number, whose))]
    if fitting:
        owned = [number for number in fitting if owner is not None and layout.components[number].owner == owner]
        number = (owned or fitting)[0]
        copies.remove(number)
        return number
    all_ = named(layout, name)
    if not all_:
        raise PositionError(f"no `{bare}` is made for {whose}")
    count = sum(layout.kinds[number] == kind for number in all_)
    zone = layout.zone_name(instance)
    if not count:
        kinds = layout.flow.kinds
        own, held = kinds[layout.kinds[all_[0]]].name, kinds[kind].name
        raise PositionError(f"`{name}` is of kind {own}, and {zone} holds {held}")
    raise PositionError(f"there {'is' if count == 1 else 'are'} {count} of `{name}`, and {zone} was to have one more")


def _hint(word: str, candidates: Iterable[str]) -> str:
    hint = did_you_mean(word, candidates)
    return f"; {hint}" if hint else ""


def _set_variable(layout: Layout, state: State, name: str, index: tuple[int, ...], value: int) -> None:
    number = next((number for number, spec in enumerate(layout.flow.variables) if spec.name == name), None)
    if number is None:
        raise PositionError(f"no variable is called `{name}`{_hint(name, (v.name for v in layout.flow.variables))}")
    spec = layout.flow.variables[number]
    if len(index) != len(spec.per):
        raise PositionError(f"`{name}` has {len(spec.per)} keys, not {len(index)}")
    cell = layout.cell(number, index)
    if cell < 0:
        raise PositionError(f"`{name}` has no such key")
    if not spec.low <= value <= spec.high:
        raise PositionError(f"`{name}` runs from {spec.low} to {spec.high}; {value} is outside")
    _check(layout, name, spec.type, value)
    state.cells[cell] = value


def _check(layout: Layout, name: str, type_: Type, value: int) -> None:
    """Raises PositionError for a seat or component that there is not with so many players."""
    match strip(type_):
        case PlayerType():
            count, what = layout.players, "seats"
        case KindType():
            count, what = len(layout.components), "components"
        case _:
            return
    if not (0 if strip(type_) == type_ else -1) <= value < count:
        raise PositionError(f"`{name}` cannot be {value}: there are {count} {what}, numbered from 0")


def _entry(flow: Flow, at: str) -> EntrySpec:
    found = [entry for entry in flow.entries if entry.address == at] or [
        entry for entry in flow.entries if entry.address.endswith("." + at)
    ]
    if len(found) > 1:
        raise PositionError(f"`{at}` could be {' or '.join(f'`{entry.address}`' for entry in found)}")
    if not found:
        names = [name for entry in flow.entries for name in (entry.address, entry.address.rpartition(".")[2])]
        raise PositionError(f"`{at}` is no phase or step where play can begin{_hint(at, names)}")
    return found[0]


def _stand_at(layout: Layout, state: State, position: Position) -> None:
    """The main frame at the entry, with the passes of the loops around it; the entry settles the laws itself."""
    flow = layout.flow
    entry = _entry(flow, position.at)
    frame = state.frames[0]
    left = dict(position.bindings)
    for address, variable, slot in entry.bindings:
        name = address.rpartition(".")[2]
        names = flow.procedures[flow.main].names
        counted = slot >= 0 and names[slot] == ""  # how many passes follow: none, unless it is said
        value = left.pop(address, left.pop(name, 0 if counted else None))
        if value is None:
            wanted = f"{name}.player: A" if variable >= 0 or slot < 0 else f"{name}.{names[slot]}: 1"
            raise PositionError(f"which pass of `{name}` is it? Say `{wanted}`")
        if slot >= 0:
            _check(layout, name, flow.procedures[flow.main].types[slot], value)
            frame[slot + LOCALS] = value
        if variable >= 0:
            _set_variable(layout, state, flow.variables[variable].name, (), value)
    variables = {spec.name for spec in flow.variables}
    for name, value in left.items():  # the last pass of a phase that is over still has its player
        if f"{name}.player" not in variables:
            loops = {address.rpartition(".")[2] for each in flow.entries for address, _, _ in each.bindings}
            raise PositionError(f"`{name}` is no phase that is passed through by players{_hint(name, loops)}")
        _set_variable(layout, state, f"{name}.player", (), value)
    frame[1] = entry.block
