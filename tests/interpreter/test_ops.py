"""Every op of the flow: what it changes, what it logs, and which reactions it makes due."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Compare, Const, Contents, Count, Expr, MakeSet, Shown, Temp
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.log import LogEntry, render
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.ops import BUILDERS
from rulewright.interpreter.state import State
from tests.interpreter import tiny
from tests.interpreter.tiny import (
    BOX,
    COUNT,
    DECK,
    GOLD,
    HAND,
    MARK,
    NOBODY,
    ONE,
    ORDER,
    OTHER_TWO,
    POOL,
    THREE,
    TWO,
    YES,
    cards_of,
    move,
)  # fmt: skip

A, B = Const(0), Const(1)
NAMES = "the deck", "A's hand", "B's hand", "the pool", "the box"


def after(*ops: ir.Op, players: int = 2) -> tuple[State, list[LogEntry]]:
    """The state and log when these ops have been run."""
    return tiny.run(tiny.ops(*ops), players)


def refused(*ops: ir.Op) -> PlayError:
    with pytest.raises(PlayError) as caught:
        after(*ops)
    return caught.value


def told(log: list[LogEntry], seat: int | None) -> list[str]:
    layout = layout_of(tiny.cards(), 2)
    return [render(layout, entry, seat) for entry in log if entry.seen_by(seat)]


def test_every_op_has_a_builder():
    assert set(BUILDERS) == set(get_args(ir.Op))


# ------------------------------------------------------------------------------------------------ moves


@pytest.mark.parametrize(
    ("zone", "place", "expected"),
    [
        (DECK, "enter", [THREE, ORDER, ONE, TWO, OTHER_TWO]),
        (DECK, "top", [THREE, ORDER, ONE, TWO, OTHER_TWO]),
        (DECK, "bottom", [ONE, TWO, OTHER_TWO, THREE, ORDER]),
        (POOL, "enter", [ONE, THREE, ORDER]),
        (POOL, "top", [THREE, ORDER, ONE]),
        (POOL, "bottom", [ONE, THREE, ORDER]),
    ],
)
def test_a_set_keeps_its_order(zone, place, expected):
    state, _ = after(
        move(cards_of(ONE), POOL) if zone == POOL else tiny.change(Const(0)),
        move(cards_of(THREE, ORDER), zone, place=place),
    )
    assert state.zones[{DECK: 0, POOL: 3}[zone]] == expected


@pytest.mark.parametrize(
    ("zone", "face", "expected"), [(POOL, None, 1), (POOL, 0, 0), (DECK, 1, 1), (BOX, None, 1), (DECK, None, 0)]
)
def test_the_zone_says_which_side_is_up(zone, face, expected):
    state, _ = after(move(cards_of(ONE), POOL), move(cards_of(ONE), zone, face=face))
    assert state.face[ONE] == expected


def test_nothing_to_move():
    state, log = after(move(Const(-1), POOL), move(cards_of(), POOL), move(Const(-1), HAND, NOBODY))
    assert state.zones[3] == [] and log == []


def test_one_component_is_moved_like_a_set():
    assert after(move(Const(TWO), HAND, B))[0].zones[2] == [TWO]


def test_to_nobody():
    error = refused(move(Const(TWO), HAND, NOBODY))
    assert (error.code, error.message) == ("RW908", "the hand of nobody is meant here")
    assert error.origin is not None


def test_a_full_zone():
    error = refused(move(cards_of(ONE, TWO, OTHER_TWO, THREE), POOL))
    assert error.code == "RW903" and "the pool has room for 3" in error.message


def test_moving_hides_from_whom_it_was_shown_to():
    state, _ = after(ir.Show(cards_of(ONE), A, True, 0), move(cards_of(ONE), HAND, B))
    assert state.shown[ONE] == 0


def test_who_is_told_which_card_moved():
    _, log = after(move(cards_of(ONE), HAND, A), move(cards_of(ONE), HAND, B), move(cards_of(ONE), BOX))
    assert told(log, None) == ["the deck -> A's hand: 1", "A's hand -> B's hand: 1", "B's hand -> the box: 1"]
    assert told(log, 0)[2] == "B's hand -> the box: a card"
    assert told(log, 1) == ["the deck -> A's hand: a card", "A's hand -> B's hand: 1", "B's hand -> the box: 1"]
    assert log[1].facts == (ONE, 1, 2, -1)


def test_all_see_what_lies_face_up():
    _, log = after(move(cards_of(ONE), POOL), move(cards_of(ONE), HAND, A))
    assert told(log, 1) == ["the deck -> the pool: 1", "the pool -> A's hand: 1"]


# ------------------------------------------------------------------------------------------------ swaps and passing


def exchange(left: Expr, right: Expr, *watches: ir.Watch) -> ir.Exchange:
    return ir.Exchange(left, right, NOBODY, watches, 0)


def test_a_swap_keeps_places():
    state, log = after(
        move(cards_of(ONE, TWO, OTHER_TWO), POOL),
        move(cards_of(THREE), HAND, A),
        exchange(cards_of(TWO), cards_of(THREE)),
    )
    assert state.zones[3] == [ONE, THREE, OTHER_TWO] and state.zones[1] == [TWO]  # though the pool is full
    assert (state.face[THREE], state.face[TWO]) == (1, 0) and state.where[TWO] == 1
    assert [entry.facts[0] for entry in log[-2:]] == [TWO, THREE]


def test_a_swap_in_one_row_is_no_move():
    state, log = after(move(cards_of(ONE, TWO, OTHER_TWO), POOL), exchange(cards_of(ONE), cards_of(OTHER_TWO)))
    assert state.zones[3] == [OTHER_TWO, TWO, ONE] and len(log) == 3


def test_a_swap_of_unequal_sets():
    state, _ = after(
        move(cards_of(ONE), HAND, A), move(cards_of(TWO, THREE), HAND, B), exchange(cards_of(ONE), cards_of(TWO, THREE))
    )
    assert state.zones[1] == [TWO, THREE] and state.zones[2] == [ONE]


def test_no_swap_with_nothing():
    assert after(exchange(cards_of(ONE), cards_of()))[1] == []


@pytest.mark.parametrize(("direction", "expected"), [(0, [[], [3, 2], [4]]), (1, [[4], [], [3, 2]])])
def test_passing_goes_round(direction, expected):
    state, _ = after(
        move(cards_of(3, 2), HAND, A),
        move(cards_of(4), HAND, B),
        ir.PassAround(HAND, Const(direction), NOBODY, (), 0),
        players=3,
    )
    assert state.zones[1:4] == expected
    assert all(state.where[card] == 1 + seat for seat, zone in enumerate(expected) for card in zone)


# ------------------------------------------------------------------------------------------------ faces


def turn(what: Expr, up: bool, *watches: ir.Watch) -> ir.Turn:
    return ir.Turn(what, up, NOBODY, watches, 0)


def test_turning():
    state, log = after(turn(cards_of(ONE, TWO), True), turn(cards_of(TWO, THREE), False))
    assert state.face[:4] == [1, 0, 0, 0]
    lines = [f"the deck: turned face {words}" for words in ("up: 1", "up: 2", "down: 2")]
    assert told(log, 0) == told(log, 1) == lines


def test_showing_and_no_longer():
    state, log = after(
        ir.Show(cards_of(ONE, TWO), B, True, 0),
        ir.Show(cards_of(TWO), B, False, 0),
        ir.Show(cards_of(ONE), NOBODY, True, 0),
    )
    assert state.shown[:2] == [2, 0]
    assert told(log, 0) == [] and told(log, 1) == ["B is shown 1, 2"]


# ------------------------------------------------------------------------------------------------ variables


def set_state(variable: int, index: tuple[Expr, ...], value: int, *watches: ir.Watch) -> ir.SetState:
    return ir.SetState(variable, index, Const(value), A, watches, 0)


def test_set():
    state, log = after(set_state(GOLD, (B,), -1), set_state(COUNT, (), 10), set_state(MARK, (Const(ORDER),), 1))
    assert state.cells == [10, 0, 0, 0, 0, 1, 2, -1]
    assert told(log, 0) == ["count is 10"]  # A sees neither B's gold nor the card that is marked
    assert told(log, 1) == ["B's gold is none", "count is 10"]
    _, log = after(move(Const(ORDER), POOL), set_state(MARK, (Const(ORDER),), 1))
    assert [told(log, seat)[-1] for seat in (0, 1)] == ["mark is yes"] * 2


def test_set_of_nobody_does_nothing():
    assert after(set_state(GOLD, (NOBODY,), 3)) == after()


def test_out_of_bounds():
    error = refused(set_state(COUNT, (), 11))
    assert (error.code, error.message) == ("RW904", "`count` runs from 0 to 10 and is set to 11")


@pytest.mark.parametrize(("amount", "expected"), [(4, 4), (99, 10), (-3, 0)])
def test_change_goes_as_far_as_it_can(amount, expected):
    state, log = after(tiny.change(Const(amount)))
    assert state.cells[0] == expected
    assert [entry.facts for entry in log] == ([(COUNT, expected)] if expected else [])


def test_reset():
    state, _ = after(set_state(GOLD, (A,), 5), set_state(GOLD, (B,), 0), set_state(COUNT, (), 4), ir.Reset(GOLD, 0))
    assert state.cells[6:] == [2, 2] and state.cells[0] == 4


def test_hold():
    assert after(ir.Hold(1, 0), ir.Hold(1, 0), ir.Hold(-1, 0))[0].held == 1


def test_say_names_a_hidden_card_to_all():
    said = ir.Say(("Look: ", Shown(Const(ORDER), tiny.CARD)), tiny.PLAY)
    _, log = after(said)
    assert told(log, 1) == ["Look: Order"] and log[0].address == "actions.play" and not log[0].detail


# ------------------------------------------------------------------------------------------------ events


def watch(condition: Expr = YES, give: tuple[Expr, ...] = (Temp(0),), **more: int | None) -> ir.Watch:
    made = ir.Watch(2, condition, give, subject=0, source=1, target=2, by=3, index=(4,))
    return replace(made, **more)  # type: ignore[arg-type]


def due(op: ir.Op, *before: ir.Op) -> list[tuple[int | tuple[int, ...], ...]]:
    flow = tiny.ops(*before, op)
    machine = Machine(layout_of(flow, 2))
    state = State.start(machine.layout, 0)
    machine.advance(state, [])
    return state.pending


def test_each_component_is_an_event_in_order():
    assert due(move(cards_of(THREE, ONE), POOL, watches=(watch(), watch()))) == [(2, 3), (2, 3), (2, 0), (2, 0)]


def test_a_watch_sees_the_state_after_the_whole_op():
    everything = Compare("is", Count(Contents(POOL)), Const(2))
    assert due(move(cards_of(THREE, ONE), POOL, watches=(watch(everything),))) == [(2, 3), (2, 0)]


def test_parts_of_a_move():
    parts = tuple(Temp(slot) for slot in range(4))
    op = move(cards_of(ONE), HAND, B, watches=(watch(give=parts),), by=A)
    assert due(op, move(cards_of(ONE), HAND, A)) == [(2, ONE, 0, 1, 0)]
    assert due(op) == [(2, ONE, -1, 1, 0)]


@pytest.mark.parametrize(
    ("from_zone", "to_zone", "count"),
    [(None, None, 1), (DECK, None, 1), (HAND, None, 0), (None, HAND, 1), (None, POOL, 0)],
)
def test_a_watch_may_want_zones(from_zone, to_zone, count):
    wanted = watch(from_zone=from_zone, to_zone=to_zone)
    assert len(due(move(cards_of(ONE), HAND, A, watches=(wanted,)))) == count


def test_moving_within_a_zone_is_no_event():
    assert due(move(cards_of(THREE), DECK, watches=(watch(),))) == []


def test_only_what_was_not_so_before_is_turned():
    assert due(turn(cards_of(ONE, TWO), True, watch()), turn(cards_of(ONE), True)) == [(2, TWO)]


def test_swaps_and_passing_are_moves():
    assert due(exchange(cards_of(ONE), cards_of(TWO), watch()), move(cards_of(ONE), POOL)) == [(2, ONE), (2, TWO)]
    passing = ir.PassAround(HAND, Const(0), NOBODY, (watch(give=(Temp(0), Temp(2))),), 0)
    assert due(passing, move(cards_of(ONE), HAND, A)) == [(2, ONE, 1)]


def test_the_subject_of_a_change_is_what_really_changed():
    assert due(tiny.change(Const(99), watch())) == [(2, 10)]
    assert due(tiny.change(Const(-99), watch()), tiny.change(Const(4))) == [(2, 4)]
    assert due(tiny.change(Const(-1), watch())) == []


def test_the_subject_of_a_set_is_the_new_value():
    assert due(set_state(GOLD, (B,), 4, watch(give=(Temp(0), Temp(3), Temp(4))))) == [(2, 4, 0, 1)]


def test_happen_changes_nothing_and_may_concern_each_seat():
    each = replace(watch(give=(Temp(5), Temp(3))), each=MakeSet((B, A)), each_slot=5)
    assert due(ir.Happen("begin", 1, A, (each,), 0)) == [(2, 1, 0), (2, 0, 0)]


def test_a_condition_may_keep_a_reaction_away():
    assert due(move(cards_of(ONE), POOL, watches=(watch(Const(0)),))) == []


def test_names_of_zones():
    assert tuple(layout_of(tiny.cards(), 2).zone_name(instance) for instance in range(5)) == NAMES
