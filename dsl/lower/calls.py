"""Calls in formulas: the functions of the language, definitions with parameters, variables and properties with keys.

In: a `Call` and the names at its place. Out: its value and type. The number and types of arguments are checked here.
"""

from __future__ import annotations

from abc import abstractmethod

from rulewright.dsl import syntax
from rulewright.dsl.builtins import FUNCTIONS
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import (
    AnyOf,
    Apply,
    Arithmetic,
    Best,
    Compare,
    Const,
    Count,
    Distinct,
    Earlier,
    Expr,
    Field,
    Filter,
    FirstOf,
    Fold,
    Gather,
    LastOf,
    Not,
    RangeOf,
    Reachable,
    StateVar,
    Temp,
)
from rulewright.dsl.flow.ir import Dimension
from rulewright.dsl.lower.lookup import LookupMixin, Value, spoilt
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.lower.things import UNKNOWN_NAME
from rulewright.dsl.model import DefinitionInfo, VariableInfo
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import (
    FLAG,
    NUMBER,
    PLAYER,
    EnumType,
    IntType,
    KindType,
    OptionalType,
    PlayerType,
    SetType,
    Type,
    UnknownType,
    show,
    strip,
)

WRONG_CALL = Rule("RW406", "wrong-call")
WRONG_ARGUMENT = Rule("RW430", "wrong-argument")
NO_KEY = Rule("RW407", "no-key")

KEYED = frozenset(name for name, (form, _) in FUNCTIONS.items() if "(set by " in form)


