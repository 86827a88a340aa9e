"""Games on several cores: the same figures as on one, whoever plays them, and what is done is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from rulewright import simulating, workers
from rulewright.dsl import Game, load
from rulewright.interpreter import backends
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.recorded import Simulation
from rulewright.interpreter.wasm import load as loading
from rulewright.interpreter.wasm.load import available
from rulewright.simulating import GameFailed, side_by_side, simulated
from rulewright.workers import Batch, Task, batches
from tests.practice import drawing
from tests.source_files import ROOT

GAME = ROOT / "games" / "worlds_collide"


@pytest.mark.parametrize("games", [1, 7, 40])
def test_the_figures_are_the_same_on_any_number_of_cores(games: int) -> None:
    game = load(GAME)
    alone, *others = [simulated(game, 2, games, 5, jobs=jobs).to_json(game.flow) for jobs in (1, 2, 3)]
    assert alone["games"] == games
    assert all(json.dumps(each) == json.dumps(alone) for each in others)


@pytest.mark.parametrize(("path", "policy"), [(GAME, "random"), (ROOT / "games" / "classics" / "liars_dice", "first")])
def test_the_figures_are_the_same_on_any_machine(path: Path, policy: str) -> None:
    game = load(path)
    texts = {
        simulated(game, game.flow.players[0], 12, 5, policy, jobs=jobs, backend=backend).save(game.flow)
        for backend, jobs in (("reference", 2), ("python", 1), ("python", 2), ("wasm", 1), ("wasm", 2), (None, 2))
        if backend != "wasm" or available()
    }
    assert len(texts) == 1


def test_which_machine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    flow = load(GAME).flow
    assert backends.choose(flow, 2, 1) == "python", "a module is not made for a game"
    assert backends.choose(flow, 2, 1000, check=True) == "reference"
    assert backends.choose(flow, 2, 1000, wanted="reference") == "reference"
    if available():
        assert backends.choose(flow, 2, 1000) == "wasm"
    with pytest.raises(backends.Unfit, match="cannot be checked"):
        backends.choose(flow, 2, 1000, check=True, wanted="wasm")
    monkeypatch.setattr(loading, "available", lambda: False)
    assert backends.choose(flow, 2, 1000) == "python"
    with pytest.raises(backends.Unfit, match="pip install"):
        backends.choose(flow, 2, 1000, wanted="wasm")


def test_two_games_go_side_by_side() -> None:
    games = [load(GAME), load(GAME, {"wilds_with_3": 0})]
    alone = side_by_side(games, 3, 12, jobs=1)
    shared = side_by_side(games, 3, 12, jobs=2)
    assert [each.to_json(game.flow) for each, game in zip(alone, games, strict=True)] == [
        each.to_json(game.flow) for each, game in zip(shared, games, strict=True)
    ]
    few = [side_by_side(games, 3, 12, most_decisions=500, jobs=jobs) for jobs in (1, 2)]
    assert 0 < few[0][0].summary.games == few[1][0].summary.games < 12


def test_a_game_that_fails_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(drawing("gain (5 / (coins - coins)) coins"), encoding="utf-8")
    game = load(path)
    found = []
    for jobs in (1, 2):
        with pytest.raises(GameFailed) as failed:
            simulated(game, 2, 20, 0, jobs=jobs)
        error = failed.value.error
        found.append((failed.value.seed, failed.value.done, error.code, str(error)))
    assert found[0] == found[1]
    assert found[0][2] == "RW905"
    assert "game.yaml:" in found[0][3]


def test_batches_grow_so_that_something_is_soon_done() -> None:
    game = load(ROOT / "games" / "classics" / "pig")
    for jobs, sizes in ((1, [1, 2, 4, 8, 16, 31, 31]), (2, [1, 1, 2, 2, 4, 4, 8, 8, 15, 15])):
        task = Task((game.flow,), (backends.WASM if available() else backends.PYTHON,), 2, "random", False)
        games = [batch.played[0][0].games for batch in islice(batches(task, range(3, 253), jobs), len(sizes))]
        assert games == sizes
    alone = [batch.played[0][0].games for batch in batches(task, range(3, 7), 1, one_by_one=True)]
    assert alone == [1, 1, 1, 1]


def test_after_an_interruption_there_is_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(GAME)

    def interrupted(task: Task, seeds: range, jobs: int, one_by_one: bool = False) -> Iterator[Batch]:
        yield from islice(batches(task, seeds, 1), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "batches", interrupted)
    kept = simulated(game, 2, 16, jobs=1)
    assert kept.summary.games == kept.trace.games == 3
    assert kept.summary.to_json() == simulated_first(game, 3).summary.to_json()


def simulated_first(game: Game, games: int) -> Simulation:
    task = Task((game.flow,), ("python",), 2, "random", False)
    batch = workers.play(task, range(games))
    simulation = simulating._begun(game, 2, "random", 0)
    simulation.summary.join(batch.played[0][0])
    return simulation


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_ctrl_c_shows_what_there_is(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    command = [sys.executable, "-m", "rulewright", "simulate", str(GAME), "-n", "5000", "--save", str(saved), "--jobs", "2"]
    # A shell starts what runs behind it deaf to this signal, and so what that starts: here it is heard again.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard
    ) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert "of 5000 games" in first
    assert process.returncode == 130, err
    assert "decisions a game" in out
    assert "interrupted: " in err
    assert 0 < json.loads(saved.read_text())["games"] < 5000


def test_an_error_goes_from_one_process_to_another() -> None:
    import pickle

    error = PlayError("RW905", "a number is divided by 0", None, ("turn",))
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.message, again.chain) == (error.code, error.message, error.chain)
