"""ARCHITECTURE.md and the import contracts tell the same story as the tree.

`make layers` checks the imports themselves; here only that nothing has been left out.
"""

from __future__ import annotations

import configparser
import re

import pytest

from tests import tree
from tests.source_files import ROOT, imports, module_name, source_files

CONTRACTS = configparser.ConfigParser()
CONTRACTS.read(ROOT / ".importlinter", encoding="utf-8")
NAME = re.compile(r"\w+")


def layers(contract: str) -> list[set[str]]:
    """The layers of a contract, highest first."""
    text = CONTRACTS[f"importlinter:contract:{contract}"]["layers"]
    return [set(NAME.findall(line)) for line in text.strip().splitlines()]


def children(package: str) -> set[str]:
    """The modules directly inside a package."""
    inside = [
        module_name(path).removeprefix(f"{package}.")
        for path in source_files()
        if module_name(path).startswith(f"{package}.")
    ]
    return {name.split(".")[0] for name in inside}


def test_tree_in_architecture_is_up_to_date():
    assert tree.written() == tree.rewritten(), "`make tree` writes it again"


@pytest.mark.parametrize(("contract", "package"), [("dsl", "rulewright.dsl"), ("rulewright", "rulewright")])
def test_layers_name_every_module_and_no_other(contract, package):
    assert set().union(*layers(contract)) == children(package)


@pytest.mark.parametrize("contract", ["dsl", "rulewright"])
def test_architecture_has_the_layers_of_the_contract(contract):
    """The table in ARCHITECTURE.md, read from its first column, is the contract turned over: lowest first."""
    document = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = document.split(f"<!-- layers {contract} -->\n")[1].split("\n\n")[0].splitlines()[2:]
    assert [set(re.findall(r"`(\w+)`", row.split("|")[1])) for row in table] == layers(contract)[::-1]


# An extra that may not be installed, and takes long to import for what is seldom wanted.
LATE = {"visualizer/pdf.py", "interpreter/wasm/load.py"}


def test_imports_stand_at_the_top_outside_the_command_line():
    """An import inside a function hides a dependency from the reader."""
    late = [f"{path.relative_to(ROOT)}:{line} {name}" for path in source_files()
            if path.relative_to(ROOT).parts[0] != "cli" and path.relative_to(ROOT).as_posix() not in LATE
            for line, name in imports(path, inside_functions=True)]
    assert not late
