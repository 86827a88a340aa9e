"""A window that nothing opens.

Why: nobody is ever asked there.
Example:
    windows:
      speak: {who: dealer, offers: [pass_on]}
Instead:
    windows:
      speak: {who: dealer, offers: [pass_on]}
    actions:
      draw: {if: some(deck), do: "move top(deck) to hand; open speak"}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW529", "window-not-opened", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for node in written.book.windows:
        if not written.mentions(node.name.text) and (not node.beside or node.opens_when is not None):
            hint = f"write `opens: {node.name.text}` in a phase, or the statement `open {node.name.text}`"
            message = f"nothing opens the window `{node.name.text}`"
            yield Diagnostic(rule=RULE, span=node.span, message=message, hint=hint)
