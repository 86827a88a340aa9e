"""Passes that make a flow quicker for a number of players, for all backends that generate code.

In: a flow and a player count. Out: `quickened`, a flow that plays the same: the same states at every stop, failing where the other
fails. Block numbers stay, since states hold them: a block that is left out is marked as gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.layout import Layout, carried_layout, layout_of
from rulewright.interpreter.passes.boards import boards
from rulewright.interpreter.passes.fold import fold
from rulewright.interpreter.passes.inline import inline
from rulewright.interpreter.passes.join import join
from rulewright.interpreter.passes.merge import merge
from rulewright.interpreter.passes.order import order
from rulewright.interpreter.passes.prove import prove
from rulewright.interpreter.passes.prune import prune
from rulewright.interpreter.passes.spans import carry
from rulewright.interpreter.passes.split import split
from rulewright.interpreter.passes.still import still
from rulewright.interpreter.passes.tabulate import tabulate
from rulewright.interpreter.passes.unroll import unroll

Pass = Callable[[Flow, int], Flow]

OF_FORMULAS: tuple[Pass, ...] = (
    fold, still, tabulate, inline, prune, split, tabulate, fold, inline, order, boards, fold, inline, prune,
)  # fmt: skip
OF_BLOCKS: tuple[Pass, ...] = (unroll, merge, join)
PASSES = (*OF_FORMULAS, *OF_BLOCKS, prove)


def quickened(flow: Flow, players: int, counting: bool = False) -> Flow:
    """All passes, in an order in which each one gives the next something to do. counting: blocks are counted, so none is put
    together with another one."""
    return _quickened(flow, players, counting)


@lru_cache(maxsize=32)
def _quickened(flow: Flow, players: int, counting: bool) -> Flow:
    passes = (*OF_FORMULAS, prove) if counting else PASSES
    for each, following in zip(passes, (*passes[1:], None), strict=True):
        before = layout_of(flow, players)
        flow = replace(each(flow, players), digest=f"{flow.digest}+{each.__name__}")  # by which flows are looked up
        after = carried_layout(before, flow)
        if following is not prove:  # which finds spans anew: they tell more of what formulas have become
            carry(before, after)
    return flow


def quick_layout(flow: Flow, players: int, counting: bool = False) -> Layout:
    """The layout of the quickened flow: its numbers are those of the flow, its formulas are not."""
    return layout_of(quickened(flow, players, counting), players)
