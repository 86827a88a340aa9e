"""The tree in ARCHITECTURE.md, made from the folders and the first lines of the docstrings.

`python -m tests.tree` (or `make tree`) writes it; tests/test_layers.py fails when it is out of date.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.source_files import ROOT

DOCUMENT = ROOT / "ARCHITECTURE.md"
BETWEEN = re.compile(r"(<!-- tree -->\n```\n).*?(```\n<!-- /tree -->)", re.DOTALL)
CODE = ("dsl", "interpreter", "visualizer", "games", "docs", "cli", "tests", "benchmarks")
WIDTH = 26

# Folders of which only the first line is shown: their files are all alike.
FOLDED = {
    "tests": "the tests",
    "games": "",
}
# What a file that is not Python is for.
PURPOSES = {".lark": "grammar of the rule language", ".wat": "what generated WebAssembly calls"}


def tree() -> str:
    """The tree as it is now."""
    return "".join(line + "\n" for folder in CODE if (ROOT / folder).is_dir() for line in branch(ROOT / folder, 0))


def branch(folder: Path, depth: int) -> Iterator[str]:
    """The lines of one folder: its own, its files, its folders."""
    name = folder.relative_to(ROOT).as_posix()
    yield entry(folder.name + "/", first_line(folder / "__init__.py") or FOLDED.get(name, ""), depth)
    if name == "games":
        yield from (
            entry(f"{game.name}/", title(game), 1) for game in sorted(folder.iterdir()) if any(game.rglob("game.yaml"))
        )
    if name in FOLDED:
        return
    files = [path for path in folder.iterdir() if path.suffix in {".py", *PURPOSES} and path.name != "__init__.py"]
    for path in sorted(files):
        yield entry(path.name, PURPOSES.get(path.suffix) or first_line(path), depth + 1)
    for path in sorted(folder.iterdir()):
        if path.is_dir() and any(path.rglob("*.py")):
            yield from branch(path, depth + 1)


def entry(name: str, text: str, depth: int) -> str:
    return f"{'  ' * depth}{name}".ljust(WIDTH - 1) + f" {text}" if text else "  " * depth + name


def first_line(path: Path) -> str:
    """The first sentence of a module's docstring."""
    if not path.is_file():
        return ""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return doc.split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".")


def title(game: Path) -> str:
    """The title that a game's rulebook gives itself; of a folder of games, how many they are."""
    games = sorted(game.glob("*/game.yaml"))
    if games:
        return f"{len(games)} games that everybody knows, one folder each"
    text = (game / "game.yaml").read_text(encoding="utf-8") if (game / "game.yaml").is_file() else ""
    found = re.search(r"^title: *(.+)$", text, re.MULTILINE)
    return found[1].strip("\"'") if found else ""


def written() -> str:
    """The tree as ARCHITECTURE.md has it."""
    found = BETWEEN.search(DOCUMENT.read_text(encoding="utf-8"))
    assert found, "ARCHITECTURE.md has lost the marks around its tree"
    return found[0]


def rewritten() -> str:
    """The tree as ARCHITECTURE.md ought to have it, with its marks."""
    return BETWEEN.sub(lambda found: found[1] + tree() + found[2], written())


if __name__ == "__main__":
    DOCUMENT.write_text(DOCUMENT.read_text(encoding="utf-8").replace(written(), rewritten()), encoding="utf-8")
    print(f"{DOCUMENT.name}: tree written")
