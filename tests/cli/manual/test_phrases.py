"""What is simple is said in words that mean the same; the rest is shown as it is written."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.dsl import parse
from rulewright.dsl.book import Pick
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Scalar
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from rulewright.dsl.syntax import EventWords, Expression, Name
from rulewright.manual.page import Code, Line
from rulewright.manual.phrases import Phrases

GAME = """
rulebook: phrases
players: 2..4
kinds:
  Suit: [sun, moon]
  Card: {suit: Suit, rank: 1..9}
components:
  cards: {make: Card, for: {s: Suit, n: 1..9}, suit: s, rank: n, start: deck}
zones:
  deck: {holds: Card, order: stack}
  discards: {holds: Card}
  row: {holds: Card, per: Suit}
  hand: {holds: Card, per: Player}
state:
  dealer: {type: Player}
  coins: {type: 0..9, per: Player}
  level: {type: 0..9}
  open: {type: Flag}
  ready: {type: Flag, per: Player}
define:
  Player.rich: coins > 5
  Card.high: rank > 5
  round_of_all: players clockwise from dealer
  leaders: players where rich
phases:
  turn: {each: players clockwise from dealer, ask: Go, do: move top(deck) to hand}
end: {over: {after: turn}}
"""


@cache
def phrases() -> Phrases:
    game = compile_source(Source("game", GAME), Problems())
    assert game is not None
    return Phrases(game.book)


def scalar(text: str) -> Scalar:
    return Scalar(Source("formula", text).whole(), text, "plain")


def formula(text: str) -> Expression:
    found = parse.parse_formula(scalar(text), Problems())
    assert found is not None
    return found


def said(line: Line) -> str:
    return "".join(
        piece if isinstance(piece, str) else f"`{piece.text}`" if isinstance(piece, Code) else piece.text
        for piece in line
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("some(deck)", "something lies in the deck"),
        ("no(hand) and open", "nothing lies in your hand and “open”"),
        ("count(deck) >= 5", "5 or more Cards lie in the deck"),
        ("count(hand) is 1", "exactly 1 Card lies in your hand"),
        ("count(dealer.hand) < 2", "fewer than 2 Cards lie in the hand of the dealer"),
        ("count(players.hand where suit is sun and rank > n) is 2",
         "exactly 2 Cards whose suit is sun and whose rank is more than ‹n› lie in the hand of all players together"),
        ("some(sun.row)", "something lies in the row of sun"),
        ("some(p.hand where rank is 3)", "at least one Card whose rank is 3 lies in the hand of ‹p›"),
        ("no(deck where high)", "`no(deck where high)`"),
        ("coins >= 3", "your coins are at least 3"),
        ("level is not 3", "level is not 3"),
        ("rich or not ready", "“rich” or not “ready”"),
        ("rich and (ready or open)", "`rich and (ready or open)`"),
        ("me is dealer", "you are the dealer"),
        ("me is not turn.player", "you are not the player whose turn it is"),
        ("dealer.left is me", "the player to the left of the dealer is you"),
        ("me is card.player", "`me is card.player`"),
        ("count(leaders) is 1", "the number of leaders is 1"),
        ("max(players by coins) >= 9", "the highest coins of all players is at least 9"),
        ("some(players where coins > 3)", "`some(players where coins > 3)`"),
        ("count(deck) > level", "`count(deck) > level`"),
    ],
)  # fmt: skip
def test_conditions(text: str, words: str) -> None:
    assert said(phrases().condition(formula(text))) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("players clockwise from dealer.left", "each player, clockwise from the player to the left of the dealer"),
        ("others counterclockwise from me", "each other player, counterclockwise from you"),
        ("round_of_all", "each player, clockwise from the dealer"),
        ("round_of_all where coins > 3", "each player, clockwise from the dealer, whose coins is more than 3"),
        ("round_of_all where rich", "each player, clockwise from the dealer, such that “rich”"),
        ("leaders", "each of `leaders`"),
    ],
)
def test_rounds(text: str, words: str) -> None:
    assert said(phrases().each(formula(text))) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hand", "‹x›, from your hand"),
        ("others", "‹x›, another player"),
        ("round_of_all", "‹x›, a player"),
        ("others where coins > 2", "‹x›, another player, whose coins is more than 2"),
        ("others where some(hand)", "‹x›, another player, such that `some(hand)`"),
        ("deck where high and not open", "‹x›, from the deck, such that “high” and not “open”"),
        ("1..count(players)", "‹x›, from 1 to the number of players"),
        ("Suit", "‹x›, one of sun, moon"),
        ("Direction", "‹x›, left or right"),
        ("top(deck, 3)", "‹x›, from `top(deck, 3)`"),
    ],
)
def test_choices(text: str, words: str) -> None:
    assert said(phrases().pick(Pick(Name(span=scalar("x").span, text="x"), formula(text)))) == words


@pytest.mark.parametrize(
    ("text", "when", "words"),
    [
        ("move Card c from deck to p.hand by q", "after", "happens after a Card ‹c› moves from the deck to the hand of ‹p›, by ‹q›"),
        ("move Card c to discards where c.rank is 9", "instead of",
         "happens instead, when a Card ‹c› would move to the discards, if `c.rank is 9`"),
        ("move Card to deck as gift", "before", "happens before `move Card to deck as gift`"),
        ("gain p.coins", "after", "happens after `gain p.coins`"),
    ],
)  # fmt: skip
def test_events(text: str, when: str, words: str) -> None:
    found = parse.parse_event(scalar(text), Problems())
    assert isinstance(found, EventWords)
    assert said(phrases().event(found, when)) == words
