"""Sets in the order of a number, and what is said of a round of players in such an order."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.interpreter import Match
from tests.practice import BASE, codes, drawing, found, with_section

ROUND = "        each: players clockwise from dealer.left\n"


def logged(tmp_path: Path, *statements: str) -> str:
    """What drawing says in a game of three."""
    path = tmp_path / "game.yaml"
    path.write_text(drawing(*statements), encoding="utf-8")
    match = Match.start(load(path).flow, 3, seed=1)
    match.choose("draw")
    return " ".join(match.log())


BIDS = ("set first(players).coins to 7", "set last(players).coins to 9", "set first(players).left.coins to 7")


@pytest.mark.parametrize(("order", "said"), [
    ("highest_first(players clockwise from first(players) by coins)", "C A B"),
    ("highest_first(players counterclockwise from first(players) by coins)", "C A B"),
    ("highest_first(players clockwise from first(players).left by coins)", "C B A"),
    ("lowest_first(players clockwise from first(players) by coins)", "A B C"),
    ("lowest_first(players clockwise from last(players) by coins)", "A B C"),
    ("lowest_first(each p in players clockwise from last(players) where p.coins > 8 by 0 - p.coins)", "C"),
    ("highest_first(1..4)", "4 3 2 1"),
    ("lowest_first((1..4) - (2..3) by 0 - 1)", "1 4"),
    ("highest_first(table by rank)", ""),
])  # fmt: skip
def test_a_set_in_order(tmp_path: Path, order: str, said: str) -> None:
    told = logged(tmp_path, *BIDS, f"for p in {order}: say \"<{{p}}>\"")
    assert " ".join(part.partition(">")[0] for part in told.split("<")[1:]) == said


def test_who_ties_keeps_a_stated_order(tmp_path: Path) -> None:
    (told,) = found(tmp_path, BASE.replace(ROUND, "        each: highest_first(players by coins)\n"))
    assert told.rule.code == "RW503" and told.span.text == "players"
    assert told.hint == "write `highest_first(players clockwise from first(players) by ...)`"
    filtered = drawing("for p in lowest_first(others where coins > 3 by coins): gain 1 p.score")
    (told,) = found(tmp_path, filtered)
    assert told.hint == "write `lowest_first(others where coins > 3 clockwise by ...)`"


@pytest.mark.parametrize(("written", "meant"), [
    ("players by coins", "lowest_first(players clockwise from first(players) by coins)"),
    ("players sorted by coins", "lowest_first(players clockwise from first(players) by coins)"),
    ("players in order of coins", "lowest_first(players clockwise from first(players) by coins)"),
    ("players in descending order of coins", "highest_first(players clockwise from first(players) by coins)"),
])  # fmt: skip
def test_orders_in_other_words(tmp_path: Path, written: str, meant: str) -> None:
    (told,) = found(tmp_path, BASE.replace(ROUND, f"        each: {written}\n"))
    assert told.hint == f"write `{meant}`"
    assert codes(tmp_path, BASE.replace(ROUND, f"        each: {meant}\n")) == []


def test_a_key_is_a_number(tmp_path: Path) -> None:
    assert codes(tmp_path, drawing("for c in lowest_first(table by suit): move c to discards")) == ["RW407"]
    (told,) = found(tmp_path, drawing("for p in highest_first(others clockwise): gain 1 p.score"))
    assert (told.rule.code, told.hint) == ("RW407", "write `highest_first(set by key)`")


def test_a_name_given_before_where_is_known_to_the_key(tmp_path: Path) -> None:
    told = logged(tmp_path, 'say "<{sum(each c in Card where c.rank < 3 by c.rank * 2)}>"')
    assert "<36>" in told  # three suits, two copies of 1 and of 2


def test_all_of_a_list_kind(tmp_path: Path) -> None:
    book = with_section("zones:\n  row: {holds: Card, per: Suit}", drawing("move Suit.row to hand", "move top(deck) to sun.row"))
    assert codes(tmp_path, book) == []
    (told,) = found(tmp_path, book.replace("Suit.row", "Suit.rwo"))
    assert told.message == "`Suit` has no value `rwo`"
