"""Games at the keyboard: whose log is shown, several people at one keyboard, what `?` and `u` do, transcripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.__main__ import commands

CHAOS = "games/chaos"
DEALS = "Shuffle the cards and deal them out"


def call(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(commands, list(arguments), input=text)


def play(*arguments: str, text: str | None = None) -> Result:
    return call("play", CHAOS, "--seed", "3", *arguments, text=text)


def test_the_seats_say_how_many_play() -> None:
    assert "Chaos, 4 players, seed 3" in play("--seats", "human,random,random,first", text="q\n").output
    assert "Chaos, 5 players, seed 3" in play("--players", "5", text="q\n").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "human,random,randm"], "did you mean `random`?"),
        (["--seats", "human,,random"], "`` is none of them"),
        (["--seats", "first,first,first", "--players", "4"], "or `--players 3`"),
        (["--players", "7"], "say `--players 6`"),
        (["--seats", "first,first,first", "--log-as", "D"], "the seats are A, B, C"),
        (["--seats", "human,first,first", "--log-as", "B"], "a person reads their own log"),
        (["--seats", "human,first,first", "--log-as", "all"], "a person reads their own log"),
        (["--seats", "first,first,first", "--transcript", "no/such/folder/x"], "there is no folder `no/such/folder`"),
        (["--seats", "first,first,first", "--transcript", "games"], "is a folder"),
        (["--seed", "x"], "x"),
    ],
)
def test_wrong_seats_are_answered_before_the_game(arguments: list[str], words: str) -> None:
    result = play(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Chaos, " not in result.stdout


def test_the_question_mark_shows_the_rule_behind_the_question() -> None:
    said = play("--seats", "human,first,first", text="?\nq\n").output
    assert "phases.game." in said
    assert "games/chaos/game.yaml:" in said
    assert " | " in said and "rules: [CHA-" in said
    assert "Stopped: the game was left." in said


def test_a_game_without_people_tells_everything_and_a_seat_what_it_may_know() -> None:
    seats = ("--seats", "random,random,random", "--detail")
    everything, of_a_seat = play(*seats).output.splitlines(), play(*seats, "--log-as", "b").output.splitlines()
    hidden, told = ([line for line in lines if "a card" in line] for lines in (of_a_seat, everything))
    assert len(of_a_seat) <= len(everything)
    assert len(hidden) > len(told), "B does not read which cards the others take"
    assert play(*seats, "--log-as", "ALL").output.splitlines() == everything


def people(text: str) -> list[str]:
    """The screens of a game in which A and B share the keyboard."""
    said = play("--seats", "human,human,random", text=text).output
    return said.split("takes the keyboard and presses Enter.")


def test_people_at_one_keyboard_take_turns_and_read_what_they_missed() -> None:
    start, *screens = people("\n1\n\n\nq\n")
    assert "You are" not in start
    assert "asks some questions in secret" in start
    assert len(screens) == 2
    for screen, seat, other in ((screens[0], "B", "A"), (screens[1], "A", "B")):
        assert f"You are {seat}." in screen
        assert f"You are {other}." not in screen
        assert f"B: {DEALS}" in screen
    assert "  B hand: 12 hidden\n" in screens[1]
    before = screens[0].split("B has finished.")[0]
    assert before.rstrip().splitlines()[-1] in screens[1], "A reads the same lines that B has read"


def test_a_log_is_read_once_by_each() -> None:
    screens = people("\n1\n\n\n1\nq\n")
    assert screens[2].count(f"B: {DEALS}") == 1


def test_input_that_ends_while_the_keyboard_is_passed_on() -> None:
    assert "Stopped: the input has ended." in people("")[-1]


SMALL = """
rulebook: small
players: 2
kinds:
  Card: {worth: 1..9}
components:
  cards: {make: Card, for: {n: 1..6}, name: "{n}", worth: n, start: deck}
zones:
  deck: {holds: Card, face: up}
  pile: {holds: Card, face: up}
phases:
  turn:
    each: players clockwise from first(players)
    steps:
      one: {ask: Take one, choose: {card: deck}, do: move card to pile}
      two: {ask: Take another, choose: {card: deck}, do: move card to pile}
end:
  over: {after: turn, winner: players}
"""


def test_a_decision_is_taken_back(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(SMALL, encoding="utf-8")
    kept = str(tmp_path / "kept.jsonl")
    typed = "u\n3\nu\n5\n1\nq\n"
    result = call("play", str(tmp_path), "--seats", "human,first", "--transcript", kept, text=typed)
    assert "This cannot be taken back" in result.output
    assert result.output.count("Taken back.") == 1
    again = call("replay", str(tmp_path), kept, "--json")
    assert again.exit_code == 0, again.output
    assert [text for _, text in json.loads(again.stdout)["choices"]][:2] == ["5", "1"]


def test_a_game_that_was_left_is_kept_and_replayed(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    left = play("--seats", "human,random,random", "--transcript", str(kept), text="1\n1\nq\n")
    assert left.exit_code == 0
    assert f"The game is in {kept}." in left.output
    again = call("replay", CHAOS, str(kept))
    assert again.exit_code == 0
    assert "not over; A decides at" in again.output
    lines = kept.read_text(encoding="utf-8").splitlines()
    kept.write_text("\n".join([*lines, '["A", "fly"]']) + "\n", encoding="utf-8")
    wrong = call("replay", CHAOS, str(kept))
    assert wrong.exit_code == 1
    assert "error[RW921]" in wrong.stderr and "`fly`" in wrong.stderr


def test_a_changed_rulebook_is_replayed_by_force(tmp_path: Path) -> None:
    rulebook, kept = tmp_path / "game.yaml", str(tmp_path / "kept.jsonl")
    rulebook.write_text(SMALL, encoding="utf-8")
    call("play", str(rulebook), "--seats", "first,first", "--transcript", kept)
    rulebook.write_text(SMALL.replace("worth: 1..9", "worth: 1..8"), encoding="utf-8")
    refused = call("replay", str(rulebook), kept)
    assert refused.exit_code == 1 and "`--force`" in refused.stderr
    assert call("replay", str(rulebook), kept, "--force").exit_code == 0
