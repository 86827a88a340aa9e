"""Reads scenarios: positions, what is chosen in them, and what must be true afterwards.

In: a scenario file and the game it belongs to. Out: `Scenario`s, whose names are found in the game, so that a misspelt
zone or player is reported at its place before anything is played. Formulas under `check` are lowered like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, field

from rulewright.dsl import parse, syntax
from rulewright.dsl.book import Citation
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Scalar, Sequence, compose
from rulewright.dsl.document import Node as Item
from rulewright.dsl.fields import MISSING_KEY, WRONG_SHAPE, Fields, as_mapping, as_scalar, read_citations
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.scalars import as_int
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import did_you_mean

UNKNOWN_PLACE = Rule("RW330", "unknown-place")
UNKNOWN_SEAT = Rule("RW331", "unknown-seat")
UNKNOWN_CARD = Rule("RW332", "unknown-component")
UNKNOWN_ADDRESS = Rule("RW333", "unknown-address")

_PLACE = re.compile(r"(?:([A-Za-z][\w ]*)\.)?([a-z]\w*)(?:\((.*)\))?$")
_TIMES = re.compile(r"(.*?)\s*(?:x\s*|\*\s*)(\d+)$")
_MARKS = re.compile(r" \([^()]+\)$")


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


@dataclass(frozen=True, slots=True)
class Filled:
    """A place and what is there: cards of a zone (open when `...` ends the list), a count, or a variable's value."""

    place: Place
    cards: tuple[Card, ...] | None
    value: str | None
    more: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A seat and words: a choice, an option, an address."""

    seat: str
    words: str
    span: Span


@dataclass(frozen=True, slots=True)
class ViewOf:
    """What one seat sees: places (`hidden`, names or a count), and who is asked what as far as it may know."""

    seat: str
    places: tuple[Filled, ...]
    asks: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, as written."""

    title: str
    span: Span
    rules: tuple[Citation, ...]
    players: int
    seed: int
    chance: tuple[tuple[str, ...], ...]
    at: str
    given: tuple[Filled, ...]
    rest: Place | None
    choices: tuple[Line, ...]
    offered: tuple[Line, ...] = ()
    refused: tuple[Line, ...] = ()
    asks: tuple[Line, ...] = ()
    expect: tuple[Filled, ...] = ()
    check: tuple[syntax.Expression, ...] = ()
    views: tuple[ViewOf, ...] = ()
    over: tuple[str, ...] | None = None
    error: str | None = None
    options: tuple[tuple[str, Entry], ...] = ()
    source: Source | None = field(default=None, compare=False)


FlowWith = Callable[[Dictionary[str, Entry], Problems], Flow]


def read_scenarios(source: Source, flow_with: FlowWith, problems: Problems) -> tuple[Scenario, ...]:
    """All scenarios of a file. flow_with: the flow of the rulebook with some of its options chosen."""
    root = compose(source, problems)
    if not isinstance(root, Sequence):
        if root is not None:
            problems.report(WRONG_SHAPE, root.span, "a scenario file is a list of `- scenario: ...`")
        return ()
    readers: dict[str, _Reader] = {}  # by the flow's digest
    found = []
    for item in root.items:
        options = _options(item, problems)
        flow = flow_with(dict(options), problems)
        if flow.digest not in readers:
            readers[flow.digest] = _Reader(flow, problems)
        made = readers[flow.digest].scenario(item, options, source)
        if made is not None:
            found.append(made)
    return tuple(found)


def _options(item: Item, problems: Problems) -> tuple[tuple[str, Entry], ...]:
    """The values under `options:` of a scenario; whether the rulebook has them is said when it is made with them."""
    written = item.get("options") if isinstance(item, Mapping) else None
    mapping = None if written is None else as_mapping(written, "`options`", problems)
    found = []
    for entry in mapping.entries if mapping else ():
        scalar = as_scalar(entry.value, f"`{entry.key.text}`", problems)
        if scalar is not None:
            found.append((entry.key.text, entry))
    return tuple(found)


