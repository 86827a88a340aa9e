"""Every fenced example of README.md and docs/*.md does what the text says of it.

Those of docs/diagnostics.md have a test of their own.

What an example is stands behind its fence: `yaml base` (the rulebook that fragments belong to), `yaml game` (a whole
rulebook), `yaml part` (a fragment, put into the base), `yaml wrong RW310` (a fragment that is refused with that
code, or those), `yaml variant` (a variant of the part right before it, else of the base, or `of` a game; with codes it is refused),
`yaml scenario` (scenarios of the game before), `yaml file NAME` and `csv NAME` (a file beside the game or part that
follows), `python` (run in the folder of the game before). A `yaml` block without a mark fails.

All `console` blocks of a document run in one folder, in their order: what stands behind `$ ` is typed, and the lines
below are what it prints (of a command that fails, with its messages). `...` stands for anything, a line of it for any
lines. A block `diff FILE` between them is an edit of a file there, and `yaml file NAME` makes one.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright import scenes
from rulewright.dsl import Game, Problems, RulewrightError, load
from rulewright.interpreter.match import Match
from tests.source_files import ROOT

DECISIONS = 200
KINDS = {"base", "game", "part", "wrong", "scenario", "file", "variant"}


@dataclass(frozen=True)
class Block:
    """A fenced block: where it stands, its language, its mark, its words behind the mark, its text."""

    place: str
    language: str
    kind: str
    more: str
    text: str


def documents() -> list[Path]:
    readme = ROOT / "README.md"
    manuals = [path for path in sorted((ROOT / "docs").glob("*.md")) if path.name != "diagnostics.md"]
    return [*([readme] if readme.exists() else []), *manuals]


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a document, in order."""
    return fenced(path.name, path.read_text(encoding="utf-8"))


def fenced(document: str, text: str) -> list[Block]:
    """The fenced blocks of a text, in order."""
    found: list[Block] = []
    info: str | None = None
    start = 0
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            if info is None:
                info, start, lines = line[3:].strip(), number, []
            else:
                language, _, rest = info.partition(" ")
                kind, _, more = rest.partition(" ")
                found.append(Block(f"{document}:{start}", language, kind, more, "\n".join(lines) + "\n"))
                info = None
        elif info is not None:
            lines.append(line)
    assert info is None, f"{document}:{start}: this block is not closed"
    return found


BLOCKS = {path: blocks(path) for path in documents()}


def sections(text: str) -> dict[str, list[str]]:
    """Top-level label -> its lines, in order."""
    found: dict[str, list[str]] = {}
    now: list[str] = []
    for line in text.split("\n"):
        match = re.match(r"([a-z][a-z ]*):", line)
        if match:
            now = found.setdefault(match[1], [])
        if line.strip() and not line.startswith("#"):
            now.append(line)
    return found


def entries(lines: list[str]) -> dict[str, list[str]]:
    """Name of an entry of a section -> its lines."""
    found: dict[str, list[str]] = {}
    now: list[str] = []
    for line in lines[1:]:
        match = re.match(r"  (\S[^:]*):", line)
        if match:
            now = found.setdefault(match[1], [])
        now.append(line)
    return found


def merged(base: str, part: str) -> str:
    """The base with the part's entries added, or put in the place of those of the same name."""
    whole = sections(base)
    for name, lines in sections(part).items():
        if len(lines) == 1 or name not in whole:
            whole[name] = lines
        else:
            both = entries(whole[name]) | entries(lines)
            whole[name] = [f"{name}:", *(line for each in both.values() for line in each)]
    return "\n".join(line for lines in whole.values() for line in lines) + "\n"


def base() -> str:
    return next(block.text for found in BLOCKS.values() for block in found if block.kind == "base")


def written(folder: Path, text: str, before: list[Block]) -> Path:
    """The folder of a rulebook, with the files that stand right before it in the document."""
    for block in reversed(before):
        if block.language == "csv":
            (folder / block.kind).write_text(block.text, encoding="utf-8")
        elif block.kind == "file":
            (folder / block.more).write_text(block.text, encoding="utf-8")
        else:
            break
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def survives(game: Game, players: int, decisions: int) -> None:
    """Random play, with every option listed and every view taken."""
    chance = random.Random(players)
    match = Match.start(game.flow, players, seed=7)
    for _ in range(decisions):
        if match.over:
            break
        for seat in range(players):
            match.view(seat)
        match.choose(chance.choice(match.options))


def cases() -> list[object]:
    return [
        pytest.param(path, number, id=block.place)
        for path, found in BLOCKS.items()
        for number, block in enumerate(found)
        if block.language in ("yaml", "yml", "python")
    ]


@pytest.mark.parametrize(("path", "number"), cases())
def test_example(path: Path, number: int, tmp_path: Path) -> None:
    block, before = BLOCKS[path][number], BLOCKS[path][:number]
    if block.language == "python":
        python(block, before, tmp_path)
        return
    assert block.kind in KINDS, f"{block.place}: say what this example is: {', '.join(sorted(KINDS))}"
    if block.kind in ("game", "base", "part"):
        text = merged(base(), block.text) if block.kind == "part" else block.text
        try:
            game = load(written(tmp_path, text, before))
        except RulewrightError as error:
            pytest.fail(f"{block.place}: {error}")
        assert block.kind != "game" or not game.warnings, game.warnings
        for players in range(game.players[0], game.players[1] + 1):
            survives(game, players, DECISIONS)
    elif block.kind == "wrong":
        wrong(block, before, tmp_path)
    elif block.kind == "scenario":
        scenario(block, before, tmp_path)
    elif block.kind == "variant":
        variant(block, before, tmp_path)


