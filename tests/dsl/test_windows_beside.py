"""Windows beside every question: offers that stand beside whatever a player is asked."""

from __future__ import annotations

import pytest

from rulewright.dsl.flow.verify import verify
from rulewright.interpreter.match import Match
from tests.dsl.book import checked, said

STATE = (
    "\n  coins: {type: 0..9, per: Player, start: 2}\n  dealer: {type: Player}\n  gold: {type: 0..99, per: Player}\n"
    "  told: {type: 0..99}\n  seen: {type: 0..99, per: Player}"
)
ACTIONS = (
    "+\n  trade: {cost: 1 coins, do: gain 1 gold}\n  give: {choose: {other: others}, if: gold > 5, do: gain 1 other.gold}\n"
    "  spare: {choose: {card: hand}, do: 'move card to deck; gain 1 gold'}"
)
END = "\n  most: {after: round, winner: all_highest(players by gold + told + seen)}"
PICK = "choose: {card: hand}, do: move card to deck"


def phases(*steps: str) -> str:
    listed = "".join(f"\n          {step}" for step in steps)
    return f"\n  round:\n    repeat: 2 times\n    steps:\n      turn:\n        each: players clockwise from dealer\n        steps:{listed}"


def window(more: str = "", offers: str = "[trade]", during: str = "turn") -> str:
    return f"\n  trading: {{beside: every question, during: {during}, who: turn.player, offers: {offers}{more}}}"


def start(*steps: str, windows: str = "", actions: str = "", **more: str) -> Match:
    sections = {
        "state": STATE,
        "actions": ACTIONS + actions,
        "phases": phases(*steps),
        "windows": windows or window(),
        **more,
    }
    made, problems = checked(**sections, end=END)
    assert made is not None, [str(each) for each in problems]
    assert {each.rule.code for each in problems} <= {"RW528"}, [
        str(each) for each in problems
    ]  # of actions left out here
    assert list(verify(made.flow)) == []
    return Match.start(made.flow, players=2, seed=1)


def texts(match: Match) -> list[str]:
    return [option.text for option in match.options]


def value(match: Match, name: str, *key: int) -> int:
    place = next(place for place, spec in enumerate(match.flow.variables) if spec.name == name)
    return match.state.cells[match.machine.layout.cell(place, key)]


DRAW = "act: {menu: [draw, pass_on, give, spare]}"


def test_an_offer_is_carried_out_and_the_question_comes_again() -> None:
    match = start(DRAW)
    assert texts(match) == ["draw", "pass_on", "trade"]
    match.choose("trade")
    assert (value(match, "coins", 0), value(match, "gold", 0)) == (1, 1)
    assert match.decider == 0
    match.choose("trade")
    assert texts(match) == ["draw", "pass_on"]  # a trade costs a coin
    match.choose("draw")
    assert match.decider == 1


def test_options_are_made_anew_when_the_question_comes_again() -> None:
    match = start(DRAW, f"pick: {{{PICK}}}", windows=window(offers="[spare]"))
    match.choose("draw")
    card, spare = texts(match)
    assert spare == f"spare {card}"
    match.choose(spare)
    assert match.decider == 1  # the card is gone, and with it the question


def test_a_lone_option_is_asked_for_when_something_stands_beside_it() -> None:
    match = start(DRAW, f"pick: {{{PICK}}}")
    match.choose("draw")
    assert len(texts(match)) == 2
    assert texts(match)[1] == "trade"
    match.choose("trade")
    match.choose("trade")  # nothing more to trade: the lone card is taken
    assert (match.decider, value(match, "gold", 0)) == (1, 2)


def test_a_question_that_cannot_be_declined_needs_an_option_of_its_own() -> None:
    match = start("first: {ask: Go}", f"pick: {{{PICK}}}", "last: {ask: End}")
    match.choose("first")
    assert texts(match) == ["last", "trade"]  # nobody was asked for a card, though a trade was possible


