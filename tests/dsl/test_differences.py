"""Two rulebooks that play differently are never called the same.

Every small change of a rulebook is held against its flow, and every field of a book is one that is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from rulewright.dsl import Game, Problems, book
from rulewright.dsl.differences.compare import Side, differences
from rulewright.dsl.document import Entry, Mapping, Node, Scalar, Sequence, compose
from rulewright.dsl.pipeline import compile_combined
from rulewright.dsl.schema import ORDERED
from rulewright.dsl.source import Source
from rulewright.dsl.text_files import read_source
from rulewright.dsl.variants.combine import Combined
from tests.dsl.variants.files import flow_words, write_base
from tests.source_files import ROOT

WORDS = ((" and ", " or "), ("clockwise", "counterclockwise"), ("owner", "all"), ("down", "up"), ("highest", "lowest"))


# How each form of a book is called in `parts`, and what is not compared of it: places, and what follows from the rest.
SECTIONS_OF_NODES = {"setup", "phases", "actions", "laws", "triggers", "windows"}
FORMS = {
    book.Book: ("book", {"source", "included", "title", "scenarios", "variants", *SECTIONS_OF_NODES}),
    book.OptionForm: ("option", {"listed"}),
    book.KindForm: ("kind", set()),
    book.FieldForm: ("each", {"is_mark"}),
    book.ComponentForm: ("component", set()),
    book.RowForm: ("row", set()),
    book.ZoneForm: ("zone", set()),
    book.StateForm: ("state", set()),
    book.DefineForm: ("define", set()),
    book.Formula: ("formula", {"span"}),
    book.Case: ("each", {"span"}),
    book.EndForm: ("end", set()),
    book.DisplayForm: ("display", {"owner", "name"}),
    book.Node: ("node", set()),
    book.RuleText: ("text", set()),
}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_field_of_a_book_is_compared(form: type) -> None:
    """A field that is new in a book belongs into `parts`, too."""
    text = (ROOT / "dsl/differences/parts.py").read_text(encoding="utf-8")
    called, others = FORMS[form]
    names = {each.name for each in fields(form)} - others - {"address"}
    assert [name for name in sorted(names) if f"{called}.{name}" not in text] == []


def slips(node: Node, label: str = "") -> Iterator[tuple[str, Node]]:
    """The same document with one number, word, line or entry changed, taken away or put elsewhere."""
    match node:
        case Scalar(text=text):
            for found in re.finditer(r"\d+", text):
                yield text, replace(node, text=f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}")
            yield from ((text, replace(node, text=text.replace(a, b, 1))) for a, b in WORDS if a in text)
            lines = text.split("\n")
            for at in range(len(lines) - 1):
                yield lines[at], replace(node, text="\n".join([*lines[:at], *lines[at + 1 :]]))
        case Mapping(entries=entries):
            for at, entry in enumerate(entries):
                yield f"without {entry.key.text}", replace(node, entries=(*entries[:at], *entries[at + 1 :]))
                if at and label in ORDERED:
                    swapped = (*entries[: at - 1], entry, entries[at - 1], *entries[at + 1 :])
                    yield f"{entry.key.text} earlier", replace(node, entries=swapped)
                for words, value in slips(entry.value, entry.key.text):
                    changed = (*entries[:at], Entry(entry.key, value), *entries[at + 1 :])
                    yield f"{entry.key.text}: {words}", replace(node, entries=changed)
        case Sequence(items=items):
            for at, item in enumerate(items):
                yield f"without {at}", replace(node, items=(*items[:at], *items[at + 1 :]))
                for words, value in slips(item):
                    yield words, replace(node, items=(*items[:at], value, *items[at + 1 :]))


def compiled(root: Mapping, source: Source) -> Game | None:
    problems = Problems()
    game = compile_combined(Combined(root, source), {}, problems)
    return None if problems.errors else game


def test_what_plays_differently_is_different(tmp_path: Path) -> None:
    source = read_source(write_base(tmp_path) / "game.yaml", Problems())
    assert source is not None
    root = compose(source, Problems())
    assert isinstance(root, Mapping)
    game = compiled(root, source)
    assert game is not None
    side, flow = Side(game.book, root), flow_words(game)
    assert differences(side, side) == ()
    tried = 0
    for words, other in slips(root):
        assert isinstance(other, Mapping)
        changed = compiled(other, source)
        if changed is not None:
            tried += 1
            found = differences(side, Side(changed.book, other))
            assert found or flow_words(changed) == flow, words
            assert all(each.sentence.endswith(".") and each.places != (None, None) for each in found)
    assert tried > 70
