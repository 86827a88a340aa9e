"""Transcripts: a game as the choices that made it.

In: a match that has been played. Out: a `Transcript` with the rulebook's digest, the seed, the player count, every choice
and the last state's hash; and back, by `replay`, the same game to the same last state.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.errors import BAD_TRANSCRIPT, CHANGED_RULEBOOK, NOT_AN_OPTION, PlayError
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
        head = {
            "rulewright": FORMAT,
            "game": self.name,
            "digest": self.digest,
            "players": self.players,
            "seed": self.seed,
            "last": self.last,
        }
        return "\n".join([json.dumps(head), *(json.dumps(choice) for choice in self.choices)]) + "\n"

    @classmethod
    def load(cls, text: str) -> Transcript:
        """The transcript of a text made by `save`. Raises PlayError RW921 when it is none."""
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            head = json.loads(lines[0])
            if head["rulewright"] != FORMAT:
                raise PlayError(
                    BAD_TRANSCRIPT, f"this transcript has format {head['rulewright']}; {FORMAT} is known here"
                )
            choices = []
            for line in lines[1:]:
                choice = json.loads(line)
                if not isinstance(choice, list) or not all(isinstance(word, str) for word in choice):
                    raise TypeError
                seat, words = choice
                choices.append((seat, words))
            game, digest, last = str(head["game"]), str(head["digest"]), str(head["last"])
            return cls(game, digest, int(head["players"]), int(head["seed"]), tuple(choices), last)
        except (IndexError, KeyError, ValueError, TypeError) as error:
            raise PlayError(BAD_TRANSCRIPT, f"this is not a transcript ({type(error).__name__})") from None


def record(match: Match) -> Transcript:
    """The transcript of a match that was started at the beginning, without a script of chance."""
    flow, state = match.flow, match.state
    choices = tuple((seat_name(chosen.seat), chosen.text) for chosen in match.history)
    return Transcript(flow.name, flow.digest, match.players, state.seed, choices, state.digest())


def replay(flow: Flow, transcript: Transcript, force: bool = False) -> Match:
    """The match of a transcript, at its last state.

    Raises PlayError RW920 when the rulebook is another or has changed since, RW921 when a choice is not on offer or the
    last state is not the one recorded, and the play error in which the game ended. force: a changed rulebook is tried
    all the same, as long as the choices fit.
    """
    changed = transcript.digest != flow.digest
    if changed and not force:
        raise PlayError(CHANGED_RULEBOOK, _changed(flow, transcript))
    try:
        match = Match.start(flow, transcript.players, transcript.seed)
    except ValueError as error:
        raise PlayError(BAD_TRANSCRIPT, str(error)) from None
    for number, (seat, words) in enumerate(transcript.choices, 1):
        decider = seat_name(match.decider)
        if match.over or decider != seat:
            who = "the game is over" if match.over else f"{decider} decides at {match.asked_at}"
            raise PlayError(BAD_TRANSCRIPT, f"choice {number}, `{words}` by {seat}, does not fit: {who}")
        place = match.asked_at
        try:
            match.choose(words)
        except PlayError as error:
            if error.code != NOT_AN_OPTION:
                raise
            message = f"choice {number} of the transcript, by {seat} at {place}: {error.message}"
            raise PlayError(BAD_TRANSCRIPT, message) from None
    if not changed and match.state.digest() != transcript.last:
        raise PlayError(BAD_TRANSCRIPT, "the choices fit, but the last state is not the one that was recorded")
    return match


def _changed(flow: Flow, transcript: Transcript) -> str:
    if transcript.name == flow.name:
        why = f"the rulebook `{flow.name}` has changed since it was played"
    else:
        why = f"it was played with `{transcript.name}`, and this is `{flow.name}`"
    digests = f"recorded with {transcript.digest}, now {flow.digest}"
    return f"this transcript is not replayed: {why} ({digests}); `force` tries it all the same"
