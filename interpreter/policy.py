"""Policies: who decides for a seat, from nothing but that seat's view.

In: a `View` whose seat has to decide. Out: the index of an option. A policy is any function of that form; those here
choose at random, take the first option, follow a script, or ask a person at a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeGuard

from rulewright.interpreter.chance import Stream, mix
from rulewright.interpreter.errors import NOT_AN_OPTION, PlayError
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.observe import View
from rulewright.interpreter.options import plain
from rulewright.interpreter.tabletop import table_text

Policy = Callable[[View], int]


class QuitGame(Exception):
    """The person at the terminal has left; the message says how."""


class UndoWanted(Exception):
    """The person at the terminal wants the last decision back."""


class Blind(Protocol):
    """A policy that needs to know nothing but how many options there are; games that only such ones play need no views."""

    def __call__(self, view: View) -> int:
        """The index of an option of a view."""

    def pick(self, count: int) -> int:
        """The same of so many options."""


def is_blind(policy: Policy) -> TypeGuard[Blind]:
    """Whether a policy is such a one. (To ask Python for the protocol takes as long as some games.)"""
    return hasattr(policy, "pick")


@lru_cache(maxsize=16)
def _of_policies(seed: int) -> int:
    return mix(~seed & (1 << 64) - 1)


class Uniform:
    """Each option as likely, by the project's own generator: the same choices in every language that plays a game.

    The decisions of a seat are the numbers of one stream (`chance`): that of the seed mix(2^64 - 1 - seed) and the event with the
    seat's number; so they have nothing in common with the chance events of a game of the same seed.
    """

    def __init__(self, seed: int, seat: int) -> None:
        self.pick = Stream(_of_policies(seed), seat, ahead=4).below

    def __call__(self, view: View) -> int:
        """The index of an option of a view."""
        return self.pick(view.option_count)


def uniform(seed: int, seat: int = 0) -> Uniform:
    """Each option as likely; the same seed chooses alike, and each seat by itself."""
    return Uniform(seed, seat)


class First:
    """Always the first option."""

    def __call__(self, view: View) -> int:
        """The index of an option of a view."""
        return 0

    def pick(self, count: int) -> int:
        """The index of an option of so many."""
        return 0


first = First()
"""Always the first option."""


def scripted(texts: Iterable[str]) -> Policy:
    """The options of these texts or labels, in order. Raises PlayError when one is not offered, or none is left."""
    left = iter(texts)

    def choose(view: View) -> int:
        text = next(left, None)
        if text is None:
            raise PlayError(NOT_AN_OPTION, f"the script of {seat_name(view.seat)} has no more choices")
        found = _index_of(view, text)
        if found is None:
            offered = ", ".join(f"`{option.text}`" for option in view.options[:40])
            raise PlayError(NOT_AN_OPTION, f"`{text}` cannot be chosen; on offer: {offered}")
        return found

    return choose


def console(
    read: Callable[[str], str] = input,
    write: Callable[[str], None] = print,
    explain: Callable[[View], str] | None = None,
    undo: bool = False,
    show: Callable[[View, bool], None] | None = None,
    look: Callable[[View, str], str | None] | None = None,
) -> Policy:
    """A person: shows the table and the options, and asks until the answer is a number shown, or an option's text.

    A number is always the number in front of an option, even where another option's text is that number. `?` prints
    what `explain` says of the rule behind the question, `? WORDS` what `look` knows of a component or zone, and so do the
    words alone; `t` shows the table; `u` raises UndoWanted when `undo`; `q`, or the end of the input, raises QuitGame. A
    text of an option goes before these letters. show: shows the table, before a question or (True) because it was asked for.
    """
    return _Person(read, write, explain, undo, show, look)


@dataclass(frozen=True, slots=True)
class _Person:
    read: Callable[[str], str]
    write: Callable[[str], None]
    explain: Callable[[View], str] | None
    undo: bool
    show: Callable[[View, bool], None] | None
    look: Callable[[View, str], str | None] | None

    def __call__(self, view: View) -> int:
        self._table(view, False)
        self.write(f"{seat_name(view.seat)}: {view.asked[0].prompt}")
        for option in view.options:
            self.write(f"  {option.index + 1:>3}  {option.label}")
        while True:
            try:
                answer = self.read("> ").strip()
            except EOFError:
                raise QuitGame("the input has ended") from None
            number = int(answer) if answer.isascii() and answer.isdecimal() and len(answer) < 10 else 0
            found = number - 1 if 1 <= number <= len(view.options) else _index_of(view, answer)
            if found is not None:
                return found
            self._command(view, answer)

    def _command(self, view: View, answer: str) -> None:
        """Do what an answer asks for that is no option."""
        match answer.lower():
            case "q" | "quit":
                raise QuitGame("the game was left")
            case "u" | "undo" if self.undo:
                raise UndoWanted
            case "t" | "table":
                self._table(view, True)
            case "?":
                self.write(view.asked[0].address if self.explain is None else self.explain(view))
            case _:
                words = answer.removeprefix("?").strip()
                told = None if self.look is None else self.look(view, words)
                if told is None and words != answer:
                    told = f"Nothing is called `{words}`."
                self.write(told or _how_to_answer(view, answer, self.undo, self.look is not None))

    def _table(self, view: View, wanted: bool) -> None:
        if self.show is None:
            self.write(table_text(view))
        else:
            self.show(view, wanted)


def _how_to_answer(view: View, answer: str, undo: bool, looks: bool) -> str:
    if answer.lower() in ("u", "undo"):
        return "Nothing can be taken back here."
    count = len(view.options)
    numbers = f"a number from 1 to {count}" if count > 1 else "1"
    misread = f"`{answer}` is not on offer. " if answer else ""
    more = "`?` for the rule, `t` for the table, "
    more += "a name to look at a component or zone, " * looks + "`u` to take back, " * undo
    return f"{misread}Please type {numbers}, {more}`q` to leave."


def _index_of(view: View, text: str) -> int | None:
    """The option of that text, or else of that label."""
    wanted = plain(text)
    for option in view.options:
        if plain(option.text) == wanted:
            return option.index
    return next((option.index for option in view.options if plain(option.label) == wanted), None)
