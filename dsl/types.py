"""The types of values, and what may stand where.

In: nothing. Out: the closed union `Type` and three questions about it: `assignable` (may this value stand there?),
`join` (what is it, if it is one or the other?) and `show` (what an author calls it). Every value is an integer or a
tuple of integers when it runs; the type says what the integer means.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IntType:
    """A whole number; bounds are known for counters and fields, open (None) in the middle of a formula."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class FlagType:
    """yes (1) or no (0)."""


@dataclass(frozen=True, slots=True)
class PlayerType:
    """A seat, 0 for the first."""


@dataclass(frozen=True, slots=True)
class EnumType:
    """One of the named values of a kind that is a list; the integer is its place in the list."""

    name: str


@dataclass(frozen=True, slots=True)
class KindType:
    """A component of a declared kind; the integer is its number in the layout."""

    name: str


@dataclass(frozen=True, slots=True)
class EffectType:
    """Rule text held by a component; the integer is a procedure of the flow, which is given values of some types."""

    takes: tuple[Type, ...] = ()
    names: tuple[str, ...] = ()  # what the rule text calls them


@dataclass(frozen=True, slots=True)
class FormulaType:
    """A formula held by a component, `Condition` or `Number`; the integer is a function of the flow."""

    of: Type


@dataclass(frozen=True, slots=True)
class TextType:
    """Words for people."""


@dataclass(frozen=True, slots=True)
class NothingType:
    """The type of `none` itself."""


@dataclass(frozen=True, slots=True)
class SetType:
    """Several values of one type; in order where it comes from a stack, a row or the table's round."""

    of: Type


@dataclass(frozen=True, slots=True)
class OptionalType:
    """A value or `none` (-1)."""

    of: Type


@dataclass(frozen=True, slots=True)
class UnknownType:
    """What a formula with a reported mistake has; fits everywhere, so that one slip gives one message."""


Type = (
    IntType | FlagType | PlayerType | EnumType | KindType | EffectType | FormulaType | TextType | NothingType | SetType
    | OptionalType | UnknownType
)

NUMBER = IntType()
FLAG = FlagType()
PLAYER = PlayerType()
EFFECT = EffectType()
TEXT = TextType()
NOTHING = NothingType()
UNKNOWN = UnknownType()


def show(type_: Type) -> str:
    """What an author calls this type, in an English noun phrase: `a number`, `a set of Card`."""
    match type_:
        case IntType(low, high):
            return "a number" if low is None or high is None else f"a number {low}..{high}"
        case FlagType():
            return "yes or no"
        case PlayerType():
            return "a player"
        case EnumType(name) | KindType(name):
            return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"
        case EffectType(takes):
            return "an effect" + (f" that takes {', '.join(map(show, takes))}" if takes else "")
        case FormulaType(of):
            return "a condition" if of == FLAG else "a formula of a number"
        case TextType():
            return "a text"
        case NothingType():
            return "none"
        case SetType(of):
            return f"a set of {plural(of)}"
        case OptionalType(of):
            return f"{show(of)} or none"
        case UnknownType():
            return "something unknown"


def plural(type_: Type) -> str:
    """The members of a set of this type, for a message: `players`, `numbers`, `Cards`."""
    match type_:
        case IntType():
            return "numbers"
        case PlayerType():
            return "players"
        case EnumType(name) | KindType(name):
            return several(name)
        case _:
            return show(type_)


def several(noun: str) -> str:
    """The plural of a kind's name: `Cards`, `Cities`, `Boxes`."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "z", "ch", "sh")) else f"{noun}s"


def strip(type_: Type) -> Type:
    """The type without its `or none`."""
    return type_.of if isinstance(type_, OptionalType) else type_


def assignable(value: Type, place: Type) -> bool:
    """Whether a value of the first type may stand where the second is wanted; bounds are kept at play, not here."""
    match value, place:
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case (NothingType(), OptionalType()) | (NothingType(), NothingType()) | (NothingType(), SetType()):
            return True
        case (OptionalType(of=a), OptionalType(of=b)) | (SetType(of=a), SetType(of=b)):
            return assignable(a, b)
        case (_, OptionalType(of=b)):
            return assignable(value, b)
        case (IntType(), IntType()):
            return True
        case _:
            return value == place


def join(a: Type, b: Type) -> Type | None:
    """The type of a value that is one or the other, or None when they have nothing in common."""
    if isinstance(a, UnknownType) or isinstance(b, UnknownType):
        return UNKNOWN
    if isinstance(a, IntType) and isinstance(b, IntType):
        bounded = None not in (a.low, a.high, b.low, b.high)
        return IntType(min(a.low, b.low), max(a.high, b.high)) if bounded else NUMBER  # type: ignore[type-var]
    if isinstance(a, NothingType):
        return b if isinstance(b, OptionalType | NothingType | SetType) else OptionalType(b)
    if isinstance(b, NothingType):
        return join(b, a)
    if isinstance(a, OptionalType) or isinstance(b, OptionalType):
        inner = join(strip(a), strip(b))
        return None if inner is None else OptionalType(inner)
    if isinstance(a, SetType) and isinstance(b, SetType):
        inner = join(a.of, b.of)
        return None if inner is None else SetType(inner)
    return a if a == b else None
