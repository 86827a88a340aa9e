"""Rule text -> syntax nodes.

In: a scalar of a document. Out: the node for the place it stands in, or None once what is wrong has been reported;
nothing is raised. Every function reads the whole scalar. After a mistake a block is read statement by statement, so
that one run shows the mistakes of all (up to `MOST`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar, cast

from lark import Token, Tree

from rulewright.dsl import parse_errors, scan, syntax
from rulewright.dsl.build import Builder, depth
from rulewright.dsl.diagnostics import Problems, Rule
from rulewright.dsl.document import NOT_YAML, Scalar
from rulewright.dsl.explain import explain
from rulewright.dsl.flow.limits import DIGITS, LONGEST, LONGEST_BLOCK
from rulewright.dsl.grammar import grammar
from rulewright.dsl.mend import mended
from rulewright.dsl.parse_errors import Mistake
from rulewright.dsl.scan import Line, Word
from rulewright.dsl.stuck import Stuck

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
    return _kept("block", scalar, lambda: _Reading(scalar, problems).block())


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
    def read() -> Made | None:
        reading = _Reading(scalar, problems)
        tree = reading.flat(start, 0, len(scalar.text))
        return reading.made(lambda build: make(build, tree)) if tree is not None else None

    return _kept(start, scalar, read)


def _kept(form: str, scalar: Scalar, read: Callable[[], Made | None]) -> Made | None:
    """What a scalar was read as before; a rulebook that is amended has most of its texts in common with itself."""
    kept = scalar.span.source.kept
    key = (form, scalar.span.start, scalar.span.end, scalar.text, scalar.places)
    if key in kept:
        return cast("Made", kept[key])
    made = read()
    if made is not None:  # mistakes are to be reported each time
        kept[key] = made
    return made


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
        seen: set[int | str] = set()
        for mistake in sorted(self.mistakes, key=lambda one: one.start)[:MOST]:
            again = mistake.message == parse_errors.LAST_SEMICOLON and mistake.message in seen
            seen.add(mistake.message)
            if mistake.start not in seen and not again:
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
        if self._too_long((begin, end), LONGEST):
            return None
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
        before = len(self.mistakes)
        tree = self._fed(start, words) if not slips else None
        if tree is None and words:
            self._mend(before - len(slips), start, *extent)
        return tree

    def _mend(self, first: int, start: str, begin: int, end: int) -> None:
        """One mistake for a part of the text: the first from `first` on, with what to write if that is found."""
        found = sorted(self.mistakes[first:], key=lambda one: one.start)
        if not found or start == "options":
            return
        self.mistakes[first:] = [mended(self.text[begin:end], begin, start, found[0], _can_be_read)]

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
            tree = grammar().tree(start, words)
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
        braces = next((line for line in flat if line.words[-1].text == "{"), None)
        if braces is not None:  # what follows would only follow from it
            self._is_bad(braces)
            self.report()
            return None
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
        first = len(self.mistakes)
        self.mistakes += slips
        self._mend(first, "block", line.words[0].start, line.words[-1].end)
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
                    self._mend(before, start, group[0].words[0].start, group[0].words[-1].end)
                    continue
                kept = self.mistakes[before:]
                del self.mistakes[before:]
            for line in group:
                if not bad.get(id(line)):
                    first = len(self.mistakes)
                    self._fed(start, list(parse_errors.by_itself(line, group[0])))
                    self._mend(first, start, line.words[0].start, line.words[-1].end)
                inner = "options" if line.lists_options else "block"
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


def _can_be_read(text: str, start: str) -> bool:
    """Whether a text, for a block one line of it, has nothing in it that could not be read."""
    words = list(scan.words(text, 0, len(text)))
    if not words or any(word.kind == "WRONG" for word in words) or any(parse_errors.brackets(words)):
        return False
    if start == "block":
        line = Line(0, words)
        head = Line(0, [Word("WORD", "if", 0, 0)]) if line.first == "else" else line
        words = list(parse_errors.by_itself(line, head))
    try:
        grammar().tree(start, words)
    except Stuck:
        return False
    return True


def _all(level: list[Line]) -> Iterator[Line]:
    for line in level:
        yield line
        yield from _all(line.body)
