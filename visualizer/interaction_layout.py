"""The picture of the interaction of rules: events, and the laws and triggers between which they run.

In: the graph of `interaction`. Out: a `Picture`. Rules that nothing sets off are named in the boxes of the events that
they make happen: arrows from all of them would hide those that matter. Events that come of the same rules and set off
the same ones share a box. What a rule does only when another one has interfered is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.legend import signed
from rulewright.visualizer.nodes import Edge, Graph, Node
from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.whereabouts import MEANWHILE
from rulewright.visualizer.words import rule_ranges

DOERS = {"step": "by steps", "action": "by actions", "effects": "by what is printed on"}


def arrange_interaction(graph: Graph) -> Picture:
    """The picture of a graph of interactions."""
    return _Arranged(graph).picture()


@dataclass(frozen=True, slots=True)
class _Role:
    """What an event is among the rules: what does it, and what it sets off."""

    done_by: tuple[str, ...]
    sets_off: tuple[tuple[str, str], ...]  # each with the label of the edge
    change: str
    loop: str


class _Arranged:
    """A graph being arranged."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.edges = _plain(graphs.edges(graph))
        drawn = {address for edge in self.edges for address in (edge.source, edge.target)}
        self.nodes = {node.address: node for node in graphs.nodes(graph) if node.address in drawn}
        reached = {edge.target for edge in self.edges}
        self.named = {  # rules that are only named
            node.address
            for node in self.nodes.values()
            if node.kind in DOERS and node.address not in reached
        }
        self.homes = self._homes()

    def picture(self) -> Picture:
        boxes = tuple(
            self._event(node) if node.kind == "event" else _rule(node)
            for node in self.nodes.values()
            if node.address not in self.named and self.homes.get(node.address, node.address) == node.address
        )
        title: str = self.graph.graph["title"]
        notes = () if boxes else (Line("condition", "No law or trigger reacts to anything that happens."),)
        return Picture(title, Frame("", "game", (), boxes), self._arrows(), view=graphs.INTERACTION, notes=notes)

    def _homes(self) -> dict[str, str]:
        """For each event the first one that plays the same role."""
        first: dict[_Role, str] = {}
        return {
            node.address: first.setdefault(self._role(node), node.address)
            for node in self.nodes.values()
            if node.kind == "event"
        }

    def _role(self, event: Node) -> _Role:
        sets_off = ((e.target, e.label) for e in self.edges if e.source == event.address)
        return _Role(tuple(self._doers(event)), tuple(sorted(sets_off)), event.change, event.loop)

    def _doers(self, event: Node) -> list[str]:
        return [edge.source for edge in self.edges if edge.target == event.address]

    # ------------------------------------------------------------------------------------ boxes

    def _event(self, node: Node) -> Box:
        """Events of one role, with the rules that nothing sets off and that do them."""
        titles = [self.nodes[address].title for address, home in self.homes.items() if home == node.address]
        lines = [Line("title", title[:1].upper() + title[1:]) for title in titles]
        lines.extend(_loop(node))
        for kind, words in DOERS.items():
            if names := list(self._names(node, kind)):
                lines.append(Line("condition", f"{words}: {'; '.join(names)}"))
        doers = {edge.change for edge in self.edges if edge.target == node.address and edge.source in self.named}
        change = "changed" if node.change == "same" and doers & SIGNS.keys() else node.change
        return Box(node.address, node.kind, lines[0].text, tuple(lines), change)

    def _names(self, event: Node, kind: str) -> Iterator[str]:
        """The rules of a kind that do an event; when games are compared, with the sign of what became of that."""
        for edge in self.edges:
            if edge.target == event.address and edge.source in self.named and self.nodes[edge.source].kind == kind:
                yield signed(edge.change, self.nodes[edge.source].title)

    # ------------------------------------------------------------------------------------ arrows

    def _arrows(self) -> tuple[Arrow, ...]:
        found: dict[tuple[str, str, str], Arrow] = {}
        for edge in self.edges:
            source, target = (self.homes.get(each, each) for each in (edge.source, edge.target))
            if source not in self.named:
                arrow = Arrow(edge.kind, source, target, labels=_labels(edge), change=edge.change)
                found.setdefault((edge.kind, source, target), arrow)
        return tuple(found.values())


def _plain(edges: list[Edge]) -> list[Edge]:
    """What rules do by themselves, and what that sets off."""
    kept = [edge for edge in edges if MEANWHILE not in edge.guards]
    done = {edge.target for edge in kept if edge.kind == "does"}
    return [edge for edge in kept if edge.kind != "reacts" or edge.source in done]


def _rule(node: Node) -> Box:
    lines = [Line("title", node.title), *_loop(node)]
    if node.words:
        lines.append(Line("words", node.words))
    if node.condition:
        lines.append(Line("condition", f"{'whenever' if node.kind == 'law' else 'if'} {node.condition}"))
    if node.rules:
        lines.append(Line("rules", rule_ranges(node.rules)))
    return Box(node.address, node.kind, node.title, tuple(lines), node.change)


def _loop(node: Node) -> list[Line]:
    return [Line("reacts", f"part of {node.loop}")] if node.loop else []


def _labels(edge: Edge) -> tuple[str, ...]:
    return tuple(words for words in (edge.label, edge.loop) if words)
