"""Whole matches of the two tiny games: choosing, chance, the log, taking back, saving."""

from __future__ import annotations

import pytest

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Arithmetic, Const, Contents, Expr, Local, RangeOf, Shown
from rulewright.dsl.types import NUMBER, IntType
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.match import Match
from tests.interpreter import tiny
from tests.interpreter.tiny import COUNT, DECK, HAND, NOTHING, ROUND, block, choice, move, option

SCRIPT = (("1", "2", "3", "Order"),)


def cards(seed: int = 0) -> Match:
    """A has 1 and 2, B has 3 and Order."""
    return Match.start(tiny.cards(), 2, seed, SCRIPT)


def named(match: Match, instance: int) -> list[str]:
    """The names of what lies in a zone."""
    return [match.machine.layout.names[card] for card in match.state.zones[instance]]


# ------------------------------------------------------------------------------------------------ playing


def test_counter():
    match = Match.start(tiny.counter(), 2)
    assert (match.decider, match.asked_at, match.prompt, match.over) == (0, "phases.round", "What?", False)
    for text in ("add 3", "add 3", "Add 3", "add 1"):
        match.choose(text)
    assert match.over and match.winners == (1,) and match.decider == -1 and match.options == () and match.asked_at == ""
    assert [(chosen.seat, chosen.text) for chosen in match.history] == [
        (0, "add 3"), (1, "add 3"), (0, "add 3"), (1, "add 1")]  # fmt: skip
    assert match.log()[-3:] == ["B: Add 1", "B adds 1", "The game is over: B wins"]


def test_nobody_wins():
    match = Match.start(tiny.counter(), 3)
    for text in ("add 3", "add 3", "add 2", "stop"):
        match.choose(text)
    assert match.winners == () and match.log()[-1] == "The game is over: Nobody wins"


def test_choose_by_number_or_option():
    match = Match.start(tiny.counter(), 2)
    match.choose(2)
    match.choose(match.options[0])
    assert match.state.cells[0] == 4


@pytest.mark.parametrize("option", [3, -1, "add 4"])
def test_what_is_not_on_offer(option):
    match = Match.start(tiny.counter(), 2)
    with pytest.raises(PlayError) as caught:
        match.choose(option)
    assert caught.value.code == "RW907" and match.history == []


def test_an_option_of_another_stop():
    match, other = Match.start(tiny.counter(), 2), Match.start(tiny.counter(), 2)
    for text in ("add 3", "add 3", "add 3"):
        other.choose(text)
    with pytest.raises(PlayError, match="`stop` cannot be chosen here"):
        match.choose(other.options[-1])


def test_scores():
    match = cards()
    assert match.scores() == {"cards": (2, 2)}


def test_cards():
    """Sealed answers hold everything back; a trigger opens a window; laws settle."""
    match = cards()
    match.choose("1")
    assert match.state.held == 1 and match.decider == 1
    match.choose("Order")
    assert match.state.held == 0 and match.asked_at == "windows.speak"  # the last card was played without being asked
    assert match.state.cells[COUNT] == 1 and named(match, 3) == ["2"]
    match.choose("yes")
    assert match.over and match.state.cells[COUNT] == 4


def test_a_law_clears_the_pool():
    match = Match.start(tiny.cards(), 2, script=SCRIPT)
    match.state.zones[3].append(match.state.zones[0].pop())
    match.state.where[match.state.zones[3][0]] = 3
    match.choose("1")
    match.choose("Order")
    assert match.state.zones[3] == [] and len(match.state.zones[0]) == 2


# ------------------------------------------------------------------------------------------------ chance


def test_a_script_names_the_first_of_a_shuffle():
    first = Match.start(tiny.cards(), 2, 3, (("Order",),))
    assert first.state.zones[1][0] == tiny.ORDER
    assert Match.start(tiny.cards(), 2, 3, (("Order",),)).state == first.state


def test_a_script_that_names_what_is_not_there():
    with pytest.raises(PlayError, match="names `4`, which is not among what is shuffled") as caught:
        Match.start(tiny.cards(), 2, 3, (("4",),))
    assert caught.value.origin is not None


def test_seeds():
    left = {Match.start(tiny.cards(), 2, seed).state.zones[0][0] for seed in range(40)}
    assert left == set(range(5))


def test_shuffling_hides_what_was_shown():
    flow = tiny.table(
        (
            block(0, ir.Shuffle(DECK, None, 1, 0), ir.Show(Contents(DECK), Const(1), True, 0)),
            block(1, ir.GameEnd(NOTHING, 0)),
        )
    )
    assert Match.start(flow, 2).state.shown == [0] * 5


def drawing(of: Expr) -> ir.Flow:
    said = ir.Say((Shown(Local(1), IntType(1, 6)),), 0)
    return tiny.table((block(0, ir.Draw(of, 1, IntType(1, 6), 1, 0)), block(1, ir.GameEnd(NOTHING, 0), said)))


def test_draw():
    faces = {Match.start(drawing(RangeOf(Const(1), Const(6))), 2, seed).log()[0] for seed in range(60)}
    assert faces == set("123456")
    assert Match.start(drawing(RangeOf(Const(1), Const(6))), 2, 0, ("5",)).log()[0] == "5"
    assert Match.start(drawing(Const(())), 2).state.frames[0][4] == -1


def test_draw_of_a_value_that_is_not_there():
    with pytest.raises(PlayError, match="possible are 1, 2"):
        Match.start(drawing(RangeOf(Const(1), Const(2))), 2, 0, ("7",))


