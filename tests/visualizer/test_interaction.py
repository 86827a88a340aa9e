"""The interaction of rules is derived from the flow: what is done, what reacts, what sets itself off."""

from __future__ import annotations

import pytest

from rulewright.dsl.flow.ir import Exchange, Move, SetState, Turn
from rulewright.visualizer import graph as graphs
from rulewright.visualizer.arranging import picture_of
from rulewright.visualizer.compare import compare
from rulewright.visualizer.early import early_triggers
from rulewright.visualizer.interaction import rule_interaction
from rulewright.visualizer.whereabouts import MEANWHILE
from tests.visualizer.flows import chaos, fair
from tests.visualizer.reactive import flow_of, reactive, with_part

TURN = "phases.round.turn"
INTO_DISCARDS = "events/a Card comes into discards"
COINS = "events/somebody gains coins"


@pytest.fixture(scope="module")
def graph():
    return rule_interaction(reactive())


def edges(graph, kind):
    return {(edge.source, edge.target): edge for edge in graphs.edges(graph) if edge.kind == kind}


def reacting(triggers_and_laws):
    """What reacts to what, with these instead of the triggers and laws of the rulebook."""
    return set(edges(rule_interaction(reactive(triggers_and_laws)), "reacts"))


def test_a_trigger_reacts_to_the_event_it_waits_for(graph):
    reacts = edges(graph, "reacts")
    assert ("events/a Card goes from deck to hand as gift", "triggers.gifted") in reacts
    assert ("events/somebody gains score", "triggers.scored") in reacts
    assert graphs.node(graph, "triggers.scored").words == "after gain p.score"


def test_what_does_an_event_is_found_wherever_it_stands(graph):
    does = {source for source, target in edges(graph, "does") if target == COINS}
    assert does == {"triggers.gifted", "triggers.scored", "components.charms/Clover"}
    assert graphs.node(graph, "components.charms/Clover").kind == "effects"


def test_an_event_leads_to_its_replacement_and_that_to_other_events(graph):
    edge = edges(graph, "reacts")[INTO_DISCARDS, "triggers.shield"]
    assert (edge.label, edge.guards) == ("instead", ("c.rank is 9",))
    assert graphs.node(graph, "triggers.shield").kind == "replacement"
    assert edges(graph, "reacts")[COINS, "triggers.warned"].label == "before"
    assert ("triggers.warned", "events/somebody gains score") in edges(graph, "does")


def test_events_that_nothing_reacts_to_and_rules_that_do_no_others_are_left_out(graph):
    shown = {node.address for node in graphs.nodes(graph)}
    assert f"{TURN}.brood" not in shown, "nothing waits for the mood"
    assert f"{TURN}.charm" not in shown, "what is printed on the component does something, not who plays it"
    assert not [address for address in shown if address.startswith("events/") and "mood" in address]


def test_what_a_reaction_calls_is_shown(graph):
    assert edges(graph, "call").keys() == {("triggers.echo", "actions.cheer")}


def test_what_sets_itself_off_is_a_loop(graph):
    looping = {node.address for node in graphs.nodes(graph) if node.loop}
    assert looping == {"triggers.scored", "triggers.echo", "actions.cheer", COINS, "events/somebody gains score"}
    assert {edge.loop for edge in graphs.edges(graph) if edge.kind == "call"} == {"loop 1"}
    assert not edges(graph, "does")["triggers.gifted", COINS].loop, "it leads there, and is not come back to"


def test_neither_a_law_nor_a_replacement_is_a_loop_by_itself():
    graph = rule_interaction(reactive("""
triggers:
  shield: {instead of: move Card c to discards, do: move c to discards}
laws:
  limit: {each: players clockwise from first(players), whenever: count(hand) > 3, do: move 2 of hand to discards}
  spend: {each: players clockwise from first(players), whenever: coins is 5, do: lose 1 coins}
"""))  # fmt: skip
    assert ("laws.spend", "events/a change of coins") in edges(graph, "does")
    assert ("triggers.shield", INTO_DISCARDS) in edges(graph, "does")
    assert not [edge for edge in graphs.edges(graph) if edge.loop]


def test_a_trigger_that_sets_itself_off_is_a_loop():
    graph = rule_interaction(reactive("triggers:\n  more: {after: gain p.coins, do: gain 1 p.coins}\n"))
    assert {node.address for node in graphs.nodes(graph) if node.loop} == {"triggers.more", COINS}


def test_two_laws_that_set_one_another_off_are_a_loop():
    graph = rule_interaction(reactive("""
laws:
  there: {whenever: some(table), do: move table to discards}
  back: {whenever: count(discards) > 3, do: move discards to table}
"""))  # fmt: skip
    assert {node.address for node in graphs.nodes(graph) if node.loop} >= {"laws.there", "laws.back"}


