"""Writes the picture as SVG that needs nothing else: one file, for light and dark surroundings, its text selectable.

In: a `Picture`. Out: bytes, the same for the same picture. Every text has the width that its box leaves for it, so no
font that a viewer has can run over. Groups have the ids and classes of `dot`. The colours are attributes in the light
values; a style sheet turns them where the surroundings are dark, and viewers without style sheets still show the light.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from rulewright.visualizer.picture import Picture
from rulewright.visualizer.scene import DASHES, Mark, Part, Scene, Words
from rulewright.visualizer.sheet import lay_out
from rulewright.visualizer.theme import FONTS, dark_rules
from rulewright.visualizer.words import one_line

CLASS = "rulewright"


def write_svg(picture: Picture) -> bytes:
    """The picture as an SVG file. Raises DrawError when nothing here can lay it out."""
    lines = _lines(lay_out(picture), picture.title, _description(picture))
    return ("\n".join(lines) + "\n").encode()


def _description(picture: Picture) -> str:
    boxes, arrows = len(picture.boxes()), len(picture.arrows)
    first = ", ".join(box.name for box in picture.boxes()[:5])
    return f"{boxes} boxes and {arrows} arrows, from top to bottom, beginning with: {first}."


def _lines(scene: Scene, title: str, description: str) -> Iterator[str]:
    wide, high = _number(scene.width), _number(scene.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{CLASS}" role="img" aria-labelledby="title description" '
        f'width="{wide}pt" height="{high}pt" viewBox="0 0 {wide} {high}" font-family={quoteattr(FONTS)}>'
    )
    yield f'<title id="title">{_text(title)}</title>'
    yield f'<desc id="description">{_text(description)}</desc>'
    yield "<style>"
    yield f".{CLASS} text{{white-space:pre}}"
    yield "@media screen and (prefers-color-scheme:dark){"
    yield from dark_rules(f".{CLASS} ", _colours(scene))
    yield "}"
    yield "</style>"
    yield f'<rect class="page" width="{wide}" height="{high}" fill="{scene.page}"/>'
    for part in scene.parts:
        yield from part_lines(part)
    yield "</svg>"


def _colours(scene: Scene) -> set[str]:
    found = {scene.page}
    for part in scene.parts:
        found.update(each for mark in part.marks for each in (mark.fill, mark.stroke))
        found.update(words.colour for words in part.words)
    return found


def part_lines(part: Part) -> Iterator[str]:
    """The lines of one part: a group of its marks and words."""
    named = "".join(f" {name}={quoteattr(value)}" for name, value in (("id", part.identity), ("class", part.classes)) if value)
    yield f"<g{named}>"
    if part.tooltip:
        yield f"<title>{_text(part.tooltip)}</title>"
    yield from map(_mark, part.marks)
    yield from map(_words, part.words)
    yield "</g>"


def _mark(mark: Mark) -> str:
    drawn = f'fill="{mark.fill or "none"}"'
    if mark.stroke:
        drawn += f' stroke="{mark.stroke}" stroke-width="{_number(mark.width)}"'
        if mark.dash:
            drawn += f' stroke-dasharray="{" ".join(map(str, DASHES[mark.dash]))}"'
            drawn += ' stroke-linecap="round"' if mark.dash == "dotted" else ""
    if mark.kind == "ellipse":
        (x, y), (wide, high) = mark.points
        return f'<ellipse cx="{_number(x)}" cy="{_number(y)}" rx="{_number(wide)}" ry="{_number(high)}" {drawn}/>'
    points = [f"{_number(x)},{_number(y)}" for x, y in mark.points]
    if mark.kind == "curve":
        return f'<path d="M{points[0]}C{" ".join(points[1:])}" {drawn}/>'
    return f'<{"polygon" if mark.kind == "polygon" else "polyline"} points="{" ".join(points)}" {drawn}/>'


def _words(words: Words) -> str:
    look = ' font-weight="bold"' if words.bold else ""
    look += ' font-style="italic"' if words.italic else ""
    return (
        f'<text x="{_number(words.x)}" y="{_number(words.y)}" font-size="{_number(words.size)}"{look} fill="{words.colour}" '
        f'textLength="{_number(words.width)}" lengthAdjust="spacingAndGlyphs">{escape(words.text)}</text>'
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    return escape(one_line(text))
