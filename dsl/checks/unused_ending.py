"""An ending by which nothing ends.

Why: `ending is ...` is then never true.
Example:
    phases:
      round:
        repeat: 3 times
        endings: [dry]
        steps:
          turn: {each: players clockwise from dealer, menu: [draw, pass_on]}
Instead:
    phases:
      round:
        repeat: 3 times
        endings: [dry]
        steps:
          turn: {each: players clockwise from dealer, menu: [draw, pass_on]}
          stop_it: "if no(deck): end round as dry"
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity

RULE = Rule("RW527", "unused-ending", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn of each."""
    for node in written.nodes:
        for ending in node.endings:
            if ending.text not in written.endings:
                hint = f"write `end {node.name.text} as {ending.text}` where it ends so, or leave it out"
                message = f"`{node.name.text}` never ends as `{ending.text}`"
                yield Diagnostic(rule=RULE, span=ending.span, message=message, hint=hint)
