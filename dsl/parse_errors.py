"""The mistakes of rule text, in the author's words: signs, brackets, lines, texts; and the codes of all.

In: words and lines of `scan` that can not be right. Out: a `Mistake` for each: where, what is wrong, what to write. A
word that is right in itself but does not fit is the work of `explain`. What a hint shows after `write` or `example` can
be read as it stands; the tests try each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl import syntax
from rulewright.dsl.diagnostics import Rule, Severity
from rulewright.dsl.scan import DEEPEST, Line, Slip, Word

UNKNOWN_SIGN = Rule("RW201", "unknown-sign", Severity.ERROR)
WRONG_QUOTES = Rule("RW202", "wrong-quotes", Severity.ERROR)
OPEN_BRACKET = Rule("RW203", "open-bracket", Severity.ERROR)
BAD_INDENTATION = Rule("RW204", "bad-indentation", Severity.ERROR)
EMPTY_BLOCK = Rule("RW205", "empty-block", Severity.ERROR)
FOREIGN_OPERATOR = Rule("RW206", "foreign-operator", Severity.ERROR)
NOT_WHOLE = Rule("RW207", "not-whole", Severity.ERROR)
UNKNOWN_VERB = Rule("RW208", "unknown-verb", Severity.ERROR)
MISSING_COLON = Rule("RW209", "missing-colon", Severity.ERROR)
MISSING_WORD = Rule("RW210", "missing-word", Severity.ERROR)
RESERVED_WORD = Rule("RW211", "reserved-word", Severity.ERROR)
WRONG_NAME = Rule("RW212", "wrong-name", Severity.ERROR)
CHAINED_COMPARISON = Rule("RW213", "chained-comparison", Severity.ERROR)
MISSING_AMOUNT = Rule("RW214", "missing-amount", Severity.ERROR)
UNFINISHED = Rule("RW215", "unfinished", Severity.ERROR)
LONE_ELSE = Rule("RW216", "lone-else", Severity.ERROR)
FOREIGN_FORM = Rule("RW217", "foreign-form", Severity.ERROR)
MISSING_BRACKETS = Rule("RW218", "missing-brackets", Severity.ERROR)
LONE_BRACE = Rule("RW219", "lone-brace", Severity.ERROR)
GIVEN_TWICE = Rule("RW220", "given-twice", Severity.ERROR)
TOO_DEEP = Rule("RW221", "too-deep", Severity.ERROR)
UNEXPECTED_WORD = Rule("RW222", "unexpected-word", Severity.ERROR)
NO_RULE_TEXT = Rule("RW223", "no-rule-text", Severity.ERROR)
RUN_TOGETHER = Rule("RW224", "run-together", Severity.ERROR)


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something to report, with offsets into the scalar."""

    rule: Rule
    start: int
    end: int
    message: str
    hint: str | None = None


# ------------------------------------------------------------------------------------------------ signs

# sign: (rule, message, hint)
OPERATORS = {
    "=": "two values are compared with `is`, not with `=`",
    "==": "two values are compared with `is`, not with `==`",
    "!=": "two values are compared with `is not`, not with `!=`",
    "<>": "two values are compared with `is not`, not with `<>`",
    "≠": "two values are compared with `is not`, not with `≠`",
    "≤": "`≤` is written `<=`",
    "≥": "`≥` is written `>=`",
    "=<": "`=<` is written `<=`",
    "=>": "`=>` means nothing here; greater or equal is written `>=`",
    "<=>": "`<=>` means nothing in a rule",
    "&&": "both together is said with `and`, not with `&&`",
    "&": "both together is said with `and`, not with `&`",
    "||": "one or the other is said with `or`, not with `||`",
    "!": "the opposite is said with `not`, not with `!`",
    "->": "`->` means nothing in a rule",
    "%": "the rest of a division is said with `mod`, not with `%`",
    "**": "there is no sign for powers",
    "^": "there is no sign for powers",
    "//": "whole numbers are divided with `/`; a note begins with `#`",
    "×": "times is written `*`",
    "·": "times is written `*`",
    "÷": "a division is written with `/`",
    "−": "minus is written with the plain sign `-`, not with `−`",
}
OPERATOR_HINTS = {
    "=": "write `total is 3`", "==": "write `total is 3`", "!=": "write `total is not 3`",
    "<>": "write `total is not 3`", "≠": "write `total is not 3`", "≤": "write `total <= 3`",
    "≥": "write `total >= 3`", "=<": "write `total <= 3`", "=>": "write `total >= 3`", "<=>": "write `total is 3`",
    "&&": "write `no(hand) and no(deck)`", "&": "write `no(hand) and no(deck)`", "||": "write `no(hand) or no(deck)`",
    "!": "write `not spinning`", "->": "a condition has a colon and then a statement; write `if no(deck): stop`",
    "%": "write `total mod 2`", "**": "write `worth * worth`", "^": "write `worth * worth`",
    "//": "write `total / 2`", "×": "write `2 * worth`", "·": "write `2 * worth`", "÷": "write `total / 2`",
    "−": "write `total - 1`",
}
LAST_SEMICOLON = "nothing follows this `;`"
DASHES = "–—‒―‐‑"
CHANGES = {"+=": "gain", "++": "gain", "-=": "lose", "--": "lose"}


