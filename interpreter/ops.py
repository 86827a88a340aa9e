"""The ops of a block as closures, and the events they raise.

In: an op and the machine's tools. Out: `f(state, frame)`, which changes the state, writes the log, and puts reactions
whose watches fit into the state's queue once the whole op is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Expr, Shown
from rulewright.dsl.types import PLAYER, KindType, SetType
from rulewright.interpreter.errors import NO_PLACE, OUT_OF_BOUNDS, ZONE_FULL, PlayError
from rulewright.interpreter.evaluate import LOCALS, Evaluator, Function
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.log import ALL, LogEntry, Part
from rulewright.interpreter.sight import Sight
from rulewright.interpreter.state import State

OpFunction = Callable[[State, list[Any]], None]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. source, target: zone instances (-1: none)."""

    subject: int
    source: int = -1
    target: int = -1
    by: int = -1
    index: tuple[int, ...] = ()


class Ops:
    """Makes the closures of ops for one layout. `log` takes the entries of the running advance."""

    def __init__(self, layout: Layout, evaluator: Evaluator, sight: Sight, temps: list[Any]) -> None:
        self.layout = layout
        self.evaluator = evaluator
        self.sight = sight
        self.temps = temps
        self.log: list[LogEntry] = []

    def make(self, op: ir.Op) -> OpFunction:
        """The closure of an op; a play error in it names the op's rule."""
        return BUILDERS[type(op)](self, op)

    def address(self, origin: int) -> str:
        """The address of the node that an origin names."""
        return self.layout.flow.origins[origin].address

    def expr(self, node: Expr) -> Function:
        """The closure of an expression."""
        return self.evaluator.make(node)

    def entry(self, origin: int, kind: str, parts: tuple[str | Part, ...], facts: tuple[Any, ...], known: int = ALL) -> None:
        """Write a line of the long log."""
        self.log.append(LogEntry(self.address(origin), kind, parts, known, True, facts))

    # ------------------------------------------------------------------------------------ events

    def watchers(self, watches: tuple[ir.Watch, ...]) -> list[tuple[ir.Watch, Function, list[Function], Function | None]]:
        """Each watch with its closures."""
        return [
            (watch, self.expr(watch.condition), [self.expr(value) for value in watch.give], self.evaluator.optional(watch.each))
            for watch in watches
        ]

    def notify(self, state: State, watchers: list[tuple[ir.Watch, Function, list[Function], Function | None]], events: list[Event]) -> None:
        """Put the reactions to a batch of events into the queue."""
        temps = self.temps
        for event in events:
            for watch, condition, give, each in watchers:
                if not self._zones_fit(watch, event):
                    continue
                for seat in (None,) if each is None else each(state, [], temps):
                    self._fill(watch, event, seat)
                    if condition(state, [], temps):
                        state.pending.append((watch.procedure, *(value(state, [], temps) for value in give)))

    def _zones_fit(self, watch: ir.Watch, event: Event) -> bool:
        instances = self.layout.instances
        return (watch.from_zone is None or (event.source >= 0 and instances[event.source][0] == watch.from_zone)) and (
            watch.to_zone is None or event.target < 0 or instances[event.target][0] == watch.to_zone
        )

    def _fill(self, watch: ir.Watch, event: Event, seat: int | None) -> None:
        temps, instances = self.temps, self.layout.instances
        owners = [-1 if place < 0 or instances[place][1] is None else instances[place][1] for place in (event.source, event.target)]
        for slot, value in ((watch.subject, event.subject), (watch.source, owners[0]), (watch.target, owners[1]), (watch.by, event.by)):
            if slot >= 0:
                temps[slot] = value
        for slot, value in zip(watch.index, event.index, strict=False):
            temps[slot] = value
        if seat is not None and watch.each_slot >= 0:
            temps[watch.each_slot] = seat

    # ------------------------------------------------------------------------------------ components

    def put(self, state: State, component: int, instance: int, place: str, face: int | None, origin: int) -> None:
        """Move one component; no event, no log."""
        zone = self.layout.flow.zones[self.layout.instances[instance][0]]
        state.zones[state.where[component]].remove(component)
        target = state.zones[instance]
        if zone.capacity is not None and len(target) >= zone.capacity:
            message = f"{self.layout.zone_name(instance)} has room for {zone.capacity}, and one more is moved there"
            raise PlayError(ZONE_FULL, message, self.layout.flow.origins[origin])
        if (zone.enter if place == "enter" else place) == "top":
            target.insert(0, component)
        else:
            target.append(component)
        state.where[component] = instance
        state.shown[component] = 0
        if face is not None:
            state.face[component] = face
        elif zone.face != "keep":
            state.face[component] = 1 if zone.face == "up" else 0

    def instance(self, state: State, zone: int, owner: int | None, origin: int) -> int:
        """A zone's instance for an owner. Raises PlayError when the owner is none."""
        found = self.layout.instance.get((zone, owner))
        if found is None:
            name = self.layout.flow.zones[zone].name
            raise PlayError(NO_PLACE, f"something is moved to the `{name}` of nobody", self.layout.flow.origins[origin])
        return found

    def kind_of(self, component: int) -> KindType:
        """The type of a component."""
        return KindType(self.layout.flow.kinds[self.layout.kinds[component]].name)

    def log_move(self, state: State, component: int, source: int, known: int, by: int, origin: int) -> None:
        """The line of one move, known by who saw it before or sees it now."""
        target = state.where[component]
        known |= self.sight.of_component(state, component)
        known = ALL if known == self.sight.all else known
        part = Part(component, self.kind_of(component), known)
        names = self.layout.zone_name
        self.entry(origin, "move", (f"{names(source)} -> {names(target)}: ", part), (component, source, target, by))


