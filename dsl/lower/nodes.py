"""Nodes: phases, steps and actions become runs of blocks with loops, questions and ends.

In: a node and the names it sees. Out: blocks in the builder. The labels of a node are carried out in one order, whatever
their order on the page: if, each / for / repeat, opens, who and the question, say, do, steps.
"""

from __future__ import annotations

from rulewright.dsl import syntax
from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Node
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import After, Arithmetic, Compare, Const, Count, Expr, FirstOf, Local, Shown
from rulewright.dsl.flow.ir import (
    Alternative,
    Assign,
    Branch,
    Call,
    Choice,
    Reset,
    Return,
    SetState,
)
from rulewright.dsl.lower.asking import NOBODY_DECIDES
from rulewright.dsl.lower.entries import Binding, Entries
from rulewright.dsl.lower.events import YES
from rulewright.dsl.lower.program import NOBODY, Builder, me_or_nobody
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import NUMBER, PLAYER, SetType, Type

ONE_NAME = Rule("RW504", "one-set-at-a-time")
NOTHING_SECRET = Rule("RW508", "nothing-secret")


class Nodes(Entries):
    """The nodes of one program."""

    resets: dict[str, list[int]]  # phase address -> variables that start anew with each of its passes

    def nodes(self, builder: Builder, nodes: tuple[Node, ...], names: Names) -> Names:
        """A run of nodes, in order; what one picks, the next ones see."""
        for node in nodes:
            if builder.open:
                names = self.node(builder, node, names)
        return names

    def node(self, builder: Builder, node: Node, names: Names) -> Names:
        """One phase or step. The builder is left with a running block in the scope around."""
        outer, before = builder.scope, self.bindings
        scope = self.program.scope_by_address[node.address]
        origin = self.program.origin(node.address, node.span)
        builder.scope = scope
        builder.cut(origin)
        done = builder.label()
        self._enter(builder, node, names, origin)
        if node.condition is not None:
            inside = builder.label()
            builder.leave(Branch(self.flag(node.condition, names), inside, done, words_of(node.condition), origin))
            builder.enter(inside)
        inner = self._loop(builder, node, names, done, origin)
        builder.scope = outer
        self.bindings = before
        builder.enter(done)
        return inner

    def _enter(self, builder: Builder, node: Node, names: Names, origin: int) -> None:
        """Laws that begin or cease to hold here get their turn."""
        if node.address in self.law_scopes:
            builder.settle(origin)

    # ------------------------------------------------------------------------------------ loops

    def _loop(self, builder: Builder, node: Node, names: Names, done: int, origin: int) -> Names:
        """The passes of a node; afterwards the running block is closed, going on at `done`."""
        sealed = node.secret and node.each is not None and self.secrecy != "sealed"
        first = len(self.program.blocks)
        if sealed:
            builder.hold(origin, sealed=True)
            self.secrecy = "sealed"
        looped = not (node.each is None and not node.variables and node.repeat is None)
        after = builder.label() if sealed or looped else done
        again = builder.label() if looped else after
        pass_end = builder.label()
        # `end x` ends a pass of a phase, but a single repeated step altogether
        all_end = builder.label() if looped and node.kind != "phase" else pass_end
        if self.at_top:
            self.ends[node.address] = (all_end, self._ending(node))
        inner = self._passes(builder, node, names, again, after, origin)
        inner = self._pass(builder, node, inner, origin)
        builder.goto_label(pass_end, origin)
        for end, then in dict.fromkeys(((pass_end, again), (all_end, again if all_end == pass_end else after))):
            builder.enter(end)
            self._over(builder, node, names, origin)
            if self.at_top:
                self.game_ends(builder, node, for_good=not looped, each_pass=True)
            builder.goto_label(then, origin)
        if after != done:
            builder.enter(after)
            if sealed:
                self._asks_something(node, first)
                self.secrecy = "open"
                builder.release(origin, sealed=True)
            if self.at_top and looped:
                self.game_ends(builder, node, for_good=True, each_pass=False)
            builder.goto_label(done, origin)
        return names if looped or node.condition is not None else inner

    def _asks_something(self, node: Node, first: int) -> None:
        """Among the blocks of a sealed node, from the first on, is a question, or something that may ask one."""
        if not any(block and isinstance(block.exit, Choice | Call) for block in self.program.blocks[first:]):
            hint = "give it a question (`choose:`, `menu:`, `may:`), or leave `secret` out"
            self.report(NOTHING_SECRET, node.span, f"`{node.address}` is secret and asks nothing", hint)

    def _ending(self, node: Node) -> int | None:
        found = self.phase_variables.get((node.address, "ending"))
        return None if found is None else found[0]

    def _passes(self, builder: Builder, node: Node, names: Names, again: int, after: int, origin: int) -> Names:
        """The head of the loop: leaves the builder inside a pass, with `me` or the loop's names bound."""
        repeat = node.repeat
        if node.each is not None:
            self.check_order(node.each)
            of = self.expect(node.each, names, SetType(PLAYER), "`each`")
            return self._each(builder, node, of, PLAYER, names, again, after, origin)
        if node.variables:
            pick = node.variables[0]
            self.check_order(pick.of)
            of, type_ = self.as_set(pick.of, names)
            assert isinstance(type_, SetType)
            self.check_range(pick.of, type_.of, "there is nothing to go through")
            return self._each(builder, node, of, type_.of, names, again, after, origin)
        if repeat is None:
            return names
        if repeat.times is not None:
            counter = builder.slot("", NUMBER)
            if self.at_top:
                self.bindings = (*self.bindings, Binding(node.address, counter, counter, None, counter, -1))
            builder.emit(Assign(counter, self.amount_of(repeat.times, names, "how many times"), origin))
            builder.goto(again, origin)
            inside = builder.label()
            builder.leave(Branch(Compare(">", Local(counter), Const(0)), inside, after, node.repeat_words, origin))
            builder.enter(inside)
            builder.emit(Assign(counter, Arithmetic("-", Local(counter), Const(1)), origin))
        else:
            builder.goto(again, origin)
            self._until(builder, node, names, after, origin)
        return names

    def _until(self, builder: Builder, node: Node, names: Names, after: int, origin: int) -> None:
        if node.repeat is not None and node.repeat.until is not None:
            inside = builder.label()
            builder.leave(Branch(self.flag(node.repeat.until, names), after, inside, node.repeat_words, origin))
            builder.enter(inside)

    def _each(
        self, builder: Builder, node: Node, of: Expr, member: Type, names: Names, again: int, after: int, origin: int
    ) -> Names:
        """A loop over a set taken at its beginning; with `repeat` it goes round and round."""
        order, rest = builder.slot("", SetType(member)), builder.slot("", SetType(member))
        name = node.variables[0].name if node.variables else None
        one = builder.slot(name.text if name else "me", member)
        variable = self.phase_variables.get((node.address, "player"), (-1, PLAYER))[0]
        builder.emit(Assign(order, of, origin))
        builder.emit(Assign(rest, Local(order), origin))
        if self.at_top:
            self.bindings = (*self.bindings, Binding(node.address, rest, order, of, one, variable))
        builder.goto(again, origin)
        more, empty = builder.label(), after
        if node.repeat is not None:
            empty = builder.label()
        builder.leave(Branch(Count(Local(rest)), more, empty, "", origin))
        if node.repeat is not None:
            builder.enter(empty)
            builder.emit(Assign(rest, Local(order), origin))
            builder.leave(Branch(Count(Local(rest)), more, after, "", origin))
        builder.enter(more)
        builder.emit(Assign(one, FirstOf(Local(rest)), origin))
        inner = self.bind(name, Local(one), member, names) if name else names.with_me(Local(one))
        self._until(builder, node, inner, after, origin)
        builder.emit(Assign(rest, After(Local(rest), Local(one)), origin))
        if variable >= 0:
            builder.emit(SetState(variable, (), Local(one), NOBODY, (), origin))
        for pick in node.variables[1:]:
            self.report(
                ONE_NAME,
                pick.name.span,
                "a node goes through one set at a time",
                "put a step with its own `for` inside",
            )
        return inner

    # ------------------------------------------------------------------------------------ one pass

    def _pass(self, builder: Builder, node: Node, names: Names, origin: int) -> Names:
        """What happens in one pass; leaves no running block when the pass always ends early."""
        for variable in self.resets.get(node.address, ()):
            builder.emit(Reset(variable, origin))
        ending = self._ending(node)
        if ending is not None:
            builder.emit(Reset(ending, origin))
        self.entry(builder, node, origin)
        self.happen(builder, "begin", node.address, builder.scope, names, origin)
        for window in node.opens:
            self.open_window(builder, window, names, self.program.origin(node.address, window.span))
        if node.who is None:
            kept = self._ask(builder, node, names, origin)
        elif node.kind in ("phase", "step"):
            self._acts(builder, node, node.who, names, origin)
            kept = names
        else:
            inner = names.with_me(self.player(node.who, names, "`who`"))
            kept = self._ask(builder, node, self.fixed_me(builder, inner, names, origin), origin)
        return Names(names.me, {**kept.locals}, names.candidates)

    def _acts(self, builder: Builder, node: Node, who: syntax.Expression, names: Names, origin: int) -> None:
        """A node that asks nothing itself: `who` acts in it; it is skipped when that is nobody."""
        inner = self.fixed_me(builder, names.with_me(self.player(who, names, "`who`")), names, origin)
        acts, skipped = builder.label(), builder.label()
        somebody = Compare(">=", me_or_nobody(inner.me), Const(0))
        builder.leave(Branch(somebody, acts, skipped, f"{words_of(who)} is not none", origin))
        builder.enter(acts)
        self.body(builder, node, inner)
        builder.goto_label(skipped, origin)
        builder.enter(skipped)

    def _ask(self, builder: Builder, node: Node, names: Names, origin: int) -> Names:
        match node.kind:
            case "choice":
                return self._choice(builder, node, names, origin)
            case "menu":
                return self._menu(builder, node, names, origin)
            case "may":
                return self._may(builder, node, names, origin)
            case "ask":
                return self._go_ahead(builder, node, names, origin)
            case _:
                return self.body(builder, node, names)

    def body(self, builder: Builder, node: Node, names: Names) -> Names:
        """What a node says and does."""
        if node.say is not None:
            self.say(builder, node.say, names, node.address)
        names = self.block(builder, node.do, names, node.address)
        if node.steps and builder.open:
            names = self.nodes(builder, node.steps, names)
        return names

    def _who(self, node: Node, names: Names) -> Expr:
        if names.me is None:
            self.report(
                NOBODY_DECIDES,
                node.span,
                f"who decides in `{node.address}`? Nobody acts here",
                "say it with `who:` or `each:`",
            )
        return me_or_nobody(names.me)

    def _choice(self, builder: Builder, node: Node, names: Names, origin: int) -> Names:
        picks, inner = self.lower_picks(builder, node.picks, names)
        for pick in picks:
            builder.emit(Assign(pick.slot, NOBODY, origin))
        chosen, skipped = builder.label(), builder.label()
        legal = YES if node.legal is None else self.flag(node.legal, inner)
        label: list[str | Shown] = []
        for pick in picks:
            label.extend(([", "] if label else []) + [Shown(Local(pick.slot), pick.type)])
        option = Alternative(node.address, tuple(label), YES, picks, legal, chosen, False, origin)
        prompt = self.text(node.ask, names, f"Choose {' and '.join(pick.name.replace('_', ' ') for pick in picks)}")
        forced = "ask" if self.secrecy == "sealed" else self.forced
        builder.leave(
            Choice(self._who(node, names), builder.scope, prompt, (option,), self.secrecy, forced, skipped, origin)
        )
        builder.enter(chosen)
        self.body(builder, node, inner)
        builder.goto_label(skipped, origin)
        builder.enter(skipped)
        return inner

    def _go_ahead(self, builder: Builder, node: Node, names: Names, origin: int) -> Names:
        then, skipped = builder.label(), builder.label()
        prompt = self.text(node.ask, names)
        option = Alternative(node.address, prompt, YES, (), YES, then, False, origin)
        builder.leave(
            Choice(self._who(node, names), builder.scope, prompt, (option,), self.secrecy, "ask", skipped, origin)
        )
        builder.enter(then)
        inner = self.body(builder, node, names)
        builder.goto_label(skipped, origin)
        builder.enter(skipped)
        return inner

    def _may(self, builder: Builder, node: Node, names: Names, origin: int) -> Names:
        yes, no = self.yes_or_no(
            builder, self._who(node, names), builder.scope, self.text(node.may, names), node.address, origin
        )
        then = builder.label()
        builder.enter(yes)
        self.body(builder, node, names)
        reached = builder.open
        builder.goto_label(then, origin)
        builder.enter(no)
        self.block(builder, node.otherwise, names, node.address)
        reached = builder.open or reached
        builder.goto_label(then, origin)
        if reached:
            builder.enter(then)
        return names

    def _menu(self, builder: Builder, node: Node, names: Names, origin: int) -> Names:
        self._who(node, names)
        actions = [found for name in node.menu if (found := self.action_named(name)) is not None]
        for action in actions:
            self.check_offer(action, node.span)
        prompt = self.text(node.ask, names, "Choose what to do")
        then = builder.label()
        self.choose_action(
            builder, actions, Names(me=names.me), builder.scope, prompt, self.secrecy, "ask", then, origin
        )
        builder.enter(then)
        return self.body(builder, node, names)

    def _over(self, builder: Builder, node: Node, names: Names, origin: int) -> None:
        """The end of a pass: what waits for it."""
        self.happen(builder, "end", node.address, builder.scope, names, origin)

    def game_ends(self, builder: Builder, node: Node, *, for_good: bool, each_pass: bool) -> None:
        """See `Whole`."""

    # ------------------------------------------------------------------------------------ actions

    def action(self, node: Node, half: Node) -> None:
        """The procedure of an action, or of one of its halves."""
        self.at_top = False
        number = self.program.action_procedures[half.address]
        builder = Builder(self.program, number, self.program.scope_by_address[half.address])
        names = Names(me=Local(0))
        for parameter in node.takes:
            type_ = self.parameter_type(parameter)
            if parameter.default is not None:
                self.default_of(parameter, Local(0))  # also of an action that is given everything everywhere
            names = self.bind(parameter.name, Local(builder.slot(parameter.name.text, type_)), type_, names)
        for pick in half.picks:
            _, type_ = self.pick_domain(pick.of, pick.name, names)
            names = names.with_local(pick.name.text, Local(builder.slot(pick.name.text, type_)), type_, pick.name.span)
        parameters = len(builder.names)
        origin = self.program.origin(half.address, half.span)
        self.happen(builder, "do", node.address, builder.scope, names, origin)
        if half is not node and node.say is not None:
            self.say(builder, node.say, names, node.address)
        self.body(builder, half, names)
        if builder.open:
            builder.leave(Return(origin))
        builder.finish(half.address, "action", parameters, origin)
        self.at_top = True
