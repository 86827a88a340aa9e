"""Reading rule text in tests: a scalar without a document, and nodes printed in one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import cast

from rulewright.dsl import parse, syntax
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import Scalar
from rulewright.dsl.source import Source, Span

READERS: dict[str, Callable[[Scalar, Problems], object]] = {
    "block": parse.parse_block,
    "formula": parse.parse_formula,
    "price": parse.parse_price,
    "repetition": parse.parse_repetition,
    "event": parse.parse_event,
    "audience": parse.parse_audience,
    "type": parse.parse_type,
    "signature": parse.parse_signature,
    "words": parse.parse_words,
    "name": parse.parse_name,
    "names": parse.parse_names,
    "address": parse.parse_address,
}


@dataclass
class Text:
    """A scalar that is a file of its own."""

    text: str
    style: str = "plain"
    places: tuple[int, ...] = ()

    @property
    def span(self) -> Span:
        return self.span_at(0, len(self.text))

    def span_at(self, start: int, end: int) -> Span:
        assert 0 <= start <= end <= len(self.text), (start, end, self.text)
        return Span(Source("rules", self.text, None), start, end)


@dataclass
class Told:
    """One thing that was reported."""

    rule: Rule
    span: Span
    message: str
    hint: str | None


class Listener:
    """Takes the place of Problems and keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[Told] = []

    def report(self, rule: Rule, span: Span, message: str, labels: object = (), hint: str | None = None) -> None:
        self.told.append(Told(rule, span, message, hint))


def read(kind: str, text: str) -> tuple[object, list[Told]]:
    """The node and what was reported."""
    listener = Listener()
    node = READERS[kind](cast(Scalar, Text(text)), cast(Problems, listener))
    assert (node is None) == bool(listener.told), (node, listener.told)
    return node, listener.told


def shown(kind: str, text: str) -> str:
    """The node in one line; fails on a mistake."""
    node, told = read(kind, text)
    assert not told, [(one.rule.code, one.message, one.hint) for one in told]
    return show(node)


def show(node: object) -> str:
    """`(where pool (is suit order))`; parts of statements by name, unless they are empty."""
    match node:
        case tuple():
            return "; ".join(show(one) for one in node)
        case syntax.Name(text=text):
            return text
        case syntax.Number(value=value):
            return str(value)
        case syntax.Words(parts=parts):
            return '"' + "".join(part if isinstance(part, str) else "{" + show(part) + "}" for part in parts) + '"'
        case syntax.Reference(name=name) | syntax.Every(name=name):
            return name.text
        case syntax.Nothing():
            return "none"
        case syntax.Truth(value=value):
            return "yes" if value else "no"
        case syntax.Property(of=of, name=name):
            return f"{show(of)}.{name.text}"
        case syntax.Call(function=function, arguments=arguments, key=key, named=named):
            told = [*map(show, arguments), *(f"{each.name.text}: {show(each.value)}" for each in named)]
            inside = ", ".join(told) + (f" by {show(key)}" if key is not None else "")
            return f"{show(function)}({inside})"
        case syntax.Binary(operator=operator, left=left, right=right):
            return f"({operator} {show(left)} {show(right)})"
        case syntax.Unary(operator=operator, operand=operand):
            return f"({operator} {show(operand)})"
        case syntax.Where(of=of, condition=condition, candidate=candidate):
            each = f"{candidate.text}: " if candidate is not None else ""
            return f"(where {each}{show(of)} {show(condition)})"
        case syntax.EachIn(candidate=candidate, of=of):
            return f"(each {candidate.text} {show(of)})"
        case syntax.Around(of=of, clockwise=clockwise, start=start):
            way = "clockwise" if clockwise else "counterclockwise"
            return f"({way} {show(of)}{f' {show(start)}' if start is not None else ''})"
        case syntax.Some(count=count, of=of):
            return f"(some {show(count)} {show(of)})"
        case syntax.Either(condition=condition, then=then, otherwise=otherwise):
            return f"(either {show(condition)} {show(then)} {show(otherwise)})"
        case bool() | int() | str():
            return str(node)
    assert is_dataclass(node)
    given = [(field.name, getattr(node, field.name)) for field in fields(node) if not field.name.endswith("span")]
    said = [f"{name}={_part(value)}" for name, value in given if value not in (None, ()) and value is not False]
    return f"({' '.join([type(node).__name__, *said])})"


def _part(value: object) -> str:
    return f"[{show(value)}]" if isinstance(value, tuple) else show(value)
