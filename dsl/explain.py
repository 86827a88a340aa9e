"""Why a word does not fit, in the author's words.

In: where the parser got stuck, and what it would have taken. Out: one `Mistake`. The mistakes that designers make are
tried one after another; when none fits, the message says what could stand here and shows the right form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.dsl import parse_errors as errors
from rulewright.dsl.parse_errors import Mistake, Stuck
from rulewright.dsl.scan import RESERVED, Word
from rulewright.dsl.suggest import did_you_mean

# Each statement: its form, and an example.
FORMS = {
    "choose": ("choose <name> from <set>", "choose c from hand"),
    "move": ("move <what> to <zone>", "move top(deck) to hand"),
    "swap": ("swap <one> with <other>", "swap mine with theirs"),
    "pass": ("pass <zone> to <direction>", "pass hand to left"),
    "shuffle": ("shuffle <zone>", "shuffle deck"),
    "reveal": ("reveal <what>", "reveal hand"),
    "hide": ("hide <what>", "hide hand"),
    "show": ("show <what> to <player>", "show deck to me"),
    "set": ("set <variable> to <value>", "set total to 0"),
    "gain": ("gain <number> <counter>", "gain 1 mass"),
    "lose": ("lose <number> <counter>", "lose 1 mass"),
    "pay": ("pay <number> <counter>", "pay 1 mass"),
    "let": ("let <name> be <value>", "let best be highest(hand by worth)"),
    "do": ("do <action>", "do discard"),
    "open": ("open <window>", "open speak"),
    "end": ("end <phase>", "end round"),
    "say": ('say "<text>"', 'say "{me} passes"'),
    "stop": ("stop", "stop"),
    "if": ("if <condition>: <statements>", "if no(deck): stop"),
    "for": ("for <name> in <set>: <statements>", "for p in players: shuffle p.deck"),
    "repeat": ("repeat <number> times: <statements>", "repeat 3 times: do draw"),
    "may": ('may "<question>": <statements>', 'may "Reveal it?": reveal hand'),
    "together": ("together: <statements>", "together: shuffle deck"),
}
EVENT_FORMS = {
    "move": "move Card c to pool", "reveal": "reveal Card c", "hide": "hide Card c", "set": "set anchor to none",
    "gain": "gain mass", "lose": "lose mass", "pay": "pay mass", "shuffle": "shuffle deck", "do": "do seek by p",
    "begin": "begin turn", "end": "end turn",
}
PLACE_FORMS = {
    "formula": "count(hand)", "repetition": "4 times", "price": "2 mass + 1 energy", "event": "move Card c to pool",
    "audience": "owner unless spinning", "type_words": "0..3", "signature": "has_set(Int n)", "name": "hand",
    "names": "mass, energy", "address": "round.turn",
}
# What other languages and rulebooks say, and how it is said here.
FOREIGN = {
    "while": "repeat until no(deck): do draw", "loop": "repeat 3 times: do draw", "foreach": "for p in players: shuffle p.deck",
    "draw": "move top(deck) to hand", "deal": "for p in players: move top(deck) to p.hand", "discard": "move card to pool",
    "put": "move card to pool", "take": "move card to hand", "place": "move card to pool", "give": "move card to target.hand",
    "play": "move card to pool", "return": "move card to hand", "add": "gain 1 mass", "increase": "gain 1 mass",
    "increment": "gain 1 mass", "remove": "lose 1 mass", "decrease": "lose 1 mass", "reduce": "lose 1 mass",
    "subtract": "lose 1 mass", "spend": "pay 1 mass", "roll": "choose n from 1..6 at random", "flip": "reveal card",
    "turn": "reveal card", "ask": 'may "Reveal it?": reveal hand', "select": "choose c from hand", "pick": "choose c from hand",
    "skip": "stop", "break": "end round", "exit": "stop", "quit": "end round", "print": 'say "{me} passes"',
    "tell": 'say "{me} passes"', "log": 'say "{me} passes"', "var": "let best be top(deck)", "call": "do discard",
    "run": "do discard", "perform": "do discard", "resolve": "do discard", "exchange": "swap mine with theirs",
    "trade": "swap mine with theirs", "win": "end game won by me", "finish": "end round", "mix": "shuffle deck",
    "unless": "if not spinning: stop", "when": "if no(deck): stop", "until": "repeat until no(deck): do draw",
    "each": "for p in players: shuffle p.deck", "every": "for p in players: shuffle p.deck", "assign": "set total to 0",
    "simultaneously": "together: shuffle deck", "optionally": 'may "Reveal it?": reveal hand',
}
FUNCTIONS = frozenset("count some no sum max min highest lowest distinct first top bottom random all".split())
COMPARISONS = frozenset({"is", "in", "not", "<", "<=", ">", ">="})
AWAITED = {
    "move": "to", "set": "to", "show": "to", "pass": "to", "swap": "with", "let": "be", "for": "in", "choose": "from",
    "each": "in",
}
VALUE = frozenset({"NAME", "INT", "("})


@dataclass(frozen=True, slots=True)
class Place:
    """Where the parser is stuck."""

    stuck: Stuck
    here: Word | None  # None at the end of the text or of a line
    before: Word | None
    after: Word | None
    statement: tuple[Word, ...]  # from the first word of the statement to the one before `here`

    @property
    def accepts(self) -> frozenset[str]:
        return self.stuck.accepts

    @property
    def text(self) -> str:
        return self.here.text if self.here else ""

    @property
    def head(self) -> str:
        return self.statement[0].text if self.statement else ""

    @property
    def begins(self) -> bool:
        """Does a statement begin here?"""
        return {"move", "say", "stop"} <= self.accepts

    @property
    def value(self) -> bool:
        """Is a value expected here?"""
        return self.accepts >= VALUE

    @property
    def shown(self) -> str:
        return f"`{self.text}`" if self.here else "the end of the line"

    def mistake(self, rule: errors.Rule, message: str, hint: str | None = None, at: Word | None = None) -> Mistake:
        """At a word; by default at the one that does not fit, or where the line ends."""
        word = at or self.here
        if word is not None:
            return Mistake(rule, word.start, word.end, message, hint)
        end = self.before.end if self.before else 0
        return Mistake(rule, end, end, message, hint)


def explain(stuck: Stuck) -> Mistake:
    """The most helpful thing to say about it."""
    place = _place(stuck)
    for reason in REASONS:
        mistake = reason(place)
        if mistake is not None:
            return mistake
    return _unexpected(place)


def _place(stuck: Stuck) -> Place:
    words, at = stuck.words, stuck.at

    def word(index: int) -> Word | None:
        inside = 0 <= index < len(words) and not words[index].kind.startswith("_")
        return words[index] if inside else None

    first = at
    depth = 0
    while first > 0:
        one = words[first - 1]
        depth += (one.text == ")") - (one.text == "(")
        if one.kind.startswith("_") or one.text in (";", ":", "|") or (depth < 0 and _inline(words, first - 1)):
            break
        first -= 1
    before = next((one for one in reversed(words[:at]) if not one.kind.startswith("_")), None)
    return Place(stuck, word(at), before, word(at + 1), tuple(words[first:at]))


def _inline(words: list[Word], bracket: int) -> bool:
    """Is this the bracket of `choose (a | b)`?"""
    return bracket > 0 and words[bracket - 1].text == "choose" and words[bracket].text == "("


def _example(place: Place) -> str:
    if place.stuck.start == "event":
        return f"for example `{EVENT_FORMS.get(place.head, EVENT_FORMS['move'])}`"
    if place.stuck.start in ("block", "options") and place.head in FORMS:
        form, example = FORMS[place.head]
        return f"the form is `{form}`; for example `{example}`"
    if place.stuck.start == "options":
        return 'for example `choose (gain 1 mass | gain 1 energy)`'
    return f"for example `{PLACE_FORMS.get(place.stuck.start, 'move top(deck) to hand')}`"


# ------------------------------------------------------------------------------------------------ reasons


def _else(place: Place) -> Mistake | None:
    if place.text != "else":
        return None
    if place.begins and not place.statement:
        hint = "it stands right under the lines of an `if` or `may`, as far left as that; for example `if no(deck): stop`"
        return place.mistake(errors.LONE_ELSE, "this `else` belongs to no `if` or `may`", hint)
    if ";" in place.accepts:
        return place.mistake(errors.LONE_ELSE, "`else` begins a line of its own",
                             "put it on the next line, as far left as its `if`")
    return None


def _verb(place: Place) -> Mistake | None:
    """A statement begins with something else than a verb."""
    here = place.here
    if here is None or not place.begins:
        return None
    if here.kind == "STRING":
        return place.mistake(errors.UNKNOWN_VERB, "a text alone does nothing", f"write `say {here.text}`")
    if here.kind == "TYPE" and here.text.lower() in FORMS:
        return place.mistake(errors.WRONG_NAME, f"`{here.text}` is written in small letters",
                             f"for example `{FORMS[here.text.lower()][1]}`")
    if here.text == "elif":
        return place.mistake(errors.FOREIGN_FORM, "`elif` is said in two words", "the words are `else if`")
    if here.text in ("elsif", "elseif", "otherwise"):
        return place.mistake(errors.FOREIGN_FORM, f"`{here.text}` is not a word of the language",
                             "the words are `else if`, and `else` for all other cases")
    if here.kind == "WORD" and here.text in FORMS:  # `if` where only one-line statements may stand
        return place.mistake(errors.RUN_TOGETHER, f"`{here.text}` begins a line of its own",
                             "put it on the next line, further to the right")
    if here.kind == "WORD" or here.kind == "TYPE":
        return _foreign_verb(place, here)
    return place.mistake(errors.UNKNOWN_VERB, f"a statement begins with a verb, not with {place.shown}",
                         f"the verbs are {_listed(sorted(FORMS))}")


def _foreign_verb(place: Place, here: Word) -> Mistake:
    message = f"`{here.text}` is not a verb of the language"
    action = f"to carry out an action write `do {here.text}`" if here.text not in RESERVED and here.kind == "WORD" else ""
    if here.text in FOREIGN:
        other = f"write `{FOREIGN[here.text]}`"
        ends = place.after is None or place.after.text in ("by", "(", ";", ".")
        hint = "; ".join(part for part in ([action, other] if ends else [other, action]) if part)
        return place.mistake(errors.UNKNOWN_VERB, message, hint)
    near = did_you_mean(here.text.lower(), FORMS)
    if near:
        hint = f"did you mean `{near}`? for example `{FORMS[near][1]}`"
    else:
        hint = f"{action}; the verbs are {_listed(sorted(FORMS))}" if action else f"the verbs are {_listed(sorted(FORMS))}"
    return place.mistake(errors.UNKNOWN_VERB, message, hint)


def _name(place: Place) -> Mistake | None:
    """A name is wanted, and this can not be one."""
    here = place.here
    if here is None or "NAME" not in place.accepts or place.value and here.kind != "WORD":
        return None
    if here.text == "each" and place.head == "for":
        return place.mistake(errors.FOREIGN_FORM, "`for` takes no `each`", "write `for p in players: shuffle p.deck`")
    declares = not place.value
    if here.kind == "TYPE" and "TYPE" not in place.accepts:
        name = here.text[0].lower() + here.text[1:]
        return place.mistake(errors.WRONG_NAME, f"a name begins with a small letter: `{here.text}` would be a type",
                             f"use a name like `{name if name not in RESERVED else 'c'}`")
    if here.kind == "WORD" and declares and here.text in RESERVED and _stands_for_name(place):
        return place.mistake(errors.RESERVED_WORD, f"`{here.text}` is a word of the language and can not be a name",
                             f"choose another; for example `{here.text}_` followed by what it is: `{here.text}_card`")
    return None


def _stands_for_name(place: Place) -> bool:
    """Does the sentence go on after this word as if it were a name?"""
    awaited = AWAITED.get(place.head)
    if place.text == awaited:
        return place.after is not None and place.after.text == awaited
    return True


def _type(place: Place) -> Mistake | None:
    here = place.here
    if here is None or here.kind != "WORD" or "TYPE" not in place.accepts or "NAME" in place.accepts:
        return None
    if here.text in ("bag", "list", "many", "any", "several"):
        return place.mistake(errors.FOREIGN_FORM, f"`{here.text}` is not a type", "for example `set of Card`")
    return place.mistake(errors.WRONG_NAME, f"a type begins with a capital letter: `{here.text}` would be a name",
                         f"write `{here.text[0].upper() + here.text[1:]}`")


def _chained(place: Place) -> Mistake | None:
    if place.text not in COMPARISONS or place.text in place.accepts or place.value:
        return None
    depth, words = 0, []
    for word in reversed(place.statement):
        depth += (word.text == ")") - (word.text == "(")
        if depth < 0 or (depth == 0 and word.text in ("and", "or", "where", "if", ",", "then", "else")):
            break
        if depth == 0:
            words.append(word.text)
    if not COMPARISONS & set(words):
        return None
    return place.mistake(errors.CHAINED_COMPARISON, f"`{place.text}` can not follow another comparison",
                         "join two comparisons with `and`; write `1 < total and total < 5`")


def _colon(place: Place) -> Mistake | None:
    if ":" not in place.accepts:
        return None
    if place.text == "then" and place.head == "if":
        return place.mistake(errors.FOREIGN_FORM, "after the condition comes `:`, not `then`", "write `if no(deck): stop`")
    if place.text == "do" or (place.here and place.text in FORMS and place.text not in ("may", "open", "set")):
        example = FORMS.get(place.head, FORMS["if"])[1]
        return place.mistake(errors.MISSING_COLON, f"a `:` is missing before {place.shown}", f"for example `{example}`")
    if place.here is None and not {";", "_NL"} & place.accepts:
        what = "else" if place.head == "else" else place.head
        example = "if no(deck): stop" if what not in FORMS else FORMS[what][1]
        if what == "choose":
            example = "choose (gain 1 mass | gain 1 energy)"
        return place.mistake(errors.MISSING_COLON, f"a `:` is missing at the end of this `{what}`",
                             f"the colon comes before what is done; for example `{example}`")
    return None


def _moved_from(place: Place) -> Mistake | None:
    if place.head != "move" or place.stuck.start not in ("block", "options") or place.value:
        return None
    if place.text == "from":
        return place.mistake(errors.FOREIGN_FORM, "`move` takes no `from`: say which cards of the zone move",
                             "write `move top(deck) to hand`, or `move 2 of deck to hand`")
    return None


def _number_of(place: Place) -> Mistake | None:
    """`2 cards`, where no counter is meant."""
    here, before = place.here, place.before
    if here is None or here.kind not in ("WORD", "TYPE") or before is None or before.kind != "INT" or "of" not in place.accepts:
        return None
    if here.text in RESERVED:
        return None
    follows = f"; for example `{before.text} of hand`"
    return place.mistake(errors.FOREIGN_FORM, f"after `{before.text}` comes `of` and the set, not {place.shown}",
                         "say which, not what they are" + follows)


def _amount(place: Place) -> Mistake | None:
    """`gain mass`, `gain 2`."""
    priced = place.stuck.start == "price" or place.head in ("gain", "lose", "pay")
    if not priced or "NAME" not in place.accepts or place.stuck.start == "event":
        return None
    verb = f"{place.head} " if place.head in ("gain", "lose", "pay") else ""
    last: list[Word] = []
    for word in reversed(place.statement):
        if word.text in ("gain", "lose", "pay", "+", "per"):
            break
        last.insert(0, word)
    text = "".join(word.text for word in last)
    if last and last[0].kind == "WORD" and place.before and place.before.text != "." and not place.value:
        message = f"how much `{text}`? A number stands before the counter"
        return place.mistake(errors.MISSING_AMOUNT, message, f"write `{verb}1 {text}`" if verb else f"for example `1 {text}`",
                             at=last[0])
    if last and last[0].kind == "INT" and not place.value and (place.here is None or place.here.kind != "TYPE"):
        message = f"`{text}` of what? The name of a counter follows the number"
        return place.mistake(errors.MISSING_AMOUNT, message, f"for example `{verb}{text} mass`")
    return None


def _awaited(place: Place) -> Mistake | None:
    """The small word in the middle of a statement is missing."""
    word = AWAITED.get(place.head)
    if place.head == "choose" and "from" not in place.accepts:
        return None
    for index in range(len(place.statement) - 1, 0, -1):  # `each n in` inside anything
        if place.statement[index].text == "each" and "in" in place.accepts and not place.value:
            return place.mistake(errors.MISSING_WORD, f"`in` is missing before {place.shown}",
                                 "for example `each c in hand where c.worth > 3`")
    if word is None or word not in place.accepts or place.stuck.start not in ("block", "options") or place.value:
        return None
    if place.here is not None and place.before is not None and place.before.text in FUNCTIONS and place.here.kind in (
        "WORD", "TYPE", "INT"
    ):
        return None
    form, example = FORMS[place.head]
    instead = f", not {place.shown}" if place.here is not None else " and the rest"
    message = f"after `{_shortened(place.statement)}` comes `{word}`{instead}"
    return place.mistake(errors.MISSING_WORD, message, f"the form is `{form}`; for example `{example}`")


def _shortened(words: tuple[Word, ...]) -> str:
    said = [word.text for word in words]
    return " ".join(said).replace(" . ", ".").replace(" ( ", "(").replace(" )", ")").replace(" , ", ", ")


def _call(place: Place) -> Mistake | None:
    """`count pool`, `no pool`."""
    here, before = place.here, place.before
    if here is None or before is None or before.text not in FUNCTIONS or here.kind not in ("WORD", "TYPE"):
        return None
    if here.text in RESERVED or place.value:
        return None
    return place.mistake(errors.MISSING_BRACKETS, f"what `{before.text}` is asked about stands in brackets",
                         f"write `{before.text}({here.text})`")


def _key(place: Place) -> Mistake | None:
    if place.text == "by" and ")" in place.accepts and "," in place.accepts:
        return place.mistake(errors.UNEXPECTED_WORD, "`by` follows only a single set in brackets",
                             "write `highest(hand by worth)`")
    return None


def _unfinished(place: Place) -> Mistake | None:
    """A value is wanted, and the line ends or a connective comes."""
    here, before = place.here, place.before
    if before is None:
        return None
    if before.text == ";" and here is None:
        return place.mistake(errors.UNFINISHED, "nothing follows this `;`", "`;` stands only between two statements of one "
                             "line; for example `shuffle deck; stop`", at=before)
    closes = here is None or here.text in (*RESERVED, ")", ",", ":", ";", "|", ".", "..") or here.kind == "COMPARE" or (
        here.text in ("+", "*", "/")
    )
    if not closes or not (place.value or place.begins or "NAME" in place.accepts or "STRING" in place.accepts):
        return None
    if place.begins and before.text == ":":
        return place.mistake(errors.EMPTY_BLOCK, "nothing follows this `:`", "for example `if no(deck): stop`", at=before)
    wants = "a value" if place.value else "a name" if "NAME" in place.accepts else (
        "a statement" if place.begins else "a text in double quotes")
    where = f"after `{before.text}`" if here is None else f"between `{before.text}` and {place.shown}"
    return place.mistake(errors.UNFINISHED, f"{wants} is missing {where}", _example(place))


def _together(place: Place) -> Mistake | None:
    """Another statement on the same line."""
    if place.here is None or ";" not in place.accepts or place.text not in FORMS:
        return None
    return place.mistake(errors.RUN_TOGETHER, f"a new statement begins with {place.shown}",
                         "put it on its own line, or a `;` before it; for example `shuffle deck; stop`")


REASONS: tuple[Callable[[Place], Mistake | None], ...] = (
    _else, _verb, _chained, _colon, _moved_from, _name, _type, _amount, _number_of, _call, _key, _awaited, _unfinished,
    _together,
)


# ------------------------------------------------------------------------------------------------ all the rest


def _unexpected(place: Place) -> Mistake:
    could = _could(place.accepts)
    after = f" after `{place.before.text}`" if place.before else ""
    message = f"{place.shown} does not fit{after}"
    if could:
        message += f"; here could stand {_listed(could, plain=True)}"
    return place.mistake(errors.UNEXPECTED_WORD, message, _example(place))


def _could(accepts: frozenset[str]) -> list[str]:
    """What could stand here: a few things, the most telling first."""
    could = ["a value"] if accepts >= VALUE else []
    if not could:
        kinds = {"NAME": "a name", "TYPE": "a type", "INT": "a number", "STRING": "a text in double quotes"}
        could = [said for kind, said in kinds.items() if kind in accepts]
    end = ["the end of the line"] if {"_NL", "$END"} & accepts else []
    rare = {"clockwise", "counterclockwise", "mod", "*", "/", "-", "..", "+", ".", "<", "COMPARE", "is", "in", "not", "or",
            "and", "where"}
    words = sorted(f"`{word}`" for word in accepts if word.islower() and word not in rare and word not in FORMS)
    signs = [f"`{sign}`" for sign in (":", ",", ")", "(", ";", ".") if sign in accepts and not could]
    connectives = ["`and`"] if "and" in accepts and not words else []
    return (could + words + signs + connectives)[:6] + end


def _listed(words: list[str], plain: bool = False) -> str:
    said = words if plain else [f"`{word}`" for word in words]
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " or " + said[-1] if said else ""
