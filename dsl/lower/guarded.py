"""Ops that triggers may come before or instead of.

In: an op and the triggers of kind `before` and `instead of` that its event could set off. Out: the op, with tests in
front of it: for each such trigger, whether it applies (and is wanted, when it is optional), its call, and a way round the
op when it replaces it. An event of several components is then carried out one component at a time.

A replacement never applies to an event that its own effect raises: once for each chain of events.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.flow.expr import (
    After,
    And,
    Const,
    Contents,
    Count,
    Expr,
    FirstOf,
    Holder,
    IsActive,
    LiesIn,
    Local,
    MakeSet,
    Not,
    StateVar,
)
from rulewright.dsl.flow.ir import Assign, Branch, Call, Change, Goto, Happen, Move, Op, SetState, Turn
from rulewright.dsl.lower.choices import Choices
from rulewright.dsl.lower.events import Parts, Pattern
from rulewright.dsl.lower.program import NOBODY, Builder, me_or_nobody
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import NUMBER, PLAYER, UNKNOWN, KindType, SetType, Type

_EARLY = ("before", "instead of")


class Guarded(Choices):
    """Events with their guards."""

    def happen(self, builder: Builder, verb: str, key: int | str, scope: int, names: Names, origin: int) -> None:
        """An event that changes nothing by itself; nothing at all when no trigger waits for it."""
        watches = self.watches(verb, key)
        if watches:
            builder.emit(Happen(verb, scope, me_or_nobody(names.me), watches, origin))
            builder.settle(origin)

    def guarded_set(
        self, builder: Builder, target: StateVar, value: Expr, type_: Type, names: Names, origin: int
    ) -> None:
        """Give a variable a value."""
        by = me_or_nobody(names.me)
        early = self.matching("set", target.variable, _EARLY)
        watches = self.watches("set", target.variable)
        skip = builder.label()
        if early:
            new, index = (
                self._kept(builder, value, type_, origin),
                tuple(self._kept(builder, key, UNKNOWN, origin) for key in target.index),
            )
            self._guards(builder, early, Parts(new, by=by, index=index), skip, origin)
            value, target = new, StateVar(target.variable, index)
        builder.emit(SetState(target.variable, target.index, value, by, watches, origin))
        self._settle_variable(builder, target.variable, bool(watches), origin)
        self._rejoin(builder, early, skip, origin)

    def guarded_change(
        self, builder: Builder, verb: str, target: StateVar, amount: Expr, names: Names, origin: int
    ) -> None:
        """Add to a counter."""
        by = me_or_nobody(names.me)
        early = self.matching(verb, target.variable, _EARLY)
        watches = self.watches(verb, target.variable)
        skip = builder.label()
        if early:
            amount, index = (
                self._kept(builder, amount, NUMBER, origin),
                tuple(self._kept(builder, key, UNKNOWN, origin) for key in target.index),
            )
            self._guards(builder, early, Parts(amount, by=by, index=index), skip, origin)
            target = StateVar(target.variable, index)
        builder.emit(Change(target.variable, target.index, amount, by, watches, origin))
        self._settle_variable(builder, target.variable, bool(watches), origin)
        self._rejoin(builder, early, skip, origin)

    def _settle_variable(self, builder: Builder, variable: int, watched: bool, origin: int) -> None:
        """A change of a variable that no law looks at, and no trigger waits for, is nothing to settle."""
        if watched or variable in self.law_variables:
            builder.settle(origin)

    law_variables: frozenset[int] = frozenset()

    def guarded_move(
        self,
        builder: Builder,
        what: Expr,
        zone: Contents,
        place: str,
        face: int | None,
        word: int | None,
        kind: str | None,
        names: Names,
        origin: int,
    ) -> None:
        """Move components."""
        by = me_or_nobody(names.me)
        watches = self.watches("move", zone.zone, kind, word, face)
        early = self.matching("move", zone.zone, _EARLY, kind, word)

        def op(these: Expr) -> Op:
            return Move(these, zone.zone, zone.owner, place, face, word, by, watches, origin)

        def parts(one: Expr) -> Parts:
            return Parts(one, source=Holder(one), target=zone.owner or NOBODY, by=by)

        if early:
            self._one_by_one(builder, what, kind, early, parts, op, names, origin)
        else:
            builder.emit(op(what))
            builder.settle(origin)

    def guarded_turn(self, builder: Builder, what: Expr, up: bool, kind: str | None, names: Names, origin: int) -> None:
        """Turn components that something may come before."""
        by = me_or_nobody(names.me)
        verb = "reveal" if up else "hide"
        watches = self.watches(verb, None, kind)

        def op(these: Expr) -> Op:
            return Turn(these, up, by, watches, origin)

        early = self.matching(verb, None, _EARLY, kind)
        self._one_by_one(builder, what, kind, early, lambda one: Parts(one, by=by), op, names, origin)

    def _one_by_one(
        self,
        builder: Builder,
        what: Expr,
        kind: str | None,
        early: list[Pattern],
        parts: Callable[[Expr], Parts],
        op: Callable[[Expr], Op],
        names: Names,
        origin: int,
    ) -> None:
        one, body, done = self.loop_head(builder, what, KindType(kind or ""), "", origin)
        skip = builder.label()
        self._guards(builder, early, parts(one), skip, origin)
        builder.emit(op(MakeSet((one,))))
        builder.settle(origin)
        self._rejoin(builder, early, skip, origin)
        builder.leave(Goto(body, origin))
        builder.enter(done)

    def loop_head(
        self, builder: Builder, of: Expr, member: Type, name: str, origin: int, done: int | None = None
    ) -> tuple[Local, int, int]:
        """Begin a loop over a set taken now: the member's local, the block that goes on with the next, the block after."""
        rest = builder.slot("", SetType(member))
        one = builder.slot(name, member)
        again, inside = builder.label(), builder.label()
        done = builder.label() if done is None else done
        builder.emit(Assign(rest, of, origin))
        builder.goto(again, origin)
        builder.leave(Branch(Count(Local(rest)), inside, done, "", origin))
        builder.enter(inside)
        builder.emit(Assign(one, FirstOf(Local(rest)), origin))
        builder.emit(Assign(rest, After(Local(rest), Local(one)), origin))
        return Local(one), again, done

    def _kept(self, builder: Builder, value: Expr, type_: Type, origin: int) -> Expr:
        """The value, taken once and for all."""
        if isinstance(value, Const | Local):
            return value
        slot = builder.slot("", type_)
        builder.emit(Assign(slot, value, origin))
        return Local(slot)

    def _rejoin(self, builder: Builder, early: list[Pattern], skip: int, origin: int) -> None:
        if early:
            builder.goto(skip, origin)
        else:
            self.program.blocks[skip] = None

    def _guards(self, builder: Builder, early: list[Pattern], parts: Parts, skip: int, origin: int) -> None:
        """The tests in front of an event; one that replaces it goes on at `skip`."""
        for pattern in early:
            if pattern.node.each is not None:
                seats = self.expect(pattern.node.each, Names(), SetType(PLAYER), "`each`")
                me, again, done = self.loop_head(builder, seats, PLAYER, "", origin)
                self._guard(builder, pattern, parts, me, skip, again, origin)
                builder.enter(done)
            else:
                after = builder.label()
                self._guard(builder, pattern, parts, parts.by, skip, after, origin)
                builder.enter(after)

    def _guard(
        self, builder: Builder, pattern: Pattern, parts: Parts, me: Expr, skip: int, otherwise: int, origin: int
    ) -> None:
        node = pattern.node
        scope = self.program.scope_by_address[node.address]
        condition, given = self.fits(pattern, parts, me)
        if pattern.from_zone is not None:  # nothing has moved yet: it lies where it would come from
            condition = And(LiesIn(parts.subject, pattern.from_zone), condition)
        applies = builder.label()
        builder.leave(Branch(And(Not(IsActive(scope)), condition), applies, otherwise, "", origin))
        builder.enter(applies)
        if node.may is not None:
            inner = Names(me=me)
            for name, value, type_ in given:
                inner = inner.with_local(name, value, type_, None)
            question = self.text(node.may, inner)
            yes, no = self.yes_or_no(
                builder, me, scope, question, node.address, self.program.origin(node.address, node.span)
            )
            builder.enter(no)
            builder.leave(Goto(otherwise, origin))
            builder.enter(yes)
        after = builder.label()
        arguments = (me, *(value for _, value, _ in given))
        builder.leave(Call(pattern.procedure, arguments, after, origin))
        builder.enter(after)
        builder.settle(origin)
        builder.leave(Goto(skip if pattern.mode == "instead of" else otherwise, origin))
