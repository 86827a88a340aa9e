"""How blocks are written: each head is a function that runs from there to the next head.

In: a writer and a flow. Out: `Blocks`, the functions of a module. What a function gives back is the number of the next head of the
same frame, or what `runtime.run` names.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block
from rulewright.interpreter.fast import heads, ops
from rulewright.interpreter.fast.choices import options
from rulewright.interpreter.fast.heads import Heads, rest_of
from rulewright.interpreter.fast.runtime import Ways
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.passes.spans import takes_first


class Blocks(Heads):
    """Writes the heads of a flow as Python."""

    def __init__(self, w: Writer, passing: frozenset[int], plain: frozenset[int]) -> None:
        super().__init__(w.layout, passing, plain)
        self.w = w
        self.same: dict[int, int] = {}  # heads that do nothing but go on at another one
        self.settles_nothing = not w.counting and _settles_nothing(self.flow)

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
                    self._block(block.number, frozenset(), 0)
                if not lines and len(body) == 1 and body[0][7:].isdigit() and self.as_at(int(body[0][7:])) != block.number:
                    self.same[block.number] = int(body[0][7:])
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

    def _goes_on(self, number: int, path: frozenset[int], depth: int) -> None:
        """A block behind another one: written here, or gone to."""
        match self.way_to(number, path, depth):
            case heads.AGAIN:
                self.w.line("continue")
            case heads.GONE:
                self.w.line(f"return {number}")
            case _:
                self._block(number, path, depth)

    def _block(self, number: int, path: frozenset[int], depth: int) -> None:
        block, w = self.flow.blocks[number], self.w
        if self.is_left(block):
            w.line(f"f[1] = {number}")
            w.line("return LEFT")
            return
        self.count()
        if w.counting:
            w.line(f"come_to({number}, len(s.frames))")
        if self.asks_what_is_under_way(block):
            w.line(f"f[1] = {number}")
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
                w.put(["s.frames.pop()", "if f[2] >= 0: s.floor = f[2]", "return MOVED"])
            case ir.Leave(target):
                w.put(["del s.frames[1:]", f"s.frames[0][1] = {self.need(target)}", "s.pending.clear()"])
                w.put(["s.held = s.floor = 0", "return MOVED"])
            case ir.Settle(then):
                with w.inside(f"if not s.held{' and len(s.pending) > s.floor' if self.settles_nothing else ''}:"):
                    w.line(f"f[1] = {self.need(then)}")
                    self._push(self.flow.settle, ["-1"])
                    w.line("return MOVED")
                self._goes_on(then, path, depth)
            case ir.React(done):
                self._react(block.number)
                self._goes_on(done, path, depth)
            case ir.Choice():
                self._choice(block, block.exit, path, depth)
            case ir.Draw(of, slot, _, then):
                w.line(f"{w.local(slot)} = draw(s, LIMITS, {w.value(of)})")
                self._goes_on(then, path, depth)
            case ir.Shuffle():
                self._shuffle(block.exit)
                self._goes_on(block.exit.then, path, depth)
            case ir.GameEnd(winners):
                w.line(f"f[1] = {block.number}")
                w.line(f"s.winners = tuple(sorted({w.members(winners)}))")
                w.line("return STOPPED")

    def _push(self, procedure: int, arguments: list[str]) -> None:
        spec = self.flow.procedures[procedure]
        values = arguments[: spec.parameters]
        values += ["-1"] * (spec.locals - len(values))
        self.w.line(f"s.frames.append([{', '.join([str(procedure), str(spec.entry), '-1', *values])}])")

    def _call(self, call: ir.Call, path: frozenset[int], depth: int) -> None:
        w = self.w
        arguments = [w.value(each) for each in call.arguments]
        if isinstance(call.procedure, int):
            self._push(call.procedure, arguments)
            w.put([f"f[1] = {self.need(call.then)}", "return MOVED"])
            return
        self._name_procedures()
        w.line(f"q = {w.value(call.procedure)}")
        with w.inside("if q >= 0:"):
            given = f"({', '.join(arguments)}{',' if len(arguments) == 1 else ''})"
            w.put([f"s.frames.append(frame_of(PROCEDURES, q, {given}))", f"f[1] = {self.need(call.then)}", "return MOVED"])
        self._goes_on(call.then, path, depth)

    def _name_procedures(self) -> None:
        self.w.constant(tuple((spec.entry, spec.parameters, spec.locals) for spec in self.flow.procedures), "PROCEDURES")

    def _react(self, number: int) -> None:
        self._name_procedures()
        with self.w.inside("if len(s.pending) > s.floor:"):
            self.w.put([f"f[1] = {number}", "react(s, PROCEDURES)", "return MOVED"])

    def _choice(self, block: Block, choice: ir.Choice, path: frozenset[int], depth: int) -> None:
        number, w = block.number, self.w
        w.line(f"f[1] = {number}")
        w.line(f"seat = {w.value(choice.who)}")
        w.line(f"found = o{number}(s, f, seat){'' if w.is_there(choice.who) else ' if seat >= 0 else ()'}")
        with w.inside("if found:"):
            if choice.forced == "take" and choice.secrecy == "open" and number not in self.plain:
                w.line(f"if len(found) == 1: return taken(f, TAKEN{number}, found[0])")
            w.put(["ASKED[:] = (seat, found)", "return STOPPED"])
        self._goes_on(choice.empty, path, depth)

    def _shuffle(self, exit_: ir.Shuffle) -> None:
        w, first = self.w, self.w.layout.first_instance[exit_.zone]
        zone = str(first)
        if exit_.owner is not None:
            per = self.flow.zones[exit_.zone].per
            count = w.layout.size(per) if per is not None else 1
            owner = w.named(exit_.owner)
            if not w.spans.of(exit_.owner).lies_in(0, count - 1):
                w.line(f"if not 0 <= {owner} < {count}: fail()")
            zone = f"{first} + {owner}"
        w.line(f"shuffle(s, LIMITS, {zone})")
        w.line(ops.CHANGED)


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


def _leads_to(choice: ir.Choice) -> Ways:
    return tuple((each.target, tuple(pick.slot + 3 for pick in each.picks)) for each in choice.alternatives)
