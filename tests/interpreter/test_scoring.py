"""Where points come from: sums of lines, lines that are no sums, and what counters gain in the course of play."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.dsl import Game
from rulewright.interpreter.fast.machine import Play, fast_of
from rulewright.interpreter.match import Match
from rulewright.interpreter.playout import playout
from rulewright.interpreter.policy import first, uniform
from rulewright.interpreter.scoring import POINTS, Sources
from rulewright.interpreter.statistics import Result, Summary
from tests.dsl.book import checked
from tests.interpreter.tabletop.games import GAMES

STATE = "+\n  fame: {type: 0..99, per: Player}\n  bound: {type: 0..5, per: Player}"


def game(scoring: str, **more: str) -> Game:
    made, found = checked(state=STATE, scoring=scoring, **more)
    assert made is not None, [str(each) for each in found]
    return made


def sources(scoring: str, *choices: str, **more: str) -> dict[str, dict[str, tuple[int, ...]]]:
    """Where the points come from when A has drawn and B has taken a coin, and so on."""
    match = Match.start(game(scoring, **more).flow, 2, 1)
    for choice in choices or ("draw", "pass_on"):
        match.choose(choice)
    return match.sources()


def test_a_line_alone_is_its_own_source() -> None:
    assert sources("\n  cards: count(hand)") == {"cards": {"cards": (1, 0)}}


def test_a_sum_is_taken_apart_down_to_its_last_lines() -> None:
    scoring = "\n  cards: 5 * count(hand)\n  rich: coins\n  both: cards + rich\n  extra: 2\n  total: extra + both"
    assert sources(scoring) == {"total": {"extra": (2, 2), "cards": (5, 0), "rich": (0, 1)}}


def test_what_is_taken_away_counts_below_nothing() -> None:
    scoring = "\n  cards: 5 * count(hand)\n  debt: 3\n  fine: debt + coins\n  total: cards - fine"
    assert sources(scoring) == {"total": {"cards": (5, 0), "debt": (-3, -3), "coins": (0, -1)}}


def test_what_is_no_line_has_the_counters_name_or_none() -> None:
    assert sources("\n  cards: count(hand)\n  total: cards + coins") == {"total": {"cards": (1, 0), "coins": (0, 1)}}
    assert sources("\n  cards: count(hand)\n  total: cards + 2 * coins + 1") == {"total": {"cards": (1, 0), "other": (1, 3)}}


def test_a_line_that_is_no_sum_is_taken_apart_only_when_it_adds_up() -> None:
    scoring = "\n  cards: count(hand)\n  rich: coins\n  total: if coins > 0 then 9 else cards + rich"
    assert sources(scoring) == {"total": {"cards": (1, 0), "rich": (0, 0), "total": (0, 9)}}


def test_lines_of_another_player_are_none_of_ones_own() -> None:
    scoring = "\n  cards: count(hand)\n  total: cards + me.left.cards"
    assert sources(scoring) == {"total": {"cards": (1, 0), "other": (0, 1)}}


SCORE = """
  round:
    repeat: 3 times
    steps:
      turn: {each: players clockwise from dealer, menu: [draw, pass_on]}
      score: "for p in players clockwise from dealer: gain p.points p.fame"
"""
LINES = "\n  cards: 2 * count(hand)\n  rich: coins\n  points: if count(hand) is 2 then 0 else cards + rich"


def test_what_a_counter_gains_is_added_up_over_the_game() -> None:
    once = sources(LINES, "draw", "pass_on", phases=SCORE)
    assert once == {"fame": {"cards": (2, 0), "rich": (0, 1)}}
    twice = sources(LINES, "draw", "pass_on", "pass_on", "pass_on", phases=SCORE)
    assert twice == {"fame": {"cards": (4, 0), "rich": (1, 3)}}
    none_for_two = sources(LINES, "draw", "pass_on", "draw", "draw", phases=SCORE)
    assert none_for_two == {"fame": {"cards": (2, 2), "rich": (0, 2)}}, "A gains nothing with two cards"


def test_a_gain_that_a_bound_cuts_is_the_line_alone() -> None:
    phases = SCORE.replace("p.fame", "p.bound")
    found = sources("\n  cards: 4 * count(hand)\n  points: cards + coins", "draw", "draw", "pass_on", "pass_on", phases=phases)
    assert found == {"bound": {"cards": (4, 4), "coins": (0, 0), "points": (1, 1)}}


def test_only_the_judge_reads_of_sources() -> None:
    match = Match.start(game(LINES, phases=SCORE).flow, 2, 1)
    match.choose("draw")
    match.choose("pass_on")
    assert "A's fame from points: cards 2, rich 0" in match.log(detail=True)
    assert not any("from points" in line for seat in (0, 1) for line in match.log(seat, detail=True))
    assert not any("from points" in line for line in match.log())
    assert not any(entry.kind == POINTS for seat in (0, 1) for entry in match.view(seat).entries)


@pytest.mark.parametrize("name", ["chaos", "entropy_cosmos"])
def test_the_sources_of_a_game_add_up(name: str) -> None:
    flow = GAMES[name]().flow
    players = flow.players[0]
    match = Match.start(flow, players, 2)
    policies = [uniform(2, seat) for seat in range(players)]
    while not match.over:
        match.choose(policies[match.decider](match.view(match.decider)))
    ((total, found),) = match.sources().items()
    ends = match.scores().get(total) or tuple(match.judge_view().variables[(total, (seat,))] for seat in range(players))
    assert tuple(map(sum, zip(*found.values(), strict=True))) == ends
    result = playout(flow, players, [uniform(2, seat) for seat in range(players)], 2)
    assert result.sources == match.sources(), "a playout forgets the beginning of its log, and not what was gained there"


def test_generated_code_tells_of_the_same_gains() -> None:
    flow = game(LINES, phases=SCORE).flow
    play, match = Play(fast_of(flow, 2), 1), Match.start(flow, 2, 1)
    while play.seat >= 0:
        index = len(match.history) % len(play.grounds)
        play.choose(index)
        match.choose(index)
    found = play.sources()
    assert found == match.sources() and any(map(sum, found["fame"].values()))


def test_a_summary_of_sources() -> None:
    summary = Summary(2)
    for seed, (winners, points) in enumerate([((0,), (6, 1)), ((0, 1), (3, 3)), ((1,), (0, 5))]):
        total: Sources = {"total": {"cards": points, "rich": (0, -1)}}
        summary.add(Result(seed, winners, {"total": points}, total, 1, Counter(), 1, 1, budget=False))
    summary.add(Result(3, (), {}, {"total": {"cards": (90, 90)}}, 1, Counter(), 1, 1, budget=True))
    assert summary.means("total") == {"cards": (3.0, 3.0, 17 / 4), "rich": (0.0, -1.0, -2 / 4)}
    data = summary.to_json()
    assert data["sources"]["total"]["cards"]["winners"] == {"mean": 4.25, "sum": 17}  # type: ignore[index]
    assert Summary.from_json(data).to_json() == data
    assert Summary(2).to_json()["sources"] == {} and summary.means("nothing") == {}


def test_games_without_a_scoring() -> None:
    made, _ = checked()
    assert made is not None
    assert playout(made.flow, 2, [first, first]).sources == {}
