"""One drawing from its beginning to its end: a flow in, the file out.

`draw(flow, "chaos.svg")` is all in one; whoever puts counts, changes or the steps of a game into a picture takes the
parts: `graph_of`, `arranging.picture_of`, `seen_at` for the level, `written` for the format. The same flow gives the same
file, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.dsl.flow.ir import Flow
from rulewright.visualizer.arranging import picture_of
from rulewright.visualizer.changes import around_changes
from rulewright.visualizer.collapse import alone, collapse, title_of
from rulewright.visualizer.compare import compare
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.export import write_graphml, write_json
from rulewright.visualizer.graph import BUILDERS, build
from rulewright.visualizer.levels import BLOCKS as EVERY_BLOCK
from rulewright.visualizer.levels import CHANGES, LEVELS, SHUT, STEPS, shut_at
from rulewright.visualizer.mermaid import write_mermaid
from rulewright.visualizer.nodes import BLOCKS, TURN, Graph
from rulewright.visualizer.page import write_page
from rulewright.visualizer.pdf import write_pdf
from rulewright.visualizer.picture import Frame, Picture
from rulewright.visualizer.png import write_png
from rulewright.visualizer.render import DrawError
from rulewright.visualizer.svg import write_svg
from rulewright.visualizer.text import write_text

RENDERED = {".svg": write_svg, ".png": write_png, ".pdf": write_pdf}
TEXTS = {".dot": write_dot, ".mmd": write_mermaid, ".txt": write_text}
GRAPHS = {".graphml": write_graphml, ".json": write_json}
PAGE = ".html"
SUFFIXES = (*RENDERED, PAGE, *TEXTS, *GRAPHS)
VIEWS = tuple(view for view in BUILDERS if view != BLOCKS)  # every block is a level of the turn flow


def draw(
    flow: Flow, path: str | Path, *, view: str = TURN, level: str = STEPS, opened: str = "", against: Flow | None = None
) -> None:
    """Write a picture of the flow to a file.

    view: turn, interaction or components; level: phases, actions, steps or blocks, and changes when two are compared;
    opened: one phase alone, by its address or title; against: another game, for what it has otherwise.
    Raises DrawError when the suffix is none of `SUFFIXES`, one of the words is none of these, nothing here can render the
    picture, or the file cannot be written.
    """
    path = Path(path)
    content = drawing(flow, path.suffix.lower(), view=view, level=level, opened=opened, against=against)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise DrawError(f"cannot write {path}: {error.strerror or error}") from error


def drawing(
    flow: Flow, suffix: str, *, view: str = TURN, level: str = STEPS, opened: str = "", against: Flow | None = None
) -> bytes:
    """What the file would contain; `.txt` is fit for a terminal. Raises DrawError as `draw` does."""
    check_words(suffix, view, level, against is not None)
    graph = graph_of(flow, view, level, against)
    return written(graph, [seen_at(picture_of(graph), level, opened)], suffix)


def check_words(suffix: str, view: str, level: str, compared: bool) -> None:
    """Raises DrawError when what is to be drawn cannot be."""
    if suffix not in SUFFIXES:
        named = f"`{suffix}`" if suffix else "a file without a suffix"
        raise DrawError(f"cannot draw {named}: the file's name must end in {_any_of(SUFFIXES)}")
    if view not in VIEWS:
        raise DrawError(f"there is no view `{view}`; there are {_any_of(VIEWS)}")
    if level not in LEVELS:
        raise DrawError(f"there is no level `{level}`; there are {_any_of(LEVELS)}")
    if level == EVERY_BLOCK and view != TURN:
        raise DrawError(f"the level `{EVERY_BLOCK}` is one of the view `{TURN}`")
    if level in SHUT and view != TURN and suffix != PAGE:  # a page has the turn flow as well
        raise DrawError(f"the level `{level}` is one of the view `{TURN}`; the view `{view}` is always drawn whole")
    if level == EVERY_BLOCK and compared:
        raise DrawError(f"two games cannot be compared at the level `{EVERY_BLOCK}`: blocks have no names of their own")
    if level == CHANGES and not compared:
        raise DrawError(f"the level `{CHANGES}` shows what another game changes; name one to compare with")


def graph_of(flow: Flow, view: str = TURN, level: str = STEPS, against: Flow | None = None) -> Graph:
    """The graph to draw; against: of both games, with what the other one has otherwise."""
    view = BLOCKS if level == EVERY_BLOCK else view
    graph = build(flow, view)
    return graph if against is None else compare((graph, flow), (build(against, view), against))


def seen_at(picture: Picture, level: str = STEPS, opened: str = "") -> Picture:
    """The picture at a level, and one frame of it alone. Raises DrawError when there is no such frame."""
    if opened:
        picture = alone(picture, frame_named(picture, opened).address)
    if level == CHANGES:
        return around_changes(picture)
    return collapse(picture, shut_at(picture, level))


def _is_made_up(frame: Frame) -> bool:
    """Whether a frame is none of the rulebook's: `windows turn` stands inside the phase `turn` and is not meant by `turn`."""
    return " " in frame.address


def frame_named(picture: Picture, words: str) -> Frame:
    """The frame that is meant: by its address, the end of it, or its title. Raises DrawError unless there is just one."""
    frames = picture.frames()[1:]
    wanted = words.strip().casefold()
    ways = (
        [frame for frame in frames if frame.address.casefold() == wanted],
        [frame for frame in frames if frame.address.casefold().endswith(f".{wanted}") and not _is_made_up(frame)],
        [frame for frame in frames if title_of(frame).casefold() == wanted],
        # a phase that is one menu has no frame but the one around what it offers
        [frame for frame in frames if _is_made_up(frame) and frame.address.casefold().endswith((f".{wanted}", f" {wanted}"))],
    )
    found = next((way for way in ways if way), [])
    if len(found) == 1:
        return found[0]
    if found:
        raise DrawError(f"`{words}` can be {_any_of([frame.address for frame in found])}; write one of these")
    known = [frame.address for frame in frames]
    if not known:
        raise DrawError(f"`{words}` cannot be opened: this picture has no frames")
    raise DrawError(f"there is no frame `{words}` in this picture; it has {_any_of(known)}")


def written(graph: Graph, pictures: Sequence[Picture], suffix: str) -> bytes:
    """The content of a file of that suffix. A page shows all pictures; every other format the first one or its graph."""
    if suffix == PAGE:
        return write_page(pictures)
    if suffix in GRAPHS:
        return GRAPHS[suffix](graph).encode()
    if suffix in TEXTS:
        return TEXTS[suffix](pictures[0]).encode()
    return RENDERED[suffix](pictures[0])


def _any_of(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
