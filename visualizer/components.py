"""The flow of components: the zones of a game, and which rules move components from one to another.

In: a flow. Out: a graph (see `nodes`). A zone that every player has is one node, in the frame `of each player`. Two zones
have one edge for each direction, with the rules that move something that way; its `label` has a line for each of them.
What goes that way only when another rule has interfered is an edge of its own, with `whereabouts.MEANWHILE` as its guard.
A move of all there are of a kind comes from a node `anywhere`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Audience, Dimension, Flow, ZoneSpec
from rulewright.visualizer.nodes import COMPONENTS, Edge, Graph, Node, add_edge, add_node, new_graph
from rulewright.visualizer.rule_names import RuleNames
from rulewright.visualizer.whereabouts import MEANWHILE, Moved, Whereabouts
from rulewright.visualizer.words import name_words, one_line

ANYWHERE = "zones/anywhere "
MANY = 3  # zones: what comes from more of them, and from all there are, comes from anywhere
MOVE = re.compile(r"move (?P<what>.+) to .+", re.DOTALL)
ORDERS = {"stack": "a stack", "row": "a row", "set": "in no order"}
FACES = {"up": "face up", "down": "face down", "keep": "face as it was"}

Key = tuple[str, str, bool]  # of an edge: from, to, whether it takes another rule that interferes


def component_flow(flow: Flow) -> Graph:
    """The graph of a flow's components."""
    return _Graph(flow).build()


