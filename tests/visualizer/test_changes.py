"""The picture of two games: marks on its parts, the list beside it, and what is shut because it is as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.dsl.differences.compare import Side, differences
from rulewright.visualizer import graph as graphs
from rulewright.visualizer.arranging import picture_of
from rulewright.visualizer.changes import ELSEWHERE, Sentence, around_changes, with_sentences
from rulewright.visualizer.picture import SIGNS, Box, Frame, Line, Picture
from tests.visualizer.flows import fair
from tests.visualizer.test_compare import GAMES, VARIANTS, against_fair, changes, compared, flow_of, game_of

SHOP = "phases.day.turn.shop"
ENTROPY, CHAOS = GAMES / "entropy", GAMES / "chaos"


def texts(picture, role=None):
    return [line.text for line in picture.notes if role in (None, line.role)]


def parts_of(picture: Picture) -> list[Box | Frame]:
    """Boxes and frames, without the frame that is the whole picture."""
    return [*picture.boxes(), *picture.frames()[1:]]


def box(picture, address):
    return next(box for box in picture.boxes() if box.address == address)


def said(base, variant):
    """What is said of each difference of two games, as the command line would say it."""
    before, after = (Side(game.book, game.combined.root) for game in (game_of(base), game_of(variant)))
    return [
        Sentence(each.kind if each.kind in SIGNS else "changed", each.address, each.sentence)
        for each in differences(before, after)
    ]


# ------------------------------------------------------------------------------------------------ marks


def test_one_game_has_no_marks():
    picture = picture_of(graphs.build(fair()))
    assert not picture.notes
    assert not any([part.change for part in parts_of(picture)] + [arrow.change for arrow in picture.arrows])


def test_every_part_of_a_compared_picture_has_a_mark():
    graph = compared(game_of(ENTROPY).flow, game_of(ENTROPY / "ronin.yaml").flow)
    picture = picture_of(graph)
    assert all([part.change for part in parts_of(picture)] + [arrow.change for arrow in picture.arrows])
    shown = {part.address: part.change for part in parts_of(picture) if part.change != "same"}
    assert shown == changes(graph)


def test_both_values_stand_in_the_box():
    picture = picture_of(against_fair(("    if: some(bag)", "    if: some(bag) and coins > 2")))
    lines = [(line.role, line.text) for line in box(picture, "actions.charm").lines]
    assert ("condition", "if some(bag) and coins > 2") in lines
    assert ("change", "was: if some(bag)") in lines


def test_both_conditions_stand_at_an_arrow():
    picture = picture_of(compared(game_of(CHAOS).flow, game_of(CHAOS / "variants" / "quick.yaml").flow))
    (arrow,) = (arrow for arrow in picture.arrows if arrow.change == "changed")
    now, was = "max(players by total) >= 6 and count(leaders) is 1", "max(players by total) >= 13 and count(leaders) is 1"
    assert arrow.labels == (f"{now} (was: {was})",)


def test_what_is_set_off_no_longer_has_a_sign():
    picture = picture_of(against_fair(("c to hand where c.worth is 6", "c to discards where c.worth is 6")))
    lines = [line for part in picture.boxes() for line in part.lines if line.role == "change"]
    assert {line.text for line in lines} >= {"− sets off Joy", "+ sets off Joy"}


def test_a_frame_that_lost_everything_still_shows():
    removed = flow_of(("offers: [bargain]", "offers: [bargain, gossip]"))
    picture = picture_of(compared(game_of(ENTROPY / "ronin.yaml").flow, game_of(ENTROPY).flow))
    assert box(picture, "actions.preemptive").change == "removed"
    whole = picture_of(compared(removed, game_of(CHAOS).flow))
    frame = next(frame for frame in whole.frames() if frame.address == "phases.day")
    assert frame.change == "removed" and frame.parts
    assert {part.change for part in frame.parts} == {"removed"}


def test_an_arrow_that_is_gone_does_not_move_what_stays():
    picture = picture_of(compared(game_of(ENTROPY).flow, game_of(ENTROPY / "ronin.yaml").flow))
    assert all(arrow.aside for arrow in picture.arrows if arrow.change == "removed")


# ------------------------------------------------------------------------------------------------ the list


def test_the_list_has_an_entry_with_a_sign_for_each_change():
    picture = picture_of(compared(game_of(ENTROPY).flow, game_of(ENTROPY / "ronin.yaml").flow))
    assert {line.text[0] for line in picture.notes if line.role in SIGNS} == {"+", "~"}
    assert "+ Preemptive: a player decides" in texts(picture, "added")
    assert all(line.text.startswith(f"{SIGNS[line.role]} ") for line in picture.notes if line.role in SIGNS)
    assert texts(picture, "title") == ["Set-up", "Round", "Other actions", "Always in effect"]


def test_what_is_put_in_between_is_one_entry():
    rules = ("      sweep:\n", "      tea:\n        do: gain 1 dealer.coins\n      sweep:\n")
    assert texts(picture_of(against_fair(rules))) == ["Day", "+ Tea: happens by itself"]


@pytest.mark.parametrize(("base", "variant"), VARIANTS, ids=lambda path: path.stem)
def test_every_difference_is_in_the_list_once(base, variant):
    graph = compared(game_of(base).flow, game_of(variant).flow)
    sentences = said(base, variant)
    assert sentences
    listed = [text[2:] for text in texts(with_sentences(picture_of(graph), graph, sentences))]
    for sentence in sentences:
        if not sentence.address.startswith("rules."):
            assert listed.count(sentence.text) == 1


def test_a_part_with_sentences_is_not_described_otherwise():
    variant = CHAOS / "variants" / "two_seeks.yaml"
    graph = compared(game_of(CHAOS).flow, game_of(variant).flow)
    picture = with_sentences(picture_of(graph), graph, said(CHAOS, variant))
    assert texts(picture) == [
        "Game",
        "~ `actions.seek.if` asks for one more condition: `seeks < 2`.",
        "+ `actions.seek` does `gain 1 seeks`, too, first of all.",
        ELSEWHERE,
        "+ `state.seeks` is new: a variable, `type: 0..2; resets: turn`.",
    ]


def test_other_notes_of_a_picture_stay():
    variant = CHAOS / "variants" / "two_seeks.yaml"
    graph = compared(game_of(CHAOS).flow, game_of(variant).flow)
    note = Line("condition", "2 moves are not drawn")
    picture = replace(picture_of(graph), notes=(*picture_of(graph).notes, note))
    assert with_sentences(picture, graph, ()).notes == picture.notes


def test_printed_rules_are_one_entry():
    graph = compared(game_of(ENTROPY).flow, game_of(ENTROPY / "ronin.yaml").flow)
    picture = with_sentences(picture_of(graph), graph, said(ENTROPY, ENTROPY / "ronin.yaml"))
    assert texts(picture)[-1] == "+ Rules of the print added: ENT-022, 173–195"


# ------------------------------------------------------------------------------------------------ around changes


def test_frames_without_a_change_are_shut():
    picture = around_changes(picture_of(compared(game_of(CHAOS).flow, game_of(CHAOS / "variants" / "quick.yaml").flow)))
    shut = {box.address: [line.text for line in box.lines] for box in picture.boxes() if box.kind == "closed"}
    assert shut == {
        "phases.game.round": ["Round", "24 parts, unchanged"],
        "always in effect": ["Always in effect", "8 parts, unchanged"],
    }
    assert "phases.game" in {frame.address for frame in picture.frames()}


@pytest.mark.parametrize(("base", "variant"), VARIANTS, ids=lambda path: path.stem)
def test_every_change_stays_in_sight(base, variant):
    whole = picture_of(compared(game_of(base).flow, game_of(variant).flow))
    small = around_changes(whole)
    drawn = {box.address for box in small.boxes()}
    assert {end for arrow in small.arrows for end in (arrow.source, arrow.target)} <= drawn
    assert {box.address for box in whole.boxes() if box.change != "same" or said_to_differ(box)} <= drawn
    open_frames = {frame.address for frame in small.frames()}
    assert {frame.address for frame in whole.frames() if said_to_differ(frame)} <= open_frames


def said_to_differ(part):
    return any(line.role == "change" for line in part.lines)


def test_the_menu_of_a_changed_action_stays_open():
    picture = around_changes(picture_of(against_fair(("    if: some(bag)", "    if: some(bag) and coins > 2"))))
    assert f"menu of {SHOP}" in {frame.address for frame in picture.frames()}


# ------------------------------------------------------------------------------------------------ what differs is seen


def drawn(base, variant, view="turn"):
    """The picture of both, with the sentences of the command line."""
    graph = compared(game_of(base).flow, game_of(variant).flow, view)
    return with_sentences(picture_of(graph), graph, said(base, variant))


def test_the_box_says_what_has_changed_in_a_sentence():
    seek = box(drawn(CHAOS, CHAOS / "variants" / "two_seeks.yaml"), "actions.seek")
    told = [line.text for line in seek.lines if line.role == "change"]
    assert told == ["~ if asks for one more condition: seeks < 2", "+ does gain 1 seeks, too, first of all"]


def test_what_needs_another_definition_has_changed_and_says_so():
    recovery = box(drawn(ENTROPY, ENTROPY / "variants" / "five_turns.yaml"), "phases.round.fracture.rebuild.recovery/begin")
    assert recovery.change == "changed"
    assert Line("change", "~ Player.involved is clashes >= 4 instead of clashes >= 3") in recovery.lines


def test_another_winner_changes_the_end_and_not_the_turn_before_it():
    nim = GAMES / "classics" / "nim"
    picture = drawn(nim, nim / "variants" / "last_match_wins.yaml")
    assert {part.address for part in parts_of(picture) if part.change == "changed"} == {"end.last_match"}
    end = box(picture, "end.last_match")
    assert Line("change", "~ winner is turn.player instead of players - turn.player") in end.lines


def test_an_event_that_a_rule_no_longer_brings_about_has_changed():
    picture = drawn(ENTROPY, ENTROPY / "variants" / "anchor_stays.yaml", "interaction")
    (event,) = (box for box in picture.boxes() if box.change == "changed")
    assert event.name == "Anchor is set" and any("− Clash" in line.text for line in event.lines)
    assert any(note.text == "− Clash → Anchor is set" for note in picture.notes)


@pytest.mark.parametrize("view", ["interaction", "components"])
def test_a_picture_in_which_nothing_has_changed_says_so(view):
    picture = drawn(CHAOS, CHAOS / "variants" / "quick.yaml", view)
    assert not any(part.change in SIGNS for part in parts_of(picture))
    assert picture.notes[0].text == "Nothing that this picture shows has changed."
    other = drawn(CHAOS, CHAOS / "variants" / "quick.yaml")
    assert picture.notes[0] not in other.notes


def test_what_both_titles_say_is_said_once():
    assert drawn(CHAOS, CHAOS / "variants" / "quick.yaml").title == "Chaos → Quick Chaos · 3 to 6 players"
