"""What passes over formulas have in common: to change every formula of a flow, or every part of a formula.

In: a flow, and what a formula becomes. Out: the changed flow; blocks stay where they are, with their ops and exits, and texts for
people stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar, cast, get_args

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.shape import inner_parts, walk

T = TypeVar("T")
Change = Callable[[e.Expr, int | None], e.Expr]
"""What a whole formula becomes; the number is that of the procedure that its locals are of, None where there are no locals."""

EXPRESSIONS = get_args(e.Expr)
BINDERS = (e.Filter, e.AnyOf, e.Gather, e.Distinct, e.Reachable, e.Fold, e.Best)  # each binds a temp to the members of a set
_HOLDERS = (ir.Watch, ir.Alternative, ir.PickSpec)


def over_formulas(flow: Flow, change: Change, lines: bool = False) -> Flow:
    """The flow with every formula of its functions, blocks and invariants changed.

    Lines of the scoring stay as they are, unless `lines` says so: their form says where points come from.
    """
    kept = set() if lines else {score.function for score in flow.scores}
    functions = tuple(
        spec if number in kept else _with(spec, change(spec.body, None)) for number, spec in enumerate(flow.functions)
    )
    blocks = tuple(_over_block(block, change) for block in flow.blocks)
    invariants = tuple(replace(each, condition=change(each.condition, None)) for each in flow.invariants)
    return replace(flow, functions=functions, blocks=blocks, invariants=invariants)


def _with(spec: ir.FunctionSpec, body: e.Expr) -> ir.FunctionSpec:
    return spec if body is spec.body else replace(spec, body=body)


def _over_block(block: ir.Block, change: Change) -> ir.Block:
    ops = tuple(op if isinstance(op, ir.Say) else _over(op, change, block.procedure) for op in block.ops)
    exit_ = _over(block.exit, change, block.procedure)
    same = exit_ is block.exit and all(new is old for new, old in zip(ops, block.ops, strict=True))
    return block if same else replace(block, ops=ops, exit=exit_)


def _over(node: T, change: Change, procedure: int) -> T:
    """An op, an exit or a part of one with its formulas changed."""
    inside = None if isinstance(node, ir.Watch) else procedure

    def changed(part: object) -> object:
        if isinstance(part, EXPRESSIONS):
            return change(cast(e.Expr, part), inside)
        return _over(part, change, procedure) if isinstance(part, _HOLDERS) else part

    return _rebuilt(node, changed)


def in_parts(node: e.Expr, change: Callable[[e.Expr], e.Expr]) -> e.Expr:
    """A formula with its direct parts changed."""
    return _rebuilt(node, lambda part: change(cast(e.Expr, part)) if isinstance(part, EXPRESSIONS) else part)


def parts_of(node: e.Expr) -> Iterator[e.Expr]:
    """The direct parts of a formula that are formulas."""
    for _, part in inner_parts(node):
        for each in part if isinstance(part, tuple) else (part,):
            if isinstance(each, EXPRESSIONS):
                yield each


def _rebuilt(node: T, change: Callable[[object], object]) -> T:
    found: dict[str, object] = {}
    for name, part in inner_parts(node):
        new: object = part
        if isinstance(part, tuple):
            made = tuple(change(each) for each in part)
            new = part if all(a is b for a, b in zip(made, part, strict=True)) else made
        elif part is not None and not isinstance(part, int):
            new = change(part)
        if new is not part:
            found[name] = new
    return replace(node, **found) if found else node  # type: ignore[type-var]  # it has parts


def binds(node: object) -> int | None:
    """The temp that an expression binds to each member of a set."""
    return node.slot if isinstance(node, BINDERS) else None


def substituted(node: e.Expr, given: Mapping[int, e.Expr], fresh: Iterator[int]) -> e.Expr:
    """A formula with other formulas in the place of temps, and with new temps in the place of those that it binds."""
    if isinstance(node, e.Temp):
        return given.get(node.slot, node)
    if not isinstance(node, BINDERS):
        return in_parts(node, lambda part: substituted(part, given, fresh))
    slot = next(fresh)
    inside = {**given, node.slot: e.Temp(slot)}
    return replace(in_parts(node, lambda part: substituted(part, inside, fresh)), slot=slot)  # type: ignore[arg-type]


def replaced(node: e.Expr, old: e.Expr, new: e.Expr) -> e.Expr:
    """A formula with another in the place of one, wherever that stands."""
    return new if node == old else in_parts(node, lambda part: replaced(part, old, new))


def conjuncts(node: e.Expr) -> tuple[e.Expr, ...]:
    """The conditions that must all hold."""
    return (*conjuncts(node.left), *conjuncts(node.right)) if isinstance(node, e.And) else (node,)


def together(conditions: list[e.Expr]) -> e.Expr:
    """One condition for all of them, asked in this order."""
    found = conditions[-1]
    for each in reversed(conditions[:-1]):
        found = e.And(each, found)
    return found


def mentions(node: e.Expr, slot: int) -> bool:
    """Whether a temp stands in a formula."""
    return any(isinstance(part, e.Temp) and part.slot == slot for part in walk(node))
