"""Chaos: plays a check of the ledger through the engine and compares what comes out.

In: the three texts of a check. Out: a list of what is not as expected, empty when the check passes.
"""

from __future__ import annotations

from collections import Counter

from rulewright.interpreter import Match, PlayError, PositionError
from tests.ledger import chaos_places as places
from tests.ledger.chaos_places import Unplayable, held, letter, name, number, variable
from tests.ledger.chaos_views import shown, stop
from tests.ledger.notation import (
    Clause,
    Given,
    NotationError,
    cards,
    numbers,
    outside,
    played,
    read_do,
    read_expect,
    read_given,
    read_move,
    read_view,
)

ENDINGS = {
    "surrender": "surrender",
    "empty_hand": "empty hand",
    "all_sets": "all sets",
    "declared": "declare",
    "revealed": "reveal",
}

Part = tuple[str, str, str]  # of a move: the seat, the notation's words for where it is asked, the option's text


def run(given: str, do: str, expect: str) -> list[str]:
    """What of a check does not hold."""
    try:
        position, steps, facts = read_given(given), read_do(do), read_expect(expect)
        match = _begin(position)
        if match is None or any(fact.kind == "refused" for fact in facts):
            return _refusal(match, steps, facts)
        table = Table(match)
        for step in steps:
            table.do(step)
        return [failure for fact in facts if (failure := table.failure(fact))]
    except NotationError as error:
        return [f"cannot be read: {error}"]
    except (PlayError, PositionError, Unplayable) as error:
        return [f"cannot be played: {error}"]


def _begin(given: Given) -> Match | None:
    """The match, or None when the game is not for so many players."""
    least, most = places.game().flow.players
    try:
        return places.begin(given)
    except ValueError:
        if least <= given.players <= most:
            raise
        return None


def _refusal(match: Match | None, steps: list[Clause], facts: list[Clause]) -> list[str]:
    """What does not hold of a check in which a game is refused, or was to be."""
    if match is not None:
        return ["refused: the game is accepted"]
    other = [step.text for step in steps] + [fact.text for fact in facts if fact.kind != "refused"]
    return [f"{text}: the game is refused" for text in other]


