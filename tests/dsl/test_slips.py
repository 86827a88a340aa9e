"""Slips of people who come from elsewhere: one message each, with what to write; and what it says is not refused."""

from __future__ import annotations

import re

import pytest

from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import compose
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source
from tests.test_docs import base, merged

MORE = """
kinds:
  Card: {suit: Suit, rank: 1..9}
state:
  die_one: {type: 1..6}
  die_two: {type: 1..6}
  pot: {type: 0..99, per: Player}
  ready: {type: Flag, per: Player}
  trump: {type: Suit}
"""
BASE = merged(base(), MORE)
DRAW = "actions:\n  draw:\n    do: |\n"


def told(text):
    problems = Problems()
    compile_source(Source("game.yaml", text), problems)
    return problems.errors


def doing(statements):
    """The rulebook with these statements in an action."""
    return merged(BASE, DRAW + "".join(f"      {line}\n" for line in statements.split("\n")))


def asking(formula):
    """The rulebook with this condition of an action."""
    return merged(BASE, f"actions:\n  draw:\n    if: {formula}\n    do: move top(deck) to hand\n")


def keeping(labels):
    """The rulebook with one more variable."""
    return merged(BASE, f"state:\n  extra: {labels}\n")


# A statement, and the one that the hint shows.
STATEMENTS = {
    "gain die_one + die_two pot": "gain (die_one + die_two) pot",
    "gain 2 * die_one pot": "gain (2 * die_one) pot",
    "for each player: gain 1 coins": "for p in players clockwise from me: gain 1 coins",
    "for each player in players: gain 1 player.coins": ("for player in players clockwise from me: gain 1 player.coins"),
    "for every card c in hand: gain 1 coins": "for c in hand: gain 1 coins",
    "for (const p of players): gain 1 p.coins": "for p in players clockwise from me: gain 1 p.coins",
    "look at top(deck)": "show top(deck) to me",
    "shuffle discards into deck": "move discards to deck; shuffle deck",
    "repeat while count(hand) < 3: move top(deck) to hand": "repeat until not count(hand) < 3: move top(deck) to hand",
    "gain 1 coins unless no(hand)": "if not (no(hand)): gain 1 coins",
    "let n be 1..6 at random": "choose n from 1..6 at random",
    "each player draws a card": "for p in players clockwise from me: move top(deck) to p.hand",
    "add pot to score": "gain pot score",
    "add 3 to score": "gain 3 score",
    "increase score by 2": "gain 2 score",
    "increase score": "gain 1 score",
    "increment score": "gain 1 score",
    "decrease score by pot": "lose pot score",
    "subtract 2 from score": "lose 2 score",
    "score += 1": "gain 1 score",
    "score += pot + 1": "gain (pot + 1) score",
    "score -= coins": "lose coins score",
    "score++": "gain 1 score",
    "score--": "lose 1 score",
    "score = score + 2": "gain 2 score",
    "score = 3": "set score to 3",
    "score := 3": "set score to 3",
    "set score = 3": "set score to 3",
    "set score 3": "set score to 3",
    "gain score by pot": "gain pot score",
    "lose score by 2": "lose 2 score",
    "let x = coins + 1;": "let x be coins + 1",
    "const x = coins": "let x be coins",
    "end the turn": "end turn",
    "end your turn": "end turn",
    "shuffle the deck": "shuffle deck",
    "move the top card of the deck to hand": "move top(deck) to hand",
    "move top 2 cards of deck to hand": "move top(deck, 2) to hand",
    "move 2 cards from deck to hand": "move top(deck, 2) to hand",
    "move all cards from hand to discards": "move hand to discards",
    "move top(deck to hand": "move top(deck) to hand",
    "move top(deck)) to hand": "move top(deck) to hand",
    "put top(deck) into hand": "move top(deck) to hand",
    "hand.append(top(deck))": "move top(deck) to hand",
    "deck.shuffle()": "shuffle deck",
    "take a card from the deck": "move top(deck) to hand",
    "draw 2 cards": "move top(deck, 2) to hand",
    "deal 5 cards to each player": "for p in players clockwise from me: move top(deck, 5) to p.hand",
    "each player gains 1 coins": "for p in players clockwise from me: gain 1 p.coins",
    "you gain 2 coins": "gain 2 coins",
    "gain 1 coins for each card in hand": "gain 1 coins per hand",
    "pay 2 coins to dealer": "pay 2 coins to gain 2 dealer.coins",
    "set dealer to the next player": "set dealer to dealer.left",
    "you win": "end game won by me",
    "end game with dealer as winner": "end game won by dealer",
    "choose a player": "choose p from players",
    "pick a card from hand": "choose card from hand",
    "roll a die": "choose n from 1..6 at random",
    'say f"{me} draws"': 'say "{me} draws"',
    'say "You have " + coins': 'say "You have {coins}"',
    'print("hello")': 'say "hello"',
    'console.log("hello")': 'say "hello"',
    "say hello": 'say "hello"',
    "while not ready: gain 1 coins": "repeat until ready: gain 1 coins",
    "while some(deck): move top(deck) to hand": "repeat until no(deck): move top(deck) to hand",
    "while coins > 3: lose 1 coins": "repeat until not coins > 3: lose 1 coins",
    "until no(deck): move top(deck) to hand": "repeat until no(deck): move top(deck) to hand",
    "3 times: gain 1 coins": "repeat 3 times: gain 1 coins",
    "repeat 3: gain 1 coins": "repeat 3 times: gain 1 coins",
    "if coins == score: stop": "if coins is score: stop",
    "if coins = 3: stop": "if coins is 3: stop",
    "if (coins > 3) stop": "if (coins > 3): stop",
    "if (coins === 3) { stop; }": "if (coins is 3): stop",
    "if coins > 3 then stop": "if coins > 3: stop",
    "if the deck is empty: stop": "if no(deck): stop",
    "if you have more than 3 coins: stop": "if coins > 3: stop",
    "if coins is at least 3: stop": "if coins >= 3: stop",
    "if coins is between 1 and 3: stop": "if coins in 1..3: stop",
    "unless ready: stop": "if not (ready): stop",
    "return": "stop",
    "gain 1 coins;": "gain 1 coins",
}
# A condition, and the one that the hint shows.
CONDITIONS = {
    "len(hand) == 0": "count(hand) is 0",
    "some(deck) && no(hand)": "some(deck) and no(hand)",
    "some(deck) || no(hand)": "some(deck) or no(hand)",
    "some(deck) AND no(hand)": "some(deck) and no(hand)",
    "not !ready": "not not ready",
    "coins != 3": "coins is not 3",
    "coins <> 3": "coins is not 3",
    "trump == Sun": "trump is sun",
    "ready == True": "ready is yes",
    "1 < coins < 5": "1 < coins and coins < 5",
    "coins in [1, 2, 3]": "coins in 1..3",
    "coins > 3 or < 1": "coins > 3 or coins < 1",
    "coins % 2 is 0": "coins mod 2 is 0",
    "count(hand > 3": "count(hand) > 3",
    "sum(c.rank for c in hand) > 3": "sum(hand by rank) > 3",
    "any(c.rank > 3 for c in hand)": "some(hand where rank > 3)",
    "hand == []": "no(hand)",
    "hand[0].rank > 3": "first(hand).rank > 3",
    "deck.isEmpty()": "no(deck)",
    "hand has 3 cards": "count(hand) is 3",
    "there are cards in the deck": "some(deck)",
    "number of cards in hand > 3": "count(hand) > 3",
    "coins is greater than 3": "coins > 3",
    "coins equals 3": "coins is 3",
    "all players are ready": "no(players where not ready)",
    "coins > 3 ? yes : no": "if coins > 3 then yes else no",
    "dealer's coins > 3": "dealer.coins > 3",
    "highest rank in hand > 3": "max(hand by rank) > 3",
}


