"""Statements that ask: `may`, `choose`, `choose one`.

In: a statement and its names. Out: choice exits in the builder, and the name that a choice gives to what follows.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

from rulewright.dsl import syntax
from rulewright.dsl.diagnostics import Label, Rule
from rulewright.dsl.flow.expr import Combine, Compare, Const, Count, Expr, Local, MakeSet, Shown, Text
from rulewright.dsl.flow.ir import (
    Alternative,
    Assign,
    Branch,
    Choice,
    Goto,
    PickSpec,
)
from rulewright.dsl.lower.events import YES, all_of
from rulewright.dsl.lower.guarded import Guarded
from rulewright.dsl.lower.program import NOBODY, Builder
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.source import Span
from rulewright.dsl.types import SetType, Type

BAD_LABEL = Rule("RW442", "bad-label")
NOBODY_DECIDES = Rule("RW415", "nobody-decides")


@dataclass(frozen=True, slots=True)
class Ways:
    """Where it goes on after what `may` be done: when it was, when it was declined, and when nothing was on offer."""

    chosen: int
    declined: int
    then: int


class Asking(Guarded):
    """The questions of one program."""

    @abstractmethod
    def block(
        self,
        builder: Builder,
        statements: tuple[syntax.Statement, ...],
        names: Names,
        address: str,
        opens: tuple[syntax.Name, ...] = (),
    ) -> Names:
        """See `Statements`."""

    @abstractmethod
    def statement(self, builder: Builder, node: syntax.Statement, names: Names, address: str) -> Names:
        """See `Statements`."""

    @abstractmethod
    def draw_value(self, builder: Builder, node: syntax.Choose, names: Names, origin: int) -> Names:
        """See `Statements`."""

    def _arm(
        self,
        builder: Builder,
        label: int,
        body: tuple[syntax.Statement, ...],
        names: Names,
        address: str,
        then: int,
        origin: int,
    ) -> bool:
        """A block of its own that goes on at `then`; whether it does."""
        builder.enter(label)
        self.block(builder, body, names, address)
        if builder.open:
            builder.leave(Goto(then, origin))
            return True
        return False

    def _join(self, builder: Builder, then: int, reached: bool) -> None:
        if reached:
            builder.enter(then)

    def decider(self, by: syntax.Expression | None, names: Names, node: syntax.Statement) -> Expr:
        """Who decides: `by p`, or me."""
        if by is not None:
            return self.player(by, names, "who decides")
        if names.me is None:
            self.report(
                NOBODY_DECIDES,
                node.span,
                "who decides? Nobody acts here",
                'say who: `choose c from pool by dealer "Take a card"`',
            )
            return NOBODY
        return names.me

    def question(self, builder: Builder, node: syntax.May, names: Names, address: str, origin: int) -> None:
        """`may "Reveal it?" by p: ... else: ...`"""
        who = self.decider(node.by, names, node)
        prompt = self.text(node.prompt, names, "Do it?")
        yes, no = self.yes_or_no(builder, who, builder.scope, prompt, address, origin)
        then = builder.label()
        reached = self._arm(builder, yes, node.body, names, address, then, origin)
        reached = self._arm(builder, no, node.otherwise, names, address, then, origin) or reached
        self._join(builder, then, reached)

    def decline(self, address: str, ways: Ways, origin: int) -> Alternative:
        """The option of not taking what is offered."""
        return Alternative(f"{address}.decline", ("Decline",), YES, (), YES, ways.declined, True, origin)

    def choose_one(
        self,
        builder: Builder,
        node: syntax.ChooseOne,
        names: Names,
        address: str,
        origin: int,
        ways: Ways | None = None,
    ) -> None:
        """`choose one: ...`; with `may` before it, it can be declined, and goes on elsewhere."""
        who = self.decider(node.by, names, node)
        self._check_labels(node)
        then = builder.label() if ways is None else ways.then
        chosen = then if ways is None else ways.chosen
        alternatives = []
        for number, option in enumerate(node.options, 1):
            guard = YES if option.condition is None else self.flag(option.condition, names)
            label = self.text(option.label, names)
            place = self.program.origin(address, option.span)
            alternatives.append(
                Alternative(f"{address}.{number}", label, guard, (), YES, builder.label(), False, place)
            )
        more = () if ways is None else (self.decline(address, ways, origin),)
        prompt, forced = self.text(node.prompt, names, "Choose one"), self.forced if ways is None else "ask"
        builder.leave(Choice(who, builder.scope, prompt, (*alternatives, *more), self.secrecy, forced, then, origin))
        for option, alternative in zip(node.options, alternatives, strict=True):
            self._arm(builder, alternative.target, option.body, names, address, chosen, origin)
        self._join(builder, then, ways is None)  # reached when nothing is on offer, too

    def _check_labels(self, node: syntax.ChooseOne) -> None:
        """Each option is told from the others by its text."""
        seen: dict[str, Span] = {}
        for option in node.options:
            words = "".join(part if isinstance(part, str) else f"{{{part.span.text}}}" for part in option.label.parts)
            text = " ".join(words.split()).lower()
            if not text:
                self.report(BAD_LABEL, option.label.span, "this option has no text", 'write what it is: `"Take a coin": ...`')
            elif text in seen:
                labels = (Label(seen[text], "the first one"),)
                message = "two options have the same text, so nobody can tell them apart"
                self.report(BAD_LABEL, option.label.span, message, "say what each does", labels)
            seen.setdefault(text, option.label.span)

    forced = "take"

    def choose(self, builder: Builder, node: syntax.Choose, names: Names, address: str, origin: int) -> Names:
        """`choose c from S`."""
        if node.at_random:
            return self.draw_value(builder, node, names, origin)
        who = self.decider(node.by, names, node)
        prompt = self.text(node.prompt, names, f"Choose {node.name.text.replace('_', ' ')}")
        if node.several:
            return self._choose_several(builder, node, names, who, prompt, address, origin)
        of, member = self.pick_domain(node.of, node.name, names)
        slot = builder.slot(node.name.text, member)
        builder.emit(Assign(slot, NOBODY, origin))
        then = builder.label()
        builder.leave(self._pick(builder, who, prompt, node.name.text, slot, of, member, address, then, origin, ()))
        builder.enter(then)
        return self.bind(node.name, Local(slot), member, names)

    def _pick(
        self,
        builder: Builder,
        who: Expr,
        prompt: Text,
        name: str,
        slot: int,
        of: Expr,
        type_: Type,
        address: str,
        then: int,
        origin: int,
        more: tuple[Alternative, ...],
    ) -> Choice:
        pick = PickSpec(name, slot, of, type_)
        option = Alternative(address, (Shown(Local(slot), type_),), YES, (pick,), YES, then, False, origin)
        forced = "ask" if self.secrecy == "sealed" else self.forced
        return Choice(who, builder.scope, prompt, (option, *more), self.secrecy, forced, then, origin)

    def _choose_several(
        self, builder: Builder, node: syntax.Choose, names: Names, who: Expr, prompt: Text, address: str, origin: int
    ) -> Names:
        """Picks one after another, with `done` on offer once there are enough."""
        of, type_ = self.as_set(node.of, names)
        assert isinstance(type_, SetType)
        chosen, one = builder.slot(node.name.text, type_), builder.slot("", type_.of)
        source = builder.slot("", type_)
        builder.emit(Assign(chosen, Const(()), origin))
        builder.emit(Assign(source, of, origin))
        again, ask, take, done = builder.label(), builder.label(), builder.label(), builder.label()
        builder.goto(again, origin)
        left = Combine("-", Local(source), Local(chosen))
        more: list[Expr] = [Count(left)]
        if node.high is not None:
            more.append(Compare("<", Count(Local(chosen)), self.amount_of(node.high, names, "how many")))
        builder.leave(Branch(all_of(more), ask, done, "", origin))
        builder.enter(ask)
        enough = (
            Const(1)
            if node.low is None
            else Compare(">=", Count(Local(chosen)), self.amount_of(node.low, names, "how many"))
        )
        finish = Alternative(f"{address}.done", ("Done",), enough, (), YES, done, False, origin)
        choice = self._pick(builder, who, prompt, node.name.text, one, left, type_.of, address, take, origin, (finish,))
        builder.leave(replace(choice, empty=done))  # where nobody is asked, nothing was picked that could be taken
        builder.enter(take)
        builder.emit(Assign(chosen, Combine("+", Local(chosen), MakeSet((Local(one),))), origin))
        builder.emit(Assign(one, NOBODY, origin))
        builder.leave(Goto(again, origin))
        builder.enter(done)
        return self.bind(node.name, Local(chosen), type_, names)
