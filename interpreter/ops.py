"""The ops of a block as closures.

In: an op. Out: `f(state, frame)`, which changes the state, writes the log, and puts reactions whose watches fit into
the state's queue once the whole op is done.
"""

from __future__ import annotations

from rulewright.dsl.flow.ir import Op
from rulewright.interpreter.changes import CHANGES
from rulewright.interpreter.effects import Effects, OpFunction
from rulewright.interpreter.moves import MOVES

__all__ = ["BUILDERS", "OpFunction", "Ops"]

BUILDERS = {**CHANGES, **MOVES}


class Ops(Effects):
    """Makes the closures of ops for one layout."""

    def make(self, op: Op) -> OpFunction:
        """The closure of an op; a play error in it names the op's rule."""
        return BUILDERS[type(op)](self, op)