@pytest.mark.parametrize(("slip", "meant"), STATEMENTS.items())
def test_a_statement_is_shown_as_it_should_be(slip, meant):
    found = told(doing(slip))
    assert [each.hint for each in found] == [f"write `{meant}`"]


@pytest.mark.parametrize(("slip", "meant"), CONDITIONS.items())
def test_a_condition_is_shown_as_it_should_be(slip, meant):
    found = told(asking(slip))
    assert [each.hint for each in found] == [f"write `{meant}`"]


def test_what_is_shown_is_not_refused():
    for statement in dict.fromkeys(STATEMENTS.values()):
        assert not [each for each in told(doing(statement)) if "lose coins score" not in statement], statement
    for condition in CONDITIONS.values():
        assert not [each for each in told(asking(condition)) if "first(hand)" not in condition], condition


# A rulebook with one slip; the words of its only message, and of its hint.
WHOLE = [
    (doing("for p in players: gain 1 p.pot"), "in which order?", "write `players clockwise from me`"),
    (
        doing("if ready:\n  stop\nelif coins > 2:\n  stop"),
        "`elif` is said in two words",
        "write `else if coins > 2: ...`",
    ),
    (doing("if (coins > 3) {\n  gain 1 score;\n}"), "blocks have no braces", "write `if (coins > 3): ...`"),
    (doing("def foo(): stop"), "not in functions", "`actions:`"),
    (doing("return coins"), "statements give nothing back", "`stop`"),
    (doing("pass"), "nothing is written", "leave the line out"),
    (doing("import random"), "nothing is imported", "leave the line out"),
    (doing("// a note"), "a note begins with `#`", "put `#` before it"),
    (doing("gain 1 coins;\nstop;"), "nothing follows this `;`", "write `gain 1 coins`"),
    (doing("set die_one to random(1, 6)"), "chance is a statement", "write `choose n from 1..6 at random` before it"),
    (doing("set ready to True"), "`True` is called `yes` here", "write `yes`"),
    (doing("set ready to false"), "`false` is called `no` here", "write `no`"),
    (doing("gain a coins"), "`a` is written as a number", "write `1`"),
    (doing("if coins is 3 or 4: stop"), "each side of `or`", "write `coins is 3 or coins is 4`"),
    (doing("for i in range(3): gain 1 coins"), "a range", "write `1..3`"),
    (asking("hand.length > 3"), "written in front", "write `count(hand)`"),
    (asking("hand.size() > 3"), "written in front", "write `count(hand)`"),
    (asking("hand.includes(top(deck))"), "", "write `top(deck) in hand`"),
    (asking("COUNT(hand) > 3"), "`COUNT` is said otherwise here", "write `count(hand)`"),
    (asking("AND(coins > 3, ready)"), "`AND` is said otherwise", "write `coins > 3 and ready`"),
    (asking("!ready"), "`not`", "write `not ready`"),
    (asking('trump is "sun"'), "without quotes", "write `sun`"),
    (asking('trump is "red"'), "no kind has a value `red`", "declare it"),
    (asking("trump is Sun"), "small letters", "write `sun`"),
    (asking("deck is empty"), "", "write `no(deck)`"),
    (asking("true"), "`true` is called `yes`", "write `yes`"),
    (asking("player.coins > 3"), "`player` is called `me`", "write `me`"),
    (asking("[some(deck), no(hand)]"), "must be one text", "write `if: some(deck) and no(hand)`"),
    (doing("let total be sum(hand)"), "must know by what", "write `sum(hand by rank)`"),
    (asking("all(hand where suit is sun)"), "a set of Cards", "`no(hand where not (suit is sun))`"),
    (doing("gain rank score"), "nothing is called `rank`", "each Card has its own `rank`; say whose: `card.rank`"),
    (merged(doing("move row to hand"), "zones:\n  row: {holds: Card, per: Suit}\n"), "nothing is called `row`", "say whose: `sun.row`"),
    (merged(doing("lose 1 row"), "state:\n  row: {type: 0..9, per: Suit}\n"), "nothing is called `row`", "say whose: `sun.row`"),
    (merged(doing("gain 3 sun"), "state:\n  goods: {type: 0..9, per: [Player, Suit]}\n"), "no counter", "write `3 goods(sun)`"),
    (merged(asking("goods > 3"), "state:\n  goods: {type: 0..9, per: [Player, Suit]}\n"), "", "for each Suit; write `goods(sun)`"),
    (keeping("{type: int}"), "has bounds", "write a range such as `0..99`"),
    (keeping("{type: integer}"), "has bounds", "write a range such as `0..99`"),
    (keeping("{type: Number}"), "has bounds", "write a range such as `0..99`"),
    (keeping("{type: bool}"), "yes or no", "write `Flag`"),
    (keeping("{type: Boolean}"), "yes or no", "write `Flag`"),
    (keeping("{type: Suit or null}"), "`or none`", "write `Suit or none`"),
    (keeping("{type: None}"), "stands behind", "write `Player or none`"),
    (keeping("{type: string}"), "no type for texts", "`kinds: {Sort: [gold, smoke]}`"),
    (keeping("{type: Suit or none, start: null}"), "`null` is called `none`", "write `none`"),
    (keeping("{type: 10..1}"), "runs downward", "write `1..10`"),
    (keeping("{type: 1-10}"), "two dots", "write `1..10`"),
    (keeping("{type: 1 to 10}"), "two dots", "write `1..10`"),
    (keeping("{type: 0..3, per: player}"), "capital letter", "write `Player`"),
    (keeping("{type: 0..5, resets: each turn}"), "the name of the phase alone", "write `turn`"),
    (keeping("{type: 0..5, initial: 3}"), "has no `initial`", "that is called `start` here"),
    (keeping("0..5"), "must be lines", "write `extra: {type: 0..5}`"),
    (merged(BASE, "players: [2, 3, 4]\n"), "must be one text", "write `players: 2..4`"),
    (merged(BASE, "players: 2-4\n"), "not a number of players", "write `players: 2..4`"),
    (merged(BASE, "zones:\n  bid: Card\n"), "must be lines", "write `bid: {holds: Card}`"),
    (merged(BASE, "zones:\n  bid: {holds Card}\n"), "a colon is missing", "write `holds: Card`"),
    (merged(BASE, "kinds:\n  Sort: {red, blue}\n"), "square brackets", "write `[red, blue]`"),
    (merged(BASE, "kinds:\n  Sort: red, blue\n"), "must be lines", "write `Sort: [red, blue]`"),
    (
        merged(BASE, DRAW.replace(" |", "") + "      - shuffle deck\n      - gain 1 coins\n"),
        "must be one text",
        "write statements one a line behind `do: |`",
    ),
    (merged(BASE, DRAW.replace(" |", "") + "      shuffle deck\n      gain 1 coins\n"), "need `|`", "write `do: |`"),
    (merged(BASE, DRAW.replace(" |", "") + "      if ready:\n        stop\n"), "need `|`", "write `do: |`"),
    (merged(BASE, DRAW + "      shuffle deck\n    gain 1 coins\n"), "too far left", "column 7"),
    (merged(BASE, "actions:\n  draw: {name: Now, draw}\n"), "a comma ends the value", "double quotes"),
    (merged(BASE, "actions:\n  draw: {say: Now, draw, do: stop}\n"), "a comma ends the value", "double quotes"),
    (
        merged(BASE, "actions:\n  draw:\n    choose: card from hand\n    do: move card to table\n"),
        "needs a name",
        "write `choose: {card: hand}`",
    ),
    (merged(BASE, "actions:\n  draw:\n    when: ready\n    do: stop\n"), "has no `when`", "that is called `if` here"),
    (
        merged(BASE, "actions:\n  draw:\n    if some(deck)\n    do: stop\n"),
        "a `:` is missing",
        "write `if: some(deck)`",
    ),
    (merged(BASE, "actions:\n  draw:\n    if: some(deck)\n     do: stop\n"), "indented differently", "column 5"),
    (merged(BASE, "actions:\n  draw:\n    if: some(deck)\n   do: stop\n"), "indented differently", "column 5"),
    (BASE + "laws:\n  full:\n    whenever: no(deck)\n  do: shuffle discards\n", "indented differently", "two blanks"),
]
TURN = "phases:\n  round:\n    repeat: 3 times\n"
STEP = "each: players clockwise from dealer.left\n"
WHOLE += [
    (
        merged(BASE, TURN + f"    turn:\n      {STEP}      menu: [draw]\n"),
        "`steps:` is missing above `turn`",
        "`steps:`",
    ),
    (
        merged(BASE, TURN + f"      turn:\n        {STEP}        menu: [draw]\n"),
        "`steps:` is missing above `turn`",
        "column 5",
    ),
    (
        merged(BASE, TURN + f"    steps:\n      turn:\n      {STEP}      menu: [draw]\n"),
        "indented differently",
        "`turn:`",
    ),
    (
        merged(BASE, TURN + f"    steps:\n      - turn:\n          {STEP}          menu: [draw]\n"),
        "must be lines",
        "dashes",
    ),
    (
        merged(BASE, TURN + f"    steps:\n      turn:\n        {STEP}        menu: {{draw: Draw, play: Play}}\n"),
        "a list of names",
        "write `menu: [draw, play]`",
    ),
    (merged(BASE, TURN + f"    step:\n      turn:\n        {STEP}        menu: [draw]\n"), "has no `step`", "`steps`"),
]


