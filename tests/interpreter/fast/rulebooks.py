"""Small rulebooks written at random: they load, and hold a bit of everything that rules can be made of.

In: what chooses among several (`Chooser`). Out: `rulebook`, the text of a rulebook. Most of them load; a few the compiler refuses,
with good reason. Some of their rules cannot be carried out, or never come to rest: that must be told alike, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

Chooser = Callable[[int], int]  # a number from 0, less than that

HEAD = """\
rulebook: made_up
players: 1..4
kinds:
  Suit: [sun, moon, star]
  Card:
    suit: Suit
    rank: {ranks}
    twin: Suit or none
    needs: {{type: 0..3, per: Suit}}
    usable: Condition
    price: {{type: Number, takes: {{extra: Int}}}}
    text: Effect
    tapped: {{type: Flag, start: no}}
    uses: {{type: 0..3, start: 0, resets: turn}}
components:
  plain: {{make: Card, for: {{s: Suit, n: {numbers}}}, copies: {copies}, name: "{{s}} {{n}}", suit: s, rank: n, start: deck,
    needs: 2 sun + 1 star, usable: rank > 2, price: rank + extra, text: gain 1 score}}
  odd:
    make: Card
    start: deck
    rows:
      - {{name: "Odd 'one\\" #{{}}", suit: moon, rank: 3, twin: sun, usable: {usable}, price: {price}, text: {text}}}
zones:
  deck: {{holds: Card, order: stack, face: down}}
  discards: {{holds: Card, order: stack, face: {face}}}
  table: {{holds: Card}}
  row: {{holds: Card, order: row, size: {room}, enter: {enter}}}
  hand: {{holds: Card, per: Player, face: down, seen by: owner}}
  stake: {{holds: Card, per: Player, order: stack, face: down, seen by: {seen}}}
  nook: {{holds: Card, per: Suit}}
state:
  score: {{type: 0..40, per: Player}}
  coins: {{type: 0..9, per: Player, start: 3}}
  x: {{type: -5..9}}
  big: {{type: 0..999999999999999999, start: 900000000000000000}}
  tally: {{type: 0..5, per: 2..5, resets: turn}}
  trump: {{type: Suit or none}}
  dealer: {{type: Player}}
  seen: {{type: Flag, per: [Player, Suit]}}
"""


@dataclass
class Names:
    """What is known where something is written: names by what they stand for."""

    me: bool = True
    cards: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    definitions: bool = True  # whether definitions may be used
    actions: bool = True  # whether actions may be done
    asks: bool = True  # whether somebody may be asked


@dataclass
class Author:
    """Writes rulebooks."""

    below: Chooser
    made: int = field(default=0)

    def one(self, options: Sequence[str]) -> str:
        return options[self.below(len(options))]

    def form(self, forms: Sequence[Callable[[], str]]) -> str:
        return forms[self.below(len(forms))]()

    def name(self) -> str:
        self.made += 1
        return f"v{self.made}"

    # ------------------------------------------------------------------------------------ formulas

    def number(self, n: Names, d: int) -> str:
        simple = [*n.numbers, "0", "1", "2", "7", "x", "dealer.score", *(f"{c}.rank" for c in n.cards), *(["coins"] if n.me else [])]
        if d <= 0 or self.below(3) == 0:
            return self.one(simple)
        c, d = self.name(), d - 1
        inside = replace(n, cards=(*n.cards, c))
        forms: list[Callable[[], str]] = [
            lambda: f"count({self.cards(n, d)})",
            lambda: f"sum(each {c} in {self.cards(n, d)} by {self.number(inside, d)})",
            lambda: f"{self.one(['max', 'min'])}(each {c} in {self.cards(n, d)} by {self.number(inside, d)})",
            lambda: f"{self.one(['max', 'min'])}({self.number(n, d)}, {self.number(n, d)})",
            lambda: f"({self.number(n, d)} {self.one(['+', '-', '*'])} {self.number(n, d)})",
            lambda: f"({self.number(n, d)} {self.one(['/', 'mod'])} {self.one(['2', '3', self.number(n, d)])})",
            lambda: f"(if {self.flag(n, d)} then {self.number(n, d)} else {self.number(n, d)})",
            lambda: f"tally({self.number(n, d)})",
            lambda: f"{self.card(n, d)}.{self.one(['rank', 'place', 'uses', 'suit.place'])}",
            lambda: f"{self.card(n, d)}.needs({self.one(['sun', 'moon', 'star'])})",
            lambda: f"{self.card(n, d)}.price({self.number(n, d)})" if n.me and n.definitions else "3",
            lambda: f"{self.player(n, d)}.{self.one(['score', 'coins'])}",
            lambda: f"count({self.players(n, d)})",
            lambda: f"count(distinct(each {c} in {self.cards(n, d)} by {c}.suit))",
            lambda: f"sum(each {c} in {self.one(['1..4', '-2..2', '2..5'])} by {self.number(replace(n, numbers=(c,)), d)})",
            lambda: f"big * {self.one(['1', '2', 'x'])} / 900000000000000000",
            lambda: f"{self.player(n, d)}.wealth" if n.definitions else "2",
            lambda: f"odd_one({self.number(n, d)})" if n.definitions else "5",
        ]
        return self.form(forms)

    def flag(self, n: Names, d: int) -> str:
        if d <= 0:
            return self.one(["x > 2", "some(deck)", "no(table)", "trump is none", "1 in 0..x"])
        c, d = self.name(), d - 1
        inside = replace(n, cards=(*n.cards, c))
        forms: list[Callable[[], str]] = [
            lambda: f"{self.number(n, d)} {self.one(['<', '<=', '>', '>=', 'is', 'is not'])} {self.number(n, d)}",
            lambda: f"{self.one(['some', 'no'])}({self.cards(n, d)})",
            lambda: f"{self.card(n, d)} {self.one(['in', 'not in'])} ({self.cards(n, d)})",
            lambda: f"(({self.flag(n, d)}) {self.one(['and', 'or'])} ({self.flag(n, d)}))",
            lambda: f"not ({self.flag(n, d)})",
            lambda: f"{self.card(n, d)} is {self.one(['none', 'not none'])}",
            lambda: f"{self.suit(n, d)} is {self.suit(n, d)}",
            lambda: f"seen({self.player(n, d)}, {self.suit(n, 0)})",
            lambda: f"some(each {c} in {self.cards(n, d)} where {self.flag(inside, d)})",
            lambda: f"{self.number(n, d)} in {self.one(['1..3', '-2..0', 'x..4'])}",
            lambda: f"({self.cards(n, d)}) is ({self.cards(n, d)})",
            lambda: f"{self.player(n, d)} in ({self.players(n, d)})",
            lambda: f"some(each {c} in {self.cards(n, d)} where {c}.{self.one(['tapped', 'revealed'])})",
            lambda: f"some(each {c} in {self.cards(n, d)} where {c}.usable)" if n.me and n.definitions else "x > 0",
            lambda: f"fits({self.card(n, d)})" if n.definitions else "x < 0",
        ]
        return self.form(forms)

    def cards(self, n: Names, d: int) -> str:
        simple = [*n.sets, "deck", "discards", "table", "row", "players.hand", "dealer.hand", "Card", *(f"{p}.hand" for p in n.players)]
        if n.me:
            simple += ["me.hand", "me.stake"]
        if d <= 0 or self.below(3) == 0:
            return self.one(simple)
        c, d = self.name(), d - 1
        inside = replace(n, cards=(*n.cards, c))
        forms: list[Callable[[], str]] = [
            lambda: f"(each {c} in {self.cards(n, d)} where {self.flag(inside, d)})",
            lambda: f"({self.cards(n, d)} {self.one(['+', '-'])} {self.cards(n, d)})",
            lambda: f"({self.cards(n, d)} - {self.card(n, d)})",
            lambda: f"top({self.one(['deck', 'discards', 'row'])}, {self.number(n, d)})",
            lambda: f"({self.one(['1', '3'])} of {self.cards(n, d)})",
            lambda: f"{self.one(['all_highest', 'all_lowest'])}(each {c} in {self.cards(n, d)} by {self.number(inside, d)})",
            lambda: f"reachable(each {c} in {self.cards(n, d)} by {self.cards(inside, min(d, 1))})",
            lambda: f"({self.cards(n, d)} where suit is {self.suit(n, d)})",
            lambda: f"{self.suit(n, d)}.nook",
            lambda: f"({self.players(n, d)}).{self.one(['hand', 'stake'])}",
            lambda: f"{self.player(n, d)}.best" if n.definitions else "deck",
        ]
        return self.form(forms)

    def card(self, n: Names, d: int) -> str:
        simple = [*n.cards, "top(deck)", "top(discards)", "first(table)", "last(row)"]
        if d <= 0 or self.below(3) == 0:
            return self.one(simple)
        c, d = self.name(), d - 1
        forms: list[Callable[[], str]] = [
            lambda: f"{self.one(['first', 'last'])}({self.cards(n, d)})",
            lambda: f"{self.one(['highest', 'lowest'])}(each {c} in ({self.cards(n, d)} - table) by {c}.rank * 10 + {c}.place)",
            lambda: f"{self.one(['highest', 'lowest'])}(each {c} in {self.cards(n, d)} by {c}.{self.one(['rank', 'place'])})",
        ] if self.below(5) == 0 else [lambda: f"{self.one(['first', 'last'])}({self.cards(n, d)})"]
        return self.form(forms)

    def player(self, n: Names, d: int) -> str:
        simple = [*n.players, "dealer", "first(players)", "dealer.left", *(["me", "me.right"] if n.me else [])]
        if d <= 0 or self.below(2) == 0:
            return self.one(simple)
        return self.form([
            lambda: f"{self.card(n, d - 1)}.holder",
            lambda: f"first({self.players(n, d - 1)})",
            lambda: f"last({self.players(n, d - 1)})",
        ])

    def players(self, n: Names, d: int) -> str:
        p = self.name()
        inside = replace(n, players=(*n.players, p))
        if d <= 0:
            return "players"
        return self.form([
            lambda: "players",
            lambda: f"(each {p} in players where {self.flag(inside, d - 1)})",
            lambda: f"all_{self.one(['highest', 'lowest'])}(each {p} in players by {self.number(inside, d - 1)})",
            lambda: f"(players - {self.player(n, d - 1)})",
            lambda: "others" if n.me else "players",
        ])

    def around(self, n: Names, d: int) -> str:
        return f"{self.players(n, d)} {self.one(['clockwise', 'counterclockwise'])} from {self.one(['dealer', *n.players])}"

    def suit(self, n: Names, d: int) -> str:
        simple = ["sun", "moon", "star", "trump", *n.suits, *(f"{c}.{self.one(['suit', 'twin'])}" for c in n.cards)]
        return self.one(simple) if d <= 0 or self.below(2) == 0 else f"{self.card(n, d - 1)}.suit"

    # ------------------------------------------------------------------------------------ statements

    def zone(self, n: Names) -> str:
        of_players = [f"{p}.{self.one(['hand', 'stake'])}" for p in ("dealer", *n.players, *(["me"] if n.me else []))]
        return self.one(["discards", "table", "row", "deck", "moon.nook", *of_players])

    def block(self, n: Names, d: int, most: int = 3) -> list[str]:
        lines: list[str] = []
        for _ in range(1 + self.below(most)):
            more, n = self.statement(n, d)
            lines += more
        return lines

    def statement(self, n: Names, d: int) -> tuple[list[str], Names]:
        """The lines of a statement, and what is known behind it."""
        if d > 0 and self.below(2):
            return self.compound(n, d - 1)
        v = self.name()
        forms: list[Callable[[], tuple[str, Names]]] = [
            lambda: (f"move {self.cards(n, 2)} to {self.zone(n)}{self.one(['', '', ' face up', ' face down', ' at bottom'])}", n),
            lambda: (f"move top(deck, {self.number(n, 1)}) to {self.zone(n)}", n),
            lambda: (f"move {self.card(n, 2)} to {self.zone(n)}", n),
            lambda: (f"swap {self.card(n, 1)} with {self.card(n, 1)}", n),
            lambda: (f"swap {self.cards(n, 1)} with {self.cards(n, 1)}", n),
            lambda: (f"pass {self.one(['hand', 'stake'])} to {self.one(['left', 'right'])}" if n.me else "shuffle deck", n),
            lambda: (f"shuffle {self.one(['deck', 'discards', 'dealer.hand', 'sun.nook'])}", n),
            lambda: (f"{self.one(['reveal', 'hide'])} {self.cards(n, 1)}", n),
            lambda: (f"show {self.cards(n, 1)} to dealer", n),
            lambda: (f"{self.one(['gain', 'lose'])} ({self.number(n, 2)}) {self.one(['dealer.score', 'dealer.coins', *self.of_me(n)])}", n),
            lambda: ("gain total score" if n.me else "gain dealer.total dealer.score", n),
            lambda: (f"set x to {self.clamped(n, -5, 9)}", n),
            lambda: (f"set tally({self.number(n, 1)}) to {self.clamped(n, 0, 5)}", n),
            lambda: (f"set trump to {self.suit(n, 1)}", n),
            lambda: (f"set seen({self.player(n, 1)}, {self.suit(n, 0)}) to {self.one(['yes', 'no', self.flag(n, 1)])}", n),
            lambda: (f"gain ({self.number(n, 1)}) big", n),
            lambda: (f"let {v} be {self.card(n, 2)}", replace(n, cards=(*n.cards, v))),
            lambda: (f"let {v} be {self.cards(n, 2)}", replace(n, sets=(*n.sets, v))),
            lambda: (f"let {v} be {self.number(n, 2)}", replace(n, numbers=(*n.numbers, v))),
            lambda: (f"choose {v} from {self.one(['1..6', '2..3', '-2..1'])} at random", replace(n, numbers=(*n.numbers, v))),
            lambda: (f"choose {v} from {self.cards(n, 1)} at random", replace(n, cards=(*n.cards, v))),
            lambda: (f'say "{{{self.number(n, 1)}}}"', n),
            lambda: (f"do go({self.number(n, 1)}, {self.suit(n, 1)}) by dealer" if n.actions else "shuffle deck", n),
            lambda: self.asked(n, v),
            lambda: ("do top(discards).text" if n.me and n.actions else "shuffle deck", n),
        ]
        line, after = forms[self.below(len(forms))]()
        return [line], after

    def asked(self, n: Names, v: str) -> tuple[str, Names]:
        if not n.asks:
            return "shuffle deck", n
        return f"choose {v} from {self.cards(n, 1)} by dealer", replace(n, cards=(*n.cards, v))

    def of_me(self, n: Names) -> list[str]:
        return ["me.score", "me.coins"] if n.me else []

    def clamped(self, n: Names, low: int, high: int) -> str:
        text = self.number(n, 2)
        return text if self.below(12) == 0 else f"max({low}, min({high}, {text}))"

    def compound(self, n: Names, d: int) -> tuple[list[str], Names]:
        v = self.name()
        inner = self.block(n, d, 2)
        forms: list[Callable[[], list[str]]] = [
            lambda: [f"if {self.flag(n, 2)}:", *_in(inner)],
            lambda: [f"if {self.flag(n, 2)}:", *_in(inner), "else:", *_in(self.block(n, d, 2))],
            lambda: [f"for {v} in {self.around(n, 1)}:", *_in(self.block(replace(n, players=(*n.players, v)), d, 2))],
            lambda: [f"for {v} in {self.one(['1..3', '-1..2', '2..5'])}:", *_in(self.block(replace(n, numbers=(*n.numbers, v)), d, 2))],
            lambda: [f"for {v} in {self.cards(n, 1)}:", *_in(self.block(replace(n, cards=(*n.cards, v)), d, 2))],
            lambda: [f"for {v} in Suit:", *_in(self.block(replace(n, suits=(*n.suits, v)), d, 2))],
            lambda: [f"repeat {self.one(['2', '3', self.number(n, 1)])} times:", *_in(inner)],
            lambda: [f"repeat until {self.flag(n, 1)} or x > 6:", *_in([*inner, "set x to min(9, x + 1)"])],
            lambda: ["together:", *_in(inner)],
            lambda: ['may "Really?" by dealer:', *_in(inner)] if n.asks else ["together:", *_in(inner)],
            lambda: [f"may pay {1 + self.below(3)} coins:", *_in(inner)] if n.asks and n.me else inner,
            lambda: [f"show {self.cards(n, 1)} to dealer:", *_in(inner)],
        ]
        return forms[self.below(len(forms))](), n

    # ------------------------------------------------------------------------------------ the whole

    def rulebook(self) -> str:
        bare = Names(me=False, definitions=False, actions=False, asks=False)
        mine = replace(bare, me=True)
        ranks = self.one(["1..3", "0..4", "-2..3"])
        parts = [HEAD.format(
            ranks=ranks, numbers=ranks if self.below(2) else "1..2", copies=1 + self.below(2),
            usable=_quoted(self.flag(replace(mine, definitions=False), 2)), price=_quoted(f"extra + {self.number(mine, 2)}"),
            text=_quoted("gain 1 score" if self.below(2) else "move top(deck) to table"), face=self.one(["up", "down", "keep"]),
            room=3 + self.below(8), enter=self.one(["left", "right"]), seen=self.one(["owner", "nobody", "all", "others"]),
        )]  # fmt: skip
        parts.append("define:\n" + "".join(f"  {line}\n" for line in (
            f"Player.wealth: {self.number(mine, 3)}",
            f"Player.best: {self.cards(mine, 3)}",
            f"odd_one(Int k): {self.number(replace(bare, numbers=('k',)), 3)}",
            f"fits(Card or none c): {self.flag(replace(bare, cards=('c',)), 3)}",
        )))  # fmt: skip
        turn = Names()
        parts.append(self.course(turn))
        parts.append(self.actions(turn))
        parts.append(self.reactions())
        parts.append(
            "scoring:\n  cards: count(stake)\n"
            f"  bonus: {self.number(Names(actions=False, asks=False), 2)}\n  total: cards + bonus + coins\n"
            "end:\n"
            f"  soon: {{after: turn, if: {_quoted(self.flag(replace(bare, definitions=True), 2))}, winner: first(players)}}\n"
            "  over: {after: round, winner: all_highest(players by score)}\n"
        )
        return "".join(parts)

    def course(self, n: Names) -> str:
        lines = [
            "setup:", "  deal: |", "    shuffle deck", "    for p in players clockwise from dealer:",
            f"      move top(deck, {1 + self.below(3)}) to p.hand", f"    move top(deck, {self.below(4)}) to table",
            "phases:", "  round:", f"    repeat: {1 + self.below(3)} times", "    endings: [early]", "    steps:",
        ]  # fmt: skip
        if self.below(2):
            lines += [
                "      bids:", "        each: players clockwise from dealer", "        secret: until all have chosen",
                "        ask: Bid", f"        choose: {{card: {_quoted(self.one(['hand', 'hand where rank > 1', 'hand + stake']))}}}",
                f"        do: {self.one(['move card to stake', 'move card to stake face down', 'gain 1 score'])}",
            ]  # fmt: skip
        if self.below(2):
            wanted, whose = self.one(["1", "2", "up to 2"]), self.one(["q.hand", "q.hand where rank > 1", "q.hand + q.stake", "table"])
            lines += [
                "      passing: |", "        for q in players clockwise from dealer secretly:",
                f"          choose {wanted} gone from {whose} by q", f"          move gone to {self.one(['q.stake', 'q.hand', 'table'])}",
            ]  # fmt: skip
        lines += [
            "      before: |", *_in(self.block(replace(n, me=False), 2), 4),
            "      turn:", "        each: players clockwise from dealer", "        steps:",
            "          main:", "            ask: Your turn",
            f"            menu: [{self.one(['play, draw', 'draw, play, pick', 'pick, play'])}]",
            "          afterwards: |", *_in(self.block(n, 2), 6),
        ]  # fmt: skip
        if self.below(2):
            end = self.one(["turn", "round as early", "game won by me"])
            lines += ["          ending: |", f"            if {self.flag(n, 2)}: end {end}"]
        lines += ["      move_on: set dealer to dealer.left"]
        return "\n".join(lines) + "\n"

    def actions(self, n: Names) -> str:
        c = replace(n, cards=("c",), actions=False)
        cq = replace(c, players=("q",))
        return "\n".join([
            "actions:",
            "  draw:", f"    if: {_quoted(self.flag(n, 2))}", "    do: |", *_in(self.block(replace(n, actions=False), 2), 3),
            "  play:", f"    choose: {{c: {_quoted(self.cards(n, 2))}, q: {self.one(['others', 'players'])}}}",
            f"    legal: {_quoted(self.flag(cq, 2))}", "    do: |", *_in(self.block(cq, 2), 3),
            "  pick:", f"    cost: {self.below(3)} coins + {self.below(2)} score",
            f"    choose: {{c: {_quoted(self.cards(n, 1))}}}", "    do: |", *_in(["do go(c.rank, c.suit)", *self.block(c, 1)], 3),
            "  go:", "    takes: {k: Int, s: {type: Suit or none, default: none}}", "    do: |",
            *_in(self.block(replace(n, numbers=("k",), suits=("s",), actions=False), 2), 3),
        ]) + "\n"  # fmt: skip

    def reactions(self) -> str:
        n = Names(me=False, actions=False)
        laws = [
            "laws:", "  tidy:", "    whenever: count(table) > 4", "    do: move table to discards",
            "  refill:", "    whenever: no(deck) and some(discards)", "    do: |", "      move discards to deck", "      shuffle deck",
        ]  # fmt: skip
        patterns = [
            ("move Card c to discards where c.rank > 1", replace(n, cards=("c",))),
            ("move Card c from p.hand to table", replace(n, cards=("c",), players=("p",))),
            ("gain p.score", replace(n, players=("p",))),
            ("lose p.coins", replace(n, players=("p",))),
            ("set trump to sun", n),
            ("set x", n),
            ("reveal Card c", replace(n, cards=("c",))),
            ("shuffle deck", n),
            ("begin turn", n),
            ("do go by p", replace(n, players=("p",))),
        ]
        lines = []
        for number in range(self.below(3)):
            pattern, known = patterns[self.below(len(patterns))]
            lines += [f"  t{number}:", f"    after: {pattern}"]
            lines += [f"    if: {_quoted(self.flag(known, 2))}"] if self.below(2) else []
            lines += ["    do: |", *_in(self.block(replace(known, asks=False), 1, 2), 3)]
        return "\n".join([*(laws if self.below(2) else []), *(["triggers:", *lines] if lines else [])]) + "\n"


def _in(lines: Sequence[str], levels: int = 1) -> list[str]:
    return ["  " * levels + line for line in lines]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def rulebook(below: Chooser) -> str:
    """The text of a rulebook."""
    return Author(below).rulebook()
