"""Makes YAML harmless to rule text: what stands behind a label on its line is one text, whatever signs it holds.

In: the text of a file. Out: the same text with such values put in quotes, and the way back from its offsets to the
file's. Lines of literal blocks, quoted values and real flow maps and lists are left as they are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_LABEL = re.compile(
    r"""^(\s*(?:-\s+)*)("[^"]*"|'[^']*'|[^\s#'"\[\]{}&*!|>%@`,?-][^#]*?|-?[^\s#'"\[\]{}&*!|>%@`,?-][^#]*?)\s*:(?:[ ]+(.*)|\s*)$"""
)
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?\s*(#.*)?$")
_PAIRED = re.compile(r"""["'\[\]{}]""")
_ITEMS = re.compile(r"^\s*(?:-\s+)*")
MOST_LINES = 200  # that a bracket or quote is followed over


@dataclass(frozen=True, slots=True)
class Quoted:
    """The harmless text. there, here: the offsets in it of each place where it differs, and those in the file."""

    text: str
    there: list[int]
    here: list[int]

    def back(self, offset: int) -> int:
        """The offset in the file for one in the harmless text."""
        place = bisect_right(self.there, offset) - 1
        return offset if place < 0 else self.here[place] + offset - self.there[place]


def comment_start(value: str) -> int:
    """Where the comment of a value begins (a # after a blank, outside double quotes), or its length."""
    if "#" not in value:
        return len(value)
    inside = False
    for index, sign in enumerate(value):
        if sign == '"':
            inside = not inside
        elif sign == "#" and not inside and (index == 0 or value[index - 1] in " \t"):
            return index
    if inside:  # the quotes do not pair: they are no quotes
        found = re.search(r"(?:^|\s)#", value)
        return len(value) if found is None else found.end() - 1
    return len(value)


class _Opened:
    """Reads on from a bracket or quote until it closes, piece by piece, so that no line is read twice."""

    def __init__(self, sign: str) -> None:
        self.quote = sign if sign in "\"'" else ""  # the value is quoted itself
        self.inside = ""  # the quote that is open inside brackets
        self.depth = 0

    def closes(self, piece: str, first: bool = True) -> int | None:
        """Where in the piece it closes (the offset behind it), or None. first: the piece begins with the opening sign."""
        return self._quoted(piece, int(first)) if self.quote else self._bracketed(piece)

    def _quoted(self, piece: str, index: int) -> int | None:
        while index < len(piece):
            if self.quote == '"' and piece[index] == "\\":
                index += 2
            elif piece[index] != self.quote:
                index += 1
            elif self.quote == "'" and piece[index + 1 : index + 2] == "'":
                index += 2
            else:
                return index + 1
        return None

    def _bracketed(self, piece: str) -> int | None:
        for found in _PAIRED.finditer(piece):
            index, sign = found.start(), found[0]
            if self.inside:
                self.inside = "" if sign == self.inside else self.inside
            elif sign in "\"'" and (index == 0 or piece[index - 1] in " [{,:("):
                self.inside = sign
            elif sign in "[{":
                self.depth += 1
            elif sign in "]}":
                self.depth -= 1
                if self.depth == 0:
                    return index + 1
        return None


def _closes(value: str) -> int | None:
    """Where the bracket or quote that begins a value closes (the offset behind it), or None."""
    return _Opened(value[0]).closes(value)


def quote_values(text: str) -> Quoted:
    """The harmless text of a file."""
    lines = text.split("\n")
    out: list[str] = []
    shifts: list[tuple[int, int]] = []
    here = there = 0
    number = 0
    while number < len(lines):
        line = lines[number]
        label = _LABEL.match(line)
        skip = _skipped(lines, number, label)
        found = None if skip or label is None else _raw_value(lines, number, label)
        if found is not None:
            start, end = found
            value = line[start:end]
            new = line[:start] + "'" + value.replace("'", "''") + "'" + line[end:]
            shifts.append((there + start + 1, here + start))
            place = there + start + 1
            for index, sign in enumerate(value):
                place += 1
                if sign == "'":
                    place += 1
                    shifts.append((place, here + start + index + 1))
            shifts.append((place + 1, here + end))
            out.append(new)
            there += len(new) + 1
            here += len(line) + 1
            shifts.append((there, here))
            number += 1
            continue
        for each in lines[number : number + max(skip, 1)]:
            out.append(each)
            there += len(each) + 1
            here += len(each) + 1
        number += max(skip, 1)
    return Quoted("\n".join(out), [there for there, _ in shifts], [here for _, here in shifts])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _skipped(lines: list[str], number: int, match: re.Match[str] | None) -> int:
    """How many lines from here on belong to a literal block, an open flow map or open quotes; 0 for none. match: its label."""
    line = lines[number]
    value = (match[3] or "") if match else _ITEMS.sub("", line).strip()
    if not value:
        return 0
    if _BLOCK.match(value):
        depth = _indent(line) if match or line.lstrip().startswith("-") else _depth_of_key(lines, number)
        return _deeper(lines, number, depth) - number
    if value[0] in "[{\"'":
        return _lines_open(lines, number, value)
    return 0


def _depth_of_key(lines: list[str], number: int) -> int:
    """The indentation of the line that a block header on a line of its own belongs to."""
    depth = _indent(lines[number])
    for place in range(number - 1, -1, -1):
        line = lines[place]
        if line.strip() and _indent(line) < depth:
            return _indent(line)
    return -1


def _deeper(lines: list[str], number: int, depth: int) -> int:
    """The first line behind `number` that stands no deeper than `depth`."""
    last = number + 1
    while last < len(lines) and (not lines[last].strip() or _indent(lines[last]) > depth):
        last += 1
    return last


def _lines_open(lines: list[str], number: int, value: str) -> int:
    """Over how many lines a bracket or quote stays open; 0 when it closes on its own line, or never as it should."""
    opened = _Opened(value[0])
    if opened.closes(value) is not None:
        return 0
    for last in range(number + 1, min(number + MOST_LINES, len(lines))):
        piece = " " + lines[last].strip()
        closed = opened.closes(piece, first=False)
        if closed is not None:
            rest = piece[closed:].strip()
            whole = not opened.quote or not rest or rest.startswith("#")
            return last - number + 1 if whole else 0
    return 0


def _raw_value(lines: list[str], number: int, match: re.Match[str]) -> tuple[int, int] | None:
    """Where the value of a line begins and ends, if it is to be quoted. match: the label of the line."""
    line = lines[number]
    if not match[3] or line.lstrip().startswith("#"):
        return None
    value = match[3]
    start = match.start(3)
    closed = _closes(value) if value[0] in "\"'" else None
    if closed is not None and (not value[closed:].strip() or value[closed:].lstrip().startswith("#")):
        return None  # quoted as YAML quotes, perhaps with a comment behind
    if value[0] in "&*!#" or (value[0] in "|>" and _BLOCK.match(value)):
        return None
    end = comment_start(value)
    body = value[:end].rstrip()
    if not body:
        return None
    if body[0] in "\"'[{":
        closes = _closes(body)
        if closes == len(body):
            return None
        if closes is None and body[0] in "[{":
            return None
    elif _goes_on(lines, number, _indent(line)):
        return None
    return start, start + len(body)


def _goes_on(lines: list[str], number: int, depth: int) -> bool:
    """Whether a plain value runs over several lines."""
    for place in range(number + 1, len(lines)):
        line = lines[place]
        if line.strip() and not line.lstrip().startswith("#"):
            return _indent(line) > depth
    return False
