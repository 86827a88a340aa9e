"""Prints a flow as text; `text` tells the notation.

In: a flow. Out: its text. Numbers carry the name of what they refer to in braces, for people; the parser skips it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from rulewright.dsl.flow import notation
from rulewright.dsl.flow.expr import NONE, Const, Local, Temp
from rulewright.dsl.flow.ir import Block, Flow, Origin
from rulewright.dsl.flow.notation import SIGN_OF, is_keyed
from rulewright.dsl.flow.shape import fields_of, is_node, name_of, parts, table_of
from rulewright.dsl.source import Source

WIDTH = 120
PLAIN = re.compile(r'[^\s"{}]+')


def print_flow(flow: Flow) -> str:
    """The flow as text that people read and `parse_flow` gives back.

    Raises ValueError when two sources have the same name: the text could not say which one a span is of.
    """
    _check_sources(flow)
    return "\n".join([*_Printer(flow).lines(), ""])


def _check_sources(flow: Flow) -> None:
    seen: dict[str, Source] = {}
    for origin in flow.origins:
        source = origin.span.source
        if seen.setdefault(source.name, source) is not source:
            raise ValueError(f"two sources are called {source.name}")


class _Printer:
    """Prints one flow; knows which procedure it is in, for the names of locals."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._names: tuple[str, ...] = ()
        self._scope = ""

    def lines(self) -> Iterator[str]:
        yield f"flow {notation.VERSION}"
        sections = notation.sections()
        for name, value in parts(self.flow):
            if name not in sections:
                yield f"{name} {self._noted(Flow, name, value)}"
        for name, value in parts(self.flow):
            if name in sections and isinstance(value, tuple):
                yield from ("", f"{name}:")
                for number, entry in enumerate(value):
                    yield from self._entry(number, entry)

    def _entry(self, number: int, entry: object) -> Iterator[str]:
        if isinstance(entry, Origin):
            span = entry.span
            yield f"  {number} {_plain(span.source.name)}:{span.start}-{span.end} {_plain(entry.address)}"
        elif isinstance(entry, Block):
            yield from self._block(entry)
        elif is_node(entry):
            yield self._fitted(f"  {number} ", entry)
        else:
            yield f"  {number} {self._value(entry)}"

    def _block(self, block: Block) -> Iterator[str]:
        inside = self.flow.procedures[block.procedure] if 0 <= block.procedure < len(self.flow.procedures) else None
        self._names = () if inside is None else inside.names
        self._scope = name_of(self.flow, "scopes", block.scope)
        of, scope = (self._noted(Block, name, getattr(block, name)) for name in ("procedure", "scope"))
        yield f"block {block.number} of {of} in {scope}:"
        for op in block.ops:
            yield self._fitted(f"  {type(op).__name__} ", op)
        yield self._fitted(f"  -> {type(block.exit).__name__} ", block.exit)
        self._names, self._scope = (), ""

    # ------------------------------------------------------------------------------------ parts with their names

    def _fitted(self, start: str, node: object) -> str:
        """A node on a line of its own; one that is too long has its alternatives and watches on lines below."""
        line = start + " ".join(self._keyed(node, None))
        indent = " " * (len(start) - len(start.lstrip()) + 4)
        return (line if len(line) <= WIDTH else start + " ".join(self._keyed(node, indent))).rstrip()

    def _keyed(self, node: object, indent: str | None) -> Iterator[str]:
        class_, last = type(node), ""
        for field in fields_of(class_):
            value = getattr(node, field.name)
            if field.name == "origin":
                last = f"{notation.ORIGIN}{value}"
            elif not notation.is_blank(value, notation.blank(class_, field)):
                yield f"{field.name}={self._broken(value, indent) or self._noted(class_, field.name, value)}"
        if last:
            yield last

    def _broken(self, value: object, indent: str | None) -> str:
        if indent is None or not isinstance(value, tuple):
            return ""
        if not any(is_node(each) and is_keyed(type(each)) for each in value):
            return ""
        return "[\n" + "".join(f"{indent}{self._value(each)}\n" for each in value) + indent[:-2] + "]"

    def _noted(self, class_: type, name: str, value: object) -> str:
        table = table_of(class_, name)
        if table is None:
            return self._value(value)
        if isinstance(value, tuple):
            return f"[{', '.join(self._noted(class_, name, each) for each in value)}]"
        note = name_of(self.flow, table, value) if isinstance(value, int) else ""
        if table == "blocks" and note == self._scope:
            note = ""  # only blocks elsewhere need a name
        return self._value(value) + _note(note)

    # ------------------------------------------------------------------------------------ values

    def _value(self, value: object) -> str:
        match value:
            case None:
                return "-"
            case bool():
                return "yes" if value else "no"
            case int():
                return str(value)
            case str():
                return json.dumps(value, ensure_ascii=False)
            case tuple():
                return f"[{', '.join(self._value(each) for each in value)}]"
            case Const(inner):
                return "none" if inner == NONE else notation.CONST + self._value(inner)
            case Local(slot):
                return f"{notation.LOCAL}{slot}" + _note(self._names[slot] if 0 <= slot < len(self._names) else "")
            case Temp(slot):
                return f"{notation.TEMP}{slot}"
            case _:
                return self._node(value)

    def _node(self, node: object) -> str:
        class_ = type(node)
        given = dict(parts(node))
        operator = given.get("operator")
        sign = SIGN_OF.get((class_, operator if isinstance(operator, str) else None))
        if sign is not None and not given.get("fits"):
            return f"({self._value(given['left'])} {sign} {self._value(given['right'])})"
        if is_keyed(class_):
            return f"{class_.__name__}({' '.join(self._keyed(node, None))})"
        kept = list(fields_of(class_))
        while kept and notation.is_blank(given[kept[-1].name], kept[-1].default):
            kept.pop()
        return f"{class_.__name__}({', '.join(self._noted(class_, field.name, given[field.name]) for field in kept)})"


def _note(text: str) -> str:
    """A name for people behind a number."""
    text = re.sub(r"[{}\s]+", " ", text).strip()
    return f"{{{text}}}" if text else ""


def _plain(text: str) -> str:
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
