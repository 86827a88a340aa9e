"""The compiler as one function of named phases.

In: the path of a rulebook. Out: a `Game`, or an error with everything there is to say about the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.dsl.book import Book
from rulewright.dsl.declare import declare
from rulewright.dsl.diagnostics import Diagnostic, Problems, RulewrightError
from rulewright.dsl.document import read_source
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.lower.whole import Whole, lower
from rulewright.dsl.read import read_book
from rulewright.dsl.scenarios import Scenario, read_scenarios
from rulewright.dsl.source import Source


@dataclass(frozen=True, slots=True)
class Game:
    """A checked rulebook, ready to play: its flow, and what it was written as."""

    book: Book
    flow: Flow
    formulas: Whole
    warnings: tuple[Diagnostic, ...]

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.book.title

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""
        return self.book.players


    def scenarios(self, problems: Problems) -> tuple[Scenario, ...]:
        """The scenarios beside the rulebook: of `scenarios.yaml`, or of the file that its `scenarios:` names."""
        path = self.book.source.path
        if path is None:
            return ()
        named = self.book.scenarios
        beside = path.parent / (named.text if named is not None else "scenarios.yaml")
        if named is None and not beside.exists():
            return ()
        source = read_source(beside, problems, None if named is None else named.span)
        return () if source is None else read_scenarios(source, self.flow, problems)


def compile_source(source: Source, problems: Problems) -> Game | None:
    """A source to a game; None when errors were reported."""
    book = read_book(source, problems)
    if book is None:
        return None
    tables = declare(book, problems)
    lowered = lower(tables, problems)
    if lowered is None:
        return None
    flow, formulas = lowered
    return Game(book, flow, formulas, problems.warnings)


def load(path: str | Path) -> Game:
    """The game of a rulebook file, or of a folder with a `game.yaml` in it.

    Raises RulewrightError with every problem found when the rulebook has errors.
    """
    path = Path(path)
    if path.is_dir():
        path = path / "game.yaml"
    problems = Problems()
    source = read_source(path, problems)
    game = None if source is None else compile_source(source, problems)
    if game is None:
        raise RulewrightError(problems)
    return game