def wrong_word(words: list[Word], at: int, statements: bool) -> Mistake:
    """What a word of kind WRONG should have been, where statements stand or in a formula."""
    word = words[at]
    rule, message, hint = _sign(words, at, statements)
    return Mistake(rule, word.start, word.end, message, hint)


def _sign(words: list[Word], at: int, statements: bool) -> tuple[Rule, str, str | None]:
    word = words[at]
    text = word.text
    if word.why == "QUOTE":
        return _quote(text)
    if word.why == "DECIMAL":
        return NOT_WHOLE, f"`{text}` is not a whole number", "for half of something write `total / 2`"
    if word.why == "TAB":
        return BAD_INDENTATION, "a tab stands here", "use spaces; four for each level is usual"
    if word.why == "MIXED":
        return _mixed(text)
    if text in ("=", ":=", "==", *CHANGES, "*=", "/="):
        return _assignment(words, at, statements)
    if text == "//" and at == 0 and statements:
        return FOREIGN_OPERATOR, "a note begins with `#`, not with `//`", "put `#` before it"
    if text in OPERATORS:
        return FOREIGN_OPERATOR, OPERATORS[text], OPERATOR_HINTS[text]
    if text in DASHES:
        hint = "write `total - 1`; a range: write `1..3`"
        return UNKNOWN_SIGN, f"`{text}` is a dash, not the plain sign `-`", hint
    if text in "…" or text == "...":
        return UNKNOWN_SIGN, "a range is written with two dots", "write `1..3`"
    if text in "[]":
        return UNKNOWN_SIGN, "square brackets mean nothing in a rule", "use round ones; write `refused(target)`"
    if text in "{}":
        return UNKNOWN_SIGN, "braces stand only inside a text", 'write `say "{me} passes"`'
    if text == "?":
        hint = 'a question is a text in double quotes; write `may "Reveal it?": reveal hand`'
        return UNKNOWN_SIGN, "`?` means nothing outside a text", hint
    if text == "’" or text == "'":
        return UNKNOWN_SIGN, "what belongs to something is named with a dot", "write `target.hand`"
    if text == "\xa0":
        return UNKNOWN_SIGN, "this is not an ordinary space", "delete it and type a space"
    return UNKNOWN_SIGN, f"the sign {shown(text)} means nothing in a rule", None


def _assignment(words: list[Word], at: int, statements: bool) -> tuple[Rule, str, str | None]:
    """`=` after `let x`, after `set x`, after a name that begins the line, or inside a condition."""
    sign, first = words[at].text, 0
    for back in range(at - 1, -1, -1):
        if words[back].text in (";", ":", "|") or words[back].kind.startswith("_"):
            first = back + 1
            break
    before = words[first:at]
    head = before[0].text if before else ""
    value = words[at + 1].text if at + 1 < len(words) and words[at + 1].kind in ("WORD", "INT") else "3"
    if head in ("let", "set"):
        target, word = _path(before[1:]) or "total", {"let": "be", "set": "to"}[head]
        message = f"`{head}` takes the word `{word}`, not `{sign}`"
        return FOREIGN_OPERATOR, message, f"write `{head} {target} {word} {value}`"
    alone, target = bool(_path(before)), _path(before) or "total"
    if sign in CHANGES:
        verb, count = CHANGES[sign], value if value.isdigit() and sign[-1] == "=" else "1"
        message = f"a counter changes with `{verb}`, not with `{sign}`"
        return FOREIGN_OPERATOR, message, f"write `{verb} {count} {target}`"
    if sign in ("*=", "/="):
        return FOREIGN_OPERATOR, f"`{sign}` means nothing in a rule", f"write `set {target} to {target} {sign[0]} 2`"
    if (alone and statements) or sign == ":=":
        hint = f"write `set {target} to {value}`; a new name for a value: write `let best be top(deck)`"
        return FOREIGN_OPERATOR, f"a value is given with `set` and `to`, not with `{sign}`", hint
    return FOREIGN_OPERATOR, OPERATORS[sign], OPERATOR_HINTS[sign]


