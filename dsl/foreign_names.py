"""Names that other languages have and a rulebook does not: what to write instead, in the author's own words.

In: the document and what was reported about it. Out: nothing; what is said of such a name is exchanged for better.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl.diagnostics import Diagnostic, Problems
from rulewright.dsl.document import Mapping, Scalar, Sequence
from rulewright.dsl.forms import TYPES

Said = tuple[str, str | None]

NUMBERS = {
    "a": "1",
    "an": "1",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
}
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
    "SUM": "sum",
    "total": "sum",
    "MAX": "max",
    "MIN": "min",
    "maximum": "max",
    "minimum": "min",
    **dict.fromkeys(("any", "exists", "nonempty", "not_empty"), "some"),
    **dict.fromkeys(("empty", "is_empty", "isEmpty", "none"), "no"),
    "unique": "distinct",
    "UNIQUE": "distinct",
    "head": "first",
    "peek": "top",
    "bottom": "last",
}
CHANCE = frozenset(
    {"random", "rand", "randint", "RAND", "RANDBETWEEN", "roll", "dice", "die", "d6", "random_int", "randrange"}
)
OF_SETS: dict[str, str] = {
    **dict.fromkeys(("length", "size", "count", "len"), "count({0})"),
    **dict.fromkeys(("empty", "is_empty", "isEmpty"), "no({0})"),
    **dict.fromkeys(("pop", "peek", "top", "draw", "shift"), "top({0})"),
    "first": "first({0})",
    "last": "last({0})",
    "bottom": "last({0})",
    "any": "some({0})",
    "exists": "some({0})",
}
COMPONENT: dict[str, str] = {
    **dict.fromkeys(("count", "amount", "quantity", "number", "qty", "times"), "copies"),
    **dict.fromkeys(("zone", "location", "place", "in", "starts"), "start"),
    "title": "name",
    "label": "name",
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
    lists = (
        [entry.value for entry in kinds.entries if isinstance(entry.value, Sequence)]
        if isinstance(kinds, Mapping)
        else []
    )
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
        return (
            f"`{word}` does not exist; chance is a statement of its own",
            f"write `{chosen}` before it, and then use `n`",
        )
    if inside:
        written = f"{FUNCTIONS[word]}({inside[1]})"
        return f"`{word}` is called `{FUNCTIONS[word]}` here", f"write `{written}`"
    of = re.search(r"([a-z][\w.]*(?:\([^()]*\))?) is (not )?$", before)
    if of and FUNCTIONS[word] == "no":
        asked = f"{'some' if of[2] else 'no'}({of[1]})"
        return f"whether a set is empty is asked with `{asked.partition('(')[0]}`", f"write `{asked}`"
    return None


def _told_call(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    """`SUM(hand)`, `hand.includes(card)`: called, but nothing that can be."""
    call = re.fullmatch(r"(?:(.+)\.)?(\w+)\((.*)\)", told.span.text) if told.rule.code == "RW406" else None
    if call is None:
        return None
    of, word, inside = call[1], call[2], call[3]
    parts = [part.strip() for part in inside.split(",")]
    written: str | None = None
    if of and word in ("contains", "includes", "has"):
        written = f"{inside} in {of}"
    elif of and word in OF_SETS and not inside:
        written = OF_SETS[word].format(of)
    elif word in ("AND", "OR"):
        written = f" {word.lower()} ".join(parts)
    elif word in ("NOT", "SUM", "MAX", "MIN"):
        written = f"{word.lower()}({inside})"
    elif word == "IF" and len(parts) == 3:
        written = f"if {parts[0]} then {parts[1]} else {parts[2]}"
    elif word == "COUNTIF":
        written = f"count({parts[0]} where rank > 3)"
    elif word in CHANCE:
        return (
            f"`{word}` does not exist; chance is a statement of its own",
            "write `choose n from 1..6 at random` before it, and use `n`",
        )
    elif word in FUNCTIONS:
        written = f"{FUNCTIONS[word]}({inside})"
    return None if written is None else (f"`{word}` is said otherwise here", f"write `{written}`")


def _condition(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    """`coins is 3 or 4`"""
    if told.rule.code != "RW401" or not told.message.startswith("a condition must be yes or no"):
        return None
    before, _ = _around(told)
    said = re.search(r"([a-z][\w.]*(?:\([^()]*\))?) (is(?: not)?|<=?|>=?) (\w+) (or|and) $", before)
    if said is None:
        return None
    value = told.span.text
    return (
        f"each side of `{said[4]}` is a condition",
        f"write `{said[1]} {said[2]} {said[3]} {said[4]} {said[1]} {said[2]} {value}`",
    )


def _type(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    return TYPES.get(told.span.text) if told.rule.code == "RW302" else None


def _reckoned(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    word = told.span.text
    _, behind = _around(told)
    inside = re.match(r"\((.*?)\)", behind)
    if told.rule.code == "RW314" and word == "all":
        before, _ = _around(told)
        counter = re.match(r" ([a-z][\w.]*)", behind)
        if counter and re.search(r"\b(?:lose|pay) $", before):
            return "how much is a number", f"write `set {counter[1]} to 0`"
    if told.rule.code != "RW310" or inside is None:
        return None
    if word == "range":
        numbers = [part.strip() for part in inside[1].split(",")]
        first, last = (numbers[0], numbers[1]) if len(numbers) > 1 else ("1", numbers[0])
        last = str(int(last) - 1) if len(numbers) > 1 and last.isdigit() else last
        return "numbers from one to another are a range", f"write `{first}..{last}`"
    if word == "abs":
        said = re.fullmatch(r"(\w[\w.]*) - (\w[\w.]*)", inside[1])
        one, other = (said[1], said[2]) if said else ("a", "b")
        return "`abs` does not exist", f"write `max({one} - {other}, {other} - {one})`"
    if word in ("round", "floor", "int", "ceil", "trunc"):
        up = "; to round up write `(score + 1) / 2`" if word in ("ceil", "round") else ""
        return "numbers are whole, and `/` rounds down", f"write `{inside[1]}`{up}"
    return None


def _word(told: Diagnostic, values: frozenset[str]) -> Said | None:
    word = told.span.text
    if told.rule.code not in ("RW310", "RW418", "RW313"):
        return None
    if word in NUMBERS:
        return f"`{word}` is written as a number", f"write `{NUMBERS[word]}`"
    of = re.match(r" of ([a-z][\w.]*(?:\([^()]*\))?)", _around(told)[1])
    if of and word in ("half", "double", "twice"):
        written = f"{of[1]} / 2" if word == "half" else f"2 * {of[1]}"
        return f"`{word} of` is reckoned", f"write `{written}`"
    if of and told.rule.code == "RW310":
        return f"what belongs to something is named with a dot: `{of[1]}.{word}`", f"write `{of[1]}.{word}`"
    if word in WORDS and told.rule.code != "RW313":
        return f"`{word}` is called `{WORDS[word]}` here", f"write `{WORDS[word]}`{IN_ORDER.get(WORDS[word], '')}"
    small = word.lower()
    if small != word and word.isalnum() and re.search(r"\bname is (?:not )?$", _around(told)[0]):
        return "a name stands in quotes", f"write `\"{word}\"`"
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


def _start(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    if told.rule.code == "RW419" and told.span.text == "none":
        return told.message, "what may be none says so in its type; write `type: Player or none`"
    if told.rule.code == "RW419" and "is yes or no" in told.message and told.span.text in ("0", "1"):
        return told.message, f"write `{'yes' if told.span.text == '1' else 'no'}`"
    return None


def _formula(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    text = told.span.text
    inside = re.fullmatch(r"[A-Z]\w* in ([a-z].*)", text)
    if told.rule.code == "RW402" and inside:
        return "a set is named by itself", f"write `{inside[1]}`"
    best = re.fullmatch(r"(max|min)\((\w+ by .+)\)", text)
    if told.rule.code == "RW401" and told.message.startswith("the winner") and best:
        return told.message, f"write `all_{'highest' if best[1] == 'max' else 'lowest'}({best[2]})`"
    keyless = re.fullmatch(r"(highest|lowest|all_highest|all_lowest|highest_first|lowest_first)\((\w+)\)", text)
    if told.rule.code == "RW407" and keyless:
        return told.message, f"write `{keyless[1]}(players by {keyless[2]})`"
    if told.rule.code == "RW323" and text in AUDIENCES:
        return f"`{text}` is called `{AUDIENCES[text]}` here", f"write `{AUDIENCES[text]}`"
    if told.rule.code == "RW310" and text in ("player", "Player") and _around(told)[0].endswith("each: "):
        return "a round of players says where it starts", "write `players clockwise from first(players)`"
    return None


# a round of players needs an order, too
IN_ORDER = {"players": "; where they act one after another, `players clockwise from first(players)`"}
AUDIENCES = {"everyone": "all", "everybody": "all", "public": "all", "me": "owner", "self": "owner", "none": "nobody"}


def _range(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    if told.rule.code != "RW304" or "runs downward" not in told.message:
        return None
    low, _, high = told.span.text.partition("..")
    high, _, more = high.strip().partition(" ")
    return told.message, f"write `{high}..{low.strip()}{f' {more}' if more else ''}`"


def _component(told: Diagnostic, _values: frozenset[str]) -> Said | None:
    word = told.span.text
    if told.rule.code not in ("RW417", "RW321") or word not in COMPONENT:
        return None
    return f"components have no `{word}`", f"that is called `{COMPONENT[word]}` here"


REASONS: tuple[Callable[[Diagnostic, frozenset[str]], Said | None], ...] = (
    _property,
    _call,
    _start,
    _formula,
    _told_call,
    _condition,
    _reckoned,
    _type,
    _word,
    _text,
    _range,
    _component,
)
