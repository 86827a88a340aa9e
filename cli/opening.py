"""What the subcommands share: opening a rulebook, colours, and answering mistakes in one message.

In: what the user typed. Out: a `Game`, or an exit with a message that says what to do.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from rulewright.dsl import Game, Problems, RulewrightError, load
from rulewright.dsl.render import render_all
from rulewright.dsl.suggest import did_you_mean
from rulewright.interpreter.errors import PlayError

PROBLEMS, USAGE, AT_PLAY = 1, 2, 3


def colour_wanted() -> bool:
    """Whether messages are coloured: at a terminal, and when NO_COLOR is not set."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def show_problems(problems: Problems) -> None:
    """Print all diagnostics on the standard error."""
    click.echo(render_all(problems, colour=colour_wanted()), err=True)


def stop(message: str, code: int) -> NoReturn:
    """Leave with a message."""
    click.echo(message, err=True)
    raise SystemExit(code)


def rulebook_path(name: str) -> Path:
    """The rulebook that a name means: a file, or a folder with a `game.yaml`. Leaves with code 2 when there is none."""
    path = Path(name)
    if path.is_dir():
        if (path / "game.yaml").is_file():
            return path / "game.yaml"
        stop(f"`{name}` is a folder without a `game.yaml`; name the rulebook file", USAGE)
    if not path.exists():
        beside = [str(each) for each in path.parent.iterdir()] if path.parent.is_dir() else []
        hint = did_you_mean(name, beside)
        stop(f"there is no file `{name}`{'; ' + hint if hint else ''}", USAGE)
    return path


def open_game(name: str) -> Game:
    """The checked game of a file or folder. Leaves with code 1 and all its problems when it has errors."""
    try:
        return load(rulebook_path(name))
    except RulewrightError as error:
        show_problems(error.problems)
        raise SystemExit(PROBLEMS) from None


def player_count(game: Game, players: int | None) -> int:
    """The number of players wanted, or the least there can be. Leaves with code 2 when the game is not for so many."""
    low, high = game.players
    if players is None:
        return low
    if not low <= players <= high:
        wanted = f"{low} to {high}" if low != high else str(low)
        stop(
            f"{game.title} is for {wanted} players, not {players}; say `--players {min(max(players, low), high)}`",
            USAGE,
        )
    return players


def at_play(error: PlayError) -> NoReturn:
    """Leave with code 3 and the error."""
    stop(str(error), AT_PLAY)
