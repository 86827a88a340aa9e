"""Every check of a ledger that the project keeps, one test each, and the command that runs ledger files."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.ledger.chaos import run
from tests.ledger.command import ADAPTERS, KEPT, Check, checks, main
from tests.ledger.cosmos import prepare

LEDGERS = {path: yaml.safe_load(path.read_text(encoding="utf-8")) for path in KEPT}
CHECKS = [(ledger["game"], check) for ledger in LEDGERS.values() for check in checks(ledger)]

DRAW = "players 3; at draw; fountain = X; A = O 5; B = 2; C = 3"
SEEK = "players 3; A = 7 2; B = 7; C = 5 9"


@pytest.fixture(scope="module")
def compiled() -> None:
    """What the checks of Entropy Cosmos change in the rulebook, compiled at once."""
    prepare(check.texts for game, check in CHECKS if game == "entropy_cosmos")


@pytest.mark.parametrize(("game", "check"), CHECKS, ids=[check.name for _, check in CHECKS])
def test_check(game: str, check: Check, compiled: None) -> None:
    assert check.parts is not None
    assert ADAPTERS[game](check) == []


@pytest.mark.parametrize(
    ("given", "do", "expect"),
    [
        ("  PLAYERS 3;at draw ;fountain=x; c = 3; A =o   5;B= 2", "a DRAWS", "pool=o;A =5 X;"),
        ("players 4; A = 7 * 2 4; B = 9; C = 5 2; D = 3", "battle a 7, b 9", "view C face down B A; view C card -"),
        ("players 3; A = 7 4; B = 9 2; C = 5", "-", "view A face down -; cannot A trades 7 with B for 4"),
        ("players 3; A = 7 4; B = 9 2; C = 5", "-", "can A trades 7 with B for 2; can battle A 7, B 9, C 5"),
        ("players 3; A = 7 4; B = 9 2; C = 5", "-", "cannot battle A 7, B 5; cannot battle A 9"),
        ("players 3; totals = 1 2 3; dealer A; at fresh deal", "", "totals = 1 2 3; dealer A; turn B; in play 58"),
        ("players 3; dealer B; at new game", "-", "accepted; dealer B"),
        (
            "players 3; A = 7 8 4; B = 7 2; C = 1 9",
            "A seeks 7 from B; A seeks 8 from B",
            "view C seek A 8 B failed; view A seek A 8 B failed",
        ),
        (
            "players 3; A = 7 6 4; B = 9 1 2; C = 5 8 3",
            "battle A 7, B 9, C 5; battle A 6, B 1, C 8",
            "view A battle = 6 1 8; actions 2",
        ),
    ],
)
def test_the_notation_is_read_in_a_liberal_way(given: str, do: str, expect: str) -> None:
    assert run(given, do, expect) == []


@pytest.mark.parametrize(
    ("given", "do", "expect", "message"),
    [
        (DRAW, "A draws", "A = 5 O X; pool = O", "A = 5 O X: got 5 X"),
        (DRAW, "A draws", "A = 5 X; pool = -", "pool = -: got O"),
        (DRAW, "B draws", "pool = O", "cannot be played: `B draws`: A draw"),
        (DRAW, "A draws", "view B hand = 3; turn A", "view B hand = 3: got 2"),
        (DRAW, "A draws", "view B sees A = 5 X", "view B sees A = 5 X: got ? ?"),
        (DRAW, "A draws", "view B pick A 5", "view B pick A 5: got -"),
        (DRAW, "A draws", "D = -", "cannot be read: expect: there is no seat D with 3 players"),
        (DRAW, "A draws", "view A likes B", "cannot be read: view: `likes B` is no clause"),
        (DRAW, "A draws", "can A fly", "cannot be read: do: `A fly` is no clause"),
        (DRAW, "A draws", "", "cannot be read: expect: nothing is there"),
        (DRAW, "A draws; next round", "turn B", "cannot be played: `next round`: A main"),
        (DRAW + "; pool = 5*4", "A draws", "turn A", "cannot be played: there are only 4 cards 5"),
        (DRAW + "; frogs 4", "-", "turn A", "cannot be read: given: `frogs 4`: that is no clause"),
        (DRAW + "; A = 6", "-", "turn A", "cannot be read: given: `A = 6`: that is said twice"),
        (DRAW + "; E = 6", "-", "turn A", "cannot be read: given: there is no seat E with 3 players"),
        ("A = 6", "-", "turn A", "cannot be read: given: the number of players is not there"),
        (SEEK, "A seeks 7 from B", "round over by surrender", "round over by surrender: got empty hand"),
        (SEEK, "A seeks 7 from B", "points = 1 0 0", "points = 1 0 0: got 0 0 0"),
        (SEEK, "A seeks 7 from B", "game over, A wins", "game over, A wins: got -"),
        (SEEK, "-", "cannot A seeks 7 from B", "cannot A seeks 7 from B: A main"),
        ("players 2; at new game", "-", "accepted", "accepted: the game is refused"),
        ("players 3; at new game", "-", "refused", "refused: the game is accepted"),
    ],
)
def test_what_does_not_hold_is_a_failure(given: str, do: str, expect: str, message: str) -> None:
    assert run(given, do, expect) == [message]


def test_the_command_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = {"given": SEEK, "do": "A seeks 7 from B", "expect": "B = -"}
    wrong = {"given": DRAW, "do": "A draws", "expect": "A = 5 O X; pool = -"}
    document = {
        "game": "chaos",
        "rules": [{"id": "CHA-001", "checks": [right, wrong, "a fact in prose"]}],
        "examples": [{"what": "an example", "check": right}, {"what": "a story"}, right],
        "checks": [{"given": "players 3; frogs 4", "expect": "turn A"}, {"given": DRAW}],
    }
    file = tmp_path / "checks.yaml"
    file.write_text(yaml.safe_dump(document), encoding="utf-8")
    assert main([str(file)]) == 1
    out = capsys.readouterr().out
    assert "CHA-001 check 2:\n  A = 5 O X: got 5 X\n  pool = -: got O\n    given: players 3; at draw" in out
    assert "frogs 4" in out
    assert "expect: nothing is there" in out
    assert out.endswith("2 facts in prose, which are tested by other means\n3 passed, 3 failed\n")


def test_files_that_cannot_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("game: hopscotch\nrules: []\n", encoding="utf-8")
    broken = tmp_path / "broken.yaml"
    broken.write_text("game: [", encoding="utf-8")
    kept = next(path for path in KEPT if path.stem == "chaos")
    assert main([str(other), str(broken), str(tmp_path / "none.yaml"), str(kept)]) == 1
    out = capsys.readouterr().out
    assert "there is no adapter for the game `hopscotch`" in out
    assert out.count("cannot be read") == 2
    assert out.endswith(f"{len(list(checks(LEDGERS[kept])))} passed, 3 failed\n")
