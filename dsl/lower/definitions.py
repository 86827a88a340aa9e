"""Definitions: each becomes a function of the flow when it is first used, so that they may stand in any order.

In: a declared definition or score. Out: its function's number and type. A definition that needs itself is reported
with the circle.
"""

from __future__ import annotations

from abc import abstractmethod

from rulewright.dsl import syntax
from rulewright.dsl.book import Formula
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import Const, Expr, Pick, Temp
from rulewright.dsl.flow.ir import FunctionSpec
from rulewright.dsl.lower.program import Program
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.model import DefinitionInfo, Tables
from rulewright.dsl.types import UNKNOWN, PlayerType, Type, join, show

CIRCLE = Rule("RW316", "circular-definition")
CASES_DIFFER = Rule("RW405", "cases-differ")


class DefinitionMixin:
    """Definitions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables: Tables = program.tables
        self.phase_variables: dict[tuple[str, str], tuple[int, Type]] = {}  # (address, player | ending)
        self._under_way: list[DefinitionInfo] = []

    @abstractmethod
    def value(self, node: syntax.Expression, names: Names) -> tuple[Expr, Type]:
        """See `Elaborator`."""

    @abstractmethod
    def bind(self, name: syntax.Name, value: Expr, type_: Type, names: Names) -> Names:
        """See `LookupMixin`."""

    @abstractmethod
    def flag(self, node: syntax.Expression, names: Names, what: str = "a condition") -> Expr:
        """See `Elaborator`."""

    def function_of(self, info: DefinitionInfo) -> tuple[int, Type]:
        """The function and type of a definition."""
        if info.busy:
            circle = " -> ".join(each.form.signature.name.text for each in (*self._under_way, info))
            name = info.form.signature.name
            self.program.problems.report(
                CIRCLE, name.span, f"`{name.text}` needs itself: {circle}", hint="a formula cannot refer to itself"
            )
            return self._dummy(), UNKNOWN
        if info.function is None:
            info.busy = True
            self._under_way.append(info)
            number = len(self.program.functions)
            self.program.functions.append(None)
            self._elaborate(info, number)
            self._under_way.pop()
            info.busy = False
        assert info.function is not None and info.type is not None
        return info.function, info.type

    def _dummy(self) -> int:
        self.program.functions.append(None)
        return len(self.program.functions) - 1

    def _elaborate(self, info: DefinitionInfo, number: int) -> None:
        names = Names()
        parameters = []
        if info.owner is not None:
            slot = self.program.temp()
            parameters.append(slot)
            if isinstance(info.owner, PlayerType):
                names = names.with_me(Temp(slot))
            else:
                names = names.with_candidate(Temp(slot), info.owner)
                names = names.with_local("it", Temp(slot), info.owner, None)
        for parameter, (name, type_) in zip(info.form.signature.parameters, info.parameters, strict=False):
            slot = self.program.temp()
            parameters.append(slot)
            assert name == parameter.name.text
            names = self.bind(parameter.name, Temp(slot), type_, names)
        body, type_ = self.formula(info.form.formula, names)
        origin = self.program.origin(info.form.address, info.form.signature.span)
        self.program.functions[number] = FunctionSpec(
            info.form.address.partition(".")[2], tuple(parameters), body, type_, origin
        )
        info.function, info.type = number, type_

    def formula(self, formula: Formula, names: Names) -> tuple[Expr, Type]:
        """A value, or cases as a chain of picks."""
        if formula.value is not None:
            return self.value(formula.value, names)
        result: Expr = Const(0)
        type_: Type | None = None
        for case in reversed(formula.cases):
            value, found = self.value(case.value, names)
            both = found if type_ is None else join(type_, found)
            if both is None:
                message = f"one case is {show(found)}, another {show(type_ or UNKNOWN)}"
                self.program.problems.report(CASES_DIFFER, case.value.span, message)
                both = UNKNOWN
            result = value if case.condition is None else Pick(self.flag(case.condition, names), value, result)
            type_ = both
        return result, type_ or UNKNOWN

    def find_node(self, name: syntax.Name) -> str | None:
        """The address of the phase, action or window of that name, or None."""
        nodes = self.tables.phases.get(name.text)
        if nodes:
            return nodes[0].address
        for table in (self.tables.actions, self.tables.windows):
            if name.text in table:
                return table[name.text].address
        return None
