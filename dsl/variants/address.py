"""Finds what an address means in a document.

In: a document and an address such as `phases.game.round.turn`, `define.Player.complete` or `kinds.Suit.chaos`. Out: a
path, the keys and places that lead there; `steps` and `either` need not be said. Paths are followed and changed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.dsl.document import Entry, Mapping, Node, Scalar, Sequence
from rulewright.dsl.schema import SECTIONS

Step = str | int
Path = tuple[Step, ...]
INSIDE = ("steps", "either")  # what stands in them is addressed as if it stood beside them
DEEPEST = 12


def find(node: Node, address: str) -> Path | None:
    """The path of an address below a node; the longest key that fits is taken. None when there is nothing."""
    if not address:
        return ()
    match node:
        case Mapping():
            return _in_mapping(node, address)
        case Sequence():
            return _in_sequence(node, address)
        case _:
            return None


def _in_mapping(node: Mapping, address: str) -> Path | None:
    for entry in sorted(node.entries, key=lambda each: -len(each.key.text)):
        for key in dict.fromkeys((entry.key.text, short(entry.key.text))):
            if address == key or address.startswith(f"{key}."):
                below = find(entry.value, address[len(key) + 1 :])
                if below is not None:
                    return (entry.key.text, *below)
    for inside in INSIDE:
        within = node.get(inside)
        below = find(within, address) if isinstance(within, Mapping) else None
        if below is not None:
            return (inside, *below)
    return None


def _in_sequence(node: Sequence, address: str) -> Path | None:
    for place, item in enumerate(node.items):
        for key in (name_of(item), str(place + 1)):
            if key and (address == key or address.startswith(f"{key}.")):
                below = find(item, address[len(key) + 1 :])
                if below is not None:
                    return (place, *below)
    return None


def short(key: str) -> str:
    """A key without the parameters of a definition: `clash` for `clash(Int n)`."""
    return key.partition("(")[0].strip() if key.endswith(")") else key


def name_of(item: Node) -> str:
    """What a member of a list is called: its text, or the `name` of a row."""
    if isinstance(item, Scalar):
        return item.text
    name = item.get("name") if isinstance(item, Mapping) else None
    return name.text if isinstance(name, Scalar) else ""


def at(node: Node, path: Path) -> Node:
    """What stands at the end of a path."""
    for step in path:
        if isinstance(node, Mapping):
            found = node.get(str(step))
            assert found is not None, path
            node = found
        else:
            assert isinstance(node, Sequence) and isinstance(step, int), path
            node = node.items[step]
    return node


def change(node: Node, path: Path, make: Callable[[Node], Node]) -> Node:
    """The same document with another node at the end of a path."""
    if not path:
        return make(node)
    step, rest = path[0], path[1:]
    if isinstance(node, Mapping):
        entries = (
            Entry(each.key, change(each.value, rest, make)) if each.key.text == step else each for each in node.entries
        )
        return Mapping(node.span, tuple(entries))
    assert isinstance(node, Sequence), path
    items = (change(item, rest, make) if place == step else item for place, item in enumerate(node.items))
    return Sequence(node.span, tuple(items))


def without(node: Node, last: Step) -> Node:
    """A mapping or list without one of its members."""
    if isinstance(node, Mapping):
        return Mapping(node.span, tuple(each for each in node.entries if each.key.text != last))
    assert isinstance(node, Sequence), last
    return Sequence(node.span, tuple(item for place, item in enumerate(node.items) if place != last))


def written(root: Node, path: Path) -> str:
    """A path as an address: without `steps` and `either`, members of lists by their names."""
    words: list[str] = []
    for length, step in enumerate(path):
        if isinstance(step, int):
            words.append(name_of(at(root, path[: length + 1])) or str(step + 1))
        elif step not in INSIDE or length == len(path) - 1:
            words.append(short(step))
    return ".".join(words)


def addresses(root: Mapping) -> Iterator[str]:
    """The addresses of everything in a document, for messages that offer the nearest."""

    def below(node: Node, before: str, depth: int) -> Iterator[str]:
        pairs: list[tuple[str, Node]] = []
        if isinstance(node, Mapping):
            pairs = [(short(entry.key.text), entry.value) for entry in node.entries]
        elif isinstance(node, Sequence):
            pairs = [(name_of(item), item) for item in node.items]
        for name, value in pairs:
            here = before if name in INSIDE else f"{before}.{name}" if before else name
            if name not in INSIDE:
                yield here
            if depth < DEEPEST:
                yield from below(value, here, depth + 1)

    for entry in root.entries:
        if entry.key.text in SECTIONS:
            yield from below(Mapping(root.span, (entry,)), "", 0)