class CallMixin(LookupMixin):
    """Calls of one program."""

    @abstractmethod
    def expect(self, node: syntax.Expression, names: Names, wanted: Type, what: str) -> Expr:
        """See `Elaborator`."""

    @abstractmethod
    def number(self, node: syntax.Expression, names: Names, what: str = "this") -> Expr:
        """See `Elaborator`."""

    @abstractmethod
    def amount_of(self, node: syntax.Expression, names: Names, what: str) -> Expr:
        """See `Elaborator`."""

    @abstractmethod
    def as_set(self, node: syntax.Expression, names: Names) -> Value:
        """See `Elaborator`."""

    @abstractmethod
    def with_candidate(
        self, of: syntax.Expression, candidate: syntax.Name | None, names: Names
    ) -> tuple[Expr, Type, int, Names]:
        """See `Elaborator`."""

    def call(self, node: syntax.Call, names: Names) -> Value:
        """Any call."""
        match node.function:
            case syntax.Reference(name=name) if name.text in FUNCTIONS:
                return self.built_in_call(name.text, node, names)
            case syntax.Reference(name=name):
                return self.own_call(name, node, names)
            case syntax.Property(of=of, name=name):
                receiver, type_ = self.value(of, names)
                found = self.member_call(receiver, strip(type_), name, node, names)
                if found is not None:
                    return found
                return (
                    self.property_value(receiver, type_, name, names.me)
                    if not node.arguments
                    else self._no_such_call(name, type_, node)
                )
            case syntax.Every(name=name):
                return self.spoil_call(node, f"`{name.text}` is a kind and cannot be called")

    def in_order(
        self,
        rule: Rule,
        word: str,
        node: syntax.Expression,
        parameters: tuple[str, ...],
        optional: frozenset[str] = frozenset(),
    ) -> list[syntax.Expression | None] | None:
        """What a call gives for each parameter, in their order; None for what has a default. word: `do` or nothing."""
        path = node.function if isinstance(node, syntax.Call) else node
        given = node.arguments if isinstance(node, syntax.Call) else ()
        by_name = self._by_name(node, parameters, len(given))
        if by_name is None:
            return None
        form = f"{word}{path.span.text}" + (f"({', '.join(parameters)})" if parameters else "")
        missing = [each for each in parameters[len(given) :] if each not in by_name and each not in optional]
        if by_name or (missing and len(given) + len(missing) < len(parameters)):
            if missing:
                message = f"`{path.span.text}` is not told its `{missing[0]}`, which has no default"
                self.report(WRONG_ARGUMENT, node.span, message, f"write `{missing[0]}: ...` in its brackets")
                return None
        elif missing or len(given) > len(parameters):
            count = f"{'up to ' if optional else ''}{len(parameters)} argument{'s' * (len(parameters) != 1)}"
            self.report(rule, node.span, f"`{path.span.text}` takes {count}, not {len(given)}", f"write `{form}`")
            return None
        return [*given, *(by_name.get(each) for each in parameters[len(given) :])]

    def _by_name(
        self, node: syntax.Expression, parameters: tuple[str, ...], by_place: int
    ) -> dict[str, syntax.Expression] | None:
        """What a call gives by name; a name that is wrong or given twice is reported."""
        found: dict[str, syntax.Expression] = {}
        for each in node.named if isinstance(node, syntax.Call) else ():
            name = each.name.text
            if name not in parameters:
                listed = f"it takes {', '.join(f'`{one}`' for one in parameters)}" if parameters else "it takes nothing"
                hint = did_you_mean(name, parameters) or listed
                self.report(WRONG_ARGUMENT, each.name.span, f"nothing that is given here is called `{name}`", hint)
                return None
            if name in found or name in parameters[:by_place]:
                self.report(WRONG_ARGUMENT, each.span, f"`{name}` is given twice", "take one of the two away")
                return None
            found[name] = each.value
        return found

    def no_names(self, node: syntax.Call) -> None:
        """Report what is given by name where that cannot be."""
        for each in node.named:
            message = f"`{node.function.span.text}` takes no names"
            self.report(WRONG_ARGUMENT, each.span, message, f"write `{each.value.span.text}` without `{each.name.text}:`")

    def spoil_call(self, node: syntax.Call, message: str, hint: str | None = None) -> Value:
        """Report a call that cannot be."""
        self.report(WRONG_CALL, node.span, message, hint)
        return spoilt()

    def _no_such_call(self, name: syntax.Name, type_: Type, node: syntax.Call) -> Value:
        known = self.properties_of(strip(type_))
        return self.spoil_call(
            node, f"`{name.text}` takes no arguments here, or does not exist", did_you_mean(name.text, known)
        )

    # ------------------------------------------------------------------------------------ built-in functions

    def built_in_call(self, function: str, node: syntax.Call, names: Names) -> Value:
        """A function of the language."""
        if node.named:
            return self.spoil_call(node, f"`{function}` takes no names", f"write `{FUNCTIONS[function][0]}`")
        if function == "earlier":
            return self.earlier_call(node, names)
        if function in ("max", "min") and len(node.arguments) == 2 and node.key is None:
            left = self.number(node.arguments[0], names, f"what `{function}` compares")
            return Arithmetic(
                function, left, self.number(node.arguments[1], names, f"what `{function}` compares")
            ), NUMBER
        most = 2 if function == "top" else 1
        if not 1 <= len(node.arguments) <= most:
            return self.spoil_call(
                node,
                f"`{function}` takes {'one set' if most == 1 else 'a zone, and perhaps a number'}",
                f"write `{FUNCTIONS[function][0]}`",
            )
        if function in KEYED:
            return self.keyed_call(function, node, names)
        if node.key is not None:
            return self.spoil_call(node, f"`{function}` takes no `by`", f"write `{FUNCTIONS[function][0]}`")
        return self.set_call(function, node, names)

    def earlier_call(self, node: syntax.Call, names: Names) -> Value:
        """`earlier(value)` in an invariant."""
        if not names.looks_back:
            hint = "what the rules are to remember stands under `state:`"
            return self.spoil_call(node, "`earlier` looks back to the stop before, which only `invariants` can", hint)
        if len(node.arguments) != 1 or node.key is not None:
            return self.spoil_call(node, "`earlier` takes one value", f"write `{FUNCTIONS['earlier'][0]}`")
        value, type_ = self.value(node.arguments[0], names)
        return Earlier(value), type_

    def set_call(self, function: str, node: syntax.Call, names: Names) -> Value:
        """A function of a set alone."""
        of, type_ = self.as_set(node.arguments[0], names)
        assert isinstance(type_, SetType)
        match function:
            case "count":
                return Count(of), NUMBER
            case "some":
                return _some(of), FLAG
            case "no":
                return Not(_some(of)), FLAG
            case "first":
                return FirstOf(of), OptionalType(type_.of)
            case "last":
                return LastOf(of), OptionalType(type_.of)
            case "top" if len(node.arguments) == 2:
                return FirstOf(of, self.amount_of(node.arguments[1], names, "how many")), type_
            case "top":
                return FirstOf(of), OptionalType(type_.of)
            case _:  # all
                return of, type_

    def keyed_call(self, function: str, node: syntax.Call, names: Names) -> Value:
        """A function of a set and a key; a set of numbers is its own key."""
        of, member, slot, inner = self.with_candidate(node.arguments[0], None, names)
        if node.key is None:
            if not isinstance(member, IntType) and function != "distinct":
                self.report(NO_KEY, node.span, f"`{function}` must know by what", f"write `{self._keyed_form(function, node, member)}`")
                return spoilt()
            key, key_type = inner.candidates[-1].value if inner.candidates else spoilt()[0], member
        else:
            if function == "reachable":
                return self._reachable(node, of, member, slot, self.expect(node.key, inner, SetType(member), "each step"))
            key, key_type = self.value(node.key, inner)
        if function == "distinct":
            return Distinct(of, slot, key), SetType(strip(key_type))
        if not isinstance(strip(key_type), IntType) and key_type != spoilt()[1]:
            self.report(NO_KEY, (node.key or node).span, f"`{function}` needs a number for each member")
            return spoilt()
        if function in ("sum", "max", "min"):
            return Fold(function, of, slot, key), NUMBER
        if function in ("highest_first", "lowest_first"):
            return self._by_key(function, of, slot, key), SetType(member)
        alone = not function.startswith("all_")
        found = Best(function.removeprefix("all_"), of, slot, key, alone)
        return found, OptionalType(member) if alone else SetType(member)

    def _keyed_form(self, function: str, node: syntax.Call, member: Type) -> str:
        """How such a call is written, with a number that its members have."""
        printed = ((kind, name) for (kind, name), field in self.tables.fields.items() if isinstance(field.type, IntType))
        found = next((name for kind, name in printed if KindType(kind) == member and function != "reachable"), None)
        return FUNCTIONS[function][0].split(",")[0] if found is None else f"{function}({node.arguments[0].span.text} by {found})"

    def _by_key(self, function: str, of: Expr, slot: int, key: Expr) -> Expr:
        """A set in the order of a key: for each number that it can be, the members that have it, joined."""
        if function == "highest_first":
            key = Arithmetic("-", Const(0), key)
        one = self.program.temp()
        keys = RangeOf(Fold("min", of, slot, key), Fold("max", of, slot, key))
        return Gather(keys, one, Filter(of, slot, Compare("is", key, Temp(one))))

    def _reachable(self, node: syntax.Call, of: Expr, member: Type, slot: int, step: Expr) -> Value:
        """What is reached from a set, step by step: of numbers there would be no end."""
        if not isinstance(member, KindType | PlayerType | EnumType | UnknownType):
            message = f"steps lead from thing to thing, and these are each {show(member)}"
            return self.spoil_call(node, message, "numbers have an end in a range: `each n in 1..6 where ...`")
        return Reachable(of, slot, step), SetType(member)

    # ------------------------------------------------------------------------------------ declared things

    def own_call(self, name: syntax.Name, node: syntax.Call, names: Names) -> Value:
        """A definition, or a variable with keys: of `me`, of a filter's candidate, or of the whole game."""
        for candidate in reversed(names.candidates):
            found = self.member_call(candidate.value, candidate.type, name, node, names)
            if found is not None:
                return found
        if names.me is not None:
            found = self.member_call(names.me, PLAYER, name, node, names)
            if found is not None:
                return found
        definition = self.tables.definitions.get((None, name.text))
        if definition is not None:
            return self.definition_call(definition, (), node, names)
        variable = self.tables.variables.get(name.text)
        if variable is not None:
            return self.variable_call(variable, (), node, names)
        zone = self.tables.zones.get(name.text)
        if zone is not None and zone.per is not None and len(node.arguments) == 1:
            self.no_names(node)
            return self.property_value(*self.value(node.arguments[0], names), name, names.me)
        known = (*FUNCTIONS, *(key[1] for key in self.tables.definitions), *self.tables.variables)
        self.report(
            UNKNOWN_NAME,
            name.span,
            f"nothing that can be called is named `{name.text}`",
            did_you_mean(name.text, known),
        )
        return spoilt()

    def member_call(self, of: Expr, type_: Type, name: syntax.Name, node: syntax.Call, names: Names) -> Value | None:
        """A definition, variable or field of one thing, with arguments; None when its type has none of that name."""
        owner = (
            "Player"
            if isinstance(type_, PlayerType)
            else type_.name
            if isinstance(type_, KindType | EnumType)
            else None
        )
        if owner is None:
            return None
        definition = self.tables.definitions.get((owner, name.text))
        if definition is not None:
            return self.definition_call(definition, (of,), node, names)
        variable = self.tables.variables.get(name.text)
        if variable is not None and len(variable.per) == len(node.arguments) + 1 and self._fits(variable.per[0], type_):
            return self.variable_call(variable, (of,), node, names)
        field = self.tables.fields.get((owner, name.text))
        if field is not None and field.per is not None and len(node.arguments) == 1:
            self.no_names(node)
            key_type = EnumType(self.tables.enum_specs[field.per].name)
            key = self.expect(node.arguments[0], names, key_type, f"the key of `{name.text}`")
            value = Field(field.number, of, key) if field.variable is None else StateVar(field.variable, (of, key))
            return value, field.type
        return None

    def definition_call(self, info: DefinitionInfo, before: tuple[Expr, ...], node: syntax.Call, names: Names) -> Value:
        """A definition with its arguments."""
        function, type_ = self.function_of(info)
        wanted = info.parameters
        if node.key is not None:
            return self.spoil_call(node, f"`{node.function.span.text}` takes no `by`")
        given = self.in_order(WRONG_CALL, "", node, tuple(name for name, _ in wanted))
        if given is None:
            return spoilt()
        arguments = [
            self.expect(argument, names, OptionalType(parameter), f"`{name}`")
            for argument, (name, parameter) in zip(given, wanted, strict=True)
            if argument is not None
        ]
        asker = self.asker(info, node.function.span, names.me)
        return Apply(function, (*before, *asker, *arguments)), type_

    def variable_call(self, info: VariableInfo, before: tuple[Expr, ...], node: syntax.Call, names: Names) -> Value:
        """A variable with its keys."""
        self.no_names(node)
        wanted = info.per[len(before) :]
        if len(wanted) != len(node.arguments) or node.key is not None:
            return self.spoil_call(
                node,
                f"this variable has {len(info.per)} key{'s' * (len(info.per) != 1)}, not {len(node.arguments) + len(before)}",
            )
        keys = [
            self.expect(argument, names, OptionalType(self.dimension_type(dimension)), "a key")
            for argument, dimension in zip(node.arguments, wanted, strict=True)
        ]
        return StateVar(info.number, (*before, *keys)), info.type

    def dimension_type(self, dimension: Dimension) -> Type:
        """The type of the keys of a dimension."""
        match dimension.what:
            case "players":
                return PLAYER
            case "enum":
                return EnumType(self.tables.enum_specs[dimension.number].name)
            case "kind":
                return KindType(self.tables.kind_specs[dimension.number].name)
            case _:
                return IntType(dimension.low, dimension.low + dimension.number - 1)


def _some(of: Expr) -> Expr:
    if isinstance(of, Filter):
        return AnyOf(of.of, of.slot, of.condition)
    return Compare(">", Count(of), Const(0))
