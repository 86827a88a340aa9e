"""What is told of every kind of node: its heading, the rules it carries out, and what variants did to it.

In: a game and its resolved document. Out: lines and blocks of a page, for the chapters to put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Citation, ComponentForm, EndForm, Node, OptionForm, StateForm, ZoneForm
from rulewright.dsl.document import Entry, Mapping, Scalar
from rulewright.dsl.document import Node as Item
from rulewright.dsl.source import Source
from rulewright.dsl.variants.address import INSIDE, at, find
from rulewright.dsl.yaml_text import write_yaml
from rulewright.manual.page import Block, Code, Heading, Line, Link, Listing, Mark, Paragraph, Rules, Small
from rulewright.manual.page import Item as Point
from rulewright.manual.phrases import Phrases, in_words, label_text
from rulewright.manual.resolved import Origin, Rulebook

Plain = ComponentForm | ZoneForm | StateForm | EndForm
FEW = 2  # rules that make a paragraph; more are a list
MADE = ("do", "else", "say")


class Prose:
    """Tells of the nodes of one game."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.book = rulebook.game.book
        self.phrases = Phrases(self.book)
        self.texts = {each.rule: each.text for each in self.book.rule_texts}
        self.titles = {node.address: title_of(node) for node in self.nodes()}
        self.labels = {node.address: label_text(node.label) for node in self.nodes() if node.label is not None}
        book = self.book
        forms: tuple[Plain | OptionForm, ...] = (*book.options, *book.components, *book.zones, *book.state, *book.end)
        self.all_titles = self.titles | {each.address: name_title(each.name.text) for each in forms}
        self.all_titles |= {f"kinds.{each.name.text}": each.name.text for each in book.kinds}
        self.all_titles |= {
            each.address: name_title(each.signature.name.text) for each in (*book.define, *book.scoring, *book.invariants)
        }
        self.by_name: dict[str, str] = {}
        for address in self.titles:
            self.by_name.setdefault(address.rpartition(".")[2], address)

    def nodes(self) -> Iterator[Node]:
        """All nodes of the flow, those inside others too."""
        book = self.book
        yield from _walk((*book.setup, *book.phases, *book.actions, *book.laws, *book.triggers, *book.windows))

    # ------------------------------------------------------------------------------------ origins

    def origin(self, address: str) -> Origin | None:
        path = find(self.rulebook.root, address)
        return None if path is None or isinstance(path[-1], int) else self.rulebook.origin(path, inner=False)

    def mark(self, address: str) -> Line:
        """What a variant did to a node, behind its name."""
        origin = self.origin(address)
        if origin is None or not (origin.added or origin.changes):
            return ()
        spans = [origin.span, *origin.changes] if origin.added else list(origin.changes)
        who = ", ".join(dict.fromkeys(self.whose(span.source) for span in spans))
        return (" ", Mark(f"({'new' if origin.added else 'changed'}: {who})"))

    def whose(self, source: Source) -> str:
        """The title of a variant, or that something was chosen."""
        for variant in self.book.variants:
            if variant.source is source:
                return variant.title or in_words(variant.name)
        return "chosen before play"

    # ------------------------------------------------------------------------------------ blocks

    def heading(self, level: int, line: Line, address: str) -> Heading:
        return Heading(level, (*line, *self.mark(address)), address)

    def told(self, address: str, rules: tuple[Citation, ...]) -> list[Block]:
        """The rules that a node carries out; where it names none, its statements. Of a changed node, both."""
        cited = list(dict.fromkeys(each.rule for each in rules))
        known = [(rule, self.texts[rule]) for rule in cited if rule in self.texts]
        blocks = self.rule_blocks(known)
        if cited and not known:
            blocks.append(Paragraph((Small(f"rules {', '.join(cited)}"),)))
        origin = self.origin(address)
        changed = origin is not None and not origin.added and bool(origin.changes)
        if known and not changed:
            return blocks
        text = self.statements(address, changed=changed and bool(known))
        if text and known:
            blocks.append(Paragraph((Mark("The variant changes this. What holds now:"),)))
        if text and "\n" not in text.strip():
            return [*blocks, Paragraph((Code(text.strip()),))]
        return [*blocks, *([Rules(text)] if text else [])]

    def cited(self, address: str, rules: tuple[Citation, ...]) -> list[Block]:
        """The rules about a thing, which its line tells of as it is now."""
        known = {each.rule: self.texts[each.rule] for each in rules if each.rule in self.texts}
        blocks = self.rule_blocks(list(known.items()))
        origin = self.origin(address)
        if blocks and origin is not None and not origin.added and origin.changes:
            blocks.append(Paragraph((Mark("The variant changes this; the rules here tell of the game without it."),)))
        return blocks

    def rule_blocks(self, rules: list[tuple[str, str]]) -> list[Block]:
        """Rules of the printed game: a few in a paragraph, more in a list."""
        if not rules:
            return []
        lines: list[Line] = [(text, " ", Small(rule)) for rule, text in rules]
        if len(rules) > FEW:
            return [Listing(tuple(Point(line) for line in lines))]
        return [Paragraph(tuple(piece for line in lines for piece in (*line, " "))[:-1])]

    def statements(self, address: str, *, changed: bool = False) -> str:
        """What a node does, as it is written. changed: what variants changed of it, instead."""
        node = self.document(address)
        if isinstance(node, Scalar):
            return node.text
        if not isinstance(node, Mapping):
            return ""
        if isinstance(only := node.get("do"), Scalar) and not changed and all(node.get(label) is None for label in ("say", "else")):
            return only.text
        kept = [each for each in node.entries if (self.is_changed(each) if changed else each.key.text in MADE)]
        return write_yaml(Mapping(node.span, tuple(kept)), apart=False) if kept else ""

    def is_changed(self, entry: Entry) -> bool:
        """Whether a variant has touched a label of a node."""
        spans = (entry.key.span, *self.rulebook.resolved.places(entry.value))
        return entry.key.text not in ("rules", "title", *INSIDE) and any(map(self.rulebook.is_foreign, spans))

    def document(self, address: str) -> Item | None:
        path = find(self.rulebook.root, address)
        return None if path is None else at(self.rulebook.root, path)

    def link(self, name: str) -> Line:
        """The node that a name means, by its title."""
        address = self.by_name.get(name, "")
        return (Link(self.titles.get(address, in_words(name)), address),)

    def links(self, names: Iterable[syntax.Name]) -> list[Line]:
        return [self.link(name.text) for name in names]

    def offers(self, names: Iterable[syntax.Name]) -> list[Line]:
        """Actions as they are offered: by their labels."""
        addresses = [(name.text, f"actions.{name.text}") for name in names]
        return [(Link(self.labels.get(address) or self.titles.get(address, in_words(name)), address),) for name, address in addresses]


def title_of(node: Node) -> str:
    """What a node is called: its title, else its name."""
    name = name_title(node.name.text)
    label = "" if node.label is None else label_text(node.label)
    return node.title or (label if label.lower() == name.lower() else name)


def name_title(name: str) -> str:
    """`end_turn` is `End turn`."""
    words = in_words(name)
    return words[:1].upper() + words[1:]


def sentence(*pieces: object) -> Line:
    """A line that begins with a capital and ends in a full stop."""
    line: list[object] = []
    for piece in pieces:
        line += piece if isinstance(piece, tuple) else (piece,)
    if isinstance(line[0], str):
        line[0] = line[0][:1].upper() + line[0][1:]
    last = line[-1]
    if not (isinstance(last, str) and last.endswith((".", "?", "!"))):
        line.append(".")
    return tuple(line)  # type: ignore[arg-type]


def written(*formulas: syntax.Expression) -> Line:
    return tuple(Code(words_of(each)) for each in formulas)


def _walk(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _walk((*node.steps, *node.options))


