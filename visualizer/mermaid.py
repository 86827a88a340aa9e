"""Writes the picture as a Mermaid flowchart, which code hosts and note books show by themselves.

In: a `Picture`. Out: text, the same for the same picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from rulewright.visualizer.picture import Arrow, Box, Frame, Picture
from rulewright.visualizer.words import one_line, wrap

WIDTH = 34

# kind of box -> what stands around its text
SHAPES = {
    "start": ("((", "))"),
    "decision": ("{{", "}}"),
    "menu": ("[/", "\\]"),
    "sealed": ("[[", "]]"),
    "window": ("{{", "}}"),
    "chance": ("([", "])"),
    "law": ("[", "]"),
    "trigger": (">", "]"),
    "end": ("(((", ")))"),
}
ROUNDED = ("(", ")")
STYLES = {
    "start": "fill:#1f2933,color:#ffffff",
    "step": "fill:#ffffff,stroke:#9aa5b1",
    "action": "fill:#e3f5e6,stroke:#57a773",
    "decision": "fill:#fff3d1,stroke:#d39e2d",
    "menu": "fill:#ffe3a8,stroke:#c08412",
    "sealed": "fill:#fff3d1,stroke:#d39e2d",
    "window": "fill:#f3e8fb,stroke:#8e5bb5,stroke-dasharray:5 3",
    "chance": "fill:#e2f3f7,stroke:#2b8aa3,stroke-dasharray:2 2",
    "law": "fill:#fde9e4,stroke:#cf6a4c",
    "trigger": "fill:#fde9e4,stroke:#cf6a4c",
    "loop": "fill:#3e4c59,stroke:#3e4c59,color:#ffffff",
    "over": "fill:#d5dde5,stroke:#7b8794",
    "effects": "fill:#e3f5e6,stroke:#57a773",
    "end": "fill:#ffffff,stroke:#1f2933",
}
DASHED = frozenset(("opens", "reacts", "ends", "back"))
ENTITIES = str.maketrans({
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "#": "#35;", "`": "#96;", "\\": "#92;",
})  # fmt: skip


def write_mermaid(picture: Picture) -> str:
    """The picture in Mermaid's language."""
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    names = {box.address: f"n{number}" for number, box in enumerate(picture.boxes(), 1)}
    yield "---"
    title = one_line(picture.title).replace("'", "''")  # Mermaid reads this part as YAML
    yield f"title: '{title}'"
    yield "---"
    yield "flowchart TB"
    yield from _frame(picture.frame, names, count(1), 0)
    for arrow in picture.arrows:
        yield f"  {_arrow(arrow, names)}"
    kinds = dict.fromkeys(box.kind for box in picture.boxes())
    yield from (f"  classDef {_class(kind)} {STYLES[kind]}" for kind in kinds)
    for kind in kinds:
        members = ",".join(names[box.address] for box in picture.boxes() if box.kind == kind)
        yield f"  class {members} {_class(kind)}"


def _class(kind: str) -> str:
    """`end` and others are words of Mermaid's own."""
    return f"{kind}Box"


def _frame(frame: Frame, names: dict[str, str], numbers: count[int], depth: int) -> Iterator[str]:
    indent = "  " * (depth + 1)
    if depth:
        words = " · ".join(line.text for line in frame.lines if line.role != "rules")
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
    title, *more = [_text(line.text, WIDTH) for line in box.lines] or ["Start"]
    words = "<br/>".join((f"<b>{title}</b>", *(f"<small>{line}</small>" for line in more)))
    return f'{before}"{words}"{after}'


def _arrow(arrow: Arrow, names: dict[str, str]) -> str:
    line = "-.->" if arrow.kind in DASHED else "-->"
    if arrow.both:
        line = f"<{line}"
    if arrow.labels:
        line += f'|"{_text(" or ".join(arrow.labels), 30)}"|'
    return f"{names[arrow.source]} {line} {names[arrow.target]}"


def _text(text: str, width: int) -> str:
    return "<br/>".join(line.translate(ENTITIES) for line in wrap(text, width))
