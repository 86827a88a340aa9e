"""Which variables an expression reads, looking into the functions it applies.

In: an expression and the program's functions. Out: the variables' numbers. Generic over the dataclasses of `expr`, so
that a new form of expression needs nothing here.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from rulewright.dsl.flow.expr import Apply, StateVar
from rulewright.dsl.flow.ir import FunctionSpec


def variables_read(
    expression: object, functions: list[FunctionSpec | None], seen: frozenset[int] = frozenset()
) -> set[int]:
    """The variables that the value of an expression can depend on."""
    found: set[int] = set()
    if isinstance(expression, tuple):
        for part in expression:
            found |= variables_read(part, functions, seen)
    elif is_dataclass(expression) and not isinstance(expression, type):
        if isinstance(expression, StateVar):
            found.add(expression.variable)
        if isinstance(expression, Apply) and expression.function not in seen:
            function = functions[expression.function]
            if function is not None:
                found |= variables_read(function.body, functions, seen | {expression.function})
        for field in fields(expression):
            found |= variables_read(getattr(expression, field.name), functions, seen)
    return found
