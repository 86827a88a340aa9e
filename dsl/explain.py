"""Why a word does not fit, in the author's words.

In: where the parser got stuck, and what it would have taken. Out: one `Mistake`. The mistakes that designers make are
tried one after another; when none fits, the message says what could stand here and shows the right form.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl import parse_errors as errors
from rulewright.dsl.builtins import FUNCTIONS
from rulewright.dsl.forms import EVENT_FORMS, FOREIGN, FORMS, MAY_FORMS, NO_ACTIONS, NO_FORM, PLACE_FORMS, TYPES
from rulewright.dsl.parse_errors import Mistake
from rulewright.dsl.scan import RESERVED, Word
from rulewright.dsl.stuck import Place, Stuck, could_stand, example, listed, place_of, shortened
from rulewright.dsl.suggest import nearest

COMPARISONS = frozenset({"is", "in", "not", "<", "<=", ">", ">="})
AWAITED = {
    "move": "to", "set": "to", "show": "to", "pass": "to", "swap": "with", "let": "be", "for": "in", "choose": "from",
    "each": "in",
}


def explain(stuck: Stuck) -> Mistake:
    """The most helpful thing to say about it."""
    place = place_of(stuck)
    for reason in REASONS:
        mistake = reason(place)
        if mistake is not None:
            return mistake
    return _unexpected(place)


# ------------------------------------------------------------------------------------------------ reasons


def _else(place: Place) -> Mistake | None:
    if place.text != "else":
        return None
    if place.begins and not place.statement:
        hint = "it stands under the lines of an `if` or `may`, and begins as far left as that"
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
                         f"the verbs are {listed(sorted(FORMS))}")


def _foreign_verb(place: Place, here: Word) -> Mistake:
    message = f"`{here.text}` is not a verb of the language"
    if here.text in NO_FORM:
        return place.mistake(errors.UNKNOWN_VERB, *NO_FORM[here.text])
    if here.text in FUNCTIONS:
        return place.mistake(errors.UNKNOWN_VERB, f"`{here.text}` finds something out, it does nothing",
                             "write `let best be highest(hand by worth)`")
    named = here.kind == "WORD" and here.text not in RESERVED and here.text not in NO_ACTIONS
    action = f"to carry out an action write `do {here.text}`" if named else ""
    if here.text in FOREIGN:
        other = f"write `{FOREIGN[here.text]}`"
        ends = place.after is None or place.after.text in ("by", "(", ";", ".")
        hint = "; ".join(part for part in ([action, other] if ends else [other, action]) if part)
        return place.mistake(errors.UNKNOWN_VERB, message, hint)
    near = next(iter(nearest(here.text.lower(), FORMS)), None)
    if near:
        hint = f"did you mean `{near}`? for example `{FORMS[near][1]}`"
    else:
        hint = "; ".join(part for part in (action, f"the verbs are {listed(sorted(FORMS))}") if part)
    return place.mistake(errors.UNKNOWN_VERB, message, hint)


def _name(place: Place) -> Mistake | None:
    """A name is wanted, and this can not be one."""
    here = place.here
    before = place.before
    if place.head == "choose" and place.text == "from" and before is not None and before.kind == "TYPE":
        return place.mistake(errors.WRONG_NAME, f"a name begins with a small letter: `{before.text}` is a type",
                             f"write `choose c from hand`, or `choose c from {before.text}`", at=before)
    if here is None or "NAME" not in place.accepts or (place.value and here.kind != "WORD"):
        return None
    if here.text in ("at", "per") and place.head == "gain":  # what comes before it is no amount
        return None
    if here.text == "each" and place.head == "for":
        return place.mistake(errors.FOREIGN_FORM, "`for` takes no `each`", f"write `{FORMS['for'][1]}`")
    declares = not place.value or (place.head == "choose" and len(place.statement) == 1)
    if here.kind == "TYPE" and "TYPE" not in place.accepts:
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", here.text).lower()
        return place.mistake(errors.WRONG_NAME, f"a name begins with a small letter: `{here.text}` would be a type",
                             f"use a name like `{name if name not in RESERVED else 'c'}`")
    if here.kind == "WORD" and declares and here.text in RESERVED and _stands_for_name(place):
        return place.mistake(errors.RESERVED_WORD, f"`{here.text}` is a word of the language and can not be a name",
                             f"choose another name, such as `{here.text}_card`")
    return None


def _stands_for_name(place: Place) -> bool:
    """Does the sentence go on after this word as if it were a name?"""
    awaited = AWAITED.get(place.head)
    if awaited in place.accepts:
        return False
    if place.text == awaited:
        return place.after is not None and place.after.text == awaited
    return True


def _type(place: Place) -> Mistake | None:
    here = place.here
    if here is None or here.kind != "WORD" or "TYPE" not in place.accepts or "NAME" in place.accepts:
        return None
    if here.text in TYPES and place.stuck.start == "type_words":
        return place.mistake(errors.FOREIGN_FORM, *TYPES[here.text])
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
    if place.here is None and [word.text for word in place.statement] == ["choose", "one"]:
        return place.mistake(errors.MISSING_COLON, "a `:` is missing after `choose one`",
                             "each option has a line of its own under it; or all in one line, for example "
                             "`choose (gain 1 mass | gain 1 energy)`")
    if ":" not in place.accepts:
        return None
    if place.text == "if" and place.before is not None and place.before.text == "else":
        return place.mistake(errors.FOREIGN_FORM, "`may` has no `else if`",
                             "put an `if` under the `else:`", at=place.before)
    if place.text == "then" and place.head == "if":
        return place.mistake(errors.FOREIGN_FORM, "after the condition comes `:`, not `then`",
                             "write `if no(deck): stop`")
    if place.text == "do" or (place.here and place.text in FORMS and place.text not in ("may", "open", "set")):
        model = MAY_FORMS[place.head] if place.offered else FORMS.get(place.head, FORMS["if"])[1]
        return place.mistake(errors.MISSING_COLON, f"a `:` is missing before {place.shown}", f"for example `{model}`")
    if place.here is None and not {";", "_NL"} & place.accepts and place.statement:
        what = "else" if place.head == "else" else place.head
        model = "if no(deck): stop" if what not in FORMS else FORMS[what][1]
        if what == "choose":
            model = "choose (gain 1 mass | gain 1 energy)"
        return place.mistake(errors.MISSING_COLON, f"a `:` is missing at the end of this `{what}`",
                             f"the colon comes before what is done; for example `{model}`")
    return None


def _block_of_one(place: Place) -> Mistake | None:
    """`choose c from hand: ...`: only what can be declined has a block."""
    if place.text != ":" or place.head not in MAY_FORMS or place.offered or place.value or len(place.statement) < 2:
        return None
    if place.stuck.start not in ("block", "options") or not {";", "by", "per"} & place.accepts:
        return None
    message = f"`{place.head}` has no block: what follows stands on the lines below"
    return place.mistake(errors.UNEXPECTED_WORD, message, f"what can be declined has one; for example `{MAY_FORMS[place.head]}`")


def _moved_from(place: Place) -> Mistake | None:
    if place.head != "move" or place.stuck.start not in ("block", "options") or place.value:
        return None
    if place.text == "from":
        return place.mistake(errors.FOREIGN_FORM, "`move` takes no `from`: say which cards of the zone move",
                             "write `move top(deck) to hand`, or `move 2 of deck to hand`")
    return None


def _lost_at(place: Place) -> Mistake | None:
    if place.text != "at" or place.head not in ("lose", "pay") or place.value:
        return None
    return place.mistake(errors.UNEXPECTED_WORD, f"`at` is for what is gained; what one can {place.head} is a counter",
                         f"say whose it is: `{place.head} 1 planet.plants`")


def _number_of(place: Place) -> Mistake | None:
    """`2 cards`, where no counter is meant."""
    here, before = place.here, place.before
    if here is None or before is None or here.kind not in ("WORD", "TYPE") or before.kind != "INT":
        return None
    if here.text in RESERVED or "of" not in place.accepts or "times" in place.accepts:
        return None
    follows = f"; for example `{before.text} of hand`"
    return place.mistake(errors.FOREIGN_FORM, f"after `{before.text}` comes `of` and the set, not {place.shown}",
                         "say what they are taken from" + follows)


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
        hint = f"write `{verb}1 {text}`" if verb else f"for example `1 {text}`"
        return Mistake(errors.MISSING_AMOUNT, last[0].start, last[-1].end, message, hint)
    if last and last[0].kind == "INT" and not place.value and (place.here is None or place.here.kind != "TYPE"):
        message = f"`{text}` of what? The name of a counter follows the number"
        return place.mistake(errors.MISSING_AMOUNT, message, f"for example `{verb}{text} mass`")
    return None


def _awaited(place: Place) -> Mistake | None:
    """The small word in the middle of a statement is missing."""
    word, said = AWAITED.get(place.head), [one.text for one in place.statement]
    if word is not None and said == [place.head, word] and place.head in ("let", "for"):
        message = f"a name is missing between `{place.head}` and `{word}`"
        return place.mistake(errors.UNFINISHED, message, example(place), at=place.before)
    if said == ["choose", "up"]:
        return place.mistake(errors.MISSING_WORD, f"after `up` comes `to`, not {place.shown}",
                             "for example `choose up to 2 cs from hand`")
    if "times" in place.accepts and place.text not in (")", ","):
        shown = FORMS["repeat"][1] if place.head == "repeat" else PLACE_FORMS["repetition"]
        message = f"after `{shortened(place.statement).removeprefix('repeat ')}` comes `times`"
        return place.mistake(errors.MISSING_WORD, message, f"for example `{shown}`")
    if "else" in place.accepts and "then" in said and not place.begins:
        where = f"before {place.shown}" if place.here else "at the end"
        return place.mistake(errors.MISSING_WORD, f"`else` is missing {where}",
                             "as a value, `if` says what else; for example `set total to if spinning then 0 else 1`")
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
    form, model = FORMS[place.head]
    instead = f", not {place.shown}" if place.here is not None else " and the rest"
    message = f"after `{shortened(place.statement)}` comes `{word}`{instead}"
    return place.mistake(errors.MISSING_WORD, message, f"the form is `{form}`; for example `{model}`")


def _call(place: Place) -> Mistake | None:
    """`count pool`, `no pool`."""
    here, before = place.here, place.before
    if here is None or before is None or before.text not in FUNCTIONS or here.kind not in ("WORD", "TYPE"):
        return None
    if here.text in RESERVED or place.value:
        return None
    if before.text == "all" and place.head == "move":
        message = "all of a zone is said by its name alone"
        return place.mistake(errors.FOREIGN_FORM, message, "write `move hand to pool`", at=before)
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
        hint = "`;` stands only between two statements of one line; for example `shuffle deck; stop`"
        return place.mistake(errors.UNFINISHED, errors.LAST_SEMICOLON, hint, at=before)
    if before.text == "pass" and here is None and len(place.statement) == 1:
        return place.mistake(errors.FOREIGN_FORM, "where nothing happens, nothing is written",
                             "leave the line out; to hand a zone on write `pass hand to left`", at=before)
    closes = here is None or here.text in (*RESERVED, ")", ",", ":", ";", "|", ".", "..") or here.kind == "COMPARE" or (
        here.text in ("+", "*", "/")
    )
    if not closes or not (place.value or place.begins or "NAME" in place.accepts or "STRING" in place.accepts):
        return None
    if place.begins and before.text == ":":
        hint = "for example `if no(deck): stop`"
        return place.mistake(errors.EMPTY_BLOCK, "nothing follows this `:`", hint, at=before)
    named = len(place.statement) == 1 and place.head == "choose"
    wants = "a value" if place.value and not named else "a name" if "NAME" in place.accepts else (
        "a statement" if place.begins else "a text in double quotes")
    where = f"after `{before.text}`" if here is None else f"between `{before.text}` and {place.shown}"
    return place.mistake(errors.UNFINISHED, f"{wants} is missing {where}", example(place))


def _text(place: Place) -> Mistake | None:
    """A text is wanted, and something else comes."""
    if place.here is None or place.accepts != {"STRING"}:
        return None
    if place.stuck.start == "options" or place.head != "say":
        return place.mistake(errors.UNEXPECTED_WORD, "an option begins with what it is called",
                             "that is a text in double quotes and a colon, before what is done")
    return place.mistake(errors.WRONG_QUOTES, "what is said stands between double quotes",
                         'for example `say "{me} passes"`')


def _together(place: Place) -> Mistake | None:
    """Another statement on the same line."""
    if place.here is None or ";" not in place.accepts or place.text not in FORMS:
        return None
    if place.text == "for" and place.head in ("gain", "lose", "pay"):
        return place.mistake(errors.FOREIGN_FORM, "for each of them is said with `per`",
                             "write `gain 1 vp per planets`")
    return place.mistake(errors.RUN_TOGETHER, f"a new statement begins with {place.shown}",
                         "put it on its own line, or a `;` before it; for example `shuffle deck; stop`")


def _elsewhere(place: Place) -> Mistake | None:
    """Places other than statements and formulas."""
    here, before, start = place.here, place.before, place.stuck.start
    if start == "event" and "begin" in place.accepts:
        near = next(iter(nearest(place.text, EVENT_FORMS)), None) if here else None
        hint = f"did you mean `{near}`? for example `{EVENT_FORMS[near]}`" if near else (
            f"the verbs of what happens are {listed(list(EVENT_FORMS))}; for example `move Card c to pool`")
        return place.mistake(errors.UNKNOWN_VERB, f"what happens begins with a verb, not with {place.shown}", hint)
    if start == "event" and place.head in ("gain", "lose", "pay") and here and here.kind == "INT":
        return place.mistake(errors.FOREIGN_FORM, "what happens names the counter, not how much",
                             f"for example `{EVENT_FORMS[place.head]}`")
    if start == "price" and place.text in (",", "and"):
        return place.mistake(errors.FOREIGN_FORM, f"amounts are joined with `+`, not with `{place.text}`",
                             f"for example `{PLACE_FORMS['price']}`")
    if start == "signature" and place.text == "(" and before is not None and before.kind == "TYPE":
        return place.mistake(errors.WRONG_NAME, f"a name begins with a small letter: `{before.text}` would be a type",
                             f"for example `{PLACE_FORMS['signature']}`", at=before)
    one_word = start in ("signature", "name", "names", "address")
    if one_word and place.text == "-" and before and place.after and place.after.kind == "WORD":
        return place.mistake(errors.WRONG_NAME, "a name is one word; `_` stands for a dash",
                             f"write `{before.text}_{place.after.text}`")
    if one_word and here and here.kind == "WORD" and before and before.kind == "WORD":
        return place.mistake(errors.WRONG_NAME, "a name is one word; `_` stands for a space",
                             f"write `{before.text}_{here.text}`")
    return None


# In this order: the first that applies speaks.
REASONS: tuple[Callable[[Place], Mistake | None], ...] = (
    _elsewhere, _text, _else, _verb, _chained, _colon, _block_of_one, _moved_from, _name, _type, _lost_at, _amount, _number_of, _call, _key,
    _awaited, _unfinished, _together,
)


def _unexpected(place: Place) -> Mistake:
    could = could_stand(place.accepts)
    after = f" after `{place.before.text}`" if place.before else ""
    message = f"{place.shown} does not fit{after}" if place.here else f"the line ends too early{after}"
    if could:
        message += f"; here could stand {listed(could, plain=True)}"
    return place.mistake(errors.UNEXPECTED_WORD if place.here else errors.UNFINISHED, message, example(place))
