"""Effects: the rule text in cells of components becomes procedures.

In: the cells that `components` found. Out: a procedure for each, which is given who carries it out, as `me`, and what its
property `takes`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl import syntax
from rulewright.dsl.amended import read_block
from rulewright.dsl.document import Scalar
from rulewright.dsl.flow.expr import Local
from rulewright.dsl.flow.ir import Return
from rulewright.dsl.lower.options import OptionValues
from rulewright.dsl.lower.program import Builder
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import EffectType


@dataclass(frozen=True, slots=True)
class PendingEffect:
    """A cell whose procedure is still to be made. property: the kind and the name of the property that it stands in."""

    procedure: int
    address: str
    property: tuple[str, str]
    cell: Scalar
    type: EffectType


class Effects(OptionValues):
    """The effects of one program."""

    pending_effects: list[PendingEffect]

    def effect_procedures(self) -> None:
        """The procedures of all effects that components hold."""
        self.at_top = False
        self._check_names()
        for pending in self.pending_effects:
            scope = self.program.scope_by_address[pending.address]
            builder = Builder(self.program, pending.procedure, scope)
            origin = self.program.origin(pending.address, pending.cell.span)
            statements = read_block(pending.cell, self.program.problems) or ()
            names = Names(me=Local(0))
            for name, type_ in zip(pending.type.names, pending.type.takes, strict=True):
                names = names.with_local(name, Local(builder.slot(name, type_)), type_, None)
            parameters = len(builder.names)
            self.given_elsewhere = self._not_given(pending)
            self.block(builder, statements, names, pending.address, self._opens(pending))
            self.given_elsewhere = {}
            if builder.open:
                builder.leave(Return(origin))
            builder.finish(pending.address, "effect", parameters, origin)
        self.at_top = True

    def _opens(self, pending: PendingEffect) -> tuple[syntax.Name, ...]:
        """The windows that open before each statement of an effect."""
        kind, field = pending.property
        forms = (form for each in self.tables.book.kinds if each.name.text == kind for form in each.fields)
        return next(form.opens for form in forms if form.name.text == field)

    def _check_names(self) -> None:
        """What an effect is given must not hide anything."""
        for kind in self.tables.book.kinds:
            for form in kind.fields:
                names = Names()
                for each in form.takes:
                    names = self.bind(each.name, Local(0), self.parameter_type(each), names)

    def _not_given(self, pending: PendingEffect) -> dict[str, str]:
        """Names that other effects are given and this one is not, each with what to write."""
        kind, field = pending.property
        start = f"`{field}` of a {kind} is given no"
        return {
            each.name.text: f"{start} `{each.name.text}`; where it is declared, write "
            f"`{field}: {{type: Effect, takes: {{{each.name.text}: {each.type.span.text}}}}}`"
            for other in self.tables.book.kinds
            for form in other.fields
            for each in form.takes
        }
