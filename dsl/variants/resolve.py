"""Makes what variants amended one text each, so that the document can be written down.

In: a document that variants were worked into. Out: the same without amendments and named parts of blocks: what is read
from it is the same. Where an amended text comes from is kept beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass

from rulewright.dsl import parse, syntax
from rulewright.dsl.amended import ORIGINAL, read_block
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Entry, Mapping, Node, Scalar, Sequence
from rulewright.dsl.schema import BLOCKS
from rulewright.dsl.source import Source, Span
from rulewright.dsl.variants.statements import one_line, write_statements

_NAME = re.compile(r"[a-z][a-z_0-9]*")
_LOOSE = (syntax.Where, syntax.EachIn, syntax.Around, syntax.Some, syntax.Either)
_TIGHT = (syntax.Number, syntax.Reference, syntax.Every, syntax.Nothing, syntax.Truth, syntax.Property, syntax.Call)


@dataclass(slots=True)
class Resolved:
    """A document without amendments. spans: of a text that was amended, where its parts are written (by `id`)."""

    root: Mapping
    spans: dict[int, tuple[Span, ...]] = field(default_factory=dict)

    def places(self, node: Node) -> Iterator[Span]:
        """Where a part of the document, and all that is in it, is written."""
        match node:
            case Mapping():
                for entry in node.entries:
                    yield entry.key.span
                    yield from self.places(entry.value)
            case Sequence():
                for item in node.items:
                    yield from self.places(item)
            case _:
                yield from self.spans.get(id(node), (node.span,))


def resolve(root: Mapping) -> Resolved:
    """The document with every amended text as one."""
    made = Resolved(root)
    resolver = _Resolver(made.spans)
    made.root = resolver.mapping(root)
    return made


class _Resolver:
    def __init__(self, spans: dict[int, tuple[Span, ...]]) -> None:
        self.spans = spans
        self.problems = Problems()  # what there is to report was reported when the document was read

    def mapping(self, node: Mapping) -> Mapping:
        entries = []
        for entry in node.entries:
            value = self.value(entry.key.text, entry.value)
            if value is not None:
                entries.append(Entry(entry.key, value))
        return Mapping(node.span, tuple(entries))

    def value(self, label: str, node: Node) -> Node | None:
        """What stands behind a label; None when nothing is left of it."""
        if (label in BLOCKS and _is_amended(node)) or _is_statements(node):
            return self.kept(node, self.block(node), "literal")
        match node:
            case Mapping():
                return _collapsed(self.mapping(node))
            case Sequence():
                items = (self.value("", item) for item in node.items)
                return Sequence(node.span, tuple(item for item in items if item is not None))
            case Scalar(amends=None):
                return node
            case _:
                return self.kept(node, self.formula(node), "plain")

    def kept(self, node: Node, text: str, style: str) -> Scalar | None:
        if not text.strip():
            return None
        made = Scalar(node.span, text, style)
        self.spans[id(made)] = tuple(dict.fromkeys(_written(node)))
        return made

    def block(self, node: Node) -> str:
        """The statements of a block."""
        if isinstance(node, Mapping):
            return "".join(self.block(entry.value) for entry in node.entries)
        assert isinstance(node, Scalar)
        if node.amends is None:
            return node.text.rstrip("\n") + "\n"
        return write_statements(read_block(node, self.problems) or (), tuple(_scalars(node)))

    def formula(self, node: Node) -> str:
        """A formula in one line."""
        assert isinstance(node, Scalar)
        if node.amends is None:
            return one_line(node.text)
        old, new = self.formula(node.amends.original), one_line(node.text)
        if node.amends.how == "and":
            return f"{self.side(old)} and {self.side(new)}"
        alone = new == ORIGINAL
        return _put(new, old if alone or isinstance(self.parsed(old), _TIGHT) else f"({old})", self.parsed(new))

    def side(self, text: str) -> str:
        """A formula as it can stand beside `and`."""
        tree = self.parsed(text)
        loose = isinstance(tree, _LOOSE) or (isinstance(tree, syntax.Binary) and tree.operator == "or")
        return f"({text})" if loose else text

    def parsed(self, text: str) -> syntax.Expression | None:
        return parse.parse_formula(_scalar(text), self.problems)


def _collapsed(node: Mapping) -> Node:
    """What the plain form made a mapping of, as the one text that was written."""
    if len(node.entries) == 1:
        key, value = node.entries[0].key, node.entries[0].value
        if isinstance(value, Scalar) and key.text in ("do", "is", "type") and key.span.start == key.span.end:
            return value
    return node


def _is_amended(node: Node) -> bool:
    """Whether a block is to be made one text: it has amendments, or parts that no author can have named so."""
    if isinstance(node, Mapping):
        return any(_is_amended(each.value) or not _NAME.fullmatch(each.key.text) for each in node.entries)
    return isinstance(node, Scalar) and node.amends is not None


def _is_statements(node: Node) -> bool:
    """Whether an amended text is a block of statements, wherever it stands: a cell can hold one."""
    if not isinstance(node, Scalar) or node.amends is None or node.amends.how == "and":
        return False
    return node.amends.how != "around" or re.search(rf"\bdo {ORIGINAL}\b", node.text) is not None


def resolved_text(scalar: Scalar) -> str:
    """What a text says, with the texts that it amends."""
    made = _Resolver({}).value("", scalar)
    return made.text if isinstance(made, Scalar) else scalar.text


def _scalars(node: Node) -> Iterator[Scalar]:
    """All texts that an amended one is made of."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield from _scalars(entry.value)
    elif isinstance(node, Scalar):
        yield node
        if node.amends is not None:
            yield from _scalars(node.amends.original)


def _written(node: Node) -> Iterator[Span]:
    """Where they are written; of a statement that goes, where that is said."""
    return (each.span for each in _scalars(node))


def _scalar(text: str) -> Scalar:
    return Scalar(Source("formula", text).whole(), text, "plain")


def _put(text: str, old: str, tree: syntax.Expression | None) -> str:
    """A formula with another one in place of each `original`."""
    for span in sorted(_originals(tree), key=lambda each: -each.start):
        text = text[: span.start] + old + text[span.end :]
    return text


def _originals(node: object) -> Iterator[Span]:
    """Where a formula says `original`."""
    if isinstance(node, syntax.Reference) and node.name.text == ORIGINAL:
        yield node.span
    elif isinstance(node, tuple):
        for each in node:
            yield from _originals(each)
    elif is_dataclass(node) and not isinstance(node, Span):
        for part in fields(node):
            yield from _originals(getattr(node, part.name))
