"""A loop over one member at most is no loop; one over a set that may have more stays one."""

from __future__ import annotations

from rulewright.interpreter.passes.unroll import unroll
from tests.interpreter.passes.flow_text import after

LOOP = """
block 0 of 0 in 0:
  Assign slot=1 value={set}
  -> Goto block=1
block 1 of 0 in 0:
  -> Branch condition=Count($1) then=2 otherwise=3 words=""
block 2 of 0 in 0:
  Assign slot=2 value=FirstOf($1)
  Assign slot=1 value=After($1, $2)
  SetState variable=1 value=$2 by=none
  -> Goto block=1
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""


def test_a_member_that_may_be_none() -> None:
    assert after(unroll, blocks=LOOP.format(set="MakeSet([FirstOf(RangeOf(#1, StateVar(1)))])")) == """
block 0 of 0 in 0:
  Assign slot=1 value=#[]
  -> Branch condition=(FirstOf(RangeOf(#1, StateVar(1))) is not none) then=2 otherwise=3 words=""
block 1 of 0 in 0:
  -> Gone
block 2 of 0 in 0:
  Assign slot=2 value=FirstOf(RangeOf(#1, StateVar(1)))
  SetState variable=1 value=$2 by=none
  -> Goto block=3
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""


def test_a_member_that_there_is() -> None:
    assert after(unroll, blocks=LOOP.format(set="MakeSet([#1])")) == """
block 0 of 0 in 0:
  Assign slot=1 value=#[]
  -> Goto block=2
block 1 of 0 in 0:
  -> Gone
block 2 of 0 in 0:
  Assign slot=2 value=#1
  SetState variable=1 value=$2 by=none
  -> Goto block=3
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""


def test_several_members() -> None:
    for text in ("Seats()", "MakeSet([#1, #2])"):
        blocks = LOOP.format(set=text)
        assert after(unroll, blocks=blocks) == blocks


def test_a_loop_that_can_be_come_to_from_elsewhere() -> None:
    # Block 4 goes back to the head as if it stood in the loop, but is come to from before it.
    blocks = """
block 0 of 0 in 0:
  Assign slot=1 value=MakeSet([#1])
  -> Branch condition=StateVar(1) then=4 otherwise=5 words=""
block 1 of 0 in 0:
  -> Branch condition=Count($1) then=2 otherwise=3 words=""
block 2 of 0 in 0:
  Assign slot=2 value=FirstOf($1)
  Assign slot=1 value=After($1, $2)
  -> Goto block=1
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
block 4 of 0 in 0:
  Reset variable=1
  -> Goto block=1
block 5 of 0 in 0:
  Assign slot=1 value=MakeSet([#1])
  -> Goto block=1
"""
    assert after(unroll, blocks=blocks) == blocks
