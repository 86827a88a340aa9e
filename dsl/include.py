"""Puts a rulebook together from the files that its section `include` names.

In: the document of the rulebook's own file. Out: one document, in which each section holds what all files say under it: first
the rulebook's own file, then the others in the order in which they are listed. Every node keeps its place in its file. What
cannot be put together is reported; a file that cannot be read leaves nothing to go on with.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.dsl.beside import path_beside
from rulewright.dsl.diagnostics import Label, Problems, Rule
from rulewright.dsl.document import DUPLICATE_KEY, Entry, Mapping, Node, Scalar, Sequence, compose
from rulewright.dsl.fields import WRONG_SHAPE, as_mapping, as_scalar
from rulewright.dsl.meant import sections_as_meant
from rulewright.dsl.schema import IN_ANY_FILE
from rulewright.dsl.source import Source
from rulewright.dsl.text_files import read_source

BAD_INCLUDE = Rule("RW146", "bad-include")  # the same file twice, the rulebook itself, a variant
NOT_INCLUDED = Rule("RW147", "only-in-the-rulebook-itself")


@dataclass(frozen=True, slots=True)
class Document:
    """The document of a rulebook, the file of the rulebook itself, and those that it includes."""

    root: Mapping
    source: Source
    included: tuple[Source, ...] = ()


def put_together(root: Mapping, source: Source, problems: Problems) -> Document | None:
    """The document of a rulebook with everything it includes; None when a file of it cannot be read."""
    root = sections_as_meant(root, problems)
    named = root.get("include")
    if named is None:
        return Document(root, source)
    files = [None if each is None else _included(*each, source, problems) for each in _listed(named, source, problems)]
    parts = [each for each in files if each is not None]
    if len(parts) < len(files):
        return None
    own = Mapping(root.span, tuple(each for each in root.entries if each.key.text != "include"))
    return Document(_joined([own, *(part for part, _ in parts)], problems), source, tuple(of for _, of in parts))


def _members(listed: Node) -> tuple[Node, ...]:
    """The members of a list; one that stands alone needs no brackets."""
    return listed.items if isinstance(listed, Sequence) else (listed,)


def _listed(named: Node, source: Source, problems: Problems) -> list[tuple[Scalar, Path] | None]:
    """The files that are named, each once, and None for what names none. What is named again is reported."""
    seen: dict[Path, Scalar] = {}
    found: list[tuple[Scalar, Path] | None] = []
    for each in _members(named):
        name = as_scalar(each, "a file of `include`", problems)
        path = None if name is None else path_beside(name, problems)
        if name is None or path is None:
            found.append(None)
            continue
        real = path.resolve()
        if source.path is not None and real == source.path.resolve():
            problems.report(BAD_INCLUDE, name.span, f"`{name.text}` includes itself", hint="delete it from the list")
        elif real in seen:
            labels = (Label(seen[real].span, "the first one"),)
            message = f"`{name.text}` is included twice"
            problems.report(BAD_INCLUDE, name.span, message, labels=labels, hint="delete one of them")
        else:
            seen[real] = name
            found.append((name, path))
    return found


def _included(name: Scalar, path: Path, by: Source, problems: Problems) -> tuple[Mapping, Source] | None:
    """The sections of an included file; None when it cannot be read or is something else."""
    source = read_source(path, problems, name.span)
    root = None if source is None else compose(source, problems)
    if source is None or root is None:
        return None
    if not isinstance(root, Mapping):
        hint = "write them as in a rulebook: `actions:`, and under it what belongs to it"
        problems.report(WRONG_SHAPE, root.span, "an included file is a list of sections", hint=hint)
        return None
    if root.get("variant") is not None:
        hint = f"delete it from the list, and work it in with `--with {path.stem}`"
        problems.report(BAD_INCLUDE, name.span, f"`{name.text}` is a variant, which no rulebook includes", hint=hint)
        return None
    return _without_own(sections_as_meant(root, problems), name, by, problems), source


def _without_own(root: Mapping, name: Scalar, by: Source, problems: Problems) -> Mapping:
    """The sections that an included file may have; the others are reported."""
    kept = []
    for entry in root.entries:
        section = entry.key.text
        if section in IN_ANY_FILE:
            kept.append(entry)
            continue
        main = by.path.name if by.path is not None else by.name
        hint = f"move it to `{main}`"
        if section == "include":
            hint = f"name all files in the `include` of `{main}`; those in other folders as seen from there"
        elif section == "rulebook":
            hint = f"delete it: what stands in `{name.text}` belongs to the rulebook of `{main}`"
        message = f"`{section}` stands in the rulebook itself, not in a file that it includes"
        problems.report(NOT_INCLUDED, entry.key.span, message, hint=hint)
    return Mapping(root.span, tuple(kept))


def _joined(files: list[Mapping], problems: Problems) -> Mapping:
    """The sections of all files; those of one name are one section."""
    parts: dict[str, list[Entry]] = {}
    for entry in (each for file in files for each in file.entries):
        parts.setdefault(entry.key.text, []).append(entry)
    return Mapping(files[0].span, tuple(_section(each, problems) for each in parts.values()))


def _section(parts: list[Entry], problems: Problems) -> Entry:
    """One section out of its parts in several files."""
    first = parts[0]
    if len(parts) == 1:
        return first
    if first.key.text == "words":  # a list, or its only member
        items = tuple(item for part in parts for item in _members(part.value))
        return Entry(first.key, Sequence(first.value.span, items))
    seen: dict[str, Scalar] = {}
    entries: list[Entry] = []
    for part in parts:
        mapping = as_mapping(part.value, f"`{part.key.text}`", problems)
        for entry in mapping.entries if mapping is not None else ():
            before = seen.setdefault(entry.key.text, entry.key)
            if before is entry.key:
                entries.append(entry)
                continue
            message = f"`{part.key.text}.{entry.key.text}` stands in two files"
            hint = "delete one, or give it another name"
            labels = (Label(before.span, "the first one"),)
            problems.report(DUPLICATE_KEY, entry.key.span, message, labels=labels, hint=hint)
    return Entry(first.key, Mapping(first.value.span, tuple(entries)))
