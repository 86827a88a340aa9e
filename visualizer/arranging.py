"""The picture of any graph: each view has its own way of being arranged.

In: a graph as `graph.build` makes it. Out: its `Picture`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.visualizer.blocks import arrange_blocks
from rulewright.visualizer.changes import mark
from rulewright.visualizer.components_layout import arrange_components
from rulewright.visualizer.interaction_layout import arrange_interaction
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.nodes import BLOCKS, COMPONENTS, INTERACTION, TURN, Graph
from rulewright.visualizer.picture import Picture

ARRANGERS: Mapping[str, Callable[[Graph], Picture]] = {
    TURN: arrange,
    INTERACTION: arrange_interaction,
    COMPONENTS: arrange_components,
    BLOCKS: arrange_blocks,
}


def picture_of(graph: Graph) -> Picture:
    """The picture of a graph, by its view; of a compared one with what became of each part, and the list of it."""
    return mark(ARRANGERS[graph.graph["view"]](graph), graph)
