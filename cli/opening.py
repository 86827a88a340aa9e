"""What the subcommands share: opening a rulebook, saying things, and answering mistakes in one message.

In: what the user typed. Out: a `Game`, or an exit with a message that says what to do.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from rulewright.dsl import Game, Problems, RulewrightError, load
from rulewright.dsl.render import Record, render_all, safe, to_json
from rulewright.dsl.suggest import did_you_mean

if TYPE_CHECKING:
    from rulewright.interpreter import PlayError
    from rulewright.interpreter.recorded import Simulation

PROBLEMS, USAGE, AT_PLAY, INTERRUPTED = 1, 2, 3, 130
Command = TypeVar("Command", bound=Callable[..., Any])


def colour_wanted() -> bool:
    """Whether messages are coloured: at a terminal, without NO_COLOR and `--no-colour`."""
    context = click.get_current_context(silent=True)
    refused = context is not None and context.color is False
    return not refused and sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def show_problems(problems: Problems) -> None:
    """Print all diagnostics on the standard error."""
    click.echo(render_all(problems, colour=colour_wanted()), err=True)


def stop(message: str, code: int) -> NoReturn:
    """Leave with a message; what it quotes cannot do anything to the terminal."""
    click.echo("\n".join(map(safe, message.split("\n"))), err=True)
    raise SystemExit(code)


def rulebook_path(name: str) -> Path:
    """The rulebook that a name means: a file, or a folder with a `game.yaml`. Leaves with code 2 when there is none."""
    path = Path(name)
    try:
        if path.is_dir():
            if (path / "game.yaml").is_file():
                return path / "game.yaml"
            stop(f"`{path}` is a folder without a `game.yaml`; name the rulebook file", USAGE)
        if path.is_symlink() and not path.exists():
            stop(f"`{name}` is a link to `{path.readlink()}`, which is not there", USAGE)
        if not path.exists():
            stop(f"there is no file `{name}`{_nearby(name, path)}", USAGE)
        if not path.is_file():  # opening a pipe would wait for somebody to write into it
            return path
        with path.open("rb"):
            return path
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        stop(f"`{name}` cannot be read: {reason(error)}", USAGE)


PARTS_OF_RULEBOOKS = (".yaml", ".yml", ".csv")
MOST_READ = 50_000_000  # bytes of a file that is no rulebook
LONG_NUMBER = re.compile(r"(?<![\w.])\d{100}")  # longer than any seed worth writing, and than what can be averaged


def read_text(name: str) -> str:
    """The text of a file that is no rulebook. Leaves with code 2 when it cannot be read, or is none."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():
            stop(f"`{name}` cannot be read: it is no file", USAGE)
        with path.open("rb") as file:
            data = file.read(MOST_READ + 1)
    except (OSError, ValueError) as error:
        stop(f"`{name}` cannot be read: {reason(error)}", USAGE)
    if len(data) > MOST_READ:
        stop(f"`{name}` cannot be read: it has more than {MOST_READ / 1e6:.0f} MB", USAGE)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        stop(f"`{name}` cannot be read: it is no text in UTF-8 (line {line})", USAGE)


def open_simulation(game: Game, name: str) -> Simulation:
    """The simulation of a file that `simulate --save` wrote for this game. Leaves with code 1 when it is none."""
    from rulewright.interpreter import PlayError
    from rulewright.interpreter.recorded import Simulation

    saved = read_text(name)
    if LONG_NUMBER.search(saved):
        stop(f"`{name}` cannot be used: it has a number that no games can have counted; simulate again", PROBLEMS)
    try:
        return Simulation.load(game.flow, saved)
    except PlayError as error:
        stop(f"`{name}` cannot be used: {error.message}", PROBLEMS)


def _nearby(name: str, path: Path) -> str:
    """The files that may have been meant, as the end of a message."""
    beside = [str(each) for each in path.parent.iterdir()] if path.parent.is_dir() else []
    hint = did_you_mean(name, beside)
    return f"; {hint}" if hint else ""


