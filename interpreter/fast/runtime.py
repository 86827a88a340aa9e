"""What generated code calls: the parts of rules that are too long to write out at each place.

In and out: plain numbers, tuples and the lists of a state. `Failed` says that a rule cannot be carried out; why, and where in
the rulebook, is what the reference machine says of the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NoReturn

from rulewright.dsl.flow.limits import HIGHEST, LOWEST, MOST_CHANCE, MOST_MEMBERS, MOST_WORK
from rulewright.interpreter.chance import Stream
from rulewright.interpreter.state import State, Value

STEPS = 20_000
DEPTH = 200
MOVED, STOPPED, LEFT = -1, -2, -3  # another frame runs; somebody decides, or it is over; the reference machine goes on

Members = Sequence[int]
Head = Callable[[State, list[Value]], int]
Rules = tuple[tuple[int, int, int], ...]


class Failed(Exception):
    """A rule cannot be carried out."""


def fail() -> NoReturn:
    """Raises Failed."""
    raise Failed


class Limits:
    """What the reference machine counts between two decisions, or two chance events; here nothing is counted more often than there.

    steps: the heads that may still be run, and rounds of loops inside them: one of either is at least a block. left: how many of
    them, in whole games. drawn: the number of the chance event after which there may be none. work: the members for each of which
    another set was gone through.
    """

    __slots__ = ("drawn", "left", "steps", "work")

    def __init__(self) -> None:
        self.drawn = self.work = self.left = 0
        self.steps: Iterator[int] = iter(())


class CutOff(Exception):
    """A whole game is cut off after so many decisions."""


class Asking:
    """Who is asked in a whole game. ask: asks the policy of a seat for one of so many options. taken: the options taken so far; counts:
    how many there were each time."""

    __slots__ = ("_limits", "_most", "_picks", "counts", "taken")

    def __init__(self, limits: Limits) -> None:
        self.taken: list[int] = []
        self.counts: list[int] = []
        self._picks: list[Callable[[int], int]] = []  # of each seat; none while no game is played
        self._most = 0
        self._limits = limits

    def begin(self, picks: Sequence[Callable[[int], int]], most: int) -> bool:
        """Another game begins; False when one is being played already."""
        if self._picks:
            return False
        self.taken, self.counts = [], []
        self._picks[:] = picks
        self._most = most
        return True

    def end(self) -> None:
        """The game is over."""
        self._picks.clear()

    def ask(self, state: State, seat: int, count: int) -> int:
        """The number of an option. Raises CutOff."""
        counts, limits = self.counts, self._limits
        if len(counts) >= self._most:
            raise CutOff
        index = self._picks[seat](count)
        self.taken.append(index)
        counts.append(count)
        limits.left = STEPS
        limits.work = 0
        limits.drawn = state.drawn + MOST_CHANCE
        return index


def run(heads: Sequence[Head], state: State, limits: Limits) -> int:
    """Run a state to where somebody decides or the game is over (STOPPED), or to what the reference machine does (LEFT).

    Raises Failed.
    """
    frames = state.frames
    frame = frames[-1]
    number = frame[1]
    limits.drawn = state.drawn + MOST_CHANCE
    while True:
        drawn = state.drawn
        limits.steps = steps = iter(range(STEPS))
        for _ in steps:
            number = heads[number](state, frame)  # type: ignore[index]
            if number < 0:
                if number != MOVED:
                    return number
                if len(frames) > DEPTH:
                    raise Failed
                frame = frames[-1]
                number = frame[1]
        if state.drawn == drawn:  # with each chance event the steps are counted anew
            raise Failed


# ------------------------------------------------------------------------------------------------ numbers


def checked(number: int) -> int:
    """A number that numbers can be."""
    if not LOWEST <= number <= HIGHEST:
        raise Failed
    return number


def divided(left: int, right: int) -> int:
    """Divided and rounded down."""
    if right == 0:
        raise Failed
    return left // right


def remainder(left: int, right: int) -> int:
    """What is left of that, with the sign of `right`."""
    if right == 0:
        raise Failed
    return left % right


def numbers(low: int, high: int) -> range:
    """The numbers from low to high."""
    if high - low >= MOST_MEMBERS:
        raise Failed
    return range(low, high + 1)


def same(left: Value, right: Value) -> bool:
    """Whether two values are equal; of sets, whether they have the same members."""
    return left == right or (isinstance(left, tuple) and isinstance(right, tuple) and sorted(left) == sorted(right))


Table = tuple[tuple[Value, ...], tuple[int, ...], tuple[int, ...]]  # values, and the first place and how many of each dimension


def looked_up(table: Table, *index: int) -> Value:
    """What a table has at a place, or has for what is no place."""
    values, lows, sizes = table
    place = 0
    for number, low, size in zip(index, lows, sizes, strict=True):
        at = number - low
        place = place * (size + 1) + (at if 0 <= at < size else size)
    return values[place]


def place_in(low: int, index: int) -> int:
    """The place in a row that begins with this number; of none the last one."""
    return index - low if index >= 0 else -1


# ------------------------------------------------------------------------------------------------ sets


def as_set(value: Value) -> Members:
    """A set; of one component the set of it, of none the empty one."""
    if isinstance(value, tuple):
        return value
    return (value,) if value >= 0 else ()


def one(value: int) -> tuple[int, ...]:
    """The set of one value; of none the empty one."""
    return (value,) if value != -1 else ()


def set_of(*values: int) -> tuple[int, ...]:
    """These values, each once, without none."""
    return tuple([value for value in dict.fromkeys(values) if value != -1])


def both(left: Iterable[int], right: Iterable[int]) -> dict[int, None]:
    """The members of both, each once."""
    return dict.fromkeys([*left, *right])


def counted(limits: Limits, members: Collection[int]) -> Collection[int]:
    """These members, for each of which another set is about to be gone through."""
    limits.work += len(members)
    if limits.work > MOST_WORK:
        raise Failed
    return members


def first(members: Iterable[int]) -> int:
    """The first one, or none."""
    return next(iter(members), -1)


def after(members: tuple[int, ...], mark: int) -> tuple[int, ...]:
    """The members after the mark; all when it is not there."""
    return members[members.index(mark) + 1 :] if mark in members else members


def around(seats: Iterable[int], start: int, step: int, players: int) -> tuple[int, ...]:
    """Seats in table order from `start`."""
    begin = max(start, 0)
    return tuple(sorted(seats, key=lambda seat: (seat - begin) * step % players))


def alone(found: list[int]) -> int:
    """The only one, or none. Raises Failed where there are several."""
    if len(found) > 1:
        raise Failed
    return found[0] if found else -1


# ------------------------------------------------------------------------------------------------ components


def place_of(ordered: Members, zones: list[list[int]], where: Members, component: int) -> int:
    """Which one it is in its row or stack, from 1."""
    if component < 0 or not ordered[where[component]]:
        return 0
    return zones[where[component]].index(component) + 1


def put(state: State, rules: Rules, component: int, target: int) -> None:
    """Move one component as its new zone says. Raises Failed when there is no room."""
    top, _face, room = rules[target]
    state.zones[state.where[component]].remove(component)
    zone = state.zones[target]
    if 0 <= room <= len(zone):
        raise Failed
    zone.insert(0 if top else len(zone), component)
    arrive(state, rules, component, target)


def arrive(state: State, rules: Rules, component: int, target: int) -> None:
    """A component has come into a zone."""
    face = rules[target][1]
    state.where[component] = target
    state.shown[component] = 0
    if face >= 0:
        state.face[component] = face


def exchange(state: State, rules: Rules, one: Members, two: Members) -> list[tuple[int, int, int]]:
    """Two sets change places; gives each component with its zone and face before."""
    before = [(each, state.where[each], state.face[each]) for each in (*one, *two)]
    source_of = {each: source for each, source, _ in before}
    for a, b in zip(one, two, strict=False):
        first_zone, second = state.where[a], state.where[b]
        place, other = state.zones[first_zone].index(a), state.zones[second].index(b)
        state.zones[first_zone][place], state.zones[second][other] = b, a
        arrive(state, rules, a, second)
        arrive(state, rules, b, first_zone)
    for surplus, others in ((one[len(two) :], two), (two[len(one) :], one)):
        for each in surplus:
            put(state, rules, each, source_of[others[0]])
    return before


def pass_around(state: State, rules: Rules, first_zone: int, players: int, step: int) -> list[tuple[int, int, int]]:
    """Every seat's zone goes to its neighbour; gives each component with its zone and face before."""
    zones = [state.zones[first_zone + seat] for seat in range(players)]
    before = [(each, state.where[each], state.face[each]) for zone in zones for each in zone]
    for seat, zone in enumerate(zones):
        target = first_zone + (seat + step) % players
        state.zones[target] = zone
        for component in zone:
            arrive(state, rules, component, target)
    return before


