"""The laws of the flow. What lowering and every pass give back keeps them; what runs and draws flows relies on them.

In: a flow. Out: the places that break a law, none for a sound flow. Each law is a function with its own docstring, in
`laws_of_numbers`, `laws_of_names` and `laws_of_blocks`; its name is how violations call it.
"""

from __future__ import annotations

from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.law import Law, Violation
from rulewright.dsl.flow.laws_of_blocks import BLOCKS
from rulewright.dsl.flow.laws_of_names import NAMES
from rulewright.dsl.flow.laws_of_numbers import NUMBERS, TABLES

LAWS: tuple[Law, ...] = (*TABLES, *NUMBERS, *NAMES, *BLOCKS)

__all__ = ["LAWS", "Law", "Violation", "verify"]


def verify(flow: Flow) -> tuple[Violation, ...]:
    """Every place where a flow breaks a law.

    With numbers that are out of range only those are reported: the other laws take them for granted.
    """
    return _broken(flow, TABLES) or _broken(flow, LAWS[len(TABLES) :])


def _broken(flow: Flow, laws: tuple[Law, ...]) -> tuple[Violation, ...]:
    return tuple(Violation(law.__name__, where, text) for law in laws for where, text in law(flow))
