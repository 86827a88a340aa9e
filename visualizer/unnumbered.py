"""Parts of a flow as text without the numbers that only say where something stands in it.

In: a flow and parts of it. Out: text in which zones, variables, definitions and whatever else a flow has tables of go by
their names, values of list kinds too where it is plain that they are such, and locals and temps by the author's names or
in the order in which they occur. Left out is what says nothing of the part itself: types, origins, which block comes
next, and what reacts to it. Two parts of two flows have the same text when they say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.dsl.flow.expr import NONE, Apply, Compare, Const, Expr, Field, Local, StateVar, Temp
from rulewright.dsl.flow.ir import Assign, Draw, Flow, FunctionSpec, PickSpec, SetState, Watch
from rulewright.dsl.flow.shape import name_of, parts, table_of
from rulewright.dsl.types import EnumType, strip

LEFT_OUT = frozenset(("type", "watches", "words", "alternatives"))
TABLES_LEFT_OUT = frozenset(("origins", "blocks"))
NOTHING = Const(NONE)
LOCALS = (Assign, PickSpec, Draw)  # their `slot` is a local; everywhere else it is a temp
TEMPS: Mapping[type, frozenset[str]] = {
    FunctionSpec: frozenset(("parameters",)),
    Watch: frozenset(("subject", "source", "target", "by", "index", "each_slot")),
}


class Unnumbered:
    """Writes parts of one flow. What it has called a local or temp, it goes on calling so."""

    def __init__(self, flow: Flow, names: Sequence[str] = ()) -> None:
        """names: of the locals of the procedure in which the parts stand."""
        self.flow = flow
        self._names = names
        self._locals: dict[int, str] = {}
        self._temps: dict[int, str] = {}

    def text(self, value: object) -> str:
        """A part of the flow with everything inside."""
        match value:
            case None:
                return "-"
            case bool():
                return "yes" if value else "no"
            case int():
                return str(value)
            case str():
                return repr(value)
            case tuple():
                return f"[{', '.join(map(self.text, value))}]"
            case Const(inner):
                return f"#{self.text(inner)}"
            case Local(slot):
                return self._local(slot)
            case Temp(slot):
                return self._temp(slot)
            case Compare(operator, left, right):
                return f"Compare({operator}, {self._beside(left, right)}, {self._beside(right, left)})"
            case SetState(variable, value=new):
                to = self._beside(new, StateVar(variable))
                return f"SetState({', '.join(self._parts(replace(value, value=NOTHING)))}, to={to})"
            case _:
                return f"{type(value).__name__}({', '.join(self._parts(value))})"

    def _beside(self, value: object, other: Expr) -> str:
        """A value that is held against another one, or put there: by its name if that is a value of a list kind."""
        names = self._values_of(other) if isinstance(value, Const) else ()
        number = value.value if isinstance(value, Const) else NONE
        return f"#{names[number]}" if isinstance(number, int) and 0 <= number < len(names) else self.text(value)

    def _values_of(self, value: Expr) -> tuple[str, ...]:
        """The names of the values that an expression can have, if it is known to have such."""
        match value:
            case Field(number):
                type_ = self.flow.fields[number].type
            case StateVar(number):
                type_ = self.flow.variables[number].type
            case Apply(number):
                type_ = self.flow.functions[number].type
            case _:
                return ()
        kind = strip(type_)
        return next(
            (spec.values for spec in self.flow.enums if isinstance(kind, EnumType) and spec.name == kind.name), ()
        )

    def _parts(self, node: object) -> Iterator[str]:
        for name, value in parts(node):
            place = table_of(type(node), name) if isinstance(value, int) else None
            if name not in LEFT_OUT and place not in TABLES_LEFT_OUT:
                yield f"{name}={self._part(node, name, value)}"

    def _part(self, node: object, name: str, value: object) -> str:
        if name == "slot" and isinstance(value, int):
            return self._local(value) if isinstance(node, LOCALS) else self._temp(value)
        if name in TEMPS.get(type(node), ()):
            slots = value if isinstance(value, tuple) else (value,)
            return f"[{', '.join(self._temp(slot) for slot in slots)}]"
        table = table_of(type(node), name)
        if table is not None and isinstance(value, int):
            return name_of(self.flow, table, value)
        return self.text(value)

    def _local(self, slot: int) -> str:
        """By its name; of several with one name, or without one, in the order in which they occur."""
        if slot not in self._locals:
            name = self._names[slot] if 0 <= slot < len(self._names) else ""
            before = sum(each.partition("'")[0] == f"${name}" for each in self._locals.values())
            self._locals[slot] = f"${name}'{before}" if before or not name else f"${name}"
        return self._locals[slot]

    def _temp(self, slot: int) -> str:
        if slot < 0:
            return "-"
        return self._temps.setdefault(slot, f"%{len(self._temps)}")
