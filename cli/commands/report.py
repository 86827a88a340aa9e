"""`rulewright report FILE -o OUT`: everything about a rulebook on one page, for a co-designer to look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands.check import problems_of
from rulewright.commands.diff import between
from rulewright.commands.simulate import progress
from rulewright.commands.test import own_rules, played
from rulewright.dsl import Game, RulewrightError
from rulewright.dsl.coverage import coverage
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import PlayError
from rulewright.interpreter.playout import playout
from rulewright.interpreter.statistics import Summary
from rulewright.opening import (
    PROBLEMS,
    USAGE,
    at_play,
    choosing,
    open_game,
    open_plain,
    player_count,
    problems_as_json,
    reason,
    show_problems,
    stop,
    writable,
)

if TYPE_CHECKING:
    from rulewright.report.sheet import Played, Sheet, Shown

FORMS = {"html": (".html", ".htm"), "md": (".md", ".markdown")}
GAMES = 200
MOST_DECISIONS = 100_000  # in all games: about half a minute; a limit in time would make another sheet each time


@click.command("report")
@click.argument("file")
@click.option("--against", metavar="BASE", help="The rulebook to compare with: what changes, and its games beside these.")
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1, 1_000_000),
    help=f"How many games are played; {GAMES} unless said otherwise, fewer where those have more than {MOST_DECISIONS:,} decisions.",
)
@click.option("--players", type=int, help="How many play; the least possible unless said otherwise.")
@click.option("--seed", type=int, default=0, show_default=True, help="The first game's seed; the others follow.")
@click.option("-o", "--output", metavar="OUT", help="The sheet: a file that ends in .html or .md.")
@click.option("--json", "as_json", is_flag=True, help="Print what is in the sheet as JSON.")
@choosing
def command(
    file: str, against: str | None, games: int | None, players: int | None, seed: int, output: str | None, as_json: bool
) -> None:
    """Write a review sheet of a rulebook: one page to send to a co-designer.

    In it stand the differences to BASE, pictures, what simulated games show, what the checker found, which printed rules
    are carried out and tested, and the text of the rulebook. `--with` and `--set` choose for FILE. The same rulebook gives
    the same sheet.

    \b
    .html  one page that needs no network and no script; light and dark, for
           paper and for phones
    .md    for code hosts: charts are tables, the pictures are SVG files in the
           folder OUT_files, which belongs to it; where nothing can draw SVG
           they are Mermaid diagrams

    \b
    Examples:
      rulewright report games/chaos -o chaos.html
      rulewright report games/entropy/ronin.yaml --against games/entropy -o ronin.html
      rulewright report games/chaos --with quick --against games/chaos -n 50 -o quick.md
      rulewright report games/chaos -n 20 --json
    """
    form = form_of(output, as_json)
    game = open_game(file, as_json)
    base = None if against is None else open_plain(against)
    count = player_count(game, players)
    sheet = gathered(game, base, count, seed, games, as_json)
    if output is not None:
        write(sheet, Path(output), form)
    if as_json:
        from rulewright.report.sheet import as_data

        click.echo(json.dumps(as_data(sheet), indent=2))
    else:
        click.echo(f"The sheet is in {output}.")


def form_of(output: str | None, as_json: bool) -> str:
    """The form that a file's name says. Leaves with code 2 when it says none, or no file can be written there."""
    if output is None:
        if not as_json:
            stop("where shall the sheet go? Name a file: `-o report.html` or `-o report.md`", USAGE)
        return ""
    suffix = Path(output).suffix.lower()
    form = next((form for form, suffixes in FORMS.items() if suffix in suffixes), None)
    if form is None:
        stop(f"`{output}` does not say which form is wanted: end it in .html or .md", USAGE)
    writable(output)
    return form


