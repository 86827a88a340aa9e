"""`rulewright report FILE -o OUT`: everything about a rulebook on one page, for a co-designer to look at."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands.check import problems_of
from rulewright.commands.test import own_rules, played
from rulewright.comparing import between
from rulewright.dsl import Game, RulewrightError
from rulewright.dsl.coverage import coverage
from rulewright.dsl.flow.ir import Choice
from rulewright.interpreter.statistics import MOST_GAMES
from rulewright.opening import (
    PROBLEMS,
    USAGE,
    at_play,
    choosing,
    open_game,
    open_plain,
    open_simulation,
    player_count,
    problems_as_json,
    reason,
    show_problems,
    stop,
    writable,
    write_file,
)
from rulewright.progress import progress
from rulewright.simulating import GameFailed, side_by_side

if TYPE_CHECKING:
    from rulewright.drawn import Drawn
    from rulewright.interpreter.recorded import Simulation
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
    type=click.IntRange(1, MOST_GAMES),
    help=f"How many games are played; {GAMES} unless said otherwise, fewer where those have more than {MOST_DECISIONS:,} decisions.",
)
@click.option("--players", type=int, help="How many play; the least possible unless said otherwise.")
@click.option("--seed", type=int, help="The first game's seed, 0 unless said otherwise; the others follow.")
@click.option("--simulation", metavar="FILE", help="What `simulate --save` kept, in place of games played now.")
@click.option("-o", "--output", metavar="OUT", help="The sheet: a file that ends in .html or .md.")
@click.option("--json", "as_json", is_flag=True, help="Print what is in the sheet as JSON.")
@choosing
def command(
    file: str,
    against: str | None,
    games: int | None,
    players: int | None,
    seed: int | None,
    simulation: str | None,
    output: str | None,
    as_json: bool,
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
      rulewright report games/chaos --simulation chaos.json -o chaos.html
      rulewright report games/chaos -n 20 --json
    """
    form = form_of(output, as_json, (file, against, simulation))
    game = open_game(file, as_json)
    base = None if against is None else open_plain(against)
    sheet = gathered(game, base, games_wanted(game, players, games, seed, simulation), as_json)
    if output is not None:
        write(sheet, Path(output), form)
    if as_json:
        from rulewright.report.sheet import as_data

        click.echo(json.dumps(as_data(sheet), indent=2))
    else:
        click.echo(f"The sheet is in {output}.")


def form_of(output: str | None, as_json: bool, read: Sequence[str | None] = ()) -> str:
    """The form that a file's name says. Leaves with code 2 when it says none, or no file can be written there.

    read: the files that the command reads.
    """
    if output is None:
        if not as_json:
            stop("where shall the sheet go? Name a file: `-o report.html` or `-o report.md`", USAGE)
        return ""
    suffix = Path(output).suffix.lower()
    form = next((form for form, suffixes in FORMS.items() if suffix in suffixes), None)
    if form is None:
        stop(f"`{output}` does not say which form is wanted: end it in .html or .md", USAGE)
    writable(output, *read)
    return form


def gathered(game: Game, base: Game | None, games: Games, as_json: bool) -> Sheet:
    """Everything that stands in the sheet. Leaves with code 1 when the rulebook has errors, 3 when a game fails."""
    from rulewright.report.sheet import Base, Sheet

    problems = problems_of(game)
    try:
        if problems.errors:
            raise RulewrightError(problems)
        scenarios, outcomes = played(game)
    except RulewrightError as error:
        click.echo(json.dumps(problems_as_json(error.problems), indent=2)) if as_json else show_problems(error.problems)
        raise SystemExit(PROBLEMS) from None
    good = tuple(each for each, outcome in zip(scenarios, outcomes, strict=True) if outcome.passed)
    fitting = base is not None and base.players[0] <= games.players <= base.players[1]
    simulations = simulate([game, *([base] if base is not None and fitting else [])], games, as_json)
    own, *other = [
        counted(each, simulation, games.wanted) for each, simulation in zip((game, base), simulations, strict=False) if each is not None
    ]
    compared = None if base is None else Base(base, between(base, game), other[0] if other else None)
    covered = coverage(game.flow, good, own_rules(game))
    return Sheet(game, compared, problems.items, tuple(outcomes), covered, own, pictures(game, base, own.simulation))


# ------------------------------------------------------------------------------------------------ play


@dataclass(frozen=True, slots=True)
class Games:
    """What is to be played. limited: only as many as have `MOST_DECISIONS`. saved: of the rulebook, already."""

    players: int
    wanted: int
    seed: int
    limited: bool
    saved: Simulation | None = None


