"""Paints lines of a screen: what each style looks like at a terminal, and how wide that is.

In: lines with styles. Out: coloured text.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from typing import Any

import click

from rulewright.interpreter.tabletop import USUAL_WIDTH, Line
from rulewright.interpreter.tabletop.styled import TIE

WIDEST = 160  # a wider terminal is not filled: lines would be too long to read
_SEATS = ("cyan", "magenta", "green", "yellow", "blue", "red")
_LOOKS: dict[str, dict[str, Any]] = {
    "heading": {"bold": True},
    "turn": {"bold": True},
    "name": {"dim": True},
    "inside": {"dim": True},
    "count": {"dim": True},
    "dim": {"dim": True},
    "hidden": {"dim": True},
    "mark": {"fg": "yellow"},
    "rule": {"fg": "green"},
}


def painted(lines: Iterable[Line]) -> str:
    """The lines with colours, which `click.echo` takes away again where they are not wanted."""
    return "\n".join(map(_painted, lines))


def _painted(line: Line) -> str:
    parts = [(text.replace(TIE, " "), style) for text, style in line]
    return "".join(
        click.style(text, **_look(style)) if _look(style) and text.strip() else text for text, style in parts
    ).rstrip()


def _look(style: str) -> dict[str, Any]:
    word, _, seat = style.partition(" ")
    if word == "seat":
        return {"fg": _SEATS[int(seat) % len(_SEATS)], "bold": True}
    return _LOOKS.get(style, {})


def screen_width() -> int:
    """How wide the terminal is; the usual width where there is none."""
    return min(WIDEST, shutil.get_terminal_size((USUAL_WIDTH, 24)).columns)
