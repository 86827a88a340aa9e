"""Laws, triggers and windows: what happens without being anybody's turn.

In: their nodes. Out: the settle procedure (laws from top to bottom until none applies, then the reactions that are due),
a procedure for each trigger, and one for each window.
"""

from __future__ import annotations

from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Node
from rulewright.dsl.diagnostics import Rule
from rulewright.dsl.flow.expr import Expr, Local
from rulewright.dsl.flow.ir import Alternative, Assign, Branch, Choice, React, Return
from rulewright.dsl.lower.events import YES, Pattern, all_of
from rulewright.dsl.lower.nodes import ONE_NAME, Nodes
from rulewright.dsl.lower.program import Builder
from rulewright.dsl.lower.reads import measure
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import PLAYER, SetType

NOTHING_OFFERED = Rule("RW443", "nothing-offered")


class Reactions(Nodes):
    """Everything that stands beside the course of the game."""

    def find_law_variables(self, laws: tuple[Node, ...]) -> None:
        """Which variables any law looks at; changes of others need not settle."""
        found: set[int] = set()
        for law in laws:
            names = Names(me=Local(0))
            for pick in law.variables:
                of, type_ = self.as_set(pick.of, names)
                assert isinstance(type_, SetType)
                names = names.with_local(pick.name.text, Local(1), type_.of, None)
                found |= measure(of, self.program.measures).variables
            if law.whenever is not None:
                found |= measure(self.flag(law.whenever, names), self.program.measures).variables
            if law.each is not None:
                found |= measure(self.value(law.each, Names())[0], self.program.measures).variables
        self.law_variables = frozenset(found)

    def settle_procedure(self, laws: tuple[Node, ...], number: int, scope: int, origin: int) -> None:
        """All laws to a fixpoint, then the next due reaction, until there is neither."""
        self.at_top = False
        builder = Builder(self.program, number, scope)
        start = builder.label()
        builder.goto(start, origin)
        for law in laws:
            self._law(builder, law, start)
        builder.scope = scope
        done = builder.label()
        again = builder.label()
        builder.goto(again, origin)
        builder.leave(React(done, origin))
        builder.enter(done)
        builder.leave(Return(origin))
        builder.finish("laws", "settle", 1, origin)
        self.at_top = True

    def _law(self, builder: Builder, law: Node, start: int) -> None:
        scope = self.program.scope_by_address[law.address]
        origin = self.program.origin(law.address, law.span)
        outer = builder.scope
        builder.scope = scope
        builder.cut(origin)
        done = builder.label()
        active = self.while_active(law)
        if active:
            inside = builder.label()
            builder.leave(Branch(all_of(active), inside, done, "", origin))
            builder.enter(inside)
        names, again = Names(), done
        if law.each is not None:
            self.check_order(law.each)
            seats = self.expect(law.each, Names(), SetType(PLAYER), "`each`")
            me, again, _ = self.loop_head(builder, seats, PLAYER, "me", origin, done)
            names = Names(me=me)
        elif law.variables:
            pick = law.variables[0]
            of, type_ = self.as_set(pick.of, Names())
            assert isinstance(type_, SetType)
            self.check_range(pick.of, type_.of, "there is nothing to look at")
            one, again, _ = self.loop_head(builder, of, type_.of, pick.name.text, origin, done)
            names = self.bind(pick.name, one, type_.of, names)
            for more in law.variables[1:]:
                hint = "look at the others in the formula: `some(each n in 1..6 where ...)`"
                self.report(ONE_NAME, more.name.span, "a law goes through one set", hint)
        if law.whenever is not None:
            applies = builder.label()
            words = words_of(law.whenever)
            builder.leave(Branch(self.flag(law.whenever, names), applies, again, words, origin))
            builder.enter(applies)
        builder.stop = start
        self.body(builder, law, names)
        builder.stop = None
        builder.goto_label(start, origin)
        builder.scope = outer
        builder.enter(done)

    def trigger_procedure(self, pattern: Pattern) -> None:
        """What a trigger does, in a frame of its own."""
        self.at_top = False
        node = pattern.node
        scope = self.program.scope_by_address[node.address]
        builder = Builder(self.program, pattern.procedure, scope)
        origin = self.program.origin(node.address, node.span)
        names = Names(me=Local(0))
        for name, type_ in pattern.captured:
            names = names.with_local(name, Local(builder.slot(name, type_)), type_, None)
        parameters = len(builder.names)
        if node.may is not None and pattern.mode == "after":
            question = self.text(node.may, names)
            yes, no = self.yes_or_no(builder, Local(0), scope, question, node.address, origin)
            builder.enter(no)
            builder.leave(Return(origin))
            builder.enter(yes)
        self.body(builder, node, names)
        if builder.open:
            builder.leave(Return(origin))
        builder.finish(node.address, "trigger", parameters, origin)
        self.at_top = True

    def window_procedure(self, node: Node) -> None:
        """Everybody who may speak up is asked in order; each may wait."""
        self.at_top = False
        scope = self.program.scope_by_address[node.address]
        builder = Builder(self.program, self.program.window_procedures[node.name.text], scope)
        origin = self.program.origin(node.address, node.span)
        outer = Names(me=Local(0))
        done: int | None = None
        if node.each is not None:
            self.check_order(node.each)
            seats = self.expect(node.each, outer, SetType(PLAYER), "`each`")
            me, again, done = self.loop_head(builder, seats, PLAYER, "me", origin)
        else:
            slot = builder.slot("me", PLAYER)
            again = builder.label()
            me = Local(slot)
            if node.who is not None:
                self._assign_who(builder, node, slot, outer, origin)
        names = Names(me=me)
        if node.condition is not None:
            asked = builder.label()
            builder.leave(Branch(self.flag(node.condition, names), asked, again, words_of(node.condition), origin))
            builder.enter(asked)
        self.speak(builder, node, names, again, again, origin)
        builder.enter(again if done is None else done)
        builder.leave(Return(origin))
        builder.finish(node.address, "window", 1, origin)
        self.at_top = True

    def _assign_who(self, builder: Builder, node: Node, slot: int, names: Names, origin: int) -> None:
        assert node.who is not None
        builder.emit(Assign(slot, self.player(node.who, names, "`who`"), origin))

    def speak(self, builder: Builder, node: Node, names: Names, then: int, again: int, origin: int) -> None:
        """The question of a window; after waiting it goes on at `then`, after an offer was taken at `again`."""
        if not node.offers:
            hint = "name the actions: `offers: [protest]`"
            self.report(NOTHING_OFFERED, node.span, f"the window `{node.name.text}` offers nothing", hint)
        actions = [found for name in node.offers if (found := self.action_named(name)) is not None]
        for action in actions:
            self.check_offer(action, node.span)
        takes = {action.address: self.given_anyway(builder, action, names.me, origin) for action in actions}
        offers = [offer for action in actions for offer in self.offers(builder, action, names, takes[action.address])]
        wait = Alternative(f"{node.address}.wait", ("Wait",), YES, (), YES, then, True, origin)
        secrecy = "asked" if node.secret else "open"
        prompt = self.text(node.ask, names, "Do you want to speak up?")
        options = (*(offer.alternative for offer in offers), wait)
        who: Expr = names.me if names.me is not None else Local(0)
        builder.leave(Choice(who, builder.scope, prompt, options, secrecy, "ask", then, origin))
        for offer in offers:
            self.carry_out(builder, offer, names, takes[offer.action.address], again)
