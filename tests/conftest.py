"""The `golden` fixture: expected texts kept whole under tests/golden.

`golden("drawings/chaos.dot", text)` compares with the stored file; `make golden` stores instead. A complete run
also fails on a stored file that no test asked for, and `make golden` removes it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser import MISSING

GOLDEN = Path(__file__).parent / "golden"
ASKED = pytest.StashKey[set[str]]()
ORPHANS = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="store the golden texts instead of comparing them")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ASKED] = set()
    config.stash[ORPHANS] = []


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare `text` with the golden file `name`, or store it under --golden."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        request.config.stash[ASKED].add(name)
        if request.config.getoption("--golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        assert path.is_file(), f"tests/golden/{name} is missing: `make golden` records it"
        assert text == path.read_text(encoding="utf-8"), f"differs from tests/golden/{name}; if meant: `make golden`"

    return compare


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Collect what a parallel worker asked for."""
    asked: set[str] = node.config.stash[ASKED]
    asked.update(getattr(node, "workeroutput", {}).get("golden", ()))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    config = session.config
    if hasattr(config, "workeroutput"):
        asked = config.stash[ASKED]
        config.workeroutput["golden"] = sorted(asked)
    elif exitstatus == 0 and is_complete(config):
        orphans = [path for path in GOLDEN.rglob("*") if path.is_file()]
        orphans = [path for path in orphans if path.relative_to(GOLDEN).as_posix() not in config.stash[ASKED]]
        if config.getoption("--golden"):
            for path in orphans:
                path.unlink()
        elif orphans:
            config.stash[ORPHANS] = sorted(path.relative_to(GOLDEN).as_posix() for path in orphans)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if any(MISSING in str(report.longrepr) for report in terminalreporter.getreports("skipped")):
        terminalreporter.write_line(f"SKIPPED: {MISSING}", yellow=True, bold=True)
    for name in config.stash[ORPHANS]:
        terminalreporter.write_line(f"FAILED tests/golden/{name} - no test asks for it: `make golden` removes it")


def is_complete(config: pytest.Config) -> bool:
    """Every test that may ask for a golden file ran: no path, -k, --lf or other choice was made."""
    chosen = config.getoption("keyword") or config.getoption("lf", False) or config.getoption("collectonly")
    return (
        not chosen
        and config.args_source is not pytest.Config.ArgsSource.ARGS
        and config.getoption("markexpr") in ("", "not long")
    )
