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
    return all(_keeps_to_itself(flow, part, seat, own, parts) for part in parts)


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


def _keeps_to_itself(
    flow: Flow, part: ir.Op | ir.Exit, seat: e.Local, own: set[int], parts: list[ir.Op | ir.Exit]
) -> bool:
    match part:
        case ir.Assign() | ir.Hold() | ir.Say() | ir.Goto() | ir.Branch() | ir.Settle() | ir.Choice():
            return True
        case ir.SetState(variable, watches=watches):
            return flow.variables[variable].made_up and not watches
        case ir.Move(e.MakeSet((e.Local(slot),)) | e.Local(slot), owner=owner, watches=watches):
            domains = [pick.domain for other in parts if isinstance(other, ir.Choice) for pick in _picks(other, slot)]
            return owner == seat and not watches and bool(domains) and all(_of_own(each, seat, own) for each in domains)
        case _:
            return False


def _picks(choice: ir.Choice, slot: int) -> Iterator[ir.PickSpec]:
    for alternative in choice.alternatives:
        yield from (pick for pick in alternative.picks if pick.slot == slot)


def _of_own(domain: e.Expr, seat: e.Local, own: set[int]) -> bool:
    while isinstance(domain, e.Filter):
        domain = domain.of
    return isinstance(domain, e.Contents) and domain.owner == seat and domain.zone in own
