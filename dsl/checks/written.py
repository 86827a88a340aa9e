"""What a rulebook mentions: every word that stands in its rules, beside the places where names are declared.

In: a book and its flow. Out: `Written`, which the checks look at. A word that stands anywhere counts as a mention of
whatever has that name: a check warns only of what nothing can mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache

from rulewright.dsl.book import (
    Book,
    ComponentForm,
    DefineForm,
    EndForm,
    FieldForm,
    KindForm,
    Node,
    OptionForm,
    StateForm,
    ZoneForm,
)
from rulewright.dsl.document import Scalar
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import End, Name, Signature

# Fields in which a name is declared, not mentioned.
_DECLARING: dict[type, tuple[str, ...]] = {
    Book: ("name", "words", "rule_texts", "players_rules", "scenarios", "variants", "display"),
    KindForm: ("name", "values"),
    OptionForm: ("name", "values"),
    Node: ("name", "endings"),
    Signature: ("name",),
    **dict.fromkeys((ComponentForm, EndForm, FieldForm, StateForm, ZoneForm, DefineForm), ("name",)),
}


@dataclass(frozen=True, slots=True)
class Written:
    """book, flow: what is checked. words: all that are mentioned. endings: those by which something ends. awaited: what
    triggers wait for. nodes: all nodes."""

    book: Book
    flow: Flow
    words: frozenset[str]
    endings: frozenset[str]
    awaited: frozenset[str]
    nodes: tuple[Node, ...]

    def mentions(self, name: str, plural: bool = False) -> bool:
        """Whether a name is mentioned; plural: or its singular, as in `gain 1 coin` of `coins`."""
        return name in self.words or (plural and name.endswith("s") and name[:-1] in self.words)


def written(book: Book, flow: Flow) -> Written:
    """What a book mentions."""
    parts = list(_parts(book))
    words: set[str] = set()
    endings: set[str] = set()
    for part in parts:
        match part:
            case Name():
                words.update(part.text.split("."))
            case Scalar():  # a cell, whose text may be rules
                words.update(re.findall(r"\w+", part.text))
                endings.update(re.findall(r"\bas (\w+)", part.text))
            case End(ending=Name(text=text)):
                endings.add(text)
            case _:
                pass
    events = [node.event for node in book.triggers if node.event is not None]
    awaited = {part.text for event in events for part in _parts(event) if isinstance(part, Name)}
    nodes = tuple(part for part in parts if isinstance(part, Node))
    return Written(book, flow, frozenset(words), frozenset(endings), frozenset(awaited), nodes)


def _parts(whole: object) -> Iterator[object]:
    """Everything that something is made of, itself included, without what only declares a name."""
    todo = [whole]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(reversed(part))
        elif (names := _mentioning(type(part))) is not None:  # type: ignore[arg-type]  # mypy has classes for unhashable
            yield part
            todo.extend(getattr(part, name) for name in reversed(names))


@cache
def _mentioning(kind: type) -> tuple[str, ...] | None:
    """The fields of what is of a kind that may mention something; None for what is not made of parts."""
    if not is_dataclass(kind) or kind in (Span, Source):
        return None
    left_out = _DECLARING.get(kind, ())
    return tuple(each.name for each in fields(kind) if each.name not in left_out)
