"""Tables that a spreadsheet or a slip has spoilt: what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import RulewrightError, load

BASE = """\
rulebook: tables
players: 2
kinds:
  Suit: [sun, moon]
  Spell: {school: Suit, cost: 0..9, effect: Effect, needs: {type: 0..3, per: Suit}}
components: {spells: {make: Spell, table: spells.csv, start: book}}
zones: {book: {holds: Spell}}
state: {coins: {type: 0..9, per: Player}}
phases:
  turn: {each: players clockwise from first(players), ask: Go, do: gain 1 coins}
"""
HEADINGS = "name,school,cost,effect,needs\n"
SPARK = "Spark,sun,3,gain 1 coins,2 sun\n"

MISTAKES = {
    "semicolons": ((HEADINGS + SPARK).replace(",", ";"), "cells of this table end with `;`"),
    "an open quote": (HEADINGS + SPARK.replace("gain", '"gain'), "is not closed in this line"),
    "a tab in a cell": (HEADINGS + SPARK.replace("gain 1", "gain\t1"), "a tab stands here"),
    "no heading": (HEADINGS.replace("cost", "") + SPARK, "has no heading"),
    "nothing": ("", "a table begins with a line of headings"),
    "more than a range holds": (HEADINGS + SPARK.replace("2 sun", "2 sun + 9 sun"), "`needs` runs from 0 to 3; this is 11 sun"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_is_wrong_is_said_once(tmp_path: Path, mistake: str) -> None:
    table, words = MISTAKES[mistake]
    (tmp_path / "game.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "spells.csv").write_text(table, encoding="utf-8")
    with pytest.raises(RulewrightError) as caught:
        load(tmp_path / "game.yaml")
    assert words in str(caught.value) and str(caught.value).count("error[") == 1
