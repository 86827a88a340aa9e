"""Every block of a flow, as the engine runs it: the level at which nothing is left out.

In: a flow. Out: a graph whose nodes are the blocks that play can reach (`block 12`), inside frames for the parts of the
rulebook that they belong to; and the `Picture` of it. What a block does is said in the author's text where a statement
is behind it, else in a few words of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.dsl.flow.expr import And, Count, IsActive
from rulewright.dsl.flow.ir import (
    Assign,
    Block,
    Branch,
    Call,
    Change,
    Choice,
    Draw,
    Exchange,
    Flow,
    GameEnd,
    Gone,
    Goto,
    Happen,
    Hold,
    Leave,
    Move,
    Op,
    PassAround,
    React,
    Reset,
    Return,
    Say,
    SetState,
    Settle,
    Show,
    Shuffle,
    Turn,
)
from rulewright.dsl.types import EffectType
from rulewright.visualizer.nodes import BLOCKS, Edge, Graph, Node, add_edge, add_node, frames, new_graph, nodes
from rulewright.visualizer.nodes import edges as edges_of
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture, boxes_of
from rulewright.visualizer.ways import Guard, Ways, watches_of
from rulewright.visualizer.words import decider, is_loop_test, loop_words, players_words, rule_ranges, text_words

MOST = 4  # components that are named
NOTHING = "nothing to choose"
ENOUGH, NONE_LEFT, OTHERWISE = "often enough", "none is left", "otherwise"
SETTLING = "settling"  # the frame around what looks for laws and triggers after each step
GAME = 0  # the scope of the whole game, which is not framed


def block_flow(flow: Flow) -> Graph:
    """The graph of a flow's blocks."""
    return _Blocks(flow).build()


def address_of(number: int) -> str:
    """What the node of a block is called."""
    return f"block {number}"


