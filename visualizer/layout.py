"""What goes where: frames around boxes, arrows between them, and the words on both.

In: the graph. Out: a `Picture` that any writer can put into its format without looking at the graph again. Phases keep
their nesting. The actions of a menu stand in one frame with it; windows and whatever is always in effect have frames of
their own beside the course of the game. Two arrows that go there and back are one with two heads.
"""

from __future__ import annotations

from rulewright.visualizer import nodes as graphs
from rulewright.visualizer.legend import signed
from rulewright.visualizer.nodes import Edge, Graph, Node
from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame, Line, Picture, boxes_of, frames_of
from rulewright.visualizer.places import BEGIN, head_of
from rulewright.visualizer.words import rule_ranges

ALWAYS, WINDOWS, MENU = "always in effect", "windows", "menu of "
ACTIONS = "other actions"


def arrange(graph: Graph) -> Picture:
    """The picture of a graph of turns."""
    return _Arranged(graph).picture()


class _Arranged:
    """A graph being arranged."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes = {node.address: node for node in graphs.nodes(graph)}
        self.order = {address: place for place, address in enumerate(self.nodes)}
        self.groups = {group.address: group for group in graphs.frames(graph)}
        self.edges = graphs.edges(graph)
        self.homes = {address: self._home(node) for address, node in self.nodes.items()}
        self.outer = self._outer()

    def picture(self) -> Picture:
        title: str = self.graph.graph["title"]
        frame, arrows = self._frame("", "game", ()), self._arrows()
        lane = tuple(box.address for part in frame.frames if part.address == ALWAYS for box in boxes_of(part))
        return Picture(title, frame, tuple(arrows), lane, self._pairs_below(frame, arrows))

    # ------------------------------------------------------------------------------------ frames

    def _outer(self) -> dict[str, str]:
        """The frame around each frame ("" is the whole picture), in the order of the rulebook."""
        outer: dict[str, str] = {}
        for address, group in self.groups.items():
            outer[address] = group.group or self._top_home(address, group.kind)
        for address, node in self.nodes.items():
            if self._has_menu_frame(address):
                outer[MENU + address] = node.group
            elif node.kind == "window":
                outer[self._home(node)] = self._opened_in(address)
        for home in (*outer.values(), *(self._home(node) for node in self.nodes.values())):
            if home:
                outer.setdefault(home, "")
        return outer

    def _home(self, node: Node) -> str:
        """The frame of a node."""
        if self._has_menu_frame(node.address):
            return MENU + node.address
        return node.group or self._top_home(node.address, node.kind)

    def _has_menu_frame(self, address: str) -> bool:
        offers = any(edge.kind == "option" and edge.source == address for edge in self.edges)
        return self.nodes[address].kind == "menu" and not address.endswith(BEGIN) and offers

    def _top_home(self, address: str, kind: str) -> str:
        """The frame of something that is not part of a phase."""
        if kind in ("law", "trigger"):
            return ALWAYS
        if kind == "window":
            return f"{WINDOWS} {self._opened_in(address)}".strip()
        if kind == "effects":
            return ACTIONS
        return self._caller_home(address, {address}) if address.startswith("actions.") else ""

    def _caller_home(self, address: str, seen: set[str]) -> str:
        """An action stands with the menu that offers it, else with whatever else uses it first."""
        users = [edge for edge in self.edges if edge.kind in ("option", "call") and self._is_in(edge.target, address)]
        users.sort(key=lambda edge: (edge.kind != "option", self.nodes[edge.source].kind != "menu"))
        for edge in users:
            node = self.nodes[edge.source]
            if node.kind == "menu":
                return MENU + node.address
            if node.kind == "window":
                return self._home(node)
            top = self._top_action(node)
            if top and top not in seen:
                return self._caller_home(top, seen | {top})
        return ACTIONS

    def _opened_in(self, window: str) -> str:
        """The innermost phase around all places where a window opens."""
        around: list[str] | None = None
        for edge in self.edges:
            if edge.kind == "opens" and edge.target == window:
                found = self._groups_around(edge.source)
                around = found if around is None else [group for group in around if group in found]
        return around[0] if around else ""

    def _groups_around(self, address: str) -> list[str]:
        """The phases around a node, the inner ones in front."""
        found: list[str] = []
        group = self.nodes[address].group
        while group:
            found.append(group)
            group = self.groups[group].group
        return [group for group in found if self.groups[group].kind == "phase"]

    def _top_action(self, node: Node) -> str:
        return head_of(node.address) if node.address.startswith("actions.") else ""

    def _is_in(self, address: str, outer: str) -> bool:
        return address == outer or address.startswith(f"{outer}.")

    def _frame(self, address: str, kind: str, lines: tuple[Line, ...]) -> Frame:
        nodes = [node for node in self.nodes.values() if self.homes[node.address] == address]
        inside = [frame for frame, around in self.outer.items() if around == address]
        parts: list[Box | Frame] = [self._box(node) for node in nodes]
        frames = (self._frame(frame, *self._frame_words(frame)) for frame in inside)
        parts.extend(frame for frame in frames if frame.parts)  # nothing comes to what an empty one would hold
        return Frame(address, kind, lines, tuple(sorted(parts, key=self._place)))

    def _place(self, part: Box | Frame) -> tuple[int, int]:
        """Where a part comes among its neighbours: what is over comes last, windows before what they offer."""
        if isinstance(part, Frame):
            return 1, min(self._place(inner)[1] for inner in part.parts)
        rank = {"window": 0, "over": 2}.get(part.kind, 1)
        return rank, self.order[part.address]

    def _frame_words(self, address: str) -> tuple[str, tuple[Line, ...]]:
        if address == ALWAYS:
            return "always", (Line("title", "Always in effect"),)
        if address.startswith(WINDOWS):
            return "windows", (Line("title", "Windows"),)
        if address == ACTIONS:
            return "actions", (Line("title", "Other actions"),)
        if address.startswith(MENU):
            loop = self.nodes[address.removeprefix(MENU)].loop
            return "menu", (Line("title", "One of these"), *([Line("loop", loop)] if loop else []))
        group = self.groups[address]
        return group.kind, tuple(self._group_lines(group))

    def _group_lines(self, group: Node) -> list[Line]:
        head = group.address + BEGIN in self.nodes
        lines = [Line("title", group.title), *self._options(group.address, group.title)]
        if group.loop and not head:
            lines.append(Line("loop", group.loop))
        if group.condition and not head:
            lines.append(Line("condition", f"if {group.condition}"))
        lines.extend(self._set_off_by(group.address))
        if group.rules:
            lines.append(Line("rules", rule_ranges(group.rules)))
        return lines

    # ------------------------------------------------------------------------------------ boxes

    def _box(self, node: Node) -> Box:
        lines = [Line("title", node.title)] if node.kind != "start" else []
        if node.kind == "loop":
            lines = [Line("title", node.loop or node.title)]
        elif node.loop and not self._has_menu_frame(node.address):
            lines.append(Line("loop", node.loop))
        if not node.group:
            lines.extend(self._options(node.address, node.title))
        if node.words:
            lines.append(Line("words", node.words))
        if node.who and not (node.loop and node.who == "each player"):
            lines.append(Line("who", f"{node.who} decides"))
        if node.condition:
            lines.append(Line("condition", f"{'whenever' if node.kind == 'law' else 'if'} {node.condition}"))
        if node.kind == "trigger":
            lines.extend(self._set_off_by(node.address))
        lines.extend(Line("chance", f"chance: {words}") for words in node.chance)
        lines.extend(self._results(node.address))
        if node.rules:
            lines.append(Line("rules", rule_ranges(node.rules)))
        name = self.groups[node.group].title if node.kind == "loop" and node.group in self.groups else node.title
        return Box(node.address, node.kind, name, tuple(lines))

    def _options(self, address: str, title: str) -> list[Line]:
        """The labels under which an action is on offer, when they say more than its title."""
        options = (e for e in self.edges if e.kind == "option" and self._is_in(e.target, address))
        return self._said("option", [(e, e.label) for e in options if e.label not in ("", title)])

    def _results(self, address: str) -> list[Line]:
        """What else comes of a node: phases that it ends, triggers that it sets off."""
        own = [edge for edge in self.edges if edge.source == address]
        ends = [(edge, f"may {edge.label.replace('ends', 'end', 1)}" if edge.guards else edge.label) for edge in own if edge.kind == "ends"]
        reacts = [(edge, f"sets off {self._trigger_title(edge.target)}") for edge in own if edge.kind == "reacts"]
        return [*self._said("ends", ends), *self._said("reacts", reacts)]

    def _said(self, role: str, found: list[tuple[Edge, str]]) -> list[Line]:
        """Lines for edges; one that only one of two compared games has, between nodes of both, has a sign of it."""
        lines: list[Line] = []
        for text in dict.fromkeys(text for _, text in found):
            changes = {self._own_change(edge) for edge, said in found if said == text}
            change = changes.pop() if len(changes) == 1 else ""
            lines.append(Line("change", signed(change, text)) if change in SIGNS else Line(role, text))
        return lines

    def _own_change(self, edge: Edge) -> str:
        """What became of an edge, if that is not only what became of one of its ends."""
        ends = {self.nodes[edge.source].change, self.nodes[edge.target].change}
        return edge.change if edge.change in ("added", "removed") and edge.change not in ends else ""

    def _trigger_title(self, address: str) -> str:
        """The title of a trigger, of which the first node is given."""
        trigger = head_of(address)
        return self.groups[trigger].title if trigger in self.groups else self.nodes[address].title

    def _set_off_by(self, trigger: str) -> list[Line]:
        """What sets off a trigger: arrows from all over the picture would only hide it."""
        found = [
            (e, self.nodes[e.source].title) for e in self.edges if e.kind == "reacts" and head_of(e.target) == trigger
        ]
        lines = self._said("", found)
        titles = ", ".join(line.text for line in lines if line.role != "change")
        changed = [
            Line("change", f"{line.text[:2]}set off by: {line.text[2:]}") for line in lines if line.role == "change"
        ]
        return [*([Line("condition", f"set off by: {titles}")] if titles else []), *changed]

    # ------------------------------------------------------------------------------------ arrows

    def _arrows(self) -> list[Arrow]:
        backs = {(edge.source, edge.target) for edge in self.edges if edge.kind == "back"}
        ahead = ("option", "call", "opens")
        two_way = {(e.target, e.source) for e in self.edges if e.kind in ahead and (e.target, e.source) in backs}
        found = []
        for edge in self.edges:
            pair = (edge.source, edge.target)
            if edge.kind == "back" and (pair in two_way or self.nodes[edge.source].kind == "window"):
                continue
            if edge.kind == "reacts" and self._lane(edge.source) != ALWAYS:
                continue  # said in words at both ends
            both = edge.kind in ahead and pair[::-1] in two_way
            found.append(Arrow(edge.kind, *pair, edge.label, self._conditions(edge), both, self._is_aside(edge)))
        return found

    def _conditions(self, edge: Edge) -> tuple[str, ...]:
        """When the course goes along an edge; that the condition holds which its box names need not be said again."""
        return () if edge.guards == (self.nodes[edge.source].condition,) else edge.guards

    def _is_aside(self, edge: Edge) -> bool:
        if edge.kind == "ends":
            return self.nodes[edge.target].kind != "over"  # else it is the head of a loop, higher up
        if edge.kind == "opens":  # a window stands below the first place where it opens
            return edge is not next(e for e in self.edges if e.kind == "opens" and e.target == edge.target)
        return edge.kind in ("reacts", "back") or self._lane(edge.source) != self._lane(edge.target)

    def _lane(self, address: str) -> str:
        """The frame beside the course of the game that a box stands in, "" for the course of the game itself."""
        home = self.homes[address]
        while home and home not in (ALWAYS, ACTIONS):
            home = self.outer[home]
        return home

    def _pairs_below(self, frame: Frame, arrows: list[Arrow]) -> tuple[tuple[str, str], ...]:
        """What comes when a phase is over stands below the whole phase, so that a picture reads downward."""
        onward = {arrow.source for arrow in arrows if not arrow.aside}
        found: list[tuple[str, str]] = []
        for inner in frames_of(frame):
            last = [box.address for box in inner.boxes if box.kind == "over"]
            ends = [box.address for box in boxes_of(inner) if box.address not in onward]
            found.extend((address, below) for below in last for address in ends)
        return tuple(found)
