"""Entropy Cosmos: plays a check of the ledger through the engine and compares what comes out.

In: the three texts of a check. Out: a list of what is not as expected, empty when the check passes.
"""

from __future__ import annotations

import fnmatch
import random
import re
from collections.abc import Callable, Iterable
from functools import cache

from rulewright.dsl.diagnostics import RulewrightError
from rulewright.interpreter import Match, PlayError, PositionError
from tests.ledger import cosmos_labels
from tests.ledger.cosmos_cells import effect
from tests.ledger.cosmos_facts import Facts
from tests.ledger.cosmos_labels import Names, labels, name, there
from tests.ledger.cosmos_library import TRACED, Wanted, compile_for, flow_for
from tests.ledger.cosmos_notation import Given, clauses, read_given
from tests.ledger.cosmos_places import Builder, letter, new_game, number
from tests.ledger.notation import NotationError

SEEDS = 3  # games that are begun for a check of the set-up
LONGEST = 3000  # stops that `play on` may pass
COUNTS = (2, 3, 4)
PREDICATES = ("invariants", "components", "scientists", "tokens")  # secrecy is what the playouts of all games test
SHARE = 0.5  # of the states of a random game that are looked at; the playouts of all games look at every one
CARRIED = "carried out: "


class Unplayable(Exception):
    """A step that cannot be made."""


def prepare(checks: Iterable[tuple[str, str, str]]) -> None:
    """Compile at once what the checks of a file change in the rulebook. A check that cannot be read is left to itself."""
    wanted = []
    for given, _, _ in checks:
        if given == "every playout":
            continue
        try:
            one = read_given(given).wanted
            _ = one.plain
        except (NotationError, KeyError, ValueError):
            continue
        wanted.append(one)
    compile_for(wanted)


def run(given: str, do: str, expect: str) -> list[str]:
    """What of a check does not hold."""
    try:
        if given == "every playout":
            return playouts(expect.removeprefix("holds ").split())
        read = read_given(given)
        flow, trial = flow_for(read.wanted)
        failures: list[str] = []
        for seed in range(SEEDS if read.step == "new game" else 1):
            read = read_given(given)
            if read.step == "new game":
                match, systems = new_game(read, flow, seed), {}
            else:
                builder = Builder(read, flow, trial)
                match = builder.build()
                systems = {component: called for called, component in builder.systems.items()}
            failures += Table(match, read, Names(systems)).run(clauses(do), clauses(expect))
        return list(dict.fromkeys(failures))
    except NotationError as error:
        return [f"cannot be read: {error}"]
    except RulewrightError as error:
        return [f"cannot be compiled: {error}"]
    except (PlayError, PositionError, Unplayable) as error:
        return [f"cannot be played: {error}"]


def playouts(predicates: list[str]) -> list[str]:
    """Which predicates do not hold in some state of random games, one of each number of players."""
    found = [(each, _playout(count)) for each in predicates for count in COUNTS]
    return [f"{each}: {why}" for each, game in found if (why := game.get(each, game.get("invariants", "")))]


@cache
def _playout(count: int) -> dict[str, str]:
    """What does not hold in some state of a random game, by predicate."""
    given, draw = Given(count=count, step="new game"), random.Random(count)
    match = new_game(given, flow_for(Wanted())[0], count)
    facts = Facts(match, Names({}), given, [0] * count)
    found: dict[str, str] = {}
    while not match.over and len(match.history) < LONGEST:
        for each in PREDICATES if draw.random() < SHARE else ():
            if why := facts.holds(each):
                found.setdefault(each, f"{why} at {match.asked_at} with {count} players")
        match.choose(draw.randrange(len(match.grounds)))
    return found


def in_words(label: str) -> str:
    """A label of the notation as the options have it: a step to choose in the rulebook's words."""
    match = re.fullmatch(r"choose \[(.*)\]", label)
    return f"choose [{effect(match[1]).lower()}]" if match else label


