"""While answers are sealed nobody sees one, nor anything it does, whatever it does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow.verify import verify
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.leak import sealed_difference
from rulewright.interpreter.match import Match
from rulewright.interpreter.observe import View
from rulewright.interpreter.playout import playout
from rulewright.interpreter.position import Position, install
from rulewright.interpreter.state import State
from rulewright.interpreter.tabletop import table_text
from tests.interpreter import tiny

BOOK = """
rulebook: bids
players: 3
kinds: {{Card: {{rank: 1..9}}}}
components: {{cards: {{make: Card, for: {{n: 1..9}}, name: "Card {{n}}", rank: n, start: deck}}}}
zones:
  deck: {{holds: Card, order: stack, face: down}}
  hand: {{holds: Card, per: Player, face: down, seen by: owner}}
  chosen: {{holds: Card, per: Player}}
  table: {{holds: Card}}
state:
  pot: {{type: 0..99}}
  favourite: {{type: Player or none}}
setup:
  deal: |
    shuffle deck
    for p in players clockwise from first(players): move top(deck, 2) to p.hand
    move top(deck, 3) to table
phases:
  round:
    repeat: 2 times
    steps:
      bids:
        {step}
      rest: {{each: players clockwise from first(players), ask: Go on}}
actions:
  bid: {{choose: {{card: hand}}, say: "{{me}} bids {{card}}", do: move card to chosen}}
  pass_on: {{do: gain 1 pot}}
  deep:
    steps:
      which: {{choose: {{card: hand}}, do: move card to chosen}}
  both:
    steps:
      which: {{choose: {{card: hand}}, do: move card to chosen}}
      more: {{may: Add one?, do: gain 1 pot}}
