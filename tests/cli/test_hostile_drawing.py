"""The commands that draw, where their options, files or names are wrong: one message, and the exit code that --help names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.__main__ import commands
from tests.practice import BASE

LONG = "x" * 300  # more than the name of a file can have


def call(*arguments: str) -> Result:
    return CliRunner().invoke(commands, list(arguments))


@pytest.fixture
def rulebook(tmp_path: Path) -> str:
    path = tmp_path / "game.yaml"
    path.write_text(BASE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--heat", "0"), "between 1 and 1,000,000 games can be played"),
        (("--heat", "1000001"), "between 1 and 1,000,000 games can be played"),
        (("--heat", "9" * 5000), "between 1 and 1,000,000 games can be played"),
        (("--heat", "²"), "neither a number of games"),
        (("--against", LONG), "cannot be read"),
        (("--against", f"{LONG}.yaml"), "cannot be read"),
        (("--against", " "), "name a rulebook or a variant"),
        (("--players", "3"), "`--players` is for games that are played now"),
        (("--heat", "games.json", "--seed", "3"), "`--seed` is for games that are played now"),
        (("--replay", "game.jsonl", "--players", "3"), "`--players` is for games that are played now"),
    ],
)
def test_options_that_cannot_be_meant(rulebook: str, tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    result = call("draw", rulebook, "-o", str(tmp_path / "out.txt"), *options)
    assert result.exit_code == 2 and words in result.stderr, result.output
    assert not (tmp_path / "out.txt").exists()


@pytest.mark.parametrize(
    "arguments", [("draw", "-o", f"{LONG}.txt"), ("report", "-n", "1", "-o", f"{LONG}.html"), ("simulate", "-n", "1", "--save", LONG)]
)
def test_a_name_too_long_to_write(rulebook: str, arguments: tuple[str, ...]) -> None:
    result = call(*arguments, rulebook)
    assert result.exit_code == 2 and "cannot be written: File name too long" in result.stderr


def test_a_file_without_a_name(rulebook: str) -> None:
    result = call("draw", rulebook, "-o", "")
    assert result.exit_code == 2 and "has no name" in result.stderr


def test_what_is_read_is_not_written_over(rulebook: str, tmp_path: Path) -> None:
    saved = str(tmp_path / "games.json")
    assert call("simulate", rulebook, "-n", "1", "--save", saved).exit_code == 0
    kept = Path(saved).read_text(encoding="utf-8")
    for arguments in (
        ("simulate", rulebook, "-n", "1", "--save", rulebook),
        ("simulate", str(tmp_path), "-n", "1", "--save", rulebook),
        ("draw", rulebook, "--heat", saved, "-o", saved),
    ):
        result = call(*arguments)
        assert result.exit_code == 2 and "is read here" in result.stderr, arguments
    assert Path(rulebook).read_text(encoding="utf-8") == BASE and Path(saved).read_text(encoding="utf-8") == kept
    assert call("simulate", rulebook, "-n", "1", "--save", saved).exit_code == 0  # a simulation made again


def test_a_transcript_that_cannot_be_drawn_is_named(rulebook: str, tmp_path: Path) -> None:
    kept, out = str(tmp_path / "game.jsonl"), str(tmp_path / "out.txt")
    assert call("play", rulebook, "--seats", "random,random", "--players", "2", "--transcript", kept).exit_code == 0
    Path(rulebook).write_text(f"{BASE}\n# changed\n", encoding="utf-8")
    changed = call("draw", rulebook, "--replay", kept, "-o", out)
    assert changed.exit_code == 1 and changed.stderr.startswith(f"`{kept}` cannot be used: ")
    assert "draw the rulebook it was played with" in changed.stderr and "force" not in changed.stderr
    Path(kept).write_text("once upon a time", encoding="utf-8")
    wrong = call("draw", rulebook, "--replay", kept, "-o", out)
    assert wrong.exit_code == 1 and wrong.stderr.startswith(f"`{kept}` cannot be used: this is not a transcript; line 1")


@pytest.mark.parametrize("command", ["draw", "report"])
def test_a_simulation_with_impossible_numbers(rulebook: str, tmp_path: Path, command: str) -> None:
    saved = tmp_path / "games.json"
    assert call("simulate", rulebook, "-n", "2", "--save", str(saved)).exit_code == 0
    data = json.loads(saved.read_text(encoding="utf-8"))
    data["trace"]["taken"] = [[source, target, count * 10**320] for source, target, count in data["trace"]["taken"]]
    saved.write_text(json.dumps(data), encoding="utf-8")
    option = {"draw": "--heat", "report": "--simulation"}[command]
    out = str(tmp_path / {"draw": "out.txt", "report": "out.html"}[command])
    result = call(command, rulebook, option, str(saved), "-o", out)
    assert result.exit_code == 1 and "a number that no games can have counted" in result.stderr, result.output
