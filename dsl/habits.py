"""Habits of other languages, spreadsheets and plain English, and the same thing in the words of the rule language.

In: nothing. Out: `HABITS`, for each place of rule text: patterns, what to write instead, and what to say about it. They
are tried only on text that cannot be read, and what they make of it is offered only when it can be (`mend`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl.habits_values import ARTICLE, EQUALS, NUMBERS, OPERATORS, PATH, THE, VALUES, Habit, tops

VERBS = "choose|move|swap|pass|shuffle|reveal|hide|show|set|gain|lose|pay|let|do|open|end|say|stop|may|repeat|together"
ROUND = "players clockwise from me"
PLAYERS = r"(?:each|every|all|any)(?: of the)? players?|everyone|everybody"
COUNTS = "a counter changes with `gain` and `lose`"


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


def _drawn(match: re.Match[str]) -> str:
    number, zone = NUMBERS.get(match[1], match[1]), match[2] or "deck"
    return f"move {f'top({zone})' if number == '1' else f'top({zone}, {number})'} to hand"


def _by_name(match: re.Match[str]) -> str:
    return re.sub(r"([(,]\s*[a-z]\w*)\s*=(?!=)\s*", r"\1: ", match[0])


def _optional(match: re.Match[str]) -> str:
    return f'may "{match[1][0].upper()}{match[1][1:]}?": {match[1]}'


def _joined(match: re.Match[str]) -> str:
    parts = re.split(r"\s*\+\s*", match[1])
    return 'say "' + "".join(part[1:-1] if part[:1] == '"' else "{" + part + "}" for part in parts) + '"'


def _tops_of(number: str) -> str:
    number = NUMBERS.get(number, number)
    return "top(deck)" if number in ("1", "card") else f"top(deck, {number})"


STARTS = (  # what a line begins with
    Habit(r"^(.+?)\s*\{\s*([^{};]+?);?\s*\}$", r"\1: \2", "blocks have no braces"),
    Habit(r"^\}\s*", "", "blocks have no braces"),
    Habit(r";\s*$", ""),
    Habit(r"(?<=.)\s*\{$", ":", "blocks have no braces"),
    Habit(r"^(?:elif|elsif|elseif|else, if|otherwise if)\b", "else if"),
    Habit(r"^otherwise\b:?", "else:"),
    Habit(r"^else(?= [^i:])", "else:"),
    Habit(r"^(else )?if (.+?),? then:? ", r"\1if \2: "),
    Habit(r"^(else )?if ([^:]+?),? then$", r"\1if \2:"),
    Habit(rf"^(else )?if ([^:]+?),? (?=(?:{VERBS})\b)", r"\1if \2: "),
    Habit(r"^when(?:ever)? ", "if "),
    Habit(r"^unless ([^:]+):", r"if not (\1):"),
    Habit(r"^(while|until) ([^:]+?) do:?$", r"\1 \2:"),
    Habit(r"^(?:repeat )?while (.+?):", _while),
    Habit(r"^let (\w+) be (.+) at random$", r"choose \1 from \2 at random", "chance is chosen"),
    Habit(rf"^look at ({PATH}.*)$", r"show \1 to me", "who looks is told with `show`"),
    Habit(rf"^shuffle ({PATH}) (?:back )?into ({PATH})$", r"move \1 to \2; shuffle \2"),
    Habit(rf"^((?:{VERBS}) [^:\"]+) unless (.+)$", r"if not (\2): \1", "the condition stands before what is done"),
    Habit(r"^(?:loop |do )?until ", "repeat until "),
    Habit(r"^(?:loop|do|for)? ?(\d+|[a-z]\w*) times:?", r"repeat \1 times:", "rounds are counted with `repeat`"),
    Habit(r"^repeat (\d+)(?: rounds| turns|x)?:", r"repeat \1 times:"),
    Habit(
        r"^for \(?(?:let |var |int )?(\w+)\s*=\s*(\d+)\s*(?:to|\.\.)\s*(\w+)\)?:?",
        r"for \1 in \2..\3:",
        "`for` goes through a range or a set with `in`",
    ),
    Habit(r"^for (\w+) in range\((\w+)(?:, ?(\w+))?\):", _range, "the numbers of a range are written `1..5`"),
    Habit(r"^for (\w+) in (\w+) to (\w+):", r"for \1 in \2..\3:", "the numbers of a range are written `1..5`"),
    Habit(
        r"^(?:foreach|for all|for every|for each|each|every)\b ?\(?(?:player|players)(?: (?!in\b)(\w+))?\)?:",
        lambda match: f"for {match[1] or 'p'} in {ROUND}:",
        "a round of players has a name and a start, and what is theirs is `p.hand`",
    ),
    Habit(
        r"^(?:foreach|for all|for every|for each|for)\b ?\(?(?:let |var |const )?(\w+)(?: (?!in\b|of\b)(\w+))? "
        r"(?:in|of) ([^:()]+(?:\([^()]*\))?)\)?:",
        _each,
    ),
)
CHANGES = (
    Habit(
        rf"^(gain|lose) (.+?) for (?:each|every)(?: \w+)? (?:in|on|of) ({PATH})$",
        r"\1 \2 per \3",
        "for each of them is said with `per`",
    ),
    Habit(r"^(?:set )?([a-z][\w.]*)\s*=\s*\1\s*\+\s*(.+)$", _change("gain", 1, 2), COUNTS),
    Habit(r"^(?:set )?([a-z][\w.]*)\s*=\s*\1\s*-\s*(.+)$", _change("lose", 1, 2), COUNTS),
    Habit(rf"^({PATH})\s*\+=\s*(.+)$", _change("gain", 1, 2)),
    Habit(rf"^({PATH})\s*-=\s*(.+)$", _change("lose", 1, 2)),
    Habit(rf"^({PATH})\s*([*/])=\s*(.+)$", lambda match: f"set {match[1]} to {match[1]} {match[2]} {amount(match[3])}"),
    Habit(rf"^({PATH})\s*\+\+$|^\+\+\s*({PATH})$", lambda match: f"gain 1 {match[1] or match[2]}"),
    Habit(rf"^({PATH})\s*--$|^--\s*({PATH})$", lambda match: f"lose 1 {match[1] or match[2]}"),
    Habit(
        r"^(?:var|const|let|int|define)\s+([a-z]\w*)(?:: ?\w+)?\s*:?(?:=|:| to\b| is\b| as\b)\s*(?=\S)", r"let \1 be "
    ),
    Habit(rf"^(?:set|make|change|put)\s+({PATH})\s*(?::?==?|into|equal to|at|as|be|is)\s*(?=\S)", r"set \1 to "),
    Habit(rf"^({PATH})\s*:?==?\s*(?=\S)", r"set \1 to "),
    Habit(
        rf"^({PATH}) (?:becomes|is now|is set to|is|gets set to|:) (?=\S)",
        r"set \1 to ",
        "a value is given with `set` and `to`",
    ),
    Habit(rf"^set ({PATH}) (?!to\b)(?=[\w(])", r"set \1 to "),
    Habit(rf"^assign (.+) to ({PATH})$", r"set \2 to \1"),
    Habit(rf"^reset ({PATH})$", r"set \1 to 0"),
    Habit(rf"^(?:add|give|score|award) (\S.*?) (?:to|for) ({PATH})$", _change("gain", 2, 1), COUNTS),
    Habit(rf"^(?:increase|increment|raise|add to|up) ({PATH})(?: (?:by|with) (.+))?$", _change("gain", 1, 2), COUNTS),
    Habit(
        rf"^(?:decrease|decrement|reduce|lower|diminish) ({PATH})(?: (?:by|with) (.+))?$", _change("lose", 1, 2), COUNTS
    ),
    Habit(
        r"^(?:subtract|remove|deduct|take) (\d+|\(.+\)|.+ [-+*/] .+?|(?!the\b|an?\b|\w*card)[a-z]\w*) "
        rf"(?:away )?from ({PATH})$",
        _change("lose", 2, 1),
        COUNTS,
    ),
    Habit(
        r"^gain (\d+|[a-z]\w*|\([^()]*\)) ([a-z]\w*) (?:on|in|onto|into|upon) (?=\S)",
        r"gain \1 \2 at ",
        "where something is gained is said with `at`",
    ),
    Habit(
        rf"^(gain|lose) ({PATH}) by (.+)$",
        lambda match: f"{match[1]} {amount(match[3])} {match[2]}",
        "how much stands before the counter",
    ),
    Habit(
        rf"^(gain|lose) (\S.*?) (?:to|for|of|in|from) ({PATH})$",
        lambda match: f"{match[1]} {amount(match[2])} {match[3]}",
        "the counter follows how much",
    ),
    Habit(
        r"^(gain|lose|pay) ([^\s+*/-]+(?: ?[-+*/] ?[^\s+*/-]+)*? ?(?:[-*/] ?[^\s+*/-]+|\+ ?[a-z(][^\s+*/-]*)) "
        rf"({PATH})$",
        lambda match: f"{match[1]} {amount(match[2])} {match[3]}",
        "what is reckoned stands in brackets before the counter",
    ),
    Habit(rf"^(?:earn|get|receive|score|win) (\S+) ({PATH})$", _change("gain", 2, 1), COUNTS),
    Habit(
        r"^(gain|lose|pay) (\d+) ([a-z]\w*) (?!at$|per$)([a-z]\w*)$", r"\1 \2 \3_\4", "a name is one word; `_` stands for a space"
    ),
    Habit(
        r"^give (\d+) ([a-z]\w*) to ([a-z]\w*)$",
        r"lose \1 \2; gain \1 \3.\2",
        "what one loses and what another gains are two statements",
    ),
    Habit(
        r"^pay (\d+) ([a-z]\w*) to ([a-z]\w*)$",
        r"pay \1 \2 to gain \1 \3.\2",
        "what is paid is gone; who gets it gains it",
    ),
    Habit(r"^(?:you|I|me|player) wins?(?: the game)?$", "end game won by me", "the game is won with `end game won by`"),
    Habit(
        rf"^(?:end (?:the )?game,? (?:with|and) )?({PATH}) (?:as (?:the )?winner|wins?(?: the game)?)$",
        r"end game won by \1",
        "the game is won with `end game won by`",
    ),
    Habit(rf"^spend (\S+) ({PATH})$", _change("pay", 2, 1)),
    Habit(
        rf"^(?:you|I|player|me|they) (gain|lose|pay)s? (\S+) ({PATH})$",
        lambda match: f"{match[1]} {amount(match[2])} {match[3]}",
        "a statement begins with its verb; who acts is `me`",
    ),
    Habit(rf"^(?:{PLAYERS}) (gains?|loses?|pays?) (\S+) ({PATH})$", _everyone, "everybody is said with `for`"),
    Habit(
        rf"^(?:deal|draw|give) (\S+)(?: cards?)? to (?:{PLAYERS})$|^(?:{PLAYERS}) draws? (\S+)(?: cards?)?$",
        lambda match: f"for p in {ROUND}: move " + _tops_of(match[1] or match[2]) + " to p.hand",
        "everybody is said with `for`",
    ),
)
DONE = (
    Habit(
        r'^may ((?:gain|lose|move|swap|pass|shuffle|reveal|hide|show|set|open|end)\b[^:"]+)$',
        _optional,
        "what is neither done, chosen nor paid stands behind a question",
    ),
    Habit(r"^(?:may|can|could) (?:optionally )?(?=(?:choose|do|pay)\b)", "may "),
    Habit(
        r"^(?:may )?do [a-z]\w*(?:\.\w+)*\([^()]*?[a-z]\w*\s*=(?!=)[^()]*\)", _by_name, "what is given by name has a colon"
    ),
    Habit(
        r'^(?:print|console\.log|log|echo|alert|tell|write|message|say|puts)\s*\(\s*f?("[^"]*")\s*\)$',
        r"say \1",
        "a line of the log is written with `say`",
    ),
    Habit(
        r'^(?:print|log|echo|alert|tell|write|message|announce|say|show|display|puts)\s+f?("[^"]*")$',
        r"say \1",
        "a line of the log is written with `say`",
    ),
    Habit(
        r'^(?:say|print) ((?:"[^"]*"|[a-z][\w.]*)(?:\s*\+\s*(?:"[^"]*"|[a-z][\w.]*(?:\([^()]*\))?))+)$',
        _joined,
        "formulas stand in braces inside the text",
    ),
    Habit(r"^(?:say|print)\s+f?'([^']*)'$", r'say "\1"'),
    Habit(r"^say ([A-Za-z][^\"'“”]*)$", r'say "\1"'),
    Habit(r"^say\s+[“„]([^”“]*)[”“]$", r'say "\1"'),
    Habit(
        r"^end(?:_| of | )(?:the |this |my |your |current |own )?(turn|round|game)$|"
        r"^(?:finish|stop|quit) (turn|round|game)$",
        lambda match: f"end {match[1] or match[2]}",
        "a phase is ended with `end` and its name",
    ),
    Habit(r"^(?:return|exit|quit|leave|break|continue)$", "stop", "`stop` leaves this action; `end turn` ends a phase"),
    Habit(rf"^({PATH})\.(shuffle|reveal|hide)\(\)$", r"\2 \1", "a statement begins with its verb"),
    Habit(
        rf"^({PATH})\.(?:append|push|add|insert|unshift)\((.+)\)$",
        r"move \2 to \1",
        "a component gets somewhere by `move`",
    ),
    Habit(
        rf"^(?:move|put|take) (?:cards?|all|everything|all cards) from ({PATH}) (?:to|into) ",
        r"move \1 to ",
        "all of a zone is said by its name alone",
    ),
    Habit(
        rf"^(?:take|draw) (?:an? |one |the )?(?:top )?cards? from (?:the )?({PATH})$",
        r"move top(\1) to hand",
        "a card is drawn by `move`",
    ),
    Habit(
        r"^(?:choose|pick|select) (?:a |an |one )?(another |other |)players?$",
        lambda match: f"choose p from {'others' if match[1] else 'players'}",
        "what is chosen has a name, and is chosen from a set",
    ),
    Habit(r"^(?:choose|pick|select) (?:a |an |one )?card$", "choose card from hand", "a choice is made from a set"),
    Habit(r"^turn over (?:the )?top card(?: of (\w+))?$", lambda match: f"reveal top({match[1] or 'deck'})"),
    Habit(
        rf"^move (\d+|one|two|three|four|five|six) (?:cards?|tiles?|components?) from ({PATH}) to ",
        lambda match: f"move {tops(match)} to ",
        "`move` names what moves: `top(...)` of the zone",
    ),
    Habit(rf"^move ({PATH}) from (?:{PATH}) to ", r"move \1 to "),
    Habit(
        r"^(?:put|place|discard|take|send|play|return|transfer|(?:give|add)(?= (?:\w*cards?|all|top|first|last)\b)) "
        r"(\S.*?) (?:to|into|in|on|onto) (?=[a-z])",
        r"move \1 to ",
        "a component gets somewhere by `move`",
    ),
    Habit(rf"^draw (\d+|a|an|one|two|three|four|five|six)(?: cards?)?(?: from ({PATH}))?$", _drawn),
    Habit(r"^(?:exchange|trade) (.+) (?:with|for|and) (.+)$", r"swap \1 with \2"),
    Habit(r"^swap (\S.*?) (?:and|for|to) (.+)$", r"swap \1 with \2"),
    Habit(r"^(?:pick|select|choose) (?:a |an |one )?([a-z]\w*) (?:in|of|out of|from) (?=\w)", r"choose \1 from "),
    Habit(r"^mix ", "shuffle "),
    Habit(
        r"^(?:roll|throw) (?:a |one )?(?:d6|dice?|die)$",
        "choose n from 1..6 at random",
        "chance is `choose ... at random`",
    ),
    Habit(
        r"^(?:call|run|perform|execute|resolve) ([a-z]\w*)(?:\(\))?$", r"do \1", "an action is carried out with `do`"
    ),
    Habit(
        rf"^(?!(?:{VERBS}|if|for|while|return|def|function|class|import|print|count|some|no|sum|max|min|top|first|last|"
        rf"highest|lowest)\b)([a-z]\w*)\(\)$",
        r"do \1",
        "an action is carried out with `do`",
    ),
    Habit(r"^((?:else )?if [^:]+|for [^:]+ in [^:]+|repeat [^:]+|together|may(?: \"[^\"]*\")?)$", r"\1:"),
    Habit(r"^else$", "else:"),
    Habit(r"^(move .+) (?:into|onto|on|in) (?=[a-z][\w.]*$)", r"\1 to "),
)
RANGE = Habit(
    r"^\(?\[?(-?\d+)\s*(?:-|–|—|\.\.\.|…|to|,|:|through)\s*(\d+)\]?\)?",
    r"\1..\2",
    "a range is written with two dots",
)
TYPES = (
    RANGE,
    Habit(r"^(\d+)$", r"0..\1", "a number that is kept has a least and a greatest value"),
    Habit(r"^(\d+)(?:\.\.|\+)$", r"\1..99"),
    Habit(
        r"^(?:each|every|all|the|an?) ([A-Za-z])(\w*?)s?$",
        lambda match: match[1].upper() + match[2],
        "a type is one word",
    ),
    Habit(r"^(?:optional|maybe) (\w+)$|^(\w+)\?$", lambda match: f"{match[1] or match[2]} or none"),
    Habit(
        r"\s*(?:\||\bor)\s*(?:null|None|nil|nothing|nobody|undefined)$", " or none", "what may be missing is `or none`"
    ),
    Habit(r"^(?:list|array|many|bag|set|Set|List)(?: of |\[|\()(\w+?)s?[\])]?$", r"set of \1"),
    Habit(r"^([A-Z]\w*)\[\]$", r"set of \1", "several of a kind are `set of ...`"),
)
NAMES = (
    Habit(r"^([a-z]\w*) ?\(.*\)$", r"\1", "what an action is given stands under `takes:`"),
    Habit(
        r"^(?:at |on )?(?:the )?(?:each|every|per|end of|start of|beginning of|after|the|next|new)"
        r"(?: (?:the|each|every))? ([a-z]\w*)$",
        r"\1",
        "the name of the phase alone stands here",
    ),
    Habit(r"^([a-z]\w*) (?:starts?|ends?|begins?)$", r"\1", "the name of the phase alone stands here"),
)
EVENTS = (
    Habit(r"^(turn|round|phase|game)$", r"end \1", "what happens begins with a verb"),
    Habit(r"\b(the|a|an)\s+(?=[A-Za-z]\w*)", "", THE),
    Habit(
        r"^(?:start|beginning|begin) (?:of )?([a-z]\w*)$|^([a-z]\w*) (?:starts|begins)$",
        lambda match: f"begin {match[1] or match[2]}",
        "what happens begins with a verb",
    ),
    Habit(
        r"^end of ([a-z]\w*)$|^([a-z]\w*) (?:ends|is over)$",
        lambda match: f"end {match[1] or match[2]}",
        "what happens begins with a verb",
    ),
    Habit(
        r"^(\w+(?: [a-z]\w*)?) (?:is|was|gets) (move|reveal|hid|shuffle)(?:d|den)\b",
        lambda match: f"{'hide' if match[2] == 'hid' else match[2]} {match[1]}",
        "what happens begins with a verb",
    ),
    Habit(r"^(move|reveal|hide|gain|lose|pay|shuffle|set|end|begin)s\b", r"\1"),
    Habit(r"^(gain|lose|pay) \d+ ", r"\1 "),
    Habit(r"\b(?:into|onto|in|on) (?=[a-z][\w.]*$)", "to "),
    Habit(r"^(?!move|reveal|hide|set|gain|lose|pay|shuffle|do|begin|end)([a-z]\w*)( by [a-z]\w*)?$", r"do \1\2"),
)
ONE_WORD = Habit(
    r"^[A-Za-z]\w*(?:[ -]+\w+)+$",
    lambda match: re.sub(r"[ -]+", "_", match[0]).lower(),
    "a name is one word of small letters; `_` stands for a space",
)
HABITS: dict[str, tuple[Habit, ...]] = {
    "block": (*STARTS, *VALUES[:3], ARTICLE, *DONE, *CHANGES, *OPERATORS, *VALUES[3:], EQUALS),
    "formula": (*VALUES[:3], *OPERATORS, *VALUES[3:], EQUALS),
    "price": (Habit(r"\s*(?:,|\band\b|&)\s*", " + "), Habit(rf"^({PATH})\s*[:*x]?\s*(\d+)$", r"\2 \1")),
    "repetition": (
        Habit(r"^(\d+)(?: rounds?| turns?|x| passes)?$", r"\1 times"),
        Habit(r"^once$", "1 times"),
        Habit(r"^twice$", "2 times"),
        Habit(r"^while (.+)$", lambda match: _while(match)[7:-1]),
        Habit(r"^(?:always|infinite|endless|endlessly|loop|yes|true)$", "forever"),
        *OPERATORS,
        *VALUES,
    ),
    "type_words": TYPES,
    "name": (*NAMES, ONE_WORD),
    "signature": (Habit(r"\(\)$", ""), Habit(r"^([a-z])(\w*)\.(?=\w)", lambda match: f"{match[1].upper()}{match[2]}.")),
    "names": (*NAMES, Habit(r"\s*(?:\band\b|\bor\b|[+&])\s*", ", ", "several names have commas between them")),
    "address": NAMES,
    "event": EVENTS,
    "audience": (
        Habit(r"^(?:the|only)\s+", "", THE),
        Habit(r"^(\w+) only$", r"\1"),
        Habit(r"^(?:no one|no|none|noone)$", "nobody"),
        Habit(r"^(?:every ?one|all players|each player)$", "all"),
        Habit(r" (?:when|while|except if|except when) ", lambda match: " unless " if "except" in match[0] else " if "),
    ),
}
