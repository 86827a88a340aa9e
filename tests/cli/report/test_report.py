"""`rulewright report`, as people call it: what stands in a sheet, in all its forms."""

from __future__ import annotations

import json
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from rulewright.__main__ import commands
from rulewright.commands import report
from rulewright.dsl import load
from rulewright.interpreter import playouts
from rulewright.visualizer import DrawError
from tests.cli.manual.test_manual import HOSTILE, NASTY, read_html, read_markdown
from tests.dsl.variants.files import write_base, write_variant

QUICK = ("games/chaos/variants/quick.yaml", "--against", "games/chaos", "-n", "1")
VARIANT = "title: Rough shells\nset:\n  zones.bag.size: 9\nadd:\n  actions.dive: {label: Dive, do: move top(sea) to bag}\n" \
    "  phases.round.turn.menu: dive\n"  # fmt: skip


def call(*arguments: str) -> Result:
    return CliRunner().invoke(commands, ["report", *arguments])


def sheet(path: Path, *arguments: str) -> str:
    result = call(*arguments, "-o", str(path))
    assert result.exit_code == 0, result.output
    assert result.stdout == f"The sheet is in {path}.\n"
    return path.read_text(encoding="utf-8")


@pytest.fixture
def shells(tmp_path: Path) -> str:
    write_variant(write_base(tmp_path), VARIANT, "rough")
    return str(tmp_path)


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    quoted = '"' + NASTY.replace("\\", "\\\\").replace('"', '\\"') + '"'
    (tmp_path / "game.yaml").write_text(HOSTILE.format(nasty=NASTY).replace("NASTY", quoted), encoding="utf-8")
    rules = "".join(f"- id: H-{number}\n  section: x\n  text: {quoted}\n" for number in (1, 2, 3))
    (tmp_path / "rules.yaml").write_text(rules, encoding="utf-8")
    scene = f"- scenario: {quoted}\n  players: 1\n  rules: H-1\n  expect: {{deck: []}}\n"
    (tmp_path / "scenarios.yaml").write_text(scene, encoding="utf-8")
    return str(tmp_path)


CHAPTERS = ("What changes against Shells", "The pictures", "The course of the game", "Which rule sets off which",
            "Where components go", "Simulated games", "Who won", "How long the games were",
            "What there was to choose", "What the checker found", "Rules and scenarios", "The rulebook",
            "What this variant changes", "Components", "The course of the game", "Actions")  # fmt: skip


def test_html_has_every_chapter(shells: str, tmp_path: Path) -> None:
    text = sheet(tmp_path / "sheet.html", shells, "--with", "rough", "--against", shells, "-n", "6")
    reader = read_html(text)
    seen = [words.strip() for words in reader.seen]
    assert all(words in seen for words in CHAPTERS), [words for words in CHAPTERS if words not in seen]
    flow, base = (load(shells, variants=names).flow for names in (["rough"], []))
    assert {flow.digest, base.digest} <= set(seen)
    assert "Rough shells" in seen and "prefers-color-scheme: dark" in text and "@media print" in text
    for attribute, value in (("id", "sheet-changes"), ("id", "actions-dive"), ("class", "picture"), ("class", "glance")):
        assert any(attributes.get(attribute) == value for _, attributes in reader.tags), value
    headings = [int(tag[1]) for tag, _ in reader.tags if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1 and headings.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(headings))


def test_markdown_has_every_chapter_and_pictures_beside_it(shells: str, tmp_path: Path) -> None:
    text = sheet(tmp_path / "my sheet.md", shells, "--with", "rough", "--against", shells, "-n", "6")
    seen, kinds = read_markdown(text)
    assert all(words in seen for words in CHAPTERS)
    assert {"table_open", "image", "heading_open"} <= kinds
    assert "![The course of the game](<my sheet_files/turn-flow.svg>)" in text
    assert {path.name for path in (tmp_path / "my sheet_files").iterdir()} == {
        "changes.svg", "components.svg", "heat.svg", "heat-steps.svg", "rules.svg", "turn-flow.svg", "turn-flow-steps.svg",
    }  # fmt: skip
    ElementTree.parse(tmp_path / "my sheet_files" / "turn-flow.svg")


