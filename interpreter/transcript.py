"""Transcripts: a game as the choices that made it.

In: a match that has been played. Out: a `Transcript` with the rulebook's digest, the seed, the player count, every choice
and the last state's hash; and back, by `replay`, the same game to the same last state.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.errors import BAD_TRANSCRIPT, CHANGED_RULEBOOK, PlayError
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.match import Match

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game that began at the beginning. choices: (seat letter, option text); last: the last state's hash."""

    name: str
    digest: str
    players: int
    seed: int
    choices: tuple[tuple[str, str], ...]
    last: str

    def save(self) -> str:
        """The transcript as text: one line of JSON for the game, and one for each choice."""
        head = {"rulewright": FORMAT, "game": self.name, "digest": self.digest, "players": self.players, "seed": self.seed, "last": self.last}
        return "\n".join([json.dumps(head), *(json.dumps(choice) for choice in self.choices)]) + "\n"

    @classmethod
    def load(cls, text: str) -> Transcript:
        """The transcript of a text made by `save`. Raises PlayError RW921 when it is none."""
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            head = json.loads(lines[0])
            if head["rulewright"] != FORMAT:
                raise PlayError(BAD_TRANSCRIPT, f"this transcript has format {head['rulewright']}; {FORMAT} is known here")
            choices = []
            for line in lines[1:]:
                seat, words = json.loads(line)
                if not isinstance(seat, str) or not isinstance(words, str):
                    raise TypeError
                choices.append((seat, words))
            fields = (head["game"], head["digest"], int(head["players"]), int(head["seed"]))
            return cls(*fields, tuple(choices), head["last"])
        except (IndexError, KeyError, ValueError, TypeError) as error:
            raise PlayError(BAD_TRANSCRIPT, f"this is not a transcript ({type(error).__name__})") from None


def record(match: Match) -> Transcript:
    """The transcript of a match that was started at the beginning."""
    choices = tuple((seat_name(chosen.seat), chosen.text) for chosen in match.history)
    return Transcript(match.flow.name, match.flow.digest, match.players, match.state.seed, choices, match.state.digest())


def replay(flow: Flow, transcript: Transcript) -> Match:
    """The match of a transcript, at its last state.

    Raises PlayError RW920 when the rulebook is another or has changed since, RW921 when a choice is not on offer or the
    last state is not the one recorded.
    """
    if transcript.digest != flow.digest:
        what = f"the rulebook `{flow.name}` has changed since" if transcript.name == flow.name else f"it was played with `{transcript.name}`, not `{flow.name}`"
        raise PlayError(CHANGED_RULEBOOK, f"this transcript cannot be replayed: {what} (digest {transcript.digest}, now {flow.digest})")
    try:
        match = Match.start(flow, transcript.players, transcript.seed)
    except ValueError as error:
        raise PlayError(BAD_TRANSCRIPT, str(error)) from None
    for number, (seat, words) in enumerate(transcript.choices, 1):
        if match.over or seat_name(match.decider) != seat:
            who = "the game is over" if match.over else f"{seat_name(match.decider)} decides"
            raise PlayError(BAD_TRANSCRIPT, f"choice {number}, `{words}` by {seat}, does not fit: {who}")
        try:
            match.choose(words)
        except PlayError as error:
            raise PlayError(BAD_TRANSCRIPT, f"choice {number} of the transcript: {error.message}") from None
    if match.state.digest() != transcript.last:
        raise PlayError(BAD_TRANSCRIPT, "the choices fit, but the last state is not the one that was recorded")
    return match
