"""A small rulebook for tests of the compiler, with sections put into it or in the place of its own."""

from __future__ import annotations

from rulewright.dsl import Diagnostic, Game, Problems
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source

SECTIONS = {
    "rulebook": "tiny",
    "players": "2..3",
    "kinds": "\n  Suit: [sun, moon]\n  Card: {suit: Suit, rank: 1..9}",
    "components": '\n  cards: {make: Card, for: {n: 1..9}, name: "Card {n}", suit: sun, rank: n, start: deck}',
    "zones": "\n  deck: {holds: Card, order: stack, face: down}\n  hand: {holds: Card, per: Player}",
    "state": "\n  coins: {type: 0..9, per: Player}\n  dealer: {type: Player}",
    "phases": "\n  round:\n    repeat: 3 times\n    steps:\n"
    "      turn: {each: players clockwise from dealer, menu: [draw, pass_on]}",
    "actions": "\n  draw: {if: some(deck), do: move top(deck) to hand}\n  pass_on: {do: gain 1 coins}",
    "end": "\n  most: {after: round, winner: all_highest(players by coins)}",
}


def text(**sections: str) -> str:
    """The rulebook with these sections: `+` at the beginning of one adds to what is there."""
    whole = dict(SECTIONS)
    for name, words in sections.items():
        whole[name] = whole.get(name, "") + words[1:] if words.startswith("+") else words
    return "\n".join(f"{name}: {words}" for name, words in whole.items()) + "\n"


def checked(**sections: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game, and everything there is to say about it."""
    problems = Problems()
    game = compile_source(Source("game.yaml", text(**sections), None), problems)
    return game, problems.items


def said(**sections: str) -> list[tuple[str, str]]:
    """Codes and texts of everything there is to say."""
    return [(each.rule.code, str(each)) for each in checked(**sections)[1]]


def game(**sections: str) -> Game:
    """The game; nothing is to be said about it."""
    made, problems = checked(**sections)
    assert made is not None and problems == (), [str(each) for each in problems]
    return made
