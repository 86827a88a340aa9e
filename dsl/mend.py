"""Mends rule text that cannot be read, so that a message can show the author's own words as they should be.

In: the text, the mistake that was found in it, and a test whether text can be read. Out: the mistake with a hint that
was tested; the same mistake when nothing was found that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rulewright.dsl.habits import HABITS
from rulewright.dsl.habits_values import Habit
from rulewright.dsl.parse_errors import FOREIGN_FORM, OPEN_BRACKET, Mistake

MOST_SHOWN = 110
MOST_READ = 300
_STRING = re.compile(r'"[^"\n]*"')
_HEAD = re.compile(r"(?:else )?(?:if|for|repeat|may|together|show|else)\b[^:]*:(?= \S)")
_CLOSERS = (r" (?:to|with|from|be)\b", r":$|:(?= )", r"(?! where)\s*(?:<=|>=|<|>| is\b| in\b)", r"$", r" (?:and|or)\b")


@dataclass(slots=True)
class _Attempt:
    """A text being mended: the strings in it are hidden from the patterns."""

    text: str
    said: str | None = None
    place: tuple[int, int] | None = None
    changed: bool = False

    def apply(self, habit: Habit, start: str) -> bool:
        """Whether the habit was found and written anew."""
        before, offset, parts = self.text, 0, []
        for piece in _pieces(self.text) if start == "block" else (self.text,):
            stripped = piece.strip()
            shift = offset + len(piece) - len(piece.lstrip())
            new, found = stripped, re.search(habit.pattern, stripped)
            if found is not None:
                new = re.sub(habit.pattern, habit.write, stripped)
            if found is not None and new != stripped and not self.changed:
                self.changed = True
                self.said = habit.say.format(_word(found)) if habit.say else None
                self.place = (shift + found.start(), shift + len(found[0].rstrip()) + found.start())
            parts.append(piece.replace(stripped, new, 1) if stripped else piece)
            offset += len(piece)
        self.text = "".join(parts)
        return self.text != before


def mended(text: str, begin: int, start: str, mistake: Mistake, reads: Callable[[str, str], bool]) -> Mistake:
    """The mistake, with what to write. text: the part of the scalar that begins at `begin` and cannot be read."""
    if len(text) > MOST_READ or start not in HABITS:
        return mistake
    hidden, strings = _hide(text)
    for candidate in _balanced(hidden) if mistake.rule is OPEN_BRACKET else (hidden,):
        attempt = _Attempt(candidate)
        found = candidate if candidate != hidden and reads(_shown(candidate, strings), start) else None
        for habit in HABITS[start] if found is None else ():
            if attempt.apply(habit, start) and reads(_shown(attempt.text, strings), start):
                found = attempt.text
        if found is not None:
            attempt.said = attempt.said if candidate == hidden else None  # its places are those of the text
            return _told(_shown(found, strings), attempt, begin, mistake)
    return mistake


def _told(shown: str, attempt: _Attempt, begin: int, mistake: Mistake) -> Mistake:
    if len(shown) > MOST_SHOWN:
        return mistake
    hint = f"write `{shown} ...`" if shown.endswith(":") else f"write `{shown}`"
    if attempt.said is None or attempt.place is None:
        return replace(mistake, hint=hint)
    first, last = attempt.place
    return Mistake(FOREIGN_FORM, begin + first, begin + max(last, first), attempt.said, hint)


def _word(found: re.Match[str]) -> str:
    return (found.group(found.lastindex) if found.lastindex else found[0]) or found[0]


def _hide(text: str) -> tuple[str, list[str]]:
    """The text with strings of the same length without anything in them, and the strings."""
    strings: list[str] = []

    def hidden(found: re.Match[str]) -> str:
        strings.append(found[0])
        return '"' + chr(0xE000 + len(strings) - 1) * (len(found[0]) - 2) + '"'

    return _STRING.sub(hidden, text.replace("\n", " ")), strings


def _shown(text: str, strings: list[str]) -> str:
    """The text with its strings, and one blank where there were several."""
    text = re.sub(r" +", " ", text).strip()
    def put_back(found: re.Match[str]) -> str:
        place = ord(found[1]) - 0xE000
        return strings[place][1:-1] if place < len(strings) else found[0]  # a sign that the author wrote

    return re.sub("([\ue000-\uf8ff])\\1*", put_back, text)


def _pieces(text: str) -> Iterator[str]:
    """The statements of a line, and the head before them."""
    head = _HEAD.match(text)
    if head:
        yield head[0]
        text = text[head.end() :]
    yield from (text,) if "{" in text else re.split(r"(;(?=.))", text)


def _balanced(text: str) -> Iterator[str]:
    """The text with one bracket more or less, as is most likely first."""
    if text.count(")") > text.count("("):
        place = text.rindex(")")
        yield text[:place] + text[place + 1 :]
        return
    opened = next(
        (found.start() for found in reversed(list(re.finditer(r"\(", text))) if _open_at(text, found.start())), 0
    )
    for pattern in _CLOSERS:
        found = re.compile(pattern).search(text, opened)
        if found is not None and not ("<" in pattern and " where " in text[opened : found.start()]):
            yield text[: found.start()] + ")" + text[found.start() :]


def _open_at(text: str, place: int) -> bool:
    depth = 0
    for sign in text[place:]:
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return False
    return True
