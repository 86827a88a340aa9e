"""Did you mean: the declared names nearest to a word.

In: a word and the names there are. Out: the nearest of them, or a question for a hint.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

MANY, LONGEST = 1000, 100  # names to look through; signs of a word that a name may be near to


def nearest(word: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """The names most like the word, best first; none that is not much like it."""
    if len(word) > LONGEST:
        return []
    by_lower: dict[str, str] = {}
    for candidate in candidates:
        by_lower.setdefault(candidate.lower(), candidate)
    if len(by_lower) > MANY and word.lower() not in by_lower:
        alike = {each: name for each, name in by_lower.items() if each[:2] == word[:2].lower()}
        by_lower = dict(islice(alike.items(), MANY))
    if word.lower() in by_lower:
        return [by_lower[word.lower()]]
    cutoff = 0.6 if len(word) > 3 else 0.5
    return [by_lower[found] for found in get_close_matches(word.lower(), by_lower, limit, cutoff)]


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """`did you mean `hand`?`, or None when nothing is near."""
    found = nearest(word, candidates)
    return f"did you mean {' or '.join(f'`{each}`' for each in found)}?" if found else None
