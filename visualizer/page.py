"""Writes one HTML file to look at a game with: pictures that fold, a search, and what is behind each node.

In: pictures of one game, what there is to know about their nodes, and the steps of a game that was played. Out: the file.
It needs no network and nothing beside it: style, scripts and the layout engine are in it. No text of a rulebook can
become markup or script: texts stand in one block of JSON, and the page's policy allows its own scripts only, by their
hashes.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path

from rulewright.visualizer.course_of_play import Step
from rulewright.visualizer.levels import STEPS
from rulewright.visualizer.page_data import Detail, page_data
from rulewright.visualizer.picture import Picture
from rulewright.visualizer.theme import dark_rules
from rulewright.visualizer.words import one_line

FILES = Path(__file__).with_name("page_files")
ENGINE = "viz-global.js"
SCRIPTS = (
    "dom.js", "collapse.js", "dot.js", "packing.js", "sheet.js", "camera.js", "stage.js", "panel.js", "outline.js", "search.js",
    "course.js", "link.js", "reader.js", "main.js",
)  # fmt: skip
PLACE = re.compile(r"\{\{([A-Z]+)\}\}")

__all__ = ["Detail", "write_page"]


def write_page(
    pictures: Sequence[Picture],
    details: Mapping[str, Detail] | None = None,
    steps: Sequence[Step] = (),
    *,
    title: str = "",
    level: str = STEPS,
    opened: str = "",
) -> bytes:
    """The page. pictures: one tab each, the first one in front. title: of the page, else that of the first picture.
    level: how much of the first picture is open at first; opened: the frame of it that stands alone at first, if any."""
    data = page_data(pictures, details or {}, steps, level, opened)
    style = _text("page.css") + _in_the_dark()
    script = '"use strict";\n' + "\n".join(_text(name) for name in SCRIPTS)
    engine = _text(ENGINE)
    texts = {
        "POLICY": _policy(style, engine, script),
        "TITLE": escape(one_line(title or pictures[0].title)),
        "STYLE": style,
        "DATA": _as_data(data),
        "ENGINE": engine,
        "SCRIPT": script,
    }
    return PLACE.sub(lambda place: texts[place[1]], _text("page.html")).encode()


def _text(name: str) -> str:
    return (FILES / name).read_bytes().decode()


def _policy(style: str, *scripts: str) -> str:
    """What the page may do: run these scripts and the layout engine in them, and nothing that comes from elsewhere."""
    allowed = " ".join(_hash(script) for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed} 'wasm-unsafe-eval'; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _as_data(data: object) -> str:
    """JSON that can stand inside HTML: nothing in it begins a tag or ends the block."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


PAGE_IN_THE_DARK = (
    "color-scheme: dark; --paper: #12181e; --card: #1b232b; --ink: #e4e9ee; --soft: #a9b6c2; --line: #34414d; "
    "--wash: #242f39; --accent: #7db8f5; --accent-ink: #0e1820; --found: #e5b454; --here: #4ed19a; --walked: #2f7d5c; "
    "--added: #6bd089; --removed: #ff8d85; --changed: #6cb2ff"
)


def _in_the_dark() -> str:
    """Style for the dark: when the reader has chosen it, and when the system asks for it and the reader has not chosen."""
    return "\n".join(
        f"{around} {root} {{ {PAGE_IN_THE_DARK} }}\n"
        # weaker than what marks a node
        + "\n".join(dark_rules(f":where({root}) svg "))
        + "\n}"
        for around, root in (
            ("@media screen {", ':root[data-theme="dark"]'),
            ("@media screen and (prefers-color-scheme: dark) {", ":root:not([data-theme])"),
        )
    )
