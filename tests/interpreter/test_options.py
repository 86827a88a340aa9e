"""The options of a choice: which there are, how they are written, and how they are found again."""

from __future__ import annotations

import pytest

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Combine, Compare, Const, Contents, Expr, Local, MakeSet, Seats, Shown
from rulewright.dsl.types import FLAG, NUMBER, PLAYER, EnumType, OptionalType, Type
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.match import Match
from rulewright.interpreter.options import find
from tests.interpreter import tiny
from tests.interpreter.tiny import (
    CARD,
    DECK,
    HAND,
    MARK,
    NOTHING,
    ONE,
    OTHER_TWO,
    PLAY,
    POOL,
    ROUND,
    THREE,
    TWO,
    YES,
    block,
    cards_of,
    choice,
    move,
    option,
)  # fmt: skip

A, B = Const(0), Const(1)
DEALT = (move(cards_of(ONE, TWO, OTHER_TWO), HAND, A), move(cards_of(THREE), HAND, B))
HANDS = Combine("+", Contents(HAND, A), Contents(HAND, B))
MARKED = ir.SetState(MARK, (Const(OTHER_TWO),), Const(1), A, (), 0)


def asked(*alternatives: ir.Alternative, before: tuple[ir.Op, ...] = DEALT, scope: int = ROUND) -> Match:
    """A match in which A has to choose one of these; whatever is chosen ends it."""
    asks = choice(A, *alternatives, empty=1, scope=scope)
    return Match.start(tiny.table((block(0, asks, *before, scope=scope), block(1, ir.GameEnd(NOTHING, 0)))), 2)


def pick(domain: Expr, slot: int = 1, type_: Type = CARD) -> ir.PickSpec:
    return ir.PickSpec("x", slot, domain, type_)


def texts(match: Match) -> list[str]:
    return [each.text for each in match.options]


SEEK = option("actions.seek", 1, (pick(Contents(HAND, A)), pick(Seats(), 2, PLAYER)))
END = option("actions.end_turn", 1)


def test_menu():
    match = asked(SEEK, END)
    assert texts(match) == ["seek 1 A", "seek 1 B", "seek 2 A", "seek 2 B", "end_turn"]
    assert [each.label for each in match.options][:1] == ["Seek 1 A"]
    assert match.options[0].values == ("1", "A")


def test_a_single_choice_is_its_values_alone():
    assert texts(asked(SEEK)) == ["1 A", "1 B", "2 A", "2 B"]


def test_a_pick_beside_done_is_its_value_alone():
    one = ir.Alternative("phases.round", (Shown(Local(1), CARD),), YES, (pick(Contents(HAND, A)),), YES, 1, False, 0)
    assert texts(asked(one, option("phases.round.done", 1))) == ["1", "2", "done"]


def test_numbered_options_are_written_as_labelled():
    options = [option(f"phases.round.{number}", 1, label=label) for number, label in enumerate(("Take it", "Leave it"))]
    assert texts(asked(*options)) == ["Take it", "Leave it"]


@pytest.mark.parametrize(
    ("domain", "type_", "expected"),
    [
        (Const((0, 1)), FLAG, ["no", "yes"]),
        (Const((0, 1)), EnumType("Colour"), ["red", "light blue"]),
        (Const((3, 1)), NUMBER, ["3", "1"]),
        (Const((0, -1)), OptionalType(PLAYER), ["A", "none"]),
    ],
)
def test_values(domain, type_, expected):
    assert texts(asked(option("actions.x", 1, (pick(domain, 1, type_),)))) == expected


def test_later_picks_depend_on_earlier_ones():
    other = pick(Combine("-", Contents(HAND, A), MakeSet((Local(1),))), 2)
    assert texts(asked(option("actions.x", 1, (pick(Contents(HAND, A)), other)))) == ["1 2", "2 1", "2 2"]


def test_what_is_not_legal_is_not_offered():
    legal = Compare(">", tiny.number_of(Local(1)), Const(1))
    assert texts(asked(option("actions.x", 1, (pick(Contents(HAND, A)),), legal=legal))) == ["2"]


def test_a_guard_takes_the_alternative_away():
    assert texts(asked(option("actions.x", 1, guard=Const(0)), END)) == ["end_turn"]


def test_an_alternative_without_a_value_is_not_offered():
    assert texts(asked(option("actions.x", 1, (pick(Const(())),)), END)) == ["end_turn"]


def test_nothing_is_asked_when_all_that_is_left_is_to_let_it_pass():
    assert asked(option("actions.wait", 1, passes=True)).over


def test_listing_options_changes_nothing():
    match = asked(SEEK, END)
    before = match.state.copy()
    assert match.machine.options(match.state) == match.options
    assert match.state == before


# ------------------------------------------------------------------------------------------------ alike and unseen


def test_cards_nobody_can_tell_apart_are_one_option():
    match = asked(option("actions.x", 1, (pick(Contents(HAND, A)),)))
    assert [each.picks for each in match.options] == [(ONE,), (TWO,)]


@pytest.mark.parametrize(
    "before",
    [
        (*DEALT, MARKED),
        (move(cards_of(ONE, TWO, OTHER_TWO), POOL),),
        (*DEALT, ir.Turn(cards_of(OTHER_TWO), True, A, (), 0)),
    ],
    ids=["marked", "in a row", "face up"],
)
def test_cards_that_differ_in_more_than_print_are_two(before):
    of = Combine("+", Contents(HAND, A), Contents(POOL))
    match = asked(option("actions.x", 1, (pick(of),)), before=before)
    assert texts(match) == ["1", "2", "2 #2"]
    for index, each in enumerate(match.options):
        assert find(match.options, each.text) is each
        assert match.machine.options(match.state, match.grounds, index) == (each,)
    match.choose("2 #2")
    assert match.history[-1].text == "2 #2"
    assert match.state.frames[0][4] == OTHER_TWO


def test_unseen_cards_are_offered_by_place():
    match = asked(option("actions.x", 1, (pick(HANDS),)))
    assert texts(match) == ["1", "2", "?1"]
    assert texts(asked(option("actions.x", 1, (pick(Contents(DECK)),)), before=())) == [f"?{n}" for n in range(1, 6)]


def test_a_shown_card_has_its_name():
    match = asked(option("actions.x", 1, (pick(HANDS),)), before=(*DEALT, ir.Show(cards_of(THREE), A, True, 0)))
    assert texts(match) == ["1", "2", "3"]


# ------------------------------------------------------------------------------------------------ found again


@pytest.mark.parametrize("text", ["seek 2 B", "SEEK 2, B", "  seek  2 b ", "Seek 2 B"])
def test_find(text):
    assert find(asked(SEEK, END).options, text).values == ("2", "B")


@pytest.mark.parametrize("text", ["end turn", "END_TURN", "End_turn"])
def test_find_by_name(text):
    assert find(asked(SEEK, END).options, text).address == "actions.end_turn"


def test_what_is_not_on_offer_is_refused_with_what_is():
    with pytest.raises(PlayError, match="`seek 9` cannot be chosen here; on offer: `1 A`, `1 B`") as caught:
        find(asked(SEEK, scope=PLAY).options, "seek 9")
    assert caught.value.code == "RW907"
