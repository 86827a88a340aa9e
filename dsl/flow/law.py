"""What a law of the flow is, and where it is broken.

In: nothing. Out: `Violation`, `Law`, and `entries`, by which laws go over a flow and name the places they speak of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.shape import name_of, parts


@dataclass(frozen=True, slots=True)
class Violation:
    """A law that a flow breaks: the law's name, the place (`blocks[12] phases.round`), and what is wrong there."""

    law: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text} ({self.law})"


Found = Iterator[tuple[str, str]]
"""What a law yields for each place that breaks it: the place, and what is wrong."""

Law = Callable[[Flow], Found]


def place(flow: Flow, table: str, number: int) -> str:
    """How a violation names an entry of a table."""
    return f"{table}[{number}] {name_of(flow, table, number)}".rstrip()


def at(flow: Flow, block: Block) -> str:
    """How a violation names a block."""
    return place(flow, "blocks", block.number)


def entries(flow: Flow) -> Iterator[tuple[str, object]]:
    """Every entry of every table, with its place."""
    for table, value in parts(flow):
        if isinstance(value, tuple) and table != "players":
            for number, entry in enumerate(value):
                yield place(flow, table, number), entry
