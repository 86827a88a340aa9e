"""`rulewright replay FILE TRANSCRIPT`: a recorded game again, to its last state."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.interpreter import PlayError, Transcript, replay
from rulewright.interpreter.layout import seat_name
from rulewright.opening import PROBLEMS, USAGE, open_game, stop


@click.command("replay")
@click.argument("file")
@click.argument("transcript")
@click.option("--detail", is_flag=True, help="Show every move in the log.")
def command(file: str, transcript: str, detail: bool) -> None:
    """Play a recorded game again.

    \b
    Example: rulewright play games/chaos --seats random,random,random --transcript game.jsonl
             rulewright replay games/chaos game.jsonl
    """
    game = open_game(file)
    try:
        text = Path(transcript).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        stop(f"`{transcript}` cannot be read: {getattr(error, 'strerror', None) or error}", USAGE)
    try:
        match = replay(game.flow, Transcript.load(text))
    except PlayError as error:
        stop(str(error), PROBLEMS)
    for line in match.log(detail=detail):
        click.echo(line)
    winners = ", ".join(seat_name(seat) for seat in match.winners or ()) or "nobody"
    state = (
        f"over, won by {winners}" if match.over else f"not over; {seat_name(match.decider)} decides at {match.asked_at}"
    )
    click.echo(f"Replayed {len(match.history)} choices; the last state is {match.state.digest()}; the game is {state}.")
