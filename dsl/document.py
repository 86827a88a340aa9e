"""YAML text -> nodes with exact places.

In: a source. Out: `Mapping`, `Sequence` and `Scalar` nodes over PyYAML's events. Every scalar stays the text that was
written (`on`, `no`, `1:30` are words), and knows where each of its characters stands in the file. What YAML could do
behind an author's back is refused: anchors, aliases, merge keys, tags, directives, a second document, duplicate keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from rulewright.dsl.diagnostics import Label, Problems, Rule, Severity
from rulewright.dsl.lines import Quoted, quote_values
from rulewright.dsl.source import MAX_BYTES, Source, Span

MAX_DEPTH = 40
MAX_NODES = 200_000

NO_FILE = Rule("RW101", "no-such-file")
TOO_LARGE = Rule("RW102", "file-too-large")
NOT_TEXT = Rule("RW103", "not-text")
EMPTY_FILE = Rule("RW104", "empty-file")
DUPLICATE_KEY = Rule("RW105", "duplicate-key")
TAB = Rule("RW106", "tab")
ANCHOR = Rule("RW107", "anchor")
TAG = Rule("RW108", "tag")
SECOND_DOCUMENT = Rule("RW109", "second-document")
BAD_KEY = Rule("RW110", "bad-key")
TOO_DEEP = Rule("RW111", "too-deep")
TOO_MANY = Rule("RW112", "too-many-nodes")
NOT_YAML = Rule("RW113", "not-yaml")
DIRECTIVE = Rule("RW114", "directive")
COMMA = Rule("RW115", "comma-in-braces")
STRANGE_BLANK = Rule("RW116", "strange-blank", Severity.WARNING)
NOT_A_NUMBER = Rule("RW117", "not-a-number")
LEADING_ZERO = Rule("RW118", "leading-zero", Severity.WARNING)


@dataclass(frozen=True, slots=True)
class Scalar:
    """One text. style: plain, quoted, literal or folded. places: where each character stands, if not side by side."""

    span: Span
    text: str
    style: str
    places: tuple[int, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return self.text == "" and self.style == "plain"

    def span_at(self, start: int, end: int) -> Span:
        """The place in the file of the characters from `start` up to `end`."""
        if not self.places:
            return self.span.sub(start, end)
        first = self.places[min(start, len(self.places) - 1)]
        last = self.places[min(end, len(self.places)) - 1] + 1 if end > start else first
        return Span(self.span.source, first, max(first, last))


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file."""

    span: Span
    entries: tuple[Entry, ...]

    def get(self, name: str) -> Node | None:
        """The value behind a key, or None."""
        return next((entry.value for entry in self.entries if entry.key.text == name), None)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    span: Span
    items: tuple[Node, ...]


Node = Scalar | Mapping | Sequence


