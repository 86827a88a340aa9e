"""The resolved rulebook: the rulebook with its variants and the chosen options, as YAML text that loads again.

In: a game. Out: text, each named node with the place where it is written; what variants added or changed is marked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl import Game, Problems
from rulewright.dsl.document import Entry, Mapping, Node, Scalar, Sequence
from rulewright.dsl.fields import read_citations
from rulewright.dsl.options import choose_options
from rulewright.dsl.source import Source, Span
from rulewright.dsl.variants.address import INSIDE, at, find
from rulewright.dsl.variants.address import Path as Place
from rulewright.dsl.variants.places import SECTIONS_OF_NODES
from rulewright.dsl.variants.plain import plain
from rulewright.dsl.variants.resolve import Resolved, resolve
from rulewright.dsl.yaml_text import Path, write_yaml

ADDED, CHANGED = "+", "~"
NAMED = ("kinds", *SECTIONS_OF_NODES)  # the sections whose entries are named nodes


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a node is written, and where variants and the user changed it. added: by a variant."""

    span: Span
    added: bool
    changes: tuple[Span, ...]


class Rulebook:
    """A game's document, with everything that was worked into it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.unknown: dict[Path, tuple[str, ...]] = {}  # rules of variants that a node carries out, by its path
        self.resolved: Resolved = resolve(self._document())
        self.variants = {variant.source for variant in game.combined.variants}

    @property
    def root(self) -> Mapping:
        return self.resolved.root

    def _document(self) -> Mapping:
        game = self.game
        chosen = {
            option.name.text: Entry(Scalar(option.name.span, option.name.text, "plain"), _value(option.value.span))
            for option in game.book.options
        }
        root = choose_options(game.combined.root, chosen, Problems())
        if not game.combined.variants:
            return plain(root, Problems()) if self._has_folders() else root
        root = plain(root, Problems())  # tables of variants lie in their own folders
        name = "_".join([game.book.name.text, *(each.name.text for each in game.combined.variants)])
        place = Source("variants", name).whole()
        root = Mapping(root.span, tuple(self._named(each, name, place) for each in root.entries))
        if root.get("title") is None:
            title = Entry(Scalar(place, "title", "plain"), Scalar(place, game.title, "plain"))
            root = Mapping(root.span, (root.entries[0], title, *root.entries[1:]))
        return self._with_known_rules(root)

    def _has_folders(self) -> bool:
        """Whether files that are included lie in folders of their own, and so do their tables."""
        book = self.game.book
        return any(each.path is None or book.source.path is None or each.path.parent != book.source.path.parent
                   for each in book.included)

    def _named(self, entry: Entry, name: str, place: Span) -> Entry:
        text = {"rulebook": name, "title": self.game.title}.get(entry.key.text)
        return entry if text is None else Entry(entry.key, Scalar(place, text, "plain"))

    def _with_known_rules(self, root: Mapping) -> Mapping:
        """Nodes cite only what the rulebook's own file of rules has: a rulebook names one such file."""
        known = {text.rule for text in self.game.book.rule_texts}
        own = {text.rule for each in self.game.book.variants for text in each.rule_texts}
        if not own or known == own:
            return root

        def kept(node: Node, path: Path) -> Node:
            if isinstance(node, Sequence):
                return Sequence(node.span, tuple(kept(item, (*path, "")) for item in node.items))
            if not isinstance(node, Mapping):
                return node
            entries = []
            for each in node.entries:
                cites = (each.key.text == "rules" and len(path) > 1) or (path == ("rules",) and each.key.text == "of players")
                value = self._known(each.value, known - own, path) if cites else kept(each.value, (*path, each.key.text))
                if value is not None:
                    entries.append(Entry(each.key, value))
            return Mapping(node.span, tuple(entries))

        made = kept(root, ())
        assert isinstance(made, Mapping)
        return made

    def _known(self, value: Node, known: set[str], path: Path) -> Node | None:
        kept: list[Node] = []
        for each in value.items if isinstance(value, Sequence) else (value,):
            cited = [citation.rule for citation in read_citations(each, Problems())]
            if all(rule in known for rule in cited):
                kept.append(each)
                continue
            kept += [Scalar(each.span, rule, "plain") for rule in cited if rule in known]
            self.unknown[path] = (*self.unknown.get(path, ()), *(rule for rule in cited if rule not in known))
        return Sequence(value.span, tuple(kept)) if kept else None

    # ------------------------------------------------------------------------------------ where things are written

    def place(self, span: Span) -> str:
        """`variants/quick.yaml:7`, as seen from the rulebook's folder."""
        base = self.game.book.source.path
        path = span.source.path
        if path is None or base is None:
            return span.source.name if path is None else f"{path.name}:{span.line}"
        return f"{os.path.relpath(path, base.parent)}:{span.line}"

    def is_foreign(self, span: Span) -> bool:
        """Whether something comes from a variant or was chosen."""
        return span.source in self.variants or span.source.path is None

    def origin(self, path: Place, *, inner: bool = True) -> Origin:
        """The origin of the node at a path. inner: changes of nodes inside it count as its own, too."""
        parent = at(self.root, path[:-1])
        assert isinstance(parent, Mapping)
        entry = next(each for each in parent.entries if each.key.text == path[-1])
        spans = self.resolved.places(entry.value) if inner else self._own_places(entry.value)
        added = self.is_foreign(entry.key.span)
        changes = [each for each in spans if self.is_foreign(each) and not (added and each.source is entry.key.span.source)]
        return Origin(entry.key.span, added, tuple({self.place(each): each for each in changes}.values()))

    def _own_places(self, node: Node) -> Iterator[Span]:
        """As `places`, without those of the nodes inside."""
        if not isinstance(node, Mapping):
            yield from self.resolved.places(node)
            return
        for entry in node.entries:
            if entry.key.text not in INSIDE:
                yield entry.key.span
                yield from self.resolved.places(entry.value)

    # ------------------------------------------------------------------------------------ as text

    def text(self, address: str = "", *, commented: bool = True) -> str | None:
        """The whole as YAML, or what stands at an address; None when nothing does. commented: with the places."""
        if not address:
            return _commented(self._preface()) + write_yaml(self.root, self._comment)
        path = find(self.root, address)
        if path is None or isinstance(path[-1], int):
            return None
        parent = at(self.root, path[:-1])
        assert isinstance(parent, Mapping)
        entry = next(each for each in parent.entries if each.key.text == path[-1])
        alone = Mapping(entry.value.span, (entry,))
        if not commented:
            return write_yaml(alone)
        above = tuple(str(each) for each in path[:-1])
        return write_yaml(alone, lambda inside, each, whole: self._comment((*above, *inside), each, whole))

    def _preface(self) -> list[str]:
        book, combined = self.game.book, self.game.combined
        files = ", ".join(self.place(each.name.span).rpartition(":")[0] for each in combined.variants)
        own = ", ".join(self.place(each.whole()).rpartition(":")[0] for each in (book.source, *book.included))
        chosen = [
            f"{each.name.text} is {each.value.span.text}" for each in book.options if self.is_foreign(each.value.span)
        ]
        lines = [f"{self.game.title}: {own}{f' with {files} worked in' if files else ''}."]
        if chosen:
            lines.append(f"Chosen: {', '.join(chosen)}.")
        lines.append("Behind each part stands where it is written.")
        if files or chosen:
            lines[-1] = f"{lines[-1][:-1]}; {ADDED} is what was added, {CHANGED} what was changed."
        if self.unknown:
            lines.append("Rules of variants stand in files of their own, and are named in comments only.")
        return lines

    def _comment(self, path: Path, entry: Entry, whole: bool) -> str:
        """Where a line is written: of each named node, and of what is not written in the file of the node around it."""
        key = entry.key.span
        is_node, added = is_named(path), self.is_foreign(key)
        foreign = [key] if added else []
        if whole:
            foreign += [each for each in self.resolved.places(entry.value) if self.is_foreign(each)]
        above = next((at(self.root, path[:length]) for length in range(len(path) - 1, 1, -1) if is_named(path[:length])), None)
        if above is not None and not is_node and self._key_of(path).source is key.source and added:
            return ""
        parts = [self.place(key)] if is_node and key.source.path is not None else []
        parts += [self.place(each) for each in foreign if each.source.name != "variants"]
        sign = ADDED if added else CHANGED if foreign and parts else ""
        parts = list(dict.fromkeys(parts))
        if path in self.unknown:
            parts.append(f"rules {', '.join(self.unknown[path])}")
        return f"{sign} {', '.join(parts)}".strip() if parts else ""

    def _key_of(self, path: Path) -> Span:
        """The key of the named node around a path."""
        length = next(each for each in range(len(path) - 1, 1, -1) if is_named(path[:each]))
        parent = at(self.root, path[: length - 1])
        assert isinstance(parent, Mapping)
        return next(each.key.span for each in parent.entries if each.key.text == path[length - 1])


def is_named(path: Path) -> bool:
    """Whether a path leads to a named node: an entry of a section, or of the steps or halves of one."""
    if len(path) < 2 or path[0] not in NAMED:
        return False
    rest = path[2:]
    return len(rest) % 2 == 0 and all(label in INSIDE for label in rest[::2])


def _value(span: Span) -> Scalar:
    return Scalar(span, span.text, "plain")


def _commented(lines: list[str]) -> str:
    return "".join(f"# {line}\n" for line in lines)