class Table:
    """A match under a check."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.players = match.players

    # ------------------------------------------------------------------------------------ do

    def do(self, move: Clause) -> None:
        """Make a move. Raises Unplayable when it cannot be made."""
        if move.kind == "next round":
            if self.match.over or stop(self.match.asked_at) != "deal":
                raise Unplayable(f"`{move.text}`: {self.situation()}")
            self.match = places.dealt(self.match)
            return
        for part in parts(move):
            if not self.possible(part):
                raise Unplayable(f"`{move.text}`: {self.situation()}")
            self.match.choose(part[2])

    def possible(self, part: Part) -> bool:
        """Whether a seat can choose an option now."""
        match, (seat, where, text) = self.match, part
        if match.over or letter(match.decider) != seat or stop(match.asked_at) not in where.split():
            return False
        return any(option.text == text for option in match.options)

    def can(self, text: str) -> bool:
        """Whether a move can be made now, to its end."""
        trial = Table(self.match.copy())
        try:
            trial.do(read_move(text))
        except Unplayable:
            return False
        return True

    def situation(self) -> str:
        """Who decides what."""
        if self.match.over:
            return "the game is over"
        return f"{letter(self.match.decider)} {stop(self.match.asked_at)}"

    # ------------------------------------------------------------------------------------ expect

    def failure(self, fact: Clause) -> str:
        """What is not as a clause says; empty when it is."""
        args = fact.args
        if fact.kind in ("can", "cannot"):
            return "" if self.can(args[0]) == (fact.kind == "can") else f"{fact.text}: {self.situation()}"
        if fact.kind in ("hand", "sets", "negated", "view"):
            self.exists(args[0])
        if fact.kind == "view":
            clause = read_view(args[1])
            if clause.kind in ("hides", "sees", "size"):
                self.exists(clause.args[0])
            got, wanted = shown(self.match.view(number(args[0])), self.match.machine.layout, clause)
        else:
            got, wanted = self.cards(fact)
        return "" if got == wanted else f"{fact.text}: got {_text(got)}"

    def exists(self, seat: str) -> None:
        """Raises NotationError for a seat that nobody sits on."""
        if outside(seat, self.players):
            raise NotationError(f"expect: there is no seat {seat} with {self.players} players")

    def cards(self, fact: Clause) -> tuple[object, object]:
        """What there is of cards, and what a clause wants."""
        match, args, seats = self.match, fact.args, range(self.players)
        match fact.kind:
            case "hand":
                return held(match, "hand", number(args[0])), sorted(cards(args[1]))
            case "pool":
                return held(match, "pool"), sorted(cards(args[0]))
            case "sets" | "negated":
                found = places.sets(match, number(args[0]), fact.kind == "negated")
                return found, sorted(cards(args[1]))
            case "aside":
                quads = Counter(held(match, "aside"))
                assert set(quads.values()) <= {4}, "only whole quads are set aside"
                return sorted(quads), sorted(cards(args[0]))
            case "deck":
                return sorted(places.card(each) for each in match.machine.layout.names), sorted(cards(args[0]))
            case "sizes":
                return [len(held(match, "hand", seat)) for seat in seats], numbers(args[0])
            case "fountain":
                return len(held(match, "fountain")), int(args[0])
            case "in play":
                hands = sum(len(held(match, "hand", seat)) for seat in seats)
                return hands + len(held(match, "pool")) + len(held(match, "fountain")), int(args[0])
            case _:
                return self.course(fact)

    def course(self, fact: Clause) -> tuple[object, object]:
        """What there is of the course of the game, and what a clause wants."""
        match, args = self.match, fact.args
        match fact.kind:
            case "accepted":
                return True, True
            case "dealer":  # the deal has passed on already when the round is over
                passed = int(self.ended() != "")
                return letter((variable(match, "dealer") - passed) % self.players), args[0]
            case "next":
                return self.situation(), " ".join(args)
            case "turn":
                return letter(variable(match, "turn.player")), args[0]
            case "actions":
                return variable(match, "actions_taken"), int(args[0])
            case "round goes on":
                return self.ended() or "goes on", "goes on"
            case "round over":
                return self.ended() or "goes on", args[0]
            case "points":
                return list(match.scores()["points"]), numbers(args[0])
            case "totals":
                return [variable(match, "total", seat) for seat in range(self.players)], numbers(args[0])
            case "game goes on":
                return match.over, False
            case "game over":
                return [letter(seat) for seat in match.winners or ()], [args[0]]
            case _:
                raise NotationError(f"expect: `{fact.text}` is no clause")

    def ended(self) -> str:
        """How the round has ended; empty while it goes on."""
        match = self.match
        if not match.over and stop(match.asked_at) != "deal":
            return ""
        ending = variable(match, "round.ending")
        scope = next(scope for scope in match.flow.scopes if scope.address == "phases.game.round")
        return "" if ending < 0 else ENDINGS[scope.endings[ending]]


def parts(move: Clause) -> list[Part]:
    """The choices that a move of the notation is in the engine."""
    if move.kind == "battle":
        put = played(move.args[0])
        return [(put[0][0], "main", "battle"), *((seat, "commit", name(card)) for seat, card in put)]
    seat, *rest = move.args
    words = " ".join(name(word) for word in rest)
    match move.kind:
        case "draws":
            return [(seat, "draw", "draw")]
        case "seeks":
            return [(seat, "main", f"seek {words}")]
        case "trades":
            card, target, given = rest
            offer = (seat, "main", f"trade {name(card)} {target}")
            return [offer, (target, "give", name(given))] if given else [offer]
        case "ends":
            return [(seat, "main", f"end_turn {words}")]
        case "places":
            return [(seat, "main", f"place_set {words}")]
        case "declares":
            return [(seat, "main speak", "declare_order")]
        case "reveals":
            return [(seat, "speak", "reveal_order")]
        case "waits":
            return [(seat, "speak", "wait")]
        case _:
            stops = {"takes": "drain", "commits": "commit", "gives": "give", "discards": "discard", "spins": "spin"}
            return [(seat, stops[move.kind], words)]


def _text(value: object) -> str:
    """A value in a message."""
    return " ".join(str(each) for each in value) or "-" if isinstance(value, list) else str(value)
