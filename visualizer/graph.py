"""The picture's graph, derived from the flow: what there is to be drawn, before anybody thinks of boxes and arrows.

In: a flow. Out: a `networkx.MultiDiGraph` whose nodes are addresses of the rulebook. Each node has its `Node` under
`node`, each edge its `Edge` under `edge`; the groups around nodes are under `graph.graph["groups"]`. `nodes`, `edges`
and `groups` read them. Everything is in the order of the rulebook, so the same flow gives the same graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import networkx as nx

from rulewright.dsl.flow.expr import Const
from rulewright.dsl.flow.ir import (
    Block,
    Call,
    Change,
    Choice,
    Draw,
    Exchange,
    Flow,
    GameEnd,
    Happen,
    Leave,
    Move,
    PassAround,
    Return,
    ScopeSpec,
    SetState,
    Shuffle,
    Turn,
    Watch,
)
from rulewright.visualizer.guards import Clause, Guards, alternatives
from rulewright.visualizer.places import EFFECTS, GAME_OVER, OVER, Places
from rulewright.visualizer.ways import Ways
from rulewright.visualizer.words import decider, loop_words, name_words, players_words, text_words

if TYPE_CHECKING:
    Graph = nx.MultiDiGraph[str]
else:
    Graph = nx.MultiDiGraph

START = "start"


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the game that is drawn.

    kind: start, step, decision, menu, sealed, window, chance, action, law, trigger, loop, over (what comes when a
    group is over), effects, end. words: a prompt that the title does not say. who: who decides. chance: what the dice decide.
    group: the address of the innermost group around, "" for none.
    """

    address: str
    kind: str
    title: str
    group: str = ""
    words: str = ""
    who: str = ""
    loop: str = ""
    condition: str = ""
    chance: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """How play gets from one node to another.

    kind: next, option (a choice of it), call, back (from what was called), opens (a window), reacts (a trigger to an
    event), ends (leaves a phase), over (ends the game). label: the option, or what is ended how. guards: one of these
    clauses has to hold, with all of its conditions; empty when nothing has to.
    """

    kind: str
    source: str
    target: str
    label: str = ""
    guards: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """A scope with nodes inside."""

    address: str
    kind: str
    title: str
    parent: str
    loop: str
    condition: str
    rules: tuple[str, ...]


def build(flow: Flow) -> Graph:
    """The graph of a flow."""
    return _Graph(flow).build()


def nodes(graph: Graph) -> list[Node]:
    """All nodes, in the order of the rulebook."""
    return [data["node"] for _, data in graph.nodes(data=True)]


def edges(graph: Graph) -> list[Edge]:
    """All edges, in the order of their sources."""
    return [data["edge"] for _, _, data in graph.edges(data=True)]


def groups(graph: Graph) -> tuple[Group, ...]:
    """All groups, the outer ones in front."""
    found: tuple[Group, ...] = graph.graph["groups"]
    return found