class _Blocks:
    """One graph being built."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.ways = Ways(flow)
        self.names = {number: spec.name.replace("_", " ") for number, spec in enumerate(flow.zones)}
        self.printed = _printed(flow)

    def build(self) -> Graph:
        graph = new_graph(self.flow.name, f"{self.flow.title} · {players_words(*self.flow.players)} · every block", BLOCKS)
        reached = sorted(self.ways.reachable)
        for scope in sorted(self._framed(reached)):
            spec = self.flow.scopes[scope]
            span = self.flow.origins[spec.origin].span
            add_node(graph, Node(
                spec.address, spec.kind, spec.title, self._around(spec.parent), frame=True, loop=loop_words(spec.loop),
                condition=spec.condition, rules=spec.rules, file=span.source.name, line=span.line,
            ))  # fmt: skip
        if any(self._group(self.flow.blocks[number]) == SETTLING for number in reached):
            add_node(graph, Node(SETTLING, "always", "Laws and triggers", frame=True))
        for number in reached:
            add_node(graph, self._node(self.flow.blocks[number]))
        for number in reached:
            for edge in self._edges(self.flow.blocks[number]):
                add_edge(graph, edge)
        return graph

    def _framed(self, reached: list[int]) -> set[int]:
        """The scopes of these blocks and all around them."""
        found: set[int] = set()
        for number in reached:
            scope = self.flow.blocks[number].scope
            while scope > GAME and scope not in found:
                found.add(scope)
                scope = self.flow.scopes[scope].parent
        return found

    def _group(self, block: Block) -> str:
        return SETTLING if block.scope <= GAME and block.procedure == self.flow.settle else self._around(block.scope)

    def _around(self, scope: int) -> str:
        return self.flow.scopes[scope].address if scope > GAME else ""

    def _node(self, block: Block) -> Node:
        lines = [line for op in block.ops if (line := self._written(op.origin, block) or self._op(block, op))]
        end = self._exit(block, bool(lines))
        span = self.flow.origins[block.exit.origin].span
        who = ""
        if isinstance(block.exit, Choice):  # asked as part of whatever is gone round, one player is meant
            who = decider(self.flow, block, replace(block.exit, scope=-1))
        if block.number in self.printed:
            lines.insert(0, self.printed[block.number])
        return Node(
            address_of(block.number), self._kind(block), str(block.number), self._group(block),
            words="\n".join((*_each_once([*lines, *([end] if end else [])]), *self._elsewhere(block))),
            who=who, file=span.source.name, line=span.line, blocks=(block.number,),
        )  # fmt: skip

    def _kind(self, block: Block) -> str:
        match block.exit:
            case Choice(secrecy="sealed"):
                return "sealed"
            case Choice():
                return "decision"
            case Shuffle() | Draw():
                return "chance"
            case GameEnd():
                return "end"
            case _:
                return "block"

    # ------------------------------------------------------------------------------------ words

    def _written(self, origin: int, block: Block) -> str:
        """The author's statement, when there is one behind an op and not only the name of a node."""
        place = self.flow.origins[origin]
        if place.span == self.flow.origins[self.flow.scopes[block.scope].origin].span:
            return ""
        text = place.span.text.strip().partition("\n")[0].strip()
        text = text.replace('""', '"')  # a cell of a table that stands in quotes writes each one twice
        return "" if text == place.address.rpartition(".")[2] else text.removesuffix(":")

    def _op(self, block: Block, op: Op) -> str:
        match op:
            case Assign(slot):
                name = self.flow.procedures[block.procedure].names[slot]
                return f"remember {name.replace('_', ' ')}" if name else ""
            case SetState(variable):
                return f"set {self._variable(variable)}"
            case Change(variable):
                return f"change {self._variable(variable)}"
            case Reset(variable):
                return f"start {self._variable(variable)} anew"
            case Move(zone=zone):
                return f"move to {self.names[zone]}"
            case Exchange():
                return "exchange"
            case PassAround(zone):
                return f"pass {self.names[zone]} round"
            case Turn(up=up):
                return "turn face up" if up else "turn face down"
            case Show(on=on):
                return "show" if on else "show no longer"
            case Say(text):
                return f"say: {text_words(text, self.flow.procedures[block.procedure].names)}"
            case Hold(by, _, sealed):
                what = "answers are sealed" if sealed else "nothing settles"
                return what if by > 0 else f"{what} no longer"
            case Happen(verb, scope):
                return f"{verb} of {self.flow.scopes[scope].title.lower()}" if scope >= 0 else verb

    def _variable(self, number: int) -> str:
        return self.flow.variables[number].name.replace("_", " ")

    def _exit(self, block: Block, said: bool) -> str:
        """The words of an exit; one that only goes on has some only when nothing else is said."""
        names = self.flow.procedures[block.procedure].names
        match block.exit:
            case Goto():
                return "" if said else "go on"
            case Branch():
                return "" if said else "it depends"
            case Call(int() as number):
                return f"carry out {self.flow.procedures[number].address}"
            case Call():
                return "carry out what the component says"
            case Return():
                return "go back"
            case Leave():
                return "leave"
            case Settle():
                return "laws and triggers"
            case React():
                return "the next trigger that is due"
            case Choice(prompt=prompt):
                return text_words(prompt, names)
            case Shuffle(zone):
                return f"shuffle {self.names[zone]}"
            case Draw(slot=slot):
                return f"{names[slot].replace('_', ' ')} at random".strip()
            case GameEnd():
                return "game over"
            case Gone():
                return "left out"

    # ------------------------------------------------------------------------------------ edges

    def _edges(self, block: Block) -> Iterator[Edge]:
        source = address_of(block.number)
        for way in self.ways.of(block.number):
            yield self._edge("next", source, block, way.target, (_guard_words(way.guard),) if way.guard else ())
        match block.exit:
            case Call(int() as number):
                yield self._edge("call", source, block, self.flow.procedures[number].entry, ())
            case Leave(target):
                yield self._edge("ends", source, block, target, ())
        entries = {
            self.flow.procedures[watch.procedure].entry: None
            for op in block.ops
            for watch in watches_of(op)
        }
        for entry in entries:
            yield self._edge("reacts", source, block, entry, ())

    def _elsewhere(self, block: Block) -> Iterator[str]:
        """When a block goes on where no arrow says it, and at which one."""
        match block.exit:
            case Branch() as branch if not branch.words or is_loop_test(branch.words):
                if not branch.words.startswith("until ") and len(self.ways.of(block.number)) > 1:
                    yield f"{self._untold(branch)}: {address_of(branch.otherwise)}"
            case Choice(alternatives=options, empty=empty):
                names = self.flow.procedures[block.procedure].names
                said: dict[int, dict[str, None]] = {}
                for option in options:
                    if option.passes:
                        said.setdefault(option.target, {})[text_words(option.label, names)] = None
                said.setdefault(empty, {})[NOTHING] = None
                yield from (f"{' or '.join(filter(None, words))}: {address_of(target)}" for target, words in said.items())

    def _untold(self, branch: Branch) -> str:
        """When a branch goes on at the second block, where the author has no words for that."""
        match branch.condition:
            case _ if branch.words:
                return ENOUGH
            case Count():
                return NONE_LEFT
            case IsActive(scope) | And(IsActive(scope), _):
                return f"unless during {self.flow.scopes[scope].title.lower()}"
            case _:
                return OTHERWISE

    def _edge(self, kind: str, source: str, block: Block, target: int, guards: tuple[str, ...]) -> Edge:
        return Edge(kind, source, address_of(target), guards=guards, ways=(f"{block.number}>{target}",))


