"""`rulewright check FILE...`: every mistake of a rulebook, before anyone plays.

Besides the rulebook's text, its scenarios are read, and a few random decisions are played for each player count, so that
rules that never come to rest are found.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress

import click

from rulewright.dsl import Game, Problems, RulewrightError
from rulewright.dsl.diagnostics import Rule
from rulewright.opening import PROBLEMS, choosing, load_chosen, problems_as_json, rulebook_path, show_problems

FAILS_AT_PLAY = Rule("RW601", "fails-at-play")
TRIAL = 60  # random decisions for each player count


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON.")
@click.option("--no-trial", is_flag=True, help="Do not play any decisions.")
@choosing
def command(files: tuple[str, ...], as_json: bool, no_trial: bool) -> None:
    """Find every mistake in rulebooks.

    A rulebook without errors is played for a few random decisions, too, so that rules that cannot be carried out or never
    come to rest are found. Its scenarios are read, too; those that change the
    rulebook are left to `rulewright test`. Warnings do not change the exit code.

    \b
    Examples:
      rulewright check games/chaos
      rulewright check games/*/game.yaml --json
    """
    found: list[object] = []
    code = ""  # of the first error
    for path in [rulebook_path(name) for name in files]:
        try:
            game = load_chosen(path)
            problems = problems_of(game, with_trial=not no_trial)
        except RulewrightError as error:
            game, problems = None, error.problems
        code = code or next((each.rule.code for each in problems.errors), "")
        if as_json:
            found.extend(problems_as_json(problems))
            continue
        if problems.items:
            show_problems(problems)
        if game is not None and not problems.errors:
            low, high = game.players
            count = f"{low} to {high} players" if low != high else f"{low} player{'' if low == 1 else 's'}"
            flow = game.flow
            click.echo(
                f"ok: {game.title}, {count}, {len(flow.components)} components, {len(flow.rules)} rules, {len(flow.blocks)} blocks"
            )
    if as_json:
        click.echo(json.dumps(found, indent=2))
    elif code:
        click.echo(f"`rulewright explain {code}` tells more", err=True)
    raise SystemExit(PROBLEMS if code else 0)


def problems_of(game: Game, *, with_trial: bool = True) -> Problems:
    """What there is to say about a rulebook that can be played: warnings, its scenarios' mistakes, what fails at play."""
    problems = Problems()
    problems.take(game.warnings)
    with suppress(RulewrightError):  # there are more than are kept
        game.scenarios(problems, amending=False)  # the others cost a rulebook each; `rulewright test` reads them
    if with_trial and not problems.errors:
        trial(game, problems)
    return problems


def trial(game: Game, problems: Problems) -> None:
    """Play a few random decisions; a rule that cannot be carried out is reported at its place."""
    from rulewright.interpreter import Match, PlayError

    generator = random.Random(0)
    for players in range(game.players[0], game.players[1] + 1):
        try:
            match = Match.start(game.flow, players, seed=players)
            for _ in range(TRIAL):
                if match.over:
                    break
                match.choose(generator.randrange(len(match.grounds)))
        except PlayError as error:
            span = error.origin.span if error.origin is not None else game.book.name.span
            hint = f"under way: {' -> '.join(error.chain)}" if error.chain else None
            problems.report(
                FAILS_AT_PLAY, span, f"with {players} players, at play: {error.message} [{error.code}]", hint=hint
            )
            return
