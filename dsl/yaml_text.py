"""Nodes -> YAML text that composes to the same nodes.

In: a document, and what is to be said behind a line, if anything. Out: text. A part that was written in braces or
brackets is written so again where it fits on its line; every value is written in the plainest way that reads back as it
was, which is tried out. What variants amended must have been made one text before (see `variants.resolve`).
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterator

import yaml

from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Entry, Mapping, Node, Scalar, Sequence, compose
from rulewright.dsl.source import Source

WIDTH = 120
Path = tuple[str, ...]
Comment = Callable[[Path, Entry, bool], str]  # of an entry whose line is written; True: all of its value is on that line

SIGNS = ("-", "?")  # behind the dash of a list, one more begins a list or a key
_EASY = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_ .()<>=+/-]*[A-Za-z0-9_.()])?")
_KEY = re.compile(r"[A-Za-z0-9_][^:#\"'{}\[\]|\n]*")
_HIDDEN = re.compile("[\\x7f-\\xa0\\u2000-\\u200f\\u2028-\\u202f\\u205f\\u3000\\ufeff\\ufffe\\uffff]")


def write_yaml(root: Mapping, comment: Comment = lambda *_: "", *, apart: bool = True) -> str:
    """The text of a document. apart: sections of several lines have blank lines around them."""
    out: list[str] = []
    was_block = False
    for entry in root.entries:
        lines = list(_entry(entry, 0, (), comment))
        is_block = len(lines) > 1
        if apart and out and (is_block or was_block):
            out.append("")
        out += lines
        was_block = is_block
    return "\n".join(out) + "\n"


def _entry(entry: Entry, depth: int, path: Path, comment: Comment) -> Iterator[str]:
    """The lines of a key and its value."""
    path = (*path, entry.key.text)
    head, value = f"{'  ' * depth}{_key(entry.key.text, '{}: x')}:", entry.value
    inline = _inline(value, WIDTH - len(head) - 1, is_cell=False)
    if inline is None and isinstance(value, Scalar):
        first, *more = _block(value.text, depth + 1)
        yield f"{head} {first}{_behind(comment(path, entry, True))}"
        yield from more
    elif inline is not None:
        yield f"{head}{' ' if inline else ''}{inline}{_behind(comment(path, entry, True))}"
    elif isinstance(value, Mapping):
        yield f"{head}{_behind(comment(path, entry, False))}"
        for each in value.entries:
            yield from _entry(each, depth + 1, path, comment)
    else:
        assert isinstance(value, Sequence)
        yield f"{head}{_behind(comment(path, entry, False))}"
        for item in value.items:
            yield from _item(item, depth + 1, path, comment)


def _item(item: Node, depth: int, path: Path, comment: Comment) -> Iterator[str]:
    """The lines of a member of a list."""
    before = "  " * depth + "- "
    if isinstance(item, Mapping) and _inline(item, WIDTH - len(before), is_cell=True) is None:
        lines = [line for each in item.entries for line in _entry(each, depth + 1, path, comment)]
        yield before + lines[0].lstrip()
        yield from lines[1:]
        return
    yield before + _in_brackets(item)


def _behind(comment: str) -> str:
    return f"  # {comment}" if comment else ""


# ------------------------------------------------------------------------------------------------ on one line


def _inline(value: Node, room: int, *, is_cell: bool) -> str | None:
    """A value on the line of its key; None when it does not fit there. is_cell: a map is one unless it cannot be."""
    if isinstance(value, Scalar):
        if value.is_empty:
            return ""
        return None if _wants_lines(value.text, room) else _value(value.text)
    if isinstance(value, Mapping) and value.entries and not (is_cell or value.span.text.startswith("{")):
        return None
    if isinstance(value, Sequence) and any(not isinstance(item, Scalar) for item in value.items):
        return None
    text = _in_brackets(value)
    return text if len(text) <= room and not _has_lines(value) and _same(text, value) else None


def _same(text: str, value: Node) -> bool:
    """Whether a line is read as the value."""
    problems = Problems()
    root = compose(Source("", f"k: {text}  # x"), problems)
    return not problems.items and isinstance(root, Mapping) and _texts(root.entries[0].value) == _texts(value)


def _texts(node: Node) -> object:
    match node:
        case Mapping():
            return [(entry.key.text, _texts(entry.value)) for entry in node.entries]
        case Sequence():
            return [_texts(item) for item in node.items]
        case _:
            return node.text


def _has_lines(value: Node) -> bool:
    """Whether a text in it has several lines."""
    match value:
        case Mapping():
            return any(_has_lines(each.value) for each in value.entries)
        case Sequence():
            return any(_has_lines(item) for item in value.items)
        case _:
            return "\n" in value.text


def _in_brackets(value: Node) -> str:
    """A value in braces, brackets or by itself between them."""
    match value:
        case Mapping():
            parts = (f"{_key(each.key.text, '{{{}: x}}')}: {_in_brackets(each.value)}" for each in value.entries)
            return f"{{{', '.join(parts)}}}"
        case Sequence():
            return f"[{', '.join(map(_in_brackets, value.items))}]"
        case _:
            text = value.text
            if not text:
                return "" if value.is_empty else '""'
            alone = _reads_back(f"k: {{a: {text}, b: [{text}, x]}}", text, _two)
            return text if "\n" not in text and alone and text not in SIGNS else _quoted(text)


def _wants_lines(text: str, room: int) -> bool:
    """Whether a text is written in lines of its own: it has some, or is a long formula without them."""
    return "\n" in text or len(text) > max(room, WIDTH // 2)


def _value(text: str) -> str:
    if not text:
        return '""'
    if text[0] in "{[":  # reads back as it is, but who reads it takes it for a map
        return _quoted(text)
    return text if _reads_back(f"k: {text}  # x", text, _one) and _reads_back(f"k: {text}", text, _one) else _quoted(text)


def _key(text: str, around: str) -> str:
    """A key as it can stand; `around` is a line that it stands in."""

    def first(root: Mapping) -> list[Node]:
        return [each.key for each in root.entries]

    return text if _KEY.fullmatch(text) and _reads_back(around.format(text), text, first) else _quoted(text)


def _quoted(text: str) -> str:
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


# ------------------------------------------------------------------------------------------------ in lines


def _block(text: str, depth: int) -> list[str]:
    """A text of several lines, or a long one: its sign and its lines, or one line in quotes where neither reads back."""
    indent = "  " * depth
    if "\n" in text:
        body = text.rstrip("\n")
        if len(text) - len(body) > 1:
            return [_quoted(text)]
        lines = ["|" if len(text) > len(body) else "|-", *(indent + line if line else "" for line in body.split("\n"))]
    else:
        width = WIDTH - 20 - len(indent)
        lines = [">-", *(indent + line for line in textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False))]
    # A comment will stand behind the sign, and something else behind the lines.
    tried = "\n".join([f"{'  ' * (depth - 1)}k: {lines[0]}  # x", *lines[1:]])
    for level in range(depth - 1):
        tried = f"{'  ' * (depth - 2 - level)}k:\n{tried}"
    return lines if _reads_back(f"{tried}\nz: x", text, _deepest) else [_quoted(text)]


# ------------------------------------------------------------------------------------------------ trying out


def _reads_back(line: str, text: str, find: Callable[[Mapping], list[Node]]) -> bool:
    """Whether all that `find` gives of a line, read as a document, is the text."""
    if _EASY.fullmatch(text):
        return True
    if _HIDDEN.search(text):
        return False
    problems = Problems()
    root = compose(Source("", line), problems)
    if problems.items or not isinstance(root, Mapping):
        return False
    found = find(root)
    return bool(found) and _is_plain_yaml(line, text) and all(isinstance(each, Scalar) and each.text == text for each in found)


def _is_plain_yaml(line: str, text: str) -> bool:
    """Whether other readers of YAML find the text there, too."""
    try:
        events = list(yaml.parse(line, Loader=yaml.SafeLoader))
    except yaml.YAMLError:
        return False
    return any(isinstance(event, yaml.ScalarEvent) and event.value == text for event in events)


def _one(root: Mapping) -> list[Node]:
    return [each.value for each in root.entries]


def _two(root: Mapping) -> list[Node]:
    value = root.get("k")
    if not isinstance(value, Mapping) or [each.key.text for each in value.entries] != ["a", "b"]:
        return []
    one, other = value.entries[0].value, value.entries[1].value
    return [one, other.items[0]] if isinstance(other, Sequence) and len(other.items) == 2 else []


def _deepest(root: Mapping) -> list[Node]:
    node: Node | None = root.get("k")
    while isinstance(node, Mapping):
        node = node.get("k")
    return [node] if node is not None else []
