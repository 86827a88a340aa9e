"""Options from a table, and figures in sizes and ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import scenes
from rulewright.dsl import Game, Problems, RulewrightError, load
from rulewright.dsl.yaml_text import write_yaml
from rulewright.manual.resolved import Rulebook
from tests.dsl.book import text

FIGURES = "id,value,unit\ndeck_size,7,cards\nhand_limit,2,cards\nwage,1,coin\nunread,30,tokens\n"
SECTIONS = {
    "options": "\n  figures: {table: tables/figures.csv, columns: {name: id, default: value, text: unit}}\n"
    "  short: {type: Flag, default: no}",
    "components": '\n  cards: {make: Card, for: {n: 1..deck_size}, name: "Card {n}", suit: sun, rank: n, start: deck}',
    "zones": "\n  deck: {holds: Card, order: stack, face: down}\n  hand: {holds: Card, per: Player, size: hand_limit + 1}",
    "actions": "\n  draw: {if: some(deck) and not short, do: move top(deck) to hand}\n  pass_on: {do: gain wage coins}",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "figures.csv").write_text(FIGURES)
    (tmp_path / "game.yaml").write_text(text(**SECTIONS))
    return tmp_path


def rewrite(folder: Path, old: str, new: str, name: str = "tables/figures.csv") -> None:
    whole = (folder / name).read_text()
    assert old in whole
    (folder / name).write_text(whole.replace(old, new))


def document(game: Game) -> str:
    return write_yaml(Rulebook(game).root)


def size_of_hand(game: Game) -> int | None:
    return next(zone.capacity for zone in game.flow.zones if zone.name == "hand")


def test_each_line_is_an_option(folder: Path) -> None:
    game = load(folder)
    assert game.warnings == ()  # `unread` is there for the reader
    assert [(each.name.text, each.value.span.text, each.text) for each in game.book.options] == [
        ("deck_size", "7", "cards"), ("hand_limit", "2", "cards"), ("wage", "1", "coin"), ("unread", "30", "tokens"),
        ("short", "no", ""),
    ]  # fmt: skip
    assert len(game.flow.components) == 7
    assert size_of_hand(game) == 3


def test_figures_are_chosen_like_options(folder: Path) -> None:
    game = load(folder, {"deck_size": 4, "hand_limit": 5})
    assert (len(game.flow.components), size_of_hand(game)) == (4, 6)
    assert game.flow.digest != load(folder).flow.digest
    with pytest.raises(RulewrightError, match=r"RW151.*no option `hand_limt` \(did you mean `hand_limit`\?\)"):
        load(folder, {"hand_limt": 5})
    with pytest.raises(RulewrightError, match=r"RW420.*`wage` runs from 0 to"):
        load(folder, {"wage": -1})
    with pytest.raises(RulewrightError, match=r"RW117.*`much` is not a whole number"):
        load(folder, {"wage": "much"})


def test_a_scenario_can_choose_a_figure(folder: Path) -> None:
    (folder / "scenarios.yaml").write_text(
        "- scenario: Better paid\n  players: 2\n  options: {wage: 3}\n  at: turn\n  given: {turn.player: A}\n"
        "  choices: {A: pass_on}\n  expect: {A.coins: 3}\n"
    )
    game, problems = load(folder), Problems()
    (scenario,) = game.scenarios(problems)
    assert problems.errors == ()
    assert scenes.run(game, scenario).passed


def test_variants_change_lines_and_choose_figures(folder: Path) -> None:
    (folder / "big.yaml").write_text(
        "variant: big\nof: game.yaml\noptions: {hand_limit: 4}\nset: {options.figures.rows.deck_size.default: 9}\n"
        "add: {options.figures.rows: {name: bonus, default: 2}, actions.draw.do: gain bonus coins}\n"
    )
    game = load(folder / "big.yaml")
    assert (len(game.flow.components), size_of_hand(game)) == (9, 5)


def test_rows_can_stand_in_place(folder: Path) -> None:
    rows = "{rows: [{name: deck_size, default: 7}, {name: hand_limit, default: 2}, {name: wage, default: 1}]}"
    rewrite(folder, "{table: tables/figures.csv, columns: {name: id, default: value, text: unit}}", rows, "game.yaml")
    assert size_of_hand(load(folder)) == 3


def test_what_is_shown_loads_again(folder: Path) -> None:
    assert "table: tables/figures.csv" in document(load(folder))
    (folder / "shown.yaml").write_text(document(load(folder, {"wage": 5})))
    again = load(folder / "shown.yaml")
    assert [each.value.span.text for each in again.book.options] == ["7", "2", "5", "30", "no"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("wage,1", "wage,one", r"figures\.csv:4:6: error\[RW117\].*`one` is not a whole number"),
        ("wage,1", "wage,-1", r"figures\.csv:4:6: error\[RW420\].*`wage` runs from 0 to"),
        ("wage,1", "The wage,1", r"figures\.csv:4:1: error\[RW217\].*write `the_wage`"),
        ("wage,1", "coins,1", r"figures\.csv:4:1: error\[RW301\]|error\[RW301\].*`coins` is the name of two things"),
        ("wage,1", "hand_limit,1", r"error\[RW301\].*`hand_limit` is the name of two things"),
        ("id,value", "id,number", r"has no column `value`"),
        ("hand_limit,2,", "hand_limit,2000000000000000000000,", r"RW117"),
    ],
)
def test_mistakes_in_a_table(folder: Path, old: str, new: str, message: str) -> None:
    rewrite(folder, old, new)
    with pytest.raises(RulewrightError, match=message):
        load(folder)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size: hand_limit + 1", "size: count(players)", "RW418.*must be known before play"),
        ("size: hand_limit + 1", "size: hand_limt", "RW418.*did you mean `hand_limit`"),
        ("size: hand_limit + 1", "size: hand_limit - 3", "RW418.*`size` is a number from 0; this is -1"),
        ("size: hand_limit + 1", "size: short", "RW418.*`size` is a number from 0; this is yes or no"),
        ("text: unit}", "txt: unit}", r"RW131.*an option of a table has no `txt` \(did you mean `text`"),
        (", columns: {name: id, default: value, text: unit}", "", "RW131.*name the columns that count"),
        ("{table: tables/figures.csv, columns", "{table: tables/figures.csv, default: 3, columns", "RW131"),
    ],
)
def test_mistakes_in_the_rulebook(folder: Path, old: str, new: str, message: str) -> None:
    rewrite(folder, old, new, "game.yaml")
    with pytest.raises(RulewrightError, match=message):
        load(folder)
