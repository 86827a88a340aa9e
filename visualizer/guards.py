"""Under which conditions a block is come to inside its node.

In: the blocks of a node and their ways. Out: `Guards.before`, the conditions that decide about a block, and
`alternatives`, which puts those of several blocks together. A branch decides about a block when one of its sides leads to the block
and another does not; going round a loop once more does not count.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.visualizer.ways import Guard, Way, Ways

Clause = tuple[Guard, ...]


class Guards:
    """The conditions inside one node."""

    def __init__(self, ways: Ways, blocks: list[int]) -> None:
        self._order: list[int] = []  # every block after all blocks that it leads to
        self._ahead: dict[int, list[Way]] = {}
        self._inside = frozenset(blocks)
        self._look(ways, blocks)
        led_to = {way.target for ahead in self._ahead.values() for way in ahead}
        self._first = self._inside - led_to  # where the node is entered
        self._leading_out: set[int] = set()  # a side that only comes round again is no side
        for number in self._order:
            ahead = self._ahead[number]
            if not ways.of(number) or any(self._leads_out(way) for way in ahead):
                self._leading_out.add(number)

    def before(self, block: int, last: Guard | None) -> Clause:
        """What has to hold for play to come to a block and to go on under `last`."""
        reaching = {block}
        decisive: dict[int, Clause] = {}
        for number in self._order:
            ways = [way for way in self._ahead[number] if way.target in reaching or self._leads_out(way)]
            reached = [way.target in reaching for way in ways]
            if any(reached):
                reaching.add(number)
            if any(reached) and not all(reached):
                found = [way.guard for way, goes in zip(ways, reached, strict=True) if goes and way.guard is not None]
                # of labels of options, only a lone one says something definite, and only where nothing leads past the choice
                if found and (not found[0].chosen or (len(found) == 1 and not self._can_pass_by(number, block))):
                    decisive[number] = (found[0],)
        clauses = [guard for number in reversed(self._order) for guard in decisive.get(number, ())]
        if last is not None:
            clauses.append(last)
        return tuple(dict.fromkeys(clauses))

    def _can_pass_by(self, number: int, block: int) -> bool:
        """Whether play can come to a block without coming to another one: then that one decides nothing about it."""
        reached = self._first - {number}
        for each in reversed(self._order):  # every block before all blocks that it leads to
            if each in reached:
                reached |= {way.target for way in self._ahead[each]} - {number}
        return block in reached

    def _leads_out(self, way: Way) -> bool:
        return way.target not in self._inside or way.target in self._leading_out

    def _look(self, ways: Ways, blocks: list[int]) -> None:
        """Depth first from where the node is entered, without the ways back to a block that is being looked at."""
        inside = set(blocks)
        targets = {way.target for number in blocks for way in ways.of(number)}
        starts = [number for number in blocks if number not in targets] + blocks
        state: dict[int, bool] = {}  # True while looked at, False when done
        for start in starts:
            stack = [(start, False)]
            while stack:
                number, done = stack.pop()
                if done:
                    state[number] = False
                    self._order.append(number)
                    self._ahead[number] = [way for way in ways.of(number) if not self._is_back(way, state, number)]
                elif number not in state:
                    state[number] = True
                    stack.append((number, True))
                    stack.extend((way.target, False) for way in reversed(ways.of(number)) if way.target in inside)

    def _is_back(self, way: Way, state: dict[int, bool], number: int) -> bool:
        return way.target == number or state.get(way.target, False)


def alternatives(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    """Clauses of which one has to hold, made shorter where they add up; none are left when there is nothing to hold."""
    left = list(dict.fromkeys(clauses))
    while (shorter := _shorter(left)) is not None:
        left = shorter
    return () if () in left else tuple(left)


def _shorter(clauses: list[Clause]) -> list[Clause] | None:
    """One step: `a` makes `a and b` idle, and of `not a and b` it leaves `b`."""
    for one in clauses:
        for other in clauses:
            if one is other or len(one) > len(other):
                continue
            if set(one) <= set(other):
                return [clause for clause in clauses if clause is not other]
            against = [guard for guard in other if Guard(guard.words, not guard.holds, guard.chosen) in one]
            rest = [guard for guard in other if guard not in one and guard not in against]
            if len(against) == 1 and len(rest) == len(other) - len(one):
                shorter = tuple(guard for guard in other if guard not in against)
                return list(dict.fromkeys(shorter if clause is other else clause for clause in clauses))
    return None
