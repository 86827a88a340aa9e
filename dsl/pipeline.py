"""The compiler as one function of named phases.

In: the path of a rulebook. Out: a `Game`, or an error with everything there is to say about the file.
"""

from __future__ import annotations

from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.dsl.book import Book
from rulewright.dsl.declare import declare
from rulewright.dsl.diagnostics import Diagnostic, Problems, RulewrightError
from rulewright.dsl.document import Entry, Mapping, compose, read_source
from rulewright.dsl.fields import WRONG_SHAPE
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.lower.whole import Whole, lower
from rulewright.dsl.options import Value, choose_options, chosen_value
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
    _document: Mapping = field(repr=False)
    _others: dict[tuple[tuple[str, str], ...], Game] = field(default_factory=dict, repr=False)

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.book.title

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""
        return self.book.players

    def with_options(self, chosen: Dictionary[str, Entry], problems: Problems) -> Game | None:
        """The same rulebook with other values of its options; None when errors were reported."""
        if not chosen:
            return self
        key = tuple(sorted((name, entry.value.span.text) for name, entry in chosen.items()))
        if key not in self._others:
            own = Problems()
            made = compile_document(choose_options(self._document, chosen, own), self.book.source, own)
            for each in own.errors:
                problems.report(each.rule, each.span, each.message, labels=each.labels, hint=each.hint)
            if made is None:
                return None
            self._others[key] = made
        return self._others[key]

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
        return () if source is None else read_scenarios(source, self._flow_with, problems)

    def _flow_with(self, chosen: Dictionary[str, Entry], problems: Problems) -> Flow:
        """What a scenario with these options is read with; this game's own flow after a mistake in them."""
        game = self.with_options(chosen, problems)
        return self.flow if game is None else game.flow


def compile_document(root: Mapping, source: Source, problems: Problems) -> Game | None:
    """A document to a game; None when errors were reported."""
    book = read_book(root, source, problems)
    tables = declare(book, problems)
    lowered = lower(tables, problems)
    if lowered is None:
        return None
    flow, formulas = lowered
    return Game(book, flow, formulas, problems.warnings, root)


def compile_source(source: Source, problems: Problems) -> Game | None:
    """A source to a game; None when errors were reported."""
    root = compose_rulebook(source, problems)
    return None if root is None else compile_document(root, source, problems)


def load(path: str | Path, options: Dictionary[str, Value] | None = None) -> Game:
    """The game of a rulebook file, or of a folder with a `game.yaml` in it.

    options: values other than the defaults, by name: True or "yes" for a Flag, a number, a word.
    Raises RulewrightError with every problem found when the rulebook has errors.
    """
    path = Path(path)
    if path.is_dir():
        path = path / "game.yaml"
    problems = Problems()
    source = read_source(path, problems)
    root = None if source is None else compose_rulebook(source, problems)
    game = None
    if source is not None and root is not None:
        chosen = {name: chosen_value(name, value) for name, value in (options or {}).items()}
        game = compile_document(choose_options(root, chosen, problems), source, problems)
    if game is None:
        raise RulewrightError(problems)
    return game


def compose_rulebook(source: Source, problems: Problems) -> Mapping | None:
    """The sections of a source, or None when it is no rulebook at all."""
    root = compose(source, problems)
    if root is None or isinstance(root, Mapping):
        return root
    hint = "begin with `rulebook: my_game` and `players: 2..4`"
    problems.report(WRONG_SHAPE, root.span, "a rulebook is a list of sections", hint=hint)
    return None
