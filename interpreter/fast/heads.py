"""Which blocks of a flow are written together: what generated code has in common, whatever language it is in.

In: a flow. Out: `Heads`, which says of each block whether it is written where it is come to, or gone to. A head is a block at which
a frame can stand: where a procedure begins, where it goes on after another one, where somebody decides, and where a loop comes
round. What follows it up to the next such place is written into it; of blocks that two ways lead to only those that do nothing
themselves are written into both.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block
from rulewright.dsl.flow.shape import targets
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.merge import asks_what_is_under_way, seals

BLOCKS = 24  # written into one head
DEEPEST = 12  # tests inside one another
HERE, AGAIN, GONE = "here", "again", "gone"  # how a block is come to: written here, the head begins anew, gone to


class Heads:
    """Heads of the flow of a layout.

    passing: the functions whose value hangs on what is under way. plain: the blocks of sealed steps that are played as if
    answers were open. due: heads still to be written.
    """

    def __init__(self, layout: Layout, passing: frozenset[int], plain: frozenset[int]) -> None:
        self.flow = layout.flow
        self.passing = passing
        self.plain = plain
        self.due: list[int] = []
        self.loops = False  # whether the head that is being written goes back to itself
        self._head = -1
        self._left = 0  # how many blocks may still be written into it
        self._seen: set[int] = set()
        self._asking: dict[int, bool] = {}
        self._arrivals = [0] * len(self.flow.blocks)
        for block in self.flow.blocks:
            for target in targets(block.exit):
                self._arrivals[target] += 1

    def each_head(self) -> Iterator[Block]:
        """The heads, one after another; while one is written, more may become due."""
        for procedure in self.flow.procedures:
            self.need(procedure.entry)
        for entry in self.flow.entries:
            self.need(entry.block)
        for block in self.flow.blocks:
            if isinstance(block.exit, ir.Choice):  # where the reference machine may have stopped, too
                self.need(block.number)
                for alternative in block.exit.alternatives:
                    self.need(alternative.target)
        yield from self.each_due()

    def each_due(self) -> Iterator[Block]:
        """Those that are due, until none is."""
        while self.due:
            self._head = self.due.pop()
            self._left = BLOCKS
            self.loops = False
            yield self.flow.blocks[self._head]

    def forget_heads(self) -> None:
        """No block is a head by now."""
        self._seen.clear()

    def need(self, number: int) -> int:
        """This block is a head; gives its number."""
        if number not in self._seen:
            self._seen.add(number)
            self.due.append(number)
        return number

    def way_to(self, number: int, path: frozenset[int], depth: int) -> str:
        """How a block is come to from one on this path: HERE, AGAIN or GONE."""
        if number == self._head and number in path:
            self.loops = True
            return AGAIN
        block = self.flow.blocks[number]
        alone = self._arrivals[number] == 1 or not block.ops
        inline = number not in path and self._left > 0 and depth < DEEPEST and alone
        if not inline or self.is_left(block) or isinstance(block.exit, ir.Choice | ir.React):
            self.need(number)
            return GONE
        return HERE

    def count(self) -> None:
        """One more block is written into the head."""
        self._left -= 1

    def is_left(self, block: Block) -> bool:
        """Whether a block is left to the reference machine: with it answers begin or cease to be sealed."""
        return block.number not in self.plain and seals(block)

    def asks_what_is_under_way(self, block: Block) -> bool:
        """Whether it matters for a formula of the block where the frame stands."""
        if block.number not in self._asking:
            self._asking[block.number] = asks_what_is_under_way((block.ops, block.exit), self.passing)
        return self._asking[block.number]


def rest_of(before: ir.Op | None, op: ir.Op) -> int | None:
    """The local of a list in which an op leaves what comes after its first one, which the op before has taken."""
    match before, op:
        case ir.Assign(taken, e.FirstOf(e.Local(a), None)), ir.Assign(rest, e.After(e.Local(b), e.Local(mark))):
            return rest if a == b == rest and mark == taken else None
        case _:
            return None
