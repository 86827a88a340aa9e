"""What docs/diagnostics.md says of the codes of messages; `rulewright explain RW310` prints it.

In: the page, which is shipped as it is, so that what is printed is what is on the page. Out: an `Entry` for each code,
and its text for a terminal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from rulewright.dsl.suggest import did_you_mean

HEADING = re.compile(r"### (RW\d{3}) ([a-z-]+)( \(warning\))?")
LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
FRAME = "Parts are put into the rulebook `practice`, which stands in section 2 of docs/language.md; variants are of it."


@dataclass(frozen=True, slots=True)
class Entry:
    """What the page says of one code. text: all that stands below the heading, as Markdown."""

    code: str
    name: str
    severity: str
    text: str


@cache
def entries() -> dict[str, Entry]:
    """The entries of the page by code, in its order."""
    found: dict[str, Entry] = {}
    lines: list[str] | None = None
    heading: re.Match[str] | None = None
    for line in [*page().split("\n"), "## end"]:
        if line.startswith(("## ", "### ")):
            if heading is not None and lines is not None:
                severity = "warning" if heading[3] else "error"
                found[heading[1]] = Entry(heading[1], heading[2], severity, "\n".join(lines).strip())
            heading, lines = HEADING.fullmatch(line), []
        elif lines is not None:
            lines.append(line)
    return found


def page() -> str:
    """The whole page."""
    return files("rulewright.docs").joinpath("diagnostics.md").read_text(encoding="utf-8")


def is_code(word: str) -> bool:
    """Whether a word is meant as a code rather than as a file: `RW310`, `rw31`."""
    return re.fullmatch(r"RW\d\w{0,3}", word.upper()) is not None and not Path(word).exists()


def near(code: str) -> str:
    """What may have been meant by a code that there is not: the next by number, or those that look like it."""
    code = code.replace("O", "0")
    number = re.fullmatch(r"RW(\d{3})", code)
    if number is not None:
        return f"did you mean `{min(entries(), key=lambda each: abs(int(each[2:]) - int(number[1])))}`?"
    begun = [each for each in entries() if each.startswith(code)]
    if begun:
        return f"those that begin so are {', '.join(begun)}"
    return did_you_mean(code, entries()) or "docs/diagnostics.md lists all of them"


def for_terminal(entry: Entry) -> str:
    """The entry as plain text: fenced blocks become indented ones."""
    lines = [f"{entry.code} {entry.name} ({entry.severity})", ""]
    inside = False
    for line in entry.text.split("\n"):
        if line.startswith("```"):
            inside = not inside
        else:
            lines.append(f"    {line}".rstrip() if inside else LINK.sub(r"\1", line).replace("**", ""))
    if re.search(r"^```yaml example(?: play| scenarios| variant)?$", entry.text, re.MULTILINE):
        lines += ["", FRAME]
    return "\n".join(lines)
