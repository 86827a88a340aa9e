"""What every component has beside its own properties: `holder`, `revealed`, `place`, `name` and `owner`.

In: a component and one of these words. Out: its value and type. A name is a number to the flow: one for each text, printed
on the components of a kind once a rule asks for it, and nowhere else.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from rulewright.dsl import syntax
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.document import Scalar
from rulewright.dsl.flow.expr import (
    NONE,
    Compare,
    Const,
    Expr,
    FaceUp,
    Field,
    Holder,
    LiesIn,
    Member,
    Or,
    Pick,
    PlaceOf,
)
from rulewright.dsl.flow.ir import ComponentSpec, FieldSpec
from rulewright.dsl.lower.cells import BAD_VALUE
from rulewright.dsl.lower.owners import OwnerMixin
from rulewright.dsl.model import ZoneInfo
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import FLAG, NUMBER, PLAYER, TEXT, EnumType, KindType, OptionalType, Type, show, strip

UNKNOWN_NAME = Rule("RW310", "unknown-name")
WRONG_TYPE = Rule("RW401", "wrong-type")
UNREAD = frozenset({"no-such-file", "bad-table", "no-start"})  # mistakes that leave components out


class ThingMixin(OwnerMixin):
    """The components of one program. name_fields: by kind, the made-up property that holds the numbers of names."""

    name_fields: dict[str, int]
    name_numbers: dict[str, int]  # by text
    cells_naming: list[tuple[str, Scalar]]  # of which kind, and its name
    names_asked: list[tuple[int | None, str, Span]]  # of which kind, if one alone; what is to be some component's name

    def thing_property(self, of: Expr, kind: str, name: str) -> tuple[Expr, Type] | None:
        """What a component has of that name whatever its kind, or None."""
        match name:
            case "holder":
                return self._holder(of, kind)
            case "revealed":
                return FaceUp(of), FLAG
            case "name":
                return self._name(of, kind), TEXT
            case "place" if name not in self.tables.spans:
                return PlaceOf(of), NUMBER
            case "owner":
                return self.owner_of(of, kind)
            case _:
                return None

    def _holder(self, of: Expr, kind: str) -> tuple[Expr, Type] | None:
        """In whose zone it lies: a player, or the one kind of things that have zones for it; None where that is open."""
        zones = [zone for zone in self.tables.zones.values() if zone.holds == kind and zone.per is not None]
        kinds = {self._of(zone) for zone in zones}
        if PLAYER in kinds or not kinds:
            theirs: list[Expr] = [LiesIn(of, zone.number) for zone in zones if self._of(zone) == PLAYER]
            value: Expr = Holder(of)
            return (Pick(reduce(Or, theirs), value, Const(NONE)) if len(kinds) > 1 else value), OptionalType(PLAYER)
        return (Holder(of), OptionalType(kinds.pop())) if len(kinds) == 1 else None

    def _of(self, zone: ZoneInfo) -> Type:
        """What a zone is there for once each."""
        assert zone.per is not None
        match zone.per.what:
            case "players":
                return PLAYER
            case "enum":
                return EnumType(self.tables.enum_specs[zone.per.number].name)
            case _:
                return KindType(self.tables.kind_specs[zone.per.number].name)

    def whose(self, word: str) -> str | None:
        """What to write where a name belongs to each thing of a kind, and nothing says to which."""
        zone, variable, enums = self.tables.zones.get(word), self.tables.variables.get(word), self.tables.enum_specs
        found = [owner for owner, name in (*self.tables.fields, *self.tables.definitions) if name == word and owner != "Player"]
        per = (zone.per,) if zone is not None and zone.per is not None else () if variable is None else variable.per
        if per and per[0].what in ("enum", "kind"):
            found.append((enums if per[0].what == "enum" else self.tables.kind_specs)[per[0].number].name)
        kind = next((each for each in found if each is not None), None)
        if kind is not None:
            one = enums[self.tables.enums[kind]].values[0] if kind in self.tables.enums else kind.lower()
            return f"each {kind} has its own `{word}`; say whose: `{one}.{word}`"
        if len(per) > 1 and per[1].what == "enum":
            each = enums[per[1].number]
            return f"there is one for each {each.name}; write `{word}({each.values[0]})`"
        return None

    # ------------------------------------------------------------------------------------ names

    def _name(self, of: Expr, kind: str) -> Expr:
        if kind not in self.name_fields and self.asked_with:
            return self._name_by_number(of, kind)
        if kind not in self.name_fields:
            self.name_fields[kind] = len(self.tables.field_specs)
            self.tables.field_specs.append(FieldSpec("name", self.tables.kinds[kind], TEXT))
        return Field(self.name_fields[kind], of)

    def _name_by_number(self, of: Expr, kind: str) -> Expr:
        there = [spec for spec in self.made if self.asked_with in spec.seats]
        value: Expr = Const(NONE)
        for name in {spec.name for spec in there if spec.kind == self.tables.kinds[kind]}:
            called = tuple(number for number, spec in enumerate(there) if spec.name == name)
            value = Pick(Member(of, Const(called)), Const(self._number_of(name)), value)
        return value

    def _number_of(self, name: str) -> int:
        return self.name_numbers.setdefault(name, len(self.name_numbers))

    def called(self, node: syntax.Binary, value: Expr, type_: Type) -> Expr:
        """`card.name is "Rook"`; there must be such a component."""
        words = node.right
        text = "".join(map(str, words.parts)) if isinstance(words, syntax.Words) else ""
        if strip(type_) != TEXT:
            thing = isinstance(strip(type_), KindType)
            message = f"{show(type_)} is never a text" if thing else "a text cannot stand in a formula"
            hint = f"write `{node.left.span.text}.name {node.operator} {words.span.text}`" if thing else None
            self.program.problems.report(WRONG_TYPE, words.span, message, hint=hint)
            return Const(0)
        kind = self.tables.field_specs[value.field].kind if isinstance(value, Field) else None
        self.names_asked.append((kind, text, words.span))
        if self.asked_with:
            self.check_names()
        return Compare(node.operator, value, Const(self._number_of(text)))

    def named_thing(self, value: Expr, type_: Type) -> tuple[Expr, Type]:
        """What is shown in a text: in place of a name, what is called so."""
        if strip(type_) != TEXT or not isinstance(value, Field):
            return value, type_
        return value.of, KindType(self.tables.kind_specs[self.tables.field_specs[value.field].kind].name)

    def check_names(self) -> None:
        """Report the names that no component has, unless some components could not be read."""
        if any(each.rule.name in UNREAD for each in self.program.problems.errors):
            return
        for kind, text, span in self.names_asked:
            names = {spec.name for spec in self.made if kind in (None, spec.kind)}
            if text not in names:
                what = "component" if kind is None else self.tables.kind_specs[kind].name
                self.program.problems.report(
                    UNKNOWN_NAME, span, f"no {what} is called `{text}`", hint=did_you_mean(text, names)
                )
        self.names_asked.clear()

    def print_names(self) -> None:
        """The name as the last of what is printed on each component of a kind of which it is asked."""
        for kind, field in self.name_fields.items():
            number = self.tables.kinds[kind]
            spec = self.tables.kind_specs[number]
            self.tables.kind_specs[number] = replace(spec, fields=(*spec.fields, field))
            for place, each in enumerate(self.made):
                if each.kind == number:
                    self.made[place] = replace(each, values=(*each.values, self._number_of(each.name)))

    # ------------------------------------------------------------------------------------ things on things

    def named_in_cell(self, kind: str, cell: Scalar) -> int:
        """What stands for a component, named in a cell of another one, until all are made."""
        self.cells_naming.append((kind, cell))
        return NONE - len(self.cells_naming)

    def find_named(self) -> None:
        """Put its number among all components in place of each that is named in a cell."""
        numbers = [self._named(kind, cell) for kind, cell in self.cells_naming]
        for place, each in enumerate(self.made):
            fields = (self.tables.field_specs[field] for field in self.tables.kind_specs[each.kind].fields)
            values = list(each.values)
            for n, field in enumerate(fields):
                value = values[n]
                if isinstance(strip(field.type), KindType) and isinstance(value, int) and value < NONE:
                    values[n] = number = numbers[NONE - value - 1]
                    self._is_there(each, number, field, self.cells_naming[NONE - value - 1][1])
            self.made[place] = replace(each, values=tuple(values))

    def _named(self, kind: str, cell: Scalar) -> int:
        found = [number for number, each in enumerate(self.made) if (each.kind, each.name) == (self.tables.kinds[kind], cell.text)]
        if len(found) == 1:
            return found[0]
        names = {each.name for each in self.made if each.kind == self.tables.kinds[kind]}
        message = f"{len(found)} of the {kind} components are called `{cell.text}`" if found else f"no {kind} is called `{cell.text}`"
        hint = "what stands on another component has a name of its own" if found else did_you_mean(cell.text, names)
        self.program.problems.report(BAD_VALUE, cell.span, message, hint=hint)
        return NONE

    def _is_there(self, holds: ComponentSpec, number: int, field: FieldSpec, cell: Scalar) -> None:
        missing = set(holds.seats) - set(self.made[number].seats) if number >= 0 else set()
        if missing and not isinstance(field.type, OptionalType):
            message = f"with {min(missing)} players there is no `{cell.text}`, but there is `{holds.name}`"
            self.program.problems.report(BAD_VALUE, cell.span, message, hint=f"or declare it `{show(field.type)} or none`")
