"""Blocks that follow one another always are one; those whose numbers states hold stay what they are."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.merge import merge
from tests.interpreter.passes.flow_text import after


def test_a_block_and_the_only_one_behind_it_become_one() -> None:
    before = """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  -> Goto block=2
block 1 of 0 in 0:
  Reset variable=1
  -> GameEnd winners=Seats()
block 2 of 0 in 1:
  Assign slot=2 value=$1
  -> Goto block=3
block 3 of 0 in 1:
  SetState variable=1 value=$2 by=none
  -> Branch condition=StateVar(1) then=1 otherwise=2 words="again"
"""
    assert after(merge, blocks=before) == """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  -> Goto block=2
block 1 of 0 in 0:
  Reset variable=1
  -> GameEnd winners=Seats()
block 2 of 0 in 1:
  Assign slot=2 value=$1
  SetState variable=1 value=$2 by=none
  -> Branch condition=StateVar(1) then=1 otherwise=2 words="again"
block 3 of 0 in 1:
  -> Gone
"""


def test_a_block_that_does_nothing_is_passed_over() -> None:
    before = """
block 0 of 0 in 0:
  -> Branch condition=StateVar(1) then=1 otherwise=2 words="maybe"
block 1 of 0 in 0:
  -> Goto block=2
block 2 of 0 in 0:
  -> Goto block=3
block 3 of 0 in 0:
  Reset variable=1
  -> GameEnd winners=Seats()
"""
    assert after(merge, blocks=before) == """
block 0 of 0 in 0:
  -> Branch condition=StateVar(1) then=3 otherwise=3 words="maybe"
block 1 of 0 in 0:
  -> Gone
block 2 of 0 in 0:
  -> Gone
block 3 of 0 in 0:
  Reset variable=1
  -> GameEnd winners=Seats()
"""


def test_going_round_without_end_is_left_for_play_to_report() -> None:
    before = """
block 0 of 0 in 0:
  -> Goto block=1
block 1 of 0 in 0:
  -> Goto block=2
block 2 of 0 in 0:
  -> Goto block=1
"""
    assert "Gone" not in after(merge, blocks=before).partition("block 1")[0]


@pytest.mark.parametrize(
    "exit_",
    [
        'Choice who=#0 scope=1 prompt=["?"] alternatives=[Alternative(address="a" label=["a"] guard=#1 legal=#1 target=2 passes=no @0)] '
        'secrecy="open" forced="ask" empty=2',
        "GameEnd winners=Seats()",
    ],
)
def test_a_block_at_which_play_can_stop_keeps_its_number(exit_: str) -> None:
    before = f"""
block 0 of 0 in 0:
  Assign slot=1 value=#5
  -> Goto block=1
block 1 of 0 in 0:
  Assign slot=2 value=#5
  -> {exit_}
{'' if exit_[0] == 'G' else '''block 2 of 0 in 0:
  -> GameEnd winners=Seats()
'''}"""
    found = after(merge, blocks=before)
    assert "Gone" not in found and found.count("slot=") == 2
    assert "block 0 of 0 in 0:\n  Assign slot=1 value=#5\n  -> Goto block=1\n" in found


def test_a_block_at_which_a_frame_waits_keeps_its_number_and_the_empty_one_too() -> None:
    before = """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  -> Settle then=1
block 1 of 0 in 0:
  -> Goto block=2
block 2 of 0 in 0:
  Reset variable=1
  -> Goto block=3
block 3 of 0 in 0:
  -> Shuffle zone=0 then=4
block 4 of 0 in 0:
  -> GameEnd winners=Seats()
"""
    assert after(merge, blocks=before) == """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  -> Settle then=1
block 1 of 0 in 0:
  Reset variable=1
  -> Shuffle zone=0 then=4
block 2 of 0 in 0:
  -> Gone
block 3 of 0 in 0:
  -> Gone
block 4 of 0 in 0:
  -> GameEnd winners=Seats()
"""


ACTIVE = """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  -> Goto block=1
block 1 of 0 in {}:
  Assign slot=2 value=IsActive(1)
  -> Goto block=2
block 2 of 0 in 0:
  -> GameEnd winners=Seats()
"""


def test_what_asks_for_what_is_under_way_stays_where_it_is() -> None:
    assert after(merge, blocks=ACTIVE.format(1)) == ACTIVE.format(1)
    assert "Gone" in after(merge, blocks=ACTIVE.format(0))


def test_where_answers_begin_to_be_sealed_the_reference_machine_can_take_over() -> None:
    before = """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  -> Goto block=1
block 1 of 0 in 0:
  Hold by=1 sealed=yes
  -> Goto block=2
block 2 of 0 in 0:
  Hold by=-1 sealed=yes
  -> Goto block=3
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""
    assert after(merge, blocks=before) == before
