"""Amounts: how much of which counter, in what is gained, lost, paid and what an action costs.

In: amounts as written. Out: the counter and how much, whether it can be paid, and the ops that pay it. A word in an amount
may be the plural of a counter, and in `gain` an action (see `gaining`).
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.book import Node
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import Apply, Arithmetic, Compare, Const, Expr, Or, StateVar
from rulewright.dsl.flow.ir import Change, Dimension
from rulewright.dsl.lower.events import Events, all_of
from rulewright.dsl.lower.program import Builder, me_or_nobody
from rulewright.dsl.lower.reads import known
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.lower.things import UNKNOWN_NAME
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import UNKNOWN, IntType, Type, UnknownType, show, strip

NOT_A_COUNTER = Rule("RW409", "not-a-counter")


class Amounts(Events):
    """The amounts of one program."""

    def cost_legal(self, cost: tuple[syntax.Amount, ...], names: Names, times: Expr | None = None) -> Expr:
        """Whether a cost can be paid, so many times."""
        tests: list[Expr] = []
        for amount in cost:
            counter, count, type_ = self.amount(amount, names)
            if counter is not None:
                low = type_.low if isinstance(type_, IntType) and type_.low is not None else 0
                count = count if times is None else Arithmetic("*", count, times)
                tests.append(self._can_spend(counter, count, low))
        return all_of(tests)

    def _can_spend(self, counter: StateVar, count: Expr, low: int) -> Expr:
        """Whether so much is left above the least value and what is kept in reserve; nothing can always be paid."""
        left: Expr = Arithmetic("-", counter, count)
        reserve = self.tables.reserves.get(counter.variable)
        if reserve is None:
            return Compare(">=", left, Const(low))
        function, _ = self.function_of(reserve)
        kept = Apply(function, counter.index[: 0 if reserve.owner is None else 1])
        enough = Compare(">=", Arithmetic("-", left, Arithmetic("max", kept, Const(0))), Const(low))
        number = known(count)
        return enough if number is not None and number > 0 else Or(Compare("<=", count, Const(0)), enough)

    def amount(self, amount: syntax.Amount, names: Names) -> tuple[StateVar | None, Expr, Type]:
        """The counter of an amount and how much; after `1` the counter's plural may stand for it (`1 action`)."""
        counter = self._meant(amount.counter, names)
        count = self.amount_of(amount.count, names, "an amount")
        action = self.gained_action(amount)
        if action is not None:
            message = f"`{action.name.text}` is an action, which can only be gained: `gain {amount.span.text}`"
            self.report(NOT_A_COUNTER, amount.counter.span, message, "what is lost or paid is a counter, declared under `state:`")
            return None, count, UNKNOWN
        if isinstance(counter, syntax.Reference) and self.is_unknown(counter, names):
            near = did_you_mean(counter.name.text, (*self.tables.variables, *self.tables.actions))
            hint = self.whose(counter.name.text) or near or "counters are declared under `state:`"
            self.report(UNKNOWN_NAME, counter.span, f"nothing is called `{counter.name.text}`", hint)
            return None, count, UNKNOWN
        value, type_ = self.value(counter, names)
        if not isinstance(value, StateVar) or not isinstance(strip(type_), IntType):
            if not isinstance(type_, UnknownType):
                self.report(
                    NOT_A_COUNTER,
                    amount.counter.span,
                    f"`{amount.counter.span.text}` is no counter; this is {show(type_)}",
                    self._counters_of(amount, type_) or "counters are declared under `state:`",
                )
            return None, count, type_
        return value, count, type_

    def _counters_of(self, amount: syntax.Amount, type_: Type) -> str | None:
        """What to write where there are counters for each such value: `3 goods(wood)` for `3 wood`."""
        found = [
            f"`{amount.count.span.text} {name}({amount.counter.span.text})`"
            for name, info in self.tables.variables.items()
            if isinstance(info.type, IntType) and info.per and self.dimension_type(info.per[-1]) == type_
        ]
        return f"write {' or '.join(found)}" if found else None

    def _meant(self, counter: syntax.Expression, names: Names) -> syntax.Expression:
        """The counter that a word in an amount stands for: its plural may be meant, a value of a list kind never is."""
        if not isinstance(counter, syntax.Reference):
            return counter
        name, span, variables = counter.name.text, counter.name.span, self.tables.variables
        is_value = name in self.tables.values
        plural = name not in variables and name + "s" in variables
        if plural and (is_value or self.named(counter.name, names, None) is None):
            name += "s"
            is_value = is_value or name in self.tables.values
        meant = syntax.Reference(span=counter.span, name=syntax.Name(span=span, text=name))
        if is_value and name in variables and variables[name].per == (Dimension("players"),):
            me = syntax.Reference(span=counter.span, name=syntax.Name(span=span, text="me"))
            return syntax.Property(span=counter.span, of=me, name=meant.name)
        return meant

    def is_unknown(self, counter: syntax.Expression, names: Names) -> bool:
        """Whether a word in an amount is the name of nothing."""
        meant = self._meant(counter, names)
        if not isinstance(meant, syntax.Reference) or meant.name.text in self.tables.variables:
            return False
        return self.named(meant.name, names, None) is None

    def gained_action(self, amount: syntax.Amount) -> Node | None:
        """The action that a word in an amount stands for, if it is no counter: `gain 2 plants`, `gain 1 plant`."""
        counter = amount.counter
        if not isinstance(counter, syntax.Reference):
            return None
        words = (counter.name.text, counter.name.text + "s")
        if any(word in self.tables.variables for word in words):
            return None
        return next((self.tables.actions[word] for word in words if word in self.tables.actions), None)

    def pay(self, builder: Builder, cost: tuple[syntax.Amount, ...], names: Names, origin: int) -> None:
        """The ops that pay a cost known to be payable."""
        for amount in cost:
            counter, count, _ = self.amount(amount, names)
            if counter is not None:
                minus = Arithmetic("-", Const(0), count)
                watches = self.watches("pay", counter.variable)
                builder.emit(Change(counter.variable, counter.index, minus, me_or_nobody(names.me), watches, origin))
