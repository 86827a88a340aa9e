"""Every check of the ledger of Chaos that the project keeps, one test each, and the command that runs ledger files."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.ledger.chaos import run
from tests.ledger.command import KEPT, checks, main

CHECKS = list(checks(yaml.safe_load(KEPT.read_text(encoding="utf-8"))))


@pytest.mark.parametrize(("name", "check"), CHECKS, ids=[name for name, _ in CHECKS])
def test_check(name: str, check: object) -> None:
    assert isinstance(check, dict)
    assert run(check["given"], check["do"], check["expect"]) == []


def test_a_wrong_check_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {
        "given": "players 3; at draw; fountain = X; A = O 5; B = 2; C = 3",
        "do": "A draws",
        "expect": "A = 5 O X; pool = -",
    }
    unread = {"given": "players 3; frogs 4", "do": "-", "expect": "turn A"}
    file = tmp_path / "wrong.yaml"
    file.write_text(yaml.safe_dump({"game": "chaos", "checks": [wrong, unread, "a fact in prose"]}), encoding="utf-8")
    assert main([str(file)]) == 1
    out = capsys.readouterr().out
    assert "A = 5 O X: got ['5', 'X']" in out
    assert "frogs 4" in out
    assert "1 facts in prose" in out
    assert out.endswith("0 passed, 2 failed\n")
