"""Passes make a flow smaller and change nothing of the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl import load
from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.passes import PASSES, fold_constants, merge_blocks, optimise, prune_unreachable
from rulewright.dsl.flow.verify import verify
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.match import Match
from rulewright.interpreter.state import State
from tests.dsl.flow.flows import NOBODY, YES, minimal, tiny, with_block, with_blocks

CHAOS = load(Path(__file__).parents[3] / "games" / "chaos" / "game.yaml").flow
END = (0, 0, (), ir.GameEnd(e.Const(()), 0))
NO = e.Const(0)


def reset(origin: int = 0) -> ir.Op:
    return ir.Reset(1, origin)


def say(origin: int) -> ir.Op:
    return ir.Say(("hello",), origin)


@pytest.mark.parametrize("flow", [tiny(), CHAOS], ids=["tiny", "chaos"])
def test_passes_keep_the_laws_and_find_nothing_to_do_twice(flow):
    for each in PASSES:
        flow = each(flow)
        assert verify(flow) == ()
    assert optimise(flow) == flow


@pytest.mark.parametrize("players", range(CHAOS.players[0], CHAOS.players[1] + 1))
def test_the_optimised_game_is_the_same_game(players):
    """Same options at every decision, same log, same end, with every decision made by chance."""
    for seed in range(3):
        random = Random(seed)
        matches = [Match.start(flow, players, seed) for flow in (CHAOS, optimise(CHAOS))]
        for _ in range(400):
            plain, small = ([option.text for option in match.options] for match in matches)
            assert plain == small
            if matches[0].over:
                break
            chosen = random.randrange(len(plain))
            for match in matches:
                match.choose(chosen)
        first, second = matches
        assert first.log(detail=True) == second.log(detail=True)
        assert (first.over, first.winners) == (second.over, second.winners)


# ------------------------------------------------------------------------------------------------ blocks


def test_prune_leaves_out_what_nothing_leads_to_and_numbers_densely():
    flow = tiny()
    lost = with_block(flow, 6, exit=ir.Goto(9, 1))  # no calls any more
    small = prune_unreachable(lost)
    assert len(small.blocks) == len(flow.blocks) - 2
    assert [block.number for block in small.blocks] == list(range(len(small.blocks)))
    assert small.blocks[6].exit == ir.Goto(7, 1)
    assert [each.entry for each in small.procedures] == [0, 9, 12, 14, 16, 19], "procedures stay"
    assert small.blocks[17].exit == ir.Leave(7, 5)
    assert verify(small) == ()


def test_prune_gives_back_a_flow_with_nothing_to_prune():
    flow = tiny()
    assert prune_unreachable(flow) is flow


def test_merge_joins_straight_runs():
    flow = minimal((0, 0, (reset(1),), ir.Goto(1, 2)), (0, 0, (say(3),), ir.Goto(2, 4)), END)
    small = merge_blocks(flow)
    assert small.blocks[0] == ir.Block(0, 0, 0, (reset(1), say(3)), ir.GameEnd(e.Const(()), 0))
    assert len(small.blocks) == 3 and small.procedures[1].entry == 1
    assert verify(small) == ()


def test_merge_goes_against_the_order_of_numbers_too():
    flow = minimal((0, 0, (reset(),), ir.Goto(2, 0)), END, (0, 0, (say(0),), ir.Goto(1, 0)))
    assert merge_blocks(flow).blocks[0].ops == (reset(), say(0))


def merged(flow: Flow) -> int:
    """How many blocks merging saves."""
    small = merge_blocks(flow)
    assert verify(small) == verify(flow) == ()
    return len(flow.blocks) - len(small.blocks)


def test_merge_leaves_a_block_that_something_else_leads_to():
    test = ir.Branch(e.StateVar(1), 1, 2, "", 0)
    assert merged(minimal((0, 0, (), test), (0, 0, (reset(),), ir.Goto(2, 0)), END)) == 0


def test_merge_leaves_scopes_apart():
    assert merged(minimal((0, 0, (), ir.Goto(1, 0)), (0, 1, (), ir.GameEnd(NOBODY, 0)))) == 0
    assert merged(minimal((0, 1, (), ir.Goto(1, 0)), (0, 1, (), ir.GameEnd(NOBODY, 0)))) == 1


def test_merge_leaves_the_beginning_of_a_scenario():
    flow = minimal((0, 0, (), ir.Goto(1, 0)), END)
    assert merged(flow) == 1
    assert merged(replace(flow, entries=(ir.EntrySpec("phases.play", 1, ()),))) == 0


def test_merge_leaves_the_entry_of_a_procedure():
    assert merged(minimal((0, 0, (), ir.Branch(e.StateVar(1), 1, 2, "", 0)), (0, 0, (), ir.Goto(0, 0)), END)) == 0


def test_merge_leaves_a_circle_of_one_block():
    flow = minimal((0, 0, (), ir.Branch(e.StateVar(1), 1, 2, "", 0)), (0, 0, (), ir.Goto(1, 0)), END)
    assert merged(flow) == 0


def test_merge_never_puts_ops_before_a_reaction():
    flow = tiny()
    assert len(merge_blocks(flow).blocks) == len(flow.blocks) - 1, "an empty block may join it"
    assert merged(with_block(flow, 11, ops=(reset(),))) == 0


def test_entries_point_to_the_same_place():
    flow = with_blocks(tiny(), (0, 0, (say(0),), ir.Goto(2, 0)))
    flow = replace(flow, entries=(*flow.entries, ir.EntrySpec("setup", len(flow.blocks) - 1, ())))
    small = optimise(flow)
    for old, new in zip(flow.entries, small.entries, strict=True):
        assert flow.blocks[old.block].ops == small.blocks[new.block].ops


# ------------------------------------------------------------------------------------------------ constants


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
def test_fold(value, folded):
    flow = fold_constants(with_block(tiny(), 10, exit=ir.GameEnd(value, 0)))
    assert flow.blocks[10].exit == ir.GameEnd(folded, 0)


def test_a_branch_on_a_constant_goes_one_way_and_keeps_its_origin():
    flow = minimal((0, 0, (), ir.Branch(e.Not(YES), 1, 2, "never", 5)), END, END)
    assert fold_constants(flow).blocks[0].exit == ir.Goto(2, 5)
    assert len(optimise(flow).blocks) == 3, "the other way is pruned, the rest is merged"


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
def test_a_folded_expression_has_the_same_value_or_the_same_error(value):
    layout = layout_of(tiny(), 3)
    evaluator, state = Evaluator(layout), State.start(layout, 0)
    exit_ = fold_constants(with_block(tiny(), 10, exit=ir.GameEnd(value, 0))).blocks[10].exit
    assert isinstance(exit_, ir.GameEnd)
    assert _result(evaluator, exit_.winners, state) == _result(evaluator, value, state)


def _result(evaluator: Evaluator, value: e.Expr, state: State) -> object:
    try:
        return evaluator.make(value)(state, [], [])
    except PlayError as error:
        return error.code
