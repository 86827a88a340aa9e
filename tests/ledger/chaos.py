"""Chaos: plays a check of the ledger through the engine's public interface and compares what comes out.

In: the three texts of a check. Out: a list of what is not as expected, empty when the check passes.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from rulewright.dsl import Game, load
from rulewright.interpreter import Match, PlayError, Position, PositionError, View, install
from tests.ledger.notation import (
    Clause,
    Given,
    NotationError,
    cards,
    read_do,
    read_expect,
    read_given,
    read_move,
    read_view,
)

ROUND = "phases.game.round.turn"
NAMES = {"O": "Order", "X": "Chaos"}
LETTERS = {"Order": "O", "Chaos": "X"}
ORDER = ["O", *(str(number) for number in range(13, 0, -1)), "X"]
ENDINGS = {
    "surrender": "surrender",
    "empty_hand": "empty hand",
    "all_sets": "all sets",
    "declared": "declare",
    "revealed": "reveal",
}
STOPS = {
    "act": "main", "draw": "draw", "take": "drain", "discard": "discard", "answer": "give", "commit": "commit",
    "spin": "spin", "declaring": "speak", "revealing": "speak", "deal": "deal",
}  # fmt: skip


@cache
def game() -> Game:
    """The rulebook."""
    return load(Path(__file__).parents[2] / "games" / "chaos" / "game.yaml")


def run(given: str, do: str, expect: str) -> list[str]:
    """What of a check does not hold."""
    try:
        position, steps, facts = read_given(given), read_do(do), read_expect(expect)
        wanted = {fact.kind for fact in facts}
        if position.at == "new game":
            try:
                match = Match.start(game().flow, position.players, 1)
            except ValueError:
                return [] if "refused" in wanted else ["the game was refused"]
            if "refused" in wanted:
                return ["the game was accepted"]
        else:
            match = begin(position)
        table = Table(match, position)
        for step in steps:
            table.do(step)
        return [failure for fact in facts if (failure := table.failure(fact))]
    except NotationError as error:
        return [f"cannot be read: {error}"]
    except (PlayError, PositionError, ValueError, AssertionError) as error:
        return [f"cannot be played: {error}"]


def number(seat: str) -> int:
    """0 for A."""
    return ord(seat) - ord("A")


def letter(seat: int) -> str:
    """A for 0."""
    return chr(ord("A") + seat)


def name(card: str) -> str:
    """The component that a card of the notation is."""
    return NAMES.get(card, card)


def begin(given: Given) -> Match:
    """The match at the position of a check."""
    if given.at == "fresh deal":
        return fresh(Match.start(game().flow, given.players, 1, (given.dealer,)))
    zones: dict[tuple[str, int | None], list[tuple[str, int | None]]] = {}
    left = Counter({card: 4 for card in ORDER if card != "X"}) + Counter({"X": 2})

    def put(where: tuple[str, int | None], which: list[str], face: int | None = None) -> None:
        for card in which:
            left[card] -= 1
            assert left[card] >= 0, f"there are not so many {card}"
            zones.setdefault(where, []).append((name(card), face))

    for place in range(given.players):
        zones[("hand", place)] = []
    for seat, hand in given.hands.items():
        put(("hand", number(seat)), hand)
    for seat, numbers in given.sets.items():
        put(("table", number(seat)), [each for each in numbers for _ in range(3)], 1)
    for seat, numbers in given.negated.items():
        for each in numbers:
            put(("table", number(seat)), [each] * 3, 1)
            put(("table", number(seat)), [each], 0)
    put(("pool", None), given.pool)
    put(("aside", None), [each for each in given.aside for _ in range(4)])
    put(("fountain", None), given.fountain)
    rest = ("hand", number(given.rest)) if given.rest else ("fountain", None)
    put(rest, [card for card in ORDER for _ in range(left[card])])
    variables: dict[tuple[str, tuple[int, ...]], int] = {
        ("dealer", ()): number(given.dealer),
        ("actions_taken", ()): given.actions,
        ("good_seeks", ()): given.seeks,
    }
    variables |= {("total", (place,)): total for place, total in enumerate(given.totals)}
    for seat, card in given.failed:
        variables[("refused", (number(seat), {"O": 14, "X": 0}.get(card) or int(card)))] = 1
    turn = (number(given.dealer) + 1) % given.players if given.at == "deal" else number(given.turn)
    places = {
        "deal": ROUND,
        "start": ROUND,
        "drain": f"{ROUND}.drain.speak",
        "draw": f"{ROUND}.draw",
        "main": f"{ROUND}.act",
    }
    bindings = {"turn": turn}
    if given.at == "drain":  # the moment after the pick of the one before
        bindings["drain"] = (number(given.picker) - 1) % given.players
    return install(game().flow, Position(given.players, places[given.at], bindings, zones, None, variables, seed=1))


def fresh(match: Match) -> Match:
    """The deal carried out, in one of the deals that mix Order and Chaos in no hand."""
    for seed in range(1, 2000):
        other = match.copy()
        other.state.seed = seed
        other.choose("deal")
        if not contents(other, "pool"):
            return other
    raise AssertionError("no such deal was found")


def contents(match: Match, zone: str, owner: int | None = None) -> list[tuple[str, int]]:
    """The cards of a zone in the notation, with their faces."""
    layout = match.machine.layout
    place = next(place for place, spec in enumerate(match.flow.zones) if spec.name == zone)
    there = match.state.zones[layout.instance[(place, owner)]]
    return [(LETTERS.get(layout.names[c], layout.names[c]), match.state.face[c]) for c in there]


def variable(match: Match, wanted: str, *index: int) -> int:
    """A variable's value."""
    place = next(place for place, spec in enumerate(match.flow.variables) if spec.name == wanted)
    return match.state.cells[match.machine.layout.cell(place, index)]