def test_charts_say_what_the_games_were(shells: str, tmp_path: Path) -> None:
    """The figures of the sheet are those of the same games played apart from it."""
    summary = playouts(load(shells).flow, 2, 8, seed=5)
    html = sheet(tmp_path / "sheet.html", shells, "-n", "8", "--seed", "5")
    text = sheet(tmp_path / "sheet.md", shells, "-n", "8", "--seed", "5")
    data = json.loads(call(shells, "-n", "8", "--seed", "5", "--json").stdout)
    assert data["simulation"]["wins"] == summary.to_json()["wins"]
    assert {name: data["simulation"][name] for name in summary.to_json()} == summary.to_json()
    read = "".join(read_html(html).seen).replace("\N{NO-BREAK SPACE}", " ")
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    for seat in range(2):
        share, low, high = summary.share(seat)
        row = (str(summary.wins[seat]), f"{share * 100:.1f} %", f"{low * 100:.1f} to {high * 100:.1f} %")
        assert f"{chr(65 + seat)}: {', '.join(row)}" in read
        assert re.search(rf"\| {chr(65 + seat)} \| `[^`]+` \| {' . '.join(map(re.escape, row))} \|", text)
    mean, least, median, most = summary.length()
    assert f"| Shells | {mean:.1f} | {least} | {median} | {most} |" in text
    assert sum(int(found) for found in re.findall(r"^\| [\d, to]+ \| (?:`█[^`]*`)? \| (\d+) \|$", text, re.MULTILINE)) == 8


def test_a_variant_stands_beside_its_base(tmp_path: Path) -> None:
    data = json.loads(call(*QUICK, "--json").stdout)
    assert data["game"] != data["against"]["game"] == "Chaos"
    assert data["against"]["differences"] and data["against"]["simulation"]["games"] == data["simulation"]["games"] == 1
    html = sheet(tmp_path / "sheet.html", *QUICK)
    read = "".join(read_html(html).seen)
    assert all(each["sentence"].replace("`", "")[:40] in read for each in data["against"]["differences"])
    assert "no difference shown by 1 game" in read and "Too few games to compare" in read
    assert html.index("sheet-changes") < html.index("sheet-pictures") < html.index("sheet-games")
    first = html.encode()
    sheet(tmp_path / "again.html", *QUICK)
    assert (tmp_path / "again.html").read_bytes() == first


def test_a_saved_simulation_gives_the_same_sheet(tmp_path: Path) -> None:
    """Scores, turns and what never happened stand in the sheet, of games played now or kept before."""
    saved = str(tmp_path / "chaos.json")
    assert CliRunner().invoke(commands, ["simulate", "games/chaos", "-n", "1", "--seed", "3", "--save", saved]).exit_code == 0
    kept = sheet(tmp_path / "kept.md", "games/chaos", "--simulation", saved)
    fresh = sheet(tmp_path / "fresh.md", "games/chaos", "-n", "1", "--seed", "3")
    assert kept.replace("kept_files", "fresh_files") == fresh
    figures = json.loads(Path(saved).read_text(encoding="utf-8"))
    for seat, scores in figures["scores"]["points"].items():
        ends = f"{scores['least']} to {scores['most']}" if scores["least"] < scores["most"] else str(scores["least"])
        words = f"{scores['mean']:.1f} \\| \\d+ \\| {ends}"
        assert re.search(rf"Points at the end.*?\| {seat} \| `[^`]+` \| {words} \|", kept, re.DOTALL)
    sets, orders = figures["sources"]["total"].values()
    points = kept.split("Where the points come from (total, mean of a game)")[1].split("\n\n")[1].splitlines()[2:]
    for name, line in zip(["A", "B", "C", "winners"], points, strict=True):
        assert line.startswith(f"| {name} |") and line.endswith(f" {sets[name]['mean']:.1f} | {orders[name]['mean']:.1f} | "
            f"{sets[name]['mean'] + orders[name]['mean']:.1f} |")
    [turns] = [each["histogram"] for each in figures["phases"] if each["turn"]]
    table = kept.split("Turns by their number of decisions")[1].split("\n\n")[1]
    assert sum(int(line.split("|")[-2]) for line in table.split("\n")[2:]) == sum(count for _, count in turns)
    assert "### What never happened\n\nIn 1 game play never came to these parts." in kept
    for option in ("-n", "--players", "--seed"):
        result = call("games/chaos", "--simulation", saved, option, "3", "--json")
        assert (result.exit_code, result.stderr) == (2, f"`--simulation` says what was played; leave out `{option}`\n")
    result = call("games/entropy", "--simulation", saved, "--json")
    assert result.exit_code == 1 and "cannot be used" in result.stderr


def test_hostile_texts_are_shown(hostile: str, tmp_path: Path) -> None:
    for end in ("html", "md"):
        text = sheet(tmp_path / f"sheet.{end}", hostile, "-n", "2", "--against", hostile)
        if end == "html":
            assert "".join(read_html(text).seen).count(NASTY) >= 8
        else:
            seen, kinds = read_markdown(text)
            assert seen.count(re.sub(r"\s+", " ", NASTY)) >= 8
            assert not kinds & {"html_inline", "link_open", "s_open", "hr"}
            assert set(re.findall(r"^<.*?>", text, re.MULTILINE)) == {"<details>", "</details>"}


