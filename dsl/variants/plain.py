"""Writes a document in its plain form, in which every part that can be addressed is a part of the document.

In: the document of a rulebook. Out: the same rulebook, in which a step written as one text is a mapping with `do`, a
definition one with `is`, a property one with `type`, and the lines of a CSV table are `rows`. What a reader makes of it
is the same.
"""

from __future__ import annotations

from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Entry, Mapping, Node, Scalar, Sequence
from rulewright.dsl.read_components import as_written, read_table

_BODY = {
    "setup": "do", "phases": "do", "actions": "do", "define": "is", "scoring": "is", "invariants": "is",
    "display": "as",
}  # fmt: skip


def plain(root: Mapping, problems: Problems) -> Mapping:
    """The plain form of a rulebook's document."""
    return Mapping(root.span, tuple(Entry(each.key, _section(each, problems)) for each in root.entries))


def _section(section: Entry, problems: Problems) -> Node:
    name, value = section.key.text, section.value
    if not isinstance(value, Mapping):
        return value
    if name in _BODY:
        return _nodes(value, _BODY[name])
    if name == "kinds":
        entries = (Entry(each.key, _nodes(each.value, "type")) for each in value.entries)
        return Mapping(value.span, tuple(entries))
    form = {"components": "component", "options": "option table"}.get(name)
    if form is not None:
        return Mapping(value.span, tuple(Entry(each.key, _with_rows(each.value, form, problems)) for each in value.entries))
    return value


def _nodes(section: Node, label: str) -> Node:
    """Every text directly in a section becomes the body of a node; so do those in its `steps` and `either`."""
    if not isinstance(section, Mapping):
        return section
    found = []
    for entry in section.entries:
        value = entry.value
        if isinstance(value, Scalar) and not value.is_empty:
            value = Mapping(value.span, (Entry(Scalar(value.span.sub(0, 0), label, "plain"), value),))
        elif isinstance(value, Mapping) and label == "do":
            parts = (
                Entry(each.key, _nodes(each.value, "do") if each.key.text in ("steps", "either") else each.value)
                for each in value.entries
            )
            value = Mapping(value.span, tuple(parts))
        found.append(Entry(entry.key, value))
    return Mapping(section.span, tuple(found))


def _with_rows(entry: Node, form: str, problems: Problems) -> Node:
    """An entry whose table, if it has one, is written out as rows."""
    if not isinstance(entry, Mapping) or entry.get("table") is None:
        return entry
    made = map(as_written, read_table(entry, form, problems))
    kept = Mapping(entry.span, tuple(each for each in entry.entries if each.key.text not in ("table", "columns")))
    rows = kept.get("rows")
    items = rows.items if isinstance(rows, Sequence) else ()
    return kept.with_value("rows", Sequence(entry.span, (*items, *made)))
