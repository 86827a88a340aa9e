"""Many games of one rulebook, or of several side by side, played by policies and counted.

In: games, how many play, how often, who decides. Out: a `Simulation` of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl import Game
from rulewright.interpreter import PlayError, Policy, first, playout, uniform
from rulewright.interpreter.recorded import Simulation
from rulewright.interpreter.statistics import Summary
from rulewright.interpreter.trace import Trace

POLICIES: dict[str, Callable[[int], Policy]] = {  # of a seat, from a seed of its own
    "random": uniform,
    "first": lambda seed: first,
}


class GameFailed(Exception):
    """A rule could not be carried out. done: how many games were before; error: what play said."""

    def __init__(self, game: Game, seed: int, done: int, error: PlayError) -> None:
        super().__init__(str(error))
        self.game, self.seed, self.done, self.error = game, seed, done, error


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
    done. check: every state is held against the invariants. Raises GameFailed."""
    return side_by_side([game], players, games, seed, policy, check, progress)[0]


def side_by_side(
    rulebooks: Sequence[Game],
    players: int,
    games: int,
    seed: int = 0,
    policy: str = "random",
    check: bool = False,
    progress: Callable[[int], None] | None = None,
    most_decisions: int | None = None,
) -> list[Simulation]:
    """The same of each of several rulebooks, with the same seeds by turns.

    most_decisions: no seed is begun once all games together had so many. Raises GameFailed.
    """
    simulations = [_begun(game, players, policy, seed) for game in rulebooks]
    decisions = finished = 0
    for number in range(seed, seed + games):
        if most_decisions is not None and decisions >= most_decisions:
            break
        for game, simulation in zip(rulebooks, simulations, strict=True):
            seats = [POLICIES[policy](number * 1009 + seat) for seat in range(players)]
            try:
                result = playout(game.flow, players, seats, number, check=check, trace=simulation.trace)
            except PlayError as error:
                raise GameFailed(game, number, finished, error) from error
            simulation.summary.add(result)
            decisions += result.choices
            finished += 1
            if progress is not None:
                progress(finished)
    return simulations


def _begun(game: Game, players: int, policy: str, seed: int) -> Simulation:
    """A simulation without games."""
    options = {option.name.text: option.value.span.text for option in game.book.options}
    variants = tuple(variant.name for variant in game.book.variants)
    return Simulation(game.title, options, variants, policy, seed, Summary(players), Trace(game.flow, players))
