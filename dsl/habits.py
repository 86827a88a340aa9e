"""Habits of other languages, spreadsheets and plain English, and the same thing in the words of the rule language.

In: nothing. Out: `HABITS`, for each place of rule text: patterns, what to write instead, and what to say about it. They are
tried only on text that cannot be read, and what they make of it is offered only when it can be (`mend`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Write = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Habit:
    """What is written elsewhere, and how it is written here. say: the message, if it says more than the parser's."""

    pattern: re.Pattern[str]
    write: Write
    say: str = ""


VERBS = (
    "choose|move|swap|pass|shuffle|reveal|hide|show|set|gain|lose|pay|let|do|open|end|say|stop|may|repeat|together"
)
PATH = r"[a-z]\w*(?:\([^()]*\))?(?:\.[a-z]\w*(?:\([^()]*\))?)*"
ROUND = "players clockwise from me"
NUMBERS = {"a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
PLAYERS = r"(?:each|every|all|any)(?: of the)? players?|everyone|everybody"
THE = "leave out `{0}`"
COUNTS = "a counter changes with `gain` and `lose`"


def _habit(pattern: str, write: Write, say: str = "") -> Habit:
    return Habit(re.compile(pattern), write, say)


def amount(text: str) -> str:
    """How much, as it stands before a counter: what is reckoned stands in brackets."""
    text = NUMBERS.get(text.strip(), text.strip())
    return text if re.fullmatch(rf"\d+|{PATH}|\(.*\)", text) else f"({text})"


def _change(verb: str, counter: int, by: int = 0) -> Callable[[re.Match[str]], str]:
    return lambda match: f"{verb} {amount(match[by] or '1') if by else '1'} {match[counter]}"


def _while(match: re.Match[str]) -> str:
    condition = match[1].strip()
    if condition in ("true", "True", "yes", "1"):
        return "repeat forever:"
    if re.fullmatch(r"\(.*\)", condition) and "(" not in condition[1:-1]:
        condition = condition[1:-1]
    asked = re.fullmatch(r"(some|no)(\([^()]*\))", condition)
    if asked:
        return f"repeat until {'no' if asked[1] == 'some' else 'some'}{asked[2]}:"
    if condition.startswith("not ") and not re.search(r"\b(and|or)\b", condition):
        return f"repeat until {condition[4:]}:"
    inner = f"({condition})" if re.search(r"\b(and|or)\b", condition) else condition
    return f"repeat until not {inner}:"


def _range(match: re.Match[str]) -> str:
    name, first, last = match[1], match[2], match[3]
    if last is None:
        return f"for {name} in 1..{first}:"
    return f"for {name} in {first}..{int(last) - 1 if last.isdigit() else last + ' - 1'}:"


def _each(match: re.Match[str]) -> str:
    """`for each player in players`, `for every card c in hand`: a round of players says where it starts."""
    name, of = match[2] or match[1], match[3]
    return f"for {name} in {ROUND if of == 'players' else of}:"


def _everyone(match: re.Match[str]) -> str:
    verb = re.sub(r"s$", "", match[1])
    return f"for p in {ROUND}: {verb} {amount(match[2])} p.{match[3]}"


def _deal(match: re.Match[str]) -> str:
    number = NUMBERS.get(match[1], match[1])
    what = "top(deck)" if number == "1" else f"top(deck, {number})"
    return f"for p in {ROUND}: move {what} to p.hand"


def _tops(match: re.Match[str]) -> str:
    number = NUMBERS.get(match[1], match[1])
    return f"top({match[2]})" if number == "1" else f"top({match[2]}, {number})"


def _drawn(match: re.Match[str]) -> str:
    number, zone = NUMBERS.get(match[1], match[1]), match[2] or "deck"
    return f"move {f'top({zone})' if number == '1' else f'top({zone}, {number})'} to hand"


def _listed(match: re.Match[str]) -> str:
    found = [each.strip() for each in match[2].split(",")]
    numbers = [int(each) for each in found if each.isdigit()]
    if len(numbers) == len(found) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{match[1]} in {numbers[0]}..{numbers[-1]}"
    return "(" + " or ".join(f"{match[1]} is {each}" for each in found) + ")"


def _chosen(match: re.Match[str]) -> str:
    inner = re.sub(rf"\b{match[1]}\.", "", match[3])
    return f"({match[2]} where {inner})"


def _joined(match: re.Match[str]) -> str:
    parts = re.split(r"\s*\+\s*", match[1])
    return 'say "' + "".join(part[1:-1] if part[:1] == '"' else "{" + part + "}" for part in parts) + '"'


def _quantified(match: re.Match[str]) -> str:
    condition = match[2].replace(f"{match[3]}.", "")
    return f"some({match[4]} where {condition})" if match[1] == "any" else f"no({match[4]} where not ({condition}))"


SIGNS = {"more than": ">", "less than": "<", "fewer than": "<", "at least": ">=", "at most": "<=", "": ">="}
COMPARED = "the words for this are the signs `<`, `<=`, `>` and `>=`"
OPERATORS = (
    _habit(r"^=\s*(?=\w)", "", "a formula begins without `=`"),
    _habit(r"\bis not (?:greater|more|larger|higher|bigger) than\b", "<=", COMPARED),
    _habit(r"\bis not (?:less|fewer|smaller|lower) than\b", ">=", COMPARED),
    _habit(r"\bis (?:greater|more|larger|higher|bigger) than or equal to\b", ">=", COMPARED),
    _habit(r"\bis (?:less|fewer|smaller|lower) than or equal to\b", "<=", COMPARED),
    _habit(r"(?:\b(?:is|has|are) )?\b(?:greater|more|larger|higher|bigger) than\b", ">", COMPARED),
    _habit(r"(?:\b(?:is|has|are) )?\b(?:less|fewer|smaller|lower) than\b", "<", COMPARED),
    _habit(r"(?:\b(?:is|has|are) )?\bat least (?=[\w(])", ">= ", COMPARED),
    _habit(r"(?:\b(?:is|has|are) )?\bat most (?=[\w(])", "<= ", COMPARED),
    _habit(rf"\b({PATH}) (?:is )?between (\w+) and (\w+)", r"\1 in \2..\3", "from one number to another is a range"),
    _habit(r"\s*\b(?:does not equal|is not equal to|isn't|is different from)\b", " is not", "`is not` says this"),
    _habit(r"\s*\b(?:equals|is equal to|equal to|is the same as)\b", " is", "two values are compared with `is`"),
    _habit(r"\s*(?:!==|!=|<>|≠)\s*", " is not "),
    _habit(r"\s*(?:===|==)\s*", " is "),
    _habit(r"\s*(?:≤|=<)\s*", " <= "), _habit(r"\s*(?:≥|(?<!\))=>(?! ?[a-z{(]))\s*", " >= "),
    _habit(r"\s*&&?\s*|\bAND\b", lambda match: match[0] if match[0] == "and" else " and " if "&" in match[0] else "and"),
    _habit(r"\s*\|\|\s*|\bOR\b", lambda match: " or " if "|" in match[0] else "or"),
    _habit(r"!\s*(?=[\w(])|\bNOT\b", lambda match: "not " if "!" in match[0] else "not"),
    _habit(r"(?<=[\w)]) ?% ?(?=[\w(])", " mod "), _habit(r"\s*[×·]\s*", " * "),
    _habit(r"\s*÷\s*|\s*//\s*|\s+divided by\s+", " / "), _habit(r"\s*−\s*|\s+minus\s+", " - "),
    _habit(rf"\b({PATH}|\d+)\s*(?:\*\*|\^)\s*2\b", r"\1 * \1"),
    _habit(r"\s+multiplied by\s+|\s+times\s+(?=[\w(])", " * ", "times is written `*`"),
    _habit(r"\s+plus\s+(?=[\w(])", " + ", "plus is written `+`"),
    _habit(r"(?<=[\w)]) ?[–—] ?(?=[\w(])", " - "), _habit(r"\b(\d{1,3}),(\d{3})\b", r"\1\2", "a number has no comma"),
    _habit(r"(?<=\w)(?:\.\.\.|…)(?=\w)", ".."),
)
VALUES = (
    _habit(r"\b(?:you|I|player|me) (?:has|have|owns?) (more than|less than|fewer than|at least|at most|)\s?(\d+) (" + PATH + ")",
           lambda match: f"{match[3]} {SIGNS[match[1]]} {match[2]}", "how much of a counter there is is compared"),
    _habit(r"\b(?:there (?:is|are) )(no |)(?:\w+ )?(?:left )?(?:in|on) (?:the )?(" + PATH + ")",
           lambda match: f"{'no' if match[1] else 'some'}({match[2]})", "whether there is something is asked with `some` and `no`"),
    _habit(rf"\b({PATH}) (?:has|have|contains) (more than|less than|fewer than|at least|at most|)\s?(\d+) (?:cards?|tiles?|things?)",
           lambda match: f"count({match[1]}) {SIGNS[match[2]] if match[2] else 'is'} {match[3]}", "how many there are is asked with `count`"),
    _habit(r"\b(?:all|every) (?:the )?players? (?:are|is|have|has) (not )?([a-z]\w*)",
           lambda match: f"no(players where {'' if match[1] else 'not '}{match[2]})", "all are so when none is not so"),
    _habit(rf"\bset ({PATH}) to (?:the )?next player\b", r"set \1 to \1.left", "the next player is `left`"),
    _habit(r"\b(?:the )?next player\b", "me.left", "the next player is `left`"),
    _habit(r"\b(highest|lowest) (\w+) (?:in|of|on) (?:the )?(" + PATH + ")",
           lambda match: f"{'max' if match[1] == 'highest' else 'min'}({match[3]} by {match[2]})",
           "the greatest and the least of a set are `max(set by key)` and `min(set by key)`"),
    _habit(r"\b(?:total|sum) of (?:all )?(\w+?)s? (?:in|of|on) (?:the )?(" + PATH + ")", r"sum(\2 by \1)",
           "the sum over a set is `sum(set by key)`"),
    _habit(r"\btwice ", "2 * "), _habit(r"(?<=[\w)]) ?\* ?(\d+)%", r" * \1 / 100", "there are no percentages"),
    _habit(r"\b(the|this|your|my|an?(?= \w{3,}))\s+(?=[a-z]\w*)(?!(?:and|or|is|in|to|with|from|by|mod|not|where|as|be|at|per|then|"
           r"else|of|clockwise|counterclockwise|face|on)\b)", "", THE),
    _habit(r"\b(?:number|amount|count) of (?:cards |things |tiles )?(?:in |on )?(?=[a-z])(" + PATH + ")", r"count(\1)",
           "how many there are is asked with `count`"),
    _habit(r"\btop (\d+|one|two|three|four|five|six) (?:cards?|tiles?) (?:of|from|in) (" + PATH + ")", _tops,
           "the top of a zone is `top(...)`"),
    _habit(r"\btop (?:cards? |tiles? |one )?(?:of|from|in) (" + PATH + ")", r"top(\1)", "the top of a zone is `top(...)`"),
    _habit(r"\btop card\b(?! of| from| in)", "top(deck)", "the top of a zone is `top(...)`"),
    _habit(r"\b(?:bottom|last) (?:cards? |tiles? |one )?(?:of|from|in) (" + PATH + ")", r"last(\1)",
           "the last of a zone is `last(...)`"),
    _habit(r"\bfirst (?:cards? |tiles? |one )(?:of|from|in) (" + PATH + ")", r"first(\1)", "the first is `first(...)`"),
    _habit(rf"\b({PATH}) (?:is|are) not empty\b|\bnot empty\((\w+)\)", lambda match: f"some({match[1] or match[2]})"),
    _habit(rf"\b({PATH}) (?:is|are) empty\b|\bempty\((\w+)\)", lambda match: f"no({match[1] or match[2]})"),
    _habit(rf"\b({PATH}) (?:contains|includes|has) (?=[a-z])({PATH})\b", r"\2 in \1", "membership is asked with `in`"),
    _habit(rf"\b({PATH}) is (not )?(?:\[\]|\{{\}}|\(\))", lambda match: f"{'some' if match[2] else 'no'}({match[1]})"),
    _habit(r"\b(\w[\w.]*)\.(?:isEmpty|is_empty|empty)\(\)", r"no(\1)", "an empty set is asked for with `no`"),
    _habit(r"\b(any|all)\((.+) for (\w+) in (\w[\w.]*)\)", _quantified, "members are picked with `where`"),
    _habit(r"\b(max|min)\((\w[\w.]*), ?key ?= ?lambda (\w+): ?\3\.(\w+)\)",
           lambda match: f"{'highest' if match[1] == 'max' else 'lowest'}({match[2]} by {match[4]})",
           "the member with the greatest key is `highest(set by key)`"),
    _habit(r"\b(\w[\w.]*)\.filter\(\(?(\w+)\)? ?=> ?([^()]+)\)",
           lambda match: f"({match[1]} where {match[3].replace(match[2] + '.', '')})", "members are picked with `where`"),
    _habit(r"\((\w[\w.]* where [^()]*)\)\.(?:length|size|count)\b", r"count(\1)", "how many there are is asked with `count`"),
    _habit(rf"\b({PATH}) (<=?|>=?|is) (\w+) or (<=?|>=?) (\w+)", r"\1 \2 \3 or \1 \4 \5", "each side of `or` is a condition"),
    _habit(r"\bsum\((\w+)\.(\w+) for \1 in (\w[\w.]*)\)", r"sum(\3 by \2)", "the sum over a set is `sum(set by key)`"),
    _habit(r"\b(max|min)\((\w+)\.(\w+) for \2 in (\w[\w.]*)\)", r"\1(\4 by \3)",
           "the greatest and the least of a set are `max(set by key)` and `min(set by key)`"),
    _habit(r"\blen\(\[?(\w+) for \1 in (\w[\w.]*) if (.*?)\]?\)", lambda match: f"count{_chosen(match)}",
           "members are picked with `where`"),
    _habit(r"\[(\w+) for \1 in (\w[\w.]*) if (.*?)\]", _chosen, "members are picked with `where`"),
    _habit(rf"\b({PATH}) in [\[{{(]([^\[\]{{}}()]+,[^\[\]{{}}()]+)[\]}})]", _listed, "a few values are not listed in brackets"),
    _habit(r"\blen\((\w[\w.]*)\)|\b(\w[\w.]*)\.(?:length|size|count)\b(?:\(\))?",
           lambda match: f"count({match[1] or match[2]})"),
    _habit(rf"\b({PATH})\[0\]", r"first(\1)", "the first of a set is `first(...)`"),
    _habit(rf"\b({PATH})\[-1\]", r"last(\1)", "the last of a set is `last(...)`"),
    _habit(rf"\b({PATH})\[(\w+)\]", r"\1(\2)"),
    _habit(r"\b([a-z]\w*)['’]s? (?=[a-z])", r"\1."),
    _habit(r"""\bis (not )?'([a-z]\w*)'""", lambda match: f"is {match[1] or ''}{match[2]}", "a value stands without quotes"),
    _habit(r"\bis (not )?(?!Player\b|True\b|False\b|None\b|TRUE\b|FALSE\b)([A-Z])(\w*)",
           lambda match: f"is {match[1] or ''}{match[2].lower()}{match[3]}"),
    _habit(r"\b(?:true|True|TRUE)\b", "yes"), _habit(r"\b(?:false|False|FALSE)\b", "no"),
    _habit(r"\b(?:null|None|nil|undefined|nobody)\b", "none"),
    _habit(r"^(.+?) if (.+) else (.+)$", r"if \2 then \1 else \3", "as a value, `if` stands first"),
    _habit(r"^(.+?)\s*\?\s*(.+?)\s*:\s*(.+)$", r"if \1 then \2 else \3", "one value or the other is said with words"),
    _habit(r"\b(?:IF|if)\s*\((.+?)\s*[,;]\s*(.+?)\s*[,;]\s*(.+)\)$", r"if \1 then \2 else \3",
           "one value or the other is said with words"),
    _habit(r"\b(\w[\w.()]*)\s*(<=?|>=?)\s*(\w[\w.()]*)\s*(<=?|>=?)\s*(\w[\w.()]*)", r"\1 \2 \3 and \3 \4 \5"),
)
STARTS = (  # what a line begins with
    _habit(r"^(.+?)\s*\{\s*([^{};]+?);?\s*\}$", r"\1: \2", "blocks have no braces"),
    _habit(r"^\}\s*", "", "blocks have no braces"), _habit(r";\s*$", ""),
    _habit(r"(?<=.)\s*\{$", ":", "blocks have no braces"),
    _habit(r"^(?:elif|elsif|elseif|else, if|otherwise if)\b", "else if"), _habit(r"^otherwise\b:?", "else:"),
    _habit(r"^else(?= [^i:])", "else:"), _habit(r"^(else )?if (.+?),? then:? ", r"\1if \2: "),
    _habit(r"^(else )?if ([^:]+?),? then$", r"\1if \2:"),
    _habit(rf"^(else )?if ([^:]+?),? (?=(?:{VERBS})\b)", r"\1if \2: "), _habit(r"^when(?:ever)? ", "if "),
    _habit(r"^unless ([^:]+):", r"if not (\1):"), _habit(r"^(while|until) ([^:]+?) do:?$", r"\1 \2:"),
    _habit(r"^while (.+?):", _while), _habit(r"^(?:loop |do )?until ", "repeat until "),
    _habit(r"^(?:loop|do|for)? ?(\d+|[a-z]\w*) times:?", r"repeat \1 times:", "rounds are counted with `repeat`"),
    _habit(r"^repeat (\d+)(?: rounds| turns|x)?:", r"repeat \1 times:"),
    _habit(r"^for \(?(?:let |var |int )?(\w+)\s*=\s*(\d+)\s*(?:to|\.\.)\s*(\w+)\)?:?", r"for \1 in \2..\3:",
           "`for` goes through a range or a set with `in`"),
    _habit(r"^for (\w+) in range\((\w+)(?:, ?(\w+))?\):", _range, "the numbers of a range are written `1..5`"),
    _habit(r"^for (\w+) in (\w+) to (\w+):", r"for \1 in \2..\3:", "the numbers of a range are written `1..5`"),
    _habit(r"^(?:foreach|for all|for every|for each|each|every)\b ?\(?(?:player|players)(?: (?!in\b)(\w+))?\)?:",
           lambda match: f"for {match[1] or 'p'} in {ROUND}:", "a round of players needs a name and where it starts"),
    _habit(r"^(?:foreach|for all|for every|for each|for)\b ?\(?(?:let |var |const )?(\w+)(?: (?!in\b|of\b)(\w+))? (?:in|of) "
           r"([^:()]+(?:\([^()]*\))?)\)?:", _each),
)
CHANGES = (
    _habit(r"^(?:set )?([a-z][\w.]*)\s*=\s*\1\s*\+\s*(.+)$", _change("gain", 1, 2), COUNTS),
    _habit(r"^(?:set )?([a-z][\w.]*)\s*=\s*\1\s*-\s*(.+)$", _change("lose", 1, 2), COUNTS),
    _habit(rf"^({PATH})\s*\+=\s*(.+)$", _change("gain", 1, 2)),
    _habit(rf"^({PATH})\s*-=\s*(.+)$", _change("lose", 1, 2)),
    _habit(rf"^({PATH})\s*([*/])=\s*(.+)$", lambda match: f"set {match[1]} to {match[1]} {match[2]} {amount(match[3])}"),
    _habit(rf"^({PATH})\s*\+\+$|^\+\+\s*({PATH})$", lambda match: f"gain 1 {match[1] or match[2]}"),
    _habit(rf"^({PATH})\s*--$|^--\s*({PATH})$", lambda match: f"lose 1 {match[1] or match[2]}"),
    _habit(r"^(?:var|const|let|int|define)\s+([a-z]\w*)(?:: ?\w+)?\s*:?(?:=|:| to\b| is\b| as\b)\s*(?=\S)",
           r"let \1 be "),
    _habit(rf"^(?:set|make|change|put)\s+({PATH})\s*(?::?==?|into|equal to|at|as|be|is)\s*(?=\S)", r"set \1 to "),
    _habit(rf"^({PATH})\s*:?==?\s*(?=\S)", r"set \1 to "),
    _habit(rf"^({PATH}) (?:becomes|is now|is set to|is|gets set to|:) (?=\S)", r"set \1 to ",
           "a value is given with `set` and `to`"),
    _habit(rf"^set ({PATH}) (?!to\b)(?=[\w(])", r"set \1 to "),
    _habit(rf"^assign (.+) to ({PATH})$", r"set \2 to \1"), _habit(rf"^reset ({PATH})$", r"set \1 to 0"),
    _habit(rf"^(?:add|give|score|award) (\S.*?) (?:to|for) ({PATH})$", _change("gain", 2, 1), COUNTS),
    _habit(rf"^(?:increase|increment|raise|add to|up) ({PATH})(?: (?:by|with) (.+))?$", _change("gain", 1, 2), COUNTS),
    _habit(rf"^(?:decrease|decrement|reduce|lower|diminish) ({PATH})(?: (?:by|with) (.+))?$", _change("lose", 1, 2), COUNTS),
    _habit(rf"^(?:subtract|remove|deduct|take) (\d+|\(.+\)|.+ [-+*/] .+?|(?!the\b|an?\b|\w*card)[a-z]\w*) (?:away )?from ({PATH})$",
           _change("lose", 2, 1), COUNTS),
    _habit(rf"^(gain|lose) ({PATH}) by (.+)$", lambda match: f"{match[1]} {amount(match[3])} {match[2]}",
           "how much stands before the counter"),
    _habit(rf"^(gain|lose) (\S.*?) (?:to|for|of|in|from) ({PATH})$", lambda match: f"{match[1]} {amount(match[2])} {match[3]}",
           "the counter follows how much"),
    _habit(rf"^(gain|lose|pay) (\S+(?: ?[-+*/] ?\S+)*? ?(?:[-*/] ?\S+|\+ ?[a-z(]\S*)) ({PATH})$",
           lambda match: f"{match[1]} {amount(match[2])} {match[3]}", "what is reckoned stands in brackets before the counter"),
    _habit(rf"^(?:earn|get|receive|score|win) (\S+) ({PATH})$", _change("gain", 2, 1), COUNTS),
    _habit(r"^(gain|lose|pay) (\d+) ([a-z]\w*) ([a-z]\w*)$", r"\1 \2 \3_\4", "a name is one word; `_` stands for a space"),
    _habit(rf"^(gain|lose) (.+?) for (?:each|every)(?: \w+)? (?:in|on|of) ({PATH})$", r"\1 \2 per \3", "for each of them is said with `per`"),
    _habit(r"^give (\d+) ([a-z]\w*) to ([a-z]\w*)$", r"lose \1 \2; gain \1 \3.\2", "what one loses and what another gains are two statements"),
    _habit(r"^pay (\d+) ([a-z]\w*) to ([a-z]\w*)$", r"pay \1 \2 to gain \1 \3.\2", "what is paid is gone; who gets it gains it"),
    _habit(r"^(?:you|I|me|player) wins?(?: the game)?$", "end game won by me", "the game is won with `end game won by`"),
    _habit(rf"^(?:end (?:the )?game,? (?:with|and) )?({PATH}) (?:as (?:the )?winner|wins?(?: the game)?)$", r"end game won by \1",
           "the game is won with `end game won by`"),
    _habit(rf"^spend (\S+) ({PATH})$", _change("pay", 2, 1)),
    _habit(rf"^(?:you|I|player|me|they) (gain|lose|pay)s? (\S+) ({PATH})$",
           lambda match: f"{match[1]} {amount(match[2])} {match[3]}", "a statement begins with its verb; who acts is `me`"),
    _habit(rf"^(?:{PLAYERS}) (gains?|loses?|pays?) (\S+) ({PATH})$", _everyone, "everybody is said with `for`"),
    _habit(rf"^(?:deal|draw|give) (\S+)(?: cards?)? to (?:{PLAYERS})$|^(?:{PLAYERS}) draws? (\S+)(?: cards?)?$",
           lambda match: f"for p in {ROUND}: move " + _tops_of(match[1] or match[2]) + " to p.hand",
           "everybody is said with `for`"),
)
DONE = (
    _habit(r'^(?:print|console\.log|log|echo|alert|tell|write|message|say|puts)\s*\(\s*f?("[^"]*")\s*\)$', r"say \1",
           "a line of the log is written with `say`"),
    _habit(r'^(?:print|log|echo|alert|tell|write|message|announce|say|show|display|puts)\s+f?("[^"]*")$', r"say \1",
           "a line of the log is written with `say`"),
    _habit(r'^(?:say|print) ((?:"[^"]*"|[a-z][\w.]*)(?:\s*\+\s*(?:"[^"]*"|[a-z][\w.]*(?:\([^()]*\))?))+)$', _joined,
           "formulas stand in braces inside the text"),
    _habit(r"^(?:say|print)\s+f?'([^']*)'$", r'say "\1"'), _habit(r"^say ([A-Za-z][^\"'“”]*)$", r'say "\1"'),
    _habit(r"^say\s+[“„]([^”“]*)[”“]$", r'say "\1"'),
    _habit(r"^end(?:_| of | )(?:the |this |my |your |current |own )?(turn|round|game)$|^(?:finish|stop|quit) (turn|round|game)$",
           lambda match: f"end {match[1] or match[2]}", "a phase is ended with `end` and its name"),
    _habit(r"^(?:return|exit|quit|leave|break|continue)$", "stop", "`stop` leaves this action; `end turn` ends a phase"),
    _habit(rf"^({PATH})\.(shuffle|reveal|hide)\(\)$", r"\2 \1", "a statement begins with its verb"),
    _habit(rf"^({PATH})\.(?:append|push|add|insert|unshift)\((.+)\)$", r"move \2 to \1", "a component gets somewhere by `move`"),
    _habit(rf"^(?:move|put|take) (?:cards?|all|everything|all cards) from ({PATH}) (?:to|into) ", r"move \1 to ",
           "all of a zone is said by its name alone"),
    _habit(rf"^(?:take|draw) (?:an? |one |the )?(?:top )?cards? from (?:the )?({PATH})$", r"move top(\1) to hand",
           "a card is drawn by `move`"),
    _habit(r"^(?:choose|pick|select) (?:a |an |one )?(another |other |)players?$",
           lambda match: f"choose p from {'others' if match[1] else 'players'}", "what is chosen has a name, and is chosen from a set"),
    _habit(r"^(?:choose|pick|select) (?:a |an |one )?card$", "choose card from hand", "a choice is made from a set"),
    _habit(r"^turn over (?:the )?top card(?: of (\w+))?$", lambda match: f"reveal top({match[1] or 'deck'})"),
    _habit(rf"^move (\d+|one|two|three|four|five|six) (?:cards?|tiles?|components?) from ({PATH}) to ",
           lambda match: f"move {_tops(match)} to ", "`move` names what moves: `top(...)` of the zone"),
    _habit(rf"^move ({PATH}) from (?:{PATH}) to ", r"move \1 to "),
    _habit(r"^(?:put|place|discard|take|send|play|return|transfer|(?:give|add)(?= (?:\w*cards?|all|top|first|last)\b)) (\S.*?) "
           r"(?:to|into|in|on|onto) (?=[a-z])", r"move \1 to ", "a component gets somewhere by `move`"),
    _habit(rf"^draw (\d+|a|an|one|two|three|four|five|six)(?: cards?)?(?: from ({PATH}))?$", _drawn),
    _habit(r"^(?:exchange|trade) (.+) (?:with|for|and) (.+)$", r"swap \1 with \2"),
    _habit(r"^swap (\S.*?) (?:and|for|to) (.+)$", r"swap \1 with \2"),
    _habit(r"^(?:pick|select|choose) (?:a |an |one )?([a-z]\w*) (?:in|of|out of|from) (?=\w)", r"choose \1 from "),
    _habit(r"^mix ", "shuffle "), _habit(r"^(?:roll|throw) (?:a |one )?(?:d6|dice?|die)$", "choose n from 1..6 at random",
                                         "chance is `choose ... at random`"),
    _habit(r"^(?:call|run|perform|execute|resolve) ([a-z]\w*)(?:\(\))?$", r"do \1", "an action is carried out with `do`"),
    _habit(rf"^(?!(?:{VERBS}|if|for|while|return|def|function|class|import|print|count|some|no|sum|max|min|top|first|last|"
           rf"highest|lowest)\b)([a-z]\w*)\(\)$", r"do \1", "an action is carried out with `do`"),
    _habit(r"^((?:else )?if [^:]+|for [^:]+ in [^:]+|repeat [^:]+|together|may(?: \"[^\"]*\")?)$", r"\1:"),
    _habit(r"^else$", "else:"),
    _habit(r"^(move .+) (?:into|onto|on|in) (?=[a-z][\w.]*$)", r"\1 to "),
)


def _tops_of(number: str) -> str:
    number = NUMBERS.get(number, number)
    return "top(deck)" if number == "1" else f"top(deck, {number})"


RANGE = _habit(r"^\(?\[?(-?\d+)\s*(?:-|–|—|\.\.\.|…|to|,|:|through)\s*(\d+)\]?\)?", r"\1..\2", "a range is written with two dots")
TYPES = (
    RANGE,
    _habit(r"^(?:optional|maybe) (\w+)$|^(\w+)\?$", lambda match: f"{match[1] or match[2]} or none"),
    _habit(r"\s*(?:\||\bor)\s*(?:null|None|nil|nothing|nobody|undefined)$", " or none", "what may be missing is `or none`"),
    _habit(r"^(?:list|array|many|bag|set|Set|List)(?: of |\[|\()(\w+?)s?[\])]?$", r"set of \1"),
    _habit(r"^([A-Z]\w*)\[\]$", r"set of \1", "several of a kind are `set of ...`"),
)
NAMES = (
    _habit(r"^(?:at |on )?(?:the )?(?:each|every|per|end of|start of|beginning of|after|the|next|new)"
           r"(?: (?:the|each|every))? ([a-z]\w*)$", r"\1", "the name of the phase alone stands here"),
    _habit(r"^([a-z]\w*) (?:starts?|ends?|begins?)$", r"\1", "the name of the phase alone stands here"),
)
EVENTS = (
    _habit(r"\b(the|a|an)\s+(?=[A-Za-z]\w*)", "", THE),
    _habit(r"^(?:start|beginning|begin) (?:of )?([a-z]\w*)$|^([a-z]\w*) (?:starts|begins)$",
           lambda match: f"begin {match[1] or match[2]}", "what happens begins with a verb"),
    _habit(r"^end of ([a-z]\w*)$|^([a-z]\w*) (?:ends|is over)$", lambda match: f"end {match[1] or match[2]}",
           "what happens begins with a verb"),
    _habit(r"^(\w+(?: [a-z]\w*)?) (?:is|was|gets) (move|reveal|hid|shuffle)(?:d|den)\b",
           lambda match: f"{'hide' if match[2] == 'hid' else match[2]} {match[1]}", "what happens begins with a verb"),
    _habit(r"^(move|reveal|hide|gain|lose|pay|shuffle|set|end|begin)s\b", r"\1"),
    _habit(r"^(gain|lose|pay) \d+ ", r"\1 "), _habit(r"\b(?:into|onto|in|on) (?=[a-z][\w.]*$)", "to "),
)
HABITS: dict[str, tuple[Habit, ...]] = {
    "block": (*STARTS, *VALUES[:1], *DONE, *CHANGES, *OPERATORS, *VALUES[1:]),
    "formula": (*OPERATORS, *VALUES),
    "price": (_habit(r"\s*(?:,|\band\b|&)\s*", " + "), _habit(rf"^({PATH})\s*[:*x]?\s*(\d+)$", r"\2 \1")),
    "repetition": (
        _habit(r"^(\d+)(?: rounds?| turns?|x| passes)?$", r"\1 times"), _habit(r"^once$", "1 times"),
        _habit(r"^twice$", "2 times"), _habit(r"^while (.+)$", lambda match: _while(match)[7:-1]),
        _habit(r"^(?:always|infinite|endless|endlessly|loop|yes|true)$", "forever"), *OPERATORS, *VALUES,
    ),
    "type_words": TYPES,
    "name": NAMES,
    "names": (*NAMES, _habit(r"\s*(?:\band\b|\bor\b|[+&])\s*", ", ", "several names have commas between them")),
    "address": NAMES,
    "event": EVENTS,
    "audience": (
        _habit(r"^(?:the|only)\s+", "", THE), _habit(r"^(\w+) only$", r"\1"),
        _habit(r"^(?:no one|no|none|noone)$", "nobody"), _habit(r"^(?:every ?one|all players|each player)$", "all"),
        _habit(r" (?:when|while|except if|except when) ", lambda match: " unless " if "except" in match[0] else " if "),
    ),
}
