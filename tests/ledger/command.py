"""Reads ledger files, runs their checks, prints the failures and the count.

In: file names; with none, the ledgers beside the project if there are any, else the checks kept in the project. Out:
the exit status, 1 when a check fails or a file cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.ledger import chaos, cosmos, entropy, worlds_collide

KEPT = sorted((Path(__file__).parent / "data").glob("*.yaml"))
BESIDE = Path(__file__).parents[3] / "shared" / "ledger"
PARTS = ("given", "do", "expect")


@dataclass(frozen=True)
class Check:
    """A check of a file under its name, e.g. `CHA-024 check 2`. parts: given, do, expect; None for a fact in prose."""

    name: str
    parts: tuple[object, object, object] | None

    @property
    def texts(self) -> tuple[str, str, str]:
        """The parts as one text each."""
        given, do, expect = self.parts or ("", "", "")
        return _clauses(given), _clauses(do), _clauses(expect)

    def __str__(self) -> str:
        return "\n".join(f"    {part}: {text}" for part, text in zip(PARTS, self.texts, strict=True))


def checks(node: object, name: str = "") -> Iterator[Check]:
    """Every check of a ledger, wherever it stands: under rules, under examples, in a list of its own."""
    if isinstance(node, dict):
        name = str(node.get("id", name))
        if any(part in node for part in PARTS):
            yield Check(name or "check", (node.get("given"), node.get("do"), node.get("expect")))
            return
        for key, value in node.items():
            yield from _listed(value, str(key), name)
    elif isinstance(node, list):
        for place, each in enumerate(node, 1):
            yield from checks(each, f"{name} {place}".strip())


def _listed(value: object, key: str, name: str) -> Iterator[Check]:
    """The checks under one key; what stands there and is no check in the notation is a fact in prose.

    The text on the notation itself has the words of a check in it and is none.
    """
    if key == "notation":
        return
    if key not in ("check", "checks", "examples"):
        yield from checks(value, name)
        return
    each_name = f"{name} {key.removesuffix('s')}".strip()
    for place, each in enumerate(value if isinstance(value, list) else [value], 1):
        numbered = f"{each_name} {place}" if isinstance(value, list) else each_name
        found = list(checks(each, numbered))
        if isinstance(each, dict) and "holds" in each:  # what must be so in every state of random games
            found = [Check(numbered, ("every playout", None, f"holds {each['holds']}"))]
        yield from found
        if not found and each is not None:
            yield Check(numbered, None)


def _clauses(value: object) -> str:
    """Clauses as one text; a list of them is allowed."""
    if isinstance(value, list):
        return "; ".join(_clauses(each) for each in value)
    return "" if value is None else str(value)


ADAPTERS: dict[str, Callable[[Check], list[str]]] = {
    "chaos": lambda check: chaos.run(*check.texts),
    "entropy": lambda check: entropy.run(*(check.parts or (None, None, None))),
    "entropy_cosmos": lambda check: cosmos.run(*check.texts),
    "entropy_worlds_collide": lambda check: worlds_collide.run(*check.texts),
}


PREFIXES = {"CHA": "chaos", "ENT": "entropy", "EWC": "entropy_worlds_collide", "COS": "entropy_cosmos"}


def game_of(document: object, path: Path) -> str | None:
    """Which game a file is about: by its `game:`, else by the ids of its checks, else by its name."""
    named = document.get("game") if isinstance(document, dict) else None
    if named is not None:
        return str(named).lower() if str(named).lower() in ADAPTERS else None
    prefix = next((check.name[:3] for check in checks(document) if check.name[:3] in PREFIXES), "")
    stem = path.stem.lower()
    by_name = next((each for each in ("entropy_cosmos", *ADAPTERS) if each in stem), None)
    if "worlds" in stem or "cosmos" in stem:
        by_name = "entropy_worlds_collide" if "worlds" in stem else "entropy_cosmos"
    return PREFIXES.get(prefix, by_name)


def run_file(path: Path) -> tuple[int, int, int]:
    """How many checks passed, failed, and were facts in prose; failures are printed."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    game = game_of(document, path)
    if game is None:
        named = document.get("game") if isinstance(document, dict) else None
        print(f"{path}: there is no adapter for the game `{named}`; there are adapters for {', '.join(ADAPTERS)}")
        return 0, 1, 0
    adapter = ADAPTERS[game]
    passed = failed = prose = 0
    if game == "entropy_cosmos":
        cosmos.prepare(check.texts for check in checks(document) if check.parts is not None)
    for check in checks(document):
        if check.parts is None:
            prose += 1
            continue
        try:
            failures = adapter(check)
        except Exception as error:  # whatever one check brings about, the others are to be run
            failures = [f"breaks off with {type(error).__name__}: {error}"]
        passed, failed = passed + (not failures), failed + bool(failures)
        if failures:
            print("\n".join((f"{check.name}:", *(f"  {failure}" for failure in failures), str(check))))
    return passed, failed, prose


def main(names: list[str]) -> int:
    """Run the files."""
    beside = [BESIDE / path.name for path in KEPT]
    paths = [Path(name) for name in names] or [path for path in beside if path.exists()] or KEPT
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
