"""Formulas as Python source.

In: an expression of the flow, a layout, and what its locals are called where it stands. Out: `Writer`, whose `value`,
`truth` and `members` write an expression as a value, as something to be tested, and as something to be gone through.

Names in what is written: `s` the running state, Z, W, F, C its zones, where, face and cells; t5 the temp of slot 5; d7 the
function of number 7; P2 the table of field 2; K4 a constant of the module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count

from rulewright.dsl.flow import expr as e
from rulewright.interpreter.layout import Layout

Names = Callable[[int], str]

TRUTHS = (e.Compare, e.And, e.Or, e.Not, e.Member, e.AnyOf, e.LiesIn, e.IsActive)
LISTS = (e.Filter, e.Gather, e.Contents, e.RangeOf, e.Combine)


class Known:
    """What a writer knows beforehand of the values of a layout's formulas."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._there: set[int] = set()  # temps that are not none where the writer is

    def with_member(self, slot: int, node: e.Expr, write: Callable[[e.Expr], str]) -> str:
        """What is written of a part in which this temp is a member of a set: such a one is never none."""
        known = slot in self._there
        self._there.add(slot)
        text = write(node)
        if not known:
            self._there.discard(slot)
        return text

    def is_there(self, node: e.Expr) -> bool:
        """Whether a value cannot be none."""
        match node:
            case e.Const(int(value)):
                return value >= 0
            case e.Temp(slot):
                return slot in self._there
            case _:
                return isinstance(node, (e.Count, e.FaceUp, e.PlaceOf, *TRUTHS))


class Writer(Known):
    """Writes the formulas of one layout. constants: what the written text counts on, by name.

    local: how the local of a slot is written where the formula stands. counting: whether a trace is told what happens.
    """

    def __init__(self, layout: Layout, table: Mapping[type, Callable[..., str]], counting: bool) -> None:
        super().__init__(layout)
        self.counting = counting
        self.table = table
        self.constants: dict[str, object] = {}
        self._named: dict[object, str] = {}
        self.local: Names = lambda slot: f"f[{slot + 3}]"
        self.fresh = count()  # numbers of temps that no rule has, from the flow's own on

    def constant(self, value: object, name: str = "") -> str:
        """The name of a constant of the module."""
        key = (type(value), value, name)
        if key not in self._named:
            self._named[key] = name or f"K{len(self._named)}"
            self.constants[self._named[key]] = value
        return self._named[key]

    # ------------------------------------------------------------------------------------ three ways of writing

    def value(self, node: e.Expr) -> str:
        """An expression that has the value: a number, or a tuple."""
        if isinstance(node, TRUTHS):
            return f"(1 if {self.table[type(node)](self, node)} else 0)"
        if isinstance(node, LISTS):
            return f"tuple({self.table[type(node)](self, node)})"
        return self.table[type(node)](self, node)

    def truth(self, node: e.Expr) -> str:
        """An expression that Python takes for true or false."""
        if isinstance(node, e.Count):
            return self.members(node.of)  # which is false when it is empty
        return self.table[type(node)](self, node) if isinstance(node, TRUTHS) else self.value(node)

    def members(self, node: e.Expr) -> str:
        """Something to be gone through once and not kept: a tuple, a list, a range."""
        return self.table[type(node)](self, node) if isinstance(node, LISTS) else self.value(node)

    def fields(self, field: int) -> str:
        """The name of a field's table. Its last entry is that of none, which is -1."""
        name = f"P{field}"
        if name not in self.constants:
            missing = self.layout.flow.fields[field].missing
            rows = [*self.layout.fields[field], missing]
            size = max((len(row) for row in rows if isinstance(row, tuple)), default=0)
            if size:
                rows = [(*row, missing) if isinstance(row, tuple) else (missing,) * (size + 1) for row in rows]
            self.constants[name] = tuple(rows)
        return name

    def owners(self) -> str:
        """The name of the table of who owns each zone instance; -1 for a shared one."""
        return self.constant(tuple(-1 if owner is None else owner for _, owner in self.layout.instances), "OWNER")

    def zones(self) -> str:
        """The name of the table of which zone each zone instance is of."""
        return self.constant(tuple(number for number, _ in self.layout.instances), "ZONE")


def is_simple(node: e.Expr) -> bool:
    """Whether a part may be written several times: it costs nothing."""
    return isinstance(node, e.Temp | e.Local | e.Const) or (isinstance(node, e.Field) and node.key is None and is_simple(node.of))
