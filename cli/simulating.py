"""Many games of one rulebook, or of several side by side, played by policies and counted.

In: games, how many play, how often, who decides. Out: a `Simulation` of each, made while it grows: memory does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl import Game
from rulewright.interpreter import PlayError, backends
from rulewright.interpreter.recorded import Simulation
from rulewright.interpreter.statistics import Summary
from rulewright.interpreter.trace import Trace
from rulewright.workers import Task, batches, cores


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
    jobs: int | None = None,
    backend: str | None = None,
) -> Simulation:
    """So many games; all seats decide by the same policy, a key of `backends.POLICIES`.

    progress: told now and then how many are done. check: every state is held against the invariants. jobs: on how many cores, all
    unless said. backend: one of `BACKENDS`, the fastest unless said. Raises GameFailed; Unfit when the backend does not play such games.

    After ^C the simulation of the games that were done.
    """
    return side_by_side([game], players, games, seed, policy, check, progress, jobs=jobs, backend=backend)[0]


def side_by_side(
    rulebooks: Sequence[Game],
    players: int,
    games: int,
    seed: int = 0,
    policy: str = "random",
    check: bool = False,
    progress: Callable[[int], None] | None = None,
    most_decisions: int | None = None,
    jobs: int | None = None,
    backend: str | None = None,
) -> list[Simulation]:
    """The same of each of several rulebooks, with the same seeds by turns.

    most_decisions: no seed is counted once all games together had so many. Raises GameFailed, Unfit.
    """
    simulations = [_begun(game, players, policy, seed) for game in rulebooks]
    flows = tuple(game.flow for game in rulebooks)
    chosen = tuple(backends.choose(flow, players, games, check, backend) for flow in flows)  # which forked workers then have, too
    task = Task(flows, chosen, players, policy, check)
    done = 0
    try:
        for batch in batches(task, range(seed, seed + games), jobs or cores(), one_by_one=most_decisions is not None):
            for simulation, (summary, trace) in zip(simulations, batch.played, strict=True):
                simulation.summary.join(summary)
                simulation.trace.join(trace)
                done += summary.games
            if batch.failed is not None:
                number, failed, error = batch.failed
                raise GameFailed(rulebooks[number], failed, (failed - seed) * len(rulebooks) + number, error) from error
            if progress is not None:
                progress(done)
            if most_decisions is not None and sum(each.summary.decisions for each in simulations) >= most_decisions:
                break
    except KeyboardInterrupt:
        if done == 0:
            raise
    for game, simulation in zip(rulebooks, simulations, strict=True):
        simulation.summary.in_order(game.flow)
    return simulations


def _begun(game: Game, players: int, policy: str, seed: int) -> Simulation:
    """A simulation without games."""
    options = {option.name.text: option.value.span.text for option in game.book.options}
    variants = tuple(variant.name for variant in game.book.variants)
    return Simulation(game.title, options, variants, policy, seed, Summary(players), Trace(game.flow, players))
