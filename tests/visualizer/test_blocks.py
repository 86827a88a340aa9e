"""Every block of a flow: each way out of one is told, and each block can be found."""

from __future__ import annotations

import pytest

from rulewright.dsl.flow.ir import Branch, Choice
from rulewright.visualizer.graph import build
from rulewright.visualizer.nodes import BLOCKS, TURN, edges, frames, nodes
from rulewright.visualizer.ways import Ways
from tests.visualizer.pictures import flow_of

GAMES = ("chaos", "worlds_collide", "entropy", "classics/blackjack", "classics/connect_four")


@pytest.mark.parametrize("game", GAMES)
def test_of_several_ways_out_of_a_block_one_at_most_is_not_told(game):
    flow = flow_of(f"{game}/game.yaml")
    graph, ways = build(flow, BLOCKS), Ways(flow)
    words = {node.address: node.words.split("\n") for node in nodes(graph)}
    worded = {(edge.source, edge.target) for edge in edges(graph) if edge.guards}
    asked = 0
    for number in sorted(ways.reachable):
        block, here = flow.blocks[number], f"block {number}"
        targets = {f"block {way.target}" for way in ways.of(number)}
        if isinstance(block.exit, Branch | Choice) and len(targets) > 1:
            asked += 1
            silent = {t for t in targets if (here, t) not in worded and not any(line.endswith(f": {t}") for line in words[here])}
            assert len(silent) <= 1, here
    assert asked > 3


def test_a_loop_says_where_it_goes_when_nobody_is_left():
    graph = build(flow_of("classics/connect_four/game.yaml"), BLOCKS)
    said = [line for node in nodes(graph) for line in node.words.split("\n")]
    assert "none is left: block 8" in said and "nothing to choose: block 15" in said


def test_nothing_is_said_twice_in_a_block():
    graph = build(flow_of("classics/connect_four/game.yaml"), BLOCKS)
    (body,) = (node.words for node in nodes(graph) if node.words.startswith("for square in lowest_free(column)"))
    assert body == "for square in lowest_free(column): set square.disc to me"


def test_effects_say_on_what_they_are_printed():
    graph = build(flow_of("worlds_collide/game.yaml"), BLOCKS)
    said = [node.words.split("\n")[0] for node in nodes(graph) if node.words.startswith("printed on ")]
    assert {"printed on Persuader", "printed on Seer", "printed on Cenec"} <= set(said)


def test_what_looks_for_laws_stands_in_a_frame():
    flow = flow_of("chaos/game.yaml")
    graph = build(flow, BLOCKS)
    (frame,) = (frame for frame in frames(graph) if frame.title == "Laws and triggers")
    loose = {node.address for node in nodes(graph) if not node.group}
    assert loose and all(flow.blocks[int(each.removeprefix("block "))].procedure == flow.main for each in loose)
    assert sum(node.group == frame.address for node in nodes(graph)) > 5


def test_who_decides_is_one_player_where_each_has_a_turn():
    graph = build(flow_of("classics/connect_four/game.yaml"), BLOCKS)
    assert [node.who for node in nodes(graph) if node.kind == "decision"] == ["player of the turn"]


def test_a_round_that_begins_anew_says_so():
    graph = build(flow_of("classics/pig/game.yaml"), TURN)
    (again,) = (edge for edge in edges(graph) if edge.source == edge.target)
    assert again.guards == ("afterwards, again",)
    assert [edge.guards for edge in edges(graph) if edge.target == "phases.game.turn.throw" and edge.kind == "next"] == [("otherwise",)]


def test_who_decide_all_at_once_are_asked_in_no_order():
    graph = build(flow_of("classics/goofspiel/game.yaml"), TURN)
    assert [node.loop for node in nodes(graph) if node.kind == "sealed"] == ["each player"]
