"""`rulewright draw FILE -o OUT`: a rulebook as a picture, in the format that the file's name says."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.opening import USAGE, choosing, open_against, open_game, stop, writable, write_file

VIEWS = ("turn", "interaction", "components")
LEVELS = ("phases", "actions", "steps", "changes", "blocks")


@click.command("draw")
@click.argument("file")
@click.option(
    "-o", "--output", required=True, help="The picture: .svg .png .pdf .html .dot .mmd .txt, or its graph: .graphml .json."
)
@click.option(
    "--view", type=click.Choice(VIEWS), default="turn", show_default=True,
    help="How turns go, which rule sets off which, or where components go.",
)
@click.option(
    "--level", type=click.Choice(LEVELS), default="steps", show_default=True,
    help="How much is open: from one page to every block; `changes` with --against.",
)
@click.option("--open", "opened", metavar="PHASE", default="", help="Draw one phase alone, by its address or title.")
@click.option("--against", metavar="OTHER", help="Another rulebook or a variant of this one: show what it changes.")
@click.option("--heat", metavar="GAMES|FILE", help="Show how often each part was taken: in so many games, or in a saved simulation.")
@click.option("--players", type=int, help="How many play in the games of --heat.")
@click.option("--seed", type=int, help="The first of those games' seeds, 0 unless said otherwise.")
@click.option("--replay", metavar="TRANSCRIPT", help="Show the path of a recorded game; step by step in .html.")
@choosing
def command(
    file: str, output: str, view: str, level: str, opened: str, against: str | None, heat: str | None, players: int | None,
    seed: int | None, replay: str | None,
) -> None:  # fmt: skip
    """Draw a rulebook.

    The end of the file's name says what is drawn: .svg, .png and .pdf are pictures, .html is a page to look around in
    (fold phases, search, click a node for its rules and scenarios), .dot is for Graphviz, .mmd for Mermaid, .txt for a
    terminal; .graphml and .json hold the graph for other programs. In the page all three views are tabs.

    With --against, what the other rulebook adds, removes and changes is marked by sign and colour. It can be a file or the
    name of a variant of FILE.

    \b
    Examples:
      rulewright draw games/chaos -o chaos.svg
      rulewright draw games/chaos -o chaos.html
      rulewright draw games/chaos -o page.pdf --level phases
      rulewright draw games/chaos -o turn.svg --open turn
      rulewright draw games/chaos -o quick.svg --against quick --level changes
      rulewright draw games/chaos -o heat.svg --heat 20 --players 4
      rulewright draw games/chaos -o game.html --replay game.jsonl
    """
    game = open_game(file)
    writable(output, file, against, heat, replay)
    if heat is not None and replay is not None:
        stop("`--heat` and `--replay` cannot be shown in one picture; draw two", USAGE)
    other = open_against(file, against) if against is not None else None
    # Drawing needs networkx, which takes longer to import than all the rest.
    from rulewright.drawn import Counted, Drawn
    from rulewright.visualizer import DrawError
    from rulewright.visualizer.drawing import check_words

    suffix = Path(output).suffix.lower()
    try:
        check_words(suffix, view, level, other is not None)
        counted = Counted.of(other or game, heat, players, seed, replay)
        content = Drawn(game, other, counted).content(suffix, view, level, opened)
    except DrawError as error:
        stop(str(error), USAGE)
    write_file(output, content)
    click.echo(f"The {_kind(suffix)} is in {output}.")


def _kind(suffix: str) -> str:
    return {".html": "page", ".graphml": "graph", ".json": "graph"}.get(suffix, "picture")
