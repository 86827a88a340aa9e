"""The leak test: what a seat cannot know must not change what it is shown.

In: a match and a seat. Out: a description of the first difference between the seat's view of the match and of another
match in which hidden things are exchanged, or None. Exchanged are components of one kind that the seat sees in none of
their places, wherever those are (a rival's hand, the deck), and the seed of the generator. Whatever refers to a
component (a local, a due reaction, a variable) refers to the one that has taken its place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from rulewright.dsl.flow.ir import Procedure
from rulewright.dsl.types import KindType, SetType, Type, strip
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.evaluate import LOCALS
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import LogEntry, Part, render
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.match import Match
from rulewright.interpreter.observe import View
from rulewright.interpreter.state import State, Value, Veil
from rulewright.interpreter.tabletop import table_text

LINES = 60  # of the log that are compared; what lies further back was compared at earlier stops
EXCHANGES = (6, 3, 1, 1)  # how many at once; fewer when so many leave a position that could not stand

Pair = tuple[int, int]


def difference(
    match: Match, seat: int, generator: random.Random, valid: Callable[[Match], bool] | None = None
) -> str | None:
    """The first thing in the seat's view that changes with what it cannot know; None when nothing does.

    valid: whether the exchanged match could have come about; one that could not is not looked at. Raises PlayError when
    the match itself has no view.
    """
    mine = match.view(seat)
    facts = _facts(mine)
    pairs = hidden_pairs(match, mine)
    if not pairs:
        return None
    for count in EXCHANGES:
        chosen = [generator.choice(pairs) for _ in range(generator.randint(1, count))]
        other = exchanged(match, chosen)
        try:
            if valid is not None and not valid(other):
                continue
            theirs = _facts(other.view(seat))
        except PlayError:
            continue  # the exchanged position could not have stood
        for (name, here), (_, there) in zip(facts, theirs, strict=True):
            if here != there:
                names = match.machine.layout.names
                swaps = ", ".join(f"{names[one]} and {names[two]}" for one, two in chosen)
                return f"{seat_name(seat)}'s {name}: {here!r} becomes {there!r} with {swaps} exchanged"
        return None
    return None


def sealed_difference(match: Match, generator: random.Random) -> str | None:
    """At a question whose answer is sealed: the first thing in anybody else's view that tells two answers apart; None when
    nothing does, or all answers are in then. Raises PlayError when an answer cannot be carried out."""
    choice, seat, answer = match.choice, match.decider, len(match.entries)
    if match.state.veil is None or choice is None or len(match.grounds) < 2:
        return None
    one, two = match.copy(), match.copy()
    for each, option in zip((one, two), generator.sample(range(len(match.grounds)), 2), strict=True):
        each.choose(option)
        while each.entries[answer].sealed and each.decider == seat:  # asked more
            each.choose(generator.randrange(len(each.grounds)))
    if not (one.entries[answer].sealed and two.entries[answer].sealed):  # the next sealed step may have begun already
        return None
    for other in range(match.players):
        if other == seat:
            continue
        for (name, here), (_, there) in zip(_facts(one.view(other)), _facts(two.view(other)), strict=True):
            if here != there:
                return f"{seat_name(other)}'s {name} tells of {seat_name(seat)}'s sealed answer: {here!r}, or {there!r}"
    return None


def hidden_pairs(match: Match, view: View) -> list[Pair]:
    """The pairs of components of one kind that are not alike and of which the seat of the view sees neither."""
    layout, sight = match.machine.layout, match.machine.sight
    told = {component for entry in view._ahead if entry.seen_by(view.seat) for component in _named(entry, view.seat)}
    holding = _component_variables(match.machine)
    told |= {value for (name, _), value in view.variables.items() if name in holding}
    known = match.machine.known(match.state, view.seat)
    hidden = [
        component
        for component in range(len(layout.components))
        if not sight.of_component(known, component) >> view.seat & 1
        and not view.sees(component)
        and component not in told
    ]
    return [
        (one, two)
        for place, one in enumerate(hidden)
        for two in hidden[place + 1 :]
        if layout.kinds[one] == layout.kinds[two] and layout.alike[one] != layout.alike[two]
    ]


def exchanged(match: Match, pairs: Iterable[Pair]) -> Match:
    """A copy of the match with another seed and these components exchanged, one pair after the other."""
    other = match.copy()
    for one, two in pairs:
        _exchange(match.machine, other.state, one, two)
    other.state.seed = match.state.seed ^ 0x5DEECE66D
    return other


def _exchange(machine: Machine, state: State, one: int, two: int) -> None:
    """Each component gets the other's place, everywhere in the state, and in what each seat knows while answers are sealed."""
    if state.veil is not None:
        veil = state.veil
        before, worlds = veil.before.copy(), {seat: world.copy() for seat, world in veil.worlds.items()}
        for each in (before, *worlds.values()):
            _exchange(machine, each, one, two)
        state.veil = Veil(before, veil.actor, worlds, veil.closed)
    a, b = state.where[one], state.where[two]
    place_a, place_b = state.zones[a].index(one), state.zones[b].index(two)
    state.zones[a][place_a], state.zones[b][place_b] = two, one
    for table in (state.where, state.face, state.shown):
        table[one], table[two] = table[two], table[one]
    turned = {one: two, two: one}
    procedures = machine.flow.procedures
    for frame in state.frames:
        frame[LOCALS:] = _referring(_procedure(procedures, frame[0]), frame[LOCALS:], turned)
    state.pending = [
        (head, *_referring(_procedure(procedures, head), arguments, turned)) for head, *arguments in state.pending
    ]
    for number, spec in enumerate(machine.flow.variables):
        if isinstance(strip(spec.type), KindType):
            first = machine.layout.bases[number]
            for cell in range(first, first + _size(machine, number)):
                state.cells[cell] = turned.get(state.cells[cell], state.cells[cell])


