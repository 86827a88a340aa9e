"""Which machine plays many games: the fastest that there is, unless one is asked for. Their figures are the same.

In: a flow, a player count, how many games, and what is wanted of them. Out: `choose`, the name of a machine; `play`, games added to a
summary and a trace. `reference` plays everything and holds states against the invariants; `python` is generated code
(note 0009); `wasm` is a module that plays and counts inside (note 0010).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.fast.load import Unwritable
from rulewright.interpreter.fast.machine import fast_of
from rulewright.interpreter.playout import playout
from rulewright.interpreter.policy import Policy, first, uniform
from rulewright.interpreter.statistics import Summary
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.wasm import load as wasm
from rulewright.interpreter.wasm import playing
from rulewright.interpreter.wasm.module import Refused

REFERENCE, PYTHON, WASM = "reference", "python", "wasm"
BACKENDS = (REFERENCE, PYTHON, WASM)
POLICIES: dict[str, Callable[[int, int], Policy]] = {  # of a seat, from the seed of the game
    "random": uniform,
    "first": lambda seed, seat: first,
}
# From so many games on a module is made. It takes 0.7 ms a block longer to be made than generated Python takes, and saves what
# 3 (Chaos) to 11 games (Connect Four) take in that; less than 0.1 s is lost where games are short.
ENOUGH = 10


class Unfit(Exception):
    """The machine that was asked for cannot play these games; the message says why, and what can."""


def choose(flow: Flow, players: int, games: int, check: bool = False, wanted: str | None = None) -> str:
    """The machine that plays so many games, made ready. check: states are held against the invariants. wanted: one of `BACKENDS`.

    Raises Unfit when that cannot do it, and ValueError for a player count the game is not for.
    """
    if check:
        if wanted not in (None, REFERENCE):
            raise Unfit(f"games played by `{wanted}` cannot be checked; leave `--check` or `--backend` out")
        return REFERENCE
    if wanted == WASM or (wanted is None and games >= ENOUGH and wasm.available()):
        try:
            _ready_inside(flow, players)
            return WASM
        except Unfit:
            if wanted == WASM:
                raise
    if wanted in (None, PYTHON):
        try:
            fast_of(flow, players, counting=True, unseen=True)
            return PYTHON
        except Unwritable as error:
            if wanted == PYTHON:
                raise Unfit(f"this rulebook is too deep for generated Python ({error}); take `--backend reference`") from None
    return REFERENCE


def _ready_inside(flow: Flow, players: int) -> None:
    if not wasm.available():
        raise Unfit("WebAssembly needs the library wasmtime: pip install 'rulewright[fast]'; or take `--backend python`")
    try:
        wasm.machine_code(flow, players, True)
    except Refused as error:
        raise Unfit(f"WebAssembly does not play this rulebook: {error}; take `--backend python`") from None


def play(backend: str, flow: Flow, players: int, seeds: range, policy: str, check: bool, summary: Summary, trace: Trace) -> None:
    """Add the games of these seeds to a summary and a trace; all seats decide by a policy of `POLICIES`.

    Raises PlayError when a rule cannot be carried out; the games before are in the summary then.
    """
    if backend == WASM:
        playing.play(flow, players, seeds, summary, trace, takes_first=policy == "first")
        return
    for seed in seeds:
        seats: Sequence[Policy] = [POLICIES[policy](seed, seat) for seat in range(players)]
        summary.add(playout(flow, players, seats, seed, check=check, trace=trace, fast=backend == PYTHON))