class _Graph:
    """One graph being built."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.ways = Ways(flow)
        self.places = Places(flow, self.ways)
        self.clauses: dict[tuple[str, str, str, str], list[Clause]] = {}  # kind, source, target, label
        self.returning: dict[int, dict[str, None]] = {}  # procedure -> nodes at which it returns
        self.options = self._find_options()

    def build(self) -> Graph:
        title = f"{self.flow.title} · {players_words(*self.flow.players)}"
        graph: Graph = nx.MultiDiGraph(name=self.flow.name, title=title, groups=self._groups())
        self._start()
        for address in self.places.blocks:
            self._edges_of(address)
        self._backs()
        for node in self._nodes():
            graph.add_node(node.address, node=node)
        order = {address: place for place, address in enumerate(graph)}
        for (kind, source, target, label), clauses in sorted(self.clauses.items(), key=lambda item: order[item[0][1]]):
            edge = Edge(kind, source, target, label, alternatives(clauses))
            graph.add_edge(source, target, edge=edge)
        return graph

    # ------------------------------------------------------------------------------------ nodes

    def _nodes(self) -> Iterator[Node]:
        yield Node(START, "start", "Start")
        scopes = sorted(self.places.scopes.items(), key=lambda item: (item[1] < 0, item[1]))
        for address, scope in scopes:
            yield self._node(address, scope)
        for address in sorted({target for kind, _, target, _ in self.clauses if kind == "over"}):
            words = "" if address == GAME_OVER else name_words(address)
            yield Node(address, "end", "Game over", words=words, rules=self._rules(address))

    def _node(self, address: str, scope: int) -> Node:
        if address == EFFECTS:
            count = sum(procedure.kind == "effect" for procedure in self.flow.procedures)
            return Node(address, EFFECTS, "What the component says", words=f"{count} effect{'s' * (count != 1)}")
        spec = self.flow.scopes[scope]
        blocks = [self.flow.blocks[number] for number in self.places.blocks[address]]
        chance = tuple(dict.fromkeys(words for block in blocks for words in self._chance(block)))
        if scope in self.places.groups:
            return self._part(address, scope, blocks, chance)
        asked = self._choices_at(scope)
        kind = _kind(spec, [choice for _, choice in asked], chance)
        title, words = spec.title, ""
        if kind == "window":
            title, words = name_words(spec.address), spec.title
        return Node(
            address, kind, title, self._group_of(spec.parent), words if words != title else "", self._who(asked),
            loop_words(spec.loop), spec.condition, chance, spec.rules,
        )  # fmt: skip

    def _part(self, address: str, scope: int, blocks: list[Block], chance: tuple[str, ...]) -> Node:
        """What a group does itself: its loop's head, or what it looks at when it is over."""
        spec = self.flow.scopes[scope]
        if OVER in address:
            title = f"{spec.title} over" if scope else "Game"
            return Node(address, "over", title, self._group_of(scope), chance=chance)
        asked = [(block, block.exit) for block in blocks if isinstance(block.exit, Choice)]
        kind = _kind(spec, [choice for _, choice in asked], chance) if asked or chance else "loop"
        if kind == "loop" and spec.kind in ("law", "trigger"):
            kind = spec.kind
        title = spec.title if kind != "loop" or spec.loop or spec.condition else f"{spec.title} begins"
        loop = loop_words(spec.loop)
        return Node(address, kind, title, self._group_of(scope), "", self._who(asked), loop, spec.condition, chance)

    def _who(self, asked: list[tuple[Block, Choice]]) -> str:
        found = dict.fromkeys(words for block, choice in asked if (words := decider(self.flow, block, choice)))
        return next(iter(found)) if len(found) == 1 else ""

    def _choices_at(self, scope: int) -> list[tuple[Block, Choice]]:
        """The questions that a node asks, wherever it is asked from."""
        blocks = (self.flow.blocks[number] for number in sorted(self.ways.reachable))
        asking = [(block, block.exit) for block in blocks if isinstance(block.exit, Choice)]
        return [(block, choice) for block, choice in asking if self.places.drawn(choice.scope) == scope]

    def _chance(self, block: Block) -> Iterator[str]:
        match block.exit:
            case Shuffle(zone):
                yield f"shuffle {self.flow.zones[zone].name.replace('_', ' ')}"
            case Draw(_, slot):
                name = self.flow.procedures[block.procedure].names[slot].replace("_", " ")
                yield f"{name} at random".strip()

    def _groups(self) -> tuple[Group, ...]:
        found = []
        for scope in sorted(self.places.groups - {0}):
            spec = self.flow.scopes[scope]
            parent, loop = self._group_of(spec.parent), loop_words(spec.loop)
            found.append(Group(spec.address, spec.kind, spec.title, parent, loop, spec.condition, spec.rules))
        return tuple(found)

    def _group_of(self, scope: int) -> str:
        scope = self.places.drawn(scope)
        return self.flow.scopes[scope].address if scope > 0 else ""

    def _rules(self, address: str) -> tuple[str, ...]:
        return next((spec.rules for spec in self.flow.scopes if spec.address == address), ())

    # ------------------------------------------------------------------------------------ edges

    def _add(self, kind: str, source: str, target: str | None, label: str = "", clause: Clause = ()) -> None:
        if target is not None:
            scope = self.places.scopes.get(source, -1)
            if scope >= 0 and scope not in self.places.groups:  # the node itself says what has to hold for all of it
                clause = tuple(guard for guard in clause if guard.words != self.flow.scopes[scope].condition)
            self.clauses.setdefault((kind, source, target, label), []).append(clause)

    def _start(self) -> None:
        self._add("next", START, self.places.goes_to(self.flow.procedures[self.flow.main].entry))

    def _find_options(self) -> dict[int, str]:
        """The label of each block that a seat can choose to go on at."""
        found = {}
        for block in self.flow.blocks:
            if isinstance(block.exit, Choice):
                names = self.flow.procedures[block.procedure].names
                found.update({option.target: text_words(option.label, names) for option in block.exit.alternatives})
        return found

    def _edges_of(self, address: str) -> None:
        if address not in self.places.scopes:
            return  # the end of the game
        blocks = self.places.blocks[address]
        guards = Guards(self.ways, blocks)
        for number in blocks:
            block = self.flow.blocks[number]
            for watch in _watches(block):
                trigger = self.flow.procedures[watch.procedure]
                self._add("reacts", address, self.places.goes_to(trigger.entry))
            self._exit_edges(address, block, guards)
            for way in self.ways.of(number):
                if self.places.of.get(way.target) != address:
                    self._next(address, block, way.target, guards.before(number, way.guard))

    def _next(self, address: str, block: Block, target: int, clause: Clause) -> None:
        goes_to = self.places.goes_to(target)
        if goes_to is None:
            self.returning.setdefault(block.procedure, {})[address] = None
        elif goes_to not in self.places.scopes:
            self._add("over", address, goes_to, clause=clause)
        elif block.procedure != self.flow.settle or self._same_law(address, goes_to):
            self._add("next", address, goes_to, clause=clause)

    def _same_law(self, one: str, other: str) -> bool:
        """In the settle procedure laws only follow one another, which says nothing; inside a law the order counts."""
        return one != other and one.split(".")[:2] == other.split(".")[:2]

    def _exit_edges(self, address: str, block: Block, guards: Guards) -> None:
        match block.exit:
            case Return():
                self.returning.setdefault(block.procedure, {})[address] = None
            case Call(int() as number):
                self._call(address, block, number, guards)
            case Call():
                self._add("call", address, EFFECTS if EFFECTS in self.places.scopes else None)
            case Leave(target, _):
                label = self._ending(block, target)
                self._add("ends", address, self.places.left_to(target), label, guards.before(block.number, None))
            case GameEnd():
                self._add("over", address, self.places.end(block.number), clause=guards.before(block.number, None))

    def _call(self, address: str, block: Block, number: int, guards: Guards) -> None:
        procedure = self.flow.procedures[number]
        target = self.places.goes_to(procedure.entry)
        if procedure.kind == "window":
            self._add("opens", address, target)
            return
        clause = guards.before(block.number, None)
        asks = self.flow.scopes[self.places.scopes[address]].kind in ("menu", "window")
        if asks and block.number in self.options:
            conditions = tuple(guard for guard in clause if not guard.chosen)  # the label says what is chosen
            self._add("option", address, target, self.options[block.number], conditions)
        else:
            self._add("call", address, target, "", clause)

    def _ending(self, block: Block, target: int) -> str:
        """What is left, and how it is said to have ended."""
        scope = self.flow.scopes[self.places.drawn(self.flow.blocks[target].scope)]
        for op in block.ops:
            if isinstance(op, SetState) and op.variable == scope.ending and isinstance(op.value, Const):
                if isinstance(op.value.value, int) and 0 <= op.value.value < len(scope.endings):
                    return f"ends {scope.title.lower()} as {scope.endings[op.value.value].replace('_', ' ')}"
        return f"ends {scope.title.lower()}"

    def _backs(self) -> None:
        """From where a called action or an opened window returns, back to who called it."""
        for kind, source, target, _ in list(self.clauses):
            if kind in ("option", "call", "opens") and target in self.places.blocks:
                procedure = self.flow.blocks[self.places.blocks[target][0]].procedure
                for address in self.returning.get(procedure, ()):
                    self._add("back", address, source)


def _watches(block: Block) -> Iterator[Watch]:
    """What may react to the events of a block."""
    for op in block.ops:
        if isinstance(op, SetState | Change | Move | Exchange | PassAround | Turn | Happen):
            yield from op.watches


def _kind(spec: ScopeSpec, choices: list[Choice], chance: tuple[str, ...]) -> str:
    """What a node is, by what it can do that nothing else does."""
    if spec.kind in ("law", "trigger", "window", "menu"):
        return spec.kind
    if choices:
        return "sealed" if any(choice.secrecy == "sealed" for choice in choices) else "decision"
    if chance:
        return "chance"
    return "action" if spec.kind in ("action", "option") else "step"