def _assign(ops: Ops, op: ir.Assign) -> OpFunction:
    slot, value, temps = op.slot + LOCALS, ops.expr(op.value), ops.temps

    def assign(state: State, frame: list[Any]) -> None:
        frame[slot] = value(state, frame, temps)

    return assign


def _indices(ops: Ops, index: tuple[Expr, ...]) -> Callable[[State, list[Any]], tuple[int, ...]]:
    functions = [ops.expr(each) for each in index]
    temps = ops.temps
    return lambda state, frame: tuple(function(state, frame, temps) for function in functions)


def _shown_variable(ops: Ops, variable: int, index: tuple[int, ...]) -> str:
    spec = ops.layout.flow.variables[variable]
    name = spec.name.replace("_", " ")
    if spec.per and spec.per[0].what == "players" and len(index) == 1:
        return f"{chr(ord('A') + index[0])}'s {name}"
    return name


def _set_state(ops: Ops, op: ir.SetState) -> OpFunction:
    value, by, index = ops.expr(op.value), ops.expr(op.by), _indices(ops, op.index)
    watchers, spec, temps = ops.watchers(op.watches), ops.layout.flow.variables[op.variable], ops.temps

    def set_state(state: State, frame: list[Any]) -> None:
        places = index(state, frame)
        cell = ops.layout.cell(op.variable, places)
        if cell < 0:
            return
        new = value(state, frame, temps)
        if not spec.low <= new <= spec.high:
            message = f"`{spec.name}` runs from {spec.low} to {spec.high} and is set to {new}"
            raise PlayError(OUT_OF_BOUNDS, message, ops.layout.flow.origins[op.origin])
        state.cells[cell] = new
        if not spec.made_up:
            known = ops.sight.of_variable(state, op.variable, places[0] if places else None)
            known = ALL if known == ops.sight.all else known
            ops.entry(op.origin, "set", (f"{_shown_variable(ops, op.variable, places)} is ", Part(new, spec.type)), (op.variable, new), known)
        if watchers:
            ops.notify(state, watchers, [Event(new, by=by(state, frame, temps), index=places)])

    return set_state


