"""Where components can lie: from which zones each op that moves some can take them.

In: a flow. Out: `Whereabouts`, by a data-flow analysis of the whole game: what locals, picks, parameters and variables
hold, and where that may have gone since. Every answer is on the safe side: a zone from which something can come is
never left out. Play is taken to begin at the beginning, not in a position of a scenario.

With `meanwhile=False` the answers are those of somebody who reads the rule alone: what a name stands for lies where that
rule, and what it calls, left it, whatever laws and triggers may have done with it since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import callees, effects
from rulewright.dsl.flow.expr import Expr
from rulewright.dsl.flow.ir import Block, Flow, Op, Watch
from rulewright.dsl.types import KindType, OptionalType, SetType, Type
from rulewright.visualizer.same_components import SameComponents
from rulewright.visualizer.ways import watches_of
from rulewright.visualizer.zones_of import NOWHERE, Zones, ZonesOf, closed, limits

MEANWHILE = "if another rule has moved it meanwhile"
"""The guard of an edge that there is for a reader of all rules, and not for one of this rule alone."""

State = dict[int, Zones]  # slot -> where what it holds can lie
Pairs = frozenset[tuple[int, int]]  # zones: from, to


@dataclass(frozen=True, slots=True)
class Moved:
    """Components that an op takes out of some zones and puts into one."""

    block: int
    op: ir.Move | ir.Exchange | ir.PassAround
    sources: Zones
    target: int


class Whereabouts:
    """What is known of a flow. moves: every op that moves something, in the order of the blocks."""

    def __init__(self, flow: Flow, *, meanwhile: bool = True) -> None:
        self.flow = flow
        self._meanwhile = meanwhile
        self._effects = sorted(effects(flow))
        self._reach = _closed(callees(flow) if meanwhile else self._called())
        self._same = SameComponents(flow)
        self._of = ZonesOf(flow)
        self._before: dict[int, State] = {}
        self._todo: set[int] = set()  # blocks to be looked at
        self._ends: dict[int, State] = {}  # block -> what is known at its exit
        self._main: State = {}  # what the locals of the main procedure hold at any time
        self._found: dict[tuple[int, int], list[Moved]] = {}  # by block and op
        self._pairs: list[Pairs] = [frozenset() for _ in flow.procedures]
        self._turned: dict[tuple[int, int], Zones] = {}
        self._solve()
        self.moves = tuple(moved for key in sorted(self._found) for moved in self._found[key])

    def zones(self, block: int, value: Expr, temps: Mapping[int, Zones] | None = None) -> Zones:
        """The zones that the components of an expression can lie in at the exit of a block."""
        return self._of.zones(value, self._ends.get(block, {}), temps or {})

    def turned(self, block: int, index: int) -> Zones:
        """The zones in which the op at this index of a block turns components."""
        return self._turned.get((block, index), NOWHERE)

    def moves_of(self, block: int, index: int) -> tuple[Moved, ...]:
        """What the op at this index of a block moves."""
        return tuple(self._found.get((block, index), ()))

    def occupied(self) -> Zones:
        """The zones in which something can lie at all."""
        return self._of.occupied

    # ------------------------------------------------------------------------------------ to the fixpoint

    def _solve(self) -> None:
        self._tell(self.flow.procedures[self.flow.main].entry, {})
        size = None
        while size != (now := self._size()):
            size = now
            self._after_calls = [self._pairs_of(number) for number in range(len(self.flow.procedures))]
            self._of.everywhere = frozenset(pair for pairs in self._pairs for pair in pairs)
            self._todo.update(self._before)
            while self._todo:
                for number in sorted(self._todo):
                    self._todo.discard(number)
                    self._pass(self.flow.blocks[number])

    def _size(self) -> tuple[int, ...]:
        """What is known of the game as a whole, counted: it only grows, and when it does not, everything is known."""
        return (
            sum(len(pairs) for pairs in self._pairs),
            sum(len(zones) for zones in self._of.variables.values()),
            sum(len(zones) for zones in self._main.values()),
        )

    def _tell(self, number: int, known: Mapping[int, Zones]) -> None:
        """More may be known before a block, which is then looked at again."""
        before = self._before.get(number)
        if before is None or any(slot not in before or not zones <= before[slot] for slot, zones in known.items()):
            _join(self._before.setdefault(number, {}), known)
            self._todo.add(number)

    def _called(self) -> list[frozenset[int]]:
        """For each procedure those that its rules carry out by name."""
        found: list[set[int]] = [set() for _ in self.flow.procedures]
        for block in self.flow.blocks:
            if isinstance(block.exit, ir.Call):
                number = block.exit.procedure
                found[block.procedure].update([number] if isinstance(number, int) else self._effects)
        return [frozenset(each) for each in found]

    def _pairs_of(self, procedure: int) -> Pairs:
        """What can have been moved from where to where when a procedure is over."""
        return frozenset(pair for each in self._reach[procedure] for pair in self._pairs[each])

    def _pass(self, block: Block) -> None:
        """What is known after a block, told to all blocks that come next."""
        state = dict(self._before[block.number])
        for index, op in enumerate(block.ops):
            self._carry_out(block, index, op, state)
        self._ends[block.number] = state
        if block.procedure == self.flow.main:
            _join(self._main, state)
        for target, known in self._onward(block, state):
            self._tell(target, known)

    # ------------------------------------------------------------------------------------ ops

    def _carry_out(self, block: Block, index: int, op: Op, state: State) -> None:
        match op:
            case ir.Assign(slot, value):
                if self._holds_components(block, slot):
                    state[slot] = self._of.zones(value, state, {})
            case ir.Move() | ir.Exchange() | ir.PassAround():
                self._move(block, index, op, state)
            case ir.Turn(what):
                self._turned[block.number, index] = self._of.zones(what, state, {})
            case ir.SetState(variable, _, value):
                known = self._of.variables.get(variable, NOWHERE)
                self._of.variables[variable] = known | self._of.zones(value, state, {})
            case _:
                pass
        for watch in watches_of(op):
            self._watch(op, watch, state)

    def _move(self, block: Block, index: int, op: ir.Move | ir.Exchange | ir.PassAround, state: State) -> None:
        moves = list(self._moves(block.number, op, state))
        self._found[block.number, index] = moves
        pairs = frozenset((source, moved.target) for moved in moves for source in moved.sources)
        self._pairs[block.procedure] |= pairs
        alike = state.keys() if self._meanwhile else self._same.of(block.procedure, op)
        for slot, zones in state.items():
            if slot in alike - self._same.spared(block.procedure, op):
                state[slot] = zones.union(target for source, target in pairs if source in zones)
        if isinstance(op, ir.Move):
            match op.what:
                case e.Local(slot) | e.MakeSet((e.Local(slot),)):
                    state[slot] = frozenset({op.zone}) if state.get(slot) else NOWHERE
                case _:
                    pass

    def _moves(self, block: int, op: ir.Move | ir.Exchange | ir.PassAround, state: State) -> Iterator[Moved]:
        match op:
            case ir.Move(what, zone):
                yield Moved(block, op, self._fitting(self._of.zones(what, state, {}), zone), zone)
            case ir.Exchange(left, right):
                one, two = (self._of.zones(each, state, {}) for each in (left, right))
                for sources, targets in ((one, two), (two, one)):
                    yield from (Moved(block, op, self._fitting(sources, zone), zone) for zone in sorted(targets))
            case ir.PassAround(zone):
                yield Moved(block, op, frozenset({zone}) & self._of.occupied, zone)

    def _fitting(self, zones: Zones, target: int) -> Zones:
        """Those of some zones whose components the other one can hold."""
        holds = self.flow.zones[target].holds
        return frozenset(zone for zone in zones if self.flow.zones[zone].holds == holds)

    def _watch(self, op: Op, watch: Watch, state: State) -> None:
        """A reaction begins with the parts of its event, which may lie elsewhere by then."""
        temps: dict[int, Zones] = dict.fromkeys((watch.source, watch.target, watch.by, watch.each_slot), NOWHERE)
        match op:
            case ir.Move(zone=zone) | ir.PassAround(zone=zone):
                temps[watch.subject] = frozenset({zone})
            case ir.Exchange(left, right):
                temps[watch.subject] = self._of.zones(left, state, {}) | self._of.zones(right, state, {})
            case ir.Turn(what):
                temps[watch.subject] = self._of.zones(what, state, {})
            case ir.SetState(_, index, value) | ir.Change(_, index, value):
                temps[watch.subject] = self._of.zones(value, state, {})
                for slot, key in zip(watch.index, index, strict=False):
                    temps[slot] = self._of.zones(key, state, {})
            case _:
                pass
        given = [self._of.zones(value, state, temps) for value in watch.give]
        self._begin(watch.procedure, [self._of.closed(zones) if self._meanwhile else zones for zones in given])

    # ------------------------------------------------------------------------------------ exits

    def _onward(self, block: Block, state: State) -> Iterator[tuple[int, State]]:
        """Where a block goes on, and what is known there."""
        match block.exit:
            case ir.Goto(target) | ir.Shuffle(then=target):
                yield target, state
            case ir.Branch(condition, then, otherwise):
                yield then, self._told(condition, state)
                yield otherwise, state
            case ir.Call(procedure, arguments, then):
                called = [procedure] if isinstance(procedure, int) else self._effects
                given = [self._of.zones(value, state, {}) for value in arguments]
                for number in called:
                    self._begin(number, given)
                yield then, self._later(state, called)
            case ir.Settle(then):
                self._begin(self.flow.settle, [])
                yield then, self._later(state, [self.flow.settle] if self._meanwhile else [])
            case ir.React(done):
                yield done, self._later(state, range(len(self.flow.procedures)) if self._meanwhile else [])
            case ir.Leave(target):
                procedures = range(len(self.flow.procedures)) if self._meanwhile else []
                yield target, self._later(self._main, procedures)
            case ir.Draw(of, slot, _, then):
                yield then, state | ({slot: self._of.zones(of, state, {})} if self._holds_components(block, slot) else {})
            case ir.Choice():
                yield from self._chosen(block, block.exit, state)
            case _:
                pass

    def _chosen(self, block: Block, choice: ir.Choice, state: State) -> Iterator[tuple[int, State]]:
        for option in choice.alternatives:
            known = dict(state)
            for pick in option.picks:
                if self._holds_components(block, pick.slot):
                    known[pick.slot] = self._of.zones(pick.domain, known, {})
            yield option.target, self._told(e.And(option.guard, option.legal), known)
        yield choice.empty, state

    def _told(self, condition: Expr, state: State) -> State:
        """What is known once a condition has turned out to hold."""
        told = limits(self._of, condition, state, {})
        return {slot: zones & told.get(e.Local(slot), zones) for slot, zones in state.items()} if told else state

    def _later(self, state: State, procedures: Iterable[int]) -> State:
        """What is known when these procedures have run."""
        pairs = frozenset(pair for number in procedures for pair in self._after_calls[number])
        return {slot: closed(zones, pairs) for slot, zones in state.items()}

    def _begin(self, procedure: int, given: list[Zones]) -> None:
        spec = self.flow.procedures[procedure]
        taken = zip(given, spec.types, strict=False)  # an effect need not take all that it is given
        known = {slot: zones for slot, (zones, type_) in enumerate(taken) if _is_component(type_)}
        self._tell(spec.entry, known)

    def _holds_components(self, block: Block, slot: int) -> bool:
        return _is_component(self.flow.procedures[block.procedure].types[slot])


def _closed(direct: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """For each procedure itself and all that can run before it is over, from those that it calls itself."""
    found = []
    for start in range(len(direct)):
        seen, todo = {start}, [start]
        while todo:
            more = direct[todo.pop()] - seen
            seen |= more
            todo.extend(more)
        found.append(frozenset(seen))
    return found


def _is_component(type_: Type) -> bool:
    while isinstance(type_, OptionalType | SetType):
        type_ = type_.of
    return isinstance(type_, KindType)


def _join(known: State, more: Mapping[int, Zones]) -> None:
    for slot, zones in more.items():
        known[slot] = known.get(slot, NOWHERE) | zones