class _Graph:
    """One graph being built."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.rules = RuleNames(flow)
        self.whereabouts = Whereabouts(flow)
        self.expected = {
            (moved.block, moved.op, moved.target): moved.sources
            for moved in Whereabouts(flow, meanwhile=False).moves
        }
        self.lines: dict[Key, dict[str, None]] = {}  # the lines of each edge
        self.by: dict[Key, dict[str, None]] = {}
        self.anywhere: dict[str, int] = {}  # nodes that stand for all zones of a kind

    def build(self) -> Graph:
        graph = new_graph(self.flow.name, f"{self.flow.title} · how components move", COMPONENTS)
        for moved in self.whereabouts.moves:
            self._note(moved)
        for node in (*self._frames(), *self._zones(), *self._everywhere()):
            add_node(graph, node)
        order = {address: place for place, address in enumerate(graph)}
        for key in sorted(self.lines, key=lambda key: (order[key[0]], order[key[1]], key[2])):
            source, target, meanwhile = key
            add_edge(graph, Edge(
                "moves", source, target, "\n".join(self.lines[key]), guards=(MEANWHILE,) if meanwhile else (),
                by=tuple(self.by[key]),
            ))  # fmt: skip
        return graph

    # ------------------------------------------------------------------------------------ moves

    def _note(self, moved: Moved) -> None:
        rule = self.rules.of(self.flow.blocks[moved.block], moved.op.origin)
        line = f"{self.rules.title(rule)}: {self._what(moved.op)}"
        target = self._address(moved.target)
        expected = self.expected.get((moved.block, moved.op, moved.target), moved.sources)
        kind = self.flow.zones[moved.target].holds
        if len(expected) > MANY and expected == self._occupied(kind):
            self.anywhere[ANYWHERE + self.flow.kinds[kind].name] = kind
            self._add((ANYWHERE + self.flow.kinds[kind].name, target, False), line, rule)
            return
        for source in sorted(moved.sources):
            self._add((self._address(source), target, source not in expected), line, rule)

    def _add(self, key: Key, line: str, rule: str) -> None:
        self.lines.setdefault(key, {})[line] = None
        self.by.setdefault(key, {})[rule] = None

    def _what(self, op: ir.Move | ir.Exchange | ir.PassAround) -> str:
        """How many and which, as the author wrote it, and how they are turned when the zone does not say so."""
        text = one_line(self.flow.origins[op.origin].span.text)
        found = MOVE.fullmatch(text)
        if not isinstance(op, ir.Move) or found is None:
            return text
        turned = "" if op.face is None else ", face up" if op.face else ", face down"
        return found["what"] + turned

    def _occupied(self, kind: int) -> frozenset[int]:
        return frozenset(z for z in self.whereabouts.occupied() if self.flow.zones[z].holds == kind)

    # ------------------------------------------------------------------------------------ nodes

    def _frames(self) -> Iterator[Node]:
        owners = dict.fromkeys(self._owners(zone.per) for zone in self.flow.zones if zone.per is not None)
        for words in owners:
            yield Node(f"zones/{words}", "owners", words, frame=True)

    def _zones(self) -> Iterator[Node]:
        for number, zone in enumerate(self.flow.zones):
            address = self._address(number)
            spec = self.rules.spec(address)
            span = self.flow.origins[zone.origin].span
            yield Node(
                address, "zone", name_words(zone.name), f"zones/{self._owners(zone.per)}" if zone.per else "",
                words="\n".join(self._words(number, zone)), chance=self._shuffles(number),
                rules=spec.rules if spec else (), file=span.source.name, line=span.line,
            )  # fmt: skip

    def _everywhere(self) -> Iterator[Node]:
        for address, kind in sorted(self.anywhere.items()):
            yield Node(address, "zone", "Anywhere", words=f"wherever a {self.flow.kinds[kind].name} lies")

    def _address(self, zone: int) -> str:
        return self.flow.origins[self.flow.zones[zone].origin].address

    def _owners(self, per: Dimension | None) -> str:
        """Whose the zones are."""
        match per:
            case None:
                return ""
            case Dimension("players"):
                return "of each player"
            case Dimension("enum", number):
                return f"of each {self.flow.enums[number].name}"
            case Dimension("kind", number):
                return f"of each {self.flow.kinds[number].name}"
            case _:
                return f"of each number {per.low}..{per.low + per.number - 1}"

    def _words(self, number: int, zone: ZoneSpec) -> Iterator[str]:
        """What lies in a zone and how, who sees it, how much there is room for, and what it begins with."""
        yield f"{self.flow.kinds[zone.holds].name}, {ORDERS[zone.order]}, {FACES[zone.face]}"
        seen = _audience(zone.seen_by)
        if zone.seen_by.who != "nobody":
            yield f"seen by {seen}" if zone.face == "down" else f"what is face down is seen by {seen}"
        if zone.counted_by != Audience("all"):
            yield f"how many is known to {_audience(zone.counted_by)}"
        if zone.capacity is not None:
            yield f"at most {zone.capacity}"
        if started := self._starts(number):
            yield f"begins with {', '.join(started)}"

    def _starts(self, zone: int) -> list[str]:
        """The entries of `components` that start in a zone, and how many of each, when that is the same for all games."""
        counts: dict[str, dict[int, int]] = {}
        for each in self.flow.components:
            if each.start == zone:
                for seats in each.seats:
                    of_group = counts.setdefault(each.group, {})
                    of_group[seats] = of_group.get(seats, 0) + 1
        per = self.flow.zones[zone].per
        found = []
        for group, by_seats in counts.items():
            shares = {count / seats if per == Dimension("players") else count for seats, count in by_seats.items()}
            least, most = (int(each) for each in (min(shares), max(shares)))
            number = f"{least}" if least == most else f"{least} to {most}"
            found.append(f"{number} {group.replace('_', ' ')}")
        return found

    def _shuffles(self, zone: int) -> tuple[str, ...]:
        """Which rules shuffle a zone."""
        found: dict[str, None] = {}
        for block in self.flow.blocks:
            if isinstance(block.exit, ir.Shuffle) and block.exit.zone == zone:
                found[self.rules.title(self.rules.of(block, block.exit.origin))] = None
        return (f"shuffled by {'; '.join(found)}",) if found else ()


def _audience(audience: Audience) -> str:
    words = {"owner": "its owner", "others": "all but its owner", "all": "all", "nobody": "nobody"}[audience.who]
    return words if audience.condition is None else f"{words}, at times"
