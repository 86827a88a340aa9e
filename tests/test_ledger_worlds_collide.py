"""The adapter of the Worlds Collide ledger: how it reads the notation, and that what does not hold is a failure."""

from __future__ import annotations

import pytest

from tests.ledger.worlds_collide import run

TAKE = "players 2; hold A = X1; hold B = A2; discard = W"
TABLE = "players 3; hold A = X1 B2+; played A = 3; dropped B = 4 2; anchor = C; locked C = C3 C1"


@pytest.mark.parametrize(
    ("given", "do", "expect"),
    [
        ("PLAYERS 2;hold b=x1 ;  a militant", "play a:2,b:6;A REVEALS hold b", "HOLD b =X1+;next b may 6;"),
        (
            "players 3",
            "C chooses 5; A chooses 2; B chooses 5",
            "resolved = -; next A may 2; played C = 5; hand C = 1 2 3 4 6",
        ),
        (
            "players 3",
            "C chooses 5",
            "chosen C = 5; hand C = 1 2 3 4 6; view C chosen C = 5; view A chosen C = ?; played C = -",
        ),
        (
            "players 2; A Resourceful; B Adaptive; hold A = X1",
            "-",
            "hold A = X1; nexus 12; view B hold A = ?; view B hold A 1",
        ),
        (
            TABLE,
            "-",
            "anchor = C; view A anchor = C; locked C = C1 C3; unplayed A = 1 2 4 5 6; view A unplayed B = 1 3 5 6",
        ),
        (TABLE, "-", "dropped B = 2 4; hand B = 1 3 5 6; view A hand B = ? ? ? ?; view A dropped B = 2 4; hold A 2"),
        (
            "players 4; new game",
            "-",
            "each hold 1 shrouded; each locked = -; each played = -; view A destroyed 0; discard 0",
        ),
        (
            "players 2; nexus = A1 B1; destroyed = X1",
            "-",
            "view A nexus top = ? ?; view B destroyed = ?; nexus top = A1 B1",
        ),
        ("players 2; nexus = X1; rest to discard", "play A:6 B:4; B takes discard W", "hold B = W+; next A may 6"),
        ("players 2; locked B = B1 B2 B3; nexus = -; hold A = A1; rest to destroyed", "-", "game over nobody"),
        ("players 2; locked A = A1 A2 A3; hold A = W+", "-", "game over A"),
        ("any", "every playout", "no shard ever leaves a locked row; the number of destroyed shards never falls"),
        ("players 2", "every playout", "shards 13; wilds 1; realities 3; abilities distinct"),
    ],
)
def test_the_notation_is_read_in_a_liberal_way(given: str, do: str, expect: str) -> None:
    assert run(given, do, expect) == []


@pytest.mark.parametrize(
    ("given", "do", "expect", "message"),
    [
        (TAKE, "play A:4 B:6; A takes hold B; A keeps A2", "hold A = X1", "hold A = X1: got A2"),
        (TAKE, "play A:4 B:6", "-", "cannot be read: expect: nothing is there"),
        (TAKE, "play A:4 B:6; A takes hold B 2", "hold A = A2", "cannot be played: `A takes hold B 2`: A takes"),
        (TAKE, "play A:4 B:6; A takes hold A", "hold A = X1", "cannot be played: `A takes hold A`: A takes"),
        (TAKE, "play A:4 B:6; B declines", "hold A = X1", "cannot be played: `B declines`: A may 4"),
        (TAKE, "play A:4; A declines", "hold A = X1", "cannot be played: `play A:4`: every player selects one action"),
        (TAKE, "play A:4 B:4", "resolved = A:4", "resolved = A:4: got -"),
        (TAKE, "play A:4 B:6", "next A may 5; can A takes hold B", "next A may 5: got A may 4"),
        (TAKE, "play A:4 B:6", "cannot A takes hold B", "cannot A takes hold B: A may 4"),
        (TAKE, "A chooses 4", "can A chooses 5", "can A chooses 5: select"),
        (TAKE, "-", "view B hold A = X1", "view B hold A = X1: got ?"),
        (TAKE, "-", "game over nobody", "game over nobody: got goes on"),
        (TAKE, "-", "anchor = A", "anchor = A: got nexus"),
        (TAKE, "-", "hold C = -", "cannot be read: there is no seat C with 2 players"),
        (TAKE, "A jumps", "hold A = X1", "cannot be read: do: `A jumps` is no clause"),
        (TAKE + "; frogs 3", "-", "hold A = X1", "cannot be read: given: `frogs 3`: that is no clause"),
        (TAKE + "; players 3", "-", "hold A = X1", "cannot be read: given: `players 3`: that is said twice"),
        (
            TAKE + "; A Militant; B Militant",
            "-",
            "nexus 8",
            "cannot be read: given: no two players have the same ability",
        ),
        (
            TAKE + "; rest to hold B",
            "-",
            "nexus 8",
            "cannot be read: given: the rest can go to the hold of the Resourceful player only",
        ),
        (TAKE + "; nexus = X1", "-", "nexus 8", "cannot be played: there is no X1 left"),
        ("players 2; discard = W W", "-", "discard 2", "cannot be played: there is no W left"),
        ("players 2; new game", "-", "refused", "refused: got a game that is accepted"),
        ("players 6; new game", "-", "next select", "next select: the game is refused"),
        ("players 2; new game", "-", "wilds 2", "wilds 2: got 1"),
        ("players 2", "every playout", "nexus 11", "nexus 11: not so with 2 players, seed 0, after "),
    ],
)
def test_what_does_not_hold_is_a_failure(given: str, do: str, expect: str, message: str) -> None:
    failures = run(given, do, expect)
    assert len(failures) == 1
    assert failures[0].startswith(message)
