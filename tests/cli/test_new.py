"""`rulewright new`: what it writes is right as it is, and every example in it works when it is uncommented."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright import load
from rulewright.__main__ import commands
from tests.dsl.variants.files import write_base
from tests.source_files import ROOT

GAMES = sorted(path.parent for path in (ROOT / "games").glob("*/game.yaml"))


def call(*arguments: str) -> Result:
    return CliRunner().invoke(commands, list(arguments))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def works(*files: str) -> None:
    """The commands that `new` says to type next all go well."""
    checked = call("check", *files)
    assert checked.exit_code == 0 and "warning" not in checked.output, checked.output
    for file in files:
        tested = call("test", file)
        assert tested.exit_code == 0 and " passed, 0 failed" in tested.output, tested.output
        assert " 0 scenarios" not in tested.output


def test_a_rulebook_is_a_game_at_once(here: Path) -> None:
    made = call("new", "shell_game")
    assert made.exit_code == 0, made.output
    assert made.output.splitlines()[-4:] == [
        "  rulewright check shell_game",
        "  rulewright play shell_game",
        "  rulewright test shell_game",
        "  rulewright new my_variant --of shell_game",
    ]
    works("shell_game")
    game = load("shell_game")
    assert (game.flow.name, game.title, game.players) == ("shell_game", "Shell game", (2, 4))
    for players in "234":
        result = call("simulate", "shell_game", "-n", "30", "--players", players, "--check", "--json")
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["decisions"]["mean"] > 5


def test_a_rulebook_teaches_every_section(here: Path) -> None:
    call("new", "taught")
    lines = Path("taught/game.yaml").read_text(encoding="utf-8").split("\n")
    for section in ("options", "kinds", "components", "zones", "state", "define", "setup", "phases", "actions", "laws",
                    "triggers", "scoring", "end", "invariants"):  # fmt: skip
        [line] = [each for each in lines if each.startswith(f"{section}:")]
        assert "  # " in line
    assert max(map(len, lines)) <= 120


def uncommented(text: str, *wanted: int) -> str:
    """A variant with some of its commented examples, or all of them, without their `# `."""
    head, _, rest = text.partition("\nvariant:")
    count = 0
    lines = []
    for line in rest.split("\n"):
        if line.startswith("# "):
            count += bool(re.match(r"# \w", line)) or " in the rulebook" in line
            if not wanted or count in wanted:
                line = line[2:]
        lines.append(line)
    return f"{head}\nvariant:" + "\n".join(lines)


def examples(text: str) -> int:
    """How many commented examples there are."""
    return sum(uncommented(text, number) != text for number in range(1, 20))


def check_examples(path: Path, at_least: int, alone: bool = True) -> None:
    """Each example of a variant works alone, and all of them work together."""
    text = path.read_text(encoding="utf-8")
    assert examples(text) >= at_least
    for wanted in [(), *((number,) for number in range(1, examples(text) + 1 if alone else 1))]:
        path.write_text(uncommented(text, *wanted), encoding="utf-8")
        checked = call("check", str(path))
        assert checked.exit_code == 0 and "warning" not in checked.output, checked.output
        assert len(json.loads(call("diff", str(load_of(path)), str(path), "--json").stdout)) >= 2
    path.write_text(text, encoding="utf-8")


def load_of(path: Path) -> Path:
    of = re.search(r"^of: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert of is not None
    return path.parent / of[1]


def test_a_variant_of_a_new_rulebook(here: Path) -> None:
    call("new", "pebbles")
    made = call("new", "quick", "--of", "pebbles")
    assert made.exit_code == 0, made.output
    assert "rulewright diff pebbles pebbles/quick.yaml" in made.output
    works("pebbles/quick.yaml")
    check_examples(Path("pebbles/quick.yaml"), 8)
    changes = json.loads(call("diff", "pebbles", "--with", "quick", "--json").stdout)
    assert [change["kind"] for change in changes] == ["text"]


def test_variants_go_where_they_are_found(here: Path) -> None:
    call("new", "pebbles")
    Path("pebbles/variants").mkdir()
    Path("elsewhere").mkdir()
    there = {"one": "pebbles/variants/one.yaml", "./two": "two.yaml", "elsewhere/three": "elsewhere/three.yaml"}
    for name, file in there.items():
        assert call("new", name, "--of", "pebbles").exit_code == 0
        works(file)
    assert load("pebbles", variants=["one"]).title == "One"
    assert "of: ../pebbles/game.yaml" in Path("elsewhere/three.yaml").read_text(encoding="utf-8")
    assert call("new", "four", "--of", "pebbles/variants/one.yaml").exit_code == 0
    works("pebbles/variants/four.yaml")
    assert [each.name for each in load("pebbles/variants/four.yaml").book.variants] == ["one", "four"]


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_a_variant_of_every_game(here: Path, game: Path) -> None:
    made = call("new", "./other_rules", "--of", str(game))
    assert made.exit_code == 0, made.output
    works("other_rules.yaml")
    check_examples(Path("other_rules.yaml"), 6, alone=False)


BARE = """\
rulebook: bare
players: 1
kinds: {Card: {worth: 1..2}}
components: {card: {make: Card, name: "1", worth: 1, start: deck}}
zones: {deck: {holds: Card}}
phases: {rest: {say: Nothing happens}}
"""


def test_a_variant_of_games_with_little_in_them(here: Path) -> None:
    Path("game.yaml").write_text(BARE, encoding="utf-8")
    assert call("new", "more", "--of", "game.yaml").exit_code == 0
    works("more.yaml")
    check_examples(Path("more.yaml"), 4)
    assert "`remove`" not in Path("more.yaml").read_text(encoding="utf-8")
    Path("shells").mkdir()
    write_base(Path("shells"))
    assert call("new", "more", "--of", "shells").exit_code == 0
    works("shells/more.yaml")
    check_examples(Path("shells/more.yaml"), 7)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["My Game"], "say `my_game`"),
        (["2_many"], "say `my_2_many`"),
        (["where"], "say `my_where`"),
        (["Ünter"], "cannot be a name"),
        ([""], "say `my_game`"),
        (["x" * 300], "cannot be a name"),
        (["game.yaml"], "say `game`"),
        (["no/such/place"], "there is no folder `no/such`"),
        (["pebbles"], "`pebbles/game.yaml` and `pebbles/scenarios.yaml` are there already; `--force` writes over them"),
        (["taken"], "is a file"),
        (["new_one", "--of", "nowhere"], "there is no file `nowhere`"),
        (["hand_limit", "--of", "pebbles"], "`hand_limit` is an option of Pebbles"),
        (["game", "--of", "pebbles", "--force"], "is there already and is no variant"),
        (["quick", "--of", "pebbles"], "`pebbles/quick.yaml` and `pebbles/quick_scenarios.yaml` are there already"),
        (["./quick", "--of", "pebbles"], "Pebbles has a variant `quick` already"),
        (["no/such/place", "--of", "pebbles"], "there is no folder `no/such`"),
    ],
)
def test_what_cannot_be_made_is_said(here: Path, arguments: list[str], words: str) -> None:
    call("new", "pebbles")
    call("new", "quick", "--of", "pebbles")
    Path("taken").write_text("", encoding="utf-8")
    before = {path: path.read_text(encoding="utf-8") for path in here.rglob("*") if path.is_file()}
    result = call("new", *arguments)
    assert result.exit_code == 2, result.output
    assert words in result.output
    assert before == {path: path.read_text(encoding="utf-8") for path in here.rglob("*") if path.is_file()}


def test_force_writes_over(here: Path) -> None:
    call("new", "pebbles")
    call("new", "quick", "--of", "pebbles")
    fresh = {path: path.read_text(encoding="utf-8") for path in Path("pebbles").iterdir()}
    for path in fresh:
        if path.name != "game.yaml":
            path.write_text("variant: x\n", encoding="utf-8")
    assert call("new", "pebbles", "--force").exit_code == 0
    assert call("new", "quick", "--of", "pebbles", "--force").exit_code == 0
    assert fresh == {path: path.read_text(encoding="utf-8") for path in Path("pebbles").iterdir()}


def test_a_broken_rulebook_gets_no_variant(here: Path) -> None:
    Path("game.yaml").write_text(BARE.replace("deck}", "deks}"), encoding="utf-8")
    result = call("new", "more", "--of", "game.yaml")
    assert result.exit_code == 1 and "did you mean" in result.output
    assert not Path("more.yaml").exists()