def variant(block: Block, before: list[Block], folder: Path) -> None:
    codes_wanted = set(block.more.split())
    if block.more.startswith("of "):
        shutil.copytree(ROOT / block.more.removeprefix("of "), folder, dirs_exist_ok=True)
        codes_wanted = set()
    elif before[-1].kind == "part":
        written(folder, merged(base(), before[-1].text), before[:-1])
    else:
        written(folder, base(), before)
    path = folder / "variant.yaml"
    path.write_text(block.text, encoding="utf-8")
    try:
        game = load(path)
    except RulewrightError as error:
        codes = {problem.rule.code for problem in error.problems.errors}
        assert codes == codes_wanted, f"{block.place}: {error}"
        return
    assert not codes_wanted, f"{block.place}: this was to be refused with {codes_wanted}"
    for players in range(game.players[0], game.players[1] + 1):
        survives(game, players, DECISIONS)


def wrong(block: Block, before: list[Block], folder: Path) -> None:
    with pytest.raises(RulewrightError) as caught:
        load(written(folder, merged(base(), block.text), before))
    codes = {problem.rule.code for problem in caught.value.problems.errors}
    assert codes == set(block.more.split()), f"{block.place}: {caught.value}"


def last_game(before: list[Block], folder: Path) -> Path:
    at = max(number for number, block in enumerate(before) if block.kind in ("game", "part", "base"))
    text = before[at].text
    return written(folder, merged(base(), text) if before[at].kind == "part" else text, before[:at])


def scenario(block: Block, before: list[Block], folder: Path) -> None:
    game = load(last_game(before, folder))
    (folder / "scenarios.yaml").write_text(block.text, encoding="utf-8")
    problems = Problems()
    found = game.scenarios(problems)
    assert not problems.errors, f"{block.place}: {problems.errors}"
    assert found
    for each in found:
        outcome = scenes.run(game, each)
        assert outcome.passed, f"{block.place}: {outcome.title}: {outcome.failures}"


def python(block: Block, before: list[Block], folder: Path) -> None:
    if any(each.kind in ("game", "part", "base") for each in before):
        last_game(before, folder)
    else:
        folder = ROOT  # an example about the games that come along
    command = [sys.executable, "-c", block.text]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, f"{block.place}: {done.stderr}"


# ------------------------------------------------------------------------------------------------ console


TYPED = [path for path, found in BLOCKS.items() if any(each.language == "console" for each in found)]


@pytest.mark.parametrize("path", TYPED, ids=[path.name for path in TYPED])
def test_console(path: Path, tmp_path: Path) -> None:
    for block in BLOCKS[path]:
        if block.language == "console":
            for command, expected in commands_of(block.text):
                told = typed(command, tmp_path)
                assert fits(expected, told), f"{block.place}: `{command}` prints:\n{told}"
        elif block.language == "diff":
            edit(tmp_path / block.kind, block)
        elif block.kind == "file":
            (tmp_path / block.more).write_text(block.text, encoding="utf-8")


def commands_of(text: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not parts[0].strip(), "a console block begins with `$ `"
    return [(command, expected) for command, _, expected in (part.partition("\n") for part in parts[1:])]


def typed(command: str, folder: Path) -> str:
    """What a command prints in a folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    around = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=around, capture_output=True, text=True, check=False, timeout=120
    )
    return done.stdout + (done.stderr if done.returncode else "")


def fits(expected: str, told: str) -> bool:
    """Whether a text is the expected one, with something for each `...`."""
    lines = [line.rstrip() for line in expected.strip("\n").split("\n")]
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else r".*".join(map(re.escape, line.split("..."))) + r"\n" for line in lines
    )
    printed = "".join(f"{line.rstrip()}\n" for line in told.strip("\n").split("\n"))
    return re.fullmatch(pattern, printed) is not None


def edit(file: Path, block: Block) -> None:
    """Exchange the lines with `-` for those with `+`; lines with a blank stay as they are."""
    lines = block.text.rstrip("\n").split("\n")
    before = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
    after = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{block.place}: these lines are not in {file.name} once:\n{before}"
    file.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize(
    ("expected", "told", "is_right"),
    [
        ("a\nb\n", "a  \nb", True),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\nd\n", "a\nd\n", True),
        ("a ... c\n", "a b c\n", True),
        ("a ... c\n", "a b\nc\n", False),
        ("...\n", "", True),
        ("\n", "a\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_what_dots_stand_for(expected: str, told: str, is_right: bool) -> None:
    assert fits(expected, told) == is_right


def test_a_part_replaces_and_adds() -> None:
    whole = merged("a: 1\nzones:\n  x: 1\n  y:\n    deep: 2\n", "zones:\n  y: 3\n  z: 4\na: 2\nlaws:\n  l: 5\n")
    assert whole == "a: 2\nzones:\n  x: 1\n  y: 3\n  z: 4\nlaws:\n  l: 5\n"


def test_there_are_examples() -> None:
    assert sum(len(found) for found in BLOCKS.values()) > 10
