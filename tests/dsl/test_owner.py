"""`owner`: whose a component is that is made for each player, wherever it lies; and what scenarios call it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import scenes
from rulewright.dsl import Problems, RulewrightError, load
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.flow.verify import verify
from rulewright.dsl.pipeline import Game
from rulewright.dsl.types import show
from rulewright.interpreter import Match
from rulewright.interpreter.examine import examine

GAME = """\
rulebook: pawns
players: 2..3
kinds:
  Colour: [red, blue]
  Pawn: {}
  Token: {n: 1..2, used: {type: Flag, start: no}, charge: {type: 0..3, start: 0, per: Colour}}
components:
  pawns: {make: Pawn, per: Player, name: Pawn, start: board}
  tokens: {make: Token, per: Player, start: kit, rows: [{name: One, n: 1}, {name: Two, n: 2}]}
  spare: {make: Token, name: Spare, n: 1, start: box}
zones:
  board: {holds: Pawn}
  goal:  {holds: Pawn}
  box:   {holds: Token}
  kit:   {holds: Token, per: Player}
  on:    {holds: Pawn, per: Token}
state:
  score:  {type: 0..9, per: Player}
  latest: {type: Player}
  marked: {type: Token or none}
  worth:  {type: 0..9, per: [Token, 1..2]}
phases:
  turn:
    each: players clockwise from first(players)
    steps:
      go:
        ask: Which token?
        choose: {token: players.kit}
        do: |
          move board where owner is me to goal
          set token.used to yes
          for p in token.owner: gain 1 p.score
          set latest to last(goal).owner
          move token to box
          set marked to token
          gain 2 token.charge(blue)
          gain 3 worth(token, 1)
end:
  over: {after: turn, winner: players}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return written(tmp_path_factory.mktemp("pawns"), GAME)


def written(folder: Path, text: str) -> Game:
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def told(folder: Path, old: str, new: str) -> Diagnostic:
    assert old in GAME
    with pytest.raises(RulewrightError) as raised:
        written(folder, GAME.replace(old, new, 1))
    (found,) = raised.value.problems.errors
    return found


def outcome(game: Game, text: str, folder: Path) -> tuple[str, ...]:
    """What fails in a scenario, and what is wrong with it."""
    path = game.book.source.path
    assert path is not None
    (path.parent / "scenarios.yaml").write_text(f"- scenario: One\n{text}", encoding="utf-8")
    problems = Problems()
    found = game.scenarios(problems)
    if problems.errors:
        return tuple(each.message for each in problems.errors)
    return scenes.run(game, found[0]).failures


def test_it_is_known_wherever_the_piece_lies(game: Game) -> None:
    assert list(verify(game.flow)) == []
    for players in (2, 3):
        match = Match.start(game.flow, players)
        while not match.over:
            match.choose(0)
        layout = match.machine.layout
        goal = match.state.zones[
            next(n for n, (zone, _) in enumerate(layout.instances) if game.flow.zones[zone].name == "goal")
        ]
        owners = [layout.components[each].values[-1] for each in goal]
        assert owners == list(range(players))


def test_pieces_made_per_player_may_start_in_a_shared_zone(game: Game) -> None:
    match = Match.start(game.flow, 3)
    board = next(
        n for n, (zone, _) in enumerate(match.machine.layout.instances) if game.flow.zones[zone].name == "board"
    )
    assert len(match.state.zones[board]) == 3
    generator = random.Random(1)
    while not match.over:
        examine(match, generator, 1.0)  # views tested for leaks, states saved and restored
        match.choose(generator.randrange(len(match.options)))


def test_it_may_be_none_where_some_are_made_for_nobody(game: Game) -> None:
    types = {game.flow.kinds[field.kind].name: show(field.type) for field in game.flow.fields if field.name == "owner"}
    assert types == {"Pawn": "a player", "Token": "a player or none"}


def test_a_kind_that_is_made_for_nobody_has_none(tmp_path: Path) -> None:
    text = GAME.replace("{make: Pawn, per: Player, name: Pawn, start: board}", "{make: Pawn, copies: 3, start: board}")
    with pytest.raises(RulewrightError) as raised:
        written(tmp_path, text)
    assert [(each.rule.code, each.span.text) for each in raised.value.problems.errors] == [
        ("RW310", "owner"),
        ("RW311", "owner"),
    ]
    assert raised.value.problems.errors[1].hint == (
        "it has an `owner` when it is made `per: Player`; `holder` is in whose zone it lies"
    )


