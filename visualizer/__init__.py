"""Flow in, pictures out: `draw(flow, "chaos.svg")` draws the course of a game.

In: a flow. Out: a file; its suffix says which kind (.svg, .png, .pdf, .dot, .mmd, .txt). A picture says nothing that the flow
does not say, and the same flow gives the same file, byte for byte.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.flow.ir import Flow
from rulewright.visualizer.dot import write_dot
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.mermaid import write_mermaid
from rulewright.visualizer.pdf import write_pdf
from rulewright.visualizer.render import DrawError, write_png
from rulewright.visualizer.svg import write_svg
from rulewright.visualizer.text import write_text
from rulewright.visualizer.turn import turn_flow

WRITERS = {".dot": write_dot, ".mmd": write_mermaid, ".txt": write_text}
RENDERED = {".svg": write_svg, ".png": write_png, ".pdf": write_pdf}
SUFFIXES = (*RENDERED, *WRITERS)

__all__ = ["SUFFIXES", "DrawError", "draw", "drawing", "turn_flow"]


def draw(flow: Flow, path: str | Path) -> None:
    """Write a picture of the flow to a file.

    Raises DrawError when the suffix is none of `SUFFIXES`, nothing here can render the picture, or the file cannot be
    written.
    """
    path = Path(path)
    content = drawing(flow, path.suffix.lower())
    try:
        path.write_bytes(content)
    except OSError as error:
        raise DrawError(f"cannot write {path}: {error.strerror or error}") from error


def drawing(flow: Flow, suffix: str) -> bytes:
    """What the file would contain; `.txt` is fit for a terminal. Raises DrawError as `draw` does."""
    if suffix not in SUFFIXES:
        named = f"`{suffix}`" if suffix else "a file without a suffix"
        known = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        raise DrawError(f"cannot draw {named}: the file's name must end in {known}")
    picture = arrange(turn_flow(flow))
    if suffix in WRITERS:
        return WRITERS[suffix](picture).encode()
    return RENDERED[suffix](picture)
