"""Formulas in the cells of components: a property of the type `Condition` or `Number`.

In: the cells as they are written. Out: one function for each formula, and one for the property, which looks at what the
component holds and applies the formula that is printed on it. Every one is given the component, who is `me` where the
property is asked, and what the property takes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from rulewright.dsl import syntax
from rulewright.dsl.amended import read_formula
from rulewright.dsl.book import ComponentForm
from rulewright.dsl.diagnostics import Label, Rule
from rulewright.dsl.document import Scalar
from rulewright.dsl.flow.expr import Apply, Compare, Const, Expr, Field, Pick, Temp
from rulewright.dsl.flow.ir import FieldSpec, FunctionSpec
from rulewright.dsl.flow.shape import walk
from rulewright.dsl.lower.definitions import DefinitionMixin
from rulewright.dsl.lower.program import NOBODY
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.model import CellFormula, CellFormulas, DefinitionInfo
from rulewright.dsl.source import Span
from rulewright.dsl.types import NUMBER, Type, show

NOBODY_ACTS = Rule("RW313", "nobody-acts")
BAD_VALUE = Rule("RW417", "bad-value")


class CellMixin(DefinitionMixin):
    """The formulas in cells of one program."""

    @abstractmethod
    def expect(self, node: syntax.Expression, names: Names, wanted: Type, what: str) -> Expr:
        """See `Elaborator`."""

    def read_cells(self) -> None:
        """The formulas of every property that has some, read once for all cells that say the same."""
        for (kind, name), info in self.tables.definitions.items():
            if info.cells is None or kind is None:
                continue
            for cell, row in _cells(self.tables.book.components, kind, name):
                if _is_blank(cell) or _key(cell) in info.cells.formulas:
                    continue
                formula = read_formula(cell, self.program.problems)
                if formula is not None:
                    title = syntax.Name(span=cell.span, text=f"{info.form.signature.name.text} of {row}")
                    info.cells.formulas[_key(cell)] = CellFormula(title, formula)

    def cell_function(self, kind: str, field: FieldSpec, cell: Scalar | None, title: str, span: Span) -> int:
        """The function of what stands in a cell; every component has one, and one without is reported."""
        cells = self.tables.definitions[kind, field.name].cells
        assert cells is not None
        if cell is None or _is_blank(cell):
            message = f"`{title}` has no `{field.name}`, which is {show(field.type)}"
            hint = f"write `{'0' if cells.wanted == NUMBER else 'yes'}` where that is always so"
            self.program.problems.report(BAD_VALUE, span if cell is None else cell.span, message, hint=hint)
            return field.missing
        known = list(cells.formulas)
        return cells.first + known.index(_key(cell)) if _key(cell) in known else field.missing

    def elaborate_cells(self, info: DefinitionInfo, number: int) -> None:
        """The functions of a property and of the formulas in its cells."""
        cells, program = info.cells, self.program
        assert cells is not None
        cells.first = len(program.functions)
        program.functions.extend(None for _ in cells.formulas)
        for place, cell in enumerate(cells.formulas.values()):
            self._elaborate_cell(info, cells, cell, cells.first + place)
        given = [program.temp() for _ in range(2 + len(info.parameters))]
        held = Field(cells.number, Temp(given[0]))
        arguments = tuple(Temp(each) for each in given)
        body = _chosen(held, cells.first, cells.first + len(cells.formulas), arguments)
        origin = program.origin(info.form.address, info.form.signature.span)
        name = info.form.address.partition(".")[2]
        program.functions[number] = FunctionSpec(name, tuple(given), body, cells.wanted, origin)
        info.function, info.type = number, cells.wanted
        self.measure(info.form.signature.name, number, body)

    def _elaborate_cell(self, info: DefinitionInfo, cells: CellFormulas, cell: CellFormula, number: int) -> None:
        owner = info.owner
        assert owner is not None
        it, me = self.program.temp(), self.program.temp()
        names = Names(me=Temp(me)).with_candidate(Temp(it), owner).with_local("it", Temp(it), owner, None)
        given = []
        for parameter, (_, type_) in zip(info.form.signature.parameters, info.parameters, strict=True):
            given.append(self.program.temp())
            names = self.bind(parameter.name, Temp(given[-1]), type_, names)
        what = f"`{info.form.signature.name.text}`"
        body = self.expect(cell.formula, names, cells.wanted, what)
        if cells.asks is None and Temp(me) in walk(body):
            cells.asks = cell
        origin = self.program.origin(info.form.address, cell.name.span)
        kind = info.form.address.split(".")[1]
        self.program.functions[number] = FunctionSpec(f"{kind}.{cell.name.text}", (it, me, *given), body, cells.wanted, origin)
        self.measure(cell.name, number, body)

    def asker(self, info: DefinitionInfo, span: Span, me: Expr | None) -> tuple[Expr, ...]:
        """Who asks for a property with formulas: what these look at as `me`; other definitions are not told."""
        if info.cells is None:
            return ()
        asks = info.cells.asks
        if asks is None:
            return (NOBODY,)
        if me is None:
            name = info.form.signature.name.text
            message = f"a formula of `{name}` looks at `me`, and nobody acts here"
            hint = f"ask for it where somebody acts, or declare what it is given: `takes: {{p: Player}}`, and write `{name}(p)`"
            labels = (Label(asks.name.span, "this one, for instance"),)
            self.program.problems.report(NOBODY_ACTS, span, message, labels=labels, hint=hint)
            return (NOBODY,)
        return (me,)


def _is_blank(cell: Scalar) -> bool:
    """Whether nothing stands in a cell."""
    return cell.is_empty or cell.text == "none"


def _key(cell: Scalar) -> str:
    """What tells a formula from others: its text, and where a variant amends it, its place."""
    return cell.text if cell.amends is None else f"{cell.text}\n{cell.span.source.name}:{cell.span.start}"


def _cells(components: tuple[ComponentForm, ...], kind: str, name: str) -> Iterator[tuple[Scalar, str]]:
    """The cells of a property, each with what its component is called."""
    for form in components:
        shared = {key.text: cell for key, cell in form.values}
        for own in [{key.text: cell for key, cell in row.cells} for row in form.rows] or [{}]:
            found = {**shared, **own}
            if form.make.text == kind and name in found:
                yield found[name], found["name"].text if "name" in found else form.name.text


def _chosen(held: Field, first: int, end: int, arguments: tuple[Expr, ...]) -> Expr:
    """What the held one of the functions from `first` to before `end` gives, found by halving."""
    if end - first <= 1:
        return Apply(first, arguments) if end > first else Const(0)
    middle = (first + end) // 2
    low, high = _chosen(held, first, middle, arguments), _chosen(held, middle, end, arguments)
    return Pick(Compare("<", held, Const(middle)), low, high)
