"""Zones and variables as the flow has them: audiences, bounds, start values.

In: the declared zones, variables and marks. Out: their specs, in the order of their numbers.
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import NONE, Expr, Not
from rulewright.dsl.flow.ir import (
    Audience,
    ComponentSpec,
    Dimension,
    VariableSpec,
    ZoneSpec,
)
from rulewright.dsl.flow.limits import MOST_CELLS
from rulewright.dsl.lower.expressions import TOO_MANY
from rulewright.dsl.lower.fixed import NOT_FIXED
from rulewright.dsl.lower.outline import Outline
from rulewright.dsl.lower.program import TO_ALL
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.lower.things import WRONG_TYPE
from rulewright.dsl.model import VariableInfo
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import (
    NOTHING,
    NUMBER,
    UNKNOWN,
    EnumType,
    FlagType,
    IntType,
    OptionalType,
    Type,
    UnknownType,
    assignable,
    show,
)

BAD_START = Rule("RW419", "bad-start")
BAD_AUDIENCE = Rule("RW323", "bad-audience")
TOO_FULL = Rule("RW507", "zone-too-full")


AUDIENCES = ("owner", "others", "all", "nobody")


class Specs(Outline):
    """The zones and variables of one program."""

    def _audience(self, words: syntax.Audience | None, default: str, owned: bool) -> Audience:
        if words is None:
            return Audience(default)
        who = words.who.text
        if who not in AUDIENCES:
            self.report(
                BAD_AUDIENCE,
                words.who.span,
                f"`{who}` is nobody who can see something",
                did_you_mean(who, AUDIENCES) or "it can be owner, others, all or nobody",
            )
            return Audience(default)
        if who in ("owner", "others") and not owned:
            self.report(BAD_AUDIENCE, words.who.span, "this belongs to nobody, so it has no owner")
        condition: Expr | None = None
        if words.unless is not None:
            condition = Not(self.flag(words.unless, Names()))
        if words.only_if is not None:
            condition = self.flag(words.only_if, Names())
        return Audience(who, condition)

    def _zones(self) -> tuple[ZoneSpec, ...]:
        found = []
        for info in self.tables.zones.values():
            form = info.form
            owned = info.per is not None and info.per.what == "players"
            found.append(
                ZoneSpec(
                    name=form.name.text,
                    holds=self.tables.kinds.get(info.holds, 0),
                    per=info.per,
                    order=form.order,
                    face=form.face,
                    capacity=self.sizes.get(info.number),
                    seen_by=self._audience(form.seen_by, "nobody", owned),
                    counted_by=self._audience(form.counted_by, "all", owned),
                    enter=form.enter,
                    origin=self.program.origin(form.address, form.name.span),
                )
            )
        return tuple(found)

    def work_out_sizes(self) -> None:
        """How many fit into each zone that has a `size`."""
        for info in self.tables.zones.values():
            written = info.form.size
            size, type_ = (0, NOTHING) if written is None else self.fixed(written, {})
            if written is None or isinstance(type_, UnknownType):
                continue
            if isinstance(type_, IntType) and size >= 0:
                self.sizes[info.number] = size
            else:
                what = f"this is {size}" if isinstance(type_, IntType) else f"this is {show(type_)}"
                self.report(NOT_FIXED, written.span, f"`size` is a number from 0; {what}")

    sizes: dict[int, int]

    def check_capacity(self, made: list[ComponentSpec]) -> None:
        """Zones in which more components start than fit are reported."""
        for info in self.tables.zones.values():
            size = self.sizes.get(info.number)
            if size is None:
                continue
            for players in range(self.tables.book.players[0], self.tables.book.players[1] + 1):
                inside: dict[int | None, int] = {}
                for spec in made:
                    if spec.start == info.number and players in spec.seats:
                        inside[spec.owner] = inside.get(spec.owner, 0) + 1
                most = max(inside.values(), default=0)
                if most > size:
                    name = info.form.name
                    self.report(
                        TOO_FULL, name.span, f"{most} components start in `{name.text}`, which has room for {size}"
                    )
                    break

    def _variables(self) -> tuple[VariableSpec, ...]:
        for info in self.tables.variables.values():
            self.program.variables[info.number] = self._variable(info)
        self._marks()
        self._check_cells()
        return tuple(self.program.variables[number] for number in range(self.tables.variable_count))

    def _check_cells(self) -> None:
        """Variables with a value for each of too many keys are reported."""
        sizes = {"players": self.tables.book.players[1], "kind": max(self.component_count, 1)}
        total = 0
        for spec in self.program.variables.values():
            count = 1
            for dimension in spec.per:
                of_enum = len(self.tables.enum_specs[dimension.number].values) if dimension.what == "enum" else 0
                count *= of_enum or sizes.get(dimension.what, dimension.number)
            total += count
            if total > MOST_CELLS:
                place = self.program.origins[spec.origin].span
                message = f"`{spec.name}` has {count:,} values; a game can have {MOST_CELLS:,} in all"
                self.report(TOO_MANY, place, message, "keep only what the rules ask for")
                return

    def _variable(self, info: VariableInfo) -> VariableSpec:
        form = info.form
        assert form is not None
        start = self._start_value(form.start, info.type, form.name)
        low, high = self._bounds(info.type)
        reserve = self.tables.reserves.get(info.number)
        if reserve is not None and reserve.type is not None and not assignable(reserve.type, NUMBER):
            span = reserve.form.signature.span
            self.report(WRONG_TYPE, span, f"a reserve must be a number; this is {show(reserve.type)}")
        owned = bool(info.per) and info.per[0].what == "players"
        audience = self._audience(form.seen_by, "all", owned)
        return VariableSpec(
            form.name.text,
            info.type,
            info.per,
            start,
            low,
            high,
            audience,
            self.program.origin(form.address, form.name.span),
        )

    def _marks(self) -> None:
        for kind in self.tables.book.kinds:
            for field in kind.fields:
                info = self.tables.fields.get((kind.name.text, field.name.text))
                if info is None or info.variable is None:
                    continue
                per: tuple[Dimension, ...] = (Dimension("kind", self.tables.kinds[kind.name.text]),)
                if info.per is not None:
                    per = (*per, Dimension("enum", info.per))
                low, high = self._bounds(info.type)
                start = self._start_value(field.start, info.type, field.name)
                origin = self.program.origin(f"kinds.{kind.name.text}.{field.name.text}", field.name.span)
                self.program.variables[info.variable] = VariableSpec(
                    field.name.text, info.type, per, start, low, high, TO_ALL, origin
                )

    def _start_value(self, start: syntax.Expression | None, type_: Type, name: syntax.Name) -> int:
        if start is None:
            if isinstance(type_, OptionalType):
                return NONE
            return min(max(0, type_.low or 0), type_.high or 0) if isinstance(type_, IntType) else 0
        inner = type_.of if isinstance(type_, OptionalType) else type_
        value, found = self.fixed(start, {}, inner)
        low, high = self._bounds(type_)
        if not assignable(found, type_):
            self.report(BAD_START, start.span, f"`{name.text}` is {show(type_)}; it cannot start as {show(found)}")
        elif UNKNOWN not in (found, inner) and not low <= value <= high:
            self.report(BAD_START, start.span, f"`{name.text}` runs from {low} to {high}; it cannot start at {value}")
        return value

    def _bounds(self, type_: Type) -> tuple[int, int]:
        low, high = 0, 0
        inner = type_.of if isinstance(type_, OptionalType) else type_
        match inner:
            case IntType(a, b):
                low, high = a or 0, b if b is not None else 0
            case FlagType():
                high = 1
            case EnumType(name):
                high = len(self.tables.enum_specs[self.tables.enums[name]].values) - 1
            case _:
                high = 1_000_000
        return (min(low, NONE) if isinstance(type_, OptionalType) else low), high
