"""Sealed answers: while a step is sealed, every seat knows the state before it and what its own answers did, no more.

In: a state with a veil, and an answer. Out: the state as a seat knows it. An answer is carried out not only in the game,
but also in a world of the seat's own that nobody else's answer has touched; what a seat is shown and may choose comes from
there. That something is laid face down is shown to the others if they would see the same whatever the answer was: it is
carried out in their worlds, too. A name or a value never is: that there was only one answer, they cannot know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.log import LogEntry, open_sealed
from rulewright.interpreter.options import Ground
from rulewright.interpreter.sight import Touched
from rulewright.interpreter.state import State, Veil

MOST_OPTIONS = 64  # with more, what others would see is not compared, and so nothing is shown to them

CarryOut = Callable[[State, Ground, list[LogEntry]], None]
Face = Callable[[State, int, list[LogEntry], Touched], tuple[object, object]]  # the names and values a seat sees; the rest
Compare = Callable[[State, Iterable[State]], Touched]


class Lifted(Exception):
    """In a world of one seat the sealed step is over: what comes then belongs to the game."""


def lift(state: State, log: list[LogEntry]) -> None:
    """All answers are in. Raises Lifted in a world of one seat."""
    if state.veil is not None:
        if state.veil.alone:
            raise Lifted
        state.veil = None
        open_sealed(log)


def asked(state: State) -> None:
    """A question comes: before the first answer, everything that has happened is known."""
    veil = state.veil
    if veil is not None and veil.actor < 0 and not veil.alone:
        before = state.copy()
        before.veil = None
        state.veil = Veil(before)


def known(state: State, seat: int, decides: bool) -> State:
    """The state as the seat knows it, to be read only: it stands where the game stands if the seat decides there, else
    at the first question of the sealed step."""
    veil = state.veil
    if veil is None or veil.alone:
        return state
    return _standing(veil.known_to(seat), state, state.frames if decides else veil.before.frames)


def _standing(world: State, state: State, frames: list[list[int | tuple[int, ...]]]) -> State:
    """What a world knows, at a place of the game; it shares the lists of both."""
    seen = State.__new__(State)
    seen.zones, seen.where, seen.face, seen.shown = world.zones, world.where, world.face, world.shown
    seen.cells, seen.frames = world.cells, frames
    seen.pending, seen.floor, seen.held = state.pending, state.floor, state.held
    seen.seed, seen.drawn, seen.winners = state.seed, state.drawn, state.winners
    seen.veil = None
    return seen


def answered(
    state: State, seat: int, seats: int, options: list[Ground], ground: Ground, carry_out: CarryOut, face: Face,
    compare: Compare,
) -> None:
    """The seat's answer, not yet carried out in the game, is carried out in the worlds in which it is known."""
    veil = state.veil
    if veil is None or veil.alone:
        return

    def after(world: State, option: Ground) -> tuple[State, list[LogEntry]] | None:
        """The world and its log after an answer; None when that cannot be carried out."""
        log: list[LogEntry] = []
        made = _standing(world, state, state.frames).copy()
        made.veil = Veil(veil.before, alone=True)
        try:
            carry_out(made, option, log)
        except Lifted:
            pass
        except PlayError:
            return None
        made.veil, made.frames, made.pending = None, [], []
        return made, log

    others = [other for other in range(seats) if other != seat]
    shown = seat not in veil.closed and len(options) <= MOST_OPTIONS
    for world in {id(known): known for known in map(veil.known_to, others)}.values() if shown else ():
        results = [after(world, option) for option in options]
        touched = compare(world, [result[0] for result in results if result is not None])
        alike = (_looks_alike(world, results, other, face, touched) for other in others if veil.known_to(other) is world)
        shown = shown and all(alike)
    before, worlds = veil.before, dict(veil.worlds)
    own = after(veil.known_to(seat), ground)
    if own is not None:  # if it fails in the game, too, that will say so
        worlds[seat] = own[0]
    if shown:
        worlds |= {other: made[0] for other in veil.worlds if other != seat and (made := after(worlds[other], ground))}
        made = after(before, ground)
        before = _standing(before if made is None else made[0], before, before.frames)
    state.veil = Veil(before, seat, worlds, veil.closed if shown else veil.closed | {seat})


def _looks_alike(
    world: State, results: list[tuple[State, list[LogEntry]] | None], other: int, face: Face, touched: Touched
) -> bool:
    """Whether another seat would see the same after each of them, and no name or value that it has not seen before."""
    faces = [None if result is None else face(result[0], other, result[1], touched) for result in results]
    told, _ = face(world, other, [], touched)
    return all(each is not None and each == faces[0] and each[0] == told for each in faces)
