"""`rulewright replay FILE TRANSCRIPT`: a recorded game again, to its last state."""

from __future__ import annotations

import json

import click

from rulewright.interpreter import Match, PlayError, Transcript, replay
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.tabletop import table
from rulewright.opening import PROBLEMS, at_play, choosing, open_game, read_text, stop
from rulewright.painting import painted, screen_width
from rulewright.points import points_of_game


@click.command("replay")
@click.argument("file")
@click.argument("transcript")
@click.option("--detail", is_flag=True, help="Show every move in the log.")
@click.option("--force", is_flag=True, help="Try it even though the rulebook has changed since.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the last state's hash, the winners, the scores, their sources and the log as JSON."
)
@click.option("--table", "shown", is_flag=True, help="Show the table at the last state.")
@choosing
def command(file: str, transcript: str, detail: bool, force: bool, as_json: bool, shown: bool) -> None:
    """Play a recorded game again, up to the same last state.

    \b
    Examples:
      rulewright play games/chaos --seats random,random,random --transcript game.jsonl
      rulewright replay games/chaos game.jsonl --table
    """
    game = open_game(file, as_json)
    text = read_text(transcript)
    try:
        match = replay(game.flow, Transcript.load(text), force)
    except PlayError as error:
        if not error.is_of_file:
            at_play(error, as_json)
        stop(str(error).replace("`force`", "`--force`"), PROBLEMS)
    if as_json:
        click.echo(json.dumps(figures(match, detail), indent=2))
        return
    click.echo(told(match, detail))
    if shown:
        click.echo(painted(table(match.judge_view(), screen_width())))
    for line in points_of_game(match.sources(), match.players) if match.over else ():
        click.echo(line)


def told(match: Match, detail: bool) -> str:
    """The log, and how the game stands at its end."""
    winners = ", ".join(seat_name(seat) for seat in match.winners or ()) or "nobody"
    state = f"over, won by {winners}" if match.over else f"not over; {seat_name(match.decider)} decides at {match.asked_at}"
    last = f"Replayed {len(match.history)} choices; the last state is {match.state.digest()}; the game is {state}."
    return "\n".join([*match.log(detail=detail), last])


def figures(match: Match, detail: bool) -> dict[str, object]:
    """The same for programs."""
    return {
        "players": match.players,
        "seed": match.state.seed,
        "choices": [[seat_name(chosen.seat), chosen.text] for chosen in match.history],
        "last": match.state.digest(),
        "over": match.over,
        "winners": None if match.winners is None else [seat_name(seat) for seat in match.winners],
        "scores": {name: list(values) for name, values in match.scores().items()},
        "sources": match.sources(),
        "log": match.log(detail=detail),
    }
