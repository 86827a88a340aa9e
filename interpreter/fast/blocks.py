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


class Blocks(Heads):
    """Writes the heads of a flow as Python."""

    def __init__(self, w: Writer, passing: frozenset[int], plain: frozenset[int]) -> None:
        super().__init__(w.layout, passing, plain)
        self.w = w

    def write(self) -> Iterator[tuple[int, list[str]]]:
        """The number and the lines of each head, and the options of its questions before it."""
        for block in self.flow.blocks:
            if isinstance(block.exit, ir.Choice):
                self.w.constants[f"TAKEN{block.number}"] = _leads_to(block.exit)
        for block in self.each_head():
            before = options(self.w, block, block.exit) if isinstance(block.exit, ir.Choice) and not self.is_left(block) else []
            body = self._block(block.number, frozenset(), 0)
            if self.loops:
                body = ["for _ in LIMITS.steps:", *_indented(body), f"return {block.number}"]
            yield block.number, [*before, f"def h{block.number}(s, f):", *_indented(body)]

    def _goes_on(self, number: int, path: frozenset[int], depth: int) -> list[str]:
        """A block behind another one: written here, or gone to."""
        match self.way_to(number, path, depth):
            case heads.AGAIN:
                return ["continue"]
            case heads.GONE:
                return [f"return {number}"]
            case _:
                return self._block(number, path, depth)

    def _block(self, number: int, path: frozenset[int], depth: int) -> list[str]:
        block = self.flow.blocks[number]
        if self.is_left(block):
            return [f"f[1] = {number}", "return LEFT"]
        self.count()
        text = [f"come_to({number}, len(s.frames))"] if self.w.counting else []
        text += [f"f[1] = {number}"] if self.asks_what_is_under_way(block) else []
        for before, op in zip((None, *block.ops), block.ops, strict=False):
            rest = rest_of(before, op)
            text += ops.lines(self.w, op) if rest is None else [f"{self.w.local(rest)} = {self.w.local(rest)}[1:]"]
        return text + self._exit(block, path | {number}, depth)

    # ------------------------------------------------------------------------------------ exits

    def _exit(self, block: Block, path: frozenset[int], depth: int) -> list[str]:
        w = self.w
        match block.exit:
            case ir.Goto(target):
                return self._goes_on(target, path, depth)
            case ir.Branch(condition, then, otherwise):
                first = self._goes_on(then, path, depth + 1)
                return [f"if {w.truth(condition)}:", *_indented(first), *self._goes_on(otherwise, path, depth)]
            case ir.Call():
                return self._call(block.exit, path, depth)
            case ir.Return():
                return ["s.frames.pop()", "if f[2] >= 0: s.floor = f[2]", "return MOVED"]
            case ir.Leave(target):
                return [
                    "del s.frames[1:]", f"s.frames[0][1] = {self.need(target)}", "s.pending.clear()",
                    "s.held = s.floor = 0", "return MOVED",
                ]  # fmt: skip
            case ir.Settle(then):
                settle = self._push(self.flow.settle, ["-1"])
                pushed = [f"f[1] = {self.need(then)}", settle, "return MOVED"]
                return ["if not s.held:", *_indented(pushed), *self._goes_on(then, path, depth)]
            case ir.React(done):
                return [*self._react(block.number), *self._goes_on(done, path, depth)]
            case ir.Choice():
                return self._choice(block, block.exit, path, depth)
            case ir.Draw(of, slot, _, then):
                return [f"{w.local(slot)} = draw(s, LIMITS, {w.value(of)})", *self._goes_on(then, path, depth)]
            case ir.Shuffle():
                return [*self._shuffle(block.exit), *self._goes_on(block.exit.then, path, depth)]
            case ir.GameEnd(winners):
                return [f"f[1] = {block.number}", f"s.winners = tuple(sorted({w.members(winners)}))", "return STOPPED"]

    def _push(self, procedure: int, arguments: list[str]) -> str:
        spec = self.flow.procedures[procedure]
        values = arguments[: spec.parameters]
        values += ["-1"] * (spec.locals - len(values))
        return f"s.frames.append([{', '.join([str(procedure), str(spec.entry), '-1', *values])}])"

    def _call(self, call: ir.Call, path: frozenset[int], depth: int) -> list[str]:
        arguments = [self.w.value(each) for each in call.arguments]
        goes_on = f"f[1] = {self.need(call.then)}"
        if isinstance(call.procedure, int):
            return [self._push(call.procedure, arguments), goes_on, "return MOVED"]
        given = f"({', '.join(arguments)}{',' if len(arguments) == 1 else ''})"
        pushed = [f"s.frames.append(frame_of(PROCEDURES, q, {given}))", goes_on, "return MOVED"]
        w = self.w
        w.constant(tuple((spec.entry, spec.parameters, spec.locals) for spec in self.flow.procedures), "PROCEDURES")
        return [
            f"q = {w.value(call.procedure)}", "if q >= 0:", *_indented(pushed), *self._goes_on(call.then, path, depth)
        ]  # fmt: skip

    def _react(self, number: int) -> list[str]:
        self.w.constant(tuple((spec.entry, spec.parameters, spec.locals) for spec in self.flow.procedures), "PROCEDURES")
        return [
            "if len(s.pending) > s.floor:", f"    f[1] = {number}", "    react(s, PROCEDURES)", "    return MOVED",
        ]  # fmt: skip

    def _choice(self, block: Block, choice: ir.Choice, path: frozenset[int], depth: int) -> list[str]:
        number, w = block.number, self.w
        take = []
        if choice.forced == "take" and choice.secrecy == "open" and number not in self.plain:
            take = ["if len(found) == 1:", f"    return taken(f, TAKEN{number}, found[0])"]
        asked = [*take, "ASKED[:] = (seat, found)", "return STOPPED"]
        return [
            f"f[1] = {number}", f"seat = {w.value(choice.who)}", f"found = o{number}(s, f, seat) if seat >= 0 else ()",
            "if found:", *_indented(asked), *self._goes_on(choice.empty, path, depth),
        ]  # fmt: skip

    def _shuffle(self, exit_: ir.Shuffle) -> list[str]:
        first = self.w.layout.first_instance[exit_.zone]
        if exit_.owner is None:
            return [f"shuffle(s, LIMITS, {first})", ops.CHANGED]
        per = self.flow.zones[exit_.zone].per
        count = self.w.layout.size(per) if per is not None else 1
        return [f"o = {self.w.value(exit_.owner)}", f"if not 0 <= o < {count}: fail()", f"shuffle(s, LIMITS, {first} + o)", ops.CHANGED]


def _leads_to(choice: ir.Choice) -> Ways:
    return tuple((each.target, tuple(pick.slot + 3 for pick in each.picks)) for each in choice.alternatives)


def _indented(block: list[str]) -> list[str]:
    return [f"    {line}" for line in block]
