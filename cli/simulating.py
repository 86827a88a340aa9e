"""Many games of one rulebook, played by policies and counted.

In: a game, how many play, how many games, who decides. Out: a `Simulation`.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import Game
from rulewright.interpreter import Policy, first, playouts, uniform
from rulewright.interpreter.recorded import Simulation
from rulewright.interpreter.trace import Trace

POLICIES: dict[str, Callable[[int], Policy]] = {  # of a seat, from a seed of its own
    "random": uniform,
    "first": lambda seed: first,
}


def simulated(
    game: Game,
    players: int,
    games: int,
    seed: int = 0,
    policy: str = "random",
    check: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """So many games; all seats decide by the same policy, a key of `POLICIES`. progress: told after each game how many are
    done. check: every state is held against the invariants. Raises PlayError when a rule cannot be carried out."""
    trace = Trace(game.flow, players)

    def policies(game_seed: int) -> list[Policy]:
        return [POLICIES[policy](game_seed * 1009 + seat) for seat in range(players)]

    summary = playouts(game.flow, players, games, seed, policies, progress, check, trace)
    options = {option.name.text: option.value.span.text for option in game.book.options}
    variants = tuple(variant.name for variant in game.book.variants)
    return Simulation(game.title, options, variants, policy, seed, summary, trace)
