"""Good form: warnings about what a rulebook has and does not use.

In: a book and its flow, without errors. Out: warnings, of one check after the other. A check is a module with a `RULE` and a
function `check`; its docstring says why, and gives an example that it warns of and one that it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.dsl.book import Book
from rulewright.dsl.checks import (
    action_not_offered,
    idle_action,
    no_end,
    unused_definition,
    unused_ending,
    unused_kind,
    unused_option,
    unused_variable,
    unused_word,
    unused_zone,
    window_not_opened,
)
from rulewright.dsl.checks.written import Written, written
from rulewright.dsl.diagnostics import Diagnostic, Problems, Rule
from rulewright.dsl.flow.ir import Flow

CHECKS: tuple[tuple[Rule, Callable[[Written], Iterator[Diagnostic]]], ...] = (
    (action_not_offered.RULE, action_not_offered.check),
    (idle_action.RULE, idle_action.check),
    (no_end.RULE, no_end.check),
    (unused_definition.RULE, unused_definition.check),
    (unused_ending.RULE, unused_ending.check),
    (unused_kind.RULE, unused_kind.check),
    (unused_option.RULE, unused_option.check),
    (unused_variable.RULE, unused_variable.check),
    (unused_word.RULE, unused_word.check),
    (unused_zone.RULE, unused_zone.check),
    (window_not_opened.RULE, window_not_opened.check),
)


def check(book: Book, flow: Flow, problems: Problems) -> None:
    """Every warning about a rulebook; with variants only those about what the variants wrote.

    A variant that takes an action out of a menu need not take out the action, too.
    """
    whole = written(book, flow)
    own = [variant.source for variant in book.variants]
    for _, each in CHECKS:
        problems.take(found for found in each(whole) if not own or found.span.source in own)
