"""The frame of the command line: exit codes, bugs, colours, names nearly right, and what `import rulewright` costs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import rulewright
from rulewright.__main__ import commands, main

CHAOS = "games/chaos"
SUBCOMMANDS = ("check", "diff", "draw", "explain", "new", "play", "replay", "report", "show", "simulate", "test")


def call(*arguments: str, text: str | None = None, colour: bool = False) -> Result:
    return CliRunner().invoke(commands, list(arguments), input=text, color=colour)


def leave(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of `main`, and what it printed on both streams."""
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    printed = capsys.readouterr()
    code = left.value.code
    assert code is None or isinstance(code, int)
    return code or 0, printed.out, printed.err


def test_help_documents_the_exit_codes() -> None:
    said = call("--help").output
    for line in ("0   all is well", "1   the rulebook", "2   wrong", "3   a rule could not", "70  a bug"):
        assert line in said


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_help_of_every_subcommand_has_examples(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.output and f"rulewright {name} " in result.output.split("Example")[1]
    assert "--no-colour" in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chek", CHAOS], "there is no command `chek`; did you mean `check`?"),
        (["xyzzy"], "the commands are check, diff, draw"),
        ([CHAOS], f"say `rulewright check {CHAOS}`"),
        (["check"], "Missing argument"),
        (["check", CHAOS, "--jsn"], "--json"),
        (["check", "games/chaos/gam.yaml"], "did you mean `games/chaos/game.yaml`"),
        (["check", "nowhere/at/all.yaml"], "there is no file"),
        (["check", "a\0b"], "there is no file"),
        (["check", ""], "a folder without"),
        (["draw", CHAOS], "--output"),
        (["draw", CHAOS, "-o", "no/such/folder/flow.svg"], "there is no folder"),
        (["draw", CHAOS, "-o", "games"], "is a folder"),
        (["simulate", CHAOS, "-n", "many"], "many"),
        (["simulate", CHAOS, "--players", "2"], "say `--players 3`"),
        (["simulate", CHAOS, "--policy", "best"], "best"),
        (["test", "docs/design"], "there is no `game.yaml`"),
        (["replay", CHAOS, "games"], "cannot be read"),
        (["explain", CHAOS, "xyzzy"], "lists all of them"),
        (["explain", CHAOS, "CHA-999", "--rules"], "no rule has the id `CHA-999`"),
    ],
)
def test_wrong_arguments_get_code_2(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    code, out, err = leave(capsys, *arguments)
    assert code == 2
    assert words in err
    assert out == ""
    assert "Traceback" not in err


def test_a_file_without_permission_or_text_is_no_bug(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "game.yaml").mkdir()
    code, _, err = leave(capsys, "check", str(tmp_path))
    assert code == 2 and "folder" in err
    (tmp_path / "kept.jsonl").write_bytes(b"\xff\xfe")
    code, _, err = leave(capsys, "replay", CHAOS, str(tmp_path / "kept.jsonl"))
    assert code == 2 and "cannot be read" in err


def test_a_bug_is_told_in_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, as_json: bool) -> None:
        raise KeyError(name)

    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)
    monkeypatch.setattr("rulewright.commands.explain.open_game", broken)
    code, _, err = leave(capsys, "explain", CHAOS)
    assert code == 70
    assert err.startswith("this is a bug in rulewright (KeyError: 'games/chaos'; cli/test_main.py:")
    assert err.count("\n") == 1
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    code, _, err = leave(capsys, "explain", CHAOS)
    assert code == 70 and "Traceback" in err and "this is a bug" in err


