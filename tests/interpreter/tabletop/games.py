"""The five games at play, for the tests of what is shown of them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import Game, load
from rulewright.interpreter.match import Match
from rulewright.interpreter.policy import uniform
from tests.source_files import ROOT

GAMES: dict[str, Callable[[], Game]] = {
    "chaos": lambda: load(ROOT / "games/chaos"),
    "entropy": lambda: load(ROOT / "games/entropy"),
    "ronin": lambda: load(ROOT / "games/entropy/ronin.yaml"),
    "worlds_collide": lambda: load(ROOT / "games/worlds_collide"),
    "entropy_cosmos": lambda: load(ROOT / "games/entropy_cosmos"),
}


def played(name: str, players: int, seed: int, decisions: int) -> Match:
    """A game after so many decisions at random, or at its end."""
    match = Match.start(GAMES[name]().flow, players, seed)
    policies = [uniform(seed, seat) for seat in range(players)]
    while not match.over and len(match.history) < decisions:
        match.choose(policies[match.decider](match.view(match.decider)))
    return match
