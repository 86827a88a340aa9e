"""What stands beside a picture, in DOT: its legend and its notes.

In: a `Picture`. Out: lines of DOT.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import ceil, inf

from rulewright.visualizer.dot_attributes import (
    TABLE,
    WIDTH,
    Attributes,
    box_looks,
    font,
    frame_colours,
    room_of,
    rows_of,
    table,
    wide,
    written,
)
from rulewright.visualizer.legend import changes, has_heat, lines, samples
from rulewright.visualizer.looks import Type, arrow_look, frame_look
from rulewright.visualizer.measure import text_width
from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.theme import FONT, HEATS, light
from rulewright.visualizer.words import one_line, wrap

NOTE_WIDTH = 52  # of a line, in characters
APART = 28  # points between lanes
COLUMNS = 99  # all of them in one row
BETWEEN = 0.28  # inches between boxes of one rank
RANKS = 2  # that an arrow goes down at least
LEGEND_PLACE = 100  # behind all lanes
SAMPLES = {"": "——", "dashed": "- - -", "dotted": "•••••"}  # of lines
NOTE_ROWS = 6  # lines of a list that stand together


def head(title: str = "", *, together: bool = False, between: float = BETWEEN) -> Iterator[str]:
    """The first lines of a file, up to what is drawn.

    What is not connected is laid out one by one and stands side by side; together it shares its ranks, and arrows into
    frames and out of them lead down as well. One by one, Graphviz leaves no room for labels: there every arrow goes down
    two ranks, and labels stand on the one between. between: inches between boxes of one rank.
    """
    apart = f'ranksep=0.17, pack={APART}, packmode="array_tu{COLUMNS}"'
    yield "digraph rulebook {"
    yield f"  graph [rankdir=TB, compound=true, nodesep={between:g}, {'ranksep=0.34, newrank=true' if together else apart},"
    yield f'    pad=0.35, fontname="{FONT}", bgcolor="{light("page")}"' + ("," if title else "];")
    if title:
        look = Type(20, "ink", bold=True)
        row = f'<TR><TD ALIGN="LEFT"{wide(room_of(title, look))}>{font(title, look)}</TD></TR>'
        yield f"    labelloc=t, labeljust=l, label=<{TABLE.format(0, row)}>];"
    yield f'  node [fontname="{FONT}", fontsize=11, fontcolor="{light("ink")}", margin="0.11,0.05", width=0.4, height=0.3];'
    ranks = 1 if together else RANKS
    yield f'  edge [fontname="{FONT}", fontsize=9, fontcolor="{light("soft")}", arrowsize=0.75, minlen={ranks}];'


def legend_sheet(picture: Picture, kinds: Collection[str] = (), *, framed: bool = False) -> Iterator[str]:
    """A file with nothing but the legend, for a page that shows it beside the picture; kinds: of boxes that may come."""
    yield from head()
    yield from legend_lines(picture, kinds, framed=framed)
    yield "}"


def note_sheet(picture: Picture) -> Iterator[str]:
    """A file with nothing but the notes."""
    yield from head()
    yield from note_lines(picture, inf)
    yield "}"


def legend_lines(picture: Picture, kinds: Collection[str] = (), *, framed: bool = True) -> Iterator[str]:
    """A sample of everything that occurs, two beside each other."""
    shown = samples(picture, kinds)
    if framed:
        attributes = frame_colours(frame_look(Frame("legend", "legend", (), ()), 1)) | {
            "id": "legend", "class": "legend", "margin": "10", "labeljust": "l",
            "label": f"<{table((Line('title', 'How to read it'),), WIDTH, 'LEFT', None)}>",
        }  # fmt: skip
        yield '  subgraph "cluster_legend" {'
        yield f"    graph [{written(attributes)}];"
    keys = [f"k{number}" for number in range(1, len(shown) + 1)]
    for key, sample in zip(keys, shown, strict=True):
        yield f"    {key} [{written(_sample(sample.kind, sample.words) | {'sortv': str(LEGEND_PLACE)})}];"
    rows = "".join(_legend_rows(picture))
    if rows:
        yield f'    k0 [sortv={LEGEND_PLACE}, shape=plain, class="legend", label=<{TABLE.format(1, rows)}>];'
    for above, below in pairwise([*(["k0"] if rows else []), *keys[::2]]):
        yield f"    {above} -> {below} [style=invis];"
    for left, right in zip(keys[::2], keys[1::2], strict=False):
        yield f"    {{ rank=same; {left} -> {right} [style=invis]; }}"
    if framed:
        yield "  }"


def _legend_rows(picture: Picture) -> Iterator[str]:
    words = Type(9, "soft")
    for sample in lines(picture):
        colour, dash, _ = arrow_look(Arrow(sample.kind, "", ""))
        line = Type(9, colour, bold=True)
        yield _legend_row(font(SAMPLES[dash], line), sample.words, words)
    if any(arrow.both for arrow in picture.arrows):
        yield _legend_row(font("↔", Type(11, "soft", bold=True)), "and comes back", words)
    for sample in changes(picture):
        if sample.kind in SIGNS:
            sign = font(SIGNS[sample.kind], Type(11, f"{sample.kind} line", bold=True))
            sign = TABLE.format(0, f'<TR><TD BGCOLOR="{light(sample.kind)}" WIDTH="20">{sign}</TD></TR>')
        else:
            sign = font(SAMPLES[""], Type(9, "same ink", bold=True))
        yield _legend_row(sign, sample.words, words)
    if has_heat(picture):
        scale = "".join(f'<TD BGCOLOR="{light(f"heat {step}")}" WIDTH="10" HEIGHT="9"></TD>' for step in range(1, HEATS + 1))
        yield _legend_row(TABLE.format(0, f"<TR>{scale}</TR>"), "seldom to often", words)


def _legend_row(sign: str, text: str, look: Type) -> str:
    return f'<TR><TD ALIGN="LEFT" WIDTH="26">{sign}</TD><TD ALIGN="LEFT"{wide(room_of(text, look))}>{font(text, look)}</TD></TR>'


def _sample(kind: str, words: str) -> Attributes:
    """A sample of a kind of box."""
    box = Box(kind, kind, "", (Line("condition", words),))
    named = {"id": f"legend-{kind}", "class": f"legend {kind}", "tooltip": one_line(words)}
    return box_looks(box) | named | {"label": f"<{table(box.lines, 8 if kind == 'end' else 16, 'CENTER', box)}>"}


def note_lines(picture: Picture, most: float = NOTE_ROWS) -> list[str]:
    """What stands beside the picture, below its legend; most: lines of the list that stand together."""
    if not picture.notes:
        return []
    attributes = frame_colours(frame_look(Frame("notes", "legend", (), ()), 1)) | {"id": "notes", "class": "notes", "label": ""}
    pieces = list(_note_pieces(picture.notes, most))
    names = ["notes", *(f"notes{number}" for number in range(2, len(pieces) + 1))]
    return [
        '  subgraph "cluster_notes" {',
        f"    graph [{written(attributes)}];",
        *(
            f'    {name} [sortv={LEGEND_PLACE + 1}, shape=plain, class="notes", label=<{TABLE.format(1, rows)}>];'
            for name, rows in zip(names, pieces, strict=True)
        ),
        *(f"    {above} -> {below} [style=invis];" for above, below in pairwise(names)),
        "  }",
    ]


def _note_pieces(notes: tuple[Line, ...], most: float) -> Iterator[str]:
    """The rows of the notes, a few at a time: one tall list would push apart what stands in the same row of the picture."""
    across = max(ceil(text_width(words, 9, bold=True)) for note in notes for words in wrap(note.text, NOTE_WIDTH))
    first = f'<TR><TD{wide(across)} HEIGHT="0"></TD></TR>'  # pieces as wide as one another begin below one another
    piece = first
    for note in notes:
        if piece.count("<TR>") > most - 3 * (note.role == "title"):  # no title at the end of a piece
            yield piece
            piece = first
        piece += rows_of((note,), NOTE_WIDTH, "LEFT", None)
    yield piece