def test_an_interruption_is_no_bug(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str, as_json: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.commands.simulate.open_game", interrupted)
    code, _, err = leave(capsys, "simulate", CHAOS)
    assert (code, err.strip()) == (130, "interrupted")


def failing(folder: Path) -> str:
    """A folder with a scenario that fails."""
    text = Path(CHAOS, "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    rules = Path(CHAOS, "rules.yaml").read_text(encoding="utf-8")
    (folder / "rules.yaml").write_text(rules, encoding="utf-8")
    scenario = "- scenario: wrong\n  players: 3\n  check: [count(all(Card)) is 7]\n"
    (folder / "scenarios.yaml").write_text(scenario, encoding="utf-8")
    return str(folder)


def test_colours_are_only_added_where_they_are_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    folder = failing(tmp_path)
    assert "\x1b[" in call("test", folder, colour=True).output
    assert "\x1b[" not in call("test", folder).output
    for arguments in (["test", folder, "--no-colour"], ["--no-colour", "test", folder], ["test", "--no-color", folder]):
        result = call(*arguments, colour=True)
        assert "\x1b[" not in result.output
        assert "failed: wrong" in result.output
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in call("test", folder, colour=True).output


def test_a_scenario_file_and_a_folder_of_games_name_their_rulebooks(tmp_path: Path) -> None:
    inner = tmp_path / "one"
    inner.mkdir()
    failing(inner)
    for path in (tmp_path, inner, inner / "game.yaml", inner / "scenarios.yaml"):
        result = call("test", str(path))
        assert result.exit_code == 1
        assert f"{inner / 'scenarios.yaml'}:" in result.output
        assert "Chaos: 0 scenarios passed, 1 failed" in result.output


def test_checking_goes_on_behind_a_broken_rulebook(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("title: nothing\n", encoding="utf-8")
    result = call("check", str(tmp_path), CHAOS)
    assert result.exit_code == 1
    assert "error[RW" in result.stderr
    assert "ok: Chaos" in result.stdout


def test_a_play_error_has_code_3_and_the_seed(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(OVERFULL, encoding="utf-8")
    result = call("simulate", str(tmp_path), "-n", "3", "--seed", "5")
    assert result.exit_code == 3
    assert "game 1 of 3, with `--seed 5 --players 2`, failed" in result.stderr
    assert "error[RW903]" in result.stderr
    assert call("play", str(tmp_path), "--seats", "first,first").exit_code == 3


OVERFULL = """
rulebook: overfull
players: 2
kinds:
  Card: {worth: 1..3}
components:
  cards: {make: Card, for: {n: 1..3}, copies: 2, name: "{n}", worth: n, start: deck}
zones:
  deck: {holds: Card, order: stack, face: down}
  pile: {holds: Card, size: 2}
phases:
  turn:
    each: players clockwise from first(players)
    repeat: forever
    ask: Turn up a card
    choose: {card: deck}
    do: move card to pile
end:
  over: {after: turn, winner: players}
"""


def test_explain_as_json() -> None:
    node = json.loads(call("explain", CHAOS, "actions.discard", "--json").stdout)
    assert (node["kind"], node["line"]) == ("action", 142)
    assert node["text"].startswith("  discard:")
    assert "CHA-073" in node["rules"]
    outline = json.loads(call("explain", CHAOS, "--json").stdout)
    assert "phases.game.round.turn.draw" in [each["address"] for each in outline]
    [rule] = json.loads(call("explain", CHAOS, "CHA-070", "--json").stdout)
    assert rule["nodes"] == ["actions.seek"]


def test_explain_shows_lines_titles_and_blocks() -> None:
    said = call("explain", CHAOS, "discard").output
    assert "  142 |   discard:\n  143 |     ask: Discard a card into the Pool\n" in said
    assert "        draw: Draw the top card of the Fountain\n" in call("explain", CHAOS).output
    blocks = call("explain", CHAOS, "actions.trade", "--stage", "flow").output
    assert "actions.trade.answer" in blocks and "actions.battle" not in blocks
    assert call("explain", CHAOS, "round.turn").output.startswith("phases.game.round.turn: phase, ")


def test_import_is_cheap() -> None:
    heavy = "print([m for m in ('lark', 'networkx', 'yaml', 'click', 'rich') if m in sys.modules])"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, rulewright; {heavy}"], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "[]"


@pytest.mark.parametrize("name", rulewright.__all__)
def test_every_name_of_the_facade_is_there(name: str) -> None:
    assert getattr(rulewright, name) is not None
    assert name in dir(rulewright)


def test_a_wrong_name_of_the_facade_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="laod"):
        rulewright.laod  # noqa: B018


def test_subcommands_are_those_of_the_folder() -> None:
    modules = {path.stem for path in Path("cli/commands").glob("*.py")} - {"__init__"}
    assert modules == set(SUBCOMMANDS)
    context = click.Context(commands)
    assert set(commands.list_commands(context)) == modules
    assert all(isinstance(commands.get_command(context, each), click.Command) for each in modules)
