"""Games that stop at each question: each head is a function that runs from there to the next head.

In: a writer and a flow. Out: `Stops`, the functions of a module. What a function gives back is the number of the next head of the
same frame, or what `runtime.run` names.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block
from rulewright.interpreter.fast.blocks import Blocks
from rulewright.interpreter.fast.choices import options
from rulewright.interpreter.fast.runtime import Ways
from rulewright.interpreter.fast.writer import Writer


class Stops(Blocks):
    """Writes the heads of a flow as functions of a state and its running frame."""

    def __init__(self, w: Writer, passing: frozenset[int], plain: frozenset[int]) -> None:
        super().__init__(w, passing, plain)
        self.same: dict[int, int] = {}  # heads that do nothing but go on at another one

    def write(self) -> Iterator[tuple[int, list[str]]]:
        """The number and the lines of each head, and the options of its questions before it."""
        w = self.w
        for block in self.flow.blocks:
            if isinstance(block.exit, ir.Choice):
                w.constants[f"TAKEN{block.number}"] = _leads_to(block.exit)
        for block in self.each_head():
            w.spans.of_procedure(block.procedure)
            with w.apart() as lines:
                if isinstance(block.exit, ir.Choice) and not self.is_left(block):
                    options(w, block, block.exit)
                w.begin()
                with w.apart() as body:
                    self.block(block.number, frozenset(), 0)
                on = None if lines else _only_goes_on(body)
                if on is not None and self.as_at(on) != block.number:
                    self.same[block.number] = on
                    continue
                with w.inside(f"def h{block.number}(s, f):"):
                    if self.loops:
                        with w.inside("for _ in LIMITS.steps:"):
                            w.put(body)
                        w.line(f"return {block.number}")
                    else:
                        w.put(body)
            yield block.number, lines

    def as_at(self, number: int) -> int:
        """The head that does what this one does."""
        while number in self.same:
            number = self.same[number]
        return number

    def gone(self, number: int) -> None:
        """On to another head of the frame."""
        self.w.line(f"return {number}")

    def left(self, number: int) -> None:
        """A block that the reference machine carries out."""
        self.w.put([f"f[1] = {number}", "return LEFT"])

    def stands_at(self, number: int) -> None:
        """From now on the frame stands at this block."""
        self.w.line(f"f[1] = {number}")

    def returns(self) -> None:
        """The frame below runs."""
        self.w.put(["s.frames.pop()", "if f[2] >= 0: s.floor = f[2]", "return MOVED"])

    def leaves(self, target: int) -> None:
        """The main frame runs, at this block."""
        self.w.put(["del s.frames[1:]", f"s.frames[0][1] = {self.need(target)}", "s.pending.clear()"])
        self.w.put(["s.held = s.floor = 0", "return MOVED"])

    def calls(self, procedure: int, arguments: list[str], then: int) -> None:
        """A new frame runs; this one stands at the block behind."""
        spec = self.flow.procedures[procedure]
        values = arguments[: spec.parameters]
        values += ["-1"] * (spec.locals - len(values))
        self.w.line(f"s.frames.append([{', '.join([str(procedure), str(spec.entry), '-1', *values])}])")
        self.w.put([f"f[1] = {self.need(then)}", "return MOVED"])

    def calls_any(self, arguments: str, then: int) -> None:
        """The same of the procedure whose number is `q`."""
        self._name_procedures()
        self.w.put([f"s.frames.append(frame_of(PROCEDURES, q, {arguments}))", f"f[1] = {self.need(then)}", "return MOVED"])

    def reacts(self, number: int) -> None:
        """The frame of the next reaction runs."""
        self._name_procedures()
        self.w.put([f"f[1] = {number}", "react(s, PROCEDURES)", "return MOVED"])

    def _name_procedures(self) -> None:
        self.w.constant(tuple((spec.entry, spec.parameters, spec.locals) for spec in self.flow.procedures), "PROCEDURES")

    def choice(self, block: Block, choice: ir.Choice, path: frozenset[int], depth: int) -> None:
        """The options are listed, and play stops."""
        number, w = block.number, self.w
        w.line(f"f[1] = {number}")
        w.line(f"seat = {w.value(choice.who)}")
        w.line(f"found = o{number}(s, f, seat){'' if w.is_there(choice.who) else ' if seat >= 0 else ()'}")
        with w.inside("if found:"):
            if choice.forced == "take" and choice.secrecy == "open" and number not in self.plain:
                w.line(f"if len(found) == 1: return taken(f, TAKEN{number}, found[0])")
            w.put(["ASKED[:] = (seat, found)", "return STOPPED"])
        self._goes_on(choice.empty, path, depth)


def _only_goes_on(body: list[str]) -> int | None:
    """The head that these lines do nothing but go on at."""
    on = body[0].removeprefix("return ") if len(body) == 1 else ""
    return int(on) if on.isdigit() else None


def _leads_to(choice: ir.Choice) -> Ways:
    return tuple((each.target, tuple(pick.slot + 3 for pick in each.picks)) for each in choice.alternatives)
