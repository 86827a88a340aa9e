"""A book as parts with labelled facts: the one form in which all sections are compared.

In: a book and its document. Out: a tree of `Part`s for each section. A fact that is left out and one that says what
holds anyway are the same: neither is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass

from rulewright.dsl import parse, syntax
from rulewright.dsl.amended import bare
from rulewright.dsl.book import Book, Citation, ComponentForm, DefineForm, DisplayForm, KindForm, Node, Pick, ZoneForm
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.differences.blocks import joined, lines_of
from rulewright.dsl.differences.words import in_words, one_line
from rulewright.dsl.document import Mapping, Scalar
from rulewright.dsl.document import Node as Item
from rulewright.dsl.schema import BLOCKS
from rulewright.dsl.source import Span
from rulewright.dsl.variants.address import at, find
from rulewright.dsl.variants.resolve import resolved_text

Labelled = Dictionary[str, object]  # what stands behind each label; None, "" and () for what does not
LISTED = ("menu", "offers", "opens", "values", "columns", "with")  # lists whose order is part of what they say
_FORMS = {"action": "action", "option": "half", "law": "law", "trigger": "trigger", "window": "window"}


@dataclass(frozen=True, slots=True)
class Fact:
    """What stands behind a label. bare: without places, to compare; words: for people; value: as it was read."""

    label: str
    value: object
    bare: object
    words: str
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A named part of a rulebook. form: step, action, zone, ...; span: its name in the file."""

    section: str
    address: str
    name: str
    form: str
    span: Span
    facts: tuple[Fact, ...] = ()
    parts: tuple[Part, ...] = ()

    def fact(self, label: str) -> Fact | None:
        """What stands behind a label."""
        return next((each for each in self.facts if each.label == label), None)

    def all(self) -> Iterator[Part]:
        """This part and all that are in it."""
        yield self
        for part in self.parts:
            yield from part.all()


def read_parts(book: Book, root: Mapping) -> tuple[Part, ...]:
    """All parts of a book, section by section."""
    return _Reading(root).sections(book)


