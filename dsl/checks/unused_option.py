"""An option that nothing depends on.

Why: whoever chooses it expects another game.
Example:
    options:
      short_game: {type: Flag, default: no}
Instead:
    options:
      short_game: {type: Flag, default: no}
    actions:
      draw: {if: some(deck) and not short_game, do: move top(deck) to hand}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW525", "unused-option", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for form in written.book.options:
        if not form.listed and not written.mentions(form.name.text):
            message = f"nothing depends on the option `{form.name.text}`"
            yield Diagnostic(rule=RULE, span=form.name.span, message=message, hint="use its name in an `if`, or leave it out")
