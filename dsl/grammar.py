"""The grammar of the rule language at work: lark's tables, and what a word is called where it stands.

In: the words of a text. Out: their tree, or a `Stuck` at the first that does not fit. The tables are kept in a file, since
making them takes longer than reading most rulebooks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Protocol, cast

from lark import Lark, Token, Tree, UnexpectedToken

from rulewright.dsl import scan
from rulewright.dsl.kept_files import kept_file
from rulewright.dsl.scan import Word
from rulewright.dsl.stuck import Stuck

STARTS = (
    "block", "options", "formula", "repetition", "price", "event", "audience", "type_words", "signature", "name",
    "names", "address",
)


class _Parser(Protocol):
    """What is used of lark's InteractiveParser."""

    def choices(self) -> Mapping[str, object]: ...
    def accepts(self) -> set[str]: ...
    def feed_token(self, token: Token) -> None: ...
    def feed_eof(self, last_token: Token | None) -> object: ...


@dataclass(frozen=True, slots=True)
class Grammar:
    """lark's tables. Its lexers are not used: words are scanned before, and a word is a keyword where one fits."""

    lark: Lark
    terminals: dict[str, str]  # "move" -> "MOVE"
    texts: dict[str, str]  # "MOVE" -> "move"

    def tree(self, start: str, words: list[Word]) -> Tree[Token]:
        """Feed words to the parser; raises Stuck at the first that does not fit."""
        parser = self.parser(start)
        last: Token | None = None
        for at, word in enumerate(words):
            kind = self.terminal(words, at, parser.choices())
            last = Token(kind, word.text, word.start, 1, 1, 1, 1, word.end)
            try:
                parser.feed_token(last)
            except UnexpectedToken:
                raise self.stuck(start, words, at) from None
        try:
            tree = parser.feed_eof(last)
        except UnexpectedToken:
            raise self.stuck(start, words, len(words)) from None
        assert isinstance(tree, Tree)
        return tree

    def parser(self, start: str) -> _Parser:
        return cast(_Parser, self.lark.parse_interactive(start=start))

    def terminal(self, words: list[Word], at: int, choices: Mapping[str, object]) -> str:
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
        parser = self.parser(start)
        for index in range(at):
            word = words[index]
            kind = self.terminal(words, index, parser.choices())
            parser.feed_token(Token(kind, word.text, word.start, 1, 1, 1, 1, word.end))
        return Stuck(start, words, at, frozenset(self.texts.get(kind, kind) for kind in parser.accepts()))


# Keywords that stand where a name may stand too, and what must follow for them to be the name.
NAMES_BEFORE: dict[str, Callable[[str], bool]] = {
    "one": lambda after: after not in (":", "by") and not after.startswith('"'),
    "any": lambda after: after in ("from", ".", "("),
    "up": lambda after: after != "to",
    "forever": lambda after: after in ("times", ".", "("),
}


@cache
def grammar() -> Grammar:
    text = files("rulewright.dsl").joinpath("rules.lark").read_text(encoding="utf-8")
    # lark itself sees whether the tables that were kept are of its own version
    kept = kept_file(f"rules-{sha256(text.encode()).hexdigest()[:8]}.lark.cache")
    lark = Lark(
        text, parser="lalr", lexer="basic", start=list(STARTS), propagate_positions=True, maybe_placeholders=False,
        cache=False if kept is None else str(kept),
    )
    texts = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.pattern is not None}
    return Grammar(lark, {value: name for name, value in texts.items()}, texts)
