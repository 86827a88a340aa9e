"""Policies: who decides for a seat, from nothing but that seat's view.

In: a `View` whose seat has to decide. Out: the index of an option. A policy is any function of that form; those here
choose at random, take the first option, follow a script, or ask a person at a terminal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from rulewright.interpreter.errors import NOT_AN_OPTION, PlayError
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.observe import View
from rulewright.interpreter.options import plain

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


class Uniform:
    """Each option as likely."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed).randrange

    def __call__(self, view: View) -> int:
        """The index of an option of a view."""
        return self.pick(view.option_count)


def uniform(seed: int) -> Uniform:
    """Each option as likely; the same seed chooses alike."""
    return Uniform(seed)


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
) -> Policy:
    """A person: shows the view and the options, and asks until the answer is a number shown, or an option's text.

    A number is always the number in front of an option, even where another option's text is that number. `?` prints
    what `explain` says of the rule behind the question; `u` raises UndoWanted when `undo`; `q`, or the end of the input,
    raises QuitGame. A text of an option goes before these letters.
    """

    def choose(view: View) -> int:
        _show(view, write)
        while True:
            try:
                answer = read("> ").strip()
            except EOFError:
                raise QuitGame("the input has ended") from None
            number = int(answer) if answer.isascii() and answer.isdecimal() and len(answer) < 10 else 0
            if 1 <= number <= len(view.options):
                return number - 1
            found = _index_of(view, answer)
            if found is not None:
                return found
            match answer.lower():
                case "q" | "quit":
                    raise QuitGame("the game was left")
                case "u" | "undo" if undo:
                    raise UndoWanted
                case "?":
                    write(view.asked[0].address if explain is None else explain(view))
                case _:
                    write(_how_to_answer(view, answer, undo))

    return choose


def _show(view: View, write: Callable[[str], None]) -> None:
    write(view.text())
    write(f"{seat_name(view.seat)}: {view.asked[0].prompt}")
    for option in view.options:
        write(f"  {option.index + 1:>3}  {option.label}")


def _how_to_answer(view: View, answer: str, undo: bool) -> str:
    if answer.lower() in ("u", "undo"):
        return "Nothing can be taken back here."
    count = len(view.options)
    numbers = f"a number from 1 to {count}" if count > 1 else "1"
    misread = f"`{answer}` is not on offer. " if answer else ""
    return f"{misread}Please type {numbers}, `?` for the rule, {'`u` to take back, ' if undo else ''}`q` to leave."


def _index_of(view: View, text: str) -> int | None:
    """The option of that text, or else of that label."""
    wanted = plain(text)
    for option in view.options:
        if plain(option.text) == wanted:
            return option.index
    return next((option.index for option in view.options if plain(option.label) == wanted), None)
