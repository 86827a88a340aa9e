"""Reads the rules of the printed game: the section that names their file, and the file.

In: the section of a document, or a source. Out: `RuleText`s. Every id is one that can be cited, and stands once.
"""

from __future__ import annotations

import re

from rulewright.dsl.beside import read_beside
from rulewright.dsl.book import Citation, RuleText
from rulewright.dsl.diagnostics import Label, Problems, Rule
from rulewright.dsl.document import Mapping, Scalar, Sequence, compose
from rulewright.dsl.document import Node as Item
from rulewright.dsl.fields import BAD_CITATION, WRONG_SHAPE, Fields, as_mapping, as_scalar, read_citations
from rulewright.dsl.source import Source, Span

DUPLICATE_RULE = Rule("RW145", "duplicate-rule")

_ID = re.compile(r"[A-Za-z]+-\d+")


def read_rules(item: Item | None, problems: Problems) -> tuple[tuple[RuleText, ...], tuple[Citation, ...]]:
    """The section `rules`: the texts of the file it names, and the rules that `players` carries out."""
    if item is None:
        return (), ()
    file = item
    cited: tuple[Citation, ...] = ()
    if isinstance(item, Mapping):
        fields = Fields(item, "rules", "`rules`", problems)
        found, players = fields.item("texts"), fields.item("of players")
        cited = () if players is None else read_citations(players, problems)
        if found is None:
            return (), cited
        file = found
    scalar = as_scalar(file, "the file of the rules", problems)
    if scalar is None:
        return (), cited
    other = read_beside(scalar, problems)
    return (() if other is None else read_rule_texts(other, problems)), cited


def read_rule_texts(source: Source, problems: Problems) -> tuple[RuleText, ...]:
    """The entries `{id, section, text}` of a file of rules."""
    root = compose(source, problems)
    if not isinstance(root, Sequence):
        if root is not None:
            problems.report(WRONG_SHAPE, root.span, "a file of rules is a list of `- id: ...`")
        return ()
    found: list[RuleText] = []
    seen: dict[str, Span] = {}
    for item in root.items:
        mapping = as_mapping(item, "a rule", problems)
        if mapping is None:
            continue
        fields = Fields(mapping, "rule text", "a rule", problems)
        fields.need("id")
        number = fields.scalar("id") if mapping.get("id") is not None else None
        section, text = _text(fields, "section"), _text(fields, "text")
        if number is not None and _is_new(number, seen, problems):
            found.append(RuleText(number.text, section, " ".join(text.split()), mapping.span))
    return tuple(found)


def _text(fields: Fields, label: str) -> str:
    scalar = fields.scalar(label)
    return "" if scalar is None else scalar.text


def _is_new(number: Scalar, seen: dict[str, Span], problems: Problems) -> bool:
    """Whether an id can be cited and stands here for the first time."""
    text = number.text
    if not _ID.fullmatch(text):
        hint = "an id is letters, a dash and digits: `CHA-012`"
        problems.report(BAD_CITATION, number.span, f"`{text}` cannot be cited", hint=hint)
        return False
    if text in seen:
        first = (Label(seen[text], "the first one"),)
        problems.report(DUPLICATE_RULE, number.span, f"the rule `{text}` stands twice", labels=first, hint="give it an id of its own")
        return False
    seen[text] = number.span
    return True
