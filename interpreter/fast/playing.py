"""Whole games by generated code, for policies that need no views.

In: a flow, a player count, such policies, a seed. Out: the same `Result` that the reference machine gives of that game; with
`check` every stop is held against the invariants.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.examine import Last, each_in_one_zone, examine, keeps_invariants
from rulewright.interpreter.fast.load import Unwritable
from rulewright.interpreter.fast.machine import Play, fast_of
from rulewright.interpreter.fast.runtime import Failed
from rulewright.interpreter.match import Match
from rulewright.interpreter.policy import Blind
from rulewright.interpreter.statistics import Result, endings_of
from rulewright.interpreter.trace import Trace


def play(
    flow: Flow,
    players: int,
    policies: Sequence[Blind],
    seed: int,
    most_choices: int,
    trace: Trace | None = None,
    check: bool = False,
) -> Result:
    """One game from beginning to end, cut off after so many decisions.

    check: what has to be true in every state is looked at, what views show is not. Raises PlayError when a rule cannot be carried
    out, or something is not as it has to be; Unwritable.
    """
    if trace is None and not check and (result := _whole(flow, players, policies, seed, most_choices)) is not None:
        return result
    fast = fast_of(flow, players, counting=trace is not None, unseen=True)
    taken: list[int] = []
    offered = most = 0
    try:
        game = Play(fast, seed, trace)
        last = Last(fast.machine) if check else None
        while True:
            if last is not None:
                if not (keeps_invariants(fast.machine, game.state, last.state) and each_in_one_zone(game.state)):
                    raise Failed
                last.keep(game.state)
            if game.seat < 0 or len(taken) >= most_choices:
                break
            count = len(game.offered)
            offered += count
            most = max(most, count)
            taken.append(policies[game.seat].pick(count))
            game.choose(taken[-1])
        scores, sources = fast.scores(game.state), game.sources()
    except Failed:
        _explain(flow, players, seed, taken, check)
    endings = Counter(endings_of(flow, game.ended))
    winners, over = game.state.winners or (), game.state.winners is not None
    return Result(seed, winners, scores, sources, len(taken), endings, offered, most, not over)


def _whole(flow: Flow, players: int, policies: Sequence[Blind], seed: int, most_choices: int) -> Result | None:
    """The same without a stop; None where that cannot be."""
    try:
        fast = fast_of(flow, players, unseen=True, whole=True)
    except Unwritable:
        return None
    asking = fast.module.asking
    if not asking.begin([policy.pick for policy in policies], most_choices):
        return None
    try:
        state, sources = fast.play(seed)
        scores = fast.scores(state)
    except Failed:
        _explain(flow, players, seed, asking.taken, False)
    finally:
        asking.end()
    counts = asking.counts
    endings = Counter(endings_of(flow, fast.module.ended))
    winners, over = state.winners or (), state.winners is not None
    return Result(seed, winners, scores, sources, len(counts), endings, sum(counts), max(counts, default=0), not over)


def _explain(flow: Flow, players: int, seed: int, taken: Sequence[int], check: bool) -> NoReturn:
    """Play the game again by the reference machine, which says what cannot be carried out, and where. Raises PlayError."""
    match = Match.start(flow, players, seed)
    last, nothing_more = Last(match.machine), random.Random(seed)
    for index in (*taken, -1):
        if check:
            examine(match, nothing_more, 0, last.state)
            last.keep(match.state)
        if index >= 0:
            match.choose(index)
    match.scores()
    raise AssertionError("generated code fails where the reference machine does not")
