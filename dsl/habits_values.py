"""Habits in formulas: signs, questions and values as other languages, spreadsheets and plain English have them.

In: nothing. Out: `OPERATORS` and `VALUES`: patterns, what to write instead, and what to say about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Write = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Habit:
    """What is written elsewhere, and how it is written here. say: the message, if it says more than the parser's.

    pattern: compiled when it is looked for, which most rulebooks give no reason to.
    """

    pattern: str
    write: Write
    say: str = ""


PATH = r"[a-z]\w*(?:\([^()]*\))?(?:\.[a-z]\w*(?:\([^()]*\))?)*"
NUMBERS = {"a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
THE = "leave out `{0}`"


def tops(match: re.Match[str]) -> str:
    """`top(zone, n)` of the number and the zone that were found."""
    number = NUMBERS.get(match[1], match[1])
    return f"top({match[2]})" if number == "1" else f"top({match[2]}, {number})"


def _listed(match: re.Match[str]) -> str:
    found = [each.strip() for each in match[2].split(",")]
    numbers = [int(each) for each in found if each.isdigit()]
    if len(numbers) == len(found) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{match[1]} in {numbers[0]}..{numbers[-1]}"
    return "(" + " or ".join(f"{match[1]} is {each}" for each in found) + ")"


def _chosen(match: re.Match[str]) -> str:
    inner = re.sub(rf"\b{match[1]}\.", "", match[3])
    return f"({match[2]} where {inner})"


def _quantified(match: re.Match[str]) -> str:
    condition = match[2].replace(f"{match[3]}.", "")
    return f"some({match[4]} where {condition})" if match[1] == "any" else f"no({match[4]} where not ({condition}))"


SIGNS = {"more than": ">", "less than": "<", "fewer than": "<", "at least": ">=", "at most": "<=", "": ">="}
COMPARED = "the words for this are the signs `<`, `<=`, `>` and `>=`"
OPERATORS = (
    Habit(r"^=\s*(?=\w)", "", "a formula begins without `=`"),
    Habit(r"\bis not (?:greater|more|larger|higher|bigger) than\b", "<=", COMPARED),
    Habit(r"\bis not (?:less|fewer|smaller|lower) than\b", ">=", COMPARED),
    Habit(r"\bis (?:greater|more|larger|higher|bigger) than or equal to\b", ">=", COMPARED),
    Habit(r"\bis (?:less|fewer|smaller|lower) than or equal to\b", "<=", COMPARED),
    Habit(r"(?:\b(?:is|has|are) )?\b(?:greater|more|larger|higher|bigger) than\b", ">", COMPARED),
    Habit(r"(?:\b(?:is|has|are) )?\b(?:less|fewer|smaller|lower) than\b", "<", COMPARED),
    Habit(r"(?:\b(?:is|has|are) )?\bat least (?=[\w(])", ">= ", COMPARED),
    Habit(r"(?:\b(?:is|has|are) )?\bat most (?=[\w(])", "<= ", COMPARED),
    Habit(rf"\b({PATH}) (?:is )?between (\w+) and (\w+)", r"\1 in \2..\3", "from one number to another is a range"),
    Habit(r"\s*\b(?:does not equal|is not equal to|isn't|is different from)\b", " is not", "`is not` says this"),
    Habit(r"\s*\b(?:equals|is equal to|equal to|is the same as)\b", " is", "two values are compared with `is`"),
    Habit(r"\s*(?:!==|!=|<>|≠)\s*", " is not "),
    Habit(r"\s*(?:===|==)\s*", " is "),
    Habit(r"\s*(?:≤|=<)\s*", " <= "),
    Habit(r"\s*(?:≥|(?<!\))=>(?! ?[a-z{(]))\s*", " >= "),
    Habit(r"\s*&&?\s*|\bAND\b", lambda match: match[0] if match[0] == "and" else " and " if "&" in match[0] else "and"),
    Habit(r"\s*\|\|\s*|\bOR\b", lambda match: " or " if "|" in match[0] else "or"),
    Habit(r"!\s*(?=[\w(])|\bNOT\b", lambda match: "not " if "!" in match[0] else "not"),
    Habit(r"(?<=[\w)]) ?% ?(?=[\w(])", " mod "),
    Habit(r"\s*[×·]\s*", " * "),
    Habit(r"\s*÷\s*|\s*//\s*|\s+divided by\s+", " / "),
    Habit(r"\s*−\s*|\s+minus\s+", " - "),
    Habit(rf"\b({PATH}|\d+)\s*(?:\*\*|\^)\s*2\b", r"\1 * \1"),
    Habit(r"\s+multiplied by\s+|\s+times\s+(?=[\w(])", " * ", "times is written `*`"),
    Habit(r"\s+plus\s+(?=[\w(])", " + ", "plus is written `+`"),
    Habit(r"(?<=[\w)]) ?[–—] ?(?=[\w(])", " - "),
    Habit(r"^(\d+) to (?=[\w(]+)", r"\1..", "a range is written with two dots"),
    Habit(r"\b(\d{1,3}),(\d{3})\b", r"\1\2", "a number has no comma"),
    Habit(r"(?<=\w)(?:\.\.\.|…)(?=\w)", ".."),
)
ARTICLE = Habit(
    r"\b(the|this|your|my|an?(?= \w{3,}))\s+(?=[a-z]\w*)(?!(?:and|or|is|in|to|with|from|by|mod|not|where|as|be|at|per|"
    r"then|else|of|clockwise|counterclockwise|face|on)\b)",
    "",
    THE,
)
EQUALS = Habit(r"\s*(?<![<>=!:+*/-])=(?![=>])\s*", " is ")
WINNERS = {"most": "all_highest", "highest": "all_highest", "greatest": "all_highest"}
VALUES = (
    Habit(
        r"\b(?:you|I|player|me) (?:has|have|owns?) (more than|less than|fewer than|at least|at most|)\s?(\d+) ("
        + PATH
        + ")",
        lambda match: f"{match[3]} {SIGNS[match[1]]} {match[2]}",
        "how much of a counter there is is compared",
    ),
    Habit(
        r"\b(?:there (?:is|are) )(no |)(?:\w+ )?(?:left )?(?:in|on) (?:the )?(" + PATH + ")",
        lambda match: f"{'no' if match[1] else 'some'}({match[2]})",
        "whether there is something is asked with `some` and `no`",
    ),
    Habit(
        rf"\b({PATH}) (?:has|have|contains) (more than|less than|fewer than|at least|at most|)\s?(\d+) "
        r"(?:cards?|tiles?|things?)",
        lambda match: f"count({match[1]}) {SIGNS[match[2]] if match[2] else 'is'} {match[3]}",
        "how many there are is asked with `count`",
    ),
    Habit(
        r"\b(?:all|every) (?:the )?players? (?:are|is|have|has) (not )?([a-z]\w*)",
        lambda match: f"no(players where {'' if match[1] else 'not '}{match[2]})",
        "all are so when none is not so",
    ),
    Habit(rf"\bset ({PATH}) to (?:the )?next player\b", r"set \1 to \1.left", "the next player is `left`"),
    Habit(r"\b(?:the )?next player\b", "me.left", "the next player is `left`"),
    Habit(
        r"\b(highest|lowest) (\w+) (?:in|of|on) (?:the )?(" + PATH + ")",
        lambda match: f"{'max' if match[1] == 'highest' else 'min'}({match[3]} by {match[2]})",
        "the greatest and the least of a set are `max(set by key)` and `min(set by key)`",
    ),
    Habit(
        r"\b(?:total|sum) of (?:all )?(\w+?)s? (?:in|of|on) (?:the )?(" + PATH + ")",
        r"sum(\2 by \1)",
        "the sum over a set is `sum(set by key)`",
    ),
    Habit(r"\btwice ", "2 * "),
    Habit(r"(?<=[\w)]) ?\* ?(\d+)%", r" * \1 / 100", "there are no percentages"),
    ARTICLE,
    Habit(
        r"^(?:(?:player|players|whoever) ?)?(?:with |has |have )?(?:the )?"
        r"(most|highest|greatest|lowest|fewest|least) (\w+)$",
        lambda match: f"{WINNERS.get(match[1], 'all_lowest')}(players by {match[2]})",
        "the players with the most are `all_highest(players by ...)`",
    ),
    Habit(r"\bplayers (?:starting|beginning|in turn order|in order) (?:with|at|from) ", "players clockwise from "),
    Habit(
        r"\bplayers (?:(?:sorted |ordered )?by|in (ascending |descending |)order (?:of|by)) (?:the |their )?(\w+)"
        r"( descending| desc| \(?highest first\)?|)(?= ?(?:$|:))",
        lambda match: f"{'highest' if match[1] == 'descending ' or match[3] else 'lowest'}_first("
        f"players clockwise from first(players) by {match[2]})",
        "an order by a number is `lowest_first(set by key)` or `highest_first(set by key)`",
    ),
    Habit(r"^(\d+) ?x$|^x ?(\d+)$", lambda match: match[1] or match[2], "a number stands alone"),
    Habit(
        r"\b(?:number|amount|count) of (?:cards |things |tiles )?(?:in |on )?(?=[a-z])(" + PATH + ")",
        r"count(\1)",
        "how many there are is asked with `count`",
    ),
    Habit(
        r"\btop (\d+|one|two|three|four|five|six) (?:cards?|tiles?) (?:of|from|in) (" + PATH + ")",
        tops,
        "the top of a zone is `top(...)`",
    ),
    Habit(
        r"\btop (?:cards? |tiles? |one )?(?:of|from|in) (" + PATH + ")", r"top(\1)", "the top of a zone is `top(...)`"
    ),
    Habit(r"\btop card\b(?! of| from| in)", "top(deck)", "the top of a zone is `top(...)`"),
    Habit(
        r"\b(?:bottom|last) (?:cards? |tiles? |one )?(?:of|from|in) (" + PATH + ")",
        r"last(\1)",
        "the last of a zone is `last(...)`",
    ),
    Habit(r"\bfirst (?:cards? |tiles? |one )(?:of|from|in) (" + PATH + ")", r"first(\1)", "the first is `first(...)`"),
    Habit(rf"\b({PATH}) (?:is|are) not empty\b|\bnot empty\((\w+)\)", lambda match: f"some({match[1] or match[2]})"),
    Habit(rf"\b({PATH}) (?:is|are) empty\b|\bempty\((\w+)\)", lambda match: f"no({match[1] or match[2]})"),
    Habit(rf"\b({PATH}) (?:contains|includes|has) (?=[a-z])({PATH})\b", r"\2 in \1", "membership is asked with `in`"),
    Habit(rf"\b({PATH}) is (not )?(?:\[\]|\{{\}}|\(\))", lambda match: f"{'some' if match[2] else 'no'}({match[1]})"),
    Habit(r"\b(\w[\w.]*)\.(?:isEmpty|is_empty|empty)\(\)", r"no(\1)", "an empty set is asked for with `no`"),
    Habit(r"\b(any|all)\((.+) for (\w+) in (\w[\w.]*)\)", _quantified, "members are picked with `where`"),
    Habit(
        r"\b(max|min)\((\w[\w.]*), ?key ?= ?lambda (\w+): ?\3\.(\w+)\)",
        lambda match: f"{'highest' if match[1] == 'max' else 'lowest'}({match[2]} by {match[4]})",
        "the member with the greatest key is `highest(set by key)`",
    ),
    Habit(
        r"\b(\w[\w.]*)\.filter\(\(?(\w+)\)? ?=> ?([^()]+)\)",
        lambda match: f"({match[1]} where {match[3].replace(match[2] + '.', '')})",
        "members are picked with `where`",
    ),
    Habit(
        r"\((\w[\w.]* where [^()]*)\)\.(?:length|size|count)\b",
        r"count(\1)",
        "how many there are is asked with `count`",
    ),
    Habit(
        rf"\b({PATH}) (<=?|>=?|is) (\w+) or (<=?|>=?) (\w+)",
        r"\1 \2 \3 or \1 \4 \5",
        "each side of `or` is a condition",
    ),
    Habit(r"\bsum\((\w+)\.(\w+) for \1 in (\w[\w.]*)\)", r"sum(\3 by \2)", "the sum over a set is `sum(set by key)`"),
    Habit(
        r"\b(max|min)\((\w+)\.(\w+) for \2 in (\w[\w.]*)\)",
        r"\1(\4 by \3)",
        "the greatest and the least of a set are `max(set by key)` and `min(set by key)`",
    ),
    Habit(
        r"\blen\(\[?(\w+) for \1 in (\w[\w.]*) if (.*?)\]?\)",
        lambda match: f"count{_chosen(match)}",
        "members are picked with `where`",
    ),
    Habit(r"\[(\w+) for \1 in (\w[\w.]*) if (.*?)\]", _chosen, "members are picked with `where`"),
    Habit(
        rf"\b({PATH}) in [\[{{(]([^\[\]{{}}()]+,[^\[\]{{}}()]+)[\]}})]",
        _listed,
        "a few values are not listed in brackets",
    ),
    Habit(
        r"\blen\((\w[\w.]*)\)|\b(\w[\w.]*)\.(?:length|size|count)\b(?:\(\))?",
        lambda match: f"count({match[1] or match[2]})",
    ),
    Habit(rf"\b({PATH})\[0\]", r"first(\1)", "the first of a set is `first(...)`"),
    Habit(rf"\b({PATH})\[-1\]", r"last(\1)", "the last of a set is `last(...)`"),
    Habit(rf"\b({PATH})\[(\w+)\]", r"\1(\2)"),
    Habit(r"\b([a-z]\w*)['’]s? (?=[a-z])", r"\1."),
    Habit(
        r"""\bis (not )?'([a-z]\w*)'""", lambda match: f"is {match[1] or ''}{match[2]}", "a value stands without quotes"
    ),
    Habit(
        r"\bis (not )?(?!Player\b|True\b|False\b|None\b|TRUE\b|FALSE\b)([A-Z])(\w*)",
        lambda match: f"is {match[1] or ''}{match[2].lower()}{match[3]}",
    ),
    Habit(r"\b(?:true|True|TRUE)\b", "yes"),
    Habit(r"\b(?:false|False|FALSE)\b", "no"),
    Habit(r"\b(?:null|None|nil|undefined|nobody)\b", "none"),
    Habit(r"^(.+?) if (.+) else (.+)$", r"if \2 then \1 else \3", "as a value, `if` stands first"),
    Habit(r"^(.+?)\s*\?\s*(.+?)\s*:\s*(.+)$", r"if \1 then \2 else \3", "one value or the other is said with words"),
    Habit(
        r"\b(?:IF|if)\s*\((.+?)\s*[,;]\s*(.+?)\s*[,;]\s*(.+)\)$",
        r"if \1 then \2 else \3",
        "one value or the other is said with words",
    ),
    Habit(r"\b(\w[\w.()]*)\s*(<=?|>=?)\s*(\w[\w.()]*)\s*(<=?|>=?)\s*(\w[\w.()]*)", r"\1 \2 \3 and \3 \4 \5"),
)
