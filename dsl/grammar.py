"""The grammar of the rule language at work: what a word is called where it stands.

In: the words of a text. Out: their tree, or a `Stuck` at the first that does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data

from rulewright.dsl import scan
from rulewright.dsl.lalr import Parser, Tables, Token, Tree, tables
from rulewright.dsl.scan import Word
from rulewright.dsl.stuck import Stuck

STARTS = (
    "block", "options", "formula", "repetition", "price", "event", "audience", "type_words", "signature", "name",
    "names", "address",
)


@dataclass(frozen=True, slots=True)
class Grammar:
    """The tables of `rules.lark`. Words are scanned before, and a word is a keyword where one fits."""

    tables: Tables
    terminals: dict[str, str]  # "move" -> "MOVE"

    def tree(self, start: str, words: list[Word]) -> Tree:
        """The tree of words; raises Stuck at the first that does not fit."""
        parser = Parser(self.tables, start)
        for at, word in enumerate(words):
            kind = self.terminal(words, at, parser.choices)
            if not parser.feed(Token(kind, word.text, word.start, word.end)):
                raise self.stuck(start, words, at)
        tree = parser.finish()
        if tree is None:
            raise self.stuck(start, words, len(words))
        return tree

    def terminal(self, words: list[Word], at: int, choices: Mapping[str, int]) -> str:
        """What the grammar calls a word: a keyword where one is expected, otherwise a name."""
        word = words[at]
        if word.kind == "OP":
            return self.terminals[word.text]
        if word.kind != "WORD":
            return word.kind
        after = words[at + 1].text if at + 1 < len(words) else ""
        keyword = self.terminals.get(word.text)
        if word.text == "no" and after == "(":
            return "NAME"
        if keyword is None or (word.text not in scan.RESERVED and keyword not in choices):
            return "NAME"
        if "NAME" in choices and word.text in NAMES_BEFORE and NAMES_BEFORE[word.text](after):
            return "NAME"
        return keyword

    def stuck(self, start: str, words: list[Word], at: int) -> Stuck:
        """Feed again up to the word that did not fit, and ask what would have."""
        parser = Parser(self.tables, start)
        for index, word in enumerate(words[:at]):
            parser.feed(Token(self.terminal(words, index, parser.choices), word.text, word.start, word.end))
        return Stuck(start, words, at, frozenset(self.tables.texts.get(kind, kind) for kind in parser.accepts()))


# Keywords that stand where a name may stand too, and what must follow for them to be the name.
NAMES_BEFORE: dict[str, Callable[[str], bool]] = {
    "one": lambda after: after not in (":", "by") and not after.startswith('"'),
    "any": lambda after: after in ("from", ".", "("),
    "up": lambda after: after != "to",
    "forever": lambda after: after in ("times", ".", "("),
}


@cache
def grammar() -> Grammar:
    made = tables((get_data("rulewright.dsl", "rules.lark") or b"").decode(), STARTS)
    return Grammar(made, {text: name for name, text in made.texts.items()})
