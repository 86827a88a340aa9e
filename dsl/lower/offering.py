"""What may be done, chosen or paid: `may do beacon: ...`, `may choose c from hand: ... else: ...`, `may pay 1 mass: ...`.

In: such a statement and its names. Out: one choice, with an option to decline. The block goes on from what was chosen, the
`else` from declining; when nothing is on offer, the statement is skipped as a whole.
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.flow.expr import Arithmetic, Expr, Local, Shown
from rulewright.dsl.flow.ir import Alternative, Assign, Choice, Goto, PickSpec
from rulewright.dsl.lower.asking import Ways
from rulewright.dsl.lower.events import YES
from rulewright.dsl.lower.gaining import Gaining
from rulewright.dsl.lower.program import NOBODY, Builder
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import NUMBER


class Offering(Gaining):
    """The offers of one program that can be declined."""

    def may(self, builder: Builder, node: syntax.May, names: Names, address: str, origin: int) -> None:
        """`may` before a question, or before what is offered."""
        if node.offer is None:
            self.question(builder, node, names, address, origin)
            return
        then = builder.label()
        chosen = builder.label() if node.body else then
        declined = builder.label() if node.otherwise else then
        ways, inner = Ways(chosen, declined, then), names
        match node.offer:
            case syntax.Do() as offer:
                self.do(builder, offer, names, address, origin, ways)
            case syntax.Choose() as offer:
                inner = self._may_choose(builder, offer, names, ways, address, origin)
            case syntax.ChooseOne() as offer:
                self.choose_one(builder, offer, names, address, origin, ways)
            case syntax.Change() as offer:
                self._may_pay(builder, offer, names, ways, address, origin)
        if builder.open:  # after a mistake, which has been told
            builder.leave(Goto(then, origin))
        for label, body, known in ((chosen, node.body, inner), (declined, node.otherwise, names)):
            if body:
                self._arm(builder, label, body, known, address, then, origin)
        builder.enter(then)

    def _may_choose(
        self, builder: Builder, node: syntax.Choose, names: Names, ways: Ways, address: str, origin: int
    ) -> Names:
        """What is chosen is known in the block, and there it is never none."""
        who = self.decider(node.by, names, node)
        prompt = self.text(node.prompt, names, f"Choose {node.name.text.replace('_', ' ')}")
        of, member = self.pick_domain(node.of, node.name, names)
        slot = builder.slot(node.name.text, member)
        builder.emit(Assign(slot, NOBODY, origin))
        picks = (PickSpec(node.name.text, slot, of, member),)
        option = Alternative(address, (Shown(Local(slot), member),), YES, picks, YES, ways.chosen, False, origin)
        options = (option, self.decline(address, ways, origin))
        builder.leave(Choice(who, builder.scope, prompt, options, self.secrecy, "ask", ways.then, origin))
        return self.bind(node.name, Local(slot), member, names)

    def _may_pay(
        self, builder: Builder, node: syntax.Change, names: Names, ways: Ways, address: str, origin: int
    ) -> None:
        """Offered only when all of it can be paid."""
        who, times, paid = self.decider(None, names, node), self.times_of(node, names), builder.label()
        if times is not None:
            times = self.once(builder, times, NUMBER, origin)
        price = ("Pay ", *self._price(node, times, names))
        guard = self.cost_legal(node.amounts, names, times)
        option = Alternative(f"{address}.pay", price, guard, (), YES, paid, False, origin)
        options = (option, self.decline(address, ways, origin))
        builder.leave(Choice(who, builder.scope, (*price, "?"), options, self.secrecy, "ask", ways.then, origin))
        builder.enter(paid)
        self.change_all(builder, node, times, names, origin)
        if node.then is not None:
            self.statement(builder, node.then, names, address)
        builder.goto_label(ways.chosen, origin)

    def _price(self, node: syntax.Change, times: Expr | None, names: Names) -> tuple[str | Shown, ...]:
        """What is paid, in words."""
        words: list[str | Shown] = []
        for amount in node.amounts:
            _, count, _ = self.amount(amount, names)
            plain = isinstance(amount.count, syntax.Number) and times is None
            shown = count if times is None else Arithmetic("*", count, times)
            counter = amount.counter
            name = counter.name.text.replace("_", " ") if isinstance(counter, syntax.Reference) else counter.span.text
            words += [*((" + ",) if words else ()), amount.count.span.text if plain else Shown(shown, NUMBER), f" {name}"]
        return tuple(words)
