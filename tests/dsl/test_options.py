"""Options: values chosen before play, by a program, by a scenario; what does not fit is said where it was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import scenes
from rulewright.dsl import Game, Problems, RulewrightError, load

WINDY = """\
rulebook: windy
players: 2..3
options:
  windy: {type: Flag, default: no}
  rounds: {type: 1..9, default: 3}
  goes: {type: [early, late], default: late}
kinds:
  Card: {n: 0..9}
components:
  calm: {make: Card, for: {k: 1..9}, name: "{k}", n: k, start: deck}
  wind: {make: Card, name: Wind, n: 0, start: deck, if: windy and not goes is early}
  gusts: {make: Card, copies: rounds, name: Gust, n: 0, start: out}
zones:
  deck: {holds: Card, order: stack, face: down}
  out: {holds: Card}
phases:
  round:
    repeat: rounds times
    steps:
      turn: {each: players clockwise from first(players), may: "Draw?", do: move top(deck) to out}
      gust: {if: windy, do: move top(deck) to out}
"""


@pytest.fixture
def rulebook(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(WINDY, encoding="utf-8")
    return path


def names(game: Game) -> list[str]:
    return [component.name for component in game.flow.components]


def test_the_defaults(rulebook: Path) -> None:
    assert names(load(rulebook)).count("Gust") == 3
    assert "Wind" not in names(load(rulebook))


def test_other_values_make_another_game(rulebook: Path) -> None:
    game = load(rulebook, {"windy": True, "rounds": 5})
    assert names(game).count("Gust") == 5
    assert "Wind" in names(game)
    assert "Wind" not in names(load(rulebook, {"windy": "yes", "goes": "early"}))
    assert game.flow.digest != load(rulebook).flow.digest


def test_what_an_option_decides_is_decided_before_play(rulebook: Path) -> None:
    assert len(load(rulebook).flow.blocks) < len(load(rulebook, {"windy": True}).flow.blocks)


@pytest.mark.parametrize(
    ("chosen", "code", "message"),
    [
        ({"wndy": True}, "RW151", "did you mean `windy`?"),
        ({"rounds": 10}, "RW420", "`rounds` runs from 1 to 9; this is 10"),
        ({"rounds": True}, "RW420", "`rounds` must be a number 1..9"),
        ({"goes": "erly"}, "RW420", "did you mean `early`?"),
        ({"windy": "perhaps"}, "RW420", "`windy` is yes or no; this is `perhaps`"),
    ],
)
def test_wrong_values(rulebook: Path, chosen: dict[str, bool | int | str], code: str, message: str) -> None:
    with pytest.raises(RulewrightError) as raised:
        load(rulebook, chosen)
    (error,) = raised.value.problems.errors
    assert error.rule.code == code
    assert message in str(error)


def test_scenarios_choose_options(rulebook: Path) -> None:
    (rulebook.parent / "scenarios.yaml").write_text(
        "- scenario: windy\n  options: {windy: yes, rounds: 1}\n  check: [count(all(Card)) is 11, rounds is 1]\n"
        "- scenario: calm\n  check: [count(all(Card)) is 12, not windy]\n",
        encoding="utf-8",
    )
    game, problems = load(rulebook), Problems()
    outcomes = [scenes.run(game, scenario) for scenario in game.scenarios(problems)]
    assert not problems.items
    assert [outcome.passed for outcome in outcomes] == [True, True]


def test_an_option_that_a_scenario_has_wrong(rulebook: Path) -> None:
    text = "- scenario: bad\n  options: {windy: yes, rouns: 1}\n  over: nobody\n"
    (rulebook.parent / "scenarios.yaml").write_text(text, encoding="utf-8")
    problems = Problems()
    load(rulebook).scenarios(problems)
    (error,) = problems.errors
    assert (error.rule.code, error.span.line, error.span.column) == ("RW151", 2, 25)
