"""Which components a decider could not tell apart, quickly: what `interpreter.options` says, from tables made beforehand.

In: a machine. Out: `same_to`, the function that generated code asks of a component of which there is another one like it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from rulewright.interpreter.machine import Machine
from rulewright.interpreter.state import State

SameTo = Callable[[State, int, int, dict[int, int]], object]
"""Of a state, a component, a seat, and the seats that see what lies where, as far as found out for this state."""


def same_to(machine: Machine) -> SameTo:
    """What two components share that a seat could not tell apart; of all others the component itself."""
    layout, sight = machine.layout, machine.sight
    flow, alike = layout.flow, layout.alike
    seen = [sight.always(instance) for instance in range(len(layout.instances))]
    ordered = [flow.zones[zone].order != "set" for zone, _ in layout.instances]
    own = [layout.first_instance[n] for n, z in enumerate(flow.zones) if z.per is not None and z.per.what == "kind"]
    marks = [
        (layout.bases[number], prod(layout.sizes[number][1:]))
        for number, spec in enumerate(flow.variables)
        if spec.per and spec.per[0].what == "kind"
    ]

    def shared(state: State, component: int, seat: int, masks: dict[int, int]) -> object:
        place = state.where[component]
        if ordered[place]:
            return component
        face = state.face[component]
        if not face:
            mask = seen[place]
            if mask is None:
                mask = masks.get(place)
                if mask is None:
                    mask = masks[place] = sight.face_down(state, place)
            if not (mask | state.shown[component]) >> seat & 1:
                return component
        if own and any(state.zones[first + component] for first in own):
            return component
        if not marks:
            return (alike[component], place, face)
        rows = [state.cells[base + component * width : base + (component + 1) * width] for base, width in marks]
        return (alike[component], place, face, *(mark for row in rows for mark in row))

    return shared