def read_source(path: str | Path, problems: Problems, asked_at: Span | None = None) -> Source | None:
    """The text of a file; what keeps it from being read is reported at `asked_at`, or at the file itself."""
    path = Path(path)
    name = str(path)

    def refuse(rule: Rule, message: str, hint: str | None = None) -> None:
        problems.report(rule, asked_at or Span(Source(name, ""), 0, 0), message, hint=hint)

    try:
        if path.is_dir():
            return refuse(NO_FILE, f"`{name}` is a folder", "name the file in it: game.yaml")
        size = path.stat().st_size
        if size > MAX_BYTES:
            return refuse(TOO_LARGE, f"`{name}` has {size / 1e6:.1f} MB; a rulebook has at most {MAX_BYTES / 1e6:.0f} MB")
        data = path.read_bytes()
    except FileNotFoundError:
        return refuse(NO_FILE, f"there is no file `{name}`")
    except (OSError, ValueError) as error:
        return refuse(NO_FILE, f"`{name}` cannot be read: {getattr(error, 'strerror', None) or error}")
    if b"\0" in data:
        return refuse(NOT_TEXT, f"`{name}` is not a text file", "a rulebook is plain text, saved as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return refuse(NOT_TEXT, f"`{name}` is not UTF-8: byte {data[error.start]:#04x} in line {line}", "save the file with the encoding UTF-8")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not re.search(r"^\s*[^#\s]", text, re.MULTILINE):
        return refuse(EMPTY_FILE, f"`{name}` is empty", "a rulebook begins with `rulebook: name`; `rulewright new` makes one")
    return Source(name, text, path)


def compose(source: Source, problems: Problems) -> Node | None:
    """The document of a source, or None after a mistake that leaves nothing to read."""
    if _unreadable(source, problems):
        return None
    return _Composer(source, problems).run()


def _unreadable(source: Source, problems: Problems) -> bool:
    """Signs that YAML cannot take, found before it looks."""
    bad = False
    for match in re.finditer(r"^ *(\t)", source.text, re.MULTILINE):
        problems.report(TAB, Span(source, match.start(1), match.end(1)), "a tab stands in the indentation", hint="use blanks: two for each level")
        bad = True
    for match in re.finditer("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]", source.text):
        problems.report(NOT_TEXT, Span(source, match.start(), match.end()), f"a control character (code {ord(match[0])}) stands here", hint="delete it")
        bad = True
    for match in re.finditer("[\\u00a0\\u2007\\u202f\\u3000]", source.text):
        problems.report(STRANGE_BLANK, Span(source, match.start(), match.end()), "this looks like a blank but is another character", hint="replace it by a blank")
    for match in re.finditer(r"^(%\w+.*)$", source.text, re.MULTILINE):
        problems.report(DIRECTIVE, Span(source, match.start(1), match.end(1)), "YAML directives are not used in rulebooks", hint="delete this line")
        bad = True
    return bad


class _Composer:
    """Builds nodes from events with a stack of its own, so that depth is a limit and never a crash."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.quoted: Quoted = quote_values(source.text)
        self.nodes = 0
        self.failed = False

    def run(self) -> Node | None:
        """The first document."""
        stack: list[tuple[int, list[Node]]] = []
        root: list[Node] = []
        current = root
        documents = 0
        try:
            for event in yaml.parse(self.quoted.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents == 2:
                        self.refuse(SECOND_DOCUMENT, self.span(event), "a file holds one rulebook; here begins a second document", "delete `---`, or make two files")
                        break
                if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                    self.check_event(event)
                    stack.append((self.quoted.back(event.start_mark.index), current))
                    current = []
                    if len(stack) > MAX_DEPTH:
                        self.refuse(TOO_DEEP, self.span(event), f"this is nested more than {MAX_DEPTH} levels deep")
                        return None
                elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                    start, outer = stack.pop()
                    span = Span(self.source, start, max(start, self._trim(self.quoted.back(event.end_mark.index))))
                    is_map = isinstance(event, yaml.MappingEndEvent)
                    outer.append(self.mapping(span, current) if is_map else Sequence(span, tuple(current)))
                    current = outer
                elif isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
                    current.append(self.leaf(event))
                self.nodes += 1
                if self.nodes > 3 * MAX_NODES:
                    self.refuse(TOO_MANY, self.span(event), f"this file has more than {MAX_NODES} parts")
                    return None
        except yaml.YAMLError as error:
            self.yaml_error(error)
            return None
        return root[0] if root and not self.failed else None

    def _trim(self, end: int) -> int:
        text = self.source.text
        while end > 0 and text[end - 1 : end].isspace():
            end -= 1
        return end

    def span(self, event: yaml.Event) -> Span:
        """Where an event stands."""
        start = self.quoted.back(event.start_mark.index)
        return Span(self.source, start, max(start, min(self.quoted.back(event.end_mark.index), len(self.source.text))))

    def refuse(self, rule: Rule, span: Span, message: str, hint: str | None = None) -> None:
        """Report something that leaves no document."""
        self.problems.report(rule, span, message, hint=hint)
        self.failed = True

    def check_event(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Refuse anchors and tags."""
        if event.anchor is not None:
            self.refuse(ANCHOR, self.span(event), f"`&{event.anchor}` marks a part to be copied, which rulebooks do not use", "write the part out, or `define` it")
        if event.tag is not None and not (isinstance(event, yaml.ScalarEvent) and event.tag == "!"):
            self.refuse(TAG, self.span(event), f"`{event.tag}` is a YAML tag, which rulebooks do not use", "delete it; put text that begins with `!` in quotes")

    def leaf(self, event: yaml.ScalarEvent | yaml.AliasEvent) -> Scalar:
        """A scalar with the places of its characters."""
        span = self.span(event)
        if isinstance(event, yaml.AliasEvent):
            self.refuse(ANCHOR, span, f"`*{event.anchor}` copies another part, which rulebooks do not use", "write the part out; put text that begins with `*` in quotes")
            return Scalar(span, "", "plain")
        self.check_event(event)
        value = event.value
        raw = self.quoted.text[event.start_mark.index : event.start_mark.index + 1] == "'" and self.source.text[span.start : span.start + 1] != "'"
        if raw or (event.style is None and span.text == value):
            inner = Span(self.source, self.quoted.back(event.start_mark.index + 1) if raw else span.start, 0)
            return Scalar(Span(self.source, inner.start, inner.start + len(value)), value, "plain")
        style = {"|": "literal", ">": "folded", None: "plain"}.get(event.style, "quoted")
        if style == "literal":
            return Scalar(span, value, style, tuple(_literal_places(self.source, span, value)))
        return Scalar(span, value, style, tuple(_places(self.source.text, span, value, event.style)))

    def mapping(self, span: Span, parts: list[Node]) -> Mapping:
        """A mapping of alternating keys and values; duplicate and strange keys are reported."""
        entries: list[Entry] = []
        seen: dict[str, Scalar] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=False):
            if not isinstance(key, Scalar):
                hint = "text with braces or brackets at its beginning goes in quotes"
                self.refuse(BAD_KEY, key.span, "a key must be a word", hint)
                continue
            if key.text == "<<":
                self.refuse(ANCHOR, key.span, "`<<` merges another part, which rulebooks do not use", "write the part out")
            before = seen.get(key.text)
            if before is not None:
                self.problems.report(DUPLICATE_KEY, key.span, f"`{key.text}` stands here twice", labels=(Label(before.span, "the first one"),), hint="delete one, or give it another name")
                self.failed = self.failed or False
                continue
            seen[key.text] = key
            self.check_comma(span, key, value)
            entries.append(Entry(key, value))
        return Mapping(span, tuple(entries))

    def check_comma(self, span: Span, key: Scalar, value: Node) -> None:
        """In `{say: Stop, thief}` the comma makes a key of `thief`."""
        text = self.source.text
        if not (isinstance(value, Scalar) and value.is_empty and text[span.start : span.start + 1] == "{"):
            return
        behind = text[key.span.end : key.span.end + 40].lstrip()
        if behind[:1] in (",", "}"):
            hint = "put the text in double quotes, or write the map on lines of its own"
            self.problems.report(COMMA, key.span, f"a comma ends the value inside braces, so `{key.text}` stands alone", hint=hint)

    def yaml_error(self, error: yaml.YAMLError) -> None:
        """What YAML could not read, in plain words."""
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        offset = min(self.quoted.back(mark.index), len(self.source.text)) if mark is not None else 0
        offset = max(0, min(offset, len(self.source.text.rstrip()) if self.source.text.strip() else 0))
        problem = str(getattr(error, "problem", None) or error)
        message, hint = next(((text, advice) for sign, text, advice in _YAML_WORDS if sign in problem), (f"this is not readable as YAML: {problem}", None))
        self.refuse(NOT_YAML, Span(self.source, offset, min(offset + 1, len(self.source.text))), message, hint)


_YAML_WORDS = (
    ("mapping values are not allowed", "a colon followed by a blank makes a new `name: value` here", "put the text in double quotes, or write it below with `|`"),
    ("could not find expected ':'", "a `name:` was expected here", "every line of a section is `name: value`; deeper lines belong to the line above"),
    ("did not find expected key", "this line does not fit: its indentation, or a bracket above, is not as expected", "lines of one section start in the same column"),
    ("did not find expected '-' indicator", "an item of a list was expected here", "items of a list start with `- ` in the same column"),
    ("did not find expected ',' or ']'", "this list has no closing `]`, or a comma is missing", "write `[a, b, c]`"),
    ("did not find expected ',' or '}'", "this map has no closing `}`, or a comma is missing", "write `{a: 1, b: 2}`; text with signs goes in double quotes"),
    ("found unexpected end of stream", "a quote or bracket that was opened above is never closed", "close it, or double the quote inside the text"),
    ("found unknown escape character", "a backslash in double quotes begins a special sign", "write `\\\\` for a backslash, or use single quotes"),
    ("cannot start any token", "a text cannot begin with this sign", "put the text in double quotes"),
    ("block sequence entries are not allowed", "a list cannot begin here", "put it on lines of its own, or in brackets"),
    ("did not find expected <document start>", "this line belongs to nothing above", "a file is one list of sections"),
)


def _literal_places(source: Source, span: Span, value: str) -> Iterator[int]:
    """Each line of a literal block stands on a line of the file, after the block's indentation."""
    first = span.line + 1
    lines = value.split("\n")
    depth = next((len(text) - len(text.lstrip(" ")) for number in range(first, first + len(lines)) if (text := source.line_text(number)).strip()), 0)
    own = next((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), 0)
    end = len(source.text)
    for number, line in enumerate(lines, first):
        start = min(source.offset(number, 1) + depth - own, end) if number <= source.text.count("\n") + 1 else end
        yield from range(start, start + len(line) + 1)


def _places(text: str, span: Span, value: str, style: str | None) -> Iterator[int]:
    """The places of a quoted, folded or many-lined scalar, found sign by sign."""
    at = span.start + (1 if style in ("'", '"') else 0)
    if style == ">":
        at = text.find("\n", span.start) + 1
    for sign in value:
        if sign.isspace():
            yield min(at, len(text))
            if at < len(text) and text[at] == "\\":
                at += 2
            while at < len(text) and text[at].isspace():
                at += 1
                if sign == " " and style in ("'", '"') and text[at - 1] == " ":
                    break
            continue
        if style == '"' and text[at : at + 1] == "\\" and sign != "\\":
            found = at
            at += {"x": 4, "u": 6, "U": 10}.get(text[at + 1 : at + 2], 2)
            yield found
            continue
        while at < span.end and text[at] != sign and text[at].isspace():
            at += 1
        yield at
        at += 2 if (style == "'" and sign == "'") or (style == '"' and sign == "\\") else 1
    yield at


def as_int(scalar: Scalar, problems: Problems) -> int | None:
    """A whole number by YAML 1.2's core rules: decimal, `0o7`, `0x1F`; anything else is reported."""
    text = scalar.text
    if re.fullmatch(r"[+-]?\d+", text):
        if re.fullmatch(r"[+-]?0\d+", text):
            problems.report(LEADING_ZERO, scalar.span, f"`{text}` means {int(text)}", hint=f"write {int(text)}")
        return int(text)
    if re.fullmatch(r"0o[0-7]+", text) or re.fullmatch(r"0x[0-9a-fA-F]+", text):
        return int(text, 0)
    hint = f"write {text.replace('_', '')}" if re.fullmatch(r"[\d_]+", text) else None
    problems.report(NOT_A_NUMBER, scalar.span, f"`{text}` is not a whole number", hint=hint)
    return None
