"""Two games as one graph: what is added, removed, changed and the same, and that nothing else is said to be."""

from __future__ import annotations

from functools import cache

import networkx as nx
import pytest

from rulewright.dsl import Problems, compile_source, load
from rulewright.dsl.source import Source
from rulewright.visualizer import graph as graphs
from rulewright.visualizer.compare import REDEFINED, compare
from rulewright.visualizer.nodes import BLOCKS, INTERACTION
from rulewright.visualizer.places import EFFECTS
from tests.source_files import ROOT
from tests.visualizer.flows import FAIR, fair

MIRROR = {"added": "removed", "removed": "added", "changed": "changed", "same": "same"}
TURN = "phases.day.turn"
GAMES = ROOT / "games"
VARIANTS = [
    (path.parents[1] if path.parent.name == "variants" else path.parent, path)
    for path in sorted((*GAMES.glob("*/variants/*.yaml"), GAMES / "entropy" / "ronin.yaml"))
    if not path.name.endswith(("_scenarios.yaml", "_rules.yaml"))
]
OPTIONS = [
    ("anchor_goes", "before", {"actions.use_anchor"}),
    ("unleash_returns", "with_the_pick", {EFFECTS}),
    ("exposed_shards", "are_discarded", {"actions.expose.in_hold"}),
    ("destroying", "by_choice", {EFFECTS}),
    ("wilds_with_2", "3", {"setup.gather"}),
]


@cache
def flow_of(*changes):
    """The small rulebook with some of its text replaced."""
    text = FAIR
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    problems = Problems()
    game = compile_source(Source("fair.yaml", text), problems)
    assert game is not None, [f"{problem.span}: {problem.message}" for problem in problems.errors]
    return game.flow


@cache
def game_of(path, **options):
    return load(path, options=options)


def compared(before, after, view="turn"):
    return compare((graphs.build(before, view), before), (graphs.build(after, view), after))


def against_fair(*changes):
    return compared(fair(), flow_of(*changes))


def parts(graph):
    return {each.address: each for each in (*graphs.frames(graph), *graphs.nodes(graph))}


def changes(graph):
    """What became of each part that is not the same."""
    return {address: part.change for address, part in parts(graph).items() if part.change != "same"}


def redefined(part):
    """Whether a part needs a definition that means something else."""
    return any(text.startswith(REDEFINED) for text in part.differs)


def edge_changes(graph):
    return {
        (edge.kind, edge.source, edge.target, edge.label, edge.change)
        for edge in graphs.edges(graph)
        if edge.change != "same"
    }


# ------------------------------------------------------------------------------------------------ laws of any comparison


@pytest.mark.parametrize("view", sorted(graphs.BUILDERS.keys() - {BLOCKS}))
@pytest.mark.parametrize("path", ["chaos", "entropy", "worlds_collide"])
def test_a_game_is_the_same_as_itself(path, view):
    flow = game_of(GAMES / path).flow
    graph = compared(flow, flow, view)
    assert not changes(graph) and not edge_changes(graph)
    assert list(graph) == list(graphs.build(flow, view))
    assert not any(each.differs for each in (*parts(graph).values(), *graphs.edges(graph)))


MIRRORED = [  # the other views of the largest game take long
    pytest.param(*pair, view, marks=[pytest.mark.long] if view != "turn" and pair[0].stem == "entropy_cosmos" else [])
    for pair in VARIANTS
    for view in sorted(graphs.BUILDERS.keys() - {BLOCKS})
]


@pytest.mark.parametrize(("base", "variant", "view"), MIRRORED)
def test_the_other_way_round_it_is_the_mirror_image(base, variant, view):
    before, after = game_of(base).flow, game_of(variant).flow
    there, back = compared(before, after, view), compared(after, before, view)
    assert {address: MIRROR[change] for address, change in changes(there).items()} == changes(back)
    assert {(*edge[:3], MIRROR[edge[4]]) for edge in edge_changes(there)} == {
        (*edge[:3], edge[4]) for edge in edge_changes(back)
    }


