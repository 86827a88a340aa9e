"""The named nodes of a rulebook as plain data, for programs.

In: a game's document. Out: one dictionary for each node, in the order of the flow's outline.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.source import Span
from rulewright.dsl.variants.address import find
from rulewright.manual.resolved import Rulebook


@dataclass(frozen=True, slots=True)
class Part:
    """A named node. rules: ids of the printed rules that it carries out."""

    address: str
    kind: str
    title: str
    rules: tuple[str, ...]


def parts(rulebook: Rulebook) -> list[Part]:
    """All named nodes, the kinds of things too."""
    game = rulebook.game
    kinds = [Part(f"kinds.{kind.name.text}", "kinds", kind.name.text, ()) for kind in game.book.kinds]
    scopes = [scope for scope in game.flow.scopes if find(rulebook.root, scope.address) is not None]
    return [*kinds, *(Part(scope.address, scope.kind, scope.title, scope.rules) for scope in scopes)]


def as_data(rulebook: Rulebook, part: Part) -> dict[str, object]:
    """A node for JSON: what it is, where it is written, who changed it, its rules and its resolved text."""
    path = find(rulebook.root, part.address)
    assert path is not None
    origin = rulebook.origin(path, inner=False)
    return {
        "address": part.address,
        "kind": part.kind,
        "title": part.title,
        "origin": _place(rulebook, origin.span),
        "added": origin.added,
        "changes": [_place(rulebook, span) for span in origin.changes],
        "rules": list(part.rules),
        "text": rulebook.text(part.address, commented=False),
    }


def _place(rulebook: Rulebook, span: Span) -> dict[str, object]:
    if span.source.path is None:
        return {"file": None, "line": None}
    file, _, line = rulebook.place(span).rpartition(":")
    return {"file": file, "line": int(line)}
