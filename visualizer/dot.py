"""Writes the picture as a DOT file, for Graphviz and everything that reads its language.

In: a `Picture`. Out: text, the same for the same picture. Boxes are called n1, n2, ... in the order of the rulebook and
carry their address as a tooltip.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from rulewright.visualizer.legend import Sample, lines, samples
from rulewright.visualizer.picture import Arrow, Box, Frame, Line, Picture
from rulewright.visualizer.words import one_line, wrap

INK, SOFT, FAINT = "#1f2933", "#52606d", "#8a97a5"
FONT = "Helvetica"
TABLE = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="{}">{}</TABLE>'
WIDTH = 34  # of a line in a box, in characters

# kind of box -> attributes of its outline
SHAPES = {
    "start": 'shape=circle, style=filled, fillcolor="#1f2933", color="#1f2933", width=0.18, fixedsize=true, label=""',
    "step": 'shape=box, style="rounded,filled", fillcolor="#ffffff", color="#9aa5b1"',
    "action": 'shape=box, style="rounded,filled", fillcolor="#e3f5e6", color="#57a773"',
    "decision": 'shape=octagon, margin="0.01,0.01", style=filled, fillcolor="#fff3d1", color="#d39e2d"',
    "menu": 'shape=folder, style=filled, fillcolor="#ffe3a8", color="#c08412", penwidth=1.6',
    "sealed": 'shape=octagon, margin="0.01,0.01", peripheries=2, style=filled, fillcolor="#fff3d1", color="#d39e2d"',
    "window": 'shape=octagon, margin="0.01,0.01", style="filled,dashed", fillcolor="#f3e8fb", color="#8e5bb5"',
    "chance": 'shape=ellipse, style="filled,dotted", fillcolor="#e2f3f7", color="#2b8aa3", penwidth=1.8',
    "law": 'shape=note, style=filled, fillcolor="#fde9e4", color="#cf6a4c"',
    "trigger": 'shape=cds, margin="0.22,0.12", style=filled, fillcolor="#fde9e4", color="#cf6a4c"',
    "loop": 'shape=box, style="rounded,filled", fillcolor="#3e4c59", color="#3e4c59"',
    "over": 'shape=box, style="rounded,filled", fillcolor="#d5dde5", color="#7b8794"',
    "effects": 'shape=component, style=filled, fillcolor="#e3f5e6", color="#57a773"',
    "event": 'shape=box, style="filled,diagonals", fillcolor="#eef2f6", color="#52606d"',
    "replacement": 'shape=cds, margin="0.22,0.12", style="filled,dashed", fillcolor="#fdf3d8", color="#b7791f"',
    "zone": 'shape=box, style="filled", fillcolor="#ffffff", color="#52606d", penwidth=1.4, margin="0.16,0.09"',
    "end": 'shape=doublecircle, style=filled, fillcolor="#ffffff", color="#1f2933", penwidth=1.4, margin="0.02,0.02"',
}
# kind of frame -> attributes of its outline, inside the cluster
FRAMES = {
    "phase": ("#f1f5f9", "#cbd5e0"),
    "menu": ("#fffaf0", "#e6cf9a"),
    "action": ("#f1faf3", "#a9d3b5"),
    "always": ("#fff7f4", "#ebbfb0"),
    "law": ("#fdeee9", "#ebbfb0"),
    "trigger": ("#fdeee9", "#ebbfb0"),
    "windows": ("#faf5fd", "#d4bce6"),
    "owners": ("#f1f5f9", "#cbd5e0"),
    "rules": ("#f1f5f9", "#cbd5e0"),
    "legend": ("#ffffff", "#d9e0e7"),
}
PHASES = ("#f1f5f9", "#e6edf5", "#dbe6f1", "#eef3f8")  # deeper phases, so that each stands out from the one around
# kind of arrow -> attributes
ARROWS = {
    "next": 'color="#3e4c59", weight=4',
    "option": 'color="#c08412"',
    "call": 'color="#57a773"',
    "back": 'color="#9fb0bf", arrowsize=0.6',
    "opens": 'color="#b08fd0", style=dashed, arrowsize=0.6',
    "reacts": 'color="#d98a70", style=dashed, arrowsize=0.6',
    "ends": 'color="#c0392b", style=dashed',
    "over": 'color="#1f2933", penwidth=1.4',
    "does": 'color="#3e4c59"',
    "moves": 'color="#3e4c59"',
}
LINES = {  # role -> size, colour, italic
    "title": (11, INK, False),
    "words": (9, INK, True),
    "option": (9, INK, True),
    "who": (9, "#8a5a00", False),
    "loop": (9, SOFT, True),
    "condition": (9, SOFT, False),
    "chance": (9, "#1f6f85", False),
    "ends": (9, "#a93226", False),
    "reacts": (9, "#b4553a", False),
    "rules": (7, FAINT, False),
}


def write_dot(picture: Picture, *, clusters: bool = True) -> str:
    """The picture in DOT. Without clusters the frames are left out: a layout that fails with them succeeds."""
    return "\n".join(_lines(picture, clusters)) + "\n"


def _lines(picture: Picture, clusters: bool) -> Iterator[str]:
    names = {box.address: f"n{number}" for number, box in enumerate(picture.boxes(), 1)}
    yield "digraph rulebook {"
    title = f'<FONT POINT-SIZE="20" COLOR="{INK}">{_text(picture.title)}</FONT>'
    yield f'  graph [rankdir=TB, newrank=true, nodesep=0.3, ranksep=0.38, pad=0.35, fontname="{FONT}",'
    yield f'    bgcolor="#ffffff", labelloc=t, labeljust=l, label=<<B>{title}</B>>];'
    yield f'  node [fontname="{FONT}", fontsize=11, fontcolor="{INK}", margin="0.11,0.05", penwidth=1.1];'
    yield f'  edge [fontname="{FONT}", fontsize=9, fontcolor="{SOFT}", arrowsize=0.75, penwidth=1.1];'
    yield from _frame(picture.frame, names, clusters, 0)
    for arrow in picture.arrows:
        yield f"  {names[arrow.source]} -> {names[arrow.target]} [{_arrow(arrow)}];"
    for above, below in pairwise(picture.lane):
        yield f"  {names[above]} -> {names[below]} [style=invis];"
    for above, below in picture.below:
        yield f"  {names[above]} -> {names[below]} [style=invis, weight=0];"
    yield from _legend(picture, names, clusters)
    yield "}"


def _frame(frame: Frame, names: dict[str, str], clusters: bool, depth: int) -> Iterator[str]:
    indent = "  " * (depth + 1)
    framed = clusters and depth > 0
    if framed:
        fill, line = FRAMES.get(frame.kind, FRAMES["phase"])
        if frame.kind == "phase":
            fill = PHASES[min(depth - 1, len(PHASES) - 1)]
        yield f'{indent[2:]}subgraph "cluster_{_quoted(frame.address)}" {{'
        yield f'{indent}graph [style="rounded,filled", fillcolor="{fill}", color="{line}", margin=12,'
        yield f'{indent}  tooltip="{_quoted(frame.address)}",'
        yield f"{indent}  labeljust=l, label=<{_table(frame.lines, 60, 'LEFT')}>];"
    for part in frame.parts:
        if isinstance(part, Frame):
            yield from _frame(part, names, clusters, depth + 1)
        else:
            yield f"{indent}{names[part.address]} [{_box(part)}];"
    if framed:
        yield f"{indent[2:]}}}"


def _box(box: Box) -> str:
    shape = SHAPES[box.kind]
    tooltip = f'tooltip="{_quoted(box.address)}"'
    if not box.lines:
        return f"{shape}, {tooltip}"
    return f"{shape}, {tooltip}, label=<{_table(box.lines, WIDTH, 'CENTER', light=box.kind == 'loop')}>"


def _table(lines: tuple[Line, ...], width: int, align: str, *, light: bool = False) -> str:
    rows = "".join(
        f'<TR><TD ALIGN="{align}">{_font(line.role, words, light)}</TD></TR>'
        for line in lines
        for words in wrap(line.text, width + (8 if line.role == "rules" else 0))
    )
    return TABLE.format(0, rows)


def _font(role: str, words: str, light: bool) -> str:
    size, colour, italic = LINES[role]
    if light:
        size, colour = 9, "#ffffff" if role == "title" else "#e4e9ee"
    text = _text(words)
    if role == "title" and not light:
        text = f"<B>{text}</B>"
    if italic:
        text = f"<I>{text}</I>"
    return f'<FONT POINT-SIZE="{size}" COLOR="{colour}">{text}</FONT>'


def _arrow(arrow: Arrow) -> str:
    parts = [ARROWS[arrow.kind]]
    if arrow.both:
        parts.append("dir=both")
    if arrow.aside:
        parts.append("constraint=false")
    if arrow.labels:
        left = ' ALIGN="LEFT"' if arrow.kind == "moves" else ""  # a list of rules, no condition
        texts = [line for label in _joined(arrow) for line in wrap(label, 34 if left else 26)]
        rows = "".join(f"<TR><TD{left}>{_text(line)}</TD></TR>" for line in texts)
        # a table: a plain label would stand on its line
        parts.append(f"label=<{TABLE.format(2, rows)}>")
    return ", ".join(parts)


def _joined(arrow: Arrow) -> list[str]:
    """The lines of an arrow; of conditions one is enough."""
    if arrow.kind in ("moves", "does", "reacts"):
        return list(arrow.labels)
    return [f"or {label}" if place else label for place, label in enumerate(arrow.labels)]


def _legend(picture: Picture, names: dict[str, str], clusters: bool) -> Iterator[str]:
    """A row of samples below everything else."""
    if not clusters:
        return
    shown = samples(picture)
    above = {arrow.source for arrow in picture.arrows if not arrow.aside}
    above |= {*picture.lane[:-1], *(upper for upper, _ in picture.below)}
    fill, line = FRAMES["legend"]
    yield '  subgraph "cluster_legend" {'
    title = _table((Line("title", "How to read it"),), 60, "LEFT")
    yield f'    graph [style="rounded,filled", fillcolor="{fill}", color="{line}", margin=10, labeljust=l,'
    yield f"      label=<{title}>];"
    for number, sample in enumerate(shown, 1):
        yield f"    k{number} [{_sample(sample)}];"
    rows = "".join(
        f'<TR><TD ALIGN="LEFT"><FONT POINT-SIZE="9" COLOR="{_colour(sample.kind)}">'
        f'{"- - -" if "dashed" in ARROWS[sample.kind] else "-----"}</FONT></TD>'
        f'<TD ALIGN="LEFT"><FONT POINT-SIZE="9" COLOR="{SOFT}">{_text(sample.words)}</FONT></TD></TR>'
        for sample in lines(picture)
    )
    yield f"    k0 [shape=plain, label=<{TABLE.format(1, rows)}>];"
    yield "    { rank=same; " + " -> ".join(f"k{number}" for number in range(len(shown) + 1)) + " [style=invis]; }"
    yield "  }"
    for box in picture.boxes():
        if box.address not in above:
            yield f"  {names[box.address]} -> k0 [style=invis, weight=0];"


def _sample(sample: Sample) -> str:
    width = 6 if sample.kind == "end" else 16
    words = _table((Line("condition", sample.words),), width, "CENTER", light=sample.kind == "loop")
    return f"{SHAPES[sample.kind]}, label=<{words}>"


def _colour(kind: str) -> str:
    """The colour of an arrow."""
    return ARROWS[kind].split('"')[1]


def _text(text: str) -> str:
    """Text for an HTML-like label."""
    return escape(one_line(text), quote=True)


def _quoted(text: str) -> str:
    """Text for a string in double quotes."""
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')