def _path(words: list[Word]) -> str:
    """`p.life` of such words; nothing when they are not names with dots."""
    names = len(words) % 2 == 1 and all(word.kind == "WORD" for word in words[::2])
    dots = all(word.text == "." for word in words[1::2])
    return "".join(word.text for word in words) if names and dots else ""


def _quote(text: str) -> tuple[Rule, str, str | None]:
    inner, sign = text[1:].rstrip("\"'”’“‘»"), text[0]
    hint = f'write `say "{inner}"`' if inner and not set(inner) & set('{}"`') else 'write `say "{me} passes"`'
    if sign == '"':
        return WRONG_QUOTES, 'this text has no `"` at its end', "a text ends on the line on which it begins; " + hint
    closed = len(text) > 1 and text[-1] in "\"'”’“‘»"
    if sign in "'’" and not closed:
        return UNKNOWN_SIGN, f"`{sign}` means nothing here", "what belongs to something has a dot; write `target.hand`"
    return WRONG_QUOTES, f"a text stands between straight double quotes, not after `{sign}`", hint


def _mixed(text: str) -> tuple[Rule, str, str | None]:
    digits = len(text) - len(text.lstrip("0123456789"))
    if digits and text[digits:].isascii() and text[digits:].isalpha():
        return WRONG_NAME, f"a space is missing in `{text}`", f"for example `{text[:digits]} of hand`"
    plain = "".join(f"_{sign.lower()}" if sign.isupper() else sign.lower() for sign in text).strip("_")
    message = f"`{text}` can not be a name: a name begins with a letter and is made of a to z, digits and `_`"
    if plain.isascii() and plain[:1].isalpha():
        return WRONG_NAME, message, f"write `{plain}`"
    return WRONG_NAME, message, None


def shown(sign: str) -> str:
    """A character as it can be shown in a message."""
    return f"`{sign}`" if sign.isprintable() and sign != "`" else f"U+{ord(sign[0]):04X}"


# ------------------------------------------------------------------------------------------------ brackets and lines


def brackets(words: list[Word]) -> Iterator[Mistake]:
    """Brackets without their partners, and too many inside one another."""
    opened: list[Word] = []
    for word in words:
        if word.kind != "OP" or word.text not in "()":
            continue
        if word.text == "(":
            opened.append(word)
            if len(opened) == DEEPEST:
                yield too_deep(word.start, word.end)
                return
        elif opened:
            opened.pop()
        else:
            yield Mistake(OPEN_BRACKET, word.start, word.end, "this `)` closes a bracket that was never opened",
                          "take it away, or open the bracket; for example `count(hand)`")
    for word in opened:
        yield Mistake(OPEN_BRACKET, word.start, word.end, "this `(` is never closed",
                      "close it with `)` where it should end; for example `count(hand)`")


def misplaced(slip: Slip) -> Mistake:
    """What is wrong with how a line stands."""
    if slip.kind == "empty":
        return Mistake(EMPTY_BLOCK, slip.start, slip.end, "nothing follows this `:`",
                       "put the statements on the next lines, further to the right, or after the colon; "
                       "for example `if no(deck): stop`")
    if slip.kind == "deep":
        return too_deep(slip.start, slip.end)
    if slip.kind == "stray":
        return Mistake(BAD_INDENTATION, slip.start, slip.end, "this line stands further right than the one before",
                       "only what belongs to a line that ends with `:` stands further right")
    return Mistake(BAD_INDENTATION, slip.start, slip.end, "this line stands under no other line",
                   "move it left or right, to where a line above begins")


def by_itself(line: Line, head: Line) -> Iterator[Word]:
    """The words of a line with something in place of the block under it, so that the line can be read alone.

    An `else` line gets the beginning of a statement before it: `head` is the first line of the whole.
    """
    start, end = line.words[0].start, line.words[-1].end
    if line is not head and head.first in ("if", "may"):
        yield from (Word(kind, text, start, start) for kind, text in STUBS[head.first])
    yield from line.words
    yield Word("_NL", "", end, end)
    if line.opens:
        stub = (("STRING", '"x"'), ("OP", ":"), *STOP) if line.lists_options else STOP
        yield from (Word(kind, text, end, end) for kind, text in (("_INDENT", ""), *stub, ("_DEDENT", "")))