def zone(labels):
    return merged(BASE, f"zones:\n  bid: {labels}\n")


def over(labels):
    return merged(BASE, f"end:\n  over: {labels}\n")


def trigger(labels):
    return merged(BASE, f"triggers:\n  it: {labels}\n")


def rounds(label):
    return merged(
        BASE, TURN.replace("repeat: 3 times", label) + f"    steps:\n      turn:\n        {STEP}        menu: [draw]\n"
    )


MAKE = "components:\n  more: {make: Card, suit: sun, rank: 1, "
WHOLE += [
    (zone("{holds: Card, order: pile}"), "is not known", "write `order: stack`"),
    (zone("{holds: Card, face: hidden}"), "is not known", "write `face: down`"),
    (zone("{holds: Card, per: each player}"), "one word", "write `Player`"),
    (zone("{holds: Card, seen by: everyone}"), "is called `all`", "write `all`"),
    (zone("{contains: Card}"), "has no `contains`", "that is called `holds` here"),
    (zone("{holds: [Card]}"), "must be one text", "write `holds: Card`"),
    (merged(BASE, MAKE + "count: 2, name: x, start: deck}\n"), "no `count`", "that is called `copies` here"),
    (merged(BASE, MAKE + "name: {s} {n}, start: deck}\n"), "double quotes", 'write `name: "{s} {n}"`'),
    (merged(BASE, MAKE + "name: x, start: the deck}\n"), "leave out `the`", "write `deck`"),
    (merged(BASE, MAKE.replace("make", "kind") + "name: x, start: deck}\n"), "no `kind`", "called `make` here"),
    (merged(BASE, MAKE + "copies: 3x, name: x, start: deck}\n"), "a number stands alone", "write `3`"),
    (over("{after: each round, winner: dealer}"), "the name of the phase", "write `round`"),
    (over("{after: round, winner: highest score}"), "the most", "write `all_highest(players by score)`"),
    (over("{after: round, winner: player with most score}"), "the most", "write `all_highest(players by score)`"),
    (
        over("{after: round, winner: max(players by score)}"),
        "a set of players",
        "write `all_highest(players by score)`",
    ),
    (over("{after: round, winner: highest(score)}"), "by what", "write `highest(players by score)`"),
    (over("{after: round, winners: dealer}"), "has no `winners`", "that is called `winner` here"),
    (trigger("{after: turn ends, do: shuffle deck}"), "begins with a verb", "write `end turn`"),
    (trigger("{after: start of turn, do: shuffle deck}"), "begins with a verb", "write `begin turn`"),
    (trigger("{after: draw by p, do: shuffle deck}"), "begins with a verb", "write `do draw by p`"),
    (trigger("{when: shuffle deck, do: gain 1 dealer.coins}"), "has no `when`", "that is called `after` here"),
    (rounds("each: everybody"), "is called `players`", "`players clockwise from first(players)`"),
    (rounds("repeat: 3"), "`times`", "write `3 times`"),
    (rounds("repeat: always"), "`times`", "write `forever`"),
    (rounds("repeat: while some(deck)"), "", "write `until no(deck)`"),
    (rounds("repeat: until the deck is empty"), "leave out `the`", "write `until no(deck)`"),
    (rounds("times: 3"), "has no `times`", "write `repeat: 3 times`"),
    (rounds("until: no(deck)"), "has no `until`", "write `repeat: until no(deck)`"),
    (rounds("loop: forever"), "has no `loop`", "that is called `repeat` here"),
    (
        merged(BASE, "phases:\n  round:\n    each: player\n    menu: [draw]\n"),
        "where it starts",
        "write `players clockwise from first(players)`",
    ),
    (
        merged(BASE, "phases:\n  round:\n    for: player in players\n    menu: [draw]\n"),
        "a name for each value",
        "write `for: {player: players}`",
    ),
    (merged(BASE, "actions:\n  draw a card:\n    do: shuffle deck\n"), "one word", "write `draw_a_card`"),
    (
        merged(BASE, "actions:\n  hit:\n    cost: 2 coins and 1 score\n    do: stop\n"),
        "`+`",
        "write `2 coins + 1 score`",
    ),
    (merged(BASE, "actions:\n  hit:\n    choose: {card: Card in hand}\n    do: stop\n"), "by itself", "write `hand`"),
    (keeping("{type: 9}"), "a least and a greatest", "write `0..9`"),
    (keeping("{type: Flag, start: 0}"), "yes or no", "write `no`"),
    (keeping("{type: Player, start: none}"), "cannot start as none", "`type: Player or none`"),
    (keeping("{type: [sun, moon]}"), "must be one text", "declare a list kind"),
    (merged(BASE, "define:\n  big(card: Card): card.rank > 3\n"), "its type first", "write `big(Card card)`"),
    (merged(BASE, "define:\n  big:\n    if no(deck): 1\n    else: 2\n"), "`cases:`", "`otherwise: ...`"),
    (merged(BASE, "define:\n  big: {cases: {no(deck): 1, else: 2}}\n"), "another word", "write `otherwise:`"),
    (merged(BASE, "define:\n  big: =count(deck)\n"), "without `=`", "write `count(deck)`"),
    (merged(BASE, "rulebook: My Game\n"), "one word", "write `my_game`"),
]