def reason(error: Exception) -> str:
    """Why a file cannot be read or written, without its name."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def choosing(command: Command) -> Command:
    """Gives a subcommand `--with` and `--set`, which `load_chosen` then looks at."""
    for option in (
        click.option(
            "--set",
            "chosen",
            multiple=True,
            metavar="OPTION=VALUE",
            expose_value=False,
            callback=_keep,
            help="Choose an option of the rulebook: `--set hold_limit=2`.",
        ),
        click.option(
            "--with",
            "variants",
            multiple=True,
            metavar="NAME,...",
            expose_value=False,
            callback=_keep,
            help="Work in variants (or choose yes-or-no options): `--with vortex,ronin`.",
        ),
    ):
        command = option(command)
    return command


def _keep(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> None:
    context.meta[f"rulewright.{parameter.name}"] = value


def _kept(name: str) -> tuple[str, ...]:
    context = click.get_current_context(silent=True)
    return () if context is None else context.meta.get(f"rulewright.{name}", ())


def load_chosen(path: Path) -> Game:
    """The game of a file, with the variants and options of the command line. Raises RulewrightError."""
    names = [name.strip() for words in _kept("variants") for name in words.split(",") if name.strip()]
    options: dict[str, bool | int | str] = {}
    for words in _kept("chosen"):
        name, sign, value = words.partition("=")
        if not sign or not value.strip():
            stop(f"`--set {words}` says no value; write `--set {name.strip() or 'name'}=yes`", USAGE)
        if name.strip() in options:
            stop(f"`--set {name.strip()}` is said twice", USAGE)
        options[name.strip()] = value.strip()
    return load(path, options, names)


def open_game(name: str, as_json: bool = False) -> Game:
    """The checked game of a file or folder. Leaves with code 1 and all its problems when it has errors.

    as_json: the problems are printed as JSON on the standard output, as `check --json` prints them.
    """
    try:
        return load_chosen(rulebook_path(name))
    except RulewrightError as error:
        if as_json:
            click.echo(json.dumps(problems_as_json(error.problems), indent=2))
        else:
            show_problems(error.problems)
        raise SystemExit(PROBLEMS) from None


def open_plain(name: str) -> Game:
    """The same without the variants and options of the command line."""
    try:
        return load(rulebook_path(name))
    except RulewrightError as error:
        show_problems(error.problems)
        raise SystemExit(PROBLEMS) from None


def open_against(name: str, other: str) -> Game:
    """What a rulebook is compared with: another file or folder, or a variant of it by its name."""
    if not other.strip():
        stop("`--against` says nothing; name a rulebook or a variant", USAGE)
    try:
        is_file = bool(Path(other).suffix) or Path(other).exists()
    except (OSError, ValueError) as error:  # a name that no file can have
        stop(f"`{other}` cannot be read: {reason(error)}", USAGE)
    if is_file:
        return open_plain(other)
    try:
        return load(rulebook_path(name), {}, [other])
    except RulewrightError as error:
        show_problems(error.problems)
        raise SystemExit(PROBLEMS) from None


def is_chosen() -> bool:
    """Whether the command line chooses variants or options."""
    return bool(_kept("variants") or _kept("chosen"))


def problems_as_json(problems: Problems) -> list[Record]:
    """All diagnostics as plain values."""
    return [to_json(each) for each in problems.items]


def player_count(game: Game, players: int | None) -> int:
    """The number of players wanted, or the least there can be. Leaves with code 2 when the game is not for so many."""
    low, high = game.players
    if players is None:
        return low
    if not low <= players <= high:
        wanted = f"{low} to {high}" if low != high else str(low)
        possible = min(max(players, low), high)
        stop(f"{game.title} is for {wanted} players, not {players}; say `--players {possible}`", USAGE)
    return players


def writable(path: str, *read: str | None, makes_rulebooks: bool = False) -> None:
    """Leave with code 2 when no file can be written there: said before a long game rather than behind it.

    read: the files and folders that the command reads, which it does not write over; of a rulebook every file beside it that
    could be a part of it, unless makes_rulebooks: what is written is one itself.
    """
    if not path:
        stop("the file to write has no name; name one", USAGE)
    folder = Path(path).parent
    try:
        if Path(path).is_dir():
            stop(f"`{path}` is a folder; name a file to write", USAGE)
        if not folder.is_dir():
            stop(f"`{path}` cannot be written: there is no folder `{folder}`", USAGE)
        parts = [] if makes_rulebooks else [name for name in read if name and _may_be_part(path, name)]
        if Path(path).is_file() and (parts or any(_is_same(path, name) for name in read if name)):
            stop(f"`{path}` is read here, and would be lost; name another file to write", USAGE)
    except (OSError, ValueError) as error:  # a name that no file can have
        stop(f"`{path}` cannot be written: {reason(error)}", USAGE)


def _is_same(path: str, name: str) -> bool:
    """Whether a name, of a file or of the folder of a rulebook, means the file of a path."""
    try:
        meant = Path(name) / "game.yaml" if Path(name).is_dir() else Path(name)
        return meant.exists() and meant.samefile(path)
    except (OSError, ValueError):  # a number of games or a variant's name can be no file's
        return False


def _may_be_part(path: str, name: str) -> bool:
    """Whether the file of a path could be one that the rulebook of a name (or of a folder's) is read from."""
    try:
        folder = Path(name) if Path(name).is_dir() else Path(name).parent
        inside = Path(path).resolve().is_relative_to(folder.resolve())
        return inside and Path(name).exists() and Path(path).suffix.lower() in PARTS_OF_RULEBOOKS
    except (OSError, ValueError):
        return False


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write a file, text the same on every system. Leaves with code 2 when that fails."""
    try:
        Path(path).write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        stop(f"`{path}` cannot be written: {reason(error)}", USAGE)


def at_play(error: PlayError, as_json: bool = False) -> NoReturn:
    """Leave with code 3 and the error; as_json: as one object on the standard output."""
    if as_json:
        click.echo(json.dumps({"error": error.code, "message": str(error)}, indent=2))
        raise SystemExit(AT_PLAY)
    stop(str(error), AT_PLAY)
