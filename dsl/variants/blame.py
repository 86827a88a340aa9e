"""Finds the line of a variant that a message about the rulebook comes from.

In: the messages about a combined rulebook, and what its variants touched. Out: messages that name the variant's line, too.
"""

from __future__ import annotations

from rulewright.dsl.diagnostics import Diagnostic, Label, Problems, Rule
from rulewright.dsl.document import Entry, Mapping, Node, Sequence
from rulewright.dsl.source import Span
from rulewright.dsl.variants.address import Path, written
from rulewright.dsl.variants.combine import Combined
from rulewright.dsl.variants.places import Touch

REMOVED = Rule("RW167", "removed-but-used")


Place = tuple[str, str, int]


def place_of(error: Diagnostic) -> Place:
    """Where an error stands: enough to tell whether another reading of the same file has it, too."""
    return error.rule.code, error.span.source.name, error.span.start


def blame(problems: Problems, combined: Combined, there_before: frozenset[Place]) -> None:
    """Give every error in the rulebook's own lines, but those it has without variants, the variant's line that brought it about."""
    if not combined.touches:
        return
    variants = [variant.source for variant in combined.variants]
    own = [*variants, *(touch.operation.address.span.source for touch in combined.touches)]
    for each in problems.errors:
        if place_of(each) in there_before or each.span.source in own or any(label.span.source in own for label in each.labels):
            continue
        removed = _removed(each, combined.touches)
        if removed is not None:
            labels = (Label(each.span, f"`{each.span.text}` is used here"),)
            message = f"`{removed.address}` is removed, but it is still used"
            place = removed.operation.address.span
            problems.exchange(each, REMOVED, place, message, labels=labels, hint="remove or change what uses it, too")
        else:
            touch = _nearest(each.span, combined)
            place = touch.operation.address.span
            who = "a variant" if place.source in variants else "the scenario"
            label = Label(place, f"{who} changes `{touch.address}` here")
            problems.exchange(each, each.rule, each.span, each.message, labels=(*each.labels, label), hint=each.hint)


def _removed(error: Diagnostic, touches: tuple[Touch, ...]) -> Touch | None:
    """What was removed and is missed in an error about a name that nothing has."""
    if not error.rule.name.startswith(("unknown-", "no-start")):
        return None
    return next((each for each in touches if each.is_removal and each.address.rpartition(".")[2] == error.span.text), None)


def _nearest(span: Span, combined: Combined) -> Touch:
    """The change nearest to a place: with the most words of the address in common; else one that names what stands there."""
    words = written(combined.root, _path_to(combined.root, span)).split(".")

    def nearness(touch: Touch) -> tuple[int, bool]:
        other = touch.address.split(".")
        common = next((place for place, pair in enumerate(zip(words, other, strict=False)) if pair[0] != pair[1]), None)
        return (min(len(words), len(other)) if common is None else common), other[-1] == span.text

    return max(combined.touches, key=nearness)


def _path_to(node: Node, span: Span) -> Path:
    """The path of the innermost node at a place."""
    parts: list[tuple[str | int, Span, Node]] = []
    if isinstance(node, Mapping):
        parts = [(each.key.text, _around(each), each.value) for each in node.entries]
    elif isinstance(node, Sequence):
        parts = [(place, item.span, item) for place, item in enumerate(node.items)]
    for step, around, inner in parts:
        if around.source is span.source and around.start <= span.start < max(around.end, around.start + 1):
            return (step, *_path_to(inner, span))
    for step, around, inner in parts:  # a section has parts in the files that are included, too
        found = _path_to(inner, span) if around.source is not span.source else ()
        if found:
            return (step, *found)
    return ()


def _around(entry: Entry) -> Span:
    """A key and its value; the key alone where a variant gave the value."""
    one, other = entry.key.span, entry.value.span
    return one.to(other) if one.source is other.source else one
