"""Places where a scenario can begin: inside the passes of phases and steps, with every loop around them set up.

In: a node at whose pass the builder stands. Out: an entry of the flow, and at the end the block that leads to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.book import Node
from rulewright.dsl.flow.expr import After, Expr, Local
from rulewright.dsl.flow.ir import Assign, EntrySpec, Goto, Hold, SetState
from rulewright.dsl.lower.program import NOBODY, Builder
from rulewright.dsl.lower.statements import Statements


@dataclass(frozen=True, slots=True)
class Binding:
    """How an enclosing loop is set up when a scenario begins inside it: the set's local and formula, the member's local,
    and the variable that also holds it (-1: none). Without a formula it is counted: `one` is how many passes follow."""

    phase: str
    rest: int
    order: int
    of: Expr | None
    one: int
    variable: int


class Entries(Statements):
    """The entries of one program. prologues: of each its label, its block, scope and loops, whether it is sealed, its origin."""

    bindings: tuple[Binding, ...] = ()
    prologues: list[tuple[int, int, int, tuple[Binding, ...], bool, int]]
    at_top = True  # whether the node being lowered is one of the main procedure

    def entry(self, builder: Builder, node: Node, origin: int) -> None:
        """A place where a scenario can begin: just inside a pass of the node, with every loop around it set up."""
        if not self.at_top or any(entry.address == node.address for entry in self.program.entries):
            return
        builder.cut(origin)
        here = builder.current
        label = builder.label()
        self.prologues.append((label, here, builder.scope, self.bindings, self.secrecy == "sealed", origin))
        bound = tuple((binding.phase, binding.variable, binding.one) for binding in self.bindings)
        self.program.entries.append(EntrySpec(node.address, label, bound))

    def lower_prologues(self, builder: Builder) -> None:
        """The blocks at which scenarios begin: each loop's set is taken, less what comes up to the given member."""
        for label, here, scope, bindings, sealed, origin in self.prologues:
            builder.scope = scope
            builder.enter(label)
            for binding in bindings:
                if binding.of is None:
                    continue
                builder.emit(Assign(binding.order, binding.of, origin))
                builder.emit(Assign(binding.rest, After(Local(binding.order), Local(binding.one)), origin))
                if binding.variable >= 0:
                    builder.emit(SetState(binding.variable, (), Local(binding.one), NOBODY, (), origin))
            builder.settle(origin)
            if sealed:
                builder.emit(Hold(1, origin, sealed=True))
            builder.leave(Goto(here, origin))
