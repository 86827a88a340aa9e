"""New files from templates: what they may be called, where they go, and how they are filled in.

In: what the user typed. Out: texts and paths, and files, which are not written over others unless that is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from string import Template

from rulewright.dsl import Problems
from rulewright.dsl.document import Scalar
from rulewright.dsl.parse import parse_name
from rulewright.dsl.source import Source
from rulewright.opening import USAGE, reason, stop, write_file

LONGEST = 60  # signs of a name
_FIELD = re.compile(r"^\$(\w+)$")


def checked_name(name: str) -> str:
    """The name of a new rulebook or variant, the last part of a path. Leaves with code 2 when it cannot be one."""
    last = Path(name).name
    if _is_name(last):
        return last
    near = re.sub(r"\W+", "_", last.lower().removesuffix(".yaml")).strip("_")
    near = next((each for each in (near, f"my_{near}") if near and _is_name(each)), "my_game")
    stop(f"`{last}` cannot be a name: it is one word of small letters, digits and `_`; say `{near}`", USAGE)


def _is_name(word: str) -> bool:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", word) or len(word) > LONGEST:
        return False
    problems = Problems()
    parse_name(Scalar(Source("name", word).whole(), word, "plain"), problems)
    return not problems.items


def title_of(name: str) -> str:
    """A name for people."""
    return name.replace("_", " ").capitalize()


def filled(template: str, values: dict[str, str]) -> str:
    """A template with values. A line that is one value goes when it is empty, and so do comments with nothing but such."""
    text = (files("rulewright") / "templates" / template).read_text(encoding="utf-8").strip()
    kept = []
    for paragraph in text.split("\n\n"):
        lines = paragraph.split("\n")
        fields = [found[1] for line in lines if (found := _FIELD.match(line))]
        words = all(line.startswith("#") or _FIELD.match(line) for line in lines)
        if fields and words and not any(values[each] for each in fields):
            continue
        kept.append("\n".join(line for line in lines if not (found := _FIELD.match(line)) or values[found[1]]))
    return Template("\n\n".join(kept)).substitute(values).rstrip("\n") + "\n"


def refuse_there(paths: Iterable[Path], force: bool) -> None:
    """Leave with code 2 when one of some files is there already."""
    there = [f"`{path}`" for path in paths if path.exists()]
    if there and not force:
        are, them = ("is", "it") if len(there) == 1 else ("are", "them")
        stop(f"{' and '.join(there)} {are} there already; `--force` writes over {them}", USAGE)


def write_all(texts: dict[Path, str]) -> None:
    """Write files, and the folder they are in. Leaves with code 2 when one cannot be written."""
    for path, text in texts.items():
        try:
            path.parent.mkdir(exist_ok=True)
        except (OSError, ValueError) as error:
            stop(f"`{path}` cannot be written: {reason(error)}", USAGE)
        write_file(path, text)
