"""Sums, comparisons and tests of constants become constants; what would fail at play is left for play."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.fold import fold
from tests.interpreter.passes.board import after


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("count_up < 2 + 3 * 4 and (1 < 2 or count_up is 1)", "((StateVar(1{count_up}) < #14) and #1)"),
        ("1 - 5 < count_up / count_up", "(#-4 < (StateVar(1{count_up}) / StateVar(1{count_up})))"),
        ("count_up < 900000000000000000 * 900000000000000000", "(StateVar(1{count_up}) < (#900000000000000000 * #900000000000000000))"),
    ],
)
def test_fold(condition: str, text: str) -> None:
    assert after(fold, condition=condition) == text
