"""What a program may hand to the interpreter by mistake: each is answered by an error of ours with a sentence."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.dsl import RulewrightError
from rulewright.interpreter import Match, PlayError, Position, PositionError, install, playout, playouts
from tests.practice import BASE

VALUES: tuple[Any, ...] = (None, -1, 0, 1, 10**9, 10**30, "x", 1.5, True, [], {}, [[]], -99, 53, 54, 3, [1, 2])


@pytest.fixture(scope="module")
def flow(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("practice") / "game.yaml"
    path.write_text(BASE, encoding="utf-8")
    return rulewright.load(path).flow


def edited(value: Any, generator: random.Random) -> Any:
    """The same with one part changed, left out or doubled."""
    if not isinstance(value, list) or not value or generator.random() > 0.85:
        return generator.choice(VALUES)
    place, copy = generator.randrange(len(value)), list(value)
    how = generator.random()
    if how < 0.1:
        del copy[place]
    elif how < 0.2:
        copy.insert(place, copy[place])
    else:
        copy[place] = edited(copy[place], generator)
    return copy


@pytest.mark.parametrize("seed", range(8))
def test_an_edited_save_is_refused_or_can_be_played(flow: Any, seed: int) -> None:
    match = Match.start(flow, 3, 1)
    for _ in range(5):
        match.choose(0)
    saved = json.loads(match.save())
    state, generator, refused = json.loads(saved["state"]), random.Random(seed), 0
    for _ in range(150):
        text = json.dumps({**saved, "state": json.dumps(edited(state, generator))})
        try:
            again = Match.load(flow, text)
            while not again.over:
                assert again.view(0).zones is not None
                again.choose(generator.randrange(len(again.options)))
        except PlayError as error:
            refused += error.code == "RW922"
    assert refused > 100


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "[" * 100_000, "{}", '{"digest": 1, "players": 3, "state": "[]"}', "9" * 5000]
)
def test_texts_that_are_no_save(flow: Any, text: str) -> None:
    with pytest.raises(PlayError) as caught:
        Match.load(flow, text)
    assert caught.value.code == "RW922"


@pytest.mark.parametrize("players", ["3", 3.0, None, True, 99])
def test_player_counts(flow: Any, players: Any) -> None:
    with pytest.raises(ValueError):
        Match.start(flow, players)
    with pytest.raises(ValueError):
        install(flow, Position(players))
    with pytest.raises(PlayError):
        Match.load(flow, json.dumps({"digest": flow.digest, "players": players, "state": "[]"}))


@pytest.mark.parametrize("option", [None, 1.0, True, object(), [], ("draw",), -1, 99, "", "nothing"])
def test_what_is_no_option(flow: Any, option: Any) -> None:
    with pytest.raises(PlayError) as caught:
        Match.start(flow, 2).choose(option)
    assert caught.value.code == "RW907"


def test_seats_seeds_and_numbers_of_games(flow: Any) -> None:
    match = Match.start(flow, 2)
    for seat in (9, -1, "A", 1.0, True):
        with pytest.raises(ValueError, match="seats, from 0"):
            match.log(seat)  # type: ignore[arg-type]
    for number in (-1, 1.5, "3"):
        with pytest.raises(ValueError, match="number of games"):
            playouts(flow, 2, number)  # type: ignore[arg-type]
    for seed in ("1", None, 1.5):
        with pytest.raises(ValueError, match="the seed"):
            Match.start(flow, 2, seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="each seat needs one"):
        playout(flow, 2, [lambda view: 0])


@pytest.mark.parametrize(
    "change",
    [
        {"bindings": {"turn": "A"}}, {"bindings": None}, {"zones": {"hand": []}}, {"zones": {("hand", 0): "x"}},
        {"zones": {("hand", 0): [("Sun 1", 7)]}}, {"variables": {("coins", 0): 1}}, {"variables": {("coins", (0,)): "1"}},
        {"at": 3}, {"seed": "x"}, {"script": (3,)}, {"rest": "deck"},
    ],
    ids=str,
)  # fmt: skip
def test_positions_of_other_types(flow: Any, change: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        install(flow, replace(Position(2), **change))


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "/dev/zero"])
def test_names_that_are_no_rulebook(name: str) -> None:
    with pytest.raises(RulewrightError):
        rulewright.load(Path(name) if "\0" not in name else name)


def test_an_edited_save_with_sealed_answers(tmp_path: Path) -> None:
    sealed = """        each: players clockwise from dealer.left
        secret: until all have chosen
        choose: {card: hand}
        do: move card to tricks
"""
    head, _, tail = BASE.partition("        each: players clockwise")
    (tmp_path / "game.yaml").write_text(head + sealed + tail[tail.index("actions:") - 1 :], encoding="utf-8")
    flow = rulewright.load(tmp_path / "game.yaml").flow
    match = Match.start(flow, 3, 1)
    match.choose(0)
    saved = json.loads(match.save())
    assert Match.load(flow, match.save()).state == match.state
    state, generator = json.loads(saved["state"]), random.Random(5)
    assert len(state) == 13, "there is a veil"
    for _ in range(400):
        text = json.dumps({**saved, "state": json.dumps([*state[:12], edited(state[12], generator)])})
        try:
            again = Match.load(flow, text)
            while not again.over:
                assert again.view(0).zones is not None
                again.choose(generator.randrange(len(again.options)))
        except PlayError as error:
            assert error.code
