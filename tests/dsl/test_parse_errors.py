"""Rule text as it is written wrongly: which message, at which character, and hints that can be followed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl import grammar, parse, parse_errors
from rulewright.dsl.diagnostics import Rule
from tests.dsl.rule_text import READERS, read
from tests.dsl.test_parse import FORMULAS, GAME, OTHERS, STATEMENTS

# The code, the text, and where the mistake begins and how long it is: 0 for something missing.
BLOCKS = [
    # signs
    ("RW206", "if a = b: stop", 5, 1),
    ("RW206", "if a == b: stop", 5, 2),
    ("RW206", "if a != b: stop", 5, 2),
    ("RW206", "if a && b: stop", 5, 2),
    ("RW206", "if a & b: stop", 5, 1),
    ("RW206", "if a || b: stop", 5, 2),
    ("RW206", "if !a: stop", 3, 1),
    ("RW206", "x := 3", 2, 2),
    ("RW206", "x += 1", 2, 2),
    ("RW206", "x++", 1, 2),
    ("RW206", "p.life -= 2", 7, 2),
    ("RW206", "x *= 2", 2, 2),
    ("RW206", "total = 4", 6, 1),
    ("RW206", "set x = 1", 6, 1),
    ("RW206", "let x = 1", 6, 1),
    ("RW206", "let x := 1", 6, 2),
    ("RW206", "set x to y % 2", 11, 1),
    ("RW206", "set x to 2 ** 3", 11, 2),
    ("RW206", "if a => 3: stop", 5, 2),
    ("RW206", "if a ≤ 3: stop", 5, 1),
    ("RW206", "if a ≠ 3: stop", 5, 1),
    ("RW206", "set x to 2 × y", 11, 1),
    ("RW206", "set x to 2 − y", 11, 1),
    ("RW206", "if a -> stop", 5, 2),
    ("RW207", "set x to 1.5", 9, 3),
    ("RW201", "set x to a – b", 11, 1),
    ("RW201", "choose n from 1...6", 15, 3),
    ("RW201", "choose n from 1…6", 15, 1),
    ("RW201", "set x to y[3]", 10, 1),
    ("RW201", "set x to {y}", 9, 1),
    ("RW201", "if a?: stop", 4, 1),
    ("RW201", "set x to $y", 9, 1),
    ("RW201", "set x to target's hand", 15, 7),
    ("RW201", "set x to\xa0y", 8, 1),
    # quotes
    ("RW202", 'say "abc', 4, 4),
    ("RW202", "say 'abc'", 4, 5),
    ("RW202", "say “abc”", 4, 5),
    ("RW202", "say „abc“", 4, 5),
    ("RW202", "say hello", 4, 5),
    ("RW208", '"hello"', 0, 7),
    # brackets, lines, blocks
    ("RW203", "if count(pool is 3: stop", 8, 1),
    ("RW203", "if a): stop", 4, 1),
    ("RW203", "let x be (1 + 2\nstop", 9, 1),
    ("RW204", "stop\n    stop", 9, 4),
    ("RW204", "if a:\n        stop\n    stop", 23, 4),
    ("RW204", "if a:\n\tstop", 6, 1),
    ("RW204", "move x to y\n  move z to w", 14, 4),
    ("RW205", "if a:", 4, 1),
    ("RW205", "if a:\nstop", 4, 1),
    ("RW208", "if a: ; stop", 6, 1),
    # verbs
    ("RW208", "draw 2 cards", 0, 4),
    ("RW208", "discard a card", 0, 7),
    ("RW208", "muve a to b", 0, 4),
    ("RW208", "flibber", 0, 7),
    ("RW208", "while a: stop", 0, 5),
    ("RW208", "highest(a by b)", 0, 7),
    ("RW208", "3 of hand", 0, 1),
    ("RW208", "in", 0, 2),
    ("RW212", "Move x to y", 0, 4),
    ("RW212", "3cards", 0, 6),
    ("RW217", "if a: stop\nelif b: stop", 11, 4),
    ("RW216", "else: stop", 0, 4),
    ("RW216", "stop\nelse: stop", 5, 4),
    ("RW216", "for p in x: stop\nelse if a: stop", 17, 4),
    ("RW216", "if a: stop else: stop", 11, 4),
    ("RW217", "may: stop\nelse if a: stop", 10, 4),
    ("RW224", "if a: for p in q: stop", 6, 3),
    ("RW224", "gain 1 mass pay 1 energy", 12, 3),
    ("RW217", "gain 1 mass for each planet", 12, 3),
    ("RW215", "stop;", 4, 1),
    ("RW208", "stop; ; stop", 6, 1),
    # small words and colons
    ("RW209", "if count(hand) > 3", 18, 0),
    ("RW209", "if a\n  stop", 4, 0),
    ("RW209", "for p in players", 16, 0),
    ("RW209", "repeat 3 times", 14, 0),
    ("RW209", 'may "x"', 7, 0),
    ("RW209", "together", 8, 0),
    ("RW209", 'choose one\n  "A": stop', 10, 0),
    ("RW209", "if a move b to c", 5, 4),
    ("RW209", "if a: stop\nelse", 15, 0),
    ("RW217", "if a then stop", 5, 4),
    ("RW210", "move top(deck) hand", 15, 4),
    ("RW210", "set total 5", 10, 1),
    ("RW210", "show deck me", 10, 2),
    ("RW210", "swap a and b", 12, 0),
    ("RW210", "pass hand left", 10, 4),
    ("RW210", "for p players: stop", 6, 7),
    ("RW210", "let x 3", 6, 1),
    ("RW210", "let x to 3", 6, 2),
    ("RW210", "choose card in hand", 12, 2),
    ("RW210", "choose up 2 cs from hand", 10, 1),
    ("RW210", "repeat 3: stop", 8, 1),
    ("RW210", "repeat 4 rounds: stop", 9, 6),
    ("RW210", "set x to if a then b", 20, 0),
    ("RW210", "set x to each c hand", 16, 4),
    # names
    ("RW211", "let of be 3", 4, 2),
    ("RW211", "for in in hand: stop", 4, 2),
    ("RW211", "choose to from hand", 7, 2),
    ("RW211", "open with", 5, 4),
    ("RW211", "move a to b as of", 15, 2),
    ("RW212", "let X be 3", 4, 1),
    ("RW212", "choose Card from hand", 7, 4),
    ("RW212", "let myName be 3", 4, 6),
    ("RW212", "set x to café", 9, 4),
    ("RW212", "set x to _y", 9, 2),
    ("RW212", "do Discard", 3, 7),
    ("RW217", "for each p in players: stop", 4, 4),
    # what is moved, gained, counted
    ("RW217", "move a from b to c", 7, 4),
    ("RW217", "move 2 cards to hand", 7, 5),
    ("RW217", "move 3 cards of deck to x", 7, 5),
    ("RW217", "move all cards to pool", 5, 3),
    ("RW214", "gain mass", 5, 4),
    ("RW214", "gain 2", 6, 0),
    ("RW214", "gain mass + 1 energy", 5, 4),
    ("RW214", "pay 2 mass + p.energy", 13, 8),
    ("RW214", "lose p.life; stop", 5, 6),
    ("RW218", "if count pool is 3: stop", 9, 4),
    ("RW218", "if no pool: stop", 6, 4),
    ("RW218", "if c in pool where worth is 3: stop", 3, 26),
    ("RW220", "move a to b face up face down", 20, 9),
    ("RW220", "choose c from a by p by p", 21, 4),
    ("RW222", "let x be highest(a, b by c)", 22, 2),
    ("RW222", "move a to b face sideways", 17, 8),
    ("RW222", "choose one:\n  gain 1 x", 14, 4),
    # values
    ("RW213", "if a > b > c: stop", 9, 1),
    ("RW213", "if a is b is c: stop", 10, 2),
    ("RW213", "if 1 < x <= 3: stop", 9, 2),
    ("RW213", "if x and a in b not in c: stop", 16, 3),
    ("RW215", "if a and: stop", 8, 1),
    ("RW215", "if or b: stop", 3, 2),
    ("RW215", "set x to a and or b", 15, 2),
    ("RW215", "set x to a +", 12, 0),
    ("RW215", "set x to", 8, 0),
    ("RW215", "move to b", 5, 2),
    ("RW215", "choose from hand", 7, 4),
    ("RW215", "let be 3", 4, 2),
    ("RW215", "end", 3, 0),
    ("RW215", "do", 2, 0),
    ("RW215", "say", 3, 0),
    ("RW215", "move a to b face", 16, 0),
    ("RW215", "repeat until: stop", 12, 1),
    ("RW215", "set x to f(a,)", 13, 1),
    ("RW219", 'say "a {b"', 7, 1),
    ("RW219", 'say "a b}"', 8, 1),
    ("RW219", 'say "{a {b} c"', 5, 1),
    ("RW223", 'say "a {} d"', 8, 0),
    ("RW222", 'say "a {b c} d"', 10, 1),
    ("RW206", 'say "a {b = c} d"', 10, 1),
    ("RW223", "", 0, 0),
    ("RW223", "# later", 0, 7),
]

PLACES = [
    ("formula", "RW223", "", 0, 0),
    ("formula", "RW222", "a b", 2, 1),
    ("formula", "RW206", "a = b", 2, 1),
    ("formula", "RW215", "a and", 5, 0),
    ("formula", "RW213", "a\n < b < c", 7, 1),
    ("type", "RW212", "player", 0, 6),
    ("type", "RW217", "bag of Card", 0, 3),
    ("type", "RW215", "1..", 3, 0),
    ("type", "RW212", "set of card", 7, 4),
    ("signature", "RW212", "clash(int n)", 6, 3),
    ("signature", "RW215", "clash(Int)", 9, 1),
    ("signature", "RW212", "Clash(Int n)", 0, 5),
    ("signature", "RW212", "has set", 4, 3),
    ("signature", "RW211", "of(Int n)", 0, 2),
    ("signature", "RW211", "clash(Int of)", 10, 2),
    ("name", "RW212", "Hand", 0, 4),
    ("name", "RW211", "of", 0, 2),
    ("name", "RW223", "", 0, 0),
    ("names", "RW212", "a b", 2, 1),
    ("names", "RW215", "a,", 2, 0),
    ("address", "RW222", "a..b", 1, 2),
    ("price", "RW214", "mass", 0, 4),
    ("price", "RW214", "2", 1, 0),
    ("price", "RW217", "2 mass, 1 energy", 6, 1),
    ("repetition", "RW210", "4", 1, 0),
    ("repetition", "RW210", "4 rounds", 2, 6),
    ("audience", "RW222", "owner when x", 6, 4),
    ("audience", "RW212", "Owner", 0, 5),
    ("event", "RW208", "moves Card c", 0, 5),
    ("event", "RW222", "move Card c into pool", 12, 4),
    ("event", "RW217", "gain 1 mass", 5, 1),
    ("event", "RW215", "move", 4, 0),
    ("words", "RW219", "hi {", 3, 1),
    ("words", "RW219", "hi }", 3, 1),
    ("words", "RW222", "hi {a b}", 6, 1),
]
ALL = [("block", *case) for case in BLOCKS] + PLACES
SHOWN = re.compile(r"(?:write|example) `([^`]+)`(?:, or `([^`]+)`)?")


@pytest.mark.parametrize(("kind", "code", "text", "start", "length"), ALL, ids=[f"{one[0]}: {one[2]}" for one in ALL])
def test_mistake(kind, code, text, start, length):
    _, told = read(kind, text)
    assert [(one.rule.code, one.span.start, one.span.end - one.span.start) for one in told] == [(code, start, length)]
    assert told[0].message[0] != told[0].message[0].upper() or not told[0].message[0].isalpha()


@pytest.mark.parametrize(("kind", "text"), [(one[0], one[2]) for one in ALL])
def test_what_a_hint_shows_can_be_read(kind, text):
    for told in read(kind, text)[1]:
        for example in filter(None, (one for found in SHOWN.findall(told.hint or "") for one in found)):
            assert can_be_read(example), (told, example)


def can_be_read(example: str) -> bool:
    """Whether some place takes what a hint shows; `...` stands for any statement."""
    whole = ("if yes: stop\n" if example.startswith("else") else "") + example.replace(": ...", ": stop")
    return any(not read(place, whole)[1] for place in READERS if place != "words")


def test_every_rule_has_a_case():
    rules = {rule.code: rule for rule in vars(parse_errors).values() if isinstance(rule, Rule)}
    assert rules.keys() - {one[1] for one in ALL} == {"RW221"}  # too-deep, below
    assert len({rule.name for rule in rules.values()}) == len(rules)


def test_hints_are_about_what_was_written():
    assert hint("let x = 1") == "write `let x be 1`"
    assert hint("p.life -= 2") == "write `lose 2 p.life`"
    assert hint("gain mass") == "write `gain 1 mass`"
    assert hint("if count pool is 3: stop") == "write `count(pool)`"
    assert hint("if c in pool where worth is 3: stop") == "write `c in (pool where worth is 3)`"
    assert hint("say 'it is {me}'") == 'write `say "it is {me}"`'
    assert "`do discard`" in hint("discard by p")
    assert "`move`" in hint("muve a to b")
    assert "`my_name`" in hint("let myName be 3")


def hint(text: str) -> str:
    return read("block", text)[1][0].hint or ""


MANY = """
if a = b:
    move a b
    shuffle deck
