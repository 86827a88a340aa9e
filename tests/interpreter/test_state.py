"""Layouts and states: numbering, equality, copies, text."""

from __future__ import annotations

import copy
import subprocess
import sys

import pytest

from rulewright.interpreter.layout import layout_of, seat_name
from rulewright.interpreter.state import State, Veil
from tests.interpreter import tiny
from tests.source_files import ROOT


def started(players: int = 2, seed: int = 7) -> State:
    return State.start(layout_of(tiny.cards(), players), seed)


def test_components_of_other_player_counts_are_not_there():
    assert layout_of(tiny.cards(), 2).names == ("1", "2", "2", "3", "Order")
    assert layout_of(tiny.cards(), 3).names == ("4", "1", "2", "2", "3", "Order")


def test_alike_components():
    assert layout_of(tiny.cards(), 2).alike == (0, 1, 1, 2, 3)


@pytest.mark.parametrize("players", [1, 4])
def test_wrong_player_count(players):
    with pytest.raises(ValueError, match=f"2 to 3 players, not {players}"):
        layout_of(tiny.cards(), players)


def test_cells_and_instances():
    layout = layout_of(tiny.cards(), 3)
    assert [layout.instance[tiny.HAND, seat] for seat in range(3)] == [1, 2, 3]
    assert layout.cell(tiny.COUNT, ()) == 0
    assert [layout.cell(tiny.GOLD, (seat,)) for seat in (-1, 0, 2, 3)] == [-1, 7, 9, -1]
    assert layout.zone_name(layout.instance[tiny.HAND, 1]) == "B's hand"


def test_seats_have_letters():
    assert [seat_name(seat) for seat in (-1, 0, 25)] == ["nobody", "A", "Z"]


def test_start():
    state = started()
    assert state.zones == [[0, 1, 2, 3, 4], [], [], [], []]
    assert state.cells == [0, 0, 0, 0, 0, 0, 2, 2]
    assert state.where == [0] * 5 and state.face == [0] * 5


def test_copy_is_equal_and_apart():
    state = started()
    other = state.copy()
    assert other == state and hash(other) == hash(state)
    other.zones[0].pop()
    other.frames[0][1] = 3
    assert other != state and state.zones[0] == [0, 1, 2, 3, 4] and state.frames[0][1] == 0


def test_a_copy_that_catches_up_is_equal_and_apart():
    state = started()
    other = state.copy()
    state.zones[1].append(state.zones[0].pop())
    state.where[4], state.face[2], state.shown[1], state.cells[0] = 1, 1, 2, 7
    state.frames.append([0, 1, -1])
    state.pending.append((1, 2))
    state.floor, state.held, state.drawn, state.seed, state.winners = 1, 2, 3, 4, (0,)
    state.veil = Veil(started(), 0, {0: started()}, frozenset((0,)))
    other.catch_up(state, range(len(state.zones)))
    assert other == state
    other.zones[1].pop()
    other.frames[0][1] = 3
    other.cells[0] = 8
    assert state.zones[1] == [4] and state.frames[0][1] == 0 and state.cells[0] == 7


@pytest.mark.parametrize("name", State.__slots__)
def test_everything_counts(name):
    """A change of any part makes another state, with another text."""
    state = started()
    other = state.copy()
    value = copy.deepcopy(getattr(state, name))
    if name == "winners":
        value = (1,)
    elif name == "veil":
        value = Veil(state.copy(), 0, {0: state.copy()}, frozenset((0,)))
    elif isinstance(value, int):
        value += 1
    else:
        value.append((2, 0) if name == "pending" else [9] if name in ("frames", "zones") else 9)
    setattr(other, name, value)
    assert other != state
    assert other.save() != state.save() and other.digest() != state.digest()


def test_save_and_load():
    state = started()
    state.frames[0][4] = (1, 2)
    state.pending.append((2, 0, (3, 4)))
    state.winners = (0, 1)
    state.veil = Veil(state.copy(), 1, {1: state.copy()}, frozenset((1,)))
    loaded = State.load(state.save())
    assert loaded == state and loaded.frames[0][4] == (1, 2) and loaded.pending == [(2, 0, (3, 4))]


@pytest.mark.parametrize("text", ["", "[]", "{}", "[1,2]"])
def test_load_refuses_other_texts(text):
    with pytest.raises(ValueError):
        State.load(text)


def test_digest_is_the_same_in_another_process():
    script = (
        "from tests.interpreter import test_state\nprint(test_state.started().digest(), hash(test_state.started()))"
    )
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.split() == [started().digest(), str(hash(started()))]