# ------------------------------------------------------------------------------------------------ chance


def _chance(state: State, limits: Limits) -> Stream:
    """The next chance event."""
    stream = Stream(state.seed, state.drawn)
    state.drawn += 1
    if state.drawn >= limits.drawn:
        raise Failed
    limits.work = 0
    limits.left = STEPS
    return stream


def draw(state: State, limits: Limits, members: Members) -> int:
    """One of a set, each as likely; none of an empty one."""
    stream = _chance(state, limits)
    return members[stream.below(len(members))] if members else -1


def shuffle(state: State, limits: Limits, zone: int) -> None:
    """A new order for a zone; who had been shown something there knows it no more."""
    stream = _chance(state, limits)
    state.zones[zone] = order = stream.shuffled(sorted(state.zones[zone]))
    for component in order:
        state.shown[component] = 0


# ------------------------------------------------------------------------------------------------ frames

Procedures = Sequence[tuple[int, int, int]]  # of each procedure: its entry, how many parameters, how many locals


def frame_of(procedures: Procedures, number: int, given: Sequence[Value], floor: int = -1) -> list[Value]:
    """A new frame."""
    entry, parameters, slots = procedures[number]
    values = given[:parameters]
    return [number, entry, floor, *values, *([-1] * (slots - len(values)))]


