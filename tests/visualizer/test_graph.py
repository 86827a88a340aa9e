"""The graph is derived from the flow: its nodes, edges and conditions."""

from __future__ import annotations

import networkx as nx
import pytest

from rulewright.visualizer import graph as graphs
from rulewright.visualizer.guards import alternatives
from rulewright.visualizer.turn import START, turn_flow
from rulewright.visualizer.ways import Guard
from rulewright.visualizer.words import one_line, rule_ranges, wrap
from tests.visualizer.flows import chaos, fair
from tests.visualizer.pictures import flow_of

TURN = "phases.game.round.turn"
OVER = "phases.game.round/over"


@pytest.fixture(scope="module")
def of_chaos():
    return turn_flow(chaos())


@pytest.fixture(scope="module")
def of_fair():
    return turn_flow(fair())


def node(graph, address):
    return graphs.node(graph, address)


def edges(graph, kind):
    return {(edge.source, edge.target): edge for edge in graphs.edges(graph) if edge.kind == kind}


def test_every_named_part_of_the_game_is_a_node_or_a_group(of_chaos):
    drawn = {node.address for node in graphs.nodes(of_chaos)} | {group.address for group in graphs.frames(of_chaos)}
    sections = ("setup.", "phases.", "actions.", "laws.", "triggers.", "windows.")
    assert {spec.address for spec in chaos().scopes if spec.address.startswith(sections)} <= drawn


def test_every_rule_of_those_parts_is_cited(of_chaos):
    cited = {rule for node in graphs.nodes(of_chaos) for rule in node.rules}
    cited |= {rule for group in graphs.frames(of_chaos) for rule in group.rules}
    sections = ("setup.", "phases.", "actions.", "laws.", "triggers.", "windows.", "end.")
    assert cited == {rule for spec in chaos().scopes if spec.address.startswith(sections) for rule in spec.rules}


@pytest.mark.parametrize(("address", "kind"), [
    ("setup.first_dealer", "chance"),
    ("phases.game.deal", "decision"),
    (f"{TURN}/begin", "loop"),
    (f"{TURN}.act", "menu"),
    (OVER, "over"),
    ("phases.game.score", "step"),
    ("actions.seek", "action"),
    ("actions.battle.commit", "sealed"),
    ("laws.empty_hand", "law"),
    ("windows.revealing", "window"),
    ("end.clear_winner", "end"),
])  # fmt: skip
def test_kinds(of_chaos, address, kind):
    assert node(of_chaos, address).kind == kind


def test_who_decides(of_chaos):
    assert node(of_chaos, "phases.game.deal").who == "dealer"
    assert node(of_chaos, f"{TURN}.draw").who == "player of the turn"
    assert node(of_chaos, "actions.trade.answer").who == "target"
    assert node(of_chaos, "actions.discard").who == "", "different players at different places"


def test_loops_conditions_and_chance_are_in_the_words_of_the_rulebook(of_chaos):
    assert node(of_chaos, TURN).loop == "each player clockwise from dealer.left, forever"
    assert node(of_chaos, f"{TURN}.drain").condition == "count(pool) >= 5"
    assert node(of_chaos, "phases.game.deal").chance == ("shuffle deck",)


def test_a_menu_leads_to_its_actions_and_they_lead_back(of_chaos):
    act = f"{TURN}.act"
    options = {target: edge.label for (source, target), edge in edges(of_chaos, "option").items() if source == act}
    assert options == {
        "actions.seek": "Seek ‹card› from ‹target›",
        "actions.trade.offer": "Trade ‹card› with ‹target›",
        "actions.battle.call": "Call a Battle",
        "actions.place_set": "Lay three cards of ‹n› on the table",
        "actions.declare_order": "Declare Order",
        "actions.end_turn": "End the turn by discarding ‹card›",
    }
    back = {source for source, target in edges(of_chaos, "back") if target == act}
    assert back == {
        "actions.seek", "actions.trade.exchange", "actions.battle.winner_takes", "actions.place_set",
        "windows.revealing",
    }  # fmt: skip


def test_who_ends_what_how(of_chaos):
    ends = edges(of_chaos, "ends")
    assert ends["laws.surrender_of_order", OVER].label == "ends round as surrender"
    assert ends["actions.declare_order", OVER].label == "ends round as declared"
    assert ends["actions.end_turn", f"{TURN}/begin"].label == "ends turn"
    assert edges(of_chaos, "next").keys() & {(OVER, "phases.game.score")}


def test_an_endless_loop_is_not_left_at_its_head(of_chaos):
    assert not {target for source, target in edges(of_chaos, "next") if source == f"{TURN}/begin"} - {
        f"{TURN}.drain/begin"
    }


