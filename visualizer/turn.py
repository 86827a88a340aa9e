"""The turn flow: how play gets from one part of the rulebook to the next.

In: a flow. Out: a graph (see `nodes`) of phases as frames, with what happens, who decides and what comes of it inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from rulewright.dsl.flow.expr import Const
from rulewright.dsl.flow.ir import (
    Block,
    Call,
    Choice,
    Draw,
    Flow,
    GameEnd,
    Leave,
    Return,
    ScopeSpec,
    SetState,
    Shuffle,
)
from rulewright.visualizer.guards import Clause, Guards, alternatives
from rulewright.visualizer.nodes import TURN, Edge, Graph, Node, add_edge, add_node, new_graph
from rulewright.visualizer.places import EFFECTS, GAME_OVER, OVER, Places, head_of
from rulewright.visualizer.ways import Guard, Ways, watches_of
from rulewright.visualizer.words import decider, loop_words, name_words, players_words, text_words

START = "start"
AFTERWARDS = "afterwards"  # when a loop is done
AGAIN = "afterwards, again"  # when it begins anew then

Key = tuple[str, str, str, str]  # of an edge: kind, source, target, label


class Written(TypedDict):
    """Where a node is written."""

    file: str
    line: int


def turn_flow(flow: Flow) -> Graph:
    """The graph of a flow's turns."""
    return _Graph(flow).build()


