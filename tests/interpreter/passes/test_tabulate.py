"""What is the same in every state is worked out beforehand, unless it fails for some of what it hangs on."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.tabulate import tabulate
from tests.interpreter.passes.board import after


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (
            "some(each s in Square where s.next(north) is not none and s.disc is none)",
            "AnyOf(Everything(0{Square}), 6, (Lookup([1, 0, 1, 0, 1], [0], [4], [%6]) and (StateVar(0{disc}, [%6]) is none)))",
        ),
        ("no(players clockwise from first(players) where count_up > 9)", "Not(AnyOf(#[0, 1], 6, (StateVar(1{count_up}) > #9)))"),
        ("some(each s in Square where 5 / (s.col - 1) > 9)", "AnyOf(Everything(0{Square}), 6, ((#5 / (Field(0{col}, %6) - #1)) > #9))"),
    ],
)
def test_tabulate(condition: str, text: str) -> None:
    assert after(tabulate, condition=condition) == text
