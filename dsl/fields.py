"""Reads one form of a rulebook: takes its labels one by one, parses each by its place, and refuses what is left over.

In: a mapping of the document and the form's name in `schema.FORMS`. Out: typed values. Every mistake is reported and
answered with None or an empty value, so that reading goes on and all mistakes of a file come out in one run.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from rulewright.dsl import parse
from rulewright.dsl.amended import read_block, read_formula
from rulewright.dsl.book import Citation
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Mapping, Scalar, Sequence
from rulewright.dsl.document import Node as Item
from rulewright.dsl.meant import labels_as_meant
from rulewright.dsl.schema import FORMS, NEEDS
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.syntax import Expression, Name, Statement, TypeWords, Words

WRONG_SHAPE = Rule("RW132", "wrong-shape")
MISSING_KEY = Rule("RW133", "missing-key")
WRONG_WORD = Rule("RW134", "wrong-word")
BAD_CITATION = Rule("RW135", "bad-citation")
LONE_KEY = Rule("RW144", "lone-label")
UNKNOWN_RULE = Rule("RW324", "unknown-rule")

# Words behind labels, and what people call them.
OTHER_WORDS: dict[str, tuple[str, ...]] = {
    "stack": ("queue", "pile", "deck", "ordered"), "row": ("list", "line", "array"), "set": ("none", "unordered", "bag"),
    "down": ("hidden", "closed", "back", "secret", "facedown"), "up": ("open", "visible", "shown", "public", "faceup"),
    "top": ("first", "start", "front"), "bottom": ("last", "end", "back"),
    "yes": ("true", "on"), "no": ("false", "off"),
}
T = TypeVar("T")
_CITATION = re.compile(r"([A-Za-z]+-)(\d+)(?:\s*\.\.\s*(?:([A-Za-z]+-))?(\d+))?$")


def describe(item: Item) -> str:
    """What an item of the document is, for a message."""
    if isinstance(item, Mapping):
        return "a list of `name: value` lines"
    return "a list" if isinstance(item, Sequence) else "nothing" if item.is_empty else f"`{item.text}`"


def as_mapping(item: Item, what: str, problems: Problems, example: str | None = None) -> Mapping | None:
    """The item if it is a mapping; otherwise a report. example: a hint for one text."""
    if isinstance(item, Mapping):
        return item
    if isinstance(item, Scalar) and item.is_empty:
        return None
    hint = None
    if isinstance(item, Sequence):
        names = [name for each in item.items if (name := _first_word(each))]
        if names:
            hint = "give each a line of its own: " + ", ".join(f"`{name}: ...`" for name in names[:3])
        if item.span.text.startswith("-"):
            hint = f"leave out the dashes; write `{names[0] if names else 'name'}:` and under it what belongs to it"
    problems.report(
        WRONG_SHAPE, item.span, f"{what} must be lines of `name: value`; this is {describe(item)}", hint=hint or example
    )
    return None


def _first_word(item: Item) -> str:
    if isinstance(item, Mapping) and item.entries:
        return item.entries[0].key.text
    return item.text if isinstance(item, Scalar) and re.fullmatch(r"[\w ]+", item.text) else ""


def _listed_hint(item: Sequence, what: str) -> str | None:
    """What to write for a list where one text is wanted."""
    label = what.strip("`")
    texts = [each.text for each in item.items if isinstance(each, Scalar)]
    if label in ("do", "else"):
        return f"write statements one a line behind `{label}: |`, without dashes and brackets"
    if not texts or len(texts) < len(item.items):
        return None
    numbers = [int(text) for text in texts if text.isdigit()]
    if len(numbers) == len(texts):
        return f"write `{label}: {min(numbers)}..{max(numbers)}`"
    if any(" for " in text for text in texts):
        return "members are picked with `where`; write `hand where rank > 3`"
    if label in ("if", "whenever", "legal"):
        return f"write `{label}: {' and '.join(texts)}`"
    if label == "type" and all(re.fullmatch(r"[a-z]\w*", text) for text in texts):
        return f"declare a list kind, `kinds: {{Sort: [{', '.join(texts)}]}}`, and write `type: Sort`"
    return f"write `{label}: {texts[0]}`" if len(texts) == 1 else None


def as_scalar(item: Item, what: str, problems: Problems) -> Scalar | None:
    """The item if it is one filled-in value; otherwise a report."""
    if isinstance(item, Scalar) and not item.is_empty:
        return item
    hint = None
    if isinstance(item, Mapping) and item.span.text.startswith("{"):
        hint = "braces begin a map; put the text in double quotes"
    if isinstance(item, Sequence):
        hint = _listed_hint(item, what)
    problems.report(WRONG_SHAPE, item.span, f"{what} must be one text; this is {describe(item)}", hint=hint)
    return None


class Fields:
    """The labels of one form.

    form: the name of the form in `FORMS`. address: of the node, for messages. Labels that the form does not have are
    reported at once, and read as what they were meant to be; labels that say nothing without another are reported, too.
    """

    def __init__(self, mapping: Mapping, form: str, what: str, problems: Problems) -> None:
        self.mapping = labels_as_meant(mapping, form, what, problems)
        self.form = form
        self.what = what
        self.problems = problems
        self._refuse_lone()

    def _refuse_lone(self) -> None:
        """Report every label that says nothing without another."""
        needs = NEEDS.get(self.form, {})
        for entry in self.mapping.entries:
            wanted = needs.get(entry.key.text, ())
            if wanted and all(self.mapping.get(label) is None for label in wanted):
                listed = " or ".join(f"`{label}:`" for label in wanted)
                message = f"`{entry.key.text}` in {self.what} says nothing without {listed}"
                self.problems.report(LONE_KEY, entry.key.span, message, hint=f"add {listed}, or leave `{entry.key.text}` out")

    def item(self, label: str) -> Item | None:
        """What stands behind a label, or None."""
        assert label in FORMS[self.form], label
        return self.mapping.get(label)

    def need(self, label: str) -> Item | None:
        """What stands behind a label that must be there."""
        item = self.item(label)
        if item is None or (isinstance(item, Scalar) and item.is_empty):
            self.problems.report(
                MISSING_KEY,
                self.mapping.entries[0].key.span if self.mapping.entries else self.mapping.span,
                f"{self.what} has no `{label}`",
                hint=f"`{label}` says {FORMS[self.form][label]}",
            )
            return None
        return item

    def scalar(self, label: str) -> Scalar | None:
        """One text behind a label."""
        item = self.item(label)
        return None if item is None else as_scalar(item, f"`{label}`", self.problems)

    def parsed(self, label: str, reader: Callable[[Scalar, Problems], T | None]) -> T | None:
        """One text behind a label, read by its place's parser."""
        scalar = self.scalar(label)
        return None if scalar is None else reader(scalar, self.problems)

    def formula(self, label: str) -> Expression | None:
        """A formula."""
        scalar = self.scalar(label)
        return None if scalar is None else read_formula(scalar, self.problems)

    def words(self, label: str) -> Words | None:
        """A text for people, with {formulas}."""
        return self.parsed(label, parse.parse_words)

    def block(self, label: str) -> tuple[Statement, ...]:
        """Statements: one text, or named parts that are carried out in their order."""
        item = self.item(label)
        if item is None:
            return ()
        if isinstance(item, Sequence):
            as_scalar(item, f"`{label}`", self.problems)
            return ()
        return read_block(item, self.problems) or ()

    def name(self, label: str) -> Name | None:
        """One name."""
        return self.parsed(label, parse.parse_name)

    def address(self, label: str) -> Name | None:
        """A name, or the end of an address: `turn`, `round.turn`."""
        scalar = self.scalar(label)
        return None if scalar is None else _address(scalar, self.problems)

    def addresses(self, label: str) -> tuple[Name, ...]:
        """Names or ends of addresses, one or a list."""
        item = self.item(label)
        found: list[Name] = []
        for each in item.items if isinstance(item, Sequence) else () if item is None else (item,):
            scalar = as_scalar(each, f"an entry of `{label}`", self.problems)
            if scalar is not None and "." in scalar.text:
                address = _address(scalar, self.problems)
                found.extend(() if address is None else (address,))
            elif scalar is not None:
                found.extend(parse.parse_names(scalar, self.problems) or ())
        return tuple(found)

    def names(self, label: str) -> tuple[Name, ...]:
        """A name, or a list of names."""
        item = self.item(label)
        if item is None:
            return ()
        scalars = item.items if isinstance(item, Sequence) else (item,)
        found: list[Name] = []
        if isinstance(item, Mapping):
            listed = ", ".join(entry.key.text for entry in item.entries)
            message = f"`{label}` is a list of names; this is {describe(item)}"
            self.problems.report(WRONG_SHAPE, item.span, message, hint=f"write `{label}: [{listed}]`")
            return ()
        for each in scalars:
            scalar = as_scalar(each, f"an entry of `{label}`", self.problems)
            if scalar is not None:
                found.extend(parse.parse_names(scalar, self.problems) or ())
        return tuple(found)

    def types(self, label: str) -> tuple[TypeWords, ...]:
        """A type, or a list of types."""
        item = self.item(label)
        if item is None:
            return ()
        found = []
        for each in item.items if isinstance(item, Sequence) else (item,):
            scalar = as_scalar(each, f"an entry of `{label}`", self.problems)
            type_ = None if scalar is None else parse.parse_type(scalar, self.problems)
            if type_ is not None:
                found.append(type_)
        return tuple(found)

    def word(self, label: str, allowed: tuple[str, ...], default: str) -> str:
        """One of a few words."""
        scalar = self.scalar(label)
        if scalar is None:
            return default
        if scalar.text in allowed:
            return scalar.text
        listed = ", ".join(f"`{word}`" for word in allowed)
        meant = next((word for word in allowed if scalar.text.lower() in OTHER_WORDS.get(word, ())), None)
        self.problems.report(
            WRONG_WORD,
            scalar.span,
            f"`{label}: {scalar.text}` is not known; it can be {listed}",
            hint=f"write `{label}: {meant}`" if meant else did_you_mean(scalar.text, allowed),
        )
        return default

    def citations(self) -> tuple[Citation, ...]:
        """The rules behind `rules:`: ids and ranges `CHA-024..CHA-026`, one or a list."""
        item = self.item("rules")
        return () if item is None else read_citations(item, self.problems)


