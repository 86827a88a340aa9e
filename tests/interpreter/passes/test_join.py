"""What both ways of a branch begin with is done before it, unless the condition hangs on it."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.join import join
from tests.interpreter.passes.flow_text import after

BEFORE = """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  -> Branch condition={condition} then=1 otherwise=2 words="maybe"
block 1 of 0 in {scope}:
  Assign slot=2 value={value}
  Reset variable=1
  -> Goto block=3
block 2 of 0 in 0:
  Assign slot=2 value={value}
  Reset variable=1
  Assign slot=1 value=#7
  -> Goto block=3
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""


def before(condition: str = "$1", scope: int = 0, value: str = "#6") -> str:
    return BEFORE.format(condition=condition, scope=scope, value=value)


def test_what_both_begin_with_is_done_once() -> None:
    assert after(join, blocks=before()) == """
block 0 of 0 in 0:
  Assign slot=1 value=#5
  Assign slot=2 value=#6
  Reset variable=1
  -> Branch condition=$1 then=1 otherwise=2 words="maybe"
block 1 of 0 in 0:
  -> Goto block=3
block 2 of 0 in 0:
  Assign slot=1 value=#7
  -> Goto block=3
block 3 of 0 in 0:
  -> GameEnd winners=Seats()
"""


def test_what_changes_the_state_stays_behind_a_condition_that_looks_at_it() -> None:
    found = after(join, blocks=before(condition="(StateVar(1) > #3)"))
    assert found.index("Assign slot=2") < found.index("Branch") < found.index("Reset variable=1")
    assert (found.count("Assign slot=2"), found.count("Reset variable=1")) == (1, 2)


@pytest.mark.parametrize(
    "blocks",
    [
        before().replace("slot=1 value=#5", "slot=2 value=#5").replace("condition=$1", "condition=$2"),
        before(scope=1, value="IsActive(1)"),
        before().replace("  Assign slot=1 value=#7\n  -> Goto block=3", "  -> Goto block=1"),
        before().replace("Assign slot=2 value=#6", "Assign slot=3 value=#6", 1),
    ],
    ids=["the condition looks at it", "it hangs on where the frame stands", "one leads to the other", "it is not the same"],
)
def test_what_stays_where_it_is(blocks: str) -> None:
    assert after(join, blocks=blocks) == blocks
