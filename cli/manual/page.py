"""A page for people, before it is Markdown or HTML: blocks, and the pieces of a line.

In: nothing. Out: frozen data. Texts are plain; every writer escapes them in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """Rule text as it is written."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """What stands out."""

    text: str


@dataclass(frozen=True, slots=True)
class Small:
    """What most readers pass over: the numbers of rules, places in files."""

    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """That a variant brought or changed something."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to a heading or item with this address."""

    text: str
    address: str


Piece = str | Code | Strong | Small | Mark | Link
Line = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """level: from 1. address: what links lead to, or ""."""

    level: int
    line: Line
    address: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    line: Line


@dataclass(frozen=True, slots=True)
class Item:
    """A member of a list, with what stands under its line. address: what links lead to, or ""."""

    line: Line
    blocks: tuple[Block, ...] = ()
    address: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    items: tuple[Item, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """Rule text in lines of its own."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture or chart, by its name; a writer is given what it looks like in the writer's own language."""

    name: str = "flow"


@dataclass(frozen=True, slots=True)
class Folded:
    """What only shows when its line is clicked, where there is something to click on."""

    line: Line
    blocks: tuple[Block, ...]


Block = Heading | Paragraph | Listing | Table | Rules | Picture | Folded
Page = tuple[Block, ...]


def plain_text(line: Line) -> str:
    """A line without its looks."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in line)


def joined(lines: list[Line], between: str, last: str | None = None) -> Line:
    """Several lines as one, with words between them."""
    found: list[Piece] = []
    for place, line in enumerate(lines):
        if place:
            found.append(last if last is not None and place == len(lines) - 1 else between)
        found += line
    return tuple(found)
