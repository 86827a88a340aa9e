"""Rule text as it should be written: every form, its node, its spans."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, logger

from rulewright.dsl import build, build_expressions, forms, grammar, scan, syntax
from rulewright.dsl.source import Span
from tests.dsl.rule_text import read, show, shown

FORMULAS = [
    ("13", "13"),
    ("hand", "hand"),
    ("Card", "Card"),
    ("none", "none"),
    ("yes", "yes"),
    ("no", "no"),
    ("x is no", "(is x no)"),
    ("x is no and y", "(and (is x no) y)"),
    ("no(pool)", "no(pool)"),
    ("no (pool)", "no(pool)"),
    ('"{me} draws"', '"{me} draws"'),
    ("target.hand", "target.hand"),
    ("count(pool)", "count(pool)"),
    ("all(Card)", "all(Card)"),
    ("Card(3)", "Card(3)"),
    ("f()", "f()"),
    ("refused(target, 7)", "refused(target, 7)"),
    ("highest(pool by worth)", "highest(pool by worth)"),
    ("p.has_set(3).size", "p.has_set(3).size"),
    ("(a + b).c", "(+ a b).c"),
    # precedence, from the loosest to the tightest
    ("a or b or c", "(or (or a b) c)"),
    ("a or b and c", "(or a (and b c))"),
    ("(a or b) and c", "(and (or a b) c)"),
    ("not a and b", "(and (not a) b)"),
    ("not a is b", "(not (is a b))"),
    ("not x in y", "(not (in x y))"),
    ("not not a", "(not (not a))"),
    ("a is b and c is not d", "(and (is a b) (is not c d))"),
    ("a in b or c not in d", "(or (in a b) (not in c d))"),
    ("a + 1 <= b - 1", "(<= (+ a 1) (- b 1))"),
    ("a > b and b >= c and c < d", "(and (and (> a b) (>= b c)) (< c d))"),
    ("n in 1..13", "(in n (.. 1 13))"),
    ("1..count(players) + 1", "(.. 1 (+ count(players) 1))"),
    ("a - b - c", "(- (- a b) c)"),
    ("a + b * c", "(+ a (* b c))"),
    ("a * b / c mod d", "(mod (/ (* a b) c) d)"),
    ("-a * b", "(* (- a) b)"),
    ("- -a", "(- (- a))"),
    ("a - -b", "(- a (- b))"),
    ("-a.b", "(- a.b)"),
    ("clashes is 4 + n", "(is clashes (+ 4 n))"),
    # sets
    ("pool where suit is order", "(where pool (is suit order))"),
    ("pool where a and b or c", "(where pool (or (and a b) c))"),
    ("pool where a where b", "(where (where pool a) b)"),
    ("a + b where c", "(where (+ a b) c)"),
    ("a where b is c + d", "(where a (is b (+ c d)))"),
    ("each c in pool where c.worth > 3", "(where c: pool (> c.worth 3))"),
    ("each c in a + b", "(each c (+ a b))"),
    ("highest(each c in pool by c.worth)", "highest((each c pool) by c.worth)"),
    ("each n in 1..13 where n is 3 and m", "(where n: (.. 1 13) (and (is n 3) m))"),
    ("c in (pool where a)", "(in c (where pool a))"),
    ("(c in pool) where a", "(where (in c pool) a)"),
    ("players clockwise", "(clockwise players)"),
    ("others counterclockwise from dealer.left", "(counterclockwise others dealer.left)"),
    ("players where a clockwise from me", "(clockwise (where players a) me)"),
    ("players clockwise from p where a", "(where (clockwise players p) a)"),
    ("3 of hand where worth is n", "(some 3 (where hand (is worth n)))"),
    ("n of hand", "(some n hand)"),
    ("(n + 1) of hand clockwise", "(some (+ n 1) (clockwise hand))"),
    ("if a then b else c", "(either a b c)"),
    ("if a then 1 else if b then 2 else 3", "(either a 1 (either b 2 3))"),
    ("(if a then 1 else 2) + 3", "(+ (either a 1 2) 3)"),
    # words of statements and other places are names in formulas
    ("move + pass * open.draw - won", "(- (+ move (* pass open.draw)) won)"),
    ("left is right or top in bottom", "(or (is left right) (in top bottom))"),
    ("p.set.choose(end, do)", "p.set.choose(end, do)"),
    ("any + one + up + forever + begin", "(+ (+ (+ (+ any one) up) forever) begin)"),
    # lines mean nothing in a formula
    ("a\n  and b  # why\n  and c", "(and (and a b) c)"),
]

STATEMENTS = [
    ("choose c from hand", "(Choose name=c of=hand)"),
    ('choose c from pool by p "Take {n}"', '(Choose name=c of=pool by=p prompt="Take {n}")'),
    ('choose c from pool "Take" by p', '(Choose name=c of=pool by=p prompt="Take")'),
    ("choose 2 cs from hand", "(Choose name=cs of=hand low=2 high=2 several=True)"),
    ("choose n cs from hand", "(Choose name=cs of=hand low=n high=n several=True)"),
    ("choose (n + 1) cs from hand", "(Choose name=cs of=hand low=(+ n 1) high=(+ n 1) several=True)"),
    ("choose up to 2 cs from hand", "(Choose name=cs of=hand low=0 high=2 several=True)"),
    ("choose up to a.b cs from hand", "(Choose name=cs of=hand low=0 high=a.b several=True)"),
    ("choose any cs from hand", "(Choose name=cs of=hand low=0 several=True)"),
    ("choose n from 1..6 at random", "(Choose name=n of=(.. 1 6) at_random=True)"),
    ("choose n from 1..6 at random seen by p", "(Choose name=n of=(.. 1 6) at_random=True seen_by=p)"),
    ("choose any from hand", "(Choose name=any of=hand)"),
    ("choose one from hand", "(Choose name=one of=hand)"),
    ("choose up from hand", "(Choose name=up of=hand)"),
    ("choose draw from move where open", "(Choose name=draw of=(where move open))"),
    ("move top(deck) to hand", "(Move what=top(deck) to=hand)"),
    ("move a to b face up", "(Move what=a to=b face_up=True)"),
    ("move a to b on top face up as draw", "(Move what=a to=b face_up=True word=draw)"),
    ("move a to b as draw at bottom", "(Move what=a to=b at_bottom=True word=draw)"),
    ("move 3 of hand where worth is n to table", "(Move what=(some 3 (where hand (is worth n))) to=table)"),
    ("swap mine with theirs", "(Swap left=mine right=theirs)"),
    ("pass hand to left", "(PassAround zone=hand direction=left)"),
    ("shuffle deck", "(Shuffle zone=deck)"),
    ("reveal hand", "(Turn what=hand up=True)"),
    ("hide hand", "(Turn what=hand)"),
    ("show deck to me", "(Show what=deck to=me)"),
    ("show deck to me: stop", "(Show what=deck to=me body=[(Stop)])"),
    ("set anchor to none", "(Set target=anchor value=none)"),
    ("set x to no", "(Set target=x value=no)"),
    ("set p.refused(card.worth) to yes", "(Set target=p.refused(card.worth) value=yes)"),
    ("gain 1 mass", "(Change verb=gain amounts=[(Amount count=1 counter=mass)])"),
    ("lose 1 p.life", "(Change verb=lose amounts=[(Amount count=1 counter=p.life)])"),
    ("gain n m(2)", "(Change verb=gain amounts=[(Amount count=n counter=m(2))])"),
    (
        "gain (2 + a) mass + 1 energy per planets where wet",
        "(Change verb=gain amounts=[(Amount count=(+ 2 a) counter=mass); (Amount count=1 counter=energy)]"
        " per=(where planets wet))",
    ),
    (
        "pay 1 mass to gain 2 vp",
        "(Change verb=pay amounts=[(Amount count=1 counter=mass)]"
        " then=(Change verb=gain amounts=[(Amount count=2 counter=vp)]))",
    ),
    ("let best be highest(front by worth)", "(Let name=best value=highest(front by worth))"),
    ("let let be be", "(Let name=let value=be)"),
    ("do discard by p", "(Do action=discard by=p)"),
    ("do resolve(card)", "(Do action=resolve(card))"),
    ("do planet.effect at planet by p", "(Do action=planet.effect by=p at=planet)"),
    ("do open", "(Do action=open)"),
    ("open speak", "(Open window=speak)"),
    ("end round", "(End phase=round)"),
    ("end round as surrender", "(End phase=round ending=surrender)"),
    ("end game won by leaders", "(End phase=game winner=leaders)"),
    ("end game as flood won by p", "(End phase=game ending=flood winner=p)"),
    ('say "{me} draws {count(hand)}"', '(Say words="{me} draws {count(hand)}")'),
    ("stop", "(Stop)"),
    ("stop; stop", "(Stop); (Stop)"),
    ("if a: stop", "(If condition=a then=[(Stop)])"),
    ("if a: stop; shuffle b", "(If condition=a then=[(Stop); (Shuffle zone=b)])"),
    (
        "if a: stop\nelse if b: stop\nelse:\n  shuffle c",
        "(If condition=a then=[(Stop)] otherwise=[(If condition=b then=[(Stop)] otherwise=[(Shuffle zone=c)])])",
    ),
    ("for p in players: stop", "(For name=p of=players body=[(Stop)])"),
    (
        "for p in players clockwise from me secretly until no(pool): stop",
        "(For name=p of=(clockwise players me) body=[(Stop)] until=no(pool) secretly=True)",
    ),
    ("for left in right: stop", "(For name=left of=right body=[(Stop)])"),
    ("repeat 3 times: stop", "(Repeat body=[(Stop)] times=3)"),
    ("repeat seats + 1 times: stop", "(Repeat body=[(Stop)] times=(+ seats 1))"),
    ("repeat until no(deck):\n    stop", "(Repeat body=[(Stop)] until=no(deck))"),
    ("repeat forever: stop", "(Repeat body=[(Stop)])"),
    ("repeat forever times: stop", "(Repeat body=[(Stop)] times=forever)"),
    ("may: stop", "(May body=[(Stop)])"),
    ("may do beacon", "(May offer=(Do action=beacon))"),
    (
        "may do beacon by p: stop\nelse: shuffle d",
        "(May body=[(Stop)] otherwise=[(Shuffle zone=d)] offer=(Do action=beacon by=p))",
    ),
    ("may do beacon\nelse: stop", "(May otherwise=[(Stop)] offer=(Do action=beacon))"),
    ('may choose c from h by p "q":\n  stop', '(May body=[(Stop)] offer=(Choose name=c of=h by=p prompt="q"))'),
    (
        "may choose (stop | shuffle d)",
        '(May offer=(ChooseOne options=[(Option label="stop" body=[(Stop)]); (Option label="shuffle d" body=[(Shuffle zone=d)])]))',
    ),
    (
        'may choose one "q":\n  "A": stop\nelse: shuffle d',
        '(May otherwise=[(Shuffle zone=d)] offer=(ChooseOne options=[(Option label="A" body=[(Stop)])] prompt="q"))',
    ),
    (
        "may pay 1 x per s: stop",
        "(May body=[(Stop)] offer=(Change verb=pay amounts=[(Amount count=1 counter=x)] per=s))",
    ),
    ("may pay 1 x to stop", "(May offer=(Change verb=pay amounts=[(Amount count=1 counter=x)] then=(Stop)))"),
    ("do f(1, a: 2)", "(Do action=f(1, a: 2))"),
    ('may "q" by p: stop\nelse: shuffle d', '(May body=[(Stop)] prompt="q" by=p otherwise=[(Shuffle zone=d)])'),
    ("together:\n  stop\n  stop", "(Together body=[(Stop); (Stop)])"),
    (
        "choose (gain 1 a | do b)",
        '(ChooseOne options=[(Option label="gain 1 a" body=[(Change verb=gain amounts=[(Amount count=1 counter=a)])]);'
        ' (Option label="do b" body=[(Do action=b)])])',
    ),
    (
        'choose one "What?" by p:\n  "A" if x > 0: stop\n  "B {n}":\n    stop\n    stop',
        '(ChooseOne options=[(Option label="A" body=[(Stop)] condition=(> x 0));'
        ' (Option label="B {n}" body=[(Stop); (Stop)])] prompt="What?" by=p)',
    ),
    ("# nothing yet\n\nstop  # here\n\n   # there\nstop\n", "(Stop); (Stop)"),
    ("set x to f(a,\n    b\n)\nstop", "(Set target=x value=f(a, b)); (Stop)"),
    (
        "if a:\n  if b: stop\n\n  # c\n  stop\nstop",
        "(If condition=a then=[(If condition=b then=[(Stop)]); (Stop)]); (Stop)",
    ),
]

OTHERS = [
    ("price", "1 action", "(Amount count=1 counter=action)"),
    (
        "price",
        "(2 + a.extra) mass + n p.x(3)",
        "(Amount count=(+ 2 a.extra) counter=mass); (Amount count=n counter=p.x(3))",
    ),
    ("repetition", "forever", "(Repetition)"),
    ("repetition", "4 times", "(Repetition times=4)"),
    ("repetition", "until no(pool)", "(Repetition until=no(pool))"),
    ("audience", "all", "(Audience who=all)"),
    ("audience", "owner unless spinning", "(Audience who=owner unless=spinning)"),
    ("audience", "others if open_hands and x", "(Audience who=others only_if=(and open_hands x))"),
    ("type", "0..3", "(TypeWords low=0 high=3)"),
    ("type", "-3..-1", "(TypeWords low=-3 high=-1)"),
    ("type", "Player or none", "(TypeWords name=Player or_none=True)"),
    ("type", "set of Card", "(TypeWords name=Card is_set=True)"),
    ("type", "set of 1..6", "(TypeWords low=1 high=6 is_set=True)"),
    ("signature", "numbers_played", "(Signature name=numbers_played)"),
    ("signature", "Fragment.locked", "(Signature name=locked owner=Fragment)"),
    ("signature", "clash(Int n)", "(Signature name=clash parameters=[(Parameter type=(TypeWords name=Int) name=n)])"),
    (
        "signature",
        "Player.may(set of Card set, 0..3 n)",
        "(Signature name=may owner=Player parameters=[(Parameter type=(TypeWords name=Card is_set=True) name=set);"
        " (Parameter type=(TypeWords low=0 high=3) name=n)])",
    ),
    ("name", "hand", "hand"),
    ("name", "move", "move"),
    ("names", "mass", "mass"),
    ("names", "seek, trade, end", "seek; trade; end"),
    ("address", "round.turn", "round; turn"),
    ("words", 'Hi "{me}", {count(hand)} cards: it\'s yours', '"Hi "{me}", {count(hand)} cards: it\'s yours"'),
    (
        "event",
        "move Card c from deck to p.hand as draw by q where c.worth > 3",
        "(EventWords verb=move kind=Card name=c source=deck target=p.hand word=draw by=q condition=(> c.worth 3))",
    ),
    ("event", "move c to pool", "(EventWords verb=move name=c target=pool)"),
    ("event", "move Card", "(EventWords verb=move kind=Card)"),
    ("event", "reveal Card c in hand", "(EventWords verb=reveal kind=Card name=c source=hand)"),
    ("event", "hide Card c", "(EventWords verb=hide kind=Card name=c)"),
    ("event", "set anchor to none", "(EventWords verb=set subject=anchor value=none)"),
    ("event", "set p.total", "(EventWords verb=set subject=p.total)"),
    ("event", "gain p.clashes by q", "(EventWords verb=gain subject=p.clashes by=q)"),
    ("event", "lose mass", "(EventWords verb=lose subject=mass)"),
    ("event", "pay mass", "(EventWords verb=pay subject=mass)"),
    ("event", "shuffle deck", "(EventWords verb=shuffle subject=deck)"),
    ("event", "do seek by p", "(EventWords verb=do subject=seek by=p)"),
    ("event", "begin turn", "(EventWords verb=begin subject=turn)"),
    ("event", "end round as surrender", "(EventWords verb=end subject=round word=surrender)"),
]


@pytest.mark.parametrize(("text", "node"), FORMULAS, ids=[text for text, _ in FORMULAS])
def test_formula(text, node):
    assert shown("formula", text) == node


@pytest.mark.parametrize(("text", "node"), STATEMENTS, ids=[text for text, _ in STATEMENTS])
def test_statement(text, node):
    assert shown("block", text) == node


@pytest.mark.parametrize(("kind", "text", "node"), OTHERS, ids=[f"{kind}: {text}" for kind, text, _ in OTHERS])
def test_other_places(kind, text, node):
    assert shown(kind, text) == node


# Rules of a whole card game.
GAME = """
for p in players clockwise from me until no(pool):
  choose c from pool by p "Take a card from the Pool"
  say "{p} takes {c} from the Pool"
  if p.has_set(c.worth): move c to p.table face down
  else: move c to p.hand
  open speak
