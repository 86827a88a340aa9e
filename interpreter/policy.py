"""Policies: who decides for a seat, from nothing but that seat's view.

In: a `View` whose seat has to decide. Out: the index of an option. A policy is any function of that form; those here
choose at random, take the first option, follow a script, or ask a person at a terminal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from rulewright.interpreter.errors import NOT_AN_OPTION, PlayError
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.observe import View
from rulewright.interpreter.options import plain

Policy = Callable[[View], int]


class QuitGame(Exception):
    """The person at the terminal has left."""


class UndoWanted(Exception):
    """The person at the terminal wants the last decision back."""


def uniform(seed: int) -> Policy:
    """Each option as likely; the same seed chooses alike."""
    generator = random.Random(seed)
    return lambda view: generator.randrange(view.option_count)


def first(view: View) -> int:
    """Always the first option."""
    return 0


def scripted(texts: Iterable[str]) -> Policy:
    """The options of these texts or labels, in order. Raises PlayError when one is not offered, or none is left."""
    left = iter(texts)

    def choose(view: View) -> int:
        text = next(left, None)
        if text is None:
            raise PlayError(NOT_AN_OPTION, f"the script of {seat_name(view.seat)} has no more choices")
        for option in view.options:
            if plain(text) in (plain(option.text), plain(option.label)):
                return option.index
        offered = ", ".join(f"`{option.text}`" for option in view.options)
        raise PlayError(NOT_AN_OPTION, f"`{text}` cannot be chosen; on offer: {offered}")

    return choose


def console(
    read: Callable[[str], str] = input,
    write: Callable[[str], None] = print,
    explain: Callable[[View], str] | None = None,
    undo: bool = False,
) -> Policy:
    """A person: shows the view and the options, and asks for a number or a text until it is one.

    `?` prints what `explain` says of the rule behind the question; `u` raises UndoWanted when `undo`; `q`, or the end of
    the input, raises QuitGame.
    """

    def choose(view: View) -> int:
        write(view.text())
        write(f"{seat_name(view.seat)}: {view.asked[0].prompt}")
        for option in view.options:
            write(f"  {option.index + 1:>3}  {option.label}")
        while True:
            try:
                answer = read("> ").strip()
            except EOFError:
                raise QuitGame("the input has ended") from None
            if answer.lower() in ("q", "quit"):
                raise QuitGame("the game was left")
            if answer.lower() in ("u", "undo") and undo:
                raise UndoWanted
            if answer == "?":
                write(explain(view) if explain is not None else view.asked[0].address)
                continue
            if answer.isdigit() and 1 <= int(answer) <= len(view.options):
                return int(answer) - 1
            found = [o.index for o in view.options if plain(answer) in (plain(o.text), plain(o.label))]
            if found:
                return found[0]
            write(f"Please type a number from 1 to {len(view.options)}, `?` for the rule, `q` to leave" + (", `u` to take back." if undo else "."))

    return choose
