"""Which sealed steps need no worlds: those in which nobody's answer touches what another one's is about.

In: a flow. Out: `plain_blocks`, the blocks with which such steps begin and end. While answers are sealed every seat is asked
by what it knows (note 0002). Where each answer only moves what the seat owns, and each question only looks at that, the game
itself shows a seat the same options as its own world; then, unless somebody wants a view, there need be no world.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Block, Flow
from rulewright.dsl.flow.shape import targets, walk

ANYWHERE = (e.Everything, e.Holder, e.LiesIn, e.PlaceOf, e.FaceUp, e.IsActive)  # these may look at what others own


def plain_blocks(flow: Flow) -> frozenset[int]:
    """The blocks that seal or open answers of steps that need no worlds, and the questions of these steps."""
    plain: set[int] = set()
    worldly: set[int] = set()
    for block in flow.blocks:
        if _seals(block, 1):
            step = _step(flow, block)
            kept = {b.number for b in step if _seals(b, 1) or _seals(b, -1) or isinstance(b.exit, ir.Choice)}
            (plain if _each_by_itself(flow, step) else worldly).update(kept)
    return frozenset(plain - worldly)


def _seals(block: Block, by: int) -> bool:
    return any(isinstance(op, ir.Hold) and op.sealed and op.by == by for op in block.ops)


def _step(flow: Flow, first: Block) -> list[Block]:
    """The blocks from where answers are sealed to where they are opened."""
    found: dict[int, Block] = {}
    due = [first.number]
    while due:
        block = flow.blocks[due.pop()]
        if block.number not in found:
            found[block.number] = block
            if not _seals(block, -1):
                due.extend(targets(block.exit))
    return list(found.values())


def _each_by_itself(flow: Flow, step: list[Block]) -> bool:
    askers = {block.exit.who for block in step if isinstance(block.exit, ir.Choice)}
    if len(askers) != 1 or not isinstance(seat := askers.pop(), e.Local):
        return False
    parts = [part for block in step for part in _sealed_parts(block)]
    nodes = list(_read(flow, parts))
    own = {node.zone for node in nodes if isinstance(node, e.Contents) and node.owner == seat}
    own |= {part.zone for part in parts if isinstance(part, ir.Move)}
    written = {part.variable for part in parts if isinstance(part, ir.SetState)}
    for node in nodes:
        match node:
            case e.Contents(zone, owner) if zone in own and owner != seat:
                return False
            case e.StateVar(variable) if variable in written:
                return False
            case _ if isinstance(node, ANYWHERE):
                return False
    return all(_keeps_to_itself(flow, part, seat) for part in parts) and _moves_its_own(flow, step, seat, own)


def _sealed_parts(block: Block) -> Iterator[ir.Op | ir.Exit]:
    """Ops and exit of a block, as far as they are carried out while answers are sealed."""
    for op in block.ops:
        if isinstance(op, ir.Hold) and op.sealed and op.by == -1:
            return
        yield op
    yield block.exit


def _read(flow: Flow, parts: list[ir.Op | ir.Exit]) -> Iterator[object]:
    """Every part of what is worked out, definitions included."""
    seen: set[int] = set()
    due: list[object] = list(parts)
    while due:
        for node in walk(due.pop()):
            yield node
            if isinstance(node, e.Apply) and node.function not in seen:
                seen.add(node.function)
                due.append(flow.functions[node.function].body)


def _keeps_to_itself(flow: Flow, part: ir.Op | ir.Exit, seat: e.Local) -> bool:
    match part:
        case ir.Assign() | ir.Hold() | ir.Say() | ir.Goto() | ir.Branch() | ir.Settle() | ir.Choice():
            return True
        case ir.SetState(variable, watches=watches):
            return flow.variables[variable].made_up and not watches
        case ir.Move(owner=owner, watches=watches):
            return owner == seat and not watches
        case _:
            return False


NOTHING, OWN, OTHER = range(3)  # what a local holds: none or an empty set; things of the seat that is asked as well; anything
Held = tuple[int, ...]  # of each local of a procedure


def _moves_its_own(flow: Flow, step: list[Block], seat: e.Local, zones: set[int]) -> bool:
    """Whether all that is moved lies in these zones of the seat that is asked, by whatever way play has come there."""
    known = _held(flow, step[0].procedure, seat, zones)
    for block in step:
        before = known.get(block.number, (OTHER,) * flow.procedures[block.procedure].locals)
        for op, held in _through(block, before, seat, zones):
            if isinstance(op, ir.Move) and _holds(op.what, held, seat, zones) > OWN:
                return False
    return True


def _held(flow: Flow, procedure: int, seat: e.Local, zones: set[int]) -> dict[int, Held]:
    """What the locals hold at the beginning of each block of a procedure."""
    spec = flow.procedures[procedure]
    anything = (OTHER,) * spec.locals
    known: dict[int, Held] = {spec.entry: tuple(OTHER if slot < spec.parameters else NOTHING for slot in range(spec.locals))}
    known |= {block.exit.block: anything for block in flow.blocks if isinstance(block.exit, ir.Leave)}
    due = list(known)
    while due:
        block = flow.blocks[due.pop()]
        if block.procedure != procedure:
            continue
        *_, (_, held) = _through(block, known[block.number], seat, zones)
        for target, there in _leads_to(block, held, seat, zones):
            before = known.get(target, there)
            found = tuple(map(max, before, there))
            if target not in known or found != before:
                known[target] = found
                due.append(target)
    return known


def _through(block: Block, held: Held, seat: e.Local, zones: set[int]) -> Iterator[tuple[ir.Op | None, Held]]:
    """Each op of a block, and None behind the last, with what the locals hold before it."""
    for op in block.ops:
        yield op, held
        if isinstance(op, ir.Assign):
            value = _holds(op.value, held, seat, zones)
            if op.slot == seat.slot:
                held = tuple(each if each == NOTHING else OTHER for each in held)
                value = OTHER
            held = (*held[: op.slot], value, *held[op.slot + 1 :])
    yield None, held


def _leads_to(block: Block, held: Held, seat: e.Local, zones: set[int]) -> Iterator[tuple[int, Held]]:
    """What may come behind a block, and what the locals hold there."""
    match block.exit:
        case ir.Choice(alternatives=alternatives, empty=empty):
            yield empty, held
            for alternative in alternatives:
                picked = held
                for pick in alternative.picks:
                    value = _holds(pick.domain, picked, seat, zones) if pick.slot != seat.slot else OTHER
                    picked = (*picked[: pick.slot], max(value, OWN), *picked[pick.slot + 1 :])
                yield alternative.target, picked
        case ir.Draw(slot=slot, then=then):
            yield then, (*held[:slot], OTHER, *held[slot + 1 :])
        case _:
            yield from ((target, held) for target in targets(block.exit))


def _holds(node: e.Expr, held: Held, seat: e.Local, zones: set[int]) -> int:
    """What a value is. held: what the locals hold."""

    def of(*parts: e.Expr) -> int:
        return max((_holds(part, held, seat, zones) for part in parts), default=NOTHING)

    match node:
        case e.Const(value):
            return NOTHING if value in ((), -1) else OTHER
        case e.Local(slot):
            return held[slot]
        case e.Contents(zone, owner):
            return OWN if owner == seat and zone in zones else OTHER
        case e.Filter(inner) | e.FirstOf(inner) | e.LastOf(inner) | e.After(inner) | e.Combine("-", inner) | e.Best(_, inner):
            return of(inner)
        case e.Combine("+", left, right) | e.Pick(_, left, right):
            return of(left, right)
        case e.MakeSet(members):
            return of(*members)
        case _:
            return OTHER
