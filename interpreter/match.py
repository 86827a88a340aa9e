"""One play of a game: a state at a stop, what can be chosen there, what has happened, and the views of it.

In: a flow, a player count, a seed. Out: `Match`, whose `choose` plays on to the next decision. Chance is resolved on
the way, by the generator or by a script.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Text
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.limits import MOST_CHANCE
from rulewright.dsl.types import KindType, OptionalType, SetType, strip
from rulewright.interpreter.chance import Stream
from rulewright.interpreter.errors import BAD_SAVE, ENDLESS, NOT_AN_OPTION, PlayError
from rulewright.interpreter.evaluate import LOCALS
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.log import ALL, LogEntry, Part, render, seal
from rulewright.interpreter.machine import DEPTH, Machine, block_of, machine_of
from rulewright.interpreter.observe import JUDGE, View, ending
from rulewright.interpreter.options import Ground, Option, find, plain
from rulewright.interpreter.scoring import Sources, Tally
from rulewright.interpreter.state import State
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.validate import wrong_in

Outcome = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A decision that was made: who, at which node, and the option's text."""

    seat: int
    address: str
    text: str


class Match:
    """A game being played. Make one with `Match.start` (or `Position`, or `Match.load`)."""

    def __init__(self, machine: Machine, state: State, script: tuple[Outcome, ...] = ()) -> None:
        self.machine = machine
        self.state = state
        self.flow: Flow = machine.flow
        self.players = machine.layout.players
        self.entries: list[LogEntry] = []
        self.history: list[Chosen] = []
        self.script = list(script)
        self.unscripted: list[str] = []  # where chance decided with nothing left in the script
        self._options: tuple[Option, ...] | None = None
        self._grounds: list[Ground] | None = None
        self._past: list[tuple[State, int, int]] = []

    @classmethod
    def start(
        cls, flow: Flow, players: int, seed: int = 0, script: tuple[Outcome, ...] = (), trace: Trace | None = None
    ) -> Match:
        """A new game, at its first decision. Raises ValueError for a player count the game is not for.

        trace: counts what happens; then nothing can be taken back. Raises ValueError for one of another flow.
        """
        for outcome in script if isinstance(script, list | tuple) else (None,):
            words = outcome if isinstance(outcome, list | tuple) else (outcome,)
            if not all(isinstance(word, str) for word in words):
                raise ValueError(f"a script of chance is a tuple of texts, or of tuples of texts, not {_short(script)}")
        machine = machine_of(flow, _count(players, "the number of players"))
        match = cls(machine, State.start(machine.layout, _count(seed, "the seed")), script)
        if trace is not None:
            if not trace.fits(flow, players):
                raise ValueError("the trace is one of another rulebook or another number of players")
            trace.begin()
            match.trace = trace
        match.run()
        return match

    def run(self) -> None:
        """Play on to the next decision or the end; chance is resolved. Raises PlayError."""
        self._options = self._grounds = None
        for _ in range(MOST_CHANCE):
            self.machine.advance(self.state, self.entries, self.trace)
            exit_ = self.machine.exit(self.state)
            if self.state.winners is not None:
                self.entries.append(ending(self.state.winners))
                if self.trace is not None:
                    self.trace.end()
                return
            if isinstance(exit_, ir.Choice):
                self._grounds = self.machine.stopped_with
                return
            logged = len(self.entries)
            try:
                self._chance(exit_)
            except PlayError as error:
                raise self.machine.placed(error, self.state) from None
            if self.state.veil is not None and self.state.veil.sealing >= 0:
                seal(self.entries, logged, self.state.veil.sealing)
        where = self.flow.origins[exit_.origin].address
        message = f"{where} asked chance {MOST_CHANCE:,} times without a choice; add a condition that stops it"
        raise self.machine.placed(PlayError(ENDLESS, message), self.state)

    # ------------------------------------------------------------------------------------ chance

    def _chance(self, exit_: ir.Exit) -> None:
        state, frame = self.state, self.state.frames[-1]
        evaluator, temps = self.machine.evaluator, self.machine.temps
        address, stream = self.flow.origins[exit_.origin].address, Stream(state.seed, state.drawn)
        state.drawn += 1
        if not self.script:
            self.unscripted.append(address)
        if isinstance(exit_, ir.Shuffle):
            owner = None if exit_.owner is None else evaluator.number(exit_.owner)(state, frame, temps)
            instance = self.machine.ops.instance(state, exit_.zone, owner, exit_.origin)
            order = stream.shuffled(sorted(state.zones[instance]))
            if self.script:
                order = self._scripted_order(order, self.script.pop(0))
            state.zones[instance] = order
            for component in order:
                state.shown[component] = 0
            shuffled = (f"{self.machine.layout.zone_name(instance)} is shuffled",)
            self.entries.append(LogEntry(address, "shuffle", shuffled, detail=True))
        elif isinstance(exit_, ir.Draw):
            values = evaluator.members(exit_.of)(state, frame, temps)
            value = values[stream.below(len(values))] if values else -1
            if self.script and values:
                value = self._scripted_value(values, exit_, self.script.pop(0))
            frame[exit_.slot + LOCALS] = value
            known = told = ALL
            if isinstance(strip(exit_.type), KindType) and value >= 0:
                known = self.machine.ops.everybody(self.machine.sight.of_component(state, value))
            if exit_.seen is not None:
                told = self.machine.ops.everybody(sum(1 << seat for seat in evaluator.members(exit_.seen)(state, frame, temps)))
            parts = ("Chance gives ", Part(value, exit_.type, known))
            self.entries.append(LogEntry(address, "draw", parts, told, detail=True, facts=(value,)))
        else:
            raise AssertionError(exit_)
        frame[1] = exit_.then

    def _scripted_order(self, order: list[int], outcome: Outcome) -> list[int]:
        names = (outcome,) if isinstance(outcome, str) else outcome
        rest = order[:]
        first = []
        for name in names:
            found = next((c for c in rest if plain(self.machine.layout.names[c]) == plain(name)), None)
            if found is None:
                message = f"the script of chance names `{name}`, which is not among what is shuffled"
                raise PlayError(NOT_AN_OPTION, message)
            rest.remove(found)
            first.append(found)
        return first + rest

    def _scripted_value(self, values: tuple[int, ...], exit_: ir.Draw, outcome: Outcome) -> int:
        shown = {plain(self.machine.options_of.shown(self.state, value, exit_.type, None)): value for value in values}
        text = outcome if isinstance(outcome, str) else " ".join(outcome)
        if plain(text) not in shown:
            raise PlayError(NOT_AN_OPTION, f"the script of chance names `{text}`; possible are {', '.join(shown)}")
        return shown[plain(text)]

    # ------------------------------------------------------------------------------------ at a stop

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.winners is not None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won; None while the game goes on, empty when nobody has."""
        return self.state.winners

    @property
    def decider(self) -> int:
        """The seat that has to decide; -1 when the game is over."""
        return self.machine.decider(self.state)

    @property
    def choice(self) -> ir.Choice | None:
        """The exit of the present decision."""
        exit_ = self.machine.exit(self.state)
        return exit_ if isinstance(exit_, ir.Choice) and not self.over else None

    @property
    def asked_at(self) -> str:
        """The address of the node that asks; empty when the game is over."""
        return "" if self.choice is None else self.flow.scopes[self.choice.scope].address

    @property
    def prompt(self) -> str:
        """The question, as the decider reads it."""
        seat = self.decider
        return "" if self.choice is None else self.machine.text(self.machine.known(self.state, seat), self.choice.prompt, seat)

    @property
    def grounds(self) -> list[Ground]:
        """What can be chosen now, without texts: enough to count options and to choose one by its number."""
        if self._grounds is None:
            self._grounds = self.machine.grounds(self.state)
        return self._grounds

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen now; empty when the game is over."""
        if self._options is None:
            self._options = self.machine.options(self.state, self.grounds)
        return self._options

    def view(self, seat: int) -> View:
        """What a seat (0 for the first) knows now. Raises ValueError for a seat that nobody sits on."""
        self._check_seat(seat)
        mine = self.decider == seat
        own, count = (self._options, len(self.grounds)) if mine else (None, None)
        return View(self.machine, self.state, self.entries, seat, own, count)

    def judge_view(self) -> View:
        """Everything there is to see now, for whoever looks on and does not play."""
        return View(self.machine, self.state, self.entries, JUDGE, None)

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.players:
            raise ValueError(f"there are {self.players} seats, from 0; {_short(seat)} is none of them")

    def scores(self) -> dict[str, tuple[int, ...]]:
        """Every line of the scoring as it would be now, for each seat."""
        return self.machine.scores(self.state)

    def sources(self) -> Sources:
        """Where the points of every total come from, as it would be now; gains in the course of play are read off the log."""
        return self.machine.sources(self.state, Tally(self.machine.ops.scoring, self.entries))

    def choose(self, option: Option | int | str) -> None:
        """Make the present decision and play on to the next.

        option: one of `options`, its number, or its text or label. Raises PlayError when it is not on offer.
        """
        index = option if type(option) is int else self._index_of(option)
        if not 0 <= index < len(self.grounds):
            message = f"there are {len(self.grounds)} options, numbered from 0; {index} is none of them"
            raise PlayError(NOT_AN_OPTION, message)
        choice, seat, ground = self.choice, self.decider, self.grounds[index]
        assert choice is not None
        if self.keep_history:
            self._past.append((self.state.copy(), len(self.entries), len(self.history)))
        described = self.machine.options(self.state, self.grounds, index)[0]
        logged = len(self.entries)
        self._log_choice(choice, described, seat)
        self.history.append(Chosen(seat, self.asked_at, described.text))
        if self.trace is not None:
            frames = self.state.frames
            self.trace.decide(block_of(frames[-1]), len(self.grounds), block_of(frames[0]), logged)
        self.machine.take(self.state, ground)
        self.run()
        self._drop_echo(logged)

    keep_history = False  # whether decisions can be taken back; costs a copy of the state for each
    trace: Trace | None = None  # counts what happens; of this match alone, not of its copies

    def _index_of(self, option: Option | str | int) -> int:
        if isinstance(option, str):
            return find(self.options, option).index
        if not isinstance(option, Option):
            raise PlayError(NOT_AN_OPTION, f"an option, its number or its text can be chosen; {_short(option)} is none of these")
        if option not in self.options:
            raise PlayError(NOT_AN_OPTION, f"`{option.text}` cannot be chosen here")
        return option.index

    def _drop_echo(self, logged: int) -> None:
        """A decision whose own node says a line is told by that line; its entry goes to the long log."""
        entry = self.entries[logged]
        own = {entry.address, entry.address.rpartition(".")[0]} & self.machine.telling
        if any(later.kind == "say" and later.address in own for later in self.entries[logged + 1 :]):
            self.entries[logged] = replace(entry, detail=True)

    def _log_choice(self, choice: ir.Choice, option: Option, seat: int) -> None:
        """The line of a decision: the option's label, whose hidden components only those who see them can read."""
        known = ALL if choice.secrecy == "open" else 1 << seat
        alternative = choice.alternatives[option.alternative]
        frame = self.state.frames[-1]
        saved = frame[:]
        for pick, value in zip(alternative.picks, option.picks, strict=True):
            frame[pick.slot + LOCALS] = value
        parts: list[str | Part] = [f"{seat_name(seat)}: "]
        if not any(isinstance(part, str) and part.strip(" ,") for part in alternative.label):
            prompt = self._parts(choice.prompt)
            if isinstance(prompt[-1], str):
                prompt[-1] = prompt[-1].rstrip(".?!")
            parts.extend((*prompt, ": "))
        parts.extend(self._parts(alternative.label))
        frame[:] = saved
        facts = (seat, option.alternative, option.picks)
        until = ALL if self.state.veil is None else 1 << seat
        self.entries.append(LogEntry(alternative.address, "choice", tuple(parts), known, False, facts, until))

    def _parts(self, text: Text) -> list[str | Part]:
        """A text for the log: a component in it is named to those who see it."""
        parts: list[str | Part] = []
        for part in text or ("",):
            if isinstance(part, str):
                parts.append(part)
                continue
            value = self.machine.evaluator.make(part.value)(self.state, self.state.frames[-1], self.machine.temps)
            known = self.machine.sight.all
            for component in _components(Part(value, part.type)):
                known &= self.machine.sight.of_component(self.state, component)
            parts.append(Part(value, part.type, self.machine.ops.everybody(known)))
        return parts

    # ------------------------------------------------------------------------------------ what happened, and back

    def log(self, seat: int | None = None, detail: bool = False) -> list[str]:
        """The log as a seat may read it (None: the judge's), with every move in it when `detail`.

        Raises ValueError for a seat that nobody sits on.
        """
        if seat is not None:
            self._check_seat(seat)
        shown = [entry for entry in self.entries if entry.seen_by(seat) and (detail or not entry.detail)]
        return [render(self.machine.layout, entry, seat) for entry in shown]

    def can_undo(self) -> bool:
        """Whether the last decision can be taken back: no chance, nobody else asked, nothing hidden became known."""
        if not self._past or self.over or self.trace is not None:
            return False
        before, entries, _ = self._past[-1]
        if before.drawn != self.state.drawn or self.machine.decider(before) != self.decider:
            return False
        if before.veil is not None and not self.entries[entries].sealed:
            return False  # all answers are in; the next sealed step may have begun already
        sight = self.machine.sight
        seen = [sight.of_component(before, component) for component in range(len(before.where))]
        if any(sight.of_component(self.state, component) & ~mask for component, mask in enumerate(seen)):
            return False
        # What was seen only in passing is in the log.
        told = [part for entry in self.entries[entries:] for part in entry.parts if isinstance(part, Part)]
        return not any(part.known & sight.all & ~seen[one] for part in told for one in _components(part))

    def undo(self) -> None:
        """Take the last decision back. Raises PlayError when it cannot be."""
        if not self.can_undo():
            message = "this cannot be taken back: something became known, or somebody else was asked"
            raise PlayError(NOT_AN_OPTION, message)
        self.state, entries, history = self._past.pop()
        del self.entries[entries:], self.history[history:]
        self._options = self._grounds = None

    def copy(self) -> Match:
        """An independent match at the same stop, with the same log."""
        new = Match(self.machine, self.state.copy(), tuple(self.script))
        new.entries, new.history = self.entries[:], self.history[:]
        return new

    def save(self) -> str:
        """The match as text: the flow's digest, the player count and the state (not the log)."""
        return json.dumps({"digest": self.flow.digest, "players": self.players, "state": self.state.save()})

    @classmethod
    def load(cls, flow: Flow, text: str) -> Match:
        """A match of a text made by `save`. Raises PlayError RW922 when it is none, or of another rulebook."""
        try:
            data = json.loads(text)
            if not isinstance(data, dict) or not {"digest", "players", "state"} <= set(data):
                raise ValueError("one with a digest, players and a state begins otherwise")
            if data["digest"] != flow.digest:
                raise PlayError(BAD_SAVE, "this was saved with another rulebook, or an earlier text of it")
            machine = machine_of(flow, _count(data["players"], "the number of players"))
            state = State.load(data["state"])
        except (ValueError, TypeError, RecursionError) as error:
            raise PlayError(BAD_SAVE, f"this is not a saved match: {_first_line(error)}") from None
        wrong = wrong_in(machine.layout, state, DEPTH + 1)
        if wrong is not None:
            raise PlayError(BAD_SAVE, f"this is not a saved match: {wrong}")
        match = cls(machine, state)
        if not match.over and not (0 <= match.decider < match.players and match.grounds):
            raise PlayError(BAD_SAVE, "this is not a saved match: nobody can decide anything")
        return match


def _count(value: object, what: str) -> int:
    """A whole number that a caller has given. Raises ValueError."""
    if type(value) is not int:
        raise ValueError(f"{what} must be a whole number, not {_short(value)}")
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 40 else text[:40] + "..."


def _first_line(error: Exception) -> str:
    return "it is nested too deep" if isinstance(error, RecursionError) else str(error).partition("\n")[0]


def _components(part: Part) -> tuple[int, ...]:
    """The components that a part of a line names."""
    inner = part.type.of if isinstance(part.type, OptionalType | SetType) else part.type
    values = part.value if isinstance(part.value, tuple) else (part.value,)
    return tuple(value for value in values if value >= 0) if isinstance(inner, KindType) else ()
