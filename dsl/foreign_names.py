"""Names that other languages have and a rulebook does not: what to write instead, in the author's own words.

In: the document and what was reported about it. Out: nothing; what is said of such a name is exchanged for something better.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl.diagnostics import Diagnostic, Problems
from rulewright.dsl.document import Mapping, Scalar, Sequence
from rulewright.dsl.forms import TYPES

Said = tuple[str, str | None]

WORDS: dict[str, str] = {
    **dict.fromkeys(("true", "True", "TRUE"), "yes"),
    **dict.fromkeys(("false", "False", "FALSE"), "no"),
    **dict.fromkeys(("null", "None", "nil", "undefined", "nothing", "nobody"), "none"),
    **dict.fromkeys(("player", "self", "this", "you", "current_player", "active_player", "I"), "me"),
    **dict.fromkeys(("everyone", "everybody", "all_players"), "players"),
    **dict.fromkeys(("opponents", "other_players", "opponent", "enemies", "rivals"), "others"),
}
FUNCTIONS: dict[str, str] = {
    **dict.fromkeys(("len", "length", "size", "COUNT", "Count", "number", "COUNTA"), "count"),
    "SUM": "sum", "total": "sum", "MAX": "max", "MIN": "min", "maximum": "max", "minimum": "min",
    **dict.fromkeys(("any", "exists", "nonempty", "not_empty"), "some"),
    **dict.fromkeys(("empty", "is_empty", "isEmpty", "none"), "no"),
    "unique": "distinct", "UNIQUE": "distinct", "head": "first", "peek": "top", "bottom": "last",
}
CHANCE = frozenset({"random", "rand", "randint", "RAND", "RANDBETWEEN", "roll", "dice", "die", "d6", "random_int", "randrange"})
OF_SETS: dict[str, str] = {
    **dict.fromkeys(("length", "size", "count", "len"), "count({0})"),
    **dict.fromkeys(("empty", "is_empty", "isEmpty"), "no({0})"),
    **dict.fromkeys(("pop", "peek", "top", "draw", "shift"), "top({0})"),
    "first": "first({0})", "last": "last({0})", "bottom": "last({0})", "any": "some({0})", "exists": "some({0})",
}
COMPONENT: dict[str, str] = {
    **dict.fromkeys(("count", "amount", "quantity", "number", "qty", "times"), "copies"),
    **dict.fromkeys(("zone", "location", "place", "in", "starts"), "start"), "title": "name", "label": "name",
}


def in_own_words(root: Mapping, problems: Problems) -> None:
    """Say something better of names that come from elsewhere."""
    values = _values(root)
    for told in problems.reported:
        said = next((found for reason in REASONS if (found := reason(told, values))), None)
        if said is not None:
            problems.exchange(told, told.rule, told.span, said[0], hint=said[1])


def _values(root: Mapping) -> frozenset[str]:
    """The values of all list kinds."""
    kinds = root.get("kinds")
    lists = [entry.value for entry in kinds.entries if isinstance(entry.value, Sequence)] if isinstance(kinds, Mapping) else []
    return frozenset(item.text for each in lists for item in each.items if isinstance(item, Scalar))


def _around(told: Diagnostic) -> tuple[str, str]:
    """What stands on the line before and behind the words that a message is about."""
    text, span = told.span.source.text, told.span
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    return text[start : span.start], text[span.end : end if end >= 0 else len(text)]


# ------------------------------------------------------------------------------------------------ reasons


def _property(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    if told.rule.code != "RW311":
        return None
    word = told.span.text
    before, behind = _around(told)
    of = re.search(r"([a-z][\w.]*(?:\([^()]*\))?)\.$", before)
    if of is None:
        return None
    if word in ("contains", "includes", "has", "indexOf"):
        what = re.match(r"\(([^()]*)\)", behind)
        return f"`{word}` is asked with `in`", f"write `{what[1] if what else 'card'} in {of[1]}`"
    if word in OF_SETS:
        written = OF_SETS[word].format(of[1])
        return f"`.{word}` is written in front: `{written}`", f"write `{written}`"
    return None


def _call(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    word = told.span.text
    if told.rule.code not in ("RW310", "RW314") or word not in {*FUNCTIONS, *CHANCE}:
        return None
    before, behind = _around(told)
    inside = re.match(r"\(([^()]*)\)", behind)
    if word in CHANCE:
        numbers = re.findall(r"\d+", inside[1]) if inside else []
        last = numbers[-1] if numbers else "6"
        chosen = f"choose n from {numbers[0] if len(numbers) > 1 else '1'}..{last} at random"
        return f"`{word}` does not exist; chance is a statement of its own", f"write `{chosen}` before it, and then use `n`"
    if inside:
        written = f"{FUNCTIONS[word]}({inside[1]})"
        return f"`{word}` is called `{FUNCTIONS[word]}` here", f"write `{written}`"
    of = re.search(r"([a-z][\w.]*(?:\([^()]*\))?) is (not )?$", before)
    if of and FUNCTIONS[word] == "no":
        asked = f"{'some' if of[2] else 'no'}({of[1]})"
        return f"whether a set is empty is asked with `{asked.partition('(')[0]}`", f"write `{asked}`"
    return None


def _type(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    return TYPES.get(told.span.text) if told.rule.code == "RW302" else None


def _word(told: Diagnostic, values: frozenset[str]) -> Said | None:
    word = told.span.text
    if told.rule.code not in ("RW310", "RW418", "RW313"):
        return None
    if word in WORDS and told.rule.code != "RW313":
        return f"`{word}` is called `{WORDS[word]}` here", f"write `{WORDS[word]}`"
    small = word.lower()
    if small != word and small in values:
        return f"`{word}` is a value, which is written in small letters", f"write `{small}`"
    return None


def _text(told: Diagnostic, values: frozenset[str]) -> Said | None:
    if told.rule.code != "RW401" or told.message != "a text cannot stand in a formula":
        return None
    inner = told.span.text.strip("\"'")
    small = inner.lower().replace(" ", "_")
    if small in values:
        return "a value stands without quotes", f"write `{small}`"
    if re.fullmatch(r"-?\d+", inner):
        return "a number stands without quotes", f"write `{inner}`"
    if re.fullmatch(r"[a-z]\w*", small):
        return (
            f"a text cannot stand in a formula, and no kind has a value `{small}`",
            f"declare it, `kinds: {{Sort: [{small}, other]}}`, and write `{small}` without quotes",
        )
    return None


def _range(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    if told.rule.code != "RW304" or "runs downward" not in told.message:
        return None
    low, _, high = told.span.text.partition("..")
    high, _, more = high.strip().partition(" ")
    return told.message, f"write `{high}..{low.strip()}{f' {more}' if more else ''}`"


def _component(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    word = told.span.text
    if told.rule.code != "RW417" or word not in COMPONENT:
        return None
    return f"components have no `{word}`", f"that is called `{COMPONENT[word]}` here"


REASONS: tuple[Callable[[Diagnostic, frozenset[str]], Said | None], ...] = (_property, _call, _type, _word, _text, _range, _component)
