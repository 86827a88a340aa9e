"""How blocks are written: each head is a function that runs from there to the next head.

In: a writer and a flow. Out: `heads`, the functions of a module. A head is a block at which a frame can stand: where a procedure
begins, where it goes on after another one, where somebody decides, and where a loop comes round. What follows it up to the next
such place is written into it as plain statements, a block that two ways lead to into both as long as that stays short. What
a function gives back is the number of the next head of the same frame, or what `runtime.run` names.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block
from rulewright.dsl.flow.shape import targets, walk
from rulewright.interpreter.fast import ops
from rulewright.interpreter.fast.choices import options
from rulewright.interpreter.fast.runtime import Ways
from rulewright.interpreter.fast.writer import Writer

BLOCKS = 24  # written into one head
DEEPEST = 12  # tests inside one another


class Heads:
    """Writes the heads of a flow.

    passing: the functions whose value hangs on what is under way. plain: the blocks of sealed steps that are played as if
    answers were open.
    """

    def __init__(self, w: Writer, passing: set[int], plain: frozenset[int]) -> None:
        self.w = w
        self.plain = plain
        self.flow = w.layout.flow
        self.passing = passing
        self.due: list[int] = []  # heads still to be written
        self.seen: set[int] = set()
        self.arrivals = [0] * len(self.flow.blocks)
        for block in self.flow.blocks:
            for target in targets(block.exit):
                self.arrivals[target] += 1
        self._head = -1  # the one that is being written, how many blocks may still be written into it,
        self._left = 0
        self._loops = False  # and whether it goes back to itself

    def write(self) -> Iterator[tuple[int, list[str]]]:
        """The number and the lines of each head, and the options of its questions before it."""
        for procedure in self.flow.procedures:
            self._need(procedure.entry)
        for entry in self.flow.entries:
            self._need(entry.block)
        for block in self.flow.blocks:
            if isinstance(block.exit, ir.Choice):  # where the reference machine may have stopped, too
                self._need(block.number)
                self.w.constants[f"TAKEN{block.number}"] = self._leads_to(block.exit)
        while self.due:
            number = self.due.pop()
            self._left = BLOCKS
            block = self.flow.blocks[number]
            before = options(self.w, block, block.exit) if isinstance(block.exit, ir.Choice) and not self._is_left(block) else []
            self._head = number
            self._loops = False
            body = self._block(number, frozenset(), 0)
            if self._loops:
                body = ["for _ in LIMITS.steps:", *_indented(body), f"return {number}"]
            yield number, [*before, f"def h{number}(s, f):", *_indented(body)]

    def _need(self, number: int) -> int:
        if number not in self.seen:
            self.seen.add(number)
            self.due.append(number)
        return number

    def _goes_on(self, number: int, path: frozenset[int], depth: int) -> list[str]:
        """A block behind another one: written here, or gone to."""
        alone = self.arrivals[number] == 1 or len(self.flow.blocks[number].ops) < 3
        inline = number not in path and self._left > 0 and depth < DEEPEST and alone
        if number == self._head and number in path:
            self._loops = True
            return ["continue"]
        block = self.flow.blocks[number]
        if not inline or self._is_left(block) or isinstance(block.exit, ir.Choice | ir.React):
            return [f"return {self._need(number)}"]
        return self._block(number, path, depth)

    def _is_left(self, block: Block) -> bool:
        """Whether a block is left to the reference machine: with it answers begin or cease to be sealed."""
        return block.number not in self.plain and any(isinstance(op, ir.Hold) and op.sealed for op in block.ops)

    def _block(self, number: int, path: frozenset[int], depth: int) -> list[str]:
        block = self.flow.blocks[number]
        if self._is_left(block):
            return [f"f[1] = {number}", "return LEFT"]
        self._left -= 1
        text = [f"come_to({number}, len(s.frames))"] if self.w.counting else []
        text += [f"f[1] = {number}"] if self._asks_what_is_under_way(block) else []
        for before, op in zip((None, *block.ops), block.ops, strict=False):
            rest = _rest_of(before, op)
            text += ops.lines(self.w, op) if rest is None else [f"{self.w.local(rest)} = {self.w.local(rest)}[1:]"]
        return text + self._exit(block, path | {number}, depth)

    def _asks_what_is_under_way(self, block: Block) -> bool:
        for node in walk((block.ops, block.exit)):
            if isinstance(node, e.IsActive) or (isinstance(node, e.Apply) and node.function in self.passing):
                return True
        return False

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
                    "del s.frames[1:]", f"s.frames[0][1] = {self._need(target)}", "s.pending.clear()",
                    "s.held = s.floor = 0", "return MOVED",
                ]  # fmt: skip
            case ir.Settle(then):
                settle = self._push(self.flow.settle, ["-1"])
                pushed = [f"f[1] = {self._need(then)}", settle, "return MOVED"]
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
        goes_on = f"f[1] = {self._need(call.then)}"
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

    def _leads_to(self, choice: ir.Choice) -> Ways:
        return tuple((self._need(each.target), tuple(pick.slot + 3 for pick in each.picks)) for each in choice.alternatives)

    def _shuffle(self, exit_: ir.Shuffle) -> list[str]:
        first = self.w.layout.first_instance[exit_.zone]
        if exit_.owner is None:
            return [f"shuffle(s, LIMITS, {first})", ops.CHANGED]
        per = self.flow.zones[exit_.zone].per
        count = self.w.layout.size(per) if per is not None else 1
        return [f"o = {self.w.value(exit_.owner)}", f"if not 0 <= o < {count}: fail()", f"shuffle(s, LIMITS, {first} + o)", ops.CHANGED]


def _rest_of(before: ir.Op | None, op: ir.Op) -> int | None:
    """The local of a list in which an op leaves what comes after its first one, which the op before has taken."""
    match before, op:
        case ir.Assign(taken, e.FirstOf(e.Local(a), None)), ir.Assign(rest, e.After(e.Local(b), e.Local(mark))):
            return rest if a == b == rest and mark == taken else None
        case _:
            return None


def _indented(block: list[str]) -> list[str]:
    return [f"    {line}" for line in block]