@pytest.mark.parametrize(("condition", "events"), [
    ("some(table)", {"a Card comes into table"}),
    ("no(discards)", {"a Card leaves discards"}),
    ("count(discards) is 0", {"a Card leaves discards"}),
    ("count(discards) > 3", {"a Card comes into discards"}),
    ("3 > count(discards)", {"a Card leaves discards"}),
    ("not some(discards)", {"a Card leaves discards"}),
    ("count(discards) is 3", {"a Card comes into discards", "a Card leaves discards"}),
    ("some(discards - table)", {"a Card comes into discards"}),
    ("some(discards where rank is 3)", {"a Card comes into discards"}),
    ("no(each c in discards where some(deck where rank is c.rank))", {"a Card leaves discards", "a Card leaves deck"}),
    ("mood is 3", {"a change of mood"}),
    ("some(players where coins > 3)", {"a change of coins"}),
    ("some(players.hand) and mood is 2", {"a Card comes into hand", "a change of mood"}),
    ("some(players where worthy)", {"a Card comes into hand"}),
    ("max(each n in 1..9 by count(discards where rank is n)) > 0", {"a Card comes into discards"}),
    ("1 > sum(players by count(discards))", {"a Card leaves discards"}),
    ("some(distinct(discards by rank) - distinct(table by rank))", {"a Card comes into discards"}),
    ("some(reachable(discards by table where rank is 1))", {"a Card comes into discards", "a Card comes into table"}),
    ("no(reachable(discards by none))", {"a Card leaves discards"}),
    ("some(reachable(players.hand by none) where revealed)", {"a Card comes into hand"}),
    ("some(reachable(players.hand by discards) where revealed)",
     {"a Card comes into hand", "a Card comes into discards", "a Card is turned face up in discards"}),
    ("first(discards) is none", {"a Card comes into discards", "a Card leaves discards"}),
])  # fmt: skip
def test_a_law_reacts_to_what_can_make_its_condition_true(condition, events):
    found = reacting(f"""
define:
  Player.worthy: some(hand where rank > 3)
laws:
  it:
    whenever: {condition}
    do: |
      move top(deck) to table
      move discards to table
""")
    assert {source for source, _ in found} == {f"events/{event}" for event in events}


def test_a_law_that_goes_through_a_set_reacts_to_what_comes_into_it():
    found = reacting("laws:\n  it: {for: {c: discards}, whenever: c.rank > 3, do: move c to table}\n")
    assert found == {(INTO_DISCARDS, "laws.it")}


def test_turning_is_an_event():
    laws = "laws:\n  seen: {whenever: some(players.hand where revealed), do: reveal players.hand}\n"
    graph = rule_interaction(reactive(laws))
    up = "events/a Card is turned face up in hand"
    assert (up, "laws.seen") in edges(graph, "reacts")
    assert ("laws.seen", up) in edges(graph, "does")


def test_every_watch_of_a_whole_game_is_an_edge():
    graph = rule_interaction(chaos())
    watched = set()
    for block in chaos().blocks:
        for op in block.ops:
            if isinstance(op, Move | Exchange | SetState | Turn):
                watched |= {(op.origin, watch.procedure) for watch in op.watches}
    rules = {chaos().origins[origin].address for origin, _ in watched}
    does = {source for source, target in edges(graph, "does") if target == "events/a Card comes into pool"}
    assert does == {".".join(rule.split(".")[:2]) for rule in rules}


def test_the_early_triggers_of_an_op_are_found_in_front_of_it():
    flow = reactive()
    found = {
        (flow.procedures[each.trigger].address, flow.origins[flow.blocks[each.block].ops[each.index].origin].address)
        for each in early_triggers(flow)
    }
    assert ("triggers.shield", f"{TURN}.drop") in found
    assert {address for address, _ in found} == {"triggers.shield", "triggers.warned"}


def test_the_picture_names_rules_that_nothing_sets_off_in_the_box_of_what_they_do(graph):
    picture = picture_of(graph)
    boxes = {box.address: box for box in picture.boxes()}
    assert f"{TURN}.drop" not in boxes
    assert "by steps: Drop" in [line.text for line in boxes[INTO_DISCARDS].lines]
    assert "by what is printed on: Clover" in [line.text for line in boxes[COINS].lines]
    assert {arrow.source for arrow in picture.arrows} | {arrow.target for arrow in picture.arrows} <= set(boxes)
    assert "part of loop 1" in [line.text for line in boxes["triggers.echo"].lines]


def test_events_with_the_same_role_share_a_box():
    picture = picture_of(rule_interaction(chaos()))
    shared = [box for box in picture.boxes() if sum(line.role == "title" for line in box.lines) > 1]
    assert [[line.text for line in box.lines[:2]] for box in shared] == [
        ["A Card leaves aside", "A Card leaves table"]
    ]


def test_a_game_without_reactions_says_so():
    picture = picture_of(rule_interaction(reactive("")))
    assert not picture.boxes()
    assert picture.notes


def test_what_only_happens_by_interference_is_in_the_graph_and_not_in_the_picture():
    graph = rule_interaction(reactive("""
triggers:
  keep: {after: move Card c to discards, do: move c to table}
laws:
  refill: {whenever: no(deck) and some(discards), do: move discards to deck}
"""))  # fmt: skip
    edge = edges(graph, "does")["triggers.keep", "events/a Card leaves deck"]
    assert edge.guards == (MEANWHILE,), "the law may have come first"
    picture = picture_of(graph)
    assert ("triggers.keep", "events/a Card leaves deck") not in {(a.source, a.target) for a in picture.arrows}


def test_the_same_flow_gives_the_same_graph():
    one, two = (rule_interaction(fair()) for _ in range(2))
    assert list(one.nodes(data=True)) == list(two.nodes(data=True))
    assert list(one.edges(data=True)) == list(two.edges(data=True))


def test_compared_games_say_which_rules_do_an_event_only_in_one_of_them():
    more = """
triggers:
  keep: {after: move Card c to discards, do: move c to table}
"""
    base, other = reactive(more), flow_of(with_part(more).replace("do: set mood to 1", "do: move top(deck) to discards"))
    graph = compare((rule_interaction(base), base), (rule_interaction(other), other))
    box = next(box for box in picture_of(graph).boxes() if box.address == INTO_DISCARDS)
    assert "by steps: Drop; + Brood" in [line.text for line in box.lines]
