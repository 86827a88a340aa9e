"""A condition that every member of a kind is asked, worked out for all of them at once, as bits.

    Square where disc is p                          Board(disc, p)
    Square where s.next(across) has a disc of p     Board(disc, p) moved back by one square

In: a set, or a condition and the temp of the member it is asked of. Out: `Masks.of_set` and `Masks.of_all`, bits, or None where that
cannot be said with moves of bits. All that is looked at must not be able to fail, since nothing is passed over here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Change, Flow, Reset
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.chains import Chains
from rulewright.interpreter.passes.formulas import conjuncts, mentions, replaced, substituted, together
from rulewright.interpreter.passes.relations import Move, back, both, either, moved, moves_of, without
from rulewright.interpreter.passes.spans import spans_of
from rulewright.interpreter.passes.tabulate import Tables

MOST_BITS = 400  # members of a kind: a board of nineteen by nineteen
MOST_VALUES = 8  # of a variable of which there is a board for each value
MOST_UNROLLED = 8  # members of a set for each of which bits are worked out
MOST_STEPS = 16  # of a chain that is counted


@dataclass(frozen=True, slots=True)
class Boarded:
    """A variable of which there is a board for each value. kind: what it has one value for each of; high: the greatest one; cells: where
    the values of the members are, in their order."""

    kind: int
    high: int
    cells: tuple[int, ...]


@lru_cache(maxsize=64)
def boards_of(layout: Layout) -> dict[int, Boarded]:
    """The variables that have one value of few for each member of a small kind, and change only by being set."""
    found, spans = {}, spans_of(layout)
    changed = {node.variable for node in walk(layout.flow.blocks) if isinstance(node, Change | Reset)}
    for number, spec in enumerate(layout.flow.variables):
        if len(spec.per) != 1 or spec.per[0].what != "kind" or number in changed:
            continue
        members = layout.by_kind[spec.per[0].number]
        span = spans.of(e.StateVar(number, (e.Const(e.NONE),)))
        if span.low >= e.NONE and span.high < MOST_VALUES and is_row(members):
            cells = tuple(layout.cell(number, (member,)) for member in members)
            found[number] = Boarded(spec.per[0].number, span.high, cells)
    return found


def boarded_in(flow: Flow) -> frozenset[int]:
    """The variables whose boards are asked for somewhere at play."""
    return frozenset(node.variable for node in walk((flow.functions, flow.blocks)) if isinstance(node, e.Board))


def boards_in(cells: tuple[int, ...], high: int, values: list[int]) -> list[int]:
    """The board of each value up to the greatest, that of none at the end. cells: where, among the values, those of the members are."""
    found, bit = [0] * (high + 2), 1
    for cell in cells:
        found[values[cell]] |= bit
        bit <<= 1
    return found


def is_row(members: tuple[int, ...]) -> bool:
    """Whether members are few enough for bits, and numbered one behind another."""
    return 0 < len(members) <= MOST_BITS and members == tuple(range(members[0], members[-1] + 1))


class Masks:
    """Bits for the members of one kind."""

    def __init__(self, tables: Tables, boards: dict[int, Boarded], kind: int, fresh: count[int]) -> None:
        self.tables = tables
        self.layout = tables.layout
        self.chains = Chains(tables.facts)
        self.boards = boards
        self.kind = kind
        self.fresh = fresh
        self.members = self.layout.by_kind[kind]
        self.all = e.Const((1 << len(self.members)) - 1)
        self._asked: list[int] = []  # the temps of the members that are being asked
        self._place = {member: place for place, member in enumerate(self.members)}

    def _both(self, left: e.Expr, right: e.Expr) -> e.Expr:
        """What is in both; everything takes nothing away."""
        return right if left == self.all else left if right == self.all else both(left, right)

    # ------------------------------------------------------------------------------------ sets

    def of_set(self, node: e.Expr, ordered: bool) -> e.Expr | None:
        """The members of a set. ordered: only of sets that have them in the order of the layout."""
        match node:
            case e.Everything(self.kind):
                return self.all
            case e.Spots(self.kind, bits):
                return bits
            case e.Const(tuple(members)):
                return self._constant(members, ordered)
            case e.Lookup(values, lows, sizes, index):
                made = [self._constant(each, ordered) if isinstance(each, tuple) else None for each in values]
                numbers = tuple(each.value for each in made if each is not None)
                return e.Lookup(numbers, lows, sizes, index) if len(numbers) == len(values) else None
            case e.Filter(of, slot, condition):
                return _put(self._both, self.of_set(of, ordered), lambda: self.of_all(condition, slot))
            case e.Pick(condition, then, otherwise):
                first, second = self.of_set(then, ordered), self.of_set(otherwise, ordered)
                return None if first is None or second is None else e.Pick(condition, first, second)
            case e.Combine("-", left, right):
                return _put(without, self.of_set(left, ordered), lambda: self.of_set(right, False))
            case e.Combine("+", left, right) if not ordered:
                return _put(either, self.of_set(left, False), lambda: self.of_set(right, False))
            case e.Gather(of, slot, each) if not ordered:
                return self._joined(of, slot, lambda member: self.of_set(substituted(each, {slot: member}, self.fresh), False))
            case e.Reachable(of, slot, step) if not ordered:
                return self._flooded(self.of_set(of, False), slot, step, forward=True)
            case e.Apply():
                return self.of_set(self._opened(node), ordered)
        return None

    def _constant(self, members: tuple[int, ...], ordered: bool) -> e.Const | None:
        places = [self._place.get(member, -1) for member in members]
        if -1 in places or (ordered and places != sorted(places)):
            return None
        return e.Const(sum(1 << place for place in set(places)))

    def _joined(self, of: e.Expr, slot: int, made: Callable[[e.Expr], e.Expr | None]) -> e.Expr | None:
        """Bits for each member of a small constant set, all together."""
        members = tuple(range(self.layout.players)) if isinstance(of, e.Seats) else of.value if isinstance(of, e.Const) else None
        if not isinstance(members, tuple) or len(members) > MOST_UNROLLED:
            return None
        found: e.Expr | None = e.Const(0)
        for member in members:
            found = _put(either, found, lambda: made(e.Const(member)))  # noqa: B023
        return found

    def _opened(self, node: e.Apply) -> e.Expr:
        """The body of a definition, with what it is given in the place of its parameters."""
        spec = self.layout.flow.functions[node.function]
        opened = substituted(spec.body, dict(zip(spec.parameters, node.arguments, strict=True)), self.fresh)
        self.tables.spans.begin(opened, None)
        return opened

    # ------------------------------------------------------------------------------------ conditions

    def of_all(self, node: e.Expr, slot: int) -> e.Expr | None:
        """The members for which a condition holds. What it says of another member, too, that all are asked of cannot be said with bits."""
        self._asked.append(slot)
        found = self._of_all(node, slot)
        self._asked.pop()
        return None if found is not None and any(mentions(found, each) for each in (slot, *self._asked)) else found

    def _of_all(self, node: e.Expr, slot: int) -> e.Expr | None:
        if not mentions(node, slot):
            return self.all if node == e.Const(1) else e.Pick(node, self.all, e.Const(0))
        same = self._same(node, slot)
        if same is not None:
            return same
        match node:
            case e.And():
                found: e.Expr | None = self.all
                for each in self._told(list(conjuncts(node)), slot):
                    found = _put(self._both, found, lambda: self.of_all(each, slot))  # noqa: B023
                return found
            case e.Or(left, right):
                return _put(either, self.of_all(left, slot), lambda: self.of_all(right, slot))
            case e.Not(of):
                return _put(without, self.all, lambda: self.of_all(of, slot))
            case e.Pick(condition, then, otherwise):
                asked = self.of_all(condition, slot)
                first = _put(self._both, asked, lambda: self.of_all(then, slot))
                return _put(either, first, lambda: _put(lambda a, b: without(b, a), asked, lambda: self.of_all(otherwise, slot)))
            case e.Compare(operator, left, right):
                return self._compared(operator, left, right, slot)
            case e.AnyOf(of, member, condition):
                return self._with_members(e.Filter(of, member, condition), slot)
            case e.Member(e.Temp(value), of) if value == slot and not mentions(of, slot):
                return self.of_set(of, False)
            case e.Apply():
                return self.of_all(self._opened(node), slot)
        return None

    def _same(self, node: e.Expr, slot: int) -> e.Expr | None:
        """The same as a table, where no state has a part in it."""
        if not self.tables.facts.of(node).same:
            return None
        made = self.tables.as_table(e.Filter(e.Everything(self.kind), slot, node))
        return None if made is None else self.of_set(made, True)

    def _told(self, conditions: list[e.Expr], slot: int) -> list[e.Expr]:
        """Conditions that must all hold: where one says what a variable of the member is, the others may take it for granted."""
        for place in range(len(conditions)):  # one that has been told of another says nothing more itself
            match conditions[place]:
                case e.Compare("is", e.StateVar(_, (e.Temp(of),)) as variable, value) if of == slot and not mentions(value, slot):
                    conditions = [other if k == place else replaced(other, variable, value) for k, other in enumerate(conditions)]
        return conditions

    def _compared(self, operator: str, left: e.Expr, right: e.Expr, slot: int) -> e.Expr | None:
        match operator, left, right:
            case "is" | "is not", e.StateVar(variable, (path,)), value if not mentions(value, slot):
                found = self._has_value(variable, path, value, slot)
                return found if operator == "is" else _put(without, self.all, lambda: found)
            case "is" | "is not", value, e.StateVar():
                return None if mentions(value, slot) else self._compared(operator, right, left, slot)
            case (">", e.Count(of), e.Const(0)) | (">=", e.Count(of), e.Const(1)):
                return self._with_members(of, slot)
            case ("is", e.Count(of), e.Const(0)) | ("<", e.Count(of), e.Const(1)):
                return _put(without, self.all, lambda: self._with_members(of, slot))
            case ">=", e.Count(of), e.Const(int(number)):
                return self._long(of, slot, number)
            case ">", e.Count(of), e.Const(int(number)):
                return self._long(of, slot, number + 1)
        return None

    def _has_value(self, variable: int, path: e.Expr, value: e.Expr, slot: int) -> e.Expr | None:
        """The members from which one comes to a member for which the variable has a value."""
        board = self.boards.get(variable)
        if board is None or board.kind != self.kind or not self.tables.spans.of(value).lies_in(e.NONE, board.high):
            return None
        found = self.before(path, slot, e.Board(variable, value))
        if isinstance(path, e.Temp):
            return found
        start, there = self.layout.flow.variables[variable].start, self.before(path, slot, self.all)
        if there == self.all or not self._may_be(value, start):
            return found
        # Of none the variable has the value that it begins with.
        nowhere = _put(without, self.all, lambda: there)
        begins = e.Pick(e.Compare("is", value, e.Const(start)), self.all, e.Const(0))
        return _put(either, found, lambda: _put(both, begins, lambda: nowhere))

    def _may_be(self, value: e.Expr, number: int) -> bool:
        span = self.tables.spans.of(value)
        return span.low <= number <= span.high or (span.none and number == e.NONE)

    def _with_members(self, node: e.Expr, slot: int) -> e.Expr | None:
        """The members for which a set that hangs on them is not empty."""
        match node:
            case e.Filter(of, member, condition) if not mentions(of, slot):
                return self._joined(of, member, lambda each: self.of_all(substituted(condition, {member: each}, self.fresh), slot))
            case e.Apply():
                return self._with_members(self._opened(node), slot)
        return self.before(node, slot, self.all)

    # ------------------------------------------------------------------------------------ what members lead to

    def before(self, node: e.Expr, slot: int, bits: e.Expr) -> e.Expr | None:
        """The members from which a set, or one member, that hangs on them has a member in bits."""
        if isinstance(node, e.Temp) and node.slot == slot:
            return bits
        leads_to = self._leads_to(node, slot)
        if leads_to is not None:
            moves = moves_of(leads_to)
            return None if moves is None else back(bits, moves)
        match node:
            case e.Filter():
                return self._before_filter(node, slot, bits)
            case e.Pick(condition, some, e.Const(())):
                return _put(self._both, self.of_all(condition, slot), lambda: self.before(some, slot, bits))
            case e.MakeSet((one,)):
                return self.before(one, slot, bits)
            case e.FirstOf(of, None) if self._is_single(of):
                return self.before(of, slot, bits)
            case e.Reachable(of, member, step):
                found = self._flooded(bits, member, step, forward=False)
                return None if found is None else self.before(of, slot, found)
            case e.LastOf(e.Reachable(of, member, step) as chain) if self.chains.is_chain(chain):
                last = _put(without, bits, lambda: self.before(step, member, self.all))
                found = self._flooded(last, member, step, forward=False)
                return None if found is None else self.before(of, slot, found)
            case e.Lookup(index=index):
                return self._through(node, index, slot, bits)
            case e.Apply():
                return self.before(self._opened(node), slot, bits)
        return None

    def _before_filter(self, node: e.Filter, slot: int, bits: e.Expr) -> e.Expr | None:
        conditions = conjuncts(node.condition)
        of_mine = [each for each in conditions if not mentions(each, node.slot)]
        of_members = [each for each in conditions if mentions(each, node.slot)]
        here: e.Expr | None = bits
        if of_members:
            here = _put(self._both, bits, lambda: self.of_all(together(of_members), node.slot))
        found = None if here is None else self.before(node.of, slot, here)
        return _put(self._both, found, lambda: self.of_all(together(of_mine), slot)) if of_mine else found

    def _through(self, node: e.Lookup, index: tuple[e.Expr, ...], slot: int, bits: e.Expr) -> e.Expr | None:
        """A table asked by something that a member leads to."""
        places = [place for place, each in enumerate(index) if mentions(each, slot)]
        if len(places) != 1 or isinstance(index[places[0]], e.Temp):
            return None
        between = next(self.fresh)
        self.tables.spans.tell(between, e.Everything(self.kind))
        asked = tuple(e.Temp(between) if place == places[0] else each for place, each in enumerate(index))
        inner = e.Lookup(node.values, node.lows, node.sizes, asked)
        path = index[places[0]]
        found = self.before(inner, between, bits)
        found = None if found is None else self.before(path, slot, found)
        if self.tables.spans.of(path).is_there:
            return found
        return _put(either, found, lambda: self._from_nowhere(inner, between, path, slot, bits))

    def _from_nowhere(self, table: e.Lookup, between: int, path: e.Expr, slot: int, bits: e.Expr) -> e.Expr | None:
        """The members that lead to none, where a table leads from there to a member in bits."""
        facts = self.tables.facts.of(table)
        if not facts.same or facts.free != {e.Temp(between)}:
            return None
        (value,) = self.tables.for_each(table, between, (e.NONE,))
        there = value if isinstance(value, tuple) else () if value == e.NONE else (value,)
        if not there:
            return e.Const(0)
        come_to = both(bits, e.Const(sum(1 << self._place[each] for each in there)))
        asked = e.Compare(">", e.Count(e.Spots(self.kind, come_to)), e.Const(0))
        nowhere = _put(without, self.all, lambda: self.before(path, slot, self.all))
        return _put(both, nowhere, lambda: e.Pick(asked, self.all, e.Const(0)))

    def _leads_to(self, node: e.Expr, slot: int) -> list[tuple[int, ...]] | None:
        """The places that each member leads to, where they are the same in every state."""
        facts = self.tables.facts.of(node)
        if not facts.same or facts.free != {e.Temp(slot)}:
            return None
        found = []
        for value in self.tables.for_each(node, slot, self.members):
            there = value if isinstance(value, tuple) else () if value == e.NONE else (value,)
            if any(each not in self._place for each in there):
                return None
            found.append(tuple(self._place[each] for each in there))
        return found

    def _is_single(self, of: e.Expr) -> bool:
        """Whether a set has one member at most."""
        return self.tables.facts.members(of) <= 1

    def _steps(self, step: e.Expr, member: int) -> tuple[e.Expr, tuple[Move, ...]] | None:
        """A step taken apart: what it may lead to, and the ways it moves."""
        within: e.Expr | None = self.all
        while isinstance(step, e.Filter):
            of, condition = step.slot, step.condition
            within = None if mentions(condition, member) else _put(self._both, within, lambda: self.of_all(condition, of))  # noqa: B023
            step = step.of
        leads_to = self._leads_to(step, member)
        moves = None if leads_to is None else moves_of(leads_to)
        return None if within is None or moves is None or any(move.by == 0 for move in moves) else (within, moves)

    def _flooded(self, bits: e.Expr | None, member: int, step: e.Expr, forward: bool) -> e.Expr | None:
        """What is come to from bits by steps; or, not forward, from where bits are come to."""
        steps = self._steps(step, member)
        if bits is None or steps is None or bits == self.all:
            return None if steps is None else bits
        within, moves = steps
        if forward:
            return e.Flood(bits, self.all, tuple(move.members for move in moves), tuple(move.by for move in moves), within)
        there = tuple(moved(move.members, move.by) for move in moves)
        return e.Flood(bits, within, there, tuple(-move.by for move in moves), self.all)

    def _long(self, of: e.Expr, slot: int, number: int) -> e.Expr | None:
        """The members from which a chain has so many members."""
        if number <= 0:
            return self.all
        match of:
            case e.Reachable(start, member, step) if number <= MOST_STEPS and self.chains.is_chain(of):
                found = self._straight(step, member, number - 1)
                if found is None:
                    found = self.all
                    for _ in range(number - 1):
                        found = None if found is None else self.before(step, member, found)
                return None if found is None else self.before(start, slot, found)
        return None

    def _straight(self, step: e.Expr, member: int, count: int) -> e.Expr | None:
        """The members from which so many steps lead on, where all of them go the same way: one board over itself, moved."""
        steps = self._steps(step, member)
        if steps is None or len(steps[1]) != 1:
            return None
        within, (move,) = steps
        begins = (1 << len(self.members)) - 1
        found: e.Expr = self.all
        for number in range(count):
            begins &= moved(move.members, -number * move.by)
            if within != self.all:
                found = self._both(found, e.Shift(within, -(number + 1) * move.by))
        return self._both(found, e.Const(begins))


def _put(how: Callable[[e.Expr, e.Expr], e.Expr], left: e.Expr | None, right: Callable[[], e.Expr | None]) -> e.Expr | None:
    """Two bits put together; None where one of them is."""
    other = None if left is None else right()
    return None if left is None or other is None else how(left, other)
