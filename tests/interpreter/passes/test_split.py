"""Filters ask first what is the same in every state; where something may fail they stay as they are."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.split import split
from rulewright.interpreter.passes.tabulate import tabulate
from tests.interpreter.passes.board import after


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (
            "some(each n in 1..2 where some(Square where disc is none and col is n))",
            "AnyOf(RangeOf(#1, #2), 6, AnyOf(Filter(Everything(0{Square}), 8, (Field(0{col}, %8) is %6)), 7, (StateVar(0{disc}, "
            "[%7]) is none)))",
        ),
        (
            "some(Square where disc is none and col is count_up)",
            "AnyOf(Lookup([[0, 1], [2, 3], []], [1], [2], [StateVar(1{count_up})]), 6, (StateVar(0{disc}, [%6]) is none))",
        ),
        (
            "count(Square where disc is none and col is 2) > 3",
            "(Count(Filter(Filter(Everything(0{Square}), 7, (Field(0{col}, %7) is #2)), 6, (StateVar(0{disc}, [%6]) is none))) "
            "> #3)",
        ),
        (
            "some(Square where 5 / count_up is 2 and col is 2)",
            "AnyOf(Everything(0{Square}), 6, (((#5 / StateVar(1{count_up})) is #2) and (Field(0{col}, %6) is #2)))",
        ),
        (  # much work that is the same for every square
            "some(Square where disc is none and count(Square where disc is first(players)) > 1)",
            "((Count(Filter(Everything(0{Square}), 6, (StateVar(0{disc}, [%6]) is none))) > #0) and (Count(Filter(Everything(0{Square}), "
            "7, (StateVar(0{disc}, [%7]) is FirstOf(Seats())))) > #1))",
        ),
    ],
)
def test_split(condition: str, text: str) -> None:
    assert after(split, condition=condition) == text


def test_what_is_left_is_a_table() -> None:
    text = after(split, tabulate, condition="some(each n in 1..2 where some(Square where disc is none and col is n))")
    assert text == "AnyOf(#[1, 2], 6, AnyOf(Lookup([[0, 1], [2, 3], [0, 1]], [1], [2], [%6]), 7, (StateVar(0{disc}, [%7]) is none)))"
