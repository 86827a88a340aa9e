"""Rulebooks for small boards whose conditions are written at random: what passes make bits of.

In: a seed. Out: the text of a rulebook that loads.
"""

from __future__ import annotations

import random

BOOK = """
rulebook: board
players: 2..3
kinds:
  Way: [east, north, slant, round]
  Square: {{col: 1..{columns}, row: 1..3}}
  Pawn: {{}}
components:
  pawns: {{make: Pawn, copies: {pawns}, name: Pawn, start: box}}
  squares: {{make: Square, for: {{c: 1..{columns}, r: 1..3}}, name: "{{c}}-{{r}}", col: c, row: r, start: board}}
zones:
  board: {{holds: Square}}
  box: {{holds: Pawn}}
state:
  disc: {{type: Player or none, per: Square}}
  mark: {{type: 0..3, per: Square, start: 1}}
  total: {{type: 0..1000}}
define:
  Way.columns: if it is east then 1 else if it is slant then 1 else 0
  Way.rows: if it is north then 1 else if it is slant then -1 else 0
  Square.next(Way w): >-
    if w is round then first(Square where row is it.row and col is (if it.col is {columns} then 1 else it.col + 1))
    else first(Square where col is it.col + w.columns and row is it.row + w.rows)
  Square.near: Square where col in it.col - 1..it.col + 1 and row in it.row - 1..it.row + 1 and not (col is it.col and row is it.row)
  Square.run(Way w, Player p): reachable(next(w) where disc is p by next(w) where disc is p)
  Square.line(Way w): reachable(it by next(w) where disc is it.disc)
  Square.behind(Way w, Player p): last(it.run(w, p)).next(w)
  Player.spread: reachable(Square where disc is me by near where disc is me)
  Player.one: {one}
  Player.two: {two}
  Square.holds(Player p): {holds}
  Player.best: {best}(Square where {of} by row * 10 + col)
phases:
  game:
    repeat: 9 times
    steps:
      turn:
        each: players clockwise from first(players)
        choose:
          square: each s in Square where s.disc is none or {asked}
          n: 0..3
        do: |
          set square.disc to (if n is 3 then none else if n is 2 then me.left else me)
          set square.mark to n
          set total to count(me.one) * 7 + count(me.two)
          for s in me.two: set s.mark to (s.mark + 1) mod 4
          if some(players where no(one)) and some(Square where holds(me)): set square.mark to 3
          if no(players.two): set square.mark to 2
          for s in me.best: set s.disc to me
end:
  full: {{after: game, winner: players where count(one) > 2}}
"""
WAYS = ("east", "north", "slant", "round")


def board_rulebook(seed: int) -> str:
    """The text of a rulebook."""
    return _Author(random.Random(seed)).text()


class _Author:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.names = 0

    def text(self) -> str:
        chance = self.chance
        return BOOK.format(
            columns=chance.choice((3, 4, 5, 21)), pawns=chance.choice((0, 2)) + 1, one=self.squares(2), two=self.squares(1),
            holds=self.condition("it", 2, "p"), asked=self.condition("s", 1, "me"), of="disc is none and col is 2",
            best=chance.choice(("lowest", "highest")),
        )  # fmt: skip

    def who(self, me: str) -> str:
        return self.chance.choice((me, f"{me}.left", "first(players)"))

    def squares(self, depth: int) -> str:
        chance, name = self.chance, f"q{self.names}"
        self.names += 1
        plain = f"(each {name} in Square where {self.condition(name, depth, 'me')})"
        if depth and chance.random() < 0.3:
            return f"{plain} {chance.choice('+-')} {self.squares(depth - 1)}"
        return f"me.spread - {plain}" if chance.random() < 0.2 else plain

    def condition(self, of: str, depth: int, me: str) -> str:
        """A condition about a square."""
        chance = self.chance
        if depth and chance.random() < 0.6:
            left, right = self.condition(of, depth - 1, me), self.condition(of, depth - 1, me)
            return chance.choice((f"({left} and {right})", f"({left} or {right})", f"not ({left} and {right})"))
        way, who, name = chance.choice(WAYS), self.who(me), f"q{self.names}"
        self.names += 1
        return chance.choice(
            (
                f"{of}.disc is {chance.choice((who, 'none'))}",
                f"{of}.disc is not {who}",
                f"{of}.mark is {chance.randrange(5)}",
                f"{of}.col in {chance.randrange(3)}..{chance.randrange(2, 5)}",
                f"{of}.next({way}).disc is {chance.choice((who, 'none'))}",
                f"{of}.next({way}).next({way}).mark is 1",
                f"no({of}.next({way}))",
                f"some(each {name} in {of}.near where {name}.disc is {who})",
                f"some(each {name} in {of}.near where {name}.disc is {of}.disc and {of}.row is 2)",
                f"some(each {name} in Way where {of}.next({name}).disc is {who})",
                f"count({of}.line({way})) >= {chance.randrange(1, 4)}",
                f"some({of}.run({way}, {who}))",
                f"{of}.behind({way}, {who}).disc is {self.who(me)}",
                f"{of} in {who}.spread",
            )
        )
