"""The expressions that no rulebook is lowered to: passes write them in the place of others (`rulewright.interpreter.passes`).

In: nothing. Out: members of the union `expr.Expr`, and what was said of expressions there holds for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.dsl.flow.expr import Expr


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a table has at a place: passes put it where a value is the same in every state.

    Dimension d has the places lows[d] .. lows[d] + sizes[d] - 1 and behind them one more, for an index that is none of these.
    values: of all places, the last dimension going fastest.
    """

    values: tuple[int | tuple[int, ...], ...]
    lows: tuple[int, ...]
    sizes: tuple[int, ...]
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Bits: the members of the kind that `variable` has one value for each of, those that have this value.

    Bits are a number that stands for members of a kind which are numbered one behind another, the least bit for the first
    of them. Passes put them where every member is asked the same.
    """

    variable: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Bits:
    """Bits of bits. operator is `and`, `or`, or `without`: what is in left and not in right."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Shift:
    """Bits moved by so many members; `by` is not 0. What is moved beyond the last member must be taken away by who asks."""

    of: Expr
    by: int


@dataclass(frozen=True, slots=True)
class Flood:
    """Bits, and what they lead to, and what that leads to, until nothing new comes.

    A step takes what there is of `leaving`; way n takes of that the `members[n]` (bits) and moves them by `by[n]`; of all that is come to
    the step keeps what is `within`.
    """

    of: Expr
    leaving: Expr
    members: tuple[int, ...]
    by: tuple[int, ...]
    within: Expr


@dataclass(frozen=True, slots=True)
class Spots:
    """The members of a kind that bits stand for, as a set in the order of the layout."""

    kind: int
    bits: Expr
