"""Random playouts of every game and variant, for every player count and option, with all invariants at every state.

What `playout(check=True)` looks at: the rulebook's invariants and that every component is in one zone, at every stop; at
random stops that save, load, copy and hash agree and that no view leaks (where no stop is chosen, generated code plays).
A sample runs always; the long run is `make test-long`. A game that can go on for ever at random is cut off at the step
budget, which is an error here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import Game, RulewrightError, load
from rulewright.dsl.types import EnumType, FlagType, IntType
from rulewright.dsl.variants.combine import variant_files
from rulewright.interpreter import playout
from rulewright.interpreter.examine import SHARE
from rulewright.interpreter.statistics import Summary
from tests.source_files import ROOT

GAMES = sorted(ROOT.glob("games/*/game.yaml"))
VARIANTS = [variant for path in GAMES for variant in variant_files(path.parent)]
LONG = {"chaos": 300, "entropy_cosmos": 1000, "alternative_objectives": 1000}  # games for each player count
SELDOM = {"entropy_cosmos", "alternative_objectives"}  # where leak tests are dear: in every tenth game, at few stops
TENTH, FEW = 10, 0.02
MANY = {"alternative_objectives"}  # variants that are played as often as a game
OPTIONS = {"chaos": 2, "entropy": 8, "worlds_collide": 4}  # games for each player count and option
USUAL = 500
PARTS = 10
NO_WINNER = {"worlds_collide"}  # games that can end without a winner
SHARED = {"chaos", "entropy", "worlds_collide"}  # games that know no shared win
ENDLESS = {"end_without_winner"}  # without it a game can go on for ever: a sample is played, and not many

Chosen = dict[str, bool | int | str]


def named(path: Path) -> str:
    return path.parent.name if path.name == "game.yaml" else path.stem


def option_sets(path: Path) -> list[Chosen]:
    """The defaults, and each other value of each option by itself; of a range the ends. Figures of a table are no choice."""
    game = load(path)
    found: list[Chosen] = [{}]
    figures = {option.name.text for option in game.book.options if option.listed}
    for name, info in game.formulas.tables.options.items():
        if name in figures:
            continue
        match info.type:
            case FlagType():
                values: list[bool | int | str] = [not info.value]
            case EnumType(name=enum):
                specs = {spec.name: spec.values for spec in game.flow.enums}
                values = [value for place, value in enumerate(specs[enum]) if place != info.value]
            case IntType(low=low, high=high):
                values = [end for end in (low, high) if end is not None and end != info.value]
            case _:
                values = []
        found += [{name: value} for value in values]
    return [chosen for chosen in found if not refused(path, chosen)]


def refused(path: Path, chosen: Chosen) -> bool:
    """Whether a variant needs the option to be otherwise."""
    try:
        load(path, chosen)
    except RulewrightError as error:
        assert [each.rule.code for each in error.problems.errors] == ["RW153"]
        return True
    return False


COUNTS = [
    pytest.param(path, players, id=f"{named(path)}-{players}")
    for path in GAMES
    for players in range(load(path).players[0], load(path).players[1] + 1)
]
LONG_COUNTS = [
    *COUNTS,
    *(
        pytest.param(path, players, id=f"{named(path)}-{players}")
        for path in VARIANTS
        if named(path) in MANY
        for players in range(load(path).players[0], load(path).players[1] + 1)
    ),
]
CHOSEN = [
    pytest.param(
        path, chosen, id=f"{named(path)}-{'-'.join(f'{name}={value}' for name, value in chosen.items()) or 'defaults'}"
    )
    for path in (*GAMES, *VARIANTS)
    for chosen in option_sets(path)
]


def played(game: Game, players: int, seeds: range, seldom: bool = False) -> Summary:
    """Games with the invariants at every stop; the leak test and a round trip of the state at some stops, of every game or of few."""
    summary = Summary(players)
    for seed in seeds:
        share = SHARE if not seldom else FEW if seed % TENTH == 0 else 0
        summary.add(playout(game.flow, players, seed=seed, check=True, share=share))
    return summary


@pytest.mark.parametrize(("path", "players"), COUNTS)
def test_a_sample_of_every_game(path: Path, players: int) -> None:
    result = playout(load(path).flow, players, seed=77 + players, check=True)
    assert not result.budget
    assert result.winners or named(path) in NO_WINNER


@pytest.mark.parametrize(("path", "chosen"), CHOSEN)
def test_a_game_of_every_variant_and_option(path: Path, chosen: Chosen) -> None:
    game = load(path, chosen)
    result = playout(game.flow, game.players[0], seed=5, check=True)
    assert not result.budget


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("path", "players"), LONG_COUNTS)
def test_many_games_for_each_player_count(path: Path, players: int, part: int) -> None:
    each = LONG.get(named(path), USUAL) // PARTS
    summary = played(load(path), players, range(part * each, (part + 1) * each), named(path) in SELDOM)
    mean, least, median, most = summary.length()
    endings = ", ".join(f"{name} {count}" for (_, name), count in summary.endings.most_common())
    print(
        f"\n{named(path)}, {players} players, games {part * each} to {(part + 1) * each - 1}: {summary.decisions} decisions "
        f"(mean {mean:.0f}, least {least}, median {median}, most {most}); without a winner {summary.nobody}; ended: {endings}"
    )
    assert summary.cut_off == 0
    assert summary.nobody == 0 or named(path) in NO_WINNER
    assert summary.shared == 0 or named(path) not in SHARED


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "chosen"), [each for each in CHOSEN if not any(name in str(each.id) for name in ENDLESS)]
)
def test_many_games_of_each_variant_and_option(path: Path, chosen: Chosen) -> None:
    game = load(path, chosen)
    games = next((many for name, many in OPTIONS.items() if name in path.parts), 2)
    for players in range(game.players[0], game.players[1] + 1):
        summary = played(game, players, range(games))
        print(f"\n{game.title}, {chosen}, {players} players: {games} games, {summary.decisions} decisions")
        assert summary.cut_off == 0
