"""Where members lie in the order of a key, the best is the first or the last one; else it is looked for."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.order import order
from rulewright.interpreter.passes.split import split
from rulewright.interpreter.passes.tabulate import tabulate
from tests.interpreter.passes.board import after


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (
            "lowest(Square where disc is none and col is 2 by row).row is 1",
            "(Field(1{row}, FirstOf(Filter(#[2, 3], 6, (StateVar(0{disc}, [%6]) is none)))) is #1)",
        ),
        (
            "highest(Square where disc is none and col is count_up by row).row is 1",
            "(Field(1{row}, LastOf(Filter(Lookup([[0, 1], [2, 3], []], [1], [2], [StateVar(1{count_up})]), 6, (StateVar(0{disc}, [%6]) "
            "is none)))) is #1)",
        ),
        (
            "count(all_lowest(Square where disc is none by col * 2 + row)) is 1",
            "(Count(MakeSet([FirstOf(Filter(Everything(0{Square}), 6, (StateVar(0{disc}, [%6]) is none)))])) is #1)",
        ),
        # two squares with the same key: which one is best is no matter of order
        (
            "count(all_highest(Square where disc is none by row)) is 1",
            '(Count(Best("highest", Filter(Everything(0{Square}), 6, (StateVar(0{disc}, [%6]) is none)), 7, Field(1{row}, %7), no)) is #1)',
        ),
    ],
)
def test_order(condition: str, text: str) -> None:
    assert after(tabulate, split, tabulate, order, condition=condition) == text