def test_an_error_at_chance_has_a_place():
    with pytest.raises(PlayError) as caught:
        Match.start(drawing(RangeOf(Const(1), Arithmetic("/", Const(1), Const(0)))), 2)
    assert caught.value.origin is not None and caught.value.chain == ("game",)


# ------------------------------------------------------------------------------------------------ the log


def test_sealed_answers_are_told_to_nobody_else():
    match = cards()
    match.choose("1")
    assert match.log(0)[-1:] == ["A: Round 1"] and match.log(1) == []
    assert match.log(1, detail=True)[-1] == "A's hand -> the box: a card"


def test_a_decision_that_is_told_by_its_own_words_is_not_told_twice():
    said = ir.Say(("A plays",), tiny.PLAY)
    flow = tiny.table(
        (
            block(0, choice(Const(0), option("actions.play", 1), option("actions.other", 1), empty=1), scope=ROUND),
            block(1, ir.GameEnd(NOTHING, 0), said),
        )
    )
    match = Match.start(flow, 2)
    match.choose("play")
    assert match.log()[:-1] == ["A plays"] and match.log(detail=True)[:-1] == ["A: Play", "A plays"]
    match = Match.start(flow, 2)
    match.choose("other")
    assert match.log()[:-1] == ["A: Other", "A plays"]


def test_a_prompt_in_the_log_keeps_the_secret():
    """The line of an option without words of its own is its prompt; a hidden card in that is named to nobody else."""
    card = Shown(Const(tiny.THREE), tiny.CARD)
    bare = ir.Alternative(
        "phases.round",
        (Shown(Local(1), NUMBER),),
        tiny.YES,
        (ir.PickSpec("n", 1, Const((1, 2)), NUMBER),),
        tiny.YES,
        1,
        False,
        0,
    )
    asks = ir.Choice(Const(0), ROUND, ("Beside ", card, "?"), (bare,), "open", "ask", 1, 0)
    flow = tiny.table(
        (block(0, asks, move(tiny.cards_of(tiny.THREE), HAND, Const(0)), scope=ROUND), block(1, ir.GameEnd(NOTHING, 0)))
    )
    match = Match.start(flow, 2)
    assert match.prompt == "Beside 3?"
    match.choose("2")
    assert match.log(0)[0] == "A: Beside 3: 2" and match.log(1)[0] == "A: Beside a card: 2"


# ------------------------------------------------------------------------------------------------ back


def keeping(match: Match) -> Match:
    match.keep_history = True
    return match


def undoable(*ops: ir.Op, chance: bool = False, again: int = 0) -> Match:
    """A has chosen, these ops were run, and seat `again` is asked."""
    first = choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1)
    then = choice(Const(again), option("actions.x", 3), option("actions.y", 3), empty=3)
    flow = tiny.table(
        (
            block(
                0, first, move(tiny.cards_of(tiny.ONE), HAND, Const(0)), move(tiny.cards_of(tiny.TWO), HAND, Const(1))
            ),
            block(1, ir.Shuffle(DECK, None, 2, 0) if chance else ir.Goto(2, 0), *ops),
            block(2, then),
            block(3, ir.GameEnd(NOTHING, 0)),
        )
    )
    match = keeping(Match.start(flow, 2))
    match.choose("x")
    return match


def test_undo():
    match = undoable(tiny.change(Const(3)))
    before, lines = match.state.copy(), match.log(detail=True)
    assert match.can_undo()
    match.undo()
    assert match.state.cells[0] == 0 and match.history == [] and not match.can_undo()
    match.choose("x")
    assert match.state == before and match.log(detail=True) == lines


@pytest.mark.parametrize(
    "match",
    [
        undoable(chance=True),
        undoable(again=1),
        undoable(move(tiny.cards_of(tiny.THREE), HAND, Const(0))),
        undoable(move(tiny.cards_of(tiny.ONE), HAND, Const(1))),
        undoable(ir.Turn(tiny.cards_of(tiny.TWO), True, Const(0), (), 0)),
        undoable(
            ir.Turn(tiny.cards_of(tiny.TWO), True, Const(0), (), 0),
            ir.Turn(tiny.cards_of(tiny.TWO), False, Const(0), (), 0),
        ),
        undoable(ir.Show(tiny.cards_of(tiny.TWO), Const(0), True, 0)),
        undoable(ir.Say((Shown(Const(tiny.ONE), tiny.CARD),), 0)),
    ],
    ids=["chance", "somebody else asked", "drawn", "given", "revealed", "seen in passing", "shown", "named"],
)
def test_no_undo(match):
    assert not match.can_undo()
    with pytest.raises(PlayError, match="cannot be taken back"):
        match.undo()


def test_no_undo_without_history():
    match = Match.start(tiny.counter(), 2)
    match.choose(0)
    assert not match.can_undo()


def test_copy_is_apart():
    match = cards()
    other = match.copy()
    other.choose(0)
    assert match.state != other.state and match.history == [] and len(match.entries) < len(other.entries)
    match.choose(0)
    assert match.state == other.state and match.log() == other.log()


def test_save_and_load():
    match = cards()
    match.choose("2")
    loaded = Match.load(tiny.cards(), match.save())
    assert loaded.state == match.state and loaded.options == match.options
    loaded.choose("3")
    match.choose("3")
    assert loaded.state == match.state


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"digest": "x", "players": 2, "state": ""}'])
def test_load_refuses_other_texts(text):
    with pytest.raises(PlayError) as caught:
        Match.load(tiny.cards(), text)
    assert caught.value.code == "RW922"


def test_invariants_are_for_who_asks():
    match = Match.start(tiny.ops(tiny.change(Const(10))), 2)
    assert [each.name for each in match.machine.broken_invariants(match.state)] == ["small"]
