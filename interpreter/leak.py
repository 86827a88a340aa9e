"""The leak test: what a seat cannot know must not change what it is shown.

In: a match and a seat. Out: a description of the first difference between the seat's view of the match and of another
match in which hidden things are exchanged, or None. Exchanged are components that the seat sees in neither place, and
the seed of the generator.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import render
from rulewright.interpreter.match import Match
from rulewright.interpreter.observe import View
from rulewright.interpreter.state import State


LINES = 60  # of the log that are compared; what lies further back was compared at earlier stops


def exchanged(match: Match, seat: int, generator: random.Random) -> Match | None:
    """A match that differs only in what the seat cannot know; None when nothing can be exchanged."""
    sight, layout = match.machine.sight, match.machine.layout
    hidden = [c for c in range(len(layout.components)) if not sight.of_component(match.state, c) >> seat & 1]
    by_kind: dict[int, list[int]] = {}
    for component in hidden:
        by_kind.setdefault(layout.kinds[component], []).append(component)
    groups = [group for group in by_kind.values() if len(group) > 1]
    if not groups:
        return None
    group = generator.choice(groups)
    one, two = generator.sample(group, 2)
    other = match.copy()
    _swap(other.state, one, two)
    other.state.seed = match.state.seed ^ 0x5DEECE66D
    return other


def _swap(state: State, one: int, two: int) -> None:
    """Each component gets the other's place, everywhere in the state."""

    a, b = state.where[one], state.where[two]
    place_a, place_b = state.zones[a].index(one), state.zones[b].index(two)
    state.zones[a][place_a], state.zones[b][place_b] = two, one
    for table in (state.where, state.face, state.shown):
        table[one], table[two] = table[two], table[one]


def difference(match: Match, seat: int, generator: random.Random, valid: Callable[[Match], bool] | None = None) -> str | None:
    """The first thing in the seat's view that changes with what it cannot know; None when nothing does."""
    other = exchanged(match, seat, generator)
    if other is None or (valid is not None and not valid(other)):
        return None
    try:
        mine, theirs = match.view(seat), other.view(seat)
        pairs = _facts(mine), _facts(theirs)
    except PlayError:
        return None  # the exchanged position could not have stood
    for (name, here), (_, there) in zip(*pairs, strict=True):
        if here != there:
            return f"{seat_name(seat)}'s {name}: {here!r} becomes {there!r}"
    return None


def _facts(view: View) -> list[tuple[str, object]]:
    layout = view._machine.layout
    lines = [render(layout, entry, view.seat) for entry in view.entries[-LINES:]]
    return [
        ("asked", view.asked),
        ("options", view.options),
        ("zones", dict(view.zones)),
        ("variables", dict(view.variables)),
        ("over", (view.over, view.winners)),
        ("log", lines),
    ]
