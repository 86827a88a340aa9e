"""Small definitions are written where they are applied, each argument worked out as often as before."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.inline import inline
from tests.interpreter.passes.board import after


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (
            "some(each s in Square where s.is_mine(first(players)))",
            "AnyOf(Everything(0{Square}), 6, (StateVar(0{disc}, [%6]) is FirstOf(Seats())))",
        ),
    ],
)
def test_inline(condition: str, text: str) -> None:
    assert after(inline, condition=condition) == text


def test_an_argument_that_is_used_twice_stays_an_argument() -> None:
    text = after(inline, condition="twice(count_up) > 2", define="twice(Int n): n + n")
    assert text == "(Apply(2{twice}, [StateVar(1{count_up})]) > #2)"


def test_an_argument_that_can_fail_is_worked_out_even_where_nobody_asks_for_it() -> None:
    text = after(inline, condition="never(5 / count_up) > 2", define="never(Int n): if count_up > 99 then n else 0")
    assert text.startswith("(Apply(")


def test_every_temp_is_bound_once() -> None:
    """`after` looks at the laws."""
    assert "Apply" not in after(inline, condition="some(each s in Square where some(s.others) and some(s.others))", define=OTHERS)


OTHERS = "Square.others: Square where disc is it.disc"
