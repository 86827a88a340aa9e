"""The flow of components is derived from the flow, and holds in play."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.dsl import load
from rulewright.interpreter.match import Match
from rulewright.interpreter.policy import uniform
from rulewright.visualizer import graph as graphs
from rulewright.visualizer.arranging import picture_of
from rulewright.visualizer.components import component_flow
from rulewright.visualizer.components_layout import BULLET, MOST_LINES
from rulewright.visualizer.whereabouts import MEANWHILE, Whereabouts
from tests.source_files import ROOT
from tests.visualizer.flows import chaos
from tests.visualizer.reactive import flow_of

GAMES = (
    "chaos", "chaos/variants/two_seeks.yaml", "entropy", "entropy/ronin.yaml", "entropy/variants/solo.yaml",
    "entropy/variants/teams.yaml", "worlds_collide",
)  # fmt: skip
MOST_CHOICES = 300

ZONES = """
rulebook: places
title: Places
players: 2..3
kinds:
  Card: {rank: 1..9, partner: Flag}
  Coin: {worth: 1..2}
components:
  cards: {make: Card, for: {n: 1..9}, name: "{n}", rank: n, partner: no, start: a}
  coins: {make: Coin, for: {n: 1..2}, copies: 5, name: "{n}", worth: n, start: purse, per: Player}
zones:
  a: {holds: Card, order: stack, face: down}
  b: {holds: Card, order: row, face: keep}
  c: {holds: Card}
  d: {holds: Card}
  hand: {holds: Card, per: Player, face: down, seen by: owner, size: 3}
  purse: {holds: Coin, per: Player}
state:
  kept: {type: Card or none}
define:
  anything: a + b
actions:
  put: {takes: {card: Card}, do: move card to c}
phases:
  round:
    repeat: 2 times
    steps:
      turn: {each: players clockwise from first(players), steps: {act: {do: DO}}}
end:
  over: {after: round}
