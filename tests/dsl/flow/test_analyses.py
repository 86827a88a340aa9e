"""What is said about a flow without playing it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import (
    Touched,
    callees,
    loops_without_stop,
    may_stop,
    predecessors,
    reachable_blocks,
    reads,
    solve,
    successors,
    writes,
    written,
    zones_of,
)
from rulewright.dsl.types import PLAYER
from tests.dsl.flow.flows import HAND, ME, NOBODY, POT, YES, hand, minimal, tiny, with_block, with_blocks

EVERYWHERE = Touched(everywhere=True)


def test_solve_gives_the_least_values():
    after = {"a": ["b"], "b": ["c", "a"], "c": [], "d": ["d"]}

    def ahead(key: str, look: Callable[[str], frozenset[str]]) -> frozenset[str]:
        return frozenset(after[key]).union(*(look(each) for each in after[key]))

    nothing: frozenset[str] = frozenset()
    found = solve(list(after), ahead, nothing)
    assert found == {"a": {"a", "b", "c"}, "b": {"a", "b", "c"}, "c": frozenset(), "d": {"d"}}


def test_blocks_that_come_before_and_after():
    assert successors(tiny().blocks[3]) == (4, 6)
    assert successors(tiny().blocks[4]) == (5, 3)
    assert successors(tiny().blocks[19]) == (), "a `Leave` goes to another procedure"
    assert predecessors(tiny())[3] == (2, 4, 5)


def test_reachable_blocks():
    flow = tiny()
    assert reachable_blocks(flow) == set(range(len(flow.blocks)))
    lost = len(flow.blocks)
    flow = with_blocks(flow, (0, 0, (), ir.Goto(lost + 1, 0)), (0, 0, (), ir.Goto(lost, 0)))
    assert reachable_blocks(flow) == set(range(lost)), "a lost circle leads only to itself"
    assert 9 in reachable_blocks(with_block(flow, 8, exit=ir.Goto(10, 0))), "a `Leave` leads to it"


def test_callees():
    called = callees(tiny())
    assert called[0] == {1, 2, 5}, "settling, the action, and whatever effect the field holds"
    assert called[1] == {3}, "the settle procedure runs reactions"
    assert called[2] == {4}


def test_may_stop():
    assert may_stop(tiny()) == {0, 2, 4}, "main asks, the window asks, the action opens the window"
    silent = with_block(tiny(), 18, exit=ir.Goto(20, 5))
    assert may_stop(silent) == {0}


@pytest.mark.parametrize(("value", "touched"), [
    (YES, Touched()),
    (e.StateVar(0, (e.StateVar(1),)), Touched(frozenset({0, 1}))),
    (e.Count(hand(ME)), Touched(zones=frozenset({HAND}))),
    (e.LiesIn(NOBODY, POT), Touched(zones=frozenset({POT}))),
    (e.Apply(1), Touched(frozenset({0}), frozenset({HAND}))),
    (e.Holder(NOBODY), EVERYWHERE),
    (e.FaceUp(NOBODY), EVERYWHERE),
    (e.PlaceOf(NOBODY), EVERYWHERE),
    ((e.Contents(0), e.StateVar(1)), Touched(frozenset({1}), frozenset({0}))),
])  # fmt: skip
def test_reads(value, touched):
    assert reads(tiny(), value) == touched


@pytest.mark.parametrize(("value", "zones"), [
    (NOBODY, set()),
    (e.Const(()), set()),
    (e.Const(3), None),
    (hand(ME), {HAND}),
    (e.FirstOf(e.Filter(e.Contents(POT), 8, YES)), {POT}),
    (e.Gather(e.Seats(), 8, hand(e.Temp(8))), {HAND}),
    (e.Combine("+", hand(ME), e.Contents(0)), {HAND, 0}),
    (e.Combine("-", hand(ME), e.Contents(0)), {HAND}),
    (e.MakeSet((e.LastOf(hand(ME)), e.Local(1))), None),
    (e.MakeSet((e.LastOf(hand(ME)), NOBODY)), {HAND}),
    (e.Pick(YES, hand(ME), e.Contents(POT)), {HAND, POT}),
    (e.Best("highest", e.Contents(POT), 8, YES, True), {POT}),
    (e.Everything(0), None),
    (e.Apply(0, (ME,)), None),
])  # fmt: skip
def test_zones_of(value, zones):
    assert zones_of(tiny(), value) == zones


@pytest.mark.parametrize(("op", "touched"), [
    (ir.Assign(1, YES, 0), Touched()),
    (ir.Reset(1, 0), Touched(frozenset({1}))),
    (ir.Move(hand(ME), POT, None, "enter", None, None, ME, (), 0), Touched(zones=frozenset({HAND, POT}))),
    (ir.Move(ME, POT, None, "enter", None, None, ME, (), 0), Touched(zones=frozenset({POT}), everywhere=True)),
    (ir.Exchange(hand(ME), e.Contents(0), ME, (), 0), Touched(zones=frozenset({HAND, 0}))),
    (ir.PassAround(HAND, YES, ME, (), 0), Touched(zones=frozenset({HAND}))),
    (ir.Turn(e.Contents(POT), True, ME, (), 0), Touched(zones=frozenset({POT}))),
])  # fmt: skip
def test_written(op, touched):
    assert written(tiny(), op) == touched


def test_writes_of_procedures_follow_calls():
    found = writes(tiny())
    assert found[4] == Touched(zones=frozenset({HAND})), "showing a hand changes who sees it"
    assert found[5] == Touched(zones=frozenset({HAND, POT}))
    assert found[2] == Touched(frozenset({0}), frozenset({HAND}), everywhere=True)
    assert found[0] == Touched(frozenset({0, 1}), frozenset({0, HAND, POT}), everywhere=True)


# ------------------------------------------------------------------------------------------------ loops

TEST = e.Compare("<", e.StateVar(1), e.Const(3))
END = (0, 0, (), ir.GameEnd(e.Const(()), 0))


def branch(condition: e.Expr, then: int, otherwise: int) -> ir.Branch:
    return ir.Branch(condition, then, otherwise, "", 0)


def take(rest: int) -> tuple[ir.Op, ...]:
    first = ir.Assign(rest + 1, e.FirstOf(e.Local(rest)), 0)
    return (first, ir.Assign(rest, e.After(e.Local(rest), e.Local(rest + 1)), 0))


def test_a_loop_on_a_condition_is_found():
    flow = minimal((0, 0, (), branch(TEST, 1, 2)), (0, 0, (), ir.Goto(0, 0)), END)
    assert loops_without_stop(flow, 0) == (frozenset({0, 1}),)


def test_a_loop_that_asks_is_none():
    draw = ir.Draw(e.Seats(), 1, PLAYER, 0, 0)
    assert loops_without_stop(minimal((0, 0, (), branch(TEST, 1, 2)), (0, 0, (), draw), END), 0) == ()
    assert loops_without_stop(tiny(), 0) == ()


def test_a_loop_over_a_set_is_counted():
    blocks = ((0, 0, (), branch(e.Count(e.Local(1)), 1, 2)), (0, 0, take(1), ir.Goto(0, 0)), END)
    assert loops_without_stop(minimal(*blocks), 0) == ()
    refilled = (blocks[0], (0, 0, (*take(1), ir.Assign(1, e.Seats(), 0)), ir.Goto(0, 0)), END)
    assert loops_without_stop(minimal(*refilled), 0) == (frozenset({0, 1}),)


def test_a_loop_that_counts_down_is_counted():
    less = ir.Assign(1, e.Arithmetic("-", e.Local(1), e.Const(1)), 0)
    more = branch(e.Compare(">", e.Local(1), e.Const(0)), 1, 2)
    assert loops_without_stop(minimal((0, 0, (), more), (0, 0, (less,), ir.Goto(0, 0)), END), 0) == ()


def test_loops_inside_loops():
    """Outside over local 1, inside over local 3, which is filled anew each time."""
    outer = (0, 0, (), branch(e.Count(e.Local(1)), 1, 5))
    fill = (0, 0, (*take(1), ir.Assign(3, e.Seats(), 0)), ir.Goto(2, 0))
    inner = (0, 0, (), branch(e.Count(e.Local(3)), 3, 4))
    inside, back = (0, 0, take(3), ir.Goto(2, 0)), (0, 0, (), ir.Goto(0, 0))
    assert loops_without_stop(minimal(outer, fill, inner, inside, back, END), 0) == ()
    endless = (0, 0, (), branch(TEST, 1, 5))
    assert loops_without_stop(minimal(endless, fill, inner, inside, back, END), 0) == (frozenset({0, 1, 2, 3, 4}),)
