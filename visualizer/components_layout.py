"""The picture of the flow of components: zones as boxes, and one arrow for all that moves from one to another.

In: the graph of `components`. Out: a `Picture`. What belongs to each player stands in a frame of its own. An arrow has a
line for each rule that moves something, as many as can be read at a glance. What moves from a zone to one of its like,
from hand to hand, is said in its box. Moves that happen only when another rule has interfered are left out; a note says
how many.
"""

from __future__ import annotations

from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.nodes import Edge, Graph, Node
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.words import rule_ranges

MOST_LINES = 5  # on an arrow
BULLET = "•"


def arrange_components(graph: Graph) -> Picture:
    """The picture of a graph of components."""
    nodes, edges = graphs.nodes(graph), graphs.edges(graph)
    within = {edge.source: edge for edge in edges if edge.source == edge.target and not edge.guards}
    parts: list[Box | Frame] = [_box(node, within) for node in nodes if not node.group]
    for frame in graphs.frames(graph):
        inside = tuple(_box(node, within) for node in nodes if node.group == frame.address)
        parts.append(Frame(frame.address, frame.kind, (Line("title", frame.title),), inside, frame.change))
    arrows = tuple(_arrow(edge) for edge in edges if not edge.guards and edge.source != edge.target)
    title: str = graph.graph["title"]
    return Picture(title, Frame("", "game", (), tuple(parts)), arrows, view=graphs.COMPONENTS, notes=_notes(edges))


def _box(node: Node, within: dict[str, Edge]) -> Box:
    lines = [Line("title", node.title)]
    lines.extend(Line("condition", words) for words in node.words.split("\n"))
    lines.extend(Line("chance", f"chance: {words}") for words in node.chance)
    if node.address in within:
        lines.append(Line("words", "from one to another:"))
        lines.extend(Line("words", words) for words in _few(within[node.address]))
    if node.rules:
        lines.append(Line("rules", rule_ranges(node.rules)))
    return Box(node.address, node.kind, node.title, tuple(lines), node.change)


def _arrow(edge: Edge) -> Arrow:
    return Arrow(edge.kind, edge.source, edge.target, labels=_few(edge), change=edge.change)


def _few(edge: Edge) -> tuple[str, ...]:
    """What the edge says, as far as it can be read at a glance."""
    lines = edge.label.split("\n")
    more = len(lines) - MOST_LINES
    if more > 1:  # one more takes no more room than to say so
        lines = [*lines[:MOST_LINES], f"and {more} more"]
    return tuple(f"{BULLET} {line}" for line in lines) if len(lines) > 1 else tuple(lines)


def _notes(edges: list[Edge]) -> tuple[Line, ...]:
    """What is not drawn."""
    count = sum(len(edge.label.split("\n")) for edge in edges if edge.guards)
    if not count:
        return ()
    moves = "1 move is not drawn: it takes" if count == 1 else f"{count} moves are not drawn: they take"
    words = f"{moves} components that another rule has moved in the middle of this one"
    return (Line("condition", words),)
