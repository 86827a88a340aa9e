"""Scenarios that change the rulebook for themselves (`set`, `replace`, `add`), and what is carried out in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import scenes
from rulewright.dsl import Diagnostic, Game, Problems, load

GAME = """\
rulebook: orders
players: 2
options:
  double: {type: Flag, default: no}
kinds:
  Card: {n: 0..9, effect: Effect}
components:
  cards:
    make: Card
    table: cards.csv
    start: deck
zones:
  deck:  {holds: Card, order: stack}
  hand:  {holds: Card, per: Player}
  table: {holds: Card}
state:
  score: {type: 0..99, per: Player}
phases:
  round:
    repeat: 2 times
    steps:
      turn:
        each: players clockwise from first(players)
        steps:
          act: {ask: Your turn, menu: [draw, trade]}
          tidy: {if: count(hand) > 1, do: move first(hand) to table}
          rest:
            steps:
              breathe: {do: gain 1 score}
actions:
  draw:
    if: some(deck)
    do: |
      do take
      do first(hand).effect
  take: {do: move top(deck) to hand}
  trade:
    either:
      up: {label: Up, do: gain 2 score}
      down: {label: Down, do: lose 1 score}
laws:
  full: {whenever: count(table) > 2, do: move table to deck}
triggers:
  taken: {after: do take by p, do: gain 1 p.score}
end:
  over: {after: round, winner: players}