def test_conditions_of_edges(of_chaos):
    draw = edges(of_chaos, "next")[f"{TURN}.drain/begin", f"{TURN}.draw"]
    assert draw.guards == ("otherwise", "until no(pool)")
    over = edges(of_chaos, "over")["phases.game.score", "end.clear_winner"]
    assert over.guards == ("max(players by total) >= 13 and count(leaders) is 1",)
    discard = edges(of_chaos, "call")["actions.seek", "actions.discard"]
    found = "some(target.hand where worth is card.worth)"
    assert discard.guards == ("good_seeks is 3", f"not {found}")
    take = edges(of_chaos, "next")[f"{TURN}.drain.take", f"{TURN}.drain.speak"]
    assert take.guards == (), "both sides of the branch inside go on there"


def test_a_choice_that_can_be_passed_by_decides_nothing():
    """Each activity has a branch of its own in the action step, most with a choice inside that may end the step."""
    graph = turn_flow(flow_of("entropy_cosmos/game.yaml"))
    found = {edge.target: edge.guards for edge in graphs.edges(graph) if edge.source == "phases.round.turn.action.resolve"}
    assert found["actions.take_life_cards"] == ("activity is take_life_cards",)
    assert found["actions.upgrade_console"] == ("activity is upgrade_console, Upgrade ‹card›",)
    assert found["phases.round.turn.action.close"] == ()



def test_triggers_are_set_off_by_events(of_chaos):
    assert {source for source, _ in edges(of_chaos, "reacts")} == {
        "actions.discard", "actions.end_turn", "actions.battle.equal_cards_go", "laws.force_of_chaos",
    }  # fmt: skip


def test_windows_open_where_the_flow_calls_them(of_chaos):
    opened = {source for source, target in edges(of_chaos, "opens") if target == "windows.revealing"}
    assert opened == {f"{TURN}/begin", f"{TURN}.drain.speak", f"{TURN}.act"}


def test_everything_in_the_course_of_the_game_is_come_to(of_chaos, of_fair):
    for graph in (of_chaos, of_fair):
        reached = nx.descendants(graph, START) | {START}
        lane = {each for each in graph if each.startswith(("laws.", "triggers.")) or node(graph, each).frame}
        assert set(graph) - reached <= lane
        assert any(node(graph, each).kind == "end" for each in reached)


def test_printed_effects_are_one_node(of_fair):
    assert edges(of_fair, "call").keys() >= {("actions.charm", "effects")}
    assert node(of_fair, "effects").words == "2 effects"


def test_options_of_a_question_are_conditions(of_fair):
    gossip = edges(of_fair, "call")["phases.day.turn.talk", "actions.gossip"]
    assert gossip.guards == ("Weather",)


def test_the_game_ends_where_the_flow_says(of_fair):
    over = edges(of_fair, "over")
    assert over.keys() == {("phases.evening", "end.richest"), ("phases.day.sweep", "game/end")}
    assert over["phases.day.sweep", "game/end"].guards == ("no(deck)",)


def test_steps_of_a_law_follow_each_other_and_laws_do_not(of_chaos, of_fair):
    assert ("laws.hand_limit/begin", "laws.hand_limit.discard") in edges(of_fair, "next")
    assert not [source for source, _ in edges(of_chaos, "next") if source.startswith("laws.")]


A, B = Guard("a"), Guard("b")
NOT_A = Guard("a", False)


@pytest.mark.parametrize(("clauses", "shorter"), [
    ([(A,), (A, B)], ((A,),)),
    ([(A,), (NOT_A, B)], ((A,), (B,))),
    ([(A, B), (NOT_A, B)], ((B,),)),
    ([(A,), (NOT_A,)], ()),
    ([(A,), ()], ()),
    ([(A,), (B,)], ((A,), (B,))),
])  # fmt: skip
def test_alternatives_are_made_short(clauses, shorter):
    assert alternatives(clauses) == shorter


def test_ranges_of_rules():
    assert rule_ranges(["A-01", "A-02", "A-03", "A-07", "B-1", "other"]) == "A-01–03, 07, B-1, other"
    assert rule_ranges([]) == ""


def test_lines_are_evenly_filled():
    assert wrap("one two three four", 14) == ["one two", "three four"]
    assert wrap("unbreakable", 4) == ["unbreakable"]
    assert wrap("a\x1b[1m\nb", 20) == ["a [1m b"]


def test_signs_that_turn_the_direction_are_left_out_and_joiners_stay():
    assert one_line("a\u202egnol\u202c b\n c\x07d") == "agnol b c d"
    assert one_line("\u2067x\u2069 \u200ey") == "x y"
    family = "\U0001f468\u200d\U0001f469"
    assert one_line(family) == family and one_line("می\u200cخواهم") == "می\u200cخواهم"
