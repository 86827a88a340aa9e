"""Rule text -> syntax nodes.

In: a scalar of a document. Out: the node for the place it stands in, or None once what is wrong has been reported;
nothing is raised. Every function reads the whole scalar. After a mistake a block is read statement by statement, so
that one run shows the mistakes of all (up to `MOST`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Protocol, TypeVar, cast

from lark import Lark, Token, Tree, UnexpectedToken

from rulewright.dsl import parse_errors, scan, syntax
from rulewright.dsl.build import Builder, depth
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import NOT_YAML, Scalar
from rulewright.dsl.explain import explain
from rulewright.dsl.flow.limits import DIGITS, LONGEST, LONGEST_BLOCK
from rulewright.dsl.parse_errors import Mistake
from rulewright.dsl.scan import Line, Word
from rulewright.dsl.stuck import Stuck

STARTS = (
    "block", "options", "formula", "repetition", "price", "event", "audience", "type_words", "signature", "name",
    "names", "address",
)
PLAIN_NUMBER = re.compile(rf"[0-9]{{1,{DIGITS}}}")
PLAIN_NAME = re.compile(r"[a-z][a-z_0-9]*")
NUMBER_TOO_LARGE = Rule("RW240", "number-too-large")
TOO_LONG = Rule("RW241", "too-long")
MOST = 20  # mistakes reported for one scalar
DEPTH = 100  # nodes inside nodes; later passes walk them recursively
Made = TypeVar("Made")


# ------------------------------------------------------------------------------------------------ what readers call


def parse_block(scalar: Scalar, problems: Problems) -> tuple[syntax.Statement, ...] | None:
    """Statements: an indented block, or one line with `;`."""
    return _Reading(scalar, problems).block()


def parse_formula(scalar: Scalar, problems: Problems) -> syntax.Expression | None:
    """An expression."""
    text = scalar.text
    if PLAIN_NUMBER.fullmatch(text):  # most cells of tables; nothing to be looked into
        return syntax.Number(span=scalar.span_at(0, len(text)), value=int(text))
    name = _plain_name(scalar)
    if name is not None:
        return syntax.Reference(span=name.span, name=name)
    return _read(scalar, problems, "formula", lambda build, tree: build.expression(tree.children[0]))


def parse_price(scalar: Scalar, problems: Problems) -> tuple[syntax.Amount, ...] | None:
    """`2 mass + 1 energy`"""
    return _read(scalar, problems, "price", lambda build, tree: build.amounts(tree.children[0]))


def parse_repetition(scalar: Scalar, problems: Problems) -> syntax.Repetition | None:
    """`4 times`, `until no(pool)`, `forever`"""
    return _read(scalar, problems, "repetition", Builder.repetition)


def parse_event(scalar: Scalar, problems: Problems) -> syntax.EventWords | None:
    """`move Card c from deck to p.hand by q where c.worth > 3`"""
    return _read(scalar, problems, "event", Builder.event)


def parse_audience(scalar: Scalar, problems: Problems) -> syntax.Audience | None:
    """`owner unless spinning`"""
    return _read(scalar, problems, "audience", Builder.audience)


def parse_type(scalar: Scalar, problems: Problems) -> syntax.TypeWords | None:
    """`0..3`, `set of Card`, `Player or none`"""
    return _read(scalar, problems, "type_words", Builder.type_words)


def parse_signature(scalar: Scalar, problems: Problems) -> syntax.Signature | None:
    """`Player.has_set(Int n)`"""
    name = _plain_name(scalar)
    if name is not None:
        return syntax.Signature(span=name.span, name=name)
    return _read(scalar, problems, "signature", Builder.signature)


def parse_name(scalar: Scalar, problems: Problems) -> syntax.Name | None:
    """One name in lower case."""
    return _plain_name(scalar) or _read(scalar, problems, "name", lambda build, tree: build.name(tree.children[0]))


def parse_names(scalar: Scalar, problems: Problems) -> tuple[syntax.Name, ...] | None:
    """One name, or several with commas."""
    return _read(scalar, problems, "names", lambda build, tree: tuple(map(build.name, tree.children)))


def parse_address(scalar: Scalar, problems: Problems) -> tuple[syntax.Name, ...] | None:
    """Names with dots between them."""
    return _read(scalar, problems, "address", lambda build, tree: tuple(map(build.name, tree.children)))


def parse_words(scalar: Scalar, problems: Problems) -> syntax.Words | None:
    """The whole scalar as a text, with formulas in braces."""
    reading = _Reading(scalar, problems)
    end = len(scalar.text)
    if scalar.style == "plain" and scalar.text.startswith('"') and scalar.text.count('"') == 1:
        message, hint = "a quote that is opened here is never closed", "close it, or take it away"
        reading.mistakes.append(Mistake(NOT_YAML, 0, 1, message, hint))
    return reading.made(
        lambda build: syntax.Words(span=scalar.span_at(0, end), parts=build.pieces(0, end))
    )


def _plain_name(scalar: Scalar) -> syntax.Name | None:
    """The name that a scalar is, if it is nothing else: most of them are, and need no grammar."""
    text = scalar.text
    if text in scan.RESERVED or not PLAIN_NAME.fullmatch(text):
        return None
    return syntax.Name(span=scalar.span_at(0, len(text)), text=text)


def _read(
    scalar: Scalar, problems: Problems, start: str, make: Callable[[Builder, Tree[Token]], Made]
) -> Made | None:
    reading = _Reading(scalar, problems)
    tree = reading.flat(start, 0, len(scalar.text))
    return reading.made(lambda build: make(build, tree)) if tree is not None else None


# ------------------------------------------------------------------------------------------------ the grammar


class _Parser(Protocol):
    """What is used of lark's InteractiveParser."""

    def choices(self) -> Mapping[str, object]: ...
    def accepts(self) -> set[str]: ...
    def feed_token(self, token: Token) -> None: ...
    def feed_eof(self, last_token: Token | None) -> object: ...


