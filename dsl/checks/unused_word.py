"""A word under `words` that no move carries and no trigger waits for.

Why: triggers that were to wait for it may wait for something else.
Example:
    words: [gift]
Instead:
    words: [gift]
    actions:
      draw: {if: some(deck), do: move top(deck) to hand as gift}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW526", "unused-word", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for name in written.book.words:
        if not written.mentions(name.text):
            hint = "write it behind a move: `move c to hand as " + name.text + "`, or leave it out"
            yield Diagnostic(rule=RULE, span=name.span, message=f"nothing is moved as `{name.text}`", hint=hint)