else if c is d is e:
    together
        gain mass
    say "a {b"
for p players:
    stop
    choose one:
        "A": draw 2
        "B" if x y: stop
else: stop
move a to b
stop;
  stop
"""


def test_mistakes_of_all_statements_are_reported():
    _, told = read("block", MANY)
    lines = [(one.rule.code, MANY.count("\n", 0, one.span.start)) for one in told]
    assert lines == [
        ("RW206", 1),
        ("RW210", 2),
        ("RW213", 4),
        ("RW209", 5),
        ("RW214", 6),
        ("RW219", 7),
        ("RW210", 8),
        ("RW208", 11),
        ("RW222", 12),
        ("RW216", 13),
        ("RW215", 15),
        ("RW204", 16),
    ]


def test_not_too_many_are_reported():
    _, told = read("block", "move a b\n" * 1000)
    assert len(told) == parse.MOST


DEEP = [
    ("formula", "(" * 1000 + "a" + ")" * 1000),
    ("formula", "f(" * 1000 + "a" + ")" * 1000),
    ("formula", "not " * 5000 + "a"),
    ("formula", "- " * 5000 + "a"),
    ("formula", "+".join("a" * 5000)),
    ("formula", "a" + ".b" * 5000),
    ("formula", "if a then b else " * 1000 + "c"),
    ("formula", "pool" + " where a" * 1000),
    ("block", "\n".join(" " * level + "if a:" for level in range(1000)) + " stop"),
    ("block", "if a: stop\n" + "else if a: stop\n" * 1000),
    ("block", "pay 1 a to " * 1000 + "stop"),
    ("words", "{" + "(" * 1000 + ")" * 1000 + "}"),
]


@pytest.mark.parametrize(("kind", "text"), DEEP, ids=[f"{kind}: {text[:12]}" for kind, text in DEEP])
def test_too_deep(kind, text):
    _, told = read(kind, text)
    assert [one.rule.code for one in told] == ["RW221"]


def test_what_is_just_not_too_deep():
    assert not read("formula", "(" * 30 + "a" + ")" * 30)[1]
    assert not read("formula", "+".join("a" * 80))[1]
    assert not read("block", "\n".join(" " * level + "if a:" for level in range(20)) + " stop")[1]
    assert not read("block", "if a: stop\n" + "else if a: stop\n" * 40)[1]


GOOD = [("formula", text) for text, _ in FORMULAS] + [("block", text) for text, _ in STATEMENTS]
GOOD += [(kind, text) for kind, text, _ in OTHERS] + [("block", GAME)]
PIECES = [
    *sorted(grammar.grammar().terminals),
    "\n",
    "\n  ",
    "\n      ",
    "\t",
    " ",
    '"',
    "'",
    "“",
    "{",
    "}",
    "#",
    "=",
    "==",
    "each",
    "Card",
    "x",
    "3",
    "1.5",
    "ß",
    "é",
    "\x00",
    "\r",
    "\u2028",
    "((",
    "))",
    "٣",
    "𝟙",
]


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_nothing_is_raised(data):
    """Text with pieces cut out, put in and doubled is read or refused, and every message is inside the text."""
    kind, text = data.draw(st.sampled_from(GOOD))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        piece = data.draw(st.one_of(st.sampled_from(PIECES), st.just(text[start:end] * 2), st.just("")))
        text = text[:start] + piece + text[end:]
    read(kind, text)


@given(st.sampled_from(sorted(READERS)), st.lists(st.sampled_from(PIECES), max_size=12))
@settings(max_examples=300, deadline=None)
def test_any_words_are_read_or_refused(kind, pieces):
    read(kind, " ".join(pieces))


@given(st.sampled_from(sorted(READERS)), st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(kind, text):
    read(kind, text)
