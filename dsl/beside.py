"""Reads the files that a rulebook names: they stand beside it, or in a folder there, and nowhere else.

In: the name of a file, as it stands in a document. Out: its source. What leads out of the folder of the file that names it
is refused, so that nothing a rulebook says reaches other files of its reader.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from rulewright.dsl.diagnostics import Problems
from rulewright.dsl.document import Scalar
from rulewright.dsl.fields import WRONG_SHAPE
from rulewright.dsl.source import Source
from rulewright.dsl.text_files import read_source


def read_beside(name: Scalar, problems: Problems) -> Source | None:
    """The file that is named, as seen from the folder of the file that names it: a variant has a folder of its own."""
    path = path_beside(name, problems)
    found = None if path is None else read_source(path, problems, name.span)
    known = name.span.source.kept.get(("beside", name.text))
    if found is not None and isinstance(known, Source) and known.text == found.text:
        return known  # and all that was made of it
    name.span.source.kept["beside", name.text] = found
    return found


def path_beside(name: Scalar, problems: Problems) -> Path | None:
    """Where the file that is named stands; None when that is no place for it, which is reported."""
    of = name.span.source.path
    words = PurePosixPath(name.text)
    if of is None or not words.name or "\\" in name.text or words.is_absolute() or ".." in words.parts:
        hint = f"write `{name.text.replace(chr(92), '/')}`" if "\\" in name.text else None
        message = f"`{name.text}` must be a file beside the rulebook, or in a folder there"
        problems.report(WRONG_SHAPE, name.span, message, hint=hint)
        return None
    path = of.parent / words
    if not _is_inside(path, of.parent):
        message = f"`{name.text}` is a link that leads out of the rulebook's folder"
        problems.report(WRONG_SHAPE, name.span, message, hint="put the file itself there")
        return None
    return path


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether a file stands in a folder, links followed; what cannot be followed is found out by reading it."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a link to itself; a name that no file can have
        return True
