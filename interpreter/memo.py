"""What definitions gave, kept as long as the state stays as it is.

In: a flow and a state. Out: `Memo`, which an evaluator asks before it works a definition out again. Definitions never
change a state, so between two changes each has one value for the same arguments; a rule that looks ahead asks for the
same ones over and over. Whoever runs a state says so (`keeping`); whoever changes it says that, too (`changed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.state import State, Value

MOST_ALWAYS = 50_000
OF_THE_FRAMES = (e.Local, e.IsActive)
OF_THE_STATE = (e.StateVar, e.Contents, e.Holder, e.FaceUp, e.PlaceOf, e.LiesIn, e.Board)


class Memo:
    """of: the state whose values are kept; None for no state. known: the value of each function and its arguments.

    passing: the functions that cannot be kept, because their value hangs on what is under way. lasting: those that give the
    same in every state for the same arguments; what they gave, in `always`, is kept from one state to the next.
    """

    __slots__ = ("always", "known", "lasting", "of", "passing")

    def __init__(self, flow: Flow) -> None:
        self.of: State | None = None
        self.known: dict[tuple[Value, ...], Value] = {}
        self.always: dict[tuple[Value, ...], Value] = {}
        self.passing, self.lasting = _passing_and_lasting(flow)

    @contextmanager
    def keeping(self, state: State) -> Iterator[None]:
        """Inside, nobody changes the state without saying so; of no other state anything is kept."""
        self.known.clear()
        self.of = state
        try:
            yield
        finally:
            self.known.clear()
            self.of = None

    def keep_always(self, key: tuple[Value, ...], value: Value) -> None:
        """Keep what a lasting function gave. Arguments can be numbers without end, so all is forgotten now and then."""
        if len(self.always) >= MOST_ALWAYS:
            self.always.clear()
        self.always[key] = value

    def changed(self) -> None:
        """Something lies elsewhere or otherwise than before, or a variable has another value."""
        self.known.clear()


@lru_cache(maxsize=64)
def _passing_and_lasting(flow: Flow) -> tuple[frozenset[int], frozenset[int]]:
    """The functions of a flow that are called so in `Memo`, found once for all numbers of players."""
    nodes = [list(walk(function.body)) for function in flow.functions]
    applied = [{node.function for node in each if isinstance(node, e.Apply)} for each in nodes]
    passing = _reaching(applied, (n for n, each in enumerate(nodes) if _has(each, OF_THE_FRAMES)))
    moving = _reaching(applied, (n for n, each in enumerate(nodes) if _has(each, OF_THE_STATE)))
    return passing, frozenset(range(len(flow.functions))) - moving - passing


def _has(nodes: Iterable[object], classes: tuple[type, ...]) -> bool:
    return any(isinstance(node, classes) for node in nodes)


def _reaching(applied: list[set[int]], first: Iterable[int]) -> frozenset[int]:
    """These functions and all that apply one of them, be it by others."""
    callers: dict[int, list[int]] = {}
    for number, function in chain.from_iterable(((n, f) for f in each) for n, each in enumerate(applied)):
        callers.setdefault(function, []).append(number)
    found: set[int] = set()
    due = list(first)
    while due:
        number = due.pop()
        if number not in found:
            found.add(number)
            due.extend(callers.get(number, ()))
    return frozenset(found)
