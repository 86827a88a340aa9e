"""How blocks are written as Python, one behind another: what games that stop at each question have in common with whole games.

In: a writer and a flow. Out: `Blocks`, which writes blocks and their exits; `stops` and `whole` say how one function goes on to another.
"""

from __future__ import annotations

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block
from rulewright.interpreter.fast import heads, ops
from rulewright.interpreter.fast.heads import Heads, rest_of
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.passes.spans import takes_first


class Blocks(Heads):
    """Writes blocks as Python. How a block is left that does not go on at one written behind it is what subclasses say."""

    def __init__(self, w: Writer, passing: frozenset[int], plain: frozenset[int]) -> None:
        super().__init__(w.layout, passing, plain)
        self.w = w
        ops_ = [op for block in self.flow.blocks for op in block.ops]
        reacts = any(getattr(op, "watches", ()) for op in ops_)
        # What settling has to look for; None where it never does anything.
        self.settles = "True" if w.counting or not _settles_nothing(self.flow) else "len(s.pending) > s.floor" if reacts else None
        self.holds = any(isinstance(op, ir.Hold) for op in ops_)

    def _goes_on(self, number: int, path: frozenset[int], depth: int) -> None:
        """A block behind another one: written here, or gone to."""
        match self.way_to(number, path, depth):
            case heads.AGAIN:
                self.w.line("continue")
            case heads.GONE:
                self.gone(number)
            case _:
                self.block(number, path, depth)

    def block(self, number: int, path: frozenset[int], depth: int) -> None:
        """A block, and what comes behind it. path: the blocks before it in this head; depth: the tests around it."""
        block, w = self.flow.blocks[number], self.w
        if self.is_left(block):
            self.left(number)
            return
        self.count()
        if w.counting:
            w.line(f"come_to({number}, len(s.frames))")
        if self.asks_what_is_under_way(block):
            self.stands_at(number)
        for before, op in zip((None, *block.ops), block.ops, strict=False):
            rest, of = rest_of(before, op), takes_first(op)
            if rest is not None:
                w.line(f"{w.local(rest)} = {w.local(rest)}[1:]")
            elif before is None and of is not None and of == w.spans.filled.get(number):
                w.line(f"{w.local(op.slot)} = {w.local(of)}[0]")  # type: ignore[union-attr]
            else:
                ops.write(w, op)
        self._exit(block, path | {number}, depth)

    # ------------------------------------------------------------------------------------ exits

    def _exit(self, block: Block, path: frozenset[int], depth: int) -> None:
        w = self.w
        match block.exit:
            case ir.Goto(target):
                self._goes_on(target, path, depth)
            case ir.Branch(condition, then, otherwise):
                w.when(condition, lambda: self._goes_on(then, path, depth + 1))
                self._goes_on(otherwise, path, depth)
            case ir.Call():
                self._call(block.exit, path, depth)
            case ir.Return():
                self.returns()
            case ir.Leave(target):
                self.leaves(target)
            case ir.Settle(then):
                self._settle(then, path, depth)
            case ir.React(done):
                with w.inside("if len(s.pending) > s.floor:"):
                    self.reacts(block.number)
                self._goes_on(done, path, depth)
            case ir.Choice():
                self.choice(block, block.exit, path, depth)
            case ir.Draw(of, slot, _, then):
                w.line(f"{w.local(slot)} = draw(s, LIMITS, {w.value(of)})")
                self._goes_on(then, path, depth)
            case ir.Shuffle():
                self._shuffle(block.exit)
                self._goes_on(block.exit.then, path, depth)
            case ir.GameEnd(winners):
                self.stands_at(block.number)
                w.line(f"s.winners = tuple(sorted({w.members(winners)}))")
                w.line("return STOPPED")

    def _settle(self, then: int, path: frozenset[int], depth: int) -> None:
        if self.settles is not None:
            tests = ["not s.held"] * self.holds + [self.settles] * (self.settles != "True")
            if tests:
                with self.w.inside(f"if {' and '.join(tests)}:"):
                    self.calls(self.flow.settle, ["-1"], then)
            else:
                self.calls(self.flow.settle, ["-1"], then)
                if self.never_comes_back:
                    return
        self._goes_on(then, path, depth)

    def _call(self, call: ir.Call, path: frozenset[int], depth: int) -> None:
        w = self.w
        arguments = [w.value(each) for each in call.arguments]
        if isinstance(call.procedure, int):
            self.calls(call.procedure, arguments, call.then)
            if self.never_comes_back:
                return
        else:
            w.line(f"q = {w.value(call.procedure)}")
            with w.inside("if q >= 0:"):
                self.calls_any(f"({', '.join(arguments)}{',' if len(arguments) == 1 else ''})", call.then)
        self._goes_on(call.then, path, depth)

    def _shuffle(self, exit_: ir.Shuffle) -> None:
        w, first = self.w, self.w.layout.first_instance[exit_.zone]
        zone = str(first)
        if exit_.owner is not None:
            per = self.flow.zones[exit_.zone].per
            count = w.layout.size(per) if per is not None else 1
            owner = w.named(exit_.owner)
            if not exit_.fits:
                w.line(f"if not 0 <= {owner} < {count}: fail()")
            zone = f"{first} + {owner}"
        w.line(f"shuffle(s, LIMITS, {zone})")
        ops.changed(w)

    # ------------------------------------------------------------------------------------ what subclasses say

    never_comes_back = True  # whether what stands behind a call is another function

    def gone(self, number: int) -> None:
        """On to another head of the procedure."""
        raise NotImplementedError

    def left(self, number: int) -> None:
        """A block that the reference machine carries out."""
        raise NotImplementedError

    def stands_at(self, number: int) -> None:
        """From now on the frame stands at this block."""
        raise NotImplementedError

    def returns(self) -> None:
        """The procedure is over."""
        raise NotImplementedError

    def leaves(self, target: int) -> None:
        """All procedures but the main one are over, which goes on at this block."""
        raise NotImplementedError

    def calls(self, procedure: int, arguments: list[str], then: int) -> None:
        """A procedure runs, and then this block."""
        raise NotImplementedError

    def calls_any(self, arguments: str, then: int) -> None:
        """The procedure whose number is `q` runs with these arguments, and then this block."""
        raise NotImplementedError

    def reacts(self, number: int) -> None:
        """The next reaction that is due runs, and then this block again."""
        raise NotImplementedError

    def choice(self, block: Block, choice: ir.Choice, path: frozenset[int], depth: int) -> None:
        """Somebody is asked."""
        raise NotImplementedError


def _settles_nothing(flow: ir.Flow) -> bool:
    """Whether settling is nothing but to run what is due: there is no law."""
    block = flow.blocks[flow.procedures[flow.settle].entry]
    reacted = False
    while not block.ops:
        match block.exit:
            case ir.Goto(target):
                block = flow.blocks[target]
            case ir.React(done) if not reacted:
                reacted, block = True, flow.blocks[done]
            case ir.Return():
                return reacted
            case _:
                return False
    return False
