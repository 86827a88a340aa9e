"""The interaction of rules: what each makes happen, what reacts to that, and what comes of it in turn.

In: a flow. Out: a graph (see `nodes`) of rules and events. A rule `does` an event; an event leads by `reacts` to the
triggers that wait for it, to the replacements that come before or instead of it, and to the laws whose condition it can
make true. What a reaction calls (`call`) or opens (`opens`) stands for itself where it makes something happen, too. Only
what takes part is there: events that nothing reacts to are left out, and so are rules that do no others.

What a rule does only when another one has moved things in the middle of it has `whereabouts.MEANWHILE` as its guard.

What can set itself off without that is marked as a loop. A law that touches its own condition is none: it must make it untrue. Nor is
a trigger that comes before or instead of an event: it is passed over while it is under way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import networkx as nx

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.visualizer.conditions import Conditions
from rulewright.visualizer.early import Early, early_triggers
from rulewright.visualizer.happenings import Event, Happenings, fits
from rulewright.visualizer.nodes import INTERACTION, Edge, Graph, Node, add_edge, add_node, new_graph
from rulewright.visualizer.rule_names import RuleNames
from rulewright.visualizer.ways import watches_of
from rulewright.visualizer.whereabouts import MEANWHILE, Whereabouts
from rulewright.visualizer.words import one_line

EVENT = "event"

Pair = tuple[str, str]


def rule_interaction(flow: Flow) -> Graph:
    """The graph of what sets off what."""
    return _Graph(flow).build()


class _Graph:
    """One graph being built. Rules are addresses, events are `Event`s until they become nodes."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.rules = RuleNames(flow)
        self.whereabouts = Whereabouts(flow)
        self.happenings = Happenings(flow, self.whereabouts)
        self.expected = Happenings(flow, Whereabouts(flow, meanwhile=False))
        self.early = early_triggers(flow)
        self.reactions: dict[Event, dict[str, Edge]] = {}  # event -> rule -> the edge between them
        self.does: dict[tuple[str, Event], dict[str, None]] = {}  # with the blocks that do it
        self.plain: set[tuple[str, Event]] = set()  # those that the rule does by itself, whatever others do
        self.calls: dict[Pair, str] = {}  # rule, rule -> kind of the edge

    def build(self) -> Graph:
        graph = new_graph(self.flow.name, f"{self.flow.title} · what sets off what", INTERACTION)
        self._find_triggers()
        self._find_laws()
        self._find_doers()
        self._find_calls()
        edges = self._mark_loops(list(self._edges()))
        used = {address for edge in edges for address in (edge.source, edge.target)}
        loops = {address: edge.loop for edge in edges if edge.loop for address in (edge.source, edge.target)}
        for node in self._nodes():
            if node.address in used:
                add_node(graph, replace(node, loop=loops.get(node.address, "")))
        order = {address: place for place, address in enumerate(graph)}
        for edge in sorted(edges, key=lambda edge: (order[edge.source], order[edge.target], edge.kind)):
            add_edge(graph, edge)
        return graph

    # ------------------------------------------------------------------------------------ what reacts

    def _find_triggers(self) -> None:
        for block in self.flow.blocks:
            for op in block.ops:
                for watch in watches_of(op):
                    self._react(self.happenings.awaited(block, op, watch), self._of_procedure(watch.procedure), "")
        for each in self.early:
            event = self.happenings.replaced(self.flow.blocks[each.block], self._op(each))
            self._react(event, self._of_procedure(each.trigger), "instead" if each.replaces else "before")

    def _find_laws(self) -> None:
        """What the conditions of laws look at, and the sets that they go through."""
        conditions = Conditions(self.flow, self.whereabouts)
        for block in self.flow.blocks:
            spec = self.flow.scopes[block.scope]
            if block.procedure != self.flow.settle or spec.kind != "law":
                continue
            looked_at = [op.value for op in block.ops if isinstance(op, ir.Assign) and op.origin == spec.origin]
            exit_ = block.exit
            if isinstance(exit_, ir.Branch) and exit_.origin == spec.origin and exit_.words:
                looked_at.append(exit_.condition)
            for value in looked_at:
                for event in conditions.awaited(block.number, value):
                    self._react(event, spec.address, "")

    def _react(self, event: Event, rule: str, label: str) -> None:
        spec = self.rules.spec(rule)
        words = "" if spec is None else _event_guard(spec.event)
        guards = (words,) if words else ()
        edge = Edge("reacts", self.happenings.address(event), rule, label, guards)
        self.reactions.setdefault(event, {}).setdefault(rule, edge)

    def _of_procedure(self, procedure: int) -> str:
        return self.rules.head(self.flow.procedures[procedure].address)

    def _op(self, each: Early) -> ir.Op:
        return self.flow.blocks[each.block].ops[each.index]

    # ------------------------------------------------------------------------------------ what is done

    def _find_doers(self) -> None:
        for block in self.flow.blocks:
            for index, op in enumerate(block.ops):
                rule = self.rules.head(self.rules.of(block, op.origin))
                done, expected = (list(known.of(block, index)) for known in (self.happenings, self.expected))
                for event in self.reactions:
                    if any(fits(event, each) for each in done):
                        self.does.setdefault((rule, event), {})[str(block.number)] = None
                    if any(fits(event, each) for each in expected):
                        self.plain.add((rule, event))

    def _find_calls(self) -> None:
        """Whom reactions call or give a chance to speak, as far as something comes of it."""
        calls = {pair: kind for block in self.flow.blocks for pair, kind in self._calls_of(block)}
        doing = {rule for rule, _ in self.does}
        while more := {caller for caller, called in calls if called in doing} - doing:
            doing |= more
        done = {event for _, event in self.does}
        reacting = {rule for event, rules in self.reactions.items() if event in done for rule in rules}
        while more := {called for caller, called in calls if caller in reacting and called in doing} - reacting:
            reacting |= more
        self.calls = {pair: kind for pair, kind in calls.items() if pair[0] in reacting and pair[1] in doing}

    def _calls_of(self, block: Block) -> Iterator[tuple[Pair, str]]:
        exit_ = block.exit
        if not isinstance(exit_, ir.Call):
            return
        caller = self.rules.head(self.rules.of(block, exit_.origin))
        if isinstance(exit_.procedure, int):
            numbers = [exit_.procedure]
        else:
            numbers = [number for number, each in enumerate(self.flow.procedures) if each.kind == "effect"]
        for number in numbers:
            procedure = self.flow.procedures[number]
            entry = self.flow.blocks[procedure.entry]
            called = self.rules.head(self.rules.of(entry, procedure.origin))
            if procedure.kind != "trigger" and called != caller:
                yield (caller, called), "opens" if procedure.kind == "window" else "call"

    # ------------------------------------------------------------------------------------ nodes and edges

    def _edges(self) -> Iterator[Edge]:
        done = {event for _, event in self.does}
        for (rule, event), blocks in self.does.items():
            guards = () if (rule, event) in self.plain else (MEANWHILE,)
            yield Edge("does", rule, self.happenings.address(event), "", guards, tuple(f"{each}>" for each in blocks))
        for event, rules in self.reactions.items():
            if event in done:
                yield from rules.values()
        for (caller, called), kind in self.calls.items():
            yield Edge(kind, caller, called)

    def _nodes(self) -> Iterator[Node]:
        """Rules in the order of the rulebook, then events."""
        addresses = dict.fromkeys(self.rules.head(spec.address) for spec in self.flow.scopes)
        printed = [self.rules.of(self.flow.blocks[each.entry], each.origin) for each in self.flow.procedures]
        for address in (*addresses, *dict.fromkeys(each for each in printed if "/" in each)):
            yield self._rule(address)
        for event in sorted(self.reactions):
            yield Node(self.happenings.address(event), EVENT, self.happenings.title(event))

    def _rule(self, address: str) -> Node:
        node = self.rules.node(address)
        spec = self.rules.spec(address)
        if spec is None or spec.kind != "trigger":
            return node
        kind = "replacement" if spec.event.startswith("instead of ") else "trigger"
        return replace(node, kind=kind, words=one_line(spec.event))

    # ------------------------------------------------------------------------------------ loops

    def _mark_loops(self, edges: list[Edge]) -> list[Edge]:
        """Every edge by which something sets itself off, with the name of its loop."""
        early = {self._of_procedure(each.trigger) for each in self.early}
        laws = {spec.address for spec in self.flow.scopes if spec.kind == "law"}
        graph: nx.DiGraph[str] = nx.DiGraph()
        steps: dict[Pair, list[tuple[Edge, ...]]] = {}  # rule, rule -> the edges by which one sets off the other
        for edge in edges:
            if edge.kind in ("call", "opens"):
                steps.setdefault((edge.source, edge.target), []).append((edge,))
            elif edge.kind == "does" and MEANWHILE not in edge.guards:
                for other in edges:
                    if other.kind == "reacts" and other.source == edge.target:
                        steps.setdefault((edge.source, other.target), []).append((edge, other))
        graph.add_edges_from(
            (source, target)
            for source, target in steps
            if early.isdisjoint((source, target)) and not (source == target and source in laws)
        )
        loops: dict[Edge, str] = {}
        found = [part for part in nx.strongly_connected_components(graph) if len(part) > 1 or _is_loop(graph, part)]
        for number, part in enumerate(sorted(found, key=min), 1):
            for source, target in graph.subgraph(part).edges:
                loops.update((edge, f"loop {number}") for each in steps[source, target] for edge in each)
        return [replace(edge, loop=loops.get(edge, "")) for edge in edges]


def _is_loop(graph: nx.DiGraph[str], part: set[str]) -> bool:
    return any(graph.has_edge(node, node) for node in part)


def _event_guard(event: str) -> str:
    """What a trigger demands of an event besides that it happens, as the author wrote it."""
    _, where, condition = event.partition(" where ")
    if where:
        return condition
    return event.partition(" set ")[2] and event.removeprefix("after ").removeprefix("before ").removeprefix("instead of ")