@pytest.mark.parametrize(("text", "message", "hint"), WHOLE, ids=[f"{each[1]} / {each[2]}" for each in WHOLE])
def test_one_slip_one_message(text, message, hint):
    found = told(text)
    assert len(found) == 1, "\n".join(map(str, found))
    assert message in found[0].message
    assert hint in (found[0].hint or "")


@pytest.mark.parametrize(
    "section", ["kinds", "components", "zones", "state", "phases", "actions", "setup", "end", "players", "rulebook"]
)
def test_a_misspelt_section_is_the_one_that_was_meant(section):
    wrong = section[0] + section[2] + section[1] + section[3:]
    found = told(re.sub(rf"(?m)^{section}:", f"{wrong}:", BASE))
    assert [(each.rule.code, each.hint) for each in found] == [("RW131", f"did you mean `{section}`?")]


@pytest.mark.parametrize(
    ("word", "section"), [("variables", "state"), ("cards", "components"), ("moves", "actions"), ("flow", "phases")]
)
def test_another_word_for_a_section(word, section):
    found = told(re.sub(rf"(?m)^{section}:", f"{word}:", BASE))
    assert [each.hint for each in found] == [f"that is called `{section}` here"]


# What could not be read is missed in other places, which must not be told.
FOLLOWED = [
    ("  score:  {type: 0..99, per: Player}", "  score:  {type: 0..99, per: Player each}"),
    ("  hand:     {holds: Card, per: Player,", "  hand:     {holds: Card of, per: Player,"),
    ("    choose: {card: hand}", "    choose: {card: the hand}"),
    ("    choose: {card: hand}", "    choose: card"),
    ("    do: move top(deck) to hand\n", "    do: mvoe top(deck) to hand\n"),
    ("        menu: [draw, play]", "        menu: {draw: 1, play: 2}"),
    ("        each: players clockwise from dealer.left", "        each: players clockwise form dealer.left"),
    ("      turn:\n        each", "      turn the:\n        each"),
    ("  Suit: [sun, moon, star]", "  Suit: {sun, moon, star}"),
    ("  draw:\n    if", "  Draw:\n    if"),
    ("  deal: |\n    shuffle deck", "  deal: |\n    shufle deck"),
]


