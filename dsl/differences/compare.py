"""Two books side by side: every difference, in the order of the rulebook.

In: two `Side`s. Out: `Difference`s, each with a sentence. `matching` knows which part is which, `sentences` what is
said of a label that has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, field

from rulewright.dsl.book import Book
from rulewright.dsl.differences.labels import Change, quoted
from rulewright.dsl.differences.matching import Matched, Pair, match, moved_beside
from rulewright.dsl.differences.parts import Part, read_parts
from rulewright.dsl.differences.sentences import article, changes_of, gist
from rulewright.dsl.document import Mapping
from rulewright.dsl.source import Span


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two rulebooks: its book, and the document that it was read from, for sections and places.

    removed: where variants have removed something, by its address.
    """

    book: Book
    root: Mapping
    removed: Dictionary[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that changed. before, after: in short form; places: where it stands, None where it does not."""

    kind: str
    section: str
    address: str
    sentence: str
    before: str
    after: str
    places: tuple[Span | None, Span | None]


Placed = tuple[str, Difference]  # with the address of the part that it is about


def differences(before: Side, after: Side) -> tuple[Difference, ...]:
    """All differences, grouped by section in the order of the first rulebook, new sections last."""
    old, new = read_parts(before.book, before.root), read_parts(after.book, after.root)
    matched = match(old, new)
    matched.removed = dict(after.removed)
    placed = [*_paired(matched), *_gone(matched), *_new(matched), *_reordered(matched)]
    sections = [entry.key.text for side in (before, after) for entry in side.root.entries]
    order = {section: place for place, section in reversed(list(enumerate(sections)))}
    places = _places(matched, old, new)
    placed.sort(key=lambda each: (order.get(each[1].section, len(order)), places[each[0]]))
    return tuple(difference for _, difference in placed)


def _places(matched: Matched, old: tuple[Part, ...], new: tuple[Part, ...]) -> dict[str, float]:
    """Where each part comes in the second book, by its address; what is gone comes behind what it stood behind."""
    places: dict[str, float] = {}
    for number, part in enumerate(inner for top in new for inner in top.all()):
        places[part.address] = number
    last = -1.0
    for part in (inner for top in old for inner in top.all()):
        if part.address in matched.before:
            last = places[matched.before[part.address]]
        places.setdefault(part.address, last + 0.5)
    return places


# ------------------------------------------------------------------------------------------------ what there is to say


def _paired(matched: Matched) -> Iterator[Placed]:
    for pair in matched.pairs:
        if pair.renamed or pair.moved:
            yield pair.after.address, _elsewhere(pair)
        for change in changes_of(pair.before, pair.after, matched):
            yield pair.after.address, _from_change(pair, change)


def _from_change(pair: Pair, change: Change) -> Difference:
    address = ".".join(each for each in (pair.after.address, change.label) if each)
    places = (change.place_before, change.place_after)
    return Difference(change.kind, pair.after.section, address, change.sentence, change.before, change.after, places)


def _elsewhere(pair: Pair) -> Difference:
    """A part that was renamed or moved."""
    before, after = pair.before, pair.after
    if pair.renamed:
        name = _called(after) if pair.moved else f"`{after.name}`"
        sentence = f"{_called(before)} is called {name} now."
    else:
        above = after.address.rpartition(".")[0]
        sentence = f"`{before.address}` stands in `{above}` now."
    kind = "renamed" if pair.renamed else "moved"
    return Difference(
        kind, after.section, after.address, sentence, before.address, after.address, (before.span, after.span)
    )


def _gone(matched: Matched) -> Iterator[Placed]:
    for part in matched.gone:
        sentence = f"{_called(part)} is gone: {_described(part)}."
        yield (
            part.address,
            Difference(
                "removed",
                part.section,
                part.address,
                sentence,
                gist(part),
                "",
                (part.span, matched.removed.get(part.address)),
            ),
        )


def _new(matched: Matched) -> Iterator[Placed]:
    beside = {part.address: siblings for _, siblings in matched.siblings for part in siblings}
    for part in matched.new:
        where = _where(part, list(beside.get(part.address, ())))
        sentence = f"{_called(part)} is new{where}: {_described(part)}."
        yield part.address, Difference("added", part.section, part.address, sentence, "", gist(part), (None, part.span))


def _called(part: Part) -> str:
    return f"Rule `{part.name}`" if part.form == "rule" else f"`{part.address}`"


def _described(part: Part) -> str:
    """What a part is, and what stands in it."""
    words = gist(part)
    if part.form == "rule":
        return f'"{words.rstrip(".")}"'
    return f"{article(part.form)}{f', {quoted(words)}' if words else ''}"


def _where(part: Part, siblings: list[Part]) -> str:
    """Where a new part stands, when its place says something."""
    if not (part.form == "step" or part.section in ("laws", "triggers")) or len(siblings) < 2:
        return ""
    at = siblings.index(part)
    return f", after `{siblings[at - 1].name}`" if at else f", before `{siblings[1].name}`"


def _reordered(matched: Matched) -> Iterator[Placed]:
    for pair, behind in moved_beside(matched):
        part = pair.after
        where = "comes first now" if behind is None else f"comes after `{behind.name}` now"
        sentence = f"`{part.address}` {where}."
        words = ("", "first" if behind is None else f"after {behind.name}")
        places = (pair.before.span, part.span)
        yield part.address, Difference("moved", part.section, part.address, sentence, *words, places)
