"""What declared ranges and types prove is marked; what they do not prove is not, and both machines still test it."""

from __future__ import annotations

import pytest

from rulewright.dsl.flow.text import parse_flow, print_flow
from rulewright.interpreter.passes.prove import prove
from tests.dsl.flow.flows import SOURCES
from tests.interpreter.passes.board import after as invariant_after
from tests.interpreter.passes.flow_text import after, flow_of

FAR = "9" * 17


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("count_up + 1 > 3", '(Arithmetic("+", StateVar(1{count_up}), #1, yes) > #3)'),
        (
            f"count_up * {FAR} - 1 > 3",
            f'(Arithmetic("-", Arithmetic("*", StateVar(1{{count_up}}), #{FAR}, yes), #1, yes) > #3)',
        ),
        (f"count_up * {FAR} * {FAR} > 3", f'((Arithmetic("*", StateVar(1{{count_up}}), #{FAR}, yes) * #{FAR}) > #3)'),
        ("5 / (count_up + 1) > 3", '((#5 / Arithmetic("+", StateVar(1{count_up}), #1, yes)) > #3)'),
        ("sum(Square by col) > 3", '(Fold("sum", Everything(0{Square}), 6, Field(0{col}, %6), yes) > #3)'),
    ],
)
def test_sums_that_cannot_be_too_large(condition: str, text: str) -> None:
    assert invariant_after(prove, condition=condition) == text


def test_a_sum_of_what_may_be_large_is_tested() -> None:
    assert "yes)" not in invariant_after(prove, condition=f"sum(Square by col * {FAR}) > 3").rpartition("Arithmetic")[0]


BEFORE = """
block 0 of 0 in 0:
  SetState variable=1 value=#9 by=none
  SetState variable=1 value=#10 by=none
  SetState variable=1 value=StateVar(1) by=none
  Assign slot=1 value=StateVar(1)
  SetState variable=1 value=$1 by=none
  Move what=Contents(0) zone=1 owner=#1 place="enter" by=none
  Move what=Contents(0) zone=1 owner=#2 place="enter" by=none
  Move what=Contents(0) zone=2 place="enter" by=none
  -> Shuffle zone=1 owner=Neighbour(#0, 1) then=1
block 1 of 0 in 0:
  -> Shuffle zone=1 owner=Neighbour(none, 1) then=2
block 2 of 0 in 0:
  -> GameEnd winners=Seats()
"""


def test_what_lies_within_bounds_and_owners_that_there_are() -> None:
    sure = ("value=#9 by=none", "value=StateVar(1) by=none", "value=$1 by=none", "then=1")
    found = BEFORE
    for each in sure:
        found = found.replace(each, f"{each} fits=yes")
    for each in ('owner=#1 place="enter" by=none', 'zone=2 place="enter" by=none'):
        found = found.replace(each, f"{each} fits=yes")
    assert after(prove, blocks=BEFORE) == found


def test_marks_can_be_read_back() -> None:
    flow = prove(flow_of(BEFORE), 2)
    assert parse_flow(print_flow(flow), SOURCES) == flow
