"""Every law of the flow is broken once, and only a sound flow breaks none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.verify import LAWS, verify
from rulewright.dsl.types import FLAG, PLAYER, FormulaType
from tests.dsl.flow.flows import (
    HAND,
    ME,
    NOBODY,
    POT,
    SCORE_WATCH,
    WATCH,
    YES,
    hand,
    tiny,
    with_block,
    with_blocks,
    with_entry,
)

CHAOS = Path(__file__).parents[3] / "games" / "chaos" / "game.yaml"


def give(slot: int, value: e.Expr) -> ir.Assign:
    return ir.Assign(slot, value, 0)


def evaluated(value: e.Expr) -> Flow:
    """The tiny flow with an expression in block 0."""
    return with_block(tiny(), 0, ops=(give(2, value),))


def moved(**changes: object) -> Flow:
    move = tiny().blocks[5].ops[0]
    assert isinstance(move, ir.Move)
    return with_block(tiny(), 5, ops=(replace(move, **changes),))  # type: ignore[arg-type]


def watched(**changes: object) -> Flow:
    return moved(watches=(replace(WATCH, **changes),))  # type: ignore[arg-type]


def asked(number: int, **changes: object) -> Flow:
    choice = tiny().blocks[number].exit
    assert isinstance(choice, ir.Choice)
    return with_block(tiny(), number, exit=replace(choice, **changes))  # type: ignore[arg-type]


def offered(number: int, **changes: object) -> Flow:
    """The tiny flow with the first alternative of a choice changed."""
    choice = tiny().blocks[number].exit
    assert isinstance(choice, ir.Choice)
    first = replace(choice.alternatives[0], **changes)  # type: ignore[arg-type]
    return asked(number, alternatives=(first, *choice.alternatives[1:]))


def applied(body: e.Expr, parameters: tuple[int, ...] = (0,)) -> Flow:
    """The tiny flow with another body of its first function."""
    return with_entry(tiny(), "functions", 0, body=body, parameters=parameters)


def component(**changes: object) -> Flow:
    return with_entry(tiny(), "components", 0, **changes)


def unpicked() -> Flow:
    """The tiny flow with a bid that nothing is picked for."""
    flow = offered(4, picks=())
    return with_block(flow, 4, ops=flow.blocks[4].ops[:2])


CARD_4 = ir.PickSpec("card", 4, hand(e.Local(3)), PLAYER)
SPEAK_9 = ir.Alternative("a", (), YES, (), YES, 19, False, 0)

BROKEN: list[tuple[str, Callable[[], Flow], str]] = [
    ("numbers_are_in_range", lambda: with_block(tiny(), 0, exit=ir.Goto(99, 0)), "block of Goto is 99"),
    ("numbers_are_in_range", lambda: evaluated(e.Contents(-1)), "zone of Contents is -1"),
    ("numbers_are_in_range", lambda: evaluated(e.StateVar(9)), "variable of StateVar is 9"),
    ("numbers_are_in_range", lambda: evaluated(e.Apply(7)), "function of Apply is 7"),
    ("numbers_are_in_range", lambda: evaluated(e.IsActive(50)), "scope of IsActive is 50"),
    ("numbers_are_in_range", lambda: evaluated(e.Everything(3)), "kind of Everything is 3"),
    ("numbers_are_in_range", lambda: evaluated(e.Field(3, NOBODY)), "field of Field is 3"),
    ("numbers_are_in_range", lambda: with_block(tiny(), 0, ops=(ir.Assign(2, YES, 99),)), "origin of Assign is 99"),
    ("numbers_are_in_range", lambda: moved(word=1), "word of Move is 1"),
    ("numbers_are_in_range", lambda: watched(procedure=6), "procedure of Watch is 6"),
    ("numbers_are_in_range", lambda: watched(to_zone=3), "to_zone of Watch is 3"),
    ("numbers_are_in_range", lambda: offered(18, target=55), "target of Alternative is 55"),
    ("numbers_are_in_range", lambda: with_entry(tiny(), "scopes", 1, players=3), "players of ScopeSpec is 3"),
    ("numbers_are_in_range", lambda: with_entry(tiny(), "kinds", 0, fields=(0, 1, 4)), "fields of KindSpec is 4"),
    ("numbers_are_in_range", lambda: with_entry(tiny(), "fields", 1, per=1), "per of FieldSpec is 1"),
    ("numbers_are_in_range", lambda: component(start=4), "start of ComponentSpec is 4"),
    ("numbers_are_in_range", lambda: replace(tiny(), main=6), "main of Flow is 6"),
    ("parts_are_nodes", lambda: evaluated(e.Const(1.5)), "value of Const is float"),  # type: ignore[arg-type]
    ("dimensions_are_in_range", lambda: with_entry(tiny(), "zones", 1, per=ir.Dimension("enum", 2)), "no enum 2"),
    ("dimensions_are_in_range", lambda: with_entry(tiny(), "zones", 1, per=ir.Dimension("range", 0)), "is empty"),
    ("blocks_are_dense", lambda: replace(tiny(), blocks=tiny().blocks[1:]), "the block here has number 1"),
    ("words_are_known", lambda: evaluated(e.Fold("product", e.Seats(), 8, YES)), "operator of Fold is `product`"),
    ("words_are_known", lambda: moved(place="middle"), "place of Move is `middle`"),
    ("words_are_known", lambda: asked(18, secrecy="hidden"), "secrecy of Choice is `hidden`"),
    ("words_are_known", lambda: with_entry(tiny(), "zones", 0, order="heap"), "order of ZoneSpec is `heap`"),
    ("indices_match_dimensions", lambda: evaluated(e.StateVar(0)), "`score` has 1 dimensions, not 0"),
    ("indices_match_dimensions", lambda: evaluated(e.StateVar(2, (ME,))), "`asked` has 2 dimensions, not 1"),
    ("indices_match_dimensions",
     lambda: with_block(tiny(), 0, ops=(ir.SetState(1, (ME,), YES, ME, (), 0),)),
     "`round` has 0 dimensions, not 1"),
    ("indices_match_dimensions",
     lambda: with_block(tiny(), 14, ops=(ir.Change(0, (ME,), YES, ME, (replace(SCORE_WATCH, index=()),), 0),)),
     "0 temps for 1 indices"),
    ("owners_match_zones", lambda: evaluated(e.Contents(0, ME)), "zone `deck` is shared"),
    ("owners_match_zones", lambda: evaluated(e.Contents(HAND)), "whose zone `hand` is meant?"),
    ("owners_match_zones", lambda: moved(zone=HAND), "whose zone `hand`"),
    ("owners_match_zones", lambda: with_block(tiny(), 0, ops=(ir.PassAround(POT, YES, ME, (), 0),)), "passed around"),
    ("keys_match_fields", lambda: evaluated(e.Field(1, NOBODY)), "field `price` needs a key"),
    ("keys_match_fields", lambda: evaluated(e.Field(0, NOBODY, YES)), "field `worth` has no key"),
    ("functions_get_their_arguments", lambda: evaluated(e.Apply(0)), "`Player.points` takes 1 values, not 0"),
    ("functions_get_their_arguments", lambda: with_entry(tiny(), "scores", 0, function=1), "of a score takes"),
    ("procedures_get_their_arguments", lambda: with_block(tiny(), 7, exit=ir.Call(2, (ME,), 8, 0)), "takes 2 values"),
    ("procedures_get_their_arguments", lambda: with_block(tiny(), 8, exit=ir.Call(NOBODY, (), 9, 0)), "effect takes 1"),
    ("procedures_get_their_arguments", lambda: watched(give=(NOBODY,)), "`triggers.echo` takes 2 values, not 1"),
    ("watches_call_triggers", lambda: watched(procedure=4, give=(NOBODY,)), "`windows.speak` is no trigger"),
    ("watches_call_triggers", lambda: with_block(tiny(), 7, exit=ir.Call(1, (ME,), 8, 0)), "calls `laws`"),
    ("components_are_whole", lambda: component(values=(1,)), "Card has 3 fields, not 1"),
    ("components_are_whole", lambda: component(values=(1, 2, -1)), "the value of `price` has the wrong form"),
    ("components_are_whole", lambda: component(values=(1, (2,), -1)), "the value of `price` has the wrong form"),
    ("components_are_whole", lambda: component(owner=1), "zone `deck` is shared"),
    ("components_are_whole", lambda: component(start=HAND), "zone `hand` needs an owner"),
    ("components_are_whole", lambda: component(seats=(4,)), "player counts"),
    ("components_are_whole",
     lambda: with_entry(replace(tiny(), kinds=(*tiny().kinds, ir.KindSpec("Die", ()))), "zones", 0, holds=1),
     "does not hold Cards"),
    ("fields_belong_to_their_kind", lambda: with_entry(tiny(), "kinds", 0, fields=(0, 1)), "its fields are not"),
    ("effects_are_procedures", lambda: component(values=(1, (0, 0), 2)), "2 is no effect"),
    ("formulas_are_functions", lambda: with_entry(tiny(), "fields", 0, type=FormulaType(FLAG)), "9 is no function"),
    ("variables_start_in_bounds", lambda: with_entry(tiny(), "variables", 1, start=10), "outside of 0..9"),
    ("somebody_plays", lambda: replace(tiny(), players=(3, 2)), "3 to 2 players"),
    ("somebody_plays", lambda: replace(tiny(), players=(0, 3)), "0 to 3 players"),
    ("scopes_form_a_tree", lambda: with_entry(tiny(), "scopes", 2, parent=3), "its parent is 3"),
    ("scopes_form_a_tree", lambda: with_entry(tiny(), "scopes", 2, parent=-1), "its parent is -1"),
    ("scopes_form_a_tree", lambda: with_entry(tiny(), "scopes", 0, parent=0), "its parent is 0"),
    ("steps_are_small", lambda: with_block(tiny(), 6, ops=(ir.Hold(-2, 0),)), "a hold by -2"),
    ("steps_are_small", lambda: evaluated(e.Around(e.Seats(), YES, 2)), "round the table by 2"),
    ("steps_are_small", lambda: moved(face=2), "face 2"),
    ("procedures_name_their_locals", lambda: with_entry(tiny(), "procedures", 1, parameters=0), "0 parameters"),
    ("procedures_name_their_locals", lambda: with_entry(tiny(), "procedures", 2, names=("me",)), "1 names and 2 types"),
    ("procedures_name_their_locals", lambda: with_entry(tiny(), "procedures", 1, names=("p",)), "local 0 is not `me`"),
    ("locals_exist", lambda: evaluated(e.Local(5)), "local 5 of 5"),
    ("locals_exist", lambda: with_block(tiny(), 0, ops=(give(5, YES),)), "local 5 of 5"),
    ("locals_exist", lambda: with_block(tiny(), 1, exit=ir.Draw(e.Seats(), 8, PLAYER, 2, 0)), "local 8 of 5"),
    ("locals_stay_in_blocks", lambda: applied(ME), "without a frame"),
    ("locals_stay_in_blocks", lambda: with_entry(tiny(), "invariants", 0, condition=ME), "without a frame"),
    ("locals_stay_in_blocks",
     lambda: with_entry(tiny(), "zones", 0, seen_by=ir.Audience("all", ME)),
     "something without a frame"),
    ("locals_stay_in_blocks", lambda: watched(condition=ME), "in a watch"),
    ("locals_have_values", lambda: evaluated(e.Local(1)), "local 1 may have no value"),
    ("locals_have_values", lambda: with_block(tiny(), 4, ops=tiny().blocks[4].ops[1:]), "local 3 may have no value"),
    ("locals_have_values", lambda: unpicked(), "local 4 may have no value"),
    ("watches_say_whom_they_stand_for", lambda: watched(each=None), "a set of seats without a temp"),
    ("watches_say_whom_they_stand_for", lambda: watched(source=2), "the same temp"),
    ("temps_are_bound_once", lambda: evaluated(e.Temp(3)), "temp 3 is not bound"),
    ("temps_are_bound_once", lambda: evaluated(e.Filter(e.Temp(8), 8, YES)), "temp 8 is not bound"),
    ("temps_are_bound_once", lambda: evaluated(e.Filter(e.Seats(), 8, e.AnyOf(e.Seats(), 8, YES))), "8 is bound again"),
    ("temps_are_bound_once", lambda: evaluated(e.Filter(e.Seats(), 0, e.Apply(0, (YES,)))), "temp 0 is bound again"),
    ("temps_are_bound_once", lambda: evaluated(e.Filter(e.Seats(), 0, e.Apply(1))), "temp 0 is bound again"),
    ("temps_are_bound_once", lambda: evaluated(e.Filter(e.Seats(), 9, YES)), "temp 9 of 9"),
    ("temps_are_bound_once", lambda: applied(e.Temp(8)), "temp 8 is not bound"),
    ("temps_are_bound_once", lambda: applied(YES, (0, 0)), "two parameters"),
    ("temps_are_bound_once", lambda: watched(condition=e.Temp(6)), "temp 6 is not bound"),
    ("temps_are_bound_once", lambda: watched(each=e.MakeSet((e.Temp(7),))), "temp 7 is not bound"),
    ("functions_are_not_recursive", lambda: applied(e.Count(e.Apply(1))), "it needs its own value"),
    ("exits_stay_in_their_procedure", lambda: with_block(tiny(), 15, exit=ir.Goto(0, 0)), "not of `actions.draw`"),
    ("exits_stay_in_their_procedure", lambda: with_block(tiny(), 19, exit=ir.Leave(15, 0)), "not of `game`"),
    ("exits_stay_in_their_procedure", lambda: asked(18, empty=0), "not of `windows.speak`"),
    ("procedures_begin_in_their_own_blocks", lambda: with_entry(tiny(), "procedures", 2, entry=0), "begins at block 0"),
    ("main_and_settle_are_themselves", lambda: with_entry(tiny(), "procedures", 2, kind="main"), "main is 0"),
    ("main_and_settle_are_themselves", lambda: with_entry(tiny(), "procedures", 1, kind="law"), "settle is 1"),
    ("main_does_not_return", lambda: with_block(tiny(), 10, exit=ir.Return(0)), "returns from main"),
    ("settling_reacts", lambda: with_block(tiny(), 12, exit=ir.Goto(13, 0)), "no `React`"),
    ("settling_reacts", lambda: with_block(tiny(), 16, exit=ir.React(17, 0)), "outside of the settle procedure"),
    ("settling_reacts", lambda: with_block(tiny(), 12, ops=(ir.Reset(1, 0),)), "run again"),
    ("blocks_are_reached", lambda: with_blocks(tiny(), (0, 0, (), ir.Goto(0, 0))), "nothing leads here"),
    ("blocks_are_reached", lambda: with_block(tiny(), 10, exit=ir.Gone(0)), "something leads here, and it is gone"),
    ("blocks_are_reached", lambda: with_blocks(tiny(), (0, 0, (ir.Reset(1, 0),), ir.Gone(0))), "it is gone, and does something"),
    ("scenarios_begin_in_main", lambda: with_entry(tiny(), "entries", 0, block=14), "begins at block 14"),
    ("scenarios_begin_in_main", lambda: with_entry(tiny(), "entries", 0, bindings=(("p", -1, 5),)), "local 5"),
    ("scenarios_begin_in_main", lambda: with_entry(tiny(), "entries", 0, bindings=(("p", 3, -1),)), "variable 3"),
    ("scenarios_begin_in_main", lambda: replace(tiny(), entries=tiny().entries * 2), "an earlier entry"),
    ("scopes_have_their_own_addresses", lambda: with_entry(tiny(), "scopes", 2, address="game"), "an earlier scope"),
    ("choices_can_be_told_apart", lambda: asked(18, alternatives=()), "between nothing"),
    ("choices_can_be_told_apart", lambda: asked(18, alternatives=(SPEAK_9, SPEAK_9)), "one address"),
    ("choices_can_be_told_apart", lambda: offered(4, picks=(CARD_4, CARD_4)), "go into one local"),
    ("one_alternative_passes", lambda: offered(18, passes=True), "2 alternatives let the chance pass"),
    ("one_alternative_passes", lambda: asked(4, secrecy="asked"), "no alternative lets it pass"),
    ("sealed_choices_are_held", lambda: with_block(tiny(), 2, ops=tiny().blocks[2].ops[:1]), "while nothing holds"),
    ("holds_are_balanced", lambda: with_block(tiny(), 5, ops=(ir.Hold(1, 0),)), "holds 1 or 2"),
    ("holds_are_balanced", lambda: with_block(tiny(), 0, ops=(ir.Hold(-1, 0),)), "lets go what it does not hold"),
    ("holds_are_balanced", lambda: with_block(tiny(), 14, ops=(ir.Hold(1, 0),)), "returns while it holds 1 times"),
]  # fmt: skip


def test_a_sound_flow_breaks_no_law():
    assert verify(tiny()) == ()


@pytest.mark.parametrize(("law", "make", "text"), BROKEN, ids=[f"{law}-{text}" for law, _, text in BROKEN])
def test_law(law, make, text):
    found = verify(make())
    assert any(each.law == law and text in each.text for each in found), [str(each) for each in found]


def test_every_law_is_broken_by_some_test_and_says_what_it_demands():
    assert {law for law, _, _ in BROKEN} == {law.__name__ for law in LAWS}
    assert all(law.__doc__ for law in LAWS)


def test_a_violation_names_the_place():
    violation = next(each for each in verify(with_block(tiny(), 10, exit=ir.Return(0))))
    assert str(violation) == "blocks[10] game: returns from main (main_does_not_return)"


def test_numbers_out_of_range_are_reported_alone():
    flow = with_block(tiny(), 15, exit=ir.Goto(99, 99))
    assert {each.law for each in verify(flow)} == {"numbers_are_in_range"}


def test_a_loop_that_holds_ever_more_is_reported_once_for_each_block_and_ends():
    flow = with_block(tiny(), 3, ops=(ir.Hold(1, 0),))
    assert "holds_are_balanced" in {each.law for each in verify(flow)}


def test_the_flow_of_a_rulebook_keeps_the_laws():
    assert [str(each) for each in verify(load(CHAOS).flow)] == []
