"""Statements: each becomes ops and exits of the running procedure.

In: the statements of a block and the names they see. Out: blocks in the builder, and the names that later statements of
the same block see (`let` and `choose` add one each).
"""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl import syntax
from rulewright.dsl.diagnostics import Rule, Severity
from rulewright.dsl.flow.expr import Const, Contents, Expr, Local, StateVar
from rulewright.dsl.flow.ir import (
    Assign,
    Branch,
    Draw,
    Exchange,
    Goto,
    PassAround,
    Return,
    Say,
    Show,
    Shuffle,
    Turn,
)
from rulewright.dsl.lower.flows import FlowStatements
from rulewright.dsl.lower.gaining import NOT_GAINED
from rulewright.dsl.lower.owners import OWNER
from rulewright.dsl.lower.program import Builder, me_or_nobody
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import (
    PLAYER,
    EnumType,
    IntType,
    KindType,
    OptionalType,
    SetType,
    Type,
    UnknownType,
    assignable,
    several,
    show,
    strip,
)

NOT_SETTABLE = Rule("RW412", "not-settable")
NOT_A_ZONE = Rule("RW413", "not-a-zone")
WRONG_KIND = Rule("RW414", "wrong-kind")
NEVER_REACHED = Rule("RW501", "never-reached", Severity.WARNING)
SEALED_TALK = Rule("RW502", "sealed-talk")


