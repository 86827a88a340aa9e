"""What stands in a section and says nothing, or only half of what is meant, is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import Problems
from rulewright.dsl.read_rules import read_rule_texts
from rulewright.dsl.source import Source
from tests.dsl.book import SECTIONS, said

IDLE = "+\n  more:\n    {make: Card, copies: 2, suit: sun, rank: 9, start: deck, rows: [{name: Comet, copies: 1}]}"
CARD = '\n  cards: {make: Card, for: {n: 1..9}, name: "Card {n}", suit: sun, rank: n, start: deck, copies: COPIES}'
ROUND = SECTIONS["phases"]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("- {id: A-1, section: Aim, txt: Win.}", "RW131", "did you mean `text`?"),
        ("- {id: A-1, text: Win.}\n- {id: A-1, text: Lose.}", "RW145", "`A-1` stands twice"),
        ("- {id: A1, text: Win.}", "RW135", "`CHA-012`"),
        ("- {id: A-1.2, text: Win.}", "RW135", "cannot be cited"),
        ("- {text: Win.}", "RW133", "has no `id`"),
        ("- {id: A-1, section: [Aim], text: Win.}", "RW132", "one text"),
        ("- just words", "RW132", "`name: value`"),
    ],
)
def test_files_of_rules(text: str, code: str, words: str) -> None:
    problems = Problems()
    read_rule_texts(Source("rules.yaml", text + "\n", Path("rules.yaml")), problems)
    (found,) = problems.items
    assert found.rule.code == code and words in str(found), str(found)


@pytest.mark.parametrize(
    ("section", "words", "code", "message"),
    [
        ("zones", "+\n  heap: {holds: Card, per: [Player, Suit]}", "RW132", "write `per: Player`"),
        ("kinds", "+\n  Colour: []", "RW137", "the list kind `Colour` has no values"),
        ("kinds", "+\n  Colour:", "RW137", "nothing stands under `Colour`"),
        ("kinds", "+\n  Coin: {worth: {type: 0..3, per: [Suit, Suit]}}", "RW132", "takes one"),
        ("components", CARD.replace("COPIES", "{players 3..2: 1}"), "RW142", "write `players 2..3`"),
        ("components", CARD.replace("COPIES", "{players 2..3: 1, players 3: 2}"), "RW142", "another line"),
        ("components", CARD.replace("COPIES", "{players 2..3: 1, players 4: 2}"), "RW143", "2 to 3 can play"),
        ("components", IDLE, "RW142", "every row has its own"),
        ("components", CARD.replace("1..9", "9..1").replace("COPIES", "1"), "RW411", "write `{n: 1..9}`"),
        ("phases", ROUND + "\n      count: {for: {n: 5..1}, do: gain n dealer.coins}", "RW411", "5..1 runs downward"),
        ("laws", "\n  poor: {whenever: some(deck), for: {n: 5..1}, do: lose n dealer.coins}", "RW411", "runs downward"),
        ("laws", "\n  poor: {whenever: no(deck)}", "RW137", "nothing happens in `laws.poor`"),
        ("laws", "\n  poor: {whenever: no(deck), for: {n: 1..2, m: 1..2}, do: lose n dealer.coins}", "RW504", "one set"),
        ("laws", "\n  poor: {whenever: no(deck), each: players clockwise from dealer, for: {n: 1..2}, do: lose n coins}",
         "RW136", "both `each` and `for`"),
        ("triggers", "\n  drawn: {after: move Card from deck to hand}", "RW137", "nothing happens in `triggers.drawn`"),
    ],
)  # fmt: skip
def test_sections(section: str, words: str, code: str, message: str) -> None:
    found = said(**{section: words})
    assert any(each == code and message in text for each, text in found), found


def test_an_event_can_be_replaced_by_nothing() -> None:
    assert said(triggers="\n  never: {instead of: gain p.coins}") == []
