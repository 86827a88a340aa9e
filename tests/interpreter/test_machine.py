"""Running from stop to stop: exits, frames, laws and reactions, and what is said when it goes wrong."""

from __future__ import annotations

from typing import get_args

import pytest

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Arithmetic, Compare, Const, IsActive, Local, Not, Shown, StateVar, Temp
from rulewright.dsl.types import NUMBER
from rulewright.interpreter import machine as machines
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.exits import EXITS
from rulewright.interpreter.match import Match
from tests.interpreter import tiny
from tests.interpreter.tiny import (
    COUNT,
    GAME,
    GREET,
    NOTHING,
    PLAY,
    ROUND,
    SETTLE,
    TIDY,
    YES,
    Body,
    block,
    change,
    choice,
    labels,
    move,
    option,
    settle,
    table,
)  # fmt: skip

END = ir.GameEnd(NOTHING, 0)


def test_every_exit_has_a_builder():
    assert set(EXITS) == set(get_args(ir.Exit))


def test_branch_and_goto():
    state, _ = tiny.run(
        table(
            (
                block(0, ir.Branch(Compare(">", StateVar(COUNT), Const(3)), 1, 2, "", 0)),
                block(1, END),
                block(2, ir.Goto(0, 0), change(Const(2))),
            )
        )
    )
    assert state.cells[0] == 4 and state.winners == ()


def test_winners_are_in_order():
    assert tiny.run(tiny.ops(winners=Const((1, 0))))[0].winners == (0, 1)


def test_call_gives_arguments_and_comes_back():
    state, _ = tiny.run(
        table(
            (
                block(0, ir.Call(2, (Const(1), Local(1)), 1, 0), ir.Assign(1, Const(3), 0)),
                block(1, END, change(Const(5))),
                block(2, ir.Return(0), change(Local(1)), procedure=2),
            ),
            Body("action", 2, PLAY, 2, 3),
        )
    )
    assert state.cells[0] == 8 and len(state.frames) == 1


@pytest.mark.parametrize(("procedure", "expected"), [(2, 1), (-1, 0)])
def test_a_procedure_may_be_told_by_a_value(procedure, expected):
    state, _ = tiny.run(
        table(
            (
                block(0, ir.Call(Const(procedure), (Const(0),), 1, 0)),
                block(1, END),
                block(2, ir.Return(0), change(Const(1)), procedure=2),
            ),
            Body("effect", 2, PLAY),
        )
    )
    assert state.cells[0] == expected


def test_leave_drops_frames_reactions_and_holds():
    watch = ir.Watch(2, YES, (Const(0),))
    state, _ = tiny.run(
        table(
            (
                block(0, ir.Call(2, (Const(0),), 1, 0)),
                block(1, END, change(Const(5))),
                block(2, ir.Leave(3, 0), change(Const(1), watch), ir.Hold(1, 0), procedure=2),
                block(3, END),
            ),
            Body("action", 2, PLAY),
        )
    )
    assert (state.cells[0], state.pending, state.held, state.floor, len(state.frames)) == (1, [], 0, 0, 1)


@pytest.mark.parametrize(("scope", "at_first", "inside"), [(GAME, 1, 1), (ROUND, 0, 1), (PLAY, 0, 1), (GREET, 0, 0)])
def test_a_scope_is_active_while_a_frame_waits_in_it(scope, at_first, inside):
    active = IsActive(scope)
    state, _ = tiny.run(
        table(
            (
                block(0, ir.Goto(1, 0), ir.Assign(1, active, 0)),
                block(1, ir.Call(2, (), 2, 0), scope=ROUND),
                block(2, END, scope=ROUND),
                block(3, ir.Return(0), change(active), procedure=2, scope=PLAY),
            ),
            Body("action", 3, PLAY),
        )
    )
    assert (state.frames[0][4], state.cells[0]) == (at_first, inside)


# ------------------------------------------------------------------------------------------------ laws and reactions


