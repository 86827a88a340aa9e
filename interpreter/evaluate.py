"""Expressions as closures: each node of a formula becomes one Python function, made once for a layout.

In: an expression and a layout. Out: `f(state, frame, temps)` with its value, an int or a tuple of ints. `frame` is
the running frame's list, whose locals begin at `LOCALS`; `temps` is scratch outside the state. Nothing here changes a
state.
"""

from __future__ import annotations

from typing import cast

from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.types import EnumType, FlagType, KindType, OptionalType, PlayerType
from rulewright.interpreter.bits import BITS
from rulewright.interpreter.closures import LOCALS, Frame, Function, Members, Number, Temps
from rulewright.interpreter.layout import Layout, seat_name
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.scalars import SCALARS
from rulewright.interpreter.sets import SETS
from rulewright.interpreter.state import State

__all__ = ["BUILDERS", "LOCALS", "Evaluator", "Frame", "Function", "Members", "Number", "Temps", "show_value"]

BUILDERS = {**SCALARS, **SETS, **BITS}


class Evaluator:
    """Makes closures for one layout, each once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._functions: dict[int, tuple[tuple[int, ...], Function]] = {}
        self._made: dict[int, tuple[Expr, Function]] = {}
        self.work = [0]  # see Maker; whoever asks for a value sets it to 0 before
        self.before: list[State | None] = [None]  # see Maker
        self.memo = Memo(layout.flow)
        self._next = 0  # the first function that has not been made

    def make(self, node: Expr) -> Function:
        """The closure of an expression."""
        # By identity: the flow keeps its expressions, and comparing two of them would walk through both.
        if id(node) not in self._made:
            self._made[id(node)] = (node, BUILDERS[type(node)](self, node))
        return self._made[id(node)][1]

    def number(self, node: Expr) -> Number:
        """The closure of an expression that is no set, as the lowering has made sure."""
        return cast(Number, self.make(node))

    def members(self, node: Expr) -> Members:
        """The closure of an expression that is a set, as the lowering has made sure."""
        return cast(Members, self.make(node))

    def optional(self, node: Expr | None) -> Number | None:
        """The closure of an expression that may be missing, and is no set."""
        return None if node is None else self.number(node)

    def function(self, number: int) -> tuple[tuple[int, ...], Function]:
        """The parameters and the body's closure of a function of the flow."""
        # A function mostly applies those before it. Made in their order, none is made inside the making of another.
        while self._next <= number:
            self._next += 1
            self._make_function(self._next - 1)
        return self._functions.get(number) or self._make_function(number)

    def _make_function(self, number: int) -> tuple[tuple[int, ...], Function]:
        if number not in self._functions:
            spec = self.layout.flow.functions[number]
            self._functions[number] = (spec.parameters, self.make(spec.body))
        return self._functions[number]


def show_value(layout: Layout, value: int, type_: object) -> str:
    """A value as people write it, by its type: a seat letter, a component's name, an enum value, yes or no."""
    if isinstance(type_, OptionalType):
        return "none" if value < 0 else show_value(layout, value, type_.of)
    match type_:
        case PlayerType():
            return seat_name(value)
        case KindType():
            return layout.names[value] if value >= 0 else "none"
        case EnumType(name):
            spec = next(enum for enum in layout.flow.enums if enum.name == name)
            return spec.values[value].replace("_", " ") if value >= 0 else "none"
        case FlagType():
            return "yes" if value else "no"
        case _:
            return str(value)
