"""Plays a rulebook and the same game of OpenSpiel side by side, move by move.

In: a `Mapping`, which says what of one is what of the other, and a seed. Out: nothing, or an AssertionError that names the
first stop at which they differ: in who decides, in what can be chosen, in what lies where, or in what the game gives in the
end. Our match rolls and shuffles; what came of it is told to OpenSpiel as the outcome of its chance nodes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.match import Match
from rulewright.interpreter.options import Option
from rulewright.interpreter.state import Value

Theirs = Any  # a state of OpenSpiel: pyspiel has no types
Values = tuple[float, ...]


class Ours:
    """Our match, with what a mapping has to know of it by name."""

    def __init__(self, flow: Flow, players: int, seed: int) -> None:
        self.match = Match.start(flow, players, seed)
        self.layout = self.match.machine.layout
        self.variables = {spec.name: number for number, spec in enumerate(flow.variables)}
        self.zones = {spec.name: number for number, spec in enumerate(flow.zones)}
        self.fields = {(flow.kinds[spec.kind].name, spec.name): number for number, spec in enumerate(flow.fields)}
        self.drawn: list[Value] = []  # what chance has given since, in order
        self.dealt: list[int] = []  # the cards that have left the deck since, in order

    def choose(self, index: int, deck: str | None = None) -> None:
        """Choose, and keep what chance has given meanwhile, and what has left that zone."""
        seen, before = len(self.match.entries), [] if deck is None else list(self.lying(deck))
        self.match.choose(index)
        self.drawn += [entry.facts[0] for entry in self.match.entries[seen:] if entry.kind == "draw"]
        self.dealt += [] if deck is None else [card for card in before if card not in self.lying(deck)]

    def value(self, variable: str, *index: int) -> int:
        """The value of a variable, at an index."""
        return self.match.state.cells[self.layout.cell(self.variables[variable], index)]

    def lying(self, zone: str, owner: int | None = None) -> list[int]:
        """The components of a zone, in its order."""
        return self.match.state.zones[self.layout.instance[self.zones[zone], owner]]

    def printed(self, kind: str, name: str, component: int) -> Value:
        """A printed property."""
        return self.layout.fields[self.fields[kind, name]][component]

    def all_of(self, kind: str) -> tuple[int, ...]:
        """All components of a kind."""
        number = next(number for number, spec in enumerate(self.match.flow.kinds) if spec.name == kind)
        return self.layout.by_kind[number]

    def name(self, component: int) -> str:
        """A component's name, in small letters."""
        return self.layout.names[component].lower()

    def score(self, line: str) -> tuple[int, ...]:
        """A line of the scoring, for each seat."""
        return self.match.scores()[line]


def win_or_lose(ours: Ours) -> Values:
    """1 for the winner and -1 for the other; 0 for both of a draw."""
    won = ours.match.winners or ()
    seats = ours.match.players
    if len(won) in (0, seats):
        return (0.0,) * seats
    return tuple(1.0 / len(won) if seat in won else -1.0 / (seats - len(won)) for seat in range(seats))


def no_chance(ours: Ours, theirs: Theirs) -> int:
    """For games without chance."""
    raise AssertionError("chance in a game that has none")


@dataclass(frozen=True)
class Mapping:
    """What of our game is what of theirs.

    ours: the rulebook's folder in games/classics, and variants of it. theirs: OpenSpiel's name, with parameters. action:
    the action of an option, as OpenSpiel writes it or as its number. chance: the outcome of their chance node, read off our
    match. position: what lies where, as OpenSpiel writes it, where `shown` finds it in their text. returns: what the game gives
    each seat. passes: their action that our rules leave out, because nobody is asked who has no choice. deck: the zone of which
    `Ours.dealt` tells what has left it. skips: whether a game that begins so is left out.
    """

    ours: str
    theirs: str
    players: int
    action: Callable[[Ours, Option], str | int]
    position: Callable[[Ours], object]
    shown: Callable[[Theirs], object] = str
    chance: Callable[[Ours, Theirs], int] = no_chance
    returns: Callable[[Ours], Values] = win_or_lose
    passes: int | None = None
    deck: str | None = None
    skips: Callable[[Ours], bool] = lambda ours: False
    variants: tuple[str, ...] = ()
    options: dict[str, bool | int | str] = field(default_factory=dict)
    games: int = 12


def play_both(mapping: Mapping, flow: Flow, game: Theirs, seed: int) -> int:
    """One random game on both sides; how many decisions it had."""
    ours, theirs = Ours(flow, mapping.players, seed), game.new_initial_state()
    if mapping.skips(ours):
        return 0
    picked = random.Random(seed)
    decisions = 0
    follow(mapping, ours, theirs)
    while not theirs.is_terminal():
        assert mapping.shown(theirs) == mapping.position(ours), f"seed {seed}, decision {decisions}"
        if theirs.is_simultaneous_node():
            theirs.apply_actions([choose(mapping, ours, theirs, seat, picked) for seat in range(mapping.players)])
            decisions += mapping.players
        else:
            theirs.apply_action(choose(mapping, ours, theirs, theirs.current_player(), picked))
            decisions += 1
        follow(mapping, ours, theirs)
    while not ours.match.over:  # what is left has no alternative; they carry it out by themselves
        assert len(ours.match.grounds) == 1, f"seed {seed}: their game is over, ours is not"
        ours.choose(0, mapping.deck)
    assert mapping.shown(theirs) == mapping.position(ours), f"seed {seed}, at the end"
    assert tuple(theirs.returns()) == mapping.returns(ours), f"seed {seed}: what the game gives"
    return decisions


def follow(mapping: Mapping, ours: Ours, theirs: Theirs) -> None:
    """Their chance does what ours has done; passes that ours does not ask for are made."""
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            outcome = mapping.chance(ours, theirs)
            assert outcome in theirs.legal_actions(), f"{outcome} is not what chance can bring in {theirs}"
            theirs.apply_action(outcome)
        elif mapping.passes is not None and theirs.legal_actions() == [mapping.passes]:
            theirs.apply_action(mapping.passes)
        else:
            return


def choose(mapping: Mapping, ours: Ours, theirs: Theirs, seat: int, picked: random.Random) -> int:
    """The seat chooses at random on our side; the same action on theirs, after all that can be chosen was compared."""
    assert ours.match.decider == seat, f"{ours.match.decider} decides here, {seat} there: {theirs}"
    options = ours.match.options
    actions = [action_of(mapping, ours, theirs, seat, option) for option in options]
    assert sorted(actions) == sorted(theirs.legal_actions(seat)), f"what can be chosen in {theirs}"
    index = picked.randrange(len(options))
    ours.choose(index, mapping.deck)
    return actions[index]


def action_of(mapping: Mapping, ours: Ours, theirs: Theirs, seat: int, option: Option) -> int:
    """The number of their action."""
    action = mapping.action(ours, option)
    return action if isinstance(action, int) else int(theirs.string_to_action(seat, action))


def their_courses(theirs: Theirs, depth: int) -> int:
    """How many courses of so many decisions there are in their game."""
    if depth == 0:
        return 1
    return sum(their_courses(theirs.child(action), depth - 1) for action in theirs.legal_actions())
