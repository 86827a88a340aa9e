"""docs/diagnostics.md is true: its codes are those of the source, and its examples give just what it says.

`yaml example` and `yaml instead` are parts of the base of docs/language.md. A word behind says what else they are:
`file` (a whole file), `scenarios` (a file of scenarios), `variant` (a variant, combined with those beside it unless
`alone`), `play` (a part that is played). `yaml file NAME` and `csv NAME` are files beside the rulebook. Codes without
an example need a state that no text shows; it is made here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rulewright import messages
from rulewright.commands.check import trial
from rulewright.dsl import Game, Problems, RulewrightError, document, load
from rulewright.dsl.checks import CHECKS
from rulewright.dsl.document import MAX_NODES
from rulewright.dsl.flow import limits
from rulewright.dsl.read import MOST_PLAYERS
from rulewright.dsl.scan import DEEPEST
from rulewright.dsl.source import MAX_BYTES
from rulewright.dsl.yaml_errors import MAX_DEPTH
from rulewright.interpreter import Match, PlayError, errors, playout
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.transcript import Transcript, record, replay
from tests.source_files import source_files
from tests.test_docs import Block, base, fenced, merged

ENTRIES = messages.entries()
GAMES = 8  # played of each example that is to be played, of few decisions
DECISIONS = 40


def codes_of_source() -> list[tuple[str, str, str]]:
    """Code, name and severity of every `Rule(...)`, and of the errors at play, named as the constants are."""
    found = []
    for path in source_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rule":
                code, name, *severity = [ast.unparse(each) for each in node.args]
                word = severity[0].removeprefix("Severity.").lower() if severity else "error"
                found.append((code.strip("'"), name.strip("'"), word))
    for name, code in vars(errors).items():
        if name.isupper():
            found.append((code, name.lower().replace("_", "-"), "error"))
    return sorted(found)


def blocks_of(code: str) -> list[Block]:
    return fenced(code, ENTRIES[code].text)


def kinds(code: str) -> set[str]:
    return {block.kind for block in blocks_of(code)}


def cases() -> list[object]:
    return [
        pytest.param(code, number, id=f"{code}-{block.kind}")
        for code in ENTRIES
        for number, block in enumerate(blocks_of(code))
        if block.kind in ("example", "instead")
    ]


def told(code: str, number: int, folder: Path) -> list[str]:
    """The codes of all messages about an example, with its files beside it."""
    blocks = blocks_of(code)
    block = blocks[number]
    for beside in blocks[:number]:
        if beside.language == "csv" or beside.kind == "file":
            name = beside.kind if beside.language == "csv" else beside.more
            (folder / name).write_text(beside.text, encoding="utf-8")
    if block.more.startswith("variant"):
        return told_of_variant(block, [] if "alone" in block.more else blocks[:number], folder)
    texts = {"file": block.text, "scenarios": base()}
    return told_of(texts.get(block.more) or merged(base(), block.text), folder, block)


def told_of(text: str, folder: Path, block: Block | None = None) -> list[str]:
    problems = Problems()
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    try:
        game = load(folder)
    except RulewrightError as error:
        return [each.rule.code for each in error.problems.items]
    if block is not None and block.more == "scenarios":
        (folder / "scenarios.yaml").write_text(block.text, encoding="utf-8")
        game.scenarios(problems)
    found = [each.rule.code for each in (*game.warnings, *problems.items)]
    return found + played(game) if block is not None and block.more == "play" else found


def told_of_variant(block: Block, others: list[Block], folder: Path) -> list[str]:
    name = block.text.split("\n")[0].removeprefix("variant: ")
    (folder / "game.yaml").write_text(base(), encoding="utf-8")
    (folder / f"{name}.yaml").write_text(block.text, encoding="utf-8")
    with_them = [each.more.removesuffix(".yaml") for each in others if each.kind == "file"]
    try:
        return [each.rule.code for each in load(folder / f"{name}.yaml", variants=with_them).warnings]
    except RulewrightError as error:
        return [each.rule.code for each in error.problems.items]


def played(game: Game) -> list[str]:
    """The code of the error that ends one of a few short games, or none."""
    try:
        for seed in range(GAMES):
            playout(game.flow, 2 + seed % 2, seed=seed, check=True, most_choices=DECISIONS)
    except PlayError as error:
        return [error.code]
    return []


def test_every_code_of_the_source_is_on_the_page_and_no_other() -> None:
    found = [(entry.code, entry.name, entry.severity) for entry in ENTRIES.values()]
    assert found == codes_of_source()


def test_every_heading_is_a_code() -> None:
    headings = [line for line in messages.page().split("\n") if line.startswith("###")]
    assert len(headings) == len(ENTRIES) == len([line for line in headings if messages.HEADING.fullmatch(line)])


def test_codes_stand_in_the_section_of_their_first_digit() -> None:
    section = ""
    for line in messages.page().split("\n"):
        if line.startswith("## "):
            section = line.removeprefix("## ")[:3]
        elif line.startswith("### "):
            assert line.startswith(f"### {section}"), line


@pytest.mark.parametrize("code", ENTRIES)
def test_every_code_has_an_example_or_a_state(code: str) -> None:
    assert ({"example", "instead"} <= kinds(code)) != (code in STATES)
    assert ENTRIES[code].text.split("\n\n")[0], "say what it means"


GOOD_FORM = {rule.code for rule, _ in CHECKS}


@cache
def of_the_frame() -> tuple[str, ...]:
    """The codes of good form that the frame gives itself, which has more than it uses."""
    with TemporaryDirectory() as folder:
        return tuple(told_of(base(), Path(folder)))


def about(code: str, found: list[str]) -> list[str]:
    """What is said beside good form; a code of good form counts where the frame alone does not give it."""
    found = [each for each in found if each == code or each not in GOOD_FORM]
    left_out = of_the_frame().count(code)
    assert found.count(code) >= left_out, "a part takes away what the frame does not use"
    return found[left_out:] if code in GOOD_FORM else found


def test_the_frame_gives_good_form_only() -> None:
    assert set(of_the_frame()) <= GOOD_FORM


@pytest.mark.parametrize(("code", "number"), cases())
def test_example(code: str, number: int, tmp_path: Path) -> None:
    block = blocks_of(code)[number]
    found = told(code, number, tmp_path)
    if code == "RW601" and block.kind == "example":  # what `check` finds by playing
        problems = Problems()
        trial(load(tmp_path), problems)
        found = [each.rule.code for each in problems.items]
    assert about(code, found) == ([code] if block.kind == "example" else [])


# ------------------------------------------------------------------------------------------------ states


def bytes_of(content: bytes) -> Callable[[Path], list[str]]:
    def state(folder: Path) -> list[str]:
        (folder / "game.yaml").write_bytes(content)
        with pytest.raises(RulewrightError) as caught:
            load(folder)
        return [each.rule.code for each in caught.value.problems.items]

    return state


def text_of(before: str, after: str) -> Callable[[Path], list[str]]:
    assert before in base()
    return lambda folder: told_of(base().replace(before, after, 1), folder)


def too_many(folder: Path) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "MAX_NODES", 50)
        return told_of(base(), folder)


def at_play(fails: Callable[[Match], object]) -> Callable[[Path], list[str]]:
    def state(folder: Path) -> list[str]:
        (folder / "game.yaml").write_text(base(), encoding="utf-8")
        with pytest.raises(PlayError) as caught:
            fails(Match.start(load(folder).flow, 2))
        return [caught.value.code]

    return state


def no_such_variant(folder: Path) -> list[str]:
    (folder / "game.yaml").write_text(base(), encoding="utf-8")
    with pytest.raises(RulewrightError) as caught:
        load(folder, variants=["rain"])
    return [each.rule.code for each in caught.value.problems.items]


def chain(length: int) -> str:
    """The base with definitions each of which needs the next."""
    lines = [f"  d{number}: d{number + 1} + 1" for number in range(length)]
    return merged(base(), "\n".join(["define:", *lines, f"  d{length}: 1", ""]))


STATES: dict[str, Callable[[Path], list[str]]] = {
    "RW102": bytes_of(b"#" * (MAX_BYTES + 1)),
    "RW103": bytes_of(b"title: \xff"),
    "RW106": text_of("    do: move top(deck) to hand", "\t\tdo: move top(deck) to hand"),
    "RW111": text_of("rulebook: practice", f"words: {'[' * MAX_DEPTH}{']' * MAX_DEPTH}"),
    "RW112": too_many,
    "RW116": text_of("Your turn", "Your\u00a0turn"),
    "RW152": no_such_variant,
    "RW221": text_of("some(deck)", f"{'(' * DEEPEST}some(deck){')' * DEEPEST}"),
    "RW241": lambda folder: told_of(merged(base(), f"define:\n  long: {'1 + ' * (limits.LONGEST // 4)}1\n"), folder),
    "RW340": lambda folder: told_of(chain(limits.DEEPEST), folder),
    "RW907": at_play(lambda match: match.choose("fly")),
    "RW920": at_play(lambda match: replay(match.flow, replace(record(match), digest="another"))),
    "RW921": at_play(lambda match: Transcript.load("once upon a time")),
    "RW922": at_play(lambda match: Match.load(match.flow, "once upon a time")),
    "RW923": at_play(lambda match: Trace.from_json(match.flow, "once upon a time")),
}


@pytest.mark.parametrize("code", STATES)
def test_state(code: str, tmp_path: Path) -> None:
    assert about(code, STATES[code](tmp_path)) == [code]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("RW102", f"{MAX_BYTES / 1e6:.0f} MB"),
        ("RW111", f"{MAX_DEPTH} levels"),
        ("RW112", f"{MAX_NODES:,} labels"),
        ("RW139", f"1 to {MOST_PLAYERS}"),
        ("RW221", f"{DEEPEST} brackets"),
        ("RW240", f"{limits.DIGITS} digits"),
        ("RW241", f"{limits.LONGEST:,} signs"),
        ("RW241", f"{limits.LONGEST_BLOCK:,}"),
        ("RW340", f"{limits.DEEPEST} formulas"),
        ("RW341", f"{limits.MOST_APPLIED:,} times"),
        ("RW540", f"{limits.MOST_COMPONENTS:,} components"),
        ("RW540", f"{limits.MOST_CELLS:,} values"),
        ("RW540", f"{limits.MOST_MEMBERS:,} numbers"),
        ("RW909", f"{limits.MOST_OPTIONS:,} options"),
        ("RW909", f"{limits.MOST_MEMBERS:,} numbers"),
        ("RW911", f"{limits.HIGHEST:,}"),
    ],
)
def test_numbers_are_those_of_the_source(code: str, said: str) -> None:
    assert said in " ".join(ENTRIES[code].text.split())


# ------------------------------------------------------------------------------------------------ at the terminal


def test_an_entry_at_the_terminal() -> None:
    text = messages.for_terminal(ENTRIES["RW324"])
    assert text.startswith("RW324 unknown-rule (error)\n\n")
    assert "`rules.yaml`:\n\n    - {id: PRA-001" in text and text.endswith(messages.FRAME)
    assert "```" not in text and "**" not in text


def test_links_and_severity_at_the_terminal() -> None:
    assert "names the RW9xx code" in messages.for_terminal(ENTRIES["RW601"])
    assert messages.for_terminal(ENTRIES["RW501"]).startswith("RW501 never-reached (warning)")


@pytest.mark.parametrize(
    ("code", "meant"),
    [("RW300", "RW301"), ("RW399", "RW401"), ("RW31O", "RW310"), ("RW30", "RW301, RW302, RW303")],
)
def test_the_nearest_code(code: str, meant: str) -> None:
    assert meant in messages.near(code)


@pytest.mark.parametrize("word", ["RW310", "rw310", "RW31", "RW3XX"])
def test_what_is_a_code(word: str) -> None:
    assert messages.is_code(word)


@pytest.mark.parametrize("word", ["games/chaos", "rw.yaml", "RW", "rwanda", "actions.draw"])
def test_what_is_a_file(word: str) -> None:
    assert not messages.is_code(word)


def test_a_file_with_the_name_of_a_code_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "RW310").mkdir()
    assert not messages.is_code("RW310")
