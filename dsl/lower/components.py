"""Makes the components: one spec for each card, tile or piece, for every player count at which it exists.

In: the component forms. Out: `ComponentSpec`s in the order of the rulebook. Values are worked out here, once: a component
never changes what is printed on it. Every cell is checked against its property's type, at its place in the rulebook or
in the CSV table.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

from rulewright.dsl import parse, syntax
from rulewright.dsl.book import ComponentForm
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.document import Scalar
from rulewright.dsl.flow.expr import NONE
from rulewright.dsl.flow.ir import ComponentSpec, FieldSpec
from rulewright.dsl.flow.limits import MOST_COMPONENTS
from rulewright.dsl.lower.cells import BAD_VALUE
from rulewright.dsl.lower.definitions import EMPTY_RANGE
from rulewright.dsl.lower.effects import Effects, PendingEffect
from rulewright.dsl.lower.expressions import TOO_MANY
from rulewright.dsl.lower.fixed import NOT_FIXED, Fixed
from rulewright.dsl.model import ZoneInfo
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.syntax import Name
from rulewright.dsl.types import (
    EffectType,
    EnumType,
    FlagType,
    FormulaType,
    IntType,
    KindType,
    OptionalType,
    Type,
    assignable,
    several,
    show,
    strip,
)

UNKNOWN_COLUMN = Rule("RW321", "unknown-column")
NO_START_ZONE = Rule("RW506", "no-start")

MOST_COPIES = 2000


@dataclass(frozen=True, slots=True)
class _Made:
    """The words in which one component is written: its cells by property, and the loop's names."""

    name: str
    cells: dict[str, tuple[Name, Scalar]]
    variables: dict[str, Fixed]
    start: syntax.Expression | None
    span: Span


