"""Worlds Collide: plays a check of the ledger through the engine and compares what comes out.

In: the three texts of a check. Out: a list of what is not as expected, empty when the check passes.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter import Match, PlayError, PositionError
from tests.ledger import worlds_collide_facts as facts
from tests.ledger import worlds_collide_places as places
from tests.ledger.notation import Clause, NotationError, outside
from tests.ledger.worlds_collide_notation import (
    Given,
    moves,
    read_do,
    read_expect,
    read_given,
    read_move,
    shards,
)
from tests.ledger.worlds_collide_places import ACTION_NAMES, Unplayable, held, letter, number, there

SELECT = "phases.turn.select"
RESOLVE = "actions.resolve"
STOPS = {
    "actions.limit": "keeps",
    "actions.expose": "reveals",
    "actions.search": "reveals",
    "actions.take": "takes",
    "components.characters": "picks",
}
SEEDS = 8  # games that are begun for a check of the set-up, which must hold in all of them


def run(given: str, do: str, expect: str) -> list[str]:
    """What of a check does not hold."""
    try:
        position, steps, wanted = read_given(given), read_do(do), read_expect(expect)
        if position.playouts or any(step.kind == "playout" for step in steps):
            return _playouts(position, steps, wanted)
        tables = list(_tables(position, any(fact.kind == "refused" for fact in wanted)))
        if not tables:
            other = [step.text for step in steps] + [fact.text for fact in wanted if fact.kind != "refused"]
            return [f"{text}: the game is refused" for text in other]
        failures = [failure for table in tables for failure in table.run(steps, wanted)]
        return list(dict.fromkeys(failures))
    except NotationError as error:
        return [f"cannot be read: {error}"]
    except (PlayError, PositionError, Unplayable) as error:
        return [f"cannot be played: {error}"]


def _playouts(given: Given, steps: list[Clause], wanted: list[Clause]) -> list[str]:
    if len(steps) != 1 or steps[0].kind != "playout":
        raise NotationError("do: `every playout` stands alone")
    counts = range(places.flow().players[0], places.flow().players[1] + 1) if given.players < 0 else [given.players]
    return [failure for players in counts for failure in facts.playouts(players, wanted)]


def _tables(given: Given, refused: bool) -> Iterator[Table]:
    """The match of a check, or several of a new game; none when the game is not for so many players."""
    least, most = places.flow().players
    for seed in range(SEEDS if given.new_game and not refused else 1):
        try:
            yield Table(places.begin(given, seed))
        except ValueError:
            if least <= given.players <= most:
                raise
            return


class Table:
    """A match under a check.

    waiting: actions that seats have chosen before it was their turn to be asked, since the engine asks one after another.
    resolved: the actions resolved since the last reveal.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.waiting: dict[int, int] = {}
        self.resolved: list[tuple[str, int]] = []

    def run(self, steps: list[Clause], wanted: list[Clause]) -> list[str]:
        """Play the steps; what does not hold afterwards."""
        for step in steps:
            self.do(step)
        self.settle()
        return [failure for fact in wanted if (failure := self.failure(fact))]

    def copy(self) -> Table:
        """An independent table."""
        new = Table(self.match.copy())
        new.waiting, new.resolved = self.waiting.copy(), self.resolved[:]
        return new

    # ------------------------------------------------------------------------------------ where the game stands

    @property
    def stop(self) -> str:
        """The notation's word for what is asked."""
        if self.match.over:
            return "over"
        asked = self.match.asked_at
        return "select" if asked == SELECT else "may" if asked == RESOLVE else STOPS.get(asked, asked)

    @property
    def up(self) -> int:
        """The number of the action of which it is asked whether to resolve it."""
        return next(place for place, name in enumerate(ACTION_NAMES, 1) if name in self.match.prompt)

    def situation(self) -> str:
        """Who decides what."""
        stop = self.stop
        if stop in ("over", "select"):
            return "the game is over" if stop == "over" else "select"
        return f"{letter(self.match.decider)} {stop}" + (f" {self.up}" if stop == "may" else "")

    def seat(self, name: str) -> int:
        """A seat's number. Raises NotationError for one that nobody sits on."""
        if outside(name, self.match.players):
            raise NotationError(f"there is no seat {name} with {self.match.players} players")
        return number(name)

    # ------------------------------------------------------------------------------------ do

    def do(self, move: Clause) -> None:
        """Make a move. Raises Unplayable when it cannot be made."""
        match move.kind:
            case "play":
                self.play(moves(move.args[0]), move.text)
            case "chooses":
                self.settle()
                self.select(self.seat(move.args[0]), int(move.args[1]), move.text)
            case "shuffle":
                names = {place: name for name, place in places.letters(self.match).items()}
                given = [each for each, _ in shards(move.args[0])]
                self.match.script.append(tuple("Wild" if s == "W" else f"{names[s[0]]} {s[1]}" for s in given))
            case "resolves" | "declines":
                self.answer(self.seat(move.args[0]), move.kind == "resolves", move.text)
            case _:
                self.pick(move)

    def play(self, chosen: list[tuple[str, int]], text: str) -> None:
        """All choose, then reveal."""
        self.settle()
        seats = [self.seat(name) for name, _ in chosen]
        missing = set(range(self.match.players)) - set(seats) - self.chosen().keys()
        if missing or len(set(seats)) < len(seats):
            raise Unplayable(f"`{text}`: every player selects one action")
        for seat, (_, action) in zip(seats, chosen, strict=True):
            self.select(seat, action, text)

    def chosen(self) -> dict[int, int]:
        """The actions that have been selected and not revealed, by seat."""
        match = self.match
        laid = {seat: places.lying(match, "selected", seat) for seat in range(match.players)}
        return {seat: there[0] for seat, there in laid.items() if there} | self.waiting

    def select(self, seat: int, action: int, text: str) -> None:
        """One secret choice; it waits until the engine asks for it."""
        if self.stop != "select" or seat in self.chosen() or not self.offered(seat, action):
            raise Unplayable(f"`{text}`: {self.situation()}")
        self.waiting[seat] = action
        while self.stop == "select" and self.match.decider in self.waiting:
            self.resolved = []
            self.match.choose(ACTION_NAMES[self.waiting.pop(self.match.decider) - 1])

    def offered(self, seat: int, action: int) -> bool:
        """Whether the engine will offer an action to a seat: those before it are made to choose anything."""
        trial = self.match.copy()
        while trial.decider != seat:
            trial.choose(0)
        texts = [option.text for option in trial.options]
        return 1 <= action <= len(ACTION_NAMES) and ACTION_NAMES[action - 1] in texts

    def settle(self) -> None:
        """Make the choices among one thing, which need no clause."""
        while self.lone():
            self.match.choose(0)

    def lone(self) -> bool:
        """Whether the open choice is one among one thing."""
        return self.stop not in ("over", "select", "may") and len(self.match.options) == 1

    def answer(self, seat: int, yes: bool, text: str) -> None:
        """Resolve the action that is up, or decline to."""
        self.settle()
        if self.stop != "may" or self.match.decider != seat:
            raise Unplayable(f"`{text}`: {self.situation()}")
        if yes:
            self.resolved.append((letter(seat), self.up))
        self.match.choose("yes" if yes else "no")

    def pick(self, move: Clause) -> None:
        """A choice of something; at an action's coming up it implies that this is resolved."""
        seat, verb = self.seat(move.args[0]), move.args[1] if len(move.args) > 1 else ""
        implied = False
        while True:
            mine = self.match.decider == seat
            wanted = self.option(move) if mine and self.stop == verb else None
            if wanted is not None:
                self.match.choose(wanted)
                return
            if self.lone():
                self.match.choose(0)
            elif mine and self.stop == "may" and not implied:
                self.answer(seat, True, move.text)
                implied = True
            else:
                raise Unplayable(f"`{move.text}`: {self.situation()}")

    def option(self, move: Clause) -> int | None:
        """The place of the option that a clause names."""
        match, args = self.match, move.args
        if move.kind == "nexus":
            return next((option.index for option in match.options if not option.picks), None)
        if move.kind == "picks":
            return self.by_component(lambda each: places.action(match.machine, each) == int(args[2]))
        if move.kind == "hold":
            hold = there(match, "hold", self.seat(args[2]))
            named = hold[int(args[3]) - 1 : int(args[3])] if args[3] else hold  # without a place, the first on offer
            return self.by_component(lambda each: each in named)
        zone, owner = ("discard", None) if move.kind == "discard" else ("hold", self.seat(args[0]))
        lies = dict(zip(there(match, zone, owner), held(match, zone, owner), strict=True))
        plain = {each: text.rstrip("+") for each, text in lies.items()}
        exact = lies if move.kind == "keeps" and args[3] else plain
        wanted = args[2] + (args[3] if move.kind == "keeps" else "")
        return self.by_component(lambda each: exact.get(each) == wanted)

    def by_component(self, fits: facts.Fits) -> int | None:
        """The place of the first option whose component fits."""
        found = (option.index for option in self.match.options if option.picks and fits(option.picks[-1]))
        return next(found, None)

    # ------------------------------------------------------------------------------------ expect

    def can(self, text: str) -> bool:
        """Whether a move can be made now."""
        trial = self.copy()
        try:
            trial.do(read_move(text))
        except Unplayable:
            return False
        return True

    def failure(self, fact: Clause) -> str:
        """What is not as a clause says; empty when it is."""
        args = fact.args
        if fact.kind in ("can", "cannot"):
            return "" if self.can(args[0]) == (fact.kind == "can") else f"{fact.text}: {self.situation()}"
        got, wanted = self.course(fact)
        if isinstance(got, list) and isinstance(wanted, list):
            return "" if got == wanted else f"{fact.text}: got {' '.join(str(each) for each in got) or '-'}"
        return "" if got == wanted else f"{fact.text}: got {got}"

    def course(self, fact: Clause) -> tuple[object, object]:
        """What there is, and what a clause wants."""
        args, match = fact.args, self.match
        match fact.kind:
            case "next select":
                return self.situation(), "select"
            case "next may":
                return self.situation(), f"{args[0]} may {args[1]}"
            case "next":
                return self.situation(), " ".join(args)
            case "options":
                return 0 if match.over else len(match.options), int(args[0])
            case "resolved":
                return self.resolved, moves(args[0])
            case "refused":
                return "a game that is accepted", "refused"
            case "game goes on":
                return "over" if match.over else "goes on", "goes on"
            case "game over":
                winners = "goes on" if match.winners is None else "".join(map(letter, match.winners)) or "nobody"
                return winners, args[0]
            case "view":
                return facts.shown(match.view(self.seat(args[0])), match, self.chosen(), args[1])
            case _:
                return facts.lies(match, self.chosen(), fact)
