"""What there is to know about each node of a game, for the interactive page: its lines, its rules, its scenarios.

In: a loaded game, and what it does not have in common with another one. Out: a `Detail` for each address. A scenario
belongs to the nodes that carry out a rule it tests, and to the node that it begins at; a difference to the innermost node
that its address is in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from rulewright.dsl import Game, Problems
from rulewright.dsl.differences.compare import Difference
from rulewright.dsl.flow.ir import ScopeSpec
from rulewright.dsl.scenarios import Scenario
from rulewright.nodes import node_lines, place_of
from rulewright.visualizer.page_data import Detail


def details(game: Game, differences: Iterable[Difference] = ()) -> dict[str, Detail]:
    """A detail for every node that has an address in the rulebook."""
    addresses = {scope.address for scope in game.flow.scopes}
    changes: dict[str, list[str]] = {}
    for each in differences:
        changes.setdefault(_innermost(each.address, addresses), []).append(each.sentence)
    scenarios = game.scenarios(Problems())  # a scenario that is not well formed is what `rulewright test` tells of
    ledger = {rule: (rule, section, text) for rule, section, text in game.flow.rules}
    return {
        scope.address: replace(_detail(game, scope, ledger, scenarios), changes=tuple(changes.get(scope.address, ())))
        for scope in game.flow.scopes
    }


def _innermost(address: str, addresses: Collection[str]) -> str:
    """The node that an address is in, "" for none."""
    while address and address not in addresses:
        address = address.rpartition(".")[0]
    return address


def _detail(
    game: Game, scope: ScopeSpec, ledger: dict[str, tuple[str, str, str]], scenarios: tuple[Scenario, ...]
) -> Detail:
    span = place_of(game, scope)
    own = set(scope.rules)
    testing = (each for each in scenarios if each.at == scope.address or own & {cited.rule for cited in each.rules})
    return Detail(
        title=scope.title,
        kind=scope.kind,
        text=tuple(node_lines(span.source, span.line)) if span.line else (),
        file=span.source.name,
        line=span.line,
        rules=tuple(ledger.get(rule, (rule, "", "")) for rule in scope.rules),
        scenarios=tuple((each.title, f"{each.span.source.name}:{each.span.line}") for each in testing),
    )
