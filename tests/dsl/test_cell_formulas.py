"""Formulas in the cells of components: `Condition` and `Number` properties."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import RulewrightError, load
from rulewright.dsl.flow.verify import verify
from rulewright.interpreter.match import Match
from tests.dsl.book import game, said, text

QUESTS = {
    "kinds": "+\n  Quest: {least: 1..9, met: Condition, worth: {type: Number, takes: {n: Int}}}",
    "components": "+\n  quests:\n    make: Quest\n    start: board\n    least: 2\n    rows:\n"
    "      - {name: Rich, met: coins >= least, worth: n}\n"
    "      - {name: Poor, met: coins is 0, worth: n * 2}\n"
    "      - {name: Richer, met: coins >= least, worth: 0, least: 4}",
    "zones": "+\n  board: {holds: Quest}\n  won: {holds: Quest, per: Player}",
    "phases": "\n  round:\n    repeat: 3 times\n    steps:\n"
    "      turn: {each: players clockwise from dealer, menu: [draw, pass_on, claim]}",
    "actions": "+\n  claim: {label: 'Claim {quest}', choose: {quest: board where met}, "
    "do: 'move quest to won; gain quest.worth(3) coins'}",
}


def broken(section: str, old: str, new: str) -> list[tuple[str, str]]:
    """What is said of the quests with one thing written otherwise."""
    assert old in QUESTS[section]
    return said(**QUESTS | {section: QUESTS[section].replace(old, new)})


def texts(match: Match) -> list[str]:
    return [option.text for option in match.options]


def test_a_formula_is_asked_for_like_a_definition_of_the_kind() -> None:
    made = game(**QUESTS)
    assert list(verify(made.flow)) == []
    match = Match.start(made.flow, players=2, seed=1)
    assert texts(match) == ["draw", "pass_on", "claim Poor"]
    match.choose("claim Poor")  # worth(3) is 6
    match.choose("pass_on")
    assert texts(match) == ["draw", "pass_on", "claim Rich", "claim Richer"]  # 6 >= 2 and 6 >= 4
    match.choose("claim Rich")
    assert texts(match) == ["draw", "pass_on"]  # it is the other player who has 1


def test_cells_that_say_the_same_are_one_function() -> None:
    flow = game(**QUESTS).flow
    assert [each.name for each in flow.functions if each.name.startswith("Quest.met of")] == [
        "Quest.met of Rich", "Quest.met of Poor",
    ]  # fmt: skip


def test_a_formula_that_asks_nobody_is_known_where_nobody_acts() -> None:
    rows = QUESTS["components"].replace("coins >= least", "some(deck)").replace("coins is 0", "least > 3")
    made = game(**QUESTS | {"components": rows, "invariants": "\n  one: count(board where met) in 0..3"})
    assert made.flow.invariants


def test_a_formula_that_looks_at_me_is_refused_where_nobody_acts() -> None:
    found = said(**QUESTS | {"invariants": "\n  one: count(board where met) in 0..3"})
    assert [code for code, _ in found] == ["RW313"]
    assert "a formula of `met` looks at `me`" in found[0][1]
    assert "takes: {p: Player}" in found[0][1]


def test_a_player_to_ask_for_can_be_given() -> None:
    kinds = QUESTS["kinds"].replace("met: Condition", "met: {type: Condition, takes: {p: Player}}")
    rows = QUESTS["components"].replace("met: coins", "met: p.coins")
    actions = QUESTS["actions"].replace("where met", "where met(me)")
    made = game(
        **QUESTS
        | {"kinds": kinds, "components": rows, "actions": actions}
        | {
            "invariants": "\n  one: no(players where count(each q in board where q.met(me)) > 3)".replace(
                "(me)", "(dealer)"
            )
        }
    )
    assert texts(Match.start(made.flow, players=2, seed=1)) == ["draw", "pass_on", "claim Poor"]


@pytest.mark.parametrize(
    ("section", "old", "new", "code", "words"),
    [
        ("components", "coins is 0", "coins", "RW401", "`met` must be yes or no; this is a number 0..9"),
        ("components", "worth: n * 2", "worth: coins > 2", "RW401", "`worth` must be a number; this is yes or no"),
        ("components", "coins is 0", "coin is 0", "RW310", "did you mean `coins`?"),
        ("components", "coins is 0", "coins is", "RW215", "a value is missing after `is`"),
        ("components", "met: coins is 0, ", "", "RW417", "`Poor` has no `met`, which is a condition"),
        ("components", "worth: n * 2", "worth: none", "RW417", "write `0` where that is always so"),
        ("components", "coins is 0", "met", "RW316", "`met` needs itself"),
        ("kinds", "met: Condition", "met: Condition or none", "RW304", "there for every Quest and never changes"),
        ("kinds", "met: Condition", "met: {type: Condition, start: yes}", "RW304", "write `met: Condition`"),
        ("kinds", "least: 1..9", "least: {type: 1..9, takes: {n: Int}}", "RW304", "takes nothing"),
        ("kinds", "n: Int", "n: {type: Int, default: 2}", "RW304", "what a formula is given has no default"),
        ("actions", "worth(3)", "worth", "RW311", "has no `worth`"),
        ("actions", "worth(3)", "worth(3, 4)", "RW406", "takes 1 argument, not 2"),
    ],
)
def test_mistakes(section: str, old: str, new: str, code: str, words: str) -> None:
    found = broken(section, old, new)
    assert [each for each, _ in found] == [code], found
    assert words in found[0][1]


def test_only_a_property_can_hold_a_formula() -> None:
    found = said(state="+\n  lucky: {type: Condition}")
    assert [code for code, _ in found] == ["RW302"]
    assert "a type of properties of components only" in found[0][1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The quests in a table, and a variant of them."""
    table = "table: quests.csv\n    columns: {name: Title, met: When, worth: Worth}"
    rows = QUESTS["components"][: QUESTS["components"].index("rows:")] + table
    (tmp_path / "game.yaml").write_text(text(**QUESTS | {"components": rows}))
    (tmp_path / "quests.csv").write_text("Title,When,Worth\nRich,coins >= least,n\nPoor,coins is 0,n * 2\n")
    return tmp_path


def test_a_mistake_in_a_table_is_said_at_its_row_and_column(folder: Path) -> None:
    with (folder / "quests.csv").open("a") as table:
        table.write("Odd,some(hand) adn coins > 2,n\n")
    with pytest.raises(RulewrightError, match=r"quests\.csv:4:16: error\[RW222\]"):
        load(folder)


def test_variants_set_and_wrap_formulas(folder: Path) -> None:
    (folder / "eager.yaml").write_text(
        "variant: eager\nof: game.yaml\nset: {components.quests.rows.Rich.met: 'yes'}\n"
        "wrap: {components.quests.rows.Poor.met: original and some(hand)}\n"
    )
    match = Match.start(load(folder / "eager.yaml").flow, players=2, seed=1)
    assert texts(match) == ["draw", "pass_on", "claim Rich"]
