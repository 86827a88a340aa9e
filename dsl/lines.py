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


@dataclass(frozen=True, slots=True)
class Quoted:
    """The harmless text. shifts: for each place where it differs, (offset in it, offset in the file)."""

    text: str
    shifts: tuple[tuple[int, int], ...]

    def back(self, offset: int) -> int:
        """The offset in the file for one in the harmless text."""
        place = bisect_right(self.shifts, (offset, 1 << 60)) - 1
        if place < 0:
            return offset
        there, here = self.shifts[place]
        return here + (offset - there)


def comment_start(value: str) -> int:
    """Where the comment of a value begins (a # after a blank, outside double quotes), or its length."""
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


def _closes(value: str) -> int | None:
    """Where the bracket or quote that begins a value closes (the offset behind it), or None."""
    if value[0] in "\"'":
        quote, index = value[0], 1
        while index < len(value):
            if quote == '"' and value[index] == "\\":
                index += 2
                continue
            if value[index] == quote:
                if quote == "'" and value[index + 1 : index + 2] == "'":
                    index += 2
                    continue
                return index + 1
            index += 1
        return None
    depth, inside = 0, ""
    for index, sign in enumerate(value):
        if inside:
            inside = "" if sign == inside else inside
        elif sign in "\"'" and (index == 0 or value[index - 1] in " [{,:("):
            inside = sign
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
            if depth == 0:
                return index + 1
    return None


def quote_values(text: str) -> Quoted:
    """The harmless text of a file."""
    lines = text.split("\n")
    out: list[str] = []
    shifts: list[tuple[int, int]] = []
    here = there = 0
    number = 0
    while number < len(lines):
        line = lines[number]
        skip = _skipped(lines, number)
        found = None if skip else _raw_value(lines, number)
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
    return Quoted("\n".join(out), tuple(shifts))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _skipped(lines: list[str], number: int) -> int:
    """How many lines from here on belong to a literal block or an open flow map, and are left alone; 0 for none."""
    match = _LABEL.match(lines[number])
    value = match[3] if match and match[3] else ""
    if match is None and re.match(r"\s*-\s+[\[{|>]", lines[number]):
        value = re.sub(r"^\s*(?:-\s+)+", "", lines[number])
    if value and _BLOCK.match(value):
        depth = _indent(lines[number])
        last = number + 1
        while last < len(lines) and (not lines[last].strip() or _indent(lines[last]) > depth):
            last += 1
        return last - number
    if value and value[0] in "[{" and _closes(value) is None:
        for last in range(number + 1, min(number + 200, len(lines))):
            value += " " + lines[last].strip()
            if _closes(value) is not None:
                return last - number + 1
    return 0


def _raw_value(lines: list[str], number: int) -> tuple[int, int] | None:
    """Where the value of a line begins and ends, if it is to be quoted."""
    line = lines[number]
    match = _LABEL.match(line)
    if match is None or not match[3] or line.lstrip().startswith("#"):
        return None
    value = match[3]
    start = match.start(3)
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
    for line in lines[number + 1 :]:
        if line.strip() and not line.lstrip().startswith("#"):
            return _indent(line) > depth
    return False
