"""Entropy: a match under a check of the ledger, and its options in the words of the notation.

In: a `Given` and `Step`s. Out: the match as it is then, and the log of what has happened since the check began.
"""

from __future__ import annotations

import re

from rulewright.interpreter import Match
from rulewright.interpreter.log import LogEntry
from rulewright.interpreter.options import Option
from tests.ledger import entropy_places as places
from tests.ledger.entropy_notation import CARDS, Given, NotationError, Step
from tests.ledger.entropy_places import Unplayable, fragment

# What an option of the engine is in the notation: the node that offers it, and the words for its picks.
ANSWERS = {
    "actions.telekinesis.discard": "discard {1} of {0}",
    "actions.telekinesis.take": "take {1} of {0}",
    "actions.beacon.reveal_all": "reveal all",
    "actions.beacon.reveal_at": "reveal at {0}",
    "actions.beacon.reveal_at 1": "show {0}",
    "actions.eye_of_the_storm.draw_two": "draw two",
    "actions.eye_of_the_storm.draw_two 1": "drop {0}",
    "actions.eye_of_the_storm.take": "take {0}",
    "actions.portal.with_nexus": "swap {0} with nexus",
    "actions.portal.with_discard": "swap {0} with {1}",
    "actions.deceptive.copy": "copy {0}",
    "actions.deceptive.nothing": "resolve",
    "actions.adaptive 1": "set {0} on top",
    "actions.preemptive": "pick {0}",
    "actions.disciplined.yes": "flip Vortex",
    "actions.disciplined.no": "keep Vortex",
    "triggers.persuasive_claim.yes": "claim Anchor",
    "triggers.persuasive_claim.no": "leave Anchor",
    "triggers.vortex.shroud": "shroud {0}",
    "phases.round.fracture.rebuild.recovery.recover": "recover {0}",
}
PASSED_OVER = ("leave Anchor", "keep Vortex", "decline")  # what is answered where the steps say nothing
FORCED = re.compile(r"(?:shroud|recover|show|drop|set) (\S+)(?: on top)?")


