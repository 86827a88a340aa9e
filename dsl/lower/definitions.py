"""Definitions: each becomes a function of the flow when it is first used, so that they may stand in any order.

In: a declared definition or score. Out: its function's number and type. A definition that needs itself is reported
with the circle.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from rulewright.dsl import syntax
from rulewright.dsl.book import Formula, Node
from rulewright.dsl.diagnostics import Label, Rule
from rulewright.dsl.flow.expr import Const, Expr, Pick, Temp
from rulewright.dsl.flow.ir import FunctionSpec
from rulewright.dsl.flow.limits import CLOSEST, DEEPEST, MOST_APPLIED
from rulewright.dsl.lower.program import Program
from rulewright.dsl.lower.reads import NOTHING, measure
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.model import DefinitionInfo, Tables
from rulewright.dsl.source import Span
from rulewright.dsl.types import UNKNOWN, PlayerType, Type, join, show

CIRCLE = Rule("RW316", "circular-definition")
CASES_DIFFER = Rule("RW405", "cases-differ")
AMBIGUOUS_NODE = Rule("RW325", "ambiguous-node")
EMPTY_RANGE = Rule("RW411", "nothing-to-choose")
TOO_LONG_CHAIN = Rule("RW340", "too-long-chain")
TOO_COSTLY = Rule("RW341", "too-costly")


def is_address(node: Node, text: str) -> bool:
    """Whether a text is the node's address, or the end of it."""
    return node.address == text or node.address.endswith("." + text)


class DefinitionMixin:
    """Definitions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables: Tables = program.tables
        self.phase_variables: dict[tuple[str, str], tuple[int, Type]] = {}  # (address, player | ending)
        self._under_way: list[DefinitionInfo] = []
        self._told: set[Rule] = set()  # what is said of one chain of definitions only

    @abstractmethod
    def value(self, node: syntax.Expression, names: Names) -> tuple[Expr, Type]:
        """See `Elaborator`."""

    @abstractmethod
    def bind(self, name: syntax.Name, value: Expr, type_: Type, names: Names) -> Names:
        """See `LookupMixin`."""

    @abstractmethod
    def flag(self, node: syntax.Expression, names: Names, what: str = "a condition") -> Expr:
        """See `Elaborator`."""

    given_elsewhere: dict[str, str]  # names that are known in other cells, and what to write to know them here

    @abstractmethod
    def elaborate_cells(self, info: DefinitionInfo, number: int) -> None:
        """See `CellMixin`."""

    def function_of(self, info: DefinitionInfo) -> tuple[int, Type]:
        """The function and type of a definition."""
        if info.busy:
            circle = " -> ".join(each.form.signature.name.text for each in (*self._under_way, info))
            name = info.form.signature.name
            self.program.problems.report(
                CIRCLE, name.span, f"`{name.text}` needs itself: {circle}", hint="a formula cannot refer to itself"
            )
            return self._dummy(), UNKNOWN
        if info.function is None and len(self._under_way) >= CLOSEST:
            self._too_long(info, [*self._under_way, info])
            return self._dummy(), UNKNOWN
        if info.function is None:
            info.busy = True
            self._under_way.append(info)
            number = len(self.program.functions)
            self.program.functions.append(None)
            self._elaborate(info, number) if info.cells is None else self.elaborate_cells(info, number)
            self._under_way.pop()
            info.busy = False
        assert info.function is not None and info.type is not None
        return info.function, info.type

    def _too_long(self, info: DefinitionInfo, chain: list[DefinitionInfo]) -> None:
        name, names = info.form.signature.name, [each.form.signature.name.text for each in chain]
        shown = " -> ".join(names if len(names) < 8 else [*names[:4], "...", *names[-3:]])
        message = f"the chain of definitions through `{name.text}` is too long: {shown}"
        self._tell(TOO_LONG_CHAIN, name, message, "let one formula say more, or need less")

    def measure(self, name: syntax.Name, number: int, body: Expr) -> None:
        """Keep what a definition costs; one that cannot be carried out is reported, once for all that need it."""
        found = measure(body, self.program.measures)
        self.program.measures[number] = found
        if found.depth > DEEPEST:
            self.program.measures[number] = NOTHING
            message = f"`{name.text}` needs definitions that need definitions, {found.depth} formulas inside one another"
            hint = f"at most {DEEPEST} can stand inside one another; let one formula say more"
            self._tell(TOO_LONG_CHAIN, name, message, hint)
        elif found.applied > MOST_APPLIED:
            self.program.measures[number] = NOTHING
            message = f"one value of `{name.text}` takes the values of other definitions {found.applied:,} times over"
            self._tell(TOO_COSTLY, name, message, "use each definition once, `2 * x` for `x + x` for instance")

    def _tell(self, rule: Rule, name: syntax.Name, message: str, hint: str) -> None:
        if rule not in self._told:
            self._told.add(rule)
            self.program.problems.report(rule, name.span, message, hint=hint)

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
        self.measure(info.form.signature.name, number, body)

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
        """The address of the phase, action or window of that name or end of an address, or None; of several that is said."""
        found = self.phases_named(name.text)
        for table in (self.tables.actions, self.tables.windows):
            last = name.text.rpartition(".")[2]
            if last in table and is_address(table[last], name.text):
                found.append(table[last])
        return None if not found else self.only(name, found).address

    def phases_named(self, text: str) -> list[Node]:
        """The phases and steps of that name or end of an address."""
        return [node for node in self.tables.phases.get(text.rpartition(".")[2], ()) if is_address(node, text)]

    def only(self, name: syntax.Name, found: list[Node]) -> Node:
        """The first of the nodes that a name could mean; if there are several that is reported."""
        if len(found) > 1:
            listed = " or ".join(f"`{node.address}`" for node in found)
            labels = tuple(Label(node.span, f"`{node.address}`") for node in found)
            hint = "say which with more of its address, where labels take one, or give one of them another name"
            self.program.problems.report(
                AMBIGUOUS_NODE, name.span, f"`{name.text}` could be {listed}", labels=labels, hint=hint
            )
        return found[0]


def callees_first(infos: Iterable[DefinitionInfo]) -> Iterator[DefinitionInfo]:
    """Definitions in an order in which, but for circles, each comes behind those whose names its formula has."""
    by_name: dict[str, list[DefinitionInfo]] = {}
    for each in infos:
        by_name.setdefault(each.form.signature.name.text, []).append(each)
    seen: set[int] = set()
    for first in [each for named in by_name.values() for each in named]:
        todo: list[tuple[DefinitionInfo | None, Iterator[DefinitionInfo]]] = [(None, iter([first]))]
        while todo:
            info, needed = todo[-1]
            below = next((one for one in needed if id(one) not in seen), None)
            if below is None:
                todo.pop()
                if info is not None:
                    yield info
                continue
            seen.add(id(below))
            names = _names_in((below.form.formula, *(below.cells.formulas.values() if below.cells else ())))
            todo.append((below, iter([each for name in names for each in by_name.get(name, ())])))


def _names_in(formula: object) -> list[str]:
    """The names in a formula, whatever they mean there."""
    found: dict[str, None] = {}
    todo = [formula]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(part)
        elif isinstance(part, syntax.Name):
            found[part.text] = None
        elif is_dataclass(part) and not isinstance(part, type | Span):
            todo.extend(getattr(part, field.name) for field in fields(part))
    return list(found)
