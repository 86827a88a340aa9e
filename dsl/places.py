"""The places of scenarios: which zone, variable, pass or line of the scoring is meant, and what can stand there.

In: a flow and texts of a scenario. Out: `Place`s, and a report for everything that the game does not have: a misspelt name,
a seat that nobody sits on, a value of another type.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Scalar
from rulewright.dsl.flow.analyses import made_for
from rulewright.dsl.flow.expr import NONE
from rulewright.dsl.flow.ir import ComponentSpec, Dimension, Flow, VariableSpec
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import EnumType, FlagType, IntType, KindType, OptionalType, PlayerType, Type, show

UNKNOWN_PLACE = Rule("RW330", "unknown-place")
UNKNOWN_SEAT = Rule("RW331", "unknown-seat")
UNKNOWN_CARD = Rule("RW332", "unknown-component")
WRONG_VALUE = Rule("RW334", "wrong-value")

_PLACE = re.compile(r"(?:([^\W_].*)\.)?([a-z]\w*)(?:\((.*)\))?$")
_SEAT = re.compile(r"[A-Z]|P\d+")
_OWNED = re.compile(r"([A-Z]|P\d+)'s (.+)")
_MARKS = re.compile(r" \([^()]+\)$")
_TIMES = re.compile(r"(.*?)\s*(?:x\s*|\*\s*)(\d+)$")


@dataclass(frozen=True, slots=True)
class Card:
    """A component in a place: its name, and 1 for face up, 0 for face down, None when nothing is said. `?` is a hidden one.

    In a position its marks may stand behind the name: `Beacon (clashed)`.
    """

    name: str
    face: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """`A.hand`, `pool`, `dealer`, `refused(B, 7)`, `turn.player`: who or what it belongs to, its name, its keys."""

    text: str
    owner: str | None
    name: str
    keys: tuple[str, ...]
    span: Span


def seat_number(name: str) -> int:
    """0 for A."""
    return int(name[1:]) - 1 if len(name) > 1 else ord(name) - ord("A")


def times_of(text: str) -> tuple[str, int]:
    """What a text names, and how often: 2 of `Sun 3 x2`."""
    match = _TIMES.fullmatch(text)
    return (text, 1) if match is None else (match[1], int(match[2]))


def variable_of(flow: Flow, place: Place) -> VariableSpec | None:
    """The variable that a place means; None when there is none."""
    for spec in flow.variables:
        if spec.name == place.name and len(spec.per) == len(place.keys) + (place.owner is not None):
            return spec
        if spec.name == f"{place.owner}.{place.name}":
            return spec
    return None


class Places:
    """The places of one game. players: how many play in the scenario that is being read."""

    def __init__(self, flow: Flow, problems: Problems) -> None:
        self.flow = flow
        self.problems = problems
        self.players = flow.players[1]
        self.zones = {zone.name: zone for zone in flow.zones}
        self.scores = [score.name for score in flow.scores]
        self.named: dict[str, list[ComponentSpec]] = {}  # by their names in small letters
        for component in flow.components:
            self.named.setdefault(component.name.lower(), []).append(component)
        self.loops: dict[str, dict[str, Type]] = {}  # phase -> what a pass of it is called, with its type
        main = flow.procedures[flow.main]
        for entry in flow.entries:
            for address, _, slot in entry.bindings:
                name = {"me": "player", "": "more"}.get(main.names[slot], main.names[slot])
                self.loops.setdefault(address.rpartition(".")[2], {})[name] = main.types[slot]

    # ------------------------------------------------------------------------------------ places

    def place(self, scalar: Scalar, label: str) -> Place | None:
        """The place that a text means; None when there is none, which is reported."""
        match = _PLACE.fullmatch(scalar.text.strip())
        if match is None:
            hint = "write `A.hand`, `pool`, `dealer` or `refused(B, 7)`"
            self.problems.report(UNKNOWN_PLACE, scalar.span, f"`{scalar.text}` is no place", hint=hint)
            return None
        owner, name, keys = match[1], match[2], match[3]
        listed = tuple(key.strip() for key in keys.split(",")) if keys else ()
        place = Place(scalar.text, owner, name, listed, scalar.span)
        if name == "rest" and owner is None and label == "given":
            return place
        return place if self._is_known(place, label) else None

    def _is_known(self, place: Place, label: str) -> bool:
        if place.owner is not None and place.name in self.loops.get(place.owner, {}):
            return True
        if place.name in self.zones:
            per = self.zones[place.name].per
            return self._fits(place, () if per is None else (per,))
        spec = self.variable(place)
        if spec is not None:
            return spec.made_up or self._fits(place, spec.per)
        declared = [each for each in self.flow.variables if each.name == place.name]
        if declared:
            return self._fits(place, declared[0].per)
        if place.name in self.scores and label == "expect":
            return self._fits(place, (Dimension("players"),))
        self._report_unknown(place)
        return False

    def _report_unknown(self, place: Place) -> None:
        phases = {scope.address.rpartition(".")[2] for scope in self.flow.scopes}
        if place.owner is not None and place.owner in phases:
            known = list(self.loops.get(place.owner, {}))
            outer = self._around(place.owner, place.name)
            known += [spec.name.rpartition(".")[2] for spec in self.flow.variables if spec.name.startswith(f"{place.owner}.")]
            can = " and ".join(f"`{place.owner}.{name}`" for name in dict.fromkeys(known)) or "none of its own"
            hint = f"write `{outer}.{place.name}`" if outer else did_you_mean(place.name, known) or f"there is {can}"
            self.problems.report(UNKNOWN_PLACE, place.span, f"`{place.owner}` has no `{place.name}`", hint=hint)
            return
        declared = (spec.name for spec in self.flow.variables if not spec.made_up)
        near = did_you_mean(place.name, (*self.zones, *declared, *self.scores))
        self.problems.report(UNKNOWN_PLACE, place.span, f"no zone or variable is called `{place.name}`", hint=near)

    def _around(self, phase: str, name: str) -> str | None:
        """The phase around another one, the nearest first, whose passes are told by this name."""
        addresses = (scope.address.split(".") for scope in self.flow.scopes if scope.address.endswith(f".{phase}"))
        outer = (each for address in addresses for each in reversed(address[:-1]))
        return next((each for each in outer if name in self.loops.get(each, {})), None)

    def variable(self, place: Place) -> VariableSpec | None:
        """The variable that a place means."""
        return variable_of(self.flow, place)

    def _fits(self, place: Place, per: tuple[Dimension, ...]) -> bool:
        """Whether the owner and the keys of a place say which one is meant."""
        keys = (*(() if place.owner is None else (place.owner,)), *place.keys)
        if len(keys) != len(per):
            if not per:
                message, hint = f"there is one `{place.name}` for all", f"write `{place.name}`"
            else:
                of = " and each ".join(self._of(each) for each in per)
                message, hint = f"each {of} has a `{place.name}` of its own", f"say whose: {self._example(place.name, per)}"
            self.problems.report(UNKNOWN_PLACE, place.span, message, hint=hint)
            return False
        wrong = [key for key, each in zip(keys, per, strict=True) if not self._is_key(key, each, place.span)]
        return not wrong

    def _of(self, dimension: Dimension) -> str:
        match dimension.what:
            case "players":
                return "player"
            case "enum":
                return self.flow.enums[dimension.number].name
            case "kind":
                return self.flow.kinds[dimension.number].name
            case _:
                return "number"

    def _example(self, name: str, per: tuple[Dimension, ...]) -> str:
        words: dict[str, str] = {"players": "A", "kind": "NAME"}
        keys = [
            self.flow.enums[each.number].values[0] if each.what == "enum" else words.get(each.what, str(each.low))
            for each in per
        ]
        return f"`{keys[0]}.{name}`" if len(keys) == 1 else f"`{keys[0]}.{name}({', '.join(keys[1:])})`"

    def _is_key(self, key: str, dimension: Dimension, span: Span) -> bool:
        match dimension.what:
            case "players":
                return self.is_seat(key, span)
            case "enum":
                return self._is_word(key, self.flow.enums[dimension.number].values, span)
            case "kind":
                return self.is_component(key, span, dimension.number)
            case _:
                return self._is_number(Scalar(span, key, "plain"), dimension.low, dimension.low + dimension.number - 1)

    # ------------------------------------------------------------------------------------ seats and components

    def is_seat(self, text: str, span: Span) -> bool:
        """Whether somebody sits on the seat of that name."""
        if not _SEAT.fullmatch(text):
            hint = "seats are A, B, C ... clockwise"
            self.problems.report(UNKNOWN_SEAT, span, f"`{text}` is no seat", hint=hint)
            return False
        if not 0 <= seat_number(text) < self.players:
            hint = f"the seats are A to {chr(ord('A') + self.players - 1)}; more players are said with `players:`"
            self.problems.report(UNKNOWN_SEAT, span, f"nobody sits on seat {text}: {self.players} play", hint=hint)
            return False
        return True

    def is_component(self, text: str, span: Span, kind: int | None = None) -> bool:
        """Whether a component, of a kind if one is said, has that name: `Sun 3`, or `A's Pawn` of what is made per player."""
        match = None if text.lower() in self.named else _OWNED.fullmatch(text)
        if match is not None and not self.is_seat(match[1], span):
            return False
        known = self.named.get((match[2] if match else text).lower(), [])
        if match is not None and known and all(made_for(self.flow, each) == NONE for each in known):
            hint = f"write `{known[0].name}`; what is made `per: Player` has an owner, once a rule asks for it"
            self.problems.report(UNKNOWN_CARD, span, f"no `{known[0].name}` is made for a player", hint=hint)
            return False
        if known and not any(self.players in each.seats for each in known):
            message = f"`{known[0].name}` is not in the game with {self.players} players"
            self.problems.report(UNKNOWN_CARD, span, message)
            return False
        if known and kind is not None and all(each.kind != kind for each in known):
            message = f"`{known[0].name}` is a {self.flow.kinds[known[0].kind].name}, not a {self.flow.kinds[kind].name}"
            self.problems.report(UNKNOWN_CARD, span, message)
            return False
        if known:
            return True
        near = did_you_mean(text, {component.name for component in self.flow.components})
        self.problems.report(UNKNOWN_CARD, span, f"no component is called `{text}`", hint=near)
        return False

    def cards(self, scalar: Scalar) -> list[Card]:
        """`Sun 3`, `Sun 3 x2`, `Sun 3 face up`, `Ingot (tapped)`."""
        text = "?" if scalar.text.strip() == "hidden" else scalar.text.strip()
        face: int | None = None
        for words, value in ((" face up", 1), (" face down", 0)):
            if text.endswith(words):
                text, face = text.removesuffix(words), value
        text, count = (text, 1) if text.lower() in self.named else times_of(text)
        whole = (_OWNED.sub(r"\2", text).lower(), text.lower())
        bare = text if any(name in self.named for name in whole) else _MARKS.sub("", text)
        if bare != "?" and not self.is_component(bare, scalar.span):
            return []
        return [Card(text, face)] * count

    # ------------------------------------------------------------------------------------ values

    def check_value(self, place: Place, scalar: Scalar, label: str) -> bool:
        """Whether a value can stand in a place; one that cannot is reported."""
        if place.name == "rest" and label == "given":
            return True
        loop = self.loops.get(place.owner or "", {}).get(place.name)
        spec = self.variable(place)
        if loop is not None and (spec is None or spec.made_up):
            return self._is_value(scalar, loop, None)
        if spec is not None:
            return self._is_value(scalar, spec.type, spec)
        if place.name in self.zones:
            return self._is_count(place, scalar, label)
        return self._is_number(scalar, None, None)

    def _is_count(self, place: Place, scalar: Scalar, label: str) -> bool:
        text = scalar.text
        if label == "given":
            hint = f"write a list: `{place.text}: [{text}]`"
            self.problems.report(WRONG_VALUE, scalar.span, f"what lies in `{place.name}` is a list of names", hint=hint)
            return False
        if label == "views" and (text == "hidden" or re.fullmatch(r"\d+( hidden)?", text)):
            return True
        if label == "views" or not text.isdigit():
            seen = ", `hidden` or `2 hidden`" if label == "views" else ""
            hint = f"write a list of names (`[{text}]`), a number{seen}"
            self.problems.report(WRONG_VALUE, scalar.span, f"`{text}` does not say what lies in `{place.name}`", hint=hint)
            return False
        return self._is_number(scalar, None, None)

    def _is_value(self, scalar: Scalar, type_: Type, spec: VariableSpec | None) -> bool:
        match type_:
            case OptionalType(of=of):
                return scalar.text == "none" or self._is_value(scalar, of, spec)
            case PlayerType():
                return self.is_seat(scalar.text, scalar.span)
            case FlagType():
                return self._is_word(scalar.text, ("yes", "no"), scalar.span)
            case EnumType(name):
                values = next(enum.values for enum in self.flow.enums if enum.name == name)
                return self._is_word(scalar.text, values, scalar.span)
            case IntType():
                bounds = (None, None) if spec is None else (spec.low, spec.high)
                return self._is_number(scalar, *bounds)
            case KindType():
                return self.is_component(scalar.text, scalar.span)
            case _:
                self.problems.report(WRONG_VALUE, scalar.span, f"`{scalar.text}` cannot stand here; this is {show(type_)}")
                return False

    def _is_word(self, text: str, words: tuple[str, ...], span: Span) -> bool:
        if text in words:
            return True
        listed = ", ".join(f"`{word}`" for word in words)
        near = {"true": "did you mean `yes`?", "false": "did you mean `no`?"}.get(text) if "yes" in words else None
        hint = near or did_you_mean(text, words)
        self.problems.report(WRONG_VALUE, span, f"`{text}` is none of {listed}", hint=hint)
        return False

    def _is_number(self, scalar: Scalar, low: int | None, high: int | None) -> bool:
        text = scalar.text
        if not re.fullmatch(r"-?\d+", text) or scalar.style == "quoted":
            hint = f"write {text} without quotes" if re.fullmatch(r"-?\d+", text) else None
            self.problems.report(WRONG_VALUE, scalar.span, f"`{scalar.span.text}` is not a whole number", hint=hint)
            return False
        if low is not None and high is not None and not low <= int(text) <= high:
            message = f"{text} is outside: this runs from {low} to {high}"
            self.problems.report(WRONG_VALUE, scalar.span, message)
            return False
        return True
