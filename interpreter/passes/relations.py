"""What each member of a kind leads to, where it is the same in every state: as moves of bits.

In: what each member leads to. Out: `moves_of`, the ways to move bits along it, None where members lie too differently to each other;
and bits put together, constants at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.flow import expr as e

MOST_MOVES = 8  # ways in which what a member leads to may lie to it: eight on a board of squares


@dataclass(frozen=True, slots=True)
class Move:
    """Some of the members, and how far away lies what they lead to."""

    members: int
    by: int


def moves_of(leads_to: list[tuple[int, ...]]) -> tuple[Move, ...] | None:
    """The ways in which what members lead to lies to them. leads_to: of each member, by its place, the places it leads to."""
    found: dict[int, int] = {}
    for place, there in enumerate(leads_to):
        for each in there:
            found[each - place] = found.get(each - place, 0) | 1 << place
    if len(found) > MOST_MOVES:
        return None
    return tuple(Move(members, by) for by, members in sorted(found.items()))


def moved(bits: int, by: int) -> int:
    """Bits moved by so many members."""
    return bits << by if by >= 0 else bits >> -by


# ------------------------------------------------------------------------------------------------ bits put together


def both(left: e.Expr, right: e.Expr) -> e.Expr:
    """What is in both."""
    match left, right:
        case e.Const(int(a)), e.Const(int(b)):
            return e.Const(a & b)
        case (e.Const(0), _) | (_, e.Const(0)):
            return e.Const(0)
        case e.Const(int(a)), e.Bits("and", inner, e.Const(int(b))):
            return both(inner, e.Const(a & b))
        case e.Const(), _:
            return e.Bits("and", right, left)
        case e.Bits("and", inner, e.Const(int(a))), e.Const(int(b)):
            return both(inner, e.Const(a & b))
    return e.Bits("and", left, right)


def either(left: e.Expr, right: e.Expr) -> e.Expr:
    """What is in one or the other."""
    match left, right:
        case e.Const(int(a)), e.Const(int(b)):
            return e.Const(a | b)
        case e.Const(0), other:
            return other
        case other, e.Const(0):
            return other
    return e.Bits("or", left, right)


def without(left: e.Expr, right: e.Expr) -> e.Expr:
    """What is in the one and not in the other."""
    match left, right:
        case e.Const(int(a)), e.Const(int(b)):
            return e.Const(a & ~b)
        case _, e.Const(0):
            return left
        case e.Const(0), _:
            return left
        case _, e.Bits("and", a, b) if left in (a, b):
            return without(left, b if left == a else a)
    return e.Bits("without", left, right)


def back(bits: e.Expr, moves: tuple[Move, ...]) -> e.Expr:
    """The members that lead to one in these bits."""
    found: e.Expr = e.Const(0)
    for move in moves:
        found = either(found, both(_moved(bits, -move.by), e.Const(move.members)))
    return found


def _moved(bits: e.Expr, by: int) -> e.Expr:
    if isinstance(bits, e.Const) and isinstance(bits.value, int):
        return e.Const(moved(bits.value, by))
    return e.Shift(bits, by) if by else bits


