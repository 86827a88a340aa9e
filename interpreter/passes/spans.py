"""What temps and locals of a layout can be, found by going through everything that they are given until nothing grows.

In: a layout. Out: `spans_of`, its `Spans`, made once; `carry`, which hands them on to what a pass has made.
"""

from __future__ import annotations

from copy import copy
from weakref import WeakKeyDictionary

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.shape import inner_parts, targets, walk
from rulewright.dsl.types import IntType, strip
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.formulas import EXPRESSIONS, binds
from rulewright.interpreter.passes.ranges import ANY, Ranges, Span, joined, or_none

__all__ = ["ANY", "Span", "Spans", "carry", "spans_of", "takes_first"]

PATIENCE = 4  # rounds after which what still grows is taken for any number
WORDS = frozenset({"prompt", "label", "text"})  # fields of exits that hold words


class Spans(Ranges):
    """The spans of a layout. filled: of blocks that are come to only where a local is a set with members, that local."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self._round = 0
        self._other: set[int] = set()  # functions whose values have grown
        self._framed: set[tuple[int, int]] = set()  # locals that have grown, by procedure and slot
        self._effects = [number for number, each in enumerate(layout.flow.procedures) if each.kind == "effect"]
        self.filled = _filled(layout.flow)
        self._solve()
        self._round = 0  # what grows from now on is what passes bind

    # ------------------------------------------------------------------------------------ until nothing grows

    def _solve(self) -> None:
        flow = self.layout.flow
        others = tuple(a.condition for zone in flow.zones for a in (zone.seen_by, zone.counted_by) if a.condition is not None)
        others += tuple(each.condition for each in flow.invariants)
        bodies = tuple(spec.body for spec in flow.functions)
        bound = {slot for spec in flow.functions for slot in spec.parameters}
        bound |= {slot for node in walk((bodies, others)) if (slot := binds(node)) is not None}
        for node in walk((bodies, others)):
            if isinstance(node, e.Temp) and node.slot not in bound:
                self._temps[node.slot] = ANY  # an audience's: whoever asks puts it there
        for score in flow.scores:
            self._grow(flow.functions[score.function].parameters[0], Span(0, self.layout.players - 1))
        for number, procedure in enumerate(flow.procedures):
            if procedure.kind == "main":
                self._grow_slot(number, 0, Span(e.NONE, e.NONE))
        entries: list[tuple[int, ir.Block | e.Expr]] = [*((-1, each) for each in (*flow.blocks, *others)), *enumerate(bodies)]
        asked = [_asked_by(each) for _, each in entries]
        owner = {slot: number for number, spec in enumerate(flow.functions) for slot in spec.parameters}
        grown = set(range(len(flow.functions)))
        first = True
        framed: set[tuple[int, int]] = set()
        while grown or framed or first:
            self._changed, self._other, self._framed = set(), set(), set()
            for (number, entry), (applies, locals_) in zip(entries, asked, strict=True):
                if first or number in grown or not (applies.isdisjoint(grown) and locals_.isdisjoint(framed)):
                    self._look_at(number, entry)
            grown = {owner[slot] for slot in self._changed if slot in owner} | self._other
            framed = self._framed
            self._round += 1
            first = False

    def _look_at(self, number: int, entry: ir.Block | e.Expr) -> None:
        """Find the spans in one entry of the flow; number: of a function, else -1."""
        if isinstance(entry, ir.Block):
            self.of_procedure(entry.procedure)
            for place, op in enumerate(entry.ops):
                if place == 0 and isinstance(op, ir.Assign) and takes_first(op) == self.filled.get(entry.number, -1):
                    self._grow_slot(self._procedure, op.slot, self._of(e.Local(self.filled[entry.number])))
                elif not isinstance(op, ir.Say):
                    self._look_into(op)
            self._look_into(entry.exit)
            self._leave(entry.exit)
        else:
            before = self._results.get(number)
            after = joined(before, self._of(entry))
            if number >= 0 and before != ANY and after is not None and after != before:  # arithmetic may give more than ANY
                self._results[number] = ANY if self._round >= PATIENCE else after
                self._other.add(number)

    def _leave(self, exit_: ir.Exit) -> None:
        """What locals other procedures are given."""
        procedures = self.layout.flow.procedures
        match exit_:
            case ir.Settle():
                self._grow_slot(self.layout.flow.settle, 0, Span(e.NONE, e.NONE))
            case ir.Call(procedure, arguments):
                given = [self._of(each) for each in arguments]
                for number in [procedure] if isinstance(procedure, int) else self._effects:
                    for slot, span in enumerate(given[: procedures[number].parameters]):
                        self._grow_slot(number, slot, span)

    def _look_into(self, node: object) -> None:
        """Every formula of an op, an exit, a watch, an alternative."""
        match node:
            case ir.Assign(slot, value):
                self._grow_slot(self._procedure, slot, self._of(value))
            case ir.Draw(of, slot):
                self._grow_slot(self._procedure, slot, or_none(self._of(of)))
            case ir.PickSpec(slot=slot, domain=of):
                self._grow_slot(self._procedure, slot, self._of(of))
        if isinstance(node, ir.Watch):
            for slot, value in enumerate(node.give):
                self._grow_slot(node.procedure, slot, self._of(value))
            seat = Span(0, self.layout.players - 1, True)
            for slot in (node.subject, *node.index):
                self._grow(slot, ANY)
            self._grow(node.by, seat)
            for slot in (node.source, node.target):
                self._grow(slot, self._owners)
            self._grow(node.each_slot, None if node.each is None else self._of(node.each))
        for name, part in inner_parts(node):
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, ir.Watch | ir.Alternative | ir.PickSpec):
                    self._look_into(each)
                elif isinstance(each, EXPRESSIONS) and name not in WORDS:
                    self._of(each)

    def _grow(self, slot: int, span: Span | None) -> None:
        before = self._temps.get(slot)
        if before == ANY:
            return  # arithmetic may give more, but a number is never that
        super()._grow(slot, span)
        if self._round >= PATIENCE and self._temps.get(slot) != before:
            self._temps[slot] = ANY

    def _grow_slot(self, procedure: int, slot: int, span: Span | None) -> None:
        """A local can be this, too."""
        before = self._slots.get((procedure, slot))
        after = joined(before, span)
        if before != ANY and after is not None and after != before:
            if self._round >= PATIENCE:
                type_ = self.layout.flow.procedures[procedure].types[slot]
                after = ANY if isinstance(strip(type_), IntType) else or_none(self.of_type(type_))
                if after == before:
                    return  # what is more than its type allows it cannot be
            self._slots[procedure, slot] = after
            self._framed.add((procedure, slot))


def _asked_by(entry: ir.Block | e.Expr) -> tuple[set[int], set[tuple[int, int]]]:
    """The functions that an entry of the flow applies, and the locals that it looks at, by procedure and slot."""
    applies: set[int] = set()
    locals_: set[tuple[int, int]] = set()
    for node in walk(entry):
        if isinstance(node, e.Apply):
            applies.add(node.function)
        elif isinstance(node, e.Local) and isinstance(entry, ir.Block):
            locals_.add((entry.procedure, node.slot))
    return applies, locals_


def _filled(flow: ir.Flow) -> dict[int, int]:
    """Of blocks that are come to only where a local is a set with members: that local."""
    ways: dict[int, list[int]] = {each.entry: [-1] for each in flow.procedures}
    for each in flow.entries:
        ways.setdefault(each.block, []).append(-1)
    for block in flow.blocks:
        for target in targets(block.exit):
            match block.exit:
                case ir.Branch(e.Count(e.Local(slot)), then, otherwise) if target == then != otherwise:
                    ways.setdefault(target, []).append(slot)
                case _:
                    ways.setdefault(target, []).append(-1)
    return {number: slots[0] for number, slots in ways.items() if len(set(slots)) == 1 and slots[0] >= 0}


def takes_first(op: ir.Op) -> int | None:
    """The local of the set of which an op takes the first member."""
    match op:
        case ir.Assign(_, e.FirstOf(e.Local(slot), None)):
            return slot
        case _:
            return None


_FOUND_FOR: WeakKeyDictionary[Layout, Spans] = WeakKeyDictionary()


def spans_of(layout: Layout) -> Spans:
    """The spans of a layout, found once."""
    if layout not in _FOUND_FOR:
        _FOUND_FOR[layout] = Spans(layout)
    return _FOUND_FOR[layout]


def carry(before: Layout, after: Layout) -> None:
    """What a pass has changed stays between the same numbers as before; what it binds is found when it is asked for."""
    spans = copy(spans_of(before))
    spans.layout = after
    _FOUND_FOR[after] = spans
