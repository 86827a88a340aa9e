"""What is gained, lost and paid, and what is gained by an action: `gain 1 energy + 2 plants at here per stars`.

In: amounts. Out: their counters changed and their actions called, in their order. With an action among them, how much of
each, how many times and where is taken before anything is gained.
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.book import Node
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import Arithmetic, Const, Count, Expr
from rulewright.dsl.lower.calling import Calling
from rulewright.dsl.lower.program import Builder
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import NUMBER, IntType, OptionalType, SetType, strip

NOT_GAINED = Rule("RW431", "not-gained")


class Gaining(Calling):
    """The amounts of one program that change."""

    def times_of(self, node: syntax.Change, names: Names) -> Expr | None:
        """How many times each amount is meant: what stands behind `per`, or its size."""
        if node.per is None:
            return None
        value, type_ = self.value(node.per, names)
        return Count(value) if isinstance(type_, SetType) else self.number(node.per, names, "what stands after `per`")

    def change_all(self, builder: Builder, node: syntax.Change, times: Expr | None, names: Names, origin: int) -> None:
        """Change the counter of each amount."""
        for amount in node.amounts:
            counter, count, _ = self.amount(amount, names)
            if counter is None:
                continue
            if times is not None:
                count = Arithmetic("*", count, times)
            if node.verb != "gain":
                count = Arithmetic("-", Const(0), count)
            self.guarded_change(builder, node.verb, counter, count, names, origin)

    def gain_all(
        self,
        builder: Builder,
        node: syntax.Change,
        actions: list[Node | None],
        times: Expr | None,
        names: Names,
        origin: int,
    ) -> None:
        """Each amount in turn. actions: the action that an amount stands for, or None for a counter."""
        inner = self.fixed_me(builder, names, names, origin)
        if times is not None:
            times = self.once(builder, times, NUMBER, origin)
        counts: list[Expr] = []
        for amount, action in zip(node.amounts, actions, strict=True):
            count = self.amount_of(amount.count, names, "an amount")
            if action is not None and action.takes and times is None:
                self.check_given(amount.count, action.takes[0], count)
            count = count if times is None else Arithmetic("*", count, times)
            counts.append(self.once(builder, count, NUMBER, origin))
        places = [None if action is None else self._place(builder, action, node, names, origin) for action in actions]
        for amount, action, count, place in zip(node.amounts, actions, counts, places, strict=True):
            if action is None:
                counter, _, _ = self.amount(amount, names)
                if counter is not None:
                    self.guarded_change(builder, "gain", counter, count, names, origin)
            elif self._can_be_gained(action, amount, place is not None):
                first = [count] if place is None else [count, place]
                rest = [
                    self.once(builder, self.default_of(each, inner.me), self.parameter_type(each), origin)
                    for each in action.takes[len(first) :]
                ]
                self.do_given(builder, action, [*first, *rest], inner, node, origin)

    def _place(self, builder: Builder, action: Node, node: syntax.Change, names: Names, origin: int) -> Expr | None:
        """What stands behind `at`, as the second thing that an action takes."""
        if node.at is None:
            return None
        if len(action.takes) < 2:
            message = f"`{action.name.text}` takes nothing to be gained `at`"
            hint = "leave `at` out, or give the action a second parameter: `takes: {n: Int, on: Planet}`"
            self.report(NOT_GAINED, node.at.span, message, hint)
            return None
        parameter = action.takes[1]
        type_ = self.parameter_type(parameter)
        what = f"`{parameter.name.text}`"
        place = self.given_value(node.at, parameter, names, OptionalType(strip(type_)), what)
        return self.once(builder, place, type_, origin)

    def _can_be_gained(self, action: Node, amount: syntax.Amount, at_place: bool) -> bool:
        """Whether an action takes a number first, and nothing else that it is not given."""
        name = action.name.text
        if not action.takes or not isinstance(strip(self.parameter_type(action.takes[0])), IntType):
            message = f"`{name}` takes no number, so it cannot be gained"
            hint = f"write `do {name}`, or let it take how many: `takes: {{n: Int}}`"
            self.report(NOT_GAINED, amount.span, message, hint)
            return False
        wanting = [each.name.text for each in action.takes[1 + at_place :] if each.default is None]
        if wanting and not at_place and wanting[0] == action.takes[1].name.text:
            hint = f"write `gain {amount.span.text} at ...`, or give it a default"
            self.report(NOT_GAINED, amount.span, f"`{name}` is not told its `{wanting[0]}`", hint)
        elif wanting:
            hint = f"write `do {name}(...)`, or give it a default"
            self.report(NOT_GAINED, amount.span, f"`{name}` is not told its `{wanting[0]}`", hint)
        return not wanting
