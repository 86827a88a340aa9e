"""Playouts: games played to their end by policies, one or many.

In: a flow, a player count, policies and seeds. Out: a `Result` for each game, a `Summary` for many. With `check`, the
rulebook's invariants are looked at in every state, views are tested for leaks, and at random stops the state is saved,
loaded, copied and compared.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from typing import cast

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.errors import INVARIANT, PlayError
from rulewright.interpreter.fast.load import Unwritable
from rulewright.interpreter.fast.playing import play
from rulewright.interpreter.leak import difference, sealed_difference
from rulewright.interpreter.match import Match
from rulewright.interpreter.policy import Blind, Policy, uniform
from rulewright.interpreter.scoring import Tally
from rulewright.interpreter.state import State
from rulewright.interpreter.statistics import Result, Summary, endings_of
from rulewright.interpreter.trace import Trace

MOST_CHOICES = 100_000
SHARE = 0.05  # of the stops of a checked game, those at which views are tested for leaks and the state is saved and loaded
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

    most_choices: a game that is not over by then is cut off. share: see `examine`. trace: counts what happens. fast: by
    generated code, where nobody needs a view and nothing is checked; the game is the same. Raises ValueError for a player
    count the game is not for; PlayError when a rule cannot be carried out, and with `check` RW910 when an invariant
    fails, a view leaks or a saved state does not come back.
    """
    seats = list(policies) if policies is not None else [uniform(seed, seat) for seat in range(players)]
    if len(seats) != players:
        raise ValueError(f"there are {players} seats and {len(seats)} policies; each seat needs one")
    blind = [each for each in seats if isinstance(each, Blind)]
    if fast and not check and len(blind) == players and (trace is None or trace.path is None):
        with suppress(Unwritable):
            return play(flow, players, blind, seed, most_choices, trace)
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
    before: State | None = None
    while True:
        ended = [cast(tuple[int, int], entry.facts) for entry in match.entries[seen:] if entry.kind == "ending"]
        endings.update(endings_of(flow, ended))
        tally.add(match.entries[seen:])
        seen = len(match.entries)
        if checker is not None:
            examine(match, checker, share, before)
            if before is not None:
                before.catch_up(match.state, match.machine.layout.lying)
            elif match.machine.looking_back:
                before = match.state.copy()
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


def examine(match: Match, generator: random.Random, share: float = SHARE, before: State | None = None) -> None:
    """Hold a stop against the invariants, and now and then (a share of stops) against the leak test and a round trip.

    before: the state at the stop before, for the invariants that look back. Raises PlayError RW910 with what does not
    hold.
    """
    where = match.asked_at or "the end"
    broken = match.machine.broken_invariants(match.state, before)
    if broken:
        origin = match.flow.origins[broken[0].origin]
        raise PlayError(INVARIANT, f"the invariant `{broken[0].name}` does not hold at {where}", origin)
    zones, places = match.state.zones, match.state.where
    lying = list(chain.from_iterable(zones))
    if len(lying) != len(places) or not all(component in zones[place] for component, place in enumerate(places)):
        raise PlayError(INVARIANT, f"a component is in no zone, or in two, at {where}")
    if generator.random() >= share:
        return
    state = match.state
    for other in (State.load(state.save()), state.copy(), Match.load(match.flow, match.save()).state):
        if other != state or hash(other) != hash(state) or other.digest() != state.digest():
            raise PlayError(INVARIANT, f"a state does not come back from its text or its copy, at {where}")
    leak = difference(match, generator.randrange(match.players), generator, _keeps_invariants)
    leak = leak or sealed_difference(match, generator)
    if leak is not None:
        raise PlayError(INVARIANT, f"a view leaks at {where}: {leak}")


def _keeps_invariants(match: Match) -> bool:
    return not match.machine.broken_invariants(match.state)


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