@dataclass(frozen=True, slots=True)
class _Grammar:
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
def _grammar() -> _Grammar:
    text = files("rulewright.dsl").joinpath("rules.lark").read_text(encoding="utf-8")
    lark = Lark(
        text, parser="lalr", lexer="basic", start=list(STARTS), propagate_positions=True, maybe_placeholders=False,
        cache=_cache_file(sha256(text.encode()).hexdigest()[:8]) or False,
    )
    texts = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.pattern is not None}
    return _Grammar(lark, {value: name for name, value in texts.items()}, texts)


def _cache_file(grammar: str) -> str | None:
    """Where the tables of a grammar are kept, by its digest; lark itself sees whether they are of its own version."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(home) / "rulewright"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        owned = folder.stat().st_uid == os.getuid() if hasattr(os, "getuid") else True
    except (OSError, RuntimeError):
        return None
    file = folder / f"rules-{grammar}.lark.cache"
    if not owned or not os.access(folder, os.W_OK) or (file.exists() and not os.access(file, os.R_OK | os.W_OK)):
        return None
    return str(file)


# ------------------------------------------------------------------------------------------------ reading one scalar


class _Reading:
    """One scalar being read: collects its mistakes."""

    def __init__(self, scalar: Scalar, problems: Problems) -> None:
        self.scalar = scalar
        self.text = scalar.text
        self.problems = problems
        self.mistakes: list[Mistake] = []
        self.builder = Builder(scalar, self._formula, self.mistakes)

    def made(self, make: Callable[[Builder], Made]) -> Made | None:
        """What `make` makes, unless there are mistakes: then those are reported."""
        result = make(self.builder)
        if not self.mistakes:
            return result
        self.report()
        return None

    def report(self) -> None:
        """Report what was collected, in the order of the text, one for each place."""
        seen: set[int] = set()
        for mistake in sorted(self.mistakes, key=lambda one: one.start)[:MOST]:
            if mistake.start not in seen:
                seen.add(mistake.start)
                span = self.scalar.span_at(mistake.start, mistake.end)
                self.problems.report(mistake.rule, span, mistake.message, hint=mistake.hint)
        self.mistakes.clear()

    # -------------------------------------------------------------------------------------------- one formula

    def flat(self, start: str, begin: int, end: int) -> Tree[Token] | None:
        """Read a part of the text in which line ends mean nothing; mistakes are reported."""
        if self._too_long((begin, end), LONGEST):
            self.report()
            return None
        tree = self._tree(start, list(scan.words(self.text, begin, end)), (begin, end))
        if tree is None:
            self.report()
        return tree

    def _formula(self, begin: int, end: int) -> syntax.Expression | None:
        tree = self._tree("formula", list(scan.words(self.text, begin, end)), (begin, end))
        return self.builder.expression(tree.children[0]) if tree is not None else None

    def _too_long(self, extent: tuple[int, int], most: int) -> bool:
        """Whether a text is longer than anybody would write; it is then not looked into."""
        if extent[1] - extent[0] > most:
            message = f"this has {extent[1] - extent[0]:,} signs; a text of rules has at most {most:,}"
            self.mistakes.append(Mistake(TOO_LONG, extent[0], extent[0] + 1, message, "take it apart with `define`"))
        return extent[1] - extent[0] > most

    def _tree(self, start: str, words: list[Word], extent: tuple[int, int]) -> Tree[Token] | None:
        """The tree of some words, or None with its mistakes collected."""
        slips = list(self._word_slips(words))
        if not words:
            slips = [parse_errors.nothing(start, *extent)]
        self.mistakes += slips
        return self._fed(start, words) if not slips else None

    def _word_slips(self, words: list[Word], statements: bool = False) -> Iterator[Mistake]:
        opened = False
        for at, word in enumerate(words):
            if word.kind == "WRONG" and not (opened and word.text in "]}"):
                opened = opened or word.text in "[{"
                yield parse_errors.wrong_word(words, at, statements)
            elif word.kind == "INT" and len(word.text) > DIGITS:
                yield Mistake(NUMBER_TOO_LARGE, word.start, word.end, f"a number has at most {DIGITS} digits")
        yield from parse_errors.brackets(words)

    def _fed(self, start: str, words: list[Word]) -> Tree[Token] | None:
        try:
            tree = _grammar().tree(start, words)
        except Stuck as stuck:
            self.mistakes.append(explain(stuck))
            return None
        if depth(tree) > DEPTH:
            self.mistakes.append(parse_errors.too_deep(words[0].start, words[0].end))
            return None
        return tree

    # -------------------------------------------------------------------------------------------- one block

    def block(self) -> tuple[syntax.Statement, ...] | None:
        if self._too_long((0, len(self.text)), LONGEST_BLOCK):
            self.report()
            return None
        flat = list(scan.lines(self.text))
        top, slips = scan.tree(flat)
        self.mistakes += [parse_errors.misplaced(slip) for slip in slips]
        bad = {id(line): True for line in flat if self._is_bad(line)}
        if any(slip.kind == "deep" for slip in slips):
            self.report()
            return None
        if not flat:
            self.mistakes.append(parse_errors.nothing("block", 0, len(self.text)))
        if not self.mistakes:
            tree = self._fed("block", list(scan.stream(top)))
            if tree is not None:
                return self.made(lambda build: build.block(tree))
            self.mistakes.pop()
        self._recover(top, "block", bad)
        self.report()
        return None

    def _is_bad(self, line: Line) -> bool:
        """Are words of the line wrong in themselves?"""
        slips = list(self._word_slips(line.words, statements=True))
        self.mistakes += slips
        return bool(slips)

    def _recover(self, level: list[Line], start: str, bad: dict[int, bool]) -> None:
        """Read each statement by itself; of one that can not be read, its first line and its block apart."""
        for group in scan.groups(level):
            if len(self.mistakes) >= MOST:
                return
            whole = not any(bad.get(id(line)) or line.hollow for line in _all(group))
            before = len(self.mistakes)
            if whole:
                tree = self._fed(start, list(scan.stream(group)))
                if tree is not None:
                    self._build(tree)
                    continue
                if len(group) == 1 and not group[0].body:
                    continue
                kept = self.mistakes[before:]
                del self.mistakes[before:]
            for line in group:
                if not bad.get(id(line)):
                    self._fed(start, list(parse_errors.by_itself(line, group[0])))
                inner = "options" if [word.text for word in line.words[:2]] == ["choose", "one"] else "block"
                self._recover(line.body, inner, bad)
            if whole and len(self.mistakes) == before:
                self.mistakes += kept

    def _build(self, tree: Tree[Token]) -> None:
        """Only for the mistakes in texts and the like."""
        if tree.data == "options":
            for option in tree.children:
                self.builder.option(option)
        else:
            self.builder.block(tree)


def _all(level: list[Line]) -> Iterator[Line]:
    for line in level:
        yield line
        yield from _all(line.body)
