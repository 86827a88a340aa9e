"""The course of one game on a drawn graph: step by step, which nodes and edges play went through.

In: a flow, a graph of it, and for each decision the blocks that play ran up to the next one. Out: `Step`s, for a page that
goes through them, and by `marked` a picture that shows the whole course: what was come to, in which steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rulewright.dsl.flow.ir import Flow
from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.heat import asking, holding
from rulewright.visualizer.nodes import EdgeKey, Graph, edge_key
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture

SHOWN = 6  # steps that a box names; of more it tells how many there are


class Passage(Protocol):
    """What a decision led to, as a program that plays keeps it."""

    @property
    def decided(self) -> str:
        """Who decided what, in words."""

    @property
    def log(self) -> Sequence[str]:
        """What was said then, in words."""

    @property
    def ways(self) -> Sequence[tuple[int, int]]:
        """In order, each block with the one that led to it, as in `heat`."""

    @property
    def reactions(self) -> Sequence[tuple[int, int]]:
        """Each block with the procedure of a trigger that it made due."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a decision led to, up to the next one.

    number: from 0, where nothing has been decided yet. decided: who decided what, "" in step 0. at: the node that asked;
    waits: the node that asks next; "" where there is none. nodes: those that play came to, in order, a node again when it
    was come to again. edges: those that play took, in order, each once. log: what was said.
    """

    number: int
    decided: str
    at: str
    waits: str
    nodes: tuple[str, ...]
    edges: tuple[EdgeKey, ...]
    log: tuple[str, ...]


def course(flow: Flow, graph: Graph, passages: Iterable[Passage]) -> list[Step]:
    """The steps of a game from its beginning; the first passage is what came before the first decision."""
    tracks = _Tracks(flow, graph)
    steps: list[Step] = []
    for number, passage in enumerate(passages):
        nodes, edges = tracks.follow(passage)
        waits = tracks.asking.get(passage.ways[-1][1], "")
        steps.append(Step(number, passage.decided, steps[-1].waits if steps else "", waits, nodes, edges, tuple(passage.log)))
    return steps


class _Tracks:
    """What of a graph lies behind each pair of blocks."""

    def __init__(self, flow: Flow, graph: Graph) -> None:
        self.owners = {number: node.address for node in graphs.nodes(graph) for number in node.blocks}
        self.edges: dict[str, list[EdgeKey]] = {}
        for edge in graphs.edges(graph):
            for way in edge.ways:
                self.edges.setdefault(f"!{way}" if edge.kind == "reacts" else way, []).append(edge_key(edge))
        self.asking = asking(flow, graph)
        laws = [node for node in graphs.nodes(graph) if node.kind == "law"]
        self.holding = {way: law.address for law in laws for way in holding(flow, law)}
        self.laws = frozenset(self.holding.values())
        self.entries = [procedure.entry for procedure in flow.procedures]
        self.start = next((node.address for node in graphs.nodes(graph) if node.kind == "start"), "")

    def follow(self, passage: Passage) -> tuple[tuple[str, ...], tuple[EdgeKey, ...]]:
        """The nodes and edges of a passage."""
        nodes: list[str] = []
        edges: dict[EdgeKey, None] = {}
        for source, block in passage.ways:
            if source < 0 and self.start:
                nodes.append(self.start)
            if (source, block) in self.holding:
                nodes.append(self.holding[source, block])
            node = self.owners.get(block, "")
            if node and node != self.owners.get(source) and node not in self.laws:
                nodes.append(node)
            for way in (f"{source if source >= 0 else ''}>{block}", f"{block}>"):
                for key in self.edges.get(way, ()):
                    edges[key] = None
                    if way.endswith(">"):
                        nodes.append(key[2])  # the game ends in the midst of another node
        for source, procedure in passage.reactions:
            edges |= dict.fromkeys(self.edges.get(f"!{source}>{self.entries[procedure]}", ()))
        return tuple(nodes), tuple(edges)


# ------------------------------------------------------------------------------------------------ in a picture


def marked(picture: Picture, steps: Sequence[Step]) -> Picture:
    """The picture with the course of a game: its boxes and arrows are hot where play went, and name the steps."""
    return _Marking(steps).picture(picture)


class _Marking:
    """Puts the steps of a game into a picture."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.nodes: dict[str, list[int]] = {}
        self.edges: dict[EdgeKey, list[int]] = {}
        for step in steps:
            for address in dict.fromkeys((step.at, *step.nodes)):
                self.nodes.setdefault(address, []).append(step.number)
            for key in step.edges:
                self.edges.setdefault(key, []).append(step.number)

    def picture(self, picture: Picture) -> Picture:
        notes = [Line("title", f"One game, {len(self.steps) - 1:,} decisions")]
        notes += [Line("count", f"{step.number}. {step.decided}", step.at) for step in self.steps if step.decided]
        return replace(
            picture,
            frame=self._frame(picture.frame),
            arrows=tuple(self._arrow(arrow) for arrow in picture.arrows),
            notes=(*picture.notes, *notes),
        )

    def _frame(self, frame: Frame) -> Frame:
        parts = tuple(self._box(part) if isinstance(part, Box) else self._frame(part) for part in frame.parts)
        return replace(frame, parts=parts)

    def _box(self, box: Box) -> Box:
        numbers = self.nodes.get(box.address, [])
        lines = (*box.lines, Line("count", steps_words(numbers))) if numbers else box.lines
        return replace(box, lines=lines, heat=1.0 if numbers else 0.0)

    def _arrow(self, arrow: Arrow) -> Arrow:
        if arrow.kind == "back":
            return arrow
        numbers = self.edges.get((arrow.kind, arrow.source, arrow.target, arrow.words), [])
        return replace(arrow, heat=1.0 if numbers else 0.0, count=steps_words(numbers) if numbers else "")


def steps_words(numbers: Sequence[int]) -> str:
    """Steps by their numbers: `step 3`, `steps 3, 5`, `steps 3, 5, 8, 9, 12 and 40 more`."""
    shown = ", ".join(map(str, numbers[: SHOWN - 1] if len(numbers) > SHOWN else numbers))
    more = f" and {len(numbers) - SHOWN + 1:,} more" if len(numbers) > SHOWN else ""
    return f"step{'s' * (len(numbers) != 1)} {shown}{more}"
