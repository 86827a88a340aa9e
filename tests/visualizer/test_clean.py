"""Whether the pictures of all shipped games are clean, and whether what is not would be noticed."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import product

import pytest

from benchmarks.pictures import turn_flow_of
from rulewright.visualizer import render
from rulewright.visualizer.apart import set_apart
from rulewright.visualizer.arranging import picture_of
from rulewright.visualizer.clashes import Clash, clashes
from rulewright.visualizer.corrections import Corrections, corrections
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.dot_attributes import arrow_texts, identifier
from rulewright.visualizer.elbow_room import with_elbow_room
from rulewright.visualizer.graph import build
from rulewright.visualizer.nodes import BLOCKS
from rulewright.visualizer.nudge import smoothed
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.render import render_dot
from rulewright.visualizer.scene import Mark, Part, Scene, Words, read_scene
from rulewright.visualizer.sheet import lay_out
from tests.visualizer.pictures import GAMES, LEVELS, VARIANTS, counted, everything, flow_of, laid_out, shipped

BLOCK_GAMES = ["chaos/game.yaml", "worlds_collide/game.yaml"]  # of the others it takes long

pytestmark = pytest.mark.skipif(not render.renderers(), reason="nothing here can lay out")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_shipped_games_are_clean(game, level):
    scene = laid_out("shipped", game, level)
    assert clashes(scene) == []
    assert any(part.kind == "frame" for part in scene.parts), "laid out with its frames"


@pytest.mark.parametrize("game", BLOCK_GAMES)
def test_every_block_is_clean(game):
    assert clashes(lay_out(picture_of(build(flow_of(game), BLOCKS)))) == []


@pytest.mark.parametrize(("game", "view"), [*product(GAMES[:-1], ("interaction", "components")), (GAMES[-1], "interaction")])
def test_other_views_are_clean(game, view):
    assert clashes(lay_out(picture_of(build(flow_of(game), view)))) == []


@pytest.mark.long
def test_the_largest_flow_of_components_is_clean():
    assert clashes(lay_out(picture_of(build(flow_of(GAMES[-1]), "components")))) == []


def test_what_graphviz_leaves_unclean_is_tidied():
    picture = picture_of(build(flow_of("chaos/game.yaml"), "components"))
    as_graphviz_has_it = read_scene(render_dot("json", (write_dot(picture),)))
    assert clashes(as_graphviz_has_it) and not clashes(lay_out(picture))


@pytest.mark.parametrize("game", GAMES)
def test_every_word_is_drawn(game):
    """Graphviz drops labels for which it left no room."""
    parts = {part.identity: part for part in laid_out("shipped", game, "steps").parts}
    picture = set_apart(shipped(game))
    for number, arrow in enumerate(picture.arrows, 1):
        part = parts.get(f"arrow-{number}") or parts[f"arrow-{number}-from"]  # one that has been cut
        assert said(part) == " ".join(arrow_texts(arrow)).split(), arrow
    named: list[tuple[str, Box | Frame]] = [("box", box) for box in picture.boxes()]
    named += [("frame", frame) for frame in picture.frames()]
    for prefix, each in named:
        for line in each.lines:
            assert " ".join(line.text.split()) in " ".join(said(parts[identifier(prefix, each.address)]))
    assert any(arrow.labels for arrow in picture.arrows)


def said(part: Part) -> list[str]:
    return " ".join(words.text for words in part.words).split()


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_comparisons_are_clean(game, variant):
    assert clashes(laid_out("compared", game, variant)) == []


def test_counted_pictures_have_no_text_out_of_place():
    found = clashes(lay_out(counted(shipped("chaos/game.yaml", "actions"))))
    assert {clash.kind for clash in found} <= {"arrow on words"}  # a count more or less moves the lines


def test_a_picture_of_everything_has_no_text_out_of_place():
    for picture in (everything(), everything("changed"), everything("", 0.0)):
        assert "words outside" not in {clash.kind for clash in clashes(lay_out(picture))}


@pytest.mark.parametrize("title", ["漢字のゲーム、とても長い名前", "Ходить по кругу", "Œuvre «…» — ÆØÅ", "W" * 30])
def test_letters_outside_ascii_have_room(title):
    box = Box("a", "decision", title, (Line("title", title), Line("words", title), Line("rules", title)))
    frame = Frame("f", "phase", (Line("title", title),), (box,))
    assert clashes(lay_out(Picture(title, Frame("", "game", (), (frame,)), ()))) == []


def test_an_arrow_into_a_narrow_frame_ends_at_its_outline():
    frame = Frame("f", "action", (Line("title", "A title as wide as its frame"),), (step("b"),))
    picture = Picture("t", Frame("", "game", (), (step("a"), frame)), (Arrow("next", "a", "b"),))
    assert corrections(read_scene(render_dot("json", (write_dot(picture, surroundings=False),)))).ends == {"arrow-1": ("", "cluster_f")}
    assert clashes(lay_out(picture)) == []


def test_a_large_picture_is_laid_out_in_seconds():
    before = os.times()
    scene = lay_out(turn_flow_of(600))
    after = os.times()
    assert after.children_user - before.children_user < 15, "of processor time; about one second on a usual machine"
    assert clashes(scene) == []
    assert sum(part.kind == "box" for part in scene.parts) > 550


# ------------------------------------------------------------------------ every kind of clash is seen


def step(address: str) -> Box:
    return Box(address, "step", address, (Line("title", address),))


def box(name: str, left: float, top: float, words: tuple[Words, ...] = ()) -> Part:
    corners = ((left, top), (left + 40, top), (left + 40, top + 20), (left, top + 20))
    return Part("box", name, f"box-{name}", "box", name, (Mark("polygon", corners, "#ffffff", "#000000", 1, ""),), words)


def text(words: str, x: float, y: float) -> Words:
    return Words(words, x, y, 5.0 * len(words), 10, "#000000", False, False)


def arrow(*points: tuple[float, float], ends: tuple[str, str] = ("", "")) -> Part:
    return Part("arrow", "", "arrow-1", "arrow", "", (Mark("curve", points, "", "#000000", 1, ""),), (), ends)


def frame(name: str, left: float, top: float, wide: float) -> Part:
    corners = ((left, top), (left + wide, top), (left + wide, top + 35), (left, top + 35))
    return Part("frame", name, f"frame-{name}", "frame", name, (Mark("polygon", corners, "#ffffff", "#000000", 1, ""),), ())


def pointed(part: Part) -> Part:
    x, y = part.marks[0].points[-1]
    return replace(part, marks=(*part.marks, Mark("polygon", ((x, y - 2), (x + 6, y), (x, y + 2)), "#000000", "", 1, "")))


STRAIGHT = ((0.0, 50.0), (30.0, 50.0), (60.0, 50.0), (100.0, 50.0))


@pytest.mark.parametrize(("parts", "clash"), [
    ([box("a", 10, 10, (text("far too long for it", 12, 24),))], Clash("words outside", "box-a: far too long for it", "box-a")),
    ([box("a", 10, 10, (text("ab", 12, 24), text("cd", 18, 26)))], Clash("words on words", "box-a: ab", "box-a: cd")),
    ([box("a", 30, 40), arrow(*STRAIGHT)], Clash("arrow on box", "arrow-1", "box-a")),
    ([replace(arrow(*STRAIGHT), words=(text("if", 40, 53),))], Clash("arrow on words", "arrow-1", "arrow-1: if")),
    ([replace(arrow(*STRAIGHT), words=(text("if", 40, 58),))], Clash("arrow on words", "arrow-1", "arrow-1: if")),
    ([frame("f", 10, 10, 60), replace(arrow((0, 0), (1, 1), (2, 2), (3, 3)), words=(text("if", 65, 30),))],
     Clash("words on frame", "arrow-1: if", "frame-f")),
    ([frame("f", 10, 10, 60), replace(arrow((0, 0), (1, 1), (2, 2), (3, 3)), words=(text("if", 30, 30),))],
     Clash("words in frame", "arrow-1: if", "frame-f")),
    ([pointed(arrow((0, 20), (10, 20), (20, 20), (60, 20), ends=("a", "b"))),
      replace(arrow((63, 0), (63, 10), (63, 30), (63, 40), ends=("c", "d")), identity="arrow-2")],
     Clash("arrow on head", "arrow-2", "arrow-1")),
    ([frame("f", 10, 52, 80), arrow(*STRAIGHT)], Clash("arrow along frame", "arrow-1", "frame-f")),
    ([arrow(*STRAIGHT), replace(arrow(*((x, y + 2) for x, y in STRAIGHT)), identity="arrow-2")],
     Clash("arrows together", "arrow-1", "arrow-2")),
    ([pointed(arrow((0, 50), (10, 50), (20, 50), (30, 50), ends=("a", "b"))),
      replace(arrow((31, 57), (30, 70), (20, 80), (10, 90), ends=("b", "c")), identity="arrow-2")],
     Clash("ends together", "arrow-1", "arrow-2")),
    ([box("a", 30, 40), replace(arrow((0, 0), (1, 1), (2, 2), (3, 3)), words=(text("if", 40, 53),))],
     Clash("words on box", "arrow-1: if", "box-a")),
    ([box("a", 30, 52), arrow(*STRAIGHT)], Clash("arrow on box", "arrow-1", "box-a")),
    ([box("a", 10, 10), box("b", 52, 25)], Clash("boxes together", "box-a", "box-b")),
    ([frame("f", 20, 30, 40), arrow(*STRAIGHT)], Clash("arrow across frame", "arrow-1", "frame-f")),
    ([arrow((10, 80), (10, 20), (20, 20), (20, 80))], Clash("arrow bent sharply", "arrow-1", "arrow-1")),
    ([arrow((0, 50), (10, 50), (20, 50), (40, 50), (40, 60), (40, 70), (40, 90))], Clash("arrow bent sharply", "arrow-1", "arrow-1")),
    ([replace(arrow((0, 0), (1, 1), (2, 2), (3, 3)), words=(text("if", 40, 53),)),
      replace(arrow((0, 90), (1, 91), (2, 92), (3, 93)), words=(text("or", 40, 64),), identity="arrow-2")],
     Clash("words together", "arrow-1: if", "arrow-2: or")),
    ([frame("f", 10, 10, 60), replace(arrow((0, 0), (1, 1), (2, 2), (3, 3)), words=(text("if", 72, 30),))],
     Clash("words on frame", "arrow-1: if", "frame-f")),
    ([replace(arrow(*STRAIGHT), words=(text("if", 40, 72),)),
      replace(arrow(*((x, y + 28) for x, y in STRAIGHT)), identity="arrow-2")],
     Clash("words of another", "arrow-1: if", "arrow-2")),
    ([pointed(arrow((0, 50), (10, 50), (20, 50), (30, 50), ends=("a", "b"))),
      replace(pointed(arrow((0, 56), (10, 56), (20, 56), (30, 56), ends=("a", "b"))), identity="arrow-2")],
     Clash("ends together", "arrow-1", "arrow-2")),
])  # fmt: skip
def test_clashes_are_seen(parts, clash):
    assert clashes(Scene(100, 100, "#ffffff", tuple(parts))) == [clash]


def test_boxes_get_elbow_room_with_their_arrows():
    parts = (box("a", 10, 10), box("b", 40, 34), arrow((20, 0), (20, 4), (20, 8), (20, 10), ends=("", "a")),
             replace(arrow((50, 80), (50, 70), (50, 60), (50, 54), ends=("", "b")), identity="arrow-2"))  # fmt: skip
    before = Scene(100, 100, "#ffffff", parts)
    after = with_elbow_room(before)
    assert [clash.kind for clash in clashes(before)] == ["boxes together"] and clashes(after) == []
    assert [after.parts[1].marks[0].points[0], after.parts[3].marks[0].points[-1]] == [(40.0, 40.0), (50.0, 60.0)]
    assert (after.parts[0], after.parts[2]) == (before.parts[0], before.parts[2])


def test_corners_are_made_round():
    sharp = Scene(100, 100, "#ffffff", (arrow((0, 50), (10, 50), (20, 50), (40, 50), (40, 60), (40, 70), (40, 90)),))
    assert [clash.kind for clash in clashes(sharp)] == ["arrow bent sharply"] and clashes(smoothed(sharp)) == []
    assert [smoothed(sharp).parts[0].marks[0].points[place] for place in (0, -1)] == [(0, 50), (40, 90)]


def test_what_belongs_together_is_no_clash():
    parts = (box("a", 30, 40, (text("ab", 40, 53),)), arrow(*STRAIGHT, ends=("a", "b")))
    assert clashes(Scene(100, 100, "#ffffff", parts)) == []
    assert corrections(Scene(100, 100, "#ffffff", parts)) == Corrections()
