"""The table of the five games: whole texts at fixed seeds, no line too wide, and nothing shown that is hidden."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rulewright.interpreter.leak import exchanged, hidden_pairs
from rulewright.interpreter.tabletop import table, table_text
from rulewright.interpreter.tabletop.styled import width_of
from tests.interpreter.tabletop.games import GAMES, played

MOMENTS = {"chaos": (4, 40), "entropy": (4, 60), "ronin": (3, 60), "worlds_collide": (3, 60), "entropy_cosmos": (4, 200)}


@pytest.mark.parametrize("name", GAMES)
def test_the_table_of(name: str, golden: Callable[[str, str], None]) -> None:
    players, decisions = MOMENTS[name]
    match = played(name, players, 3, decisions)
    seen = [f"{table_text(match.view(seat))}\n" for seat in (0, match.decider)]
    golden(f"tables/{name}.txt", "\n".join([*seen, f"{table_text(match.judge_view())}\n"]))


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", GAMES)
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    match = played(name, MOMENTS[name][0], 5, 400)
    for view in (match.view(0), match.view(1), match.judge_view()):
        lines = table(view, width)
        assert max(map(width_of, lines)) <= width
        assert not any(word in table_text(view, width) for word in ("None", "-1", "_"))


def test_a_big_table_fits_a_screen() -> None:
    for decisions in (50, 500, 900):
        match = played("entropy_cosmos", 4, 3, decisions)
        assert len(table(match.view(0), 100)) <= 56


def test_every_width_shows_the_same_words() -> None:
    match = played("entropy_cosmos", 3, 3, 120)
    narrow, wide = (sorted(table_text(match.view(0), width).split()) for width in (100, 160))
    assert narrow == wide


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_does_not_change_the_table(name: str) -> None:
    generator, looked = random.Random(7), 0
    for decisions in (20, 60, 150):
        match = played(name, MOMENTS[name][0], 11, decisions)
        for seat in range(match.players):
            pairs = hidden_pairs(match, match.view(seat))
            shown = table_text(match.view(seat))
            for _ in range(3 if pairs else 0):
                other = exchanged(match, [generator.choice(pairs)])
                looked += other.state.zones != match.state.zones
                assert table_text(other.view(seat)) == shown
    assert looked > 10


def test_what_is_hidden_does_change_what_the_judge_sees() -> None:
    match = played("chaos", 4, 11, 60)
    pairs = hidden_pairs(match, match.view(0))
    other = exchanged(match, pairs[:1])
    assert table_text(other.judge_view()) != table_text(match.judge_view())
