"""`rulewright show`, as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.__main__ import commands
from rulewright.visualizer import DrawError
from tests.dsl.variants.files import write_base, write_variant

CHAOS = "games/chaos"
VARIANT = "title: Rough shells\nset:\n  zones.bag.size: 9\nadd:\n  actions.dive: {label: Dive, do: move top(sea) to bag}\n" \
    "  triggers.gull.if: stormy\n  phases.round.turn.menu: dive\n"  # fmt: skip


def call(*arguments: str) -> Result:
    return CliRunner().invoke(commands, ["show", *arguments])


@pytest.fixture
def shells(tmp_path: Path) -> str:
    write_variant(write_base(tmp_path), VARIANT, "rough")
    return str(tmp_path)


def test_yaml_says_where_everything_is_written(shells: str) -> None:
    said = call(shells, "--with", "rough", "--set", "rounds=5").output
    for line in (
        "# Rough shells: game.yaml with rough.yaml worked in.",
        "# Chosen: rounds is 5.",
        "title: Rough shells",
        "  sea: {holds: Shell, order: stack, face: down}  # game.yaml:23",
        "  bag: {holds: Shell, per: Player, face: down, seen by: owner, size: 9}  # ~ game.yaml:25, rough.yaml:5",
        "  dive: {label: Dive, do: move top(sea) to bag}  # + rough.yaml:7",
        "    if: s.worth > 8 and stormy  # ~ rough.yaml:8",
        "        menu: [fetch_one, rest, dive]  # ~ rough.yaml:9",
    ):
        assert f"\n{line}\n" in f"\n{said}"


def test_one_node(shells: str) -> None:
    assert call(shells, "gull").output.startswith("gull:  # game.yaml:64\n  after: ")
    assert call(shells, "kinds.Colour").output == "Colour: [red, blue]  # game.yaml:10\n"
    said = call(CHAOS, "actions.discard", "--as", "md").output
    assert said.startswith("### Discard\n\nAsked: “Discard a card into the Pool”. Choose ‹card›, from your hand.\n")
    assert "### Trade" not in said
    assert call(CHAOS, "hands_up", "--as", "md").output.startswith("- Hands up. After the Spin")


def test_json(shells: str) -> None:
    data = json.loads(call(shells, "--with", "rough", "--json").stdout)
    by_address = {each["address"]: each for each in data}
    assert by_address["actions.dive"] == {
        "address": "actions.dive", "kind": "action", "title": "Dive", "origin": {"file": "rough.yaml", "line": 7},
        "added": True, "changes": [], "rules": [], "text": "dive: {label: Dive, do: move top(sea) to bag}\n",
    }  # fmt: skip
    turn = by_address["phases.round.turn"]
    assert (turn["added"], turn["changes"], turn["rules"]) == (False, [{"file": "rough.yaml", "line": 9}], ["SHE-2"])
    assert {"kinds.Shell", "zones.sea", "define.mood", "options.stormy", "end.over"} <= set(by_address)
    [one] = json.loads(call(shells, "zones.sea", "--json").stdout)
    assert one["origin"] == {"file": "game.yaml", "line": 23}


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("out.yaml", "# Chaos: game.yaml.\n"),
        ("out.md", "# Chaos\n"),
        ("out.html", "<!DOCTYPE html>\n"),
        ("out.HTM", "<!DOCTYPE html>\n"),
    ],
)
def test_the_files_name_says_the_form(name: str, begins: str, tmp_path: Path) -> None:
    path = tmp_path / name
    result = call(CHAOS, "-o", str(path))
    assert (result.exit_code, result.output) == (0, f"Chaos is in {path}.\n")
    assert path.read_text(encoding="utf-8").startswith(begins)


def test_a_name_that_says_nothing_needs_a_form(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    assert call(CHAOS, "-o", str(path), "--as", "md").exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("# Chaos\n")
    assert call(CHAOS, "-o", str(path), "--json").exit_code == 0
    assert json.loads(path.read_text(encoding="utf-8"))


def test_markdown_has_the_turn_flow_for_code_hosts() -> None:
    said = call(CHAOS, "--as", "md").output
    assert "```mermaid\n---\ntitle: 'Chaos" in said
    assert "flowchart TB" in said
    assert "###### 1.2.1.2 Draw\n" in said


def test_html_without_a_renderer_has_the_flow_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    import rulewright.visualizer as visualizer

    real = visualizer.drawing

    def drawing(flow: object, suffix: str) -> bytes:
        if suffix == ".svg":
            raise DrawError("nothing here can draw")
        return real(flow, suffix)  # type: ignore[arg-type]

    monkeypatch.setattr(visualizer, "drawing", drawing)
    said = call(CHAOS, "--as", "html").output
    assert '<div class="picture"><pre>' in said and "<svg" not in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["actions.sek"], "nothing has the address `actions.sek`; did you mean `actions.seek`"),
        (["xyzzy"], "`rulewright explain` lists all addresses"),
        (["CHAOS"], "nothing has the address `CHAOS`"),
        (["-o", "no/such/folder/x.md"], "there is no folder `no/such/folder`"),
        (["-o", "games"], "`games` is a folder"),
        (["-o", "/dev/full", "--as", "md"], "`/dev/full` cannot be written"),
        (["-o", "chaos.pdf"], "`chaos.pdf` does not say which form is wanted: end it in one of .yaml, .md, .html"),
        (["--as", "pdf"], "'pdf' is not one of 'yaml', 'md', 'html'"),
        (["--json", "--as", "md"], "`--json` and `--as md` are two forms"),
    ],
)
def test_wrong_arguments(arguments: list[str], words: str) -> None:
    result = call(CHAOS, *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_an_address_that_several_have(shells: str) -> None:
    write_variant(Path(shells), "add:\n  actions.tide: {do: shuffle sea}\n", "twice")
    result = call(shells, "tide", "--with", "twice")
    assert result.exit_code == 2
    assert "`tide` could be `phases.round.tide` or `actions.tide`" in result.stderr


def test_what_the_readme_says_works(tmp_path: Path) -> None:
    lines = [line.split("#")[0].split() for line in Path("README.md").read_text(encoding="utf-8").split("\n")]
    calls = [words[2:] for words in lines if words[1:2] == ["show"]]
    assert len(calls) == 3
    for words in calls:
        arguments = [str(tmp_path / word) if word.endswith(".html") else word for word in words]
        assert call(*arguments).exit_code == 0


def test_a_rulebook_with_mistakes(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("rulebook: broken\n", encoding="utf-8")
    result = call(str(tmp_path))
    assert result.exit_code == 1 and "error[RW133]" in result.stderr
    assert "RW152" in call(CHAOS, "--with", "nothing").stderr


def test_rules_of_a_variant_are_named_in_comments(shells: str) -> None:
    Path(shells, "more.yaml").write_text("- {id: ROU-1, section: x, text: One may dive.}\n", encoding="utf-8")
    text = "rules: more.yaml\nadd:\n  actions.dive: {label: Dive, rules: [SHE-2, ROU-1], do: move top(sea) to bag}\n"
    write_variant(Path(shells), text, "ruled")
    said = call(shells, "dive", "--with", "ruled").output
    assert said == "dive: {label: Dive, rules: [SHE-2], do: move top(sea) to bag}  # + ruled.yaml:5, rules ROU-1\n"
    manual = call(shells, "--with", "ruled", "--as", "md").output
    assert "One may dive. (ROU-1)" in manual