def test_a_menu_without_an_option_of_its_own_is_passed_over() -> None:
    match = start("act: {menu: [give]}", "last: {ask: End}")
    assert texts(match) == ["last", "trade"]


def test_a_question_that_can_be_declined_is_asked_for_the_offers_alone() -> None:
    match = start("act: {do: may do give}", "last: {ask: End}")
    assert texts(match) == ["decline", "trade"]
    match.choose("trade")
    match.choose("trade")
    assert texts(match) == ["last"]  # only declining is left


def test_combinations_of_picks_count_when_they_are_legal() -> None:
    draw = "a: {do: move deck where rank < 4 to hand}"
    pair = "pair: {choose: {one: hand, two: hand}, legal: one.rank > two.rank + 1, do: move one + two to deck}"
    match = start(draw, pair, "last: {ask: End}")
    assert texts(match) == ["Card 3 Card 1", "trade"]  # called as without the offer beside it
    match.choose("trade")
    match = start(draw, pair.replace("+ 1", "+ 2"), "last: {ask: End}")
    assert texts(match) == ["last", "trade"]


def test_only_its_player_and_only_meanwhile() -> None:
    match = start("act: {ask: Go}", "other: {who: me.left, ask: Really, do: gain 1 told}")
    assert texts(match) == ["act", "trade"]
    match.choose("act")
    assert (match.decider, texts(match)) == (1, ["other"])


def test_during_a_step_and_in_what_is_done_from_there() -> None:
    match = start(
        "act: {do: do pick_one}", f"pick: {{{PICK}}}", "last: {ask: End}",
        windows=window(during="act"),
        actions="\n  pick_one:\n    steps:\n      a: {do: move 3 of deck to hand}\n      b: {" + PICK + "}",
    )  # fmt: skip
    assert texts(match)[-1] == "trade"
    match.choose(0)
    assert all(text.startswith("Card") for text in texts(match))  # `pick` is another step


def test_secret_questions_have_nothing_beside_them() -> None:
    bid = "bid: {each: players clockwise from me, secret: until all have chosen, choose: {card: hand}, do: move card to deck}"
    match = start("deal: 'for p in players clockwise from me: move 2 of deck to p.hand'", bid, "last: {ask: End}")
    assert all(text.startswith("Card") for text in texts(match))


def test_if_and_what_is_done_before_each_question() -> None:
    windows = window(", if: told < 2, do: gain 1 told + 1 me.seen")
    match = start(DRAW, windows=windows)
    assert (value(match, "told"), value(match, "seen", 0), value(match, "seen", 1)) == (1, 1, 0)
    match.choose("trade")
    assert value(match, "told") == 2
    assert texts(match) == ["draw", "pass_on", "trade"]
    match.choose("trade")
    assert value(match, "told") == 2
    assert texts(match) == ["draw", "pass_on"]


def test_nothing_is_done_before_a_question_that_is_none() -> None:
    windows = window(", do: gain 1 told")
    match = start(f"pick: {{{PICK}}}", "last: {ask: End}", windows=windows)
    assert value(match, "told") == 1  # before `last`


def test_halves_defaults_and_picks_of_offers() -> None:
    actions = (
        "\n  swap:\n    takes: {off: {type: 0..3, default: 1}}\n    either:\n      a: {cost: (2 - off) coins, do: gain off gold}\n"
        "      b: {choose: {card: hand}, cost: 2 coins, do: move card to deck}"
    )
    match = start(DRAW, "last: {ask: End}", windows=window(offers="[swap]"), actions=actions)
    assert texts(match) == ["draw", "pass_on", "a"]
    match.choose("draw")
    assert [text.split()[0] for text in texts(match)] == ["last", "a", "b"]
    match.choose(2)
    assert (value(match, "coins", 0), texts(match)) == (0, ["last"])


