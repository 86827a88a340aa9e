"""A game that cannot end, or that nobody can win.

Why: play goes on for ever, or stops without a word about who has won.
Example:
    end:
    phases:
      round:
        repeat: forever
        steps:
          turn: {each: players clockwise from dealer, menu: [draw, pass_on]}
Instead:
    end:
      dry: {after: round, if: no(deck), winner: all_highest(players by coins)}
    phases:
      round:
        repeat: forever
        steps:
          turn: {each: players clockwise from dealer, menu: [draw, pass_on]}
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.checks.written import Written
from rulewright.dsl.diagnostics import Diagnostic, Rule, Severity
from rulewright.dsl.flow.ir import GameEnd

RULE = Rule("RW531", "no-end", Severity.WARNING)


def check(written: Written) -> Iterator[Diagnostic]:
    """Warn once."""
    flow, hint = written.flow, "write under `end:` when it is over and who wins, or `end game won by p` where that happens"
    ends = [block.exit for block in flow.blocks if isinstance(block.exit, GameEnd)]
    span = written.book.name.span
    if not ends:
        yield Diagnostic(rule=RULE, span=span, message="the game can never end", hint=hint)
    elif not written.book.end and all(flow.origins[each.origin].address == "game" for each in ends):
        message = "nobody can win: when the last phase is over the game ends, and nothing says who has won"
        yield Diagnostic(rule=RULE, span=span, message=message, hint=hint)
