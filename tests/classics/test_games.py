"""Every classic game is well formed, its scenarios hold, its picture is drawn, and random games of it come to their end.

What `playout(check=True)` looks at: the invariants and that every component is in one zone, at every stop; at random stops
that save, load, copy and hash agree and that no view leaks.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.commands.check import problems_of
from rulewright.commands.test import played
from rulewright.drawn import Counted, Drawn
from rulewright.dsl import load
from rulewright.dsl.variants.combine import variant_files
from rulewright.interpreter import playout
from tests.source_files import ROOT

GAMES = sorted(ROOT.glob("games/classics/*/game.yaml"))
FILES = [path for game in GAMES for path in (game, *variant_files(game.parent))]
LONG = 300
PAGE = 100  # lines


def named(path: Path) -> str:
    return path.parent.name if path.name == "game.yaml" else path.stem


EACH = pytest.mark.parametrize("path", FILES, ids=named)
COUNTS = [
    pytest.param(path, players, id=f"{named(path)}-{players}")
    for path in FILES
    for low, high in [load(path).players]
    for players in sorted({low, min(low + 1, high), high})
]


@EACH
def test_it_is_well_formed(path: Path) -> None:
    assert [each.message for each in problems_of(load(path)).items] == []


@EACH
def test_its_scenarios_hold(path: Path) -> None:
    scenarios, outcomes = played(load(path))
    assert scenarios
    assert [failure for outcome in outcomes for failure in outcome.failures] == []


@EACH
def test_it_is_a_page_of_text(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= PAGE


@EACH
def test_its_course_is_drawn(path: Path) -> None:
    game = load(path)
    text = Drawn(game, None, Counted()).content(".txt", "turn", "steps", "").decode()
    assert game.title in text and "end of the game" in text


@pytest.mark.parametrize(("path", "players"), COUNTS)
def test_a_sample_of_every_game(path: Path, players: int) -> None:
    result = playout(load(path).flow, players, seed=77 + players, check=True)
    assert not result.budget


@pytest.mark.long
@pytest.mark.parametrize(("path", "players"), COUNTS)
def test_many_games(path: Path, players: int) -> None:
    flow = load(path).flow
    results = [playout(flow, players, seed=seed, check=True) for seed in range(LONG)]
    assert not any(result.budget for result in results)
    won = sum(bool(result.winners) for result in results)
    print(f"\n{named(path)}, {players} players: {LONG} games, {sum(each.choices for each in results)} decisions; won: {won}")
