"""Parses the text of a flow; `text` tells the notation.

In: a text as `print_flow` makes it, and the sources that its origins point into. Out: an equal flow, or an error that
names the line. Every part is checked against the type hint of its field, so a flow that is given back has the right
types everywhere; whether it keeps the laws is for `verify` to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass
from typing import NoReturn, TypeVar

from rulewright.dsl.flow import notation
from rulewright.dsl.flow.expr import NONE, Const
from rulewright.dsl.flow.ir import Block, Exit, Flow, Op, Origin
from rulewright.dsl.flow.notation import FlowTextError
from rulewright.dsl.flow.shape import fields_of
from rulewright.dsl.source import Source, Span

T = TypeVar("T")

DEEPEST = 150  # brackets inside brackets; a text of nothing but brackets is told off before Python gives up
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(
    rf"""(?P<skip>[\s,]+|\{{[^{{}}]*\}})|(?P<string>{_QUOTED})|(?P<number>-?\d+)|(?P<word>is\ not\b|[A-Za-z_]\w*)
    |(?P<mark>->|<=|>=|[-()\[\]=:+*/<>@$%\#])""",
    re.VERBOSE,
)
_NAME = rf'({_QUOTED}|[^\s"{{}}]+)'
_ORIGIN = re.compile(rf"\s*(\d+) {_NAME}:(\d+)-(\d+) {_NAME}\s*")
_OPEN, _CLOSE = ("(", "["), (")", "]")
_FURTHER = "    "  # how a line begins that goes on with the one above


def parse_flow(text: str, sources: Mapping[str, Source]) -> Flow:
    """The flow that was printed. sources: the texts that its origins point into, by name.

    Raises FlowTextError when the text is damaged, or a source is missing or too short.
    """
    return _Parser(text, sources).flow()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int


class _Parser:
    """Reads one text; `_tokens` are those of the logical line at hand, `_at` the next one."""

    def __init__(self, text: str, sources: Mapping[str, Source]) -> None:
        self._lines = text.split("\n")
        self._sources = sources
        self._next = 0  # the next line of the text
        self._tokens: list[_Token] = []
        self._at = 0
        self._depth = 0

    def flow(self) -> Flow:
        given: dict[str, object] = {}
        sections = notation.sections()
        self._begin()
        while self._fill():
            name = self._take("word", what="the name of a part of the flow").text
            if name not in notation.hints(Flow):
                self._fail(f"a flow has no part `{name}`")
            if name in given:
                self._fail(f"`{name}` is there twice")
            if name in sections:
                self._take("mark", ":")
                self._end()
                given[name] = tuple(self._section(name, sections[name]))
            else:
                given[name] = self._value()
                self._end()
            self._check(Flow, name, given[name])
        return self._make(Flow, given, Flow)

    def _begin(self) -> None:
        if not self._fill() or self._take("word", what="`flow`").text != "flow":
            self._fail("the text does not begin with `flow`")
        version = self._take("number").text
        if version != str(notation.VERSION):
            self._fail(f"this is notation {version}; only {notation.VERSION} is understood")
        self._end()

    # ------------------------------------------------------------------------------------ lines

    def _section(self, name: str, hint: object) -> Iterator[object]:
        number = 0
        while self._peek_line().startswith("block " if hint is Block else "  "):
            if hint is Origin:
                yield self._origin(number)
            else:
                self._fill()
                yield self._block(number) if hint is Block else self._entry(number, hint)
            number += 1

    def _entry(self, number: int, hint: object) -> object:
        self._numbered(number)
        if isinstance(hint, type) and notation.is_keyed(hint):
            made: object = self._make(hint, self._named_parts(hint, None), object)
        else:
            made = self._value()
        self._end()
        return made

    def _numbered(self, number: int) -> None:
        found = self._take("number").text
        if found != str(number):
            self._fail(f"number {number} should come here, not {found}")

    def _block(self, number: int) -> Block:
        self._take("word", "block")
        given: dict[str, object] = {"number": self._value()}
        for word, part in (("of", "procedure"), ("in", "scope")):
            self._take("word", word)
            given[part] = self._value()
        self._take("mark", ":")
        self._end()
        ops: list[object] = []
        while True:
            if not self._peek_line().startswith("  "):
                self._fail(f"block {number} has no exit")
            self._fill()
            leaves = self._skip("->")
            class_ = self._class()
            made = self._make(class_, self._named_parts(class_, None), object)
            self._end()
            if leaves:
                given["exit"] = self._checked(made, Exit, "an exit")
                break
            ops.append(self._checked(made, Op, "an op"))
        return self._make(Block, {**given, "ops": tuple(ops)}, Block)

    def _origin(self, number: int) -> Origin:
        line = self._lines[self._next]
        self._next += 1
        match = _ORIGIN.fullmatch(line)
        if match is None or match[1] != str(number):
            self._fail(f"origin {number} should come here, as `{number} file:start-end address`")
        name, address = (json.loads(word) if word.startswith('"') else word for word in (match[2], match[5]))
        source = self._sources.get(name)
        if source is None:
            self._fail(f"the text of `{name}` is missing")
        start, end = int(match[3]), int(match[4])
        if not start <= end <= len(source.text):
            self._fail(f"origin {number} is at {start}-{end}, but `{name}` has {len(source.text)} characters")
        return Origin(address, Span(source, start, end))

    # ------------------------------------------------------------------------------------ values

    def _value(self) -> object:
        token = self._take()
        match token.kind, token.text:
            case "number", text:
                return int(text)
            case "string", text:
                return self._string(text)
            case "mark", "-":
                return None
            case "mark", "[":
                return self._tuple()
            case "mark", "(":
                return self._infix()
            case "mark", ("$" | "%") as sign:
                return notation.SIGNS[sign](int(self._take("number").text))
            case "mark", "#":
                return self._make(Const, {"value": self._value()}, Const)
            case "word", ("yes" | "no") as word:
                return word == "yes"
            case "word", "none":
                return Const(NONE)
            case "word", _:
                self._at -= 1
                return self._node()
            case _:
                self._fail(f"a value should come here, not `{token.text}`")

    def _string(self, text: str) -> str:
        try:
            return str(json.loads(text))
        except ValueError:
            self._fail(f"{text} is no string")

    def _tuple(self) -> tuple[object, ...]:
        found = []
        self._deeper()
        while not self._skip("]"):
            found.append(self._value())
        self._depth -= 1
        return tuple(found)

    def _infix(self) -> object:
        self._deeper()
        left = self._value()
        sign = self._take().text
        if sign not in notation.INFIX:
            self._fail(f"`{sign}` is no operator")
        class_, operator = notation.INFIX[sign]
        given = {"left": left, "right": self._value()}
        self._take("mark", ")")
        self._depth -= 1
        return self._make(class_, given if operator is None else {**given, "operator": operator}, object)

    def _node(self) -> object:
        class_ = self._class()
        self._deeper()
        self._take("mark", "(")
        if notation.is_keyed(class_):
            given = self._named_parts(class_, ")")
        else:
            given = {}
            names = [field.name for field in fields_of(class_)]
            while not self._skip(")"):
                if not names:
                    self._fail(f"{class_.__name__} has too many parts")
                given[names.pop(0)] = self._value()
        self._depth -= 1
        return self._make(class_, given, object)

    def _named_parts(self, class_: type, close: str | None) -> dict[str, object]:
        """`name=value` pairs up to a closing mark, or to the end of the line."""
        given: dict[str, object] = {}
        while not self._skip(close) if close is not None else self._at < len(self._tokens):
            if self._skip("@"):
                name = "origin"
            else:
                name = self._take("word", what="the name of a part").text
                self._take("mark", "=")
            if name in given or name not in notation.hints(class_):
                self._fail(f"{class_.__name__} has {'two parts' if name in given else 'no part'} `{name}`")
            given[name] = self._value()
        return given

    def _class(self) -> type:
        name = self._take("word", what="the name of an op, exit or expression").text
        class_ = notation.class_named(name)
        if class_ is None:
            self._fail(f"nothing is called `{name}`")
        return class_

    def _make(self, class_: type, given: dict[str, object], as_: type[T]) -> T:
        for field in fields_of(class_):
            if field.name not in given:
                empty = notation.blank(class_, field) if class_ is not Flow else MISSING
                if empty is MISSING:
                    self._fail(f"{class_.__name__} has no `{field.name}`")
                given[field.name] = empty
            self._check(class_, field.name, given[field.name])
        made = class_(**given)
        assert isinstance(made, as_)
        return made

    def _check(self, class_: type, name: str, value: object) -> None:
        if not notation.fits(value, notation.hints(class_)[name]):
            self._fail(f"`{name}` of {class_.__name__} has the wrong type: {str(value)[:60]}")

    def _checked(self, value: object, hint: object, what: str) -> object:
        if not notation.fits(value, hint):
            self._fail(f"{type(value).__name__} is not {what}")
        return value

    # ------------------------------------------------------------------------------------ tokens

    def _peek_line(self) -> str:
        """The next line that is not empty; empty at the end."""
        while self._next < len(self._lines) and not self._lines[self._next].strip():
            self._next += 1
        return self._lines[self._next] if self._next < len(self._lines) else ""

    def _fill(self) -> bool:
        """Read the next logical line. False at the end of the text.

        A line goes on while a bracket is open and what comes next is indented, so that a bracket that is never closed
        does not swallow the rest of the text.
        """
        if not self._peek_line():
            return False
        self._tokens, self._at, self._depth = [], 0, 0
        while True:
            self._next += 1
            self._tokens.extend(self._cut(self._lines[self._next - 1]))
            marks = [token.text for token in self._tokens if token.kind == "mark"]
            open_ = sum((mark in _OPEN) - (mark in _CLOSE) for mark in marks)
            if open_ <= 0 or self._next == len(self._lines) or not self._lines[self._next].startswith(_FURTHER):
                return True

    def _cut(self, line: str) -> Iterator[_Token]:
        place = 0
        while place < len(line):
            match = _TOKEN.match(line, place)
            if match is None:
                self._fail(f"`{line[place : place + 20]}` cannot be read")
            place = match.end()
            if match.lastgroup and match.lastgroup != "skip":
                yield _Token(match.lastgroup, match.group(), self._next)

    def _take(self, kind: str | None = None, text: str | None = None, what: str | None = None) -> _Token:
        wanted = what or (f"`{text}`" if text else f"a {kind or 'value'}")
        if self._at >= len(self._tokens):
            self._fail(f"the line ends where {wanted} should come")
        token = self._tokens[self._at]
        if (kind is not None and token.kind != kind) or (text is not None and token.text != text):
            self._fail(f"{wanted} should come here, not `{token.text}`")
        self._at += 1
        return token

    def _skip(self, mark: str) -> bool:
        if self._at >= len(self._tokens):
            if mark in _CLOSE:
                self._fail(f"`{mark}` is missing")
            return False
        token = self._tokens[self._at]
        found = token.kind == "mark" and token.text == mark
        self._at += found
        return found

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            self._fail(f"more than {DEEPEST} brackets are open")

    def _end(self) -> None:
        if self._at < len(self._tokens):
            self._fail(f"the line should end before `{self._tokens[self._at].text}`")

    def _fail(self, message: str) -> NoReturn:
        line = self._tokens[min(self._at, len(self._tokens)) - 1].line if self._tokens and self._at else self._next
        raise FlowTextError(f"line {max(1, line)}: {message}")
