"""Windows beside every question: offers that stand beside the options of whatever their player is asked meanwhile.

In: the windows, and the blocks of everything else. Out: a procedure for each offer, one for what a window does before it is
asked, and one in which it is opened by itself; and in front of each question that can be asked in the meantime a block that
lays the offers beside it. An offer that was taken leads back there, so the question is asked again with options made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.dsl.amended import words_of
from rulewright.dsl.book import Node
from rulewright.dsl.flow.expr import And, AnyOf, Compare, Const, Expr, Local, Or, Temp
from rulewright.dsl.flow.ir import Alternative, Assign, Block, Branch, Call, Choice, Goto, React, Return, Settle
from rulewright.dsl.flow.shape import rebuild
from rulewright.dsl.lower.choices import Offer
from rulewright.dsl.lower.events import YES, all_of
from rulewright.dsl.lower.program import NOBODY, Builder
from rulewright.dsl.lower.reactions import Reactions
from rulewright.dsl.lower.scope import Names
from rulewright.dsl.types import PLAYER, OptionalType

ASIDE = "beside"  # the kind of the procedures that are come to beside a question


@dataclass(frozen=True, slots=True)
class _Taken:
    """One offer of a window: its action, the half of it, and the procedure that carries it out."""

    action: Node
    half: Node
    procedure: int


@dataclass(frozen=True, slots=True)
class _Laid:
    """The offers of a window in the frame of one procedure. me: the local of the player they are for, or of nobody."""

    me: int
    offers: tuple[tuple[Offer, Call], ...]


class Asides(Reactions):
    """The windows beside every question of one program."""

    def aside_procedure(self, node: Node) -> None:
        """The window opened by itself: asked as long as what opens it holds and its player does not wait."""
        self.at_top = False
        scope, origin = self.program.scope_by_address[node.address], self.program.origin(node.address, node.span)
        if node.do:
            self._doing[node.address] = self.program.reserve_procedure()
            self._do_procedure(node, self._doing[node.address], scope, origin)
        builder = Builder(self.program, self.program.window_procedures[node.name.text], scope)
        me, again, asked, done = builder.slot("me", PLAYER), builder.label(), builder.label(), builder.label()
        builder.goto(again, origin)
        builder.emit(Assign(me, self._player_of(node), origin))
        names = Names(me=Local(me))
        tests = [*self.while_active(node), Compare(">=", Local(me), Const(0))]
        tests += [self.flag(each, names) for each in (node.condition, node.opens_when) if each is not None]
        words = "" if node.opens_when is None else words_of(node.opens_when)
        builder.leave(Branch(all_of(tests), asked, done, words, origin))
        builder.enter(asked)
        self._before(builder, node, Local(me), origin)
        self.speak(builder, node, names, done, again, origin)
        builder.enter(done)
        builder.leave(Return(origin))
        builder.finish(node.address, "window", 1, origin)
        self.at_top = True

    def _player_of(self, node: Node) -> Expr:
        return NOBODY if node.who is None else self.player(node.who, Names(), "`who`")

    def _do_procedure(self, node: Node, number: int, scope: int, origin: int) -> None:
        """What a window does each time before its player is asked."""
        builder = Builder(self.program, number, scope)
        self.block(builder, node.do, Names(me=Local(0)), node.address)
        if builder.open:
            builder.leave(Return(origin))
        builder.finish(node.address, ASIDE, 1, origin)

    def _before(self, builder: Builder, node: Node, me: Expr, origin: int) -> None:
        if node.address in self._doing:
            then = builder.label()
            builder.leave(Call(self._doing[node.address], (me,), then, origin))
            builder.enter(then)

    _doing: dict[str, int]  # window -> the procedure of what it does

    # ------------------------------------------------------------------------------------ beside the questions

    def lay_beside(self) -> None:
        """Lay the offers of all such windows beside the questions that can be asked meanwhile."""
        windows = [node for node in self.tables.book.windows if node.beside]
        if not windows or self.program.problems.errors:
            return
        self.at_top = False
        taken = {node.address: self._take_procedures(node) for node in windows}
        carried = {self.program.action_procedures[each.half.address] for found in taken.values() for each in found}
        meanwhile = {node.address: self._meanwhile(node, carried) for node in windows}
        builders: dict[int, Builder] = {}
        laid: dict[tuple[int, str], _Laid] = {}
        for block in [block for block in self.program.blocks if block is not None]:
            here = [node for node in windows if block.number in meanwhile[node.address]]
            if not here or not isinstance(block.exit, Choice) or block.exit.secrecy != "open":
                continue
            if block.procedure not in builders:
                builders[block.procedure] = Builder.reopen(self.program, block.procedure)
            builder = builders[block.procedure]
            for node in here:
                if (block.procedure, node.address) not in laid:
                    laid[block.procedure, node.address] = self._in_frame(builder, node, taken[node.address])
            self._lay(builder, block, block.exit, [(node, laid[block.procedure, node.address]) for node in here])
        for builder in builders.values():
            builder.close()
        self.at_top = True

    def _take_procedures(self, node: Node) -> list[_Taken]:
        """A procedure for each offer of a window: pays what it costs and carries it out. It is given what it picks."""
        made = []
        for action in [found for name in node.offers if (found := self.action_named(name)) is not None]:
            for half in action.options or (action,):
                scope = self.program.scope_by_address[node.address]
                builder = Builder(self.program, self.program.reserve_procedure(), scope)
                names = Names(me=Local(0))
                given = tuple(Local(builder.slot("", self.parameter_type(each))) for each in action.takes)
                offer = self.offer(builder, action, half, names, given)
                parameters, origin, done = len(builder.names), offer.alternative.origin, builder.label()
                builder.leave(Goto(offer.alternative.target, origin))
                self.carry_out(builder, offer, names, given, done)
                builder.enter(done)
                builder.leave(Return(origin))
                builder.finish(node.address, ASIDE, parameters, origin)
                made.append(_Taken(action, half, builder.procedure))
        return made

    def _in_frame(self, builder: Builder, node: Node, taken: list[_Taken]) -> _Laid:
        """The offers of a window as the questions of one procedure have them."""
        me = builder.slot("", OptionalType(PLAYER))
        offers = []
        for each in taken:
            given = tuple(self.default_of(parameter, Local(me)) for parameter in each.action.takes)
            offer = self.offer(builder, each.action, each.half, Names(me=Local(me)), given)
            arguments = (Local(me), *given, *(Local(slot) for slot in offer.slots))
            offers.append((offer, Call(each.procedure, arguments, -1, offer.alternative.origin)))
        return _Laid(me, tuple(offers))

    def _lay(self, builder: Builder, block: Block, choice: Choice, windows: list[tuple[Node, _Laid]]) -> None:
        """Put the offers beside one question, in front of which a block of its own is come to again."""
        builder.scope = block.scope
        again, own = builder.label(), self._something_of_its_own(choice)
        self.program.blocks[block.number] = replace(block, exit=Goto(again, choice.origin))
        builder.enter(again)
        more: list[tuple[Alternative, Call]] = []
        known = {each.address for each in choice.alternatives}
        for node, laid in windows:
            self._for_whom(builder, node, laid, choice, own)
            is_on = Compare(">=", Local(laid.me), Const(0))
            new = [(offer, call) for offer, call in laid.offers if offer.alternative.address not in known]
            known |= {offer.alternative.address for offer, _ in new}
            for offer, call in new:  # what is among the options anyway is not laid beside them
                guard = is_on if offer.alternative.guard == YES else And(is_on, offer.alternative.guard)
                made = replace(offer.alternative, guard=guard, target=builder.label())
                more.append((made, replace(call, then=again)))
        builder.leave(replace(choice, alternatives=(*choice.alternatives, *(made for made, _ in more))))
        for made, call in more:
            builder.enter(made.target)
            builder.leave(call)

    def _for_whom(self, builder: Builder, node: Node, laid: _Laid, choice: Choice, own: Expr) -> None:
        """Find out whether a window's offers stand beside a question: for its player, or else for nobody."""
        player, origin = self._player_of(node), self.program.origin(node.address, node.span)
        tests = [*self.while_active(node), Compare("is", player, choice.who)]
        if node.condition is not None:
            tests.append(self.flag(node.condition, Names(me=player)))
        on, off, then = builder.label(), builder.label(), builder.label()
        builder.leave(Branch(all_of([*tests, *(() if own == YES else (own,))]), on, off, "", origin))
        builder.enter(on)
        builder.emit(Assign(laid.me, player, origin))
        self._before(builder, node, Local(laid.me), origin)
        builder.leave(Goto(then, origin))
        builder.enter(off)
        builder.emit(Assign(laid.me, NOBODY, origin))
        builder.leave(Goto(then, origin))
        builder.enter(then)

    def _something_of_its_own(self, choice: Choice) -> Expr:
        """Whether a question can be declined or has an option of its own: else there would be no way past the offers."""
        tests = [each.guard if each.passes else self._is_offered(each) for each in choice.alternatives]
        if YES in tests or not tests:
            return YES
        result = tests[-1]
        for test in reversed(tests[:-1]):
            result = Or(test, result)
        return result

    def _is_offered(self, alternative: Alternative) -> Expr:
        """Whether there is a combination of picks for an alternative."""
        temps = {pick.slot: Temp(self.program.temp()) for pick in alternative.picks}

        def tried(value: Expr, picked: list[int]) -> Expr:
            return rebuild(value, lambda node: temps[node.slot] if isinstance(node, Local) and node.slot in picked else node)

        slots = [pick.slot for pick in alternative.picks]
        result = tried(alternative.legal, slots)
        for place in reversed(range(len(slots))):
            domain = tried(alternative.picks[place].domain, slots[:place])
            result = AnyOf(domain, temps[slots[place]].slot, result)
        return all_of([each for each in (alternative.guard, result) if each != YES])

    # ------------------------------------------------------------------------------------ what can be asked meanwhile

    def _meanwhile(self, node: Node, carried: set[int]) -> frozenset[int]:
        """The blocks that can run while a window's phase is under way, other than its own. carried: procedures of offers."""
        during = {self.program.scope_by_address[found] for name in node.during if (found := self.find_node(name)) is not None}
        own = self.program.window_procedures[node.name.text]
        inside: dict[int, list[Block]] = {}
        for block in self.program.blocks:
            if block is not None:
                inside.setdefault(block.procedure, []).append(block)
        reached: set[int] = set()
        todo = [block for blocks in inside.values() for block in blocks if not during or self._is_under(block.scope, during)]
        called = set(carried) - {own}
        todo += [block for number in called for block in inside.get(number, ())]
        while todo:
            block = todo.pop()
            if block.number in reached or block.procedure == own:
                continue
            reached.add(block.number)
            for number in set(self._called(block)) - called:
                called.add(number)
                todo += inside.get(number, ())
        return frozenset(reached)

    def _is_under(self, scope: int, during: set[int]) -> bool:
        while scope not in during:
            scope = self.program.scopes[scope].parent
            if scope < 0:
                return False
        return True

    def _called(self, block: Block) -> Iterator[int]:
        """The procedures that run before a block's exit goes on."""
        match block.exit:
            case Call(procedure=int(number)):
                yield number
            case Call():
                made = enumerate(self.program.procedures)
                yield from (number for number, each in made if each is not None and each.kind == "effect")
            case Settle():
                yield self.program.settle
            case React():
                yield from self.program.trigger_procedures.values()
            case _:
                pass
