"""Choices: the exits at which a seat decides, and the options that a menu, an action or a window gives.

In: picks, actions, prompts. Out: `Choice` exits with their alternatives. An action's picks are announced together with
the action itself, so a menu shows whole options (`seek 7 from B`), one list for people and programs alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl import syntax
from rulewright.dsl.book import Node, Pick
from rulewright.dsl.declare import resolve_type
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import Const, Expr, Filter, Local, Shown, Text
from rulewright.dsl.flow.ir import Alternative, Assign, Call, Choice, PickSpec
from rulewright.dsl.lower.amounts import Amounts
from rulewright.dsl.lower.calls import WRONG_ARGUMENT
from rulewright.dsl.lower.definitions import EMPTY_RANGE
from rulewright.dsl.lower.events import YES, all_of
from rulewright.dsl.lower.program import Builder, me_or_nobody
from rulewright.dsl.lower.reads import known
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import IntType, SetType, Type, show, strip

UNKNOWN_ACTION = Rule("RW319", "unknown-action")
CANNOT_OFFER = Rule("RW505", "cannot-offer")


@dataclass(frozen=True, slots=True)
class Offer:
    """One alternative that is being made: its picks' locals, in order, and where it goes on."""

    alternative: Alternative
    action: Node
    slots: tuple[int, ...]


