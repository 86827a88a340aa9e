"""Sums, comparisons, tests and choices of constants become constants.

In: a flow. Out: the flow with such formulas folded; see `dsl.flow.passes.folded`. Branches stay, on a constant: without them there
would be blocks that nothing leads to.
"""

from __future__ import annotations

from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.passes import folded
from rulewright.dsl.flow.shape import rebuild
from rulewright.interpreter.passes.formulas import over_formulas


def fold(flow: Flow, players: int) -> Flow:
    """The pass."""
    return over_formulas(flow, lambda node, procedure: rebuild(node, folded))
