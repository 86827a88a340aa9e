"""Elaborates formulas: what each name means and what type each part has, in one walk from the leaves up.

In: a syntax expression and the `Names` at its place. Out: a flow expression and its type. A mistake is reported and
gives `Const(0)` of unknown type, which fits everywhere.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl import syntax
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import (
    And,
    Arithmetic,
    Around,
    Combine,
    Compare,
    Const,
    Everything,
    Expr,
    Filter,
    FirstOf,
    MakeSet,
    Member,
    Neighbour,
    Not,
    Or,
    Pick,
    RangeOf,
    Shown,
    Temp,
    Text,
)
from rulewright.dsl.flow.limits import MOST_MEMBERS
from rulewright.dsl.lower.calls import CallMixin
from rulewright.dsl.lower.lookup import Value, spoilt
from rulewright.dsl.lower.reads import known
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.lower.things import WRONG_TYPE
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    FLAG,
    NOTHING,
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
    assignable,
    join,
    show,
    strip,
)

NO_COMMON_TYPE = Rule("RW402", "never-equal")
NO_START = Rule("RW403", "no-starting-seat")
ALWAYS_THE_SAME = Rule("RW404", "always-the-same")
LESS_THAN_NOTHING = Rule("RW440", "less-than-nothing")
DIVIDES_BY_ZERO = Rule("RW441", "divides-by-zero")
TOO_MANY = Rule("RW540", "too-many")


class Elaborator(CallMixin):
    """Formulas of one program."""

    def value(self, node: syntax.Expression, names: Names) -> Value:
        """The flow expression and type of any formula."""
        match node:
            case syntax.Number(value=number):
                return Const(number), IntType(number, number)
            case syntax.Truth(value=truth):
                return Const(int(truth)), FLAG
            case syntax.Nothing():
                return Const(-1), NOTHING
            case syntax.Words():
                return self.spoil(WRONG_TYPE, node.span, "a text cannot stand in a formula")
            case syntax.Reference(name=name):
                return self.reference(name, names)
            case syntax.Every(name=name):
                seat = names.locals.get(name.text)  # scenarios name seats A, B, C
                return (seat.value, seat.type) if seat is not None else self.every(name)
            case syntax.Property():
                return self.property_of(node, names)
            case syntax.Call():
                return self.call(node, names)
            case syntax.Unary(operator="not", operand=operand):
                return Not(self.flag(operand, names)), FLAG
            case syntax.Unary(operand=operand):
                return Arithmetic("-", Const(0), self.number(operand, names)), NUMBER
            case syntax.Binary():
                return self.binary(node, names)
            case syntax.Where():
                return self.where(node, names)
            case syntax.EachIn(of=of):
                return self.as_set(of, names)
            case syntax.Around():
                return self.around(node, names)
            case syntax.Some(count=count, of=of):
                return self.some_of(node, count, of, names)
            case syntax.Either(condition=condition, then=then, otherwise=otherwise):
                return self.either(node, condition, then, otherwise, names)
            case _:
                assert_never(node)

    # ------------------------------------------------------------------------------------ what is wanted

    def expect(self, node: syntax.Expression, names: Names, wanted: Type, what: str) -> Expr:
        """The value of a formula that must have a certain type."""
        value, type_ = self.value(node, names)
        if (
            isinstance(wanted, SetType)
            and not isinstance(type_, SetType)
            and assignable(type_, OptionalType(wanted.of))
        ):
            return MakeSet((value,))
        if not assignable(type_, wanted):
            self.report(
                WRONG_TYPE,
                node.span,
                f"{what} must be {show(wanted)}; this is {show(type_)}",
                self._advice(node, type_, wanted),
            )
        return value

    def _advice(self, node: syntax.Expression, type_: Type, wanted: Type) -> str | None:
        if isinstance(type_, OptionalType) and assignable(type_.of, wanted):
            return f"it can be none; go through it: `for x in {node.span.text}: ...` is done for none or one"
        if isinstance(type_, SetType) and wanted == FLAG:
            if isinstance(node, syntax.Call) and node.function.span.text == "all" and isinstance(node.arguments[0], syntax.Where):
                test = node.arguments[0]
                return f"all are so when none is not so: `no({test.of.span.text} where not ({test.condition.span.text}))`"
            return f"ask `some({node.span.text})` or `no({node.span.text})`"
        if isinstance(type_, SetType) and isinstance(wanted, IntType):
            return f"count them: `count({node.span.text})`"
        if isinstance(type_, SetType) and assignable(type_.of, wanted):
            return "take one of them: `first(...)`, or let somebody choose one"
        return None

    def flag(self, node: syntax.Expression, names: Names, what: str = "a condition") -> Expr:
        """A yes or no."""
        return self.expect(node, names, FLAG, what)

    def number(self, node: syntax.Expression, names: Names, what: str = "this") -> Expr:
        """A whole number."""
        return self.expect(node, names, NUMBER, what)

    def amount_of(self, node: syntax.Expression, names: Names, what: str) -> Expr:
        """A whole number of something: one that is known to be less than none is reported."""
        value = self.number(node, names, what)
        number = known(value)
        if number is not None and number < 0:
            self.report(LESS_THAN_NOTHING, node.span, f"{what} cannot be less than 0; this is {number}")
        return value

    def player(self, node: syntax.Expression, names: Names, what: str) -> Expr:
        """A player (who may turn out to be none)."""
        return self.expect(node, names, OptionalType(PLAYER), what)

    def as_set(self, node: syntax.Expression, names: Names) -> Value:
        """A set; a single value is the set of it, `none` the empty one."""
        value, type_ = self.value(node, names)
        match type_:
            case SetType():
                return value, type_
            case UnknownType():
                return Const(()), SetType(UNKNOWN)
            case KindType() | PlayerType() | EnumType():
                return MakeSet((value,)), SetType(type_)
            case OptionalType(of=of):
                return MakeSet((value,)), SetType(of)
            case NothingType():
                return Const(()), SetType(UNKNOWN)
            case _:
                self.report(WRONG_TYPE, node.span, f"a set is wanted here; this is {show(type_)}", None)
                return Const(()), SetType(UNKNOWN)

    def with_candidate(
        self, of: syntax.Expression, candidate: syntax.Name | None, names: Names
    ) -> tuple[Expr, Type, int, Names]:
        """A set, its members' type, the temp that will hold each member, and the names inside a filter over it."""
        base = of
        while isinstance(base, syntax.Where | syntax.Around):  # `each s in land where s.wet by s.crowns`
            candidate = candidate or (base.candidate if isinstance(base, syntax.Where) else None)
            base = base.of
        if isinstance(base, syntax.EachIn):
            candidate = base.candidate
        value, type_ = self.as_set(of, names)
        assert isinstance(type_, SetType)
        slot = self.program.temp()
        if candidate is not None:
            inner = self.bind(candidate, Temp(slot), type_.of, names)
        else:
            inner = names.with_candidate(Temp(slot), type_.of)
        return value, type_.of, slot, inner

    # ------------------------------------------------------------------------------------ forms

    def every(self, name: syntax.Name) -> Value:
        """A type's name as the set of its values."""
        if name.text in self.tables.kinds:
            return Everything(self.tables.kinds[name.text]), SetType(KindType(name.text))
        if name.text in self.tables.enums:
            size = len(self.tables.enum_specs[self.tables.enums[name.text]].values)
            return Const(tuple(range(size))), SetType(EnumType(name.text))
        return self.unknown_type(name)

    def where(self, node: syntax.Where, names: Names) -> Value:
        """`S where C`; a test of a test is usually a missing pair of parentheses, and says so."""
        of = node.of.of if isinstance(node.of, syntax.EachIn) else node.of
        if isinstance(of, syntax.Binary) and of.operator in (
            "is",
            "is not",
            "in",
            "not in",
            "and",
            "or",
            "<",
            "<=",
            ">",
            ">=",
        ):
            hint = f"put the set in parentheses: `{of.left.span.text} {of.operator} ({of.right.span.text} where ...)`"
            return self.spoil(WRONG_TYPE, node.span, "`where` here filters a condition, not a set", hint)
        value, member, slot, inner = self.with_candidate(node.of, node.candidate, names)
        condition = self.flag(node.condition, inner, "what stands after `where`")
        return Filter(value, slot, condition), SetType(member)

    def around(self, node: syntax.Around, names: Names) -> Value:
        """`players clockwise from p`."""
        of = self.expect(node.of, names, SetType(PLAYER), "what stands before `clockwise`")
        step = 1 if node.clockwise else -1
        if node.start is not None:
            start = self.player(node.start, names, "the starting seat")
        elif names.me is None:
            self.report(
                NO_START,
                node.span,
                "nobody acts here, so the round must start somewhere",
                "write `clockwise from dealer`, for instance",
            )
            start = Const(0)
        else:
            others = isinstance(node.of, syntax.Reference) and node.of.name.text == "others"
            start = Neighbour(names.me, step) if others else names.me
        return Around(of, start, step), SetType(PLAYER)

    def some_of(self, node: syntax.Some, count: syntax.Expression, of: syntax.Expression, names: Names) -> Value:
        """`3 of hand where worth is n`: the first so many."""
        value, type_ = self.as_set(of, names)
        return FirstOf(value, self.amount_of(count, names, "how many")), type_

    def either(
        self,
        node: syntax.Either,
        condition: syntax.Expression,
        then: syntax.Expression,
        otherwise: syntax.Expression,
        names: Names,
    ) -> Value:
        """`if a then b else c`."""
        test = self.flag(condition, names)
        left, left_type = self.value(then, names)
        right, right_type = self.value(otherwise, names)
        type_ = join(left_type, right_type)
        if type_ is None:
            message = f"the two halves do not go together: {show(left_type)} and {show(right_type)}"
            return self.spoil(NO_COMMON_TYPE, node.span, message)
        return Pick(test, left, right), type_

    # ------------------------------------------------------------------------------------ operators

    def binary(self, node: syntax.Binary, names: Names) -> Value:
        """Any operator between two formulas."""
        match node.operator:
            case "and":
                return And(self.flag(node.left, names), self.flag(node.right, names)), FLAG
            case "or":
                return Or(self.flag(node.left, names), self.flag(node.right, names)), FLAG
            case "is" | "is not":
                return self.equality(node, names)
            case "<" | "<=" | ">" | ">=":
                left = self.number(node.left, names, f"what `{node.operator}` compares")
                return Compare(
                    node.operator, left, self.number(node.right, names, f"what `{node.operator}` compares")
                ), FLAG
            case "in" | "not in":
                return self.membership(node, names)
            case "..":
                return self.range_of(node, names)
            case "+" | "-":
                return self.plus_minus(node, names)
            case _:
                left = self.number(node.left, names, f"what `{node.operator}` reckons with")
                right = self.number(node.right, names, f"what `{node.operator}` reckons with")
                if node.operator != "*" and known(right) == 0:
                    self.report(DIVIDES_BY_ZERO, node.right.span, "this divides by 0")
                return Arithmetic(node.operator, left, right), NUMBER

    def range_of(self, node: syntax.Binary, names: Names, gone_through: bool = True) -> Value:
        """`a..b`; all of it is made when it is gone through."""
        low, high = (
            self.number(node.left, names, "the start of a range"),
            self.number(node.right, names, "the end of a range"),
        )
        first, last = known(low), known(high)
        if first is None or last is None:
            return RangeOf(low, high), SetType(NUMBER)
        if gone_through and last - first >= MOST_MEMBERS:
            message = f"this range has {last - first + 1:,} numbers; at most {MOST_MEMBERS:,} can be gone through"
            self.report(TOO_MANY, node.span, message)
            return RangeOf(low, low), SetType(NUMBER)
        return RangeOf(low, high), SetType(IntType(first, last))

    def plus_minus(self, node: syntax.Binary, names: Names) -> Value:
        """`+` and `-` of numbers, or of sets."""
        left, left_type = self.value(node.left, names)
        right, right_type = self.value(node.right, names)
        if isinstance(strip(left_type), IntType | UnknownType) and isinstance(strip(right_type), IntType | UnknownType):
            return Arithmetic(node.operator, left, right), NUMBER
        sets = [type_.of if isinstance(type_, SetType) else strip(type_) for type_ in (left_type, right_type)]
        things = all(isinstance(each, PlayerType | KindType | EnumType) for each in sets)  # one alone is the set of it
        if (things or SetType in map(type, (left_type, right_type))) and join(sets[0], sets[1]) is not None:
            left = left if isinstance(left_type, SetType) else MakeSet((left,))
            right = right if isinstance(right_type, SetType) else MakeSet((right,))
            return Combine(node.operator, left, right), SetType(join(sets[0], sets[1]) or UNKNOWN)
        message = (
            f"`{node.operator}` works on two numbers or two sets; here stand {show(left_type)} and {show(right_type)}"
        )
        return self.spoil(WRONG_TYPE, node.operator_span, message)

    def equality(self, node: syntax.Binary, names: Names) -> Value:
        """`a is b`, and `f is locked` for a yes-or-no property `locked` of f."""
        if isinstance(node.right, syntax.Words):
            return self.called(node, *self.value(node.left, names)), FLAG
        left, left_type = self.value(node.left, names)
        if isinstance(node.right, syntax.Reference):
            told = self.told_property(left, left_type, node.right.name, names)
            if told is not None:
                return (told if node.operator == "is" else Not(told)), FLAG
            right, right_type = self.reference(node.right.name, names, strip(left_type))
        else:
            right, right_type = self.value(node.right, names)
        if join(left_type, right_type) is None:
            message = f"{show(left_type)} is never {show(right_type)}, so this can only be {'no' if node.operator == 'is' else 'yes'}"
            return self.spoil(NO_COMMON_TYPE, node.span, message, self._is_advice(node, left_type, right_type))
        if isinstance(left_type, IntType | EnumType | FlagType) and isinstance(right_type, NothingType):
            return self.spoil(ALWAYS_THE_SAME, node.span, f"{show(left_type)} is never none")
        return Compare(node.operator, left, right), FLAG

    def _is_advice(self, node: syntax.Binary, left: Type, right: Type) -> str | None:
        if isinstance(left, SetType) and isinstance(right, IntType):
            return f"count them: `count({node.left.span.text}) {node.operator} {node.right.span.text}`"
        if isinstance(left, SetType) and isinstance(right, NothingType):
            return f"an empty set is asked for with `no({node.left.span.text})`"
        if isinstance(right, SetType) and join(left, right.of) is not None:
            return f"write `{node.left.span.text} in {node.right.span.text}`"
        return None

    def membership(self, node: syntax.Binary, names: Names) -> Value:
        """`a in S`."""
        value, type_ = self.value(node.left, names)
        if isinstance(node.right, syntax.Binary) and node.right.operator == "..":
            of, of_type = self.range_of(node.right, names, gone_through=False)
        else:
            of, of_type = self.as_set(node.right, names)
        assert isinstance(of_type, SetType)
        if join(strip(type_), of_type.of) is None:
            return self.spoil(NO_COMMON_TYPE, node.span, f"{show(type_)} is never in {show(of_type)}")
        found = Member(value, of)
        return (found if node.operator == "in" else Not(found)), FLAG

    # ------------------------------------------------------------------------------------ texts

    def text(self, words: syntax.Words | None, names: Names, otherwise: str = "") -> Text:
        """A text for people; its formulas may be anything that can be printed."""
        if words is None:
            return (otherwise,) if otherwise else ()
        parts: list[str | Shown] = []
        for part in words.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            value, type_ = self.value(part, names)
            parts.append(Shown(*self.named_thing(value, type_)))
        return tuple(parts)

    def spoil(self, rule: Rule, span: Span, message: str, hint: str | None = None) -> Value:
        """Report, and go on with a value that fits everywhere."""
        self.report(rule, span, message, hint)
        return spoilt()
