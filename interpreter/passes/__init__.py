"""Passes that make a flow quicker for a number of players, for all backends that generate code.

In: a flow and a player count. Out: `quickened`, a flow with the same blocks, which plays the same: the same states at every stop,
failing where the other fails. Block numbers stay, since states hold them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.layout import Layout, layout_of
from rulewright.interpreter.passes.boards import boards
from rulewright.interpreter.passes.fold import fold
from rulewright.interpreter.passes.inline import inline
from rulewright.interpreter.passes.order import order
from rulewright.interpreter.passes.spans import carry
from rulewright.interpreter.passes.split import split
from rulewright.interpreter.passes.still import still
from rulewright.interpreter.passes.tabulate import tabulate

PASSES: tuple[Callable[[Flow, int], Flow], ...] = (
    fold, still, tabulate, inline, split, tabulate, fold, inline, order, boards, fold, inline,
)  # fmt: skip


@lru_cache(maxsize=32)
def quickened(flow: Flow, players: int) -> Flow:
    """All passes, in an order in which each one gives the next something to do."""
    for number, each in enumerate(PASSES):
        before = layout_of(flow, players)
        flow = replace(each(flow, players), digest=f"{flow.digest}+{each.__name__}")  # by which flows are looked up
        if number + 1 < len(PASSES):
            carry(before, layout_of(flow, players))
    return flow


def quick_layout(flow: Flow, players: int) -> Layout:
    """The layout of the quickened flow: its numbers are those of the flow, its formulas are not."""
    return layout_of(quickened(flow, players), players)
