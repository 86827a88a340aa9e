"""Entropy: plays a check of the ledger through the engine and compares what comes out.

In: the three parts of a check. Out: a list of what is not as expected, empty when the check passes.
"""

from __future__ import annotations

from rulewright.interpreter import PlayError, PositionError
from tests.ledger.entropy_facts import failures
from tests.ledger.entropy_notation import NotationError, read_do, read_expect, read_given
from tests.ledger.entropy_places import Unplayable, filler
from tests.ledger.entropy_table import Table


def run(given: object, do: object, expect: object) -> list[str]:
    """What of a check does not hold."""
    try:
        position, steps, wanted = read_given(given), read_do(do), read_expect(expect)
        if set(wanted) == {"facts"} and not steps:  # it may ask for a game that is refused
            return []
        if position.discard is None and not position.setup:
            position.discard = filler(position, (given, do, expect))
        table = Table(
            position, fracture=next((step.kind for step in steps if step.kind != "shuffle"), "") == "fracture"
        )
        for step in steps:
            table.do(step)
        return failures(table, wanted)
    except NotationError as error:
        return [f"cannot be read: {error}"]
    except (PlayError, PositionError, Unplayable, ValueError) as error:
        return [f"cannot be played: {error}"]
