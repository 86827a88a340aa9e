"""The adapter of the Entropy Cosmos ledger: how it reads the notation, and that what does not hold is a failure."""

from __future__ import annotations

import pytest

from tests.ledger.cosmos import prepare, run
from tests.ledger.cosmos_cells import effect, requirement

CHOOSE = "A PH01; step effect [choose (gain 1 life_card | do set biome)]"
MASS = "A mass 2; PH01.effect = gain 2 energy; A PH01; step action catch asteroid"

HOLDING = [
    ("A entropy 4; A PH01 bacteria 5; step effect [gain 1 bacteria]", "-", "stop action A"),
    (CHOOSE, "-", "stop choose A; only choose [gain 1 life_card], choose [do set biome], pass"),
    (CHOOSE, "choose [do set biome]", "stop given set biome A; options 4 set * at PH01"),
    (MASS, "catch heat on PH01 mass", "A energy +2 mass -2; PH01 mass heat lifeform -; supply heat 9"),
    ("4 players; first C; turn C; fix set A = C; new game", "-", "stop move C; distinct sets"),
    ("objectives_to_end.value = 1; A track star final; step mission", "-", "triggered; completed 1"),
]
FAILING = [
    (MASS, "catch heat on PH01 mass", "A energy +1", "A energy +1: got +2"),
    (MASS, "-", "only pass", "only pass: got catch heat on PH01 mass, catch carbon on PH01 mass, pass"),
    (MASS, "catch water on PH01 mass", "A mass 0", "cannot be played: `catch water on PH01 mass`: stop move B with"),
    (MASS, "-", "PH01 -; PH02 mass heat", "PH01 -: it is in play"),
    ("A riches 3", "-", "A vp 0", "cannot be read: given: `A riches 3`: `riches` is nothing of a player"),
    ("PH01.colour = red", "-", "A vp 0", "cannot be read: `PH01` has no column `colour`"),
    ("PH01.effect = gain 1 gold", "-", "A vp 0", "cannot be compiled: "),
    ("new game", "-", "bonus side 1 3 5", "bonus side 1 3 5: got 1 2 3 4 5 6"),
    ("A at O1", "move O2", "order action, landed", "order action, landed: got turn, landed, bonus, action"),
]


@pytest.fixture(scope="module")
def compiled() -> None:
    """What the checks change, compiled at once."""
    prepare([*HOLDING, *(each[:3] for each in FAILING)])


@pytest.mark.parametrize(("given", "do", "expect"), HOLDING)
def test_what_holds_passes(compiled: None, given: str, do: str, expect: str) -> None:
    assert run(given, do, expect) == []


@pytest.mark.parametrize(("given", "do", "expect", "message"), FAILING)
def test_what_does_not_hold_is_a_failure(compiled: None, given: str, do: str, expect: str, message: str) -> None:
    assert run(given, do, expect)[0].startswith(message)


def test_effects_become_rules_of_the_language() -> None:
    assert effect("gain 1 energy; gain 2 vp per planet where type == heat") == (
        "gain 1 energy; gain 2 vp per planets where type is heat"
    )
    assert effect("gain 1 entropy + 2 vp per planet where type == chosen") == (
        'may choose t from distinct(planets by type) "Which type?": gain 1 entropy + 2 vp per planets where type is t'
    )
    assert effect("do catch asteroid for free; advance 1 bacteria here") == (
        "may do catch_asteroid(free: yes); do advance(1, bacteria, on: here)"
    )
    assert requirement("have 3 conditions where type == heat in one system") == "some(systems where icons(heat) >= 3)"
