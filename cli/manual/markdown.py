"""Writes a page as Markdown, as code hosts show it.

In: a page, and the picture in Mermaid's language. Out: text. What a text of the rulebook holds is shown, never obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from rulewright.manual.page import (
    Code,
    Heading,
    Item,
    Line,
    Link,
    Listing,
    Mark,
    Page,
    Paragraph,
    Picture,
    Piece,
    Rules,
    Small,
    Strong,
    Table,
)

_SIGNS = re.compile(r"[\\`*\[\]<>|~&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")  # `_` between letters is only itself
_FIRST = re.compile(r"^([#+\-=:]|\d+(?=[.)]))")  # what begins a heading, list or rule where a line begins
DEEPEST = 6


def write_markdown(page: Page, picture: str) -> str:
    """The page as text."""
    return "\n".join(_blocks(page, picture)).strip() + "\n"


def _blocks(page: Page, picture: str) -> Iterator[str]:
    bullet = "-"
    for before, block in zip((None, *page), page, strict=False):
        match block:
            case Heading():
                yield f"{'#' * min(block.level, DEEPEST)} {_line(block.line)}"
            case Paragraph():
                yield _first(_line(block.line))
            case Listing():
                bullet = "*" if isinstance(before, Listing) and bullet == "-" else "-"  # another sign begins another list
                yield from _listing(block, bullet, picture)
            case Table():
                yield from _table(block)
            case Rules():
                yield from _fenced(block.text, "")
            case Picture():
                yield from _fenced(picture, "mermaid")
            case _:
                assert_never(block)
        yield ""


def _listing(block: Listing, bullet: str, picture: str) -> Iterator[str]:
    lines: list[str] = []
    for number, item in enumerate(block.items, 1):
        before = f"{number}. " if block.numbered else f"{bullet} "
        lines.append(before + _first(_line(item.line)))
        lines += [f"{' ' * len(before)}{line}" if line else "" for line in _under(item, picture)]
    while lines and not lines[-1]:
        lines.pop()
    yield from lines


def _under(item: Item, picture: str) -> Iterator[str]:
    if not item.blocks:
        return
    lines = list(_blocks(item.blocks, picture))
    if not isinstance(item.blocks[0], Listing):
        yield ""
    yield from lines[:-1]
    if not isinstance(item.blocks[-1], Listing):
        yield ""


def _table(block: Table) -> Iterator[str]:
    yield _row(block.head)
    yield "|" + " --- |" * len(block.head)
    for row in block.rows:
        yield _row(row)


def _row(cells: tuple[Line, ...]) -> str:
    return "| " + " | ".join(_line(cell, in_table=True) for cell in cells) + " |"


def _fenced(text: str, language: str) -> Iterator[str]:
    fence = _longer_than("```", text)
    yield f"{fence}{language}"
    yield from text.rstrip("\n").split("\n")
    yield fence


def _longer_than(ticks: str, text: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    return "`" * max(len(ticks), longest + 1)


def _line(line: Line, *, in_table: bool = False) -> str:
    text = "".join(map(_piece, line))
    return re.sub(r"(?<!\\)\|", r"\\|", text) if in_table else text


def _piece(piece: Piece) -> str:
    match piece:
        case str():
            return _text(piece)
        case Code(text):
            words = " ".join(text.split())
            ticks = _longer_than("`", words)
            room = " " if words.startswith("`") or words.endswith("`") else ""
            return f"{ticks}{room}{words}{room}{ticks}"
        case Strong(text):
            return f"**{_text(text.strip())}**"
        case Mark(text):
            return f"*{_text(text.strip())}*"
        case Small(text):
            return f"({_text(text)})"
        case Link(text, _):
            return _text(text)
        case _:
            assert_never(piece)


def _text(text: str) -> str:
    return _SIGNS.sub(r"\\\g<0>", re.sub(r"\s+", " ", text))


def _first(text: str) -> str:
    """A text at the beginning of a line that is a paragraph."""
    found = _FIRST.match(text)
    if found is None:
        return text
    return f"{text[: found.end()]}\\{text[found.end() :]}" if text[0].isdigit() else f"\\{text}"
