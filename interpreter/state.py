"""The whole of a game at one moment, as plain data.

In: a layout. Out: `State`: lists of integers over the layout's numbers. It can be copied, compared, hashed, saved as
text and loaded at every stop; nothing of a game is anywhere else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.interpreter.layout import Layout

Value = int | tuple[int, ...]


class State:
    """One moment.

    zones: the components of each zone instance, top or left first. where, face, shown: of each component the instance
    it is in, 1 for face up, and a bit for each seat that has been shown it there. cells: the values of all variables.
    frames: one list each: procedure, block to go on at, the floor to restore (-1: none), then its locals. pending: due
    reactions, each the trigger's procedure and its arguments. floor: reactions before it wait for those behind. held:
    how many `together` are open. seed, drawn: of the generator. winners: None while the game goes on. veil: what the
    seats know meanwhile, while answers are sealed; else None.
    """

    __slots__ = (
        "cells", "drawn", "face", "floor", "frames", "held", "pending", "seed", "shown", "veil", "where", "winners",
        "zones",
    )  # fmt: skip

    def __init__(self) -> None:
        self.zones: list[list[int]] = []
        self.where: list[int] = []
        self.face: list[int] = []
        self.shown: list[int] = []
        self.cells: list[int] = []
        self.frames: list[list[Value]] = []
        self.pending: list[tuple[Value, ...]] = []
        self.floor = 0
        self.held = 0
        self.seed = 0
        self.drawn = 0
        self.winners: tuple[int, ...] | None = None
        self.veil: Veil | None = None

    @classmethod
    def start(cls, layout: Layout, seed: int) -> State:
        """The state before anything has happened: all components where the rulebook starts them."""
        state = cls()
        state.zones = [[] for _ in layout.instances]
        state.cells = list(layout.starts)
        for number, spec in enumerate(layout.components):
            zone = layout.flow.zones[spec.start]
            instance = layout.instance[(spec.start, spec.owner)]
            state.zones[instance].append(number)
            state.where.append(instance)
            state.face.append(1 if zone.face == "up" else 0)
            state.shown.append(0)
        main = layout.flow.procedures[layout.flow.main]
        state.frames = [[layout.flow.main, main.entry, -1, *([-1] * main.locals)]]
        state.seed = seed
        return state

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.zones = [zone[:] for zone in self.zones]
        new.where = self.where[:]
        new.face = self.face[:]
        new.shown = self.shown[:]
        new.cells = self.cells[:]
        new.frames = [frame[:] for frame in self.frames]
        new.pending = self.pending[:]
        new.floor, new.held, new.winners = self.floor, self.held, self.winners
        new.seed, new.drawn = self.seed, self.drawn
        new.veil = self.veil
        return new

    def catch_up(self, other: State, lying: Sequence[int]) -> None:
        """Become a copy of another state of the same game. Only what differs is made anew, which is cheaper than `copy`.

        lying: the zone instances in which something can lie.
        """
        mine, theirs = self.zones, other.zones
        for number in lying:
            if mine[number] != theirs[number]:
                mine[number] = theirs[number][:]
        self.where[:], self.face[:], self.shown[:] = other.where, other.face, other.shown
        self.cells[:], self.pending[:] = other.cells, other.pending
        self.frames = [frame[:] for frame in other.frames]
        self.floor, self.held, self.winners = other.floor, other.held, other.winners
        self.seed, self.drawn, self.veil = other.seed, other.drawn, other.veil

    def _data(self) -> tuple[object, ...]:
        veil = () if self.veil is None else (self.veil.data(),)
        return (
            self.zones, self.where, self.face, self.shown, self.cells, self.frames, self.pending, self.floor, self.held,
            self.seed, self.drawn, self.winners, *veil,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._data() == other._data()

    def __hash__(self) -> int:
        return int(self.digest(), 16)

    def digest(self) -> str:
        """16 hexadecimal digits, the same for equal states on every machine."""
        return hashlib.sha256(self.save().encode()).hexdigest()[:16]

    def save(self) -> str:
        """The state as one line of text."""
        return json.dumps(self._data(), separators=(",", ":"))

    @classmethod
    def load(cls, text: str) -> State:
        """The state of a text made by `save`. Raises ValueError when it is none."""
        data = json.loads(text)
        if not isinstance(data, list) or len(data) not in (12, 13):
            raise ValueError("this is not a saved state")
        return cls._of(data)

    @classmethod
    def _of(cls, data: list[Any]) -> State:
        state = cls()
        data, veil = data[:12], data[12:]
        (state.zones, state.where, state.face, state.shown, state.cells, frames, pending, state.floor, state.held,
         state.seed, state.drawn, winners) = data  # fmt: skip
        if not all(isinstance(row, list) for row in (frames, pending, [] if winners is None else winners)):
            raise ValueError("this is not a saved state")
        if not all(isinstance(row, list) for row in (*frames, *pending)):
            raise ValueError("this is not a saved state")
        state.frames = [[_value(value) for value in frame] for frame in frames]
        state.pending = [tuple(_value(value) for value in entry) for entry in pending]
        state.winners = None if winners is None else tuple(winners)
        if veil:
            actor, before, worlds, closed = veil[0]
            known = {seat: cls._of(world) for seat, world in worlds}
            state.veil = Veil(cls._of(before), actor, known, frozenset(closed))
        return state


@dataclass(frozen=True, slots=True)
class Veil:
    """What the seats know while answers are sealed. Never changed, so that copies of a state can share it.

    before: the state before the first answer, with what all may see of the answers. worlds: for each seat that has answered,
    that with what its own answers did. actor: who answered last (-1: nobody yet). closed: the seats of whose answers the
    others see nothing. alone: the state is itself such a world.
    """

    before: State
    actor: int = -1
    worlds: dict[int, State] = field(default_factory=dict)
    closed: frozenset[int] = frozenset()
    alone: bool = False

    @property
    def sealing(self) -> int:
        """The seat that alone may know what happens now; -1 when all may."""
        return self.actor if self.actor in self.closed else -1

    def data(self) -> tuple[object, ...]:
        """As plain data."""
        worlds = sorted((seat, world._data()) for seat, world in self.worlds.items())
        return self.actor, self.before._data(), worlds, sorted(self.closed)

    def known_to(self, seat: int) -> State:
        """What lies where, and every value, as far as the seat knows."""
        return self.worlds.get(seat, self.before)


def _value(value: int | list[int]) -> Value:
    return tuple(value) if isinstance(value, list) else value
