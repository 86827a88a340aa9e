"""Which node of the picture each block belongs to.

In: a flow and its ways. Out: `Places`. A scope without drawn scopes inside is one node. A scope with such is a group,
drawn around them; what it does itself, its loop's head and what it looks at when it is over, are nodes of their own,
made of the blocks that hang together. Its other blocks only lead from one part to the next and belong to no node.
"""

from __future__ import annotations

from rulewright.dsl.flow.ir import Flow, GameEnd, Leave, Return
from rulewright.visualizer.ways import Ways

DRAWN = frozenset(
    ("phase", "step", "choice", "menu", "ask", "may", "action", "option", "law", "trigger", "window", "setup")
)
EFFECTS = "effects"  # what is printed on components, all in one node: there may be hundreds
BEGIN, OVER = "/begin", "/over"
GAME_OVER = "game/end"


class Places:
    """Nodes as addresses: `of` a block, or None; `blocks` of a node; `scopes` of nodes (-1 for `effects`)."""

    def __init__(self, flow: Flow, ways: Ways) -> None:
        self.flow = flow
        self.ways = ways
        self.groups = self._find_groups()
        self.of: dict[int, str] = {}
        self.scopes: dict[str, int] = {}
        self._place_ends()
        self._place_leaves()
        self._place_groups()
        self.blocks: dict[str, list[int]] = {}
        for number in sorted(self.of):
            self.blocks.setdefault(self.of[number], []).append(number)

    def goes_to(self, number: int) -> str | None:
        """The node that is come to by going on at a block; None: the procedure returns first."""
        seen: set[int] = set()
        while number not in self.of and number not in seen:
            seen.add(number)
            ways = self.ways.of(number)
            if not ways:
                return None
            number = ways[0].target
        return self.of.get(number)

    def left_to(self, number: int) -> str | None:
        """The node that `Leave` goes on at: of a node that is thereby over, the one after it."""
        end = self.ways.silent_end(number)
        if self._is_leaf(number) and self.of.get(end) != self.of.get(number):
            return self.goes_to(end)
        return self.goes_to(number)

    def end(self, number: int) -> str:
        """The node for the end of the game in a block: each declared one has its own."""
        exit_ = self.flow.blocks[number].exit
        address = self.flow.origins[exit_.origin].address
        declared = any(spec.address == address and spec.kind == "end" for spec in self.flow.scopes)
        return address if declared else GAME_OVER

    # ------------------------------------------------------------------------------------ scopes

    def drawn(self, scope: int) -> int:
        """The innermost scope around (or itself) that is drawn; the whole game is, as a group."""
        while scope > 0 and self.flow.scopes[scope].kind not in DRAWN:
            scope = self.flow.scopes[scope].parent
        return max(scope, 0)

    def _find_groups(self) -> frozenset[int]:
        """The game, and every drawn scope with another one inside."""
        inside = (spec for spec in self.flow.scopes if spec.kind in DRAWN)
        return frozenset({0} | {self.drawn(spec.parent) for spec in inside})

    def _is_leaf(self, number: int) -> bool:
        return self.drawn(self.flow.blocks[number].scope) not in self.groups

    def _place_ends(self) -> None:
        for number in sorted(self.ways.reachable):
            if isinstance(self.flow.blocks[number].exit, GameEnd) and self.ways.only_prepares(number):
                self.of[number] = self.end(number)

    def _place_leaves(self) -> None:
        for number in sorted(self.ways.reachable - self.of.keys()):
            block = self.flow.blocks[number]
            if self.flow.procedures[block.procedure].kind == "effect":
                self.of[number] = EFFECTS
                self.scopes[EFFECTS] = -1
            elif self._is_leaf(number):
                scope = self.drawn(block.scope)
                self.of[number] = self.flow.scopes[scope].address
                self.scopes[self.of[number]] = scope

    # ------------------------------------------------------------------------------------ groups

    def _place_groups(self) -> None:
        own: dict[int, set[int]] = {}
        for number in sorted(self.ways.reachable - self.of.keys()):
            block = self.flow.blocks[number]
            if block.procedure != self.flow.settle or self.drawn(block.scope) != 0:
                own.setdefault(self.drawn(block.scope), set()).add(number)
        left = {exit_.block for block in self.flow.blocks if isinstance(exit_ := block.exit, Leave)}
        for scope in sorted(own):
            parts = [part for part in self._parts(own[scope]) if self._works(part, left)]
            for part in parts:
                self._name_part(scope, part, parts)

    def _parts(self, blocks: set[int]) -> list[set[int]]:
        """The blocks of a group by what hangs together, the part that play comes to first in front."""
        neighbours: dict[int, set[int]] = {number: set() for number in blocks}
        for number in blocks:
            for way in self.ways.of(number):
                if way.target in blocks:
                    neighbours[number].add(way.target)
                    neighbours[way.target].add(number)
        parts, left = [], set(blocks)
        while left:
            part, todo = set(), [min(left)]
            while todo:
                number = todo.pop()
                if number not in part:
                    part.add(number)
                    todo.extend(neighbours[number])
            left -= part
            parts.append(part)
        return parts

    def _works(self, part: set[int], left: set[int]) -> bool:
        """Whether a part is worth a node: it does or decides something, or is where a group is left to."""
        return bool(part & left) or any(
            not self.ways.is_silent(number) and not isinstance(self.flow.blocks[number].exit, Return)
            for number in part
        )

    def _name_part(self, scope: int, part: set[int], parts: list[set[int]]) -> None:
        address = self.flow.scopes[scope].address
        name = address + (BEGIN if self._leads_inside(scope, part) else OVER)
        if name in self.scopes:
            name = f"{name}/{parts.index(part) + 1}"
        self.scopes[name] = scope
        for number in part:
            self.of[number] = name

    def _leads_inside(self, scope: int, part: set[int]) -> bool:
        """Whether the part goes on at something inside the group; else it is what comes when the group is over."""
        for number in part:
            for way in self.ways.of(number):
                inner = self.flow.blocks[way.target].scope
                if self.drawn(inner) != scope and self.ways.within(inner, scope):
                    return True
        return False


def head_of(address: str) -> str:
    """The action, law or trigger that a node is or belongs to."""
    return ".".join(address.partition("/")[0].split(".")[:2])
