"""Statements that call or end: `do`, `open`, `end`.

In: a statement and its names. Out: calls, windows and ends in the builder; after `end` there is no running block.
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.book import Node
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import Const, Expr, Local
from rulewright.dsl.flow.ir import (
    Alternative,
    Assign,
    Call,
    GameEnd,
    Leave,
    SetState,
)
from rulewright.dsl.lower.asking import NOBODY_DECIDES, Asking, Ways
from rulewright.dsl.lower.choices import UNKNOWN_ACTION
from rulewright.dsl.lower.events import UNKNOWN_NODE, YES
from rulewright.dsl.lower.program import NOBODY, Builder, me_or_nobody
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.suggest import did_you_mean
from rulewright.dsl.types import NUMBER, PLAYER, EffectType, KindType, OptionalType, SetType, UnknownType, show, strip

NOT_AN_ACTION = Rule("RW416", "not-an-action")
UNKNOWN_ENDING = Rule("RW320", "unknown-ending")
NOT_UNDER_WAY = Rule("RW342", "not-under-way")


class Calling(Asking):
    """The calls and ends of one program."""

    at_top: bool  # whether the node being lowered is one of the main procedure
    ends: dict[str, tuple[int, int | None]]  # phase address -> (block to leave to, variable of its ending)

    def do(
        self, builder: Builder, node: syntax.Do, names: Names, address: str, origin: int, ways: Ways | None = None
    ) -> None:
        """`do discard by p`, `do card.effect`; with `may` before it, it can be declined, and goes on elsewhere."""
        if node.at is not None:
            self.report(
                NOT_AN_ACTION,
                node.at.span,
                "`at` has no meaning here",
                "give the action what it needs: `takes: {planet: Planet}` and `do it(planet)`",
            )
        inner = names if node.by is None else names.with_me(self.player(node.by, names, "who does it"))
        path = node.action.function if isinstance(node.action, syntax.Call) else node.action
        if isinstance(path, syntax.Reference) and path.name.text not in names.locals:
            self._do_action(builder, path.name, names, inner, node, origin, ways)
            return
        if ways is not None:
            self.report(
                NOT_AN_ACTION,
                node.action.span,
                "only an action by its name can be offered by `may do`",
                f'ask first: `may "Do it?": do {path.span.text}`',
            )
            return
        value, type_ = self.value(path, names) if not isinstance(path, syntax.Every) else (Const(0), NUMBER)
        effect = strip(type_)
        if not isinstance(effect, EffectType):
            if not isinstance(type_, UnknownType):
                message = f"`do` carries out an action or an effect; this is {show(type_)}"
                kind = effect.name if isinstance(effect, KindType) else ""
                held = [name for (of, name), info in self.tables.fields.items() if of == kind and isinstance(strip(info.type), EffectType)]
                self.report(NOT_AN_ACTION, node.action.span, message, f"write `do {path.span.text}.{held[0]}`" if held else None)
            return
        arguments = self.in_order(NOT_AN_ACTION, "do ", node.action, effect.names)
        if arguments is None:
            return
        given = [
            self.expect(argument, names, OptionalType(strip(wanted)), f"`{name}`")
            for argument, name, wanted in zip(arguments, effect.names, effect.takes, strict=True)
            if argument is not None
        ]
        then = builder.label()
        builder.leave(Call(value, (me_or_nobody(inner.me), *given), then, origin))
        builder.enter(then)

    def _do_action(
        self,
        builder: Builder,
        name: syntax.Name,
        names: Names,
        inner: Names,
        node: syntax.Do,
        origin: int,
        ways: Ways | None,
    ) -> None:
        action = self.action_named(name)
        if action is None:
            return
        optional = frozenset(each.name.text for each in action.takes if each.default is not None)
        arguments = self.in_order(UNKNOWN_ACTION, "do ", node.action, tuple(each.name.text for each in action.takes), optional)
        if arguments is None:
            return
        given = self._given(builder, action, arguments, names, inner.me, origin)
        self.do_given(builder, action, given, self.fixed_me(builder, inner, names, origin), node, origin, ways)

    def do_given(
        self,
        builder: Builder,
        action: Node,
        given: list[Expr],
        inner: Names,
        node: syntax.Do | syntax.Change,
        origin: int,
        ways: Ways | None = None,
    ) -> None:
        """Carry out an action with what it takes; one that asks, costs or has a condition is offered."""
        if ways is not None:
            self._offer_action(builder, action, inner, node, given, ways, origin, optional=True)
            return
        then = builder.label()
        if action.options or action.picks or action.condition is not None or action.cost:
            self._offer_action(builder, action, inner, node, given, Ways(then, then, then), origin)
        else:
            arguments_ = (me_or_nobody(inner.me), *given)
            after = builder.label()
            builder.leave(Call(self.program.action_procedures[action.address], arguments_, after, origin))
            builder.enter(after)
            self.settle_after(builder, action.address, origin)
            builder.goto_label(then, origin)
        builder.enter(then)

    def _offer_action(
        self,
        builder: Builder,
        action: Node,
        inner: Names,
        node: syntax.Do | syntax.Change,
        given: list[Expr],
        ways: Ways,
        origin: int,
        optional: bool = False,
    ) -> None:
        """An action that picks, costs or has a condition is a choice, even when `do` leaves only one thing to choose."""
        if inner.me is None:
            self.report(
                NOBODY_DECIDES,
                node.span,
                f"who does `{action.name.text}`? Nobody acts here",
                f"say who: `do {action.name.text} by dealer`",
            )
        scope = self.program.scope_by_address[action.address]
        asks = bool(action.options or action.picks)
        words = (f"Decline {action.name.text.replace('_', ' ')}",)
        decline = Alternative(f"{action.address}.decline", words, YES, (), YES, ways.declined, True, origin)
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
            "ask" if optional else self.forced if asks else "take",
            ways.then,
            origin,
            tuple(given),
            (decline,) if optional else (),
            ways.chosen,
        )

    def _given(
        self,
        builder: Builder,
        action: Node,
        arguments: list[syntax.Expression | None],
        names: Names,
        me: Expr | None,
        origin: int,
    ) -> list[Expr]:
        """What an action takes, each value taken once into a local."""
        given: list[Expr] = []
        for argument, parameter in zip(arguments, action.takes, strict=True):
            type_ = self.parameter_type(parameter)
            if argument is None:
                given.append(self.once(builder, self.default_of(parameter, me), type_, origin))
                continue
            slot = builder.slot("", type_)
            value = self.given_value(argument, parameter, names, OptionalType(strip(type_)), f"`{parameter.name.text}`")
            builder.emit(Assign(slot, value, origin))
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
        if node.phase.text == "game" and node.ending is None:  # the game itself, whatever phase is called so
            builder.leave(GameEnd(Const(()), origin))
            return
        phase = self.phase_named(node.phase, builder)
        if phase is None:
            return
        if phase.address not in self.ends or (self.at_top and not _inside(self.program.scopes[builder.scope].address, phase)):
            hint = f"`end` leaves what is under way; this stands outside of `{node.phase.text}`"
            self.report(NOT_UNDER_WAY, node.phase.span, f"`{node.phase.text}` is never under way here", hint)
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
        around = [node for node in nodes if _inside(here, node)]
        return around[-1] if around else self.only(name, nodes)


def _inside(address: str, node: Node) -> bool:
    """Whether an address is that of a node or of something in it."""
    return address == node.address or address.startswith(node.address + ".")


def _bare(names: Names) -> Names:
    """Only who acts: an action does not see the names of the place it is done from."""
    return Names(me=names.me)


def _with(names: Names, action: Node, given: list[Expr], program: Calling) -> Names:
    inner = _bare(names)
    for parameter, value in zip(action.takes, given, strict=False):
        inner = inner.with_local(parameter.name.text, value, program.parameter_type(parameter), None)
    return inner
