"""`rulewright play FILE`: a game at the terminal; every seat is a person or a policy, taking turns at the keyboard."""

from __future__ import annotations

import os

import click

from rulewright.dsl import Game
from rulewright.dsl.suggest import did_you_mean
from rulewright.interpreter import Match, PlayError, record
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.policy import QuitGame
from rulewright.opening import USAGE, at_play, choosing, open_game, player_count, stop, writable, write_file
from rulewright.points import points_of_game
from rulewright.table import HUMAN, KINDS, WHEN, Table

JUDGE = "all"


@click.command("play")
@click.argument("file")
@click.option("--players", type=int, help="How many play; as many as `--seats` names, or the least possible.")
@click.option("--seed", type=int, help="The seed of all chance; the same seed and choices give the same game.")
@click.option("--seats", default="", help="Who sits where: human, random or first, with commas.  [default: human,random,...]")
@click.option("--log-as", metavar="SEAT", help="Show the log as a seat (A, B, ...) reads it; `all` for everything.")
@click.option("--transcript", type=click.Path(), help="Write the game to this file, for `rulewright replay`.")
@click.option("--detail", is_flag=True, help="Show every move in the log.")
@click.option(
    "--table", "when", type=click.Choice(WHEN), help="When the table is shown.  [default: questions with people, else never]"
)
@choosing
def command(
    file: str,
    players: int | None,
    seed: int | None,
    seats: str,
    log_as: str | None,
    transcript: str | None,
    detail: bool,
    when: str | None,
) -> None:
    """Play a game at this terminal.

    At a question type a number or the option's words; `?` explains the rule behind the question, `t` shows the table
    again, the name of a component or zone what is to be known of it, `u` takes your last decision back where nothing
    secret was seen, `q` leaves. Several people share the keyboard: the screen is cleared between them. `random` decides
    at random, `first` takes the first option.

    The table is shown as you see it, before a question when it has changed; `--table turns` shows it once for each turn
    only, `end` at the end, and both work without people, too. The rulebook can say how, in its section `display`.

    \b
    Examples:
      rulewright play games/chaos
      rulewright play games/chaos --seats human,human,random,random
      rulewright play games/chaos --seats random,random,first --seed 7 --log-as B
      rulewright play games/chaos --seats random,random,random --table turns
      rulewright play games/chaos --transcript game.jsonl
    """
    game = open_game(file)
    kinds = seat_kinds(game, seats, players)
    reader = seat_of(log_as, kinds)
    if transcript:
        writable(transcript, file)
    start = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    try:
        match = Match.start(game.flow, len(kinds), start)
    except PlayError as error:
        at_play(error)
    match.keep_history = HUMAN in kinds
    table = Table(game, match, kinds, start, reader, detail, when)
    click.echo(f"{game.title}, {len(kinds)} players, seed {start}")
    if table.is_shared and any(scope.secret and scope.kind == "window" for scope in game.flow.scopes):
        click.echo("This game asks some questions in secret; at one keyboard the others see who is asked.")
    play(table, transcript)


def play(table: Table, transcript: str | None) -> None:
    """Play to the end, keep the game, show where the points come from. Leaves with code 3 when a rule cannot be carried out."""
    match = table.match
    try:
        table.run()
    except QuitGame as why:
        click.echo(f"Stopped: {why}.")
    except PlayError as error:
        at_play(error)
    finally:
        if transcript:
            write(transcript, match)
    if match.over:
        for line in points_of_game(match.sources(), match.players):
            click.echo(line)


def write(path: str, match: Match) -> None:
    """Keep the game in a file."""
    write_file(path, record(match).save())
    click.echo(f"The game is in {path}.")


def seat_kinds(game: Game, text: str, players: int | None) -> list[str]:
    """What sits on each seat. Leaves with code 2 for a kind that is not known or a wrong number of them."""
    kinds = [kind.strip().lower() for kind in text.split(",")] if text.strip() else []
    for kind in kinds:
        if kind not in KINDS:
            hint = did_you_mean(kind, KINDS)
            stop(f"a seat can be {', '.join(KINDS)}; `{kind}` is none of them{'; ' + hint if hint else ''}", USAGE)
    low, high = game.players
    if players is None and low <= len(kinds) <= high:
        return kinds
    count = player_count(game, players)
    if kinds and len(kinds) != count:
        ways = [f"`--seats` with {count} kinds"]
        if low <= len(kinds) <= high:
            ways.append(f"`--players {len(kinds)}`")
        stop(f"{len(kinds)} seats are named for {count} players; say {', or '.join(ways)}", USAGE)
    return kinds or [HUMAN, *["random"] * (count - 1)]


def seat_of(name: str | None, kinds: list[str]) -> int | None:
    """The seat whose log is wanted; None for everything. Leaves with code 2 when there is no such seat."""
    if name is None or name.lower() == JUDGE:
        wanted = None
    else:
        names = [seat_name(seat) for seat in range(len(kinds))]
        if name.upper() not in names:
            stop(f"`--log-as {name}`: the seats are {', '.join(names)}; `{JUDGE}` shows everything", USAGE)
        wanted = names.index(name.upper())
    people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    if name is not None and people not in ([], [wanted]):
        stop("`--log-as` is for games without a person; a person reads their own log", USAGE)
    return wanted