def react(state: State, procedures: Procedures) -> None:
    """The next due reaction runs."""
    procedure, *given = state.pending.pop(state.floor)
    before = state.floor
    state.floor = len(state.pending)
    state.frames.append(frame_of(procedures, procedure, given, before))  # type: ignore[arg-type]


Written = Sequence[tuple[Callable[..., int], int]]  # of each procedure in whole games: its function, how many parameters


def enter(procedures: Written, number: int, state: State, depth: int, given: Sequence[Value]) -> int:
    """A procedure of a whole game runs; gives what it gives."""
    procedure, parameters = procedures[number]
    return procedure(state, depth, *given[:parameters])


def run_next(procedures: Written, state: State, depth: int) -> int:
    """The next due reaction of a whole game runs; gives what its procedure gives."""
    number, *given = state.pending.pop(state.floor)
    before = state.floor
    state.floor = len(state.pending)
    came = enter(procedures, number, state, depth, given)  # type: ignore[arg-type]
    if not came:
        state.floor = before
    return came


Ways = Sequence[tuple[int, tuple[int, ...]]]  # of each alternative: the block it leads to, the slots of its picks


Offered = int | tuple[int, tuple[int, ...]]  # an option: the alternative and its picks, or the only pick of the only one


def taken(frame: list[Value], table: Ways, option: Offered) -> int:
    """An option is taken: its picks are in their locals; gives the block to go on at."""
    if isinstance(option, int):
        target, slots = table[0]
        frame[slots[0]] = option
    else:
        target, slots = table[option[0]]
        for slot, value in zip(slots, option[1], strict=True):
            frame[slot] = value
    frame[1] = target
    return target
