"""A counter or variable that no rule mentions.

Why: it shows at the table and means nothing.
Example:
    state:
      fame: {type: 0..9, per: Player}
Instead:
    state:
      fame: {type: 0..9, per: Player}
    actions:
      pass_on: {do: gain 1 coins + 1 fame}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW522", "unused-variable", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for form in written.book.state:
        if not written.mentions(form.name.text, plural=True):
            message = f"no rule mentions `{form.name.text}`"
            yield Diagnostic(rule=RULE, span=form.name.span, message=message, hint="leave it out, or use it in a formula")
