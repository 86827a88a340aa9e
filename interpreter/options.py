"""The options of a choice: every full combination of picks that an alternative offers, as text and as values.

In: a `Choice` exit and a state that stands at it. Out: `Option`s in a fixed order. Components that the decider can see
and nobody could tell apart are one option; components the decider cannot see are offered by their place and carry no
name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.flow.expr import Shown, Text
from rulewright.dsl.flow.ir import Alternative, Choice
from rulewright.dsl.types import FlagType, KindType, OptionalType, Type
from rulewright.interpreter.errors import NOT_AN_OPTION, PlayError
from rulewright.interpreter.evaluate import LOCALS, Evaluator, Function, show_value
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.sight import Sight
from rulewright.interpreter.state import State


Ground = tuple[int, tuple[int, ...]]  # the alternative, and a value for each of its picks


@dataclass(frozen=True, slots=True)
class Option:
    """One option. text: how it is written in transcripts and scenarios; label: for people; values: of its picks, as text.

    alternative, picks: what the machine needs; they are never part of a view.
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
    domain: Function
    type: Type


@dataclass(frozen=True, slots=True)
class _Alternative:
    spec: Alternative
    guard: Function
    legal: Function
    picks: tuple[_Pick, ...]
    label: tuple[tuple[str | Shown, Function | None], ...]


class Options:
    """Lists options for one layout."""

    def __init__(self, layout: Layout, evaluator: Evaluator, sight: Sight, temps: list[Any]) -> None:
        self.layout = layout
        self.evaluator = evaluator
        self.sight = sight
        self.temps = temps
        self._made: dict[int, tuple[_Alternative, ...]] = {}
        self._marks = [
            (layout.bases[number], _width(layout.sizes[number]))
            for number, spec in enumerate(layout.flow.variables)
            if spec.per and spec.per[0].what == "kind"
        ]
        self._ordered = [layout.flow.zones[zone].order != "set" for zone, _ in layout.instances]

    def text_parts(self, text: Text) -> tuple[tuple[str | Shown, Function | None], ...]:
        """A text with the closures of its values."""
        return tuple((part, None if isinstance(part, str) else self.evaluator.make(part.value)) for part in text)

    def _alternatives(self, block: int, choice: Choice) -> tuple[_Alternative, ...]:
        if block not in self._made:
            make = self.evaluator.make
            self._made[block] = tuple(
                _Alternative(
                    spec,
                    make(spec.guard),
                    make(spec.legal),
                    tuple(_Pick(pick.slot + LOCALS, make(pick.domain), pick.type) for pick in spec.picks),
                    self.text_parts(spec.label),
                )
                for spec in choice.alternatives
            )
        return self._made[block]

    def grounds(self, state: State, block: int, choice: Choice, who: int) -> list[Ground]:
        """The options of the running frame's choice as the machine needs them; empty when only letting it pass is left."""
        frame = state.frames[-1]
        saved = frame[:]
        found: list[Ground] = []
        only_passes = True
        for number, made in enumerate(self._alternatives(block, choice)):
            if made.guard(state, frame, self.temps):
                for picks in self._combinations(state, frame, made, 0, who, ()):
                    found.append((number, picks))
                    only_passes = only_passes and made.spec.passes
                frame[:] = saved
        return [] if only_passes else found

    def described(self, state: State, block: int, choice: Choice, who: int, grounds: list[Ground]) -> tuple[Option, ...]:
        """The same options with their texts, as the seat that decides may read them."""
        frame = state.frames[-1]
        saved = frame[:]
        made = self._alternatives(block, choice)
        several = len(choice.alternatives) > 1
        found = tuple(
            self._option(state, frame, index, number, made[number], picks, who, several)
            for index, (number, picks) in enumerate(grounds)
        )
        frame[:] = saved
        return found

    def _combinations(
        self, state: State, frame: list[Any], made: _Alternative, place: int, who: int, picked: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        if place == len(made.picks):
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
        inner = type_.of if isinstance(type_, OptionalType) else type_
        if value < 0 or not isinstance(inner, KindType):
            return value
        instance = state.where[value]
        if not self.sight.of_component(state, value) >> who & 1:
            return value
        alike = (self.layout.alike[value], instance, state.face[value])
        if self._ordered[instance]:
            return value
        if not self._marks:
            return alike
        return (*alike, *(state.cells[base + value * width + place] for base, width in self._marks for place in range(width)))

    def _option(
        self, state: State, frame: list[Any], index: int, number: int, made: _Alternative, picks: tuple[int, ...], who: int, several: bool
    ) -> Option:
        for pick, value in zip(made.picks, picks, strict=True):
            frame[pick.slot] = value
        values = tuple(self.shown(state, value, pick.type, who) for pick, value in zip(made.picks, picks, strict=True))
        name = made.spec.address.rpartition(".")[2]
        text = " ".join(values) if values and not several else " ".join([name, *values])
        if several and len(made.picks) == 1 and not made.spec.passes and made.label and all(not isinstance(p, str) for p, _ in made.label):
            text = " ".join(values)
        label = "".join(
            part if isinstance(part, str) else self.shown(state, function(state, frame, self.temps), part.type, who)
            for part, function in made.label
            if isinstance(part, str) or function is not None
        )
        if not made.picks and made.spec.address.rpartition(".")[2].isdigit():
            text = label
        return Option(index, text, label or text, made.spec.address, values, made.spec.passes, number, picks)

    def shown(self, state: State, value: Any, type_: Type, who: int | None) -> str:
        """A value as a seat may read it; a component it cannot see is `?` and its place."""
        if isinstance(value, tuple):
            inner = getattr(type_, "of", type_)
            return ", ".join(self.shown(state, each, inner, who) for each in value)
        inner = type_.of if isinstance(type_, OptionalType) else type_
        if isinstance(inner, KindType) and value >= 0 and who is not None and not self.sight.of_component(state, value) >> who & 1:
            return f"?{state.zones[state.where[value]].index(value) + 1}"
        if isinstance(inner, FlagType):
            return "yes" if value else "no"
        return show_value(self.layout, value, type_)


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
