"""`rulewright diff A B`: what another rulebook, a variant or an option changes for the players, in sentences."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from rulewright.comparing import between
from rulewright.dsl import Game
from rulewright.dsl.differences.compare import Difference
from rulewright.dsl.source import Span
from rulewright.opening import PROBLEMS, USAGE, choosing, is_chosen, open_game, open_plain, stop


@click.command("diff")
@click.argument("before", metavar="A")
@click.argument("after", required=False, metavar="[B]")
@click.option(
    "--as",
    "style",
    type=click.Choice(["text", "md"]),
    default="text",
    show_default=True,
    help="Plain text, or Markdown for a page of changes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the differences as JSON.")
@choosing
def command(before: str, after: str | None, style: str, as_json: bool) -> None:
    """Say what changes from one rulebook to another.

    A and B are rulebooks or variants. `--with` and `--set` choose for B; without B it is A with what they choose. Every
    difference is one sentence with its address, the places in both files, and what stood there before and stands there
    now. Comments, blanks, the style of the YAML and the order of what has no order are no differences. The exit code is 0
    when nothing differs, 1 when something does (or when a rulebook has mistakes), 2 for wrong arguments.

    \b
    Examples:
      rulewright diff games/chaos --with open_hands
      rulewright diff games/chaos my_chaos.yaml --as md
      rulewright diff game.yaml --set rounds=5
      rulewright diff old/game.yaml new/game.yaml --json
    """
    if after is None and not is_chosen():
        stop(
            "one rulebook cannot be compared; name a second one, or say `--with VARIANT` or `--set OPTION=VALUE`", USAGE
        )
    first, second = open_plain(before), open_game(after or before)
    found = between(first, second)
    if as_json:
        click.echo(json.dumps([record(each) for each in found], indent=2))
    else:
        click.echo("\n".join((markdown if style == "md" else text)(_heading(first, second, before, after), found)))
    raise SystemExit(PROBLEMS if found else 0)


def _heading(first: Game, second: Game, before: str, after: str | None) -> tuple[str, str]:
    """What the two are called: by their titles, or by their files when the titles are the same."""
    if first.title != second.title:
        return first.title, second.title
    return before, after or f"{before} with what was chosen"


def text(names: tuple[str, str], found: Sequence[Difference]) -> Iterator[str]:
    """The differences for a terminal."""
    yield f"{names[0]} -> {names[1]}: {_count(found)}"
    for section, group in groupby(found, key=lambda each: each.section):
        yield f"\n{section}"
        for each in group:
            yield f"  {each.sentence}"
            for words, place in zip((each.before, each.after), each.places, strict=True):
                if place is not None:
                    yield f"    {_place(place)}  {words}".rstrip()


def markdown(names: tuple[str, str], found: Sequence[Difference]) -> Iterator[str]:
    """The differences as a page."""
    yield f"# {names[0]} -> {names[1]}\n\n{_count(found).capitalize()}."
    for section, group in groupby(found, key=lambda each: each.section):
        yield f"\n## {section}\n"
        for each in group:
            places = [_place(place) for place in each.places if place is not None]
            yield f"- {each.sentence} ({', '.join(places)})"


def record(difference: Difference) -> dict[str, object]:
    """One difference for programs."""
    places = [
        None if place is None else {"file": os.path.normpath(place.source.name), "line": place.line}
        for place in difference.places
    ]
    return {
        "kind": difference.kind,
        "address": difference.address,
        "sentence": difference.sentence,
        "before": difference.before,
        "after": difference.after,
        "places": dict(zip(("before", "after"), places, strict=True)),
    }


def _count(found: Sequence[Difference]) -> str:
    if not found:
        return "no difference"
    return f"{len(found)} difference{'' if len(found) == 1 else 's'}"


def _place(span: Span) -> str:
    return f"{os.path.normpath(span.source.name)}:{span.line}" if span.source.path is not None else span.source.name