if some(target.hand where worth is card.worth):
  move 1 of target.hand where worth is card.worth to hand
  gain 1 good_seek
  if good_seeks is 3:
    for p in others clockwise: do discard by p
else:
  set target.refused(card.worth) to yes
together:
  repeat until no(deck):
    for p in players clockwise from dealer.left: move top(deck) to p.hand
    move top(deck) to fountain
for p in players clockwise from me secretly:
  choose c from p.hand by p "Put down a card for the Battle"
  move c to p.stake
if count(players.stake where kind is chaos) is 2:
  for p in players: move p.stake where kind is chaos to p.hand
let winner be highest(players.stake by worth).holder
move card to pool; end turn
choose way from Direction "Pass the hands left or right?"
repeat seats times: pass hand to way
"""


def test_game():
    node, told = read("block", GAME)
    assert isinstance(node, tuple) and not told
    assert [type(one).__name__ for one in node] == [
        "For",
        "If",
        "Together",
        "For",
        "If",
        "Let",
        "Move",
        "End",
        "Choose",
        "Repeat",
    ]


def nodes(value: object) -> Iterator[object]:
    """A node and all inside it."""
    if isinstance(value, tuple):
        for one in value:
            yield from nodes(one)
    elif dataclasses.is_dataclass(value) and not isinstance(value, Span):
        yield value
        for field in dataclasses.fields(value):
            yield from nodes(getattr(value, field.name))


@pytest.mark.parametrize("text", [GAME, *(text for text, _ in STATEMENTS)])
def test_spans_reach_from_the_first_to_the_last_word(text):
    node, _ = read("block", text)
    for inner in nodes(node):
        span = inner.span  # type: ignore[attr-defined]
        said = text[span.start : span.end]
        assert said == said.strip() and said, inner
        if isinstance(inner, syntax.Name):
            assert said == inner.text
        if isinstance(inner, syntax.Binary):
            at = inner.operator_span
            assert text[at.start : at.end].split() == inner.operator.split()
        if isinstance(inner, syntax.Statement) and "|" not in text:
            alone = said.replace("\n" + " " * column(text, span.start), "\n")
            assert shown("block", alone) == show(inner)


def column(text: str, at: int) -> int:
    return at - (text.rfind("\n", 0, at) + 1)


def test_brackets_belong_to_the_whole_and_not_to_the_part():
    node, _ = read("formula", "(a + b) * c")
    assert isinstance(node, syntax.Binary)
    assert (node.span.start, node.span.end) == (0, 11)
    assert (node.left.span.start, node.left.span.end) == (1, 6)


def test_every_word_of_a_verb_can_be_a_name():
    for word in sorted(set(grammar.grammar().terminals) - scan.RESERVED):
        if word.isalpha():
            assert shown("block", f"let {word} be {word}.{word} + {word}") == (
                f"(Let name={word} value=(+ {word}.{word} {word}))"
            )
            assert shown("signature", word) == f"(Signature name={word})"


def test_reserved_words_are_words_of_the_grammar():
    assert set(grammar.grammar().terminals) >= scan.RESERVED


def test_grammar_has_no_conflicts():
    heard = []
    level, emit = logger.level, logger.handlers[0].emit
    logger.setLevel("DEBUG")
    logger.handlers[0].emit = lambda record: heard.append(record.getMessage())  # type: ignore[method-assign]
    try:
        text = files("rulewright.dsl").joinpath("rules.lark").read_text(encoding="utf-8")
        Lark(text, parser="lalr", lexer="basic", start=list(grammar.STARTS), debug=True)
    finally:
        logger.setLevel(level)
        logger.handlers[0].emit = emit  # type: ignore[method-assign]
    assert not heard


def test_every_tree_has_a_builder():
    made = {rule.alias or rule.origin.name for rule in grammar.grammar().lark.rules}
    assert made >= build.STATEMENTS.keys() | build_expressions.EXPRESSIONS.keys() | build.EVENTS.keys()
    assert set(forms.FORMS) <= set(grammar.grammar().terminals)


@pytest.mark.parametrize("example", [example for _, example in forms.FORMS.values()] + list(forms.FOREIGN.values()))
def test_examples_of_statements(example):
    shown("block", example)


def test_examples_of_other_places():
    for place, example in forms.PLACE_FORMS.items():
        shown("type" if place == "type_words" else place, example)
    for example in forms.EVENT_FORMS.values():
        shown("event", example)


def test_cache_folder_may_be_missing(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    for home in (tmp_path / "file", tmp_path / "none" / "deep", Path("/proc")):
        monkeypatch.setenv("XDG_CACHE_HOME", str(home))
        grammar.grammar.cache_clear()
        assert shown("formula", "a + b") == "(+ a b)"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for _ in range(2):
        grammar.grammar.cache_clear()
        assert shown("formula", "a + b") == "(+ a b)"
    (file,) = (tmp_path / "rulewright").glob("rules-*.lark.cache")
    file.write_bytes(file.read_bytes()[:200])
    grammar.grammar.cache_clear()
    assert shown("formula", "a + b") == "(+ a b)"


OPERATORS = ["+", "-", "*", "/", "mod", "and", "or", "is", "is not", "in", "not in", "<", ">=", ".."]
expressions = st.recursive(
    st.sampled_from(["a", "hand", "3", "Card", "none", "yes", "no", "p.life", "no(deck)"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(OPERATORS), inner).map(lambda one: f"({one[0]} {one[1]} {one[2]})"),
        inner.map(lambda one: f"(not {one})"),
        st.tuples(inner, inner).map(lambda one: f"f({one[0]}, {one[1]})"),
        st.tuples(inner, inner).map(lambda one: f"({one[0]} where {one[1]})"),
        st.tuples(inner, inner, inner).map(lambda one: f"(if {one[0]} then {one[1]} else {one[2]})"),
    ),
    max_leaves=12,
)


@given(expressions)
@settings(max_examples=60, deadline=None)
def test_formulas_in_brackets_are_read(text):
    assert shown("formula", text)
