"""Every expression of the flow, one value at a time."""

from __future__ import annotations

from typing import get_args

import pytest

from rulewright.dsl.flow import expr as e
from rulewright.dsl.types import FLAG, NUMBER, PLAYER, EnumType, OptionalType
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.evaluate import BUILDERS, Evaluator, show_value
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.state import State, Value
from tests.interpreter import tiny
from tests.interpreter.tiny import BOX, CARD, COUNT, DECK, GOLD, HAND, MARK, NUMBER_OF, ORDER, POOL, THREE, WORTH

NONE = e.Const(-1)


def number(value: int) -> e.Const:
    return e.Const(value)


def members(*values: int) -> e.Const:
    return e.Const(values)


def value(node: e.Expr, players: int = 3) -> Value:
    """The value at three players: A holds 1 and 3, B holds Order, the pool has a 2; `me` is B."""
    layout = layout_of(tiny.cards(), players)
    state = State.start(layout, 0)
    state.zones[:5] = [[0, 3], [1, 4], [5], [], [2]]
    state.where = [0, 1, 4, 0, 1, 2]
    state.face[2] = 1
    state.cells[layout.cell(GOLD, (1,))] = 5
    state.frames[0][3] = 1
    return Evaluator(layout).make(node)(state, state.frames[0], [0] * 12)


def test_every_expression_has_a_builder():
    assert set(BUILDERS) == set(get_args(e.Expr))


TEMP = e.Temp(0)
LARGE = e.Compare(">", TEMP, number(1))
CARDS = e.Contents(HAND, number(0))
PRINTED = e.Field(NUMBER_OF, TEMP)
NEXT = e.Filter(members(3, 0, 1), 1, e.Compare("is", e.Temp(1), e.Arithmetic("+", TEMP, number(1))))


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (number(4), 4),
        (e.Local(0), 1),
        (e.StateVar(COUNT), 0),
        (e.StateVar(GOLD, (e.Local(0),)), 5),
        (e.StateVar(GOLD, (NONE,)), 2),
        (e.StateVar(MARK, (number(ORDER),)), 0),
        (e.Field(NUMBER_OF, number(4)), 3),
        (e.Field(NUMBER_OF, NONE), 0),
        (e.Field(WORTH, number(4), number(1)), 30),
        (e.Field(WORTH, number(4), NONE), 0),
        (e.Field(WORTH, NONE, number(1)), 0),
        (CARDS, (1, 4)),
        (e.Contents(HAND, NONE), ()),
        (e.Contents(DECK), (0, 3)),
        (e.Everything(0), (0, 1, 2, 3, 4, 5)),
        (e.Seats(), (0, 1, 2)),
        (e.SeatCount(), 3),
        (e.Around(e.Seats(), number(1), 1), (1, 2, 0)),
        (e.Around(e.Seats(), number(1), -1), (1, 0, 2)),
        (e.Around(members(2, 0), number(1), 1), (2, 0)),
        (e.Neighbour(number(2), 1), 0),
        (e.Neighbour(number(0), -1), 2),
        (e.Neighbour(NONE, 1), -1),
        (e.Holder(number(5)), 1),
        (e.Holder(number(2)), -1),
        (e.Holder(NONE), -1),
        (e.FaceUp(number(2)), 1),
        (e.FaceUp(number(0)), 0),
        (e.FaceUp(NONE), 0),
        (e.PlaceOf(number(3)), 2),
        (e.PlaceOf(number(1)), 0),
        (e.PlaceOf(NONE), 0),
        (e.LiesIn(number(5), HAND), 1),
        (e.LiesIn(number(5), HAND, number(0)), 0),
        (e.LiesIn(number(5), POOL), 0),
        (e.LiesIn(NONE, BOX), 0),
        (e.Arithmetic("+", number(7), number(2)), 9),
        (e.Arithmetic("-", number(7), number(2)), 5),
        (e.Arithmetic("*", number(7), number(2)), 14),
        (e.Arithmetic("/", number(-7), number(2)), -4),
        (e.Arithmetic("mod", number(-7), number(2)), 1),
        (e.Arithmetic("min", number(7), number(2)), 2),
        (e.Arithmetic("max", number(7), number(2)), 7),
        (e.Compare("is", members(1, 2), members(2, 1)), 1),
        (e.Compare("is not", members(1, 2), members(2, 1)), 0),
        (e.Compare("is", number(1), number(2)), 0),
        (e.Compare("<", number(1), number(2)), 1),
        (e.Compare("<=", number(2), number(2)), 1),
        (e.Compare(">", number(2), number(2)), 0),
        (e.Compare(">=", number(2), number(2)), 1),
        (e.And(number(1), number(0)), 0),
        (e.Or(number(0), number(1)), 1),
        (e.Not(number(0)), 1),
        (e.Pick(number(0), number(3), number(4)), 4),
        (e.Member(number(2), members(1, 2)), 1),
        (e.Member(number(3), members(1, 2)), 0),
        (e.Combine("+", members(1, 2), members(2, 3)), (1, 2, 3)),
        (e.Combine("-", members(1, 2), members(2, 3)), (1,)),
        (e.MakeSet((number(2), NONE, number(1), number(2))), (2, 1)),
        (e.Count(members(4, 5)), 2),
        (e.Filter(members(0, 3, 1, 2), 0, LARGE), (3, 2)),
        (e.AnyOf(members(0, 3), 0, LARGE), 1),
        (e.AnyOf(members(0, 1), 0, LARGE), 0),
        (e.Gather(members(1, 0, 1), 0, e.Contents(HAND, TEMP)), (5, 1, 4)),
        (e.Distinct(members(2, 3, 4), 0, PRINTED), (2, 3)),
        (e.Distinct(members(5, 2), 0, e.Holder(TEMP)), (1,)),
        (e.Reachable(members(2, 0), 0, NEXT), (2, 0, 3, 1)),
        (e.Reachable(members(1, 2), 0, members(2, 1)), (1, 2)),
        (e.Reachable(members(), 0, members(1)), ()),
        (e.Fold("sum", CARDS, 0, PRINTED), 4),
        (e.Fold("max", CARDS, 0, PRINTED), 3),
        (e.Fold("min", CARDS, 0, PRINTED), 1),
        (e.Fold("max", members(), 0, PRINTED), 0),
        (e.Best("highest", CARDS, 0, PRINTED, True), 4),
        (e.Best("lowest", CARDS, 0, PRINTED, True), 1),
        (e.Best("highest", members(), 0, PRINTED, True), -1),
        (e.Best("lowest", members(2, 3, 4), 0, PRINTED, False), (2, 3)),
        (e.FirstOf(members(4, 5)), 4),
        (e.FirstOf(members()), -1),
        (e.FirstOf(members(4, 5, 6), number(2)), (4, 5)),
        (e.FirstOf(members(4), number(-1)), ()),
        (e.LastOf(members(4, 5)), 5),
        (e.LastOf(members()), -1),
        (e.After(members(4, 5, 6), number(5)), (6,)),
        (e.After(members(4, 5), number(9)), (4, 5)),
        (e.RangeOf(number(2), number(4)), (2, 3, 4)),
        (e.RangeOf(number(4), number(2)), ()),
        (e.Apply(0, (e.Apply(0, (number(3),)),)), 12),
        (e.IsActive(tiny.GAME), 1),
        (e.IsActive(tiny.ROUND), 0),
        (e.Earlier(members(4, 5)), (4, 5)),
    ],
    ids=lambda given: type(given).__name__ if not isinstance(given, int | tuple) else str(given),
)
def test_value(node, expected):
    assert value(node) == expected


