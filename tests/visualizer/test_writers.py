"""What DOT, Mermaid and text say of changes, counts and notes; and renderers of very large pictures."""

from __future__ import annotations

import pytest

from rulewright.visualizer import render
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.dot_attributes import (
    arrow_attributes,
    arrow_texts,
    box_attributes,
    frame_attributes,
    identifier,
)
from rulewright.visualizer.mermaid import write_mermaid
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture, names_of
from rulewright.visualizer.png import write_png
from rulewright.visualizer.render import DOTS_PER_INCH, dots_per_inch
from rulewright.visualizer.sheet import lay_out
from rulewright.visualizer.surroundings import legend_sheet
from rulewright.visualizer.text import write_text
from tests.visualizer.pictures import everything, shipped

SIGNS = {"added": "+", "removed": "−", "changed": "~"}


def box(address: str, change: str = "", heat: float | None = None, *lines: Line) -> Box:
    return Box(address, "step", address, (Line("title", address), *lines), change, heat)


def picture(*arrows: Arrow, notes: tuple[Line, ...] = (), change: str = "", heat: float | None = None) -> Picture:
    return Picture("t", Frame("", "game", (), (box("a", change, heat), box("b"))), arrows, notes=notes)


@pytest.mark.parametrize("change", SIGNS)
def test_signs_stand_beside_colours(change):
    drawn = picture(Arrow("next", "a", "b", labels=("if x",), change=change), change=change)
    sign = SIGNS[change]
    assert f"<B>{sign} a</B>" in write_dot(drawn) and f"{sign} if x" in write_dot(drawn)
    assert f"<b>{sign} a</b>" in write_mermaid(drawn) and f'"{sign} if x"' in write_mermaid(drawn)
    lines = write_text(drawn).splitlines()
    assert lines[2:5] == [f"{sign} - a", f"{sign}     -> then: b (if x)", "  - b"]


def test_an_arrow_without_words_has_its_sign():
    assert ">+<" in arrow_attributes(Arrow("next", "a", "b", change="added"))
    assert "label" not in arrow_attributes(Arrow("next", "a", "b", change="same"))
    assert '|"+"|' in write_mermaid(picture(Arrow("next", "a", "b", change="added")))


def test_what_is_gone_is_dashed_everywhere():
    assert 'style="rounded,filled,dashed"' in box_attributes(box("a", "removed"))
    assert 'style="dashed"' in arrow_attributes(Arrow("next", "a", "b", change="removed"))
    assert 'style="dashed"' not in arrow_attributes(Arrow("next", "a", "b", change="added"))
    assert "stroke-dasharray" in write_mermaid(picture(change="removed"))
    gone = write_mermaid(picture(Arrow("next", "a", "b", change="removed"))).splitlines()
    assert any(line.startswith("  linkStyle 0 ") and "stroke-dasharray" in line for line in gone)
    frame = Frame("f", "phase", (Line("title", "f"),), (box("a"),), "removed")
    framed = write_mermaid(Picture("t", Frame("", "game", (), (Frame("e", "phase", (), (frame,)),)), ())).splitlines()
    assert any(line.startswith("  style g2 ") and "stroke-dasharray" in line for line in framed)


def test_counts_are_said_in_words():
    drawn = picture(Arrow("next", "a", "b", heat=0.5, count="×1,234"), heat=0.5)
    assert "<B>×1,234</B>" in write_dot(drawn)
    assert '|"×1,234"|' in write_mermaid(drawn)
    assert "    -> then: b  ×1,234" in write_text(drawn).splitlines()


def test_never_is_a_word():
    drawn = picture(Arrow("next", "a", "b", heat=0.0), heat=0.0)
    for text in (write_dot(drawn), write_mermaid(drawn), write_text(drawn)):
        assert text.count("never") == 2
    assert "never" not in box_attributes(box("a", "", 0.0, Line("count", "not once")))


