"""Transcripts: a game as the choices that made it.

In: a match that has been played. Out: a `Transcript` with the rulebook's digest, the seed, the player count, every choice
and the last state's hash; and back, by `replay`, the same game to the same last state.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.flow.ir import Flow
from rulewright.interpreter.errors import BAD_TRANSCRIPT, CHANGED_RULEBOOK, NOT_AN_OPTION, PlayError
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import render
from rulewright.interpreter.match import Match
from rulewright.interpreter.trace import Trace, Way

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
        # By line feeds alone: a text may hold any other sign that ends lines.
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if not lines:
            raise PlayError(BAD_TRANSCRIPT, "this is not a transcript: it is empty")
        choices: list[tuple[str, str]] = []
        number = lines[0][0]
        try:
            head = _head(lines[0][1])
            for number, line in lines[1:]:  # noqa: B007 - read when a line is none
                choice = json.loads(line)
                if not isinstance(choice, list) or len(choice) != 2 or not all(isinstance(word, str) for word in choice):
                    raise ValueError('a choice is a seat and an option, as in `["A", "play 3"]`')
                choices.append((choice[0], choice[1]))
        except (ValueError, RecursionError) as error:
            why = "nested too deep" if isinstance(error, RecursionError) else str(error).partition(": line ")[0]
            raise PlayError(BAD_TRANSCRIPT, f"this is not a transcript; line {number}: {why}") from None
        return cls(head["game"], head["digest"], head["players"], head["seed"], tuple(choices), head["last"])


HEAD: dict[str, type] = {"rulewright": int, "game": str, "digest": str, "players": int, "seed": int, "last": str}
TYPES = {int: "a whole number", str: "a text"}


def _head(line: str) -> dict[str, Any]:
    """The first line. Raises ValueError with a sentence when it is none."""
    head = json.loads(line)
    if not isinstance(head, dict) or "rulewright" not in head:
        raise ValueError("it begins with a line `{\"rulewright\": 1, ...}`")
    for name, type_ in HEAD.items():
        if name not in head:
            raise ValueError(f"`{name}` is missing")
        if type(head[name]) is not type_:
            raise ValueError(f"`{name}` must be {TYPES[type_]}")
    if head["rulewright"] != FORMAT:
        raise ValueError(f"this transcript has format {head['rulewright']}; {FORMAT} is known here")
    unknown = [name for name in head if name not in HEAD]
    if unknown:
        raise ValueError(f"`{unknown[0][:40]}` is not known here")
    return head


def record(match: Match) -> Transcript:
    """The transcript of a match that was started at the beginning, without a script of chance."""
    flow, state = match.flow, match.state
    choices = tuple((seat_name(chosen.seat), chosen.text) for chosen in match.history)
    return Transcript(flow.name, flow.digest, match.players, state.seed, choices, state.digest())


def replay(flow: Flow, transcript: Transcript, force: bool = False, trace: Trace | None = None) -> Match:
    """The match of a transcript, at its last state.

    Raises PlayError RW920 when the rulebook is another or has changed since, RW921 when a choice is not on offer or the
    last state is not the one recorded, and the play error in which the game ended. force: a changed rulebook is tried
    all the same, as long as the choices fit. trace: counts what happens, and keeps the path if it is to.
    """
    changed = transcript.digest != flow.digest
    if transcript.name != flow.name and not changed:
        message = f"this is not a transcript; line 1: it names `{transcript.name}`, and the rulebook it was made with is `{flow.name}`"
        raise PlayError(BAD_TRANSCRIPT, message)
    if changed and not force:
        raise PlayError(CHANGED_RULEBOOK, _changed(flow, transcript))
    try:
        match = Match.start(flow, transcript.players, transcript.seed, trace=trace)
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


@dataclass(frozen=True, slots=True)
class Passage:
    """What a decision led to, up to the next one.

    decided: who decided what, "" for what comes before the first decision. log: the lines of the log, the judge's; ways,
    reactions: as of `Stretch`.
    """

    decided: str
    log: tuple[str, ...]
    ways: tuple[Way, ...]
    reactions: tuple[Way, ...]


def passages(match: Match) -> list[Passage]:
    """The course of a match from its beginning, a passage for each decision and one before the first.

    The match was started with a trace that keeps its path.
    """
    if match.trace is None or match.trace.path is None:
        raise ValueError("start the match with `trace=Trace(flow, players, keep_path=True)`")
    path = match.trace.path
    decided = ["", *(f"{seat_name(each.seat)}: {each.text}" for each in match.history)]
    ends = [*(stretch.logged for stretch in path[1:]), len(match.entries)]
    found = []
    for stretch, words, end in zip(path, decided, ends, strict=True):
        entries = [entry for entry in match.entries[stretch.logged : end] if not entry.detail]
        lines = tuple(render(match.machine.layout, entry, None) for entry in entries)
        found.append(Passage(words, lines, tuple(stretch.ways), tuple(stretch.reactions)))
    return found


def _changed(flow: Flow, transcript: Transcript) -> str:
    if transcript.name == flow.name:
        why = f"the rulebook `{flow.name}` has changed since it was played"
    else:
        why = f"it was played with `{transcript.name}`, and this is `{flow.name}`"
    digests = f"recorded with {transcript.digest}, now {flow.digest}"
    return f"this transcript is not replayed: {why} ({digests}); `force` tries it all the same"
