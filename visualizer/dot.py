"""Writes the picture as a DOT file, for Graphviz and everything that reads its language.

In: a `Picture`. Out: text, the same for the same picture. Boxes are called n1, n2, ... in the order of the rulebook.
Boxes, frames and arrows have an `id` made of their address or number and a `class` of their kind and change, both fit
for XML and CSS, and boxes and frames carry their address as a tooltip. The lanes of a picture, its legend and its notes
are laid out each by itself, and stand side by side.

A page that lays pictures out itself writes them of `head`, `box_attributes`, `frame_attributes`, `arrow_attributes` and
`legend_sheet`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape
from itertools import pairwise
from math import ceil

from rulewright.visualizer.apart import LANES, lanes_of, loops, set_apart
from rulewright.visualizer.clashes import LEFT, NO_CORRECTIONS, RIGHT, Corrections
from rulewright.visualizer.legend import changes, has_heat, lines, samples, signed, taken_words, with_never
from rulewright.visualizer.looks import SMALL, Look, Type, arrow_look, box_look, frame_look, line_type
from rulewright.visualizer.measure import text_width
from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame, Line, Picture, names_of
from rulewright.visualizer.theme import FONT, HEATS, heat_name, light
from rulewright.visualizer.words import one_line, wrap

WIDTH, FRAME_WIDTH, ARROW_WIDTH, NOTE_WIDTH = 34, 44, 24, 52  # of a line, in characters
TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="{}">{}</TABLE>'
EVEN = '<FONT POINT-SIZE="1"><I> </I></FONT>'  # Graphviz sets plain lines 2 points lower than bold ones; not with this
APART = 28  # points between lanes
COLUMNS = 99  # all of them in one row
RANKS = 2  # that an arrow goes down at least
CROWD = 4  # more targets of one box than this stand in several rows
LEGEND_PLACE = 100  # behind all lanes
NOTE_ROWS = 6  # lines of a list that stand together

Attributes = dict[str, str]  # a value in angle brackets is an HTML-like label


def write_dot(
    picture: Picture,
    *,
    clusters: bool = True,
    surroundings: bool = True,
    together: bool = False,
    corrections: Corrections = NO_CORRECTIONS,
) -> str:
    """The picture in DOT.

    Without clusters the frames are left out: a layout that fails with them succeeds. Without surroundings there is neither
    a title nor a legend, for a page that has its own. together: see `head`. The corrections come of an earlier layout of
    the same picture.
    """
    return "\n".join(_Written(set_apart(picture), clusters, together, corrections).lines(surroundings)) + "\n"


def page_lines(picture: Picture) -> list[str]:
    """The same for a picture that has been set apart already, without surroundings: what the page puts together itself."""
    return list(_Written(picture, True, False, NO_CORRECTIONS).lines(surroundings=False))


def head(title: str = "", *, together: bool = False) -> Iterator[str]:
    """The first lines of a file, up to what is drawn.

    What is not connected is laid out one by one and stands side by side; together it shares its ranks, and arrows into
    frames and out of them lead down as well. One by one, Graphviz leaves no room for labels: there every arrow goes down
    two ranks, and labels stand on the one between.
    """
    apart = f'ranksep=0.17, pack={APART}, packmode="array_tu{COLUMNS}"'
    yield "digraph rulebook {"
    yield f"  graph [rankdir=TB, compound=true, nodesep=0.28, {'ranksep=0.34, newrank=true' if together else apart},"
    yield f'    pad=0.35, fontname="{FONT}", bgcolor="{light("page")}"' + ("," if title else "];")
    if title:
        look = Type(20, "ink", bold=True)
        row = f'<TR><TD ALIGN="LEFT"{_wide(_room(title, look))}>{_font(title, look)}</TD></TR>'
        yield f"    labelloc=t, labeljust=l, label=<{TABLE.format(0, row)}>];"
    yield f'  node [fontname="{FONT}", fontsize=11, fontcolor="{light("ink")}", margin="0.11,0.05", width=0.4, height=0.3];'
    ranks = 1 if together else RANKS
    yield f'  edge [fontname="{FONT}", fontsize=9, fontcolor="{light("soft")}", arrowsize=0.75, minlen={ranks}];'


def identifier(prefix: str, address: str) -> str:
    """An id made of an address, fit for XML and CSS: `box-phases-game-round`."""
    signs = (sign if sign.isascii() and (sign.isalnum() or sign == "_") else _sign_code(sign) for sign in address)
    return f"{prefix}-{''.join(signs)}"


def _sign_code(sign: str) -> str:
    return "-" if sign == "." else f"--{ord(sign):x}-"


def box_attributes(box: Box) -> str:
    """What stands in the square brackets of a box."""
    return _written(_box(box))


def frame_attributes(frame: Frame, depth: int, side: str = LEFT) -> str:
    """What stands in the square brackets of a frame; depth: how many frames are around it, the whole picture included."""
    return _written(_frame(frame, depth, side))


def arrow_attributes(arrow: Arrow, number: int = 0) -> str:
    """What stands in the square brackets of an arrow; number: its place in the picture, from 1, that its id is made of."""
    return _written(_arrow(arrow, number))


def _box(box: Box) -> Attributes:
    look = box_look(box)
    found = {
        "id": identifier("box", box.address),
        "class": " ".join(("box", box.kind, *_states(box))),
        "tooltip": one_line(box.address),
        "shape": look.shape,
        "style": look.style,
        "fillcolor": light(look.fill),
        "color": light(look.line),
        "penwidth": f"{look.width:g}",
    }
    if look.margin:
        found["margin"] = look.margin
    if look.rings > 1:
        found["peripheries"] = str(look.rings)
    if box.kind == "start":
        return found | {"width": "0.18", "height": "0.18", "fixedsize": "true", "label": ""}
    shown = with_never(box)
    return found | {"label": f"<{_table(shown, WIDTH, 'CENTER', box)}>" if shown else ""}


def _frame(frame: Frame, depth: int, side: str) -> Attributes:
    look = frame_look(frame, depth)
    return {
        "id": identifier("frame", frame.address),
        "class": " ".join(("frame", frame.kind, *_states(frame))),
        "tooltip": one_line(frame.address),
        **_frame_colours(look),
        "margin": "12",
        "labeljust": side,
        "label": f"<{_table(frame.lines, FRAME_WIDTH, 'RIGHT' if side == RIGHT else 'LEFT', frame)}>",
    }


def _arrow(arrow: Arrow, number: int) -> Attributes:
    colour, dashed, width = arrow_look(arrow)
    found = {"id": f"arrow-{number}"} if number else {}
    found |= {"class": " ".join(("arrow", arrow.kind, *_states(arrow))), "color": light(colour), "penwidth": f"{width:g}"}
    if dashed:
        found["style"] = "dashed"
    if arrow.kind == "next":
        found["weight"] = "4"
    if arrow.kind in SMALL:
        found["arrowsize"] = "0.6"
    if arrow.both:
        found["dir"] = "both"
    if arrow.aside:
        found["constraint"] = "false"
    rows = _arrow_rows(arrow)
    if rows:
        found["label"] = f"<{TABLE.format(2, rows)}>"
    return found


def legend_sheet(picture: Picture, kinds: Collection[str] = ()) -> Iterator[str]:
    """A file with nothing but the legend, for a page that shows it beside the picture; kinds: of boxes that may come."""
    yield from head()
    yield from _legend(picture, kinds, framed=False)
    yield "}"


def _legend(picture: Picture, kinds: Collection[str] = (), *, framed: bool = True) -> Iterator[str]:
    """A sample of everything that occurs, two beside each other."""
    shown = samples(picture, kinds)
    if framed:
        attributes = _frame_colours(frame_look(Frame("legend", "legend", (), ()), 1)) | {
            "id": "legend", "class": "legend", "margin": "10", "labeljust": LEFT,
            "label": f"<{_table((Line('title', 'How to read it'),), WIDTH, 'LEFT', None)}>",
        }  # fmt: skip
        yield '  subgraph "cluster_legend" {'
        yield f"    graph [{_written(attributes)}];"
    keys = [f"k{number}" for number in range(1, len(shown) + 1)]
    for key, sample in zip(keys, shown, strict=True):
        yield f"    {key} [{_written(_sample(sample.kind, sample.words) | {'sortv': str(LEGEND_PLACE)})}];"
    rows = "".join(_legend_rows(picture))
    if rows:
        yield f'    k0 [sortv={LEGEND_PLACE}, shape=plain, class="legend", label=<{TABLE.format(1, rows)}>];'
    for above, below in pairwise([*(["k0"] if rows else []), *keys[::2]]):
        yield f"    {above} -> {below} [style=invis];"
    for left, right in zip(keys[::2], keys[1::2], strict=False):
        yield f"    {{ rank=same; {left} -> {right} [style=invis]; }}"
    if framed:
        yield "  }"


def _written(attributes: Attributes) -> str:
    return ", ".join(f"{name}={_value(value)}" for name, value in attributes.items())


def _value(value: str) -> str:
    if value.startswith("<") and value.endswith(">"):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Written:
    """A picture being written."""

    def __init__(self, picture: Picture, clusters: bool, together: bool, corrections: Corrections) -> None:
        self.picture, self.clusters, self.together, self.corrections = picture, clusters, together, corrections
        self.names = names_of(picture)
        self.leaps, self.loops = _leaps(picture), loops(picture)
        self.places = self._places()

    def lines(self, surroundings: bool) -> Iterator[str]:
        picture = self.picture
        yield from head(picture.title if surroundings else "", together=self.together)
        yield from self._frame(picture.frame, 0)
        for number, arrow in enumerate(picture.arrows, 1):
            attributes = _arrow(arrow, number)
            if number in self.leaps:
                attributes["minlen"] = str(self.leaps[number] * (1 if self.together else RANKS))
            ends = self.corrections.ends.get(attributes["id"], ("", ""))
            attributes |= {name: frame for name, frame in zip(("ltail", "lhead"), ends, strict=True) if frame}
            source, target = self.names[arrow.source], self.names[arrow.target]
            if number in self.loops:  # routed best as one that leads down
                del attributes["constraint"]
                attributes |= {"weight": "1"} | ({} if arrow.both else {"dir": "back"})
                source, target = target, source
            yield f"  {source} -> {target} [{_written(attributes)}];"
        for above, below in pairwise(picture.lane):
            yield f"  {self.names[above]} -> {self.names[below]} [style=invis, weight=8];"
        for above, below in picture.below:
            yield f"  {self.names[above]} -> {self.names[below]} [style=invis, weight=0];"
        if self.clusters and surroundings:
            yield from _legend(picture)
            yield from _note_lines(self.picture)
        yield "}"

    def _places(self) -> dict[str, int]:
        """The place of each box among what stands side by side: the course of the game comes first, then each lane."""
        kinds = {frame.address: LANES.index(frame.kind) + 2 for frame in self.picture.frame.frames if frame.kind in LANES}
        return {address: kinds.get(lane, 1) for address, lane in lanes_of(self.picture).items()}

    def _frame(self, frame: Frame, depth: int) -> Iterator[str]:
        indent = "  " * (depth + 1)
        framed = self.clusters and depth > 0
        if framed:
            name = f"cluster_{one_line(frame.address)}"
            yield f"{indent[2:]}subgraph {_value(name)} {{"
            side = self.corrections.sides.get(name, LEFT)
            yield f"{indent}graph [{frame_attributes(frame, depth, side)}];"
        for part in frame.parts:
            if isinstance(part, Frame):
                yield from self._frame(part, depth + 1)
            else:
                attributes = _box(part) | {"sortv": str(self.places[part.address])}
                yield f"{indent}{self.names[part.address]} [{_written(attributes)}];"
        if framed:
            yield f"{indent[2:]}}}"


def _leaps(picture: Picture) -> dict[int, int]:
    """How many rows each arrow goes down, by its number, where more than one: a crowd of targets stands in a few rows."""
    crowds: dict[str, list[int]] = {}
    for number, arrow in enumerate(picture.arrows, 1):
        if arrow.kind in ("option", "call") and not arrow.aside and arrow.source != arrow.target:
            crowds.setdefault(arrow.source, []).append(number)
    return {
        number: 1 + place % rows
        for crowd in crowds.values()
        if (rows := round(len(crowd) ** 0.5)) and len(crowd) > CROWD
        for place, number in enumerate(crowd)
        if place % rows
    }


def _note_lines(picture: Picture) -> list[str]:
    """What stands beside the picture, below its legend."""
    if not picture.notes:
        return []
    attributes = _frame_colours(frame_look(Frame("notes", "legend", (), ()), 1)) | {"id": "notes", "class": "notes", "label": ""}
    pieces = list(_note_pieces(picture.notes))
    names = ["notes", *(f"notes{number}" for number in range(2, len(pieces) + 1))]
    return [
        '  subgraph "cluster_notes" {',
        f"    graph [{_written(attributes)}];",
        *(
            f'    {name} [sortv={LEGEND_PLACE + 1}, shape=plain, class="notes", label=<{TABLE.format(1, rows)}>];'
            for name, rows in zip(names, pieces, strict=True)
        ),
        *(f"    {above} -> {below} [style=invis];" for above, below in pairwise(names)),
        "  }",
    ]


def _note_pieces(notes: tuple[Line, ...]) -> Iterator[str]:
    """The rows of the notes, a few at a time: one tall list would push apart what stands in the same row of the picture."""
    wide = max(ceil(text_width(words, 9, bold=True)) for note in notes for words in wrap(note.text, NOTE_WIDTH))
    first = f'<TR><TD{_wide(wide)} HEIGHT="0"></TD></TR>'  # pieces as wide as one another begin below one another
    piece = first
    for note in notes:
        if piece.count("<TR>") > NOTE_ROWS - 3 * (note.role == "title"):  # no title at the end of a piece
            yield piece
            piece = first
        piece += _rows((note,), NOTE_WIDTH, "LEFT", None)
    yield piece


def _table(lines: tuple[Line, ...], width: int, align: str, around: Box | Frame | None) -> str:
    return TABLE.format(0, _rows(lines, width, align, around))


def _rows(lines: tuple[Line, ...], width: int, align: str, around: Box | Frame | None) -> str:
    change = around.change if around is not None else ""
    found = []
    for place, line in enumerate(lines):
        text = signed(change, line.text) if not place else line.text
        look = line_type(line.role, around)
        for words in wrap(text, width + (6 if line.role == "rules" else 0)):
            found.append(f'<TR><TD ALIGN="{align}"{_wide(_room(words, look))}>{_font(words, look)}</TD></TR>')
    return "".join(found)


def _room(words: str, look: Type) -> int:
    """How much room a line asks for: that of signs that Graphviz does not know the width of."""
    return 0 if words.isascii() else ceil(text_width(words, look.size, bold=look.bold))


def _wide(room: int) -> str:
    return f' WIDTH="{room}"' if room else ""


def _font(words: str, look: Type) -> str:
    text = _text(words)
    if look.bold:
        text = f"<B>{text}</B>"
    if look.italic:
        text = f"<I>{text}</I>"
    if not look.bold and not look.italic:
        text += EVEN
    return f'<FONT POINT-SIZE="{look.size}" COLOR="{light(look.colour)}">{text}</FONT>'


def _states(part: Box | Frame | Arrow) -> list[str]:
    """Classes beside the kind: what is different, and how often it was come to."""
    found = [part.change] if part.change else []
    if not isinstance(part, Frame) and part.heat is not None:
        found.append(heat_name(part.heat).replace(" ", "-"))
    return found


def _frame_colours(look: Look) -> Attributes:
    return {
        "style": look.style, "fillcolor": light(look.fill), "color": light(look.line), "penwidth": f"{look.width:g}",
    }  # fmt: skip


def _arrow_rows(arrow: Arrow) -> str:
    texts = [line for label in arrow.said for line in wrap(label, ARROW_WIDTH)]
    if texts:
        texts[0] = signed(arrow.change, texts[0])
    elif arrow.change in SIGNS:
        texts = [SIGNS[arrow.change]]
    look = Type(9, "same ink" if arrow.change == "same" else "soft")
    rows = [(text, look) for text in texts]
    rows += [(count, Type(9, "ink", bold=True)) for count in (taken_words(arrow),) if count]
    cells = "".join(f"<TR><TD{_wide(_room(*row))}>{_font(*row)}</TD></TR>" for row in rows)
    # a table in one with room around it: a plain label would stand on its line
    return f"<TR><TD>{TABLE.format(0, cells)}</TD></TR>" if rows else ""


def _legend_rows(picture: Picture) -> Iterator[str]:
    words = Type(9, "soft")
    for sample in lines(picture):
        colour, dashed, _ = arrow_look(Arrow(sample.kind, "", ""))
        line = Type(9, colour, bold=True)
        yield _legend_row(_font("- - -" if dashed else "——", line), sample.words, words)
    if any(arrow.both for arrow in picture.arrows):
        yield _legend_row(_font("↔", Type(11, "soft", bold=True)), "and comes back", words)
    for sample in changes(picture):
        look = Type(11, "same ink" if sample.kind == "same" else f"{sample.kind} line", bold=True)
        yield _legend_row(_font(SIGNS.get(sample.kind, "·"), look), sample.words, words)
    if has_heat(picture):
        scale = "".join(f'<TD BGCOLOR="{light(f"heat {step}")}" WIDTH="10" HEIGHT="9"></TD>' for step in range(1, HEATS + 1))
        yield _legend_row(TABLE.format(0, f"<TR>{scale}</TR>"), "seldom to often", words)


def _legend_row(sign: str, text: str, look: Type) -> str:
    return f'<TR><TD ALIGN="LEFT" WIDTH="26">{sign}</TD><TD ALIGN="LEFT"{_wide(_room(text, look))}>{_font(text, look)}</TD></TR>'


def _sample(kind: str, words: str) -> Attributes:
    """A sample of a kind of box."""
    box = Box(kind, kind, "", (Line("condition", words),))
    named = {"id": f"legend-{kind}", "class": f"legend {kind}", "tooltip": one_line(words)}
    return _box(box) | named | {"label": f"<{_table(box.lines, 8 if kind == 'end' else 16, 'CENTER', box)}>"}


def _text(text: str) -> str:
    """Text for an HTML-like label, in which `\\N` and the like would stand for a name."""
    return escape(one_line(text), quote=True).replace("\\", "\\\\")
