"""The shape of a flow, found by looking at its dataclasses, so that a new op or expression needs nothing here.

In: values of `ir`, `expr` and `types`. Out: their parts, walks over them, changed copies, and which of their numbers
refer to which table of the flow. Spans and sources are not looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass, replace
from types import ModuleType
from typing import TypeVar, get_args

from rulewright.dsl import types
from rulewright.dsl.flow import expr, expr_of_passes, ir
from rulewright.dsl.flow.ir import Block, ComponentSpec, Exit, FieldSpec, Flow, KindSpec

T = TypeVar("T")


def _classes(module: ModuleType) -> dict[str, type]:
    found = {name: value for name, value in vars(module).items() if isinstance(value, type) and is_dataclass(value)}
    return {name: value for name, value in found.items() if value.__module__ == module.__name__}


CLASSES: Mapping[str, type] = {**_classes(types), **_classes(expr), **_classes(expr_of_passes), **_classes(ir)}
"""Every class that a flow is made of, by its name."""

_NAMES: Mapping[type, tuple[str, ...]] = {class_: tuple(each.name for each in fields(class_)) for class_ in CLASSES.values()}
"""The fields of each class, looked up once: a flow has tens of thousands of nodes."""

_PLAIN = frozenset({
    "int", "str", "bool", "int | None", "int | tuple[int, ...]", "tuple[int, ...]", "tuple[int | tuple[int, ...], ...]", "tuple[str, ...]"
})  # fmt: skip
_INNER: Mapping[type, tuple[str, ...]] = {
    class_: tuple(each.name for each in fields(class_) if each.type not in _PLAIN) for class_ in CLASSES.values()
}
"""The fields of each class in which nodes may stand: tables of numbers are not looked through."""

# What the numbers in a field of this name refer to, in whatever class the field stands.
_TABLES: Mapping[str, str] = {
    "zone": "zones", "from_zone": "zones", "to_zone": "zones", "holds": "kinds", "kind": "kinds", "field": "fields",
    "variable": "variables", "players": "variables", "ending": "variables", "function": "functions", "word": "words",
    "scope": "scopes", "parent": "scopes", "procedure": "procedures", "main": "procedures", "settle": "procedures",
    "origin": "origins", "block": "blocks", "then": "blocks", "otherwise": "blocks", "done": "blocks",
    "empty": "blocks", "target": "blocks", "entry": "blocks",
}  # fmt: skip
_OWN_TABLES: Mapping[tuple[type, str], str | None] = {
    (ComponentSpec, "start"): "zones",
    (FieldSpec, "per"): "enums",
    (KindSpec, "fields"): "fields",
    (ir.DisplaySpec, "fields"): "fields",
    (ir.Watch, "target"): None,  # a temp
}
MAY_BE_ABSENT = frozenset({"parent", "players", "ending"})
"""Fields in which -1 stands for no number."""


def is_node(value: object) -> bool:
    """Whether a value is of one of the flow's own classes."""
    return type(value) in _NAMES


def fields_of(class_: type) -> tuple[Field[object], ...]:
    """The fields of a class of the flow, in order."""
    return fields(class_) if is_dataclass(class_) else ()


def parts(node: object) -> Iterator[tuple[str, object]]:
    """The fields of a node with their values, in order."""
    for name in _NAMES.get(type(node), ()):
        yield name, getattr(node, name)


def inner_parts(node: object) -> Iterator[tuple[str, object]]:
    """The fields of a node in which nodes may stand, with their values, in order."""
    for name in _INNER.get(type(node), ()):
        yield name, getattr(node, name)


def walk(value: object) -> Iterator[object]:
    """Every node in a value (a node, or tuples of them), outer ones first."""
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(reversed(part))
        elif (names := _INNER.get(type(part))) is not None:
            yield part
            for name in reversed(names):
                todo.append(getattr(part, name))


def rebuild(value: T, change: Callable[[object], object]) -> T:
    """A copy of a value in which `change` was applied to every node, inner ones first; parts that stay are shared."""
    result: object = value
    if isinstance(value, tuple):
        made = tuple(rebuild(each, change) for each in value)
        result = value if all(new is old for new, old in zip(made, value, strict=True)) else made
    elif is_node(value) and is_dataclass(value) and not isinstance(value, type):
        changed = {}
        for name, part in inner_parts(value):
            new = rebuild(part, change)
            if new is not part:
                changed[name] = new
        result = change(replace(value, **changed) if changed else value)
    return result  # type: ignore[return-value]  # `change` gives back what may stand in the same place


def references(node: object) -> Iterator[tuple[str, str, int]]:
    """The numbers of a node itself that refer to a table of the flow: field, table, number."""
    for name, value in parts(node):
        table = table_of(type(node), name)
        for number in value if isinstance(value, tuple) else (value,):
            if table is not None and isinstance(number, int) and not (number == -1 and name in MAY_BE_ABSENT):
                yield name, table, number


def table_of(class_: type, name: str) -> str | None:
    """The table that the numbers in a field refer to; None for a field of plain numbers (or of anything else)."""
    if class_ is Flow and name == "players":
        return None
    key = (class_, name)
    return _OWN_TABLES[key] if key in _OWN_TABLES else _TABLES.get(name)


_LEADS: Mapping[type, tuple[str, ...]] = {
    class_: tuple(name for name in _NAMES[class_] if name == "alternatives" or table_of(class_, name) == "blocks")
    for class_ in (*get_args(Exit), ir.Alternative)
}
"""The fields of exits that name blocks."""


def targets(exit_: Exit) -> tuple[int, ...]:
    """The blocks that an exit names, a `Leave`'s too, in the order they are written."""
    return tuple(_targets(exit_))


def _targets(node: Exit | ir.Alternative) -> Iterator[int]:
    for name in _LEADS[type(node)]:
        value = getattr(node, name)
        if name == "alternatives":
            for each in value:
                yield from _targets(each)
        else:
            yield value


def name_of(flow: Flow, table: str, number: int) -> str:
    """What people call an entry of a table: its name, its address, or for a block the address of its scope."""
    entries = getattr(flow, table)
    if not 0 <= number < len(entries):
        return ""
    entry = entries[number]
    if isinstance(entry, Block):
        return name_of(flow, "scopes", entry.scope)
    return str(entry if isinstance(entry, str) else getattr(entry, "name", "") or getattr(entry, "address", ""))
