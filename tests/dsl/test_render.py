"""Diagnostics as text and as JSON; and names that are nearly right."""

from __future__ import annotations

import json

import pytest

from rulewright.dsl.diagnostics import Label, Problems, Rule, RulewrightError, Severity
from rulewright.dsl.render import render, render_all, to_json
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import did_you_mean, nearest

UNKNOWN = Rule("RW304", "unknown-zone")
UNUSED = Rule("RW501", "unused-zone", Severity.WARNING)
TEXT = "zones:\n  deck: {}\n  hand: {}\ndo: move 1 from deck to hnad\n"


def problems_at(source, word, message="no zone is called `hnad`", rule=UNKNOWN, **more):
    problems = Problems()
    start = source.text.index(word)
    problems.report(rule, Span(source, start, start + len(word)), message, **more)
    return problems


def drawn(source, word, **more):
    return render(problems_at(source, word, **more).items[0], colour=False).split("\n")


def test_a_diagnostic_shows_its_line_and_its_place():
    assert drawn(Source("game.yaml", TEXT, None), "hnad", hint="did you mean `hand`?") == [
        "game.yaml:4:25: error[RW304] unknown-zone",
        "  |",
        "4 | do: move 1 from deck to hnad",
        "  |                         ^^^^ no zone is called `hnad`",
        "  = hint: did you mean `hand`?",
    ]


def test_labels_have_lines_of_their_own():
    source, other = Source("game.yaml", "\n" * 9 + TEXT, None), Source("cards.csv", "hand\n", None)
    near = source.text.index("hand")
    labels = (Label(Span(source, near, near + 4), "declared here"), Label(other.whole(), "and used here"))
    assert drawn(source, "hnad", labels=labels)[4:] == [
        "   |",
        "12 |   hand: {}",
        "   |   ---- declared here",
        "  --> cards.csv:1:1",
        "   |",
        " 1 | hand",
        "   | ---- and used here",
    ]


@pytest.mark.parametrize(
    ("before", "cells"),
    [("abc ", 4), ("世界 ", 5), ("\t", 4), ("a\t", 5), ("e\u0301 ", 2), ("é ", 2), ("\u200b", 1), ("\x1b[", 2)],
)
def test_the_underline_is_right_below_the_place(before, cells):
    line = drawn(Source("game.yaml", f"{before}hnad x\n", None), "hnad")[3]
    assert line.index("^") - len("  | ") == cells
    assert line.count("^") == 4


def test_wide_signs_are_underlined_in_full():
    assert "^^^^ " in drawn(Source("game.yaml", "a 世界 b\n", None), "世界")[3]


def test_what_a_terminal_acts_upon_is_not_shown():
    source = Source("ga\x1bme.yaml", "\x1b[31m\u202ehnad\n", None)
    text = render(problems_at(source, "hnad", message="no `\x1b[31m`\nhere").items[0], colour=False)
    assert "\x1b" not in text and "\u202e" not in text
    assert len(text.split("\n")) == 4


def test_a_place_over_several_lines_is_underlined_up_to_the_end_of_the_first():
    assert drawn(Source("game.yaml", TEXT, None), "deck: {}\n  hand", message="here")[3].endswith("^^^^^^^^ here")


def test_a_long_line_is_cut_around_the_place():
    lines = drawn(Source("game.yaml", "x" * 5000 + "hnad" + "y" * 5000, None), "hnad")
    assert len(lines[2]) < 200
    begin = lines[3].index("^")
    assert lines[2][begin : begin + 4] == "hnad"
    assert lines[2].startswith("1 | ...") and lines[2].endswith("...")


def test_an_empty_place_has_one_caret_also_at_the_end():
    source = Source("game.yaml", "ab\n", None)
    for place, column in ((0, 0), (2, 2), (3, 0)):
        problems = Problems()
        problems.report(UNKNOWN, Span(source, place, place), "here")
        line = render(problems.items[0], colour=False).split("\n")[3]
        assert line == "  | " + " " * column + "^ here"


def test_a_file_without_text_has_no_line():
    problems = Problems()
    problems.report(UNKNOWN, Source("no.yaml", "", None).whole(), "there is no file `no.yaml`")
    assert render(problems.items[0], colour=False).split("\n") == [
        "no.yaml: error[RW304] unknown-zone",
        "  = there is no file `no.yaml`",
    ]


def test_colour_only_adds_colour():
    item = problems_at(Source("game.yaml", TEXT, None), "hnad", hint="x").items[0]
    coloured = render(item, colour=True)
    assert "\x1b[1;31m" in coloured
    for tone in ("0", "1", "1;31", "1;34", "36"):
        coloured = coloured.replace(f"\x1b[{tone}m", "")
    assert coloured == render(item, colour=False)


def test_the_last_line_counts():
    source = Source("game.yaml", TEXT, None)
    problems = problems_at(source, "hnad")
    assert render_all(problems, False).split("\n")[-1] == "1 error"
    problems.report(UNUSED, Span(source, 0, 1), "unused")
    problems.report(UNKNOWN, Span(source, 1, 2), "unknown")
    assert render_all(problems, False).split("\n")[-1] == "2 errors, 1 warning"
    assert render_all(Problems(), False) == ""


def test_json_says_the_same():
    source = Source("game.yaml", TEXT, None)
    label = Label(Span(source, 0, 5), "declared here")
    item = problems_at(source, "hnad", hint="did you mean `hand`?", labels=(label,)).items[0]
    assert json.loads(json.dumps(to_json(item))) == {
        "file": "game.yaml",
        "line": 4,
        "column": 25,
        "end_line": 4,
        "end_column": 29,
        "code": "RW304",
        "name": "unknown-zone",
        "severity": "error",
        "message": "no zone is called `hnad`",
        "hint": "did you mean `hand`?",
        "labels": [
            {"file": "game.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 6, "text": "declared here"}
        ],
    }


def test_problems_are_in_order_and_not_told_twice():
    source = Source("b.yaml", TEXT, None)
    problems = problems_at(source, "hnad")
    problems.report(UNUSED, Span(source, 0, 5), "unused")
    problems.report(UNUSED, Span(source, 0, 5), "unused")
    problems.report(UNKNOWN, Source("a.yaml", "x", None).whole(), "first")
    assert [each.message for each in problems.items] == ["first", "unused", "no zone is called `hnad`"]
    assert len(problems.errors) == 2 and len(problems.warnings) == 1


def test_an_error_says_everything_in_lines():
    error = RulewrightError(problems_at(Source("game.yaml", TEXT, None), "hnad", hint="did you mean `hand`?"))
    said = "game.yaml:4:25: error[RW304] unknown-zone: no zone is called `hnad` (did you mean `hand`?)"
    assert str(error) == said


@pytest.mark.parametrize(
    ("word", "found"),
    [("hnad", ["hand"]), ("HAND", ["hand"]), ("Decks", ["deck"]), ("xyzzy", []), ("", []), ("discrad", ["discard"])],
)
def test_nearest(word, found):
    assert nearest(word, ["deck", "hand", "discard"]) == found


def test_did_you_mean():
    assert did_you_mean("hnad", ["hand", "deck"]) == "did you mean `hand`?"
    assert did_you_mean("card", ["cards", "cart"]) in (
        "did you mean `cards` or `cart`?",
        "did you mean `cart` or `cards`?",
    )
    assert did_you_mean("hnad", []) is None
