"""The folders are the packages that pyproject.toml says they are, and every source file keeps the house rules."""

from __future__ import annotations

import ast
import importlib.util
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source_files import MAPPED, ROOT, imports, module_name, package_names, source_files

SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]

MODULE_LINES = 400
FUNCTION_LINES = 50
LONG_MODULES: dict[str, str] = {  # file -> reason
    "dsl/flow/ir.py": "the parts of the flow graph, read as one page",
    "dsl/syntax.py": "the forms of the rule language, read as one page",
}
LONG_FUNCTIONS: dict[str, str] = {}  # file:function -> reason
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "core", "misc"}

FILES = source_files()
EACH_FILE = pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])


def test_every_folder_with_python_is_a_listed_package():
    assert sorted(SETUPTOOLS["packages"]) == package_names()


def test_mapped_folders():
    assert SETUPTOOLS["package-dir"] == {package: folder for folder, package in MAPPED.items()}


@pytest.mark.parametrize("folder", MAPPED)
def test_every_text_that_is_read_at_run_time_is_package_data(folder):
    shipped = {
        path for pattern in SETUPTOOLS["package-data"].get(MAPPED[folder], []) for path in (ROOT / folder).glob(pattern)
    }
    texts = {path for ending in ("yaml", "csv", "lark") for path in (ROOT / folder).rglob(f"*.{ending}")}
    assert texts <= shipped | {path for path in texts if path.suffix == ".lark"}


@pytest.mark.parametrize("folder", MAPPED)
def test_mapped_folder_is_marked_as_typed(folder):
    assert (ROOT / folder / "py.typed").is_file()


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=lambda path: path.name)
def test_package_has_an_init_file(folder):
    assert (folder / "__init__.py").is_file()


def test_what_is_read_at_run_time_is_packed():
    for folder, pattern in (("docs", "diagnostics.md"), ("dsl", "*.lark"), ("games", "**/*.yaml")):
        patterns = SETUPTOOLS["package-data"]
        assert pattern in [*patterns["*"], *patterns.get(MAPPED[folder], [])]
        assert list((ROOT / folder).glob(pattern))


def test_no_root_folder_hides_the_packages():
    """A folder of that name would be found first by every tool that reads source."""
    assert not (ROOT / "rulewright").exists()


@EACH_FILE
def test_module_is_importable_under_its_package_name(path):
    spec = importlib.util.find_spec(module_name(path))
    assert spec is not None and spec.origin is not None
    assert Path(spec.origin).resolve() == path


@EACH_FILE
def test_module_has_a_docstring(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@EACH_FILE
def test_module_is_short(path):
    name = path.relative_to(ROOT).as_posix()
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MODULE_LINES or name in LONG_MODULES, f"{lines} lines: make it a folder"


@EACH_FILE
def test_functions_are_short(path):
    name = path.relative_to(ROOT).as_posix()
    long = [
        f"{name}:{function} has {lines} lines"
        for function, lines in function_lines(path)
        if lines > FUNCTION_LINES and f"{name}:{function}" not in LONG_FUNCTIONS
    ]
    assert not long


@EACH_FILE
def test_module_name_says_something(path):
    assert path.stem not in EMPTY_NAMES


@EACH_FILE
def test_imports_use_package_names(path):
    """`import dsl` works from the repository root and nowhere else, and gives a second copy of each class."""
    assert not [f"line {line}: {name}" for line, name in imports(path) if name.split(".")[0] in MAPPED]


@EACH_FILE
def test_networkx_stays_in_the_visualizer(path):
    if path.relative_to(ROOT).parts[0] != "visualizer":
        assert not [f"line {line}" for line, name in imports(path) if name.split(".")[0] == "networkx"]


def test_exceptions_are_still_needed():
    lengths = {
        f"{path.relative_to(ROOT).as_posix()}:{function}": lines
        for path in FILES
        for function, lines in function_lines(path)
    }
    assert [name for name in LONG_FUNCTIONS if lengths.get(name, 0) <= FUNCTION_LINES] == []
    assert [
        name
        for name in LONG_MODULES
        if not (ROOT / name).is_file() or len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= MODULE_LINES
    ] == []


def function_lines(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1
