"""Invariants as generated code: whether they hold at a stop, which the reference machine can say, too, but not as fast.

In: a flow, a player count. Out: `Invariants`. What was earlier is worked out by functions of their own, which run in a second copy
of the module: what definitions gave there was of another state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import cast

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.fast import runtime
from rulewright.interpreter.fast.bits import BIT_LOOPS, computed_board
from rulewright.interpreter.fast.load import Unwritable, code_of, names_of
from rulewright.interpreter.fast.loops import LOOPS
from rulewright.interpreter.fast.module import function_lines, with_lists
from rulewright.interpreter.fast.scalars import SCALARS
from rulewright.interpreter.fast.sets import SETS
from rulewright.interpreter.fast.writer import Writer
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.memo import Memo
from rulewright.interpreter.passes import quickened
from rulewright.interpreter.passes.formulas import binds
from rulewright.interpreter.passes.prune import applied_in
from rulewright.interpreter.state import State, Value

Holds = Callable[[State, State | None], bool]


class Invariants:
    """The invariants of a flow for a player count. Raises Unwritable."""

    def __init__(self, flow: Flow, players: int) -> None:
        text = _Text(flow, players)
        code = code_of("\n\n\n".join(text.parts), f"<rulewright {flow.name}, {players} players, invariants>")
        self._kept: tuple[dict[object, Value], ...] = ({}, {})
        self._limits = runtime.Limits()
        now, then = (names_of(text.writer.constants, kept, self._limits) for kept in self._kept)
        exec(code, now)
        exec(code, then)
        now |= {name: then[name] for name in text.earlier}
        self._of_now = [cast(Holds, now[name]) for name in text.of_now]
        self._looking_back = [cast(Holds, now[name]) for name in text.looking_back]

    def hold(self, state: State, before: State | None = None) -> bool:
        """Whether all hold; no when one cannot be worked out. before: the state at the stop before, without which none looks back."""
        for kept in self._kept:
            kept.clear()
        self._limits.work = 0
        asked = self._of_now if before is None else [*self._of_now, *self._looking_back]
        try:
            return all(each(state, before) for each in asked)
        except runtime.Failed:
            return False


@lru_cache(maxsize=32)
def invariants_of(flow: Flow, players: int) -> Invariants | None:
    """Those of a flow, made once; None when Python takes no such source."""
    try:
        return Invariants(flow, players)
    except Unwritable:
        return None


class _Text:
    """The source. of_now, looking_back: the names of its functions, one for each invariant. earlier: those of what was earlier."""

    def __init__(self, flow: Flow, players: int) -> None:
        flow = quickened(flow, players)
        table: dict[type, Callable[..., str]] = {**SCALARS, **SETS, e.Earlier: self._earlier, e.Board: computed_board}
        self.writer = w = Writer(layout_of(flow, players), table, {**LOOPS, **BIT_LOOPS}, counting=False)
        self.parts: list[str] = []
        self.earlier: list[str] = []
        self.of_now: list[str] = []
        self.looking_back: list[str] = []
        memo = Memo(flow)
        for number in sorted(applied_in(flow, flow.invariants)):
            self.parts.append("\n".join(function_lines(w, memo, number)))
        for number, each in enumerate(flow.invariants):
            name = f"v{number}"
            w.begin()
            with w.apart() as lines, w.inside(f"def {name}(s, b):"):
                w.line(f"return {w.truth(each.condition)}")
            self.parts.append("\n".join(with_lists(lines)))
            back = any(isinstance(node, e.Earlier) for node in walk(each.condition))
            (self.looking_back if back else self.of_now).append(name)

    def _earlier(self, w: Writer, node: e.Earlier) -> str:
        name = f"p{len(self.earlier)}"
        self.earlier.append(name)
        inside = {part.slot for part in walk(node.value) if isinstance(part, e.Temp)}
        slots = sorted(inside - _bound(node.value))
        given = [w.value(e.Temp(slot)) for slot in slots]
        names, w.temps = w.temps, {}
        with w.apart() as lines, w.inside(f"def {name}({', '.join(['s', *(f't{slot}' for slot in slots)])}):"):
            w.line(f"return {w.value(node.value)}")
        w.temps = names
        self.parts.append("\n".join(with_lists(lines)))
        return f"{name}({', '.join(['b', *given])})"


def _bound(node: e.Expr) -> set[int]:
    """The temps that parts of a formula bind themselves."""
    return {slot for part in walk(node) if (slot := binds(part)) is not None}
