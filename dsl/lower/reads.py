"""What an expression depends on, costs and always is, looking into the functions it applies, each of which is measured once.

In: an expression and the measures of the program's functions. Out: a `Measure`. Generic over the dataclasses of `expr`,
so that a new form of expression needs nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass

from rulewright.dsl.flow.expr import Apply, Arithmetic, Const, Expr, Pick, StateVar


@dataclass(frozen=True, slots=True)
class Measure:
    """variables: those that the value can depend on. depth: how many expressions stand inside one another. applied: how
    many functions are carried out for one value, at most, when every set has one member."""

    variables: frozenset[int] = frozenset()
    depth: int = 0
    applied: int = 0


NOTHING = Measure()


def measure(expression: object, functions: Mapping[int, Measure]) -> Measure:
    """The measure of an expression; a function that is not measured yet counts for nothing."""
    if isinstance(expression, tuple):
        return _together([measure(part, functions) for part in expression])
    if not is_dataclass(expression) or isinstance(expression, type):
        return NOTHING
    parts = {field.name: measure(getattr(expression, field.name), functions) for field in fields(expression)}
    found = _together([*parts.values()])
    variables, depth, applied = found.variables, found.depth, found.applied
    match expression:
        case StateVar(variable=variable):
            variables |= {variable}
        case Pick():  # one of the two only
            applied -= min(parts["then"].applied, parts["otherwise"].applied)
        case Apply(function=number):
            inside = functions.get(number, NOTHING)
            variables |= inside.variables
            depth = max(depth, inside.depth)
            applied += inside.applied + 1
        case _:
            pass
    return Measure(variables, depth + 1, applied)


def _together(parts: list[Measure]) -> Measure:
    if not parts:
        return NOTHING
    variables = frozenset[int]().union(*(part.variables for part in parts))
    return Measure(variables, max(part.depth for part in parts), sum(part.applied for part in parts))


def known(value: Expr) -> int | None:
    """The number that a formula always is, or None when only play can tell."""
    match value:
        case Const(value=int() as number):
            return number
        case Arithmetic(operator=operator, left=left, right=right):
            a, b = known(left), known(right)
            if a is None or b is None or (operator in ("/", "mod") and b == 0):
                return None
            return RECKONED[operator](a, b)
        case _:
            return None


RECKONED: dict[str, Callable[[int, int], int]] = {
    "+": int.__add__, "-": int.__sub__, "*": int.__mul__, "/": int.__floordiv__, "mod": int.__mod__, "min": min, "max": max,
}
