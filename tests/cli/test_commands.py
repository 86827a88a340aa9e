"""The command line, as people call it: what it prints, and its exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from rulewright.__main__ import commands
from rulewright.dsl import load
from rulewright.interpreter.recorded import Simulation
from rulewright.opening import open_simulation
from rulewright.simulating import simulated

CHAOS = "games/chaos"

SMALL = """
rulebook: small
players: 2..3
kinds:
  Card: {worth: 1..9}
components:
  cards: {make: Card, for: {n: 1..9}, copies: 2, name: "{n}", worth: n, start: deck}
zones:
  deck: {holds: Card, order: stack, face: down}
  hand: {holds: Card, per: Player, face: down, seen by: owner}
  pile: {holds: Card}
state:
  points: {type: 0..99, per: Player}
setup:
  deal: |
    shuffle deck
    for p in players clockwise from first(players): move top(deck, 3) to p.hand
phases:
  turn:
    each: players clockwise from first(players)
    repeat: until no(players.hand)
    menu: [play]
actions:
  play:
    choose: {card: hand}
    do: |
      gain card.worth points
      move card to pile
end:
  over: {after: turn, winner: players where points is max(players by points)}
"""


def call(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(commands, list(arguments), input=text)


def write(folder: Path, text: str) -> str:
    file = folder / "game.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_check_of_a_right_rulebook() -> None:
    result = call("check", CHAOS)
    assert result.exit_code == 0
    assert "ok: Chaos, 3 to 6 players, 58 components, 140 rules" in result.output


@pytest.mark.parametrize(
    ("before", "after", "code", "words"),
    [
        ("move card to pile", "move card to pil", "RW310", "did you mean `pile`?"),
        ("seen by: owner", "sen by: owner", "RW131", "did you mean `seen by`?"),
        ("gain card.worth points", "gain card points", "RW401", "must be a number"),
        ("zones:", "zonez:", "RW131", "a rulebook has no section `zonez`"),
        ("players: 2..3", "players: 0", "RW139", "at least one player"),
        ("menu: [play]", "menu: []", "RW137", "the menu"),
        ("choose: {card: hand}", "choose: {card: 3..1}", "RW411", "never anything to choose"),
        ("order: stack, face: down}", "order: stack, face: down, size: 3}", "RW507", "has room for 3"),
        ("per: Player, face: down,", "per: Player, size: 2, face: down,", "RW601", "has room for 2"),
        ("end:", "laws:\n  loop: {whenever: some(deck), do: reveal pile}\nend:", "RW601", "laws.loop"),
        (
            "end:",
            "triggers:\n  loop: {after: gain points, do: lose 1 points; gain 1 points}\nend:",
            "RW601",
            "triggers.loop",
        ),
        ("worth: n, start", "worth: 12, start", "RW417", "runs from 1 to 9"),
    ],
)
def test_check_points_at_the_mistake(tmp_path: Path, before: str, after: str, code: str, words: str) -> None:
    assert before in SMALL
    result = call("check", "--json", write(tmp_path, SMALL.replace(before, after, 1)))
    assert result.exit_code == 1, result.output
    assert code in [problem["code"] for problem in json.loads(result.output)]
    assert words in result.output.encode().decode("unicode_escape")


@pytest.mark.parametrize(
    "content", [b"", b"# only a comment\n", b"\0\1\2", b"title: Gr\xf6sse\n", b"a: [" * 4000, b"[]", b"just words"]
)
def test_check_of_what_is_no_rulebook(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "game.yaml").write_bytes(content)
    result = call("check", str(tmp_path / "game.yaml"))
    assert result.exit_code == 1
    assert "error[RW1" in result.output
    assert "Traceback" not in result.output


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "game.yaml").open("wb") as file:
        file.truncate(100_000_000)
    assert "RW102" in call("check", str(tmp_path / "game.yaml")).output


def test_a_wrong_cell_of_a_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,worth\none,1\ntwo,twelve\n", encoding="utf-8")
    row = 'cards: {make: Card, for: {n: 1..9}, copies: 2, name: "{n}", worth: n, start: deck}'
    result = call("check", write(tmp_path, SMALL.replace(row, "cards: {make: Card, table: cards.csv, start: deck}")))
    assert result.exit_code == 1
    assert "cards.csv:3:5" in result.output


def test_play_and_replay(tmp_path: Path) -> None:
    rulebook, kept = write(tmp_path, SMALL), str(tmp_path / "game.jsonl")
    played = call("play", rulebook, "--seed", "3", "--seats", "random,first", "--transcript", kept)
    assert played.exit_code == 0, played.output
    assert "The game is over" in played.output
    again = call("replay", rulebook, kept)
    assert again.exit_code == 0
    assert "Replayed 6 choices" in again.output
    write(tmp_path, SMALL.replace("1..9", "0..9", 1))
    assert "has changed since" in call("replay", rulebook, kept).output


def test_a_person_plays(tmp_path: Path) -> None:
    result = call("play", write(tmp_path, SMALL), "--seed", "3", "--seats", "human,first", text="?\nfrog\nu\n1\n1\n1\n")
    assert result.exit_code == 0, result.output
    assert "phases.turn" in result.output
    assert "Please type a number" in result.output
    assert "The game is over" in result.output
    left = call("play", write(tmp_path, SMALL), "--seats", "human,first", text="")
    assert left.exit_code == 0
    assert "Stopped: the input has ended" in left.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", CHAOS, "--players", "9"], "3 to 6 players"),
        (["play", CHAOS, "--seats", "humn,random,random"], "did you mean `human`?"),
        (["play", CHAOS, "--seats", "random"], "1 seats are named for 3 players"),
        (["simulate", CHAOS, "-n", "0"], "-n"),
        (["check", "games/choas"], "there is no file"),
        (["check", "docs"], "a folder without a `game.yaml`"),
        (["explain", CHAOS, "actions.sek"], "did you mean `actions.seek`"),
        (["draw", CHAOS, "-o", "flow.gif"], ".svg"),
        (["replay", CHAOS, "nothing.jsonl"], "cannot be read"),
    ],
)
def test_wrong_arguments_are_answered(arguments: list[str], words: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2, result.output
    assert words in result.output


def test_scenarios_and_coverage() -> None:
    result = call("test", CHAOS, "--json")
    assert result.exit_code == 0
    chaos, *variants = json.loads(result.output)
    assert all(scenario["passed"] for each in variants for scenario in each["scenarios"])
    assert chaos["not_carried_out"] == chaos["not_tested"] == []
    assert len(chaos["scenarios"]) > 200


def test_a_failing_scenario_is_shown(tmp_path: Path) -> None:
    rulebook = write(tmp_path, SMALL)
    given = "  players: 2\n  at: turn\n  given: {turn.player: A, A.hand: [3], rest: deck}\n"
    scenario = f"- scenario: wrong\n{given}  choices: [{{A: play 3}}]\n  expect: {{A.points: 4}}\n"
    (tmp_path / "scenarios.yaml").write_text(scenario, encoding="utf-8")
    result = call("test", rulebook)
    assert result.exit_code == 1
    assert "`A.points` is 3, not 4" in result.output


def test_simulate(tmp_path: Path) -> None:
    result = call("simulate", write(tmp_path, SMALL), "-n", "20", "--json")
    figures = json.loads(result.stdout)
    assert figures["games"] == 20
    assert figures["decisions"]["mean"] == 6


def test_explain_a_code(tmp_path: Path) -> None:
    assert call("explain", "rw310").stdout.startswith("RW310 unknown-name (error)")
    assert json.loads(call("explain", "RW310", "--json").stdout)["name"] == "unknown-name"
    unknown = call("explain", "RW300")
    assert unknown.exit_code == 2 and "no message has the code `RW300`; did you mean `RW301`?" in unknown.stderr


def test_check_says_where_more_is_said(tmp_path: Path) -> None:
    wrong = write(tmp_path, SMALL.replace("move card to pile", "move card to pil"))
    assert call("check", wrong).stderr.endswith("\n`rulewright explain RW310` tells more\n")
    assert "tells more" not in call("check", "--json", wrong).output
    assert "tells more" not in call("check", CHAOS, "--no-trial").output


def test_explain() -> None:
    assert "CHA-085" in call("explain", CHAOS, "actions.discard").output
    assert "Seek" in call("explain", CHAOS, "--rules").output
    assert "block" in call("explain", CHAOS, "actions.discard", "--stage", "flow").output


def simulation(tmp_path: Path, *more: str) -> tuple[str, Path]:
    """A rulebook, and the file of some simulated games of it."""
    rulebook, saved = write(tmp_path, SMALL), tmp_path / "games.json"
    result = call("simulate", rulebook, "-n", "20", "--save", str(saved), *more)
    assert result.exit_code == 0, result.output
    return rulebook, saved


def test_simulate_shows_scores_and_decisions(tmp_path: Path) -> None:
    output = call("simulate", write(tmp_path, SMALL + "scoring:\n  total_worth: points\n"), "-n", "20").stdout
    assert re.search(r"\nfinal scores: mean \(least to most\)\n  total worth      A [\d.]+ \(\d+ to \d+\), B [\d.]+ \(", output)
    assert "decisions a game: mean 6, least 6, median 6, most 6\n  each turn (of one player): mean 1.0, least 1, most 1\n" in output
    assert "final scores" not in call("simulate", write(tmp_path, SMALL), "-n", "2").stdout


def test_simulate_shows_what_ends_games(tmp_path: Path) -> None:
    text = SMALL + "  early: {after: turn, if: some(players where points > 19), winner: none}\n"
    path = write(tmp_path, text.replace("    do: |\n", "    do: |\n      if points > 14: end game\n"))
    output = call("simulate", path, "-n", "200").stdout
    ends = re.search(r"how each game ends \(200\):\n((?:  .*\n)+)", output)
    assert ends is not None
    counts = {line.split()[0]: int(line.split()[1]) for line in ends[1].splitlines()}
    assert set(counts) == {"end.over", "end.early", "actions.play"} and sum(counts.values()) == 200
    assert all(counts.values())
    assert json.loads(call("simulate", path, "-n", "200", "--json").stdout)["ends"] == counts
    assert "how each game ends" not in call("simulate", write(tmp_path, SMALL), "-n", "2").stdout


def test_simulate_shows_where_points_come_from(tmp_path: Path) -> None:
    text = SMALL + "scoring:\n  worth: points\n  bonus: 2\n  total: worth + bonus\n"
    arguments = ("simulate", write(tmp_path, text), "-n", "20")
    output = call(*arguments).stdout
    head, worth, bonus, total = output[output.index("points by source") :].splitlines()[1:5]
    assert head.split() == ["A", "B", "winners"] and worth.split()[0] == "worth"
    assert bonus.split() == ["bonus", "2.0", "2.0", "2.0"] and total.split()[0] == "total"
    figures = json.loads(call(*arguments, "--json").stdout)
    sources = figures["sources"]["total"]
    assert [f"{sources['worth'][name]['mean']:.1f}" for name in ("A", "B", "winners")] == worth.split()[1:]
    for seat in "AB":
        sums = sum(each[seat]["mean"] for each in sources.values())
        assert abs(sums - figures["scores"]["total"][seat]["mean"]) < 1e-9
    assert sources["worth"]["winners"]["mean"] >= max(sources["worth"][seat]["mean"] for seat in "AB")
    assert "points by source" not in call("simulate", write(tmp_path, SMALL), "-n", "2").stdout


def test_simulate_saves(tmp_path: Path) -> None:
    rulebook, saved = simulation(tmp_path)
    game = load(rulebook)
    kept = Simulation.load(game.flow, saved.read_text(encoding="utf-8"))
    assert kept.trace.games == kept.summary.games == 20 and kept.policy == "random"
    assert kept.trace.to_json() == simulated(game, 2, 20).trace.to_json()
    figures = json.loads(saved.read_text(encoding="utf-8"))
    assert figures["phases"][0] == {
        "phase": "phases.turn", "title": "Turn", "turn": True, "mean": 1.0, "least": 1, "most": 1, "histogram": [[1, 120]]
    }  # fmt: skip
    again = json.loads(call("simulate", rulebook, "-n", "20", "--json").stdout)
    assert again == {name: value for name, value in figures.items() if name not in ("format", "trace")}


def test_options_and_variants_are_saved(tmp_path: Path) -> None:
    saved = tmp_path / "games.json"
    call("simulate", "games/entropy", "-n", "1", "--with", "five_turns", "--set", "vortex=no", "--save", str(saved))
    figures = json.loads(saved.read_text(encoding="utf-8"))
    assert figures["chosen"] == {"vortex": "no"} and figures["variants"] == ["five_turns"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("once upon a time", "cannot be used: this is not a saved simulation: Expecting value"),
        ("{}", "must have a `format`"),
        (None, "with another rulebook, or an earlier text of it; simulate again"),
    ],
)
def test_what_cannot_be_used_as_a_simulation(tmp_path: Path, text: str | None, words: str) -> None:
    rulebook, saved = simulation(tmp_path)
    if text is None:
        write(tmp_path, SMALL + "# changed\n")
    else:
        saved.write_text(text, encoding="utf-8")
    runner = CliRunner()

    @click.command()
    def reading() -> None:
        open_simulation(load(rulebook), str(saved))

    result = runner.invoke(reading)
    assert result.exit_code == 1 and words in result.output and str(saved) in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-n", "0"], "0 is not in the range 1<=x<=1000000"),
        (["-n", "100000000000"], "is not in the range"),
        (["--save", "."], "is a folder; name a file to write"),
        (["--save", "nowhere/games.json"], "there is no folder `nowhere`"),
        (["--check", "--backend", "python"], "games played by `python` cannot be checked"),
        (["--backend", "C"], "'C' is not one of 'reference', 'python', 'wasm'"),
    ],
)
def test_what_cannot_be_simulated(tmp_path: Path, arguments: list[str], words: str) -> None:
    result = call("simulate", write(tmp_path, SMALL), *arguments)
    assert result.exit_code == 2 and words in result.output