def test_two_windows_stand_side_by_side() -> None:
    windows = window() + window(offers="[spare]").replace("trading", "sparing")
    match = start(DRAW, "last: {ask: End}", windows=windows)
    match.choose("draw")
    assert [text.split()[0] for text in texts(match)] == ["last", "trade", "spare"]
    match.choose(2)
    assert texts(match) == ["last", "trade"]


OPENS = ", opens when: seen < gold, do: set me.seen to gold"


def test_it_opens_by_itself_as_often_as_it_has_something_to_say() -> None:
    match = start("a: {do: gain 1 gold}", "b: {do: open trading}", "last: {ask: End}", windows=window(OPENS))
    assert texts(match) == ["trade", "wait"]
    match.choose("trade")  # there is more gold than was seen, so it asks again
    assert texts(match) == ["trade", "wait"]
    match.choose("wait")
    assert texts(match) == ["last"] if value(match, "coins", 0) == 0 else ["last", "trade"]


def test_it_does_not_open_when_there_is_nothing_to_say_or_it_is_not_its_time() -> None:
    match = start("b: {do: open trading}", "last: {ask: End}", windows=window(OPENS))
    assert texts(match) == ["last", "trade"]
    match = start("b: {do: 'gain 1 gold; open trading'}", "last: {ask: End}", windows=window(OPENS, during="last"))
    assert texts(match) == ["last", "trade"]


def test_it_opens_before_each_statement_of_an_effect() -> None:
    sections = {
        "kinds": "+\n  Charm: {text: {type: Effect, opens: trading}}",
        "components": "+\n  charm: {make: Charm, name: Charm, start: box, text: gain 1 gold; gain 1 gold; gain 1 gold}",
        "zones": "+\n  box: {holds: Charm}",
    }
    match = start("act: 'for c in box: do c.text'", "last: {ask: End}", windows=window(OPENS), **sections)
    asked = 0
    while texts(match) == ["trade", "wait"]:
        asked += 1
        match.choose("wait")
    assert (asked, texts(match)) == (2, ["last", "trade"])  # before the second and the third statement


@pytest.mark.parametrize(
    ("windows", "code", "words"),
    [
        (
            window().replace("who: turn.player", "each: players clockwise from dealer"),
            "RW136",
            "`each` does not go with that",
        ),
        (window(", secret: yes"), "RW136", "`secret` does not go with that"),
        (
            window().replace("beside: every question, ", ""),
            "RW144",
            "`during` in `windows.trading` says nothing without `beside:`",
        ),
        (window().replace("every question", "questions"), "RW134", "it can be `every question`"),
        (window(during="trun"), "RW317", "did you mean `turn`"),
        (window(", if: gold"), "RW401", "must be yes or no"),
        (window(", opens when: gold"), "RW401", "must be yes or no"),
        (window(", do: gain 1 glod"), "RW310", "did you mean `gold`?"),
        (window().replace("turn.player", "me"), "RW313", "nobody acts here"),
        (window(offers="[trad]"), "RW319", "did you mean `trade`?"),
        (window(", opens when: gold > 0"), "RW529", "nothing opens the window `trading`"),
        (window(offers="[idle]"), "RW530", "`idle`"),
    ],
)
def test_mistakes(windows: str, code: str, words: str) -> None:
    found = said(
        state=STATE, actions=ACTIONS + ("\n  idle: {label: Idle}" if "idle" in windows else ""), phases=phases(DRAW),
        windows=windows, end=END,
    )  # fmt: skip
    assert [each for each, _ in found if each not in ("RW528", "RW522")] == [code], found
    assert any(words in text for _, text in found), found


def test_only_an_effect_opens_windows() -> None:
    found = said(
        state=STATE, actions=ACTIONS, phases=phases(DRAW), windows=window(), kinds="+\n  Odd: {n: {type: 1..2, opens: trading}}",
        end=END,
    )  # fmt: skip
    assert ("RW304", True) in [(code, "is no effect" in text) for code, text in found]
