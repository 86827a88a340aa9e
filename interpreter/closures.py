"""What a formula becomes: a Python function of a state, the running frame and scratch for temps.

In: nothing. Out: the types of these functions, and `Maker`, what a builder of one may ask for. Every value is an int or
a tuple of ints; `Number` and `Members` say which one, where the lowering has made sure of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rulewright.dsl.flow.expr import Expr
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.state import State, Value

LOCALS = 3
"""Where the locals of a frame begin."""

Frame = list[Value]
Temps = list[Value]
Function = Callable[[State, Frame, Temps], Value]
Number = Callable[[State, Frame, Temps], int]
Members = Callable[[State, Frame, Temps], tuple[int, ...]]


class Maker(Protocol):
    """Makes the closures of the parts of a formula."""

    layout: Layout
    work: list[int]  # one number: how many members have been gone through since the last decision
    before: list[State | None]  # one state: that of the stop before, for what invariants look back at
    memo: Memo

    def make(self, node: Expr) -> Function:
        """The closure of any expression."""

    def number(self, node: Expr) -> Number:
        """The closure of an expression that is no set."""

    def members(self, node: Expr) -> Members:
        """The closure of an expression that is a set."""

    def function(self, number: int) -> tuple[tuple[int, ...], Function]:
        """The parameters and the body's closure of a function of the flow."""
