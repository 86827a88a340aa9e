"""An action that no menu, window or `do` offers.

Why: nobody can ever do it.
Example:
    actions:
      fold: {do: gain 1 coins}
Instead:
    actions:
      fold: {do: gain 1 coins}
    phases:
      round:
        repeat: 3 times
        steps:
          turn: {each: players clockwise from dealer, menu: [draw, pass_on, fold]}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW528", "action-not-offered", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for node in written.book.actions:
        if not written.mentions(node.name.text, plural=True):
            message = f"nobody can ever do `{node.name.text}`: no menu, window or `do` names it"
            yield Diagnostic(rule=RULE, span=node.span, message=message, hint="put it into a `menu`, or leave it out")
