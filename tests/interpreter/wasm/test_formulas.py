"""Formulas in a module: numbers of 64 bits, sets, and what happens where a rule cannot be carried out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.limits import HIGHEST, LOWEST
from rulewright.dsl.types import NUMBER, SetType
from rulewright.interpreter import PlayError
from rulewright.interpreter.chance import Stream, mix
from rulewright.interpreter.fast.runtime import Failed
from rulewright.interpreter.policy import Uniform
from rulewright.interpreter.wasm.load import Engine, available
from rulewright.interpreter.wasm.machine import Game
from rulewright.interpreter.wasm.playing import summary
from tests.interpreter import tiny

pytestmark = pytest.mark.skipif(not available(), reason="wasmtime is not installed (extra fast)")
FAR = [0, 1, -1, 2, -7, 7, 10**9, -(2**31), 2**40, HIGHEST, LOWEST, HIGHEST - 1, LOWEST + 1]


def assigned(*values: e.Expr, kinds: tuple[object, ...] = ()) -> ir.Flow:
    """A game that puts values into its locals from slot 1 on and is over."""
    made = tuple(ir.Assign(slot, value, 0) for slot, value in enumerate(values, 1))
    over = tiny.block(0, ir.GameEnd(tiny.NOTHING, 0), *made)
    flow = tiny.table((over, *tiny.settle(1, 2)), settles=1, locals=len(values) + 2)
    main = flow.procedures[flow.main]
    types = list(main.types)
    for slot, kind in enumerate(kinds, 1):
        types[slot] = kind  # type: ignore[call-overload]
    procedures = list(flow.procedures)
    procedures[flow.main] = replace(main, types=tuple(types))
    return replace(flow, procedures=tuple(procedures), digest=repr(values))


def number(value: int) -> e.Expr:
    """A number of which nothing is known before it is worked out."""
    return e.FirstOf(e.MakeSet((e.Const(value), e.Const(5))), None) if value != -1 else e.LastOf(e.Const((3, -1)))


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "mod", "min", "max"])
def test_arithmetic_is_exact(operator: str) -> None:
    every = [e.Arithmetic(operator, number(left), number(right)) for left in FAR for right in FAR]
    right_ones: list[e.Expr] = []
    wrong_ones: list[e.Expr] = []
    for each in every:
        try:
            (right_ones if LOWEST <= value_of(each) <= HIGHEST else wrong_ones).append(each)
        except PlayError:
            wrong_ones.append(each)
    assert len(right_ones) > 60
    flow = assigned(*right_ones)
    assert Game(Engine(flow, 2, False), flow, 2, 7).state() == tiny.run(flow)[0]
    for wrong in wrong_ones[::7]:
        flow = assigned(wrong)
        with pytest.raises(Failed):
            Game(Engine(flow, 2, False), flow, 2, 7)


def value_of(node: e.Expr) -> int:
    """What the reference machine makes of a formula. Raises PlayError."""
    value = tiny.run(assigned(node))[0].frames[0][3 + 1]
    assert isinstance(value, int)
    return value


SETS = SetType(NUMBER)
SOME, OTHER = e.Const((4, 1, 3, 9)), e.Const((3, 5, 1))
MANY = e.Gather(e.RangeOf(e.Const(1), e.Const(3)), 0, e.RangeOf(e.Const(5000), e.Arithmetic("+", e.Const(5000), e.Temp(0))))


@pytest.mark.parametrize(
    "value",
    [
        e.Combine("+", SOME, OTHER),
        e.Combine("-", SOME, OTHER),
        e.Combine("-", SOME, e.MakeSet((e.Const(1), e.Const(-1)))),
        e.MakeSet((e.Const(3), e.Const(-1), e.Const(3), e.Const(2))),
        e.RangeOf(e.Const(3), e.Const(2)),
        e.Filter(SOME, 0, e.Compare(">", e.Temp(0), e.Const(2))),
        e.Filter(SOME, 0, e.Member(e.Temp(0), e.Combine("+", e.Const((9,)), OTHER))),
        MANY,
        e.Distinct(SOME, 0, e.Arithmetic("mod", e.Temp(0), e.Const(3))),
        e.Best("lowest", SOME, 0, e.Arithmetic("mod", e.Temp(0), e.Const(3)), False),
        e.FirstOf(SOME, e.Const(2)),
        e.FirstOf(SOME, e.Const(-2)),
        e.After(SOME, e.Const(1)),
        e.After(SOME, e.Const(2)),
        e.Around(e.Seats(), e.Const(1), -1),
        e.Around(e.Const((0, 1)), e.Const(1), 1),
        e.Reachable(e.Const((1,)), 0, e.Filter(SOME, 1, e.Compare("<=", e.Temp(1), e.Arithmetic("*", e.Temp(0), e.Const(3))))),
        e.Pick(e.Compare("is", e.Const((1, 2)), e.Const((2, 1))), SOME, OTHER),
        e.Pick(e.Compare("is not", e.Const((1, 2)), e.Const((2, 3))), SOME, OTHER),
    ],
)
def test_sets_are_those_of_the_reference_machine(value: e.Expr) -> None:
    numbers = (
        e.Fold("sum", value, 2, e.Temp(2)), e.Fold("min", value, 2, e.Temp(2)), e.Count(value),
        e.Member(e.Const(3), value),
    )  # fmt: skip
    flow = assigned(value, *numbers, kinds=(SETS,))
    assert Game(Engine(flow, 2, False), flow, 2, 7).state() == tiny.run(flow)[0]


def test_a_tie_of_one_cannot_be_carried_out() -> None:
    flow = assigned(e.Best("highest", SOME, 0, e.Const(1), True))
    with pytest.raises(Failed):
        Game(Engine(flow, 2, False), flow, 2, 7)
    with pytest.raises(PlayError, match="speaks of one"):
        summary(flow, 2, 1)


def test_rules_without_end_are_told_as_ever() -> None:
    flow = tiny.table((tiny.block(0, ir.Goto(0, 0)), *tiny.settle(1, 2)), settles=1)
    with pytest.raises(PlayError, match="without a choice"):
        summary(flow, 2, 1)


def test_sets_inside_sets_without_end_are_told_as_ever() -> None:
    far, near = e.RangeOf(e.Const(1), e.Const(2100)), e.RangeOf(e.Const(1), e.Const(2))
    inner = e.Fold("sum", far, 2, e.AnyOf(near, 3, e.Compare(">", e.Temp(3), e.Arithmetic("+", e.Temp(2), e.Temp(1)))))
    flow = assigned(e.Fold("sum", far, 1, inner))
    with pytest.raises(PlayError, match="sets inside sets"):
        summary(flow, 2, 1)


def test_a_module_goes_on_after_a_failure() -> None:
    flow = tiny.counter()
    engine = Engine(flow, 2, False)
    game = Game(engine, flow, 2, 7)
    with pytest.raises(Failed):
        engine.call("choose", 99)
    assert not game.over
    game.choose(0)
    assert Game(engine, flow, 2, 7).seat >= 0


def test_the_policy_is_the_stream_that_is_written_down() -> None:
    policy, stream = Uniform(5, seat=1), Stream(mix(2**64 - 1 - 5), 1)
    assert [policy.pick(10) for _ in range(50)] == [stream.below(10) for _ in range(50)]
    assert Uniform(5, 0).pick(10**9) != Uniform(5, 1).pick(10**9)
