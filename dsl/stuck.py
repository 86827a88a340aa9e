"""Where the parser got stuck, as the reasons for it look at it, and phrases to speak of it.

In: the words, the one that does not fit, what would have fitted. Out: a `Place`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.forms import EVENT_FORMS, FORMS, MAY_FORMS, PLACE_FORMS
from rulewright.dsl.parse_errors import Mistake
from rulewright.dsl.scan import Word

VALUE = frozenset({"NAME", "INT", "("})
RARE = frozenset({"clockwise", "counterclockwise", "mod", "is", "in", "not", "or", "of"})  # not worth listing


@dataclass
class Stuck(Exception):
    """The word at `at` does not fit (or the text ends there); `accepts` is what would: words, signs, `NAME` ..."""

    start: str
    words: list[Word]
    at: int
    accepts: frozenset[str]


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
        """What would fit; that something may be given by name in any brackets is not worth telling."""
        return self.stuck.accepts - {":"} if {":", ")"} <= self.stuck.accepts else self.stuck.accepts

    @property
    def text(self) -> str:
        return self.here.text if self.here else ""

    @property
    def head(self) -> str:
        return self.statement[0].text if self.statement else ""

    @property
    def offered(self) -> bool:
        """Does the statement stand behind `may`?"""
        first = self.stuck.words.index(self.statement[0]) if self.statement else 0
        return first > 0 and self.stuck.words[first - 1].text == "may"

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

    def mistake(self, rule: Rule, message: str, hint: str | None = None, at: Word | None = None) -> Mistake:
        """At a word; by default at the one that does not fit, or where the line ends."""
        word = at or self.here
        if word is not None:
            return Mistake(rule, word.start, word.end, message, hint)
        end = self.before.end if self.before else 0
        return Mistake(rule, end, end, message, hint)


def place_of(stuck: Stuck) -> Place:
    words, at = stuck.words, stuck.at

    def word(index: int) -> Word | None:
        inside = 0 <= index < len(words) and not words[index].kind.startswith("_")
        return words[index] if inside else None

    first = at
    depth = 0
    while first > 0:
        one = words[first - 1]
        depth += (one.text == ")") - (one.text == "(")
        ends = one.text in (";", ":", "|") and not _given_by_name(words, first - 1)
        if one.kind.startswith("_") or ends or (depth < 0 and _inline(words, first - 1)):
            break
        first -= 1
    if [word.text for word in words[first : first + 2]] in (["may", verb] for verb in MAY_FORMS) and first + 1 < at:
        first += 1  # what stands behind `may` is a statement of its own
    before = next((one for one in reversed(words[:at]) if not one.kind.startswith("_")), None)
    return Place(stuck, word(at), before, word(at + 1), tuple(words[first:at]))


def _given_by_name(words: list[Word], colon: int) -> bool:
    """Is this the colon of `do advance(on: here)`?"""
    return colon > 1 and words[colon].text == ":" and words[colon - 2].text in ("(", ",")


def _inline(words: list[Word], bracket: int) -> bool:
    """Is this the bracket of `choose (a | b)`?"""
    return bracket > 0 and words[bracket - 1].text == "choose" and words[bracket].text == "("


def example(place: Place) -> str:
    if place.stuck.start == "event":
        return f"for example `{EVENT_FORMS.get(place.head, EVENT_FORMS['move'])}`"
    if place.stuck.start in ("block", "options") and place.head in FORMS:
        form, shown = FORMS[place.head]
        return f"the form is `{form}`; for example `{shown}`"
    if place.stuck.start == "options":
        return 'for example `choose (gain 1 mass | gain 1 energy)`'
    return f"for example `{PLACE_FORMS.get(place.stuck.start, 'move top(deck) to hand')}`"


def shortened(words: tuple[Word, ...]) -> str:
    said = [word.text for word in words]
    return " ".join(said).replace(" . ", ".").replace(" ( ", "(").replace(" )", ")").replace(" , ", ", ")


def could_stand(accepts: frozenset[str]) -> list[str]:
    """What could stand here: a few things, the most telling first."""
    could = ["a value"] if accepts >= VALUE else ["a statement"] if accepts >= {"move", "say"} else []
    if not could:
        kinds = {"NAME": "a name", "TYPE": "a type", "INT": "a number", "STRING": "a text in double quotes"}
        could = [said for kind, said in kinds.items() if kind in accepts]
    verbs = accepts >= {"move", "say"} or could == ["a value"]
    words = sorted(f"`{word}`" for word in accepts if word.isalpha() and word.islower() and word not in RARE)
    signs = [f"`{sign}`" for sign in (":", ",", ")", ";") if sign in accepts]
    last = [f"`{sign}`" for sign in ("(", ".", "..") if sign in accepts] if not could + words + signs else []
    end = ["the end of the line"] if {"_NL", "$END"} & accepts else []
    return (could + ([] if verbs else words) + signs + last)[:7] + end


def listed(words: list[str], plain: bool = False) -> str:
    said = words if plain else [f"`{word}`" for word in words]
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " or " + said[-1] if said else ""
