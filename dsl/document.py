"""YAML text -> nodes with exact places.

In: a source. Out: `Mapping`, `Sequence` and `Scalar` nodes over PyYAML's events. Every scalar stays the text that was
written (`on`, `no`, `1:30` are words), and knows where each of its characters stands in the file. What YAML could do
behind an author's back is refused: anchors, aliases, merge keys, tags, directives, a second document, duplicate keys.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from rulewright.dsl.diagnostics import Label, Problems, Rule
from rulewright.dsl.lines import Quoted, quote_values
from rulewright.dsl.signs import ACTS, NOT_TEXT, unreadable
from rulewright.dsl.source import Source, Span, block_places, flow_places
from rulewright.dsl.text_files import EMPTY_FILE
from rulewright.dsl.yaml_errors import MAX_DEPTH, Told, braced, in_plain_words

MAX_NODES = 200_000

DUPLICATE_KEY = Rule("RW105", "duplicate-key")
ANCHOR = Rule("RW107", "anchor")  # `&a`, `*a` and `<<`
TAG = Rule("RW108", "tag")
SECOND_DOCUMENT = Rule("RW109", "second-document")
BAD_KEY = Rule("RW110", "bad-key")  # a list or map as key, or `? key`
TOO_DEEP = Rule("RW111", "too-deep")  # more than MAX_DEPTH levels
TOO_MANY = Rule("RW112", "too-many-nodes")  # more than MAX_NODES
NOT_YAML = Rule("RW113", "not-yaml")  # unclosed quotes and brackets, and whatever else cannot be read
COMMA = Rule("RW115", "comma-in-braces")


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a variant's text does to the one that was there.

    how: `around` (`original` in the text stands for what was there), `and` (one more condition), or where the text goes in
    a block of statements: `before`, `after` or `instead of` the statement `target`, or `without` it.
    """

    original: Node
    how: str
    target: Scalar | None = None


@dataclass(frozen=True, slots=True)
class Scalar:
    """One text. style: plain, quoted, literal or folded.

    places: where each character stands, and where the text ends; left out when they stand side by side.
    """

    span: Span
    text: str
    style: str
    places: tuple[int, ...] = ()
    amends: Amendment | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return self.text == "" and self.style == "plain"

    def span_at(self, start: int, end: int) -> Span:
        """The place in the file of the characters from `start` up to `end`."""
        if not self.places:
            return self.span.sub(start, end)
        places, source = self.places, self.span.source
        first = places[min(start, len(places) - 1)]
        if end <= start:
            return Span(source, first, first)
        last = places[min(end, len(places)) - 1]
        behind = places[end] if end < len(places) else last + 1
        is_escape = source.text[last : last + 1] == "\\" or source.text[last:behind] in ("''", '""')
        return Span(source, first, max(last + 1, behind) if is_escape else last + 1)


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
        for entry in self.entries:
            if entry.key.text == name:
                return entry.value
        return None

    def with_value(self, name: str, value: Node) -> Mapping:
        """The same keys, with another value behind one; a key that is not there comes last, at the value's place."""
        if self.get(name) is None:
            return Mapping(self.span, (*self.entries, Entry(Scalar(value.span.sub(0, 0), name, "plain"), value)))
        entries = (Entry(each.key, value) if each.key.text == name else each for each in self.entries)
        return Mapping(self.span, tuple(entries))


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    span: Span
    items: tuple[Node, ...]


Node = Scalar | Mapping | Sequence