class _Reading:
    """Makes parts; the document tells where the words stand that a book keeps without their places."""

    def __init__(self, root: Mapping) -> None:
        self.root = root

    def sections(self, book: Book) -> tuple[Part, ...]:
        title = self.root.get("title")
        players = (*book.players, "players")
        found = [
            self.single("rulebook", book.name.text),
            self.single(
                "title", title.text if isinstance(title, Scalar) else book.name.text.replace("_", " ").capitalize()
            ),
            self.single("players", players, f"{players[0]}..{players[1]}", book.players_rules),
            self.single("lone options", book.lone_options),
            self.single("words", book.words),
        ]
        for text in book.rule_texts:
            facts: dict[str, object] = {"section": text.section, "text": text.text}
            found.append(self.part("rules", text.rule, "rule", text.span, facts))
        for option in book.options:
            type_: object = option.values or option.type
            facts = {"type": type_, "default": option.value, "text": option.text, "rules": option.rules}
            found.append(self.part("options", option.name.text, "option", option.name.span, facts))
        found += [self.kind(each) for each in book.kinds]
        found += [self.component(each) for each in book.components]
        found += [self.zone(each) for each in book.zones]
        for state in book.state:
            facts = {
                "type": state.type,
                "per": state.per,
                "start": state.start,
                "resets": state.resets,
                "reserve": state.reserve,
                "rules": state.rules,
            }
            facts["seen by"] = _unless(state.seen_by, "all")
            found.append(self.part("state", state.name.text, "variable", state.name.span, facts))
        found += [self.definition("define", each) for each in book.define]
        for section in ("setup", "phases", "actions", "laws", "triggers", "windows"):
            found += [self.node(section, each) for each in getattr(book, section)]
        found += [self.definition("scoring", each) for each in book.scoring]
        for end in book.end:
            facts = {"after": end.after, "if": end.condition, "winner": end.winner, "rules": end.rules}
            found.append(self.part("end", end.name.text, "end", end.name.span, facts))
        found += [self.definition("invariants", each) for each in book.invariants]
        found += [self.display(each) for each in book.display]
        return tuple(found)

    # ------------------------------------------------------------------------------------ sections

    def single(self, section: str, value: object, words: str = "", rules: tuple[Citation, ...] = ()) -> Part:
        """A section that says one thing."""
        span = self.span(section, self.root.span.sub(0, 0))
        facts = [] if value in ("", ()) else [Fact("", value, _bare("", value), words or _words(value), span)]
        facts += self.facts(section, span, {"rules": rules})
        return Part(section, section, section, "section", span, tuple(facts))

    def display(self, display: DisplayForm) -> Part:
        facts = {
            "as": display.way,
            "title": display.title,
            "columns": display.columns,
            "with": display.shown_with,
            "to": display.last,
        }
        span = (display.owner or display.name).span
        return self.part("display", display.address.removeprefix("display."), "display", span, facts)

    def part(self, section: str, name: str, form: str, span: Span, facts: Labelled) -> Part:
        """An entry of a section without parts of its own."""
        address = f"{section}.{name}"
        return Part(section, address, name, form, span, self.facts(address, span, facts))

    def kind(self, kind: KindForm) -> Part:
        address = f"kinds.{kind.name.text}"
        fields = []
        for each in kind.fields:
            inner = f"{address}.{each.name.text}"
            facts: dict[str, object] = {
                "type": each.type, "per": each.per, "takes": each.takes, "start": each.start, "resets": each.resets,
                "opens": each.opens,
            }  # fmt: skip
            span = each.name.span
            fields.append(Part("kinds", inner, each.name.text, "property", span, self.facts(inner, span, facts)))
        span = kind.name.span
        return Part(
            "kinds",
            address,
            kind.name.text,
            "kind",
            span,
            self.facts(address, span, {"values": kind.values}),
            tuple(fields),
        )

    def component(self, component: ComponentForm) -> Part:
        address, span = component.address, component.name.span
        by_players = tuple(
            (syntax.TypeWords(span=span, low=low, high=high), count)
            for low, high, count in sorted(component.copies_by_players, key=lambda each: each[:2])
        )
        copies: object = component.copies
        if by_players:
            copies = by_players
        elif isinstance(component.copies, syntax.Number) and component.copies.value == 1:
            copies = None
        facts: dict[str, object] = {
            "make": component.make,
            "for": tuple(Pick(name, of) for name, of in component.variables),
            "copies": copies,
            "per": "Player" if component.per_player else None,
            "name": component.title,
            "start": component.start,
            "if": component.condition,
            "rules": component.rules,
        }
        facts |= {name.text: cell for name, cell in component.values}
        rows: dict[str, Part] = {}
        for number, row in enumerate(component.rows, 1):
            cells = {name.text: cell for name, cell in row.cells}
            name = cells.pop("name").text if "name" in cells else str(number)
            name = name if name not in rows else f"{name} ({number})"
            inner = f"{address}.rows.{name}"
            rows[name] = Part("components", inner, name, "row", row.span, self.facts(inner, row.span, dict(cells)))
        return Part(
            "components",
            address,
            component.name.text,
            "component",
            span,
            self.facts(address, span, facts),
            tuple(rows.values()),
        )

    def zone(self, zone: ZoneForm) -> Part:
        facts = {
            "holds": zone.holds,
            "per": zone.per,
            "order": None if zone.order == "set" else zone.order,
            "face": None if zone.face == "up" else zone.face,
            "size": zone.size,
            "enter": None if (zone.enter == "top") == (zone.order == "stack") else zone.enter,
            "seen by": _unless(zone.seen_by, "nobody"),
            "counted by": _unless(zone.counted_by, "all"),
            "rules": zone.rules,
        }
        return self.part("zones", zone.name.text, "zone", zone.name.span, facts)

    def definition(self, section: str, define: DefineForm) -> Part:
        name = define.address.removeprefix(f"{section}.")
        form = {"define": "definition", "scoring": "line of the scoring", "invariants": "invariant"}[section]
        formula = define.formula
        cases = tuple((each.condition, each.value) for each in formula.cases)
        facts = {"parameters": define.signature.parameters, "is": formula.value, "cases": cases, "rules": define.rules}
        return self.part(section, name, form, define.signature.name.span, facts)

    def node(self, section: str, node: Node) -> Part:
        facts: dict[str, object] = {
            "whenever": node.whenever, "if": node.condition, "each": node.each, "for": node.variables,
            "repeat": node.repeat, "opens": node.opens, "who": node.who, "ask": node.ask, "label": node.label,
            "cost": node.cost, "takes": node.takes,
            "choose": node.picks, "legal": node.legal, "menu": node.menu, "offers": node.offers, "may": node.may,
            "secret": "yes" if node.secret else None, "say": node.say, "do": node.do, "else": node.otherwise,
            "endings": node.endings, "during": node.during, "waits for": node.except_during, "title": node.title,
            "beside": "every question" if node.beside else None, "opens when": node.opens_when, "rules": node.rules,
        }  # fmt: skip
        if node.event is not None:
            facts = {node.event[0]: node.event[1], **facts}
        inner = tuple(self.node(section, each) for each in (*node.options, *node.steps))
        form = _FORMS.get(node.kind, "step")
        own = self.facts(node.address, node.span, facts)
        return Part(section, node.address, node.name.text, form, node.span, own, inner)

    # ------------------------------------------------------------------------------------ facts

    def facts(self, address: str, span: Span, values: Labelled) -> tuple[Fact, ...]:
        """The facts that are there."""
        return tuple(
            Fact(
                label,
                value,
                _bare(label, value),
                _words(value),
                self.amended(f"{address}.{label}") or self.place(value) or self.span(f"{address}.{label}", span),
            )
            for label, value in values.items()
            if value is not None and value != () and value != ""
        )

    def amended(self, address: str) -> Span | None:
        """Where a variant has changed something in a block."""
        path = find(self.root, address) if address.rpartition(".")[2] in BLOCKS else None
        found = None if path is None else at(self.root, path)
        return found.span if isinstance(found, Scalar) and found.amends is not None else None

    def place(self, value: object) -> Span | None:
        """Where a value says that it stands."""
        while isinstance(value, tuple) and value:
            value = value[0]
        span = getattr(value.of if isinstance(value, Pick) else value, "span", None)
        return span if isinstance(span, Span) else None

    def span(self, address: str, otherwise: Span) -> Span:
        """Where the document has something."""
        path = find(self.root, address)
        found: Item | None = None if path is None else at(self.root, path)
        return otherwise if found is None else found.span


