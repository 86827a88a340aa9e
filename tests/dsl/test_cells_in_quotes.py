"""Cells in quotes that hold quotes: two of them in the file are one, and places are those of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import Game, RulewrightError, load
from tests.dsl.book import text

KINDS = "+\n  Treat: {gift: Effect}"
COMPONENTS = "+\n  treats: {make: Treat, start: hand_of_all, table: treats.csv}"
ZONES = "+\n  hand_of_all: {holds: Treat}"
GIVING = "+\n  enjoy: {choose: {t: hand_of_all}, do: do t.gift}"
PHASES = (
    "\n  round:\n    repeat: 3 times\n    steps:\n      turn: {each: players clockwise from dealer, menu: [draw, pass_on, enjoy]}"
)


def loaded(folder: Path, cell: str) -> Game:
    (folder / "treats.csv").write_text(f'name,gift\nCake,"  {cell}"\nTea,gain 1 coins\n', encoding="utf-8")
    (folder / "game.yaml").write_text(
        text(kinds=KINDS, components=COMPONENTS, zones=ZONES, actions=GIVING, phases=PHASES), encoding="utf-8"
    )
    return load(folder / "game.yaml")


def test_a_mistake_behind_quotes_is_pointed_at(tmp_path: Path) -> None:
    cell = 'may choose n from 1..2 ""How many?"": gain n conis'
    with pytest.raises(RulewrightError) as caught:
        loaded(tmp_path, cell)
    (problem,) = caught.value.problems.errors
    line = (tmp_path / "treats.csv").read_text(encoding="utf-8").split("\n")[1]
    assert problem.span.source.position(problem.span.start) == (2, line.index("conis") + 1)
    assert problem.span.text == "conis"


def test_statements_are_whole(tmp_path: Path) -> None:
    flow = loaded(tmp_path, 'may choose n from 1..2 ""How many?"": gain n coins').flow
    spans = {each.span.text for each in flow.origins if each.span.source.name.endswith("treats.csv")}
    assert "gain n coins" in spans

