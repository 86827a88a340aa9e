"""The compiler as one function of named phases.

In: the path of a rulebook or of a variant. Out: a `Game`, or an error with everything there is to say about the files.
"""

from __future__ import annotations

from collections.abc import Mapping as Dictionary
from collections.abc import Sequence as Listed
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from weakref import WeakValueDictionary

from rulewright.dsl.beside import read_beside
from rulewright.dsl.book import Book, Variant
from rulewright.dsl.checks import check
from rulewright.dsl.declare import declare
from rulewright.dsl.diagnostics import Diagnostic, Problems, RulewrightError
from rulewright.dsl.document import Entry, Mapping, Scalar, compose
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.follow_ups import leave_out_follow_ups
from rulewright.dsl.foreign_names import in_own_words
from rulewright.dsl.include import put_together
from rulewright.dsl.lower.whole import Whole, digest, lower
from rulewright.dsl.options import Value, choose_options, chosen_value
from rulewright.dsl.read import read_book
from rulewright.dsl.read_rules import read_rule_texts
from rulewright.dsl.scenarios import Scenario, read_scenarios
from rulewright.dsl.source import Source
from rulewright.dsl.text_files import read_source
from rulewright.dsl.variants.amend import Changes, amend
from rulewright.dsl.variants.blame import Place, blame, place_of
from rulewright.dsl.variants.combine import Combined, combine, refuse_shape


@dataclass(frozen=True, slots=True)
class Game:
    """A checked rulebook, ready to play: its flow, and what it was written as."""

    book: Book
    flow: Flow
    formulas: Whole
    warnings: tuple[Diagnostic, ...]
    combined: Combined = field(repr=False)
    _others: dict[tuple[tuple[str, str, str], ...], Game] = field(default_factory=dict, repr=False)

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.book.title

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""
        return self.book.players

    def changed(self, changes: Changes, problems: Problems) -> Game | None:
        """The same rulebook with what a scenario changes, made once; None when errors were reported."""
        if not changes.key:
            return self
        if changes.key not in self._others:
            own = Problems()
            made = compile_combined(amend(self.combined, changes, own), dict(changes.options), own)
            problems.take(own.errors)
            if made is None or own.errors:
                return None
            self._others[changes.key] = made
        return self._others[changes.key]

    def scenarios(self, problems: Problems, *, amending: bool = True) -> tuple[Scenario, ...]:
        """The scenarios of the rulebook, or with variants those of the variants.

        amending: also those that change the rulebook, for each of whose changes it has to be made again.

        They stand in `scenarios.yaml` beside a rulebook, in `NAME_scenarios.yaml` beside a variant file `NAME.yaml`, or in
        the file that `scenarios:` names.
        """
        found: list[Scenario] = []
        if not self.book.variants:
            found += self._scenarios(self.book.source, "scenarios.yaml", self.book.scenarios, problems, amending)
        for variant in self.book.variants:
            path = variant.source.path
            usual = f"{path.stem}_scenarios.yaml" if path is not None else ""
            found += self._scenarios(variant.source, usual, variant.scenarios, problems, amending)
        return tuple(found)

    def _scenarios(
        self, of: Source, usual: str, named: Scalar | None, problems: Problems, amending: bool
    ) -> tuple[Scenario, ...]:
        if of.path is None or (named is None and not (of.path.parent / usual).exists()):
            return ()
        source = read_source(of.path.parent / usual, problems) if named is None else read_beside(named, problems)
        return () if source is None else read_scenarios(source, self._flow_with, problems, amending)

    def _flow_with(self, changes: Changes, problems: Problems) -> Flow | None:
        """What a scenario with these changes is read with; None after a mistake in them."""
        game = self.changed(changes, problems)
        return None if game is None else game.flow


