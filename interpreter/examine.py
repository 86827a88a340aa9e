"""Stops of a game held against what has to be true at each of them.

In: a match at a stop, and the state at the stop before. Out: nothing, or PlayError RW910 with what does not hold: an
invariant of the rulebook, a component in two zones, a state that does not come back from its text, a view that leaks.
"""

from __future__ import annotations

import random

from rulewright.interpreter.errors import INVARIANT, PlayError
from rulewright.interpreter.fast.invariants import invariants_of
from rulewright.interpreter.leak import difference, sealed_difference
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.match import Match
from rulewright.interpreter.state import State

SHARE = 0.05  # of the stops of a checked game, those at which views are tested for leaks and the state is saved and loaded


class Last:
    """The state at the stop before, kept where some invariant looks back; None where none does, or there was no stop."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.state: State | None = None

    def keep(self, state: State) -> None:
        """This stop is over; what it was like is kept."""
        if self.state is not None:
            self.state.catch_up(state, self.machine.layout.lying)
        elif self.machine.looking_back:
            self.state = state.copy()


def examine(match: Match, generator: random.Random, share: float = SHARE, before: State | None = None) -> None:
    """Hold a stop against the invariants, and now and then (a share of stops) against the leak test and a round trip.

    before: the state at the stop before, for the invariants that look back. Raises PlayError RW910 with what does not
    hold.
    """
    where = match.asked_at or "the end"
    state = match.state
    if not keeps_invariants(match.machine, state, before):
        broken = match.machine.broken_invariants(state, before)[0]
        raise PlayError(INVARIANT, f"the invariant `{broken.name}` does not hold at {where}", match.flow.origins[broken.origin])
    if not each_in_one_zone(state):
        raise PlayError(INVARIANT, f"a component is in no zone, or in two, at {where}")
    if generator.random() >= share:
        return
    for other in (State.load(state.save()), state.copy(), Match.load(match.flow, match.save()).state):
        if other != state or hash(other) != hash(state) or other.digest() != state.digest():
            raise PlayError(INVARIANT, f"a state does not come back from its text or its copy, at {where}")
    leak = difference(match, generator.randrange(match.players), generator, _could_stand)
    leak = leak or sealed_difference(match, generator)
    if leak is not None:
        raise PlayError(INVARIANT, f"a view leaks at {where}: {leak}")


def keeps_invariants(machine: Machine, state: State, before: State | None = None) -> bool:
    """Whether all invariants hold. Raises PlayError when one cannot be worked out."""
    generated = invariants_of(machine.flow, machine.layout.players)
    if generated is not None and generated.hold(state, before):
        return True
    return not machine.broken_invariants(state, before)


def each_in_one_zone(state: State) -> bool:
    """Whether every component lies in the zone that is kept as its own, and in no other."""
    zones, places = state.zones, state.where
    lying = sum(map(len, zones))
    return lying == len(places) and all(component in zones[place] for component, place in enumerate(places))


def _could_stand(match: Match) -> bool:
    return keeps_invariants(match.machine, match.state)
