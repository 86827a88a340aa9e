"""`rulewright test [PATH...]`: plays the scenarios of rulebooks and tells which rules are carried out and tested."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rulewright.dsl import Game, Problems, RulewrightError
from rulewright.dsl.coverage import Coverage, coverage
from rulewright.dsl.scenarios import Scenario
from rulewright.dsl.variants.combine import variant_files
from rulewright.opening import (
    PROBLEMS,
    USAGE,
    choosing,
    is_chosen,
    load_chosen,
    problems_as_json,
    rulebook_path,
    show_problems,
    stop,
)
from rulewright.scenes import Outcome, run


def rulebooks(names: tuple[str, ...]) -> list[str]:
    """The rulebooks and variants at or under some paths; without one, those here or in `games`.

    Leaves with code 2 when there are none.
    """
    found: list[str] = []
    for name in names or tuple(each for each in (".", "games") if holds_rulebooks(Path(each)))[:1]:
        path = Path(name)
        if path.is_dir() and not (path / "game.yaml").exists():
            under = sorted({*path.glob("*/game.yaml"), *path.glob("*/*/game.yaml")})
            if not under:
                stop(f"there is no `game.yaml` in `{name}` or the folders in it", USAGE)
            for each in under:
                found += [str(each), *map(str, variant_files(each.parent))]
        elif path.is_dir():
            found += [str(path / "game.yaml"), *([] if is_chosen() else map(str, variant_files(path)))]
        elif path.name == "scenarios.yaml" and (path.parent / "game.yaml").exists():
            found.append(str(path.parent / "game.yaml"))
        else:
            found.append(name)
    if not found:
        stop("there is no rulebook here; name one: `rulewright test games/chaos`", USAGE)
    return list(dict.fromkeys(found))


def holds_rulebooks(folder: Path) -> bool:
    """Whether a rulebook is in the folder or in a folder of it."""
    return (folder / "game.yaml").exists() or any(folder.glob("*/game.yaml")) or any(folder.glob("*/*/game.yaml"))


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that pass, too.")
@choosing
def command(paths: tuple[str, ...], as_json: bool, verbose: bool) -> None:
    """Play the scenarios of rulebooks, with rule coverage.

    PATH is a rulebook, a variant, or a folder with rulebooks in it or in its folders; with a rulebook come its variants. The
    scenarios stand in `scenarios.yaml` beside a rulebook, in `NAME_scenarios.yaml` beside a variant. Which rules of the
    printed game a node carries out, and a scenario tests, is what their `rules:` say.

    \b
    Examples:
      rulewright test games/chaos
      rulewright test games --json
    """
    results: list[dict[str, object]] = []
    failed = False
    for name in rulebooks(paths):
        try:
            game = load_chosen(rulebook_path(name))
            scenarios, outcomes = played(game)
        except RulewrightError as error:
            failed = True
            if as_json:
                results.append({"file": name, "problems": problems_as_json(error.problems)})
            else:
                show_problems(error.problems)
            continue
        good = tuple(each for each, outcome in zip(scenarios, outcomes, strict=True) if outcome.passed)
        covered = coverage(game.flow, good, own_rules(game))
        failed = failed or any(not outcome.passed for outcome in outcomes)
        results.append(_as_json(game.title, outcomes, covered))
        if not as_json:
            _show(game.title, usual_file(game), outcomes, covered, verbose)
    if as_json:
        click.echo(json.dumps(results, indent=2))
    raise SystemExit(PROBLEMS if failed else 0)


def played(game: Game) -> tuple[tuple[Scenario, ...], list[Outcome]]:
    """The scenarios of a rulebook and how they went. Raises RulewrightError when one of them is not well formed."""
    problems = Problems()
    scenarios = game.scenarios(problems)
    if problems.errors:
        raise RulewrightError(problems)
    return scenarios, [run(game, scenario) for scenario in scenarios]


def own_rules(game: Game) -> tuple[str, ...] | None:
    """The rules that the scenarios of a variant are to test: its own. None for a rulebook: all."""
    variants = game.book.variants
    return tuple(text.rule for variant in variants for text in variant.rule_texts) if variants else None


def usual_file(game: Game) -> str:
    """The file in which the scenarios of a rulebook or variant stand, unless it names another."""
    path = game.book.variants[-1].source.path if game.book.variants else None
    return "scenarios.yaml" if path is None else f"{path.stem}_scenarios.yaml"


def _show(title: str, usual: str, outcomes: list[Outcome], covered: Coverage, verbose: bool) -> None:
    for outcome in outcomes:
        if outcome.passed and verbose:
            click.echo(f"  passed: {outcome.title}")
        if not outcome.passed:
            click.echo("\n  ".join([f"{click.style('failed', fg='red')}: {outcome.title}", *outcome.failures]))
    passed = sum(outcome.passed for outcome in outcomes)
    count = f"{passed} scenario{'' if passed == 1 else 's'} passed, {len(outcomes) - passed} failed"
    click.echo(f"{title}: {count}" if outcomes else f"{title}: no scenarios; they stand beside it, in `{usual}`")
    if covered.rules:
        done, own = len(covered.rules), len(covered.to_test)
        carried, tested = done - len(covered.not_carried), own - len(covered.not_tested)
        click.echo(f"  rules carried out: {carried} of {done}" + (f"; tested: {tested} of {own}" if own else ""))
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
