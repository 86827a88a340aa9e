"""Writes the picture as a PNG file, from the same layout as the other formats.

In: a `Picture`. Out: bytes. Graphviz draws it, without moving anything: shapes as a background, each line of text as a node
with its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil

from rulewright.visualizer.dot_attributes import EVEN, TABLE, wide
from rulewright.visualizer.picture import Picture
from rulewright.visualizer.render import dots_per_inch, render_dot
from rulewright.visualizer.scene import POINTS_PER_INCH, Mark, Point, Scene, Words
from rulewright.visualizer.sheet import lay_out
from rulewright.visualizer.theme import FONT

MIDDLE = 0.33  # of the size of a letter: how far above its base line a line has its middle
ROOM = 3  # times as much as a line needs
LOWER = 1.25  # points: Graphviz puts a line that much too high
AS_PLACED = ("-Kneato", "-n2")
OPERATIONS = {"polygon": "pP", "curve": "Bb", "line": "LL", "ellipse": "eE"}  # without and with a fill


def write_png(picture: Picture) -> bytes:
    """The picture as a PNG file; a very large one has fewer dots to the inch. Raises DrawError as `lay_out` does."""
    scene = lay_out(picture)
    dots = dots_per_inch(scene.width / POINTS_PER_INCH, scene.height / POINTS_PER_INCH)
    return render_dot("png", ("\n".join(_lines(scene)) + "\n",), options=(*AS_PLACED, f"-Gdpi={dots:g}"))


def _lines(scene: Scene) -> Iterator[str]:
    across, high = scene.width, scene.height
    drawn = " ".join(operation for part in scene.parts for mark in part.marks for operation in _mark(mark, high))
    yield f'digraph scene {{ graph [pad=0, bgcolor="{scene.page}", _background="{drawn}"];'
    yield f'node [shape=plain, fontname="{FONT}", label="", fixedsize=true, margin=0];'
    size = f"width={across / POINTS_PER_INCH:.5f}, height={high / POINTS_PER_INCH:.5f}"
    yield f'sheet [shape=box, style=invis, pos="{across / 2:.2f},{high / 2:.2f}", {size}];'
    number = 0
    for part in scene.parts:
        for words in part.words:
            number += 1
            room = ceil(ROOM * words.width)
            x, y = words.x + room / 2, high - words.y + MIDDLE * words.size - LOWER
            yield f't{number} [pos="{x:.2f},{y:.2f}", label=<{_label(words, room)}>];'
    yield "}"


def _label(words: Words, room: int) -> str:
    """A line at the left of more room than it needs: how wide some letters are Graphviz does not know."""
    text = escape(words.text, quote=True).replace("\\", "\\\\")
    text = f"<B>{text}</B>" if words.bold else text
    text = f"<I>{text}</I>" if words.italic else text
    text += "" if words.bold or words.italic else EVEN
    text = f'<FONT POINT-SIZE="{words.size:g}" COLOR="{words.colour}">{text}</FONT>'
    return TABLE.format(0, f'<TR><TD ALIGN="LEFT"{wide(room)}>{text}</TD></TR>')


def _mark(mark: Mark, high: float) -> Iterator[str]:
    yield f"S {_said(mark.dash or 'solid')} S {_said(f'setlinewidth({mark.width:g})')} c {_said(mark.stroke or 'transparent')}"
    if mark.fill:
        yield f"C {_said(mark.fill)}"
    sign = OPERATIONS[mark.kind][bool(mark.fill)]
    if mark.kind == "ellipse":
        (x, y), (across, down) = mark.points
        yield f"{sign} {_point((x, y), high)} {across:.2f} {down:.2f}"
    else:
        yield f"{sign} {len(mark.points)} {' '.join(_point(point, high) for point in mark.points)}"


def _said(text: str) -> str:
    return f"{len(text.encode())} -{text}"


def _point(point: Point, high: float) -> str:
    return f"{point[0]:.2f} {high - point[1]:.2f}"