class Table:
    """A match under a check."""

    def __init__(self, given: Given, fracture: bool = False) -> None:
        self.given = given
        self.shuffles: list[tuple[str, ...]] = []
        self.before: list[LogEntry] = []  # of the matches that went before, when a step began anew in the middle
        self.skipped = 0  # entries of the match that belong to the beginning
        self.home: tuple[str, dict[str, int]] | None = None  # where play goes on after a card played unopposed
        self.latest = 0  # how many entries there were before the latest choice
        if given.setup:
            self.match = self._take(places.set_up(given))
        elif fracture:  # begins there, so that nothing is settled before
            self.match = self._take(places.begin(given, places.COLLECT, {}))
        else:
            self.match = self._take(places.begin(given))

    def _take(self, match: Match) -> Match:
        self.skipped = len(match.entries)
        return match

    @property
    def entries(self) -> list[LogEntry]:
        """What has happened since the check began."""
        return [*self.before, *self.match.entries[self.skipped :]]

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.given.players[seat]

    # ------------------------------------------------------------------------------------ do

    def do(self, step: Step) -> None:
        """Make a step. Raises Unplayable when it cannot be made."""
        match step.kind:
            case "shuffle":
                self.shuffles.append(step.names)
                self.match.script.append(tuple(places.component(each) for each in step.names))
            case "setup":
                self.match = self._take(places.set_up(self.given, tuple(self.shuffles)))
                self.skipped = 0
            case "turn":
                self._turn(step)
            case "resolve":
                self._resolve(step)
            case "fracture":
                self._fracture()
            case _:
                self._answer(step)

    def _turn(self, step: Step) -> None:
        self.rest()
        cards = {self.given.seat(name): card for name, card in step.words}
        if set(cards) != set(range(len(self.given.players))):
            raise NotationError(f"do: `{step.text}` is not for every player")
        while self.match.asked_at == places.SELECT and self.match.decider in cards:
            self.choose(cards.pop(self.match.decider), step)
        if cards:
            raise Unplayable(f"`{step.text}`: {self.situation()}")

    def _resolve(self, step: Step) -> None:
        """One card unopposed: only its effect, in a turn in which nobody else has played."""
        self.rest()
        (name, card), *_ = step.words
        if self.match.over:
            raise Unplayable(f"`{step.text}`: {self.situation()}")
        given = places.snapshot(self.given, self.match)
        seat = given.seat(name)
        given.played[seat] = [each for each in given.played[seat] if each[0] != card]
        given.selected = {seat: card}
        home = (self.match.asked_at, places.passes(self.match))
        self._again(given, f"{places.TURN}.initiative", {"turn": 1, "initiative": 1})
        self.home = home

    def _fracture(self) -> None:
        self.rest()
        if self.match.asked_at != places.COLLECT:
            self._again(places.snapshot(self.given, self.match), places.COLLECT, {})
        self._choose(0)

    def _again(self, given: Given, at: str, bindings: dict[str, int]) -> None:
        """Go on somewhere else with everything as it lies; what happens from there on is part of the check."""
        self.before, self.latest = self.entries, len(self.entries)
        self.match = places.begin(given, at, bindings, tuple(self.match.script))
        self.skipped, self.home = 0, None

    def choose(self, text: str, step: Step) -> None:
        """Choose an option by its text."""
        if all(option.text != text for option in self.match.options):
            raise Unplayable(f"`{step.text}`: {self.situation()}")
        self._choose(text)

    def _answer(self, step: Step) -> None:
        ((name, words),) = step.words
        seat = self.given.seat(name)
        while True:
            if not self.match.over and self.match.decider == seat and words in (offered := self.offered()):
                self._choose(offered[words])
                return
            if self.happened(words):
                return
            if not self.pass_over():
                raise Unplayable(f"`{step.text}`: {self.situation()}")

    def happened(self, words: str) -> bool:
        """Whether it is a forced choice of one option, made without asking: the moves since the latest choice tell."""
        forced = FORCED.fullmatch(words)
        if forced is None:
            return False
        names = self.match.machine.layout.names
        recent = self.entries[self.latest :]
        return places.component(forced[1]) in {
            names[int(str(entry.facts[0]))] for entry in recent if entry.kind in ("move", "turn")
        }

    def _choose(self, option: Option | str | int) -> None:
        self.latest = len(self.entries)
        self.match.choose(option)

    def pass_over(self) -> bool:
        """Answer the present decision as where the steps say nothing; whether it can be."""
        if self.match.over or self.match.asked_at in (places.SELECT, places.COLLECT):
            return False
        offered = self.offered()
        for words in PASSED_OVER:
            if words in offered:
                self._choose(offered[words])
                return True
        return False

    def rest(self) -> None:
        """Play on until the turn, or whatever is under way, is over, or somebody has to choose among several things."""
        while self.pass_over():
            pass
        if self.home is not None and self.match.asked_at in (places.SELECT, places.COLLECT):
            at, bindings = self.home
            self._again(places.snapshot(self.given, self.match), at, bindings)
            self.skipped = len(self.match.entries)

    def come_to(self, name: str) -> None:
        """Play on until that player has to answer, when others are to answer first; never beyond what is under way."""
        if name:
            seat = self.given.seat(name)
            while not self.match.over and self.match.decider != seat and self.pass_over():
                pass

    def answers(self) -> set[str]:
        """What can be answered now, with who answers."""
        return {f"{self.name(self.match.decider)}: {words}" for words in self.offered()}

    def offered(self) -> dict[str, Option]:
        """What can be answered now, in the notation."""
        if self.match.over or self.match.asked_at in (places.SELECT, places.COLLECT):
            return {}
        return {self.answer(option): option for option in self.match.options}

    def answer(self, option: Option) -> str:
        """An option in the notation."""
        address = option.address
        if address.endswith(".decline"):
            return "decline"
        if option.picks and self.match.asked_at == address and f"{address} 1" in ANSWERS:  # in the middle of the effect
            address = f"{address} 1"
        words = ANSWERS.get(address, "resolve" if not option.picks else "")
        if not words:
            raise Unplayable(f"`{option.text}` of {address} has no words in the notation")
        alternative = self.match.choice.alternatives[option.alternative] if self.match.choice else None
        assert alternative is not None
        shown = []
        for pick, value in zip(alternative.picks, option.picks, strict=True):
            shown.append(self.name(value) if pick.name == "target" else self.component(value))
        return words.format(*shown)

    def component(self, number: int) -> str:
        name = self.match.machine.layout.names[number]
        return name if name in CARDS else fragment(name)

    def situation(self) -> str:
        """Who can answer what."""
        if self.match.over:
            return "the game is over"
        offered = ", ".join(self.offered()) or ", ".join(option.text for option in self.match.options)
        return f"{self.name(self.match.decider)} decides at {self.match.asked_at}: {offered}"
