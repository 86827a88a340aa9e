"""All passes together: the laws hold after each, blocks stay where they are, and the reference machine plays the same game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.shape import targets
from rulewright.dsl.flow.verify import verify
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.match import Match
from rulewright.interpreter.passes import PASSES, quickened
from rulewright.interpreter.passes.spans import Span, spans_of
from tests.source_files import ROOT

CLASSICS = sorted(ROOT.glob("games/classics/*/game.yaml"))
SHIPPED = sorted([*ROOT.glob("games/*/game.yaml"), *CLASSICS])
STOPS = 60


def name_of(path: Path) -> str:
    return path.parent.name


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_the_laws_hold_after_each_pass_and_blocks_keep_their_numbers(path: Path) -> None:
    flow = load(path).flow
    blocks = [(block.number, block.procedure, block.scope) for block in flow.blocks]
    before = verify(flow)
    for each in PASSES:
        flow = each(flow, flow.players[0])
        assert verify(flow) == before
        assert [(block.number, block.procedure, block.scope) for block in flow.blocks] == blocks


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_where_blocks_are_counted_each_leads_where_it_led_or_nowhere(path: Path) -> None:
    flow = load(path).flow
    for before, after in zip(flow.blocks, quickened(flow, flow.players[0], counting=True).blocks, strict=True):
        assert set(targets(after.exit)) <= set(targets(before.exit))
        assert isinstance(after.exit, ir.Gone) or len(after.ops) == len(before.ops)


@pytest.mark.parametrize("path", SHIPPED, ids=name_of)
def test_the_reference_machine_plays_the_same_game(path: Path) -> None:
    flow = load(path).flow
    players, chance = flow.players[0], random.Random(4)
    plain, quick = Match.start(flow, players, 9), Match.start(quickened(flow, players), players, 9)
    for _ in range(STOPS):
        assert plain.grounds == quick.grounds and plain.state == quick.state
        if plain.over:
            break
        index = chance.randrange(len(plain.grounds))
        plain.choose(index)
        quick.choose(index)
    assert plain.winners == quick.winners


def is_within(span: Span, value: int) -> bool:
    return span.low <= value <= span.high or (span.none and value == e.NONE)


@pytest.mark.parametrize("path", CLASSICS, ids=name_of)
def test_variables_and_locals_stay_within_their_spans(path: Path) -> None:
    flow = load(path).flow
    players, chance = flow.players[0], random.Random(5)
    layout = layout_of(flow, players)
    spans, match = spans_of(layout), Match.start(flow, players, 2)
    for _ in range(STOPS):
        for number, base in enumerate(layout.bases):
            span = spans.of(e.StateVar(number))
            end = layout.bases[number + 1] if number + 1 < len(layout.bases) else len(layout.starts)
            assert all(is_within(span, value) for value in match.state.cells[base:end])
        frame = match.state.frames[-1]
        procedure = frame[0]
        assert isinstance(procedure, int)
        spans.of_procedure(procedure)
        for slot, value in enumerate(frame[3:]):
            span = spans.of(e.Local(slot))
            for each in value if isinstance(value, tuple) else (value,):
                assert each == e.NONE or is_within(span, each)  # a local that was given nothing yet is none
        if match.over:
            break
        match.choose(chance.randrange(len(match.grounds)))
