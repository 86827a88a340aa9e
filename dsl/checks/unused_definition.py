"""A definition that no formula uses.

Why: who reads the rulebook looks for where it counts; what only scenarios ask belongs under their `check`.
Example:
    define:
      Player.rich: coins > 5
Instead:
    define:
      Player.rich: coins > 5
    actions:
      draw: {if: some(deck) and not rich, do: move top(deck) to hand}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW523", "unused-definition", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for form in written.book.define:
        name = form.signature.name
        if not written.mentions(name.text):
            message = f"no formula uses `{name.text}`"
            yield Diagnostic(rule=RULE, span=name.span, message=message, hint="leave it out, or use it")
