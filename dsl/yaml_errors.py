"""What YAML could not read, in plain words: lines too far left or right, forgotten `steps:`, quotes, brackets.

In: what PyYAML says, the text of the file, and where. Out: a message, a hint, and the place it is about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_DEPTH = 40  # of maps and lists in one another

_QUOTE_IT = "put the text in double quotes"
_SAME_COLUMN = "lines of one section start in the same column"
_NO_FIT = "this line does not fit: its indentation, or a bracket above, is not as expected"
_COLON = "a colon followed by a blank makes a new `name: value` here"
_BACKSLASH = "a backslash in double quotes begins a special sign"
_YAML_WORDS = (
    ("mapping values are not allowed", _COLON, f"{_QUOTE_IT}, or write it below with `|`"),
    ("could not find expected ':'", "a `name:` was expected here", "deeper lines belong to the line above"),
    ("did not find expected key", _NO_FIT, _SAME_COLUMN),
    ("expected '-' indicator", "an item of a list was expected here", "items start with `- ` in the same column"),
    ("',' or ']'", "this list has no closing `]`, or a comma is missing", "write `[a, b, c]`"),
    ("',' or '}'", "this map has no closing `}`, or a comma is missing", "write `{a: 1, b: 2}`"),
    ("unexpected end of stream", "a quote that is opened here is never closed", "close it, or take it away"),
    ("unknown escape character", _BACKSLASH, "write `\\\\` for a backslash, or use single quotes"),
    ("'\\t'", "a tab cannot stand here", "use blanks"),
    ("a tab character", "a tab cannot stand here", "use blanks"),
    ("cannot start any token", "a text cannot begin with this sign", _QUOTE_IT),
    ("block sequence entries", "a list cannot begin here", "put it on lines of its own, or in brackets"),
    ("expected <document start>", "this line belongs to nothing above", "a file is one list of sections"),
    ("maximum nesting depth", f"this is nested more than {MAX_DEPTH} levels deep", None),
    ("expected node content", "a value was expected before this sign", _QUOTE_IT),
)
_ABOUT_LINES = (
    "mapping values are not allowed",
    "could not find expected ':'",
    "did not find expected key",
    "document start",
    "expected '-' indicator",
)
_OPENS = re.compile(r":\s*(?:[|>][+-]?\d?\s*)?(?:#.*)?$")
_STATEMENT = re.compile(
    r"(?:choose|move|swap|pass|shuffle|reveal|hide|show|set|gain|lose|pay|let|do|open|end|say|stop|may|repeat|together|"
    r"if|for|else)\b(?!:)"
)
_LABEL = re.compile(r"\s*([A-Za-z][\w .(),]*?):(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to say, and about which characters: None for where YAML stopped."""

    message: str
    hint: str | None
    place: tuple[int, int] | None = None


def in_plain_words(problem: str, text: str, stopped: int) -> Told:
    """What a YAML error is about. stopped: where in the text YAML saw it."""
    if any(sign in problem for sign in _ABOUT_LINES):
        told = _indented(text, stopped)
        if told is not None:
            return told
    for sign, message, hint in _YAML_WORDS:
        if sign in problem:
            return Told(message, hint)
    return Told(f"this is not readable as YAML: {problem}", None)


_BRACED = re.compile(r"(\w+): (\{\w+\}(?:[^,\"{}]|\{\w+\})*)[,}]")


