"""`rulewright explain FILE [ADDRESS]`: the outline of a rulebook, one node of it, or its rules and who carries them out."""

from __future__ import annotations

import json

import click

from rulewright.dsl import Game
from rulewright.dsl.coverage import coverage
from rulewright.dsl.flow.ir import ScopeSpec
from rulewright.dsl.suggest import did_you_mean
from rulewright.opening import USAGE, open_game, stop


@click.command("explain")
@click.argument("file")
@click.argument("address", required=False)
@click.option("--rules", is_flag=True, help="List every rule of the printed game with the nodes that carry it out.")
@click.option(
    "--stage",
    type=click.Choice(["text", "flow"]),
    default="text",
    show_default=True,
    help="The node's text, or its flow.",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(file: str, address: str | None, rules: bool, stage: str, as_json: bool) -> None:
    """Explain a rulebook: its outline, one node, or its rules.

    \b
    Examples: rulewright explain games/chaos
              rulewright explain games/chaos actions.seek
              rulewright explain games/chaos --rules
    """
    game = open_game(file)
    if rules:
        show_rules(game, as_json)
    elif address is not None:
        show_node(game, find(game, address), stage, as_json)
    elif stage == "flow":
        from rulewright.dsl.flow.text import print_flow

        click.echo(print_flow(game.flow))
    else:
        outline(game, as_json)


def find(game: Game, address: str) -> ScopeSpec:
    """The node of an address, or of the end of one that only one node has. Leaves with code 2 when there is none."""
    scopes = game.flow.scopes
    found = [scope for scope in scopes if scope.address == address] or [
        s for s in scopes if s.address.endswith("." + address)
    ]
    if len(found) == 1:
        return found[0]
    known = [scope.address for scope in scopes]
    names = {each.rpartition(".")[2]: each for each in known}
    near = did_you_mean(address, known) or did_you_mean(address, names)
    what = (
        f"`{address}` could be {', '.join(s.address for s in found)}"
        if found
        else f"nothing has the address `{address}`"
    )
    stop(f"{what}{'; ' + near if near and not found else ''}", USAGE)


def outline(game: Game, as_json: bool) -> None:
    """Every node, indented under the one it stands in."""
    flow = game.flow
    if as_json:
        click.echo(
            json.dumps(
                [{"address": s.address, "kind": s.kind, "title": s.title, "rules": list(s.rules)} for s in flow.scopes],
                indent=2,
            )
        )
        return
    click.echo(f"{game.title}, {game.players[0]} to {game.players[1]} players")
    section = ""
    for scope in flow.scopes[1:]:
        if scope.address.split(".")[0] != section:
            section = scope.address.split(".")[0]
            click.echo(f"\n{section}")
        depth = scope.address.count(".")
        extra = "; ".join(part for part in (scope.condition and f"if {scope.condition}", scope.loop) if part)
        name = scope.address.rpartition(".")[2]
        told = f"  ({extra})" if extra and scope.kind in ("phase", "step", "choice", "menu", "ask", "law") else ""
        click.echo(f"{'  ' * depth}{name}{told}")


def show_node(game: Game, scope: ScopeSpec, stage: str, as_json: bool) -> None:
    """A node's text from the file, and the rules it carries out; or its blocks."""
    flow = game.flow
    span = flow.origins[scope.origin].span
    texts = {rule: text for rule, _, text in flow.rules}
    lines = node_lines(span.source.text.split("\n"), span.line)
    if as_json:
        data = {
            "address": scope.address,
            "kind": scope.kind,
            "file": span.source.name,
            "line": span.line,
            "text": "\n".join(lines),
            "rules": {rule: texts.get(rule, "") for rule in scope.rules},
        }
        click.echo(json.dumps(data, indent=2))
        return
    click.echo(f"{scope.address}: {scope.kind}, {span}")
    if stage == "flow":
        from rulewright.dsl.flow.text import print_flow

        wanted = False
        for line in print_flow(flow).split("\n"):
            if line and not line[0].isspace():
                wanted = line.startswith("block ") and f"{{{scope.address}" in line.partition(" in ")[2]
            if wanted:
                click.echo(line)
        return
    for number, line in enumerate(lines, span.line):
        click.echo(f"{number:>5} | {line}")
    for rule in scope.rules:
        click.echo(f"  {rule}: {texts.get(rule, '')}")


def node_lines(lines: list[str], first: int) -> list[str]:
    """The lines of a node: its own, and those deeper below it."""
    depth = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    last = first
    while last < len(lines) and (not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip()) > depth):
        last += 1
    found = lines[first - 1 : last]
    while found and not found[-1].strip():
        found.pop()
    return found


def show_rules(game: Game, as_json: bool) -> None:
    """Each rule with its section, its text and the nodes that carry it out."""
    covered = coverage(game.flow, ())
    if as_json:
        click.echo(
            json.dumps(
                [
                    {"id": r, "section": s, "text": t, "nodes": list(covered.carried.get(r, ()))}
                    for r, s, t in game.flow.rules
                ],
                indent=2,
            )
        )
        return
    for rule, section, text in game.flow.rules:
        nodes = ", ".join(covered.carried.get(rule, ())) or "nothing carries it out"
        click.echo(f"{rule} ({section}): {text}\n    {nodes}")
