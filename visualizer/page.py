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

from rulewright.visualizer.page_data import Detail, Step, page_data
from rulewright.visualizer.picture import Picture
from rulewright.visualizer.words import one_line

FILES = Path(__file__).with_name("page_files")
ENGINE = "viz-global.js"
SCRIPTS = (
    "dom.js", "collapse.js", "camera.js", "stage.js", "panel.js", "outline.js", "search.js", "course.js", "link.js",
    "reader.js", "main.js",
)  # fmt: skip
PLACE = re.compile(r"\{\{([A-Z]+)\}\}")

__all__ = ["Detail", "Step", "write_page"]


def write_page(
    pictures: Sequence[Picture],
    details: Mapping[str, Detail] | None = None,
    steps: Sequence[Step] = (),
    *,
    title: str = "",
) -> bytes:
    """The page. pictures: one tab each, the first one in front. title: of the page, else that of the first picture."""
    data = page_data(pictures, details or {}, steps)
    style = _text("page.css") + _dark_drawing()
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


# Colour of a drawing in the light -> the same in the dark. Graphviz writes colours as attributes; a rule of style is
# stronger than those.
DARK = {
    "#1f2933": "#e4e9ee", "#52606d": "#a9b6c2", "#8a97a5": "#8496a6", "#ffffff": "#1b232b", "#9aa5b1": "#5f6f7e",
    "#3e4c59": "#93a3b1", "#e4e9ee": "#dbe3ea", "#cbd5e0": "#3a4856", "#d5dde5": "#33414e", "#7b8794": "#7b8794",
    "#f1f5f9": "#1a222a", "#e6edf5": "#202b36", "#dbe6f1": "#263442", "#eef3f8": "#1d2731", "#d9e0e7": "#34414d",
    "#e3f5e6": "#173424", "#57a773": "#57a773", "#fff3d1": "#3a2f12", "#d39e2d": "#c4922b", "#ffe3a8": "#4a3809",
    "#c08412": "#d89d2c", "#f3e8fb": "#33214a", "#8e5bb5": "#a97fce", "#e2f3f7": "#12333d", "#2b8aa3": "#45a5be",
    "#fde9e4": "#43241b", "#cf6a4c": "#d67a5e", "#fffaf0": "#241f14", "#e6cf9a": "#5e4f26", "#f1faf3": "#15231a",
    "#a9d3b5": "#36593f", "#fff7f4": "#241a17", "#ebbfb0": "#613f33", "#fdeee9": "#2e1f1a", "#faf5fd": "#211a29",
    "#d4bce6": "#513f63", "#9fb0bf": "#6d7f8e", "#b08fd0": "#9678b5", "#d98a70": "#c67a61", "#c0392b": "#e06a5d",
    "#8a5a00": "#e0b050", "#1f6f85": "#6cc3da", "#a93226": "#f08c80", "#b4553a": "#eda189",
}  # fmt: skip


def _dark_drawing() -> str:
    """Style for drawings in the dark, and for the page around them."""
    page = (
        "color-scheme: dark; --paper: #12181e; --card: #1b232b; --ink: #e4e9ee; --soft: #a9b6c2; --line: #34414d; "
        "--wash: #242f39; --accent: #7db8f5; --accent-ink: #0e1820; --found: #e5b454; --here: #4ed19a; --walked: #2f7d5c; "
        "--added: #6bd089; --removed: #ff8d85; --changed: #e0b050"
    )
    rules = [f'{{}} svg [{part}="{light}"] {{{{ {part}: {dark}; }}}}' for light, dark in DARK.items() for part in ("fill", "stroke")]
    chosen = ["@media screen {", f':root[data-theme="dark"] {{ {page}; }}']
    chosen += [rule.format(':where(:root[data-theme="dark"])') for rule in rules]  # weaker than what marks a node
    asked = ["@media (prefers-color-scheme: dark) {", f":root:not([data-theme]) {{ {page}; }}"]
    asked += [rule.format(":where(:root:not([data-theme]))") for rule in rules]
    return "\n".join([*chosen, *asked, "} }", ""])