def test_wider_is_more_often():
    widths = [arrow_attributes(Arrow("next", "a", "b", heat=heat)).split('penwidth="')[1] for heat in (0.1, 0.5, 1.0)]
    assert [width.split('"')[0] for width in widths] == ["1.2", "2.8", "4.8"]


def test_notes_stand_in_every_format():
    notes = (Line("title", "What is new"), Line("added", "+ A step: Tea"), Line("removed", "− A step: Nap"))
    drawn = picture(notes=notes)
    assert all(note.text in write_text(drawn).splitlines() for note in notes)
    assert all(f"{note.text}<" in write_dot(drawn) for note in notes)
    assert "notes" not in write_dot(picture()) and "notes" not in write_dot(drawn, surroundings=False)


def test_ids_come_of_addresses():
    assert identifier("box", "phases.game.round_one") == "box-phases-game-round_one"
    assert identifier("box", "menu of a/b") == "box-menu--20-of--20-a--2f-b"
    assert len({identifier("box", each) for each in ("a.b", "a/b", "a b", "a_b", "a-b", "ä.b")}) == 6
    assert 'id="box-a"' in box_attributes(box("a"))
    assert 'id="frame-a-b", class="frame phase"' in frame_attributes(Frame("a.b", "phase", (), ()), 1)
    assert 'id="arrow-7", class="arrow next added"' in arrow_attributes(Arrow("next", "a", "b", change="added"), 7)
    assert "id=" not in arrow_attributes(Arrow("next", "a", "b"))
    assert names_of(picture()) == {"a": "n1", "b": "n2"}


def test_the_legend_explains_what_occurs():
    sheet = "\n".join(legend_sheet(everything("added", 0.5), ("closed",)))
    for words in ("comes of it", "moves components", "a phase is over", "added", "seldom to often", "shut: more"):
        assert words in sheet.replace("</FONT>", "")
    plain = "\n".join(legend_sheet(picture()))
    assert "happens" in plain and "removed" not in plain and "seldom" not in plain and "shut" not in plain


def test_a_crowd_stands_in_rows():
    assert 'minlen="4"' in write_dot(shipped("chaos/game.yaml"))
    assert 'minlen="' not in write_dot(picture(Arrow("call", "a", "b")))


def test_a_long_list_of_conditions_is_cut_short():
    few = Arrow("next", "a", "b", labels=("if x", "if y"))
    many = Arrow("next", "a", "b", labels=tuple(f"count(players where total > {n}) is {n}" for n in range(9)))
    assert arrow_texts(few) == ["if x", "or if y"]
    assert arrow_texts(many)[-1] == "or 5 more" and len(arrow_texts(many)) < 12
    assert all(label in write_text(picture(many)) for label in many.labels), "in full where there is room"


@pytest.mark.skipif(not render.renderers(), reason="nothing here can lay out")
def test_the_course_of_the_game_stands_at_the_left():
    parts = {part.identity: part for part in lay_out(shipped("entropy/game.yaml")).parts}
    order = ["frame-phases-round", "frame-other--20-actions", "frame-always--20-in--20-effect", "legend"]
    lefts = [min(x for mark in parts[each].marks for x, _ in mark.points) for each in order]
    assert lefts == sorted(lefts)


def test_very_large_pictures_have_fewer_dots():
    assert dots_per_inch(30, 20) == DOTS_PER_INCH
    for wide, high in ((140, 80), (1000, 1), (1, 3000), (600, 600)):
        dots = dots_per_inch(wide, high)
        assert wide * high * dots**2 <= render.MOST_PIXELS * 1.01 and max(wide, high) * dots <= render.LONGEST_SIDE * 1.01


@pytest.mark.skipif(not render.renderers(), reason="nothing here can draw")
def test_a_png_of_a_very_large_picture(monkeypatch):
    monkeypatch.setattr(render, "LONGEST_SIDE", 300)
    content = write_png(shipped("chaos/game.yaml", "phases"))
    wide, high = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    assert 290 <= max(wide, high) <= 302