def test_the_same_two_games_give_the_same_graph():
    before, after = game_of(GAMES / "entropy").flow, game_of(GAMES / "entropy" / "ronin.yaml").flow
    one, other = compared(before, after), compared(before, after)
    assert list(one.nodes(data=True)) == list(other.nodes(data=True))
    assert list(one.edges(data=True)) == list(other.edges(data=True))


def test_a_compared_graph_is_plain_data():
    graph = compared(game_of(GAMES / "entropy").flow, game_of(GAMES / "entropy" / "ronin.yaml").flow)
    again = nx.parse_graphml("\n".join(nx.generate_graphml(graph)), force_multigraph=True)
    assert {address: data["change"] for address, data in again.nodes(data=True)} == dict(graph.nodes(data="change"))


@pytest.mark.parametrize("views", [("turn", INTERACTION), (BLOCKS, BLOCKS)])
def test_what_has_no_names_to_match_by_is_not_compared(views):
    one, other = (graphs.build(fair(), view) if view in graphs.BUILDERS else nx.MultiDiGraph(view=view) for view in views)
    with pytest.raises(ValueError, match="cannot be compared"):
        compare((one, fair()), (other, fair()))


# ------------------------------------------------------------------------------------------------ shipped variants


def home(address, drawn):
    while address and address not in drawn:
        address = address.rpartition(".")[0]
    return address


def touched(game, graph):
    """The drawn parts that a variant's operations are about, by their addresses."""
    drawn = {address.partition("/")[0] for address in parts(graph)}
    return {home(touch.address, drawn) for touch in game.combined.touches} - {""}


@pytest.mark.parametrize(("base", "variant"), VARIANTS, ids=lambda path: path.stem)
def test_what_a_variant_touches_has_changed_and_nothing_else(base, variant):
    game = game_of(variant)
    graph = compared(game_of(base).flow, game.flow)
    about = touched(game, graph)
    ends = [{end.partition("/")[0] for end in edge[1:3]} for edge in edge_changes(graph)]
    changed = {address.partition("/")[0] for address in changes(graph)}
    assert about <= changed.union(*ends)
    # what is put beside a part is led to from it; whoever looks for an end asks its question; components say what they do
    near = about | {EFFECTS}.union(*(pair for pair in ends if pair & about))
    near |= {address.partition("/")[0] for address, part in parts(graph).items() if redefined(part)}
    near |= {edge.source.partition("/")[0] for edge in graphs.edges(graph) if edge.target in about}
    assert changed <= near | {address for address in changed if home(address, about)}


@pytest.mark.parametrize(("option", "value", "expected"), OPTIONS)
def test_an_option_changes_what_depends_on_it(option, value, expected):
    path = GAMES / "worlds_collide"
    graph = compared(game_of(path).flow, game_of(path, **{option: value}).flow)
    assert set(changes(graph)) == expected
    assert any(option in text or "wilds_in_game" in text for part in parts(graph).values() for text in part.differs)


def test_what_a_variant_sets_is_shown_with_what_it_was():
    graph = compared(game_of(GAMES / "chaos").flow, game_of(GAMES / "chaos" / "variants" / "quick.yaml").flow)
    (edge,) = (edge for edge in graphs.edges(graph) if edge.change == "changed")
    assert edge.guards == ("max(players by total) >= 6 and count(leaders) is 1",)
    assert edge.differs == ("was: max(players by total) >= 13 and count(leaders) is 1",)
    assert parts(graph)["phases.game.score"].differs == ("defined otherwise: points",)


# ------------------------------------------------------------------------------------------------ one change at a time


def test_a_card_more_changes_no_rule():
    assert not changes(against_fair(("for: {n: 1..6}, copies: 4", "for: {n: 1..6}, copies: 5")))


def test_a_value_put_in_front_of_a_list_changes_no_rule():
    rule = ("where c.worth is 6", "where c.colour is red")
    before = flow_of(rule)
    graph = compared(before, flow_of(rule, ("Colour: [red, blue]", "Colour: [green, red, blue]")))
    assert not changes(graph)


