"""Random games a second beside OpenSpiel driven from Python, for every game that both have.

In: nothing. Out: `table`, its lines; none where OpenSpiel is not installed. Each game is played by the variant and with the options that
tests prove to be OpenSpiel's game (`tests/classics/mappings.py`), so a game on one side is a game on the other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from benchmarks.rates import Play, each_seed, games_a_second, inside
from rulewright.dsl import load
from rulewright.interpreter import playout
from tests.classics import mappings as m
from tests.source_files import ROOT

MAPPINGS = (
    m.TIC_TAC_TOE, m.CONNECT_FOUR, m.BREAKTHROUGH, m.OTHELLO, m.HEX, m.KALAH, m.NIM, m.pig(2), m.kuhn(2), m.leduc(2), m.liars_dice(1),
    m.goofspiel(2), m.go_fish(2), m.crazy_eights(2), m.HEARTS, m.BLACKJACK,
)  # fmt: skip
COLUMNS = (("generated", 10), ("Wasm", 10), ("OpenSpiel", 10))


def table() -> Iterator[str]:
    """The table, a line at a time."""
    try:
        import pyspiel
    except ImportError:
        return
    yield f"{'beside OpenSpiel':<34} {' '.join(f'{column:>{width}}' for column, width in COLUMNS)}   times OpenSpiel"
    for mapping in MAPPINGS:
        flow = load(ROOT / "games/classics" / mapping.ours, mapping.options, mapping.variants).flow
        theirs = _driven(pyspiel.load_game(mapping.theirs))
        many = {"OpenSpiel": each_seed(theirs), "generated": each_seed(lambda seed: playout(flow, mapping.players, seed=seed))}  # noqa: B023
        if (within := inside(flow, mapping.players)) is not None:
            many["Wasm"] = within
        found = games_a_second(many)
        cells = " ".join(f"{found[column]:>{width},.0f}" if column in found else " " * width for column, width in COLUMNS)
        times = [f"{found[column] / found['OpenSpiel']:.3g} x {column}" for column in ("generated", "Wasm") if column in found]
        yield f"{mapping.theirs:<34} {cells}   {', '.join(times)}"


def _driven(game: Any) -> Play:
    """A random game of OpenSpiel, as one drives it from Python."""

    def play(seed: int) -> None:
        chance = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([chance.choice(state.legal_actions(p)) for p in range(game.num_players())])
            else:
                state.apply_action(chance.choice(state.legal_actions()))

    return play
