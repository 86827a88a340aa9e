"""Whether DOT and Mermaid files are accepted by their own tools: Graphviz, and Mermaid itself in a browser."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from rulewright.visualizer import render
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.mermaid import write_mermaid
from rulewright.visualizer.picture import CHANGES, Box, Frame, Line, Picture
from rulewright.visualizer.render import render_dot
from tests.browser import running
from tests.visualizer.pictures import GAMES, LEVELS, VARIANTS, compared, counted, everything, shipped

ODD = Picture(
    "A 'quoted' \"title\": <b>, # and --- %% {x} `y` \\n ; end",
    Frame("", "game", (), (Box("a", "step", "end", (Line("title", "end; class [x] (y) {{z}} |w| -->"),)),)),
    (),
)  # fmt: skip


def drawn() -> dict[str, Picture]:
    chaos = shipped("chaos/game.yaml")
    found = {f"{game} {level}": shipped(game, level) for game in GAMES for level in LEVELS}
    found |= {" with ".join(chosen): compared(*chosen) for chosen in VARIANTS}
    found |= {"counted": counted(chaos), "odd": ODD, "everything": everything()}
    return found | {change: everything(change) for change in CHANGES} | {"never": everything("", 0.0)}


@pytest.mark.skipif(not render.renderers(), reason="nothing here can lay out")
def test_graphviz_reads_dot():
    for picture in drawn().values():
        for clusters in (True, False):
            written = render_dot("canon", (write_dot(picture, clusters=clusters),)).decode()
            assert written.count(" -> ") >= len(picture.arrows) * 0.5  # those alike are one
            assert ("subgraph" in written) == clusters


@pytest.fixture(scope="module")
def mermaid():
    """A page with Mermaid, without a network."""
    spec = find_spec("mermaidx")
    if spec is None or spec.origin is None:
        pytest.skip("the package mermaidx, which brings Mermaid along, is not installed")
    script = Path(spec.origin).parent / "assets" / "mermaid.js"
    with running() as browser:
        context = browser.new_context(offline=True)
        context.route("**/*", lambda route: route.abort())
        page = context.new_page()
        page.set_content("<!doctype html><title>Mermaid</title><body></body>")
        page.add_script_tag(content=script.read_text(encoding="utf-8"))
        page.evaluate("mermaid.initialize({startOnLoad: false, maxEdges: 2000, suppressErrorRendering: true})")
        yield page
        context.close()


DRAW = """async text => {
    const parsed = await mermaid.parse(text);
    const {svg} = await mermaid.render("drawn", text);
    const root = new DOMParser().parseFromString(svg, "text/html").body;
    return [parsed.diagramType, root.querySelectorAll(".node").length, root.querySelectorAll(".edgePaths path").length,
            root.querySelectorAll(".cluster").length, root.textContent];
}"""


def test_mermaid_reads_mermaid(mermaid):
    for name, picture in drawn().items():
        kind, boxes, arrows, frames, text = mermaid.evaluate(DRAW, write_mermaid(picture))
        assert kind.startswith("flowchart"), name
        assert (boxes, arrows) == (len(picture.boxes()), len(picture.arrows)), name
        assert frames == len(picture.frames()) - 1, name
        assert "Syntax error" not in text, name


def test_mermaid_shows_what_is_written(mermaid):
    text = mermaid.evaluate(DRAW, write_mermaid(ODD))[4]
    assert "end; class [x] (y)" in text and "{{z}} |w| -->" in text


def test_mermaid_refuses_what_is_wrong(mermaid):
    assert mermaid.evaluate("mermaid.parse('flowchart TB\\n  a[', {suppressErrors: true})") is False
