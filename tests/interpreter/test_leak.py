"""The leak test finds leaks, and finds none where there are none."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rulewright.dsl import load
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Compare, Const, Contents, Expr, FirstOf, Fold, Shown, StateVar, Temp
from rulewright.dsl.types import NUMBER, PLAYER, KindType, SetType
from rulewright.interpreter.leak import difference, exchanged, hidden_pairs
from rulewright.interpreter.log import HIDDEN, Part
from rulewright.interpreter.match import Match
from rulewright.interpreter.position import Position, install
from tests.interpreter import tiny
from tests.interpreter.tiny import COUNT, DECK, HAND, NOTHING, ROUND, block, choice, move, option, settle
from tests.source_files import ROOT

DEALT = (
    move(tiny.cards_of(tiny.ONE, tiny.TWO), HAND, Const(0)),
    move(tiny.cards_of(tiny.THREE, tiny.ORDER), HAND, Const(1)),
)
WORTH_OF_B = Fold("sum", Contents(HAND, Const(1)), 0, tiny.number_of(Temp(0)))


def stopped(*ops: ir.Op, asks: ir.Choice | None = None) -> Match:
    """Cards are dealt, these ops were run, and A is asked."""
    flow = tiny.table((
        block(0, asks or choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1), *DEALT, *ops,
              scope=ROUND),
        block(1, ir.GameEnd(NOTHING, 0)),
    ))  # fmt: skip
    return Match.start(flow, 2)


def found(match: Match, seat: int = 0) -> str | None:
    """The first leak that twenty exchanges show."""
    generator = random.Random(5)
    return next((leak for _ in range(20) if (leak := difference(match, seat, generator)) is not None), None)


def test_nothing_leaks_from_what_is_hidden():
    assert found(stopped()) is None
    match = Match.start(tiny.cards(), 2, 3)
    while not match.over:
        assert [found(match, seat) for seat in range(2)] == [None, None]
        match.choose(0)


@pytest.mark.parametrize("guard", [True, False])
def test_options_that_depend_on_a_rivals_hand(guard):
    rich = Compare(">", WORTH_OF_B, Const(3))
    x = option("actions.x", 1, guard=rich) if guard else option("actions.x", 1, legal=rich)
    match = stopped(asks=choice(Const(0), x, option("actions.y", 1), option("actions.z", 1), empty=1))
    leak = found(match)
    assert leak is not None and leak.startswith("A's options: ") and leak.endswith(" exchanged")
    assert found(match, 1) is None


def test_a_prompt_that_tells():
    asks = choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1)
    match = stopped(asks=replace(asks, prompt=("B has ", Shown(WORTH_OF_B, NUMBER))))
    leak = found(match)
    assert leak is not None and "A's question" in leak and "B has 3" in leak
    assert found(match, 1) is None


def test_an_audience_that_tells():
    """Who sees the deck depends on a hidden card."""
    flow = tiny.table((
        block(0, choice(Const(0), option("actions.x", 1), option("actions.y", 1), empty=1), *DEALT, scope=ROUND),
        block(1, ir.GameEnd(NOTHING, 0)),
    ))  # fmt: skip
    box = replace(flow.zones[tiny.BOX], counted_by=ir.Audience("all", Compare("is", WORTH_OF_B, Const(3))))
    leak = found(Match.start(replace(flow, zones=(*flow.zones[:3], box)), 2))
    assert leak is not None and "A's zones" in leak


def test_only_what_could_have_come_about_is_compared():
    """B is known to have cards worth 3: the only exchanges left are those that leave it so."""
    rich = option("actions.x", 1, guard=Compare("is", WORTH_OF_B, Const(3)))
    match = stopped(asks=choice(Const(0), rich, option("actions.y", 1), option("actions.z", 1), empty=1))
    hand = match.machine.evaluator.number(WORTH_OF_B)

    def valid(other: Match) -> bool:
        return hand(other.state, other.state.frames[0], other.machine.temps) == 3

    generator = random.Random(5)
    assert [difference(match, 0, generator, valid) for _ in range(20)] == [None] * 20
    assert found(match) is not None


def test_nothing_to_exchange():
    match = stopped(ir.Turn(Contents(DECK), True, Const(0), (), 0))
    assert hidden_pairs(match, match.view(1)) == [(tiny.ONE, tiny.TWO)]
    match = stopped(ir.Turn(tiny.cards_of(*range(5)), True, Const(0), (), 0))
    assert hidden_pairs(match, match.view(1)) == [] and found(match, 1) is None


def test_alike_components_are_left_alone():
    match = stopped(move(tiny.cards_of(tiny.TWO), DECK))
    pairs = hidden_pairs(match, match.view(0))
    assert (tiny.TWO, tiny.OTHER_TWO) not in pairs and (tiny.TWO, tiny.THREE) in pairs


def test_everything_that_refers_to_a_component_follows():
    """A local, a due reaction and a variable, each with the component that is exchanged."""
    flow = tiny.cards()
    shown = replace(flow.variables[COUNT], name="favourite", type=tiny.CARD, high=4, seen_by=ir.Audience("nobody"))
    flow = replace(flow, variables=(*flow.variables, shown))
    greet = replace(flow.procedures[2], types=(PLAYER, tiny.CARD))
    main = replace(flow.procedures[0], types=(PLAYER, NUMBER, tiny.CARD, *flow.procedures[0].types[3:]))
    match = Match.start(replace(flow, procedures=(main, flow.procedures[1], greet, *flow.procedures[3:])), 2)
    one, two = 0, 3
    state = match.state
    state.frames[0][5], state.frames[0][4] = one, two
    state.pending.append((2, 0, two))
    cell = match.machine.layout.bases[3]
    state.cells[cell] = one
    other = exchanged(match, [(one, two)]).state
    assert other.frames[0][4:6] == [two, two] and other.pending == [(2, 0, one)] and other.cells[cell] == two
    assert other.where[one] == state.where[two] and other.seed != state.seed
    assert other.zones[other.where[one]].index(one) == state.zones[state.where[two]].index(two)
    assert state.pending == [(2, 0, two)] and state.frames[0][5] == one


def test_sets_in_locals_follow():
    flow = stopped().flow
    main = replace(flow.procedures[0], types=(PLAYER, SetType(tiny.CARD), *flow.procedures[0].types[2:]))
    match = Match.start(replace(flow, procedures=(main, *flow.procedures[1:])), 2)
    match.state.frames[0][4] = (0, 1, 3)
    assert exchanged(match, [(0, 2)]).state.frames[0][4] == (2, 1, 3)


def secretly(words: Expr) -> Match:
    """B is asked in secret; when that is let pass a line is said, and A is asked."""
    yes, wait = option("windows.speak.yes", 1), option("windows.speak.wait", 1, passes=True)
    window = choice(Const(1), yes, wait, empty=1, secrecy="asked", scope=tiny.SPEAK)
    said = ir.Say(("Next comes ", Shown(words, tiny.CARD)), 0)
    flow = tiny.table((
        block(0, window, *DEALT),
        block(1, choice(Const(0), option("actions.x", 2), option("actions.y", 2), empty=2), said, scope=ROUND),
        block(2, ir.GameEnd(NOTHING, 0)),
        *settle(3, 4),
    ), settles=3)  # fmt: skip
    return Match.start(flow, 2)


def test_what_is_said_ahead_of_time_is_known():
    """The line names B's first card to all, so that is no longer one of those that A cannot know."""
    match = secretly(FirstOf(Contents(HAND, Const(1))))
    view = match.view(0)
    assert view.log()[-1] == "Next comes 3" and view.asked[0].seat == 0
    assert all(tiny.THREE not in pair for pair in hidden_pairs(match, view))


