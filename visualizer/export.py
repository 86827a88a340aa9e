"""Graphs for other programs: GraphML, and JSON as networkx reads it.

In: a graph (see `nodes`). Out: text, the same for the same graph. Reading either back with networkx gives a graph with
the same nodes, edges and attributes: `networkx.read_graphml(file, force_multigraph=True)` and
`networkx.node_link_graph(json.load(file))`.
"""

from __future__ import annotations

import json
from io import BytesIO

import networkx as nx
from networkx.readwrite.graphml import write_graphml_xml

from rulewright.visualizer.nodes import Graph


def write_graphml(graph: Graph) -> str:
    """The graph in GraphML."""
    buffer = BytesIO()
    write_graphml_xml(graph, buffer)  # by name, for the other writer is taken when lxml happens to be there
    return buffer.getvalue().decode() + "\n"


def write_json(graph: Graph) -> str:
    """The graph in the node-link form of networkx: `graph`, `nodes` (with `id`) and `edges` (`source`, `target`)."""
    return json.dumps(nx.node_link_data(graph, edges="edges"), indent=1, ensure_ascii=False) + "\n"
