"""What there is to be drawn, as a `networkx.MultiDiGraph`, before anybody thinks of boxes and arrows.

A node is called by the address of a part of the rulebook, or by one made from it. Every attribute of nodes, edges and
the graph is plain text, a number or a truth value, so that a graph survives GraphML and is easy to go on with in
networkx; attributes with several values hold them a line each. `Node` and `Edge` are the attributes by name and say
what each means; `nodes`, `edges`, `node` read them, `add_node` and `add_edge` write them. Everything is in the order
of the rulebook, so the same flow gives the same graph.

The graph itself has `name` (of the rulebook), `title` (for people) and `view` (`turn`, `blocks`, `interaction`
or `components`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    Graph = nx.MultiDiGraph[str]
else:
    Graph = nx.MultiDiGraph

EdgeKey = tuple[str, str, str, str]  # kind, source, target, label
TURN, BLOCKS, INTERACTION, COMPONENTS = "turn", "blocks", "interaction", "components"


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the game that is drawn.

    frame: it stands around other nodes; those name it as their `group`, "" for none. kind: of a frame, the kind of its
    scope (phase, action, law, ...) or owners (of zones); else what it is drawn as: start, step, decision, menu, sealed,
    window, chance, action, law, trigger, loop, over (what comes when a frame is over), effects, end; block; event,
    replacement; zone. words: a prompt that the title does not say; of a block what it does, of a zone how things lie
    there, a line each. loop: the words of its repetition; of what can set itself off, the name of that loop. who: who
    decides. chance: what the dice decide. rules: ids of the printed rules. file, line: where it is written ("" and 0 when
    nowhere). blocks: the numbers of its blocks in the flow. change: added, removed, changed or same when two games are
    compared, else ""; differs: what is different then, a line each.
    """

    address: str
    kind: str
    title: str
    group: str = ""
    frame: bool = False
    words: str = ""
    who: str = ""
    loop: str = ""
    condition: str = ""
    chance: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    blocks: tuple[int, ...] = ()
    change: str = ""
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """How one node leads to another.

    kind: next, option (a choice of it), call, back (from what was called), opens (a window), reacts (a trigger to an
    event), ends (leaves a phase), over (ends the game); does (an event comes of a rule), moves (components between
    zones). label: the option, or what is ended how; what is moved, a line for each rule. guards: one of these has to
    hold, in words; none when nothing has to. ways: pairs of blocks of the flow, `12>15`, that play takes this edge by.
    by: the addresses of the rules that move it. loop: as of a node, when the edge is part of one. change, differs: as of
    a node.
    """

    kind: str
    source: str
    target: str
    label: str = ""
    guards: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    change: str = ""
    by: tuple[str, ...] = ()
    loop: str = ""
    differs: tuple[str, ...] = ()


def edge_key(edge: Edge) -> EdgeKey:
    """What tells an edge from the others of its graph."""
    return edge.kind, edge.source, edge.target, edge.label


def new_graph(name: str, title: str, view: str) -> Graph:
    """A graph without nodes."""
    return nx.MultiDiGraph(name=name, title=title, view=view)


def add_node(graph: Graph, node: Node) -> None:
    """Put a node into a graph; its address is its key."""
    graph.add_node(node.address, **_attributes(node, ("address",)))


def add_edge(graph: Graph, edge: Edge) -> None:
    """Put an edge into a graph."""
    graph.add_edge(edge.source, edge.target, **_attributes(edge, ("source", "target")))


def node(graph: Graph, address: str) -> Node:
    """A node by its address. Raises KeyError when there is none."""
    return Node(address, **_values(Node, graph.nodes[address]))


def nodes(graph: Graph) -> list[Node]:
    """All nodes that are drawn as boxes, in the order of the rulebook."""
    return [node(graph, address) for address, data in graph.nodes(data=True) if not data["frame"]]


def frames(graph: Graph) -> list[Node]:
    """All nodes that stand around others, the outer ones in front."""
    return [node(graph, address) for address, data in graph.nodes(data=True) if data["frame"]]


def edges(graph: Graph) -> list[Edge]:
    """All edges, in the order of their sources."""
    return [
        Edge(source=source, target=target, **_values(Edge, data)) for source, target, data in graph.edges(data=True)
    ]


def _attributes(record: Node | Edge, keys: Iterable[str]) -> dict[str, Any]:
    values = {each.name: getattr(record, each.name) for each in fields(record) if each.name not in keys}
    return {
        name: "\n".join(str(each) for each in value) if isinstance(value, tuple) else value
        for name, value in values.items()
    }


def _values(kind: type[Node | Edge], data: dict[str, Any]) -> dict[str, Any]:
    found = {each.name: data[each.name] for each in fields(kind) if each.name in data}
    for name in ("chance", "rules", "guards", "ways", "blocks", "by", "differs"):
        if name in found:
            found[name] = tuple(found[name].split("\n")) if found[name] else ()
    if "blocks" in found:
        found["blocks"] = tuple(int(number) for number in found["blocks"])
    return found
