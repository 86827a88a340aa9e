"""Graphs survive the way through other programs' formats."""

from __future__ import annotations

import json
from io import BytesIO

import networkx as nx
import pytest

from rulewright.dsl import load
from rulewright.visualizer.export import write_graphml, write_json
from rulewright.visualizer.graph import BUILDERS, build
from tests.source_files import ROOT
from tests.visualizer.flows import fair

GAMES = sorted(ROOT.glob("games/*/game.yaml"))


def parts(graph):
    return dict(graph.nodes(data=True)), [(a, b, data) for a, b, data in graph.edges(data=True)]


@pytest.mark.parametrize("view", BUILDERS)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_graphml_comes_back(path, view):
    graph = build(load(path).flow, view)
    back = nx.read_graphml(BytesIO(write_graphml(graph).encode()), force_multigraph=True)
    assert parts(back) == parts(graph)
    assert {name: back.graph[name] for name in graph.graph} == graph.graph


@pytest.mark.parametrize("view", BUILDERS)
def test_json_comes_back(view):
    graph = build(fair(), view)
    back = nx.node_link_graph(json.loads(write_json(graph)), edges="edges")
    assert parts(back) == parts(graph)
    assert back.graph == graph.graph


def test_every_block_that_play_can_reach_is_a_node_of_its_level():
    flow = load(GAMES[0]).flow
    graph = build(flow, "blocks")
    numbers = [number for _, data in graph.nodes(data=True) if not data["frame"] for number in [int(data["blocks"])]]
    assert len(numbers) == len(set(numbers)) > 200
    assert all(data["ways"] == f"{a.split()[1]}>{b.split()[1]}" for a, b, data in graph.edges(data=True))