def games_wanted(game: Game, players: int | None, wanted: int | None, seed: int | None, file: str | None) -> Games:
    """What the command line says about games. Leaves with code 2 when it says it twice, 1 when a file is none."""
    if file is None:
        return Games(player_count(game, players), wanted or GAMES, seed or 0, wanted is None)
    for name, value in (("-n", wanted), ("--players", players), ("--seed", seed)):
        if value is not None:
            stop(f"`--simulation` says what was played; leave out `{name}`", USAGE)
    saved = open_simulation(game, file)
    return Games(saved.summary.players, saved.summary.games, saved.seed, False, saved)


def simulate(rulebooks: list[Game], games: Games, as_json: bool) -> list[Simulation]:
    """Games of each rulebook with the same seeds. Leaves with code 3 when one fails."""
    done = [] if games.saved is None else [games.saved]
    left = rulebooks[len(done) :]
    if not left:
        return done
    policy = "random" if games.saved is None else games.saved.policy
    try:
        with progress(games.wanted * len(left)) as show:
            limit = MOST_DECISIONS if games.limited else None
            done += side_by_side(left, games.players, games.wanted, games.seed, policy, False, show, limit)
    except GameFailed as failed:
        which, seed = failed.game.title, failed.seed
        click.echo(f"a game of {which}, with `--seed {seed} --players {games.players}`, failed:", err=True)
        at_play(failed.error, as_json)
    if done[0].summary.games < games.wanted:
        click.echo(f"no more games were begun after {MOST_DECISIONS:,} decisions; `-n` says how many to play", err=True)
    return done


def counted(game: Game, simulation: Simulation, wanted: int) -> Played:
    """The games of one rulebook, with what the sheet shows of them."""
    from rulewright.report.sheet import Played
    from rulewright.visualizer.graph import turn_flow
    from rulewright.visualizer.heat import heat

    flow, trace = game.flow, simulation.trace
    asked: dict[str, Counter[int]] = {}
    for block, options in trace.asked.items():
        exit_ = flow.blocks[block].exit
        assert isinstance(exit_, Choice), "decisions are made at choices"
        asked.setdefault(flow.scopes[exit_.scope].address, Counter()).update(options)
    never = heat(flow, turn_flow(flow), trace.taken, trace.asked, trace.reactions, trace.games).unreached
    return Played(simulation, wanted, tuple(simulation.phases(flow)), asked, never)


# ------------------------------------------------------------------------------------------------ pictures and files


def pictures(game: Game, base: Game | None, simulation: Simulation) -> tuple[Shown, ...]:
    """What is drawn of a game: its three views, what changes against the base, and where its games went. What has many parts
    is on one page first, and below that with every step."""
    from rulewright.drawn import Counted, Drawn

    plain = Drawn(game, None, Counted())
    wanted = [] if base is None else [
        shown(Drawn(base, game, Counted()), "turn", "changes", "changes", f"What changes against {base.title}")
    ]  # fmt: skip
    warm = Drawn(game, None, Counted(simulation))
    return (
        *wanted,
        *on_one_page(plain, "turn-flow", "The course of the game"),
        shown(plain, "interaction", "steps", "rules", "Which rule sets off which"),
        shown(plain, "components", "steps", "components", "Where components go"),
        *on_one_page(warm, "heat", "How often the simulated games came to each part"),
    )


def on_one_page(drawn: Drawn, name: str, caption: str) -> Iterator[Shown]:
    """The turn flow with its phases, and with every step where there are more."""
    first, whole = (shown(drawn, "turn", level, f"{name}{more}", caption) for level, more in (("phases", ""), ("steps", "-steps")))
    yield first
    if (first.svg, first.text) != (whole.svg, whole.text):
        yield replace(whole, caption="With every step", folded=True)


def shown(drawn: Drawn, view: str, level: str, name: str, caption: str) -> Shown:
    """One picture."""
    from rulewright.report.sheet import Shown
    from rulewright.visualizer import DrawError

    try:
        return Shown(name, caption, drawn.content(".svg", view, level, ""))
    except DrawError:  # no renderer here: the same as text
        mermaid, text = (drawn.content(suffix, view, level, "").decode() for suffix in (".mmd", ".txt"))
        return Shown(name, caption, b"", mermaid, text)


def write(sheet: Sheet, path: Path, form: str) -> None:
    """The sheet as a file, with a folder of pictures beside it when they are files. Leaves with code 2 when that fails."""
    from rulewright.report.look import as_html, as_markdown

    text, files = (as_html(sheet), {}) if form == "html" else as_markdown(sheet, f"{path.stem}_files")
    contents = {path: text.encode(), **{path.parent / f"{path.stem}_files" / name: data for name, data in files.items()}}
    for each, data in contents.items():
        try:
            each.parent.mkdir(exist_ok=True)
        except OSError as error:
            stop(f"`{each}` cannot be written: {reason(error)}", USAGE)
        write_file(each, data)