def _procedure(procedures: tuple[Procedure, ...], number: Value) -> Procedure:
    assert isinstance(number, int)
    return procedures[number]


def _referring(procedure: Procedure, values: list[Value], turned: dict[int, int]) -> list[Value]:
    """The values of a procedure's locals, with the components in them exchanged."""
    return [
        _turned(value, turned) if place < len(procedure.types) and _of_components(procedure.types[place]) else value
        for place, value in enumerate(values)
    ]


def _turned(value: Value, turned: dict[int, int]) -> Value:
    if isinstance(value, tuple):
        return tuple(turned.get(each, each) for each in value)
    return turned.get(value, value)


def _of_components(type_: Type) -> bool:
    inner = strip(type_)
    return isinstance(inner.of if isinstance(inner, SetType) else inner, KindType)


def _size(machine: Machine, variable: int) -> int:
    size = 1
    for each in machine.layout.sizes[variable]:
        size *= each
    return size


def _component_variables(machine: Machine) -> set[str]:
    return {spec.name for spec in machine.flow.variables if isinstance(strip(spec.type), KindType)}


def _named(entry: LogEntry, seat: int) -> set[int]:
    """The components that a line of the log names to a seat."""
    found: set[int] = set()
    for part in entry.parts:
        if isinstance(part, Part) and _of_components(part.type) and (part.known < 0 or part.known >> seat & 1):
            found.update(part.value if isinstance(part.value, tuple) else (part.value,))
    return found


def _facts(view: View) -> list[tuple[str, object]]:
    """Everything that a view shows."""
    layout, latest = view._machine.layout, view.latest(LINES)
    return [
        ("question", view.asked),
        ("scope", view.scope),
        ("options", view.options),
        ("zones", dict(view.zones)),
        ("variables", dict(view.variables)),
        ("end", (view.over, view.winners)),
        ("log", [render(layout, entry, view.seat) for entry in latest]),
        ("entries", latest),
        ("table", table_text(view)),
    ]
