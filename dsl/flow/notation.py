"""What printing and parsing a flow share: signs, operators, and what a part that is left out stands for.

In: nothing. Out: tables, and questions about classes answered by looking at their type hints.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field
from functools import cache
from typing import Union, get_args, get_origin, get_type_hints

from rulewright.dsl.flow import expr, ir
from rulewright.dsl.flow.shape import CLASSES

VERSION = 1
LOCAL, TEMP, CONST, ORIGIN = "$", "%", "#", "@"
SIGNS: Mapping[str, type[expr.Local] | type[expr.Temp]] = {LOCAL: expr.Local, TEMP: expr.Temp}

_ARITHMETIC = ("+", "-", "*", "/", "mod", "min", "max")
_COMPARE = ("is", "is not", "<", "<=", ">", ">=")
INFIX: Mapping[str, tuple[type, str | None]] = {
    **{word: (expr.Arithmetic, word) for word in _ARITHMETIC},
    **{word: (expr.Compare, word) for word in _COMPARE},
    "and": (expr.And, None),
    "or": (expr.Or, None),
    "with": (expr.Combine, "+"),
    "without": (expr.Combine, "-"),
}
"""Words between two values in brackets: the class they stand for, and its operator."""

SIGN_OF: Mapping[tuple[type, str | None], str] = {value: word for word, value in INFIX.items()}


class FlowTextError(ValueError):
    """A text is no flow; the message names the line."""


@cache
def hints(class_: type) -> Mapping[str, object]:
    """The resolved type hints of a class's fields."""
    return get_type_hints(class_, localns={"Expr": expr.Expr})


def is_keyed(class_: type) -> bool:
    """Whether the parts of a class are written with their names: those of `ir` are many, those of expressions few."""
    return class_.__module__ == ir.__name__


def blank(class_: type, field: Field[object]) -> object:
    """What a part that is left out stands for: its default, else None, else (); MISSING: never left out."""
    if field.default is not MISSING:
        return field.default
    hint = hints(class_)[field.name]
    for empty in (None, ()):
        if fits(empty, hint):
            return empty
    return MISSING


def is_blank(value: object, empty: object) -> bool:
    """Whether a part may be left out."""
    return type(value) is type(empty) and value == empty


def member_hint(hint: object) -> object | None:
    """The hint of a tuple's members, for a tuple of any length; None for any other hint."""
    arguments = get_args(hint)
    return arguments[0] if get_origin(hint) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis else None


def fits(value: object, hint: object) -> bool:
    """Whether a value may stand where the hint says. Nodes are not looked into: each was checked when made."""
    if hint is None:
        return value is None
    if get_origin(hint) in (Union, types.UnionType):
        return any(fits(value, each) for each in get_args(hint))
    if get_origin(hint) is tuple:
        member = member_hint(hint)
        if not isinstance(value, tuple):
            return False
        if member is not None:
            return all(fits(each, member) for each in value)
        wanted = get_args(hint)
        return len(wanted) == len(value) and all(fits(each, one) for each, one in zip(value, wanted, strict=True))
    return isinstance(hint, type) and isinstance(value, hint)


def sections() -> Mapping[str, object]:
    """The tables of a flow that are printed one entry a line, with the hint of an entry."""
    found = {name: member_hint(hint) for name, hint in hints(ir.Flow).items()}
    return {name: hint for name, hint in found.items() if hint is not None}


def class_named(name: str) -> type | None:
    """The class of a node by its name."""
    return CLASSES.get(name)