"""


def moves(statements, **more):
    """From where to where the statements of a rulebook move something: (names of zones, whether by itself)."""
    block = "|\n" + "".join(f"          {line}\n" for line in statements)
    text = ZONES.replace("{each: players clockwise from first(players), steps: {act: {do: DO}}}", (
        "\n        each: players clockwise from first(players)"
        "\n        do: " + block
    ))  # fmt: skip
    graph = component_flow(flow_of(text + "".join(f"{section}:\n{rules}" for section, rules in more.items())))
    return {
        f"{edge.source.removeprefix('zones.')} {edge.target.removeprefix('zones.')}" + ("?" if edge.guards else "")
        for edge in graphs.edges(graph)
    }


@pytest.mark.parametrize(("statements", "found"), [
    (["move top(a) to b"], {"a b"}),
    (["move anything to c"], {"a c"}),
    (["move a to b", "move anything to c"], {"a b", "a c", "b c"}),
    (["move a where rank > 3 to b"], {"a b"}),
    (["let x be top(a)", "move x to b", "move x to c"], {"a b", "b c"}),
    (["let x be top(a)", "if some(a): move x to b", "move x to c"], {"a b", "a c", "b c"}),
    (["choose x from a", "move x to hand", "choose y from hand", "move y to c"], {"a hand", "hand c"}),
    (["choose x from a at random", "move x to c"], {"a c"}),
    (["for x in a: move x to b"], {"a b"}),
    (["let x be top(a)", "do put(x)", "move x to d"], {"a c", "a d", "c d"}),
    (["let x be top(a)", "set kept to x", "move x to b", "move kept to d"], {"a b", "a d", "b d", "d d"}),
    (["move a to b", "move each x in all(Card) where x in b to d"], {"a b", "b d"}),
    (["move a to b", "let x be first(anything)", "if x in b: move x to c"], {"a b", "b c"}),
    (["move top(a) to b", "swap top(a) with first(b)"], {"a b", "b a"}),
    (["move top(a) to hand", "pass hand to left"], {"a hand", "hand hand"}),
    (["let two be top(a, 2)", "for x in two: move x to b", "choose y from two", "move y to c"], {"a b", "a c", "b c"}),
    (["choose x from a", "move x to b", "choose y from a", "move y to b", "move x to c", "move y to c"], {"a b", "b c"}),
    (["move a - b to c"], {"a c"}),
    (["move highest(a by rank) to c"], {"a c"}),
    (["move if count(a) > 3 then a else b to c"], {"a c"}),
])  # fmt: skip
def test_where_a_move_takes_components_from(statements, found):
    assert {pair for pair in moves(statements) if not pair.endswith("?")} == found


def test_what_another_rule_may_have_moved_meanwhile_is_an_edge_with_a_guard():
    laws = "  tidy: {whenever: count(b) > 1, do: move b to d}\n"
    found = moves(["let x be top(a)", "move x to b", "move x to c"], laws=laws)
    assert found == {"a b", "b c", "b d", "d c?"}


def test_a_trigger_takes_what_it_was_told_of_from_where_it_went():
    triggers = "  back: {after: move Card x to c, do: move x to d}\n"
    assert moves(["move top(a) to c"], triggers=triggers) == {"a c", "c d", "d d?"}


def test_all_of_a_kind_come_from_anywhere():
    found = moves(["move a to b", "move top(b) to c", "move top(c) to hand", "move all(Card) to a"])
    assert "zones/anywhere Card a" in found
    assert not [pair for pair in found if pair.endswith(" a") and not pair.startswith("zones/")]


def test_a_zone_that_every_player_has_is_one_node_in_a_frame():
    graph = component_flow(chaos())
    assert [frame.title for frame in graphs.frames(graph)] == ["of each player"]
    assert graphs.node(graph, "zones.hand").group == "zones/of each player"
    assert graphs.node(graph, "zones.deck").group == ""


def test_zones_say_what_lies_there_and_how():
    graph = component_flow(chaos())
    assert graphs.node(graph, "zones.deck").words == (
        "Card, a stack, face down\nbegins with 52 spectrum, 4 order, 2 chaos"
    )
    assert graphs.node(graph, "zones.deck").chance == ("shuffled by Deal",)
    assert graphs.node(graph, "zones.hand").words == "Card, in no order, face down\nseen by its owner, at times"
    assert graphs.node(graph, "zones.pool").rules == ("CHA-063",)
    places = component_flow(flow_of(ZONES.replace("DO", "move top(a) to c")))
    assert "at most 3" in graphs.node(places, "zones.hand").words
    assert "begins with 10 coins" in graphs.node(places, "zones.purse").words, "what each player has, not all of them"


def test_edges_say_which_rule_moves_what():
    graph = component_flow(chaos())
    edge = next(e for e in graphs.edges(graph) if (e.source, e.target) == ("zones.hand", "zones.pool"))
    assert edge.label == "Discard: card\nEnd turn: card\nForce of chaos: hand where suit is order"
    assert edge.by == ("actions.discard", "actions.end_turn", "laws.force_of_chaos")
    face_down = next(e for e in graphs.edges(graph) if (e.source, e.target) == ("zones.pool", "zones.table"))
    assert face_down.label == "Take: card, face down"


def test_the_picture_has_one_arrow_for_two_zones_with_few_lines():
    lines = [f"move a where rank is {n} to b" for n in range(1, MOST_LINES + 4)]
    statements = "|\n" + "".join(f"          {line}\n" for line in lines)
    text = ZONES.replace("{each: players clockwise from first(players), steps: {act: {do: DO}}}", (
        "\n        each: players clockwise from first(players)\n        do: " + statements
    ))  # fmt: skip
    graph = component_flow(flow_of(text))
    arrow, = picture_of(graph).arrows
    assert arrow.labels == (
        *(f"{BULLET} Turn: a where rank is {n}" for n in range(1, MOST_LINES + 1)), f"{BULLET} and 3 more"
    )  # fmt: skip
    assert len(graphs.edges(graph)[0].label.split("\n")) == MOST_LINES + 3


def test_what_goes_from_hand_to_hand_is_said_in_the_box():
    picture = picture_of(component_flow(chaos()))
    assert not [arrow for arrow in picture.arrows if arrow.source == arrow.target]
    hand = next(box for box in picture.boxes() if box.address == "zones.hand")
    assert f"{BULLET} Spin of chaos, spin: pass hand to way" in [line.text for line in hand.lines]


def test_the_picture_leaves_out_what_takes_another_rule_and_says_so():
    graph = component_flow(load(ROOT / "games" / "entropy").flow)
    guarded = [edge for edge in graphs.edges(graph) if edge.guards == (MEANWHILE,)]
    assert guarded
    picture = picture_of(graph)
    drawn = {(arrow.source, arrow.target) for arrow in picture.arrows}
    plain = {(edge.source, edge.target) for edge in graphs.edges(graph) if not edge.guards}
    assert drawn == {pair for pair in plain if pair[0] != pair[1]}
    assert picture.notes[0].text.startswith(f"{len(guarded)} moves are not drawn")


# ------------------------------------------------------------------------------------------------ against play


@cache
def flow(name):
    return load(ROOT / "games" / name).flow


def played(flow, seats, seed):
    """What moves from where to where in a random game: addresses of two zones, and of the rule."""
    match = Match.start(flow, seats, seed)
    policies = [uniform(seed, seat) for seat in range(seats)]
    layout, seen = match.machine.layout, 0
    while not match.over and len(match.history) < MOST_CHOICES:
        match.choose(policies[match.decider](match.view(match.decider)))
        for entry in match.entries[seen:]:
            if entry.kind == "move":
                instances = [instance for instance in entry.facts[1:3] if isinstance(instance, int)]
                zones = (flow.zones[layout.instances[instance][0]] for instance in instances)
                source, target = (flow.origins[zone.origin].address for zone in zones)
                yield source, target, entry.address
        seen = len(match.entries)


@pytest.mark.parametrize("name", GAMES)
def test_every_move_in_play_is_an_edge(name):
    edges = graphs.edges(component_flow(flow(name)))
    known = {(edge.source, edge.target, rule.partition("/")[0]) for edge in edges for rule in edge.by}
    gathered = {(target, rule) for source, target, rule in known if source.startswith("zones/anywhere")}
    for seats in sorted({flow(name).players[0], flow(name).players[1]}):
        for source, target, rule in played(flow(name), seats, seats):
            assert (source, target, rule) in known or (target, rule) in gathered


@pytest.mark.parametrize("name", GAMES)
def test_a_reader_of_one_rule_never_expects_more_than_can_happen(name):
    everything = {(moved.block, moved.op, moved.target): moved.sources for moved in Whereabouts(flow(name)).moves}
    for moved in Whereabouts(flow(name), meanwhile=False).moves:
        assert moved.sources <= everything[moved.block, moved.op, moved.target]
