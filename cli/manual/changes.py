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
from rulewright.manual.page import Block, Code, Line, Link, Listing, Paragraph, Rules, Small, joined
from rulewright.manual.page import Item as Point
from rulewright.manual.prose import Prose

_WORDS = {
    "set": "now", "add": "joined by", "add before": "before it comes", "add after": "after it comes", "replace": "now",
    "remove": "removed", "wrap": "now, around what was there,",
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
        rules = next((each.rule_texts for each in self.prose.book.variants if each.source is variant.source), ())
        yield from self.prose.rule_blocks([(each.rule, each.text) for each in rules])
        if rules:
            yield Paragraph(("One by one:",))
        points = [Point((f"The option {entry.key.text} is chosen: ", Code(_text(entry.value)))) for entry in variant.options]
        yield Listing((*points, *map(self.point, variant.operations)))

    def point(self, operation: Operation) -> Point:
        """One operation. What is told in a chapter of its own is only named here."""
        address, value = operation.address.text, operation.value
        line: Line = (*self.name(address), " ", Small(self.prose.rulebook.place(operation.address.span)), ": ")
        words = _WORDS[operation.kind]
        if value is None:
            return Point((*line, f"{words}."))
        new = self.new_nodes(operation)
        if new:
            return Point((*line, f"{words} ", *joined(new, ", "), "."))
        if address in self.prose.all_titles and isinstance(value, Mapping):
            return Point((*line, "new." if self.is_new(address) else "written anew."))
        text = _text(value)
        if "\n" in text.strip():
            return Point((*line, f"{words}:"), (Rules(text),))
        if self.is_new(address):
            return Point((*line, "new, ", Code(text.strip())))
        return Point((*line, f"{words} ", Code(text.strip()), *self.before(operation)))

    def is_new(self, address: str) -> bool:
        return self.base is not None and find(self.base, address) is None

    def new_nodes(self, operation: Operation) -> list[Line]:
        """The nodes that are put into or beside another, by their names."""
        if operation.kind not in ("add", "add before", "add after") or not isinstance(operation.value, Mapping):
            return []
        address = operation.address.text
        inside = address if operation.kind == "add" else address.rpartition(".")[0]
        if self.is_new(address):
            return []
        named = [f"{inside}.{entry.key.text}" for entry in operation.value.entries]
        titles = self.prose.all_titles
        return [(Link(titles[each], each),) for each in named] if all(each in titles for each in named) else []

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
        if isinstance(node, Mapping) and len(node.entries) == 1:  # a formula by itself, in its plain form
            node = node.entries[0].value
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