class Choices(Amounts):
    """The choices of one program."""

    def lower_picks(
        self, builder: Builder, picks: tuple[Pick, ...], names: Names
    ) -> tuple[tuple[PickSpec, ...], Names]:
        """The picks of an option, each in a local of the running procedure; later ones may use earlier names."""
        specs = []
        for pick in picks:
            domain, type_ = self.pick_domain(pick.of, pick.name, names)
            slot = builder.slot(pick.name.text, type_)
            specs.append(PickSpec(pick.name.text, slot, domain, type_))
            names = self.bind(pick.name, Local(slot), type_, names)
        return tuple(specs), names

    def pick_domain(self, of: syntax.Expression, name: syntax.Name, names: Names) -> tuple[Expr, Type]:
        """The set that something is picked from; in `card: hand where fits(card)` the name stands for the candidate."""
        if isinstance(of, syntax.Where) and of.candidate is None and not isinstance(of.of, syntax.EachIn):
            domain, member, slot, inner = self.with_candidate(of.of, None, names)
            own = inner.with_local(name.text, inner.candidates[-1].value, member, None)
            condition = self.flag(of.condition, own, "what stands after `where`")
            return Filter(domain, slot, condition), member
        domain, type_ = self.as_set(of, names)
        assert isinstance(type_, SetType)
        self.check_range(of, type_.of, "there is never anything to choose")
        return domain, type_.of

    def check_range(self, of: syntax.Expression, member: Type, what: str) -> None:
        """A range that runs downward is empty."""
        if isinstance(member, IntType) and member.low is not None and member.high is not None and member.high < member.low:
            self.report(EMPTY_RANGE, of.span, f"{what}: {show(member).removeprefix('a number ')} runs downward")

    # ------------------------------------------------------------------------------------ actions as options

    def action_named(self, name: syntax.Name) -> Node | None:
        """The action of that name; a wrong name is reported."""
        node = self.tables.actions.get(name.text)
        if node is None:
            known = self.tables.actions
            self.report(
                UNKNOWN_ACTION,
                name.span,
                f"no action is called `{name.text}`",
                did_you_mean(name.text, known) or "actions are declared under `actions:`",
            )
        return node

    def given_anyway(self, builder: Builder, node: Node, me: Expr | None, origin: int) -> tuple[Expr, ...]:
        """What an action takes where nobody gives it anything: its defaults, each worked out once."""
        return tuple(
            self.once(builder, self.default_of(each, me), self.parameter_type(each), origin)
            for each in node.takes
            if each.default is not None
        )

    def default_of(self, parameter: syntax.Parameter, me: Expr | None) -> Expr:
        """What a parameter is when it is left out; it may ask about who acts, and nothing else of the place."""
        assert parameter.default is not None
        what = f"the default of `{parameter.name.text}`"
        return self.given_value(parameter.default, parameter, Names(me=me), self.parameter_type(parameter), what)

    def given_value(
        self, node: syntax.Expression, parameter: syntax.Parameter, names: Names, wanted: Type, what: str
    ) -> Expr:
        """What is given for a parameter; a number that its type does not have is reported."""
        value = self.expect(node, names, wanted, what)
        if not isinstance(node, syntax.Nothing):
            self.check_given(node, parameter, value)
        return value

    def check_given(self, node: syntax.Expression, parameter: syntax.Parameter, value: Expr) -> None:
        """Report a number that the type of a parameter does not have."""
        type_, number = strip(self.parameter_type(parameter)), known(value)
        if isinstance(type_, IntType) and number is not None:
            low, high = type_.low, type_.high
            if (low is not None and number < low) or (high is not None and number > high):
                message = f"`{parameter.name.text}` runs from {low} to {high}; this is {number}"
                self.report(WRONG_ARGUMENT, node.span, message)

    def once(self, builder: Builder, value: Expr, type_: Type, origin: int) -> Expr:
        """A value taken once: what happens meanwhile does not change it."""
        if isinstance(value, Const):
            return value
        slot = builder.slot("", type_)
        builder.emit(Assign(slot, value, origin))
        return Local(slot)

    def check_offer(self, node: Node, span: Span) -> None:
        """What is offered is given nothing, so it must do with its defaults."""
        wanting = [each.name.text for each in node.takes if each.default is None]
        if wanting:
            hint = f"let it `choose` what it needs, or give `{wanting[0]}` a default"
            self.report(CANNOT_OFFER, span, f"`{node.name.text}` takes something, so it cannot stand in a menu", hint)

    def offers(self, builder: Builder, node: Node, names: Names, given: tuple[Expr, ...] = ()) -> list[Offer]:
        """The alternatives that an action gives: itself, or each of its halves. given: what it takes."""
        return [self.offer(builder, node, half, names, given) for half in node.options or (node,)]

    def offer(self, builder: Builder, node: Node, half: Node, names: Names, given: tuple[Expr, ...]) -> Offer:
        """The alternative that an action, or a half of it, gives."""
        for parameter, value in zip(node.takes, given, strict=False):
            names = self.bind(parameter.name, value, self.parameter_type(parameter), names)
        picks, inner = self.lower_picks(builder, half.picks, names)
        tests: list[Expr] = []
        for condition in (node.condition, half.condition if half is not node else None):
            if condition is not None:
                tests.append(self.flag(condition, names))
        tests.extend(self.cost_legal(cost, names) for cost in (node.cost,) if cost and not _uses(cost, half.picks))
        late: list[Expr] = []
        if half.legal is not None:
            late.append(self.flag(half.legal, inner))
        for cost in (node.cost, half.cost if half is not node else ()):
            if cost and _uses(cost, half.picks):
                late.append(self.cost_legal(cost, inner))
            elif cost and cost is not node.cost:
                tests.append(self.cost_legal(cost, names))
        label = self.label_of(half, picks, inner, node)
        alternative = Alternative(
            address=half.address,
            label=label,
            guard=all_of(tests),
            picks=picks,
            legal=all_of(late),
            target=builder.label(),
            passes=False,
            origin=self.program.origin(half.address, half.span),
        )
        return Offer(alternative, node, tuple(pick.slot for pick in picks))

    def label_of(self, half: Node, picks: tuple[PickSpec, ...], names: Names, node: Node) -> Text:
        """The option's label; without one, its name and what is picked."""
        if half.label is not None:
            return self.text(half.label, names)
        parts: list[str | Shown] = [half.name.text.replace("_", " ").capitalize()]
        if half is not node and node.label is not None:
            parts = [*self.text(node.label, names), ": ", half.name.text.replace("_", " ")]
        for pick in picks:
            parts.extend((" ", Shown(Local(pick.slot), pick.type)))
        return tuple(parts)

    def carry_out(self, builder: Builder, offer: Offer, names: Names, given: tuple[Expr, ...], then: int) -> None:
        """The block of an option that was chosen: pay, call the action, go on."""
        node, alternative = offer.action, offer.alternative
        half = node if not node.options else next(each for each in node.options if each.address == alternative.address)
        for parameter, value in zip(node.takes, given, strict=False):
            names = names.with_local(parameter.name.text, value, self.parameter_type(parameter), parameter.name.span)
        for pick, slot in zip(half.picks, offer.slots, strict=True):
            names = names.with_local(pick.name.text, Local(slot), alternative.picks[offer.slots.index(slot)].type, None)
        builder.enter(alternative.target)
        origin = alternative.origin
        for cost in dict.fromkeys((node.cost, half.cost)):
            if cost:
                self.pay(builder, cost, names, origin)
        arguments = (me_or_nobody(names.me), *given, *(Local(slot) for slot in offer.slots))
        after = builder.label()
        builder.leave(Call(self.program.action_procedures[half.address], arguments, after, origin))
        builder.enter(after)
        self.settle_after(builder, node.address, origin)
        builder.goto_label(then, origin)

    law_scopes: frozenset[str] = frozenset()  # addresses of nodes that some law or trigger is bound to, or waits for

    def settle_after(self, builder: Builder, address: str, origin: int) -> None:
        """Settle when something has waited for the node to be over; its own effects have settled already."""
        if address in self.law_scopes:
            builder.settle(origin)

    def parameter_type(self, parameter: syntax.Parameter) -> Type:
        """The type of what an action takes."""
        return resolve_type(parameter.type, self.tables, self.program.problems)

    def choose_action(
        self,
        builder: Builder,
        nodes: list[Node],
        names: Names,
        scope: int,
        prompt: Text,
        secrecy: str,
        forced: str,
        then: int,
        origin: int,
        given: tuple[Expr, ...] = (),
        more: tuple[Alternative, ...] = (),
        chosen: int | None = None,
    ) -> None:
        """A choice among actions (and `more`); it goes on at `then`, or at `chosen` when one was carried out."""
        takes = {node.address: given or self.given_anyway(builder, node, names.me, origin) for node in nodes}
        offers = [offer for node in nodes for offer in self.offers(builder, node, names, takes[node.address])]
        builder.leave(
            Choice(
                who=me_or_nobody(names.me),
                scope=scope,
                prompt=prompt,
                alternatives=(*(offer.alternative for offer in offers), *more),
                secrecy=secrecy,
                forced=forced,
                empty=then,
                origin=origin,
            )
        )
        for offer in offers:
            self.carry_out(builder, offer, names, takes[offer.action.address], then if chosen is None else chosen)

    def yes_or_no(
        self, builder: Builder, who: Expr, scope: int, prompt: Text, address: str, origin: int
    ) -> tuple[int, int]:
        """A question with yes and no; the two blocks are left to be entered."""
        yes, no = builder.label(), builder.label()
        options = (
            Alternative(f"{address}.yes", ("Yes",), YES, (), YES, yes, False, origin),
            Alternative(f"{address}.no", ("No",), YES, (), YES, no, False, origin),
        )
        builder.leave(Choice(who, scope, prompt, options, self.secrecy, "ask", no, origin))
        return yes, no

    secrecy = "open"


def _uses(cost: tuple[syntax.Amount, ...], picks: tuple[Pick, ...]) -> bool:
    """Whether a cost names something that is picked (then it can be judged only with the picks made)."""
    words = {pick.name.text for pick in picks}
    text = " ".join(amount.span.text for amount in cost)
    return any(word in text.replace(".", " ").replace("(", " ").replace(")", " ").split() for word in words)
