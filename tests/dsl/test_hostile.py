"""What was once accepted in silence, or said in a misleading way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.practice import BASE, changed, codes, drawing, found, with_section

TABLE = """\
rulebook: tabled
players: 2
kinds:
  Suit: [sun, moon]
  Spell: {school: Suit, n: 0..9}
components:
  spells: {make: Spell, table: t.csv, start: book}
zones:
  book: {holds: Spell, order: stack}
  mine: {holds: Spell, per: Player}
phases:
  round: {each: players clockwise from first(players), ask: x, do: move top(book) to mine}
"""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (drawing("choose one:", '  "": gain 1 coins', '  "A": gain 1 score'), "RW442"),
        (drawing("choose one:", '  "A": gain 1 coins', '  "a ": gain 1 score'), "RW442"),
        (with_section("windows: {gap: {each: players clockwise from dealer, ask: Well, offers: []}}"), "RW443"),
        (changed("label: Play {card}", 'label: "Play {card}'), "RW113"),
        (changed("rulebook: practice", 'rulebook: practice\ntitle: "\\e[31mRed"'), "RW103"),
        (changed("copies: 2", "copies: none"), "RW417"),
        (changed("2..4", "\N{SUPERSCRIPT TWO}"), "RW139"),
        (changed("2..4", "\N{ARABIC-INDIC DIGIT THREE}"), "RW139"),
    ],
)
def test_no_longer_accepted(tmp_path: Path, text: str, code: str) -> None:
    assert codes(tmp_path, text) == [code]


def test_a_text_may_begin_with_an_apostrophe(tmp_path: Path) -> None:
    assert codes(tmp_path, changed("label: Play {card}", "label: 'tis time for {card}")) == []


def test_options_told_apart_by_a_formula(tmp_path: Path) -> None:
    assert codes(tmp_path, drawing("choose one:", '  "Take {coins}": stop', '  "Take {score}": stop')) == []


def test_a_needed_section_that_is_empty(tmp_path: Path) -> None:
    head, _, tail = BASE.partition("phases:")
    text = head + "phases: {}\n" + tail[tail.index("actions:") :].replace("round", "nothing")
    assert "the section `phases` is empty" in found(tmp_path, text)[0].message


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("name,school,n\nSpark,sun\n", "this line has 2 cells"),
        ("name,name,n\nSpark,sun,1\n", "two columns have the heading `name`"),
        ("name,school,n\n,sun,1\n", "has no name"),
        ("name,school,n\n\x1b[31m,sun,1\n", "a control character (code 27)"),
        ('name,school,n\n"Spark,sun,1\n', "is not closed in this line"),
    ],
)
def test_a_broken_table_is_all_that_is_said(tmp_path: Path, table: str, words: str) -> None:
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    [one] = found(tmp_path, TABLE)
    assert words in one.message and one.span.source.name.endswith("t.csv")


def test_a_good_table(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name,school,n\nSpark,sun,1\n", encoding="utf-8")
    assert codes(tmp_path, TABLE) == []


def test_rules_without_end_are_placed_at_a_rule(tmp_path: Path) -> None:
    [one] = found(tmp_path, with_section("triggers: {mix: {after: shuffle deck, do: shuffle deck}}"))
    assert one.span.text == "shuffle deck"
