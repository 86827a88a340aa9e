"""The reference machine: runs a state from stop to stop over the flow graph.

In: a layout and a state. Out: the state at its next stop: a choice somebody has to make, a chance event, or the end.
Clear before fast: one block after another, ops as closures, exits by a table. What a stop is about is never stored: it
follows from the block the state stands at.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import cast

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import Earlier, Text
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.errors import ENDLESS, TOO_DEEP, PlayError
from rulewright.interpreter.evaluate import LOCALS, Evaluator, Frame, Temps
from rulewright.interpreter.exits import EXITS, Step
from rulewright.interpreter.layout import Layout, layout_of
from rulewright.interpreter.log import HIDDEN, LogEntry, redacted, seal
from rulewright.interpreter.ops import OpFunction, Ops
from rulewright.interpreter.options import Ground, Option, Options
from rulewright.interpreter.scoring import Sources, Tally
from rulewright.interpreter.sight import Sight, Touched
from rulewright.interpreter.state import State
from rulewright.interpreter.trace import Trace
from rulewright.interpreter.veil import answered, known

STEPS = 20_000
DEPTH = 200

Run = tuple[list[tuple[OpFunction, int]], Step]  # a block: its ops with their origins, and its exit


class Machine:
    """Everything that is made once for a layout. `temps` is scratch; the state alone carries the game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.flow = layout.flow
        self.temps: Temps = [0] * layout.flow.temps
        self.evaluator = Evaluator(layout)
        self.sight = Sight(layout, self.evaluator, self.temps)
        self.ops = Ops(layout, self.evaluator, self.sight, self.temps)
        self.options_of = Options(layout, self.evaluator, self.sight, self.temps)
        self.blocks: list[Run | None] = [None] * len(layout.flow.blocks)
        # Nodes that are about one decision: what they say tells it. Half an action is told by the action, too.
        kinds = ("action", "option", "choice")
        self.telling = {scope.address for scope in self.flow.scopes if scope.kind in kinds}
        # Invariants that ask what a value was earlier; a function cannot.
        self.looking_back = {
            each.name for each in self.flow.invariants if any(isinstance(node, Earlier) for node in walk(each))
        }
        self.stopped_with: list[Ground] = []  # what the last advance found on offer, so that nobody lists it again

    # ------------------------------------------------------------------------------------ running

    def advance(self, state: State, log: list[LogEntry], trace: Trace | None = None) -> None:
        """Run to the next stop. Raises PlayError when a rule cannot be carried out or never comes to rest."""
        self.ops.log = log
        self.ops.events.trace = trace
        logged = len(log)
        self.evaluator.work[0] = 0
        with self.evaluator.memo.keeping(state):
            self._run(state, log, logged, trace)

    def _run(self, state: State, log: list[LogEntry], logged: int, trace: Trace | None) -> None:
        steps = 0
        visited: Counter[int] = Counter()
        while True:
            frame = state.frames[-1]
            number = block_of(frame)
            if trace is not None:
                trace.come_to(number, len(state.frames))
            ops, step = self.blocks[number] or self._make(number)
            origin = -1
            try:
                for op, origin in ops:  # noqa: B007 - read when an op fails
                    op(state, frame)
                origin = -1  # from here on it is the exit's fault
                if step(state, frame):
                    if state.veil is not None and state.veil.sealing >= 0:
                        seal(log, logged, state.veil.sealing)
                    return
            except PlayError as error:
                raise self.placed(error, state, origin) from None
            steps += 1
            if steps > STEPS // 2:
                visited[number] += 1
                if steps > STEPS:
                    raise self._endless(state, number, visited)
            if len(state.frames) > DEPTH:
                message = f"rules set one another off without end (more than {DEPTH} inside one another)"
                raise PlayError(TOO_DEEP, message, self._innermost(state, number), self._chain(state))

    def _make(self, number: int) -> Run:
        block = self.flow.blocks[number]
        made = ([(self.ops.make(op), op.origin) for op in block.ops], EXITS[type(block.exit)](self, block))
        self.blocks[number] = made
        return made

    def _origin(self, number: int) -> ir.Origin:
        return self.flow.origins[self.flow.blocks[number].exit.origin]

    def _innermost(self, state: State, number: int) -> ir.Origin:
        """The place of the innermost rule under way that somebody wrote; the block's own when there is none."""
        origins = [self._origin(block_of(frame)) for frame in reversed(state.frames)]
        return next((each for each in origins if each.address != "game"), self._origin(number))

    def placed(self, error: PlayError, state: State, origin: int = -1) -> PlayError:
        """The same error with its place (of the running block's exit, unless said) and the rules under way."""
        if error.origin is None:
            number = block_of(state.frames[-1])
            error.origin = self._origin(number) if origin < 0 else self.flow.origins[origin]
        error.chain = error.chain or self._chain(state)
        error.through_definitions()
        return error

    def _chain(self, state: State) -> tuple[str, ...]:
        """The nodes under way, from the outside in, each once where it repeats."""
        chain: list[str] = []
        for frame in state.frames:
            name = self._scope_of(block_of(frame))
            if name not in chain[-6:]:
                chain.append(name)
        return tuple(chain[-12:])

    def _scope_of(self, number: int) -> str:
        return self.flow.scopes[self.flow.blocks[number].scope].address

    def _endless(self, state: State, number: int, visited: Counter[int]) -> PlayError:
        """Names the nodes of the loop: those whose blocks were run about as often as the one run most."""
        times = max(visited.values())
        nodes = dict.fromkeys(self._scope_of(block) for block, count in visited.items() if count > times // 2)
        loop = " -> ".join(node for node in nodes if node != "game") or "game"
        message = f"{loop} went round {times:,} times without a choice; add a condition that stops it"
        return PlayError(ENDLESS, message, self._origin(number), self._chain(state))

    # ------------------------------------------------------------------------------------ at a stop

    def exit(self, state: State) -> ir.Exit:
        """The exit that a stopped state stands at."""
        return self.flow.blocks[block_of(state.frames[-1])].exit

    def decider(self, state: State) -> int:
        """The seat that has to decide; -1 when the stop is no choice."""
        choice = self.exit(state)
        if state.winners is not None or not isinstance(choice, ir.Choice):
            return -1
        return self.evaluator.number(choice.who)(state, state.frames[-1], self.temps)

    def grounds(self, state: State) -> list[Ground]:
        """The options of the choice that a state stands at, without their texts; empty at any other stop."""
        choice = self.exit(state)
        if state.winners is not None or not isinstance(choice, ir.Choice):
            return []
        self.evaluator.work[0] = 0
        seat = self.decider(state)
        known = self.known(state, seat)
        try:
            with self.evaluator.memo.keeping(known):
                return self.options_of.grounds(known, block_of(state.frames[-1]), choice, seat)
        except PlayError as error:
            raise self.placed(error, state) from None

    def known(self, state: State, seat: int) -> State:
        """The state as far as a seat may know it while answers are sealed; at any other time the state itself."""
        return state if state.veil is None else known(state, seat, self.decider(state) == seat)

    def options(self, state: State, grounds: list[Ground] | None = None, only: int | None = None) -> tuple[Option, ...]:
        """The options of the choice that a state stands at, or only one of them; empty at any other stop.

        grounds: all that are on offer, when they are known already.
        """
        choice = self.exit(state)
        if state.winners is not None or not isinstance(choice, ir.Choice):
            return ()
        listed = self.grounds(state) if grounds is None else grounds
        block, seat = block_of(state.frames[-1]), self.decider(state)
        try:
            return self.options_of.described(self.known(state, seat), block, choice, seat, listed, only)
        except PlayError as error:
            raise self.placed(error, state) from None

    def take(self, state: State, ground: Ground) -> None:
        """Carry out the decision itself: put its picks into their locals and go on at its block."""
        choice = self.exit(state)
        assert isinstance(choice, ir.Choice)
        if state.veil is not None:
            log, stopped_with = self.ops.log, self.stopped_with
            options = [] if state.veil.alone else self.grounds(state)
            seat, compare = self.decider(state), self.sight.touched
            answered(state, seat, self.layout.players, options, ground, self._go_on, self._face, compare)
            self.ops.log, self.stopped_with = log, stopped_with
        self._answer(state, choice.alternatives[ground[0]], ground)

    def _go_on(self, world: State, ground: Ground, log: list[LogEntry]) -> None:
        choice = self.exit(world)
        assert isinstance(choice, ir.Choice)
        self._answer(world, choice.alternatives[ground[0]], ground)
        self.advance(world, log)

    def _face(self, state: State, seat: int, log: list[LogEntry], touched: Touched) -> tuple[object, object]:
        """The names and values that a seat sees; and all else that it sees. These lines are with it."""
        told = [redacted(self.layout, entry, seat) for entry in log if entry.seen_by(seat)]
        names, rest = self.sight.face(state, seat, touched)
        return (names, [entry for entry in told if self._tells(entry)]), (rest, told)

    def _tells(self, entry: LogEntry) -> bool:
        """Whether a line, as a seat holds it, names a component or a value."""
        match entry.kind:
            case "move" | "turn":
                return entry.facts[0] != HIDDEN
            case "set" | "change" | "ending":
                return not self.flow.variables[cast(int, entry.facts[0])].made_up
            case _:
                return True

    def _answer(self, state: State, alternative: ir.Alternative, ground: Ground) -> None:
        frame = state.frames[-1]
        for pick, value in zip(alternative.picks, ground[1], strict=True):
            frame[pick.slot + LOCALS] = value
        frame[1] = alternative.target

    def text(self, state: State, text: Text, seat: int | None) -> str:
        """A text with its values, as a seat may read it."""
        try:
            return self._text(state, text, seat)
        except PlayError as error:
            raise self.placed(error, state) from None

    def _text(self, state: State, text: Text, seat: int | None) -> str:
        parts = []
        for part in text:
            if isinstance(part, str):
                parts.append(part)
            else:
                value = self.evaluator.make(part.value)(state, state.frames[-1], self.temps)
                parts.append(self.options_of.shown(state, value, part.type, seat))
        return "".join(parts)

    def broken_invariants(self, state: State, before: State | None = None) -> list[ir.InvariantSpec]:
        """The invariants that do not hold. before: the state at the stop before, without which none looks back."""
        broken = []
        self.evaluator.work[0] = 0
        self.evaluator.before[0] = before
        with self.evaluator.memo.keeping(state):
            for each in self.flow.invariants:
                if before is None and each.name in self.looking_back:
                    continue
                try:
                    if not self.evaluator.make(each.condition)(state, [], self.temps):  # which keeps what it has made
                        broken.append(each)
                except PlayError as error:
                    error.origin = self.flow.origins[each.origin]
                    raise self.placed(error, state) from None
        return broken

    def scores(self, state: State) -> dict[str, tuple[int, ...]]:
        """Every line of the scoring, for each seat."""
        found = {}
        for score in self.flow.scores:
            slots, body = self.evaluator.function(score.function)
            values = []
            for seat in range(self.layout.players):
                self.temps[slots[0]] = seat
                try:
                    values.append(cast(int, body(state, [], self.temps)))
                except PlayError as error:
                    error.origin = self.flow.origins[self.flow.functions[score.function].origin]
                    raise self.placed(error, state) from None
            found[score.name] = tuple(values)
        return found

    def sources(self, state: State, tally: Tally) -> Sources:
        """Where the points of every total of the scoring come from."""
        if tally.is_empty:
            return {}
        self.evaluator.work[0] = 0
        try:
            with self.evaluator.memo.keeping(state):
                return tally.sources(state)
        except PlayError as error:
            raise self.placed(error, state) from None


def block_of(frame: Frame) -> int:
    """The block a frame is at, or goes on at."""
    return cast(int, frame[1])


@lru_cache(maxsize=64)
def machine_of(flow: ir.Flow, players: int) -> Machine:
    """The machine for a flow and a player count, made once."""
    return Machine(layout_of(flow, players))