def compile_combined(combined: Combined, chosen: Dictionary[str, Entry], problems: Problems) -> Game | None:
    """A rulebook with its variants to a game; None when errors were reported."""
    root = choose_options(combined.root, {**combined.options, **chosen}, problems)
    book = replace(read_book(root, combined.source, problems), included=combined.included)
    book = _with_variants(book, combined, problems)
    tables = declare(book, problems)
    lowered = lower(tables, problems)
    if problems.errors:
        blame(problems, combined, _of_the_rulebook(combined))
        leave_out_follow_ups(root, problems)
        in_own_words(root, problems)
    if lowered is None:
        return None
    flow, formulas = lowered
    if combined.changes:
        flow = replace(flow, digest=digest(flow.digest, *combined.changes))
    check(book, flow, problems)
    return Game(book, _one_of(flow), formulas, problems.warnings, combined)


_FLOWS: WeakValueDictionary[tuple[str, str], Flow] = WeakValueDictionary()


def _one_of(flow: Flow) -> Flow:
    """The flow that was made before of the same texts, if it is still in use.

    Much is made once for a flow and looked up by it, at every stop of a game. Sources are themselves and no others, so
    two flows of the same texts are not equal, and would be compared at each such look.
    """
    key = (flow.name, flow.digest)
    known = _FLOWS.get(key)
    if known is None or not _alike(known, flow):  # the texts lie elsewhere, or those of the printed rules are others
        _FLOWS[key] = known = flow
    return known


def _alike(one: Flow, other: Flow) -> bool:
    """Whether two flows are the same, and of the same texts: then they also come from the same places in these."""

    def texts(flow: Flow) -> set[tuple[str, str, Path | None]]:
        sources = {id(each.span.source): each.span.source for each in flow.origins}
        return {(each.name, each.text, each.path) for each in sources.values()}

    return replace(one, origins=()) == replace(other, origins=()) and texts(one) == texts(other)


def _of_the_rulebook(combined: Combined) -> frozenset[Place]:
    """Where the rulebook has errors without its variants, too."""
    problems = Problems()
    if combined.touches:
        compile_source(combined.source, problems)
    return frozenset(map(place_of, problems.errors))


def _with_variants(book: Book, combined: Combined, problems: Problems) -> Book:
    if not combined.variants:
        return book
    variants = []
    for each in combined.variants:
        source = None if each.rules is None else read_beside(each.rules, problems)
        texts = () if source is None else read_rule_texts(source, problems)
        variants.append(Variant(each.name.text, each.title or "", each.source, texts, each.scenarios))
    names = ", ".join(each.title or each.name.replace("_", " ") for each in variants)
    title = variants[0].title if len(variants) == 1 and variants[0].title else f"{book.title} ({names})"
    texts = (*book.rule_texts, *(text for each in variants for text in each.rule_texts))
    return replace(book, title=title, rule_texts=texts, variants=tuple(variants))


def compile_source(source: Source, problems: Problems) -> Game | None:
    """A source to a game; None when errors were reported."""
    root = compose(source, problems)
    if root is None:
        return None
    if not isinstance(root, Mapping):
        refuse_shape(root, problems)
        return None
    whole = put_together(root, source, problems)
    return None if whole is None else compile_combined(Combined(whole.root, source, whole.included), {}, problems)


def load(
    path: str | Path, options: Dictionary[str, Value] | None = None, variants: Listed[str | Path] = ()
) -> Game:
    """The game of a rulebook or variant file, or of a folder with a `game.yaml` in it.

    options: values other than the defaults, by name: True or "yes" for a Flag, a number, a word. variants: names of variants
    (files in the rulebook's folder or in its `variants`), their paths, or names of Flag options.
    Raises RulewrightError with every problem found when a file has errors.
    """
    path = Path(path)
    with suppress(OSError, ValueError):  # a name that no file can have; the reading says so
        if path.is_dir():
            path = path / "game.yaml"
    problems = Problems()
    chosen = {name: chosen_value(name, value) for name, value in (options or {}).items()}
    combined = combine(path, [str(each) for each in variants], chosen, problems)
    game = None if combined is None else compile_combined(combined, chosen, problems)
    if game is None or problems.errors:
        raise RulewrightError(problems)
    return game
