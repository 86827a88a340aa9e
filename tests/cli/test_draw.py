"""`rulewright draw`: every kind of picture from the command line, and what cannot be drawn."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.__main__ import commands
from rulewright.commands.draw import LEVELS, VIEWS, command
from rulewright.visualizer import VIEWS as ALL_VIEWS
from rulewright.visualizer.levels import LEVELS as ALL_LEVELS
from tests.cli.test_commands import SMALL

CHANGED = """
variant: richer
title: The small game, richer
of: game.yaml
replace:
  actions.play.do:
    gain card.worth points: gain (card.worth + 1) points
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(SMALL, encoding="utf-8")
    Path("richer.yaml").write_text(CHANGED, encoding="utf-8")
    return tmp_path


def draw(*arguments: str) -> Result:
    return CliRunner().invoke(commands, ["draw", "game.yaml", *arguments])


def test_the_words_of_the_command_are_those_of_the_pictures():
    assert VIEWS == ALL_VIEWS
    assert LEVELS == ALL_LEVELS


@pytest.mark.parametrize("suffix", [".dot", ".mmd", ".txt", ".graphml", ".json", ".html"])
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_in_every_format(folder, view, suffix):
    result = draw("-o", f"out{suffix}", "--view", view)
    assert result.exit_code == 0, result.output
    assert Path(f"out{suffix}").stat().st_size > 50


@pytest.mark.parametrize("level", ["phases", "actions", "steps", "blocks"])
def test_every_level(folder, level):
    assert draw("-o", "out.txt", "--level", level).exit_code == 0
    assert ("block 1" in Path("out.txt").read_text() or "1 /" in Path("out.txt").read_text()) or level != "blocks"


def test_one_phase_alone(folder):
    assert draw("-o", "out.txt", "--open", "turn").exit_code == 0
    assert Path("out.txt").read_text().startswith("Small · 2 to 3 players: One of these\n")


def test_what_a_variant_changes_is_marked_by_a_sign(folder):
    assert draw("-o", "out.txt", "--against", "richer.yaml").exit_code == 0
    assert any(line.strip().startswith(("~", "+")) for line in Path("out.txt").read_text().splitlines())


def test_heat_is_in_the_picture_and_in_the_graph(folder):
    assert draw("-o", "out.txt", "--heat", "2").exit_code == 0
    assert "times" in Path("out.txt").read_text()
    assert draw("-o", "out.json", "--heat", "2").exit_code == 0
    nodes = {node["id"]: node for node in json.loads(Path("out.json").read_text())["nodes"]}
    assert nodes["start"]["visits"] == 2


def test_a_saved_simulation_and_a_recorded_game_are_drawn(folder):
    runner = CliRunner()
    assert runner.invoke(commands, ["simulate", "game.yaml", "-n", "2", "--save", "games.json"]).exit_code == 0
    assert draw("-o", "out.txt", "--heat", "games.json").exit_code == 0
    assert runner.invoke(commands, ["play", "game.yaml", "--seats", "random,random", "--transcript", "g.jsonl"]).exit_code == 0
    assert draw("-o", "out.html", "--replay", "g.jsonl").exit_code == 0
    assert '"steps":[{' in Path("out.html").read_text()


@pytest.mark.parametrize(("arguments", "said"), [
    (["-o", "x.gif"], "must end in"),
    (["-o", "x.txt", "--level", "changes"], "name one to compare with"),
    (["-o", "x.txt", "--level", "blocks", "--against", "richer.yaml"], "no names of their own"),
    (["-o", "x.txt", "--open", "nowhere"], "there is no frame `nowhere`"),
    (["-o", "x.txt", "--heat", "abc"], "neither a number of games nor a file"),
    (["-o", "x.txt", "--heat", "0"], "between 1 and"),
    (["-o", "x.txt", "--players", "3"], "`--players` is for games that are played now"),
    (["-o", "x.txt", "--heat", "1", "--replay", "g"], "draw two"),
])  # fmt: skip
def test_what_cannot_be_drawn_is_said_in_one_message(folder, arguments, said):
    result = draw(*arguments)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert not Path("x.txt").exists()


def test_the_examples_of_the_help_name_real_things():
    lines = [line.strip() for line in (command.help or "").splitlines() if line.strip().startswith("rulewright ")]
    for words in map(shlex.split, lines):
        assert {word for word in words if word.startswith("--")} <= {name for each in command.params for name in each.opts}
    assert len(lines) >= 5