def test_a_law_is_carried_out_until_it_does_not_apply():
    state, _ = tiny.run(
        table(
            (
                block(0, ir.Settle(1, 0)),
                block(1, END),
                block(2, ir.Branch(Compare("<", StateVar(COUNT), Const(4)), 3, 4, "", 0), procedure=SETTLE),
                block(3, ir.Goto(2, 0), change(Const(1)), procedure=SETTLE, scope=TIDY),
                block(4, ir.Return(0), procedure=SETTLE),
            ),
            settles=2,
        )
    )
    assert state.cells[0] == 4


@pytest.mark.parametrize(("held", "expected"), [(0, 1), (1, 0)])
def test_nothing_settles_while_it_is_held(held, expected):
    state, _ = tiny.run(
        table(
            (
                block(0, ir.Settle(1, 0), ir.Hold(held, 0)),
                block(1, END),
                block(2, ir.Return(0), change(Const(1)), procedure=SETTLE),
            ),
            settles=2,
        )
    )
    assert state.cells[0] == expected


def said(*words: str | Shown) -> ir.Say:
    return ir.Say(tuple(words), 0)


def test_reactions_are_first_in_first_out_and_nested_ones_come_before_the_rest():
    """1 and 2 are due; the first makes 3 and 4 due while it runs, and settles them before it goes on."""
    at = labels("start over react done outer more inner end")
    outer = ir.Watch(2, YES, (Temp(0),), subject=0)
    inner = ir.Watch(3, YES, (Temp(0),), subject=0)
    number = Shown(tiny.number_of(Local(0)), NUMBER)
    first = Compare("is", Local(0), Const(tiny.ONE))
    flow = table(
        (
            block(at.start, ir.Settle(at.over, 0), move(tiny.cards_of(tiny.ONE, tiny.TWO), tiny.BOX, watches=(outer,))),
            block(at.over, END),
            *settle(at.react, at.done),
            block(at.outer, ir.Branch(first, at.more, at.end, "", 0), said("begin ", number), procedure=2),
            block(
                at.more,
                ir.Settle(at.end, 0),
                move(tiny.cards_of(tiny.THREE, tiny.ORDER), tiny.BOX, watches=(inner,)),
                procedure=2,
            ),
            block(at.inner, ir.Return(0), said("inner ", number), procedure=3),
            block(at.end, ir.Return(0), said("end ", number), procedure=2),
        ),
        Body("trigger", at.outer, GREET),
        Body("trigger", at.inner, GREET),
        settles=at.react,
    )
    match = Match.start(flow, 2)
    assert match.log()[:-1] == ["begin 1", "inner 3", "inner 0", "end 1", "begin 2", "end 2"]
    assert match.state.floor == 0 and match.state.pending == []


def test_a_reaction_may_be_skipped_while_its_own_effect_is_under_way():
    """A watch that is off during its own trigger does not feed itself."""
    at = labels("start over react done body end")
    watch = ir.Watch(2, Not(IsActive(GREET)), (Const(0),))
    flow = table(
        (
            block(at.start, ir.Settle(at.over, 0), change(Const(1), watch)),
            block(at.over, END),
            *settle(at.react, at.done),
            block(at.body, ir.Settle(at.end, 0), change(Const(1), watch), procedure=2, scope=GREET),
            block(at.end, ir.Return(0), procedure=2, scope=GREET),
        ),
        Body("trigger", at.body, GREET),
        settles=at.react,
    )
    assert tiny.run(flow)[0].cells[0] == 2


# ------------------------------------------------------------------------------------------------ stops


def test_chance_stops_the_machine():
    machine, state = tiny.machine(tiny.cards())
    machine.advance(state, [])
    assert isinstance(machine.exit(state), ir.Shuffle)
    assert machine.decider(state) == -1 and machine.options(state) == ()


