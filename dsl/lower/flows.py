"""Statements that branch, loop, ask or call.

In: a compound statement and its names. Out: blocks in the builder; each leaves the builder with a running block, except
`end`, `stop` and branches of which every arm ends.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import assert_never

from rulewright.dsl import syntax
from rulewright.dsl.book import Node
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import Arithmetic, Combine, Compare, Const, Count, Expr, Local, MakeSet, Shown, Text
from rulewright.dsl.flow.ir import (
    Alternative,
    Assign,
    Branch,
    Call,
    Choice,
    GameEnd,
    Goto,
    Leave,
    PickSpec,
    SetState,
)
from rulewright.dsl.lower.choices import UNKNOWN_ACTION
from rulewright.dsl.lower.events import UNKNOWN_NODE, YES, all_of
from rulewright.dsl.lower.guarded import Guarded
from rulewright.dsl.lower.program import NOBODY, Builder, me_or_nobody
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import EFFECT, NUMBER, PLAYER, OptionalType, SetType, Type, UnknownType, show, strip

NOBODY_DECIDES = Rule("RW415", "nobody-decides")
NO_ORDER = Rule("RW503", "no-order")
NOT_AN_ACTION = Rule("RW416", "not-an-action")
UNKNOWN_ENDING = Rule("RW320", "unknown-ending")


class FlowStatements(Guarded):
    """The compound statements of one program."""

    ends: dict[str, tuple[int, int | None]]  # phase address -> (block to leave to, variable of its ending)

    @abstractmethod
    def block(self, builder: Builder, statements: tuple[syntax.Statement, ...], names: Names, address: str) -> Names:
        """See `Statements`."""

    @abstractmethod
    def statement(self, builder: Builder, node: syntax.Statement, names: Names, address: str) -> Names:
        """See `Statements`."""

    @abstractmethod
    def draw_value(self, builder: Builder, node: syntax.Choose, names: Names, origin: int) -> Names:
        """See `Statements`."""

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

    def if_(self, builder: Builder, node: syntax.If, names: Names, address: str, origin: int) -> None:
        """`if a: ... else: ...`"""
        condition = self.flag(node.condition, names)
        yes, no, then = builder.label(), builder.label(), builder.label()
        builder.leave(Branch(condition, yes, no if node.otherwise else then, node.condition.span.text, origin))
        reached = self._arm(builder, yes, node.then, names, address, then, origin)
        if node.otherwise:
            reached = self._arm(builder, no, node.otherwise, names, address, then, origin) or reached
        self._join(builder, then, reached or not node.otherwise)

    def check_order(self, of: syntax.Expression) -> None:
        """Players are gone through in a stated order: who comes first is a rule, not chance."""
        base = of
        while isinstance(base, syntax.Where):
            base = base.of
        if isinstance(base, syntax.Reference) and base.name.text in ("players", "others"):
            self.report(
                NO_ORDER,
                of.span,
                "in which order? Say where the round of players starts",
                f"write `{base.name.text} clockwise from ...`"
                if base.name.text == "players"
                else "write `others clockwise`",
            )

    def for_(self, builder: Builder, node: syntax.For, names: Names, address: str, origin: int) -> None:
        """`for x in S: ...`"""
        self.check_order(node.of)
        of, member = self.pick_domain(node.of, node.name, names)
        if node.secretly:
            builder.hold(origin)
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
        if node.secretly:
            self.secrecy = "open"
            builder.release(origin)

    def repeat(self, builder: Builder, node: syntax.Repeat, names: Names, address: str, origin: int) -> None:
        """`repeat 3 times: ...`"""
        again, inside, done = builder.label(), builder.label(), builder.label()
        if node.times is not None:
            counter = builder.slot("", NUMBER)
            builder.emit(Assign(counter, self.number(node.times, names, "how many times"), origin))
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

    # ------------------------------------------------------------------------------------ asking

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

    def may(self, builder: Builder, node: syntax.May, names: Names, address: str, origin: int) -> None:
        """`may "Reveal it?" by p: ... else: ...`"""
        who = self.decider(node.by, names, node)
        prompt = self.text(node.prompt, names, "Do it?")
        yes, no = self.yes_or_no(builder, who, builder.scope, prompt, address, origin)
        then = builder.label()
        reached = self._arm(builder, yes, node.body, names, address, then, origin)
        reached = self._arm(builder, no, node.otherwise, names, address, then, origin) or reached
        self._join(builder, then, reached)

    def choose_one(self, builder: Builder, node: syntax.ChooseOne, names: Names, address: str, origin: int) -> None:
        """`choose one: ...`"""
        who = self.decider(node.by, names, node)
        then = builder.label()
        alternatives = []
        for number, option in enumerate(node.options, 1):
            guard = YES if option.condition is None else self.flag(option.condition, names)
            label = self.text(option.label, names)
            place = self.program.origin(address, option.span)
            alternatives.append(
                Alternative(f"{address}.{number}", label, guard, (), YES, builder.label(), False, place)
            )
        prompt = self.text(node.prompt, names, "Choose one")
        builder.leave(Choice(who, builder.scope, prompt, tuple(alternatives), self.secrecy, self.forced, then, origin))
        for option, alternative in zip(node.options, alternatives, strict=True):
            self._arm(builder, alternative.target, option.body, names, address, then, origin)
        self._join(builder, then, True)  # reached when nothing is on offer, too

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
            more.append(Compare("<", Count(Local(chosen)), self.number(node.high, names, "how many")))
        builder.leave(Branch(all_of(more), ask, done, "", origin))
        builder.enter(ask)
        enough = (
            Const(1)
            if node.low is None
            else Compare(">=", Count(Local(chosen)), self.number(node.low, names, "how many"))
        )
        finish = Alternative(f"{address}.done", ("Done",), enough, (), YES, done, False, origin)
        builder.leave(
            self._pick(builder, who, prompt, node.name.text, one, left, type_.of, address, take, origin, (finish,))
        )
        builder.enter(take)
        builder.emit(Assign(chosen, Combine("+", Local(chosen), MakeSet((Local(one),))), origin))
        builder.emit(Assign(one, NOBODY, origin))
        builder.leave(Goto(again, origin))
        builder.enter(done)
        return self.bind(node.name, Local(chosen), type_, names)

    # ------------------------------------------------------------------------------------ calling and ending

    def do(self, builder: Builder, node: syntax.Do, names: Names, address: str, origin: int) -> None:
        """`do discard by p`, `do card.effect`."""
        if node.at is not None:
            self.report(
                NOT_AN_ACTION,
                node.at.span,
                "`at` has no meaning here",
                "give the action what it needs: `takes: {planet: Planet}` and `do it(planet)`",
            )
        inner = names if node.by is None else names.with_me(self.player(node.by, names, "who does it"))
        path = node.action.function if isinstance(node.action, syntax.Call) else node.action
        arguments = node.action.arguments if isinstance(node.action, syntax.Call) else ()
        if isinstance(path, syntax.Reference) and path.name.text not in names.locals:
            self._do_action(builder, path.name, arguments, names, inner, node, origin)
            return
        value, type_ = self.value(path, names) if not isinstance(path, syntax.Every) else (Const(0), NUMBER)
        if strip(type_) != EFFECT or arguments:
            if not isinstance(type_, UnknownType):
                self.report(
                    NOT_AN_ACTION, node.action.span, f"`do` carries out an action or an effect; this is {show(type_)}"
                )
            return
        then = builder.label()
        builder.leave(Call(value, (me_or_nobody(inner.me),), then, origin))
        builder.enter(then)

    def _do_action(
        self,
        builder: Builder,
        name: syntax.Name,
        arguments: tuple[syntax.Expression, ...],
        names: Names,
        inner: Names,
        node: syntax.Do,
        origin: int,
    ) -> None:
        action = self.action_named(name)
        if action is None:
            return
        if len(arguments) != len(action.takes):
            wanted = ", ".join(each.name.text for each in action.takes)
            self.report(
                UNKNOWN_ACTION,
                node.span,
                f"`{name.text}` takes {len(action.takes)} argument{'s' * (len(action.takes) != 1)}, not {len(arguments)}",
                f"write `do {name.text}({wanted})`" if wanted else f"write `do {name.text}`",
            )
            return
        given = self._given(builder, action, arguments, names, origin)
        inner = self.fixed_me(builder, inner, names, origin)
        then = builder.label()
        if action.options or action.picks or action.condition is not None or action.cost:
            if inner.me is None:
                self.report(
                    NOBODY_DECIDES,
                    node.span,
                    f"who does `{name.text}`? Nobody acts here",
                    f"say who: `do {name.text} by dealer`",
                )
            scope = self.program.scope_by_address[action.address]
            asks = bool(action.options or action.picks)
            prompt = self.text(
                action.ask, _with(inner, action, given, self), action.name.text.replace("_", " ").capitalize()
            )
            self.choose_action(
                builder,
                [action],
                _bare(inner),
                scope,
                prompt,
                self.secrecy,
                self.forced if asks else "take",
                then,
                origin,
                tuple(given),
            )
        else:
            arguments_ = (me_or_nobody(inner.me), *given)
            after = builder.label()
            builder.leave(Call(self.program.action_procedures[action.address], arguments_, after, origin))
            builder.enter(after)
            self.settle_after(builder, action.address, origin)
            builder.goto_label(then, origin)
        builder.enter(then)

    def _given(
        self, builder: Builder, action: Node, arguments: tuple[syntax.Expression, ...], names: Names, origin: int
    ) -> list[Expr]:
        """What an action takes, each value taken once into a local."""
        given: list[Expr] = []
        for argument, parameter in zip(arguments, action.takes, strict=True):
            type_ = self.parameter_type(parameter)
            slot = builder.slot("", type_)
            builder.emit(Assign(slot, self.expect(argument, names, OptionalType(type_), f"`{parameter.name.text}`"), origin))
            given.append(Local(slot))
        return given

    def fixed_me(self, builder: Builder, inner: Names, names: Names, origin: int) -> Names:
        """Who acts, taken once: what happens meanwhile must not change it."""
        if inner.me is None or isinstance(inner.me, Const | Local):
            return inner
        slot = builder.slot("", PLAYER)
        builder.emit(Assign(slot, inner.me, origin))
        return inner.with_me(Local(slot))

    def open_window(self, builder: Builder, name: syntax.Name, names: Names, origin: int) -> None:
        """`open speak`."""
        node = self.tables.windows.get(name.text)
        if node is None:
            self.report(
                UNKNOWN_NODE,
                name.span,
                f"no window is called `{name.text}`",
                did_you_mean(name.text, self.tables.windows),
            )
            return
        then = builder.label()
        builder.leave(Call(self.program.window_procedures[name.text], (me_or_nobody(names.me),), then, origin))
        builder.enter(then)

    def end(self, builder: Builder, node: syntax.End, names: Names, origin: int) -> None:
        """`end round as surrender`, `end game won by p`."""
        if node.winner is not None:
            winners = self.expect(node.winner, names, SetType(PLAYER), "who wins")
            builder.leave(GameEnd(winners, origin))
            return
        phase = self.phase_named(node.phase, builder)
        if phase is None:
            if node.phase.text == "game" and "game" not in self.tables.phases:
                builder.leave(GameEnd(Const(()), origin))
            return
        block, variable = self.ends[phase.address]
        if node.ending is not None:
            endings = [ending.text for ending in phase.endings]
            if node.ending.text not in endings or variable is None:
                hint = (
                    did_you_mean(node.ending.text, endings)
                    or f"`{phase.name.text}` needs `endings: [{node.ending.text}]`"
                )
                self.report(
                    UNKNOWN_ENDING, node.ending.span, f"`{phase.name.text}` has no ending `{node.ending.text}`", hint
                )
            else:
                builder.emit(SetState(variable, (), Const(endings.index(node.ending.text)), NOBODY, (), origin))
        builder.leave(Leave(block, origin))

    def phase_named(self, name: syntax.Name, builder: Builder) -> Node | None:
        """The phase of that name; of several the one around, or the first."""
        nodes = self.tables.phases.get(name.text, [])
        if not nodes:
            if name.text != "game":
                self.report(
                    UNKNOWN_NODE,
                    name.span,
                    f"no phase is called `{name.text}`",
                    did_you_mean(name.text, self.tables.phases),
                )
            return None
        here = self.program.scopes[builder.scope].address
        around = [node for node in nodes if here.startswith(node.address + ".") or here == node.address]
        return (around or nodes)[-1 if around else 0]


def _bare(names: Names) -> Names:
    """Only who acts: an action does not see the names of the place it is done from."""
    return Names(me=names.me)


def _with(names: Names, action: Node, given: list[Expr], program: FlowStatements) -> Names:
    inner = _bare(names)
    for parameter, value in zip(action.takes, given, strict=False):
        inner = inner.with_local(parameter.name.text, value, program.parameter_type(parameter), None)
    return inner
