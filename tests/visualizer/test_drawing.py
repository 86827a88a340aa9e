"""The writers, and what can render."""

from __future__ import annotations

import os
import stat
import sys
from xml.etree import ElementTree

import pytest

from rulewright.visualizer import SUFFIXES, DrawError, draw, drawing, render
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.drawing import RENDERED
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.turn import turn_flow
from tests.dsl.flow.flows import tiny
from tests.visualizer.flows import chaos, fair

SVG = "{http://www.w3.org/2000/svg}"
posix = pytest.mark.skipif(os.name != "posix", reason="the stand-ins are shell scripts")


@pytest.fixture
def nothing_installed(monkeypatch, tmp_path):
    """A machine without renderers; commands may be put into the folder."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder, name, script):
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize("suffix", [".dot", ".mmd", ".txt"])
def test_texts(golden, suffix):
    golden(f"drawings/fair{suffix}", drawing(fair(), suffix).decode())


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_flow_gives_the_same_file(tmp_path, suffix):
    if suffix in RENDERED and not render.renderers():
        pytest.skip("nothing here can render")
    first, second = tmp_path / f"first{suffix}", tmp_path / f"second{suffix.upper()}"
    draw(chaos(), first)
    draw(chaos(), second)
    assert first.read_bytes() == second.read_bytes() != b""


@pytest.mark.skipif(not render.renderers(), reason="nothing here can render")
@pytest.mark.parametrize("flow", [chaos, fair])
def test_svg_has_every_word_of_the_picture(flow):
    root = ElementTree.fromstring(drawing(flow(), ".svg"))
    assert root.tag == f"{SVG}svg"
    shown = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text")).replace("\xa0", " ")
    picture = arrange(turn_flow(flow()))
    lines = [line.text for box in picture.boxes() for line in box.lines]
    lines += [line.text for frame in picture.frames() for line in frame.lines]
    for words in (picture.title, *lines):
        assert all(word in shown for word in words.split()), words


@pytest.mark.skipif(not render.renderers(), reason="nothing here can render")
def test_png():
    assert drawing(fair(), ".png").startswith(b"\x89PNG\r\n")


def test_actions_stand_with_their_menu_and_laws_apart():
    frames = {frame.address: frame for frame in arrange(turn_flow(chaos())).frames()}
    menu = frames["menu of phases.game.round.turn.act"]
    assert {box.address for box in menu.boxes} >= {"phases.game.round.turn.act", "actions.seek", "actions.discard"}
    assert {frame.address for frame in menu.frames} == {"actions.trade", "actions.battle"}
    always = frames["always in effect"]
    assert {box.kind for box in always.boxes} == {"law"}
    assert [frame.address for frame in always.frames] == ["triggers.spin_of_chaos"]


def test_without_clusters_every_box_and_arrow_is_still_there():
    picture = arrange(turn_flow(chaos()))
    framed = write_dot(picture)
    plain = write_dot(picture, clusters=False)
    assert "subgraph" in framed and "subgraph" not in plain
    assert all(f"  n{number} [" in plain for number in range(1, len(picture.boxes()) + 1))


@pytest.mark.parametrize("name", ["chaos.jpg", "chaos", "chaos.svg.bak"])
def test_other_suffixes_are_refused(tmp_path, name):
    with pytest.raises(DrawError, match=r"must end in \.svg, \.png, \.pdf, \.html, \.dot, \.mmd, \.txt, \.graphml or \.json"):
        draw(fair(), tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("view", ["interaction", "components"])
@pytest.mark.parametrize("level", ["phases", "actions"])
def test_levels_of_the_turn_flow_are_refused_elsewhere(tmp_path, view, level):
    with pytest.raises(DrawError, match=f"the level `{level}` is one of the view `turn`; the view `{view}` is always drawn whole"):
        draw(fair(), tmp_path / "fair.txt", view=view, level=level)
    draw(fair(), tmp_path / "fair.html", view=view, level=level)  # it shows the turn flow as well


def test_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(DrawError, match="cannot write"):
        draw(fair(), tmp_path / "nowhere" / "fair.txt")


def test_without_a_renderer_texts_are_offered(nothing_installed, tmp_path):
    with pytest.raises(DrawError, match=r"pip install 'rulewright\[graph\]'`, or write a \.dot"):
        draw(fair(), tmp_path / "fair.svg")
    draw(fair(), tmp_path / "fair.dot")


@posix
def test_the_package_comes_before_dot(nothing_installed):
    put(nothing_installed, "dot", "echo dot $1")
    assert render.render_dot("svg", ("digraph {}",)) == b"dot -Tsvg\n"
    put(nothing_installed, "graphviz-pure", "echo pure $1")
    assert render.render_dot("svg", ("digraph {}",)) == b"pure -Tsvg\n"


@posix
def test_dot_draws_what_the_package_cannot(nothing_installed):
    put(nothing_installed, "graphviz-pure", "exit 1")
    put(nothing_installed, "dot", "echo drawn")
    assert render.render_dot("png", ("digraph {}",)) == b"drawn\n"


@posix
def test_clusters_are_given_up_when_nothing_can_place_them(nothing_installed):
    put(nothing_installed, "dot", 'read first; case "$first" in *clusters*) exit 1;; esac; echo drawn')
    assert render.render_dot("svg", ("digraph clusters\n", "digraph plain\n")) == b"drawn\n"


@posix
def test_failures_are_told(nothing_installed):
    put(nothing_installed, "dot", "echo trouble in init_rank >&2; exit 1")
    with pytest.raises(DrawError, match=r"dot: trouble in init_rank\): write a \.dot"):
        render.render_dot("svg", ("digraph clusters\n", "digraph plain\n"))


@posix
def test_time_is_limited(nothing_installed):
    put(nothing_installed, "dot", "while :; do :; done")
    with pytest.raises(DrawError, match=r"not done after 0\.2 seconds"):
        render.render_dot("svg", ("digraph {}",), seconds=0.2)


def test_a_flow_of_every_form_is_drawn():
    """Made by hand, with forms that no rulebook would put together."""
    text = drawing(tiny(), ".txt").decode()
    assert "hidden until all have chosen" in text
    assert text.count("\n# Game over") == 1