def test_a_number_deep_in_a_formula_is_seen():
    graph = against_fair(("gain 1 dealer.coins", "gain (1 + count(players where coins > 3)) dealer.coins"))
    other = flow_of(("gain 1 dealer.coins", "gain (1 + count(players where coins > 4)) dealer.coins"))
    assert changes(graph) == {"phases.evening": "changed"}
    before = flow_of(("gain 1 dealer.coins", "gain (1 + count(players where coins > 3)) dealer.coins"))
    deeper = compared(before, other)
    assert changes(deeper) == {"phases.evening": "changed"}
    assert parts(deeper)["phases.evening"].differs == (
        "was: gain (1 + count(players where coins > 3)) dealer.coins",
        "now: gain (1 + count(players where coins > 4)) dealer.coins",
    )


def test_a_number_in_a_case_is_seen_as_a_definition():
    def flow(amount):
        return flow_of(
            ("laws:", f"define:\n  Player.wage: if me is dealer then {amount} else 1\n\nlaws:"),
            ("gain 1 dealer.coins", "gain (dealer.wage) dealer.coins"),
        )

    graph = compared(flow(2), flow(3))
    assert changes(graph) == {"phases.evening": "changed"}
    assert parts(graph)["phases.evening"].differs == ("defined otherwise: Player.wage",)


def test_another_zone_is_seen():
    graph = against_fair(("move players.bid to discards", "move players.bid to deck"))
    assert changes(graph) == {"phases.day.sweep": "changed"}


def test_what_can_be_chosen_is_seen():
    graph = against_fair(("choose: {card: discards}", "choose: {card: discards where worth > 2}"))
    assert set(changes(graph)) == {"actions.buy.a_card"}


def test_a_new_trigger_changes_nothing_that_sets_it_off():
    graph = against_fair(("triggers:", "triggers:\n  grief: {after: move Card c to discards, do: lose 1 coins}"))
    assert changes(graph) == {"triggers.grief": "added"}
    assert {edge[0] for edge in edge_changes(graph)} == {"reacts"}


def test_what_a_trigger_waits_for_is_the_triggers():
    graph = against_fair(("c to hand where c.worth is 6", "c to hand where c.worth is 5"))
    assert changes(graph) == {"triggers.joy": "changed"}


def test_an_action_more_on_a_menu_changes_no_menu():
    graph = against_fair(("menu: [buy, charm]", "menu: [buy, charm, bargain]"))
    assert not changes(graph)
    assert ("option", f"{TURN}.shop", "actions.bargain", "Bargain", "added") in edge_changes(graph)


def test_what_is_chosen_otherwise_from_a_menu_is_the_options():
    graph = against_fair(("label: Bargain", "label: Bargain\n    choose: {card: hand}"))
    assert changes(graph) == {"actions.bargain": "changed"}


def test_the_words_of_a_node_are_shown_as_they_were():
    graph = against_fair(("    if: some(bag)", "    if: some(bag) and coins > 2"), ("Try a charm & hope", "Try a charm"))
    charm = parts(graph)["actions.charm"]
    assert charm.change == "changed"
    assert {"was: Try a charm & hope", "was: if some(bag)"} <= set(charm.differs)


def test_what_is_gone_stands_where_it_stood():
    step = "      sweep:\n        do: |\n          move players.bid to discards\n          if no(deck): end game won by dealer\n"
    graph = against_fair((step, ""))
    assert changes(graph)["phases.day.sweep"] == "removed"
    assert parts(graph)["phases.day.sweep"].group == "phases.day"
    order = [address for address in graph if address in set(graphs.build(fair()))]
    assert order == list(graphs.build(fair()))
    assert parts(graph)["phases.day.sweep"].blocks == ()


def test_a_part_of_the_same_title_in_the_same_place_is_the_same_part():
    graph = against_fair(("  charm:\n", "  spell:\n"), ("[buy, charm]", "[buy, spell]"))
    assert "actions.charm" not in graph and "actions.spell" in graph
    assert not changes(graph) and not edge_changes(graph)


def test_what_is_said_where_a_phase_begins_is_the_frames():
    def flow(words):
        inside = f"  evening:\n    say: {words}\n    steps:\n      pay:\n        do: gain 1 dealer.coins"
        return flow_of(("  evening:\n    do: gain 1 dealer.coins", inside))

    graph = compared(flow("Good evening"), flow("Good night"))
    assert changes(graph) == {"phases.evening": "changed"}
    assert parts(graph)["phases.evening"].differs == ("was: Good evening", "now: Good night")
