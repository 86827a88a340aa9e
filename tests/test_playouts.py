"""Random playouts of every game, for every player count, with all invariants at every state.

What `playout(check=True)` looks at: the rulebook's invariants and that every component is in one zone, at every stop; at
random stops that save, load, copy and hash agree and that no view leaks. A sample runs always; the long run is
`make test-long`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.variants.combine import variant_files
from rulewright.interpreter import playout
from rulewright.interpreter.statistics import Summary
from tests.source_files import ROOT

GAMES = sorted(ROOT.glob("games/*/game.yaml"))
COUNTS = [
    pytest.param(path, players, id=f"{path.parent.name}-{players}")
    for path in GAMES
    for players in range(load(path).players[0], load(path).players[1] + 1)
]
VARIANTS = [
    pytest.param(variant, id=f"{path.parent.name}-{variant.stem}")
    for path in GAMES
    for variant in variant_files(path.parent)
]


@pytest.mark.parametrize("path", VARIANTS)
def test_a_game_of_every_variant(path: Path) -> None:
    game = load(path)
    result = playout(game.flow, game.players[0], seed=5, check=True)
    assert not result.budget


@pytest.mark.parametrize(("path", "players"), COUNTS)
def test_a_sample_of_every_game(path: Path, players: int) -> None:
    result = playout(load(path).flow, players, seed=77 + players, check=True)
    assert not result.budget
    assert result.winners


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize(("path", "players"), COUNTS)
def test_three_hundred_games_for_each_player_count(path: Path, players: int, part: int) -> None:
    flow = load(path).flow
    summary = Summary(players)
    first = part * 30
    for seed in range(first, first + 30):
        summary.add(playout(flow, players, seed=seed, check=True))
    mean, least, median, most = summary.length()
    endings = ", ".join(f"{name} {count}" for (_, name), count in summary.endings.most_common())
    print(
        f"\n{path.parent.name}, {players} players, games {first} to {first + 29}: {sum(summary.lengths)} decisions "
        f"(mean {mean:.0f}, least {least}, median {median}, most {most}); ended: {endings}"
    )
    assert summary.cut_off == 0
    assert summary.nobody == 0
    assert path.parent.name != "chaos" or summary.shared == 0  # its rules know no shared win
