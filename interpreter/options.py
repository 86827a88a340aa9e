"""The options of a choice: every full combination of picks that an alternative offers, as text and as values.

In: a `Choice` exit and a state that stands at it. Out: `Option`s in a fixed order. Components that the decider can see
and nobody could tell apart are one option; components the decider cannot see are offered by their place and carry no
name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rulewright.dsl.flow.expr import Shown, Text
from rulewright.dsl.flow.ir import Alternative, Call, Choice
from rulewright.dsl.flow.limits import MOST_OPTIONS, MOST_TRIED
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import KindType, OptionalType, SetType, Type
from rulewright.interpreter.errors import NOT_AN_OPTION, TOO_MUCH, PlayError
from rulewright.interpreter.evaluate import LOCALS, Evaluator, Frame, Function, Members, Temps, show_value
from rulewright.interpreter.layout import Layout, seat_name
from rulewright.interpreter.sight import Sight
from rulewright.interpreter.state import State, Value

Ground = tuple[int, tuple[int, ...]]  # the alternative, and a value for each of its picks


@dataclass(frozen=True, slots=True)
class Option:
    """One option. text: how it is written in transcripts and scenarios; label: for people; values: its picks as text.

    alternative, picks: what the machine needs; they are never part of a view. No two options of a choice have the same
    text: of several that would, the second ends with ` #2`, and so on.
    """

    index: int
    text: str
    label: str
    address: str
    values: tuple[str, ...]
    passes: bool
    alternative: int
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Pick:
    slot: int
    domain: Members
    type: Type


@dataclass(frozen=True, slots=True)
class _Alternative:
    spec: Alternative
    guard: Function
    legal: Function
    picks: tuple[_Pick, ...]
    label: tuple[tuple[str | Shown, Function | None], ...]
    repeats: bool  # whether two of its options could have the same text
    beside: bool  # whether it stands beside the question, which is asked again when it was taken


class Options:
    """Lists options for one layout."""

    def __init__(self, layout: Layout, evaluator: Evaluator, sight: Sight, temps: Temps) -> None:
        self.layout = layout
        self.evaluator = evaluator
        self.sight = sight
        self.temps = temps
        self._tried = 0  # combinations of picks since the options of a choice began to be listed
        self._made: dict[int, tuple[_Alternative, ...]] = {}
        self._marks = [
            (layout.bases[number], _width(layout.sizes[number]))
            for number, spec in enumerate(layout.flow.variables)
            if spec.per and spec.per[0].what == "kind"
        ]
        self._own = [
            layout.first_instance[number]
            for number, zone in enumerate(layout.flow.zones)
            if zone.per is not None and zone.per.what == "kind"
        ]
        self._ordered = [layout.flow.zones[zone].order != "set" for zone, _ in layout.instances]

    def text_parts(self, text: Text) -> tuple[tuple[str | Shown, Function | None], ...]:
        """A text with the closures of its values."""
        return tuple((part, None if isinstance(part, str) else self.evaluator.make(part.value)) for part in text)

    def _alternatives(self, block: int, choice: Choice) -> tuple[_Alternative, ...]:
        if block not in self._made:
            self._made[block] = tuple(self._alternative(spec) for spec in choice.alternatives)
        return self._made[block]

    def _alternative(self, spec: Alternative) -> _Alternative:
        make, members = self.evaluator.make, self.evaluator.members
        picks = tuple(_Pick(pick.slot + LOCALS, members(pick.domain), pick.type) for pick in spec.picks)
        repeats = any(isinstance(_inner(pick.type), KindType) for pick in picks)
        label = self.text_parts(spec.label)
        return _Alternative(spec, make(spec.guard), make(spec.legal), picks, label, repeats, self._is_beside(spec))

    def _is_beside(self, spec: Alternative) -> bool:
        flow, exit_ = self.layout.flow, self.layout.flow.blocks[spec.target].exit
        return isinstance(exit_, Call) and isinstance(exit_.procedure, int) and flow.procedures[exit_.procedure].kind == "beside"

    def grounds(self, state: State, block: int, choice: Choice, who: int) -> list[Ground]:
        """The options of the running frame's choice as the machine needs them.

        Empty when all that is left is to let it pass: nobody is asked then.
        """
        frame = state.frames[-1]
        saved = frame[:]
        found: list[Ground] = []
        only_passes = True
        self._tried = 0
        for number, made in enumerate(self._alternatives(block, choice)):
            if made.guard(state, frame, self.temps):
                for picks in self._combinations(state, frame, made, 0, who, ()):
                    found.append((number, picks))
                    if len(found) > MOST_OPTIONS:
                        message = f"there are more than {MOST_OPTIONS:,} options; choose one thing after another"
                        raise PlayError(TOO_MUCH, message, self.layout.flow.origins[made.spec.origin])
                    only_passes = only_passes and made.spec.passes
                frame[:] = saved
        return [] if only_passes else found

    def described(
        self, state: State, block: int, choice: Choice, who: int, grounds: list[Ground], only: int | None = None
    ) -> tuple[Option, ...]:
        """The same options, or only one of them, with their texts as the seat that decides may read them."""
        frame = state.frames[-1]
        saved = frame[:]
        made = self._alternatives(block, choice)
        several = sum(not each.beside for each in made) > 1
        found: list[Option] = []
        read: Counter[tuple[int, tuple[str, ...]]] = Counter()
        for index in range(len(grounds)) if only is None else (only,):
            number = grounds[index][0]
            try:
                option = self._option(state, frame, index, grounds[index], made[number], who, several or made[number].beside)
            except PlayError as error:
                error.origin = self.layout.flow.origins[made[number].spec.origin]
                raise
            read[number, option.values] += 1
            if only is not None and made[number].repeats:
                twin = self._twin(state, grounds, index, made[number].picks, who)
            else:
                twin = read[number, option.values]
            if twin > 1:
                option = replace(option, text=f"{option.text} #{twin}", label=f"{option.label} #{twin}")
            found.append(option)
        frame[:] = saved
        return tuple(found)

    def _twin(self, state: State, grounds: list[Ground], index: int, picks: tuple[_Pick, ...], who: int) -> int:
        """Which one an option is among those that read the same, from 1."""

        def reading(ground: Ground) -> tuple[str | int, ...]:
            return tuple(
                self.shown(state, value, pick.type, who) if isinstance(_inner(pick.type), KindType) else value
                for pick, value in zip(picks, ground[1], strict=True)
            )

        mine = reading(grounds[index])
        return 1 + sum(other[0] == grounds[index][0] and reading(other) == mine for other in grounds[:index])

    def _combinations(
        self, state: State, frame: Frame, made: _Alternative, place: int, who: int, picked: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        if place == len(made.picks):
            self._tried += 1
            if self._tried > MOST_TRIED:
                message = f"there are more than {MOST_TRIED:,} combinations to choose from; choose one thing after another"
                raise PlayError(TOO_MUCH, message, self.layout.flow.origins[made.spec.origin])
            if made.legal(state, frame, self.temps):
                yield picked
            return
        pick = made.picks[place]
        tried: set[object] = set()
        for value in pick.domain(state, frame, self.temps):
            same = self._sameness(state, pick.type, value, who)
            if same in tried:
                continue
            tried.add(same)
            frame[pick.slot] = value
            yield from self._combinations(state, frame, made, place + 1, who, (*picked, value))

    def _sameness(self, state: State, type_: Type, value: int, who: int) -> object:
        """What two values share that a decider could not tell apart."""
        if value < 0 or not isinstance(_inner(type_), KindType):
            return value
        instance = state.where[value]
        if not self.sight.of_component(state, value) >> who & 1:
            return value
        alike = (self.layout.alike[value], instance, state.face[value])
        if self._ordered[instance] or any(state.zones[first + value] for first in self._own):
            return value
        if not self._marks:
            return alike
        marks = [state.cells[base + value * width : base + (value + 1) * width] for base, width in self._marks]
        return (*alike, *(mark for row in marks for mark in row))

    def _option(
        self, state: State, frame: Frame, index: int, ground: Ground, made: _Alternative, who: int, several: bool
    ) -> Option:
        number, picks = ground
        for pick, value in zip(made.picks, picks, strict=True):
            frame[pick.slot] = value
        values = tuple(self.shown(state, value, pick.type, who) for pick, value in zip(made.picks, picks, strict=True))
        name = made.spec.address.rpartition(".")[2]
        text = " ".join(values) if values and not several else " ".join([name, *values])
        # A pick beside `done` is still written as the value alone.
        if several and len(made.picks) == 1 and not any(isinstance(part, str) for part, _ in made.label):
            text = " ".join(values)
        label = self._label(state, frame, made, who)
        if not made.picks and name.isdigit():
            text = label
        return Option(index, text, label or text, made.spec.address, values, made.spec.passes, number, picks)

    def _label(self, state: State, frame: Frame, made: _Alternative, who: int) -> str:
        words = []
        for part, function in made.label:
            if isinstance(part, str):
                words.append(part)
            elif function is not None:
                words.append(self.shown(state, function(state, frame, self.temps), part.type, who))
        return "".join(words)

    def shown(self, state: State, value: Value, type_: Type, who: int | None) -> str:
        """A value as a seat (None: the judge) may read it; a component it cannot see is `?` and its place."""
        if isinstance(value, tuple):
            inner = type_.of if isinstance(type_, SetType) else type_
            return ", ".join(self.shown(state, each, inner, who) for each in value)
        if who is not None and value >= 0 and isinstance(_inner(type_), KindType):
            if not self.sight.of_component(state, value) >> who & 1:
                return f"?{state.zones[state.where[value]].index(value) + 1}"
        return show_value(self.layout, value, type_)


    def stray(self, choice: Choice | None, text: str) -> str | None:
        """A word of a text that no option of a choice could have, with the nearest that one has; None when there is none.

        An option is written as an alternative or action and what is picked, or as what is picked alone.
        """
        flow = self.layout.flow
        if plain(text) in ("wait", "done", "yes", "no", "decline", *map(plain, self.layout.names)):
            return None  # what the flow's own alternatives are called, or a component alone
        alternatives = () if choice is None else choice.alternatives
        heads = [each.address.rpartition(".")[2] for each in alternatives]
        heads += [part for each in alternatives for part in each.label if isinstance(part, str)]
        heads += [scope.address.rpartition(".")[2] for scope in flow.scopes if scope.kind in ("action", "option")]
        values = [*self.layout.names, *(seat_name(seat) for seat in range(self.layout.players)), "yes", "no", "none"]
        values += [value for enum in flow.enums for value in enum.values]
        wanted = plain(text)
        begun = [head for head in map(plain, heads) if head and f"{wanted} ".startswith(f"{head} ")]
        rest = wanted.removeprefix(max(begun, key=len, default=""))
        known = {word for each in (*values, *heads) for word in plain(each).split()}
        if not begun and not any(each.picks for each in alternatives):
            known = set()  # without an alternative's name there is nothing that could be meant
        for word in rest.split():
            if word not in known and word[0] not in "?#" and not (word.lstrip("-").isdigit() and (begun or known)):
                hint = did_you_mean(word, sorted({*known, *map(plain, heads)}))
                return f"`{word}`{f' ({hint})' if hint else ''}"
        return None


def _inner(type_: Type) -> Type:
    return type_.of if isinstance(type_, OptionalType) else type_


def _width(sizes: tuple[int, ...]) -> int:
    width = 1
    for size in sizes[1:]:
        width *= size
    return width


def plain(text: str) -> str:
    """A text for comparison: lower case, commas and repeated blanks gone."""
    return " ".join(text.lower().replace(",", " ").replace("_", " ").split())


def find(options: tuple[Option, ...], text: str) -> Option:
    """The option of that text or label. Raises PlayError with what is on offer when there is none."""
    wanted = plain(text)
    match: Callable[[Option], bool]
    for match in (lambda o: plain(o.text) == wanted, lambda o: plain(o.label) == wanted):
        for option in options:
            if match(option):
                return option
    offered = ", ".join(f"`{option.text}`" for option in options[:40]) or "nothing"
    raise PlayError(NOT_AN_OPTION, f"`{text}` cannot be chosen here; on offer: {offered}")
