"""A game at one keyboard: people and policies round a match, each person with a view and a log of their own.

In: a match, what sits on each seat, and where lines go. Out: the match played on, to its end or until a person leaves.
When several people share the keyboard, the screen is cleared before another one sits down, and each of them reads what
has happened since they last did.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from rulewright.dsl import Game
from rulewright.interpreter import Match, Policy, View, console, first, uniform
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import render
from rulewright.interpreter.policy import QuitGame, UndoWanted
from rulewright.nodes import node_text, scope_of

HUMAN = "human"
KINDS = (HUMAN, "random", "first")
MOST_CHOICES = 100_000
CLEAR_SCROLLED = "\x1b[3J"  # what has been scrolled off the screen, where a terminal can forget it


class Table:
    """A match with people and policies round it."""

    def __init__(self, game: Game, match: Match, kinds: Sequence[str], seed: int, reader: int | None, detail: bool) -> None:
        """reader: the seat whose log is shown while no person plays; None for the log in which everything is told."""
        self.game = game
        self.match = match
        self.kinds = kinds
        self.detail = detail
        self.people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.reader = self.people[0] if len(self.people) == 1 else None if self.people else reader
        self.read_by: dict[int | None, int] = {}  # how much of the log each seat has read
        self.sealed: dict[int | None, list[int]] = {}  # the lines before that, which were sealed when the seat came to them
        self.policies = [self._policy(kind, seed * 1009 + seat) for seat, kind in enumerate(kinds)]

    @property
    def is_shared(self) -> bool:
        """Whether several people share the keyboard."""
        return len(self.people) > 1

    def run(self) -> None:
        """Play to the end. Raises QuitGame when a person leaves, and PlayError."""
        match = self.match
        while not match.over:
            if len(match.history) >= MOST_CHOICES:
                raise QuitGame(f"{MOST_CHOICES} decisions were made without an end")
            seat = match.decider
            if seat in self.people and self.is_shared and self.reader != seat:
                self._hand_over(seat)
            if seat in self.people or not self.is_shared:
                self._log()
            if seat in self.people:
                click.echo()
            self._decide(seat)
        if self.is_shared:
            self.reader = self.reader if self.reader is not None else self.people[0]
        self._log()

    def _decide(self, seat: int) -> None:
        try:
            self.match.choose(self.policies[seat](self.match.view(seat)))
        except UndoWanted:
            self._undo()

    def _policy(self, kind: str, seed: int) -> Policy:
        if kind == HUMAN:
            return console(read=_read, write=click.echo, explain=self._explain, undo=True)
        return uniform(seed) if kind == "random" else first

    def _log(self) -> None:
        """What the present reader has not read yet."""
        entries, reader = self.match.entries, self.reader
        new = range(self.read_by.get(reader, 0), len(entries))
        due, self.sealed[reader] = [*self.sealed.get(reader, ()), *new], []
        for number in due:
            entry = entries[number]
            if entry.seen_by(reader):
                if self.detail or not entry.detail:
                    click.echo(render(self.match.machine.layout, entry, reader))
            elif entry.sealed:
                self.sealed[reader].append(number)
        self.read_by[reader] = len(entries)

    def _hand_over(self, seat: int) -> None:
        """Clear the screen of one person's cards before another one sits down."""
        if self.reader is not None:
            self._log()
            _pause(f"{seat_name(self.reader)} has finished. Press Enter to clear the screen.")
            _clear()
        self.reader = seat
        _pause(f"{seat_name(seat)} takes the keyboard and presses Enter.")

    def _undo(self) -> None:
        if not self.match.can_undo():
            click.echo("This cannot be taken back: somebody else decided, or something became known.")
            return
        self.match.undo()
        count = len(self.match.entries)
        self.read_by = {seat: min(read, count) for seat, read in self.read_by.items()}
        self.sealed = {seat: [each for each in waiting if each < count] for seat, waiting in self.sealed.items()}
        click.echo("Taken back.")

    def _explain(self, view: View) -> str:
        scope = scope_of(self.game, view.asked[0].address)
        return view.asked[0].address if scope is None else node_text(self.game, scope)


def _read(prompt: str) -> str:
    """A line from the person. Raises QuitGame when they interrupt, EOFError at the end of the input."""
    try:
        return input(prompt)
    except KeyboardInterrupt:
        click.echo()
        raise QuitGame("the game was left") from None


def _pause(words: str) -> None:
    try:
        _read(f"{words} ")
    except EOFError:
        raise QuitGame("the input has ended") from None


def _clear() -> None:
    click.clear()
    if sys.stdout.isatty():
        sys.stdout.write(CLEAR_SCROLLED)
        sys.stdout.flush()
