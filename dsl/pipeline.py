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
from rulewright.dsl.lower.whole import lower
from rulewright.dsl.read import read_book
from rulewright.dsl.source import Source


@dataclass(frozen=True, slots=True)
class Game:
    """A checked rulebook, ready to play: its flow, and what it was written as."""

    book: Book
    flow: Flow
    warnings: tuple[Diagnostic, ...]

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.book.title

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""
        return self.book.players


def compile_source(source: Source, problems: Problems) -> Game | None:
    """A source to a game; None when errors were reported."""
    book = read_book(source, problems)
    if book is None:
        return None
    tables = declare(book, problems)
    flow = lower(tables, problems)
    if flow is None:
        return None
    return Game(book, flow, problems.warnings)


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
