"""Lines of a screen, made of pieces of text that each have a style, and how they are broken, joined and set side by side.

In: words with styles. Out: lines that are no wider than asked for. A style is a word (`dim`, `name`, `seat 2`); what it looks
like is for whoever paints the lines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

Span = tuple[str, str]
Line = tuple[Span, ...]

TIE = "\u00a0"  # a blank at which no line is broken unless it must be
LEAST = 6  # a column of a grid is not made narrower


def span(text: str, style: str = "") -> Line:
    """One piece of text."""
    return ((text, style),) if text else ()


def joined(lines: Iterable[Line], between: str = " ", style: str = "") -> Line:
    """Lines one after another on one line."""
    found: list[Span] = []
    for line in lines:
        if found:
            found.append((between, style))
        found += line
    return tuple(found)


def tied(line: Line) -> Line:
    """The same, to be kept together where there is room."""
    return tuple((text.replace(" ", TIE), style) for text, style in line)


def text_of(line: Line) -> str:
    """The text without styles."""
    return "".join(text for text, _ in line).replace(TIE, " ").rstrip()


def width_of(line: Line) -> int:
    """How many columns of a screen a line takes."""
    return sum(len(text) if text.isascii() else sum(map(_columns, text)) for text, _ in line)


def _columns(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def wrapped(line: Line, width: int, indent: int = 0) -> list[Line]:
    """The line on as many lines as it needs; those after the first are indented."""
    indent = min(indent, max(0, width - 2 * LEAST))
    lines: list[list[Span]] = [[]]
    used = begun = 0  # columns of the last line, and of its indent
    for word in _words(line):
        blank = 1 if used > begun else 0
        if used + blank + width_of(word) <= width:
            lines[-1] += [(" ", ""), *word] if blank else word
            used += blank + width_of(word)
            continue
        for part in _fitting(_without_blanks(word), width - indent):
            if used > begun:
                lines.append([*span(" " * indent)])
                used = begun = indent
            lines[-1] += part
            used += width_of(part)
    return [tuple(each) for each in lines]


def _without_blanks(word: Line) -> Line:
    """A word that begins a line, without the further blanks before it."""
    place = next((place for place, (text, _) in enumerate(word) if text.strip(" ")), len(word))
    return word[place:]


def _words(line: Line) -> Iterator[Line]:
    """The parts of a line between its blanks; one at the beginning of the line belongs to the first word."""
    word: list[Span] = []
    begun = False
    for text, style in line:
        parts = text.split(" ")
        for place, part in enumerate(parts):
            if place and begun:
                yield tuple(word)
                word, begun = [], False
            elif place:
                word.append((" ", style))
            if part:
                word.append((part, style))
                begun = True
    if word:
        yield tuple(word)


def _fitting(word: Line, width: int) -> Iterator[Line]:
    """A word that is too long: at its ties, and where that does not help, anywhere."""
    if width_of(word) <= width:
        yield word
        return
    loose = tuple((text.replace(TIE, " "), style) for text, style in word)
    if loose != word:
        yield from (part for each in _gathered(_words(loose), width) for part in _fitting(each, width))
        return
    part: list[Span] = []
    used = 0
    for text, style in word:
        for sign in text:
            if used + _columns(sign) > width and part:
                yield tuple(part)
                part, used = [], 0
            part.append((sign, style))
            used += _columns(sign)
    if part:
        yield tuple(part)


def _gathered(words: Iterable[Line], width: int) -> Iterator[Line]:
    """Words put together again as long as they fit."""
    now: Line = ()
    for word in words:
        if now and width_of(now) + 1 + width_of(word) > width:
            yield now
            now = ()
        now = (*now, (TIE, ""), *word) if now else word
    if now:
        yield now


def padded(line: Line, width: int) -> Line:
    """The line with blanks up to a width."""
    more = width - width_of(line)
    return (*line, (" " * more, "")) if more > 0 else line


def grid(head: Sequence[Line], rows: Sequence[Sequence[Line]], width: int, gap: int = 2) -> list[Line]:
    """A table with a line of headings; cells are broken where the width asks for it."""
    table = [list(head), *(list(row) for row in rows)]
    widths = [max(width_of(row[column]) for row in table) for column in range(len(head))]
    longest = [
        max((width_of(word) for row in table for word in _words(row[column])), default=0) for column in range(len(head))
    ]
    for floors in (longest, [LEAST] * len(head)):  # first between words, then inside them
        while sum(widths) + gap * (len(widths) - 1) > width:
            room, column = max(
                (each - floor, place) for place, (each, floor) in enumerate(zip(widths, floors, strict=True))
            )
            if room <= 0:
                break
            widths[column] -= 1
    if sum(widths) + gap * (len(widths) - 1) > width:
        return _as_list(head, rows, width)
    lines: list[Line] = []
    for row in table:
        cells = [wrapped(cell, max(1, room)) for cell, room in zip(row, widths, strict=True)]
        for place in range(max(map(len, cells))):
            parts = (
                padded(cell[place] if place < len(cell) else (), room) for cell, room in zip(cells, widths, strict=True)
            )
            lines.append(joined(parts, " " * gap))
    return lines


def _as_list(head: Sequence[Line], rows: Sequence[Sequence[Line]], width: int) -> list[Line]:
    """The same where there is no room for columns: a line for each row, with the headings in it."""
    lines: list[Line] = []
    for row in rows:
        cells = (
            tied((*title, (" ", ""), *cell)) for title, cell in zip(head[1:], row[1:], strict=True) if text_of(cell)
        )
        lines += wrapped(joined((row[0], *cells), "  "), width, 2)
    return lines


def side_by_side(blocks: Iterable[list[Line]], width: int, gap: int = 3) -> list[Line]:
    """Blocks of lines, as many beside one another as there is room for."""
    lines: list[Line] = []
    shelf: list[list[Line]] = []
    for block in blocks:
        together = [*shelf, block]
        if shelf and sum(map(_breadth, together)) + gap * (len(together) - 1) > width:
            lines += _shelved(shelf, gap)
            together = [block]
        shelf = together
    return lines + _shelved(shelf, gap)


def _breadth(block: list[Line]) -> int:
    return max(map(width_of, block), default=0)


def _shelved(shelf: list[list[Line]], gap: int) -> list[Line]:
    breadths = [_breadth(block) for block in shelf]
    height = max(map(len, shelf), default=0)
    return [
        joined(
            (padded(block[row] if row < len(block) else (), room) for block, room in zip(shelf, breadths, strict=True)),
            " " * gap,
        )
        for row in range(height)
    ]
