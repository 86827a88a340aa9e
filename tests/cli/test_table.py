"""Games at the keyboard: whose log is shown, several people at one keyboard, what `?` and `u` do, transcripts."""

from __future__ import annotations

import json
from itertools import pairwise
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
    said = play("--seats", "human,human,random", "--seed", "5", text=text).output
    return said.split("takes the keyboard and presses Enter.")


def test_people_at_one_keyboard_take_turns_and_read_what_they_missed() -> None:
    start, *screens = people("\n1\n\n\nq\n")
    assert "sees it" not in start
    assert "asks some questions in secret" in start
    assert len(screens) == 2
    for screen, seat, other in ((screens[0], "B", "A"), (screens[1], "A", "B")):
        assert f"as {seat} sees it" in screen
        assert f"as {other} sees it" not in screen
        assert f"B: {DEALS}" in screen
    assert " B   hand: ▒×14 " in screens[1]
    before = screens[0].split("B has finished.")[0]
    assert before.rstrip().splitlines()[-1] in screens[1], "A reads the same lines that B has read"


def tables(said: str) -> list[str]:
    """The headings of the tables that were shown."""
    lines = (line.removeprefix("> ") for line in said.splitlines())
    return [line for line in lines if line.endswith(" sees it") or line.endswith("everything")]


def test_the_table_is_shown_when_it_has_changed_and_when_asked_for() -> None:
    seats = ("--seats", "human,first,first")
    said = play(*seats, text="1\nt\nTABLE\nq\n").output
    assert len(tables(said)) == 4 and len(set(tables(said))) == 2
    assert "▸A (you)" in said and "hand: ▒×" in said
    assert len(tables(play(*seats, "--table", "never", text="1\nq\n").output)) == 0
    assert len(tables(play(*seats, "--table", "never", text="t\nq\n").output)) == 1
    assert len(tables(play(*seats, "--table", "turns", text="1\n1\n1\nq\n").output)) == 1


def test_the_table_is_shown_to_who_looks_on() -> None:
    seats = ("--seats", "random,random,random")
    end = tables(play(*seats, "--table", "end").output)
    assert len(end) == 1 and "over, won by" in end[0] and end[0].endswith("everything")
    turns = tables(play(*seats, "--table", "turns", "--log-as", "B").output)
    assert len(turns) > 20 and all(line.endswith("as B sees it") for line in turns)
    assert all(one != other for one, other in pairwise(turns))
    assert tables(play(*seats).output) == []


def test_a_component_and_a_zone_are_looked_at() -> None:
    said = play("--seats", "human,first,first", text="? order\nhand\n? hnad\n?\nq\n").output
    assert "Order ×4  Card" in said and "worth  14" in said
    assert "A: hand" in said and "Nothing is called `hnad`; did you mean `hand`?" in said
    assert "game.yaml:" in said


def test_the_points_and_their_sources_at_the_end(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    said = play("--seats", "random,random,random", "--transcript", kept).output
    head, *sources, total = said.splitlines()[-4:]
    assert head.split() == ["A", "B", "C"] and [line.split()[0] for line in sources] == ["sets", "orders"]
    sums = [sum(map(int, column)) for column in zip(*(line.split()[1:] for line in sources), strict=True)]
    assert total.split() == ["total", *map(str, sums)] and max(sums) >= 13
    again = call("replay", CHAOS, kept, "--table").output
    assert again.splitlines()[-4:] == [head, *sources, total]
    assert "over, won by" in tables(again)[0]
    data = json.loads(call("replay", CHAOS, kept, "--json").stdout)
    assert list(map(sum, zip(*data["sources"]["total"].values(), strict=True))) == sums


def test_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["play", CHAOS, "--seed", "3", "--seats", "human,first,first"]
    coloured = CliRunner().invoke(commands, arguments, input="1\nq\n", color=True).output
    assert "\x1b[36m\x1b[1mA\x1b[0m" in coloured
    plain = CliRunner().invoke(commands, [*arguments, "--no-colour"], input="1\nq\n", color=True).output
    assert "\x1b" not in plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert CliRunner().invoke(commands, arguments, input="1\nq\n", color=True).output == plain


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_no_line_of_the_table_is_wider_than_the_terminal(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = call("play", "games/entropy_cosmos", "--seed", "3", "--seats", "human,first", text="q\n").output
    drawn = said[said.index("Entropy, the board game ·") : said.index("\nA: ")]
    assert max(map(len, drawn.splitlines())) <= int(columns)


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
