"""What a seat knows, and above all what it does not."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Compare, Const, Contents, Shown, StateVar
from rulewright.dsl.types import NUMBER, OptionalType
from rulewright.interpreter.match import Match
from rulewright.interpreter.observe import View, ending
from rulewright.interpreter.position import Position, install
from rulewright.interpreter.tabletop import table_text
from tests.interpreter import tiny
from tests.interpreter.tiny import BOX, COUNT, DECK, GOLD, HAND, MARK, NOTHING, POOL, ROUND, block, choice, move, option
from tests.source_files import ROOT

SCRIPT = (("1", "2", "3", "Order"),)
DEALT = (
    move(tiny.cards_of(tiny.ONE, tiny.TWO), HAND, Const(0)),
    move(tiny.cards_of(tiny.THREE, tiny.ORDER), HAND, Const(1)),
)


def cards() -> Match:
    """A has 1 and 2, B has 3 and Order, a 2 is in the deck; A is to lay a card secretly."""
    return Match.start(tiny.cards(), 2, 0, SCRIPT)


def asked_secretly() -> Match:
    """B is asked in a window that nobody else knows of; let pass, the game is over."""
    match = cards()
    match.choose("1")
    match.choose("Order")
    return match


def stopped(*ops: ir.Op, asks: ir.Choice | None = None, flow: ir.Flow | None = None, players: int = 2) -> Match:
    """These ops were run, and A is asked."""
    made = tiny.table((
        block(0, asks or choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1), *ops, scope=ROUND),
        block(1, ir.GameEnd(NOTHING, 0)),
    ))  # fmt: skip
    return Match.start(made if flow is None else replace(made, zones=flow.zones, variables=flow.variables), players)


def with_zone(number: int, zone: ir.ZoneSpec) -> ir.Flow:
    flow = tiny.counter()
    return replace(flow, zones=(*flow.zones[:number], zone, *flow.zones[number + 1 :]))


def names(view: View, zone: str, owner: int | None = None) -> tuple[str | None, ...]:
    return view.zones[(zone, owner)].names


# ------------------------------------------------------------------------------------------------ components


def test_own_hand_and_nothing_else():
    match = cards()
    assert names(match.view(0), "hand", 0) == ("1", "2") and names(match.view(0), "hand", 1) == (None, None)
    assert names(match.view(1), "hand", 1) == ("3", "Order") and names(match.view(1), "hand", 0) == (None, None)
    assert names(match.view(0), "deck") == (None,) and match.view(0).zones[("deck", None)].count == 1


def test_what_lies_face_up_is_seen_by_all_wherever_it_is():
    up = (ir.Turn(tiny.cards_of(tiny.OTHER_TWO), True, Const(0), (), 0),
          ir.Turn(tiny.cards_of(tiny.ORDER), True, Const(0), (), 0))  # fmt: skip
    view = stopped(*DEALT, *up).view(0)
    assert names(view, "deck") == ("2",) and names(view, "hand", 1) == ("Order", None)
    assert [card.face_up for card in view.zones[("hand", 1)].cards] == [True, False]


def test_shown_to_one():
    match = stopped(ir.Show(tiny.cards_of(tiny.THREE), Const(1), True, 0))
    assert "3" in names(match.view(1), "deck") and set(names(match.view(0), "deck")) == {None}
    assert not match.view(0).sees(tiny.THREE) and match.view(1).sees(tiny.THREE)


@pytest.mark.parametrize(
    ("audience", "sees"),
    [
        (ir.Audience("owner"), [0]),
        (ir.Audience("others"), [1, 2]),
        (ir.Audience("all"), [0, 1, 2]),
        (ir.Audience("nobody"), []),
        (ir.Audience("all", Compare(">", StateVar(COUNT), Const(2))), []),
        (ir.Audience("all", Compare("<", StateVar(COUNT), Const(2))), [0, 1, 2]),
    ],
)
def test_audiences(audience, sees):
    hand = replace(tiny.counter().zones[HAND], seen_by=audience)
    match = stopped(DEALT[0], flow=with_zone(HAND, hand), players=3)
    assert [seat for seat in range(3) if None not in names(match.view(seat), "hand", 0)] == sees


def test_a_number_of_cards_that_is_not_told():
    deck = replace(tiny.counter().zones[DECK], counted_by=ir.Audience("nobody"))
    match = stopped(ir.Turn(tiny.cards_of(tiny.TWO), True, Const(0), (), 0), flow=with_zone(DECK, deck))
    zone = match.view(0).zones[("deck", None)]
    assert zone.count is None and zone.names == ("2",)


def test_a_set_does_not_tell_in_what_order_it_came_together():
    match, other = stopped(*DEALT), stopped(*DEALT)
    other.state.zones[1].reverse()
    assert match.view(0).zones == other.view(0).zones
    match.state.face[tiny.THREE] = other.state.face[tiny.THREE] = 1
    other.state.zones[2].reverse()
    assert match.view(0).zones == other.view(0).zones


def test_a_row_keeps_its_order():
    match = stopped(move(tiny.cards_of(tiny.THREE), POOL), move(tiny.cards_of(tiny.ONE), POOL))
    assert names(match.view(1), "pool") == ("3", "1")


# ------------------------------------------------------------------------------------------------ variables


def test_variables_by_audience():
    match = stopped(*DEALT)
    assert match.view(0).variables[("count", ())] == 0
    assert [index for name, index in match.view(1).variables if name == "gold"] == [(1,)]


def test_a_mark_on_a_hidden_component_does_not_tell_which_it_is():
    set_mark = ir.SetState(MARK, (Const(tiny.THREE),), Const(1), Const(-1), (), 0)
    match = stopped(*DEALT, set_mark)
    assert match.view(1).variables[("mark", (tiny.THREE,))] == 1
    assert ("mark", (tiny.THREE,)) not in match.view(0).variables


def test_a_variable_with_a_hidden_component():
    flow = tiny.counter()
    favourite = replace(flow.variables[COUNT], name="favourite", type=OptionalType(tiny.CARD), low=-1, start=-1)
    flow = replace(flow, variables=(favourite, *flow.variables[MARK:]))
    match = stopped(*DEALT, ir.SetState(COUNT, (), Const(tiny.THREE), Const(-1), (), 0), flow=flow)
    assert match.view(1).variables[("favourite", ())] == tiny.THREE
    assert ("favourite", ()) not in match.view(0).variables and "favourite" not in table_text(match.view(0))
    match.state.cells[COUNT] = -1
    assert match.view(0).variables[("favourite", ())] == -1


# ------------------------------------------------------------------------------------------------ questions


def test_options_are_for_the_decider():
    match = cards()
    mine, theirs = match.view(0), match.view(1)
    assert mine.decides and [option.text for option in mine.options] == ["1", "2"] and mine.option_count == 2
    assert not theirs.decides and theirs.options == () and theirs.option_count == 0


def test_sealed_it_is_open_who_is_asked_and_hidden_what_was_chosen():
    match = cards()
    assert match.view(1).asked == match.view(0).asked and match.view(1).asked[0].seat == 0
    match.choose("2")
    view = match.view(1)
    assert names(view, "box") == (None,) and view.log() == []
    assert view.log(detail=True)[-1] == "A's hand -> the box: a card"


def test_a_hidden_component_in_a_prompt_is_a_place():
    secret = Shown(Const(tiny.THREE), tiny.CARD)
    asks = replace(choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1), prompt=("Take ", secret))
    match = stopped(*DEALT, asks=asks)
    assert match.view(1).asked[0].prompt == "Take 3" and match.view(0).asked[0].prompt == "Take ?1"


def test_a_hidden_component_on_offer_is_a_place():
    pick = ir.PickSpec("card", 1, Contents(HAND, Const(1)), tiny.CARD)
    asks = choice(Const(0), option("actions.x", 1, (pick,)), empty=1)
    view = stopped(*DEALT, asks=asks).view(0)
    assert [(option.text, option.label) for option in view.options] == [("?1", "X ?1"), ("?2", "X ?2")]


def test_scope_and_end():
    match = Match.start(tiny.counter(), 2)
    assert match.view(1).scope == "phases.round" and match.view(1).winners is None and match.view(0).seats == 2
    for text in ("add 3", "add 3", "add 3", "add 1"):
        match.choose(text)
    view = match.view(0)
    assert view.over and view.winners == (1,) and view.asked == () and view.options == () and not view.decides


@pytest.mark.parametrize("seat", [-1, 2])
def test_no_view_for_who_does_not_play(seat):
    with pytest.raises(ValueError, match="there are 2 seats"):
        cards().view(seat)


# ------------------------------------------------------------------------------------------------ secret questions


def test_only_the_one_who_is_asked_knows():
    match = asked_secretly()
    assert match.asked_at == "windows.speak" and match.decider == 1
    assert [option.text for option in match.view(1).options] == ["yes", "wait"]
    before = match.state.copy()
    view = match.view(0)
    assert view.over and view.winners == () and view.asked == () and view.scope == "game"
    assert match.state == before and not match.over


def test_others_are_shown_what_they_would_be_shown_had_nobody_been_asked():
    match = asked_secretly()
    view = match.view(0)
    shown = (dict(view.zones), dict(view.variables), view.asked, view.over, view.log(True), table_text(view), view.to_json())
    match.choose("wait")
    later = match.view(0)
    assert shown == (
        dict(later.zones), dict(later.variables), later.asked, later.over, later.log(True), table_text(later), later.to_json(),
    )  # fmt: skip
    assert [entry.kind for entry in view.ahead] == ["over"] and later.ahead == ()


@pytest.mark.parametrize("winners", [(), (1,), (0, 1)])
def test_the_last_line_is_the_same_ahead_of_time(winners):
    match = Match.start(tiny.ops(winners=Const(winners)), 2)
    assert match.entries[-1] == ending(winners)


def test_ones_own_question_after_a_secret_one_to_another():
    """B is asked, then C. When B is not asked, C is asked at once: so C is shown that in both cases."""

    def window(seat: int, then: int) -> ir.Choice:
        yes, wait = option("windows.speak.yes", 2), option("windows.speak.wait", then, passes=True)
        return choice(Const(seat), yes, wait, empty=then, secrecy="asked", scope=tiny.SPEAK)

    flow = tiny.table((block(0, window(1, 1)), block(1, window(2, 2)), block(2, ir.GameEnd(NOTHING, 0))))
    match = Match.start(flow, 3)
    assert match.decider == 1 and match.view(0).over and match.view(2).decides
    match.choose("wait")
    assert match.decider == 2 and match.view(2).decides and match.view(1).over


def test_no_further_than_chance():
    wait = option("windows.speak.wait", 1, passes=True)
    window = choice(Const(1), option("windows.speak.yes", 2), wait, empty=1, secrecy="asked", scope=tiny.SPEAK)
    flow = tiny.table((block(0, window), block(1, ir.Shuffle(DECK, None, 2, 0)), block(2, ir.GameEnd(NOTHING, 0))))
    view = Match.start(flow, 2).view(0)
    assert not view.over and view.asked == () and view.options == ()


@pytest.mark.parametrize("seat", [0, 2])
def test_three_orders_in_chaos_are_nobody_elses_business(seat):
    """A ends the turn. Whether B holds three Orders, and so is asked, A and C cannot tell from anything they see."""
    flow = load(ROOT / "games" / "chaos" / "game.yaml").flow
    views = []
    for held, below in (("Order", "9"), ("9", "Order")):
        hands = {0: ["1", "1", "2"], 1: [held] * 3, 2: ["3", "3", "4"]}
        zones: dict[tuple[str, int | None], list[tuple[str, int | None]]] = {
            ("hand", owner): [(name, None) for name in hand] for owner, hand in hands.items()
        }
        top = ["5", "6", "7", below, below, below]
        zones[("fountain", None)] = [(name, None) for name in top]
        variables: dict[tuple[str, tuple[int, ...]], int] = {("actions_taken", ()): 1, ("dealer", ()): 2}
        match = install(flow, Position(3, "act", {"turn": 0}, zones, ("fountain", None), variables))
        while match.decider == 1 and not match.over:  # before the turn ends, too
            match.choose("wait")
        match.choose("end_turn 2")
        views.append(match.view(seat))
        assert match.decider == 1 and (held == "Order") == (
            match.choice is not None and match.choice.secrecy == "asked"
        )
    asked, free = views
    assert asked.asked == free.asked and asked.scope == free.scope and dict(asked.zones) == dict(free.zones)
    assert asked.log(detail=True) == free.log(detail=True) and table_text(asked) == table_text(free)
    assert dict(asked.variables) == dict(free.variables) and asked.options == free.options


# ------------------------------------------------------------------------------------------------ for people and programs


def test_text():
    change = ir.SetState(GOLD, (Const(0),), Const(4), Const(-1), (), 0)
    view = stopped(*DEALT, tiny.change(Const(3)), change, move(tiny.cards_of(tiny.OTHER_TWO), BOX)).view(0)
    assert table_text(view).splitlines() == [
        "Tiny · round · as A sees it", "count 3   box: ▒", "empty: deck, pool", "▸A (you)  gold 4   hand: 1, 2",
        " B   hand: ▒×2",
    ]  # fmt: skip


def test_text_names_what_a_value_belongs_to():
    flow = tiny.counter()
    price = replace(flow.variables[COUNT], name="price", type=NUMBER, per=(ir.Dimension("enum", 0),))
    level = replace(flow.variables[COUNT], name="level", type=NUMBER, per=(ir.Dimension("range", 3, 1),))
    flow = replace(flow, variables=(price, flow.variables[MARK], level))
    sets = (ir.SetState(0, (Const(1),), Const(4), Const(-1), (), 0), ir.SetState(2, (Const(3),), Const(5), Const(-1), (), 0),
            ir.Turn(tiny.cards_of(tiny.ONE), True, Const(0), (), 0), ir.SetState(1, (Const(0),), Const(1), Const(-1), (), 0))  # fmt: skip
    shown = table_text(stopped(*sets, flow=flow).view(0))
    assert "price 4 light blue   level 3: 5" in shown and "1 [mark]" in shown


def test_json_is_plain_and_holds_nothing_hidden():
    view = cards().view(1)
    data = json.loads(json.dumps(view.to_json()))
    assert data["zones"]["A.hand"] == {"count": 2, "names": [None, None], "up": []}
    assert data["zones"]["B.hand"]["names"] == ["3", "Order"] and data["options"] == []
    assert data["asked"] == [{"seat": "A", "address": "phases.round", "prompt": "What?"}]
    assert set(data) == {"seat", "over", "winners", "scope", "asked", "options", "zones", "variables", "log"}
    assert cards().view(0).to_json()["options"] == [
        {"index": 0, "text": "1", "label": "Round 1", "address": "phases.round"},
        {"index": 1, "text": "2", "label": "Round 2", "address": "phases.round"},
    ]