def braced(line: str) -> Told | None:
    """`{name: {suit} {n}, ...}`: a text that begins with a brace, inside braces."""
    begun = _BRACED.search(line)
    if begun is None:
        return None
    message = "a text that begins with a brace stands in double quotes"
    return Told(message, f'write `{begun[1]}: "{begun[2].strip()}"`')


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _filled(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indented(text: str, stopped: int) -> Told | None:
    """A line that starts in no column that is open there."""
    lines = text.split("\n")
    last = min(text.count("\n", 0, stopped), len(lines) - 1)
    for number in range(last, max(last - 3, 0), -1):
        before = next((each for each in range(number - 1, -1, -1) if _filled(lines[each])), None)
        if before is None or not _filled(lines[number]) or lines[number].lstrip().startswith(("-", "}", "]")):
            continue
        columns = _columns(lines, before)
        depth = _indent(lines[number])
        deeper_is_fine = bool(_OPENS.search(lines[before])) and depth > _indent(lines[before])
        if depth in columns or deeper_is_fine or lines[before].rstrip().endswith((",", "{", "[", "(")):
            continue
        above = lines[before].strip()
        if depth > _indent(lines[before]) and re.fullmatch(r"[a-z]\w*", above) and _LABEL.match(lines[number]):
            return Told(f"a `:` is missing behind `{above}`", f"write `{above}:`", _place(lines, before))
        return _told(lines, number, columns, _place(lines, number))
    return _no_colon(lines, last)


def _place(lines: list[str], number: int) -> tuple[int, int]:
    start = sum(len(line) + 1 for line in lines[:number]) + _indent(lines[number])
    return start, start + len(lines[number].strip())


def _no_colon(lines: list[str], last: int) -> Told | None:
    """A line without a colon where labels stand: a statement too far left or without `|` above, or a label."""
    for number in range(last, max(last - 4, -1), -1):
        line = lines[number].strip()
        if not _filled(lines[number]) or (_LABEL.match(lines[number]) and not _STATEMENT.match(line)):
            continue
        if line[0] in "-{}[]\"'|>":
            return None
        above = next((each for each in range(number - 1, -1, -1) if _filled(lines[each])), None)
        while (
            above is not None
            and _STATEMENT.match(lines[above].strip())
            and _indent(lines[above]) == _indent(lines[number])
        ):
            number, line = above, lines[above].strip()
            above = next((each for each in range(number - 1, -1, -1) if _filled(lines[each])), None)
        place = _place(lines, number)
        if _STATEMENT.match(line):
            return _statement(lines, number, above, place)
        word, _, value = line.partition(" ")
        value = value.lstrip("= ")
        return Told(
            f"a `:` is missing behind `{word}`", f"write `{word}: {value}`" if value else f"write `{word}:`", place
        )
    return None


def _statement(lines: list[str], number: int, above: int | None, place: tuple[int, int]) -> Told | None:
    line = lines[number].strip()
    opened = next(
        (
            each
            for each in range(number - 1, -1, -1)
            if _filled(lines[each]) and _indent(lines[each]) < _indent(lines[number])
        ),
        None,
    )
    if opened is not None and re.fullmatch(r"\s*(?:do|else):\s*", lines[opened]):
        label = lines[opened].strip()
        return Told(
            f"statements on several lines need `|` behind `{label}`", f"write `{label} |`", _place(lines, opened)
        )
    if above is not None and (_indent(lines[above]) > _indent(lines[number]) or lines[above].rstrip().endswith("|")):
        column = _indent(lines[above]) if not lines[above].rstrip().endswith("|") else _indent(lines[above]) + 2
        return Told("this statement stands too far left", f"start it in column {column + 1}, under its `do: |`", place)
    word, _, value = line.partition(" ")
    if word in ("do", "if", "for", "repeat", "say", "may"):
        value = value.lstrip("= ").removesuffix(":")
        return Told(f"a `:` is missing behind `{word}`", f"write `{word}: {value}`", place)
    return Told("a statement stands here, where a label is expected", f"write `do: {line}`", place)


def _columns(lines: list[str], before: int) -> dict[int, int]:
    """The columns in which lines around a line start, and the last line that starts there."""
    columns = {_indent(lines[before]): before}
    if lines[before].lstrip().startswith("- "):  # what belongs to an item stands behind its dash
        columns[_indent(lines[before]) + 2] = before
    for number in range(before - 1, -1, -1):
        if _filled(lines[number]) and _indent(lines[number]) < min(columns):
            columns[_indent(lines[number])] = number
            if lines[number].lstrip().startswith("- "):
                columns.setdefault(_indent(lines[number]) + 2, number)
    return columns


def _told(lines: list[str], number: int, columns: dict[int, int], place: tuple[int, int]) -> Told:
    line = lines[number]
    label = _LABEL.match(line)
    below = next((each for each in lines[number + 1 :] if _filled(each)), "")
    if (
        label
        and _OPENS.search(line)
        and not line.rstrip().endswith("|")
        and _indent(below) > _indent(line) > max(columns)
    ):
        message = f"`steps:` is missing above `{label[1]}`"
        hint = f"write `steps:` on a line above it, in column {max(columns) + 1}, if `{label[1]}` is a step"
        return Told(message, hint, place)
    near = min(columns, key=lambda column: (abs(column - _indent(line)), -column))
    neighbour = lines[columns[near]].strip().removeprefix("- ")
    other = _LABEL.match(neighbour)
    shown = f"{other[1]}:" if other else neighbour if len(neighbour) <= 40 else neighbour[:37] + "..."
    hint = f"start it in column {near + 1}, like `{shown}` in line {columns[near] + 1}"
    return Told("this line is indented differently from its neighbours", hint, place)
