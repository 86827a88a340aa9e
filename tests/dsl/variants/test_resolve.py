"""What variants amended becomes one text that is read as the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.__main__ import commands
from rulewright.dsl import load, parse
from rulewright.dsl.amended import bare, read_block, read_formula
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Amendment, Entry, Mapping, Node, Scalar, Sequence, compose
from rulewright.dsl.schema import BLOCKS
from rulewright.dsl.source import Source
from rulewright.dsl.variants.resolve import resolve
from rulewright.dsl.variants.statements import NOTHING, write_statements
from tests.dsl.variants.files import BASE, write_base, write_variant
from tests.test_docs import BLOCKS as EXAMPLES


def block_texts(node: Node, label: str = "") -> Iterator[Scalar]:
    match node:
        case Mapping():
            for entry in node.entries:
                yield from block_texts(entry.value, entry.key.text)
        case Sequence():
            for item in node.items:
                yield from block_texts(item)
        case _ if label in BLOCKS:
            yield node


def sources() -> Iterator[Source]:
    for path in Path("games").glob("*/game.yaml"):
        yield Source(str(path), path.read_text(encoding="utf-8"))
    for found in EXAMPLES.values():
        yield from (
            Source(each.place, each.text)
            for each in found
            if each.language == "yaml" and each.kind in ("game", "base", "part")
        )


@pytest.mark.parametrize("source", list(sources()), ids=lambda source: source.name)
def test_statements_are_written_as_they_are_read(source: Source) -> None:
    root = compose(source, Problems())
    assert root is not None
    for scalar in block_texts(root):
        problems = Problems()
        made = parse.parse_block(scalar, problems)
        if made is None:
            continue
        text = write_statements(made, (scalar,))
        again = parse.parse_block(a_text(text), problems)
        assert bare(again) == bare(made), text
        assert not problems.items


def a_text(text: str) -> Scalar:
    return Scalar(Source("text", text).whole(), text, "literal")


def amended(old: Node, new: str, how: str, target: str | None = None) -> Scalar:
    return Scalar(a_text(new).span, new, "plain", (), Amendment(old, how, None if target is None else a_text(target)))


def resolved(label: str, node: Node) -> Scalar | None:
    key = a_text(label)
    root = resolve(Mapping(key.span, (Entry(key, node),))).root
    found = root.get(label)
    assert found is None or isinstance(found, Scalar)
    return found


@pytest.mark.parametrize(
    ("old", "new", "how", "text"),
    [
        ("a or b", "c", "and", "(a or b) and c"),
        ("a", "b or c", "and", "a and (b or c)"),
        ("some(hand where x)", "no(deck)", "and", "some(hand where x) and no(deck)"),
        ("if a then b else c", "d", "and", "(if a then b else c) and d"),
        ("a or b", "not original", "around", "not (a or b)"),
        ("count(hand)", "original + original", "around", "count(hand) + count(hand)"),
        ("a or b", "original", "around", "a or b"),
        ("a + b", "2 * original", "around", "2 * (a + b)"),
        ("x", 'original and note("original")', "around", 'x and note("original")'),
        ("a\n  or b  # why", "c", "and", "(a or b) and c"),
    ],
)
def test_formulas(old: str, new: str, how: str, text: str) -> None:
    node = amended(a_text(old), new, how)
    found = resolved("if", node)
    assert found is not None and found.text == text
    if "#" not in old:
        assert bare(read_formula(found, Problems())) == bare(read_formula(node, Problems()))


@pytest.mark.parametrize(
    ("old", "new", "how", "target", "text"),
    [
        ("if a: stop", "", "without", "stop", f"if a:\n  {NOTHING}\n"),
        ("stop", "", "without", "stop", None),
        ("shuffle x; stop", "shuffle y", "before", "stop", "shuffle x\nshuffle y\nstop\n"),
        ("if a: stop\nelse if b: shuffle x\nelse: shuffle y", "stop", "instead of", "shuffle x",
         "if a:\n  stop\nelse if b:\n  stop\nelse:\n  shuffle y\n"),
        ("may \"Go on?\" by p: stop", "if c: do original", "around", None,
         'if c:\n  may "Go on?" by p:\n    stop\n'),
        ("choose (stop | shuffle x)", "shuffle y", "instead of", "shuffle x", "choose (stop | shuffle y)\n"),
        ("choose (stop | shuffle x)", "shuffle y", "after", "shuffle x",
         'choose one:\n  "stop":\n    stop\n  "shuffle x":\n    shuffle x\n    shuffle y\n'),
        ("pay 1 a to gain 2 b", "do original\nstop", "around", None, "pay 1 a to gain 2 b\nstop\n"),
        ("for p in players clockwise from (if a then b else c) until d: stop", "do original; do original", "around", None,
         "for p in players clockwise from (if a then b else c) until d:\n  stop\n" * 2),
        ("say \"it's # no {comment}\"  # a comment", "do original", "around", None, "say \"it's # no {comment}\"\n"),
    ],
)  # fmt: skip
def test_blocks(old: str, new: str, how: str, target: str | None, text: str | None) -> None:
    node = amended(a_text(old), new or "stop", how, target)
    found = resolved("do", node)
    assert (None if found is None else found.text) == text


def test_a_text_with_escapes_in_the_file(tmp_path: Path) -> None:
    game = 'actions: {a: {do: "say \\"one\\"; shuffle x"}}\n'
    root = compose(Source("game", game), Problems())
    assert root is not None
    [scalar] = block_texts(root)
    found = resolved("do", amended(scalar, "do original\nstop", "around"))
    assert found is not None and found.text == 'say "one"\nshuffle x\nstop\n'


def test_what_is_not_amended_stays(tmp_path: Path) -> None:
    game = load("games/chaos")
    made = resolve(game.combined.root)
    assert [entry.key.text for entry in made.root.entries] == [entry.key.text for entry in game.combined.root.entries]
    assert made.spans == {}


def test_named_parts_of_a_block_stay_unless_a_variant_made_them() -> None:
    root = compose(Source("game", "do: {first: stop, then_that: shuffle x}\n"), Problems())
    assert isinstance(root, Mapping)
    assert isinstance(resolve(root).root.get("do"), Mapping)
    assert read_block(root.entries[0].value, Problems()) is not None


@pytest.mark.parametrize("operation", ["add", "add before", "wrap"])
def test_statements_of_a_cell(tmp_path: Path, operation: str) -> None:
    text = BASE.replace("worth: 0..9}", "worth: 0..9, gift: Effect}").replace(
        "worth: 9}", "worth: 9, gift: shuffle sea}"
    )
    write_base(tmp_path)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    new = (
        "|\n    do original\n    if some(sea):\n      move beach to sea" if operation == "wrap" else "move beach to sea"
    )
    path = write_variant(tmp_path, f"{operation}:\n  components.rare.rows.Pearl.gift: {new}\n")
    shown = str(resolve(load(path).combined.root).root)
    assert "shuffle sea" in shown and "move beach to sea" in shown
    assert "gift" in CliRunner().invoke(commands, ["diff", str(tmp_path), str(path)]).output
