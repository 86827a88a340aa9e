"""The course of one game: its steps on the graph, and the picture of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import Match, uniform
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.transcript import passages
from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.course_of_play import Step, course, marked, steps_words
from rulewright.visualizer.heat import heat
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.nodes import edge_key
from rulewright.visualizer.turn import turn_flow
from tests.source_files import ROOT
from tests.visualizer.flows import chaos, fair

FLOWS: dict[str, Callable[[], Flow]] = {
    "fair": fair,
    "chaos": chaos,
    "entropy": lambda: load(ROOT / "games" / "entropy").flow,
    "worlds_collide": lambda: load(ROOT / "games" / "worlds_collide").flow,
}
EACH = pytest.mark.parametrize("name", FLOWS)


@cache
def played(name: str, decisions: int = 400) -> tuple[Flow, Match, Trace, list[Step]]:
    flow = FLOWS[name]()
    players = flow.players[0]
    trace = Trace(flow, players, keep_path=True)
    match = Match.start(flow, players, 3, trace=trace)
    policy = uniform(3)
    while not match.over and len(match.history) < decisions:
        match.choose(policy(match.view(match.decider)))
    return flow, match, trace, course(flow, turn_flow(flow), passages(match))


@EACH
def test_a_step_for_each_decision(name: str):
    _, match, _, steps = played(name)
    assert [step.number for step in steps] == list(range(len(match.history) + 1))
    assert steps[0].decided == steps[0].at == "" and steps[0].nodes[0] == "start"
    for step, after in pairwise(steps):
        assert after.at == step.waits != "" and after.decided
    assert (steps[-1].waits == "") == match.over
    assert [line for step in steps for line in step.log] == match.log()


@EACH
def test_the_steps_together_are_the_heat_of_the_game(name: str):
    flow, _, trace, steps = played(name)
    graph = turn_flow(flow)
    found = heat(flow, graph, trace.taken, trace.asked, trace.reactions, trace.games)
    visits = {address: sum(step.nodes.count(address) for step in steps) for address in found.nodes}
    assert visits == {address: each.visits for address, each in found.nodes.items()}
    taken = {key for step in steps for key in step.edges}
    assert taken == {key for key, count in found.edges.items() if count}


@EACH
def test_the_picture_shows_where_play_went(name: str):
    flow, match, _, steps = played(name)
    picture = marked(arrange(turn_flow(flow)), steps)
    come_to = {address for step in steps for address in (step.at, *step.nodes)}
    assert {box.address for box in picture.boxes() if box.heat} == come_to - {""}
    assert {box.address for box in picture.boxes() if any(line.role == "count" for line in box.lines)} == come_to - {""}
    edges = {key for step in steps for key in step.edges}
    for arrow in picture.arrows:
        if arrow.kind != "back":
            taken = (arrow.kind, arrow.source, arrow.target, arrow.words) in edges
            assert (arrow.heat, bool(arrow.count)) == (float(taken), taken)
    assert len(picture.notes) == len(match.history) + 1
    assert (picture.notes[1].text, picture.notes[1].address) == (f"1. {steps[1].decided}", steps[1].at)


def test_the_first_steps_of_chaos():
    *_, steps = played("chaos")
    assert (steps[0].nodes, steps[0].waits) == (("start", "setup.first_dealer", "phases.game.deal"), "phases.game.deal")
    assert [key[:3] for key in steps[0].edges] == [
        ("next", "start", "setup.first_dealer"),
        ("next", "setup.first_dealer", "phases.game.deal"),
    ]
    assert steps[1].decided.endswith(": deal") and steps[1].nodes[0] == "phases.game.round.turn/begin"
    assert "opens" in {key[0] for key in steps[1].edges}


def test_reactions_are_among_the_edges():
    *_, steps = played("chaos")
    reacting = [step for step in steps if any(key[0] == "reacts" for key in step.edges)]
    assert reacting and all(any(node.startswith("triggers.") for node in step.nodes) for step in reacting)


def test_the_edges_of_steps_are_edges_of_the_graph():
    flow, _, _, steps = played("fair")
    taken = {edge for step in steps for edge in step.edges}
    assert taken and taken <= {edge_key(edge) for edge in graphs.edges(turn_flow(flow))}


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([3], "step 3"),
        ([3, 5], "steps 3, 5"),
        ([1, 2, 3, 4, 5, 6], "steps 1, 2, 3, 4, 5, 6"),
        ([1, 2, 3, 4, 5, 6, 9], "steps 1, 2, 3, 4, 5 and 2 more"),
    ],
)
def test_steps_in_words(numbers: list[int], words: str):
    assert steps_words(numbers) == words
