"""Each check warns of the example in its docstring, and of nothing in what stands there instead."""

from __future__ import annotations

import re
import sys
from textwrap import dedent

import pytest

from rulewright.dsl import Problems, load
from rulewright.dsl.checks import CHECKS
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from tests.dsl.book import said, text
from tests.source_files import ROOT
from tests.test_docs import merged

EXAMPLE = re.compile(r"Why: .+?\nExample:\n(?P<example>.+?)\nInstead:\n(?P<instead>.+)", re.DOTALL)


def codes(part: str) -> list[str]:
    problems = Problems()
    compile_source(Source("game.yaml", merged(text(), dedent(part)), None), problems)
    return [each.rule.code for each in problems.items]


@pytest.mark.parametrize(("rule", "check"), CHECKS, ids=[rule.name for rule, _ in CHECKS])
def test_examples_of_checks(rule, check) -> None:
    match = EXAMPLE.search(sys.modules[check.__module__].__doc__ or "")
    assert match is not None, check.__module__
    assert codes(match["example"]) == [rule.code]
    assert codes(match["instead"]) == []
    assert check.__module__.rpartition(".")[2] == rule.name.replace("-", "_")


def test_every_check_is_asked() -> None:
    modules = {path.stem for path in (ROOT / "dsl" / "checks").glob("*.py")} - {"__init__", "written"}
    assert modules == {check.__module__.rpartition(".")[2] for _, check in CHECKS}


def test_chaos_has_good_form() -> None:
    assert load(ROOT / "games" / "chaos").warnings == ()


def test_a_game_that_nobody_can_win() -> None:
    assert [code for code, text in said(end="") if "nobody can win" in text] == ["RW531"]


def test_a_singular_and_the_text_of_a_card_are_mentions() -> None:
    actions = "\n  draw: {cost: 1 coin, if: some(deck), do: move top(deck) to hand}\n  pass_on: {do: do deck.text}"
    kinds = "\n  Suit: [sun, moon]\n  Card: {suit: Suit, rank: 1..9, text: Effect}"
    cards = "\n  cards: {make: Card, suit: sun, rank: 1, name: One, start: deck, text: gain 1 fame; open speak}"
    windows = "\n  speak: {who: dealer, offers: [pass_on]}"
    found = said(kinds=kinds, components=cards, windows=windows, state="+\n  fame: {type: 0..9, per: Player}",
                 actions=actions.replace("deck.text", "top(deck).text"))  # fmt: skip
    assert [code for code, _ in found if code > "RW52"] == [], found
