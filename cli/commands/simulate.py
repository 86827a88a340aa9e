"""`rulewright simulate FILE`: many games by policies, and what came of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from rulewright.interpreter import PlayError, Policy, first, playouts, uniform
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.statistics import Summary
from rulewright.opening import at_play, choosing, open_game, player_count


@click.command("simulate")
@click.argument("file")
@click.option(
    "-n", "--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many games."
)
@click.option("--players", type=int, help="How many play; the least possible unless said otherwise.")
@click.option("--seed", type=int, default=0, show_default=True, help="The first game's seed; the others follow.")
@click.option(
    "--policy", type=click.Choice(["random", "first"]), default="random", show_default=True, help="Who decides."
)
@click.option("--check", is_flag=True, help="Hold every state against the invariants and test views for leaks.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@choosing
def command(file: str, games: int, players: int | None, seed: int, policy: str, check: bool, as_json: bool) -> None:
    """Play many games and show winners, lengths and endings.

    All seats decide by the same policy: `random` takes any option, `first` the first one. The intervals beside the shares
    hold the true share in 95 of 100 cases; more games make them narrower. A game that fails is named with its seed.

    \b
    Examples:
      rulewright simulate games/chaos -n 50 --players 4
      rulewright simulate games/chaos -n 1000 --seed 1 --json > figures.json
    """
    game = open_game(file, as_json)
    count = player_count(game, players)

    def policies(game_seed: int) -> list[Policy]:
        return [uniform(game_seed * 1009 + seat) if policy == "random" else first for seat in range(count)]

    finished = 0

    def count_up(number: int) -> None:
        nonlocal finished
        finished = number
        show(number)

    try:
        with progress(games) as show:
            summary = playouts(game.flow, count, games, seed, policies, count_up, check)
    except PlayError as error:
        click.echo(f"game {finished + 1} of {games}, with `--seed {seed + finished} --players {count}`, failed:", err=True)
        at_play(error, as_json)
    click.echo(
        json.dumps({"game": game.title, "policy": policy, "seed": seed, **summary.to_json()}, indent=2)
        if as_json
        else table(game.title, policy, summary)
    )


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
    """Tells how many games are done: a bar where rich is installed and somebody watches, else a line now and then."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield plain_progress(games)
        return
    screen = Console(stderr=True, no_color=click.get_current_context().color is False or None)
    if not screen.is_terminal:
        yield plain_progress(games)
        return
    with Progress(TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=screen) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


def plain_progress(games: int) -> Callable[[int], None]:
    """A line on the standard error for each tenth."""
    step = max(1, games // 10)

    def tell(done: int) -> None:
        if done % step == 0 or done == games:
            print(f"{done} of {games} games", file=sys.stderr, flush=True)

    return tell


def table(title: str, policy: str, summary: Summary) -> str:
    """The figures for people."""
    mean, least, median, most = summary.length()
    number_of = f"{summary.games} game{'' if summary.games == 1 else 's'}"
    lines = [
        f"{title}: {number_of}, {summary.players} players, all seats {policy}",
        "",
        "seat   wins   share   95 % interval",
    ]
    for seat in range(summary.players):
        share, low, high = summary.share(seat)
        lines.append(f"  {seat_name(seat)}  {summary.wins[seat]:>6}  {share:>5.1%}   {low:.1%} to {high:.1%}")
    if summary.shared or summary.nobody:
        lines.append(f"shared wins {summary.shared}, games without a winner {summary.nobody}")
    lines.append("")
    lines.append(f"decisions a game: mean {mean:.0f}, least {least}, median {median}, most {most}")
    offered = summary.offered / max(1, sum(summary.lengths))
    lines.append(f"options a decision: mean {offered:.1f}, most {summary.most_offered}")
    total: dict[str, int] = {}
    for (phase, _), number in summary.endings.items():
        total[phase] = total.get(phase, 0) + number
    for phase, number in total.items():
        lines.append(f"how a {phase.rpartition('.')[2]} ends ({number}):")
        for (where, ending), times in summary.endings.most_common():
            if where == phase:
                lines.append(f"  {ending.replace('_', ' '):<16} {times:>7}  {times / number:>6.1%}")
    if summary.cut_off:
        lines.append(f"WARNING: {summary.cut_off} games were cut off at the step budget")
    return "\n".join(lines)
