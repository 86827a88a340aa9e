"""Writes a page as Markdown, as code hosts show it.

In: a page, and its pictures in Markdown: `fenced` makes that. Out: text. What a text of the rulebook holds is shown, never
obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import assert_never

from rulewright.manual.page import (
    Code,
    Folded,
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
    plain_text,
)

_SIGNS = re.compile(r"[\\`*\[\]<>|~&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")  # `_` between letters is only itself
_FIRST = re.compile(r"^([#+\-=:]|\d+(?=[.)]))")  # what begins a heading, list or rule where a line begins
DEEPEST = 6


def write_markdown(page: Page, pictures: Mapping[str, str]) -> str:
    """The page as text. pictures: the Markdown of each, by its name."""
    return "\n".join(_blocks(page, pictures)).strip() + "\n"


def fenced(text: str, language: str = "") -> str:
    """Lines that are shown as they are, or drawn by who knows the language."""
    fence = _longer_than("```", text)
    return f"{fence}{language}\n{text.rstrip(chr(10))}\n{fence}"


def _blocks(page: Page, pictures: Mapping[str, str]) -> Iterator[str]:
    bullet = "-"
    for before, block in zip((None, *page), page, strict=False):
        match block:
            case Heading():
                yield f"{'#' * min(block.level, DEEPEST)} {_line(block.line)}"
            case Paragraph():
                yield _first(_line(block.line))
            case Listing():
                bullet = "*" if isinstance(before, Listing) and bullet == "-" else "-"  # another sign begins another list
                yield from _listing(block, bullet, pictures)
            case Table():
                yield from _table(block)
            case Rules():
                yield from fenced(block.text).split("\n")
            case Picture():
                yield from pictures[block.name].split("\n")
            case Folded():
                summary = " ".join(plain_text(block.line).split())
                yield f"<details><summary>{escape(summary)}</summary>"
                yield ""
                yield from _blocks(block.blocks, pictures)
                yield "</details>"
            case _:
                assert_never(block)
        yield ""


def _listing(block: Listing, bullet: str, pictures: Mapping[str, str]) -> Iterator[str]:
    lines: list[str] = []
    for number, item in enumerate(block.items, 1):
        before = f"{number}. " if block.numbered else f"{bullet} "
        lines.append(before + _first(_line(item.line)))
        lines += [f"{' ' * len(before)}{line}" if line else "" for line in _under(item, pictures)]
    while lines and not lines[-1]:
        lines.pop()
    yield from lines


def _under(item: Item, pictures: Mapping[str, str]) -> Iterator[str]:
    if not item.blocks:
        return
    lines = list(_blocks(item.blocks, pictures))
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
