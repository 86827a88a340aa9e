"""`rulewright play FILE`: a game at the terminal; every seat is a person or a policy, taking turns at the keyboard."""

from __future__ import annotations

import os
from pathlib import Path

import click

from rulewright.dsl import Game
from rulewright.dsl.suggest import did_you_mean
from rulewright.interpreter import Match, PlayError, Policy, View, console, first, record, uniform
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import render
from rulewright.interpreter.policy import QuitGame, UndoWanted
from rulewright.opening import USAGE, at_play, open_game, player_count, stop

KINDS = ("human", "random", "first")
MOST_CHOICES = 100_000


@click.command("play")
@click.argument("file")
@click.option("--players", type=int, help="How many play; the least possible unless said otherwise.")
@click.option(
    "--seed", type=int, default=None, help="The seed of all chance; the same seed and choices give the same game."
)
@click.option(
    "--seats",
    default="",
    help="Who sits where: human, random or first, with commas; human,random,... unless said otherwise.",
)
@click.option(
    "--transcript", type=click.Path(dir_okay=False), help="Write the game to this file, for `rulewright replay`."
)
@click.option("--detail", is_flag=True, help="Show every move in the log.")
def command(file: str, players: int | None, seed: int | None, seats: str, transcript: str | None, detail: bool) -> None:
    """Play a game at this terminal.

    At a question type a number or the option's words; `?` explains the rule behind the question, `u` takes your last
    decision back where nothing secret was seen, `q` leaves.

    \b
    Example: rulewright play games/chaos --players 4 --seats human,random,random,random
    """
    game = open_game(file)
    count = player_count(game, players)
    kinds = seat_kinds(seats, count)
    start = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    try:
        match = Match.start(game.flow, count, start)
    except PlayError as error:
        at_play(error)
    match.keep_history = "human" in kinds
    click.echo(f"{game.title}, {count} players, seed {start}")
    table = Table(game, match, kinds, start, detail)
    try:
        table.run()
    except QuitGame as reason:
        click.echo(f"Stopped: {reason}.")
    except PlayError as error:
        at_play(error)
    finally:
        if transcript:
            write(transcript, match)
    if match.over:
        for name, values in match.scores().items():
            click.echo(f"  {name}: " + ", ".join(f"{seat_name(seat)} {value}" for seat, value in enumerate(values)))


def write(path: str, match: Match) -> None:
    """Keep the game in a file; a file that cannot be written is answered in one message."""
    try:
        Path(path).write_text(record(match).save(), encoding="utf-8")
    except OSError as error:
        stop(f"`{path}` cannot be written: {error.strerror}", USAGE)
    click.echo(f"The game is in {path}.")


def seat_kinds(text: str, count: int) -> list[str]:
    """What sits on each seat. Leaves with code 2 for a kind that is not known or a wrong number of them."""
    if not text:
        return ["human", *["random"] * (count - 1)]
    kinds = [kind.strip() for kind in text.split(",")]
    for kind in kinds:
        if kind not in KINDS:
            hint = did_you_mean(kind, KINDS)
            stop(f"a seat can be {', '.join(KINDS)}; `{kind}` is none of them{'; ' + hint if hint else ''}", USAGE)
    if len(kinds) != count:
        stop(
            f"{len(kinds)} seats are named for {count} players; say `--seats` with {count} kinds, or `--players {len(kinds)}`",
            USAGE,
        )
    return kinds


class Table:
    """A match with people and policies round it."""

    def __init__(self, game: Game, match: Match, kinds: list[str], seed: int, detail: bool) -> None:
        self.game = game
        self.match = match
        self.kinds = kinds
        self.detail = detail
        self.shown = 0
        self.last_human: int | None = None
        self.policies = [self._policy(kind, seed + seat) for seat, kind in enumerate(kinds)]

    def _policy(self, kind: str, seed: int) -> Policy:
        if kind == "human":
            return console(read=self._read, write=click.echo, explain=self._explain, undo=True)
        return uniform(seed) if kind == "random" else first

    def _read(self, prompt: str) -> str:
        try:
            return input(prompt)
        except KeyboardInterrupt:
            raise QuitGame("the game was left") from None

    def run(self) -> None:
        """Play to the end. Raises QuitGame and PlayError."""
        match = self.match
        while not match.over and len(match.history) < MOST_CHOICES:
            seat = match.decider
            human = self.kinds[seat] == "human"
            if human and self.kinds.count("human") > 1 and self.last_human != seat:
                self._hand_over(seat)
            self._log(seat if human else self._watcher())
            try:
                match.choose(self.policies[seat](match.view(seat)))
            except UndoWanted:
                self._undo()
        self._log(self._watcher())

    def _watcher(self) -> int | None:
        """Whose log is shown: the only person's; with several, nobody's until they sit down; the judge's without any."""
        people = [seat for seat, kind in enumerate(self.kinds) if kind == "human"]
        return None if not people else people[0] if len(people) == 1 else self.last_human

    def _log(self, seat: int | None) -> None:
        for entry in self.match.entries[self.shown :]:
            if entry.seen_by(seat) and (self.detail or not entry.detail):
                click.echo(render(self.match.machine.layout, entry, seat))
        self.shown = len(self.match.entries)

    def _hand_over(self, seat: int) -> None:
        self._log(self.last_human) if self.last_human is not None else None
        click.clear()
        click.echo(f"Pass the keyboard to {seat_name(seat)}, who presses Enter.")
        try:
            self._read("")
        except EOFError:
            raise QuitGame("the input has ended") from None
        self.last_human = seat

    def _undo(self) -> None:
        if self.match.can_undo():
            self.match.undo()
            self.shown = min(self.shown, len(self.match.entries))
            click.echo("Taken back.")
        else:
            click.echo("This cannot be taken back: somebody else decided, or something became known.")

    def _explain(self, view: View) -> str:
        return explain_node(self.game, view.asked[0].address)


def explain_node(game: Game, address: str) -> str:
    """The rule behind a question: its node, where it is written, and the rules of the printed game it carries out."""
    flow = game.flow
    scope = next((each for each in flow.scopes if each.address == address), None)
    if scope is None:
        return address
    span = flow.origins[scope.origin].span
    texts = {rule: text for rule, _, text in flow.rules}
    lines = [f"{address} ({span})"]
    lines.extend(f"  {rule}: {texts.get(rule, '')}" for rule in scope.rules)
    return "\n".join(lines)