"""
EACH = "each: players clockwise from first(players)\n        secret: until all have chosen\n        "
STEPS = {
    "face up": EACH + "choose: {card: hand}\n        do: move card to chosen",
    "moved face up": EACH + "choose: {card: hand}\n        do: move card to deck face up on top",
    "a public variable": EACH + "choose: {n: 1..6}\n        do: gain n pot",
    "a player": EACH + "choose: {whom: players}\n        do: set favourite to whom",
    "from one set": EACH + "choose: {card: table}\n        do: move card to chosen",
    "several": EACH + "do: |\n          choose up to 2 some_cards from hand\n          move some_cards to chosen",
    "a menu": EACH + "menu: [bid, pass_on]",
    "a question in an action": EACH + "do: do deep",
    "two questions in an action": EACH + "do: do both",
    "revealed": EACH + "may: Show your hand?\n        do: reveal hand",
    "statements": "do: |\n          for p in players clockwise from first(players) secretly:\n"
    "            choose card from p.hand by p\n            move card to p.chosen",
}


def started(folder: Path, step: str) -> Match:
    path = folder / "game.yaml"
    path.write_text(BOOK.format(step=step), encoding="utf-8")
    return Match.start(load(path).flow, 3, 5)


def facts(view: View) -> object:
    return dict(view.zones), dict(view.variables), view.log(True), view.asked, view.scope, table_text(view)


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_others_see_nothing_of_it(step: str, tmp_path: Path) -> None:
    match = started(tmp_path, step)
    before = facts(match.view(2))
    while match.decider != 2:
        match.choose(0)
        if match.decider != 2:
            assert facts(match.view(2)) == before
    mine, first = match.view(2), facts(match.view(2))
    assert (dict(mine.zones), dict(mine.variables), mine.log(True)) == before[:3]  # type: ignore[index]
    assert mine.decides and not match.view(0).decides and not match.view(1).decides
    other = started(tmp_path, step)
    while other.decider != 2:
        other.choose(len(other.grounds) - 1)
    assert facts(other.view(2)) == first and [each.text for each in other.options] == [
        each.text for each in match.options
    ]
    assert State.load(match.state.save()) == match.state
    while match.state.veil is not None:
        match.choose(0)
    assert dict(match.view(2).zones) != before[0] or dict(match.view(2).variables) != before[1]  # type: ignore[index]


@pytest.mark.parametrize("step", STEPS.values(), ids=list(STEPS))
def test_the_leak_test_finds_nothing(step: str, tmp_path: Path) -> None:
    match, generator = started(tmp_path, step), random.Random(4)
    while not match.over:
        assert sealed_difference(match, generator) is None
        match.choose(generator.randrange(len(match.grounds)))
    for seed in range(20):
        playout(match.flow, 3, seed=seed, check=True)


def test_ones_own_answer_is_seen_and_all_of_them_afterwards(tmp_path: Path) -> None:
    match = started(tmp_path, STEPS["face up"])
    match.choose(0)
    mine = match.view(0)
    assert mine.zones[("chosen", 0)].count == 1 and mine.zones[("hand", 0)].count == 1 and mine.asked == ()
    assert any("chosen" in line for line in mine.log(True)) and not any(
        "chosen" in line for line in match.view(1).log(True)
    )
    match.choose(0)
    assert match.view(0).zones[("chosen", 1)].count == 0 and match.view(1).zones[("chosen", 0)].count == 0
    match.choose(0)
    assert [match.view(1).zones[("chosen", seat)].count for seat in range(3)] == [1, 1, 1]
    assert sum("chosen" in line for line in match.view(1).log(True)) == 3 and match.state.veil is None


def test_an_answer_that_decides_who_is_asked_is_found(tmp_path: Path) -> None:
    """The pass of the next seats depends on what the first has answered."""
    asks = "{if: pot is 0 or me is not first(players).left, choose: {n: 1..2}, do: gain (n - 1) pot}"
    match = started(tmp_path, EACH + f"steps:\n          one: {asks}")
    leak = sealed_difference(match, random.Random(1))
    assert leak is not None and "tells of A's sealed answer" in leak
    with pytest.raises(PlayError, match="a view leaks"):
        for seed in range(100):
            playout(match.flow, 3, seed=seed, check=True)


def test_a_scenario_begins_in_the_middle_of_it(tmp_path: Path) -> None:
    flow = started(tmp_path, STEPS["face up"]).flow
    hands: dict[tuple[str, int | None], list[tuple[str, int | None]]] = {
        ("hand", seat): [(f"Card {seat + 1}", None), (f"Card {seat + 4}", None)] for seat in range(3)
    }
    match = install(flow, Position(3, "bids", {"bids": 1}, hands, ("deck", None)))
    assert match.decider == 1 and list(verify(flow)) == []
    match.choose(0)
    assert match.view(2).zones[("chosen", 1)].count == 0 and match.state.held == 1
    match.choose(0)
    assert match.view(0).zones[("chosen", 1)].count == 1 and match.state.held == 0


def test_a_sealed_answer_is_not_taken_back_once_all_are_in(tmp_path: Path) -> None:
    match = Match.start(tiny.cards(), 2, 3)
    match.keep_history = True
    match.choose(0)
    match.choose(0)
    assert match.state.veil is None and not match.can_undo()


def test_a_lone_option_of_an_action_is_asked(tmp_path: Path) -> None:
    """It would be taken with the answer before it, and that seat would see it."""
    flow = started(tmp_path, STEPS["two questions in an action"]).flow
    hands: dict[tuple[str, int | None], list[tuple[str, int | None]]] = {
        ("hand", seat): [(f"Card {seat + 1}", None)] for seat in range(3)
    }
    match = install(flow, Position(3, "bids", {"bids": 0}, hands, ("deck", None)))
    for number in range(6):
        assert match.decider == number // 2 and match.view(0).zones[("chosen", 1)].count == 0
        match.choose(0)
    assert match.state.veil is None and match.view(0).zones[("chosen", 1)].names == ("Card 2",)


LONE = {
    "face up": (STEPS["face up"], 0),
    "face down": (STEPS["face up"] + " face down", 1),
    "a value": (STEPS["a player"].replace("players", "each p in players where count(p.hand) > 1"), 0),
}


@pytest.mark.parametrize(("step", "laid"), LONE.values(), ids=list(LONE))
def test_an_only_answer_is_not_shown(step: str, laid: int, tmp_path: Path) -> None:
    """The others cannot know that it was the only one; that a card is laid face down they see all the same."""
    hands: dict[tuple[str, int | None], list[tuple[str, int | None]]] = {
        ("hand", seat): [(f"Card {seat + 1}", None)] for seat in range(3)
    }
    hands["hand", 2].append(("Card 9", None))
    match = install(started(tmp_path, step).flow, Position(3, "bids", {"bids": 0}, hands, ("deck", None)))
    assert len(match.grounds) == 1
    match.choose(0)
    view = match.view(1)
    assert view.zones[("chosen", 0)].names == (None,) * laid and view.variables["favourite", ()] == -1
    assert not any("Card 1" in line or "favourite" in line for line in view.log(True))


GAIN = "secret: until all have chosen\n        choose: {n: 1..6}\n        do: gain n pot"
ONE_AFTER_THE_OTHER = f"""each: players clockwise from first(players)
        {GAIN}
      again:
        each: players clockwise from first(players).right
        {GAIN}"""


def test_the_next_sealed_step_may_begin_at_once(tmp_path: Path) -> None:
    """With the last answer all are in, though the game is not seen without a veil, and though the same seat goes on."""
    match, generator = started(tmp_path, ONE_AFTER_THE_OTHER), random.Random(3)
    match.keep_history = True
    match.choose(0)
    assert match.entries[-2].sealed and not match.can_undo()
    while match.decider != 2:
        match.choose(0)
    before = facts(match.view(0))
    assert [sealed_difference(match, generator) for _ in range(20)] == [None] * 20
    match.choose(0)
    assert match.state.veil is not None and match.decider == 2 and facts(match.view(0)) != before
    assert not any(entry.sealed for entry in match.entries) and not match.can_undo()


def test_what_is_the_same_for_every_answer_is_shown(tmp_path: Path) -> None:
    """A card laid face down is seen to be laid; as soon as it might have been two, nothing is."""
    down = EACH + "choose: {card: hand}\n        do: move card to chosen face down"
    match = started(tmp_path, down)
    match.choose(0)
    view = match.view(1)
    assert view.zones[("chosen", 0)].names == (None,) and view.zones[("hand", 0)].count == 1
    assert view.log(True)[-1] == "A's hand -> A's chosen: a card" and sealed_difference(match, random.Random(1)) is None
    several = (
        EACH + "do: |\n          choose up to 2 some_cards from hand\n          move some_cards to chosen face down"
    )
    match = started(tmp_path, several)
    before = facts(match.view(2))
    while match.decider == 0:
        match.choose(0)
    assert facts(match.view(2)) == before and match.view(0).zones[("chosen", 0)].count == 2