def _change(ops: Ops, op: ir.Change) -> OpFunction:
    amount, by, index = ops.expr(op.amount), ops.expr(op.by), _indices(ops, op.index)
    watchers, spec, temps = ops.watchers(op.watches), ops.layout.flow.variables[op.variable], ops.temps

    def change(state: State, frame: list[Any]) -> None:
        places = index(state, frame)
        cell = ops.layout.cell(op.variable, places)
        if cell < 0:
            return
        before = state.cells[cell]
        after = max(spec.low, min(spec.high, before + amount(state, frame, temps)))
        if after == before:
            return
        state.cells[cell] = after
        known = ops.sight.of_variable(state, op.variable, places[0] if places else None)
        known = ALL if known == ops.sight.all else known
        name = _shown_variable(ops, op.variable, places)
        ops.entry(op.origin, "change", (f"{name}: {before} -> {after}",), (op.variable, after - before), known)
        if watchers:
            ops.notify(state, watchers, [Event(abs(after - before), by=by(state, frame, temps), index=places)])

    return change


def _reset(ops: Ops, op: ir.Reset) -> OpFunction:
    base = ops.layout.bases[op.variable]
    size = 1
    for each in ops.layout.sizes[op.variable]:
        size *= each
    start = [ops.layout.flow.variables[op.variable].start] * size

    def reset(state: State, frame: list[Any]) -> None:
        state.cells[base : base + size] = start

    return reset


def _move(ops: Ops, op: ir.Move) -> OpFunction:
    what, owner, by = ops.expr(op.what), ops.evaluator.optional(op.owner), ops.expr(op.by)
    watchers, temps = ops.watchers(op.watches), ops.temps

    def move(state: State, frame: list[Any]) -> None:
        components = what(state, frame, temps)
        if isinstance(components, int):
            components = () if components < 0 else (components,)
        if not components:
            return
        whose = None if owner is None else owner(state, frame, temps)
        target = ops.instance(state, op.zone, whose, op.origin)
        doer = by(state, frame, temps)
        top = (ops.layout.flow.zones[op.zone].enter if op.place == "enter" else op.place) == "top"
        sources = [(c, state.where[c], ops.sight.of_component(state, c)) for c in components]
        for component in reversed(components) if top else components:
            ops.put(state, component, target, op.place, op.face, op.origin)
        events = []
        for component, source, known in sources:
            if source != target:
                ops.log_move(state, component, source, known, doer, op.origin)
                events.append(Event(component, source, target, doer))
        if watchers:
            ops.notify(state, watchers, events)

    return move


def _exchange(ops: Ops, op: ir.Exchange) -> OpFunction:
    left, right, by = ops.expr(op.left), ops.expr(op.right), ops.expr(op.by)
    watchers, temps = ops.watchers(op.watches), ops.temps

    def exchange(state: State, frame: list[Any]) -> None:
        one, two = left(state, frame, temps), right(state, frame, temps)
        if not one or not two:
            return
        doer = by(state, frame, temps)
        places = {c: (state.where[c], ops.sight.of_component(state, c)) for c in (*one, *two)}
        events = []
        for group, others in ((one, two), (two, one)):
            for number, component in enumerate(group):
                target = places[others[min(number, len(others) - 1)]][0]
                events.append(Event(component, places[component][0], target, doer))
        for event in events:
            ops.put(state, event.subject, event.target, "enter", None, op.origin)
        for event in events:
            ops.log_move(state, event.subject, event.source, places[event.subject][1], doer, op.origin)
        if watchers:
            ops.notify(state, watchers, events)

    return exchange


