"""Scenario files: what they cannot mean is said where it stands, before or while they are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import scenes
from rulewright.dsl import Diagnostic, Game, Problems, load

BOOK = """\
rulebook: dice
players: 2..3
rules: rules.yaml
kinds:
  Suit: [sun, moon]
  Token: {size: 1..3, worn: {type: 0..3, start: 0}}
components: {tokens: {make: Token, copies: 6, name: Token, size: 1, start: bank}}
zones:
  bank: {holds: Token, order: stack}
  mine: {holds: Token, per: Player}
  heap: {holds: Token, per: Suit}
state:
  score: {type: 0..9, per: Player}
  dealer: {type: Player}
  trump: {type: Suit or none}
  open: {type: Flag}
  asked: {type: Flag, per: [Player, 1..3]}
phases:
  round:
    repeat: until no(bank)
    steps:
      turn:
        each: players clockwise from dealer
        menu: [roll, steal, pass_on]
actions:
  roll:
    label: Roll the die
    do: |
      choose n from 1..6 at random
      if n >= 4: move 1 of bank to mine
  steal: {if: score > 0, choose: {whom: others}, do: lose 1 score}
  pass_on: {do: gain 1 score}
end:
  most: {after: round, winner: all_highest(players by count(mine))}
"""
RULES = "- {id: DIC-001, section: Aim, text: Roll.}\n"
AT = "- scenario: One\n  players: 2\n  at: turn\n  given: {turn.player: A}\n"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    return load(tmp_path)


def problems_of(game: Game, text: str) -> list[Diagnostic]:
    assert game.book.source.path is not None
    (game.book.source.path.parent / "scenarios.yaml").write_text(text, encoding="utf-8")
    problems = Problems()
    game.scenarios(problems)
    return list(problems.items)


def failures_of(game: Game, text: str) -> str:
    assert problems_of(game, text) == []
    return "\n".join(line for each in game.scenarios(Problems()) for line in scenes.run(game, each).failures)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (AT.replace("turn.player", "turn.playr") + "  asks: {A: turn}\n", "RW330", "did you mean `player`?"),
        (AT + "  expect: {round.playr: A}\n", "RW330", "`round` has no `playr`"),
        (AT, "RW335", "expects nothing"),
        (AT + "  choices: {A: pass_on}\n", "RW335", "say what must be so afterwards"),
        (AT + "  asks: {A: turn}\n" + AT + "  asks: {A: turn}\n", "RW336", "another scenario is called `One`"),
        (AT + "  rules: [DIC-002]\n  asks: {A: turn}\n", "RW324", "did you mean `DIC-001`?"),
        (AT + "  over: nobdy\n", "RW331", "did you mean `nobody`?"),
        (AT + "  over: A, me\n", "RW331", "`me` is no seat"),
        (AT + "  over: C\n", "RW331", "nobody sits on seat C: 2 play"),
        (AT + "  asks: {C: turn}\n", "RW331", "the seats are A to B"),
        (AT + "  refused: {D: roll}\n", "RW331", "seat D"),
        (AT + "  views: {C: {bank: 6}}\n", "RW331", "seat C"),
        (AT + "  expect: {C.score: 1}\n", "RW331", "seat C"),
        (AT + "  expect: {dealer: C}\n", "RW331", "seat C"),
        (AT + "  expect: {'asked(C, 1)': yes}\n", "RW331", "seat C"),
        (AT + "  expect: {'asked(A, 4)': yes}\n", "RW334", "from 1 to 3"),
        (AT + "  expect: {score: 3}\n", "RW330", "each player has a `score` of its own (say whose: `A.score`)"),
        (AT + "  expect: {mine: 3}\n", "RW330", "`A.mine`"),
        (AT + "  expect: {heap: 3}\n", "RW330", "`sun.heap`"),
        (AT + "  expect: {A.bank: 3}\n", "RW330", "write `bank`"),
        (AT + "  expects: {A.score: 3}\n", "RW131", "did you mean `expect`"),
        (AT.replace("at: turn", "at: tunr") + "  asks: {A: turn}\n", "RW333", "did you mean `turn`?"),
        (AT + "  expect: {asked: 3}\n", "RW330", "each player and each number has a `asked` of its own (say whose: `A.asked(1)`)"),
        (AT.replace("turn.player", "sun.player") + "  asks: {A: turn}\n", "RW330", "no zone or variable is called `player`"),
        (AT + "  expect: {A.dealer: A}\n", "RW330", "write `dealer`"),
        (AT + "  expect: {open: true}\n", "RW334", "did you mean `yes`?"),
        (AT + "  expect: {A.score: \"3\"}\n", "RW334", "write 3 without quotes"),
        (AT + "  expect: {A.score: many}\n", "RW334", "not a whole number"),
        (AT + "  expect: {A.score: 12}\n", "RW334", "from 0 to 9"),
        (AT + "  expect: {trump: son}\n", "RW334", "did you mean `sun` or `moon`?"),
        (AT + "  expect: {bank: all}\n", "RW334", "does not say what lies in `bank`"),
        (AT + "  views: {A: {bank: hiden}}\n", "RW334", "`hidden`"),
        (AT.replace("A}", "A, bank: Token}") + "  asks: {A: turn}\n", "RW334", "write a list: `bank: [Token]`"),
        (AT.replace("players: 2", "players: 5") + "  asks: {A: turn}\n", "RW334", "2 to 3 players, not 5"),
    ],
)  # fmt: skip
def test_what_a_scenario_cannot_mean(game: Game, text: str, code: str, words: str) -> None:
    (problem,) = problems_of(game, text)
    assert problem.rule.code == code and words in str(problem), str(problem)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("  refused: {A: rol}\n", "nothing is called `rol` (did you mean `roll`?)"),
        ("  refused: {A: steal Bob}\n", "nothing is called `bob`"),
        ("  refused: {A: [Token, sun, '3']}\n", ""),
        ("  refused: {A: steal B}\n", ""),
        ("  refused: {B: roll}\n", "`roll` is not refused to B, who is not asked: A decides, at phases.round.turn"),
        ("  refused: {A: roll}\n", "A can choose `roll`"),
        ("  refused: {A: Roll the die}\n", "A can choose"),
        ("  offered: {B: roll}\n", "not offered to B, who is not asked"),
        ("  choices: {A: roll}\n  chance: [4]\n  asks: {B: turn}\n", ""),
        ("  choices: {A: roll}\n  chance: [4, 3]\n  asks: {B: turn}\n", "chance was to bring `3`, which nothing asked for"),
        ("  choices: [{A: roll}, {B: roll}]\n  chance: [4]\n  asks: {A: turn}\n", ""),
        ("  choices: [{A: roll}, {B: roll}]\n  chance: [4]\n  asks: {B: turn}\n",
         "`chance` has 1 value; what came at actions.roll was drawn by the seed"),
        ("  expect: {sun.heap: [], trump: none, dealer: A, 'asked(B, 3)': no, A.score: 0, bank: 6, B.mine: []}\n", ""),
        ("  over: nobody\n", "the game goes on"),
        ("  expect: {bank: [Token (worn 0), Token (worn), ...]}\n", "expected Token (worn 0), Token (worn)"),
        ("  expect: {bank: [Token (worn 0), ...]}\n", ""),
        ("  views: {A: {bank: [Token, ...]}}\n", ""),
        ("  views: {A: {bank: [hidden, ...]}}\n", "A sees Token"),
    ],
)  # fmt: skip
def test_what_does_not_hold(game: Game, text: str, words: str) -> None:
    found = failures_of(game, AT + text)
    assert words in found and bool(words) == bool(found), found


PASSES = BOOK.replace("repeat: until no(bank)", "repeat: 3 times").replace(
    "        menu: [roll, steal, pass_on]\n",
    "        steps:\n          act: {repeat: 2 times, menu: [roll, steal, pass_on]}\n          tell: {say: \"{me} is through\"}\n",
)
ACT = "- scenario: One\n  players: 2\n  at: act\n  given: {turn.player: A%s}\n  choices: {A: pass_on}\n  asks: {%s}\n"


@pytest.mark.parametrize(("given", "asks", "words"), [
    ("", "B: act", ""),  # the last pass, unless it is said
    (", act.more: 1", "A: act", ""),
    (", act.more: 1", "B: act", "expected B to be asked at act; it is A, at phases.round.turn.act"),
])  # fmt: skip
def test_how_many_passes_follow(tmp_path: Path, given: str, asks: str, words: str) -> None:
    (tmp_path / "game.yaml").write_text(PASSES, encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    found = failures_of(load(tmp_path), ACT % (given, asks))
    assert words in found and bool(words) == bool(found), found


def test_the_passes_of_the_phases_around_follow_too(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(PASSES, encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    last = ACT.replace("turn.player: A", "turn.player: B").replace("A: pass_on", "B: pass_on")
    assert "it is nobody, at nothing: the game is over" in failures_of(load(tmp_path), last % ("", "A: act"))
    assert failures_of(load(tmp_path), last % (", round.more: 1", "A: act")) == ""
    (problem,) = problems_of(load(tmp_path), ACT.replace("turn.player", "act.player") % ("", "A: act"))
    assert problem.hint == "write `turn.player`"


def test_where_play_stopped_when_something_does_not_hold(game: Game) -> None:
    found = failures_of(game, AT + "  choices: {A: pass_on}\n  expect: {A.score: 2}\n")
    assert "`A.score` is 1, not 2" in found and "play has stopped here: B decides, at phases.round.turn" in found
    wrong = failures_of(game, AT + "  choices: {A: [pass_on, pass_on]}\n  expect: {A.score: 1}\n")
    assert "it is not A who decides here but B, at phases.round.turn (a choice with one option is made without asking)" in wrong


def test_places_of_components_with_signs_in_their_names(tmp_path: Path) -> None:
    book = BOOK.replace("state:\n", "  pile: {holds: Token, per: Token}\nstate:\n  gems: {type: 0..9, per: Token}\n").replace(
        "copies: 6, name: Token, size: 1, start: bank}", 'rows: [{name: St. Ives, size: 1}, {name: "1-2", size: 2}], start: bank}'
    )
    (tmp_path / "game.yaml").write_text(book, encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    given = AT.replace("A}", "A, St. Ives.gems: 2, 1-2.pile: [St. Ives]}")
    assert failures_of(load(tmp_path), given + '  expect: {"gems(St. Ives)": 2, 1-2.pile: 1}\n') == ""