STOP = (("WORD", "stop"), ("_NL", ""))
STUBS = {"if": (("WORD", "if"), ("WORD", "yes"), ("OP", ":"), *STOP), "may": (("WORD", "may"), ("OP", ":"), *STOP)}


# ------------------------------------------------------------------------------------------------ what trees show


def nothing(start: str, begin: int, end: int) -> Mistake:
    """A place for rule text without any."""
    what = "a formula" if start == "formula" else "a statement" if start == "block" else "something"
    example = {"formula": "count(hand)", "block": "stop"}.get(start)
    return Mistake(NO_RULE_TEXT, begin, end, f"{what} is missing here", f"for example `{example}`" if example else None)


def too_deep(start: int, end: int) -> Mistake:
    """More inside one another than can be read."""
    return Mistake(TOO_DEEP, start, end, "too much stands inside one another here",
                   "give a part of it a name; for example `let best be highest(hand by worth)`")


def stray_brace(at: int) -> Mistake:
    return Mistake(LONE_BRACE, at, at + 1, "this `}` has no `{` before it", 'for example `say "{me} passes"`')


def open_brace(at: int) -> Mistake:
    return Mistake(LONE_BRACE, at, at + 1, "this `{` is not closed",
                   'a formula ends with `}`; for example `say "{me} passes"`')


def twice(text: str, first: tuple[int, int], second: tuple[int, int]) -> Mistake:
    said, again = text[slice(*first)], text[slice(*second)]
    message = f"`{again}` comes after `{said}`, and only one can be"
    if said == again:
        message = f"`{said}` has been said already"
    return Mistake(GIVEN_TWICE, *second, message, "take one of the two away")


def filtered_comparison(text: str, of: tuple[int, int], whole: tuple[int, int], word: str, operator: str) -> Mistake:
    """`c in pool where e`: the whole comparison would be filtered."""
    left, _, right = text[slice(*of)].rpartition(f" {operator} ")
    rest = text[of[1] : whole[1]].strip()
    message = f"`{word}` would apply to all of `{text[slice(*of)]}`"
    if not left or "\n" in left + right + rest:
        return Mistake(MISSING_BRACKETS, of[0], whole[1], message, "put brackets around what it applies to")
    return Mistake(MISSING_BRACKETS, of[0], whole[1], message, f"write `{left} {operator} ({right} {rest})`")


def place_after_name(text: str, value: tuple[int, int], given: tuple[int, int]) -> Mistake:
    """`advance(on: here, 2)`: what is given by place stands first."""
    said = text[slice(*value)]
    message = f"`{said}` is given by place, and stands after what is given by name"
    first = text[slice(*given)].strip("()").split(",")[0].strip()
    return Mistake(UNEXPECTED_WORD, *value, message, f"what is given by place stands first: `({said}, {first})`")


def no_offer(offer: syntax.Offer, text: str, at: tuple[int, int], has_block: bool) -> Mistake | None:
    """What stands behind `may` and cannot: choices that are none, and those of which nothing is made."""
    said = " ".join(text.split())
    if isinstance(offer, syntax.Choose):
        name, of = offer.name.text, said.partition(" from ")[2]
        if offer.at_random:
            return Mistake(FOREIGN_FORM, *at, "what chance brings cannot be declined",
                           f'ask before: `may "Draw one?":`, and under it `{said}`')
        if offer.several:
            return Mistake(FOREIGN_FORM, *at, "several can be chosen without `may`: `up to` takes none, too",
                           f"write `choose up to {offer.high.span.text if offer.high else 2} {name} from {of}`")
        if not has_block:
            return Mistake(MISSING_COLON, at[1], at[1], "a `:` is missing at the end of this `may choose`",
                           f"what is done with `{name}` follows the colon; `choose {name} from {of}` alone must be answered")
    if isinstance(offer, syntax.Change) and offer.then is not None and has_block:
        paid = text[: offer.then.span.start - offer.span.start].strip().removesuffix("to").strip()
        return Mistake(FOREIGN_FORM, *at, "what is done when it is paid stands behind `to` or behind the colon, not both",
                       f"write `may {paid}:`, and under it all of it")
    return None


def action_is_a_type(text: str, at: tuple[int, int]) -> Mistake:
    name = text[slice(*at)]
    return Mistake(WRONG_NAME, *at, f"`{name}` is the name of a type; actions begin with a small letter",
                   f"write `do {name.lower()}`")
