"""Ways that a constant closes are gone, and so is what only they lead to; all else keeps its number."""

from __future__ import annotations

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.passes.prune import prune
from tests.interpreter.passes.board import board
from tests.interpreter.passes.flow_text import after


def test_a_branch_on_a_constant_goes_on_and_what_only_the_other_way_led_to_is_gone() -> None:
    before = """
block 0 of 0 in 0:
  -> Branch condition=#0 then=1 otherwise=3 words="never"
block 1 of 0 in 0:
  Assign slot=1 value=#5
  -> Goto block=2
block 2 of 0 in 0:
  -> Goto block=3
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""
    assert after(prune, blocks=before) == """
block 0 of 0 in 0:
  -> Goto block=3
block 1 of 0 in 0:
  -> Gone
block 2 of 0 in 0:
  -> Gone
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""


def test_what_something_else_leads_to_stays() -> None:
    before = """
block 0 of 0 in 0:
  -> Branch condition=#1 then=1 otherwise=2 words="always"
block 1 of 0 in 0:
  -> Branch condition=StateVar(1) then=2 otherwise=3 words="maybe"
block 2 of 0 in 0:
  Reset variable=1
  -> Goto block=3
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""
    assert after(prune, blocks=before) == before.replace('Branch condition=#1 then=1 otherwise=2 words="always"', "Goto block=1")


def test_a_question_of_which_both_answers_are_one_is_not_asked_unless_it_can_fail() -> None:
    before = """
block 0 of 0 in 0:
  -> Branch condition=(StateVar(1) > #3) then=1 otherwise=1 words="who cares"
block 1 of 0 in 0:
  -> Branch condition=(#3 / StateVar(1)) then=2 otherwise=2 words="it may fail"
block 2 of 0 in 0:
  -> GameEnd winners=Seats()
"""
    found = before.replace('Branch condition=(StateVar(1) > #3) then=1 otherwise=1 words="who cares"', "Goto block=1")
    assert after(prune, blocks=before) == found


def test_a_local_that_is_given_what_it_is_is_left_alone() -> None:
    before = """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  Assign slot=1 value=$1
  Assign slot=2 value=$1
  -> GameEnd winners=Seats()
"""
    assert after(prune, blocks=before) == before.replace("  Assign slot=1 value=$1\n", "")


def test_definitions_that_nothing_applies_are_gone_and_the_others_keep_their_numbers() -> None:
    flow = board("used(count_up) > 3", "used(Int n): inner(n) + n\n  inner(Int n): n * n\n  alone(Int n): n - 1")
    assert [each.name for each in flow.functions] != []
    pruned = prune(flow, 2)
    gone = [each.name for each in pruned.functions if each.body == e.Const(e.NONE) and each.parameters == ()]
    assert [each.name for each in pruned.functions] == [each.name for each in flow.functions]
    assert sorted(gone) == ["Square.is_mine", "Square.next", "alone"]
