"""`rulewright explain FILE [ADDRESS]`: the outline of a rulebook, one node or its rules; or a message's code."""

from __future__ import annotations

import json

import click

from rulewright import messages
from rulewright.dsl import Game
from rulewright.dsl.coverage import coverage
from rulewright.dsl.flow.ir import ScopeSpec
from rulewright.dsl.suggest import did_you_mean
from rulewright.nodes import flow_text, heading, node_lines, node_text, place_of, rules_of, scope_of
from rulewright.opening import USAGE, choosing, open_game, stop


@click.command("explain")
@click.argument("file")
@click.argument("address", required=False)
@click.option("--rules", is_flag=True, help="List every rule of the printed game with the nodes that carry it out.")
@click.option(
    "--stage",
    type=click.Choice(["text", "flow"]),
    default="text",
    show_default=True,
    help="The node's text, or the blocks of the flow it became.",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@choosing
def command(file: str, address: str | None, rules: bool, stage: str, as_json: bool) -> None:
    """Explain a rulebook: its outline, one node, or its rules; or the code of a message.

    ADDRESS is a node's, as the outline and messages write it, or the end of it; or the id of a rule of the printed game.

    \b
    Examples:
      rulewright explain games/chaos
      rulewright explain games/chaos actions.seek
      rulewright explain games/chaos seek --stage flow
      rulewright explain games/chaos CHA-070
      rulewright explain games/chaos --rules
      rulewright explain RW310
    """
    if address is None and not rules and messages.is_code(file):
        show_message(file.upper(), as_json)
        return
    game = open_game(file, as_json)
    if rules or (address is not None and any(address == rule for rule, _, _ in game.flow.rules)):
        show_rules(game, address, as_json)
    elif address is not None:
        show_node(game, find(game, address), stage, as_json)
    elif as_json:
        data = [{"address": s.address, "kind": s.kind, "title": s.title, "rules": list(s.rules)} for s in game.flow.scopes]
        click.echo(json.dumps(data, indent=2))
    elif stage == "flow":
        from rulewright.dsl.flow.text import print_flow

        click.echo(print_flow(game.flow), nl=False)
    else:
        outline(game)


def show_message(code: str, as_json: bool) -> None:
    """What the page of messages says of a code. Leaves with code 2 when there is none."""
    known = messages.entries()
    if code not in known:
        stop(f"no message has the code `{code}`; {messages.near(code)}", USAGE)
    entry = known[code]
    if as_json:
        data = {"code": entry.code, "name": entry.name, "severity": entry.severity, "text": entry.text}
        click.echo(json.dumps(data, indent=2))
    else:
        click.echo(messages.for_terminal(entry))


def find(game: Game, address: str) -> ScopeSpec:
    """The node of an address, or of the end of one that only one node has. Leaves with code 2 when there is none."""
    exact = scope_of(game, address)
    if exact is not None:
        return exact
    found = [scope for scope in game.flow.scopes if scope.address.endswith("." + address)]
    if len(found) == 1:
        return found[0]
    if found:
        stop(f"`{address}` could be {' or '.join(f'`{scope.address}`' for scope in found)}", USAGE)
    known = [scope.address for scope in game.flow.scopes]
    ends = [each.rpartition(".")[2] for each in known]
    rules = [rule for rule, _, _ in game.flow.rules]
    near = did_you_mean(address, known if "." in address else [*known, *ends, *rules])
    hint = near or "without an address `rulewright explain` lists all of them"
    stop(f"nothing has the address `{address}`; {hint}", USAGE)


def outline(game: Game) -> None:
    """Every node, indented under the one it stands in."""
    low, high = game.players
    click.echo(f"{game.title}, {low} to {high} players" if low != high else f"{game.title}, {low} players")
    section = ""
    for scope in game.flow.scopes[1:]:
        if scope.address.split(".")[0] != section:
            section = scope.address.split(".")[0]
            click.echo(f"\n{section}")
        click.echo(f"{'  ' * scope.address.count('.')}{outlined(scope)}")


def outlined(scope: ScopeSpec) -> str:
    """One node: its name, its title where that says more, when it applies and how often."""
    name = scope.address.rpartition(".")[2]
    says_more = scope.title.lower() not in (name.lower(), name.replace("_", " ").lower())
    title = f": {scope.title}" if scope.title and says_more else ""
    condition = f"{'whenever' if scope.kind == 'law' else 'if'} {scope.condition}" if scope.condition else ""
    extra = "; ".join(part for part in (condition, scope.loop) if part)
    return f"{name}{title}{f'  ({extra})' if extra else ''}"


def show_node(game: Game, scope: ScopeSpec, stage: str, as_json: bool) -> None:
    """A node's text from the file, and the rules it carries out; or its blocks."""
    span = place_of(game, scope)
    if as_json:
        data = {
            "address": scope.address,
            "kind": scope.kind,
            "title": scope.title,
            "file": span.source.name,
            "line": span.line,
            "text": "\n".join(node_lines(span.source, span.line)),
            "rules": dict(rules_of(game, scope)),
        }
        if stage == "flow":
            data["flow"] = flow_text(game, scope)
        click.echo(json.dumps(data, indent=2))
    elif stage == "flow":
        click.echo(heading(game, scope))
        click.echo(flow_text(game, scope) or "No block of the flow comes from here.")
    else:
        click.echo(node_text(game, scope))


def show_rules(game: Game, wanted: str | None, as_json: bool) -> None:
    """Each rule (or the one wanted) with its section, its text and the nodes that carry it out."""
    carried = coverage(game.flow, ()).carried
    rules = [rule for rule in game.flow.rules if wanted in (None, rule[0])]
    if as_json:
        data = [{"id": r, "section": s, "text": t, "nodes": list(carried.get(r, ()))} for r, s, t in rules]
        click.echo(json.dumps(data, indent=2))
        return
    if not rules:
        what = f"no rule has the id `{wanted}`" if wanted and game.flow.rules else f"{game.title} names no printed rules"
        hint = did_you_mean(wanted, [rule for rule, _, _ in game.flow.rules]) if wanted else None
        stop(f"{what}{f'; {hint}' if hint else ''}", USAGE)
    for rule, section, text in rules:
        nodes = ", ".join(carried.get(rule, ())) or "nothing carries it out"
        click.echo(f"{rule} ({section}): {text}\n    {nodes}")
