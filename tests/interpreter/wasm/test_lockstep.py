"""A module and the reference machine play the same game: the same options, deciders and state at every stop."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import Match, playout
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.wasm import load as loading
from rulewright.interpreter.wasm.load import Engine, available, engine_of
from rulewright.interpreter.wasm.machine import Game
from rulewright.interpreter.wasm.module import Refused, text
from rulewright.interpreter.wasm.playing import results, summary, ways
from tests.classics.test_games import COUNTS as CLASSICS
from tests.interpreter.side_by_side import agree
from tests.source_files import ROOT
from tests.test_playouts import CHOSEN, COUNTS, Chosen

SAMPLE = 150  # decisions
REFUSED = ("hearts", "one_hand")  # what is passed there is sealed, and needs worlds
PLAYED = [each for each in (*COUNTS, *CLASSICS) if not str(each.id).startswith(REFUSED)]
pytestmark = pytest.mark.skipif(not available(), reason="wasmtime is not installed (extra fast)")


def side_by_side(flow: Flow, players: int, seed: int, most: int) -> int:
    """How many decisions they agreed on."""
    game = Game(engine_of(flow, players), flow, players, seed)
    return agree(Match.start(flow, players, seed), game, game.state, seed, most, sealed=False)


@pytest.mark.parametrize(("path", "players"), PLAYED)
def test_a_game_for_each_player_count(path: Path, players: int) -> None:
    assert side_by_side(load(path).flow, players, 31 + players, SAMPLE)


@pytest.mark.parametrize(("path", "chosen"), CHOSEN)
def test_a_game_of_each_variant_and_option(path: Path, chosen: Chosen) -> None:
    flow = load(path, chosen).flow
    assert side_by_side(flow, flow.players[1], 8, SAMPLE // 2)


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize(("path", "players"), PLAYED)
def test_many_whole_games(path: Path, players: int, part: int) -> None:
    flow = load(path).flow
    for seed in range(part * 4, part * 4 + 4):
        assert side_by_side(flow, players, seed, 100_000) < 100_000


@pytest.mark.parametrize(("path", "players"), PLAYED)
def test_games_played_inside_are_those_of_generated_code(path: Path, players: int) -> None:
    flow = load(path).flow
    inside = list(results(flow, players, 2, seed=40, most_choices=400))
    assert inside == [playout(flow, players, seed=seed, most_choices=400) for seed in (40, 41)]


@pytest.mark.parametrize("name", ["worlds_collide", "entropy_cosmos", "classics/go_fish"])
def test_games_played_inside_are_those_of_the_reference_machine(name: str) -> None:
    flow = load(ROOT / "games" / name).flow
    players = flow.players[0]
    (inside,) = results(flow, players, 1, seed=7, most_choices=200)
    assert inside == playout(flow, players, seed=7, most_choices=200, fast=False)


def test_many_games_are_counted_in_several_calls() -> None:
    flow = load(ROOT / "games/classics/tic_tac_toe").flow
    counted = summary(flow, 2, 20_000)
    assert counted.games == 20_000
    assert counted.decisions == sum(result.choices for result in results(flow, 2, 20_000))
    assert counted.wins[0] > counted.wins[1] > 0


@pytest.mark.parametrize("name", ["worlds_collide", "classics/kalah"])
def test_ways_are_those_of_a_trace(name: str) -> None:
    flow = load(ROOT / "games" / name).flow
    trace = Trace(flow, 2)
    for seed in (3, 4):
        playout(flow, 2, seed=seed, trace=trace)
    taken, reactions = ways(flow, 2, games=2, seed=3)
    assert taken == trace.taken
    assert reactions == trace.reactions


def test_a_state_comes_back_from_its_copy() -> None:
    flow = load(ROOT / "games/entropy").flow
    game = Game(engine_of(flow, 3), flow, 3, 5)
    for _ in range(30):
        game.choose(0)
    copy, state, grounds = game.save(), game.state(), game.grounds
    for _ in range(5):
        game.choose(len(game.grounds) - 1)
    assert game.state() != state
    game.restore(copy)
    assert (game.state(), game.grounds, game.save()) == (state, grounds, copy)
    game.choose(0)
    assert game.state() != state


def test_sealed_answers_that_need_worlds_are_refused() -> None:
    flow = load(ROOT / "games/classics/hearts").flow
    with pytest.raises(Refused, match=r"pass_three.* sealed"):
        text(flow, flow.players[0])


def test_a_number_of_players_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="not 9"):
        text(load(ROOT / "games/chaos").flow, 9)


@pytest.mark.parametrize("kind", ["wasm", "machine"])
def test_damaged_code_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(loading, "WORTH_KEEPING", 0)
    flow = load(ROOT / "games/classics/nim").flow
    made = loading.binary(flow, 2)
    Engine(flow, 2, counting=False)
    [kept] = (tmp_path / "rulewright").glob(f"wasm-*.{kind}")
    whole = kept.read_bytes()
    middle = len(whole) // 2
    kept.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    assert loading.binary(flow, 2) == made
    Engine(flow, 2, counting=False)
    assert kept.read_bytes() == whole
