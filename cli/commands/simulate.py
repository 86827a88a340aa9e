"""`rulewright simulate FILE`: many games by policies, and what came of them."""

from __future__ import annotations

import json
from collections import Counter

import click

from rulewright.dsl import Game
from rulewright.interpreter.backends import BACKENDS, POLICIES, Unfit
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.recorded import Simulation
from rulewright.interpreter.statistics import MOST_GAMES, WINNERS, PhasePasses, Summary, distribution
from rulewright.opening import (
    INTERRUPTED,
    USAGE,
    at_play,
    choosing,
    open_game,
    player_count,
    stop,
    writable,
    write_file,
)
from rulewright.points import points_table
from rulewright.progress import progress
from rulewright.simulating import GameFailed, simulated


@click.command("simulate")
@click.argument("file")
@click.option(
    "-n", "--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, help="How many games."
)
@click.option("--players", type=int, help="How many play; the least possible unless said otherwise.")
@click.option("--seed", type=int, default=0, show_default=True, help="The first game's seed; the others follow.")
@click.option(
    "--policy", type=click.Choice(list(POLICIES)), default="random", show_default=True, help="Who decides."
)
@click.option("--jobs", type=click.IntRange(1, 1024), help="On how many cores; on all unless said otherwise.")
@click.option("--backend", type=click.Choice(BACKENDS), help="Which machine plays; the fastest unless said otherwise.")
@click.option("--check", is_flag=True, help="Hold every state against the invariants and test views for leaks.")
@click.option("--save", metavar="FILE", help="Keep the simulation for `draw --heat` and `report --simulation`.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@choosing
def command(
    file: str,
    games: int,
    players: int | None,
    seed: int,
    policy: str,
    jobs: int | None,
    backend: str | None,
    check: bool,
    save: str | None,
    as_json: bool,
) -> None:
    """Play many games and show winners, scores, lengths and endings.

    All seats decide by the same policy: `random` takes any option, `first` the first one. The intervals beside the shares
    hold the true share in 95 of 100 cases; more games make them narrower. A game that fails is named with its seed.
    The figures of a seed are the same on any number of cores and by any backend: `wasm` is the fastest (it needs
    `pip install 'rulewright[fast]'`), then `python`; `reference` is what both are tested against. After ^C you get
    the figures of the games that were done.

    \b
    Examples:
      rulewright simulate games/chaos -n 50 --players 4
      rulewright simulate games/chaos -n 1000 --seed 1 --json > figures.json
      rulewright simulate games/chaos -n 200 --save chaos.json
    """
    game = open_game(file, as_json)
    count = player_count(game, players)
    if save is not None:
        writable(save, file)
    try:
        with progress(games) as show:
            simulation = simulated(game, count, games, seed, policy, check, show, jobs, backend)
    except Unfit as unfit:
        stop(str(unfit), USAGE)
    except GameFailed as failed:
        click.echo(f"game {failed.done + 1} of {games}, with `--seed {failed.seed} --players {count}`, failed:", err=True)
        at_play(failed.error, as_json)
    if save is not None:
        write_file(save, simulation.save(game.flow))
    click.echo(json.dumps(figures(game, simulation), indent=2) if as_json else table(game, simulation))
    if save is not None and not as_json:
        click.echo(f"The simulation is in {save}.")
    if simulation.summary.games < games:
        click.echo(f"interrupted: {simulation.summary.games} of {games} games were played", err=True)
        raise SystemExit(INTERRUPTED)


def figures(game: Game, simulation: Simulation) -> dict[str, object]:
    """The figures for programs: all that is saved, without the counts of blocks."""
    data = simulation.to_json(game.flow)
    return {name: value for name, value in data.items() if name not in ("format", "trace")}


def table(game: Game, simulation: Simulation) -> str:
    """The figures for people."""
    summary = simulation.summary
    number_of = f"{summary.games} game{'' if summary.games == 1 else 's'}"
    lines = [f"{simulation.game}: {number_of}, {summary.players} players, all seats {simulation.policy}"]
    lines += ["", *winner_lines(summary), *score_lines(summary), "", *decision_lines(summary, simulation.phases(game.flow))]
    lines += ending_lines(summary, simulation.ends(game.flow))
    if summary.cut_off:
        lines.append(f"WARNING: {summary.cut_off} games were cut off at the step budget")
    return "\n".join(lines)


def winner_lines(summary: Summary) -> list[str]:
    """How often each seat wins."""
    lines = ["seat   wins   share   95 % interval"]
    for seat in range(summary.players):
        share, low, high = summary.share(seat)
        lines.append(f"  {seat_name(seat)}  {summary.wins[seat]:>6}  {share:>5.1%}   {low:.1%} to {high:.1%}")
    if summary.shared or summary.nobody:
        lines.append(f"shared wins {summary.shared}, games without a winner {summary.nobody}")
    return lines


def decision_lines(summary: Summary, phases: list[PhasePasses]) -> list[str]:
    """How much is decided: in a game, in a pass of each phase, and among how many options."""
    mean, least, median, most = summary.length()
    lines = [f"decisions a game: mean {mean:.0f}, least {least}, median {median}, most {most}"]
    for phase in phases:
        found = distribution(phase.passes)
        if not found["most"]:
            continue
        kind = " (of one player)" if phase.turn else ""
        lines.append(f"  each {phase.title.lower()}{kind}: mean {found['mean']:.1f}, least {found['least']}, most {found['most']}")
    offered = summary.offered / max(1, summary.decisions)
    lines.append(f"options a decision: mean {offered:.1f}, most {summary.most_offered}")
    return lines


def ending_lines(summary: Summary, ends: Counter[str]) -> list[str]:
    """What ends games, when more than one thing does; and how phases end that have several endings."""
    endings: dict[str, Counter[str]] = {"game": ends} if len(ends) > 1 else {}
    for (phase, ending), number in summary.endings.items():
        endings.setdefault(phase, Counter())[ending.replace("_", " ")] += number
    lines = []
    for phase, found in endings.items():
        lines.append(f"how each {phase.rpartition('.')[2]} ends ({found.total()}):")
        for ending, times in found.most_common():
            lines.append(f"  {ending:<16} {times:>7}  {times / found.total():>6.1%}")
    return lines


def score_lines(summary: Summary) -> list[str]:
    """The points at the end: means by source, for each seat and for those who won; and how far each line of the scoring went."""
    if not summary.scores:
        return []
    columns = [*(seat_name(seat) for seat in range(summary.players)), WINNERS]
    totals = {total: summary.means(total) for total in summary.sources}
    lines = ["", "points by source, mean of a game:", *points_table(totals, columns, "{:.1f}".format)] if totals else []
    lines += ["", "final scores: mean (least to most)"]
    for name, counters in summary.scores.items():
        seats = []
        for seat, counter in enumerate(counters):
            found = distribution(counter)
            mean = "none" if found["mean"] is None else f"{found['mean']:.1f} ({found['least']} to {found['most']})"
            seats.append(f"{seat_name(seat)} {mean}")
        lines.append(f"  {name.replace('_', ' '):<16} {', '.join(seats)}")
    return lines
