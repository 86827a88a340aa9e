"""Rule text -> words, and the lines of a block -> a tree of lines by indentation.

In: text. Out: words with their offsets; nothing is refused here. What can not be right becomes a word of kind WRONG,
and a line out of place becomes a `Slip`; `parse_errors` finds the sentence for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# Words that are never names. Every other word of the grammar is a name wherever no keyword is expected.
RESERVED = frozenset({
    "and", "as", "at", "by", "clockwise", "counterclockwise", "each", "else", "face", "from", "if", "in", "is", "mod",
    "no", "none", "not", "of", "or", "per", "then", "times", "to", "unless", "until", "where", "with", "yes",
})
DEEPEST = 40  # brackets inside brackets, blocks inside blocks

# What a word is; the name of a group is the kind.
PATTERN = re.compile(
    r"""
      (?P<SPACE>[ \n]+ | \#[^\n]*)
    | (?P<WORD>[a-z][a-z_0-9]*(?!\w))
    | (?P<TYPE>[A-Z][A-Za-z_0-9]*(?!\w))
    | (?P<DECIMAL>\d+\.\d+(?!\w))
    | (?P<INT>[0-9]+(?!\w))
    | (?P<STRING>"[^"\n]*")
    | (?P<WRONG>\.\.\.|==|!=|<>|≠|<=>|=<|=>|≤|≥|&&|\|\||:=|\+=|-=|\*=|/=|\+\+|--|->|\*\*|//)
    | (?P<COMPARE><=|>=|<|>)
    | (?P<OP>\.\.|[-+*/().,:;|])
    | (?P<QUOTE>“[^”"\n]*[”"] | ‘[^’\n]*’ | ’[^’\n]*’ | „[^“”"\n]*[“”"] | «[^»\n]*» | '[^'\n]*'
        | "[^\n]* | [“‘’„«'][^\n]*)
    | (?P<MIXED>\w+)
    | (?P<TAB>\t+)
    | (?P<OTHER>.)
    """,
    re.VERBOSE | re.DOTALL,
)
GOOD = frozenset({"WORD", "TYPE", "INT", "STRING", "COMPARE", "OP"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number, text or sign of rule text. kind: one of GOOD, `WRONG`, or the structure of a block: `_NL` ..."""

    kind: str
    text: str
    start: int
    end: int
    why: str = ""  # for WRONG: the group that found it


def words(text: str, start: int, end: int) -> Iterator[Word]:
    """The words of a part of the text; line ends count as spaces."""
    for found in PATTERN.finditer(text, start, end):
        group = found.lastgroup or "OTHER"
        if group == "SPACE":
            continue
        if group in GOOD:
            yield Word(group, found[0], found.start(), found.end())
        else:
            yield Word("WRONG", found[0], found.start(), found.end(), group)


@dataclass(slots=True)
class Line:
    """A line of a block, with the lines that go with its open brackets and the lines under it."""

    indent: int
    words: list[Word]
    body: list[Line] = field(default_factory=list)

    @property
    def first(self) -> str:
        return self.words[0].text

    @property
    def opens(self) -> bool:
        """Is a block to follow?"""
        return self.words[-1].text == ":"

    @property
    def lists_options(self) -> bool:
        """Do options follow, not statements?"""
        first = [word.text for word in self.words[:3]]
        return first[:2] == ["choose", "one"] or first == ["may", "choose", "one"]

    @property
    def hollow(self) -> bool:
        """Is a block to follow that does not?"""
        return self.opens and not self.body


@dataclass(frozen=True, slots=True)
class Slip:
    """Something wrong with lines, not words: `kind` is one of stray, unaligned, empty, deep."""

    kind: str
    start: int
    end: int


def lines(text: str) -> Iterator[Line]:
    """The lines of a block. With an open bracket, one goes on in lines that stand further right or begin with `)`."""
    rows = [(indent, found) for indent, found in _rows(text) if found]
    at = 0
    while at < len(rows):
        indent, found = rows[at]
        line, depth, upto = list(found), _depth(found), at + 1
        while depth > 0 and upto < len(rows) and (rows[upto][0] > indent or rows[upto][1][0].text == ")"):
            line += rows[upto][1]
            depth += _depth(rows[upto][1])
            upto += 1
        if depth > 0:  # never closed: let it spoil one line only
            line, upto = list(found), at + 1
        yield Line(indent, line)
        at = upto


def _rows(text: str) -> Iterator[tuple[int, list[Word]]]:
    """Each row of the text: how far right it begins, and its words."""
    start = 0
    for row in text.split("\n"):
        indent = len(row) - len(row.lstrip(" \t"))
        yield indent, list(words(text, start, start + len(row)))
        start += len(row) + 1


def _depth(found: list[Word]) -> int:
    return sum((word.text == "(") - (word.text == ")") for word in found if word.kind == "OP")


def tree(flat: list[Line]) -> tuple[list[Line], list[Slip]]:
    """Put every line under the line it belongs to, by indentation."""
    top: list[Line] = []
    slips: list[Slip] = []
    levels: list[tuple[int, list[Line]]] = [(flat[0].indent if flat else 0, top)]
    before: Line | None = None
    for line in flat:
        start, end = line.words[0].start, line.words[0].end
        deeper = line.indent > levels[-1][0]
        if before is not None and deeper and (before.opens or _forgot_colon(before)):
            if len(levels) == DEEPEST:
                slips.append(Slip("deep", start, end))
            levels.append((line.indent, before.body if len(levels) < DEEPEST else levels[-1][1]))
        elif before is not None and deeper:
            slips.append(Slip("stray", start, end))
            levels.append((line.indent, levels[-1][1]))
        else:
            while len(levels) > 1 and line.indent < levels[-1][0]:
                levels.pop()
            if before is not None and before.opens:
                slips.append(Slip("empty", before.words[-1].start, before.words[-1].end))
            if line.indent != levels[-1][0]:
                slips.append(Slip("unaligned", start, end))
        levels[-1][1].append(line)
        before = line
    if before is not None and before.opens:
        slips.append(Slip("empty", before.words[-1].start, before.words[-1].end))
    return top, slips


def _forgot_colon(line: Line) -> bool:
    """Does the line begin like one that has a block, but without its colon?"""
    colon = any(word.text == ":" and word.kind == "OP" for word in line.words)
    heads = ("if", "for", "repeat", "may", "together", "else", "elif", "while", "show")
    return not colon and (line.first in heads or line.lists_options or line.words[0].kind == "STRING")


def groups(level: list[Line]) -> Iterator[list[Line]]:
    """The statements of one level: a line, with the `else` lines that go with it."""
    group: list[Line] = []
    for line in level:
        if group and line.first in ("else", "elif"):
            group.append(line)
            continue
        if group:
            yield group
        group = [line]
    if group:
        yield group


def stream(level: list[Line]) -> Iterator[Word]:
    """The words of lines and of all that is under them, with `_NL`, `_INDENT` and `_DEDENT` where a block needs them.

    Those three have no width and stand at the end of the word before, so that no statement seems to reach too far.
    """
    for line in level:
        yield from line.words
        end = line.words[-1].end
        yield Word("_NL", "", end, end)
        if line.body:
            yield Word("_INDENT", "", end, end)
            for word in stream(line.body):
                end = word.end
                yield word
            yield Word("_DEDENT", "", end, end)
