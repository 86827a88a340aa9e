"""A game at one keyboard: people and policies round a match, each person with a view and a log of their own.

In: a match, what sits on each seat, and when the table is shown. Out: the match played on, to its end or until a person leaves.
When several people share the keyboard, the screen is cleared before another one sits down, and each of them reads what
has happened since they last did.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from rulewright.dsl import Game
from rulewright.dsl.suggest import did_you_mean
from rulewright.interpreter import Match, Policy, View, console, first, uniform
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import render
from rulewright.interpreter.policy import QuitGame, UndoWanted
from rulewright.interpreter.tabletop import looked_up, names, table
from rulewright.nodes import node_text, scope_of
from rulewright.painting import painted, screen_width

HUMAN = "human"
KINDS = (HUMAN, "random", "first")
WHEN = QUESTIONS, TURNS, END, NEVER = ("questions", "turns", "end", "never")  # when the table is shown
MOST_CHOICES = 100_000
CLEAR_SCROLLED = "\x1b[3J"  # what has been scrolled off the screen, where a terminal can forget it


class Table:
    """A match with people and policies round it."""

    def __init__(
        self, game: Game, match: Match, kinds: Sequence[str], seed: int, reader: int | None, detail: bool, when: str | None = None
    ) -> None:
        """reader: the seat whose log is shown while no person plays; None for the log in which everything is told.

        when: one of `WHEN`, when the table is shown; None for at every question of a person.
        """
        self.game = game
        self.match = match
        self.kinds = kinds
        self.detail = detail
        self.people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.reader = self.people[0] if len(self.people) == 1 else None if self.people else reader
        self.read_by: dict[int | None, int] = {}  # how much of the log each seat has read
        self.sealed: dict[int | None, list[int]] = {}  # the lines before that, which were sealed when the seat came to them
        self.when = when or (QUESTIONS if self.people else NEVER)
        self.drawn: dict[int, str] = {}  # the table as each seat was last shown it
        self.turn: tuple[int, ...] = ()  # whose turn it was when the table was last shown
        self.policies = [self._policy(kind, seed, seat) for seat, kind in enumerate(kinds)]

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
            if not self.people and self.when == TURNS:
                self._show_to_reader()
            if seat in self.people:
                click.echo()
            self._decide(seat)
        if self.is_shared:
            self.reader = self.reader if self.reader is not None else self.people[0]
        self._log()
        if self.when in (TURNS, END) or (self.people and self.when == QUESTIONS):
            self._show_to_reader()

    def _show_to_reader(self) -> None:
        """The table to whoever reads the log, once for each turn and at the end."""
        view = self.match.judge_view() if self.reader is None else self.match.view(self.reader)
        if self._begins_turn(view):
            click.echo()
            self._show(view, True)

    def _begins_turn(self, view: View) -> bool:
        """Whether it is another player's turn than when the table was last shown, or the game is over."""
        turn = tuple(value for _, value in turns_under_way(view))
        came, self.turn = view.over or turn != self.turn, turn
        return came

    def _show(self, view: View, wanted: bool) -> None:
        """The table as a seat sees it. wanted: also when it has not changed."""
        if not wanted and (self.when in (END, NEVER) or (self.when == TURNS and not self._begins_turn(view))):
            return
        drawn = painted(table(view, screen_width()))
        if wanted or drawn != self.drawn.get(view.seat):
            click.echo(drawn)
        self.drawn[view.seat] = drawn

    def _look(self, view: View, words: str) -> str | None:
        """What there is to know of a component or a zone."""
        lines = looked_up(view, words, screen_width())
        if lines is not None:
            return painted(lines)
        hint = did_you_mean(words, names(view)) if words else None
        return None if hint is None else f"Nothing is called `{words}`; {hint}"

    def _decide(self, seat: int) -> None:
        try:
            self.match.choose(self.policies[seat](self.match.view(seat)))
        except UndoWanted:
            self._undo()

    def _policy(self, kind: str, seed: int, seat: int) -> Policy:
        if kind == HUMAN:
            return console(_read, click.echo, self._explain, undo=True, show=self._show, look=self._look)
        return uniform(seed, seat) if kind == "random" else first

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
        self.drawn.pop(seat, None)  # the screen has been cleared
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


def turns_under_way(view: View) -> list[tuple[int, int]]:
    """The outermost phase under way that goes round the players, with the player whose turn it is; none where there is none."""
    scopes = view.layout.flow.scopes
    place, found = view.course[0], []
    while place >= 0:
        seat = None if scopes[place].players < 0 else view.value(scopes[place].players, ())
        if seat is not None:
            found = [(place, seat)]
        place = scopes[place].parent
    return found


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
