"""Whose a component is that is made for each player: the property `owner`.

In: the entries of `components` with `per: Player`. Out: a printed property of their kinds, which stands in the flow when a
rule asks for it; in a formula of a scenario that no rule prepared for, the same is said of the components one by one.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.book import ComponentForm
from rulewright.dsl.flow.expr import NONE, Const, Expr, Field, Member, Pick
from rulewright.dsl.flow.ir import ComponentSpec, FieldSpec
from rulewright.dsl.lower.cells import CellMixin
from rulewright.dsl.types import PLAYER, OptionalType, Type

OWNER = "owner"


class OwnerMixin(CellMixin):
    """The owners of the components of one program. made, made_for: the components, and the seat each is made for, or none."""

    owner_fields: dict[str, int]
    made: list[ComponentSpec]
    made_for: list[int]
    asked_with: int  # how many play where a formula of a scenario is asked; 0 before there is a flow

    def made_per_player(self, kind: str) -> list[ComponentForm]:
        """The entries that make components of a kind for each player."""
        return [form for form in self.tables.book.components if form.make.text == kind and form.per_player]

    def owner_of(self, of: Expr, kind: str) -> tuple[Expr, Type] | None:
        """The player a component is made for; None when none of its kind is, or `owner` is something of the rulebook's own."""
        if OWNER in self.tables.spans or not self.made_per_player(kind):
            return None
        every = all(form.per_player for form in self.tables.book.components if form.make.text == kind)
        type_ = PLAYER if every else OptionalType(PLAYER)
        if kind not in self.owner_fields and self.asked_with:
            return self._found_by_number(of), type_
        if kind not in self.owner_fields:
            self.owner_fields[kind] = len(self.tables.field_specs)
            self.tables.field_specs.append(FieldSpec(OWNER, self.tables.kinds[kind], type_))
        return Field(self.owner_fields[kind], of), type_

    def _found_by_number(self, of: Expr) -> Expr:
        there = [seat for spec, seat in zip(self.made, self.made_for, strict=True) if self.asked_with in spec.seats]
        value: Expr = Const(NONE)
        for seat in range(self.asked_with):
            own = tuple(number for number, other in enumerate(there) if other == seat)
            value = Pick(Member(of, Const(own)), Const(seat), value)
        return value

    def print_owners(self) -> None:
        """The owner as the last of what is printed on each component of a kind of which it is asked."""
        for kind, field in self.owner_fields.items():
            number = self.tables.kinds[kind]
            spec = self.tables.kind_specs[number]
            self.tables.kind_specs[number] = replace(spec, fields=(*spec.fields, field))
            for place, (each, seat) in enumerate(zip(self.made, self.made_for, strict=True)):
                if each.kind == number:
                    self.made[place] = replace(each, values=(*each.values, seat))