def gathered(game: Game, base: Game | None, players: int, seed: int, games: int | None, as_json: bool) -> Sheet:
    """Everything that stands in the sheet. Leaves with code 1 when the rulebook has errors, 3 when a game fails."""
    from rulewright.report.sheet import Base, Sheet

    problems = problems_of(game)
    if problems.errors:
        click.echo(json.dumps(problems_as_json(problems), indent=2)) if as_json else show_problems(problems)
        raise SystemExit(PROBLEMS)
    try:
        scenarios, outcomes = played(game)
    except RulewrightError as error:
        click.echo(json.dumps(problems_as_json(error.problems), indent=2)) if as_json else show_problems(error.problems)
        raise SystemExit(PROBLEMS) from None
    good = tuple(each for each, outcome in zip(scenarios, outcomes, strict=True) if outcome.passed)
    fitting = base is not None and base.players[0] <= players <= base.players[1]
    flows = [game.flow, *([base.flow] if base is not None and fitting else [])]
    simulated = simulate(flows, players, seed, games, as_json)
    compared = None
    if base is not None:
        compared = Base(base, between(base, game), simulated[1] if fitting else None)
    covered = coverage(game.flow, good, own_rules(game))
    return Sheet(game, compared, problems.items, tuple(outcomes), covered, simulated[0], pictures(game))


# ------------------------------------------------------------------------------------------------ play


def simulate(flows: list[Flow], players: int, seed: int, games: int | None, as_json: bool) -> list[Played]:
    """Games of each flow with the same seeds. Leaves with code 3 when one fails."""
    wanted = GAMES if games is None else games
    sides = [Side(flow, players) for flow in flows]
    decisions = 0
    with progress(wanted * len(sides)) as show:
        for number in range(wanted):
            if games is None and decisions >= MOST_DECISIONS:
                break
            for place, side in enumerate(sides):
                try:
                    decisions += side.play(seed + number)
                except PlayError as error:
                    click.echo(f"game {number + 1}, with `--seed {seed + number} --players {players}`, failed:", err=True)
                    at_play(error, as_json)
                show(number * len(sides) + place + 1)
    return [side.played(seed, wanted) for side in sides]


class Side:
    """The games of one flow."""

    def __init__(self, flow: Flow, players: int) -> None:
        self.flow = flow
        self.summary = Summary(players)
        self.scores: dict[str, list[tuple[int, ...]]] = {}

    def play(self, seed: int) -> int:
        """One more game; how many decisions it had."""
        result = playout(self.flow, self.summary.players, None, seed)
        self.summary.add(result)
        for name, values in result.scores.items():
            self.scores.setdefault(name, []).append(values)
        return result.choices

    def played(self, seed: int, wanted: int) -> Played:
        from rulewright.report.sheet import Played

        scores = {name: tuple(zip(*values, strict=True)) for name, values in self.scores.items()}
        return Played(self.summary, "random", seed, wanted, scores)


# ------------------------------------------------------------------------------------------------ pictures and files


def pictures(game: Game) -> tuple[Shown, ...]:
    """What is drawn of a game."""
    from rulewright.report.sheet import Shown
    from rulewright.visualizer import DrawError, drawing

    svg, mermaid, text = b"", "", ""
    try:
        svg = drawing(game.flow, ".svg")
    except DrawError:  # no renderer here: the same as text
        mermaid, text = drawing(game.flow, ".mmd").decode(), drawing(game.flow, ".txt").decode()
    return (Shown("turn-flow", "The course of the game", svg, mermaid, text),)


def write(sheet: Sheet, path: Path, form: str) -> None:
    """The sheet as a file, with a folder of pictures beside it when they are files. Leaves with code 2 when that fails."""
    from rulewright.report.look import as_html, as_markdown

    text, files = (as_html(sheet), {}) if form == "html" else as_markdown(sheet, f"{path.stem}_files")
    contents = {path: text.encode(), **{path.parent / f"{path.stem}_files" / name: data for name, data in files.items()}}
    for each, data in contents.items():
        try:
            each.parent.mkdir(exist_ok=True)
            each.write_bytes(data)
        except OSError as error:
            stop(f"`{each}` cannot be written: {reason(error)}", USAGE)
