"""An action that does nothing, and for which nothing waits.

Why: a pass is better told in the log than done in silence.
Example:
    actions:
      pass_on: {label: Pass}
Instead:
    actions:
      pass_on: {label: Pass, say: "{me} passes"}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW530", "idle-action", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for node in written.book.actions:
        happens = node.do or node.steps or node.say or node.options or node.cost
        if not happens and node.name.text not in written.awaited:
            message = f"`{node.name.text}` does nothing"
            yield Diagnostic(rule=RULE, span=node.span, message=message, hint='write `do: ...`, or `say: "{me} passes"`')
