"""The command line: `rulewright`, or `python -m rulewright`.

In: arguments. Out: text on the standard output, messages on the standard error, and an exit code: 0 all is well, 1 the
rulebook, scenario or transcript has problems (`diff`: the two are not the same), 2 wrong arguments, 3 a rule could not
be carried out at play, 70 a bug in rulewright itself, 74 the output cannot be written, 130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

HELP = """Rulewright: a rulebook is a text file.

\b
  rulewright new my_game                    start a rulebook, or a variant of one
  rulewright check games/chaos              find every mistake in a rulebook
  rulewright draw games/chaos -o flow.svg   draw its turn flow
  rulewright play games/chaos               play it at this terminal
  rulewright simulate games/chaos -n 100    play it a hundred times
  rulewright test games/chaos               play its scenarios
  rulewright explain games/chaos            show what it consists of
  rulewright explain RW310                  say what a message means
  rulewright show games/chaos --as md       write it out, for players or as YAML
  rulewright diff games/chaos other.yaml    say what a variant or another rulebook changes
  rulewright report games/chaos -o c.html   one page about it all, to send to a co-designer

FILE is a rulebook, or a folder with a `game.yaml` in it. Set NO_COLOR, or say
`--no-colour`, to get plain text. `rulewright COMMAND --help` teaches the rest.

\b
Exit codes:
  0   all is well
  1   the rulebook, scenario or transcript has problems; `diff`: there are differences
  2   wrong arguments
  3   a rule could not be carried out at play
  70  a bug in rulewright; set RULEWRIGHT_DEBUG=1 to see where
  74  the output cannot be written
  130 interrupted
"""
BUG, NO_OUTPUT, INTERRUPTED = 70, 74, 130  # INTERRUPTED as in `opening`, which is not imported for help
# Each is a module of `commands`, imported when it is called for: `check` does not pay for play and pictures.
NAMES = ("new", "check", "test", "play", "simulate", "draw", "explain", "show", "diff", "report", "replay")


def plain_text(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Switch colours off for the commands below this one."""
    if wanted or os.environ.get("NO_COLOR"):
        context.color = False


def no_colour() -> click.Option:
    """The option `--no-colour`, which stands before the subcommand and behind it."""
    words = "Print plain text."
    return click.Option(
        ["--no-colour", "--no-color"], is_flag=True, expose_value=False, is_eager=True, callback=plain_text, help=words
    )


class Commands(click.Group):
    """The subcommands; a name that is nearly right gets the right one for an answer."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the subcommands, in the order in which they are learnt."""
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A subcommand, with the options that all have."""
        if cmd_name not in self.commands and cmd_name in NAMES:
            command: click.Command = import_module(f"rulewright.commands.{cmd_name}").command
            command.params.append(no_colour())
            self.commands[cmd_name] = command
        return self.commands.get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a better message."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from rulewright.dsl.suggest import did_you_mean  # with all of the compiler, which help can do without

            hint = did_you_mean(args[0], NAMES) or f"the commands are {', '.join(sorted(NAMES))}"
            if os.path.exists(args[0]):
                hint = f"to look at that file say `rulewright check {args[0]}`"
            ctx.fail(f"there is no command `{args[0]}`; {hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    help=HELP,
    params=[no_colour()],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="rulewright")
def commands() -> None:
    """See HELP."""


KEPT_OBJECTS = 300_000
"""New objects between two searches for garbage. A rulebook is many small objects that stay (240,000 when the largest has been
checked): one search among them takes a tenth of the time of `check`, and saves 1 MB of 50."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit. Raises SystemExit only."""
    gc.set_threshold(KEPT_OBJECTS)
    if sys.stderr is None:  # closed by whoever started us
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - the same
    if sys.stdout is None:
        no_output("it is closed")
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a sign gets `?` for it; so do we of one we cannot read
    try:
        code = run(arguments)
        sys.stdout.flush()
    except OSError as error:  # of a stream: what has a file's name is answered where the file is used
        if error.filename is not None:
            report_bug(error)
            raise SystemExit(BUG) from None
        no_output(error.strerror or str(error))
    raise SystemExit(code)


def run(arguments: list[str] | None) -> int:
    """The exit code of the command line. Raises OSError when something cannot be written."""
    try:
        commands.main(args=arguments, prog_name="rulewright", standalone_mode=False)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except OSError:
        raise
    except Exception as error:
        report_bug(error)
        return BUG
    return 0


def no_output(why: str) -> NoReturn:
    """Leave because nothing can be written on the standard output."""
    with suppress(OSError):
        click.echo(f"the output cannot be written: {why}", err=True)
    with suppress(OSError, ValueError, AttributeError):  # what is left of it would be tried again, with a longer message
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(NO_OUTPUT)


def report_bug(error: Exception) -> None:
    """Say in one line that this is our mistake, and where; all of it when RULEWRIGHT_DEBUG is set."""
    more = "; set RULEWRIGHT_DEBUG=1 to see more"
    if os.environ.get("RULEWRIGHT_DEBUG"):
        traceback.print_exception(error)
        more = ""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(os.path.dirname(frame.filename))}/{os.path.basename(frame.filename)}:{frame.lineno}"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    click.echo(f"this is a bug in rulewright ({what}; {place}){more}", err=True)


if __name__ == "__main__":
    main()
