"""Sums, comparisons, tests and choices of constants become constants.

In: a flow. Out: the flow with such formulas folded; what would be an error at play is left for play to report. Branches stay, on a
constant: without them there would be blocks that nothing leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add, floordiv, mod, mul, sub

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.expr import Const, Expr
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.limits import HIGHEST, LOWEST
from rulewright.dsl.flow.shape import rebuild
from rulewright.interpreter.passes.formulas import over_formulas

ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": add, "-": sub, "*": mul, "/": floordiv, "mod": mod, "min": min, "max": max,
}  # fmt: skip


def fold(flow: Flow, players: int) -> Flow:
    """The pass; it is the same for each number of players."""
    return over_formulas(flow, lambda node, procedure: rebuild(node, _folded))


def _folded(node: object) -> object:
    """A node whose parts are folded already, folded itself."""
    match node:
        case e.Arithmetic(operator, Const(int(left)), Const(int(right))):
            return _arithmetic(node, operator, left, right)
        case e.Compare(operator, Const(left), Const(right)):
            return _compared(node, operator, left, right)
        case e.And(Const(left), right):
            return right if left else Const(0)
        case e.Or(Const(left), right):
            return Const(1) if left else right
        case e.Not(Const(value)):
            return Const(0 if value else 1)
        case e.Pick(Const(condition), then, otherwise):
            return then if condition else otherwise
        case e.Count(Const(tuple(members))):
            return Const(len(members))
        case e.Member(Const(value), Const(tuple(members))):
            return Const(int(value in members))
        case e.MakeSet(members) if all(isinstance(each, Const) and isinstance(each.value, int) for each in members):
            return _set(members)
        case _:
            return node


def _set(members: tuple[Expr, ...]) -> Const:
    values = [each.value for each in members if isinstance(each, Const) and isinstance(each.value, int)]
    return Const(tuple(dict.fromkeys(value for value in values if value != e.NONE)))


def _arithmetic(node: e.Arithmetic, operator: str, left: int, right: int) -> Expr:
    if operator in ("/", "mod") and right == 0:
        return node
    value = ARITHMETIC[operator](left, right)
    return Const(value) if LOWEST <= value <= HIGHEST else node


def _compared(node: e.Compare, operator: str, left: int | tuple[int, ...], right: int | tuple[int, ...]) -> Expr:
    if isinstance(left, tuple) and isinstance(right, tuple):
        left, right = tuple(sorted(left)), tuple(sorted(right))
        if operator not in ("is", "is not"):
            return node
    match operator:
        case "is":
            return Const(int(left == right))
        case "is not":
            return Const(int(left != right))
    if isinstance(left, tuple) or isinstance(right, tuple):
        return node
    match operator:
        case "<":
            return Const(int(left < right))
        case "<=":
            return Const(int(left <= right))
        case ">":
            return Const(int(left > right))
        case ">=":
            return Const(int(left >= right))
        case _:
            return node
