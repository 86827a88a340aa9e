"""What can fail in a formula is known, as far as spans tell."""

from __future__ import annotations

import pytest

from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.passes.failing import Failing
from rulewright.interpreter.passes.spans import spans_of
from tests.interpreter.passes.board import board

FAR = "9" * 17


@pytest.mark.parametrize(
    ("condition", "fails"),
    [
        ("count_up + count_up > 3", False),
        (f"count_up * {FAR} * {FAR} > 3", True),
        ("5 / count_up > 3", True),
        ("5 / (count_up + 1) > 3", False),
        ("some(1..count_up where count_up is 2)", False),
        ("some(each n in 1..count_up * 100000 where n is 2)", True),
        ("some(lowest(Square by col))", True),
        ("some(all_lowest(Square by col))", False),
        ("sum(Square by col) > 3", False),
        (f"sum(Square by col * {FAR}) > 3", True),
        ("first(Square).broken", True),
        ("first(Square).is_mine(first(players))", False),
    ],
)
def test_what_can_fail(condition: str, fails: bool) -> None:
    flow = board(condition, "Square.broken: 5 / it.stand_in is 2\n  Square.stand_in: count(it.stand)")
    layout = layout_of(flow, 2)
    assert Failing(layout, spans_of(layout)).can_fail(flow.invariants[0].condition) == fails
