"""Where a block goes on inside its procedure, and under which words.

In: a flow. Out: `Ways`, which answers for every block that play can reach. Two kinds of way are left out, because no
play takes them: back from a procedure that never returns, and out of a loop that is said to go on forever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.dsl.flow.ir import (
    Assign,
    Block,
    Branch,
    Call,
    Choice,
    Draw,
    Flow,
    Goto,
    Happen,
    Hold,
    Leave,
    Op,
    React,
    Reset,
    Return,
    Say,
    SetState,
    Settle,
    Show,
    Shuffle,
    Watch,
)
from rulewright.visualizer.words import is_loop_test, text_words

FOREVER = "forever"
VALUE = re.compile("‹[^›]*›")


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition in the author's words, and whether it has to hold or to fail; chosen: it is an option's label."""

    words: str
    holds: bool = True
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A block that is gone on at, and what has to hold for it, if that was said."""

    target: int
    guard: Guard | None = None


class Ways:
    """The ways of every reachable block of a flow."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._returning: frozenset[int] = frozenset(range(len(flow.procedures)))
        self.returning = self._find_returning()
        self._returning = self.returning
        self.reachable = self._reach_all()

    def of(self, number: int) -> tuple[Way, ...]:
        """Where the block goes on, in the order of the rulebook."""
        block = self.flow.blocks[number]
        match block.exit:
            case Goto(target, _):
                return (Way(target),)
            case Settle(then, _) | Shuffle(then=then) | Draw(then=then) | React(then, _):
                return (Way(then),)
            case Branch():
                return self._branch(block, block.exit)
            case Call(procedure, _, then, _):
                return (Way(then),) if not isinstance(procedure, int) or procedure in self._returning else ()
            case Choice():
                return self._choice(block, block.exit)
            case _:
                return ()

    def _branch(self, block: Block, branch: Branch) -> tuple[Way, ...]:
        if not branch.words:
            ways = (Way(branch.then), Way(branch.otherwise))
            return ways[:1] if self._leaves_forever(block, branch) else ways
        words = " ".join(branch.words.split())
        yes, no = Guard(words), Guard(words, False)
        if is_loop_test(words):
            # `until x`: to leave is worth saying; `n times`: neither is
            return Way(branch.then, yes if words.startswith("until ") else None), Way(branch.otherwise)
        return Way(branch.then, yes), Way(branch.otherwise, no)

    def _leaves_forever(self, block: Block, branch: Branch) -> bool:
        """Whether the branch only asks if there is anybody to go round at all, in a loop without an end."""
        return self.flow.scopes[block.scope].loop.endswith(FOREVER) and not self.within(
            self.flow.blocks[self.silent_end(branch.otherwise)].scope, block.scope
        )

    def _choice(self, block: Block, choice: Choice) -> tuple[Way, ...]:
        names = self.flow.procedures[block.procedure].names
        several = sum(not option.passes for option in choice.alternatives) > 1
        ways = []
        for option in choice.alternatives:
            words = text_words(option.label, names)
            said = several and not option.passes and VALUE.sub("", words).strip(" ,") != ""
            ways.append(Way(option.target, Guard(words, chosen=True) if said else None))
        return (*ways, Way(choice.empty))

    # ------------------------------------------------------------------------------------ silence

    def is_silent(self, number: int) -> bool:
        """Whether the block does nothing that a reviewer would miss, and only hands on to one other."""
        return isinstance(self.flow.blocks[number].exit, Goto | Settle) and self.only_prepares(number)

    def only_prepares(self, number: int) -> bool:
        """Whether the ops of a block change nothing that a player would notice."""
        return all(
            isinstance(op, Assign | Reset | Happen | Hold | Say)
            or (isinstance(op, SetState) and self.flow.variables[op.variable].made_up)
            for op in self.flow.blocks[number].ops
        )

    def silent_end(self, number: int) -> int:
        """The block in which a run of silent blocks ends, at the latest when it comes round again."""
        seen: set[int] = set()
        while number not in seen and self.is_silent(number):
            seen.add(number)
            number = self.of(number)[0].target
        return number

    def within(self, scope: int, around: int) -> bool:
        """Whether a scope is another one or inside it."""
        while scope >= 0 and scope != around:
            scope = self.flow.scopes[scope].parent
        return scope == around

    # ------------------------------------------------------------------------------------ reach

    def reach(self, starts: Iterable[int]) -> set[int]:
        """The blocks that are come to from some blocks, without leaving their procedures."""
        todo = list(starts)
        seen = set(todo)
        while todo:
            for way in self.of(todo.pop()):
                if way.target not in seen:
                    seen.add(way.target)
                    todo.append(way.target)
        return seen

    def _reach_all(self) -> set[int]:
        """All that play can come to: from where procedures begin, and from where `Leave` goes on."""
        blocks = self.flow.blocks
        seen = self.reach(procedure.entry for procedure in self.flow.procedures)
        while True:
            exits = [blocks[number].exit for number in sorted(seen)]
            more = {exit_.block for exit_ in exits if isinstance(exit_, Leave)} - seen
            if not more:
                return seen
            seen |= self.reach(more)

    def _find_returning(self) -> frozenset[int]:
        """The procedures that can come back: fewer are found with each look, until none is struck off any more."""
        while True:
            found = frozenset(
                number
                for number, procedure in enumerate(self.flow.procedures)
                if any(isinstance(self.flow.blocks[block].exit, Return) for block in self.reach((procedure.entry,)))
            )
            if found == self._returning:
                return found
            self._returning = found


def watches_of(op: Op) -> tuple[Watch, ...]:
    """What may react to an op."""
    return () if isinstance(op, Assign | Reset | Show | Say | Hold) else op.watches
