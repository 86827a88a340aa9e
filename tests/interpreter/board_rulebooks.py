"""Rulebooks for small boards whose conditions are written at random: what passes make bits of.

In: a seed. Out: the text of a rulebook that loads.
"""

from __future__ import annotations

import random

BOOK = """
rulebook: board
players: 2..3
kinds:
  Way: [east, north, slant, rise, round]
  Hue: [red, blue]
  Square: {{col: 0..{columns}, row: 1..3, paved: Flag}}
  Pawn: {{}}
components:
  pawns: {{make: Pawn, copies: {pawns}, name: Pawn, start: box}}
  squares: {{make: Square, for: {{c: 1..{columns}, r: 1..3}}, name: "{{c}}-{{r}}", col: c, row: r, paved: "{paved}", start: board}}
  camps: {{make: Square, per: Player, copies: {camps}, name: Camp, col: 0, row: 2, paved: yes, start: board}}
zones:
  board: {{holds: Square}}
  box: {{holds: Pawn}}
state:
  disc: {{type: Player or none, per: Square}}
  mark: {{type: 0..3, per: Square, start: 1}}
  hue: {{type: Hue or none, per: Square}}
  level: {{type: -1..2, per: Square, start: {level}}}
  dry: {{type: Flag, per: Square, start: yes}}
  worn: {{type: 1..3, per: Square, resets: turn}}
  total: {{type: 0..1000}}
define:
  Way.columns: if it in east + slant + rise then 1 else 0
  Way.rows: if it in north + rise then 1 else if it is slant then -1 else 0
  Square.next(Way w): >-
    if w is round then first(Square where row is it.row and col is (if it.col is {columns} then 1 else it.col + 1))
    else first(Square where col is it.col + w.columns and row is it.row + w.rows)
  Square.near: Square where col in it.col - 1..it.col + 1 and row in it.row - 1..it.row + 1 and not (col is it.col and row is it.row)
  Square.opposite: first(Square where col is {columns} - it.col and row is it.row and paved)
  Square.foot: first(Square where col is it.col and row is 2)
  Square.lane: Square where paved and row is it.row and col is not it.col
  Square.run(Way w, Player p): reachable(next(w) where disc is p by next(w) where disc is p)
  Square.line(Way w): reachable(it by next(w) where disc is it.disc)
  Square.behind(Way w, Player p): last(it.run(w, p)).next(w)
  Player.spread: reachable(Square where disc is me by near where disc is me)
  Player.band: reachable(Square where disc is me and row is 1 by {by} where {within})
  Player.one: {one}
  Player.two: {two}
  Square.holds(Player p): {holds}
  Player.best: {best}(Square where {of} by row * 100 + col)
  Player.tied: {best}(Square where {of} by mark)
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
COMPARED = (">", ">=", "is", "<", "<=", "is not")
WAYS = ("east", "north", "slant", "rise", "round")


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
            columns=chance.choice((3, 4, 5, 21, 22)), pawns=chance.choice((0, 2)) + 1, one=self.squares(2), two=self.squares(1),
            holds=self.condition("it", 2, "p"), asked=self.condition("s", 1, "me"), of="disc is none and col is 2",
            best=chance.choice(("lowest", "highest")), camps=chance.randrange(1, 3), level=chance.randrange(-1, 3),
            paved=chance.choice(("c is 1", "r > 1", "(c + r) mod 2 is 0")), by=chance.choice(("near", "lane", "next(slant)", "opposite")),
            within=chance.choice(("disc is me", "disc is me or hue is red", "dry and not (mark is 2)")), tied=chance.randrange(4),
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
            told = f"{of}.disc is {self.who(me)} and {of}.disc is {self.who(me)}"  # one says of the other what it is
            return chance.choice(
                (
                    f"({left} and {right})", f"({left} or {right})", f"not ({left} and {right})", f"({told} and {left})",
                    f"(if {left} then {right} else {told})",
                )
            )  # fmt: skip
        way, who, name, way_too = chance.choice(WAYS), self.who(me), f"q{self.names}", chance.choice(WAYS)
        is_ = chance.choice(("is", "is not"))
        beside = chance.choice((f"disc {is_} {who}", f"disc {is_} none", f"hue {is_} none", "level is 0", "dry", "worn is 1", "paved"))
        self.names += 1
        return chance.choice(
            (
                f"{of}.disc is {chance.choice((who, 'none'))}",
                f"{of}.disc is not {who}",
                f"{of}.mark is {chance.randrange(5)}",
                f"{of}.col in {chance.randrange(3)}..{chance.randrange(2, 5)}",
                f"{of}.next({way}).disc is {chance.choice((who, 'none'))}",
                f"{of}.next({way}).next({way}).mark is 1",
                f"{of}.next({way}).next(rise).disc is {who}",
                f"no({of}.next({way}))",
                f"some(each {name} in {of}.near where {name}.disc is {who})",
                f"some(each {name} in {of}.near where {name}.disc is {of}.disc and {of}.row is 2)",
                f"some(each {name} in Way where {of}.next({name}).disc is {who})",
                f"count({of}.line({way})) {chance.choice(COMPARED)} {chance.randrange(4)}",
                f"count({of}.line({way})) > 0 - 1",
                f"count({of}.run({way}, {who})) {chance.choice(COMPARED)} {chance.randrange(3)}",
                f"count({of}.next({way}).line({way})) >= {chance.randrange(19)}",
                f"{of}.hue {is_} {chance.choice(('red', 'blue', 'none'))}",
                f"{of}.level {is_} {chance.randrange(-1, 3)}".replace("-1", "0 - 1"),
                f"{of}.dry",
                f"{of}.worn {is_} {chance.randrange(1, 3)}",
                f"{of}.owner {is_} {who}",
                f"{of}.next({way}).next({way_too}).{beside}",
                f"{of}.next({way}).opposite.{beside}",
                f"{of}.opposite.next({way}).{beside}",
                f"{of}.next({way}) {is_} none",
                f"{of}.next({way}).disc {is_} {of}.disc",
                f"{of}.next({way}).disc {is_} {of}.next({way_too}).disc",
                f"{of} {is_} {chance.choice(('first', 'last'))}(Square where disc is {who})",
                f"some(each {name} in {of}.lane where {name}.disc is {who} and {of}.dry)",
                f"no(each {name} in {of}.near where {name}.disc is {of}.next({way}).disc)",
                f"count(each {name} in Way where {of}.next({name}).disc is {who}) >= 2",
                f"last({of}.line({way})).{beside}",
                f"{of}.next({way}).foot.{beside}",
                f"last({of}.run({way}, {who})).foot.{beside}",
                f"{of}.row in distinct(Square where disc is {who} by row)",
                f"{of} in {who}.band",
                f"some({of}.run({way}, {who}))",
                f"{of}.behind({way}, {who}).disc is {self.who(me)}",
                f"{of} in {who}.spread",
            )
        )
