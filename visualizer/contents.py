"""What the nodes of a graph do, in a form that two games can be compared by.

In: a flow and a graph of it. Out: for each node and frame a `Content`: its ops and exits as lines free of numbers that
only say where something stands in the flow, the author's words for them, and the definitions used. Two nodes have the
same lines when they do the same, wherever their blocks stand. What edges say is not in the lines: where a node leads and
what reacts to it. So a new neighbour changes nothing. What a choice offers belongs to what is chosen, if that is a node.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from rulewright.dsl.flow.expr import Apply
from rulewright.dsl.flow.ir import Choice, Flow, Say, Watch
from rulewright.dsl.flow.shape import walk
from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.nodes import TURN, Graph, Node
from rulewright.visualizer.places import BEGIN, GAME_OVER, Places
from rulewright.visualizer.runs import Step, steps
from rulewright.visualizer.unnumbered import Unnumbered
from rulewright.visualizer.ways import Ways


@dataclass(slots=True)
class Content:
    """What one node does. lines: free of numbers. texts: the author's words for a line, if there are any. uses: the
    definitions in them."""

    lines: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    uses: set[str] = field(default_factory=set)


def contents(flow: Flow, graph: Graph) -> dict[str, Content]:
    """The content of each node and frame of a graph of the flow."""
    return _Reader(flow, graph).read()


def definitions(flow: Flow) -> dict[str, Content]:
    """The content of each definition and line of the scoring, by its name."""
    return {spec.name: Content([Unnumbered(flow).text(spec)], uses=_uses(flow, spec.body)) for spec in flow.functions}


def _uses(flow: Flow, value: object) -> set[str]:
    return {flow.functions[each.function].name for each in walk(value) if isinstance(each, Apply)}


class _Reader:
    """Reads the contents of one graph."""

    def __init__(self, flow: Flow, graph: Graph) -> None:
        self.flow = flow
        self.view = graph.graph["view"]
        self.found = {address: Content() for address in graph}
        self.blocks: dict[str, list[int]] = {}
        for node in graphs.nodes(graph):
            for number in node.blocks:
                self.blocks.setdefault(self._place(node, number), []).append(number)
        if not self.blocks:  # a view in which a node is a whole rule
            for number in sorted(Ways(flow).reachable):
                self.blocks.setdefault(self._around(number), []).append(number)
            self.blocks.pop("", None)

    def read(self) -> dict[str, Content]:
        offers: dict[str, dict[tuple[str, ...], list[Step]]] = {}  # of each option: every way in which it is offered
        for address, numbers in self.blocks.items():
            homes = self._offered(address, numbers)
            ways: dict[str, list[Step]] = {}
            for step in steps(self.flow, numbers, homes):
                if step.option:
                    ways.setdefault(homes[step.option], []).append(step)
                else:
                    self._note(address, step)
            for home, way in ways.items():
                offers.setdefault(home, {}).setdefault(tuple(step.line for step in way), way)
        for home, different in offers.items():
            for lines in sorted(different):
                for step in different[lines]:
                    self._note(home, step)
        self._read_watches()
        self._read_zones()
        if self.view == TURN:
            self._read_frames()
        return self.found

    def _place(self, node: Node, number: int) -> str:
        """Where a block belongs: how the game is ended to whoever ends it, when several share one node for the end."""
        scope = self.flow.scopes[self.flow.blocks[number].scope].address
        return (self._home(scope) if node.address == GAME_OVER else "") or node.address

    def _around(self, number: int) -> str:
        """The innermost node or frame that a block is part of, "" for none."""
        scope = self.flow.blocks[number].scope
        while scope >= 0 and self.flow.scopes[scope].address not in self.found:
            scope = self.flow.scopes[scope].parent
        return self.flow.scopes[scope].address if scope >= 0 else ""

    def _offered(self, address: str, numbers: Collection[int]) -> dict[str, str]:
        """The options offered in some blocks that are nodes of their own, with the addresses of these."""
        exits = (self.flow.blocks[number].exit for number in numbers)
        options = [option.address for exit_ in exits if isinstance(exit_, Choice) for option in exit_.alternatives]
        homes = {option: self._home(option) for option in options}
        around = address.partition("/")[0]
        return {option: home for option, home in homes.items() if home and home.partition("/")[0] != around}

    def _home(self, address: str) -> str:
        """The node or frame of the graph that an address of the flow means, "" for none."""
        return next((each for each in (address, address + BEGIN) if each in self.found), "")

    def _note(self, address: str, step: Step) -> None:
        content, text = self.found[address], self._words(step.origin)
        content.lines.append(step.line)
        if text:
            content.texts.setdefault(step.line, text)
        content.uses.update(_uses(self.flow, step.of))

    def _words(self, origin: int) -> str:
        """The statement that something comes from, on one line; of one that has others inside its head."""
        place = self.flow.origins[origin]
        head = place.span.text.partition("\n")[0].rstrip()
        text = head if head.endswith(":") else " ".join(place.span.text.split())
        return "" if text == place.address.rpartition(".")[2] else text  # the node itself, not a statement in it

    # ------------------------------------------------------------------------------------ what stands in no block of a node

    def _read_watches(self) -> None:
        """What a trigger waits for belongs to the trigger, not to all that may set it off."""
        seen: dict[int, Watch] = {}
        for watch in walk(self.flow.blocks):
            if isinstance(watch, Watch):
                seen.setdefault(watch.procedure, watch)
        for number in sorted(seen):
            procedure = self.flow.procedures[number]
            home = self._home(procedure.address)
            if home:
                self._note(home, Step(Unnumbered(self.flow).text(seen[number]), seen[number], procedure.origin))

    def _read_zones(self) -> None:
        for zone in self.flow.zones:
            address = f"zones.{zone.name}"
            if address in self.found:
                self._note(address, Step(Unnumbered(self.flow).text(zone), zone, zone.origin))

    def _read_frames(self) -> None:
        """What is said where a frame begins or goes round; all else there only leads from one part to the next."""
        ways = Ways(self.flow)
        places = Places(self.flow, ways)
        for number in sorted(ways.reachable - places.of.keys()):
            block = self.flow.blocks[number]
            address = self.flow.scopes[places.drawn(block.scope)].address
            for op in block.ops:
                if isinstance(op, Say) and address in self.found:
                    names = self.flow.procedures[block.procedure].names
                    self._note(address, Step(Unnumbered(self.flow, names).text(op), op, op.origin))