def _printed(flow: Flow) -> dict[int, str]:
    """The words for the first block of each effect: on which components it is printed."""
    on: dict[int, list[str]] = {}
    for component in flow.components:
        for field, value in zip(flow.kinds[component.kind].fields, component.values, strict=True):
            if isinstance(flow.fields[field].type, EffectType):
                for procedure in value if isinstance(value, tuple) else (value,):
                    on.setdefault(procedure, []).append(component.name)
    found: dict[int, str] = {}
    for procedure, every in on.items():
        names = list(dict.fromkeys(every))
        if procedure >= 0:
            more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
            found[flow.procedures[procedure].entry] = f"printed on {', '.join(names[:MOST])}{more}"
    return found


def _each_once(lines: list[str]) -> list[str]:
    """The lines of which nothing is said twice: not the body of a loop behind its head, nor a question behind what asks it."""
    return list(dict.fromkeys(line for line in lines if not any(line in other and line != other for other in lines)))


def _guard_words(guard: Guard) -> str:
    return guard.words if guard.holds else f"unless {guard.words}"


def arrange_blocks(graph: Graph) -> Picture:
    """The picture of a graph of blocks: frames in frames, a box for each block."""
    inside: dict[str, list[Box | Frame]] = {}
    for box, group in _boxes(graph):
        inside.setdefault(group, []).append(box)
    for frame in reversed(frames(graph)):  # the inner ones first
        lines = [Line("title", frame.title)]
        if frame.loop:
            lines.append(Line("loop", frame.loop))
        if frame.condition:
            lines.append(Line("condition", f"if {frame.condition}"))
        if frame.rules:
            lines.append(Line("rules", rule_ranges(frame.rules)))
        parts = sorted(inside.pop(frame.address, ()), key=_number)
        made = Frame(frame.address, frame.kind, tuple(lines), tuple(parts), frame.change)
        inside.setdefault(frame.group, []).append(made)
    arrows = [
        Arrow(edge.kind, edge.source, edge.target, edge.label, edge.guards, change=edge.change) for edge in edges_of(graph)
    ]
    title: str = graph.graph["title"]
    whole = Frame("", "game", (), tuple(sorted(inside.get("", ()), key=_number)))
    return Picture(title, whole, tuple(arrows), view=BLOCKS)


def _boxes(graph: Graph) -> Iterator[tuple[Box, str]]:
    """A box for each block, and its frame. What is led to from elsewhere is called by its frame as well."""
    titles = {frame.address: frame.title for frame in frames(graph)}
    entries = {edge.target for edge in edges_of(graph) if edge.kind in ("call", "reacts")}
    for node in nodes(graph):
        words = [Line("source", line) for line in node.words.split("\n") if line]
        lines = [Line("title", node.title), *words, *([Line("who", f"{node.who} decides")] if node.who else [])]
        title = titles.get(node.group, "") if node.address in entries else ""
        name = f"{title} (block {node.title})" if title else f"block {node.title}"
        yield Box(node.address, node.kind, name, tuple(lines), node.change), node.group


def _number(part: Box | Frame) -> int:
    """The number of a block, or of the first one in a frame."""
    return min((int(box.address.rpartition(" ")[2]) for box in boxes_of(part)), default=0) if isinstance(part, Frame) else (
        int(part.address.rpartition(" ")[2])
    )
