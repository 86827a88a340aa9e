"""The part that tells what variants change: each operation in words, with what it brings and what stood there before.

In: a game with variants. Out: blocks of a page.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import Problems
from rulewright.dsl.document import Mapping, Node, Scalar, Sequence
from rulewright.dsl.variants.address import at, find
from rulewright.dsl.variants.combine import combine
from rulewright.dsl.variants.plain import plain
from rulewright.dsl.variants.variant import Operation, Variant
from rulewright.dsl.yaml_text import write_yaml
from rulewright.manual.page import Block, Code, Line, Link, Listing, Paragraph, Rules, Small
from rulewright.manual.page import Item as Point
from rulewright.manual.prose import Prose

_WORDS = {
    "set": "now", "add": "added", "add before": "added before it", "add after": "added after it", "replace": "replaced by",
    "remove": "removed", "wrap": "put around it",
}  # fmt: skip


class Changes:
    """Tells of the variants of one game."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.combined = prose.rulebook.game.combined
        path = prose.book.source.path
        base = None if path is None or not self.combined.variants else combine(path, [], {}, Problems())
        self.base = None if base is None else plain(base.root, Problems())

    def of(self, variant: Variant) -> Iterator[Block]:
        """One variant: where it is written, what it chooses, its operations and its rules."""
        place = self.prose.rulebook.place(variant.name.span)
        yield Paragraph((f"Written in {place.rpartition(':')[0]}.",))
        points = [Point((f"The option {entry.key.text} is chosen: ", Code(_text(entry.value)))) for entry in variant.options]
        points += [self.point(operation) for operation in variant.operations]
        yield Listing(tuple(points))
        rules = next((each.rule_texts for each in self.prose.book.variants if each.source is variant.source), ())
        yield from self.prose.rule_blocks([(each.rule, each.text) for each in rules])

    def point(self, operation: Operation) -> Point:
        address = operation.address.text
        line: Line = (*self.name(address), " ", Small(self.prose.rulebook.place(operation.address.span)), ": ")
        value = operation.value
        if value is None:
            return Point((*line, f"{_WORDS[operation.kind]}."))
        if isinstance(value, Scalar) and "\n" not in value.text:
            return Point((*line, f"{_WORDS[operation.kind]} ", Code(value.text), *self.before(operation)))
        return Point((*line, f"{_WORDS[operation.kind]}:"), (Rules(_text(value)),))

    def name(self, address: str) -> Line:
        """The node that an address means, and which part of it."""
        words = address.split(".")
        for length in range(len(words), 1, -1):
            above = ".".join(words[:length])
            title = self.prose.all_titles.get(above)
            if title is not None:
                return (Link(title, above), *((" (", Code(".".join(words[length:])), ")") if length < len(words) else ()))
        return (Code(address),)

    def before(self, operation: Operation) -> Line:
        """What stood there, of one text that takes the place of another."""
        if self.base is None or operation.kind not in ("set", "replace"):
            return ()
        path = find(self.base, operation.address.text)
        node = None if path is None else at(self.base, path)
        return (", before ", Code(node.text)) if isinstance(node, Scalar) and "\n" not in node.text else ()


def _text(node: Node) -> str:
    """A value of a variant as text."""
    match node:
        case Mapping():
            return write_yaml(node, apart=False)
        case Sequence():
            return ", ".join(_text(item).rstrip("\n") for item in node.items)
        case _:
            return node.text
