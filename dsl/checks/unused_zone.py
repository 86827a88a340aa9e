"""A zone that no rule mentions and in which nothing starts.

Why: it is often a misspelt name elsewhere, or left over from an earlier version.
Example:
    zones:
      heap: {holds: Card}
Instead:
    zones:
      heap: {holds: Card}
    actions:
      pass_on: {if: some(deck), do: "gain 1 coins; move top(deck) to heap"}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW521", "unused-zone", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for form in written.book.zones:
        if not written.mentions(form.name.text):
            message = f"no rule mentions the zone `{form.name.text}`"
            yield Diagnostic(rule=RULE, span=form.name.span, message=message, hint="leave it out, or say what is moved there")
