"""Random playouts of every game, for every player count, with all invariants at every state.

What `playout(check=True)` looks at: the rulebook's invariants and that every component is in one zone, at every stop; at
random stops that save, load, copy and hash agree and that no view leaks. A sample runs always; the long run is
`make test-long`.
"""

from __future__ import annotations

import pytest

from rulewright.dsl import load
from rulewright.interpreter import playout
from rulewright.interpreter.statistics import Summary

CHAOS = "games/chaos/game.yaml"
COUNTS = (3, 4, 5, 6)


@pytest.mark.parametrize("players", COUNTS)
def test_sample_of_chaos(players: int) -> None:
    result = playout(load(CHAOS).flow, players, seed=77 + players, check=True)
    assert not result.budget
    assert len(result.winners) == 1
    assert max(result.scores["points"]) >= 0


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("players", COUNTS)
def test_three_hundred_games_of_chaos(players: int, part: int) -> None:
    flow = load(CHAOS).flow
    summary = Summary(players)
    for seed in range(part * 30, part * 30 + 30):
        summary.add(playout(flow, players, seed=seed, check=True))
    mean, least, median, most = summary.length()
    print(f"\n{players} players, games {part * 30} to {part * 30 + 29}: {sum(summary.lengths)} decisions (mean {mean:.0f}, "
          f"least {least}, median {median}, most {most}); rounds ended: "
          f"{', '.join(f'{name} {count}' for (_, name), count in summary.endings.most_common())}")  # fmt: skip
    assert summary.cut_off == 0
    assert summary.shared == summary.nobody == 0
