"""One label of a part that says something else in another book, and what a change of it is made of.

In: two facts, of which one may not be there. Out: `Change`s with words and places; how words are cut and set off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.amended import bare
from rulewright.dsl.differences.matching import Matched
from rulewright.dsl.differences.parts import Fact, Part
from rulewright.dsl.source import Span

SHORT = 100  # signs of what is quoted
DEFAULTS = {"seen by": "nobody", "counted by": "all", "face": "up", "order": "set", "copies": "1", "secret": "no"}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed in a part."""

    kind: str
    label: str
    sentence: str
    before: str
    after: str
    place_before: Span | None
    place_after: Span | None


def quoted(words: str) -> str:
    """Words in signs that set them off."""
    return f"`{words}`"


def short(words: str, most: int = SHORT) -> str:
    """Words cut to what can be read at a glance."""
    return words if len(words) <= most else f"{words[: most - 4].rstrip()} ..."


def only_numbers(before: object, after: object) -> bool:
    """Whether two values differ in whole numbers alone."""
    if isinstance(before, tuple | list) and isinstance(after, tuple | list):
        return len(before) == len(after) and all(map(only_numbers, before, after))
    if isinstance(before, bool) or isinstance(after, bool):
        return before is after
    return (isinstance(before, int) and isinstance(after, int)) or before == after


class Label:
    """One label of a part, which says something else in each book, or is in one of them only."""

    def __init__(
        self, before: Part, after: Part, label: str, old: Fact | None, new: Fact | None, matched: Matched
    ) -> None:
        self.old_part = before
        self.part = after
        self.label = label
        self.old, self.new = old, new
        self.matched = matched
        self.address = (
            after.address if label in ("", "is", "cases", "default", "values") else f"{after.address}.{label}"
        )
        self.node = f"`{after.address}`"
        self.doer = self.node if label == "do" else f"`{self.address}`"

    def change(
        self, sentence: str, kind: str = "changed", before: str | None = None, after: str | None = None,
        spans: tuple[Span | None, Span | None] | None = None,
    ) -> Change:  # fmt: skip
        """A change of this label, with the words and places of both facts unless others are given."""
        old, new = self.old, self.new
        if spans is None:
            spans = (old.span if old else self.old_part.span, new.span if new else self.removed_at())
        first = (old.words if old else "") if before is None else before
        second = (new.words if new else "") if after is None else after
        return Change(kind, self.label, sentence, short(first), short(second), *spans)

    def removed_at(self) -> Span:
        """Where a variant has removed this label; else the part that is without it now."""
        address = f"{self.part.address}.{self.label}"
        return self.matched.removed.get(address, self.part.span)

    def anything(self) -> Iterator[Change]:
        """A value: instead of another, new, or gone."""
        old, new = self.old, self.new
        usual = DEFAULTS.get(self.label)
        kind = "number" if old and new and only_numbers(old.bare, new.bare) else "changed"
        if (old and new) or usual:
            first, second = short(old.words if old else str(usual)), short(new.words if new else str(usual))
            yield self.change(f"`{self.address}` is {quoted(second)} instead of {quoted(first)}.", kind, first, second)
        elif new:
            yield self.change(f"`{self.address}` is new: {quoted(short(new.words))}.", "added")
        elif old:
            yield self.change(f"`{self.address}` is gone; it was {quoted(short(old.words))}.", "removed")

    def same(self, before: object, after: object) -> bool:
        """Whether two pieces of syntax say the same."""
        return self.matched.same(bare(before), bare(after))