def test_what_will_be_seen_is_known():
    """When B's question is let pass hands are open, and so A is shown them."""
    yes, wait = option("windows.speak.yes", 1), option("windows.speak.wait", 1, passes=True)
    window = choice(Const(1), yes, wait, empty=1, secrecy="asked", scope=tiny.SPEAK)
    flow = tiny.table((
        block(0, window, *DEALT),
        block(1, choice(Const(0), option("actions.x", 2), option("actions.y", 2), empty=2), tiny.change(Const(1)),
              scope=ROUND),
        block(2, ir.GameEnd(NOTHING, 0)),
    ))  # fmt: skip
    hands = replace(flow.zones[HAND], seen_by=ir.Audience("all", Compare("is", StateVar(COUNT), Const(1))))
    match = Match.start(replace(flow, zones=(flow.zones[DECK], hands, *flow.zones[2:])), 2)
    view = match.view(0)
    assert view.zones[("hand", 1)].names == ("3", "Order") and hidden_pairs(match, view) == []


def test_a_variable_names_it():
    flow = tiny.cards()
    shown = replace(flow.variables[COUNT], name="favourite", type=tiny.CARD, high=4)
    match = Match.start(replace(flow, variables=(*flow.variables, shown)), 2)
    assert found(match, 0) is None and found(match, 1) is None


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_secret_windows_of_chaos(holder):
    """Three Orders in a hand, and in the exchanged game somewhere else: nobody but the holder sees a difference."""
    flow = load(ROOT / "games" / "chaos" / "game.yaml").flow
    hands = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]]
    hands[holder] = ["Order"] * 3
    zones: dict[tuple[str, int | None], list[tuple[str, int | None]]] = {
        ("hand", seat): [(name, None) for name in hand] for seat, hand in enumerate(hands)
    }
    zones[("pool", None)] = [(name, None) for name in ("10", "11", "12", "13", "13")]
    match = install(flow, Position(3, "speak", {"turn": 0, "drain": 2}, zones, ("fountain", None), {("dealer", ()): 2}))
    assert match.decider == holder and match.choice is not None and match.choice.secrecy == "asked"

    def valid(other: Match) -> bool:
        return not other.machine.broken_invariants(other.state)

    generator = random.Random(holder)
    for seat in range(3):
        assert [leak for _ in range(40) if (leak := difference(match, seat, generator, valid))] == []


def test_the_entries_of_a_view_name_nothing_hidden() -> None:
    """What a policy gets of a Trade between two others is that there was one; identical copies are not told apart."""
    flow = load(ROOT / "games" / "chaos" / "game.yaml").flow
    zones: dict[tuple[str, int | None], list[tuple[str, int | None]]] = {
        ("hand", 0): [("7", None), ("4", None)],
        ("hand", 1): [("9", None), ("2", None)],
        ("hand", 2): [("5", None)],
    }
    match = install(flow, Position(3, "act", {"turn": 0}, zones, ("fountain", None)))
    match.choose("trade 7 B")
    match.choose("9")
    names = match.machine.layout.names

    def told(seat: int) -> set[str]:
        found = [part for entry in match.view(seat).entries for part in entry.parts if isinstance(part, Part)]
        return {names[part.value] for part in found if part.type == KindType("Card") and part.value != HIDDEN}  # type: ignore[index]

    assert (told(0), told(1), told(2)) == ({"7", "9"}, {"7", "9"}, set())
    hidden = {place for place, name in enumerate(names) if name in ("7", "9")}
    for entry in match.view(2).entries:
        assert entry.kind != "move" or entry.facts[0] == HIDDEN
        assert entry.kind != "choice" or len(entry.facts) == 2
        assert not any(isinstance(part, Part) and part.value in hidden for part in entry.parts)