def compose(source: Source, problems: Problems) -> Node | None:
    """The document of a source, or None after a mistake that leaves nothing to read."""
    known = source.kept.get("document")
    if isinstance(known, (Mapping, Sequence, Scalar)):
        return known
    before = len(problems.reported)
    node = None if unreadable(source, problems) else _Composer(source, problems).run()
    if len(problems.reported) == before:
        source.kept["document"] = node  # it is read again where the rulebook is amended
    return node


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
                if isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)):
                    current.append(self.leaf(event))
                elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                    self.check_event(event)
                    stack.append((self.offsets(event)[0], current))
                    current = []
                    if len(stack) > MAX_DEPTH:
                        self.refuse(TOO_DEEP, self.span(event), f"this is nested more than {MAX_DEPTH} levels deep")
                        return None
                elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                    start, outer = stack.pop()
                    span = Span(self.source, start, max(start, self._trim(self.offsets(event)[1])))
                    is_map = isinstance(event, yaml.MappingEndEvent)
                    outer.append(self.mapping(span, current) if is_map else Sequence(span, tuple(current)))
                    current = outer
                    continue
                else:
                    documents += isinstance(event, yaml.DocumentStartEvent)
                    if documents == 2:
                        message = "a file holds one rulebook; here begins a second document"
                        self.refuse(SECOND_DOCUMENT, self.span(event), message, "delete `---`, or make two files")
                        break
                    continue
                self.nodes += 1
                if self.nodes > MAX_NODES:
                    self.refuse(TOO_MANY, self.span(event), f"this file has more than {MAX_NODES} parts")
                    return None
        except yaml.YAMLError as error:
            self.yaml_error(error)
            return None
        if not root and not self.failed:
            self.refuse(EMPTY_FILE, Span(self.source, 0, 0), f"`{self.source.name}` is empty")
        return root[0] if root and not self.failed else None

    def _trim(self, end: int) -> int:
        text = self.source.text
        while end > 0 and text[end - 1 : end].isspace():
            end -= 1
        return end

    def offsets(self, event: yaml.Event) -> tuple[int, int]:
        """Where an event begins and ends."""
        assert event.start_mark is not None and event.end_mark is not None
        start = self.quoted.back(event.start_mark.index)
        return start, max(start, min(self.quoted.back(event.end_mark.index), len(self.source.text)))

    def span(self, event: yaml.Event) -> Span:
        """Where an event stands."""
        return Span(self.source, *self.offsets(event))

    def refuse(self, rule: Rule, span: Span, message: str, hint: str | None = None) -> None:
        """Report something that leaves no document."""
        self.problems.report(rule, span, message, hint=hint)
        self.failed = True

    def check_event(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Refuse anchors and tags."""
        if event.anchor is not None:
            message = f"`&{event.anchor}` marks a part to be copied, which rulebooks do not use"
            self.refuse(ANCHOR, self.span(event), message, "write the part out, or `define` it")
        if event.tag is not None:
            message = f"`{event.tag}` is a YAML tag, which rulebooks do not use"
            hint = "delete it; put text that begins with `!` in quotes"
            denied = re.fullmatch(r"!(\w.*)", event.tag)
            if denied:
                message, hint = "the opposite is said with `not`", f"write `not {denied[1]}`"
            self.refuse(TAG, self.span(event), message, hint)

    def leaf(self, event: yaml.ScalarEvent | yaml.AliasEvent) -> Scalar:
        """A scalar with the places of its characters."""
        if isinstance(event, yaml.AliasEvent):
            message = f"`*{event.anchor}` copies another part, which rulebooks do not use"
            self.refuse(ANCHOR, self.span(event), message, "write the part out; put text that begins with `*` in quotes")
            return Scalar(self.span(event), "", "plain")
        self.check_event(event)
        start, end = self.offsets(event)
        text, value = self.source.text, event.value
        assert event.start_mark is not None
        # A quote that stands at the same place of the file as the sign behind it was put there by quote_values.
        raw = event.style == "'" and start == self.quoted.back(event.start_mark.index + 1)
        if raw or (not event.style and text[start:end] == value):
            return Scalar(Span(self.source, start, start + len(value)), value, "plain")
        span = Span(self.source, start, end)
        hidden = ACTS.search(value)
        if hidden is not None:
            message = f"a control character (code {ord(hidden[0])}) is written here"
            self.refuse(NOT_TEXT, span, message, "leave it out: what people read has no such signs")
        if event.style in ("|", ">"):
            places = block_places(text, span.start, value, event.style == ">")
            return Scalar(span, value, "literal" if event.style == "|" else "folded", places)
        return Scalar(span, value, "quoted" if event.style else "plain", flow_places(text, span, event.style or ""))

    def check_list(self, span: Span) -> bool:
        """Whether braces hold a list: `{sun, moon}`. It is reported."""
        if not re.fullmatch(r"\{\s*\w+(?:\s*,\s*\w+)+\s*,?\s*\}", span.text):
            return False
        hint = "write `[" + ", ".join(re.findall(r"\w+", span.text)) + "]`"
        self.problems.report(COMMA, span, "a list stands in square brackets, not in braces", hint=hint)
        return True

    def mapping(self, span: Span, parts: list[Node]) -> Mapping | Sequence:
        """A mapping of alternating keys and values; duplicate and strange keys are reported."""
        if span.text.startswith("{") and self.check_list(span):
            return Sequence(span, tuple(parts[::2]))
        entries: list[Entry] = []
        seen: dict[str, Scalar] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=False):
            if not isinstance(key, Scalar):
                hint = "text with braces or brackets at its beginning goes in quotes"
                self.refuse(BAD_KEY, key.span, "a key must be a word", hint)
                continue
            if self.is_complex(key):
                self.refuse(BAD_KEY, key.span, "`?` before a key is not used in rulebooks", "write `name: value`")
            if key.text == "<<":
                message = "`<<` merges another part, which rulebooks do not use"
                self.refuse(ANCHOR, key.span, message, "write the part out")
            before = seen.get(key.text)
            if before is not None:
                labels = (Label(before.span, "the first one"),)
                hint = "delete one, or give it another name"
                self.problems.report(
                    DUPLICATE_KEY, key.span, f"`{key.text}` stands here twice", labels=labels, hint=hint
                )
                continue
            seen[key.text] = key
            if self.check_comma(span, key, value):
                continue
            entries.append(Entry(key, value))
        return Mapping(span, tuple(entries))

    def is_complex(self, key: Scalar) -> bool:
        """Whether the key stands behind a question mark, on its line or alone on the line above."""
        if not self.source.text[max(0, key.span.start - 200) : key.span.start].rstrip().endswith("?"):
            return False
        line, column = self.source.position(key.span.start)
        return bool(re.search(r"(?:^|[\s\-{,\[])\?\s+$", self.source.line_text(line)[: column - 1])) or (
            line > 1 and self.source.line_text(line - 1).strip() == "?" and key.span.start > 0
            and self.source.line_text(line - 1).index("?") < column - 1
        )

    def check_comma(self, span: Span, key: Scalar, value: Node) -> bool:
        """Whether a comma made this key: in `{say: Stop, thief}` it makes one of `thief`. It is reported."""
        text = self.source.text
        if not (isinstance(value, Scalar) and value.is_empty and text[span.start : span.start + 1] == "{"):
            return False
        behind = text[key.span.end : key.span.end + 40].lstrip()
        if behind[:1] not in (",", "}"):
            return False
        message = f"a comma ends the value inside braces, so `{key.text}` stands alone"
        hint = "put the text in double quotes, or write the map on lines of its own"
        label, _, rest = key.text.partition(" ")
        if rest and re.fullmatch(r"[a-z]+", label) and re.fullmatch(r"[\w.]+", rest):
            colon = f"write `{label}: {rest}`"
            if label in ("move", "shuffle", "reveal", "hide", "do", "gain", "lose", "stop", "end", "say"):
                message, hint = "statements stand without braces", f"write `{key.text}`"
            elif text[: key.span.start].rstrip().endswith("{"):
                message, hint = f"a colon is missing in `{key.text}`", colon
            else:
                hint += f"; if a colon is missing, {colon}"
        self.problems.report(COMMA, key.span, message, hint=hint)
        return True

    def yaml_error(self, error: yaml.YAMLError) -> None:
        """What YAML could not read, in plain words."""
        problem = str(getattr(error, "problem", None) or error)
        context = getattr(error, "context_mark", None)
        mark = getattr(error, "problem_mark", None) or context
        labels: tuple[Label, ...] = ()
        if context is not None and "unexpected end of stream" in problem:
            mark = context  # the quote that is never closed says more than the end of the file
        elif context is not None and "',' or" in problem:
            labels = (Label(self.sign_at(context.index), "it is opened here"),)
        stopped = self.quoted.back(mark.index if mark is not None else 0)
        told = in_plain_words(problem, self.source.text, min(stopped, len(self.source.text)))
        span = self.sign_at(mark.index if mark is not None else 0)
        if told.place is not None:
            span, labels = Span(self.source, *told.place), ()
        if "',' or '}'" in problem:
            told = self.text_in_braces(span) or told
        rule = TOO_DEEP if "nesting depth" in problem else NOT_YAML
        self.problems.report(rule, span, told.message, labels=labels, hint=told.hint)
        self.failed = True

    def text_in_braces(self, span: Span) -> Told | None:
        """`{name: {suit} {n}, ...}`: a text that begins with a brace; what was said of its commas is dropped."""
        number = self.source.position(span.start)[0]
        told = braced(self.source.line_text(number))
        if told is not None:
            commas = [each for each in self.problems.errors if each.rule is COMMA]
            self.problems.drop(each for each in commas if self.source.position(each.span.start)[0] == number)
        return told

    def sign_at(self, index: int) -> Span:
        """The sign that stands in the file where the harmless text has it; the last one for the end of the file."""
        last = max(0, len(self.source.text.rstrip()) - 1)
        start = max(0, min(self.quoted.back(index), last))
        return Span(self.source, start, min(start + 1, len(self.source.text)))

