"""The attributes of boxes, frames and arrows in the language of Graphviz, and labels made of lines of text.

In: parts of a `Picture`. Out: what stands in square brackets behind them. Boxes, frames and arrows have an `id` made of
their address or number and a `class` of their kind and change, both fit for XML and CSS, and boxes and frames carry their
address as a tooltip.
"""

from __future__ import annotations

from html import escape
from math import ceil

from rulewright.visualizer.legend import signed, taken_words, with_never
from rulewright.visualizer.looks import SMALL, Look, Type, arrow_look, box_look, frame_look, line_type
from rulewright.visualizer.measure import text_width
from rulewright.visualizer.picture import LISTS, SIGNS, Arrow, Box, Frame, Line
from rulewright.visualizer.theme import heat_name, light
from rulewright.visualizer.words import one_line, wrap

WIDTH, FRAME_WIDTH, ARROW_WIDTH = 34, 44, 24  # of a line, in characters
MOST_LINES = 9  # on an arrow
TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="{}">{}</TABLE>'
EVEN = '<FONT POINT-SIZE="1"><I> </I></FONT>'  # Graphviz sets plain lines 2 points lower than bold ones; not with this

Attributes = dict[str, str]  # a value in angle brackets is an HTML-like label


def identifier(prefix: str, address: str) -> str:
    """An id made of an address, fit for XML and CSS: `box-phases-game-round`."""
    signs = (sign if sign.isascii() and (sign.isalnum() or sign == "_") else _sign_code(sign) for sign in address)
    return f"{prefix}-{''.join(signs)}"


def _sign_code(sign: str) -> str:
    return "-" if sign == "." else f"--{ord(sign):x}-"


def box_attributes(box: Box) -> str:
    """What stands in the square brackets of a box."""
    return written(box_looks(box))


def frame_attributes(frame: Frame, depth: int) -> str:
    """What stands in the square brackets of a frame; depth: how many frames are around it, the whole picture included."""
    return written(frame_looks(frame, depth))


def arrow_attributes(arrow: Arrow, number: int = 0) -> str:
    """What stands in the square brackets of an arrow; number: its place in the picture, from 1, that its id is made of."""
    return written(({"id": f"arrow-{number}"} if number else {}) | arrow_looks(arrow))


def box_looks(box: Box) -> Attributes:
    """The attributes of a box."""
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
    return found | {"label": f"<{table(shown, WIDTH, 'CENTER', box)}>" if shown else ""}


def frame_looks(frame: Frame, depth: int) -> Attributes:
    """The attributes of a frame; depth: how many frames are around it."""
    look = frame_look(frame, depth)
    return {
        "id": identifier("frame", frame.address),
        "class": " ".join(("frame", frame.kind, *_states(frame))),
        "tooltip": one_line(frame.address),
        **frame_colours(look),
        "margin": "12",
        "labeljust": "l",
        "label": f"<{table(frame.lines, FRAME_WIDTH, 'LEFT', frame)}>",
    }


def arrow_looks(arrow: Arrow) -> Attributes:
    """The attributes of an arrow."""
    colour, dash, width = arrow_look(arrow)
    found = {"class": " ".join(("arrow", arrow.kind, *_states(arrow))), "color": light(colour), "penwidth": f"{width:g}"}
    if dash:
        found["style"] = dash
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


def _arrow_rows(arrow: Arrow) -> str:
    texts = arrow_texts(arrow)
    if texts:
        texts[0] = signed(arrow.change, texts[0])
    elif arrow.change in SIGNS:
        texts = [SIGNS[arrow.change]]
    look = Type(9, "same ink" if arrow.change == "same" else "soft")
    rows = [(text, look) for text in texts]
    rows += [(count, Type(9, "ink", bold=True)) for count in (taken_words(arrow),) if count]
    cells = "".join(f"<TR><TD{wide(room_of(*row))}>{font(*row)}</TD></TR>" for row in rows)
    # a table in one with room around it: a plain label would stand on its line
    return f"<TR><TD>{TABLE.format(0, cells)}</TD></TR>" if rows else ""


def arrow_texts(arrow: Arrow) -> list[str]:
    """The lines of an arrow's words; of a long list of alternatives as many as can be read at a glance."""
    said = [wrap(label, ARROW_WIDTH) for label in arrow.said]
    kept = said
    while len(kept) > 1 and sum(map(len, kept)) > MOST_LINES:
        kept = kept[:-1]
    more = len(said) - len(kept)
    if more == 1 and len(said[-1]) == 1:
        return [line for lines in said for line in lines]
    return [line for lines in kept for line in lines] + ([f"{'and' if arrow.kind in LISTS else 'or'} {more} more"] if more else [])


def written(attributes: Attributes) -> str:
    """Attributes as they stand in square brackets."""
    return ", ".join(f"{name}={quoted(value)}" for name, value in attributes.items())


def quoted(value: str) -> str:
    """The value of an attribute."""
    if value.startswith("<") and value.endswith(">"):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def table(lines: tuple[Line, ...], width: int, align: str, around: Box | Frame | None) -> str:
    """A label of these lines, as wide as a number of characters."""
    return TABLE.format(0, rows_of(lines, width, align, around))


def rows_of(lines: tuple[Line, ...], width: int, align: str, around: Box | Frame | None) -> str:
    """The rows of such a label."""
    change = around.change if around is not None else ""
    found = []
    for place, line in enumerate(lines):
        text = signed(change, line.text) if not place else line.text
        look = line_type(line.role, around)
        for words in wrap(text, width + (6 if line.role == "rules" else 0)):
            found.append(f'<TR><TD ALIGN="{align}"{wide(room_of(words, look))}>{font(words, look)}</TD></TR>')
    return "".join(found)


def room_of(words: str, look: Type) -> int:
    """How much room a line asks for: that of signs that Graphviz does not know the width of."""
    return 0 if words.isascii() else ceil(text_width(words, look.size, bold=look.bold))


def wide(room: int) -> str:
    """The attribute for so much room."""
    return f' WIDTH="{room}"' if room else ""


def font(words: str, look: Type) -> str:
    """Words in their type."""
    text = _text(words)
    if look.bold:
        text = f"<B>{text}</B>"
    if look.italic:
        text = f"<I>{text}</I>"
    if not look.bold and not look.italic:
        text += EVEN
    return f'<FONT POINT-SIZE="{look.size}" COLOR="{light(look.colour)}">{text}</FONT>'


def _text(text: str) -> str:
    """Text for an HTML-like label, in which `\\N` and the like would stand for a name."""
    return escape(one_line(text), quote=True).replace("\\", "\\\\")


def _states(part: Box | Frame | Arrow) -> list[str]:
    """Classes beside the kind: what is different, and how often it was come to."""
    found = [part.change] if part.change else []
    if not isinstance(part, Frame) and part.heat is not None:
        found.append(heat_name(part.heat).replace(" ", "-"))
    return found


def frame_colours(look: Look) -> Attributes:
    """What a frame is drawn with."""
    return {
        "style": look.style, "fillcolor": light(look.fill), "color": light(look.line), "penwidth": f"{look.width:g}",
    }  # fmt: skip
