"""The blocks of one node, read in the order in which play comes to them.

In: a flow and the numbers of some blocks. Out: `Step`s, one an op or exit, whose lines have no numbers of the flow: a
block to which several others lead has a number of this reading, and what lies outside is `out`. `Goto` and whatever else
a player cannot notice is no step, so blocks that were merged or split read the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rulewright.dsl.flow.ir import (
    Branch,
    Choice,
    Exit,
    Flow,
    Goto,
    Happen,
    Leave,
    Reset,
    Return,
    Settle,
)
from rulewright.dsl.flow.shape import name_of, targets
from rulewright.visualizer.unnumbered import Unnumbered

OUT = "out"
SILENT = (Reset, Happen)  # the declaration of a counter says when it starts anew; a trigger what it waits for


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done. of: the part of the flow that says it. option: the address of what is offered, if the step is a
    part of offering it; else the node does it whatever is chosen."""

    line: str
    of: object
    origin: int
    option: str = ""


def steps(flow: Flow, blocks: Collection[int], offered: Collection[str]) -> list[Step]:
    """The steps of some blocks. offered: addresses of options that are nodes of their own."""
    return list(_Reading(flow, frozenset(blocks), offered).read())


class _Reading:
    """One reading of some blocks."""

    def __init__(self, flow: Flow, inside: frozenset[int], offered: Collection[str]) -> None:
        self.flow = flow
        self.inside = inside
        self.offered = offered
        self.numbers: dict[int, int] = {}  # of the runs that have been read or will be
        self.todo: list[int] = []
        self.writers: dict[int, Unnumbered] = {}  # by the procedure, whose locals they name
        self.arrivals: dict[int, int] = {}
        for number in inside:
            if not self._is_empty(number):
                for target in targets(flow.blocks[number].exit):
                    ahead = self._ahead(target)
                    self.arrivals[ahead] = self.arrivals.get(ahead, 0) + 1

    def read(self) -> Iterator[Step]:
        starts = sorted({self._ahead(number) for number in self.inside} & self.inside)
        first = [number for number in starts if number not in self.arrivals] or starts[:1]
        for start in first:
            self._number(start)
            while self.todo:
                yield from self._run(self.todo.pop())

    def _number(self, block: int) -> str:
        """What a block is called where another one leads to it."""
        block = self._ahead(block)
        if block not in self.inside:
            return OUT
        if block not in self.numbers:
            self.numbers[block] = len(self.numbers) + 1
            self.todo.append(block)
        return str(self.numbers[block])

    def _run(self, number: int) -> Iterator[Step]:
        """From one block on, as long as nothing else leads to the next."""
        following: int | None = number
        while following is not None:
            block = self.flow.blocks[following]
            writer = self._writer(block.procedure)
            for op in block.ops:
                if not isinstance(op, SILENT):
                    yield Step(writer.text(op), op, op.origin)
            yield from self._exit(block.exit, block.procedure)
            following = self._next(block.exit)
            if following is not None and (following in self.numbers or self.arrivals.get(following, 0) > 1):
                yield Step(f"go on at {self._number(following)}", None, block.exit.origin)
                following = None

    def _next(self, exit_: Exit) -> int | None:
        """The only block that an exit leads to, if it is one of these."""
        if isinstance(exit_, Branch | Choice | Leave):
            return None
        ahead = [self._ahead(target) for target in targets(exit_)]
        return ahead[0] if ahead and ahead[0] in self.inside else None

    def _writer(self, procedure: int) -> Unnumbered:
        if procedure not in self.writers:
            self.writers[procedure] = Unnumbered(self.flow, self.flow.procedures[procedure].names)
        return self.writers[procedure]

    def _exit(self, exit_: Exit, procedure: int) -> Iterator[Step]:
        writer = self._writer(procedure)
        match exit_:
            case Goto() | Settle() | Return():
                return
            case Leave(block):
                yield Step(f"Leave({name_of(self.flow, 'blocks', block)})", exit_, exit_.origin)
            case Branch(condition, then, otherwise):
                words = writer.text(condition)
                # the last one that is numbered is read first
                no, yes = self._number(otherwise), self._number(then)
                yield Step(f"if {words} {yes} else {no}", exit_, exit_.origin)
            case Choice():
                yield Step(f"{writer.text(exit_)} {self._number(exit_.empty)}", exit_, exit_.origin)
                yield from self._offers(exit_, procedure)
            case _:
                yield Step(writer.text(exit_), exit_, exit_.origin)

    def _offers(self, choice: Choice, procedure: int) -> Iterator[Step]:
        for option in choice.alternatives:
            if option.address not in self.offered:
                line = f"{self._writer(procedure).text(option)} {self._number(option.target)}"
                yield Step(line, option, option.origin)
                continue
            writer = Unnumbered(self.flow, self.flow.procedures[procedure].names)
            yield Step(writer.text(option), option, option.origin, option.address)
            yield from self._taken(option.address, self._ahead(option.target), writer)

    def _taken(self, option: str, number: int, writer: Unnumbered) -> Iterator[Step]:
        """What the node that offers an option does on the way to it, until that is the same for others."""
        while number in self.inside and self.arrivals[number] == 1 and number not in self.numbers:
            self.numbers[number] = 0
            block = self.flow.blocks[number]
            for part in (*block.ops, block.exit):
                if not isinstance(part, (*SILENT, Goto, Settle, Return)):
                    yield Step(writer.text(part), part, part.origin, option)
            following = self._next(block.exit)
            if following is None:
                return
            number = following
        self._number(number)

    # ------------------------------------------------------------------------------------ what is no step

    def _is_empty(self, number: int) -> bool:
        block = self.flow.blocks[number]
        return isinstance(block.exit, Goto | Settle) and all(isinstance(op, SILENT) for op in block.ops)

    def _ahead(self, number: int) -> int:
        """The block that is come to, past those that do nothing."""
        seen: set[int] = set()
        while number in self.inside and number not in seen and self._is_empty(number):
            seen.add(number)
            number = targets(self.flow.blocks[number].exit)[0]
        return number
