"""Reads scenarios: positions, what is chosen in them, and what must be true afterwards.

In: a scenario file and the game it belongs to. Out: `Scenario`s, whose names are found in the game, so that a misspelt
zone or player is reported at its place before anything is played. Formulas under `check` are lowered like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright.dsl import parse, syntax
from rulewright.dsl.book import Citation
from rulewright.dsl.diagnostics import Label, Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Scalar, Sequence, compose
from rulewright.dsl.document import Node as Item
from rulewright.dsl.fields import MISSING_KEY, UNKNOWN_RULE, WRONG_SHAPE, Fields, as_mapping, as_scalar, read_citations
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.places import UNKNOWN_SEAT, WRONG_VALUE, Card, Place, Places, times_of
from rulewright.dsl.scalars import as_int
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.variants.amend import UNKNOWN_ADDRESS, Changes
from rulewright.dsl.variants.variant import read_operations

EXPECTS_NOTHING = Rule("RW335", "expects-nothing")
DUPLICATE_TITLE = Rule("RW336", "duplicate-title")

_EXPECTING = ("offered", "refused", "asks", "expect", "check", "order", "views", "over", "error")
_CHANGING = ("set", "replace", "add")


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
class Traced:
    """A node that is carried out, and how often at this place of the order."""

    name: Scalar
    times: int


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
    order: tuple[Traced, ...] | None = None
    changes: Changes = field(default_factory=Changes, compare=False)
    source: Source | None = field(default=None, compare=False)


FlowWith = Callable[[Changes, Problems], Flow | None]


def read_scenarios(source: Source, flow_with: FlowWith, problems: Problems, amending: bool) -> tuple[Scenario, ...]:
    """The scenarios of a file: all, or unless `amending` those of the rulebook as it is.

    flow_with: the flow of the rulebook with what a scenario changes; None after a mistake in it.
    """
    root = compose(source, problems)
    if not isinstance(root, Sequence):
        if root is not None:
            problems.report(WRONG_SHAPE, root.span, "a scenario file is a list of `- scenario: ...`")
        return ()
    readers: dict[tuple[tuple[str, str, str], ...], _Reader] = {}  # by what is changed
    titles: dict[str, Span] = {}
    found = []
    for item in root.items:
        changes, order = _changes(item, problems)
        if changes.key and not amending:
            continue
        flow = flow_with(changes, problems)
        if flow is None:
            continue
        if changes.key not in readers:
            readers[changes.key] = _Reader(flow, problems)
        made = readers[changes.key].scenario(item, changes, order, source)
        if made is None:
            continue
        if made.title in titles:
            first = (Label(titles[made.title], "the first one"),)
            message = f"another scenario is called `{made.title}`"
            problems.report(DUPLICATE_TITLE, made.span, message, labels=first, hint="say what this one shows")
        titles.setdefault(made.title, made.span)
        found.append(made)
    return tuple(found)


def _changes(item: Item, problems: Problems) -> tuple[Changes, tuple[Traced, ...] | None]:
    """What a scenario has otherwise than its rulebook, and the nodes it wants in order."""
    if not isinstance(item, Mapping):
        return Changes(), None
    written = Mapping(item.span, tuple(each for each in item.entries if each.key.text in _CHANGING))
    fields = Fields(written, "scenario", "a scenario", problems)
    operations = read_operations(fields, _CHANGING)
    order = _order(item.get("order"), problems)
    traced = {each.name.text: each.name for each in order or ()}
    return Changes(_options(item, problems), operations, tuple(traced.values())), order


def _order(item: Item | None, problems: Problems) -> tuple[Traced, ...] | None:
    """`[cross x2, arrive]`: the nodes in their order, each once unless it says how often."""
    if item is None:
        return None
    found = []
    for each in item.items if isinstance(item, Sequence) else (item,):
        scalar = as_scalar(each, "a node of `order`", problems)
        if scalar is not None:
            name, times = times_of(scalar.text)
            found.append(Traced(replace(scalar, text=name), times))
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
        self.places = Places(flow, problems)
        self.rules = {rule for rule, _, _ in flow.rules}

    def scenario(
        self, item: Item, changes: Changes, order: tuple[Traced, ...] | None, source: Source
    ) -> Scenario | None:
        mapping = as_mapping(item, "a scenario", self.problems)
        if mapping is None:
            return None
        fields = Fields(mapping, "scenario", "a scenario", self.problems)
        title = fields.scalar("scenario")
        if title is None:
            self.problems.report(
                MISSING_KEY, mapping.span, "a scenario needs a title", hint="begin with `- scenario: what it shows`"
            )
        players = self.places.players = self.players(fields)
        for label in ("options", "order", *_CHANGING):  # read already
            fields.item(label)
        given, rest = self.given(fields.item("given"))
        over = self.over(fields.scalar("over"))
        error = fields.scalar("error")
        made = Scenario(
            title=title.text if title else "",
            span=title.span if title else mapping.span,
            rules=self.citations(fields.item("rules")),
            players=players,
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
            over=over,
            error=None if error is None else error.text,
            order=order,
            changes=changes,
            source=source,
        )
        inside = range(mapping.span.start, mapping.span.end)
        misread = any(each.rule.name == "unknown-key" and each.span.start in inside for each in self.problems.errors)
        if not misread and not any(mapping.get(label) is not None for label in _EXPECTING):
            hint = "say what must be so afterwards: `expect:`, `check:`, `asks:`, `offered:`, `refused:`, `views:`, `order:`, `over:`"
            self.problems.report(EXPECTS_NOTHING, made.span, f"`{made.title}` expects nothing, so it shows nothing", hint=hint)
        return made

    def players(self, fields: Fields) -> int:
        """How many play, within what the game is for."""
        low, high = self.flow.players
        count = self.number(fields, "players", low)
        scalar = fields.mapping.get("players")
        if scalar is not None and not low <= count <= high:
            message = f"{self.flow.title} is for {low} to {high} players, not {count}"
            self.problems.report(WRONG_VALUE, scalar.span, message)
        return min(max(count, low), high)

    def citations(self, item: Item | None) -> tuple[Citation, ...]:
        """The rules it tests, each of which stands in the file of rules, if there is one."""
        cited = () if item is None else read_citations(item, self.problems)
        for each in cited:
            if self.rules and each.rule not in self.rules:
                message = f"the file of rules has no `{each.rule}`"
                self.problems.report(UNKNOWN_RULE, each.span, message, hint=did_you_mean(each.rule, self.rules))
        return cited

    def over(self, scalar: Scalar | None) -> tuple[str, ...] | None:
        """Who has won: seats, or `nobody`."""
        if scalar is None:
            return None
        words = scalar.text.replace(",", " ").split()
        if words == ["nobody"]:
            return ()
        near = did_you_mean(scalar.text, ("nobody",))
        if near is not None:
            self.problems.report(UNKNOWN_SEAT, scalar.span, f"`{scalar.text}` is no seat", hint=near)
            return None
        return tuple(word for word in words if self.places.is_seat(word, scalar.span))

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
            near = [*entries, *(each.rpartition(".")[2] for each in entries)]
            message = (
                f"`{scalar.text}` is no phase or step where a scenario can begin"
                if not found
                else f"`{scalar.text}` could be {' or '.join(found)}"
            )
            self.problems.report(UNKNOWN_ADDRESS, scalar.span, message, hint=did_you_mean(scalar.text, near))
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
                        card.name for scalar in each.items if isinstance(scalar, Scalar) for card in self.places.cards(scalar)
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
        return self.places.place(scalar, "rest") if filled.value else None

    def filled(self, item: Item | None, label: str) -> tuple[Filled, ...]:
        mapping = None if item is None else as_mapping(item, f"`{label}`", self.problems)
        found = []
        for entry in mapping.entries if mapping else ():
            place = self.places.place(entry.key, label)
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
                        cards.extend(self.places.cards(scalar))
                found.append(Filled(place, tuple(cards), None, more))
            else:
                scalar = as_scalar(entry.value, f"`{entry.key.text}`", self.problems)
                if scalar is not None and self.places.check_value(place, scalar, label):
                    found.append(Filled(place, None, scalar.text, False))
        return tuple(found)

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
                    if scalar is not None and self.places.is_seat(entry.key.text, entry.key.span):
                        found.append(Line(entry.key.text, scalar.text, scalar.span))
        return tuple(found)

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
            if body is None or not self.places.is_seat(entry.key.text, entry.key.span):
                continue
            asks = self.lines(body.get("asks"), "asks")
            kept = Mapping(body.span, tuple(each for each in body.entries if each.key.text != "asks"))
            found.append(ViewOf(entry.key.text, self.filled(kept, "views"), asks))
        return tuple(found)
