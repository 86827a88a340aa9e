"""Texts and places in them.

In: the text of a file. Out: `Source`, `Span`, and the line and column of any place. Nothing else reads positions.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

MAX_BYTES = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A text with the name that people know it by; `path` is None for a text that is no file."""

    name: str
    text: str
    path: Path | None = None
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
