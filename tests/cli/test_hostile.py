"""The command line where something is wrong with its files and streams: one message, and the exit code that --help names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.practice import BASE, drawing, with_section

POSIX = pytest.mark.skipif(os.name != "posix", reason="devices and pipes are those of POSIX")


def run(*arguments: str, shell: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulewright", *arguments]
    if shell:
        command = ["sh", "-c", f'"$0" "$@" {shell}', *command]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def rulebook(tmp_path: Path) -> str:
    path = tmp_path / "game.yaml"
    path.write_text(BASE, encoding="utf-8")
    return str(path)


@POSIX
@pytest.mark.parametrize("shell", [">/dev/full", ">&-"])
def test_no_output(rulebook: str, shell: str) -> None:
    if shell == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    result = run("explain", rulebook, shell=shell)
    assert result.returncode == 74
    assert result.stderr.startswith("the output cannot be written") and result.stderr.count("\n") == 1


@POSIX
def test_no_input(rulebook: str) -> None:
    result = run("play", rulebook, "--seed", "1", shell="<&-")
    assert result.returncode == 0 and "the input has ended" in result.stdout


@POSIX
def test_what_is_no_file(rulebook: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "link.yaml").symlink_to("nowhere.yaml")
    assert "a device or a pipe" in run("check", str(tmp_path / "pipe.yaml")).stderr
    assert "is a link to `nowhere.yaml`, which is not there" in run("check", str(tmp_path / "link.yaml")).stderr
    assert "cannot be read: it is no file" in run("replay", rulebook, "/dev/zero").stderr
    assert run("check", "/dev/stdin", shell=f'< "{rulebook}"').returncode == 0
    assert run("check", "/dev/stdin", shell=f'< "{rulebook}" | cat').returncode == 0


@pytest.mark.parametrize(
    ("command", "text", "code"),
    [
        ("test", with_section("define: {odd: odd}"), 1),
        ("explain", with_section("define: {odd: odd}"), 1),
        ("simulate", with_section("define: {odd: odd}"), 1),
        ("simulate", drawing("gain (1 / (coins - coins)) coins"), 3),
    ],
)
def test_json_of_what_is_wrong(tmp_path: Path, command: str, text: str, code: int) -> None:
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    result = run(command, str(tmp_path / "game.yaml"), "--json")
    assert result.returncode == code
    assert "RW905" in result.stdout or "RW316" in result.stdout
    json.loads(result.stdout)


def test_the_place_of_what_is_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(b"rulebook: a\r\ntitle: \xc3\xa9 pr\xe9\r\n")
    assert "game.yaml:2:12: error[RW103]" in run("check", str(tmp_path / "game.yaml")).stderr


@pytest.mark.parametrize("name", ["game.yaml", "rules.yaml", "spells.csv"])
def test_no_file_that_a_rulebook_may_be_read_from_is_written_over(rulebook: str, name: str) -> None:
    part = Path(rulebook).parent / name
    if not part.exists():
        part.write_text("kept", encoding="utf-8")
    before = part.read_text(encoding="utf-8")
    for command in (["simulate", rulebook, "-n", "1", "--save"], ["play", rulebook, "--seats", "first,first", "--transcript"]):
        result = run(*command, str(part))
        assert result.returncode == 2 and "would be lost" in result.stderr
    assert part.read_text(encoding="utf-8") == before


def test_a_rulebook_is_shown_into_another_file_only(rulebook: str) -> None:
    assert "would be lost" in run("show", rulebook, "-o", rulebook).stderr
    other = Path(rulebook).with_name("shown.yaml")
    assert [run("show", rulebook, "-o", str(other)).returncode for _ in range(2)] == [0, 0]


def test_what_is_typed_in_another_encoding_is_misread_and_no_more(rulebook: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "rulewright", "play", rulebook]
    result = subprocess.run(command, input=b"\xff\xfe\nq\n", capture_output=True, timeout=60, check=False, env=environment)
    assert b"is not on offer" in result.stdout and result.returncode != 4 and b"bug" not in result.stderr