def parts(text: str) -> list[str]:
    """Labels parted by commas outside brackets."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign in "[(") - (sign in "])")
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [each.strip() for each in found if each.strip()]


class Table:
    """A match under a check. events: what has happened; turns: whose turns have begun; begun: an option was taken."""

    def __init__(self, match: Match, given: Given, names: Names) -> None:
        self.match, self.given, self.names = match, given, names
        self.events: list[str] = []
        self.turns: list[str] = []
        self.begun = False
        self.read = 0
        self.sets: dict[int, int] = {}
        self.variables = {spec.name: place for place, spec in enumerate(match.flow.variables)}
        systems = [len(there(match, "systems", seat)) for seat in range(match.players)]
        self.facts = Facts(match, names, given, systems)
        if given.step != "new game":
            self.turns, self.events = [given.turn], ["turn"]
        self.look()

    # ------------------------------------------------------------------------------------ what happens

    def look(self) -> None:
        """Read the log on, and name what has come into play."""
        for entry in self.match.entries[self.read :]:
            text = entry.parts[0] if entry.parts and isinstance(entry.parts[0], str) else ""
            if entry.kind == "set" and len(entry.facts) == 2:
                self.sets[int(entry.facts[0])] = int(entry.facts[1])  # type: ignore[arg-type]
            elif entry.kind == "say" and entry.address == "phases.round.turn":
                self.turns.append(letter(int(entry.facts[1])))  # type: ignore[arg-type]
                self.events.append("turn")
                self.begun = False
            elif entry.kind == "say" and entry.address == "actions.cross":
                self.events.append("turned")
            elif entry.kind == "say" and text.startswith(CARRIED):
                self.carried(TRACED[text.removeprefix(CARRIED)])
            elif entry.kind == "move" and entry.address == "actions.lay_down":
                self.events.append(f"back {name(self.match, int(entry.facts[0])).split()[0].lower()}")  # type: ignore[arg-type]
            elif entry.kind == "move" and entry.address in ("actions.move_to_outer", "actions.move_to_inner"):
                if name(self.match, int(entry.facts[0])) == "Scientist":  # type: ignore[arg-type]
                    self.events.append("landed")
        self.read = len(self.match.entries)
        self.names.refresh(self.match)

    def carried(self, what: str) -> None:
        """Something that leaves a trace was carried out; a bonus and a focus only where there is an effect."""
        if what == "action":
            self.begun = False
        if what == "bonus" and not self.effect("traffic_bonuses", "action", "activity", "distance", "counted"):
            return
        if what == "focus" and not self.focused():
            return
        self.events.append(what)

    def effect(self, group: str, *tests: str) -> bool:
        """Whether a component of a group that fits has an effect."""
        flow = self.match.flow
        for spec in flow.components:
            if spec.group == group:
                own = {
                    flow.fields[f].name: value
                    for f, value in zip(flow.kinds[spec.kind].fields, spec.values, strict=True)
                }
                pairs = zip(tests[::2], tests[1::2], strict=True)
                if all(own[printed] == self.sets.get(self.variables[variable]) for printed, variable in pairs):
                    return own["effect"] != -1
        return False

    def focused(self) -> bool:
        """Whether the focus card of the token used has been upgraded."""
        placed = self.sets.get(self.variables["placed"], -1)
        seat = number(self.turns[-1])
        return 0 <= placed < 3 and self.facts.focus(seat)[placed] != "0"

    # ------------------------------------------------------------------------------------ do

    def offered(self) -> list[tuple[str, list[int]]]:
        """The labels at the stop."""
        return [] if self.match.over else labels(self.match, self.names)

    def stop(self) -> str:
        """The kind of the stop."""
        return cosmos_labels.stop(self.match, self.names, self.begun)

    def situation(self) -> str:
        """Who stands where, with what on offer."""
        offered = ", ".join(text for text, _ in self.offered())
        return (
            "the game is over" if self.match.over else f"stop {self.stop()} {letter(self.match.decider)} with {offered}"
        )

    def take(self, text: str, way: list[int]) -> None:
        """Choose."""
        if text.startswith("activate "):
            self.events.append(f"activated {text.split()[1]}")
        if self.stop() == "action" and text != "pass" and text.split()[0] not in cosmos_labels.FREE:
            self.begun = True
        for index in way:
            self.match.choose(index)
        self.look()

    def settle(self) -> None:
        """Pass the stops that the notation does not have: those with nothing but a pass and free actions.

        An action may become possible by a free action, so it is asked for.
        """
        while not self.match.over:
            kind = self.stop()
            offered = [
                each for each in self.offered() if each[0].split()[0] not in cosmos_labels.FREE or kind == "fulfill"
            ]
            if (
                kind in ("move", "action", "free")
                or kind.startswith("given ")
                or [text for text, _ in offered] != ["pass"]
            ):
                return
            self.take(*offered[0])

    def run(self, steps: list[str], wanted: list[str]) -> list[str]:
        """Play the steps; what does not hold afterwards."""
        self.settle()
        for step in steps:
            self.do(step)
            self.settle()
        return [f"{fact}: {wrong}" for fact in wanted if (wrong := self.failure(fact))]

    def do(self, step: str) -> None:
        """One clause of `do`."""
        began = len(self.turns)
        if step == "end turn":
            self.pass_until(step, lambda: len(self.turns) > began)
        elif step == "others":
            seat = self.turns[-1]
            self.pass_until(step, lambda: len(self.turns) > began and self.turns[-1] == seat)
        elif match := re.fullmatch(r"play (\d+) turns?", step):
            count = began + int(match[1])
            self.pass_until(step, lambda: len(self.turns) >= count)
        elif step == "play on":
            self.pass_until(step, lambda: self.match.over)
        elif step.startswith("to "):
            self.pass_until(step, lambda: self.stop() == step.removeprefix("to "))
        else:
            self.choose(step)

    def pass_until(self, step: str, reached: Callable[[], bool]) -> None:
        """Pass, and move to the next outer space."""
        for _ in range(LONGEST):
            if reached() or self.match.over:
                return
            self.pass_on(step, moving=True)
        raise Unplayable(f"`{step}` does not come to an end")

    def choose(self, step: str) -> None:
        """A label, as soon as it is offered."""
        seat, label = (step[0], step[3:].strip()) if re.match(r"[A-D]: ", step) else ("", step)
        for _ in range(LONGEST):
            if not seat or (not self.match.over and letter(self.match.decider) == seat):
                found = next((each for each in self.offered() if each[0] == in_words(label)), None)
                if found is not None:
                    self.take(*found)
                    return
            self.pass_on(step, moving=False)
        raise Unplayable(f"`{step}` is not offered")

    def pass_on(self, step: str, moving: bool) -> None:
        """Pass a stop, or take its only option."""
        offered = self.offered()
        declined = [each for each in offered if each[0] == "pass"]
        move = self.stop() == "move"
        if self.match.over or (move and not moving):
            raise Unplayable(f"`{step}`: {self.situation()}")
        if move:
            self.take(*next(each for each in offered if each[0].startswith("move O")))
        elif declined or len(offered) == 1:
            self.take(*(declined or offered)[0])
        else:
            raise Unplayable(f"`{step}`: {self.situation()}")

    # ------------------------------------------------------------------------------------ expect

    def failure(self, fact: str) -> str:
        """What is not as a clause says."""
        head, _, rest = fact.partition(" ")
        if head in ("offered", "only", "options") or fact.startswith("not offered"):
            return self.offer(fact)
        if head == "stop":
            return self.same("" if self.match.over else f"{self.stop()} {letter(self.match.decider)}", rest)
        if head == "order":
            return self.order(parts(rest))
        if head == "log":
            event, _, count = rest.rpartition(" ")
            return self.same(self.events.count(event), int(count))
        if head == "turns":
            return self.same(" ".join(self.turns), rest)
        if head == "holds":
            return ", ".join(f"{each}: {why}" for each in rest.split() if (why := self.facts.holds(each)))
        if fact in ("over", "not over"):
            return self.same(self.match.over, fact == "over")
        if fact in ("triggered", "not triggered"):
            return self.same(self.facts.variable("last_round") > 0, fact == "triggered")
        if head in ("completed", "round"):
            return self.same(self.facts.variable({"round": "round_number"}.get(head, head)), int(rest))
        if head == "winners":
            return self.same(" ".join(map(letter, self.match.winners or ())), rest)
        return self.component(fact)

    @staticmethod
    def same(got: object, wanted: object) -> str:
        """What there is otherwise."""
        return "" if got == wanted else f"got {got}"

    def component(self, fact: str) -> str:
        """A clause on what lies where."""
        words = fact.split()
        if match := re.fullmatch(r"(\w+)\((\w*)\)", fact):
            return self.facts.system(match[1], match[2])
        if re.fullmatch(r"S?P[A-Z]\d+", words[0]):
            return self.facts.planet(words[0], words[1:])
        if words[0] == "each":
            return ", ".join(
                f"{letter(s)}: {w}" for s in range(self.match.players) if (w := self.own(letter(s), words[1:]))
            )
        if re.fullmatch("[A-D]", words[0]):
            return self.own(words[0], words[1:])
        return self.facts.supply(words)

    def own(self, seat: str, words: list[str]) -> str:
        """A clause on a player."""
        if words[:1] == ["sees"]:
            return self.sees(number(seat), number(words[1]), words[2], int(words[3]))
        if words[:2] in (["star", "of"], ["planet", "of"]):
            zone = "star_space" if words[0] == "star" else "orbit"
            systems = there(self.match, "systems", number(seat))
            return self.same([each for system in systems for each in self.facts.zone(zone, system)], words[2:])
        wrong = []
        while words:
            failure, words = self.facts.own(number(seat), words)
            wrong.append(failure)
        return ", ".join(each for each in wrong if each)

    def sees(self, seat: int, other: int, what: str, count: int) -> str:
        """What a player sees of another's hand."""
        zone = {"hand": "in_hand"}.get(what, what)
        seen = self.match.view(seat).zones[(zone, other)].names
        return self.same([*seen], [None] * count)

    def offer(self, fact: str) -> str:
        """A clause on what is offered."""
        texts = [text for text, _ in self.offered()]

        def fitting(pattern: str) -> list[str]:
            return [text for text in texts if fnmatch.fnmatchcase(text, in_words(pattern).replace("[", "[[]"))]

        if match := re.fullmatch(r"options (\d+) (.+)", fact):
            return self.same(len(fitting(match[2])), int(match[1]))
        absent = fact.startswith("not ")
        wanted = parts(fact.removeprefix("not ").partition(" ")[2])
        if absent:
            found = [text for each in wanted for text in fitting(each)]
            return f"offered are {', '.join(found)}" if found else ""
        missing = [each for each in wanted if not fitting(each)]
        more = (
            [text for text in texts if not any(text in fitting(each) for each in wanted)] if fact[:4] == "only" else []
        )
        return f"got {', '.join(texts) or 'nothing'}" if missing or more else ""

    def order(self, wanted: list[str]) -> str:
        """Whether events happened in an order."""
        rest = iter(self.events)
        return "" if all(each in rest for each in wanted) else f"got {', '.join(self.events)}"