"""
TABLE = "name,n,effect\nOne,1,gain 1 score\nTwo,2,gain 2 score\nThree,3,do take\n"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards.csv").write_text(TABLE, encoding="utf-8")
    return load(tmp_path)


def read(game: Game, text: str) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """What fails in the scenarios, and what is wrong with them."""
    path = game.book.source.path
    assert path is not None
    (path.parent / "scenarios.yaml").write_text(text, encoding="utf-8")
    problems = Problems()
    found = game.scenarios(problems)
    failures = () if problems.errors else tuple(each for one in found for each in scenes.run(game, one).failures)
    return failures, problems.errors


START = "  players: 2\n  at: act\n  given: {turn.player: A, deck: [One, Two, Three]}\n"


def failures(game: Game, text: str, title: str = "One") -> tuple[str, ...]:
    found, errors = read(game, f"- scenario: {title}\n{START}{text}")
    assert not errors, [each.message for each in errors]
    return found


def mistake(game: Game, text: str) -> Diagnostic:
    _, (found,) = read(game, f"- scenario: One\n{START}{text}")
    return found


def test_a_cell_is_set_for_one_scenario(game: Game) -> None:
    text = (
        f"- scenario: Changed\n{START}"
        "  set: {components.cards.rows.One.effect: gain 5 score}\n  choices: {A: draw}\n  expect: {A.score: 7}\n"
        f"- scenario: As it is\n{START}  choices: {{A: draw}}\n  expect: {{A.score: 3}}\n"
    )
    assert read(game, text) == ((), ())


def test_an_action_is_set_replaced_and_added_to(game: Game) -> None:
    assert (
        failures(game, "  set: {actions.draw.do: gain 9 score}\n  choices: {A: draw}\n  expect: {A.score: 10}\n") == ()
    )
    text = "  replace: {actions.trade: {do: gain 4 score}}\n  choices: {A: trade}\n  expect: {A.score: 5}\n"
    assert failures(game, text) == ()
    text = (
        "  add:\n    actions.bonus: {label: Bonus, do: gain 6 luck}\n    phases.round.turn.act.menu: bonus\n"
        "    state.luck: {type: 0..9, per: Player}\n"
        "  choices: {A: bonus}\n  expect: {A.luck: 6}\n"
    )
    assert failures(game, text) == ()


def test_what_is_set_is_known_in_what_is_given(game: Game) -> None:
    text = (
        "  add: {components.cards.rows: {name: Four, n: 4}}\n  set: {kinds.Card.n: 0..20}\n"
        "  choices: {A: draw}\n  expect: {table: [], deck: [Two, Three, Four]}\n"
    )
    assert failures(game, text) == ()


def test_options_go_with_it(game: Game) -> None:
    text = (
        "  options: {double: yes}\n  set:\n    actions.draw.do: |\n      if double: gain 8 score\n"
        "  choices: {A: draw}\n  expect: {A.score: 9}\n"
    )
    assert failures(game, text) == ()


def test_the_same_changes_are_compiled_once(game: Game) -> None:
    same = "  set: {actions.draw.do: gain 9 score}\n  choices: {A: draw}\n  expect: {A.score: 10}\n"
    found, _ = read(game, "".join(f"- scenario: {title}\n{START}{same}" for title in ("One", "Two", "Three")))
    assert found == ()
    scenarios = game.scenarios(Problems())
    assert len({id(game.changed(each.changes, Problems())) for each in scenarios}) == 1
    assert game.changed(scenarios[0].changes, Problems()) is not game


@pytest.mark.parametrize(
    ("text", "code", "span"),
    [
        ("  set: {actions.drew.do: stop}\n", "RW163", "actions.drew.do"),
        ("  set: {components.cards.rows.Ten.n: 3}\n", "RW163", "components.cards.rows.Ten.n"),
        ("  set: {components.cards.rows.One.n: 1}\n", "RW165", "components.cards.rows.One.n"),
        ("  set: {components.cards.rows.One.n: 12}\n", "RW417", "12"),
        ("  set: {actions.take.do: move top(dekc) to hand}\n", "RW310", "dekc"),
        ("  add: {actions.take: {do: stop}}\n", "RW164", "do"),
        ("  set: {}\n", "RW160", "{}"),
        ("  add: hello\n", "RW132", "hello"),
        ("  set: {actions..do: stop}\n", "RW168", "actions..do"),
    ],
)
def test_mistakes_are_those_of_a_variant_at_the_scenarios_line(game: Game, text: str, code: str, span: str) -> None:
    found = mistake(game, f"{text}  expect: {{A.score: 0}}\n")
    assert (found.rule.code, found.span.text) == (code, span)
    assert Path(found.span.source.name).name == "scenarios.yaml"


def test_what_it_breaks_in_the_rulebook_names_the_scenario(game: Game) -> None:
    _, errors = read(game, f"- scenario: One\n{START}  set: {{state.score.type: Flag}}\n  expect: {{A.score: no}}\n")
    assert errors
    assert {each.labels[0].text for each in errors} == {"the scenario changes `state.score.type` here"}
    assert {Path(each.labels[0].span.source.name).name for each in errors} == {"scenarios.yaml"}


# ------------------------------------------------------------------------------------------------ order


@pytest.mark.parametrize(
    "order",
    [
        "[draw, take, draw, take]",
        "[take, components.cards.rows.One.effect, breathe, take, components.cards.rows.Two.effect, breathe]",
        "[actions.draw, rest, rest.breathe, actions.draw, rest, rest.breathe]",
        "[draw, phases.round.turn.rest, turn, draw, phases.round.turn.rest]",
        "[round x0, draw x2]",
        "take x2",
        "[draw, draw, tidy x0, full x0, trade x0]",
        "[taken x2]",
    ],
)
def test_what_is_carried_out_in_order(game: Game, order: str) -> None:
    assert failures(game, f"  choices: [{{A: draw}}, {{B: draw}}]\n  order: {order}\n") == ()


def test_what_was_not_in_order_is_told(game: Game) -> None:
    found, *_ = failures(game, "  choices: [{A: draw}, {B: up}]\n  order: [take, draw, up]\n")
    assert found.endswith("scenarios.yaml:6:11: carried out: draw, take, up; expected take, draw, up")
    found, *_ = failures(game, "  choices: {A: down}\n  order: [draw, trade x2]\n")
    assert found.endswith("carried out: trade; expected draw, trade x2")
    found, *_ = failures(game, "  choices: {A: down}\n  order: [tidy]\n")
    assert found.endswith("carried out: none of these; expected tidy")


def test_a_step_that_is_skipped_is_not_carried_out(game: Game) -> None:
    text = "  choices: {A: draw}\n  order: [draw, tidy, breathe]\n"
    assert failures(game, text.replace("tidy, ", "tidy x0, ")) == ()
    more = START.replace("{turn", "{A.hand: [Three], turn").replace(", Three]}", "]}")
    assert read(game, f"- scenario: One\n{more}{text}") == ((), ())


def test_order_and_set_together(game: Game) -> None:
    text = (
        "  set: {actions.draw.do: do take; do rummage}\n  add: {actions.rummage: {do: gain 1 score}}\n"
        "  choices: {A: draw}\n  order: [draw, take, rummage]\n"
    )
    assert failures(game, text) == ()


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("[drew]", "`drew` is no phase, step, action, law or trigger"),
        ("[deck]", "`deck` is no phase, step, action, law or trigger"),
        ("[act]", "`act` offers a menu, and does nothing itself"),
        ("[[draw]]", "a node of `order` must be one text"),
    ],
)
def test_what_cannot_stand_in_an_order(game: Game, order: str, message: str) -> None:
    found = mistake(game, f"  choices: {{A: draw}}\n  order: {order}\n")
    assert found.message.startswith(message)