def _pass_around(ops: Ops, op: ir.PassAround) -> OpFunction:
    direction, by, first = ops.expr(op.direction), ops.expr(op.by), ops.layout.first_instance[op.zone]
    watchers, temps, count = ops.watchers(op.watches), ops.temps, ops.layout.players

    def pass_around(state: State, frame: list[Any]) -> None:
        step = 1 if direction(state, frame, temps) == 0 else -1
        doer = by(state, frame, temps)
        before = [state.zones[first + seat][:] for seat in range(count)]
        known = {c: ops.sight.of_component(state, c) for zone in before for c in zone}
        events = []
        for seat in range(count):
            target = first + (seat + step) % count
            for component in before[seat]:
                events.append(Event(component, first + seat, target, doer))
                ops.put(state, component, target, "bottom", None, op.origin)
        for event in events:
            ops.log_move(state, event.subject, event.source, known[event.subject], doer, op.origin)
        if watchers:
            ops.notify(state, watchers, events)

    return pass_around


def _turn(ops: Ops, op: ir.Turn) -> OpFunction:
    what, by, watchers, temps = ops.expr(op.what), ops.expr(op.by), ops.watchers(op.watches), ops.temps

    def turn(state: State, frame: list[Any]) -> None:
        components = what(state, frame, temps)
        turned = [c for c in components if state.face[c] != int(op.up)]
        doer = by(state, frame, temps)
        events = []
        for component in turned:
            known = ops.sight.of_component(state, component)
            state.face[component] = int(op.up)
            known |= ops.sight.of_component(state, component)
            known = ALL if known == ops.sight.all else known
            place = state.where[component]
            words = f"{ops.layout.zone_name(place)}: turned face {'up' if op.up else 'down'}: "
            ops.entry(op.origin, "turn", (words, Part(component, ops.kind_of(component), known)), (component, place, int(op.up)))
            events.append(Event(component, place, place, doer))
        if watchers:
            ops.notify(state, watchers, events)

    return turn


def _show(ops: Ops, op: ir.Show) -> OpFunction:
    what, to, temps = ops.expr(op.what), ops.expr(op.to), ops.temps

    def show(state: State, frame: list[Any]) -> None:
        seat = to(state, frame, temps)
        components = what(state, frame, temps)
        if seat < 0:
            return
        for component in components:
            if op.on:
                state.shown[component] |= 1 << seat
            else:
                state.shown[component] &= ~(1 << seat)
        if op.on and components:
            shown = Part(components, SetType(ops.kind_of(components[0])))
            ops.entry(op.origin, "show", (Part(seat, PLAYER), " is shown ", shown), (seat, components), 1 << seat)

    return show


def _say(ops: Ops, op: ir.Say) -> OpFunction:
    parts = [(part, None) if isinstance(part, str) else (part, ops.expr(part.value)) for part in op.text]
    temps, address = ops.temps, ops.address(op.origin)

    def say(state: State, frame: list[Any]) -> None:
        made: list[str | Part] = []
        facts: list[Any] = []
        for part, function in parts:
            if isinstance(part, Shown) and function is not None:
                value = function(state, frame, temps)
                made.append(Part(value, part.type))
                facts.append(value)
            elif isinstance(part, str):
                made.append(part)
        ops.log.append(LogEntry(address, "say", tuple(made), facts=tuple(facts)))

    return say


def _hold(ops: Ops, op: ir.Hold) -> OpFunction:
    def hold(state: State, frame: list[Any]) -> None:
        state.held += op.by

    return hold


def _happen(ops: Ops, op: ir.Happen) -> OpFunction:
    by, watchers, temps = ops.expr(op.by), ops.watchers(op.watches), ops.temps

    def happen(state: State, frame: list[Any]) -> None:
        ops.notify(state, watchers, [Event(-1, by=by(state, frame, temps))])

    return happen


BUILDERS: dict[type, Callable[[Ops, Any], OpFunction]] = {
    ir.Assign: _assign, ir.SetState: _set_state, ir.Change: _change, ir.Reset: _reset, ir.Move: _move,
    ir.Exchange: _exchange, ir.PassAround: _pass_around, ir.Turn: _turn, ir.Show: _show, ir.Say: _say, ir.Hold: _hold,
    ir.Happen: _happen,
}  # fmt: skip
