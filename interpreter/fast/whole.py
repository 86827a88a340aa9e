"""Whole games, whose policies are asked where a question is: each procedure is a function, and its locals are Python's.

In: a writer and a flow. Out: `Whole`, the functions of a module: `p7(s, d, ...)` runs procedure 7 with what it is given, d frames deep.
It gives 0 when it is over, STOPPED when the game is, and of a block of the main procedure that all others are left for, one more
than its number. Frames of the state are kept up only as far as formulas ask what is under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block
from rulewright.dsl.flow.limits import MOST_OPTIONS
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.fast.blocks import Blocks
from rulewright.interpreter.fast.choices import by_alternative
from rulewright.interpreter.fast.runtime import DEPTH
from rulewright.interpreter.fast.writer import Writer


class NeedsHelp(Exception):
    """There are blocks that only the reference machine carries out."""


class Whole(Blocks):
    """Writes the procedures of a flow as functions. Raises NeedsHelp."""

    never_comes_back = False

    def __init__(self, w: Writer, passing: frozenset[int], plain: frozenset[int]) -> None:
        super().__init__(w, passing, plain)
        self.tracked = any(isinstance(node, e.IsActive) for node in walk((self.flow.functions, self.flow.blocks)))
        self._is_main = True
        if any(self.is_left(block) for block in self.flow.blocks):
            raise NeedsHelp("some answers need the worlds of their seats")

    def write(self) -> Iterator[tuple[int, list[str]]]:
        """The number of each procedure, and its lines."""
        usual = self.w.local
        self.w.local = lambda slot: f"l{slot}"
        for number, spec in enumerate(self.flow.procedures):
            self._is_main = number == self.flow.main
            yield number, self._procedure(number, spec)
        self.w.local = usual

    def _procedure(self, number: int, spec: ir.Procedure) -> list[str]:
        w = self.w
        self.forget_heads()  # nothing goes from one procedure's head to another's
        self.need(spec.entry)
        if self._is_main:
            for block in self.flow.blocks:
                if isinstance(block.exit, ir.Leave):
                    self.need(block.exit.block)
        heads: dict[int, list[str]] = {}
        loops = False
        for block in self.each_due():
            w.spans.of_procedure(block.procedure)
            w.begin()  # names are used again: each takes its time where a function is called
            with w.apart() as heads[block.number]:
                self.block(block.number, frozenset(), 0)
            loops = loops or self.loops
        with w.apart() as lines, w.inside(f"def p{number}({self._parameters(spec)}):"):
            w.line(f"if d > {DEPTH}: fail()")
            own = [f"l{slot} = " for slot in range(spec.parameters, spec.locals)]
            if own:
                w.line(f"{''.join(own)}-1")
            if self.tracked:
                w.line(f"f = [{number}, {spec.entry}]")
                w.line("s.frames.append(f)" if not self._is_main else "s.frames[:] = [f]")
            if len(heads) == 1 and not loops:
                w.put(heads[spec.entry])
            else:
                if len(heads) > 1:
                    w.line(f"n = {spec.entry}")
                with w.inside("while True:"):
                    w.line("LIMITS.left -= 1")
                    w.line("if LIMITS.left < 0: fail()")
                    self._one_of(sorted(heads), heads)
        return lines

    def _parameters(self, spec: ir.Procedure) -> str:
        return ", ".join(["s", "d", *(f"l{slot}=-1" for slot in range(spec.parameters))])

    def _one_of(self, numbers: Sequence[int], heads: dict[int, list[str]]) -> None:
        """The head with the number n, found by halves."""
        w = self.w
        if len(numbers) == 1:
            w.put(heads[numbers[0]])
            return
        middle = len(numbers) // 2
        with w.inside(f"if n < {numbers[middle]}:"):
            self._one_of(numbers[:middle], heads)
        with w.inside("else:"):
            self._one_of(numbers[middle:], heads)

    # ------------------------------------------------------------------------------------ from one function to another

    def gone(self, number: int) -> None:
        """On to another head of the procedure, or to this one again."""
        self.loops = True
        self.w.put([f"n = {number}", "continue"])

    def stands_at(self, number: int) -> None:
        """From now on the frame stands at this block."""
        if self.tracked:
            self.w.line(f"f[1] = {number}")

    def returns(self) -> None:
        """The procedure is over."""
        if self.tracked:
            self.w.line("s.frames.pop()")
        self.w.line("return 0")

    def leaves(self, target: int) -> None:
        """All procedures but the main one are over, which goes on at this block."""
        if self.tracked:
            self.w.line("del s.frames[1:]")
        self.w.put(["s.pending.clear()", "s.held = s.floor = 0"])
        if self._is_main:
            self.gone(target)
        else:
            self.w.line(f"return {target + 1}")

    def calls(self, procedure: int, arguments: list[str], then: int) -> None:
        """A procedure runs, and then what stands behind."""
        self.stands_at(then)
        given = arguments[: self.flow.procedures[procedure].parameters]
        self._runs(f"p{procedure}({', '.join(['s', 'd + 1', *given])})")

    def calls_any(self, arguments: str, then: int) -> None:
        """The same of the procedure whose number is `q`."""
        self.stands_at(then)
        self._runs(f"enter(PROCEDURES, q, s, d + 1, {arguments})")

    def reacts(self, number: int) -> None:
        """The next reaction that is due runs, and then this block again."""
        self.stands_at(number)
        self._runs("run_next(PROCEDURES, s, d + 1)")
        self.gone(self.need(number))

    def _runs(self, call: str) -> None:
        w = self.w
        w.line(f"r = {call}")
        with w.inside("if r:"):
            if self._is_main:
                w.put(["if r < 0: return r", "n = r - 1", "continue"])
            else:
                w.line("return r")

    # ------------------------------------------------------------------------------------ questions

    def choice(self, block: Block, choice: ir.Choice, path: frozenset[int], depth: int) -> None:
        """The policy of a seat is asked how many there are; what it takes is picked out."""
        w = self.w
        self.stands_at(block.number)
        w.line(f"seat = {w.value(choice.who)}")
        if w.is_there(choice.who):
            self._asks(block, choice, path, depth)
        else:
            with w.inside("if seat >= 0:"):
                self._asks(block, choice, path, depth + 1)
        self._goes_on(choice.empty, path, depth)

    def _asks(self, block: Block, choice: ir.Choice, path: frozenset[int], depth: int) -> None:
        w, alternatives = self.w, choice.alternatives
        offers = by_alternative(w, choice)
        w.line(f"count = {' + '.join(each.count for each in offers)}")
        real = [offered.name for offered, each in zip(offers, alternatives, strict=True) if not each.passes]
        with w.inside("if count:" if len(real) == len(offers) else f"if {' or '.join(real) or '0'}:"):
            if sum(each.most for each in offers) > MOST_OPTIONS:
                w.line(f"if count > {MOST_OPTIONS}: fail()")
            forced = choice.forced == "take" and choice.secrecy == "open" and block.number not in self.plain
            w.line(f"k = {'0 if count == 1 else ' if forced else ''}ask(s, seat, count)")
            for offered, each in zip(offers[:-1], alternatives, strict=False):
                with w.inside(f"if k < {offered.count}:"):
                    self._takes(offered.name, each, path, depth + 1)
                w.line(f"k -= {offered.count}")
            self._takes(offers[-1].name, alternatives[-1], path, depth)

    def _takes(self, name: str, alternative: ir.Alternative, path: frozenset[int], depth: int) -> None:
        w = self.w
        picked = [w.local(pick.slot) for pick in alternative.picks]
        if picked:
            w.line(f"{', '.join(picked)} = {name}[k]")
        self._goes_on(alternative.target, path, depth + 1)
