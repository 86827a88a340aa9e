"""Diagnostics -> text for people, and JSON for programs.

In: diagnostics. Out: the place, the line of the file with the place underlined, the message, other places, and a hint;
or a dictionary of plain values. Underlines stand right below wide signs, accents and tabs. Nothing here prints.
"""

from __future__ import annotations

import unicodedata
from typing import TypedDict

from rulewright.dsl.diagnostics import Diagnostic, Problems, Severity
from rulewright.dsl.source import Source, Span

TAB_CELLS = 4
LONGEST = 160  # signs of a line that are shown
MOST_SHOWN = 100  # diagnostics
_BEFORE = 60  # of them, at most so many before the place when the line is longer

_BOLD, _RED, _YELLOW, _BLUE, _CYAN = "1", "1;31", "1;33", "1;34", "36"


class Place(TypedDict):
    """A stretch of a file; lines and columns from 1, the end is the place behind the last sign."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class LabelRecord(Place):
    """Another place, with its words."""

    text: str


class Record(Place):
    """A diagnostic as plain values."""

    code: str
    name: str
    severity: str
    message: str
    hint: str | None
    labels: list[LabelRecord]


def render(diagnostic: Diagnostic, *, colour: bool) -> str:
    """One diagnostic with its lines of the file."""
    rule, span = diagnostic.rule, diagnostic.span
    tone = _RED if rule.severity is Severity.ERROR else _YELLOW
    numbers = [span.line, *(label.span.line for label in diagnostic.labels)]
    margin = " " * len(str(max(numbers)))
    has_text = bool(span.source.text)
    where = str(span) if has_text else span.source.name
    code = _paint(f"{rule.severity.value}[{rule.code}]", tone, colour)
    out = [f"{_paint(safe(where), _BOLD, colour)}: {code} {rule.name}"]
    if has_text:
        out += _snippet(span, diagnostic.message, "^", tone, margin, colour)
    else:
        out.append(f"{margin} = {safe(diagnostic.message)}")
    shown: Source = span.source
    for label in diagnostic.labels:
        if label.span.source is not shown:
            out.append(f"{margin}{_paint('-->', _BLUE, colour)} {safe(str(label.span))}")
            shown = label.span.source
        out += _snippet(label.span, label.text, "-", _BLUE, margin, colour)
    if diagnostic.hint:
        out.append(f"{margin} {_paint('= hint:', _CYAN, colour)} {safe(diagnostic.hint)}")
    return "\n".join(out)


def render_all(problems: Problems, colour: bool) -> str:
    """All diagnostics, and a last line that counts them; empty when there are none."""
    if not problems.items:
        return ""
    parts = [render(each, colour=colour) for each in problems.items[:MOST_SHOWN]]
    if len(problems.items) > MOST_SHOWN:
        more = "or more" if problems.is_full else "more"
        parts.append(f"and {len(problems.items) - MOST_SHOWN} {more}; mend the first ones, they may have made the others")
    counts = ((len(problems.errors), "error"), (len(problems.warnings), "warning"))
    last = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts if count)
    return "\n\n".join([*parts, last])


def to_json(diagnostic: Diagnostic) -> Record:
    """The diagnostic as values that `json.dumps` takes."""
    return Record(
        **_place(diagnostic.span),
        code=diagnostic.rule.code,
        name=diagnostic.rule.name,
        severity=diagnostic.rule.severity.value,
        message=diagnostic.message,
        hint=diagnostic.hint,
        labels=[LabelRecord(**_place(label.span), text=label.text) for label in diagnostic.labels],
    )


def _place(span: Span) -> Place:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return Place(file=span.source.name, line=line, column=column, end_line=end_line, end_column=end_column)


def _snippet(span: Span, words: str, sign: str, tone: str, margin: str, colour: bool) -> list[str]:
    """The line a span starts in, and its part of that line underlined, with words behind the underline."""
    line = span.source.line_text(span.line)
    start = min(span.column - 1, len(line))
    end = max(start, min(start + span.end - span.start, len(line)))
    first = max(0, start - _BEFORE) if len(line) > LONGEST else 0
    last = min(len(line), first + LONGEST)
    end = min(end, last)
    before, after = ("..." if first else ""), ("..." if last < len(line) else "")
    shown = before + "".join(map(_drawn, line[first:last])) + after
    indent = " " * (len(before) + _cells(line[first:start]))
    mark = _paint(f"{sign * max(1, _cells(line[start:end]))} {safe(words)}", tone, colour)
    bar = _paint("|", _BLUE, colour)
    number = _paint(f"{span.line:>{len(margin)}}", _BLUE, colour)
    return [f"{margin} {bar}", f"{number} {bar} {shown}".rstrip(), f"{margin} {bar} {indent}{mark}"]


def _drawn(sign: str) -> str:
    """What stands in the terminal for a sign: tabs become blanks, signs that a terminal acts upon a box."""
    if sign == "\t":
        return " " * TAB_CELLS
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") else sign


def _cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    drawn = "".join(map(_drawn, text))
    return sum(
        0 if unicodedata.category(sign) in ("Mn", "Me") else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in drawn
    )


def safe(text: str) -> str:
    """Words of ours that may quote the file, on one line and without signs that a terminal acts upon."""
    return "".join(map(_drawn, text))


def _paint(text: str, tone: str, colour: bool) -> str:
    return f"\x1b[{tone}m{text}\x1b[0m" if colour else text