def stop(address: str) -> str:
    """The notation's word for the node that asks."""
    return STOPS.get(address.rpartition(".")[2], address)


class Table:
    """A match under a check."""

    def __init__(self, match: Match, given: Given) -> None:
        self.match = match
        self.players = given.players

    # ------------------------------------------------------------------------------------ do

    def options(self, move: Clause) -> tuple[str, str, list[tuple[str, str, str]]]:
        """What a move is in the engine: for each part (seat, the stop it is made at, the option's text)."""
        args = move.args
        seat = args[0] if args else ""
        card = name(args[1]) if len(args) > 1 else ""
        parts = {
            "draws": [(seat, "draw", "draw")],
            "takes": [(seat, "drain", card)],
            "seeks": [(seat, "main", f"seek {card} {args[2] if len(args) > 2 else ''}")],
            "trades": [(seat, "main", f"trade {card} {args[2] if len(args) > 2 else ''}")],
            "commits": [(seat, "commit", card)],
            "gives": [(seat, "give", card)],
            "discards": [(seat, "discard", card)],
            "ends": [(seat, "main", f"end_turn {card}")],
            "spins": [(seat, "spin", " ".join(args[1:]))],
            "places": [(seat, "main", f"place_set {card}")],
            "declares": [(seat, "main|speak", "declare_order")],
            "reveals": [(seat, "speak", "reveal_order")],
            "waits": [(seat, "speak", "wait")],
        }.get(move.kind, [])
        if move.kind == "trades" and args[3]:
            parts.append((args[2], "give", name(args[3])))
        if move.kind == "battle":
            put = [word.split() for word in args[0].split(",")]
            parts = [(put[0][0], "main", "battle"), *((who, "commit", name(which)) for who, which in put)]
        return seat, card, parts

    def do(self, move: Clause) -> None:
        """Make a move; an AssertionError when it cannot be made."""
        if move.kind == "next round":
            self.match = fresh(self.match)
            return
        for seat, where, text in self.options(move)[2]:
            assert self.possible(seat, where, text), f"`{move.text}`: {self.situation()}"
            self.match.choose(text)

    def possible(self, seat: str, where: str, text: str) -> bool:
        """Whether a seat can choose an option now."""
        match = self.match
        if match.over or letter(match.decider) != seat or stop(match.asked_at) not in where.split("|"):
            return False
        return any(option.text == text for option in match.options)

    def can(self, text: str) -> bool:
        """Whether a move can be made now."""
        move = read_move(text)
        parts = self.options(move)[2]
        if move.kind == "battle":
            hand = [card for card, _ in contents(self.match, "hand", number(parts[0][0]))]
            return self.possible(*parts[0]) and all(
                LETTERS.get(card, card) in hand for seat, _, card in parts[1:] if seat == parts[0][0]
            )
        return bool(parts) and self.possible(*parts[0])

    def situation(self) -> str:
        """Who decides what, for a message."""
        if self.match.over:
            return "the game is over"
        return f"{letter(self.match.decider)} {stop(self.match.asked_at)}"

    # ------------------------------------------------------------------------------------ expect

    def failure(self, fact: Clause) -> str:
        """What is not as a clause says; empty when it is."""
        if fact.kind == "view":
            return self.view_failure(fact)
        if fact.kind in ("can", "cannot"):
            return "" if self.can(fact.args[0]) == (fact.kind == "can") else f"{fact.text}: {self.situation()}"
        got, wanted = self.fact(fact)
        return "" if got == wanted else f"{fact.text}: got {got}"

    def fact(self, fact: Clause) -> tuple[object, object]:
        """What there is, and what a clause wants."""
        match, args = self.match, fact.args
        seats = range(self.players)
        match fact.kind:
            case "hand":
                return _sorted(contents(match, "hand", number(args[0]))), sorted(cards(args[1]))
            case "pool":
                return _sorted(contents(match, "pool")), sorted(cards(args[0]))
            case "sets":
                return self.sets(number(args[0])), sorted(cards(args[1]))
            case "negated":
                return self.sets(number(args[0]), negated=True), sorted(cards(args[1]))
            case "aside":
                quads = Counter(card for card, _ in contents(match, "aside"))
                return sorted(card for card, count in quads.items() if count == 4), sorted(cards(args[0]))
            case "deck":
                return sorted(LETTERS.get(each, each) for each in match.machine.layout.names), sorted(cards(args[0]))
            case "accepted":
                return True, True
            case "refused":
                return "accepted", "refused"
            case "dealer":
                dealer = variable(match, "dealer")
                return letter((dealer - 1) % self.players if self.ended() else dealer), args[0]
            case "sizes":
                return [len(contents(match, "hand", seat)) for seat in seats], [int(word) for word in args[0].split()]
            case "fountain":
                return len(contents(match, "fountain")), int(args[0])
            case "in play":
                return sum(len(contents(match, "hand", seat)) for seat in seats) + len(contents(match, "pool")) + len(
                    contents(match, "fountain")
                ), int(args[0])
            case _:
                return self.course(fact)

    def course(self, fact: Clause) -> tuple[object, object]:
        """Facts about the course of the game."""
        match, args = self.match, fact.args
        match fact.kind:
            case "next":
                return self.situation(), f"{args[0]} {args[1]}"
            case "turn":
                return letter(variable(match, "turn.player")), args[0]
            case "actions":
                return variable(match, "actions_taken"), int(args[0])
            case "round goes on":
                return self.ended() or "goes on", "goes on"
            case "round over":
                return self.ended(), args[0]
            case "points":
                return list(match.scores()["points"]), [int(word) for word in args[0].split()]
            case "totals":
                return [variable(match, "total", seat) for seat in range(self.players)], [
                    int(word) for word in args[0].split()
                ]
            case "game goes on":
                return match.over, False
            case "game over":
                return [letter(seat) for seat in match.winners or ()], [args[0]]
            case _:
                raise NotationError(fact.text)

    def ended(self) -> str:
        """How the round has ended; empty while it goes on."""
        match = self.match
        if not match.over and stop(match.asked_at) != "deal":
            return ""
        ending = variable(match, "round.ending")
        scope = next(scope for scope in match.flow.scopes if scope.address == "phases.game.round")
        return "" if ending < 0 else ENDINGS[scope.endings[ending]]

    def sets(self, seat: int, negated: bool = False) -> list[str]:
        """The numbers of the sets on a table, or of the negated ones."""
        counts = Counter(card for card, _ in contents(self.match, "table", seat))
        down = {card for card, face in contents(self.match, "table", seat) if not face}
        return sorted(card for card in counts if not negated or card in down)

    # ------------------------------------------------------------------------------------ views

    def view_failure(self, fact: Clause) -> str:
        """What a seat is shown that is not as a clause says."""
        clause = read_view(fact.args[1])
        got, wanted = self.shown(self.match.view(number(fact.args[0])), number(fact.args[0]), clause)
        return "" if got == wanted else f"{fact.text}: got {got}"

    def shown(self, view: View, seat: int, clause: Clause) -> tuple[object, object]:
        """What a view has, and what a clause wants."""
        args = clause.args
        match clause.kind:
            case "hand":
                return seen(view, "hand", seat), sorted(cards(args[0]))
            case "no hand":
                return seen(view, "hand", seat), ["?"] * len(view.zones[("hand", seat)].cards)
            case "hides":
                return set(seen(view, "hand", number(args[0]))) - {"?"}, set()
            case "sees":
                return seen(view, "hand", number(args[0])), sorted(cards(args[1]))
            case "size":
                return view.zones[("hand", number(args[0]))].count, int(args[1])
            case "pool":
                return seen(view, "pool", None), sorted(cards(args[0]))
            case "fountain":
                return view.zones[("fountain", None)].count, int(args[0])
            case "face down":
                down = [
                    letter(s) for s in range(self.players) if any(not c.face_up for c in view.zones[("front", s)].cards)
                ]
                return down, args[0].split()
            case "card":
                return seen(view, "front", seat), sorted(cards(args[0]))
            case "next":
                asked = view.asked[0] if view.asked else None
                return (
                    "nobody" if asked is None else f"{letter(asked.seat)} {stop(asked.address)}",
                    f"{args[0]} {args[1]}",
                )
            case _:
                return self.told(view, clause)

    def told(self, view: View, clause: Clause) -> tuple[object, object]:
        """What the log tells a seat of what happened last."""
        names = self.match.machine.layout.names
        said = [(entry.address, entry.facts) for entry in view.entries if entry.kind == "say"]
        args = clause.args
        if clause.kind == "pick":
            facts = [facts for address, facts in said if address.endswith("drain.take")][-1]
            return [letter(_int(facts[0])), names[_int(facts[1])]], [args[0], name(args[1])]
        if clause.kind == "seek":
            seeks = [each for address, each in said if address == "actions.seek"]
            asked = max(place for place, each in enumerate(seeks) if len(each) == 3)
            moved = any(entry.kind == "move" and entry.address == "actions.seek" for entry in view.entries)
            me, card, target = (_int(value) for value in seeks[asked])
            return [letter(me), names[card], letter(target), "given" if moved else "failed"], [
                args[0],
                name(args[1]),
                args[2],
                args[3],
            ]
        turned = [
            entry.facts for entry in view.entries if entry.kind == "turn" and entry.address.startswith("actions.battle")
        ]
        owners = {
            self.match.machine.layout.instances[_int(place)][1]: names[_int(card)]
            for card, place, *_ in turned[-self.players :]
        }
        return [owners.get(seat) for seat in range(self.players)], [name(card) for card in cards(args[0])]


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _sorted(found: list[tuple[str, int]]) -> list[str]:
    return sorted(card for card, _ in found)


def seen(view: View, zone: str, owner: int | None) -> list[str]:
    """The cards of a zone that a view shows, `?` for a hidden one."""
    return sorted("?" if card is None else LETTERS.get(card, card) for card in view.zones[(zone, owner)].names)
