"""The expressions of the flow: names are numbers, types are gone, every value is an int or a tuple of ints.

In: nothing. Out: the closed union `Expr`. Expressions never change a state and never ask anybody, so a backend may
evaluate one at any time, as often as it likes. `none` is -1; `yes` and `no` are 1 and 0; a player is a seat from 0;
a component is its number in the layout; a set is a tuple in its order.

Two kinds of named values: a `Local` is a slot of the running frame and is part of the state; a `Temp` is bound by an
enclosing expression (a filter's candidate, a function's parameter) and is gone when that expression has its value.
Temps are numbered over the whole flow, so a backend keeps one array for them, outside the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.flow.expr_of_passes import Bits as Bits
from rulewright.dsl.flow.expr_of_passes import Board as Board
from rulewright.dsl.flow.expr_of_passes import Flood as Flood
from rulewright.dsl.flow.expr_of_passes import Lookup as Lookup
from rulewright.dsl.flow.expr_of_passes import Shift as Shift
from rulewright.dsl.flow.expr_of_passes import Spots as Spots
from rulewright.dsl.types import Type

NONE = -1


@dataclass(frozen=True, slots=True)
class Const:
    """A number, or a tuple of numbers."""

    value: int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local:
    """A slot of the running frame."""

    slot: int


@dataclass(frozen=True, slots=True)
class Temp:
    """A value bound by an enclosing expression."""

    slot: int


@dataclass(frozen=True, slots=True)
class StateVar:
    """The value of variable `variable` at `index` (one expression a dimension; empty for a global one).

    With any index `none`, the value is the variable's start value, or 0.
    """

    variable: int
    index: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """The printed property `field` of a component; `key` picks from a field that has one value for each enum member.

    Of `none` it is `none` (0 for numbers and flags: the field's `missing`).
    """

    field: int
    of: Expr
    key: Expr | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """The components in a zone, top or left first. `owner` is a seat, enum member or component; None for a shared zone.

    Of owner `none` it is empty.
    """

    zone: int
    owner: Expr | None = None


@dataclass(frozen=True, slots=True)
class Everything:
    """All components of a kind, in the order of the layout."""

    kind: int


@dataclass(frozen=True, slots=True)
class Seats:
    """All seats from 0."""


@dataclass(frozen=True, slots=True)
class SeatCount:
    """How many players there are."""


@dataclass(frozen=True, slots=True)
class Around:
    """The seats of `of`, in table order beginning with the first at or after `start`; step 1 clockwise, -1 the other way."""

    of: Expr
    start: Expr
    step: int


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The seat `step` places clockwise (negative: counterclockwise); of `none`, `none`."""

    of: Expr
    step: int


@dataclass(frozen=True, slots=True)
class Holder:
    """The seat, enum member or component whose zone a component is in; `none` in a shared zone."""

    of: Expr


@dataclass(frozen=True, slots=True)
class FaceUp:
    """Whether a component lies face up."""

    of: Expr


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """Which one a component is in its row or stack, from 1 for the leftmost or the top; 0 where there is no order."""

    of: Expr


@dataclass(frozen=True, slots=True)
class LiesIn:
    """Whether a component lies in that zone (of any owner when `owner` is None)."""

    of: Expr
    zone: int
    owner: Expr | None = None


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """operator is one of `+ - * / mod min max`; `/` and `mod` are floored; dividing by 0 is an error at play.

    fits: a pass has proven that the result is a number that numbers can be (`interpreter.passes.prove`).
    """

    operator: str
    left: Expr
    right: Expr
    fits: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """operator is one of `is`, `is not`, `<`, `<=`, `>`, `>=`. Sets are equal when they have the same members."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And:
    """The right side is not looked at when the left is no."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or:
    """The right side is not looked at when the left is yes."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not:
    """yes for no, no for yes."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Pick:
    """`then` if the condition holds, else `otherwise`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Member:
    """Whether a value is in a set."""

    value: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class Combine:
    """operator is `+` (left, then what of right is not in left) or `-` (left without right)."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class MakeSet:
    """The set of these values, doubles and `none` left out."""

    of: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """The size of a set."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Filter:
    """The members for which the condition holds, with the member in temp `slot`; order is kept."""

    of: Expr
    slot: int
    condition: Expr


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Whether the condition holds for some member; stops at the first. `some(S where C)`."""

    of: Expr
    slot: int
    condition: Expr


@dataclass(frozen=True, slots=True)
class Gather:
    """The joined results of `each` (a set) over the members, doubles left out. `players.hand`."""

    of: Expr
    slot: int
    each: Expr


@dataclass(frozen=True, slots=True)
class Distinct:
    """The different values of `key` over the members, in order of first appearance, `none` left out."""

    of: Expr
    slot: int
    key: Expr


@dataclass(frozen=True, slots=True)
class Reachable:
    """The members, and what `step` (a set) gives of them, and of those again, each once: nearest first."""

    of: Expr
    slot: int
    step: Expr


@dataclass(frozen=True, slots=True)
class Fold:
    """operator is `sum`, `max` or `min` of `key` over the members; of an empty set 0. fits: as of `Arithmetic`."""

    operator: str
    of: Expr
    slot: int
    key: Expr
    fits: bool = False


@dataclass(frozen=True, slots=True)
class Best:
    """operator is `highest` or `lowest`: the members whose `key` is the greatest or least.

    alone: one member is wanted; it is `none` of an empty set, and two equal ones are an error at play that names them.
    """

    operator: str
    of: Expr
    slot: int
    key: Expr
    alone: bool


@dataclass(frozen=True, slots=True)
class FirstOf:
    """The first `count` members of a set as a set; with count None the first one or `none`."""

    of: Expr
    count: Expr | None = None


@dataclass(frozen=True, slots=True)
class LastOf:
    """The last one of a set, or `none`."""

    of: Expr


@dataclass(frozen=True, slots=True)
class After:
    """The members that come after the first one equal to `value`; all of them when none is."""

    of: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class RangeOf:
    """The numbers low..high as a set, empty when high < low."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Apply:
    """The value of a function of the flow; its parameters are temps that it lists itself."""

    function: int
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class IsActive:
    """Whether a phase, action or other scope is under way: it contains the running block or a waiting frame's block."""

    scope: int


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a value was at the stop before; before the first one, what it is now. Invariants ask for it."""

    value: Expr


Expr = (
    Const | Local | Temp | StateVar | Field | Contents | Everything | Seats | SeatCount | Around | Neighbour | Holder
    | FaceUp | PlaceOf | LiesIn | Arithmetic | Compare | And | Or | Not | Pick | Member | Combine | MakeSet | Count
    | Filter | AnyOf | Gather | Distinct | Reachable | Fold | Best | FirstOf | LastOf | After | RangeOf | Apply
    | IsActive | Earlier | Lookup | Board | Bits | Shift | Flood | Spots
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shown:
    """A value inside a text, with the type that says how to print it."""

    value: Expr
    type: Type


Text = tuple[str | Shown, ...]
"""Words for people: plain pieces and values, in order."""
