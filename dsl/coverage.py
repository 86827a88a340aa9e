"""Which rules of the printed game are carried out, and which are tested.

In: a game and its scenarios. Out: `Coverage`: for each rule of the ledger the nodes that cite it and the scenarios that
test it, and what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.scenarios import Scenario


@dataclass(frozen=True, slots=True)
class Coverage:
    """carried: rule -> addresses of nodes. tested: rule -> titles of scenarios.

    to_test: the rules that scenarios here are to test: all of a rulebook, of a variant its own. The rest lists what is missing.
    """

    rules: tuple[str, ...]
    to_test: tuple[str, ...]
    carried: dict[str, tuple[str, ...]]
    tested: dict[str, tuple[str, ...]]

    @property
    def not_carried(self) -> tuple[str, ...]:
        """Rules that no node cites."""
        return tuple(rule for rule in self.rules if not self.carried.get(rule))

    @property
    def not_tested(self) -> tuple[str, ...]:
        """Rules that no scenario tests."""
        return tuple(rule for rule in self.to_test if not self.tested.get(rule))


def coverage(flow: Flow, scenarios: tuple[Scenario, ...], to_test: tuple[str, ...] | None = None) -> Coverage:
    """What of a game's ledger is carried out, and what of it (or of `to_test`) is tested."""
    rules = tuple(rule for rule, _, _ in flow.rules)
    carried: dict[str, list[str]] = {}
    tested: dict[str, list[str]] = {}
    for scope in flow.scopes:
        for rule in scope.rules:
            carried.setdefault(rule, []).append(scope.address)
    for scenario in scenarios:
        for citation in scenario.rules:
            tested.setdefault(citation.rule, []).append(scenario.title)
    return Coverage(
        rules,
        rules if to_test is None else to_test,
        {rule: tuple(dict.fromkeys(found)) for rule, found in carried.items()},
        {rule: tuple(dict.fromkeys(found)) for rule, found in tested.items()},
    )