def test_it_is_never_set(tmp_path: Path) -> None:
    found = told(tmp_path, "set latest to last(goal).owner", "set first(goal).owner to me")
    assert (found.rule.code, found.span.text) == ("RW412", "first(goal).owner")
    assert found.hint is not None and "whose it is never changes" in found.hint


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Pawn: {}", "Pawn: {owner: {type: Player or none, start: none}}"),
        ("Pawn: {}", "Pawn: {owner: Flag}"),
        ("phases:\n", "define:\n  Pawn.owner: me.left\nphases:\n"),
    ],
)
def test_nothing_else_is_called_so_of_such_a_kind(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(RulewrightError) as raised:
        written(tmp_path, GAME.replace(old, new, 1))
    found = raised.value.problems.errors[0]
    assert (found.rule.code, found.message) == (
        "RW301",
        "`owner` is a property of `Pawn` already: the player it is made for",
    )
    assert [label.span.text for label in found.labels] == ["pawns"]


def test_a_kind_without_players_may_have_an_owner_of_its_own(tmp_path: Path) -> None:
    text = GAME.replace("Pawn: {}", "Pawn: {owner: {type: Player or none, start: none}}").replace(
        "{make: Pawn, per: Player, name: Pawn, start: board}", "{make: Pawn, copies: 3, name: Pawn, start: board}"
    )
    written(tmp_path, text.replace("set latest to last(goal).owner", "for p in board: set p.owner to me"))


def test_a_variable_called_owner_is_the_rulebooks_own(tmp_path: Path) -> None:
    text = (
        GAME.replace("  latest:", "  owner: {type: Player or none, per: Pawn}\n  latest:")
        .replace("set latest to last(goal).owner", "for p in goal: set p.owner to me")
        .replace("for p in token.owner: gain 1 p.score", "gain 1 score")
    )
    assert all(field.name != "owner" for field in written(tmp_path, text).flow.fields)


def test_what_no_rule_asks_for_stands_nowhere_in_the_flow(tmp_path: Path, game: Game) -> None:
    text = GAME.replace("where owner is me ", "").replace("last(goal).owner", "me")
    quiet = written(tmp_path, text.replace("for p in token.owner: gain 1 p.score", "gain 1 score"))
    assert all(field.name != "owner" for field in quiet.flow.fields)
    assert sum(field.name == "owner" for field in game.flow.fields) == 2
    given = "  players: 2\n  at: go\n  given: {turn.player: A, kit: []}\n".replace(", kit: []", "")
    checks = (
        "  check: [count(board where owner is B) is 1, count(A.kit where owner is A) is 2, first(box).owner is none]\n"
    )
    assert outcome(quiet, given + checks, tmp_path) == ()
    assert outcome(quiet, given + "  check: count(board where owner is B) is 2\n", tmp_path) != ()


def test_scenarios_call_a_piece_by_whose_it_is(game: Game, tmp_path: Path) -> None:
    text = """\
  players: 2
  at: go
  given:
    turn.player: A
    goal: [B's Pawn]
    A.kit: [B's One (used), One]
    B.kit: [One, A's Two]
  offered: {A: A's Two}
"""
    assert outcome(game, text.replace("B.kit: [One, A's Two]", "B.kit: [Two, A's Two]"), tmp_path) == ()
    (wrong,) = outcome(game, text, tmp_path)
    assert wrong.endswith("there are 2 of `One`, and B's kit was to have one more")


def test_what_is_chosen_and_expected_may_say_whose_it_is(game: Game, tmp_path: Path) -> None:
    text = """\
  players: 2
  at: go
  given: {turn.player: A, A.kit: [One, B's One], marked: A's Two, B's Two.worth(2): 4}
  choices: {A: CHOSEN}
  expect:
    box: ["CHOSEN (used, blue 2)", Spare]
    goal: [A's Pawn]
    board: [B's Pawn]
    marked: CHOSEN
    CHOSEN.charge(blue): 2
    CHOSEN.charge(red): 0
    worth(CHOSEN, 1): 3
    B's Two.worth(2): 4
    SEAT.score: 1
"""
    for chosen in ("A's One", "B's One", "B's Two"):
        assert outcome(game, text.replace("CHOSEN", chosen).replace("SEAT", chosen[0]), tmp_path) == ()
    wrong = outcome(
        game, text.replace("CHOSEN", "B's One").replace("SEAT", "B").replace('box: ["B', 'box: ["A'), tmp_path
    )
    assert len(wrong) == 2 and "play has stopped here" in wrong[1]
    assert wrong[0].endswith("`box` is Spare, One; expected A's One (used, blue 2), Spare")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("goal: [C's Pawn]", "nobody sits on seat C: 2 play"),
        ("goal: [A's Pwan]", "no component is called `A's Pwan`"),
        ("A.kit: [A's Spare]", "no `Spare` is made for a player"),
        ("goal: [A's Pawn, A's Pawn]", "there is 1 of `A's Pawn`"),
        ("A.kit: [One (green 2)]", "`One` has no mark `green 2`"),
        ("One.charge(green): 2", "`green` is none of `red`, `blue`"),
        ("Pawn.charge(blue): 2", "`Pawn` is a Pawn, not a Token"),
    ],
)
def test_what_there_is_not_is_said(game: Game, tmp_path: Path, given: str, words: str) -> None:
    found = outcome(
        game, f"  players: 2\n  at: go\n  given: {{turn.player: A, {given}}}\n  check: count(players) is 2\n", tmp_path
    )
    assert any(words in each for each in found), found


def test_marks_and_variables_with_a_key_of_a_kind(game: Game, tmp_path: Path) -> None:
    text = """\
  players: 2
  at: go
  given: {turn.player: A, Spare.charge(blue): 2, Spare.used: yes, Spare.worth(1): 3, B.kit: ["One (red 1, used)"]}
  expect: {Spare.charge(blue): 2, box: ["Spare (blue 2, used)"], Spare.worth(1): 3, B.kit: [One (red 1), Two]}
  check: [first(box).charge(blue) is 2, first(B.kit).charge(red) is 1]
"""
    assert outcome(game, text, tmp_path) == ()
    unknown = outcome(game, text.replace('["Spare (blue 2,', '["Spare (green 2,'), tmp_path)
    assert len(unknown) == 1 and unknown[0].endswith("`Spare` has no mark `green 2`")
    assert len(outcome(game, text.replace('["Spare (blue 2,', '["Spare (blue 1,'), tmp_path)) == 1


def test_a_property_of_what_is_not_known_is_not_reported_too(tmp_path: Path) -> None:
    found = told(tmp_path, "move board where owner is me to goal", "move baord where revealed to goal")
    assert (found.rule.code, found.span.text) == ("RW310", "baord")


def test_a_word_of_the_language_out_of_place_is_explained(tmp_path: Path) -> None:
    found = told(tmp_path, "        ask: Which", "        if: revealed\n        ask: Which")
    assert (found.rule.code, found.hint) == ("RW310", "`card.revealed`: it lies face up")
