"""Lines: broken at blanks, kept together where there is room, set in columns and side by side."""

from __future__ import annotations

import pytest

from rulewright.interpreter.tabletop.styled import grid, joined, side_by_side, span, text_of, tied, width_of, wrapped


def texts(lines: list[tuple[tuple[str, str], ...]]) -> list[str]:
    return [text_of(line) for line in lines]


def test_a_line_is_broken_at_blanks_and_indented() -> None:
    assert texts(wrapped(span("one two three four five"), 14, 2)) == ["one two three", "  four five"]
    assert texts(wrapped(span("one two three four"), 9, 4)) == ["one two", "three", "four"], "too narrow for an indent"
    assert texts(wrapped((), 9)) == [""]


def test_what_is_tied_stays_together_while_there_is_room() -> None:
    line = joined((span("a b"), tied(span("c d e")), span("f")))
    assert texts(wrapped(line, 8)) == ["a b", "c d e f"]
    assert texts(wrapped(tied(span("one two three")), 9)) == ["one two", "three"]


def test_a_word_that_is_too_long_is_cut() -> None:
    assert texts(wrapped(span("abcdefghij klm"), 4)) == ["abcd", "efgh", "ij", "klm"]


@pytest.mark.parametrize("width", range(4, 30))
def test_no_line_is_wider(width: int) -> None:
    line = joined((span("hand: ", "name"), tied(span("Eye of the Storm")), span("日本語 カード"), span("x" * 50)))
    assert max(map(width_of, wrapped(line, width, 2))) <= width


def test_wide_signs_take_two_columns_and_accents_none() -> None:
    assert width_of(span("日本")) == 4
    assert width_of(span("e\u0301")) == 1


def test_styles_stay_with_their_words() -> None:
    (first, second) = wrapped((("red ", "r"), ("green blue", "g")), 9)
    assert first == (("red", "r"), (" ", ""), ("green", "g")) and second == (("blue", "g"),)


def test_a_grid_has_columns_and_breaks_its_cells() -> None:
    rows = [[span("one"), span("a, b")], [span("two"), span("a long cell here")]]
    assert texts(grid([span("n"), span("what")], rows, 40)) == ["n    what", "one  a, b", "two  a long cell here"]
    assert texts(grid([span("n"), span("what")], rows, 14)) == ["n    what", "one  a, b", "two  a long", "     cell here"]


def test_a_grid_without_room_becomes_a_list() -> None:
    head = [span(f"column{number}") for number in range(6)]
    rows = [[span(f"cell{number}") for number in range(6)]]
    lines = grid(head, rows, 30)
    assert max(map(width_of, lines)) <= 30
    assert "column5 cell5" in " ".join(texts(lines)).replace("  ", " ")


def test_blocks_stand_beside_one_another() -> None:
    one, two = [span("a"), span("bb")], [span("c")]
    assert texts(side_by_side([one, two], 20)) == ["a    c", "bb"]
    assert texts(side_by_side([one, two], 5)) == ["a", "bb", "c"]
