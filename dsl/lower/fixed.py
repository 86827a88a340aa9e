"""Values that are known before play: numbers, enum values, the names given, and what is reckoned from them.

In: an expression of a component, or a start value, and the names that are known there. Out: the value and its type;
anything that only play can tell is reported.
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import NONE
from rulewright.dsl.lower.asides import Asides
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.syntax import Name
from rulewright.dsl.types import (
    UNKNOWN,
    EnumType,
    FlagType,
    IntType,
    NothingType,
    Type,
)

NOT_FIXED = Rule("RW418", "not-fixed")

Fixed = tuple[int, Type]


class FixedValues(Asides):
    """The values of one program that are known before play."""

    def fixed(self, node: syntax.Expression, variables: dict[str, Fixed], wanted: Type | None = None) -> Fixed:
        """A value that is known before play: numbers, enum values, the names given, and sums of them."""
        match node:
            case syntax.Number(value=value):
                return value, IntType(value, value)
            case syntax.Truth(value=truth):
                return int(truth), FlagType()
            case syntax.Nothing():
                return NONE, NothingType()
            case syntax.Reference(name=name) if name.text in variables:
                return variables[name.text]
            case syntax.Reference(name=name):
                return self._fixed_name(name, wanted)
            case syntax.Unary(operator="not", operand=operand):
                return int(not self.fixed(operand, variables)[0]), FlagType()
            case syntax.Unary(operator="-", operand=operand):
                value, _ = self.fixed(operand, variables)
                return -value, IntType(-value, -value)
            case syntax.Either(condition=condition, then=then, otherwise=otherwise):
                return self.fixed(then if self.fixed(condition, variables)[0] else otherwise, variables, wanted)
            case syntax.Property(of=of, name=name) if name.text == "place":
                value, type_ = self.fixed(of, variables)
                if isinstance(type_, EnumType):
                    return value + 1, IntType(value + 1, value + 1)
                self.report(NOT_FIXED, node.span, "only a value of a list kind has a place that is known before play")
                return 0, UNKNOWN
            case syntax.Call(function=syntax.Reference(name=name), arguments=(syntax.Reference(name=of),)) if (
                name.text == "count" and of.text in variables
            ):
                return variables[of.text]
            case syntax.Binary(operator=operator, left=left, right=right):
                return self._fixed_binary(node, operator, self.fixed(left, variables), self.fixed(right, variables))
            case _:
                self.report(NOT_FIXED, node.span, "this must be known before play: a number, a value, or a sum of them")
                return 0, UNKNOWN

    def _fixed_name(self, name: Name, wanted: Type | None) -> Fixed:
        option = self.tables.options.get(name.text)
        if option is not None:
            return option.value, option.type
        found = self._enum_value(name, wanted)
        if found is None:
            known = [*self.tables.values, *self.tables.options]
            if isinstance(wanted, EnumType):
                known = list(self.tables.enum_specs[self.tables.enums[wanted.name]].values)
            hint = did_you_mean(name.text, known) or (
                f"it can be {', '.join(known)}" if isinstance(wanted, EnumType) else None
            )
            self.report(NOT_FIXED, name.span, f"`{name.text}` is no value known before play", hint)
            return 0, UNKNOWN
        value = found[0]
        return getattr(value, "value", 0), found[1]

    def _fixed_binary(self, node: syntax.Binary, operator: str, left: Fixed, right: Fixed) -> Fixed:
        a, b = left[0], right[0]
        if UNKNOWN in (left[1], right[1]):
            return 0, UNKNOWN
        if operator in ("/", "mod") and b == 0:
            self.report(NOT_FIXED, node.span, "this divides by 0")
            return 0, UNKNOWN
        tests = {
            "is": a == b,
            "is not": a != b,
            "<": a < b,
            "<=": a <= b,
            ">": a > b,
            ">=": a >= b,
            "and": bool(a and b),
            "or": bool(a or b),
        }
        if operator in tests:
            return int(tests[operator]), FlagType()
        if operator not in "+-*/mod":
            self.report(NOT_FIXED, node.span, "this must be known before play")
            return 0, UNKNOWN
        value = {"+": a + b, "-": a - b, "*": a * b}.get(operator)
        if value is None:
            value = a // b if operator == "/" else a % b
        return value, IntType(value, value)
