"""A kind of which there is nothing.

Why: it is left over, or the components of it are missing.
Example:
    kinds:
      Coin: {worth: 1..3}
Instead:
    kinds:
      Coin: {worth: 1..3}
    components:
      coins_made: {make: Coin, worth: 1, name: Coin, start: purse}
    zones:
      purse: {holds: Coin}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW524", "unused-kind", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for form in written.book.kinds:
        if not written.mentions(form.name.text):
            message = f"nothing is of the kind `{form.name.text}`"
            yield Diagnostic(rule=RULE, span=form.name.span, message=message, hint="leave it out, or make components or variables of it")
