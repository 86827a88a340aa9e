"""What there is to say about a rulebook: rules of good form, diagnostics, and the collector that passes report to.

In: spans and words. Out: `Problems`. A pass reports and goes on; nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from rulewright.dsl.source import Span


class Severity(Enum):
    """An error keeps a rulebook from being played; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of good form: its code, which is never used again, and the name of the law that was broken."""

    code: str
    name: str
    severity: Severity = Severity.ERROR


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that a diagnostic speaks of, with its own words."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One thing to say: which rule, where, in one sentence; other places; what the author can do."""

    rule: Rule
    span: Span
    message: str
    labels: tuple[Label, ...] = ()
    hint: str | None = None

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.span}: {self.rule.severity.value}[{self.rule.code}] {self.rule.name}: {self.message}{hint}"


MOST_KEPT = 300  # one slip can make the rest of a file unreadable: more than so many help nobody


class Problems:
    """Collects diagnostics; the same one twice counts once. The one too many raises RulewrightError with the others."""

    def __init__(self) -> None:
        self._items: dict[tuple[str, str, int, int, str], Diagnostic] = {}

    def report(
        self, rule: Rule, span: Span, message: str, *, labels: tuple[Label, ...] = (), hint: str | None = None
    ) -> None:
        """Say one thing."""
        key = (rule.code, span.source.name, span.start, span.end, message)
        if self.is_full and key not in self._items:
            raise RulewrightError(self)
        self._items.setdefault(key, Diagnostic(rule=rule, span=span, message=message, labels=labels, hint=hint))

    def take(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Say what has been collected elsewhere."""
        for each in diagnostics:
            if self.is_full:
                return
            self.report(each.rule, each.span, each.message, labels=each.labels, hint=each.hint)

    def exchange(
        self, old: Diagnostic, rule: Rule, span: Span, message: str, *, labels: tuple[Label, ...] = (), hint: str | None = None
    ) -> None:
        """Say one thing in the place of another, which said it less well."""
        self._items = {key: each for key, each in self._items.items() if each is not old}
        self.report(rule, span, message, labels=labels, hint=hint)

    def drop(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Say nothing of these."""
        gone = {id(each) for each in diagnostics}
        self._items = {key: each for key, each in self._items.items() if id(each) not in gone}

    @property
    def reported(self) -> tuple[Diagnostic, ...]:
        """All diagnostics in the order in which they were reported."""
        return tuple(self._items.values())

    @property
    def is_full(self) -> bool:
        """Whether there are as many as are kept."""
        return len(self._items) >= MOST_KEPT

    @property
    def items(self) -> tuple[Diagnostic, ...]:
        """All diagnostics in the order of files and places."""
        found = self._items.values()
        return tuple(sorted(found, key=lambda each: (each.span.source.name, each.span.start, each.span.end)))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Those that keep the rulebook from being played."""
        return tuple(each for each in self.items if each.rule.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The others."""
        return tuple(each for each in self.items if each.rule.severity is Severity.WARNING)


class RulewrightError(Exception):
    """A rulebook cannot be used; `problems` says why."""

    def __init__(self, problems: Problems) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(str(each) for each in self.problems.items)
