"""Statements -> rule text, each on a line of its own.

In: the statements of a block that was put together from several texts, and these texts. Out: one text that is read as
the same statements. What stands in one line is copied; only what has a block in it is written anew.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import assert_never

from rulewright.dsl import syntax
from rulewright.dsl.document import Scalar
from rulewright.dsl.source import Span

NOTHING = "repeat 0 times: stop"  # where a block must stand and all its statements were removed

Block = tuple[syntax.Statement, ...]


def write_statements(block: Block, texts: tuple[Scalar, ...]) -> str:
    """The rule text of a block; empty for none."""
    return "".join(f"{line}\n" for line in _Writer(texts).block(block))


def one_line(text: str) -> str:
    """Rule text without line ends and comments; texts in quotes stay as they are."""
    parts = re.split(r'("[^"\n]*")', text)
    parts[::2] = [re.sub(r"\s+", " ", re.sub(r"#[^\n]*", "", part)) for part in parts[::2]]
    return "".join(parts).strip()


class _Writer:
    def __init__(self, texts: tuple[Scalar, ...]) -> None:
        self.texts = texts

    def at(self, span: Span) -> str:
        """The rule text at a place of a file: what YAML makes of what is written there."""
        for scalar in self.texts:
            own = scalar.places or range(scalar.span.start, scalar.span.start + len(scalar.text) + 1)
            if scalar.span.source is span.source and own[0] <= span.start <= span.end <= max(own[-1], scalar.span.end):
                return one_line(scalar.text[bisect_left(own, span.start) : bisect_left(own, span.end)])
        return one_line(span.text)

    def block(self, block: Block) -> Iterator[str]:
        for statement in block:
            yield from self.statement(statement)

    def under(self, head: str, block: Block) -> Iterator[str]:
        """A line that ends in a colon, and what stands under it."""
        yield f"{head}:"
        for line in self.block(block) if block else (NOTHING,):
            yield f"  {line}"

    def statement(self, node: syntax.Statement) -> Iterator[str]:
        match node:
            case syntax.If():
                yield from self.tests(node, "if")
            case syntax.For():
                secretly = " secretly" if node.secretly else ""
                head = f"for {node.name.text} in {self.at(node.of.span)}{secretly}{self.part(' until', node.until)}"
                yield from self.under(head, node.body)
            case syntax.Repeat():
                times = "forever" if node.times is None else f"{self.at(node.times.span)} times"
                yield from self.under(f"repeat{self.part(' until', node.until) or f' {times}'}", node.body)
            case syntax.May(offer=offer) if offer is not None:
                yield from self.offered(node, list(self.statement(offer)))
            case syntax.May():
                yield from self.under(f"may{self.part('', node.prompt)}{self.part(' by', node.by)}", node.body)
                if node.otherwise:
                    yield from self.under("else", node.otherwise)
            case syntax.Together():
                yield from self.under("together", node.body)
            case syntax.Show(body=tuple(body)):
                yield from self.under(f"show {self.at(node.what.span)} to {self.at(node.to.span)}", body)
            case syntax.ChooseOne():
                yield from self.options(node)
            case syntax.Change(then=then) if then is not None:
                before = self.at(Span(node.span.source, node.span.start, then.span.start))
                yield f"{before} {' '.join(self.statement(then))}"
            case (
                syntax.Choose() | syntax.Move() | syntax.Swap() | syntax.PassAround() | syntax.Shuffle() | syntax.Turn()
                | syntax.Show() | syntax.Set() | syntax.Change() | syntax.Let() | syntax.Do() | syntax.Open() | syntax.End()
                | syntax.Say() | syntax.Stop()
            ):  # fmt: skip
                yield self.at(node.span)
            case _:
                assert_never(node)

    def offered(self, node: syntax.May, lines: list[str]) -> Iterator[str]:
        """`may` before what is chosen, done or paid, which is written in `lines`."""
        head = f"may {lines[0]}"
        if node.body:
            yield from self.under(head, node.body)
        else:
            yield from (head, *lines[1:])
        if node.otherwise:
            yield from self.under("else", node.otherwise)

    def part(self, word: str, node: syntax.Expression | None) -> str:
        return "" if node is None else f"{word} {self.at(node.span)}"

    def tests(self, node: syntax.If, word: str) -> Iterator[str]:
        yield from self.under(f"{word} {self.at(node.condition.span)}", node.then)
        match node.otherwise:
            case ():
                pass
            case (syntax.If() as more,):
                yield from self.tests(more, "else if")
            case _:
                yield from self.under("else", node.otherwise)

    def options(self, node: syntax.ChooseOne) -> Iterator[str]:
        bodies = [list(self.block(option.body)) for option in node.options]
        if all(option.label.span == option.span and len(body) == 1 for option, body in zip(node.options, bodies, strict=True)):
            yield f"choose ({' | '.join(body[0] for body in bodies)})"
            return
        yield f"choose one{self.part('', node.prompt)}{self.part(' by', node.by)}:"
        for option in node.options:
            label = self.at(option.label.span)
            label = label if label.startswith('"') else '"' + label.replace('"', "'") + '"'
            for line in self.under(f"{label}{self.part(' if', option.condition)}", option.body):
                yield f"  {line}"
