"""Statements with blocks inside: tests, loops, and what happens together.

In: a compound statement and its names. Out: blocks in the builder; each leaves the builder with a running block, except
`end`, `stop` and branches of which every arm ends.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import Arithmetic, Compare, Const, Local
from rulewright.dsl.flow.ir import (
    Assign,
    Branch,
)
from rulewright.dsl.lower.offering import Offering
from rulewright.dsl.lower.program import Builder
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import NUMBER

NO_ORDER = Rule("RW503", "no-order")


class FlowStatements(Offering):
    """The compound statements of one program."""

    def compound(
        self,
        builder: Builder,
        node: syntax.If | syntax.For | syntax.Repeat | syntax.May | syntax.ChooseOne | syntax.Together,
        names: Names,
        address: str,
        origin: int,
    ) -> None:
        """A statement with blocks inside."""
        match node:
            case syntax.If():
                self.if_(builder, node, names, address, origin)
            case syntax.For():
                self.for_(builder, node, names, address, origin)
            case syntax.Repeat():
                self.repeat(builder, node, names, address, origin)
            case syntax.May():
                self.may(builder, node, names, address, origin)
            case syntax.ChooseOne():
                self.choose_one(builder, node, names, address, origin)
            case syntax.Together():
                builder.hold(origin)
                self.block(builder, node.body, names, address)
                if builder.open:
                    builder.release(origin)
                else:
                    builder.held -= 1
            case _:
                assert_never(node)

    def if_(self, builder: Builder, node: syntax.If, names: Names, address: str, origin: int) -> None:
        """`if a: ... else: ...`"""
        condition = self.flag(node.condition, names)
        yes, no, then = builder.label(), builder.label(), builder.label()
        builder.leave(Branch(condition, yes, no if node.otherwise else then, words_of(node.condition), origin))
        reached = self._arm(builder, yes, node.then, names, address, then, origin)
        if node.otherwise:
            reached = self._arm(builder, no, node.otherwise, names, address, then, origin) or reached
        self._join(builder, then, reached or not node.otherwise)

    def check_order(self, of: syntax.Expression) -> None:
        """Players are gone through in a stated order: who comes first is a rule, not chance."""
        match _unfiltered(of):
            case syntax.Reference(name=name) if name.text in ("players", "others"):
                self.report(
                    NO_ORDER,
                    of.span,
                    "in which order? Say where the round of players starts",
                    "write `players clockwise from me`, or where nobody acts `players clockwise from first(players)`"
                    if name.text == "players"
                    else "write `others clockwise`",
                )
            case syntax.Call(function=syntax.Reference(name=name), arguments=(whom,)) if (
                name.text in ("highest_first", "lowest_first")
            ):
                match _unfiltered(whom):
                    case syntax.Reference(name=all_) if all_.text in ("players", "others"):
                        around = "clockwise from first(players)" if all_.text == "players" else "clockwise"
                        self.report(
                            NO_ORDER,
                            whom.span,
                            "who comes first of those that tie? They keep the order in which they stand here",
                            f"write `{name.text}({whom.span.text} {around} by ...)`",
                        )

    def for_(self, builder: Builder, node: syntax.For, names: Names, address: str, origin: int) -> None:
        """`for x in S: ...`"""
        self.check_order(node.of)
        of, member = self.pick_domain(node.of, node.name, names)
        sealed = node.secretly and self.secrecy != "sealed"
        if sealed:
            builder.hold(origin, sealed=True)
            self.secrecy = "sealed"
        one, again, done = self.loop_head(builder, of, member, node.name.text, origin)
        inner = self.bind(node.name, one, member, names)
        if node.until is not None:
            go = builder.label()
            builder.leave(Branch(self.flag(node.until, inner), done, go, node.until.span.text, origin))
            builder.enter(go)
        self.block(builder, node.body, inner, address)
        builder.goto_label(again, origin)
        builder.enter(done)
        if sealed:
            self.secrecy = "open"
            builder.release(origin, sealed=True)

    def repeat(self, builder: Builder, node: syntax.Repeat, names: Names, address: str, origin: int) -> None:
        """`repeat 3 times: ...`"""
        again, inside, done = builder.label(), builder.label(), builder.label()
        if node.times is not None:
            counter = builder.slot("", NUMBER)
            builder.emit(Assign(counter, self.amount_of(node.times, names, "how many times"), origin))
            builder.goto(again, origin)
            builder.leave(
                Branch(Compare(">", Local(counter), Const(0)), inside, done, node.times.span.text + " times", origin)
            )
            builder.enter(inside)
            builder.emit(Assign(counter, Arithmetic("-", Local(counter), Const(1)), origin))
        elif node.until is not None:
            builder.goto(again, origin)
            builder.leave(Branch(self.flag(node.until, names), done, inside, "until " + node.until.span.text, origin))
            builder.enter(inside)
        else:
            builder.goto(again, origin)
            builder.goto(inside, origin)
        self.block(builder, node.body, names, address)
        builder.goto_label(again, origin)
        if node.times is not None or node.until is not None:
            builder.enter(done)


def _unfiltered(of: syntax.Expression) -> syntax.Expression:
    while isinstance(of, syntax.Where):
        of = of.of
    return of
