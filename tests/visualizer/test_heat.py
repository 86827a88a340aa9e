"""The counts of a drawn graph add up, for every shipped game and variant."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Choice, Flow, React
from rulewright.dsl.variants.combine import variant_files
from rulewright.interpreter import playout
from rulewright.interpreter.trace import Trace
from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.blocks import block_flow
from rulewright.visualizer.heat import Heat, NodeHeat, Unreached, count_words, heat, times, warmed
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.nodes import Graph, edge_key
from rulewright.visualizer.turn import turn_flow
from tests.source_files import ROOT
from tests.visualizer.flows import FAIR, fair

PATHS = sorted(path for file in ROOT.glob("games/*/game.yaml") for path in (file, *variant_files(file.parent)))
# A window beside every question is drawn once, in its own box: what goes in and out there has no edges.
EDGED = [path for path in PATHS if all(each.kind != "beside" for each in load(path).flow.procedures)]
DECISIONS = 250


@cache
def played(path: Path | None, games: int = 3) -> tuple[Flow, Graph, Trace, Heat]:
    """Random games of a file, or of the small rulebook, and their heat."""
    flow = fair() if path is None else load(path).flow
    players = flow.players[0]
    trace = Trace(flow, players)
    for seed in range(games):
        playout(flow, players, seed=seed, most_choices=DECISIONS, trace=trace)
    graph = turn_flow(flow)
    return flow, graph, trace, heat(flow, graph, trace.taken, trace.asked, trace.reactions, trace.games)


def named(path: Path | None) -> str:
    return "fair" if path is None else f"{path.parent.name}-{path.stem}"


EACH = pytest.mark.parametrize("path", [None, *PATHS], ids=named)
WITH_EDGES = pytest.mark.parametrize("path", [None, *EDGED], ids=named)


@WITH_EDGES
def test_what_comes_in_by_edges_is_what_comes_to_nodes(path: Path | None):
    """Laws are come to without edges; triggers when it is their turn, which is later than what sets them off."""
    flow, graph, trace, found = played(path)
    entered: Counter[str] = Counter()
    triggers: dict[int, str] = {}
    for edge in graphs.edges(graph):
        if edge.kind == "reacts":
            triggers |= {int(way.partition(">")[2]): edge.target for way in edge.ways}
        elif edge.kind != "back" and not (edge.kind == "call" and edge.source == edge.target):
            entered[edge.target] += found.edges[edge_key(edge)]
    for (source, block), count in trace.taken.items():
        if block in triggers and source >= 0 and isinstance(flow.blocks[source].exit, React):
            entered[triggers[block]] += count
    visits = {node.address: found.nodes[node.address].visits for node in graphs.nodes(graph) if node.kind not in ("law", "start")}
    assert visits == {address: entered[address] for address in visits}


@EACH
def test_games_and_decisions_add_up(path: Path | None):
    _, graph, trace, found = played(path)
    first = next(edge for edge in graphs.edges(graph) if edge.source == "start")
    assert found.nodes["start"].visits == found.edges[edge_key(first)] == found.games == trace.games == 3
    asked = sum(counter.total() for counter in trace.asked.values())
    assert sum(each.decisions for each in found.nodes.values()) == asked > 0
    for each in found.nodes.values():
        assert each.decisions <= each.questions and each.forced <= each.questions and each.held <= each.tested
        assert each.mean <= each.most
    ends = sum(found.nodes[node.address].visits for node in graphs.nodes(graph) if node.kind == "end")
    assert ends <= trace.games


@WITH_EDGES
def test_every_pair_of_nodes_that_play_took_is_drawn(path: Path | None):
    """Play leaves a node for another one only by ways of edges, by calls and by what was left out on purpose."""
    flow, graph, trace, _ = played(path)
    owners = {number: node.address for node in graphs.nodes(graph) for number in node.blocks}
    drawn = {way for edge in graphs.edges(graph) for way in edge.ways}
    for source, block in trace.taken:
        if owners.get(block) in (None, owners.get(source)) or source not in owners:
            continue
        settling = flow.settle in (flow.blocks[source].procedure, flow.blocks[block].procedure)
        assert f"{source}>{block}" in drawn or settling, (source, block, owners[source], owners[block])


def test_the_graph_of_every_block_is_warmed_too():
    flow, _, trace, _ = played(None)
    graph = block_flow(flow)
    found = heat(flow, graph, trace.taken, trace.asked, trace.reactions, trace.games)
    runs: Counter[int] = Counter()
    for (source, block), count in trace.taken.items():
        runs[block] += count * (source != block)
    assert {node.address: found.nodes[node.address].visits for node in graphs.nodes(graph)} == {
        node.address: sum(runs[number] for number in node.blocks) for node in graphs.nodes(graph)
    }


def test_effects_are_called_by_ways():
    flow, graph, _, found = played(None)
    calls = [edge for edge in graphs.edges(graph) if edge.kind == "call" and edge.target == "effects"]
    assert [edge.source for edge in calls] == ["actions.charm"]
    entries = {f">{each.entry}" for each in flow.procedures if each.kind == "effect"}
    assert {way[way.index(">") :] for way in calls[0].ways} == entries
    assert found.edges[edge_key(calls[0])] == found.nodes["effects"].visits > 0


def counted(address: str) -> NodeHeat:
    return played(None)[3].nodes[address]


def test_a_law_is_come_to_when_its_condition_holds():
    law = counted("laws.refill")
    assert law.visits == law.held < law.tested


def test_questions_of_a_node():
    asked = counted("phases.day.turn.rest")
    assert asked.questions == asked.decisions == asked.visits > 0 and asked.most == 2 and asked.mean == 2.0
    bids = counted("phases.day.bids")  # nobody has a card to bid
    assert bids.visits > 0 and (bids.questions, bids.mean, bids.forced_share) == (0, 0.0, 0.0)


def test_a_question_counts_for_the_node_that_asks_it():
    """Discarding asks inside the action that does it, whose box is another one."""
    flow, graph, _, _ = played(ROOT / "games" / "chaos" / "game.yaml")
    asking = [
        block.number
        for block in flow.blocks
        if isinstance(block.exit, Choice) and flow.scopes[block.exit.scope].address == "actions.discard"
    ]
    assert asking and not set(asking) & set(graphs.node(graph, "actions.discard").blocks)
    found = heat(flow, graph, {}, {asking[0]: {2: 7}}, {}, 1)
    assert found.nodes["actions.discard"].decisions == 7
    assert sum(each.decisions for each in found.nodes.values()) == 7


def test_a_taken_only_option_is_a_forced_question():
    flow, graph, _, _ = played(None)
    block = next(block for block in flow.blocks if isinstance(block.exit, Choice) and block.exit.forced == "take")
    assert isinstance(block.exit, Choice)
    target = block.exit.alternatives[0].target
    found = heat(flow, graph, {(block.number, target): 6}, {block.number: {1: 1, 3: 3}}, {}, 1)
    each = next(node for node in found.nodes.values() if node.questions)
    assert (each.decisions, each.forced, each.questions, each.mean, each.most) == (4, 3, 6, 2.0, 3)
    assert each.forced_share == 0.5


# ------------------------------------------------------------------------------------------------ in words and pictures


@pytest.mark.parametrize(("count", "words"), [(0, "never"), (1, "once"), (2, "2 times"), (1234, "1,234 times")])
def test_times(count: int, words: str):
    assert times(count) == words


@pytest.mark.parametrize(
    ("each", "kind", "words"),
    [
        (NodeHeat(0), "step", "never"),
        (NodeHeat(1234, questions=1234, decisions=1234, mean=3.21, most=9), "decision", "1,234 times; 3.2 options, at most 9"),
        (NodeHeat(10, questions=40, decisions=40, forced=10, mean=2.5, most=4), "menu",
         "10 times; 40 questions; 2.5 options, at most 4; 25% with one option only"),
        (NodeHeat(10, questions=1000, forced=1, mean=2.5, most=4), "menu",
         "10 times; 1,000 questions; 2.5 options, at most 4; less than 1% with one option only"),
        (NodeHeat(3, questions=1, decisions=1, forced=1, mean=1.0, most=1), "decision", "3 times; 1 question; 1 option"),
        (NodeHeat(9, tested=8, held=2), "step", "9 times; condition held 2 of 8 times"),
        (NodeHeat(9, tested=8, held=0), "step", "9 times; condition never held"),
        (NodeHeat(9, tested=8, held=8), "step", "9 times"),
        (NodeHeat(2, tested=8, held=2), "law", "2 times"),
    ],
)  # fmt: skip
def test_count_words(each: NodeHeat, kind: str, words: str):
    assert count_words(each, kind) == words


def test_a_warmed_picture():
    _, graph, _, found = played(None)
    cold = arrange(graph)
    picture = warmed(cold, found)
    assert [box.address for box in picture.boxes()] == [box.address for box in cold.boxes()]
    heats = {box.address: box.heat for box in picture.boxes()}
    assert all(degree is not None and 0 <= degree <= 1 for degree in heats.values())
    arrows = [arrow.heat for arrow in picture.arrows if arrow.kind != "back"]
    assert max(degree for degree in (*heats.values(), *arrows) if degree is not None) == 1
    for box in picture.boxes():
        count = [line.text for line in box.lines if line.role == "count"]
        assert count == [count_words(found.nodes[box.address], box.kind)]
        assert (box.heat == 0) == (count == ["never"])
    for arrow in picture.arrows:
        assert (arrow.heat is None) == (arrow.count == "") == (arrow.kind == "back")


def test_what_was_never_reached():
    flow, graph, _, _ = played(None)
    nothing = heat(flow, graph, {}, {}, {}, 0)
    assert len(nothing.unreached) == len(graphs.nodes(graph))
    line = FAIR.split("\n").index("      sweep:") + 1
    assert Unreached("node", "phases.day.sweep", "Sweep", "fair.yaml", line) in nothing.unreached
    picture = warmed(arrange(graph), nothing)
    assert picture.notes[0].text == "Never reached in 0 games" and {box.heat for box in picture.boxes()} == {0.0}


def test_an_edge_between_reached_nodes_that_was_never_taken():
    flow, graph, trace, _ = played(None)
    edge = next(each for each in graphs.edges(graph) if each.kind == "ends")
    ways = {(int(way.split(">")[0]), int(way.split(">")[1])) for way in edge.ways}
    without = heat(flow, graph, {pair: n for pair, n in trace.taken.items() if pair not in ways}, trace.asked, trace.reactions, 3)
    titles = [each.title for each in without.unreached if each.kind == "edge"]
    origin, goal = graphs.node(graph, edge.source).title, graphs.node(graph, edge.target).title
    assert f"{origin} to {goal} ({edge.label})" in titles
    note = next(line for line in warmed(arrange(graph), without).notes if line.text.startswith(f"{origin} to {goal}"))
    assert note.address == edge.source
    assert note.text.endswith(f"({graphs.node(graph, edge.source).file}:{graphs.node(graph, edge.source).line})")