class Statements(FlowStatements):
    """The statements of one program."""

    def block(
        self,
        builder: Builder,
        statements: tuple[syntax.Statement, ...],
        names: Names,
        address: str,
        opens: tuple[syntax.Name, ...] = (),
    ) -> Names:
        """A run of statements. opens: windows that open before each of them."""
        elsewhere = self.given_elsewhere
        for statement in statements:
            if not builder.open:
                message = "this is never carried out: what stands before it always ends or stops"
                self.report(NEVER_REACHED, statement.span, message)
                break
            for window in opens:
                self.open_window(builder, window, names, self.program.origin(address, window.span))
            names = self.statement(builder, statement, names, address)
            if isinstance(statement, syntax.May) and isinstance(statement.offer, syntax.Choose):
                name = statement.offer.name.text
                said = f"what `may choose {name}` chooses is known only in the block behind its colon"
                self.given_elsewhere = {**self.given_elsewhere, name: said}
        self.given_elsewhere = elsewhere
        return names

    def statement(self, builder: Builder, node: syntax.Statement, names: Names, address: str) -> Names:
        """One statement."""
        origin = self.program.origin(address, node.span)
        match node:
            case syntax.Let():
                value, type_ = self.value(node.value, names)
                slot = builder.slot(node.name.text, type_)
                builder.emit(Assign(slot, value, origin))
                return self.bind(node.name, Local(slot), type_, names)
            case syntax.Choose():
                return self.choose(builder, node, names, address, origin)
            case syntax.Move():
                self.move(builder, node, names, origin)
            case syntax.Set():
                self.set_variable(builder, node, names, origin)
            case syntax.Change():
                self.change(builder, node, names, address, origin)
            case syntax.Swap():
                left, left_type = self.components(node.left, names)
                right, right_type = self.components(node.right, names)
                self._same_kind(node, left_type, right_type)
                watches = self.watches("move", None, _kind(left_type))
                builder.emit(Exchange(left, right, me_or_nobody(names.me), watches, origin))
                builder.settle(origin)
            case syntax.PassAround():
                self.pass_around(builder, node, names, origin)
            case syntax.Shuffle():
                self.shuffle(builder, node, names, origin)
            case syntax.Turn():
                self.turn(builder, node, names, origin)
            case syntax.Show():
                self.show(builder, node, names, address, origin)
            case syntax.Say():
                self.say(builder, node.words, names, address)
            case syntax.Stop():
                builder.leave(Return(origin)) if builder.stop is None else builder.leave(Goto(builder.stop, origin))
            case syntax.Open():
                self.open_window(builder, node.window, names, origin)
            case syntax.End():
                self.end(builder, node, names, origin)
            case syntax.Do():
                self.do(builder, node, names, address, origin)
            case syntax.If() | syntax.For() | syntax.Repeat() | syntax.May() | syntax.ChooseOne() | syntax.Together():
                self.compound(builder, node, names, address, origin)
            case _:
                assert_never(node)
        return names

    # ------------------------------------------------------------------------------------ components and zones

    def components(self, node: syntax.Expression, names: Names) -> tuple[Expr, Type]:
        """A set of components (or one, or none)."""
        value, type_ = self.as_set(node, names)
        assert isinstance(type_, SetType)
        if not isinstance(type_.of, KindType | UnknownType):
            self.report(WRONG_KIND, node.span, f"only components can be moved or turned; this is {show(type_)}")
        return value, type_.of

    def zone(self, node: syntax.Expression, names: Names, what: str) -> tuple[Contents | None, str | None]:
        """A zone to act on, and the kind it holds."""
        value, type_ = self.value(node, names)
        if isinstance(value, Contents):
            holds = type_.of if isinstance(type_, SetType) else None
            return value, holds.name if isinstance(holds, KindType) else None
        if not isinstance(type_, UnknownType):
            hint = "say whose it is: `p.hand`" if isinstance(type_, SetType) else None
            self.report(NOT_A_ZONE, node.span, f"{what} must be one zone; this is {show(type_)}", hint)
        return None, None

    def move(self, builder: Builder, node: syntax.Move, names: Names, origin: int) -> None:
        """`move X to Z`."""
        what, kind = self.components(node.what, names)
        zone, holds = self.zone(node.to, names, "where components move to")
        word = None if node.word is None else self.word_number(node.word)
        if zone is None:
            return
        if holds is not None and isinstance(kind, KindType) and kind.name != holds:
            self.report(WRONG_KIND, node.span, f"`{node.to.span.text}` holds {several(holds)}; this moves {several(kind.name)}")
        face = None if node.face_up is None else int(node.face_up)
        place = "bottom" if node.at_bottom else "top" if node.on_top else "enter"
        self.guarded_move(builder, what, zone, place, face, word, _kind(kind), names, origin)

    def _same_kind(self, node: syntax.Swap, left: Type, right: Type) -> None:
        if isinstance(left, KindType) and isinstance(right, KindType) and left != right:
            self.report(WRONG_KIND, node.span, f"{show(left)} and {show(right)} cannot change places")

    def pass_around(self, builder: Builder, node: syntax.PassAround, names: Names, origin: int) -> None:
        """`pass hand to left`."""
        zone, holds = self.zone(node.zone, names, "what is passed")
        direction = self._direction(node.direction, names)
        if zone is None or zone.owner is None:
            if zone is not None:
                self.report(NOT_A_ZONE, node.zone.span, "only a zone that every player has can be passed on")
            return
        watches = self.watches("move", zone.zone, holds)
        builder.emit(PassAround(zone.zone, direction, me_or_nobody(names.me), watches, origin))
        builder.settle(origin)

    def _direction(self, node: syntax.Expression, names: Names) -> Expr:
        """A direction; a bare `left` is one here, though it is a property of `me` too."""
        wanted = EnumType("Direction")
        if isinstance(node, syntax.Reference) and node.name.text not in names.locals:
            found = self._enum_value(node.name, wanted)
            if found is not None and found[1] == wanted:
                return found[0]
        return self.expect(node, names, wanted, "the direction")

    def shuffle(self, builder: Builder, node: syntax.Shuffle, names: Names, origin: int) -> None:
        """`shuffle Z`: an exit, for chance decides."""
        zone, _ = self.zone(node.zone, names, "what is shuffled")
        if zone is None:
            return
        then = builder.label()
        builder.leave(Shuffle(zone.zone, zone.owner, then, origin))
        builder.enter(then)
        self.happen(builder, "shuffle", zone.zone, builder.scope, names, origin)

    def turn(self, builder: Builder, node: syntax.Turn, names: Names, origin: int) -> None:
        """`reveal X` and `hide X`."""
        what, kind = self.components(node.what, names)
        verb = "reveal" if node.up else "hide"
        if self.matching(verb, None, ("before", "instead of"), _kind(kind)):
            self.guarded_turn(builder, what, node.up, _kind(kind), names, origin)
            return
        watches = self.watches(verb, None, _kind(kind))
        builder.emit(Turn(what, node.up, me_or_nobody(names.me), watches, origin))
        builder.settle(origin)

    def show(self, builder: Builder, node: syntax.Show, names: Names, address: str, origin: int) -> None:
        """`show X to p`, for good or while a block runs."""
        what, kind = self.components(node.what, names)
        to = self.player(node.to, names, "who is shown something")
        shown = builder.slot("", SetType(kind))
        seat = builder.slot("", OptionalType(PLAYER))
        builder.emit(Assign(shown, what, origin))
        builder.emit(Assign(seat, to, origin))
        builder.emit(Show(Local(shown), Local(seat), True, origin))
        if node.body is not None:
            self.block(builder, node.body, names, address)
            if builder.open:
                builder.emit(Show(Local(shown), Local(seat), False, origin))

    # ------------------------------------------------------------------------------------ variables and words

    def variable(self, node: syntax.Expression, names: Names) -> tuple[StateVar | None, Type]:
        """A variable or mark to be set."""
        value, type_ = self.value(node, names)
        made_up = {number for number, _ in self.phase_variables.values()}
        if isinstance(value, StateVar) and value.variable not in made_up:
            return value, type_
        if not isinstance(type_, UnknownType):
            hint = (
                "components change places by `move`"
                if isinstance(type_, SetType)
                else "whose it is never changes; what may change is a mark: `taken_by: {type: Player or none, start: none}`"
                if isinstance(node, syntax.Property) and node.name.text == OWNER
                else "variables are declared under `state:`"
            )
            self.report(NOT_SETTABLE, node.span, f"`{node.span.text}` cannot be set", hint)
        return None, type_

    def set_variable(self, builder: Builder, node: syntax.Set, names: Names, origin: int) -> None:
        """`set x to e`."""
        target, type_ = self.variable(node.target, names)
        wanted = strip(type_) if isinstance(node.value, syntax.Reference) else None
        if isinstance(node.value, syntax.Reference):
            value, found = self.reference(node.value.name, names, wanted)
        else:
            value, found = self.value(node.value, names)
        if target is None:
            return
        # a none that turns up is kept out at play, by the variable's bounds
        if not assignable(strip(found), type_) and not assignable(found, type_):
            self.report(
                NOT_SETTABLE, node.value.span, f"`{node.target.span.text}` is {show(type_)}; this is {show(found)}"
            )
        self._check_bounds(node, value, type_)
        self.guarded_set(builder, target, value, type_, names, origin)

    def _check_bounds(self, node: syntax.Set, value: Expr, type_: Type) -> None:
        if isinstance(type_, IntType) and isinstance(value, Const) and isinstance(value.value, int):
            low, high = type_.low, type_.high
            if (low is not None and value.value < low) or (high is not None and value.value > high):
                self.report(NOT_SETTABLE, node.value.span, f"`{node.target.span.text}` runs from {low} to {high}")

    def change(self, builder: Builder, node: syntax.Change, names: Names, address: str, origin: int) -> None:
        """`gain`, `lose`, and `pay`, which is all or nothing; `pay ... to ...` does what follows only when paid."""
        times = self.times_of(node, names)
        actions = [self.gained_action(amount) if node.verb == "gain" else None for amount in node.amounts]
        if any(action is not None for action in actions):
            self.gain_all(builder, node, actions, times, names, origin)
            return
        if node.at is not None and not any(self.is_unknown(amount.counter, names) for amount in node.amounts):
            message = "only what is gained by an action is gained `at` something"
            hint = f"leave it out: `{node.span.text[: node.at.span.start - node.span.start].rpartition(' at ')[0]}`"
            self.report(NOT_GAINED, node.at.span, message, hint)
        then = builder.label()
        if node.verb == "pay":
            paid = builder.label()
            words = node.span.text.partition(" to ")[0]
            builder.leave(Branch(self.cost_legal(node.amounts, names, times), paid, then, words, origin))
            builder.enter(paid)
        self.change_all(builder, node, times, names, origin)
        if node.then is not None:
            self.statement(builder, node.then, names, address)
        if node.verb == "pay":
            builder.goto_label(then, origin)
            builder.enter(then)
        else:
            self.program.blocks[then] = None

    def say(self, builder: Builder, words: syntax.Words, names: Names, address: str) -> None:
        """A line of the log."""
        origin = self.program.origin(address, words.span)
        if self.secrecy == "sealed":
            self.report(
                SEALED_TALK,
                words.span,
                "nothing can be said aloud while answers are sealed",
                "say it in a step that follows",
            )
        builder.emit(Say(self.text(words, names), origin))

    def draw_value(self, builder: Builder, node: syntax.Choose, names: Names, origin: int) -> Names:
        """`choose n from 1..6 at random`, and who sees what comes."""
        of, type_ = self.as_set(node.of, names)
        assert isinstance(type_, SetType)
        seen = None if node.seen_by is None else self.expect(node.seen_by, names, SetType(PLAYER), "who sees it")
        slot = builder.slot(node.name.text, type_.of)
        then = builder.label()
        builder.leave(Draw(of, slot, type_.of, then, origin, seen))
        builder.enter(then)
        return self.bind(node.name, Local(slot), type_.of, names)

    def branch(self, builder: Builder, condition: Expr, words: str, then: int, otherwise: int, origin: int) -> None:
        """Close the running block with a test."""
        builder.leave(Branch(condition, then, otherwise, words, origin))


def _kind(type_: Type) -> str | None:
    return type_.name if isinstance(type_, KindType) else None
