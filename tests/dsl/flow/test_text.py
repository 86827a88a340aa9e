"""A flow as text and back: nothing is lost, and damaged text is told off."""

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
from rulewright.dsl.flow.shape import CLASSES, walk
from rulewright.dsl.flow.text import FlowTextError, parse_flow, print_flow
from rulewright.dsl.source import Source, Span
from tests.dsl.flow import random_flows
from tests.dsl.flow.flows import SOURCES, tiny, with_block

CHAOS = Path(__file__).parents[3] / "games" / "chaos" / "game.yaml"
TEXT = print_flow(tiny())


def test_tiny(golden):
    """The notation, to look at."""
    golden("flow/tiny.flow", TEXT)


def test_round_trip_of_a_flow_made_by_hand():
    assert parse_flow(TEXT, SOURCES) == tiny()


def test_round_trip_of_a_rulebook():
    flow = load(CHAOS).flow
    sources = {origin.span.source.name: origin.span.source for origin in flow.origins}
    assert parse_flow(print_flow(flow), sources) == flow


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_round_trip_of_any_flow(seed):
    flow = random_flows.random_flow(Random(seed))
    assert parse_flow(print_flow(flow), random_flows.SOURCES) == flow


def test_random_flows_have_every_class_in_them():
    seen = {type(node).__name__ for seed in range(300) for node in walk(random_flows.random_flow(Random(seed)).blocks)}
    assert {name for name, each in CLASSES.items() if each.__module__ == e.__name__} <= seen
    assert {op.__name__ for op in (*ir.Op.__args__, *ir.Exit.__args__)} <= seen


def test_the_tiny_flow_has_every_op_and_exit_in_it():
    seen = {type(node) for node in walk(tiny().blocks)}
    assert {*ir.Op.__args__, *ir.Exit.__args__} <= seen


@pytest.mark.parametrize(("value", "text"), [
    (e.Const(3), "#3"),
    (e.Const(-1), "none"),
    (e.Const((1, -1)), "#[1, -1]"),
    (e.Const(()), "#[]"),
    (e.Local(1), "$1{dealer}"),
    (e.Local(2), "$2"),
    (e.Temp(8), "%8"),
    (e.Contents(0), "Contents(0{deck})"),
    (e.Contents(1, e.Local(0)), "Contents(1{hand}, $0{me})"),
    (e.StateVar(0, (e.Temp(0),)), "StateVar(0{score}, [%0])"),
    (e.Arithmetic("-", e.Const(1), e.Const(-2)), "(#1 - #-2)"),
    (e.Arithmetic("mod", e.Const(1), e.Const(2)), "(#1 mod #2)"),
    (e.Compare("is not", e.Seats(), e.Const(())), "(Seats() is not #[])"),
    (e.Combine("+", e.Seats(), e.Seats()), "(Seats() with Seats())"),
    (e.And(e.Const(1), e.Or(e.Const(0), e.Not(e.Const(0)))), "(#1 and (#0 or Not(#0)))"),
    (e.Arithmetic("xor", e.Const(1), e.Const(2)), 'Arithmetic("xor", #1, #2)'),
    (e.Apply(1), "Apply(1{richest})"),
    (e.Best("lowest", e.Seats(), 8, e.Temp(8), True), 'Best("lowest", Seats(), 8, %8, yes)'),
])  # fmt: skip
def test_how_expressions_look(value, text):
    flow = with_block(tiny(), 10, exit=ir.GameEnd(value, 0))
    assert f"  -> GameEnd winners={text} @0\n" in print_flow(flow)
    assert parse_flow(print_flow(flow), SOURCES) == flow


def change(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1, old
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(("text", "message"), [
    ("", "line 1: the text does not begin with `flow`"),
    ("name: tiny\n", "line 1: the text does not begin with `flow`"),
    (change("flow 1", "flow 2"), "line 1: this is notation 2; only 1 is understood"),
    (change("temps 9\n", ""), "Flow has no `temps`"),
    (change("temps 9", "temps 9\ntemps 9"), "`temps` is there twice"),
    (change("temps 9", "tempos 9"), "line 8: a flow has no part `tempos`"),
    (change("temps 9", 'temps "9"'), "line 8: `temps` of Flow has the wrong type: 9"),
    (change("  1 name=\"Two\"", "  7 name=\"Two\""), "number 1 should come here, not 7"),
    (change("winners=Apply(1{richest})", "winners=Apply("), "a value should come here, not `@`"),
    (change("-> GameEnd winners=Apply(1{richest})", "-> GameOver winners=Apply(1)"), "nothing is called `GameOver`"),
    (change("-> GameEnd winners=Apply(1{richest}) @0", "-> GameEnd @0"), "GameEnd has no `winners`"),
    (change("winners=Apply(1{richest})", "winners=Apply(yes, [], [])"), "Apply has too many parts"),
    (change("winners=Apply(1{richest})", "winners=Apply([])"), "`function` of Apply has the wrong type"),
    (change("winners=Apply(1{richest})", "winners=Goto(block=1 @0)"), "`winners` of GameEnd has the wrong type"),
    (change("winners=Apply(1{richest})", "winners=(#1 plus #2)"), "`plus` is no operator"),
    (change("winners=Apply(1{richest})", "winner=none"), "GameEnd has no part `winner`"),
    (change("winners=Apply(1{richest})", "winners=none winners=none"), "GameEnd has two parts `winners`"),
    (change("winners=Apply(1{richest})", "winners=" + "Not(" * 500), "more than 150 brackets are open"),
    (change("winners=Apply(1{richest})", "winners=&1"), "`&1 @0` cannot be read"),
    (change("  -> GameEnd winners=Apply(1{richest}) @0\n", ""), "block 10 has no exit"),
    (change("-> GameEnd", "GameEnd"), "GameEnd is not an op"),
    (change("  Hold by=-1", "  -> Hold by=-1"), "Hold is not an exit"),
    (change("  0 tiny.yaml:0-10 game", "  0 other.yaml:0-10 game"), "the text of `other.yaml` is missing"),
    (change("  0 tiny.yaml:0-10 game", "  0 tiny.yaml:0-9999 game"), "origin 0 is at 0-9999, but `tiny.yaml` has"),
    (change("  0 tiny.yaml:0-10 game", "  0 tiny.yaml:10"), "origin 0 should come here"),
    (TEXT[: TEXT.index("block 20")], "Flow has no `words`"),
])  # fmt: skip
def test_damaged_text(text, message):
    with pytest.raises(FlowTextError) as error:
        parse_flow(text, SOURCES)
    assert message in str(error.value)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, len(TEXT)),
    st.integers(0, 60),
    st.sampled_from(["", "(", "]", '"', " ", "\n", "-", "1", "Not(", "{"]),
)
def test_any_damage_gives_a_flow_or_a_clear_error(start, length, instead):
    try:
        found = parse_flow(TEXT[:start] + instead + TEXT[start + length :], SOURCES)
    except FlowTextError as error:
        assert str(error).startswith("line ")
    else:
        assert isinstance(found, Flow)


def test_sources_of_one_name_cannot_be_told_apart():
    flow = tiny()
    other = Source("tiny.yaml", "another text of the same name")
    double = replace(flow, origins=(*flow.origins, ir.Origin("game", Span(other, 0, 1))))
    with pytest.raises(ValueError, match=r"two sources are called tiny\.yaml"):
        print_flow(double)
