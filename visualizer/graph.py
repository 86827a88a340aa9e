"""The three graphs of a game, for going on in networkx: `turn_flow(flow)`, `rule_interaction(flow)`, `component_flow(flow)`.

In: a flow (`rulewright.load(path).flow`). Out: a `networkx.MultiDiGraph`; `nodes.Node` and `nodes.Edge` say what its
attributes are called and mean. `build` makes any of the three by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.dsl.flow.ir import Flow
from rulewright.visualizer.blocks import block_flow
from rulewright.visualizer.components import component_flow
from rulewright.visualizer.interaction import rule_interaction
from rulewright.visualizer.nodes import (
    BLOCKS,
    COMPONENTS,
    INTERACTION,
    TURN,
    Edge,
    Graph,
    Node,
    edges,
    frames,
    node,
    nodes,
)
from rulewright.visualizer.turn import turn_flow

__all__ = [
    "BUILDERS", "Edge", "Graph", "Node", "block_flow", "build", "component_flow", "edges", "frames", "node", "nodes",
    "rule_interaction", "turn_flow",
]  # fmt: skip

BUILDERS: Mapping[str, Callable[[Flow], Graph]] = {
    TURN: turn_flow,
    INTERACTION: rule_interaction,
    COMPONENTS: component_flow,
    BLOCKS: block_flow,
}


def build(flow: Flow, view: str = TURN) -> Graph:
    """The graph of a flow by its view, a key of `BUILDERS`. Raises KeyError for a view that there is not."""
    return BUILDERS[view](flow)