@pytest.mark.parametrize(("right", "wrong"), FOLLOWED)
def test_nothing_is_told_that_only_follows(right, wrong):
    assert right in BASE
    found = told(BASE.replace(right, wrong, 1))
    assert len(found) == 1, "\n".join(map(str, found))


@pytest.mark.parametrize("blanks", [1, 3])
def test_a_line_of_a_scenario_in_the_wrong_column(blanks):
    problems = Problems()
    text = f"- scenario: One\n{' ' * blanks}at: turn\n  players: 2\n"
    assert compose(Source("scenarios.yaml", text), problems) is None
    assert [each.message for each in problems.errors] == ["this line is indented differently from its neighbours"]
    assert problems.errors[0].hint == "start it in column 3, like `scenario:` in line 1"


def test_labels_can_be_names_of_steps():
    steps = f"    steps:\n      turn:\n        {STEP}        ask: Go\n      menu:\n        {STEP}        menu: [draw]\n"
    assert not told(merged(BASE, TURN + steps))
    assert not told(merged(BASE, TURN + steps.replace("menu:\n", "steps:\n", 1)))


def test_two_slips_are_two_messages():
    found = told(BASE.replace("score:  {type: 0..99", "score:  {type: int").replace("shuffle deck", "shuffle dekc"))
    assert [each.rule.code for each in found] == ["RW217", "RW310"]
