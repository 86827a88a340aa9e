"""The source tree, for the tests that judge its form: folders, package names, modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Folder of the repository -> package name.
MAPPED = {
    "cli": "rulewright",
    "docs": "rulewright.docs",
    "dsl": "rulewright.dsl",
    "games": "rulewright.games",
    "interpreter": "rulewright.interpreter",
    "visualizer": "rulewright.visualizer",
}


def source_files() -> list[Path]:
    """Every Python file that is shipped, in order."""
    return sorted(path for folder in MAPPED for path in (ROOT / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    """The name under which the file is imported."""
    folder, *inner = path.relative_to(ROOT).with_suffix("").parts
    parts = [MAPPED[folder], *inner]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_names() -> list[str]:
    """Every folder that holds Python, by its package name."""
    return sorted({module_name(path.parent / "__init__.py") for path in source_files()})


def imports(path: Path, *, inside_functions: bool = False) -> Iterator[tuple[int, str]]:
    """Line and full module name of every import in the file, or of those inside functions only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for top in functions if inside_functions else [tree]:
        for node in ast.walk(top):
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