class _Graph:
    """One graph being built."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.ways = Ways(flow)
        self.places = Places(flow, self.ways)
        self.clauses: dict[Key, list[Clause]] = {}
        self.taken: dict[Key, dict[str, None]] = {}  # the pairs of blocks by which play takes an edge
        self.returning: dict[int, dict[str, None]] = {}  # procedure -> nodes at which it returns
        self.options = self._find_options()
        self.beside = self._find_beside()

    def build(self) -> Graph:
        title = f"{self.flow.title} · {players_words(*self.flow.players)}"
        graph = new_graph(self.flow.name, title, TURN)
        self._start()
        for address in self.places.blocks:
            self._edges_of(address)
        self._backs()
        for node in (*self._frames(), *self._nodes()):
            add_node(graph, node)
        for edge in self._edges({address: place for place, address in enumerate(graph)}):
            add_edge(graph, edge)
        return graph

    # ------------------------------------------------------------------------------------ nodes

    def _nodes(self) -> Iterator[Node]:
        yield Node(START, "start", "Start")
        scopes = sorted(self.places.scopes.items(), key=lambda item: (item[1] < 0, item[1]))
        for address, scope in scopes:
            yield self._node(address, scope)
        for address in sorted({target for kind, _, target, _ in self.clauses if kind == "over"}):
            words = "" if address == GAME_OVER else name_words(address)
            yield Node(
                address, "end", "Game over", words=words, rules=self._rules(address),
                blocks=self._blocks(address), **self._written(self._scope_named(address)),
            )  # fmt: skip

    def _node(self, address: str, scope: int) -> Node:
        if address == EFFECTS:
            count = sum(procedure.kind == "effect" for procedure in self.flow.procedures)
            words = f"{count} effect{'s' * (count != 1)}"
            return Node(address, EFFECTS, "What the component says", words=words, blocks=self._blocks(address))
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
            address, kind, title, self._group_of(spec.parent), words=words if words != title else "", who=self._who(asked),
            loop=_at_once(loop_words(spec.loop)) if kind == "sealed" else loop_words(spec.loop), condition=spec.condition,
            chance=chance, rules=spec.rules, blocks=self._blocks(address), **self._written(scope),
        )  # fmt: skip

    def _part(self, address: str, scope: int, blocks: list[Block], chance: tuple[str, ...]) -> Node:
        """What a group does itself: its loop's head, or what it looks at when it is over."""
        spec = self.flow.scopes[scope]
        if OVER in address:
            title = f"{spec.title} over" if scope else "Game"
            return Node(address, "over", title, self._group_of(scope), chance=chance, blocks=self._blocks(address))
        asked = [(block, block.exit) for block in blocks if isinstance(block.exit, Choice)]
        kind = _kind(spec, [choice for _, choice in asked], chance) if asked or chance else "loop"
        if kind == "loop" and spec.kind in ("law", "trigger"):
            kind = spec.kind
        title = spec.title if kind != "loop" or spec.loop or spec.condition else f"{spec.title} begins"
        loop = loop_words(spec.loop)
        return Node(
            address, kind, title, self._group_of(scope), who=self._who(asked), loop=loop, condition=spec.condition,
            chance=chance, blocks=self._blocks(address), **self._written(scope),
        )  # fmt: skip

    def _who(self, asked: list[tuple[Block, Choice]]) -> str:
        found = dict.fromkeys(words for block, choice in asked if (words := decider(self.flow, block, choice)))
        return next(iter(found)) if len(found) == 1 else ""

    def _choices_at(self, scope: int) -> list[tuple[Block, Choice]]:
        """The questions that a node asks, wherever it is asked from."""
        blocks = (self.flow.blocks[number] for number in sorted(self.ways.reachable))
        asking = [(block, block.exit) for block in blocks if isinstance(block.exit, Choice) and not _is_taken(block.exit)]
        return [(block, choice) for block, choice in asking if self.places.drawn(choice.scope) == scope]

    def _chance(self, block: Block) -> Iterator[str]:
        match block.exit:
            case Shuffle(zone):
                yield f"shuffle {self.flow.zones[zone].name.replace('_', ' ')}"
            case Draw(_, slot):
                name = self.flow.procedures[block.procedure].names[slot].replace("_", " ")
                yield f"{name} at random".strip()

    def _frames(self) -> Iterator[Node]:
        for scope in sorted(self.places.groups - {0}):
            spec = self.flow.scopes[scope]
            yield Node(
                spec.address, spec.kind, spec.title, self._group_of(spec.parent), frame=True,
                loop=loop_words(spec.loop), condition=spec.condition, rules=spec.rules, **self._written(scope),
            )  # fmt: skip

    def _written(self, scope: int) -> Written:
        """The file and line of a scope."""
        if scope < 0:
            return {"file": "", "line": 0}
        span = self.flow.origins[self.flow.scopes[scope].origin].span
        return {"file": span.source.name, "line": span.line}

    def _group_of(self, scope: int) -> str:
        scope = self.places.drawn(scope)
        return self.flow.scopes[scope].address if scope > 0 else ""

    def _rules(self, address: str) -> tuple[str, ...]:
        scope = self._scope_named(address)
        return self.flow.scopes[scope].rules if scope >= 0 else ()

    def _scope_named(self, address: str) -> int:
        """The number of a scope, -1 for none."""
        return next((number for number, spec in enumerate(self.flow.scopes) if spec.address == address), -1)

    def _blocks(self, address: str) -> tuple[int, ...]:
        return tuple(self.places.blocks.get(address, ()))

    # ------------------------------------------------------------------------------------ edges

    def _add(self, kind: str, source: str, target: str | None, label: str = "", clause: Clause = (), way: str = "") -> None:
        if target is not None:
            scope = self.places.scopes.get(source, -1)
            if scope >= 0 and scope not in self.places.groups:  # the node itself says what has to hold for all of it
                clause = tuple(guard for guard in clause if guard.words != self.flow.scopes[scope].condition)
            key = (kind, source, target, label)
            self.clauses.setdefault(key, []).append(clause)
            self.taken.setdefault(key, {}).update({way: None} if way else {})

    def _edges(self, order: dict[str, int]) -> Iterator[Edge]:
        """All edges, by the order of their sources; what is the contrary of another way out of a node is `otherwise`."""
        keys = sorted(self.clauses, key=lambda key: order[key[1]])
        clauses = {key: alternatives(self.clauses[key]) for key in keys}
        for key in keys:
            kind, source, target, label = key
            said = {clause for other in keys if other[1] == source and other != key for clause in clauses[other]}
            contrary = "unless {}" if len(clauses[key]) == 1 else "not {}"  # `a or unless b` is no English
            guards = tuple(dict.fromkeys(_clause_words(clause, said, contrary) for clause in clauses[key]))
            if kind == "next" and source == target and self._is_loop(source):
                guards = (AGAIN,)
            elif kind == "next" and not guards and self._leaves_loop(source, target):
                guards = (AFTERWARDS,)
            yield Edge(kind, source, target, label, guards, tuple(self.taken[key]))

    def _leaves_loop(self, source: str, target: str) -> bool:
        """Whether a way leads from the head of a loop to what comes after it."""
        if not self._is_loop(source) or target not in self.places.scopes:
            return False
        return OVER not in source and not self.ways.within(self.places.scopes[target], self.places.scopes[source])

    def _is_loop(self, address: str) -> bool:
        """Whether a node is the head of a loop with other nodes inside."""
        scope = self.places.scopes.get(address, -1)
        return scope in self.places.groups and self.flow.scopes[scope].loop != ""

    def _start(self) -> None:
        entry = self.flow.procedures[self.flow.main].entry
        self._add("next", START, self.places.goes_to(entry), way=f">{entry}")

    def _find_options(self) -> dict[int, str]:
        """The label of each block that a seat can choose to go on at."""
        found = {}
        for block in self.flow.blocks:
            if isinstance(block.exit, Choice):
                names = self.flow.procedures[block.procedure].names
                found.update({option.target: text_words(option.label, names) for option in block.exit.alternatives})
        return found

    def _find_beside(self) -> dict[int, frozenset[str]]:
        """For each procedure that carries out what stands beside questions, the actions that its window offers anyway."""
        offered: dict[str, frozenset[str]] = {}
        for block in self.flow.blocks:
            window = self.flow.procedures[block.procedure]
            if window.kind == "window" and isinstance(block.exit, Choice):
                offered[window.address] = frozenset(option.address for option in block.exit.alternatives)
        made = enumerate(self.flow.procedures)
        return {number: offered.get(each.address, frozenset()) for number, each in made if each.kind == "beside"}

    def _edges_of(self, address: str) -> None:
        if address not in self.places.scopes:
            return  # the end of the game
        blocks = self.places.blocks[address]
        guards = Guards(self.ways, blocks)
        for number in blocks:
            block = self.flow.blocks[number]
            for watch in (watch for op in block.ops for watch in watches_of(op)):
                entry = self.flow.procedures[watch.procedure].entry
                self._add("reacts", address, self.places.goes_to(entry), way=f"{number}>{entry}")
            self._exit_edges(address, block, guards)
            for way in self.ways.of(number):
                if self.places.of.get(way.target) != address:
                    self._next(address, block, way.target, guards.before(number, way.guard))

    def _next(self, address: str, block: Block, target: int, clause: Clause) -> None:
        goes_to = self.places.goes_to(target)
        way = f"{block.number}>{target}"
        if goes_to is None:
            self.returning.setdefault(block.procedure, {})[address] = None
        elif goes_to not in self.places.scopes:
            self._add("over", address, goes_to, clause=clause, way=way)
        elif block.procedure != self.flow.settle or self._same_law(address, goes_to):
            self._add("next", address, goes_to, clause=clause, way=way)

    def _same_law(self, one: str, other: str) -> bool:
        """In the settle procedure laws only follow one another, which says nothing; inside a law the order counts."""
        return one != other and head_of(one) == head_of(other)

    def _exit_edges(self, address: str, block: Block, guards: Guards) -> None:
        match block.exit:
            case Return():
                self.returning.setdefault(block.procedure, {})[address] = None
            case Call(int() as number):
                self._call(address, block, number, guards)
            case Call():
                for procedure in self.flow.procedures:
                    if procedure.kind == "effect":
                        self._add("call", address, EFFECTS, way=f"{block.number}>{procedure.entry}")
            case Leave(target, _):
                label = self._ending(block, target)
                way = f"{block.number}>{target}"
                self._add("ends", address, self.places.left_to(target), label, guards.before(block.number, None), way)
            case GameEnd():
                clause = guards.before(block.number, None)
                self._add("over", address, self.places.end(block.number), clause=clause, way=f"{block.number}>")

    def _call(self, address: str, block: Block, number: int, guards: Guards) -> None:
        procedure = self.flow.procedures[number]
        if procedure.kind == "beside" or procedure.address in self.beside.get(block.procedure, ()):
            return  # what stands beside every question is drawn once, where its window is
        target = self.places.goes_to(procedure.entry)
        way = f"{block.number}>{procedure.entry}"
        if procedure.kind == "window":
            self._add("opens", address, target, way=way)
            return
        clause = guards.before(block.number, None)
        asks = self.flow.scopes[self.places.scopes[address]].kind in ("menu", "window")
        if asks and block.number in self.options:
            conditions = tuple(guard for guard in clause if not guard.chosen)  # the label says what is chosen
            self._add("option", address, target, self.options[block.number], conditions, way)
        else:
            self._add("call", address, target, "", clause, way)

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


def _clause_words(clause: Clause, said: set[Clause], contrary: str) -> str:
    words = []
    for guard in clause:
        if guard.holds:
            words.append(guard.words)
        elif (Guard(guard.words, True, guard.chosen),) in said:
            words.append("otherwise")
        else:
            words.append(contrary.format(guard.words))
    return ", ".join(words)


def _at_once(loop: str) -> str:
    """The words of a loop in which all decide before any of it is shown: in which order they are asked is not seen."""
    return loop.partition(" clockwise from ")[0]


def _is_taken(choice: Choice) -> bool:
    """Whether nobody is ever asked: an action that is carried out if its condition holds."""
    return choice.forced == "take" and len(choice.alternatives) == 1 and not choice.alternatives[0].picks


def _kind(spec: ScopeSpec, choices: list[Choice], chance: tuple[str, ...]) -> str:
    """What a node is, by what it can do that nothing else does."""
    if spec.kind in ("law", "trigger", "window", "menu"):
        return spec.kind
    if choices:
        return "sealed" if any(choice.secrecy == "sealed" for choice in choices) else "decision"
    if chance:
        return "chance"
    return "action" if spec.kind in ("action", "option") else "step"
