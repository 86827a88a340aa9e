"""The text of a file.

In: a path. Out: a `Source`, or what keeps the file from being read, reported where it was asked for: it is missing, no file, too large, no
text, empty.
"""

from __future__ import annotations

import codecs
import stat
from pathlib import Path

from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.signs import NOT_TEXT
from rulewright.dsl.source import MAX_BYTES, Source, Span

NO_FILE = Rule("RW101", "no-such-file")  # missing, a folder, or not to be read
TOO_LARGE = Rule("RW102", "file-too-large")  # more than MAX_BYTES
EMPTY_FILE = Rule("RW104", "empty-file")  # nothing but blanks and comments


def read_source(path: str | Path, problems: Problems, asked_at: Span | None = None) -> Source | None:
    """The text of a file; what keeps it from being read is reported at `asked_at`, or at the file itself."""
    path = Path(path)
    name = str(path)

    def refuse(rule: Rule, message: str, hint: str | None = None) -> Source | None:
        problems.report(rule, asked_at or Span(Source(name, ""), 0, 0), message, hint=hint)
        return None

    try:
        if path.is_dir():
            return refuse(NO_FILE, f"`{name}` is a folder", "name the file in it: game.yaml")
        if not _is_readable(path):
            return refuse(NO_FILE, f"`{name}` is a device or a pipe, not a file", "save the rulebook as a file, and name that")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # never more, also of what has no size, such as a device
        if len(data) > MAX_BYTES:
            most = f"{MAX_BYTES / 1e6:.0f} MB"
            return refuse(TOO_LARGE, f"`{name}` has more than {most}", f"a rulebook has at most {most}")
    except FileNotFoundError:
        above = asked_at is not None and asked_at.text == path.name and (path.parent.parent / path.name).is_file()
        return refuse(NO_FILE, f"there is no file `{name}`", f"write `../{path.name}`" if above else None)
    except (OSError, ValueError) as error:
        return refuse(NO_FILE, f"`{name}` cannot be read: {getattr(error, 'strerror', None) or error}")
    if b"\0" in data:
        return refuse(NOT_TEXT, f"`{name}` is not a text file", "a rulebook is plain text, saved as UTF-8")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        # What can be read of it, so that the place is one in a text like any other.
        before, behind = data[: error.start].decode("utf-8"), data[error.start :].decode("latin-1")
        before, behind = (part.replace("\r\n", "\n").replace("\r", "\n") for part in (before, behind))
        source = Source(name, before + behind, path)
        message = f"`{name}` is not UTF-8: byte {data[error.start]:#04x} stands here"
        span = Span(source, len(before), len(before) + 1)
        problems.report(NOT_TEXT, span, message, hint="save the file with the encoding UTF-8")
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if all(not line or line.startswith("#") for line in map(str.strip, text.split("\n"))):
        hint = "a rulebook begins with `rulebook: name`; docs/language.md has small ones to copy"
        if path.suffix == ".csv":
            hint = "a table begins with a line of headings"
        return refuse(EMPTY_FILE, f"`{name}` is empty", hint)
    return Source(name, text, path)


def _is_readable(path: Path) -> bool:
    """Whether a path is a file, or the input of this process: a pipe that nobody writes to would be waited for."""
    mode = path.stat().st_mode
    is_ours = str(path) == "/dev/stdin" or str(path).startswith("/dev/fd/")
    return stat.S_ISREG(mode) or (is_ours and stat.S_ISFIFO(mode))
