"""A module and the reference machine play the same game: the same options, deciders and state at every stop."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter import Match, playout
from rulewright.interpreter.fast.runtime import Failed
from rulewright.interpreter.policy import first
from rulewright.interpreter.statistics import Summary
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.wasm import load as loading
from rulewright.interpreter.wasm import memory
from rulewright.interpreter.wasm.load import Engine, available, engine_of
from rulewright.interpreter.wasm.machine import Game
from rulewright.interpreter.wasm.module import Refused, text
from rulewright.interpreter.wasm.playing import play, summary
from tests.classics.test_games import COUNTS as CLASSICS
from tests.interpreter.side_by_side import agree
from tests.interpreter.test_veil import BOOK, STEPS
from tests.source_files import ROOT
from tests.test_playouts import CHOSEN, COUNTS, Chosen

SAMPLE = 150  # decisions

PLAYED = [*COUNTS, *CLASSICS]
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
    assert_counted_alike(flow, players, range(40, 42), most=400, fast=True)


@pytest.mark.parametrize("name", ["worlds_collide", "entropy_cosmos", "classics/go_fish"])
def test_games_played_inside_are_those_of_the_reference_machine(name: str) -> None:
    flow = load(ROOT / "games" / name).flow
    players = flow.players[0]
    assert_counted_alike(flow, players, range(7, 8), most=200, fast=False)


@pytest.mark.parametrize("name", ["worlds_collide", "chaos", "classics/kalah", "classics/pig"])
@pytest.mark.parametrize("takes_first", [False, True])
def test_many_games_are_counted_as_a_summary_and_a_trace_do(name: str, takes_first: bool) -> None:
    flow = load(ROOT / "games" / name).flow
    assert_counted_alike(flow, flow.players[0], range(-3, 5), most=150, fast=True, takes_first=takes_first)


def assert_counted_alike(flow: Flow, players: int, seeds: range, most: int, fast: bool, takes_first: bool = False) -> None:
    """The figures of a module, with a trace and without one, are those of games played one by one."""
    counted, trace, plain = Summary(players), Trace(flow, players), Summary(players)
    seats = [first] * players if takes_first else None
    for seed in seeds:
        counted.add(playout(flow, players, seats, seed, most, trace=trace, fast=fast))
    inside, traced = Summary(players), Trace(flow, players)
    play(flow, players, seeds, inside, traced, takes_first, most)
    play(flow, players, seeds, plain, None, takes_first, most)
    assert inside == plain == counted
    assert traced.to_json() == trace.to_json()
    assert json.dumps(inside.in_order(flow).to_json()) == json.dumps(counted.in_order(flow).to_json())


def test_what_is_counted_is_read_in_several_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    flow = load(ROOT / "games/classics/pig").flow
    whole, parts = summary(flow, 2, 200), Summary(2)
    engine_of.cache_clear()
    monkeypatch.setattr(memory, "MOST_TOLD", 100)
    engine = engine_of(flow, 2, False)
    calls = []

    def call(name: str, *rest: int) -> int:
        calls.append(name)
        return Engine.call(engine, name, *rest)

    monkeypatch.setattr(engine, "call", call)
    play(flow, 2, range(200), parts)
    engine_of.cache_clear()
    assert whole == parts and whole.games == 200
    assert len(calls) > 1


def test_a_game_that_fails_leaves_no_count_behind() -> None:
    """Its module stops in the midst of it; what it has counted by then is not in the figures."""
    flow = load(ROOT / "games/classics/nim").flow
    engine = engine_of(flow, 2, True)
    whole, trace, parts, traced = Summary(2), Trace(flow, 2), Summary(2), Trace(flow, 2)
    play(flow, 2, range(9), whole, trace)

    def failing(name: str, seed: int, games: int, *rest: int) -> int:
        """The sixth game fails."""
        if seed <= 5 < seed + games:
            Engine.call(engine, name, seed, 5 - seed, *rest)
            raise Failed
        return Engine.call(engine, name, seed, games, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "call", failing)
        play(flow, 2, range(9), parts, traced)
    assert parts == whole and traced.to_json() == trace.to_json()


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


@pytest.mark.parametrize(("path", "players"), PLAYED)
def test_a_game_goes_on_from_a_stop_of_the_reference_machine(path: Path, players: int) -> None:
    flow = load(path).flow
    game, match, chance = Game(engine_of(flow, players), flow, players, 0), Match.start(flow, players, 12), random.Random(12)
    for _ in range(3):
        for _ in range(20):
            if not match.over:
                match.choose(chance.randrange(len(match.grounds)))
        game.go_on_from(match.state)
        if match.state.veil is None:
            assert game.state() == match.state
        agree(match.copy(), game, game.state, 5, 25, sealed=False)


def test_sealed_answers_that_need_worlds_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(BOOK.format(step=STEPS["from one set"]), encoding="utf-8")
    with pytest.raises(Refused, match=r"bids.* sealed"):
        text(load(path).flow, 3)


def test_a_number_of_players_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="not 9"):
        text(load(ROOT / "games/chaos").flow, 9)


@pytest.mark.parametrize("kind", ["wasm", "machine"])
def test_damaged_code_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(loading, "WORTH_KEEPING", 0)
    flow = load(ROOT / "games/classics/nim").flow
    made = loading.binary(flow, 2)
    loading.machine_code.cache_clear()  # made once for a process
    Engine(flow, 2, counting=False)
    [kept] = (tmp_path / "rulewright").glob(f"wasm-*.{kind}")
    whole = kept.read_bytes()
    middle = len(whole) // 2
    kept.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    assert loading.binary(flow, 2) == made
    loading.machine_code.cache_clear()
    Engine(flow, 2, counting=False)
    assert kept.read_bytes() == whole