def test_the_name_of_the_page_reads_from_left_to_right(tmp_path: Path) -> None:
    folder = write_base(tmp_path)
    path = folder / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^title: .*$", "title: \u202eoops\u202c here", text, flags=re.MULTILINE), encoding="utf-8")
    assert "<title>oops here</title>" in sheet(tmp_path / "sheet.html", str(folder), "-n", "1")


def test_what_is_missing_is_named(hostile: str, tmp_path: Path) -> None:
    text = sheet(tmp_path / "sheet.md", hostile, "-n", "1")
    assert "| Rules carried out | `████████████████········` | 2 of 3 |" in text
    assert "### Not carried out\n\n- **H-3** " in text and "### Not tested\n" in text
    assert "### 1 scenario failed\n" in text and "expected empty" in text


def test_warnings_stand_in_the_sheet(tmp_path: Path) -> None:
    folder = write_base(tmp_path)
    path = folder / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("kinds:\n", "kinds:\n  Ghost: {worth: 0..1}\n"), encoding="utf-8")
    text = sheet(tmp_path / "sheet.md", str(folder), "-n", "1")
    assert re.search(r"- \*\*warning RW5\d\d\*\* unused-kind \(game.yaml:\d+\): .*`Ghost`", text)
    count = len(json.loads(call(str(folder), "-n", "1", "--json").stdout)["findings"])
    assert f"| finding{'s' * (count != 1)} of the checker | **{count}** |" in text


def test_without_a_renderer_pictures_are_text(shells: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_renderer(*_: object) -> bytes:
        raise DrawError("nothing here can draw")

    monkeypatch.setitem(import_module("rulewright.visualizer.drawing").RENDERED, ".svg", no_renderer)
    assert '<div class="picture"><pre>' in sheet(tmp_path / "sheet.html", shells, "-n", "1")
    assert "```mermaid\n" in sheet(tmp_path / "sheet.md", shells, "-n", "1")
    assert not (tmp_path / "sheet_files").exists()


def test_long_games_are_fewer(shells: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = json.loads(call(shells, "--json").stdout)["simulation"]
    assert whole["games"] == report.GAMES == whole["wanted"]
    seven = playouts(load(shells).flow, 2, 7)
    monkeypatch.setattr(report, "MOST_DECISIONS", seven.decisions)
    assert json.loads(call(shells, "--json").stdout)["simulation"]["games"] == 7
    assert json.loads(call(shells, "-n", "9", "--json").stdout)["simulation"]["games"] == 9
    assert "Not all of 200 games were played" in sheet(tmp_path / "sheet.md", shells)


def test_a_base_for_other_players(tmp_path: Path) -> None:
    text = sheet(tmp_path / "sheet.md", "games/entropy", "--with", "solo", "--against", "games/entropy", "-n", "1")
    assert "Entropy is not for so many players; its games are not shown." in text


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "where shall the sheet go? Name a file: `-o report.html` or `-o report.md`"),
        (["-o", "sheet.pdf"], 2, "`sheet.pdf` does not say which form is wanted: end it in .html or .md"),
        (["-o", "no/such/sheet.md"], 2, "there is no folder `no/such`"),
        (["-o", "sheet.md", "--against", "nowhere"], 2, "there is no file `nowhere`"),
        (["-o", "sheet.md", "--players", "9"], 2, "Chaos is for 3 to 6 players, not 9"),
        (["-o", "sheet.md", "--with", "nothing"], 1, "RW152"),
    ],
)
def test_wrong_arguments(arguments: list[str], code: int, words: str) -> None:
    result = call("games/chaos", *arguments)
    assert result.exit_code == code
    assert words in result.stderr
    assert result.stdout == ""


def test_mistakes_are_answered_as_check_does(shells: str, tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("rulebook: broken\n", encoding="utf-8")
    result = call(str(tmp_path / "broken.yaml"), "-o", str(tmp_path / "x.md"))
    assert result.exit_code == 1 and "error[RW133]" in result.stderr
    (tmp_path / "scenarios.yaml").write_text("- scenario: nothing\n  players: 2\n", encoding="utf-8")
    result = call(shells, "-o", str(tmp_path / "x.md"))
    assert result.exit_code == 1 and "error[RW" in result.stderr
    assert "error" in {each["severity"] for each in json.loads(call(shells, "--json").stdout)}
    assert not (tmp_path / "x.md").exists()
