"""`rulewright draw FILE -o OUT`: the turn flow as a picture, in the format that the file's name says."""

from __future__ import annotations

import click

from rulewright.opening import USAGE, open_game, stop


@click.command("draw")
@click.argument("file")
@click.option("-o", "--output", required=True, help="The picture: .svg, .png, .dot, .mmd or .txt.")
def command(file: str, output: str) -> None:
    """Draw the turn flow of a rulebook.

    \b
    Example: rulewright draw games/chaos -o chaos.svg
    """
    game = open_game(file)
    from rulewright.visualizer import DrawError, draw

    try:
        draw(game.flow, output)
    except DrawError as error:
        stop(str(error), USAGE)
    except OSError as error:
        stop(f"`{output}` cannot be written: {error.strerror}", USAGE)
    click.echo(f"The picture is in {output}.")
