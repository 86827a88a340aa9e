"""A block of statements as lines, one for each statement, so that two blocks can be laid side by side.

In: statements. Out: lines in their order; the statements inside a statement follow it as lines of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from rulewright.dsl import syntax
from rulewright.dsl.amended import bare
from rulewright.dsl.differences.words import one_line
from rulewright.dsl.source import Span

_INNER = ("then", "otherwise", "body", "options")


@dataclass(frozen=True, slots=True)
class Line:
    """One statement without those inside it. bare: without places, to compare."""

    depth: int
    bare: object
    words: str
    span: Span


def lines_of(block: tuple[object, ...], depth: int = 0) -> tuple[Line, ...]:
    """The lines of a block."""
    return tuple(line for statement in block for line in _lines(statement, depth))


def _lines(statement: object, depth: int) -> Iterator[Line]:
    span: Span = statement.span  # type: ignore[attr-defined]
    own: list[object] = [type(statement).__name__]
    inner: list[tuple[str, tuple[object, ...]]] = []
    for each in fields(statement):  # type: ignore[arg-type]
        value = getattr(statement, each.name)
        if each.name == "offer" and isinstance(value, syntax.ChooseOne) and "\n" in value.span.text:
            inner.append(("options", value.options))
            value = replace(value, options=())
        if each.name in _INNER and isinstance(value, tuple):
            inner.append((each.name, value))
        elif not each.name.endswith("span"):
            own.append((each.name, bare(value)))
    yield Line(depth, tuple(own), _head(statement, [each for _, block in inner for each in block]), span)
    for name, block in inner:
        if name == "otherwise" and block:
            yield Line(depth, "else", "else:", block[0].span)  # type: ignore[attr-defined]
        yield from lines_of(block, depth + 1)


def _head(statement: object, inside: list[object]) -> str:
    """The words of a statement before those inside it."""
    span: Span = statement.span  # type: ignore[attr-defined]
    if not inside:
        return one_line(span.text)
    first: Span = inside[0].span  # type: ignore[attr-defined]
    if isinstance(statement, syntax.ChooseOne) and "\n" not in span.text:
        return one_line(span.text)
    if first.source is span.source and span.start <= first.start <= span.end:
        return one_line(span.text[: first.start - span.start]).rstrip(" :") + ":"
    return one_line(span.text.split("\n")[0]).partition(":")[0] + ":"


def joined(lines: Sequence[Line]) -> str:
    """Lines as they would stand on one."""
    return "; ".join(line.words for line in lines).replace(":; ", ": ")
