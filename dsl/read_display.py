"""Reads `display`: how zones, counters, kinds and marks are shown at the table.

In: the section as the document has it. Out: one form for each entry, in the order in which they are shown.
"""

from __future__ import annotations

import re

from rulewright.dsl import parse
from rulewright.dsl.book import DisplayForm
from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Entry, Mapping, Node, Scalar
from rulewright.dsl.fields import WRONG_SHAPE, Fields, as_mapping
from rulewright.dsl.syntax import Name

_KIND = re.compile(r"(?P<kind>[A-Z]\w*)(\.(?P<mark>[a-z]\w*))?")


def read_display(item: Node | None, problems: Problems) -> tuple[DisplayForm, ...]:
    """The entries of the section; one text is the `as` of an entry."""
    mapping = None if item is None else as_mapping(item, "`display`", problems, "write `display: {deck: count}`")
    found = (_entry(entry, problems) for entry in (mapping.entries if mapping else ()))
    return tuple(form for form in found if form is not None)


def _entry(entry: Entry, problems: Problems) -> DisplayForm | None:
    address, value = f"display.{entry.key.text}", entry.value
    if isinstance(value, Scalar) and not value.is_empty:
        value = Mapping(value.span, (Entry(Scalar(value.span.sub(0, 0), "as", "plain"), value),))
    body = as_mapping(value, f"`{address}`", problems, f"write `{entry.key.text}: hidden`")
    if body is None or not body.entries:
        if body is not None or isinstance(value, Scalar):
            hint = f"write `{entry.key.text}: hidden`, or leave it out"
            problems.report(WRONG_SHAPE, entry.key.span, f"nothing stands under `{address}`", hint=hint)
        return None
    named = _named(entry.key, problems)
    fields = Fields(body, "display", f"`{address}`", problems)
    title, way = fields.scalar("title"), fields.scalar("as")
    columns, shown_with, last = fields.names("columns"), fields.names("with"), fields.formula("to")
    if named is None:
        return None
    written = None if way is None else Name(span=way.span, text=way.text)
    return DisplayForm(address, *named, written, "" if title is None else title.text, columns, shown_with, last)


def _named(key: Scalar, problems: Problems) -> tuple[Name | None, Name] | None:
    """What an entry is about: a zone or counter, a kind, or a kind and its mark."""
    match = _KIND.fullmatch(key.text)
    if match is None:
        name = parse.parse_name(key, problems)
        return None if name is None else (None, name)
    kind = Name(span=key.span_at(0, len(match["kind"])), text=match["kind"])
    if match["mark"] is None:
        return None, kind
    return kind, Name(span=key.span_at(match.start("mark"), match.end("mark")), text=match["mark"])
