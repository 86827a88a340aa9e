"""Writes the picture as a Mermaid flowchart, which code hosts and note books show by themselves.

In: a `Picture`. Out: text, the same for the same picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from rulewright.visualizer.legend import arrow_words, signed, with_never
from rulewright.visualizer.looks import arrow_look, box_look, frame_look, is_dashed, line_type
from rulewright.visualizer.picture import SIGNS, Arrow, Box, Frame, Picture, names_of
from rulewright.visualizer.theme import heat_name, light
from rulewright.visualizer.words import one_line, wrap

WIDTH = 34
DASHED = ",stroke-dasharray:5 3"
DASHES = {"": "", "dashed": DASHED, "dotted": ",stroke-dasharray:2 2"}

# kind of box -> what stands around its text
SHAPES = {
    "start": ("((", "))"),
    "block": ("[", "]"),
    "decision": ("{{", "}}"),
    "menu": ("[/", "\\]"),
    "sealed": ("[[", "]]"),
    "window": ("{{", "}}"),
    "chance": ("([", "])"),
    "law": ("[", "]"),
    "trigger": (">", "]"),
    "replacement": ("[/", "/]"),
    "event": ("[\\", "/]"),
    "zone": ("[(", ")]"),
    "closed": ("[[", "]]"),
    "end": ("(((", ")))"),
}
ROUNDED = ("(", ")")
ENTITIES = str.maketrans({
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "#": "#35;", "`": "#96;", "\\": "#92;",
})  # fmt: skip


def write_mermaid(picture: Picture) -> str:
    """The picture in Mermaid's language."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    names = names_of(picture)
    yield "---"
    title = one_line(picture.title).replace("'", "''")  # Mermaid reads this part as YAML
    yield f"title: '{title}'"
    yield "---"
    yield "flowchart TB"
    yield from _frame(picture.frame, names, count(1), 0)
    for arrow in picture.arrows:
        yield f"  {_arrow(arrow, names)}"
    members: dict[tuple[str, str], list[str]] = {}
    for box in picture.boxes():
        members.setdefault((_class(box), _style(box)), []).append(names[box.address])
    yield from (f"  classDef {name} {style}" for name, style in members)
    yield from (f"  class {','.join(boxes)} {name}" for (name, _), boxes in members.items())
    yield from _line_styles(picture)
    yield from _frame_styles(picture)


def _frame_styles(picture: Picture) -> Iterator[str]:
    """The outlines of frames that are different, numbered as `_frame` does."""
    for number, frame in enumerate(_in_order(picture.frame), 1):
        if frame.change in SIGNS:
            look = frame_look(frame, 1)
            dashed = DASHED if look.style.endswith("dashed") else ""
            yield f"  style g{number} stroke:{light(look.line)},stroke-width:{look.width:g}px{dashed}"


def _in_order(frame: Frame) -> Iterator[Frame]:
    """The frames inside a frame, each before those inside it."""
    for inner in frame.frames:
        yield inner
        yield from _in_order(inner)


def _line_styles(picture: Picture) -> Iterator[str]:
    """Colours and widths of arrows that are different or were counted; all others look as the reader's theme has it."""
    styles: dict[str, list[int]] = {}
    for number, arrow in enumerate(picture.arrows):
        if arrow.change or arrow.heat is not None:
            colour, dash, width = arrow_look(arrow)
            line = f"stroke:{light(colour)},stroke-width:{width:g}px{DASHES[dash]}"
            styles.setdefault(line, []).append(number)
    yield from (f"  linkStyle {','.join(map(str, numbers))} {style}" for style, numbers in styles.items())


def _class(box: Box) -> str:
    """A class of Mermaid's; `end` and others are words of its own."""
    heat = heat_name(box.heat).replace(" ", "") if box.heat is not None else ""
    return f"{box.kind}Box{box.change.capitalize()}{heat.capitalize()}"


def _style(box: Box) -> str:
    look = box_look(box)
    ink = line_type("title", box).colour if box.lines else "on strong"
    dashed = DASHES.get(look.style.split(",")[-1], "")
    return f"fill:{light(look.fill)},stroke:{light(look.line)},color:{light(ink)}{dashed}"


def _frame(frame: Frame, names: dict[str, str], numbers: count[int], depth: int) -> Iterator[str]:
    indent = "  " * (depth + 1)
    if depth:
        words = signed(frame.change, " · ".join(line.text for line in frame.lines if line.role != "rules"))
        yield f'{indent[2:]}subgraph g{next(numbers)} ["{_text(words, 60)}"]'
    for part in frame.parts:
        if isinstance(part, Frame):
            yield from _frame(part, names, numbers, depth + 1)
        else:
            yield f"{indent}{names[part.address]}{_box(part)}"
    if depth:
        yield f"{indent[2:]}end"


def _box(box: Box) -> str:
    before, after = SHAPES.get(box.kind, ROUNDED)
    lines = [line.text for line in with_never(box)] or ["Start"]
    title, *more = [_text(text, WIDTH) for text in (signed(box.change, lines[0]), *lines[1:])]
    words = "<br/>".join((f"<b>{title}</b>", *(f"<small>{line}</small>" for line in more)))
    return f'{before}"{words}"{after}'


def _arrow(arrow: Arrow, names: dict[str, str]) -> str:
    line = "-.->" if is_dashed(arrow.kind) else "-->"
    if arrow.both:
        line = f"<{line}"
    words = arrow_words(arrow)
    if words:
        line += f'|"{_text(words, 30)}"|'
    return f"{names[arrow.source]} {line} {names[arrow.target]}"


def _text(text: str, width: int) -> str:
    return "<br/>".join(line.translate(ENTITIES) for line in wrap(text, width))
