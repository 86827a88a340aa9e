"""Writes the picture as a PDF of one page, its text selectable.

In: a `Picture`. Out: bytes, the same for the same picture. Text is in Helvetica, which every viewer has; letters that
it lacks are in an embedded font, signs in Symbol. Text is stretched to the width that its box leaves for it. What none
of the fonts can show is refused: a page with black squares would say less than it seems to.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.visualizer.picture import Picture
from rulewright.visualizer.render import DrawError
from rulewright.visualizer.scene import DASHES, Mark, Scene, Words
from rulewright.visualizer.sheet import lay_out
from rulewright.visualizer.words import JOINERS

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

INSTALL = "write PDF files after `pip install 'rulewright[pdf]'`, or write a .svg or .png file instead"
LONGEST_SIDE = 14_400  # points; viewers show no larger page
STYLES = {  # bold, italic -> Helvetica and the embedded font
    (False, False): ("Helvetica", "OpenSans-Regular"),
    (True, False): ("Helvetica-Bold", "OpenSans-Bold"),
    (False, True): ("Helvetica-Oblique", "OpenSans-Italic"),
    (True, True): ("Helvetica-BoldOblique", "OpenSans-BoldItalic"),
}
SYMBOLS = frozenset("→←↔⇒≈∞∑√")


def write_pdf(picture: Picture) -> bytes:
    """The picture as a PDF file.

    Raises DrawError when nothing here can lay it out, `reportlab` is missing, or a letter cannot be shown.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas  # an extra, and slow to import
    except ImportError as error:
        raise DrawError(f"PDF files need the package reportlab: {INSTALL}") from error
    scene = lay_out(picture)
    scale = min(1.0, LONGEST_SIDE / max(scene.width, scene.height))
    content = BytesIO()
    # invariant: no date and no random id, so that the file is the same every time
    canvas = Canvas(content, pagesize=(scene.width * scale, scene.height * scale), invariant=1, pageCompression=1)
    canvas.setTitle(picture.title)
    canvas.setCreator("Rulewright")
    canvas.scale(scale, scale)
    _Page(canvas, scene).draw()
    canvas.showPage()
    canvas.save()
    return content.getvalue()


class _Page:
    """A page being drawn. PDF counts upward from the lower edge, a scene downward from the upper one."""

    def __init__(self, canvas: Canvas, scene: Scene) -> None:
        self.canvas, self.scene = canvas, scene
        self.letters: dict[str, frozenset[int]] = {}  # of embedded fonts

    def draw(self) -> None:
        self.canvas.setFillColor(self.scene.page)
        self.canvas.rect(0, 0, self.scene.width, self.scene.height, stroke=0, fill=1)
        for part in self.scene.parts:
            for mark in part.marks:
                self._mark(mark)
            for words in part.words:
                self._words(words)

    def _mark(self, mark: Mark) -> None:
        canvas = self.canvas
        if mark.fill:
            canvas.setFillColor(mark.fill)
        if mark.stroke:
            canvas.setStrokeColor(mark.stroke)
            canvas.setLineWidth(mark.width)
            canvas.setLineCap(1 if mark.dash == "dotted" else 0)
            canvas.setDash(*DASHES[mark.dash]) if mark.dash else canvas.setDash()
        filled, stroked = int(bool(mark.fill)), int(bool(mark.stroke))
        if mark.kind == "ellipse":
            (x, y), (wide, high) = mark.points
            y = self.scene.height - y
            canvas.ellipse(x - wide, y - high, x + wide, y + high, stroke=stroked, fill=filled)
            return
        points = [(x, self.scene.height - y) for x, y in mark.points]
        path = canvas.beginPath()
        path.moveTo(*points[0])
        if mark.kind == "curve":
            for start in range(1, len(points), 3):
                path.curveTo(*points[start], *points[start + 1], *points[start + 2])
        else:
            for point in points[1:]:
                path.lineTo(*point)
        if mark.kind == "polygon":
            path.close()
        canvas.drawPath(path, stroke=stroked, fill=filled)

    def _words(self, words: Words) -> None:
        runs = [(font, "".join(signs)) for font, signs in self._runs(words)]
        natural = sum(self.canvas.stringWidth(text, font, words.size) for font, text in runs)
        if not natural:
            return
        text = self.canvas.beginText(words.x, self.scene.height - words.y)
        text.setFillColor(words.colour)
        text.setHorizScale(100 * words.width / natural)
        for font, signs in runs:
            text.setFont(font, words.size)
            text.textOut(signs)
        self.canvas.drawText(text)

    def _runs(self, words: Words) -> Iterator[tuple[str, list[str]]]:
        """The text in pieces that one font can show."""
        plain, embedded = STYLES[words.bold, words.italic]
        shown = (sign for sign in words.text if sign not in JOINERS)  # nothing is joined here
        for font, signs in groupby(shown, key=lambda sign: self._font(sign, plain, embedded)):
            yield font, list(signs)

    def _font(self, sign: str, plain: str, embedded: str) -> str:
        try:
            sign.encode("cp1252")
            return plain
        except UnicodeEncodeError:
            if sign in SYMBOLS:
                return "Symbol"
        if ord(sign) in self._embedded(embedded):
            return embedded
        missing = "" if self.letters[embedded] else ", with the package ttf-opensans missing"
        raise DrawError(f"a PDF file cannot show `{sign}` (U+{ord(sign):04X}){missing}: write a .svg or .png file instead")

    def _embedded(self, name: str) -> frozenset[int]:
        """The letters of an embedded font, none when it is not installed."""
        if name not in self.letters:
            self.letters[name] = frozenset(_register(name))
        return self.letters[name]


def _register(name: str) -> Iterator[int]:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    try:
        import ttf_opensans
    except ImportError:
        return
    font = TTFont(name, Path(ttf_opensans.__file__).parent / "ttf" / f"{name}.ttf")
    pdfmetrics.registerFont(font)
    yield from font.face.charToGlyph
