"""A zone in which nothing comes or goes is a constant; one that things leave is not."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.still import still
from tests.interpreter.passes.board import after


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("some(board where disc is none)", "AnyOf(#[0, 1, 2, 3], 6, (StateVar(0{disc}, [%6]) is none))"),
        ("some(box)", "(Count(Contents(1{box})) > #0)"),
        ("some(each s in Square where some(s.stand))", "AnyOf(Everything(0{Square}), 6, (Count(Contents(2{stand}, %6)) > #0))"),
    ],
)
def test_still(condition: str, text: str) -> None:
    assert after(still, condition=condition) == text
