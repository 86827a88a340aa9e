"""`rulewright test [PATH...]`: plays the scenarios of rulebooks and tells which rules are carried out and tested."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rulewright.dsl import Problems, RulewrightError
from rulewright.dsl.coverage import Coverage, coverage
from rulewright.opening import PROBLEMS, USAGE, open_game, show_problems, stop
from rulewright.scenes import Outcome, run


def rulebooks(names: tuple[str, ...]) -> list[str]:
    """The rulebooks at or under some paths; of `games` when none is named."""
    found: list[str] = []
    for name in names or ("games",):
        path = Path(name)
        if path.is_dir() and not (path / "game.yaml").exists():
            found.extend(str(each) for each in sorted(path.glob("*/game.yaml")))
        else:
            found.append(name)
    if not found:
        stop("there is no rulebook here; name one: `rulewright test games/chaos`", USAGE)
    return found


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that pass, too.")
def command(paths: tuple[str, ...], as_json: bool, verbose: bool) -> None:
    """Play the scenarios of rulebooks, with rule coverage.

    \b
    Example: rulewright test games/chaos
    """
    results = []
    failed = False
    for name in rulebooks(paths):
        game = open_game(name)
        problems = Problems()
        scenarios = game.scenarios(problems)
        if problems.errors:
            show_problems(problems)
            raise SystemExit(PROBLEMS)
        try:
            outcomes = [run(game, scenario) for scenario in scenarios]
        except RulewrightError as error:
            show_problems(error.problems)
            raise SystemExit(PROBLEMS) from None
        covered = coverage(game.flow, scenarios)
        failed = failed or any(not outcome.passed for outcome in outcomes)
        results.append(_as_json(game.title, outcomes, covered))
        if not as_json:
            _show(game.title, outcomes, covered, verbose)
    if as_json:
        click.echo(json.dumps(results, indent=2))
    raise SystemExit(PROBLEMS if failed else 0)


def _show(title: str, outcomes: list[Outcome], covered: Coverage, verbose: bool) -> None:
    for outcome in outcomes:
        if outcome.passed and verbose:
            click.echo(f"  passed: {outcome.title}")
        for failure in outcome.failures:
            click.echo(f"failed: {outcome.title}\n  {failure}")
    passed = sum(outcome.passed for outcome in outcomes)
    click.echo(f"{title}: {passed} scenarios passed, {len(outcomes) - passed} failed")
    if covered.rules:
        done = len(covered.rules)
        click.echo(
            f"  rules carried out: {done - len(covered.not_carried)} of {done}; tested: {done - len(covered.not_tested)} of {done}"
        )
        for words, missing in (("not carried out", covered.not_carried), ("not tested", covered.not_tested)):
            if missing:
                click.echo(f"  {words}: {', '.join(missing)}")


def _as_json(title: str, outcomes: list[Outcome], covered: Coverage) -> dict[str, object]:
    return {
        "game": title,
        "scenarios": [
            {"title": each.title, "passed": each.passed, "failures": list(each.failures)} for each in outcomes
        ],
        "rules": len(covered.rules),
        "not_carried_out": list(covered.not_carried),
        "not_tested": list(covered.not_tested),
    }
