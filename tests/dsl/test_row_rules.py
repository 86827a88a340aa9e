"""The rules of the printed game that single rows of components carry out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import RulewrightError, load

PACK = """\
rulebook: pack
rules: rules.yaml
players: 2
kinds:
  Card: {n: 0..9}
components:
  cards:
    make: Card
    start: deck
    rules: PAC-001
    rows:
      - {name: One, n: 1, rules: ROWS}
      - {name: Two, n: 2}
zones:
  deck: {holds: Card}
phases:
  turn: {each: players clockwise from first(players), ask: Go on}
"""
RULES = "- {id: PAC-001, section: Cards, text: There are cards.}\n- {id: PAC-002, section: Cards, text: One is one.}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    return tmp_path


def test_what_a_row_cites_its_entry_carries_out(folder: Path) -> None:
    path = folder / "game.yaml"
    path.write_text(PACK.replace("ROWS", "[PAC-002]"), encoding="utf-8")
    flow = load(path).flow
    assert next(scope.rules for scope in flow.scopes if scope.address == "components.cards") == ("PAC-001", "PAC-002")


def test_what_a_row_cites_must_be_there(folder: Path) -> None:
    path = folder / "game.yaml"
    path.write_text(PACK.replace("ROWS", "PAC-003"), encoding="utf-8")
    with pytest.raises(RulewrightError, match="PAC-003"):
        load(path)