class _Reader:
    def __init__(self, flow: Flow, problems: Problems) -> None:
        self.flow = flow
        self.problems = problems
        self.zones = {zone.name: zone for zone in flow.zones}
        self.variables = {variable.name: variable for variable in flow.variables}
        self.names = {component.name.lower() for component in flow.components}
        self.phases = {scope.address.rpartition(".")[2] for scope in flow.scopes}
        self.addresses = {scope.address for scope in flow.scopes}

    def scenario(self, item: Item, options: tuple[tuple[str, Entry], ...], source: Source) -> Scenario | None:
        mapping = as_mapping(item, "a scenario", self.problems)
        if mapping is None:
            return None
        fields = Fields(mapping, "scenario", "a scenario", self.problems)
        title = fields.scalar("scenario")
        if title is None:
            self.problems.report(
                MISSING_KEY, mapping.span, "a scenario needs a title", hint="begin with `- scenario: what it shows`"
            )
        rules = fields.item("rules")
        fields.item("options")
        given, rest = self.given(fields.item("given"))
        over = fields.scalar("over")
        error = fields.scalar("error")
        made = Scenario(
            title=title.text if title else "",
            span=title.span if title else mapping.span,
            rules=() if rules is None else read_citations(rules, self.problems),
            players=self.number(fields, "players", self.flow.players[0]),
            seed=self.number(fields, "seed", 0),
            chance=self.chance(fields.item("chance")),
            at=self.address(fields.scalar("at")),
            given=given,
            rest=rest,
            choices=self.lines(fields.item("choices"), "choices"),
            offered=self.lines(fields.item("offered"), "offered"),
            refused=self.lines(fields.item("refused"), "refused"),
            asks=self.lines(fields.item("asks"), "asks"),
            expect=self.filled(fields.item("expect"), "expect"),
            check=self.check(fields.item("check")),
            views=self.views(fields.item("views")),
            over=None if over is None else tuple(() if over.text == "nobody" else over.text.replace(",", " ").split()),
            error=None if error is None else error.text,
            options=options,
            source=source,
        )
        return made

    def number(self, fields: Fields, label: str, default: int) -> int:
        scalar = fields.scalar(label)
        value = None if scalar is None else as_int(scalar, self.problems)
        return default if value is None else value

    def address(self, scalar: Scalar | None) -> str:
        if scalar is None:
            return ""
        entries = [entry.address for entry in self.flow.entries]
        found = [each for each in entries if each == scalar.text or each.endswith("." + scalar.text)]
        if len(found) != 1:
            message = (
                f"`{scalar.text}` is no phase or step where a scenario can begin"
                if not found
                else f"`{scalar.text}` could be {' or '.join(found)}"
            )
            self.problems.report(UNKNOWN_ADDRESS, scalar.span, message, hint=did_you_mean(scalar.text, entries))
            return scalar.text
        return found[0]

    def chance(self, item: Item | None) -> tuple[tuple[str, ...], ...]:
        if item is None:
            return ()
        outcomes = item.items if isinstance(item, Sequence) else (item,)
        found = []
        for each in outcomes:
            if isinstance(each, Sequence):
                found.append(
                    tuple(
                        card.name for scalar in each.items if isinstance(scalar, Scalar) for card in self.cards(scalar)
                    )
                )
            elif isinstance(each, Scalar):
                found.append((each.text,))
        return tuple(found)

    # ------------------------------------------------------------------------------------ places

    def given(self, item: Item | None) -> tuple[tuple[Filled, ...], Place | None]:
        filled = self.filled(item, "given")
        rest = None
        kept = []
        for each in filled:
            if each.place.name == "rest" and each.place.owner is None:
                rest = self.rest(each)
            else:
                kept.append(each)
        return tuple(kept), rest

    def rest(self, filled: Filled) -> Place | None:
        scalar = Scalar(filled.place.span, filled.value or "", "plain")
        return self.place(scalar) if filled.value else None

    def place(self, scalar: Scalar) -> Place | None:
        match = _PLACE.fullmatch(scalar.text.strip())
        if match is None:
            self.problems.report(
                UNKNOWN_PLACE,
                scalar.span,
                f"`{scalar.text}` is no place",
                hint="write `A.hand`, `pool`, `dealer` or `refused(B, 7)`",
            )
            return None
        owner, name, keys = match[1], match[2], match[3]
        place = Place(
            scalar.text, owner, name, tuple(key.strip() for key in keys.split(",")) if keys else (), scalar.span
        )
        known = name in self.zones or name in self.variables or f"{owner}.{name}" in self.variables or name == "rest"
        scores = {score.name for score in self.flow.scores}
        inside = owner in self.phases  # a loop's name in `given`: `turn.player`, `resolve.n`
        if not known and not inside and name not in scores:
            names = (*self.zones, *self.variables, *scores)
            self.problems.report(
                UNKNOWN_PLACE, scalar.span, f"no zone or variable is called `{name}`", hint=did_you_mean(name, names)
            )
            return None
        return place

    def filled(self, item: Item | None, label: str) -> tuple[Filled, ...]:
        mapping = None if item is None else as_mapping(item, f"`{label}`", self.problems)
        found = []
        for entry in mapping.entries if mapping else ():
            place = self.place(entry.key)
            if place is None:
                continue
            if isinstance(entry.value, Sequence):
                cards: list[Card] = []
                more = False
                for each in entry.value.items:
                    scalar = as_scalar(each, "a component", self.problems)
                    if scalar is not None and scalar.text == "...":
                        more = True
                    elif scalar is not None:
                        cards.extend(self.cards(scalar))
                found.append(Filled(place, tuple(cards), None, more))
            else:
                scalar = as_scalar(entry.value, f"`{entry.key.text}`", self.problems)
                if scalar is not None:
                    found.append(Filled(place, None, scalar.text, False))
        return tuple(found)

    def cards(self, scalar: Scalar) -> list[Card]:
        text = scalar.text.strip()
        face: int | None = None
        for words, value in ((" face up", 1), (" face down", 0)):
            if text.endswith(words):
                text, face = text.removesuffix(words), value
        count = 1
        match = _TIMES.fullmatch(text)
        if match is not None and text.lower() not in self.names:
            text, count = match[1], int(match[2])
        bare = text if text.lower() in self.names else _MARKS.sub("", text)
        if bare.lower() not in self.names and text != "?":
            names = {component.name for component in self.flow.components}
            self.problems.report(
                UNKNOWN_CARD, scalar.span, f"no component is called `{bare}`", hint=did_you_mean(bare, names)
            )
            return []
        return [Card(text, face)] * count

    # ------------------------------------------------------------------------------------ lines

    def lines(self, item: Item | None, label: str) -> tuple[Line, ...]:
        """`{A: seek 7 B}`, or a list of them; several in one map are taken in its order."""
        if item is None:
            return ()
        found = []
        for each in item.items if isinstance(item, Sequence) else (item,):
            mapping = as_mapping(each, f"a line of `{label}`", self.problems)
            for entry in mapping.entries if mapping else ():
                values = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
                for value in values:
                    scalar = as_scalar(value, f"what `{entry.key.text}` does", self.problems)
                    if scalar is not None and self.is_seat(entry.key):
                        found.append(Line(entry.key.text, scalar.text, scalar.span))
        return tuple(found)

    def is_seat(self, scalar: Scalar) -> bool:
        if re.fullmatch(r"[A-Z]|P\d+", scalar.text):
            return True
        self.problems.report(
            UNKNOWN_SEAT, scalar.span, f"`{scalar.text}` is no seat", hint="seats are A, B, C ... clockwise"
        )
        return False

    def check(self, item: Item | None) -> tuple[syntax.Expression, ...]:
        if item is None:
            return ()
        found = []
        for each in item.items if isinstance(item, Sequence) else (item,):
            scalar = as_scalar(each, "a formula", self.problems)
            formula = None if scalar is None else parse.parse_formula(scalar, self.problems)
            if formula is not None:
                found.append(formula)
        return tuple(found)

    def views(self, item: Item | None) -> tuple[ViewOf, ...]:
        mapping = None if item is None else as_mapping(item, "`views`", self.problems)
        found = []
        for entry in mapping.entries if mapping else ():
            body = as_mapping(entry.value, "a view", self.problems)
            if body is None or not self.is_seat(entry.key):
                continue
            asks = self.lines(body.get("asks"), "asks")
            kept = Mapping(body.span, tuple(each for each in body.entries if each.key.text != "asks"))
            found.append(ViewOf(entry.key.text, self.filled(kept, "views"), asks))
        return tuple(found)
