"""Texts and places in them.

In: the text of a file. Out: `Source`, `Span`, and the line and column of any place. Nothing else reads positions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from dataclasses import dataclass, field
from pathlib import Path

MAX_BYTES = 4_000_000
_ESCAPE_WIDTHS = {"x": 4, "u": 6, "U": 10}


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A text with the name that people know it by; `path` is None for a text that is no file.

    kept: what was made of parts of it, by whoever made it, for the next one who reads them: it goes with the text.
    """

    name: str
    text: str
    path: Path | None = None
    kept: dict[Hashable, object] = field(default_factory=dict, repr=False)
    _starts: list[int] = field(default_factory=list, repr=False)

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts.append(0)
            place = self.text.find("\n")
            while place >= 0:
                self._starts.append(place + 1)
                place = self.text.find("\n", place + 1)
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, in code points."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both from 1."""
        return self._line_starts()[line - 1] + column - 1

    def line_text(self, line: int) -> str:
        """A line without its end; empty behind the last one."""
        starts = self._line_starts()
        if line > len(starts):
            return ""
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end]

    def whole(self) -> Span:
        """All of the text."""
        return Span(self, 0, len(self.text))


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text, from `start` up to but not including `end`."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line it starts in, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column it starts at, from 1."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The text it covers."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the start of this to the end of another."""
        return Span(self.source, self.start, max(self.start, other.end))

    def sub(self, start: int, end: int) -> Span:
        """The part between two offsets counted from its start."""
        return Span(self.source, self.start + start, self.start + end)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


def block_places(text: str, header: int, value: str, is_folded: bool) -> tuple[int, ...]:
    """The places of a `|` or `>` text, whose header stands at `header`: its lines without their common indentation."""
    first = next((line for line in value.split("\n") if line.strip()), "")
    own, depth = len(first) - len(first.lstrip(" ")), -1
    found: list[int] = []
    ends: list[int] = []  # of the lines since the last one with text
    was_blank = True  # whether that one began with a blank, or there was none: such lines are not folded
    start = text.find("\n", header) + 1 or len(text)
    while start < len(text) and len(found) < len(value):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if depth < 0 and text[start:end].strip():
            depth = end - start - len(text[start:end].lstrip(" ")) - own
        begin = start + depth
        if begin < end and depth >= 0:
            is_blank = text[begin] in " \t"
            folds = is_folded and not was_blank and not is_blank
            found += ends[1:] if folds and len(ends) > 1 else ends
            found += range(begin, end)
            was_blank, ends = is_blank, []
        ends.append(end)
        start = end + 1
    found = [*found, *ends][: len(value)]
    last = min(found[-1] + 1, len(text)) if found else header + 1
    return (*found, *[last] * (len(value) - len(found) + 1))  # a text of blanks alone has fewer places than signs


def flow_places(text: str, span: Span, quote: str) -> tuple[int, ...]:
    """The places of a quoted text, or of a plain one over several lines: line ends fold, escapes are one sign."""
    at, end = span.start + len(quote), span.end - len(quote)
    found: list[int] = []
    while at < end:
        sign = text[at]
        if sign in " \t\n":
            behind = at
            while behind < end and text[behind] in " \t\n":
                behind += 1
            breaks = [place for place in range(at, behind) if text[place] == "\n"]
            found += range(at, behind) if not breaks else breaks[1:] or [at]
            at = behind
        elif quote == '"' and text[at : at + 2] == "\\\n":
            at += 2
            while at < end and text[at] in " \t\n":
                if text[at] == "\n":
                    found.append(at)
                at += 1
        else:
            found.append(at)
            is_escape = quote == '"' and sign == "\\"
            doubled = quote == "'" and sign == "'"
            at += _ESCAPE_WIDTHS.get(text[at + 1 : at + 2], 2) if is_escape else 2 if doubled else 1
    return (*found, end)