def _unless(audience: syntax.Audience | None, usual: str) -> syntax.Audience | None:
    """None for the audience that there is anyway."""
    if audience is None or (audience.who.text == usual and audience.unless is None and audience.only_if is None):
        return None
    return audience


def _bare(label: str, value: object) -> object:
    """What is compared: syntax without places; lists whose order says nothing in one order."""
    if isinstance(value, Scalar):
        formula = None if value.amends is not None else parse.parse_formula(value, Problems())
        return " ".join(resolved_text(value).split()) if formula is None else bare(formula)
    if isinstance(value, tuple) and value and isinstance(value[0], Citation):
        return tuple(sorted({("Name", ("text", each.rule)) for each in value}))
    if isinstance(value, tuple) and value and isinstance(value[0], syntax.Name):
        names = tuple(bare(each) for each in value)
        return names if label in LISTED else tuple(sorted(set(names), key=str))
    if isinstance(value, syntax.Words):
        return (
            "Words",
            tuple(re.sub(r"\s+", " ", each) if isinstance(each, str) else bare(each) for each in value.parts),
        )
    return bare(value)


def _words(value: object) -> str:
    """A value in short form, for people."""
    match value:
        case str() | int():
            return str(value)
        case Scalar():
            how = "" if value.amends is None or value.amends.target is not None else value.amends.how
            text = value.text if how in ("before", "after") else resolved_text(value)
            lines = [line for line in map(one_line, text.split("\n")) if line]
            lines = {"before": [*lines, "..."], "after": ["...", *lines]}.get(how, lines)
            return "; ".join(lines).replace(":; ", ": ")
        case Pick():
            return f"{value.name.text}: {in_words(value.of)}"
        case Citation():
            return value.rule
        case syntax.Name():
            return value.text
        case syntax.Parameter():
            default = "" if value.default is None else f", {in_words(value.default)} unless said otherwise"
            return f"{value.type.span.text} {value.name.text}{default}"
        case tuple():
            return _listed(value)
        case None:
            return "otherwise"
        case _:
            return in_words(value)  # type: ignore[arg-type]


def _listed(value: tuple[object, ...]) -> str:
    first = value[0] if value else None
    if isinstance(first, tuple):
        return ", ".join(_paired(each) for each in value if isinstance(each, tuple))
    if isinstance(first, syntax.Amount):
        return " + ".join(_words(each) for each in value)
    if isinstance(first, syntax.Statement.__args__):
        return joined(lines_of(value))
    return ", ".join(_words(each) for each in value)


def _paired(pair: Iterable[object]) -> str:
    """A line of `cases`, or of copies for so many players."""
    left, right = pair
    if isinstance(left, syntax.TypeWords):
        return f"players {left.low}{'' if left.low == left.high else f'..{left.high}'}: {_words(right)}"
    return f"{_words(left)}: {_words(right)}"