class Components(Effects):
    """The components of one program."""

    def make_components(self) -> list[ComponentSpec]:
        """All components."""
        for form in self.tables.book.components:
            self.made.extend(self._entry(form, MOST_COMPONENTS - len(self.made)))
        self.find_named()
        self.component_count = len(self.made)
        return self.made

    component_count = 0

    def _too_many(self, span: Span) -> None:
        hint = "one component with a count printed on it may do"
        self.report(TOO_MANY, span, f"with these, the game has more than {MOST_COMPONENTS:,} components", hint)

    def _entry(self, form: ComponentForm, room: int) -> list[ComponentSpec]:
        if form.make.text not in self.tables.kinds:
            self.unknown_type(form.make)
            return []
        low, high = self.tables.book.players
        made: list[ComponentSpec] = []
        for one in self._rows(form):
            values = self._values(form, one)
            start = self._start(form, one)
            if start is None:
                continue
            counts = {players: self._copies(form, one, players) for players in range(low, high + 1)}
            if len(made) + max(counts.values(), default=0) * (high if form.per_player else 1) > room:
                self._too_many(form.name.span)
                return made
            for copy in range(max(counts.values(), default=0)):
                seats = tuple(players for players in counts if counts[players] > copy)
                self._add(form, one, values, start, seats, made)
        return made

    def _add(
        self,
        form: ComponentForm,
        one: _Made,
        values: tuple[int | tuple[int, ...], ...],
        start: tuple[int, int | None],
        seats: tuple[int, ...],
        made: list[ComponentSpec],
    ) -> None:
        kind = self.tables.kinds[form.make.text]
        origin = self.program.origin(form.address, one.span)
        if not form.per_player:
            made.append(ComponentSpec(one.name, kind, values, start[0], start[1], seats, form.name.text, origin))
            self.made_for.append(NONE)
            return
        for seat in range(self.tables.book.players[1]):
            there = tuple(players for players in seats if players > seat)
            own = seat if self._is_of_players(start[0]) else start[1]
            made.append(ComponentSpec(one.name, kind, values, start[0], own, there, form.name.text, origin))
            self.made_for.append(seat)

    def _is_of_players(self, zone: int) -> bool:
        """Whether each player has a zone of that number."""
        per = next(info.per for info in self.tables.zones.values() if info.number == zone)
        return per is not None and per.what == "players"

    # ------------------------------------------------------------------------------------ rows

    def _rows(self, form: ComponentForm) -> list[_Made]:
        sets = [self._loop_set(name, of) for name, of in form.variables]
        rows: list[tuple[dict[str, tuple[Name, Scalar]], Span]] = [
            ({name.text: (name, cell) for name, cell in (*form.values, *row.cells)}, row.span) for row in form.rows
        ] or [({name.text: (name, cell) for name, cell in form.values}, form.name.span)]
        made: list[_Made] = []
        if len(rows) * prod(len(members) for members in sets) > MOST_COMPONENTS:
            self._too_many(form.variables[0][1].span if form.variables else form.name.span)
            return made
        for cells, span in rows:
            for combination in product(*sets):
                variables = {name.text: value for (name, _), value in zip(form.variables, combination, strict=True)}
                made.append(
                    _Made(self._title(form, cells, variables), cells, variables, self._row_start(form, cells), span)
                )
        return made

    def _loop_set(self, name: Name, of: syntax.Expression) -> list[Fixed]:
        match of:
            case syntax.Binary(operator="..", left=low, right=high):
                first, last = self.fixed(low, {})[0], self.fixed(high, {})[0]
                if last < first:
                    message = f"nothing is made: {of.span.text} runs downward"
                    self.report(EMPTY_RANGE, of.span, message, f"write `{{{name.text}: {last}..{first}}}`")
                if last - first >= MOST_COMPONENTS:
                    self._too_many(of.span)
                    last = first
                return [(number, IntType(number, number)) for number in range(first, last + 1)]
            case syntax.Every(name=kind) if kind.text in self.tables.enums:
                size = len(self.tables.enum_specs[self.tables.enums[kind.text]].values)
                return [(place, EnumType(kind.text)) for place in range(size)]
            case syntax.Every(name=kind) if kind.text in self.tables.kinds:
                return self._made_before(kind)
            case syntax.Every(name=kind):
                self.unknown_type(kind)
                return []
            case _:
                self.report(
                    NOT_FIXED,
                    of.span,
                    f"`{name.text}` must go through a range or a kind",
                    "write `{n: 1..13}` or `{s: Suit}`",
                )
                return []

    def _made_before(self, kind: Name) -> list[Fixed]:
        """The components of a kind, for each of which another one is made."""
        number = self.tables.kinds[kind.text]
        found: list[Fixed] = [(n, KindType(kind.text)) for n, each in enumerate(self.made) if each.kind == number]
        if not found:
            message = f"no {kind.text} is made before this"
            self.report(NOT_FIXED, kind.span, message, f"move the entry that makes each {kind.text} above this one")
        return found

    def _title(self, form: ComponentForm, cells: dict[str, tuple[Name, Scalar]], variables: dict[str, Fixed]) -> str:
        if "name" in cells:
            return cells["name"][1].text
        if form.title is None:
            words = [self._show(value) for value in variables.values()]
            return " ".join([form.name.text.replace("_", " "), *words])
        parts = []
        for part in form.title.parts:
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, syntax.Reference) and part.name.text in cells and part.name.text not in variables:
                parts.append(cells[part.name.text][1].text)
            else:
                parts.append(self._show(self.fixed(part, variables)))
        return "".join(parts)

    def _show(self, value: Fixed) -> str:
        number, type_ = value
        if isinstance(type_, EnumType):
            return self.tables.enum_specs[self.tables.enums[type_.name]].values[number].replace("_", " ").capitalize()
        return self.made[number].name if isinstance(type_, KindType) else str(number)

    def _row_start(self, form: ComponentForm, cells: dict[str, tuple[Name, Scalar]]) -> syntax.Expression | None:
        if "start" in cells:
            return self._formula(cells["start"][1])
        return form.start

    def _copies(self, form: ComponentForm, one: _Made, players: int) -> int:
        variables = {**one.variables, **self._known_fields(form, one), "players": (players, IntType(players, players))}
        if form.condition is not None and not self.fixed(form.condition, variables)[0]:
            return 0
        if "copies" in one.cells:
            expression = self._formula(one.cells["copies"][1])
        elif form.copies_by_players:
            found = [count for low, high, count in form.copies_by_players if low <= players <= high]
            expression = found[0] if found else None
            if expression is None:
                return 0
        else:
            expression = form.copies
        if expression is None:
            return 1
        count, type_ = self.fixed(expression, variables)
        if not isinstance(type_, IntType):
            self.report(BAD_VALUE, expression.span, f"a number of copies is wanted here; this is {show(type_)}")
            return 0
        if not 0 <= count <= MOST_COPIES:
            self.report(
                BAD_VALUE,
                expression.span,
                f"{count} copies are too many; at most {MOST_COPIES}"
                if count > 0
                else "there cannot be less than 0 copies",
            )
            return 0
        return count

    def _formula(self, cell: Scalar) -> syntax.Expression | None:
        """The formula in a cell, which one component after another asks for."""
        if cell.span not in self._formulas:
            self._formulas[cell.span] = parse.parse_formula(cell, self.program.problems)
        return self._formulas[cell.span]

    _formulas: dict[Span, syntax.Expression | None]

    def _known_fields(self, form: ComponentForm, one: _Made) -> dict[str, Fixed]:
        found: dict[str, Fixed] = {}
        for name, (_, cell) in one.cells.items():
            info = self.tables.fields.get((form.make.text, name))
            if (
                info is not None
                and info.variable is None
                and isinstance(info.type, IntType | EnumType | FlagType)
                and info.per is None
            ):
                expression = self._formula(cell)
                if expression is not None:
                    found[name] = self.fixed(expression, one.variables, info.type)
        return found

    # ------------------------------------------------------------------------------------ values

    def _values(self, form: ComponentForm, one: _Made) -> tuple[int | tuple[int, ...], ...]:
        kind = self.tables.kinds[form.make.text]
        fields = [self.tables.field_specs[number] for number in self.tables.kind_specs[kind].fields]
        known = {field.name for field in fields} | {"name", "copies", "start"}
        for name, (key, _) in one.cells.items():
            if name not in known:
                hint = did_you_mean(name, known) or f"it has {', '.join(field.name for field in fields)}"
                self.report(UNKNOWN_COLUMN, key.span, f"a {form.make.text} has no `{name}`", hint)
        return tuple(self._value(form, one, field) for field in fields)

    def _value(self, form: ComponentForm, one: _Made, field: FieldSpec) -> int | tuple[int, ...]:
        cell = one.cells.get(field.name, (None, None))[1]
        if field.per is not None:
            return self._per_value(cell, field)
        if isinstance(field.type, FormulaType):
            return self.cell_function(form.make.text, field, cell, one.name, one.span)
        if cell is None or cell.text.strip() in ("", "none"):
            if not isinstance(field.type, OptionalType | EffectType) and cell is None and not _may_miss(field.type):
                self.report(
                    BAD_VALUE,
                    one.span,
                    f"`{one.name}` has no `{field.name}`",
                    f"every {form.make.text} has one; write `{field.name}: ...`",
                )
            elif cell is not None and not isinstance(field.type, OptionalType | EffectType | IntType | FlagType):
                self.report(
                    BAD_VALUE,
                    cell.span,
                    f"`{field.name}` must be {show(field.type)}",
                    f"or declare it `{show(field.type)} or none`",
                )
            return field.missing
        if isinstance(effect := strip(field.type), EffectType):
            return self._effect(form, cell, field.name, effect)
        if isinstance(kind := strip(field.type), KindType) and one.variables.get(cell.text, (0, None))[1] != kind:
            return self.named_in_cell(kind.name, cell)
        expression = self._formula(cell)
        if expression is None:
            return field.missing
        number, type_ = self.fixed(expression, one.variables, strip(field.type))
        if not assignable(type_, field.type):
            hint = None
            if isinstance(strip(field.type), EnumType):
                values = self.tables.enum_specs[self.tables.enums[strip(field.type).name]].values  # type: ignore[union-attr]
                hint = did_you_mean(cell.text, values) or f"it can be {', '.join(values)}"
            self.report(BAD_VALUE, cell.span, f"`{field.name}` must be {show(field.type)}; this is {show(type_)}", hint)
        bounds = strip(field.type)
        if (
            isinstance(bounds, IntType)
            and isinstance(type_, IntType)
            and bounds.low is not None
            and bounds.high is not None
            and not bounds.low <= number <= bounds.high
        ):
            self.report(
                BAD_VALUE, cell.span, f"`{field.name}` runs from {bounds.low} to {bounds.high}; this is {number}"
            )
        return number

    def _per_value(self, cell: Scalar | None, field: FieldSpec) -> tuple[int, ...]:
        """`2 heat + 1 water`: one number for each member of the enum."""
        assert field.per is not None
        values = self.tables.enum_specs[field.per].values
        found = [0] * len(values)
        if cell is None or cell.is_empty or cell.text == "none":
            return tuple(found)
        for amount in parse.parse_price(cell, self.program.problems) or ():
            name = amount.counter.name.text if isinstance(amount.counter, syntax.Reference) else ""
            if name not in values:
                self.report(
                    BAD_VALUE,
                    amount.counter.span,
                    f"`{amount.counter.span.text}` is none of {', '.join(values)}",
                    did_you_mean(name, values),
                )
                continue
            found[values.index(name)] += self.fixed(amount.count, {})[0]
        bounds = strip(field.type)
        if isinstance(bounds, IntType) and bounds.low is not None and bounds.high is not None:
            for value, number in zip(values, found, strict=True):
                if number and not bounds.low <= number <= bounds.high:
                    limits = f"runs from {bounds.low} to {bounds.high}"
                    self.report(BAD_VALUE, cell.span, f"`{field.name}` {limits}; this is {number} {value}")
        return tuple(found)

    def _effect(self, form: ComponentForm, cell: Scalar, field: str, effect: EffectType) -> int:
        """Rule text in a cell becomes a procedure; its `me` is who carries the effect out."""
        key = (cell.span.source.name, cell.span.start, cell.span.end, effect)
        if key in self._effects:
            return self._effects[key]
        number = self.program.reserve_procedure()
        self._effects[key] = number
        self.pending_effects.append(PendingEffect(number, form.address, (form.make.text, field), cell, effect))
        return number

    _effects: dict[tuple[str, int, int, EffectType], int]

    # ------------------------------------------------------------------------------------ where they start

    def _start(self, form: ComponentForm, one: _Made) -> tuple[int, int | None] | None:
        start = one.start
        if start is None:
            self.report(
                NO_START_ZONE,
                form.name.span,
                f"where do the components of `{form.name.text}` start?",
                "write `start: deck`",
            )
            return None
        owner: int | None = None
        zone: ZoneInfo | None = None
        if isinstance(start, syntax.Reference):
            zone = self.tables.zones.get(start.name.text)
        elif isinstance(start, syntax.Property):
            zone = self.tables.zones.get(start.name.text)
            variables = {**one.variables, **self._known_fields(form, one)}
            owner = self.fixed(start.of, variables)[0]
        if zone is None:
            word = start.name.text if isinstance(start, syntax.Reference | syntax.Property) else start.span.text
            self.report(NO_START_ZONE, start.span, f"no zone is called `{word}`", did_you_mean(word, self.tables.zones))
            return None
        if zone.holds != form.make.text:
            self.report(BAD_VALUE, start.span, f"`{start.span.text}` holds {several(zone.holds)}, not {several(form.make.text)}")
        if zone.per is not None and owner is None and not (form.per_player and zone.per.what == "players"):
            what = "write `per: Player` for one each" if zone.per.what == "players" else "say which: `value.zone`"
            self.report(NO_START_ZONE, start.span, f"there are several `{start.span.text}`; which one?", what)
            return None
        return zone.number, owner


def _may_miss(type_: Type) -> bool:
    """Whether a component may leave this property out: an effect, or one declared `or none`."""
    return isinstance(type_, OptionalType | EffectType)
