"""Rulebooks at the edge: names that look like code, rules that fail, limits that are passed, files that are damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.kept_files import kept_file
from rulewright.interpreter import PlayError, playout
from rulewright.interpreter.fast import load as loading
from rulewright.interpreter.fast.load import Unwritable
from rulewright.interpreter.fast.machine import fast_of
from rulewright.interpreter.fast.module import source
from rulewright.interpreter.trace import Trace
from tests.source_files import ROOT

BASE = """\
rulebook: edge
title: {title}
players: 1..4
kinds:
  Card: {{rank: 0..9, usable: Condition}}
components:
  cards:
    make: Card
    start: deck
    rows:
      - {{name: {name}, rank: 3, usable: count(deck) > 0}}
      - {{name: Six, rank: 6, usable: "yes"}}
      - {{name: One, rank: 1, usable: "yes", copies: 2}}
zones:
  deck: {{holds: Card, order: stack}}
  hand: {{holds: Card, per: Player}}
state:
  x: {{type: -9..9}}
  points: {{type: 0..99, per: Player}}
setup:
  deal: |
    for p in players clockwise from first(players): move top(deck) to p.hand
actions:
  go:
    choose: {{{choose}}}
    do: |
{do}
define:
  Player.pile: if me is first(players) then Card else (Card where 1 / (x - x) > 1)
scoring:
  cards: {cards}
  total: cards + points
phases:
  round:
    repeat: 2 times
    steps:
      turn: {{each: players clockwise from first(players), ask: Go, menu: [go]}}
"""


def written(
    folder: Path, do: str = "set x to 1", name: str = "Three", title: str = "Edge", choose: str = "c: hand", cards: str = "count(hand)"
) -> Flow:
    path = folder / "game.yaml"
    lines = "\n".join(f"      {line}" for line in do.split("\n"))
    path.write_text(BASE.format(do=lines, name=name, title=title, choose=choose, cards=cards), encoding="utf-8")
    return load(path).flow


def both(flow: Flow, players: int = 2) -> tuple[object, object]:
    found: list[tuple[object, object]] = []
    for fast in (True, False):
        trace = Trace(flow, players)
        try:
            found.append((playout(flow, players, seed=1, trace=trace, fast=fast), trace.to_json()))
        except PlayError as error:
            found.append((str(error), error.code))
    return found[0], found[1]


@pytest.mark.parametrize("end", ["\\n", "\\x85", "\\u2028", "\\u2029"])
def test_names_never_become_code(tmp_path: Path, end: str) -> None:
    mark = tmp_path / "mark"
    text = f'"Gust{end}open({str(mark)!r}, {"w"!r})"'
    flow = written(tmp_path, "for c in deck where usable: set x to c.rank", name=text, title=text)
    made = source(flow, 2).text
    assert made.isascii() and not any(line.startswith("open") for line in made.splitlines())
    playout(flow, 2)
    assert not mark.exists()


FAILING = {
    "divided by zero": ("set x to 3 / (x - x)", "RW905"),
    "too large": ("set x to count(deck) * 999999999999999999 * 999999999999999999 * 99", "RW911"),
    "out of bounds": ("set x to 10 + c.rank", "RW904"),
    "a tie": ("move highest(Card by 1) to deck", "RW906"),
    "of nobody": ("move c to first(deck where rank is 0).holder.hand", "RW908"),
    "endless": ("repeat until x > 8: set x to 0", "RW901"),
    "endless, in a loop": ("repeat until x > 8:\n  set x to 0\n  repeat 19000 times: set x to 1", "RW901"),
    "endless chance": ("repeat until x > 8:\n  choose n from 1..3 at random\n  set x to n", "RW901"),
    "chance, once too often": ("repeat 10000 times:\n  choose n from 1..3 at random", "RW901"),
    "too deep": ("do go", "RW902"),
    "too long a range": ("for n in 1..c.rank * 100001: set x to 1", "RW909"),
    "sets in sets": ("if some(each a in 1..2000 where some(1..600 - a) and some(each b in 1..900 where some(1..2 - b - x))): set x to 1\n"
                     "set x to count(each a in 1..1200 where no(each b in 1..1000 where no(1..2 - b - x - a))) / 999", "RW909"),
}  # fmt: skip


@pytest.mark.parametrize("rule", FAILING)
def test_what_cannot_be_carried_out_is_said_alike(tmp_path: Path, rule: str) -> None:
    do, code = FAILING[rule]
    quick, slow = both(written(tmp_path, do))
    assert quick == slow and isinstance(slow, tuple) and slow[1] == code


@pytest.mark.parametrize("choose", ["a: 1..1100, b: 1..1100", "a: 1..250, b: 1..250"])
def test_too_many_combinations_are_too_many_for_both(tmp_path: Path, choose: str) -> None:
    quick, slow = both(written(tmp_path, choose=choose))
    assert quick == slow and isinstance(slow, tuple) and slow[1] == "RW909"


def test_a_line_of_the_scoring_fails_alike(tmp_path: Path) -> None:
    for do, cards in (("set x to 1", "3 / (x - 1)"), ("set x to 0\ngain total points", "3 / x")):
        quick, slow = both(written(tmp_path, do, cards=cards))
        assert quick == slow and isinstance(slow, tuple) and slow[1] == "RW905"


GOING_ON = {
    "whether one is in a set asks of no other": "if top(deck) in (Card where 6 / (rank - 3) > 2): set x to 1",
    "nor in one of several sets": "if first(deck) in players.pile: set x to 1",
    "none is taken away from nothing": "let y be x - 1\nset x to count((-2..0) - y)\nset x to 0",
    "chance, as often as can be": "repeat 9998 times:\n  choose n from 1..3 at random\n  if n > 1: set x to n",
    "loops, as long as can be": "for n in 1..4000: set x to n mod 9",
}  # fmt: skip


@pytest.mark.parametrize("rule", GOING_ON)
def test_what_can_be_carried_out_is_played_alike(tmp_path: Path, rule: str) -> None:
    quick, slow = both(written(tmp_path, GOING_ON[rule]), 2 if "several" in rule else 1)
    assert quick == slow and isinstance(slow, tuple) and not isinstance(slow[0], str)


def test_what_python_cannot_compile_is_played_by_the_reference_machine(tmp_path: Path) -> None:
    flow = written(tmp_path, choose=", ".join(f"c{number}: hand" for number in range(25)))
    with pytest.raises(Unwritable):
        fast_of(flow, 1)
    quick, slow = both(flow, 1)
    assert quick == slow and not isinstance(slow[0], str)  # type: ignore[index]


@pytest.mark.parametrize("damage", ["cut", "empty", "another byte", "other data", "a folder"])
def test_damaged_code_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(loading, "WORTH_KEEPING", 0)
    flow = load(ROOT / "games/classics/nim").flow

    def text() -> str:
        return loading._compiled(flow, 2, loading.Sort(), "<nim>")[0]

    made = text()
    [kept] = (tmp_path / "rulewright").glob("fast-*")
    whole = kept.read_bytes()
    middle = len(whole) // 2
    changed = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    kept.unlink()
    if damage == "a folder":
        kept.mkdir()
    else:
        kept.write_bytes({"cut": whole[:-9], "empty": b"", "another byte": changed, "other data": b"N" * 99}[damage])
    assert text() == made
    assert damage == "a folder" or kept.read_bytes() == whole


def test_a_relative_cache_folder_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    found = kept_file("x")
    assert found is not None and found.is_relative_to(tmp_path / "home") and not (tmp_path / "somewhere").exists()
