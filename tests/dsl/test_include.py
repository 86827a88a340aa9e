"""A rulebook in several files: it is the same game, and everything that is said of it names the right file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.__main__ import commands
from rulewright.dsl import Diagnostic, Game, RulewrightError, load
from rulewright.dsl.variants.places import SECTIONS_OF_NODES
from rulewright.manual.resolved import Rulebook
from tests.cli.manual.written import again, bare
from tests.dsl.variants.files import BASE, errors_of, write_base, write_variant

PARTS = {
    "things.yaml": ("words", "kinds", "components", "zones", "state"),
    "rules/course.yaml": ("define", "setup", "actions", "laws", "triggers"),
}


def sections() -> dict[str, str]:
    """The sections of the small rulebook, by name."""
    found = re.split(r"^(?=[a-z])", BASE, flags=re.MULTILINE)
    return {part.partition(":")[0]: part for part in found if part}


def write_parts(folder: Path) -> Path:
    """The small rulebook in three files."""
    folder.mkdir(exist_ok=True)
    write_base(folder)
    own = sections()
    for name, words in PARTS.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("# A part.\n" + "".join(own.pop(each) for each in words), encoding="utf-8")
    game = folder / "game.yaml"
    game.write_text("".join(own.values()) + f"include: [{', '.join(PARTS)}]\n", encoding="utf-8")
    return game


def add(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def told(path: Path, *names: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(RulewrightError) as raised:
        load(path, variants=names)
    return raised.value.problems.errors


def the_one(path: Path, *names: str) -> Diagnostic:
    (found,) = told(path, *names)
    return found


def place(found: Diagnostic) -> tuple[str, int]:
    return Path(found.span.source.name).name, found.span.line


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_parts(tmp_path / "parts")


def whole(tmp_path: Path) -> Game:
    folder = tmp_path / "whole"
    folder.mkdir(exist_ok=True)
    return load(write_base(folder))


def test_it_is_the_same_game(path: Path, tmp_path: Path) -> None:
    assert bare(load(path).flow) == bare(whole(tmp_path).flow)


def test_a_section_may_have_parts_in_several_files(path: Path) -> None:
    add(path, "actions:\n  doze: {label: Doze, say: Zzz}\nwords: [bring]\n")
    (path.parent / "more.yaml").write_text("actions:\n  nap: {label: Nap, say: Zz}\nwords: fling\n", encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace("include: [", "include: [more.yaml, "), encoding="utf-8")
    game = load(path)
    assert [each.address for each in game.book.actions] == [
        f"actions.{name}" for name in ("doze", "nap", "fetch_one", "rest")
    ]
    assert [each.text for each in game.book.words] == ["bring", "fling", "fetch"]


def test_one_file_needs_no_brackets(tmp_path: Path) -> None:
    write_base(tmp_path)
    own = sections()
    (tmp_path / "things.yaml").write_text(own.pop("actions"), encoding="utf-8")
    (tmp_path / "game.yaml").write_text("include: things.yaml\n" + "".join(own.values()), encoding="utf-8")
    load(tmp_path)


def test_the_digest_is_of_all_files(path: Path) -> None:
    before = load(path).flow.digest
    add(path.parent / "things.yaml", "# a remark\n")
    assert load(path).flow.digest != before


def test_a_mistake_is_told_at_its_place_in_its_file(path: Path) -> None:
    course = path.parent / "rules/course.yaml"
    course.write_text(
        course.read_text(encoding="utf-8").replace("if: some(beach)", "if: some(baech)"), encoding="utf-8"
    )
    found = the_one(path)
    assert place(found) == ("course.yaml", 14)
    assert (found.span.text, found.rule.code) == ("baech", "RW310")


def test_what_follows_from_a_mistake_in_an_included_file_is_left_out(path: Path) -> None:
    course = path.parent / "rules/course.yaml"
    course.write_text(
        course.read_text(encoding="utf-8").replace("wealth: sum(bag", "wealth: sum(bag))("), encoding="utf-8"
    )
    assert place(the_one(path)) == ("course.yaml", 3)


def test_a_misspelt_section_is_told_once(path: Path) -> None:
    course = path.parent / "rules/course.yaml"
    course.write_text(course.read_text(encoding="utf-8").replace("actions:", "actoins:"), encoding="utf-8")
    found = the_one(path)
    assert (place(found), found.rule.code) == (("course.yaml", 11), "RW131")
    assert found.hint == "did you mean `actions`?"


def test_a_name_in_two_files(path: Path) -> None:
    add(path, "zones:\n  beach: {holds: Shell}\n")
    found = the_one(path)
    assert (found.rule.code, place(found)) == ("RW105", ("things.yaml", 18))
    assert found.message == "`zones.beach` stands in two files"
    assert [Path(each.span.source.name).name for each in found.labels] == ["game.yaml"]


def test_a_definition_of_another_form_in_two_files(path: Path) -> None:
    add(path, "define:\n  mood(Int n): n\n")
    found = the_one(path)
    assert found.rule.code == "RW301"
    assert {place(found)[0], Path(found.labels[0].span.source.name).name} == {"game.yaml", "course.yaml"}


@pytest.mark.parametrize(
    ("listed", "code", "words"),
    [
        ("things.yaml, rules/course.yaml, none.yaml", "RW101", "there is no file"),
        ("things.yaml, rules", "RW101", "is a folder"),
        ("things.yaml, ../things.yaml", "RW132", "must be a file beside the rulebook, or in a folder there"),
        ("/etc/passwd", "RW132", "must be a file beside the rulebook, or in a folder there"),
        ("things.yaml, rules/course.yaml, things.yaml", "RW146", "`things.yaml` is included twice"),
        ("things.yaml, rules/course.yaml, ./things.yaml", "RW146", "`./things.yaml` is included twice"),
        ("game.yaml, things.yaml, rules/course.yaml", "RW146", "`game.yaml` includes itself"),
        ("changed.yaml, things.yaml", "RW146", "`changed.yaml` is a variant"),
        ("things.yaml, rules/course.yaml, rules.yaml", "RW132", "an included file is a list of sections"),
        ("things.yaml, [rules/course.yaml]", "RW132", "must be one text"),
    ],
)
def test_what_cannot_be_included(path: Path, listed: str, code: str, words: str) -> None:
    write_variant(path.parent, "set:\n  title: Changed\n")
    path.write_text(re.sub("include: .*", f"include: [{listed}]", path.read_text(encoding="utf-8")), encoding="utf-8")
    found = the_one(path)
    assert (found.rule.code, place(found)[0]) == (code, "rules.yaml" if "a list of sections" in words else "game.yaml")
    assert words in found.message


def test_a_link_out_of_the_folder_cannot_be_included(path: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    things = path.parent / "things.yaml"
    things.rename(outside)
    things.symlink_to(outside)
    assert "leads out of the rulebook's folder" in the_one(path).message


@pytest.mark.parametrize(
    ("section", "hint"),
    [
        ("title: Other", "move it to `game.yaml`"),
        ("players: 2..4", "move it to `game.yaml`"),
        ("rulebook: other", "delete it: what stands in `things.yaml` belongs to the rulebook of `game.yaml`"),
        (
            "include: [other.yaml]",
            "name all files in the `include` of `game.yaml`; those in other folders as seen from there",
        ),
        (
            "include: [../game.yaml]",
            "name all files in the `include` of `game.yaml`; those in other folders as seen from there",
        ),
    ],
)
def test_sections_of_the_rulebook_itself(path: Path, section: str, hint: str) -> None:
    add(path.parent / "things.yaml", f"{section}\n")
    found = the_one(path)
    assert (found.rule.code, place(found)[0], found.hint) == ("RW147", "things.yaml", hint)


def test_no_yaml_in_two_files_is_told_of_both(path: Path) -> None:
    for name in PARTS:
        add(path.parent / name, "laws: [\n")
    assert {place(each)[0] for each in told(path)} == {"things.yaml", "course.yaml"}


def test_a_variant_changes_what_stands_in_any_file(path: Path, tmp_path: Path) -> None:
    folder = path.parent
    text = (
        "set: {zones.bag.size: 9, actions.rest.label: Sleep, components.odd.rows.Crab.worth: 8}\n"
        "add: {actions.nap: {label: Nap, say: Zz}, phases.round.turn.menu: nap}\nremove: [laws.wash]\n"
    )
    write_variant(folder, text)
    whole(tmp_path)
    assert bare(load(path, variants=["changed"]).flow) == bare(load(write_variant(tmp_path / "whole", text)).flow)


@pytest.mark.parametrize(
    "text",
    [
        "set: {zones.beach.holds: Clam}",
        "set: {kinds.Shell.worth: Flag, title: Flags}",
        "set: {phases.round.repeat: until moon}",
        "remove: [zones.beach, laws.wash]",
        "remove: [actions.rest]",
    ],
)
def test_what_a_variant_breaks_is_told_as_in_one_file(path: Path, tmp_path: Path, text: str) -> None:
    whole(tmp_path)

    def said(folder: Path) -> list[tuple[str, str, list[str]]]:
        found = errors_of(write_variant(folder, f"{text}\n"))
        return sorted((each.rule.code, each.message, [label.span.text for label in each.labels]) for each in found)

    assert said(path.parent) == said(tmp_path / "whole") != []


def test_show_names_the_file_of_each_node(path: Path, tmp_path: Path) -> None:
    game = load(path)
    text = Rulebook(game).text()
    assert text is not None
    assert text.startswith("# Shells: game.yaml, things.yaml, rules/course.yaml.\n")
    assert re.search(r"^  beach: .*# things.yaml:18$", text, re.MULTILINE)
    assert re.search(r"^  fetch_one: .*# rules/course.yaml:12$", text, re.MULTILINE)
    assert re.search(r"^  round: .*# game.yaml:\d+$", text, re.MULTILINE)
    assert "include" not in text
    assert bare(again(game, tmp_path / "copy").flow) == bare(game.flow)


def test_what_is_shown_of_tables_in_other_folders_loads_again(path: Path, tmp_path: Path) -> None:
    things = path.parent / "things.yaml"
    things.rename(path.parent / "rules/things.yaml")
    (path.parent / "odd.csv").rename(path.parent / "rules/odd.csv")
    path.write_text(path.read_text(encoding="utf-8").replace("[things", "[rules/things"), encoding="utf-8")
    game = load(path)
    assert bare(again(game, tmp_path / "copy").flow) == bare(game.flow)


def test_the_commands_name_the_file(path: Path, tmp_path: Path) -> None:
    whole(tmp_path)
    run = CliRunner()
    explained = run.invoke(commands, ["explain", str(path), "laws.wash"])
    assert re.search(r"laws.wash: law, \S*rules/course.yaml:\d+", explained.output)
    same = run.invoke(commands, ["diff", str(tmp_path / "whole"), str(path.parent)])
    assert (same.exit_code, "Nothing" in same.output or "no difference" in same.output.lower()) == (0, True), (
        same.output
    )
    add(path.parent / "things.yaml", "  best: {type: 0..9}\n")
    other = run.invoke(commands, ["diff", str(tmp_path / "whole"), str(path.parent)])
    assert "things.yaml" in other.output
    warned = run.invoke(commands, ["check", str(path)])
    assert re.search(r"things.yaml:\d+:3: warning\[RW5", warned.output)


def test_every_section_of_nodes_can_be_included() -> None:
    from rulewright.dsl.schema import IN_ANY_FILE, SECTIONS

    assert set(SECTIONS_OF_NODES) < set(IN_ANY_FILE) < set(SECTIONS)
