"""A match that begins in the middle: for scenarios, puzzles and bug reports.

In: a `Position`: where the flow stands, what lies where, what the variables are. Out: a `Match` at its first decision.
Every component is in exactly one zone afterwards; what the position does not name goes to `rest`, or stays where the
rulebook starts it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl.flow.ir import EntrySpec, Flow
from rulewright.dsl.suggest import did_you_mean
from rulewright.interpreter.evaluate import LOCALS
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.machine import machine_of
from rulewright.interpreter.match import Match, Outcome
from rulewright.interpreter.state import State

Where = tuple[str, int | None]


class PositionError(ValueError):
    """The position cannot be set up; the message says why."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a game.

    at: the address of a phase or step, or "" for a new game. bindings: for each loop around it, by the phase's name, the
    seat or value of the pass. zones: (zone, owner) -> component names with a face (1, 0, or None for the zone's own), the
    first on top. rest: where all components go that are not named. variables: (name, indices) -> value.
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


def _instance(layout: Layout, where: Where) -> int:
    name, owner = where
    for number, zone in enumerate(layout.flow.zones):
        if zone.name == name:
            found = layout.instance.get((number, owner))
            if found is None:
                whose = "it is shared" if zone.per is None else "say whose, among those who play"
                raise PositionError(f"there is no such `{name}`: {whose}")
            return found
    hint = did_you_mean(name, (zone.name for zone in layout.flow.zones))
    raise PositionError(f"no zone is called `{name}`{'; ' + hint if hint else ''}")


def _place_components(layout: Layout, state: State, position: Position) -> None:
    free: dict[str, list[int]] = {}
    for number, name in enumerate(layout.names):
        free.setdefault(name.lower(), []).append(number)
    if not position.zones and position.rest is None:
        return
    placed: dict[int, tuple[int, int | None]] = {}
    for where, cards in position.zones.items():
        instance = _instance(layout, where)
        for name, face in cards:
            copies = free.get(name.lower())
            if copies is None:
                hint = did_you_mean(name, layout.names)
                raise PositionError(f"no component is called `{name}`{'; ' + hint if hint else ''}")
            holds = layout.flow.zones[layout.instances[instance][0]].holds
            found = next((each for each in copies if layout.kinds[each] == holds), None)
            if found is None:
                raise PositionError(f"there are not so many `{name}` for `{where[0]}`")
            copies.remove(found)
            placed[found] = (instance, face)
    rest = None if position.rest is None else _instance(layout, position.rest)
    for number in range(len(layout.components)):
        if number not in placed:
            placed[number] = (state.where[number] if rest is None else rest, None)
    state.zones = [[] for _ in layout.instances]
    for number, (instance, face) in placed.items():
        zone = layout.flow.zones[layout.instances[instance][0]]
        state.zones[instance].append(number)
        state.where[number] = instance
        state.face[number] = face if face is not None else int(zone.face == "up")
        if zone.capacity is not None and len(state.zones[instance]) > zone.capacity:
            raise PositionError(f"{layout.zone_name(instance)} has room for {zone.capacity}")


def _set_variable(layout: Layout, state: State, name: str, index: tuple[int, ...], value: int) -> None:
    for number, spec in enumerate(layout.flow.variables):
        if spec.name != name:
            continue
        if len(index) != len(spec.per):
            raise PositionError(f"`{name}` has {len(spec.per)} keys, not {len(index)}")
        cell = layout.cell(number, index)
        if cell < 0:
            raise PositionError(f"`{name}` has no such key")
        if not spec.low <= value <= spec.high:
            raise PositionError(f"`{name}` runs from {spec.low} to {spec.high}; {value} is outside")
        state.cells[cell] = value
        return
    hint = did_you_mean(name, (spec.name for spec in layout.flow.variables))
    raise PositionError(f"no variable is called `{name}`{'; ' + hint if hint else ''}")


def _entry(flow: Flow, at: str) -> EntrySpec:
    found = [entry for entry in flow.entries if entry.address == at] or [
        entry for entry in flow.entries if entry.address.endswith("." + at)
    ]
    if len(found) != 1:
        hint = did_you_mean(at, (entry.address for entry in flow.entries))
        raise PositionError(f"`{at}` is no phase or step where play can begin{'; ' + hint if hint else ''}")
    return found[0]


def _stand_at(layout: Layout, state: State, position: Position) -> None:
    entry = _entry(layout.flow, position.at)
    frame = state.frames[0]
    left = dict(position.bindings)
    for address, variable, slot in entry.bindings:
        name = address.rpartition(".")[2]
        value = left.pop(address, left.pop(name, None))
        if value is None:
            raise PositionError(f"whose pass of `{name}` is it? Say `{name}.player: A`")
        frame[slot + LOCALS] = value
        if variable >= 0:
            state.cells[layout.cell(variable, ())] = value
    for name, value in left.items():  # the last pass of a phase that is over still has its player
        _set_variable(layout, state, f"{name}.player", (), value)
    frame[1] = entry.block
