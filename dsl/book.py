"""A rulebook as written: every section read into frozen data, its rule texts parsed, nothing looked up yet.

In: nothing. Out: `Book` and its parts, made by `read` and read by `declare` and `lower`. Each part keeps the address of
its node and the span of its key, so that whatever is said about it later points at the file.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.document import Scalar
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import (
    Amount,
    Audience,
    EventWords,
    Expression,
    Name,
    Parameter,
    Repetition,
    Signature,
    Statement,
    TypeWords,
    Words,
)


@dataclass(frozen=True, slots=True)
class Citation:
    """One id of the ledger that a node says it carries out, or a scenario says it tests."""

    rule: str
    span: Span


@dataclass(frozen=True, slots=True)
class RuleText:
    """An entry of the ledger: a rule of the printed game in our own words."""

    rule: str
    section: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class OptionForm:
    """An entry of `options`, chosen before play. values: the words of a list written as its type. value: what is chosen.
    listed: a line of a table of options, which may be there for the reader only."""

    address: str
    name: Name
    type: TypeWords | None
    values: tuple[Name, ...]
    value: Expression
    text: str
    rules: tuple[Citation, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class FieldForm:
    """A property of a record kind; a mark when it has a start value or resets (it may change at play). takes: what is given
    to the rule text in its cells. opens: windows that open before each statement of an effect."""

    name: Name
    type: TypeWords
    is_mark: bool
    per: Name | None
    start: Expression | None
    resets: Name | None
    takes: tuple[Parameter, ...] = ()
    opens: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class KindForm:
    """`Suit: [a, b]` (values) or `Card: {worth: 0..14}` (fields)."""

    name: Name
    values: tuple[Name, ...]
    fields: tuple[FieldForm, ...]


@dataclass(frozen=True, slots=True)
class RowForm:
    """One row of a component entry: its cells by column, as written."""

    span: Span
    cells: tuple[tuple[Name, Scalar], ...]


@dataclass(frozen=True, slots=True)
class ComponentForm:
    """An entry of `components`: what it makes, how many, where they start and what is printed on them."""

    address: str
    name: Name
    make: Name
    variables: tuple[tuple[Name, Expression], ...]
    copies: Expression | None
    copies_by_players: tuple[tuple[int, int, Expression], ...]
    per_player: bool
    title: Words | None
    start: Expression | None
    condition: Expression | None
    values: tuple[tuple[Name, Scalar], ...]
    rows: tuple[RowForm, ...]
    rules: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class ZoneForm:
    """An entry of `zones`."""

    address: str
    name: Name
    holds: Name
    per: TypeWords | None
    order: str
    face: str
    size: Expression | None
    seen_by: Audience | None
    counted_by: Audience | None
    enter: str
    rules: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class StateForm:
    """An entry of `state`. reserve: how much of a counter cannot be spent."""

    address: str
    name: Name
    type: TypeWords
    per: tuple[TypeWords, ...]
    start: Expression | None
    resets: Name | None
    seen_by: Audience | None
    rules: tuple[Citation, ...]
    reserve: Expression | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A line of `cases`; the condition is None for `otherwise`."""

    span: Span
    condition: Expression | None
    value: Expression


@dataclass(frozen=True, slots=True)
class Formula:
    """A value: one expression, or cases of which the first true one counts."""

    span: Span
    value: Expression | None
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class DefineForm:
    """An entry of `define`, `scoring` or `invariants`."""

    address: str
    signature: Signature
    formula: Formula
    rules: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class EndForm:
    """An entry of `end`: looked at when `after` is over."""

    address: str
    name: Name
    after: Name
    condition: Expression | None
    winner: Expression | None
    rules: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class DisplayForm:
    """An entry of `display`: how a zone, a counter, a kind or a mark of a kind is shown. owner: of a mark, its kind; way: ""
    for as usual."""

    address: str
    owner: Name | None
    name: Name
    way: Name | None
    title: str
    columns: tuple[Name, ...]
    shown_with: tuple[Name, ...]
    last: Expression | None


@dataclass(frozen=True, slots=True)
class Pick:
    """A line of `choose`: `card: hand where ...`, or with amounts `up to 2 cards: hand` (low, high, several)."""

    name: Name
    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A named node of any section: phase, step, action, option, law, trigger, window, setup part.

    kind: phase, step, choice, menu, ask, may, action, option, law, trigger, window, setup (see `read`).
    event: ("after" | "before" | "instead of", pattern) of a trigger.
    """

    address: str
    name: Name
    kind: str
    span: Span
    rules: tuple[Citation, ...] = ()
    title: str | None = None
    condition: Expression | None = None
    each: Expression | None = None
    variables: tuple[Pick, ...] = ()
    repeat: Repetition | None = None
    who: Expression | None = None
    ask: Words | None = None
    label: Words | None = None
    say: Words | None = None
    picks: tuple[Pick, ...] = ()
    legal: Expression | None = None
    menu: tuple[Name, ...] = ()
    may: Words | None = None
    secret: bool = False
    cost: tuple[Amount, ...] = ()
    takes: tuple[Parameter, ...] = ()
    do: tuple[Statement, ...] = ()
    otherwise: tuple[Statement, ...] = ()
    steps: tuple[Node, ...] = ()
    options: tuple[Node, ...] = ()
    opens: tuple[Name, ...] = ()
    offers: tuple[Name, ...] = ()
    endings: tuple[Name, ...] = ()
    event: tuple[str, EventWords] | None = None
    whenever: Expression | None = None
    during: tuple[Name, ...] = ()
    except_during: tuple[Name, ...] = ()
    beside: bool = False
    opens_when: Expression | None = None

    @property
    def repeat_words(self) -> str:
        """The `repeat` field as it is written."""
        return self.repeat.span.text if self.repeat else ""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant that was worked into a book: its name and title, its file, its own rules and its scenarios."""

    name: str
    title: str
    source: Source
    rule_texts: tuple[RuleText, ...]
    scenarios: Scalar | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A whole rulebook as written, with its variants worked in. source: the file of the rulebook itself; included: those it includes."""

    source: Source
    name: Name
    title: str
    players: tuple[int, int]
    lone_options: str
    words: tuple[Name, ...]
    options: tuple[OptionForm, ...]
    kinds: tuple[KindForm, ...]
    components: tuple[ComponentForm, ...]
    zones: tuple[ZoneForm, ...]
    state: tuple[StateForm, ...]
    define: tuple[DefineForm, ...]
    setup: tuple[Node, ...]
    phases: tuple[Node, ...]
    actions: tuple[Node, ...]
    laws: tuple[Node, ...]
    triggers: tuple[Node, ...]
    windows: tuple[Node, ...]
    scoring: tuple[DefineForm, ...]
    end: tuple[EndForm, ...]
    invariants: tuple[DefineForm, ...]
    display: tuple[DisplayForm, ...] = ()
    rule_texts: tuple[RuleText, ...] = ()
    players_rules: tuple[Citation, ...] = ()
    scenarios: Scalar | None = None
    variants: tuple[Variant, ...] = ()
    included: tuple[Source, ...] = ()