def _address(scalar: Scalar, problems: Problems) -> Name | None:
    parts = parse.parse_address(scalar, problems)
    return Name(span=scalar.span, text=".".join(part.text for part in parts)) if parts else None


def read_citations(item: Item, problems: Problems) -> tuple[Citation, ...]:
    """Rule ids in a scalar (with commas) or a list; a range of ids stands for all of them."""
    found: list[Citation] = []
    for each in item.items if isinstance(item, Sequence) else (item,):
        scalar = as_scalar(each, "a rule id", problems)
        if scalar is None:
            continue
        place = 0
        for part in scalar.text.split(","):
            text = part.strip()
            start = place + len(part) - len(part.lstrip())
            span = scalar.span_at(start, start + len(text))
            place += len(part) + 1
            found.extend(_cited(text, span, problems))
    return tuple(found)


def _cited(text: str, span: Span, problems: Problems) -> list[Citation]:
    match = _CITATION.fullmatch(text)
    if match is None or (match[3] and match[3] != match[1]):
        problems.report(BAD_CITATION, span, f"`{text}` is not a rule id", hint="write `CHA-012` or `CHA-012..CHA-015`")
        return []
    first, last = int(match[2]), int(match[4] or match[2])
    if last < first or last - first > 999:
        problems.report(BAD_CITATION, span, f"`{text}` is not a range of rules: it must run upward")
        return []
    width = len(match[2])
    return [Citation(f"{match[1]}{number:0{width}d}", span) for number in range(first, last + 1)]
