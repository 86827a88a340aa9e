"""Heat: how often play came to each part of a drawn graph, what was decided there, and what was never reached.

In: a flow, a graph of it, and counts of games by block numbers, as plain mappings. Out: `Heat`, and by `warmed` a picture
with it. Works for any graph whose nodes have `blocks` and whose edges have `ways`.

Play comes to a node when a block of it is run after one that is none of it; what comes back from a call made by the node
does not count again. A law is come to when its condition holds: it is looked at all the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import log1p

from rulewright.dsl.flow.ir import Branch, Choice, Flow
from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.nodes import Edge, EdgeKey, Graph, Node, edge_key
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture


@dataclass(frozen=True, slots=True)
class NodeHeat:
    """The counts of a node.

    visits: how often play came to it. tested, held: how often its condition was looked at and held. decisions: of players;
    questions: these and the only options that were taken without asking; forced: those with one option only; mean, most:
    options of all questions. A question counts for the node that asks it, wherever it is asked from.
    """

    visits: int
    tested: int = 0
    held: int = 0
    decisions: int = 0
    forced: int = 0
    questions: int = 0
    mean: float = 0.0
    most: int = 0

    @property
    def forced_share(self) -> float:
        """The share of the questions that left nothing to choose."""
        return self.forced / self.questions if self.questions else 0.0


@dataclass(frozen=True, slots=True)
class Unreached:
    """A node that play never came to, or an edge between two nodes that it did come to.

    kind: node or edge. address: of the node, or of the one that the edge leaves. file, line: where it is written.
    """

    kind: str
    address: str
    title: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Heat:
    """The counts of a graph: of its nodes by address, of its edges by `edge_key` (those that lead back have none)."""

    games: int
    nodes: Mapping[str, NodeHeat]
    edges: Mapping[EdgeKey, int]
    unreached: tuple[Unreached, ...]


def heat(
    flow: Flow,
    graph: Graph,
    taken: Mapping[tuple[int, int], int],
    asked: Mapping[int, Mapping[int, int]],
    reactions: Mapping[tuple[int, int], int],
    games: int,
) -> Heat:
    """The heat of a graph.

    taken: (block, the block after it) -> how often; before the first block of a game comes -1, before that of a procedure
    the block that called it, and before one that is returned to the one that had called. asked: block of a choice -> number
    of options -> decisions. reactions: (block, procedure of the trigger that it made due) -> how often.
    """
    counts = _Counts(flow, graph, taken, asked, reactions)
    edges = {edge_key(edge): counts.of_edge(edge) for edge in graphs.edges(graph) if edge.kind != "back"}
    nodes = {node.address: counts.of_node(node) for node in graphs.nodes(graph)}
    for node in graphs.nodes(graph):
        if node.kind == "start":
            nodes[node.address] = NodeHeat(games)
        elif node.kind == "end":
            nodes[node.address] = NodeHeat(nodes[node.address].visits + counts.ends_elsewhere(graph, node.address))
    return Heat(games, nodes, edges, tuple(_unreached(graph, nodes, edges)))


class _Counts:
    """Counts of blocks, put together for nodes and edges."""

    def __init__(
        self,
        flow: Flow,
        graph: Graph,
        taken: Mapping[tuple[int, int], int],
        asked: Mapping[int, Mapping[int, int]],
        reactions: Mapping[tuple[int, int], int],
    ) -> None:
        self.flow = flow
        self.taken = taken
        self.asked = asked
        self.runs: Counter[int] = Counter()
        for (_, block), count in taken.items():
            self.runs[block] += count
        self.due: Counter[tuple[int, int]] = Counter()  # by the block at which the trigger begins
        for (block, procedure), count in reactions.items():
            self.due[block, flow.procedures[procedure].entry] += count
        self.choices: dict[str, list[int]] = {}
        for number, address in asking(flow, graph).items():
            self.choices.setdefault(address, []).append(number)

    def of_edge(self, edge: Edge) -> int:
        """How often play took an edge by any of its ways."""
        return sum(self._of_way(edge.kind, way) for way in edge.ways)

    def _of_way(self, kind: str, way: str) -> int:
        source, _, target = way.partition(">")
        if not target:
            return self.runs[int(source)]  # the game ends there
        pair = (int(source) if source else -1, int(target))
        return self.due[pair] if kind == "reacts" else self.taken.get(pair, 0)

    def ends_elsewhere(self, graph: Graph, address: str) -> int:
        """How often the game ended as a node says, but in a block that does more and so belongs to another node."""
        over = (edge for edge in graphs.edges(graph) if edge.kind == "over" and edge.target == address)
        return sum(self._of_way("over", way) for edge in over for way in edge.ways if way.endswith(">"))

    def of_node(self, node: Node) -> NodeHeat:
        """The counts of a node that is neither the start nor an end."""
        inside = frozenset(node.blocks)
        visits = sum(count for (source, block), count in self.taken.items() if block in inside and source not in inside)
        ways = holding(self.flow, node)
        tested, held = sum(self.runs[number] for number, _ in ways), sum(self.taken.get(way, 0) for way in ways)
        if node.kind == "law" and ways:
            visits = held
        options: Counter[int] = Counter()
        decisions = 0
        for number in self.choices.get(node.address, ()):
            options.update(self.asked.get(number, {}))
            decisions += sum(self.asked.get(number, {}).values())
            options[1] += self._taken_unasked(number)
        options = +options
        questions = options.total()
        mean = sum(many * count for many, count in options.items()) / questions if questions else 0.0
        return NodeHeat(visits, tested, held, decisions, options[1], questions, mean, max(options, default=0))

    def _taken_unasked(self, number: int) -> int:
        """How often the only option of a choice was taken without a question."""
        exit_ = self.flow.blocks[number].exit
        if not isinstance(exit_, Choice) or exit_.forced != "take":
            return 0
        targets = {option.target for option in exit_.alternatives} - {exit_.empty}
        return max(0, sum(self.taken.get((number, target), 0) for target in targets) - sum(self.asked.get(number, {}).values()))


def _is_box(graph: Graph, address: str) -> bool:
    return address in graph and not graph.nodes[address]["frame"]


def asking(flow: Flow, graph: Graph) -> dict[int, str]:
    """The node that asks each choice, by the choice's block, which may stand in another one."""
    found = {}
    for node in graphs.nodes(graph):
        for number in node.blocks:
            exit_ = flow.blocks[number].exit
            if isinstance(exit_, Choice):
                scope = exit_.scope
                while scope >= 0 and not _is_box(graph, flow.scopes[scope].address):
                    scope = flow.scopes[scope].parent
                found[number] = node.address if scope < 0 else flow.scopes[scope].address
    return found


