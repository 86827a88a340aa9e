"""Where everything lies in the memory of a generated module.

In: a layout. Out: `Memory`, the address of every part. The state is one stretch from `STATE` to the end of its sets, so that a
copy of it is a copy of memory. Zones are linked lists: of each component what lies before and behind it, of each zone its
first, its last, and how many.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.limits import MOST_OPTIONS
from rulewright.dsl.flow.shape import walk
from rulewright.dsl.types import OptionalType
from rulewright.interpreter.fast.module import COSTLY
from rulewright.interpreter.fast.runtime import DEPTH
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.masks import boarded_in, boards_of
from rulewright.interpreter.passes.spans import ANY, Spans, spans_of
from rulewright.interpreter.wasm.counting import Counted
from rulewright.interpreter.wasm.scoring import Tally
from rulewright.interpreter.wasm.words import words_for

FRAME = 16  # bytes of a frame before its locals: procedure, block, floor, the frame below
# Beside the state: who decides, how many options, ...
SEAT, COUNT, STEPS_LEFT, ERROR, CHANCES, FIRST, TOLD = range(56, 84, 4)
CHOICES, OFFERED, MOST = range(88, 112, 8)
PICKED = 128  # how many numbers each seat's policy has had
STATE = 512
# Numbers of the state, 4 bytes each: the running frame, how many there are, due reactions, ...
SP, FRAMES, PENDING, FLOOR, HELD, OVER, WINNERS, TOP = range(STATE, STATE + 32, 4)
SEED, DRAWN = STATE + 32, STATE + 40
MOST_PENDING = 2048
SETS = 1 << 20  # bytes for sets in locals and due reactions
OFTEN = SETS // 2  # beyond this they are put together anew
FEW = 1024  # at a stop, beyond this, since it was last done
SCRATCH = 4 << 20
KEPT = 1 << 20  # for sets that definitions gave
PLACES = 1024  # values of definitions that are kept
PLACE = 64  # bytes of one
MOST_DIRECT = 8192  # values of a definition that has a table of its own
SLOTS = 1 << 16  # of the table of what is counted by value
MOST_TOLD = 1 << 15  # different values in it
ENTRY = 24  # bytes of one: what is counted, the value, how often
# What many games were like, numbers of 8 bytes: how many, ...
DONE, CUT_OFF, SHARED, NOBODY, ALL_OFFERED, MOST_OFFERED, WON = range(0, 56, 8)
MARKS = 4096  # numbers below it are told apart by a mark each
BUILDING = 4 << 20


class Memory:
    """Addresses for one layout. Of `where`, `face` and their like there is one entry before the first: that of none."""

    def __init__(self, layout: Layout, counting: bool) -> None:
        flow = layout.flow
        self.at = STATE + 48
        count, zones = len(layout.components), len(layout.instances)
        self.where, self.face, self.shown, self.before, self.behind = (self._row(count) for _ in range(5))
        self.head, self.tail, self.size = (self._row(zones) for _ in range(3))
        self.cells = self._take(8 * len(layout.starts))
        self.boards = {variable: self._take_boards(layout, variable) for variable in sorted(boarded_in(flow))}
        self.most_given = max(max((each.parameters for each in flow.procedures), default=0), 1)
        self.reaction = 8 + 8 * self.most_given
        self.stack = self._take((DEPTH + 2) * (FRAME + 8 * max(each.locals for each in flow.procedures)))
        self.pending = self._take(MOST_PENDING * self.reaction)
        self.sets = self._take(SETS)
        self.fixed = self.at  # what follows is no part of the state
        self.scratch = self._take(SCRATCH)
        self.kept = self._take(KEPT)
        self.lasting = self._take(16 * len(flow.functions))
        self.ever = self._take(KEPT)
        self.places, self.always = self._take(PLACES * PLACE), self._take(PLACES * PLACE)
        self.picks = max((len(a.picks) for b in flow.blocks for a in getattr(b.exit, "alternatives", ())), default=0)
        self.option = 8 + 8 * self.picks
        # Of each definition with few different arguments: where its values are kept, and the least and the number of each argument.
        self.direct: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}
        spans = spans_of(layout)
        for number, spec in enumerate(flow.functions):
            sides = tuple(_side(spans, slot) for slot in spec.parameters)
            costly = any(isinstance(node, COSTLY) for node in walk(spec.body))
            if costly and prod(side for _, side in sides) <= MOST_DIRECT:
                self.direct[number] = self._take(16 * prod(side for _, side in sides)), sides
        self.keys = self._take(8 * layout.players)  # of the stream that each seat decides by
        self.marks = self._take(4 * MARKS)
        self.options = self._take((MOST_OPTIONS + 1) * self.option)
        self.endings = {
            number: (0, 0) for number, each in enumerate(flow.variables) if each.made_up and isinstance(each.type, OptionalType)
        }
        ends = 0
        for number in self.endings:
            values = flow.variables[number].high + 1
            self.endings[number] = (ends, values)
            ends += values
        self.ended_count = ends
        self.tally = Tally(layout)
        # Of the running game: how phases have ended, where points came from, the lines of the scoring.
        self.ended_size = 8 * ends + self.tally.size
        self.ended = self._take(self.ended_size)
        self.sources = self.ended + 8 * ends
        self.scores = len(flow.scores) * layout.players
        self.scored = self._take(8 * self.scores)
        self._take_figures(layout, counting)
        self.constants = self.at  # to be followed by as many as there are

    def _take_figures(self, layout: Layout, counting: bool) -> None:
        """What is counted of many games: the numbers from `DONE` on, the wins of each seat, endings, sources of points with those
        of all winners, ways and reactions; and the table of what is counted by value."""
        ways = self.counted = Counted(layout, 1 + self.scores)
        self.all_ended = WON + 8 * layout.players
        self.all_sources = self.all_ended + 8 * self.ended_count
        self.all_ways = self.all_sources + self.tally.total_size
        self.figures_size = self.all_ways + (ways.size if counting else 0)
        self.figures = self._take(self.figures_size)
        self.slots = self._take(4 * SLOTS)
        self.told = self._take(ENTRY * MOST_TOLD)
        self.last = self._take(4 * (DEPTH + 4)) if counting else 0
        self.open = self._take(8 * len(layout.flow.scopes)) if counting else 0

    def _take_boards(self, layout: Layout, variable: int) -> int:
        """Where the boards of a variable begin; that of none stands before it."""
        board = boards_of(layout)[variable]
        size = 8 * words_for(len(board.cells))
        return self._take(size * (board.high + 2)) + size

    def _take(self, size: int) -> int:
        address = self.at
        self.at += (size + 15) // 16 * 16
        return address

    def _row(self, count: int) -> int:
        """A row of numbers of 4 bytes with one before the first and one behind the last."""
        return self._take(4 * (count + 2)) + 4


def _side(spans: Spans, slot: int) -> tuple[int, int]:
    """The least value of a parameter, and how many there are; of one that is given sets too many."""
    span = ANY if spans.is_set(e.Temp(slot)) else spans.of(e.Temp(slot))
    low = min(span.low, e.NONE) if span.none else span.low
    return low, span.high - low + 1


@lru_cache(maxsize=64)
def memory_of(layout: Layout, counting: bool) -> Memory:
    """The addresses for a layout, made once. counting: with room for how often each block leads to which."""
    return Memory(layout, counting)
