"""Two games as one graph: `compare(draw_one, draw_other, flows)` has everything of both, each with what became of it.

In: two graphs of one view, each with its flow. Out: one graph in the order of the second, what is gone where it stood. In
it `change` is `added`, `removed`, `changed` or `same` for every node, frame and edge, and `differs` says in a few lines
what is different. A node has changed when a player could notice: its words, or what it does (see `contents`), never for
its place in a file or its numbers in the flow. `blocks` and `ways` are those of the second flow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from rulewright.dsl.flow.ir import Flow
from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.contents import Content, contents, definitions
from rulewright.visualizer.nodes import BLOCKS, Edge, Graph, Node, add_edge, add_node, new_graph
from rulewright.visualizer.words import one_line, rule_ranges

ADDED, REMOVED, CHANGED, SAME = "added", "removed", "changed", "same"
REDEFINED = "defined otherwise: "
MOST = 3  # statements that are shown of what was or is there

Side = tuple[Graph, Flow]


def compare(base: Side, other: Side) -> Graph:
    """The graph of both games. Raises ValueError for two views, or for single blocks: they have no names to match by."""
    views = {side[0].graph["view"] for side in (base, other)}
    if len(views) > 1 or BLOCKS in views:
        raise ValueError(f"graphs of {' and '.join(sorted(views))} cannot be compared")
    return _Comparison(base, other).build()


class _Comparison:
    """One comparison."""

    def __init__(self, base: Side, other: Side) -> None:
        self.graphs = base[0], other[0]
        self.base = {each.address: each for each in _all(base[0])}
        self.other = {each.address: each for each in _all(other[0])}
        self.names = _match(self.base, self.other)
        self.contents = _renamed(contents(base[1], base[0]), self.names), contents(other[1], other[0])
        self.redefined = _redefined(definitions(base[1]), definitions(other[1]))

    def build(self) -> Graph:
        before, after = self.graphs
        graph = new_graph(after.graph["name"], _title(before.graph["title"], after.graph["title"]), after.graph["view"])
        old = {self.names.get(address, address): node for address, node in self.base.items()}
        edges = self._edges()
        told = {edge.source for edge in edges if edge.differs}  # under which conditions these go on is said there
        for address in _in_order(list(old), list(self.other)):
            add_node(graph, self._node(address, old.get(address), self.other.get(address), told=address in told))
        order = {address: place for place, address in enumerate(graph)}
        for edge in sorted(edges, key=lambda edge: order[edge.source]):
            add_edge(graph, edge)
        return graph

    # ------------------------------------------------------------------------------------ nodes

    def _node(self, address: str, old: Node | None, new: Node | None, *, told: bool) -> Node:
        if old is None and new is not None:
            return replace(new, change=ADDED)
        assert old is not None
        if new is None:
            return replace(old, address=address, group=self._name(old.group), blocks=(), change=REMOVED)
        before, after = self.contents[0][old.address], self.contents[1][address]
        differs = list(self._words(old, new))
        differs += _deeds(before, after, said=told or bool(differs))
        known = sorted((before.uses & after.uses) & self.redefined)
        change = CHANGED if differs or known or before.lines != after.lines else SAME
        if known:
            differs.append(f"{REDEFINED}{', '.join(known)}")
        return replace(new, change=change, differs=tuple(map(one_line, differs)))

    def _name(self, address: str) -> str:
        """The name in the second graph of what the first calls so."""
        return self.names.get(address, address)

    def _words(self, old: Node, new: Node) -> Iterator[str]:
        """What is said otherwise of a node."""
        if self._name(old.group) != new.group:
            yield f"was: in {self.base[old.group].title}" if old.group else "was: in nothing else"
        if old.kind != new.kind:
            yield f"was: a {old.kind}" if old.kind[0] not in "aeiou" else f"was: an {old.kind}"
        whether = "whenever" if old.kind == "law" else "if"
        for before, after, said, nothing in (
            (old.title, new.title, "{}", "without a title"),
            (old.who, new.who, "{} decides", "nobody decides"),
            (old.loop, new.loop, "{}", "once"),
            (old.condition, new.condition, f"{whether} {{}}", "without a condition"),
            (rule_ranges(old.rules), rule_ranges(new.rules), "rules {}", "without rules"),
        ):
            if before != after:
                yield "was: " + (said.format(before) if before else nothing)
        if "\n" in old.words + new.words:  # a line for each thing that is said
            yield from _lists(old.words.split("\n"), new.words.split("\n"), "")
        elif old.words != new.words:
            yield f"was: {old.words or 'without words'}"
        yield from _lists(old.chance, new.chance, "chance: ")

    # ------------------------------------------------------------------------------------ edges

    def _edges(self) -> list[Edge]:
        """All edges, those of the second graph in front."""
        old: dict[tuple[str, str, str], list[Edge]] = {}
        for edge in graphs.edges(self.graphs[0]):
            named = replace(edge, source=self._name(edge.source), target=self._name(edge.target))
            old.setdefault(_ends(named), []).append(named)
        new: dict[tuple[str, str, str], list[Edge]] = {}
        for edge in graphs.edges(self.graphs[1]):
            new.setdefault(_ends(edge), []).append(edge)
        return [edge for ends in dict.fromkeys((*new, *old)) for edge in _paired(old.get(ends, []), new.get(ends, []))]


def _title(before: str, after: str) -> str:
    """The titles of both, what stands behind a dot in both only once: `Chaos → Quick Chaos · 3 to 6 players`."""
    (old, dot, old_more), (new, _, new_more) = before.partition(" · "), after.partition(" · ")
    if before == after:
        return after
    return f"{old} → {new}{dot}{new_more}" if old_more == new_more else f"{before} → {after}"


def _all(graph: Graph) -> list[Node]:
    return [*graphs.frames(graph), *graphs.nodes(graph)]


def _match(base: Mapping[str, Node], other: Mapping[str, Node]) -> dict[str, str]:
    """The new names of nodes that are called otherwise in the second graph: where title, kind and group leave no doubt."""
    names: dict[str, str] = {}
    for frame in (True, False):  # nodes stand in frames that may have new names
        gone = [node for node in base.values() if node.frame is frame and node.address not in other]
        come = [node for node in other.values() if node.frame is frame and node.address not in base]
        for node in gone:
            alike = [each for each in come if _likeness(each) == _likeness(node, names)]
            rivals = [each for each in gone if _likeness(each, names) == _likeness(node, names)]
            if len(alike) == len(rivals) == 1:
                names[node.address] = alike[0].address
    return names


def _likeness(node: Node, names: Mapping[str, str] | None = None) -> tuple[str, str, str]:
    return node.title, node.kind, (names or {}).get(node.group, node.group)


def _renamed(found: dict[str, Content], names: Mapping[str, str]) -> dict[str, Content]:
    """The contents with the new names of nodes in their lines."""
    if names:
        longest = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        pattern = re.compile(rf"(?<![\w.])(?:{longest})(?![\w.])")
        for content in found.values():
            content.lines = [pattern.sub(lambda name: names[name[0]], line) for line in content.lines]
    return found


def _in_order(base: Sequence[str], other: Sequence[str]) -> list[str]:
    """All names, as in the second; those only in the first behind what they stand behind there."""
    result, known, place = list(other), set(other), 0
    for name in base:
        if name not in known:
            result.insert(place, name)
        place = result.index(name) + 1
    return result


def _ends(edge: Edge) -> tuple[str, str, str]:
    return edge.source, edge.target, edge.kind


def _paired(old: list[Edge], new: list[Edge]) -> Iterator[Edge]:
    """The edges of one kind between two nodes: matched by their labels, else by being the only ones left."""
    gone = list(old)
    pairs: list[tuple[Edge | None, Edge]] = []
    for edge in new:
        alike = [each for each in gone if each.label == edge.label]
        match = next((each for each in alike if each.guards == edge.guards), alike[0] if alike else None)
        if match is not None:
            gone.remove(match)
        pairs.append((match, edge))
    alone = [place for place, (match, _) in enumerate(pairs) if match is None]
    if len(alone) == len(gone) == 1:
        pairs[alone[0]] = gone.pop(), pairs[alone[0]][1]
    for match, edge in pairs:
        yield replace(edge, change=ADDED) if match is None else _changed(match, edge)
    for edge in gone:
        yield replace(edge, ways=(), change=REMOVED)


def _changed(old: Edge, new: Edge) -> Edge:
    differs: list[str] = []
    if old.label != new.label:
        old_lines, new_lines = old.label.split("\n"), new.label.split("\n")
        several = len(old_lines) > 1 or len(new_lines) > 1  # one line for each thing that is done
        differs += _lists(old_lines, new_lines, "") if several else [f"was: {old.label or 'without a label'}"]
    if set(old.guards) != set(new.guards):
        differs.append(f"was: {' or '.join(old.guards) or 'without a condition'}")
    return replace(new, change=CHANGED if differs else SAME, differs=tuple(map(one_line, differs)))


# ------------------------------------------------------------------------------------------------ what nodes do


def _redefined(old: Mapping[str, Content], new: Mapping[str, Content]) -> frozenset[str]:
    """The definitions that mean something else, be it because of others that they need."""
    found = {name for name in old.keys() & new.keys() if old[name].lines != new[name].lines}
    while more := {name for name in old.keys() & new.keys() - found if (old[name].uses & new[name].uses) & found}:
        found |= more
    return frozenset(found)


def _deeds(old: Content, new: Content, *, said: bool) -> Iterator[str]:
    """What a node does otherwise, in the author's words where they differ, else in ours if nothing was said of it yet."""
    if old.lines == new.lines:
        return
    texts = list(_lists(_said(old), _said(new), ""))
    if texts or said:
        yield from texts
        return
    different = [line for line in (*new.lines, *old.lines) if (line in old.lines) is not (line in new.lines)]
    texts = list(dict.fromkeys(text for line in different if (text := new.texts.get(line))))
    starts = {line.partition("(")[0].partition(" ")[0] for line in different}
    if texts:  # an option of the game, or a name in it, has another value
        yield from (f"another value in: {text}" for text in texts[:MOST])
    elif starts and starts <= {"Alternative", "Choice"}:
        yield "what is offered, or to whom, has changed"
    elif starts == {"if"}:
        yield "a condition in it has changed"
    elif starts == {"Watch"}:
        yield "what sets it off has changed"
    else:
        yield "a value in it has changed" if starts else "the order has changed"


def _said(content: Content) -> list[str]:
    """The author's words for what a node does, in order, each once."""
    return list(dict.fromkeys(content.texts.values()))


def _lists(old: Sequence[str], new: Sequence[str], before: str) -> Iterator[str]:
    """The entries of two lists that are not in both."""
    gone: list[str] = []
    come: list[str] = []
    for kind, start, end, first, last in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if kind != "equal":
            gone += old[start:end]
            come += new[first:last]
    for sign, texts in (("was", gone), ("now", come)):
        inner = [text for text in texts if not any(each != text and each in text for each in texts)]
        yield from (f"{sign}: {before}{text}" for text in inner[:MOST])
        if len(inner) > MOST:
            yield f"{sign}: {len(inner) - MOST} more"
