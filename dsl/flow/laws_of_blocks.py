"""Laws about the graph: where exits lead, what is reached, what holds.

In: a flow whose numbers are in range. Out: the places that break a law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.analyses import predecessors, reachable_blocks, solve
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.law import Found, Law, at, place
from rulewright.dsl.flow.shape import targets

DEEPEST_HOLD = 8  # where counting stops, so that a loop that holds ever more comes to rest


def exits_stay_in_their_procedure(flow: Flow) -> Found:
    """An exit leads to blocks of its own procedure, a `Leave` to one of main."""
    for block in flow.blocks:
        procedure = flow.main if isinstance(block.exit, ir.Leave) else block.procedure
        for number in targets(block.exit):
            if flow.blocks[number].procedure != procedure:
                name = flow.procedures[procedure].address
                yield at(flow, block), f"leads to block {number}, which is not of `{name}`"


def procedures_begin_in_their_own_blocks(flow: Flow) -> Found:
    """The entry of a procedure is a block of it."""
    for number, procedure in enumerate(flow.procedures):
        if flow.blocks[procedure.entry].procedure != number:
            yield place(flow, "procedures", number), f"begins at block {procedure.entry}, which is not its own"


def main_and_settle_are_themselves(flow: Flow) -> Found:
    """There is one main and one settle procedure, and they are the ones the flow names."""
    for number, procedure in enumerate(flow.procedures):
        for kind, named in (("main", flow.main), ("settle", flow.settle)):
            if (procedure.kind == kind) != (number == named):
                yield place(flow, "procedures", number), f"is of kind `{procedure.kind}`; {kind} is {named}"


def main_does_not_return(flow: Flow) -> Found:
    """The frame of main is the last one and is never popped: the game ends by `GameEnd`."""
    for block in flow.blocks:
        if isinstance(block.exit, ir.Return) and block.procedure == flow.main:
            yield at(flow, block), "returns from main"


def settling_reacts(flow: Flow) -> Found:
    """The settle procedure runs due reactions; no other one does, and that block is empty since it is run again."""
    reacting = [block for block in flow.blocks if isinstance(block.exit, ir.React)]
    if not any(block.procedure == flow.settle for block in reacting):
        yield place(flow, "procedures", flow.settle), "no `React` in the settle procedure"
    for block in reacting:
        if block.procedure != flow.settle:
            yield at(flow, block), "a `React` outside of the settle procedure"
        if block.ops:
            yield at(flow, block), "ops before a `React` would be run again after each reaction"


def blocks_are_reached(flow: Flow) -> Found:
    """Every block is reached from its procedure's entry, from a scenario's beginning, or by a `Leave`; none that is gone is."""
    reached = reachable_blocks(flow)
    for block in flow.blocks:
        gone = isinstance(block.exit, ir.Gone)
        if gone == (block.number in reached):
            yield at(flow, block), "something leads here, and it is gone" if gone else "nothing leads here"
        if gone and block.ops:
            yield at(flow, block), "it is gone, and does something"


def scenarios_begin_in_main(flow: Flow) -> Found:
    """A scenario begins at a block of main and sets locals of main or variables of the flow; addresses differ."""
    size = flow.procedures[flow.main].locals
    for number, entry in enumerate(flow.entries):
        where = place(flow, "entries", number)
        if flow.blocks[entry.block].procedure != flow.main:
            yield where, f"begins at block {entry.block}, which is not of main"
        for name, variable, slot in entry.bindings:
            if not -1 <= variable < len(flow.variables) or not -1 <= slot < size:
                yield where, f"`{name}` binds variable {variable} and local {slot}, which are not there"
        if any(other.address == entry.address for other in flow.entries[:number]):
            yield where, "an address that an earlier entry has"


def scopes_have_their_own_addresses(flow: Flow) -> Found:
    """No two scopes have one address."""
    seen: set[str] = set()
    for number, scope in enumerate(flow.scopes):
        if scope.address in seen:
            yield place(flow, "scopes", number), "an address that an earlier scope has"
        seen.add(scope.address)


# ------------------------------------------------------------------------------------------------ choices


def choices_can_be_told_apart(flow: Flow) -> Found:
    """A choice has alternatives with different addresses, and picks of one go into different locals."""
    for block, choice in _choices(flow):
        addresses = [each.address for each in choice.alternatives]
        if not addresses:
            yield at(flow, block), "a choice between nothing"
        if len(set(addresses)) < len(addresses):
            yield at(flow, block), "two alternatives have one address"
        for each in choice.alternatives:
            if len({pick.slot for pick in each.picks}) < len(each.picks):
                yield at(flow, block), f"two picks of `{each.address}` go into one local"


def one_alternative_passes(flow: Flow) -> Found:
    """At most one alternative lets the chance pass; of a secret question one must: that is what the others see."""
    for block, choice in _choices(flow):
        passing = sum(each.passes for each in choice.alternatives)
        if passing > 1:
            yield at(flow, block), f"{passing} alternatives let the chance pass"
        if choice.secrecy == "asked" and passing == 0:
            yield at(flow, block), "the question is secret, and no alternative lets it pass"


def sealed_choices_are_held(flow: Flow) -> Found:
    """Nothing settles before the last sealed answer is given: the choice stands where holds are up."""
    depths = _holds(flow)
    for block, choice in _choices(flow):
        if choice.secrecy == "sealed":
            for depth in sorted(depths[block.number]):
                if depth + _change(block) <= 0:
                    yield at(flow, block), "a sealed choice while nothing holds"


def _choices(flow: Flow) -> Iterator[tuple[Block, ir.Choice]]:
    for block in flow.blocks:
        if isinstance(block.exit, ir.Choice):
            yield block, block.exit


# ------------------------------------------------------------------------------------------------ holds


def holds_are_balanced(flow: Flow) -> Found:
    """However a block is reached, its procedure holds as often, never less than 0 times, and 0 times at `Return`."""
    for number, depths in _holds(flow).items():
        block = flow.blocks[number]
        if len(depths) > 1:
            times = " or ".join(str(depth) for depth in sorted(depths))
            yield at(flow, block), f"holds {times} times when it is reached"
        if len(depths) != 1:
            continue
        depth = min(depths)
        for op in block.ops:
            if isinstance(op, ir.Hold):
                depth += op.by
                if depth < 0:
                    yield at(flow, block), "lets go what it does not hold"
        if depth > 0 and isinstance(block.exit, ir.Return):
            yield at(flow, block), f"returns while it holds {depth} times"


def _holds(flow: Flow) -> dict[int, frozenset[int]]:
    """How often a procedure may hold when a block is reached. Scenarios begin, and a `Leave` ends, with no hold."""
    free = {procedure.entry for procedure in flow.procedures} | {entry.block for entry in flow.entries}
    free |= {block.exit.block for block in flow.blocks if isinstance(block.exit, ir.Leave)}
    before = predecessors(flow)

    def depths(number: int, look: Callable[[int], frozenset[int]]) -> frozenset[int]:
        found = {0} if number in free else set()
        for each in before[number]:
            found |= {depth + _change(flow.blocks[each]) for depth in look(each)}
        return frozenset(depth for depth in found if abs(depth) <= DEEPEST_HOLD)

    return solve(range(len(flow.blocks)), depths, frozenset())


def _change(block: Block) -> int:
    return sum(op.by for op in block.ops if isinstance(op, ir.Hold))


BLOCKS: tuple[Law, ...] = (
    exits_stay_in_their_procedure,
    procedures_begin_in_their_own_blocks,
    main_and_settle_are_themselves,
    main_does_not_return,
    settling_reacts,
    blocks_are_reached,
    scenarios_begin_in_main,
    scopes_have_their_own_addresses,
    choices_can_be_told_apart,
    one_alternative_passes,
    sealed_choices_are_held,
    holds_are_balanced,
)
