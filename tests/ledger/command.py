"""Reads ledger files, runs their checks, prints the failures and the count.

In: file names; with none, the ledger beside the project if there is one, else the checks kept in the project. Out: the
exit status, 1 when a check fails or a file cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import yaml

from tests.ledger import chaos

ADAPTERS: dict[str, Callable[[str, str, str], list[str]]] = {"chaos": chaos.run}
KEPT = Path(__file__).parent / "data" / "chaos.yaml"
BESIDE = Path(__file__).parents[3] / "shared" / "ledger" / "chaos.yaml"


def checks(document: object) -> Iterator[tuple[str, object]]:
    """Every check of a ledger with a name: under rules, under examples (some nested as `check`), and under `checks`."""
    if not isinstance(document, dict):
        return
    for rule in document.get("rules") or []:
        for number, check in enumerate(rule.get("checks") or [], 1):
            yield f"{rule.get('id', '?')} check {number}", check
    for number, example in enumerate(document.get("examples") or [], 1):
        found = example.get("check", example) if isinstance(example, dict) else example
        for each in found if isinstance(found, list) else [found]:
            yield (
                f"{example.get('id', f'example {number}') if isinstance(example, dict) else f'example {number}'}",
                each,
            )
        for each in (example.get("checks") or []) if isinstance(example, dict) else []:
            yield f"example {number}", each
    for number, check in enumerate(document.get("checks") or [], 1):
        yield f"check {number}", check


def is_exact(check: object) -> bool:
    """Whether a check is written in the notation, and not a fact in prose."""
    return isinstance(check, dict) and "given" in check and "expect" in check


def run_file(path: Path) -> tuple[int, int, int]:
    """How many checks passed, failed, and were facts in prose; failures are printed."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    game = document.get("game") if isinstance(document, dict) else None
    adapter = ADAPTERS.get(str(game))
    if adapter is None:
        print(f"{path}: there is no adapter for the game `{game}`; there are {', '.join(ADAPTERS)}")
        return 0, 1, 0
    passed = failed = prose = 0
    for name, check in checks(document):
        if not is_exact(check):
            prose += 1
            continue
        assert isinstance(check, dict)
        failures = adapter(str(check["given"]), str(check.get("do", "-")), str(check["expect"]))
        passed, failed = passed + (not failures), failed + bool(failures)
        for failure in failures:
            print(f"{name}: {failure}\n    given: {check['given']}\n    do: {check.get('do', '-')}")
    return passed, failed, prose


def main(names: list[str]) -> int:
    """Run the files."""
    paths = [Path(name) for name in names] or [BESIDE if BESIDE.exists() else KEPT]
    passed = failed = prose = 0
    for path in paths:
        try:
            counts = run_file(path)
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            print(f"{path}: cannot be read: {error}")
            counts = (0, 1, 0)
        passed, failed, prose = passed + counts[0], failed + counts[1], prose + counts[2]
    if prose:
        print(f"{prose} facts in prose, which are tested by other means")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
