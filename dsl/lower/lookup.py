"""What a name means: local names first, then properties of filter candidates, then of `me`, then global names.

In: a name and the `Names` at its place. Out: its value and type. A name that two steps of equal standing give is
reported with both; one that nothing gives is reported with the nearest that exist.
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.builtins import ELSEWHERE, FUNCTIONS, VALUES
from rulewright.dsl.diagnostics import Label, Rule
from rulewright.dsl.flow.expr import (
    Apply,
    Arithmetic,
    Combine,
    Const,
    Contents,
    Distinct,
    Expr,
    Field,
    Gather,
    IsActive,
    MakeSet,
    Neighbour,
    Seats,
    StateVar,
    Temp,
)
from rulewright.dsl.flow.ir import Dimension
from rulewright.dsl.lower.cells import NOBODY_ACTS
from rulewright.dsl.lower.owners import OWNER
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.lower.things import UNKNOWN_NAME, ThingMixin
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import (
    FLAG,
    NUMBER,
    PLAYER,
    UNKNOWN,
    EnumType,
    FlagType,
    IntType,
    KindType,
    NothingType,
    OptionalType,
    PlayerType,
    SetType,
    Type,
    UnknownType,
    show,
    strip,
)

UNKNOWN_PROPERTY = Rule("RW311", "unknown-property")
TWO_MEANINGS = Rule("RW312", "two-meanings")
NEEDS_ARGUMENTS = Rule("RW314", "needs-arguments")
NAME_TAKEN = Rule("RW315", "name-taken")

Value = tuple[Expr, Type]


def spoilt() -> Value:
    """The stand-in for a value with a reported mistake."""
    return Const(0), UNKNOWN


class LookupMixin(ThingMixin):
    """Names and properties."""

    def report(self, rule: Rule, span: Span, message: str, hint: str | None = None, labels: tuple[Label, ...] = ()) -> None:
        """Report a mistake of this program."""
        self.program.problems.report(rule, span, message, labels=labels, hint=hint)

    def bind(self, name: syntax.Name, value: Expr, type_: Type, names: Names) -> Names:
        """One more local name; it must not hide anything."""
        before = self.tables.spans.get(name.text)
        if name.text in VALUES or name.text in FUNCTIONS:
            self.report(NAME_TAKEN, name.span, f"`{name.text}` is a word of the language; call it something else")
        elif before is not None:
            message = f"`{name.text}` is declared for the whole rulebook already; call this something else"
            self.report(NAME_TAKEN, name.span, message, labels=(Label(before, "declared here"),))
        elif name.text in self.tables.values:
            self.report(NAME_TAKEN, name.span, f"`{name.text}` is a value of a kind already; call this something else")
        return names.with_local(name.text, value, type_, name.span)

    def reference(self, name: syntax.Name, names: Names, wanted: Type | None = None) -> Value:
        """A name by itself."""
        found = self.named(name, names, wanted)
        if found is not None:
            return found
        if names.me is None and self.find_property(Const(0), PLAYER, name, None) is not None:
            self.report(
                NOBODY_ACTS,
                name.span,
                f"`{name.text}` belongs to a player, and nobody acts here",
                f"say whose: `p.{name.text}`, or `players.{name.text}` for all",
            )
            return spoilt()
        if name.text in FUNCTIONS:
            form = FUNCTIONS[name.text][0]
            self.report(NEEDS_ARGUMENTS, name.span, f"`{name.text}` needs a set to work on", f"write `{form}`")
            return spoilt()
        if any(isinstance(each.type, UnknownType) for each in names.candidates):
            return spoilt()  # it may be a property of what is not known
        hint = ELSEWHERE.get(name.text) or VALUES.get(name.text) or self._nearest(name.text, names)
        self.report(UNKNOWN_NAME, name.span, f"nothing is called `{name.text}`", hint)
        return spoilt()

    def _nearest(self, word: str, names: Names) -> str | None:
        owned = (each for type_ in (*(one.type for one in names.candidates), PLAYER) for each in self.properties_of(type_))
        near = did_you_mean(word, [*names.locals, *self.tables.spans, *self.tables.values, *VALUES, *owned])
        return self.given_elsewhere.get(word) or self.whose(word) or near

    def named(self, name: syntax.Name, names: Names, wanted: Type | None) -> Value | None:
        """The meaning of a name, or None."""
        local = names.locals.get(name.text)
        if local is not None:
            inner = names.candidates and self.find_property(
                names.candidates[-1].value, names.candidates[-1].type, name, names.me
            )
            if inner and local.span is not None:
                message = (
                    f"`{name.text}` could be the name given here or the property of {show(names.candidates[-1].type)}"
                )
                self.report(
                    TWO_MEANINGS,
                    name.span,
                    message,
                    "give the candidate a name: `each c in ... where c." + name.text + "`",
                    (Label(local.span, "the name"),),
                )
            return local.value, local.type
        for candidate in reversed(names.candidates):
            found = self.find_property(candidate.value, candidate.type, name, names.me)
            if found is not None:
                return found
        built_in = self.built_in(name, names)
        if built_in is not None:
            return built_in
        return self._mine_or_global(name, names, wanted)

    def _mine_or_global(self, name: syntax.Name, names: Names, wanted: Type | None) -> Value | None:
        mine = None if names.me is None else self.find_property(names.me, PLAYER, name, names.me)
        value = self._enum_value(name, wanted)
        world = self.global_value(name)
        found = [each for each in (mine, value, world) if each is not None]
        if len(found) > 1:
            meanings = " or ".join(
                text
                for text, each in (("a property of `me`", mine), ("a value of a kind", value), ("a global name", world))
                if each is not None
            )
            kind = value[1].name if value is not None and isinstance(value[1], EnumType) else "Kind"
            before = self.tables.spans.get(name.text)
            labels = () if before is None else (Label(before, "declared here"),)
            self.report(
                TWO_MEANINGS,
                name.span,
                f"`{name.text}` could be {meanings}",
                f"write `me.{name.text}` or `{kind}.{name.text}`",
                labels,
            )
        return found[0] if found else None

    def built_in(self, name: syntax.Name, names: Names) -> Value | None:
        """`me`, `players`, `others`."""
        match name.text:
            case "players":
                return Seats(), SetType(PLAYER)
            case "me" | "others" if names.me is None:
                self.report(
                    NOBODY_ACTS,
                    name.span,
                    f"nobody acts here, so there is no `{name.text}`",
                    "`me` is who acts: the `each` or `who` of a node, or who an action is done by",
                )
                return spoilt()
            case "me":
                assert names.me is not None
                return names.me, PLAYER
            case "others":
                assert names.me is not None
                return Combine("-", Seats(), MakeSet((names.me,))), SetType(PLAYER)
            case _:
                return None

    def _enum_value(self, name: syntax.Name, wanted: Type | None) -> Value | None:
        places = self.tables.values.get(name.text, [])
        specs = self.tables.enum_specs
        if len(places) > 1 and isinstance(wanted, EnumType):
            places = [place for place in places if specs[place[0]].name == wanted.name]
        if len(places) > 1:
            kinds = " and ".join(f"`{specs[enum].name}`" for enum, _ in places)
            first = specs[places[0][0]].name
            self.report(TWO_MEANINGS, name.span, f"`{name.text}` is a value of {kinds}", f"write `{first}.{name.text}`")
        if not places:
            return None
        enum, place = places[0]
        return Const(place), EnumType(specs[enum].name)

    def global_value(self, name: syntax.Name) -> Value | None:
        """An option of the game, a shared zone, a global variable, a definition without an owner."""
        option = self.tables.options.get(name.text)
        if option is not None:
            return Const(option.value), option.type
        zone = self.tables.zones.get(name.text)
        if zone is not None and zone.per is None:
            return Contents(zone.number), SetType(KindType(zone.holds))
        variable = self.tables.variables.get(name.text)
        if variable is not None and not variable.per:
            return StateVar(variable.number), variable.type
        definition = self.tables.definitions.get((None, name.text))
        if definition is not None:
            if definition.parameters:
                wanted = ", ".join(parameter for parameter, _ in definition.parameters)
                self.report(
                    NEEDS_ARGUMENTS, name.span, f"`{name.text}` needs to be told more", f"write `{name.text}({wanted})`"
                )
                return spoilt()
            function, type_ = self.function_of(definition)
            return Apply(function), type_
        return None

    # ------------------------------------------------------------------------------------ properties

    def property_of(self, node: syntax.Property, names: Names) -> Value:
        """`a.b`, of one thing or of each member of a set; also `turn.player`, `round.ending`, `Suit.order`."""
        if isinstance(node.of, syntax.Every) and node.of.name.text not in names.locals:
            found = self._kind_value(node.of.name, node.name, names.me)
            if found is not None:
                return found
        if isinstance(node.of, syntax.Reference) and node.of.name.text not in names.locals:
            about = self.phase_property(node.of.name, node.name)
            if about is not None:
                return about
        of, type_ = self.value(node.of, names)
        return self.property_value(of, type_, node.name, names.me)

    def property_value(self, of: Expr, type_: Type, name: syntax.Name, me: Expr | None) -> Value:
        """The property of a value of that type; of a set, of each member, joined."""
        if isinstance(strip(type_), UnknownType | NothingType):
            return spoilt()
        if isinstance(type_, SetType):
            return self._joined(of, type_.of, name, me)
        found = self.find_property(of, strip(type_), name, me)
        if found is None:
            self._unknown_property(strip(type_), name)
            return spoilt()
        value, found_type = found
        if isinstance(type_, OptionalType) and not isinstance(found_type, SetType | OptionalType | IntType | FlagType):
            return value, OptionalType(found_type)
        return found

    def _unknown_property(self, type_: Type, name: syntax.Name) -> None:
        known = self.properties_of(type_)
        hint = did_you_mean(name.text, known) or (f"it has {', '.join(known)}" if known else None)
        if name.text == OWNER and isinstance(type_, KindType):
            hint = "it has an `owner` when it is made `per: Player`; `holder` is in whose zone it lies"
        self.report(UNKNOWN_PROPERTY, name.span, f"{show(type_)} has no `{name.text}`", hint)

    def _joined(self, of: Expr, member: Type, name: syntax.Name, me: Expr | None) -> Value:
        if isinstance(member, UnknownType):
            return spoilt()
        slot = self.program.temp()
        found = self.find_property(Temp(slot), strip(member), name, me)
        if found is None:
            self._unknown_property(strip(member), name)
            return spoilt()
        value, type_ = found
        if isinstance(type_, SetType):
            return Gather(of, slot, value), type_
        if isinstance(strip(type_), PlayerType | KindType | EnumType):
            return Distinct(of, slot, value), SetType(strip(type_))
        hint = f"say what you want of them: `sum(... by {name.text})`, `max(... by {name.text})`, `distinct(... by {name.text})`"
        self.report(UNKNOWN_PROPERTY, name.span, f"these are several, each with its own `{name.text}`", hint)
        return spoilt()

    def _kind_value(self, kind: syntax.Name, value: syntax.Name, me: Expr | None) -> Value | None:
        """`Suit.sun`; None where it is no value but a property, of all that are of the kind: `Suit.row`."""
        number = self.tables.enums.get(kind.text)
        if number is None:
            return None if kind.text in self.tables.kinds else self.unknown_type(kind)
        values = self.tables.enum_specs[number].values
        if value.text in values:
            return Const(values.index(value.text)), EnumType(kind.text)
        if self.find_property(Const(0), EnumType(kind.text), value, me) is not None:
            return None
        hint = did_you_mean(value.text, values) or f"it has {', '.join(values)}"
        self.report(UNKNOWN_NAME, value.span, f"`{kind.text}` has no value `{value.text}`", hint)
        return spoilt()

    def unknown_type(self, name: syntax.Name) -> Value:
        """Report a type's name that nothing has."""
        known = (*self.tables.kinds, *self.tables.enums)
        self.report(
            UNKNOWN_NAME,
            name.span,
            f"no kind is called `{name.text}`",
            did_you_mean(name.text, known) or f"there are {', '.join(known)}",
        )
        return spoilt()

    def told_property(self, of: Expr, type_: Type, name: syntax.Name, names: Names) -> Expr | None:
        """The yes-or-no property that `x is NAME` may mean, if x has one and NAME means nothing else."""
        found = self.find_property(of, strip(type_), name, names.me) if not isinstance(type_, SetType) else None
        if found is None or found[1] != FLAG:
            return None
        if name.text in names.locals or name.text in self.tables.values:
            self.report(
                TWO_MEANINGS,
                name.span,
                f"`{name.text}` is a property here and a value too",
                f"write `{name.text} of it` as a property: `x.{name.text}`",
            )
        return found[0]

    def properties_of(self, type_: Type) -> list[str]:
        """The names of all properties that values of a type have."""
        owner = "Player" if isinstance(type_, PlayerType) else getattr(type_, "name", None)
        known = [name for kind, name in self.tables.fields if kind == owner]
        known += [name for (kind, name) in self.tables.definitions if kind == owner and kind is not None]
        known += [name for name, zone in self.tables.zones.items() if self._fits(zone.per, type_)]
        known += [name for name, info in self.tables.variables.items() if info.per and self._fits(info.per[0], type_)]
        if isinstance(type_, PlayerType):
            known += ["left", "right", *self.tables.scores]
        if isinstance(type_, KindType):
            known += ["holder", "revealed", "name", *([OWNER] if self.made_per_player(type_.name) else [])]
        return known

    def _fits(self, per: Dimension | None, type_: Type) -> bool:
        match per, type_:
            case Dimension("players"), PlayerType():
                return True
            case Dimension("enum", number), EnumType(name):
                return self.tables.enums[name] == number
            case Dimension("kind", number), KindType(name):
                return self.tables.kinds[name] == number
            case _:
                return False

    def find_property(self, of: Expr, type_: Type, named: syntax.Name, me: Expr | None) -> Value | None:
        """The property of that name of a single value, or None when its type has none; needs no arguments."""
        name = named.text
        match type_, name:
            case PlayerType(), "left" | "right":
                return Neighbour(of, 1 if name == "left" else -1), PLAYER
            case EnumType(), "place" if name not in self.tables.spans:
                return Arithmetic("+", of, Const(1)), NUMBER  # 0 of none
            case KindType(name=kind), _ if (found := self.thing_property(of, kind, name)) is not None:
                return found
            case OptionalType(of=inner), _:
                return self.find_property(of, inner, named, me)
            case _:
                pass
        zone = self.tables.zones.get(name)
        if zone is not None and self._fits(zone.per, type_):
            return Contents(zone.number, of), SetType(KindType(zone.holds))
        variable = self.tables.variables.get(name)
        if variable is not None and len(variable.per) == 1 and self._fits(variable.per[0], type_):
            return StateVar(variable.number, (of,)), variable.type
        return self._declared_property(of, type_, named, me)

    def _declared_property(self, of: Expr, type_: Type, named: syntax.Name, me: Expr | None) -> Value | None:
        name = named.text
        owner = "Player" if isinstance(type_, PlayerType) else getattr(type_, "name", None)
        field = self.tables.fields.get((owner, name)) if isinstance(owner, str) else None
        if field is not None and field.per is None:
            value = Field(field.number, of) if field.variable is None else StateVar(field.variable, (of,))
            return value, field.type
        definition = self.tables.definitions.get((owner, name)) if owner else None
        if definition is not None and not definition.parameters:
            function, found = self.function_of(definition)
            return Apply(function, (of, *self.asker(definition, named.span, me))), found
        if isinstance(type_, PlayerType) and name in self.tables.scores:
            function, found = self.function_of(self.tables.scores[name])
            return Apply(function, (of,)), found
        return None

    def phase_property(self, phase: syntax.Name, name: syntax.Name) -> Value | None:
        """`turn.player`, `round.ending`, `battle.active`: facts about a phase, action or window of that name."""
        if name.text not in ("player", "ending", "active"):
            return None
        address = self.find_node(phase)
        if address is None:
            return None
        if name.text == "active":
            return IsActive(self.program.scope_by_address[address]), FLAG
        found = self.phase_variables.get((address, name.text))
        if found is None:
            hint = "a phase with `each` has a player" if name.text == "player" else "give it `endings: [...]`"
            self.report(UNKNOWN_PROPERTY, name.span, f"`{phase.text}` has no `{name.text}`", hint)
            return spoilt()
        return StateVar(found[0]), found[1]
