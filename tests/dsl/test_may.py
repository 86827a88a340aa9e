"""`may` before what is done, chosen or paid: one question, its block, its `else`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import Game, load
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.differences.compare import Side, differences
from rulewright.dsl.document import Scalar
from rulewright.dsl.flow.verify import verify
from rulewright.dsl.parse import parse_block
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source, Span
from rulewright.dsl.variants.statements import write_statements
from rulewright.interpreter import Match
from tests.dsl.test_given import values
from tests.practice import drawing, found, with_section

GAME = """
rulebook: offers
players: 2
kinds:
  Card: {n: 1..3}
components:
  cards: {make: Card, for: {n: 1..3}, name: "Card {n}", n: n, start: START}
zones:
  deck:  {holds: Card, order: stack}
  table: {holds: Card, order: row}
state:
  points: {type: 0..99, per: Player}
  coins:  {type: 0..99, per: Player, start: 5}
actions:
  lay: {if: some(deck), do: move top(deck) to table}
  pick: {label: "Pick {card}", choose: {card: deck}, cost: (card.n) coins, do: move card to table}
  go:
    do: |
      DO
      gain 10 points
phases:
  turn: {who: first(players), do: do go}
"""


def start(do: str, where: str = "deck") -> Match:
    text = GAME.replace("DO", do.replace("\n", "\n      ")).replace("START", where)
    problems = Problems()
    game = compile_source(Source("offers.yaml", text), problems)
    assert game is not None, [str(each) for each in problems.errors]
    assert list(verify(game.flow)) == []
    return Match.start(game.flow, 2)


def state(match: Match) -> tuple[int, int]:
    return values(match, "points")[0], values(match, "coins")[0]


@pytest.mark.parametrize("amount", ["up to 2", "any", "2"])
def test_choosing_several_is_a_flow_in_order(amount: str) -> None:
    match = start(f"choose {amount} cs from deck\nmove cs to table")  # which holds it against the laws of flows
    assert len(match.options) == (3 if amount == "2" else 4)


@pytest.mark.parametrize(
    ("do", "options", "chosen", "after"),
    [
        ("may do lay: gain 1 points\nelse: gain 2 points", ["lay", "decline"], "lay", (11, 5)),
        ("may do lay: gain 1 points\nelse: gain 2 points", ["lay", "decline"], "decline", (12, 5)),
        ("may do lay\nelse: gain 2 points", ["lay", "decline"], "lay", (10, 5)),
        ("may do lay\nelse: gain 2 points", ["lay", "decline"], "decline", (12, 5)),
        ("may do lay: gain 1 points", ["lay", "decline"], "decline", (10, 5)),
        (
            "may do pick: gain 1 points\nelse: stop",
            ["pick Card 1", "pick Card 2", "pick Card 3", "decline"],
            "pick Card 2",
            (11, 3),
        ),
        (
            "may do pick: gain 1 points\nelse: stop",
            ["pick Card 1", "pick Card 2", "pick Card 3", "decline"],
            "decline",
            (0, 5),
        ),
        (
            "may choose c from deck where n > 1: gain c.n points\nelse: lose 1 coins",
            ["Card 2", "Card 3", "decline"],
            "Card 3",
            (13, 5),
        ),
        (
            "may choose c from deck where n > 1: gain c.n points\nelse: lose 1 coins",
            ["Card 2", "Card 3", "decline"],
            "decline",
            (10, 4),
        ),
        ("may choose c from deck where n is 2: gain c.n points", ["Card 2", "decline"], "Card 2", (12, 5)),
        (
            "may choose (gain 1 points | gain 3 coins)",
            ["gain 1 points", "gain 3 coins", "decline"],
            "gain 3 coins",
            (10, 8),
        ),
        ("may choose (gain 1 points | gain 3 coins)", ["gain 1 points", "gain 3 coins", "decline"], "decline", (10, 5)),
        (
            "may choose (gain 1 points | stop): gain 4 points",
            ["gain 1 points", "stop", "decline"],
            "gain 1 points",
            (15, 5),
        ),
        (
            'may choose one "Which?":\n  "A": gain 1 points\n  "B" if no(deck): stop\nelse: stop',
            ["A", "decline"],
            "A",
            (11, 5),
        ),
        (
            'may choose one "Which?":\n  "A": gain 1 points\n  "B" if no(deck): stop\nelse: stop',
            ["A", "decline"],
            "decline",
            (0, 5),
        ),
        ("may pay 2 coins: gain 1 points\nelse: gain 2 points", ["pay", "decline"], "pay", (11, 3)),
        ("may pay 2 coins: gain 1 points\nelse: gain 2 points", ["pay", "decline"], "decline", (12, 5)),
        ("may pay 1 coin per deck: gain 1 points", ["pay", "decline"], "pay", (11, 2)),
        ("may pay 1 coin to gain 1 points", ["pay", "decline"], "pay", (11, 4)),
        ("may pay 1 coin", ["pay", "decline"], "pay", (10, 4)),
    ],
)
def test_what_may_be_done_chosen_or_paid(do: str, options: list[str], chosen: str, after: tuple[int, int]) -> None:
    match = start(do)
    assert [option.text for option in match.options] == options
    match.choose(chosen)
    assert match.over
    assert state(match) == after


@pytest.mark.parametrize(
    "do",
    [
        "may do lay: gain 1 points\nelse: gain 2 points",
        "may do pick: gain 1 points\nelse: gain 2 points",
        "may choose c from deck: gain 1 points\nelse: gain 2 points",
        'may choose one:\n  "A" if some(deck): gain 1 points\nelse: gain 2 points',
        "may pay 6 coins: gain 1 points\nelse: gain 2 points",
    ],
)
def test_with_nothing_on_offer_all_of_it_is_skipped(do: str) -> None:
    match = start(do, where="table")
    assert match.over
    assert state(match) == (10, 5)


def test_declining_leaves_a_loop_of_gains() -> None:
    match = start("repeat 3 times:\n  may choose c from deck: move c to table\n  else: stop")
    match.choose("Card 2")
    assert [option.text for option in match.options] == ["Card 1", "Card 3", "decline"]
    match.choose("decline")
    assert state(match) == (0, 5)


def test_another_player_may_be_asked() -> None:
    match = start(
        'for p in others clockwise:\n  may choose c from deck by p "Take one?": gain c.n p.points\n  else: lose 1 p.coins'
    )
    assert match.decider == 1
    match.choose("Card 3")
    assert values(match, "points") == [10, 3]


def test_the_question_names_the_price() -> None:
    match = start("may pay (1 + count(table)) coins + 1 point: gain 9 points")
    assert match.over  # there is no point to pay with
    match = start("gain 1 point\nmay pay (1 + count(deck)) coins + 1 point: gain 9 points")
    assert [option.label for option in match.options] == ["Pay 4 coins + 1 point", "Decline"]
    match.choose("pay")
    assert state(match) == (19, 1)


ACTIONS = "actions:\n  grow: {takes: {n: 0..9}, choose: {c: hand}, do: gain n score}\n"


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        (["may choose c from hand"], "RW209", "what is done with `c` follows the colon"),
        (
            ["may choose c from hand:", "  move c to table", "gain c.rank score"],
            "RW310",
            "is known only in the block behind its colon",
        ),
        (["may choose 2 cs from hand: move cs to table"], "RW217", "write `choose up to 2 cs from hand`"),
        (["may choose c from hand at random: move c to table"], "RW217", "what chance brings cannot be declined"),
        (["may pay 1 coin to gain 2 score: stop"], "RW217", "write `may pay 1 coin:`, and under it all of it"),
        (["may gain 1 coin"], "RW217", 'write `may "Gain 1 coin?": gain 1 coin`'),
        (["may choose c hand: stop"], "RW210", "after `choose c hand` comes `from`"),
        (["may do grow(1) gain 1 score"], "RW209", "for example `may do discard: gain 1 mass`"),
        (["may pay coin: stop"], "RW214", "how much `coin`?"),
        (["may do"], "RW215", "a name is missing after `do`"),
        (["gain 1 coin", "else: stop"], "RW216", "belongs to no `if` or `may`"),
        (["gain 1 coin; may do grow(1)", "else: stop"], "RW216", "belongs to no `if` or `may`"),
        (["may choose one:", "  stop"], "RW222", "an option begins with what it is called"),
        (["choose c from hand: move c to table"], "RW222", "for example `may choose c from hand: move c to pool`"),
        (["do grow(1): stop"], "RW222", "`do` has no block"),
        (["pay 1 coin: gain 1 score"], "RW222", "`pay` has no block"),
        (["may do top(hand).rank: stop"], "RW416", "only an action by its name can be offered"),
        (["may pay 1 sun: stop"], "RW409", "`sun` is no counter"),
    ],
)
def test_what_may_not_be_is_told_at_its_place(tmp_path: Path, lines: list[str], code: str, said: str) -> None:
    told = found(tmp_path, with_section(ACTIONS, drawing(*lines)))
    assert [each.rule.code for each in told] == [code]
    assert said in str(told[0])


def side(game: Game) -> Side:
    return Side(game.book, game.combined.root)


def test_variants_and_differences_know_what_is_offered(tmp_path: Path) -> None:
    do = "may choose c from deck: gain c.n points\n      else: lose 1 coins\n      may do lay: gain 1 points"
    (tmp_path / "game.yaml").write_text(GAME.replace("DO", do).replace("START", "deck"), encoding="utf-8")
    variant = (
        "variant: other\nof: game.yaml\nreplace:\n  actions.go.do:\n    lose 1 coins: lose 2 coins\n"
        '    "may do lay": |\n      may pay 1 coin: gain 5 points\n'
    )
    (tmp_path / "other.yaml").write_text(variant, encoding="utf-8")
    other = load(tmp_path / "other.yaml")
    match = Match.start(other.flow, 2)
    match.choose("decline")
    assert [option.text for option in match.options] == ["pay", "decline"]
    match.choose("pay")
    assert state(match) == (15, 2)
    told = differences(side(load(tmp_path / "game.yaml")), side(other))
    assert [each.sentence for each in told] == [
        "`actions.go` does `lose 2 coins` instead of `lose 1 coins`.",
        "`actions.go` does `may pay 1 coin:` instead of `may do lay:`.",
        "`actions.go` does `gain 5 points` instead of `gain 1 points`.",
    ]


def test_what_is_offered_is_written_as_it_stands() -> None:
    text = (
        'may choose c from hand "Which?":\n  move c to table\nelse:\n  stop\nmay do draw\nmay do draw\nelse:\n  stop\n'
        'may choose one "Q":\n  "A":\n    stop\nelse:\n  stop\nmay choose (stop | draw)\nmay pay 1 coins to stop\n'
    ).replace("| draw", "| do draw")
    scalar = Scalar(Span(Source("rules", text), 0, len(text)), text, "plain")
    block = parse_block(scalar, Problems())
    assert block is not None
    assert write_statements(block, (scalar,)) == text
