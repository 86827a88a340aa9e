"""Plays scenarios: sets up the position, makes the choices, and holds what is there against what is expected.

In: a game and a scenario. Out: an `Outcome` with every expectation that failed, at its place in the scenario file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rulewright.dsl import Game, Problems, RulewrightError
from rulewright.dsl.places import Card, Place, seat_number, variable_of
from rulewright.dsl.scenarios import Filled, Line, Scenario, ViewOf
from rulewright.dsl.source import Span
from rulewright.dsl.types import KindType, strip
from rulewright.dsl.variants.amend import trace
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.match import Match
from rulewright.interpreter.observe import View, ZoneView
from rulewright.interpreter.options import plain
from rulewright.interpreter.position import Position, PositionError, Where, has_mark, install, named, with_marks
from rulewright.values import Values, unowned

LONE = " (a choice with one option is made without asking)"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a scenario holds; failures: one sentence each, with its place."""

    title: str
    passed: bool
    failures: tuple[str, ...]


def run(game: Game, scenario: Scenario) -> Outcome:
    """Play one scenario. Raises RulewrightError when a formula under `check` is wrong."""
    problems = Problems()
    changed = game.changed(scenario.changes, problems)
    if changed is None:
        raise RulewrightError(problems)
    scene = _Scene(changed, scenario)
    scene.play()
    scene.tell_of_chance()
    return Outcome(scenario.title, not scene.failures, tuple(scene.failures))


