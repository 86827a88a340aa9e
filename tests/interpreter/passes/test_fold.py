"""Sums, comparisons and tests of constants become constants; what would fail at play is left for play."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.passes.fold import fold
from rulewright.interpreter.state import State
from tests.dsl.flow.flows import NOBODY, YES, minimal, tiny, with_block
from tests.interpreter.passes.board import after

NO = e.Const(0)


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


@pytest.mark.parametrize(("value", "folded"), [
    (e.Arithmetic("+", e.Const(2), e.Const(3)), e.Const(5)),
    (e.Arithmetic("-", NO, e.Arithmetic("*", e.Const(2), e.Const(3))), e.Const(-6)),
    (e.Arithmetic("/", e.Const(-7), e.Const(2)), e.Const(-4)),
    (e.Arithmetic("mod", e.Const(-7), e.Const(2)), e.Const(1)),
    (e.Arithmetic("/", YES, NO), e.Arithmetic("/", YES, NO)),
    (e.Arithmetic("mod", YES, NO), e.Arithmetic("mod", YES, NO)),
    (e.Compare("is", e.Const((1, 2)), e.Const((2, 1))), YES),
    (e.Compare("is not", e.Const((1, 2)), e.Const((2, 3))), YES),
    (e.Compare("is", e.Const(1), e.Const((1,))), NO),
    (e.Compare("<=", e.Const(2), e.Const(2)), YES),
    (e.And(YES, e.StateVar(1)), e.StateVar(1)),
    (e.And(NO, e.StateVar(1)), NO),
    (e.And(e.StateVar(1), YES), e.And(e.StateVar(1), YES)),
    (e.Or(YES, e.StateVar(1)), YES),
    (e.Or(NO, e.StateVar(1)), e.StateVar(1)),
    (e.Not(e.And(YES, NO)), YES),
    (e.Pick(NO, e.StateVar(0), e.StateVar(1)), e.StateVar(1)),
    (e.Count(e.MakeSet((YES, YES, NOBODY, NO))), e.Const(2)),
    (e.Member(YES, e.Const((0, 1))), YES),
    (e.MakeSet((YES, e.StateVar(1))), e.MakeSet((YES, e.StateVar(1)))),
    (e.Filter(e.Seats(), 8, e.Not(NO)), e.Filter(e.Seats(), 8, YES)),
])  # fmt: skip
def test_what_is_folded(value: e.Expr, folded: e.Expr) -> None:
    flow = fold(with_block(tiny(), 10, exit=ir.GameEnd(value, 0)), 3)
    assert flow.blocks[10].exit == ir.GameEnd(folded, 0)


def test_a_branch_on_a_constant_stays() -> None:
    end = (0, 0, (), ir.GameEnd(e.Const(()), 0))
    flow = minimal((0, 0, (), ir.Branch(e.Not(YES), 1, 2, "never", 5)), end, end)
    assert fold(flow, 2).blocks[0].exit == ir.Branch(NO, 1, 2, "never", 5)


def expressions() -> st.SearchStrategy[e.Expr]:
    """Numbers and flags made of constants, with something now and then that depends on the game."""
    few = st.integers(-4, 4)
    of_sets: st.SearchStrategy[e.Expr] = st.deferred(lambda: st.one_of(
        st.builds(e.Const, st.lists(few, unique=True, max_size=3).map(tuple)), st.just(e.Seats()),
        st.builds(e.MakeSet, st.lists(of_numbers, max_size=3).map(tuple)),
    ))  # fmt: skip
    of_flags: st.SearchStrategy[e.Expr] = st.deferred(lambda: st.one_of(
        st.builds(e.Compare, st.sampled_from(["is", "is not", "<", "<=", ">", ">="]), of_numbers, of_numbers),
        st.builds(e.And, both, both), st.builds(e.Or, both, both), st.builds(e.Not, both),
        st.builds(e.Member, of_numbers, of_sets),
        st.builds(e.Compare, st.sampled_from(["is", "is not"]), of_sets, of_sets),
    ))  # fmt: skip
    of_numbers: st.SearchStrategy[e.Expr] = st.deferred(lambda: st.one_of(
        st.builds(e.Const, few), st.just(e.SeatCount()),
        st.builds(e.Arithmetic, st.sampled_from(["+", "-", "*", "/", "mod", "min", "max"]), of_numbers, of_numbers),
        st.builds(e.Pick, of_flags, of_numbers, of_numbers), st.builds(e.Count, of_sets),
    ))  # fmt: skip
    both = st.one_of(of_numbers, of_flags)
    return both


@settings(max_examples=200, deadline=None)
@given(expressions())
def test_a_folded_expression_has_the_same_value_or_the_same_error(value: e.Expr) -> None:
    layout = layout_of(tiny(), 3)
    evaluator, state = Evaluator(layout), State.start(layout, 0)
    exit_ = fold(with_block(tiny(), 10, exit=ir.GameEnd(value, 0)), 3).blocks[10].exit
    assert isinstance(exit_, ir.GameEnd)
    assert _result(evaluator, exit_.winners, state) == _result(evaluator, value, state)


def _result(evaluator: Evaluator, value: e.Expr, state: State) -> object:
    try:
        return evaluator.make(value)(state, [], [])
    except PlayError as error:
        return error.code
