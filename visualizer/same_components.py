"""Which locals may hold the same components because one was taken out of the other.

In: a flow. Out: `SameComponents`: for an op that moves something, the locals whose components it may move thereby (of
`for x in two: move x to hand` both `x` and `two`), and those of which it is known that it does not.

A loop takes one member after the other out of the rest: `one` is the first of it, `rest` becomes what comes after `one`.
So what is moved as `one` is never among the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.flow.ir import Block, Flow


class SameComponents:
    """Answers for one flow."""

    def __init__(self, flow: Flow) -> None:
        self._rests = [_rests(flow, number) for number in range(len(flow.procedures))]
        self._alike: list[dict[int, frozenset[int]]] = [{} for _ in flow.procedures]  # slot -> slots
        for block in flow.blocks:
            procedure = block.procedure
            for slot, value in _given(block):
                # a rest stands for what it was made of, in both directions
                slots = {*_slots(value), slot} - self._rests[procedure].keys()
                for rest in {*_slots(value), slot} & self._rests[procedure].keys():
                    slots.update(self._made_of(flow, procedure, rest))
                self._join(procedure, frozenset(slots))

    def of(self, procedure: int, op: ir.Move | ir.Exchange | ir.PassAround) -> frozenset[int]:
        """The locals of a procedure whose components an op of it may move, as far as its own rules tell."""
        match op:
            case ir.Move(what):
                moved = [what]
            case ir.Exchange(left, right):
                moved = [left, right]
            case ir.PassAround():
                moved = []
        slots = {slot for value in moved for slot in _slots(value)}
        return frozenset(slots).union(*(self._alike[procedure].get(slot, frozenset()) for slot in slots))

    def spared(self, procedure: int, op: ir.Move | ir.Exchange | ir.PassAround) -> frozenset[int]:
        """The locals of a procedure whose components an op of it never moves."""
        match op:
            case ir.Move(e.Local(one) | e.MakeSet((e.Local(one),))):
                return frozenset(rest for rest, its_one in self._rests[procedure].items() if its_one == one)
            case _:
                return frozenset()

    def _made_of(self, flow: Flow, procedure: int, rest: int) -> Iterator[int]:
        for block in flow.blocks:
            if block.procedure == procedure:
                for slot, value in _given(block):
                    if slot == rest:
                        yield from (each for each in _slots(value) if each not in self._rests[procedure])

    def _join(self, procedure: int, slots: frozenset[int]) -> None:
        alike = self._alike[procedure]
        together = slots.union(*(alike.get(slot, frozenset()) for slot in slots))
        alike.update(dict.fromkeys(together, together))


def _rests(flow: Flow, procedure: int) -> dict[int, int]:
    """For the rest of each loop of a procedure the local with the member that was taken out last."""
    found: dict[int, int] = {}
    for block in flow.blocks:
        if block.procedure == procedure:
            for slot, value in _given(block):
                match value:
                    case e.After(e.Local(rest), e.Local(one)) if rest == slot:
                        found[rest] = one
                    case _:
                        pass
    return found


def _given(block: Block) -> Iterator[tuple[int, Expr]]:
    """What a block puts into locals."""
    for op in block.ops:
        if isinstance(op, ir.Assign):
            yield op.slot, op.value
    if isinstance(block.exit, ir.Draw):
        yield block.exit.slot, block.exit.of
    if isinstance(block.exit, ir.Choice):
        for option in block.exit.alternatives:
            yield from ((pick.slot, pick.domain) for pick in option.picks)


def _slots(value: Expr) -> Iterator[int]:
    """The locals that the members of a value come from."""
    match value:
        case e.Local(slot):
            yield slot
        case e.Filter(of) | e.FirstOf(of) | e.LastOf(of) | e.After(of) | e.Best(of=of) | e.Combine("-", of):
            yield from _slots(of)
        case e.Combine(left=left, right=right) | e.Pick(then=left, otherwise=right):
            yield from (*_slots(left), *_slots(right))
        case e.MakeSet(members):
            for each in members:
                yield from _slots(each)
        case _:
            pass
