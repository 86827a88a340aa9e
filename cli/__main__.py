"""The command line: `rulewright`, or `python -m rulewright`.

In: arguments. Out: text on the standard output, messages on the standard error, and an exit code: 0 all is well, 1 the
rulebook, scenario or transcript has problems, 2 wrong arguments, 3 a rule could not be carried out at play, 70 a bug in
rulewright itself.
"""

from __future__ import annotations

import os
import sys
import traceback

import click

from rulewright.commands import check, draw, explain, play, replay, simulate, test

HELP = """Rulewright: a rulebook is a text file.

\b
  rulewright check games/chaos          find every mistake in a rulebook
  rulewright draw games/chaos -o flow.svg   draw its turn flow
  rulewright play games/chaos           play it at this terminal
  rulewright simulate games/chaos -n 100 --players 4

FILE is a rulebook, or a folder with a `game.yaml` in it. Set NO_COLOR to get plain text.

\b
Exit codes: 0 all is well; 1 the rulebook, scenario or transcript has
problems; 2 wrong arguments; 3 a rule could not be carried out at play;
70 a bug in rulewright.
"""


@click.group(help=HELP, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="rulewright")
def commands() -> None:
    """See HELP."""


for module in (check, test, play, simulate, draw, explain, replay):
    commands.add_command(module.command)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit. Raises SystemExit only."""
    try:
        commands.main(args=arguments, prog_name="rulewright", standalone_mode=True)
    except SystemExit:
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except Exception as error:  # a bug: say so in one line, and where
        if os.environ.get("RULEWRIGHT_DEBUG"):
            traceback.print_exc()
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{os.path.basename(frame.filename)}:{frame.lineno}"
        click.echo(
            f"this is a bug in rulewright ({type(error).__name__}: {error}; {place}); set RULEWRIGHT_DEBUG=1 to see more",
            err=True,
        )
        raise SystemExit(70) from None


if __name__ == "__main__":
    main()
