"""Games that begin in the middle: with a hand-made table, and in Chaos with its phases and laws."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Const
from rulewright.dsl.types import PLAYER, OptionalType
from rulewright.interpreter.match import Match
from rulewright.interpreter.position import Position, PositionError, Where, install
from tests.interpreter import tiny
from tests.interpreter.tiny import COUNT, GOLD, NOTHING, ROUND, block, choice, option
from tests.source_files import ROOT


def stopping() -> ir.Flow:
    """A is asked, whatever lies where."""
    return tiny.table((
        block(0, choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1), scope=ROUND),
        block(1, ir.GameEnd(NOTHING, 0)),
    ))  # fmt: skip


def put(*names: str, face: int | None = None) -> list[tuple[str, int | None]]:
    return [(name, face) for name in names]


def named(match: Match, zone: str, owner: int | None = None) -> list[str]:
    layout = match.machine.layout
    number = next(number for number, spec in enumerate(match.flow.zones) if spec.name == zone)
    return [layout.names[card] for card in match.state.zones[layout.instance[(number, owner)]]]


def refused(position: Position, flow: ir.Flow | None = None) -> str:
    with pytest.raises(PositionError) as caught:
        install(flow or stopping(), position)
    return str(caught.value)


# ------------------------------------------------------------------------------------------------ components


def test_nothing_said_is_a_new_game():
    flow = tiny.counter()
    assert install(flow, Position(3, seed=5)).state == Match.start(flow, 3, 5).state


def test_components_lie_where_they_are_put_and_the_others_where_they_start():
    zones = {("hand", 1): put("order", "2"), ("pool", None): put("3"), ("deck", None): put("2")}
    match = install(stopping(), Position(2, zones=zones))
    assert named(match, "hand", 1) == ["Order", "2"] and named(match, "pool") == ["3"]
    assert named(match, "deck") == ["2", "1"] and named(match, "hand", 0) == []
    state = match.state
    assert sorted(card for zone in state.zones for card in zone) == list(range(5))
    assert all(card in state.zones[where] for card, where in enumerate(state.where))
    assert state.face[tiny.THREE] == 1 and state.face[tiny.ORDER] == 0


def test_the_rest():
    match = install(stopping(), Position(3, zones={("pool", None): put("Order", "1")}, rest=("hand", 2)))
    assert named(match, "pool") == ["Order", "1"] and named(match, "hand", 2) == ["4", "2", "2", "3"]
    assert named(install(stopping(), Position(2, rest=("box", None))), "box") == ["1", "2", "2", "3", "Order"]


def test_faces():
    zones = {("hand", 0): [("1", 1), ("2", 0), ("3", None)], ("pool", None): put("Order", face=0)}
    state = install(stopping(), Position(2, zones=zones)).state
    assert [state.face[card] for card in (tiny.ONE, tiny.TWO, tiny.THREE, tiny.ORDER)] == [1, 0, 0, 0]


def two_kinds() -> ir.Flow:
    """Beside the cards a die, which lies in a zone of its own."""
    flow = stopping()
    die = ir.ComponentSpec("die", 1, (), 4, None, (2, 3), "dice", 0)
    tray = replace(flow.zones[tiny.BOX], name="tray", holds=1)
    return replace(flow, kinds=(*flow.kinds, ir.KindSpec("Die", ())), components=(*flow.components, die),
                   zones=(*flow.zones, tray))  # fmt: skip


def test_the_rest_goes_only_where_it_can_lie():
    match = install(two_kinds(), Position(2, rest=("box", None)))
    assert named(match, "tray") == ["die"] and len(named(match, "box")) == 5


@pytest.mark.parametrize(
    ("zones", "rest", "words"),
    [
        ({("hnd", 0): put("1")}, None, "no zone is called `hnd`; did you mean `hand`?"),
        ({("hand", None): put("1")}, None, "there is no such `hand`: say whose, among those who play"),
        ({("hand", 2): put("1")}, None, "there is no such `hand`: say whose, among those who play"),
        ({("deck", 0): put("1")}, None, "there is no such `deck`: it is shared"),
        ({("box", None): put("Ordre")}, None, "no component is called `Ordre`; did you mean `Order`?"),
        ({("box", None): put("zzz")}, None, "no component is called `zzz`"),
        ({("box", None): put("4")}, None, "`4` is not in the game with 2 players"),
        ({("box", None): put("2", "2", "2")}, None, "there are 2 of `2`, and the box was to have one more"),
        ({("box", None): put("2", "2"), ("hand", 1): put("2")}, None, "there are 2 of `2`, and B's hand was to have one more"),
        ({("box", None): put("die")}, None, "`die` is of kind Die, and the box holds Card"),
        ({("pool", None): put("1", "2", "3", "Order")}, None, "the pool has room for 3, and 4 are put there"),
        ({}, ("pool", None), "the pool has room for 3, and 5 are put there"),
        ({}, ("tary", None), "no zone is called `tary`; did you mean `tray`?"),
    ],
)  # fmt: skip
def test_components_that_cannot_be_put_so(zones, rest, words):
    assert refused(Position(2, zones=zones, rest=rest), two_kinds()) == words


# ------------------------------------------------------------------------------------------------ variables


def test_variables():
    variables = {("count", ()): 7, ("gold", (1,)): -1, ("mark", (tiny.THREE,)): 1}
    match = install(stopping(), Position(2, variables=variables))
    layout, cells = match.machine.layout, match.state.cells
    assert cells[layout.cell(COUNT, ())] == 7
    assert [cells[layout.cell(GOLD, (seat,))] for seat in range(2)] == [2, -1]
    assert [cells[layout.cell(tiny.MARK, (card,))] for card in range(5)] == [0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("name", "index", "value", "words"),
    [
        ("cuont", (), 1, "no variable is called `cuont`; did you mean `count`?"),
        ("count", (), 11, "`count` runs from 0 to 10; 11 is outside"),
        ("count", (0,), 1, "`count` has 0 keys, not 1"),
        ("gold", (2,), 1, "`gold` has no such key"),
        ("first", (), 2, "`first` cannot be 2: there are 2 seats, numbered from 0"),
        ("next", (), -1, "`next` cannot be -1: there are 2 seats, numbered from 0"),
        ("trump", (), 5, "`trump` cannot be 5: there are 5 components, numbered from 0"),
    ],
)
def test_variables_that_cannot_be_so(name, index, value, words):
    flow = stopping()
    spec = replace(flow.variables[COUNT], name="first", type=OptionalType(PLAYER), low=-1)
    others = (spec, replace(spec, name="next", type=PLAYER), replace(spec, name="trump", type=tiny.CARD))
    assert (
        refused(Position(2, variables={(name, index): value}), replace(flow, variables=(*flow.variables, *others)))
        == words
    )


# ------------------------------------------------------------------------------------------------ places in the flow


@pytest.fixture(scope="module")
def chaos() -> ir.Flow:
    return load(ROOT / "games" / "chaos" / "game.yaml").flow


HANDS: dict[Where, list[tuple[str, int | None]]] = {
    ("hand", 0): put("1", "2", "5"), ("hand", 1): put("3", "4"), ("hand", 2): put("6", "7"),
}  # fmt: skip
TURN = {"turn": 1}


def chaotic(at: str, bindings: dict[str, int], **more: list[tuple[str, int | None]]) -> Position:
    zones = HANDS | {(name, None): cards for name, cards in more.items()}
    return Position(3, at, bindings, zones, ("fountain", None), {("dealer", ()): 0})


@pytest.mark.parametrize("at", ["act", "turn.act", "phases.game.round.turn.act"])
def test_in_the_middle_of_a_turn(chaos, at):
    match = install(chaos, chaotic(at, TURN))
    assert match.decider == 1 and match.asked_at.endswith("turn.act")
    match.choose("trade 3 A")
    assert match.decider == 0


@pytest.mark.parametrize("name", ["turn", "phases.game.round.turn"])
def test_whose_pass_by_name_or_address(chaos, name):
    assert install(chaos, chaotic("draw", {name: 2})).decider == 2


def test_loops_inside_one_another(chaos):
    match = install(chaos, chaotic("take", {"turn": 1, "drain": 2}, pool=put("8", "9", "10", "11", "12")))
    assert match.decider == 2 and match.asked_at.endswith("drain.take")


def test_laws_are_settled_before_anybody_is_asked(chaos):
    position = chaotic("act", TURN)
    position.zones[("hand", 1)] = put("3", "Order", "Chaos")
    match = install(chaos, position)
    assert named(match, "hand", 1) == ["3", "Chaos"] and named(match, "pool") == ["Order"]


def test_the_loop_goes_on_after_the_pass(chaos):
    position = chaotic("act", TURN)
    position.variables[("actions_taken", ())] = 1
    match = install(chaos, position)
    match.choose("end_turn 3")
    assert match.decider == 2 and match.asked_at.endswith("turn.draw")


def test_a_script_of_chance(chaos):
    match = install(chaos, Position(3, "deal", variables={("dealer", ()): 1}, script=(("Chaos", "13"),)))
    match.choose(0)
    assert "Chaos" in named(match, "hand", 2) and "13" in named(match, "hand", 0)


@pytest.mark.parametrize(
    ("at", "bindings", "words"),
    [
        ("acts", TURN, "`acts` is no phase or step where play can begin; did you mean `act`?"),
        ("act", {}, "which pass of `turn` is it? Say `turn.player: A`"),
        ("act", {"turn": 3}, "`turn` cannot be 3: there are 3 seats, numbered from 0"),
        ("act", {"turn": -1}, "`turn` cannot be -1: there are 3 seats, numbered from 0"),
        (
            "act",
            {"turn": 0, "drian": 1},
            "`drian` is no phase that is passed through by players; did you mean `drain`?",
        ),
        ("", TURN, "a new game has no passes to be in; say where it begins with `at`"),
    ],
)
def test_places_that_are_none(chaos, at, bindings, words):
    assert refused(chaotic(at, bindings), chaos) == words


def test_a_place_that_could_be_two():
    entries = (ir.EntrySpec("phases.one.draw", 0, ()), ir.EntrySpec("phases.two.draw", 0, ()))
    flow = replace(stopping(), entries=entries)
    assert refused(Position(2, "draw"), flow) == "`draw` could be `phases.one.draw` or `phases.two.draw`"
    assert not install(flow, Position(2, "two.draw")).over


def test_the_player_of_a_phase_that_is_over(chaos):
    match = install(chaos, chaotic("round", {"turn": 2}))
    number = next(number for number, spec in enumerate(chaos.variables) if spec.name == "turn.player")
    assert match.state.cells[match.machine.layout.cell(number, ())] == match.decider


def test_a_wrong_number_of_players(chaos):
    with pytest.raises(ValueError, match="is for 3 to 6 players, not 2"):
        install(chaos, Position(2))