def holding(flow: Flow, node: Node) -> list[tuple[int, int]]:
    """The ways by which play goes on inside a node when the node's condition holds."""
    blocks = (flow.blocks[number] for number in node.blocks)
    asking = [(block.number, block.exit) for block in blocks if isinstance(block.exit, Branch)]
    condition = " ".join(node.condition.split())
    return [
        (number, branch.then) for number, branch in asking if condition and " ".join(branch.words.split()) == condition
    ]


def _unreached(graph: Graph, nodes: Mapping[str, NodeHeat], edges: Mapping[EdgeKey, int]) -> list[Unreached]:
    found = [
        Unreached("node", node.address, node.title, node.file, node.line)
        for node in graphs.nodes(graph)
        if not nodes[node.address].visits
    ]
    for kind, source, target, label in (key for key, count in edges.items() if not count):
        if nodes[source].visits and nodes[target].visits:
            origin, goal = graphs.node(graph, source), graphs.node(graph, target)
            words = f" ({label})" if label else " (sets it off)" if kind == "reacts" else ""
            written = origin if origin.file else goal
            title = f"{origin.title} to {goal.title}{words}"
            found.append(Unreached("edge", source, title, written.file, written.line))
    return found


def weigh(graph: Graph, heat: Heat) -> None:
    """Put the counts into the graph, for going on in networkx: `visits` of nodes, `taken` of edges."""
    for address, counted in heat.nodes.items():
        graph.nodes[address]["visits"] = counted.visits
    for source, target, data in graph.edges(data=True):
        taken = heat.edges.get((data["kind"], source, target, data["label"]))
        if taken is not None:
            data["taken"] = taken


