"""`rulewright draw FILE -o OUT`: the turn flow as a picture, in the format that the file's name says."""

from __future__ import annotations

import click

from rulewright.opening import USAGE, choosing, open_game, stop, writable


@click.command("draw")
@click.argument("file")
@click.option("-o", "--output", required=True, help="The picture: .svg, .png, .dot, .mmd or .txt.")
@choosing
def command(file: str, output: str) -> None:
    """Draw the turn flow of a rulebook.

    The end of the file's name says what is drawn: .svg and .png are pictures, .dot is for Graphviz, .mmd for Mermaid,
    .txt for a terminal.

    \b
    Examples:
      rulewright draw games/chaos -o chaos.svg
      rulewright draw games/chaos -o chaos.txt
    """
    game = open_game(file)
    writable(output)
    # Drawing needs networkx, which takes longer to import than all the rest.
    from rulewright.visualizer import DrawError, draw

    try:
        draw(game.flow, output)
    except DrawError as error:
        stop(str(error), USAGE)
    click.echo(f"The picture is in {output}.")
