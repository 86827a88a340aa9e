"""What happened, and whom it concerns: events put the reactions whose watches fit into the queue.

In: the events of one op, a batch, and the op's watches. Out: entries of `State.pending`, in the order of the events
and, for each, of the watches. A watch is looked at when the whole op is done.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.flow.ir import Watch
from rulewright.interpreter.evaluate import Evaluator, Function, Members, Temps
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.state import State
from rulewright.interpreter.trace import Trace


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. source, target: zone instances (-1: none). turned: face up (1) or down (0) by it (-1: not)."""

    subject: int
    source: int = -1
    target: int = -1
    by: int = -1
    index: tuple[int, ...] = ()
    turned: int = -1


@dataclass(frozen=True, slots=True)
class Watcher:
    """A watch with its closures."""

    watch: Watch
    condition: Function
    give: tuple[Function, ...]
    each: Members | None


class Events:
    """Looks at events for one layout."""

    def __init__(self, layout: Layout, evaluator: Evaluator, temps: Temps) -> None:
        self.layout = layout
        self.evaluator = evaluator
        self.temps = temps
        self.trace: Trace | None = None  # of the running advance

    def watchers(self, watches: tuple[Watch, ...]) -> tuple[Watcher, ...]:
        """The watches of an op with their closures."""
        make, members = self.evaluator.make, self.evaluator.members
        made = []
        for watch in watches:
            each = None if watch.each is None else members(watch.each)
            made.append(Watcher(watch, make(watch.condition), tuple(make(value) for value in watch.give), each))
        return tuple(made)

    def notify(self, state: State, watchers: tuple[Watcher, ...], events: list[Event]) -> None:
        """Put the reactions to a batch of events into the queue."""
        temps = self.temps
        for event in events:
            for each in watchers:
                if not self._zones_fit(each.watch, event) or each.watch.turned not in (-1, event.turned):
                    continue
                for seat in (-1,) if each.each is None else each.each(state, [], temps):
                    self._fill(each.watch, event, seat)
                    if each.condition(state, [], temps):
                        given = [value(state, [], temps) for value in each.give]
                        state.pending.append((each.watch.procedure, *given))
                        if self.trace is not None:
                            self.trace.react(each.watch.procedure)

    def _zones_fit(self, watch: Watch, event: Event) -> bool:
        return self._fits(watch.from_zone, event.source) and self._fits(watch.to_zone, event.target)

    def _fits(self, zone: int | None, instance: int) -> bool:
        return zone is None or (instance >= 0 and self.layout.instances[instance][0] == zone)

    def _fill(self, watch: Watch, event: Event, seat: int) -> None:
        parts = (
            (watch.subject, event.subject),
            (watch.source, self._owner(event.source)),
            (watch.target, self._owner(event.target)),
            (watch.by, event.by),
            (watch.each_slot, seat),
            *zip(watch.index, event.index, strict=False),
        )
        for slot, value in parts:
            if slot >= 0:
                self.temps[slot] = value

    def _owner(self, instance: int) -> int:
        owner = None if instance < 0 else self.layout.instances[instance][1]
        return -1 if owner is None else owner
