"""Playouts: games played to their end by policies, one or many.

In: a flow, a player count, policies and seeds. Out: a `Result` for each game, a `Summary` for many. With `check`, every
stop is held against what has to be true there (`examine`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import cast

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.examine import SHARE, Last, examine
from rulewright.interpreter.fast.load import Unwritable
from rulewright.interpreter.fast.playing import play
from rulewright.interpreter.match import Match
from rulewright.interpreter.policy import Policy, is_blind, uniform
from rulewright.interpreter.scoring import Tally
from rulewright.interpreter.statistics import Result, Summary, endings_of
from rulewright.interpreter.trace import Trace

MOST_CHOICES = 100_000
KEPT_ENTRIES = 2000  # a playout keeps no more of its log


def playout(
    flow: Flow,
    players: int,
    policies: Sequence[Policy] | None = None,
    seed: int = 0,
    most_choices: int = MOST_CHOICES,
    check: bool = False,
    trace: Trace | None = None,
    share: float = SHARE,
    fast: bool = True,
) -> Result:
    """One game from beginning to end; random play by default.

    most_choices: a game that is not over by then is cut off. share: see `examine`; with 0 only what is in every state is
    looked at. trace: counts what happens. fast: by generated code, where nobody needs a view; the game is the same.
    Raises ValueError for a player count the game is not for; PlayError when a rule cannot be carried out, and with
    `check` RW910 when an invariant fails, a view leaks or a saved state does not come back.
    """
    seats = list(policies) if policies is not None else [uniform(seed, seat) for seat in range(players)]
    if len(seats) != players:
        raise ValueError(f"there are {players} seats and {len(seats)} policies; each seat needs one")
    blind = [each for each in seats if is_blind(each)]
    shown = (trace is not None and trace.path is not None) or (check and share > 0)
    if fast and not shown and len(blind) == players:
        with suppress(Unwritable):
            return play(flow, players, blind, seed, most_choices, trace, check)
    return _by_reference(flow, players, seats, seed, most_choices, trace, random.Random(seed) if check else None, share)


def _by_reference(
    flow: Flow,
    players: int,
    seats: Sequence[Policy],
    seed: int,
    most_choices: int,
    trace: Trace | None,
    checker: random.Random | None,
    share: float,
) -> Result:
    match = Match.start(flow, players, seed, trace=trace)
    endings: Counter[tuple[str, str]] = Counter()
    tally = Tally(match.machine.ops.scoring)
    offered = most = seen = 0
    last = Last(match.machine)
    while True:
        ended = [cast(tuple[int, int], entry.facts) for entry in match.entries[seen:] if entry.kind == "ending"]
        endings.update(endings_of(flow, ended))
        tally.add(match.entries[seen:])
        seen = len(match.entries)
        if checker is not None:
            examine(match, checker, share, last.state)
            last.keep(match.state)
        if match.over or len(match.history) >= most_choices:
            break
        count = len(match.grounds)
        offered += count
        most = max(most, count)
        match.choose(seats[match.decider](match.view(match.decider)))
        if seen > KEPT_ENTRIES:
            del match.entries[: KEPT_ENTRIES // 2]
            seen -= KEPT_ENTRIES // 2
    scores, sources = match.scores(), match.machine.sources(match.state, tally)
    winners, choices = match.winners or (), len(match.history)
    return Result(seed, winners, scores, sources, choices, endings, offered, most, not match.over)


def playouts(
    flow: Flow,
    players: int,
    n: int,
    seed: int = 0,
    make_policies: Callable[[int], Sequence[Policy]] | None = None,
    progress: Callable[[int], None] | None = None,
    check: bool = False,
    trace: Trace | None = None,
) -> Summary:
    """`n` games with seeds that follow one another, from `seed` on.

    make_policies: the seats' policies for a game, from its seed; random play by default. progress: told after each game
    how many are done. trace: counts what happens in all of them. Raises what `playout` raises.
    """
    if type(n) is not int or n < 0:
        raise ValueError(f"the number of games must be a whole number from 0, not {n!r}")
    summary = Summary(players)
    for number in range(n):
        policies = None if make_policies is None else make_policies(seed + number)
        summary.add(playout(flow, players, policies, seed + number, check=check, trace=trace))
        if progress is not None:
            progress(number + 1)
    return summary.in_order(flow)
