"""Formulas and texts in words, on one line.

In: syntax. Out: what its authors wrote; where a variant has put something around a formula, with the brackets that it
needs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of

_COMMENT = re.compile(r"(^|\s)#[^\"]*$")
_LOOSE = syntax.Either | syntax.Where | syntax.Around | syntax.Some
_TIGHTER = {"and": ("or",), "or": ()}  # behind an operator: those of its sides that need brackets


def one_line(text: str) -> str:
    """A text on one line, without comments."""
    return " ".join(" ".join(_COMMENT.sub("", line) for line in text.split("\n")).split())


def in_words(formula: syntax.Expression) -> str:
    """A formula as it would be written in one piece."""
    if isinstance(formula, syntax.Binary) and words_of(formula) != one_line(formula.span.text):
        sides = (_side(side, formula.operator) for side in (formula.left, formula.right))
        return f" {formula.operator} ".join(sides)
    return words_of(formula)


def all_of(conditions: Sequence[syntax.Expression]) -> str:
    """Conditions that must all hold."""
    return in_words(conditions[0]) if len(conditions) == 1 else " and ".join(_side(each, "and") for each in conditions)


def _side(side: syntax.Expression, operator: str) -> str:
    if isinstance(side, syntax.Binary):
        in_brackets = operator not in _TIGHTER or side.operator in _TIGHTER[operator]
    else:
        in_brackets = isinstance(side, _LOOSE)
    return f"({in_words(side)})" if in_brackets else in_words(side)