def asking(who: int, forced: str = "ask", secrecy: str = "open", guards: tuple[int, ...] = (1,)) -> ir.Flow:
    alternatives = (option(f"actions.{number}x", 2, guard=Const(guard)) for number, guard in enumerate(guards))
    asked = choice(Const(who), *alternatives, empty=1, forced=forced, secrecy=secrecy)
    return table((block(0, asked, scope=ROUND), block(1, END), block(2, END, change(Const(7)))))


@pytest.mark.parametrize(
    ("flow", "stops", "count"),
    [
        (asking(1), True, 0),
        (asking(-1), False, 0),
        (asking(0, guards=(0, 0)), False, 0),
        (asking(0, forced="take"), False, 7),
        (asking(0, forced="take", guards=(0, 1)), False, 7),
        (asking(0, forced="take", guards=(1, 1)), True, 0),
        (asking(0, forced="take", secrecy="sealed"), True, 0),
        (asking(0, forced="take", secrecy="asked"), True, 0),
    ],
    ids=["one", "nobody", "nothing", "forced", "forced of two", "two", "sealed", "asked"],
)
def test_who_is_asked(flow, stops, count):
    state, log = tiny.run(flow)
    assert ((state.winners is None), state.cells[0]) == (stops, count)
    assert [entry for entry in log if entry.kind == "choice"] == []


def test_advancing_a_stopped_state_changes_nothing():
    machine, state = tiny.machine(tiny.counter())
    machine.advance(state, [])
    before = state.copy()
    machine.advance(state, [])
    assert state == before


def test_two_machines_give_equal_states():
    states = [Match.start(tiny.cards(), 3, seed=5).state for _ in range(2)]
    assert states[0] == states[1] and states[0].digest() == states[1].digest()


# ------------------------------------------------------------------------------------------------ errors


def test_an_endless_loop_is_named():
    flow = table(
        (
            block(0, ir.Settle(1, 0)),
            block(1, END),
            block(2, ir.Goto(3, 0), procedure=SETTLE, scope=TIDY),
            block(3, ir.Call(2, (), 2, 0), procedure=SETTLE, scope=TIDY),
            block(4, ir.Return(0), procedure=2, scope=GREET),
        ),
        Body("trigger", 4, GREET),
        settles=2,
    )
    with pytest.raises(PlayError) as caught:
        tiny.run(flow)
    error = caught.value
    assert error.code == "RW901" and error.origin is not None and "laws.tidy" in error.chain
    assert error.message in (
        "laws.tidy -> triggers.greet went round 3,334 times without a choice; add a condition that stops it",
        "triggers.greet -> laws.tidy went round 3,334 times without a choice; add a condition that stops it",
    )


def test_too_deep():
    flow = table(
        (
            block(0, ir.Call(2, (), 1, 0)),
            block(1, END),
            block(2, ir.Call(2, (), 3, 0), procedure=2),
            block(3, ir.Return(0), procedure=2),
        ),
        Body("effect", 2, PLAY),
    )
    with pytest.raises(PlayError, match=f"more than {machines.DEPTH} inside one another") as caught:
        tiny.run(flow)
    assert caught.value.code == "RW902" and len(caught.value.chain) < 20


def test_an_error_names_the_rule_and_those_under_way():
    bad = ir.Assign(1, Arithmetic("/", Const(1), Const(0)), PLAY)
    flow = table(
        (
            block(0, ir.Call(2, (), 1, 0), scope=ROUND),
            block(1, END, scope=ROUND),
            block(2, ir.Return(0), bad, procedure=2, scope=PLAY),
        ),
        Body("action", 2, PLAY, 1, 2),
    )
    with pytest.raises(PlayError) as caught:
        tiny.run(flow)
    error = caught.value
    assert error.origin is not None and error.origin.address == "actions.play"
    assert error.chain == ("phases.round", "actions.play")
    assert str(error).endswith("(in `actions.play`); under way: phases.round -> actions.play")
