"""Chaos: where a check of the ledger begins, and what lies where, known to the judge who sees everything.

In: a `Given`. Out: the match at that place; and the cards and variables of a match in the words of the notation.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

from rulewright.dsl import Game, load
from rulewright.interpreter import Match, Position, install
from tests.ledger.notation import Given, NotationError

Place = tuple[str, int | None]

TURN = "phases.game.round.turn"
ENTRIES = {"deal": TURN, "start": TURN, "drain": f"{TURN}.drain.speak", "draw": f"{TURN}.draw", "main": f"{TURN}.act"}
NAMES = {"O": "Order", "X": "Chaos"}
LETTERS = {"Order": "O", "Chaos": "X"}
WORTHS = {"O": 14, "X": 0}
COPIES = {"O": 4, **{str(number): 4 for number in range(13, 0, -1)}, "X": 2}  # the cards that are not named, top first
DEALS = 2000  # shuffles that are tried for a deal in which no hand mixes Order and Chaos


class Unplayable(Exception):
    """A position that there cannot be, or a step that cannot be made."""


@cache
def game() -> Game:
    """The rulebook."""
    return load(Path(__file__).parents[2] / "games" / "chaos" / "game.yaml")


def number(seat: str) -> int:
    """0 for A."""
    return ord(seat) - ord("A")


def letter(seat: int) -> str:
    """A for 0."""
    return chr(ord("A") + seat)


def name(card: str) -> str:
    """The component that a card of the notation is."""
    return NAMES.get(card, card)


def card(name: str) -> str:
    """How the notation writes a component."""
    return LETTERS.get(name, name)


# ---------------------------------------------------------------------------------------- where it begins


def begin(given: Given) -> Match:
    """The match at the position of a check. Raises ValueError for a number of players that the game is not for."""
    dealer = given.dealer or letter(given.players - 1)
    if given.at in ("new game", "fresh deal"):
        if given.hands or given.pool or given.fountain or given.sets or given.negated or given.aside:
            raise NotationError(f"given: no cards can be named at {given.at}")
        if given.at == "new game":
            return Match.start(game().flow, given.players, 1, (dealer,))
        deal = Position(given.players, "phases.game.deal", variables=_variables(given, dealer))
        return dealt(install(game().flow, deal))
    bindings = {"turn": number(given.turn)}
    if given.at == "deal":
        bindings = {"turn": (number(dealer) + 1) % given.players}
    if given.at == "drain":  # that is the moment after the pick of the one before
        bindings["drain"] = (number(given.picker) - 1) % given.players
    variables = _variables(given, dealer)
    return install(game().flow, Position(given.players, ENTRIES[given.at], bindings, _zones(given), None, variables))


def _zones(given: Given) -> dict[Place, list[tuple[str, int | None]]]:
    """Every card in its place: those that are named, and the others in a hand or under the Fountain."""
    zones: dict[Place, list[tuple[str, int | None]]] = {("hand", seat): [] for seat in range(given.players)}
    left = Counter(COPIES)

    def put(place: Place, which: list[str], face: int | None = None) -> None:
        for each in which:
            left[each] -= 1
            if left[each] < 0:
                raise Unplayable(f"there are only {COPIES[each]} cards {each}")
            zones.setdefault(place, []).append((name(each), face))

    for seat, hand in given.hands.items():
        put(("hand", number(seat)), hand)
    for seat, laid in given.sets.items():
        put(("table", number(seat)), [each for each in laid for _ in range(3)], 1)
    for seat, laid in given.negated.items():
        put(("table", number(seat)), [each for each in laid for _ in range(3)], 1)
        put(("table", number(seat)), laid, 0)
    put(("pool", None), given.pool)
    put(("aside", None), [each for each in given.aside for _ in range(4)])
    put(("fountain", None), given.fountain)
    rest: Place = ("hand", number(given.rest)) if given.rest else ("fountain", None)
    put(rest, [each for each in COPIES for _ in range(left[each])])
    return zones


def _variables(given: Given, dealer: str) -> dict[tuple[str, tuple[int, ...]], int]:
    variables: dict[tuple[str, tuple[int, ...]], int] = {("dealer", ()): number(dealer)}
    variables |= {("total", (seat,)): total for seat, total in enumerate(given.totals)}
    variables |= {("actions_taken", ()): given.actions, ("good_seeks", ()): given.seeks}
    for seat, each in given.failed:
        variables[("refused", (number(seat), WORTHS[each] if each in WORTHS else int(each)))] = 1
    return variables


def dealt(match: Match) -> Match:
    """The match after the deal that is due, in one of the deals that mix Order and Chaos in no hand."""
    cards = list(match.machine.layout.names)
    generator = random.Random(1)
    for _ in range(DEALS):
        generator.shuffle(cards)
        other = match.copy()
        other.script = [tuple(cards)]
        other.choose("deal")
        if not contents(other, "pool"):
            return other
    raise Unplayable("no deal was found in which no hand mixes Order and Chaos")


# ---------------------------------------------------------------------------------------- what lies where


def contents(match: Match, zone: str, owner: int | None = None) -> list[tuple[str, bool]]:
    """The cards of a zone in the notation, each with whether it lies face up."""
    layout = match.machine.layout
    place = next(place for place, spec in enumerate(match.flow.zones) if spec.name == zone)
    there = match.state.zones[layout.instance[(place, owner)]]
    return [(card(layout.names[component]), bool(match.state.face[component])) for component in there]


def held(match: Match, zone: str, owner: int | None = None) -> list[str]:
    """The cards of a zone in order of their names."""
    return sorted(each for each, _ in contents(match, zone, owner))


def sets(match: Match, seat: int, negated: bool = False) -> list[str]:
    """The numbers of the sets on a table, or of the negated ones."""
    table = contents(match, "table", seat)
    return sorted({each for each, face_up in table if not negated or not face_up})


def variable(match: Match, wanted: str, *index: int) -> int:
    """A variable's value."""
    place = next(place for place, spec in enumerate(match.flow.variables) if spec.name == wanted)
    return match.state.cells[match.machine.layout.cell(place, index)]