class _Scene:
    def __init__(self, game: Game, scenario: Scenario) -> None:
        self.game = game
        self.flow = game.flow
        self.scenario = scenario
        self.values = Values(game.flow, scenario.players)
        self.failures: list[str] = []
        self.match: Match | None = None

    def tell_of_chance(self) -> None:
        """Where a scenario that fails says too little of chance, that may be why."""
        scenario = self.scenario
        if self.failures and scenario.chance and self.match is not None and self.match.unscripted:
            where = ", ".join(dict.fromkeys(self.match.unscripted))
            count = f"{len(scenario.chance)} value{'s' * (len(scenario.chance) != 1)}"
            self.fail(scenario.span, f"`chance` has {count}; what came at {where} was drawn by the seed")

    def fail(self, span: Span, message: str) -> None:
        self.failures.append(f"{span}: {message}")

    def play(self) -> None:
        scenario = self.scenario
        try:
            match = self.match = install(self.flow, self.position())
            for line in scenario.choices:
                self.choose(match, line)
        except (PositionError, ValueError) as error:
            self.fail(scenario.span, str(error))
            return
        except PlayError as error:
            if scenario.error is None or error.code != scenario.error:
                self.fail(scenario.span, str(error))
            return
        if scenario.error is not None:
            self.fail(scenario.span, f"play was to end with {scenario.error} and did not")
        self.chance(match)
        self.compare(match)
        if self.failures and not match.over and scenario.choices:
            self.fail(scenario.span, f"play has stopped here: {_whose(match)}")

    def chance(self, match: Match) -> None:
        """All that chance was to bring is needed."""
        scenario = self.scenario
        if match.script:
            left = ", ".join(f"`{each if isinstance(each, str) else ' '.join(each)}`" for each in match.script)
            self.fail(scenario.span, f"chance was to bring {left}, which nothing asked for; leave it out of `chance`")

    def choose(self, match: Match, line: Line) -> None:
        seat = seat_number(line.seat)
        if match.over:
            self.fail(line.span, f"{line.seat} cannot choose `{line.words}`: the game is over")
            raise PositionError("the rest of the scenario was not played")
        if match.decider != seat:
            name = chr(ord("A") + match.decider)
            self.fail(line.span, f"it is not {line.seat} who decides here but {name}, at {match.asked_at}{LONE}")
            raise PositionError("the rest of the scenario was not played")
        try:
            match.choose(self.values.option(match, line.words))
        except PlayError as error:
            if error.origin is None:
                self.fail(line.span, error.message)
                raise PositionError("the rest of the scenario was not played") from None
            raise

    # ------------------------------------------------------------------------------------ setting up

    def position(self) -> Position:
        scenario = self.scenario
        zones: dict[Where, list[tuple[str, int | None]]] = {}
        variables: dict[tuple[str, tuple[int, ...]], int] = {}
        bindings: dict[str, int] = {}
        for filled in scenario.given:
            place = filled.place
            if filled.cards is not None:
                zones.setdefault(self.values.where(place), []).extend((card.name, card.face) for card in filled.cards)
            elif filled.value is not None:
                self.give(place, filled.value, variables, bindings)
        rest = None if scenario.rest is None else self.values.where(scenario.rest)
        script = tuple(outcome if len(outcome) != 1 else outcome[0] for outcome in scenario.chance)
        return Position(scenario.players, scenario.at, bindings, zones, rest, variables, scenario.seed, script)

    def give(
        self, place: Place, text: str, variables: dict[tuple[str, tuple[int, ...]], int], bindings: dict[str, int]
    ) -> None:
        spec = variable_of(self.flow, place)
        loops = {address.rpartition(".")[2] for entry in self.flow.entries for address, _, _ in entry.bindings}
        if place.owner in loops and (spec is None or spec.made_up):
            value = (
                seat_number(text)
                if text.isalpha() and text.isupper()
                else int(text)
                if text.lstrip("-").isdigit()
                else self.values.enum_value(text)
            )
            bindings[place.owner or ""] = value
        elif spec is None:
            raise PositionError(f"`{place.text}` is no variable that can be given")
        else:
            variables[(spec.name, self.values.index(place, spec))] = self.values.value(text, spec.type)

    # ------------------------------------------------------------------------------------ comparing

    def compare(self, match: Match) -> None:
        scenario = self.scenario
        for line in scenario.asks:
            seat = chr(ord("A") + match.decider) if match.decider >= 0 else "nobody"
            self.asks(line, seat, match.asked_at or f"nothing{': the game is over' * match.over}")
        for line in scenario.offered:
            if match.decider != seat_number(line.seat):
                self.fail(line.span, f"`{line.words}` is not offered to {line.seat}, who is not asked: {_whose(match)}")
            elif not self.offers(match, line):
                offered = ", ".join(f"`{option.text}`" for option in match.options)
                self.fail(line.span, f"{line.seat} cannot choose `{line.words}`; on offer: {offered}")
        for line in scenario.refused:
            if match.decider != seat_number(line.seat):
                self.fail(line.span, f"`{line.words}` is not refused to {line.seat}, who is not asked: {_whose(match)}")
            elif self.offers(match, line):
                self.fail(line.span, f"{line.seat} can choose `{line.words}`, which was to be refused")
            elif (stray := match.machine.options_of.stray(match.choice, unowned(line.words))) is not None:
                self.fail(line.span, f"`{line.words}` can never be chosen, so it is not refused: nothing is called {stray}")
        for filled in scenario.expect:
            try:
                self.expect(match, filled)
            except PositionError as error:  # a mark that there is not
                self.fail(filled.place.span, str(error))
        for view in scenario.views:
            self.view(match, view)
        self.checks(match)
        self.order(match)
        if scenario.over is not None:
            wanted = tuple(sorted(seat_number(name) for name in scenario.over))
            if match.winners != wanted:
                won = (
                    "the game goes on"
                    if match.winners is None
                    else f"winners: {', '.join(chr(65 + seat) for seat in match.winners) or 'nobody'}"
                )
                self.fail(
                    scenario.span, f"the game was to be over with {', '.join(scenario.over) or 'nobody'} winning; {won}"
                )

    def asks(self, line: Line, seat: str, address: str) -> None:
        if line.seat != seat or not (address == line.words or address.endswith("." + line.words)):
            self.fail(line.span, f"expected {line.seat} to be asked at {line.words}; it is {seat}, at {address}")

    def offers(self, match: Match, line: Line) -> bool:
        try:
            self.values.option(match, line.words)
        except PlayError:
            return False
        return True

    def expect(self, match: Match, filled: Filled) -> None:
        if filled.cards is not None:
            zone, owner = self.values.where(filled.place)
            self.expect_cards(match, filled, zone, owner)
            return
        scores = match.scores()
        if filled.place.name in scores and filled.place.owner is not None:
            got = str(scores[filled.place.name][seat_number(filled.place.owner)])
        elif (spec := variable_of(self.flow, filled.place)) is not None:
            number = self.flow.variables.index(spec)
            cell = match.machine.layout.cell(number, self.values.index(filled.place, spec))
            if isinstance(strip(spec.type), KindType) and match.state.cells[cell] in named(self.values.layout, filled.value or ""):
                return
            got = match.machine.options_of.shown(match.state, match.state.cells[cell], spec.type, None)
        elif filled.value is not None and filled.value.isdigit():
            zone, owner = self.values.where(filled.place)
            got = str(len(self.contents(match, zone, owner)))
        else:
            self.fail(filled.place.span, f"`{filled.place.text}` cannot be compared")
            return
        if plain(got) != plain(filled.value or ""):
            self.fail(filled.place.span, f"`{filled.place.text}` is {got}, not {filled.value}")

    def contents(self, match: Match, zone: str, owner: int | None) -> list[int]:
        number = next(number for number, spec in enumerate(self.flow.zones) if spec.name == zone)
        instance = match.machine.layout.instance.get((number, owner))
        if instance is None:
            raise PositionError(f"there is no such `{zone}`")
        return match.state.zones[instance]

    def expect_cards(self, match: Match, filled: Filled, zone: str, owner: int | None) -> None:
        assert filled.cards is not None
        layout = match.machine.layout
        there = self.contents(match, zone, owner)
        spec = next(spec for spec in self.flow.zones if spec.name == zone)
        got = there[: len(filled.cards)] if filled.more else there
        if not self.same(match, got, filled.cards, spec.order != "set"):
            shown = (
                ", ".join(
                    f"{layout.names[c]}{'' if spec.face != 'keep' else ' face up' if match.state.face[c] else ' face down'}"
                    for c in there
                )
                or "empty"
            )
            self.fail(
                filled.place.span,
                f"`{filled.place.text}` is {shown}; expected {', '.join(_show(card) for card in filled.cards) or 'empty'}",
            )

    def same(self, match: Match, got: list[int], wanted: tuple[Card, ...], ordered: bool) -> bool:
        """Whether components are those of a list: in its order, or each card one of them, the more exact ones first."""
        if len(got) != len(wanted):
            return False
        if ordered:
            return all(self.fits(match, one, card) for one, card in zip(got, wanted, strict=True))
        left = list(got)
        for card in sorted(wanted, key=lambda each: (each.face is None, -each.name.count("("), "'s " not in each.name)):
            found = next((one for one in left if self.fits(match, one, card)), None)
            if found is None:
                return False
            left.remove(found)
        return True

    def fits(self, match: Match, component: int, card: Card) -> bool:
        """Whether a component is a card of a list: by its name, its face and its marks, as far as they are said."""
        layout, state = match.machine.layout, match.state
        name, marks = with_marks(card.name, [each.lower() for each in layout.names])
        if component not in named(layout, name) or card.face not in (None, state.face[component]):
            return False
        return all(has_mark(layout, state, component, mark) for mark in marks)

    def checks(self, match: Match) -> None:
        machine = match.machine
        for formula in self.scenario.check:
            problems = Problems()
            value, _ = self.game.formulas.more(formula, match.players, problems)
            if problems.errors:
                raise RulewrightError(problems)
            missing = self.game.formulas.program.temps - len(machine.temps)
            machine.temps.extend([0] * max(0, missing))
            if not machine.evaluator.make(value)(match.state, match.state.frames[0], machine.temps):
                self.fail(formula.span, f"`{formula.span.text}` does not hold")

    def order(self, match: Match) -> None:
        """Of the nodes that are named, those were carried out that were to be, as often and in this order."""
        wanted = self.scenario.order
        if not wanted:
            return
        names = {trace(each.name.text): each.name.text for each in wanted}
        said = [entry.parts[0] for entry in match.entries if entry.kind == "say" and len(entry.parts) == 1]
        got = [names[line] for line in said if isinstance(line, str) and line in names]
        if got != [each.name.text for each in wanted for _ in range(each.times)]:
            span = wanted[0].name.span
            expected = ", ".join(f"{each.name.text}{'' if each.times == 1 else f' x{each.times}'}" for each in wanted)
            self.fail(span, f"carried out: {', '.join(got) or 'none of these'}; expected {expected}")

    # ------------------------------------------------------------------------------------ views

    def view(self, match: Match, wanted: ViewOf) -> None:
        view = match.view(seat_number(wanted.seat))
        for line in wanted.asks:
            asked = view.asked[0] if view.asked else None
            self.asks(
                line,
                "nobody" if asked is None else chr(ord("A") + asked.seat),
                "nothing" if asked is None else asked.address,
            )
        for filled in wanted.places:
            self.seen(view, filled, wanted.seat)

    def seen(self, view: View, filled: Filled, seat: str) -> None:
        zone = view.zones.get(self.values.where(filled.place))
        if zone is None:
            self.fail(filled.place.span, f"`{filled.place.text}` is no zone of this game")
            return
        if filled.cards is not None:
            got = [(name or "?").lower() for name in zone.names]
            seen = Counter(got[: len(filled.cards)] if filled.more else got)
            if seen != Counter(card.name.lower() for card in filled.cards):
                self.fail(
                    filled.place.span,
                    f"{seat} sees {_names(zone)}; expected {', '.join(card.name for card in filled.cards) or 'nothing'}",
                )
        elif filled.value == "hidden":
            if any(zone.names):
                self.fail(filled.place.span, f"{seat} sees {_names(zone)}, which was to be hidden")
        elif filled.value is not None and (number := filled.value.removesuffix(" hidden")).isdigit():
            if zone.count != int(number) or (filled.value != number and any(zone.names)):
                self.fail(filled.place.span, f"{seat} sees {_names(zone)} ({zone.count}); expected {filled.value}")
        else:
            self.fail(
                filled.place.span,
                f"`{filled.value}` says nothing about what is seen; write names, a number or `hidden`",
            )


def _whose(match: Match) -> str:
    return "the game is over" if match.over else f"{chr(ord('A') + match.decider)} decides, at {match.asked_at}"


def _show(card: Card) -> str:
    return card.name + ("" if card.face is None else " face up" if card.face else " face down")


def _names(zone: ZoneView) -> str:
    return ", ".join(name or "?" for name in zone.names) or "nothing"