# ------------------------------------------------------------------------------------------------ in a picture


def warmed(picture: Picture, heat: Heat) -> Picture:
    """The picture with the heat of its boxes and arrows, their counts in words, and the list of what was never reached."""
    return _Warming(heat).picture(picture)


class _Warming:
    """Puts heat into a picture. One scale holds for boxes and arrows, so that they can be held against one another."""

    def __init__(self, heat: Heat) -> None:
        self.heat = heat
        self.highest = max((*(each.visits for each in heat.nodes.values()), *heat.edges.values()), default=0)

    def picture(self, picture: Picture) -> Picture:
        arrows = tuple(self._arrow(arrow) for arrow in picture.arrows)
        return replace(
            picture, frame=self._frame(picture.frame), arrows=arrows, notes=(*picture.notes, *notes(self.heat))
        )

    def _degree(self, count: int) -> float:
        """From 0 to 1 by the logarithm: what happens once a game is to be told from what never does."""
        return round(log1p(count) / log1p(self.highest), 3) if self.highest else 0.0

    def _frame(self, frame: Frame) -> Frame:
        parts = tuple(self._box(part) if isinstance(part, Box) else self._frame(part) for part in frame.parts)
        return replace(frame, parts=parts)

    def _box(self, box: Box) -> Box:
        counted = self.heat.nodes.get(box.address)
        if counted is None:
            return box
        line = Line("count", count_words(counted, box.kind))
        return replace(box, lines=(*box.lines, line), heat=self._degree(counted.visits))

    def _arrow(self, arrow: Arrow) -> Arrow:
        count = self.heat.edges.get((arrow.kind, arrow.source, arrow.target, arrow.words))
        if count is None:
            return arrow
        return replace(arrow, heat=self._degree(count), count=times(count))


def times(count: int) -> str:
    """How often, in words."""
    return "never" if not count else "once" if count == 1 else f"{count:,} times"


def count_words(counted: NodeHeat, kind: str = "") -> str:
    """The counts of a node on one line; kind: of the node."""
    parts = [times(counted.visits)]
    if kind != "law" and counted.held < counted.tested:
        of = f"held {counted.held:,} of {counted.tested:,} times" if counted.held else "never held"
        parts.append(f"condition {of}")
    if counted.questions:
        if counted.questions != counted.visits:
            parts.append(f"{counted.questions:,} question{'s' * (counted.questions != 1)}")
        if counted.most == 1:
            parts.append("1 option")
        else:
            parts.append(f"{counted.mean:.1f} options, at most {counted.most:,}")
            if counted.forced:
                share = f"{counted.forced_share:.0%}" if counted.forced_share >= 0.005 else "less than 1%"
                parts.append(f"{share} with one option only")
    return "; ".join(parts)


def notes(heat: Heat) -> tuple[Line, ...]:
    """What stands beside the picture: how many games were counted, and what none of them reached."""
    games = f"{heat.games:,} game{'s' * (heat.games != 1)}"
    if not heat.unreached:
        return (Line("title", f"Everything was reached in {games}"),)
    lines = [Line("title", f"Never reached in {games}")]
    for each in heat.unreached:
        place = f" ({each.file}:{each.line})" if each.file else ""
        lines.append(Line("count", f"{each.title}{place}", each.address))
    return tuple(lines)
