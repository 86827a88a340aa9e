"""Entropy: plays a check of the ledger through the engine and compares what comes out.

In: the three parts of a check. Out: a list of what is not as expected, empty when the check passes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from rulewright.interpreter import Match, PlayError, PositionError
from rulewright.interpreter.log import LogEntry, Part
from rulewright.interpreter.options import Option
from tests.ledger import entropy_places as places
from tests.ledger.entropy_notation import (
    CARDS,
    Given,
    NotationError,
    Step,
    area,
    card,
    fragments,
    named_anywhere,
    open_list,
    played,
    read_do,
    read_expect,
    read_given,
    texts,
)
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


def run(given: object, do: object, expect: object) -> list[str]:
    """What of a check does not hold."""
    try:
        position, steps, facts = read_given(given), read_do(do), read_expect(expect)
        if position.discard is None and not position.setup:
            position.discard = [places.unnamed(position, named_anywhere(given, do, expect))]
        table = Table(position)
        for step in steps:
            table.do(step)
        return table.failures(facts)
    except NotationError as error:
        return [f"cannot be read: {error}"]
    except (PlayError, PositionError, Unplayable, ValueError) as error:
        return [f"cannot be played: {error}"]


class Table:
    """A match under a check."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.shuffles: list[tuple[str, ...]] = []
        self.before: list[LogEntry] = []  # of the matches that went before, when a step began anew in the middle
        self.skipped = 0  # entries of the match that belong to the beginning
        self.latest = 0  # how many entries there were before the latest choice
        self.match = self._take(places.set_up(given) if given.setup else places.begin(given))

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
        given = places.snapshot(self.given, self.match)
        seat = given.seat(name)
        given.played[seat] = [each for each in given.played[seat] if each[0] != card]
        given.selected = {seat: card}
        self._again(given, f"{places.TURN}.initiative", {"turn": 1, "initiative": 1})

    def _fracture(self) -> None:
        self.rest()
        if self.match.asked_at != places.COLLECT:
            self._again(places.snapshot(self.given, self.match), places.COLLECT, {})
        self._choose(0)

    def _again(self, given: Given, at: str, bindings: dict[str, int]) -> None:
        """Go on somewhere else with everything as it lies; what happens from there on is part of the check."""
        self.before, self.latest = self.entries, len(self.entries)
        self.match = places.begin(given, at, bindings, tuple(self.match.script))
        self.skipped = 0

    def choose(self, text: str, step: Step) -> None:
        """Choose an option by its text."""
        if all(option.text != text for option in self.match.options):
            raise Unplayable(f"`{step.text}`: {self.situation()}")
        self._choose(text)

    def _answer(self, step: Step) -> None:
        (name, words), = step.words
        seat = self.given.seat(name)
        while True:
            if not self.match.over and self.match.decider == seat and words in (offered := self.offered()):
                self._choose(offered[words])
                return
            if self._happened(words):
                return
            if not self._pass_over():
                raise Unplayable(f"`{step.text}`: {self.situation()}")

    def _happened(self, words: str) -> bool:
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

    def _pass_over(self) -> bool:
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
        while self._pass_over():
            pass

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
            shown.append(self.name(value) if pick.name == "target" else self._component(value))
        return words.format(*shown)

    def _component(self, number: int) -> str:
        name = self.match.machine.layout.names[number]
        return name if name in CARDS else fragment(name)

    def situation(self) -> str:
        """Who can answer what."""
        if self.match.over:
            return "the game is over"
        offered = ", ".join(self.offered()) or ", ".join(option.text for option in self.match.options)
        return f"{self.name(self.match.decider)} decides at {self.match.asked_at}: {offered}"

    # ------------------------------------------------------------------------------------ expect

    def failures(self, facts: Mapping[str, object]) -> list[str]:
        """What is not as expected."""
        found: list[str] = []
        if "options" not in facts and "illegal" not in facts:
            self.rest()
        for key, wanted in facts.items():
            if key == "facts":
                continue
            found += [f"{key}: {each}" for each in getattr(self, f"_expect_{key}")(wanted)]
        return found

    def _each(self, wanted: object) -> list[tuple[int, object]]:
        if not isinstance(wanted, Mapping):
            raise NotationError(f"expect: there are players and values here, not `{wanted}`")
        return [(self.given.seat(str(name)), value) for name, value in wanted.items()]

    def _expect_areas(self, wanted: object) -> list[str]:
        found = []
        for seat, text in self._each(wanted):
            want, got = area(text), places.area_of(self.match, seat)
            if Counter(want.left) != Counter(got.left) or Counter(want.right) != Counter(got.right):
                found.append(f"{self.name(seat)} has {_sides(got.left, got.right)}, not {text}")
        return found

    def _expect_left_order(self, wanted: object) -> list[str]:
        found = []
        for seat, text in self._each(wanted):
            got = places.area_of(self.match, seat).left
            if area(f"{text} |").left != got:
                found.append(f"{self.name(seat)} has {_sides(got)}, not {text}")
        return found

    def _expect_nexus(self, wanted: object) -> list[str]:
        want, more = open_list(wanted)
        got = places.in_zone(self.match, "nexus")
        return _differ(got[: len(want)] if more else got, want)

    def _expect_nexus_size(self, wanted: object) -> list[str]:
        return _differ(len(places.in_zone(self.match, "nexus")), wanted)

    def _expect_discard(self, wanted: object) -> list[str]:
        return _differ(sorted(places.in_zone(self.match, "discard")), sorted(fragments(wanted)))

    def _expect_discard_size(self, wanted: object) -> list[str]:
        return _differ(len(places.in_zone(self.match, "discard")), wanted)

    def _expect_anchor(self, wanted: object) -> list[str]:
        seat = places.variable(self.match, "anchor")
        return _differ("Nexus" if seat < 0 else self.name(seat), wanted)

    def _expect_clashes(self, wanted: object) -> list[str]:
        found = []
        for seat, value in self._each(wanted):
            got = sum(marked for _, marked in places.played(self.match, seat))
            found += [f"{self.name(seat)}: {each}" for each in _differ(got, value)]
        return found

    def _expect_played(self, wanted: object) -> list[str]:
        found = []
        for seat, text in self._each(wanted):
            got = sorted(places.played(self.match, seat))
            found += [f"{self.name(seat)}: {each}" for each in _differ(got, sorted(played(text)))]
        return found

    def _expect_hand(self, wanted: object) -> list[str]:
        found = []
        for seat, text in self._each(wanted):
            want = sorted(card(part) for part in str(text).split(",") if part.strip())
            found += [f"{self.name(seat)}: {each}" for each in _differ(sorted(places.hand(self.match, seat)), want)]
        return found

    def _expect_resolved(self, wanted: object) -> list[str]:
        return _differ(self.resolved(), texts(wanted))

    def _expect_winner(self, wanted: object) -> list[str]:
        names = [self.name(seat) for seat in self.match.winners or ()]
        return _differ(" ".join(names) or "nobody", wanted)

    def _expect_next(self, wanted: object) -> list[str]:
        return _differ(self.next(), " ".join(str(wanted).split()))

    def _expect_events(self, wanted: object) -> list[str]:
        return _differ(self.events(), texts(wanted))

    def _expect_options(self, wanted: object) -> list[str]:
        offered = {f"{self.name(self.match.decider)}: {words}" for words in self.offered() if words != "decline"}
        want = sorted(" ".join(each.split()) for each in texts(wanted))
        if len(want) == 1 and not offered and self._happened(want[0].partition(": ")[2]):
            return []
        return _differ(sorted(offered), want)

    def _expect_illegal(self, wanted: object) -> list[str]:
        offered = {f"{self.name(self.match.decider)}: {words}" for words in self.offered()}
        return [f"`{each}` can be answered" for each in texts(wanted) if " ".join(each.split()) in offered]

    def _expect_sees(self, wanted: object) -> list[str]:
        found = []
        for viewer, shown in self._each(wanted):
            view = self.match.view(viewer)
            for seat, text in self._each(shown):
                got = places.seen(view, seat)
                want = [part.split() for part in str(text).split("|")]
                if list(map(sorted, got)) != list(map(sorted, want)):
                    sides = " | ".join(" ".join(side) for side in got)
                    found.append(f"{self.name(viewer)} sees {self.name(seat)} with {sides}, not {text}")
        return found

    # ------------------------------------------------------------------------------------ what has happened

    def next(self) -> str:
        """What comes next."""
        if self.match.over:
            return "game over"
        if self.match.asked_at == places.COLLECT:
            return "fracture"
        if self.match.asked_at == places.SELECT:
            return f"round {places.variable(self.match, 'round_number')} turn {places.turn_number(self.match)}"
        return self.situation()

    def resolved(self) -> list[str]:
        """Who has resolved what, in order: each resolution says one line of its own."""
        found = []
        for entry in self.entries:
            parts = entry.address.split(".")
            if entry.kind != "say" or parts[0] != "actions" or parts[-1] == "refused":
                continue
            title = next((name for name in CARDS if name.lower().replace(" ", "_") == parts[1]), None)
            seat = next((part.value for part in entry.parts if isinstance(part, Part)), None)
            if title is not None and isinstance(seat, int):
                found.append(f"{self.name(seat)} {title}")
        return found

    def events(self) -> list[str]:
        """Refills, the Vortex's shroudings and refused picks, in order."""
        found = []
        for entry in self.entries:
            if entry.kind == "move" and entry.address == "laws.refill":
                found.append(f"refill {self._component(int(str(entry.facts[0])))}")
            elif entry.kind == "say" and entry.address == "triggers.vortex":
                found.append("vortex")
            elif entry.kind == "say" and entry.address.endswith(".refused"):
                numbers = [part.value for part in entry.parts if isinstance(part, Part)]
                found.append(f"refused {self._component(int(str(numbers[1])))}")
        return found


def _sides(*sides: list[tuple[str, bool]]) -> str:
    return " | ".join(" ".join(each + "-+"[face_up] for each, face_up in side) for side in sides)


def _differ(got: object, wanted: object) -> list[str]:
    return [] if got == wanted else [f"is {_text(got)}, not {_text(wanted)}"]


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(" ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in value) or "-"
    return str(value)
