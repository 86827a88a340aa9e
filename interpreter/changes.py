"""The ops on values: locals, variables, the hold; and those that change nothing: a line of the log, an event.

In: an op and the tools. Out: its closure, and `CHANGES`, the builder for each such op.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.types import KindType, OptionalType, strip
from rulewright.interpreter.effects import Effects, OpFunction
from rulewright.interpreter.errors import OUT_OF_BOUNDS, PlayError
from rulewright.interpreter.evaluate import LOCALS, Frame
from rulewright.interpreter.events import Event
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import ALL, LogEntry, Part
from rulewright.interpreter.scoring import POINTS, gained_line, source_number
from rulewright.interpreter.state import State, Value, Veil
from rulewright.interpreter.veil import lift


def _assign(tools: Effects, op: ir.Assign) -> OpFunction:
    slot, value, temps = op.slot + LOCALS, tools.evaluator.make(op.value), tools.temps

    def assign(state: State, frame: Frame) -> None:
        frame[slot] = value(state, frame, temps)

    return assign


def _indices(tools: Effects, index: tuple[Expr, ...]) -> Callable[[State, Frame], tuple[int, ...]]:
    functions = [tools.number(each) for each in index]
    temps = tools.temps
    return lambda state, frame: tuple(function(state, frame, temps) for function in functions)


def _variable_name(tools: Effects, variable: int, index: tuple[int, ...]) -> str:
    spec = tools.layout.flow.variables[variable]
    name = spec.name.replace("_", " ")
    if len(index) == 1 and spec.per[0].what == "players":
        return f"{seat_name(index[0])}'s {name}"
    return name


def _seats_told(tools: Effects, state: State, variable: int, index: tuple[int, ...]) -> int:
    """Who may know of a change: of what belongs to a component, those who see the component."""
    told = tools.sight.of_variable(state, variable, index[0] if index else None)
    for place, dimension in zip(index, tools.layout.flow.variables[variable].per, strict=True):
        if dimension.what == "kind":
            told &= tools.sight.of_component(state, place)
    return told


def _set_state(tools: Effects, op: ir.SetState) -> OpFunction:
    value, by, index = tools.number(op.value), tools.number(op.by), _indices(tools, op.index)
    watchers, spec, temps = tools.watchers(op.watches), tools.layout.flow.variables[op.variable], tools.temps

    def set_state(state: State, frame: Frame) -> None:
        places = index(state, frame)
        cell = tools.layout.cell(op.variable, places)
        if cell < 0:
            return
        new = value(state, frame, temps)
        if not spec.low <= new <= spec.high:
            message = f"`{spec.name}` runs from {spec.low} to {spec.high} and is set to {new}"
            raise PlayError(OUT_OF_BOUNDS, message, tools.layout.flow.origins[op.origin])
        if state.cells[cell] != new:
            state.cells[cell] = new
            tools.changed()
        if spec.made_up and isinstance(spec.type, OptionalType):
            # only the variable that keeps how a phase has ended is the flow's own and can be none
            tools.entry(
                op.origin, "ending", (f"{spec.name.partition('.')[0]} ends: ", Part(new, spec.type)), (op.variable, new)
            )
        elif not spec.made_up:
            known = ALL
            if isinstance(strip(spec.type), KindType) and new >= 0:
                known = tools.everybody(tools.sight.of_component(state, new))
            parts = (f"{_variable_name(tools, op.variable, places)} is ", Part(new, spec.type, known))
            tools.entry(op.origin, "set", parts, (op.variable, new), _seats_told(tools, state, op.variable, places))
        tools.notify(state, watchers, [Event(new, by=by(state, frame, temps), index=places)])

    return set_state


def _change(tools: Effects, op: ir.Change) -> OpFunction:
    amount, by, index = tools.number(op.amount), tools.number(op.by), _indices(tools, op.index)
    watchers, spec, temps = tools.watchers(op.watches), tools.layout.flow.variables[op.variable], tools.temps
    line = gained_line(tools.layout.flow, op)

    def change(state: State, frame: Frame) -> None:
        places = index(state, frame)
        cell = tools.layout.cell(op.variable, places)
        if cell < 0:
            return
        before = state.cells[cell]
        after = max(spec.low, min(spec.high, before + amount(state, frame, temps)))
        if after == before:
            return
        if line is not None:
            _tell_sources(tools, state, op, line, places[0], after - before)
        state.cells[cell] = after
        tools.changed()
        parts = (f"{_variable_name(tools, op.variable, places)}: {before} -> {after}",)
        told = _seats_told(tools, state, op.variable, places)
        tools.entry(op.origin, "change", parts, (op.variable, after - before), told)
        # The amount of the event is what really changed, without sign: the verb says whether it was gained or lost.
        tools.notify(state, watchers, [Event(abs(after - before), by=by(state, frame, temps), index=places)])

    return change


def _tell_sources(tools: Effects, state: State, op: ir.Change, line: int, seat: int, gained: int) -> None:
    """Tell the judge where the points of a gain come from."""
    flow, sources = tools.layout.flow, tools.scoring.sources_of_gain(state, line, seat, gained)
    told = ", ".join(f"{name.replace('_', ' ')} {points}" for name, points in sources.items())
    words = f"{_variable_name(tools, op.variable, (seat,))} from {flow.scores[line].name.replace('_', ' ')}: {told}"
    numbers = tuple(source_number(flow, name) for name in sources)
    tools.entry(op.origin, POINTS, (words,), (op.variable, seat, numbers, tuple(sources.values())), 0)


def _reset(tools: Effects, op: ir.Reset) -> OpFunction:
    base, size = tools.layout.bases[op.variable], prod(tools.layout.sizes[op.variable])
    start = [tools.layout.flow.variables[op.variable].start] * size

    def reset(state: State, frame: Frame) -> None:
        state.cells[base : base + size] = start
        tools.changed()

    return reset


def _hold(tools: Effects, op: ir.Hold) -> OpFunction:
    def hold(state: State, frame: Frame) -> None:
        state.held += op.by
        if op.by < 0 and (op.sealed or not state.held):
            lift(state, tools.log)
        elif op.sealed and state.veil is None:
            state.veil = Veil(state.copy())

    return hold


def _say(tools: Effects, op: ir.Say) -> OpFunction:
    parts = [(part, None) if isinstance(part, str) else (part, tools.evaluator.make(part.value)) for part in op.text]
    temps, address = tools.temps, tools.address(op.origin)

    def say(state: State, frame: Frame) -> None:
        made: list[str | Part] = []
        facts: list[Value] = []
        for part, function in parts:
            if isinstance(part, str):
                made.append(part)
            elif function is not None:
                value = function(state, frame, temps)
                made.append(Part(value, part.type))
                facts.append(value)
        tools.log.append(LogEntry(address, "say", tuple(made), facts=tuple(facts)))

    return say


def _happen(tools: Effects, op: ir.Happen) -> OpFunction:
    by, watchers, temps = tools.number(op.by), tools.watchers(op.watches), tools.temps

    def happen(state: State, frame: Frame) -> None:
        tools.notify(state, watchers, [Event(-1, by=by(state, frame, temps))])

    return happen


CHANGES: dict[type, Callable[..., OpFunction]] = {
    ir.Assign: _assign,
    ir.SetState: _set_state,
    ir.Change: _change,
    ir.Reset: _reset,
    ir.Hold: _hold,
    ir.Say: _say,
    ir.Happen: _happen,
}