def test_and_and_or_stop_early():
    broken = e.Arithmetic("/", number(1), number(0))
    assert value(e.And(number(0), broken)) == 0
    assert value(e.Or(number(1), broken)) == 1
    assert value(e.Pick(number(1), number(2), broken)) == 2


@pytest.mark.parametrize("operator", ["/", "mod"])
def test_division_by_zero(operator):
    with pytest.raises(PlayError, match="divided by 0") as caught:
        value(e.Arithmetic(operator, number(1), number(0)))
    assert caught.value.code == "RW905"


@pytest.mark.parametrize(
    ("of", "names"),
    [(e.Everything(0), "2 and 2"), (e.Filter(e.Seats(), 1, number(1)), "A and B and C"), (members(7, 8), "7 and 8")],
)
def test_a_tie_names_who_ties(of, names):
    key = PRINTED if isinstance(of, e.Everything) else number(1)
    if isinstance(of, e.Everything):
        of = e.Filter(of, 1, e.Compare("is", e.Field(NUMBER_OF, e.Temp(1)), number(2)))
    with pytest.raises(PlayError, match=f"] {names} are highest alike") as caught:
        value(e.Best("highest", of, 0, key, True))
    assert caught.value.code == "RW906"


@pytest.mark.parametrize(
    ("given", "type_", "expected"),
    [
        (1, PLAYER, "B"),
        (THREE, CARD, "3"),
        (-1, OptionalType(CARD), "none"),
        (1, EnumType("Colour"), "light blue"),
        (1, FLAG, "yes"),
        (12, NUMBER, "12"),
    ],
)
def test_shown_to_people(given, type_, expected):
    assert show_value(layout_of(tiny.cards(), 2), given, type_) == expected
