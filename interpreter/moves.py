"""The ops on components: move, exchange, pass around, turn, show.

In: an op and the tools. Out: its closure, and `MOVES`, the builder for each such op. All components of an op change
places at once: nothing looks at the state before the last one has arrived.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow import ir
from rulewright.dsl.types import PLAYER, SetType
from rulewright.interpreter.effects import Effects, OpFunction
from rulewright.interpreter.evaluate import Frame
from rulewright.interpreter.events import Event
from rulewright.interpreter.log import Part
from rulewright.interpreter.state import State


def _move(tools: Effects, op: ir.Move) -> OpFunction:
    what, owner, by = tools.several(op.what), tools.evaluator.optional(op.owner), tools.number(op.by)
    watchers, temps = tools.watchers(op.watches), tools.temps
    top = (tools.layout.flow.zones[op.zone].enter if op.place == "enter" else op.place) == "top"

    def move(state: State, frame: Frame) -> None:
        components = what(state, frame)
        if not components:
            return
        whose = None if owner is None else owner(state, frame, temps)
        target = tools.instance(state, op.zone, whose, op.origin)
        doer = by(state, frame, temps)
        before = [(each, state.where[each], state.face[each]) for each in components]
        known = {each: tools.sight.of_component(state, each) for each in components}
        # The first of a set ends on top of the others, so it is put there last.
        for component in reversed(components) if top else components:
            tools.put(state, component, target, top, op.face, op.origin)
        events = _arrivals(state, before, doer)
        for event in events:
            tools.moved(state, event, known[event.subject], op.origin)
        tools.notify(state, watchers, events)

    return move


def _arrivals(state: State, before: list[tuple[int, int, int]], doer: int) -> list[Event]:
    """The events of a move, of each component with the zone it lay in and its face there."""
    events = []
    for component, source, face in before:
        now = state.face[component]
        if state.where[component] != source:
            events.append(Event(component, source, state.where[component], doer, turned=-1 if now == face else now))
    return events


def _exchange(tools: Effects, op: ir.Exchange) -> OpFunction:
    left, right, by = tools.several(op.left), tools.several(op.right), tools.number(op.by)
    watchers, temps = tools.watchers(op.watches), tools.temps

    def exchange(state: State, frame: Frame) -> None:
        one, two = left(state, frame), right(state, frame)
        if not one or not two:
            return
        doer = by(state, frame, temps)
        before = [(each, state.where[each], state.face[each]) for each in (*one, *two)]
        known = {each: tools.sight.of_component(state, each) for each in (*one, *two)}
        first_of = {each: source for each, source, _ in before}
        for a, b in zip(one, two, strict=False):
            _swap(state, a, b)
            tools.arrive(state, a, state.where[a])
            tools.arrive(state, b, state.where[b])
        # What has no counterpart goes where the first of the others came from.
        for surplus, others in ((one[len(two) :], two), (two[len(one) :], one)):
            target = first_of[others[0]]
            top = tools.layout.flow.zones[tools.layout.instances[target][0]].enter == "top"
            for each in surplus:
                tools.put(state, each, target, top, None, op.origin)
        events = _arrivals(state, before, doer)
        for event in events:
            tools.moved(state, event, known[event.subject], op.origin)
        tools.notify(state, watchers, events)

    return exchange


def _swap(state: State, a: int, b: int) -> None:
    first, second = state.where[a], state.where[b]
    place, other = state.zones[first].index(a), state.zones[second].index(b)
    state.zones[first][place], state.zones[second][other] = b, a
    state.where[a], state.where[b] = second, first


def _pass_around(tools: Effects, op: ir.PassAround) -> OpFunction:
    direction, by, first = tools.number(op.direction), tools.number(op.by), tools.layout.first_instance[op.zone]
    watchers, temps, count = tools.watchers(op.watches), tools.temps, tools.layout.players

    def pass_around(state: State, frame: Frame) -> None:
        step = 1 if direction(state, frame, temps) == 0 else -1
        doer = by(state, frame, temps)
        zones = [state.zones[first + seat] for seat in range(count)]
        before = [(each, state.where[each], state.face[each]) for zone in zones for each in zone]
        known = {each: tools.sight.of_component(state, each) for each, _, _ in before}
        for seat, zone in enumerate(zones):
            target = first + (seat + step) % count
            state.zones[target] = zone
            for component in zone:
                tools.arrive(state, component, target)
        events = _arrivals(state, before, doer)
        for event in events:
            tools.moved(state, event, known[event.subject], op.origin)
        tools.notify(state, watchers, events)

    return pass_around


def _turn(tools: Effects, op: ir.Turn) -> OpFunction:
    what, by, temps = tools.several(op.what), tools.number(op.by), tools.temps
    watchers, face = tools.watchers(op.watches), int(op.up)

    def turn(state: State, frame: Frame) -> None:
        components = tuple(each for each in what(state, frame) if state.face[each] != face)
        doer = by(state, frame, temps)
        known = {each: tools.sight.of_component(state, each) for each in components}
        for component in components:
            state.face[component] = face
        tools.changed()
        events = []
        for component in components:
            place = state.where[component]
            words = f"{tools.layout.zone_name(place)}: turned face {'up' if op.up else 'down'}: "
            part = tools.part(state, component, known[component])
            tools.entry(op.origin, "turn", (words, part), (component, place, face, doer))
            events.append(Event(component, place, place, doer, turned=face))
        tools.notify(state, watchers, events)

    return turn


def _show(tools: Effects, op: ir.Show) -> OpFunction:
    what, to, temps = tools.several(op.what), tools.number(op.to), tools.temps

    def show(state: State, frame: Frame) -> None:
        seat, components = to(state, frame, temps), what(state, frame)
        if seat < 0 or not components:
            return
        for component in components:
            if op.on:
                state.shown[component] |= 1 << seat
            else:
                state.shown[component] &= ~(1 << seat)
        if op.on:
            shown = Part(components, SetType(tools.kind_of(components[0])))
            parts = (Part(seat, PLAYER), " is shown ", shown)
            tools.entry(op.origin, "show", parts, (seat, components), 1 << seat)

    return show


MOVES: dict[type, Callable[..., OpFunction]] = {
    ir.Move: _move,
    ir.Exchange: _exchange,
    ir.PassAround: _pass_around,
    ir.Turn: _turn,
    ir.Show: _show,
}
