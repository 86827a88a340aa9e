"""Whole numbers as YAML 1.2 writes them, and nothing else."""

from __future__ import annotations

import pytest

from rulewright.dsl import scalars
from rulewright.dsl.diagnostics import Diagnostic, Problems
from rulewright.dsl.document import Scalar
from rulewright.dsl.scalars import as_int
from rulewright.dsl.source import Source


def told_of(word: str) -> tuple[int | None, tuple[Diagnostic, ...]]:
    problems = Problems()
    return as_int(Scalar(Source("numbers", word).whole(), word, "plain"), problems), problems.items


@pytest.mark.parametrize(
    ("word", "number"),
    [("0", 0), ("12", 12), ("-3", -3), ("+4", 4), ("0o17", 15), ("0x1F", 31), ("9" * 18, 10**18 - 1)],
)
def test_whole_numbers(word: str, number: int) -> None:
    assert told_of(word) == (number, ())


@pytest.mark.parametrize("word", ["one", "1.5", "1e3", "12:30", "0o8", "0xG", "٣", "9" * 5000, "-", ""])
def test_no_whole_numbers(word: str) -> None:
    number, (told,) = told_of(word)
    assert number is None and told.rule is scalars.NOT_A_NUMBER and len(told.message) < 100


def test_signs_of_thousands_are_explained() -> None:
    number, (told,) = told_of("1_000")
    assert number is None and told.hint == "write 1000"


def test_a_leading_zero_is_warned_of() -> None:
    number, (told,) = told_of("010")
    assert number == 10 and told.rule is scalars.LEADING_ZERO and told.hint == "write 10"
