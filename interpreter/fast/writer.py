"""Formulas as Python source.

In: an expression of the flow, a layout, and what its locals are called where it stands. Out: `Writer`, whose `value`, `truth` and
`members` write an expression as a value, as something to be tested, and as something to be gone through. What takes more than
an expression, loops above all, is written as lines before.

Names in what is written: `s` the running state, Z, W, F, C its zones, where, face and cells; t5 the temp of slot 5; x5 what was
worked out before; d7 the function of number 7; P2 the table of field 2; K4 a constant of the module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import TypeVar

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow.shape import walk
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.passes.chains import Chains
from rulewright.interpreter.passes.facts import Formulas
from rulewright.interpreter.passes.failing import Failing
from rulewright.interpreter.passes.formulas import binds, conjuncts, in_parts, replaced
from rulewright.interpreter.passes.masks import boarded_in
from rulewright.interpreter.passes.spans import spans_of

T = TypeVar("T")
Names = Callable[[int], str]
Body = Callable[[bool], None]
"""Writes what is done for each member; it is told whether it stands in a loop, which it may break."""

TRUTHS = (e.Compare, e.And, e.Or, e.Not, e.Member, e.AnyOf, e.LiesIn, e.IsActive)
LISTS = (e.Contents, e.RangeOf, e.Combine, e.Filter, e.Gather, e.Distinct, e.Reachable)  # written as anything to be gone through
HEAVY = (e.Apply, e.Filter, e.AnyOf, e.Gather, e.Distinct, e.Reachable, e.Fold, e.Best, e.RangeOf, e.Around, e.IsActive)


class Known:
    """What a writer knows beforehand of the values of a layout's formulas."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.spans = spans_of(layout)
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
        return (isinstance(node, e.Temp) and node.slot in self._there) or self.spans.of(node).is_there


