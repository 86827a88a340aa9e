"""Files that a rulebook names: in its folder or below, never elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import RulewrightError, load

GAME = """\
rulebook: tabled
players: 2
kinds:
  Spell: {n: 0..9}
components:
  spells: {make: Spell, table: WHERE, start: book}
zones:
  book: {holds: Spell}
phases:
  turn: move book to book
"""
TABLE = "name,n\nSpark,1\nGust,2\n"


def _write(folder: Path, where: str) -> Path:
    path = folder / "game" / "game.yaml"
    path.parent.mkdir()
    path.write_text(GAME.replace("WHERE", where), encoding="utf-8")
    return path


def _put(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TABLE, encoding="utf-8")


@pytest.mark.parametrize("where", ["spells.csv", "tables/spells.csv", "./tables/of/spells.csv"])
def test_a_table_stands_beside_the_rulebook_or_below(tmp_path: Path, where: str) -> None:
    path = _write(tmp_path, where)
    _put(path.parent / where)
    assert [spec.name for spec in load(path).flow.components] == ["Spark", "Gust"]


def test_a_mistake_in_it_is_said_there(tmp_path: Path) -> None:
    path = _write(tmp_path, "tables/spells.csv")
    _put(path.parent / "tables/spells.csv")
    (path.parent / "tables/spells.csv").write_text("name,n\nSpark,12\n", encoding="utf-8")
    with pytest.raises(RulewrightError) as raised:
        load(path)
    (told,) = raised.value.problems.errors
    assert Path(told.span.source.name) == path.parent / "tables/spells.csv"
    assert (told.span.line, told.span.column, told.span.text) == (2, 7, "12")


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("../spells.csv", "must be a file beside the rulebook, or in a folder there"),
        ("tables/../../spells.csv", "must be a file beside the rulebook, or in a folder there"),
        ("/etc/passwd", "must be a file beside the rulebook, or in a folder there"),
        (".", "must be a file beside the rulebook, or in a folder there"),
        ("tables\\spells.csv", "must be a file beside the rulebook, or in a folder there"),
        ("tables", "is a folder"),
        ("tables/none.csv", "there is no file"),
    ],
)
def test_what_stands_elsewhere_is_refused(tmp_path: Path, where: str, words: str) -> None:
    path = _write(tmp_path, where)
    _put(tmp_path / "spells.csv")
    _put(path.parent / "tables/spells.csv")
    with pytest.raises(RulewrightError) as raised:
        load(path)
    (told,) = raised.value.problems.errors
    assert words in told.message
    assert told.span.text == where


def test_the_slash_of_other_systems_is_mended_in_the_hint(tmp_path: Path) -> None:
    with pytest.raises(RulewrightError) as raised:
        load(_write(tmp_path, "tables\\spells.csv"))
    assert raised.value.problems.errors[0].hint == "write `tables/spells.csv`"


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    path = _write(tmp_path, "spells.csv")
    _put(tmp_path / "outside.csv")
    _put(path.parent / "inside.csv")
    link = path.parent / "spells.csv"
    link.symlink_to("inside.csv")
    assert len(load(path).flow.components) == 2
    link.unlink()
    link.symlink_to(tmp_path / "outside.csv")
    with pytest.raises(RulewrightError, match="leads out of the rulebook's folder"):
        load(path)
    link.unlink()
    link.symlink_to("spells.csv")
    with pytest.raises(RulewrightError, match="cannot be read"):
        load(path)