class Lines:
    """Lines of Python, one after another."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._margin = ""

    def line(self, text: str) -> None:
        """One more line."""
        self.lines.append(self._margin + text)

    def put(self, lines: list[str]) -> None:
        """More lines, as they were written apart."""
        for each in lines:
            self.line(each)

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """What is written meanwhile stands inside of this line."""
        self.line(head)
        margin, before = self._margin, len(self.lines)
        self._margin += "    "
        yield
        if len(self.lines) == before:
            self.line("pass")
        self._margin = margin

    @contextmanager
    def apart(self) -> Iterator[list[str]]:
        """What is written meanwhile stands in a list of its own."""
        kept = self.lines, self._margin
        self.lines, self._margin = [], ""
        yield self.lines
        self.lines, self._margin = kept


class Writer(Known, Lines):
    """Writes the formulas of one layout. constants: what the written text counts on, by name.

    table: what writes each node as an expression; loops: each set that is better gone through as lines of its own. local:
    how the local of a slot is written where the formula stands. boarded: the variables with boards. counting: whether a trace is
    told what happens. keeps: whether some definition keeps what it gave until the state changes, known once all are written.
    """

    def __init__(
        self, layout: Layout, table: Mapping[type, Callable[..., str]], loops: Mapping[type, Callable[..., None]], counting: bool
    ) -> None:
        Known.__init__(self, layout)
        Lines.__init__(self)
        self.counting = counting
        self.keeps = False
        self.table = table
        self.loops = loops
        self.failing = Failing(layout, self.spans)
        self.facts = Formulas(layout, self.spans)
        self.chains = Chains(self.facts)
        self.boarded = boarded_in(layout.flow)
        self.constants: dict[str, object] = {}
        self._named: dict[object, str] = {}
        self.local: Names = lambda slot: f"f[{slot + 3}]"
        self.temps: dict[int, str] = {}  # how temps are written that are not written as usual
        self._fresh = count()
        self._slots = count(layout.flow.temps)

    def constant(self, value: object, name: str = "") -> str:
        """The name of a constant of the module."""
        key = (type(value), value, name)
        if key not in self._named:
            self._named[key] = name or f"K{len(self._named)}"
            self.constants[self._named[key]] = value
        return self._named[key]

    # ------------------------------------------------------------------------------------ names

    def new(self) -> str:
        """A name that nobody else uses."""
        return f"x{next(self._fresh)}"

    def fresh(self, value: str) -> str:
        """A new name for a value."""
        name = self.new()
        self.line(f"{name} = {value}")
        return name

    def begin(self) -> None:
        """What follows is another function, with names of its own."""
        self._fresh = count()

    def named(self, node: e.Expr) -> str:
        """A value under a name, so that it may be written several times."""
        text = self.value(node)
        return text if text.isidentifier() or isinstance(node, e.Const) else self.fresh(text)

    def bound(self, slot: int, name: str, write: Callable[[], T]) -> T:
        """What is written while a temp goes by this name."""
        before = self.temps.get(slot)
        self.temps[slot] = name
        made = write()
        if before is None:
            del self.temps[slot]
        else:
            self.temps[slot] = before
        return made

    def stands_for(self, name: str, node: e.Expr) -> e.Temp:
        """A part of formulas that is written as this name, and has the value of a formula."""
        slot = next(self._slots)
        self.temps[slot] = name
        self.spans.tell(slot, node)
        return e.Temp(slot)

    # ------------------------------------------------------------------------------------ ways of writing

    def value(self, node: e.Expr) -> str:
        """An expression that has the value: a number, or a tuple."""
        text = self.table[type(node)](self, node)
        if isinstance(node, TRUTHS):
            return f"(1 if {text} else 0)"
        return f"tuple({text})" if isinstance(node, LISTS) else text

    def truth(self, node: e.Expr) -> str:
        """An expression that Python takes for true or false."""
        if isinstance(node, e.Count):
            return self.there_are(node.of)
        return self.table[type(node)](self, node)

    def members(self, node: e.Expr) -> str:
        """Something to be gone through once and not kept: a tuple, a list, a range, a dictionary."""
        return self.table[type(node)](self, node)

    def bits(self, node: e.Spots) -> str:
        """The bits of a set. A board that is asked for several times is put under a name."""
        bits = node.bits
        for board, times in Counter(part for part in walk(bits) if isinstance(part, e.Board)).items():
            if times > 1:
                bits = replaced(bits, board, self.stands_for(self.fresh(self.value(board)), board))
        return self.value(bits)

    def there_are(self, node: e.Expr) -> str:
        """Whether a set has members, as something to be tested."""
        if isinstance(node, e.Distinct) and self.is_there(node.key) and not self.failing.can_fail(node.key):
            return self.there_are(node.of)
        if isinstance(node, e.Spots):
            return self.bits(node)
        if not self.is_loop(node) or self.failing.can_fail(node):
            return self.members(node)
        found = self.fresh("False")

        def one(looped: bool) -> None:
            self.line(f"{found} = True")
            if looped:
                self.line("break")

        self.each(node, "_", one, found)
        return found

    def is_loop(self, node: e.Expr) -> bool:
        """Whether a set is better gone through as lines of its own."""
        match node:
            case e.Reachable():
                return self.chains.is_chain(node)
            case e.Pick(_, _, otherwise):
                return otherwise == e.Const(())
        return type(node) in self.loops

    def each(self, node: e.Expr, name: str, body: Body, stop: str = "") -> None:
        """Lines that go through a set, with the member under a name. stop: what is true when `body` wants no more of them."""
        made = self.loops.get(type(node)) if self.is_loop(node) else None
        if made is not None:
            made(self, node, name, body, stop)
            return
        with self.inside(f"for {name} in {self.members(node)}:"):
            body(True)

    def when(self, condition: e.Expr, then: Callable[[], None]) -> None:
        """Lines that do something when a condition holds."""
        depth = 0
        tests: list[str] = []
        for each in conjuncts(condition):
            with self.apart() as lines:
                text = self.truth(each)
            if lines:
                depth += self._open(tests)
                self.put(lines)
                tests = []
            if text != "1":
                tests.append(text)
        depth += self._open(tests)
        before = len(self.lines)
        then()
        if len(self.lines) == before:
            self.line("pass")
        self._margin = self._margin[4 * depth :]

    def _open(self, tests: list[str]) -> int:
        if not tests:
            return 0
        self.line(f"if {' and '.join(tests)}:")
        self._margin += "    "
        return 1

    def lifted(self, node: e.Expr, slot: int) -> e.Expr:
        """A formula that is worked out for each member of a set, without what is the same for all: that stands before."""

        def lift(part: e.Expr, bound: frozenset[int]) -> e.Expr:
            if isinstance(part, e.Const | e.Temp) or self.spans.is_set(part):
                return part if isinstance(part, e.Const | e.Temp) else inside(part, bound)
            heavy = free = False
            for each in walk(part):
                heavy = heavy or isinstance(each, HEAVY)
                free = free or (isinstance(each, e.Temp) and each.slot in bound)
            if heavy or free or self.failing.can_fail(part):
                return inside(part, bound)
            return self.stands_for(self.fresh(self.value(part)), part)

        def inside(part: e.Expr, bound: frozenset[int]) -> e.Expr:
            own = binds(part)
            inner = bound if own is None else bound | {own}
            return in_parts(part, lambda each: lift(each, inner))

        return lift(node, frozenset((slot,)))

    # ------------------------------------------------------------------------------------ tables

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
