"""Flows made by hand, small enough to be followed with a finger: a table with cards, and two games on it.

`table` gives a flow with the declarations below around any blocks; `ops` one whose only block has these ops. `counter`
is a game without cards, `cards` one with everything that reacts: a law, a trigger, a sealed choice, a secret window.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace

from rulewright.dsl.flow import ir
from rulewright.dsl.flow.expr import (
    Arithmetic,
    Compare,
    Const,
    Contents,
    Count,
    Expr,
    Field,
    FirstOf,
    Local,
    MakeSet,
    Neighbour,
    RangeOf,
    Shown,
    StateVar,
    Temp,
)
from rulewright.dsl.source import Source
from rulewright.dsl.types import FLAG, NUMBER, PLAYER, IntType, KindType, OptionalType, Type
from rulewright.interpreter.layout import layout_of
from rulewright.interpreter.log import LogEntry
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.state import State

SOURCE = Source("tiny.yaml", "name: tiny\n")
CARD = KindType("Card")
YES, NOBODY, NOTHING = Const(1), Const(-1), Const(())

# zones, variables, fields and scopes by number
DECK, HAND, POOL, BOX = range(4)
COUNT, MARK, GOLD = range(3)
NUMBER_OF, WORTH = range(2)
GAME, ROUND, PLAY, TIDY, GREET, SPEAK = range(6)
MAIN, SETTLE = 0, 1

ADDRESSES = ("game", "phases.round", "actions.play", "laws.tidy", "triggers.greet", "windows.speak")

# the cards of two players, by number; with three there is a "4" before them
ONE, TWO, OTHER_TWO, THREE, ORDER = range(5)


@dataclass(frozen=True)
class Body:
    """A procedure besides the main and the settle one."""

    kind: str
    entry: int
    scope: int
    parameters: int = 1
    locals: int = 1


def labels(names: str) -> SimpleNamespace:
    """Names for block numbers, from 0."""
    return SimpleNamespace(**{name: number for number, name in enumerate(names.split())})


def block(number: int, exit_: ir.Exit, *ops: ir.Op, procedure: int = MAIN, scope: int = GAME) -> ir.Block:
    """A block; of the main procedure unless said."""
    return ir.Block(number, procedure, scope, ops, exit_)


def settle(first: int, second: int) -> tuple[ir.Block, ir.Block]:
    """The blocks of a settle procedure without laws."""
    return block(first, ir.React(second, 0), procedure=SETTLE), block(second, ir.Return(0), procedure=SETTLE)


def table(blocks: tuple[ir.Block, ...], *bodies: Body, locals: int = 6, settles: int = -1, temps: int = 12) -> ir.Flow:
    """A flow around these blocks. settles: where the settle procedure begins."""
    main = Body("main", 0, GAME, 1, locals)
    laws = Body("settle", max(settles, 0), GAME)
    return ir.Flow(
        name="tiny",
        title="Tiny",
        digest="0123456789abcdef",
        players=(2, 3),
        enums=(ir.EnumSpec("Colour", ("red", "light_blue")),),
        kinds=(ir.KindSpec("Card", (NUMBER_OF, WORTH)),),
        fields=(ir.FieldSpec("number", 0, NUMBER, missing=0), ir.FieldSpec("worth", 0, NUMBER, per=0, missing=0)),
        components=_components(),
        zones=_zones(),
        variables=_variables(),
        functions=(
            ir.FunctionSpec("twice", (11,), Arithmetic("*", Const(2), Temp(11)), NUMBER, 0),
            ir.FunctionSpec("size", (10,), Count(Contents(HAND, Temp(10))), NUMBER, 0),
        ),
        scopes=tuple(_scope(number, address) for number, address in enumerate(ADDRESSES)),
        procedures=tuple(_procedure(body) for body in (main, laws, *bodies)),
        blocks=tuple(sorted(blocks, key=lambda each: each.number)),
        main=MAIN,
        settle=SETTLE,
        temps=temps,
        words=("draw",),
        scores=(ir.ScoreSpec("cards", 1, 0),),
        invariants=(ir.InvariantSpec("small", Compare("<=", StateVar(COUNT), Const(9)), 0),),
        entries=(ir.EntrySpec("phases.round", 0, ()),),
        rules=(),
        origins=tuple(ir.Origin(address, SOURCE.whole()) for address in ADDRESSES),
    )


def ops(*made: ir.Op, winners: Expr = NOTHING) -> ir.Flow:
    """A game of one block, over when it has been run."""
    return table((block(0, ir.GameEnd(winners, 0), *made), *settle(1, 2)), settles=1)


def machine(flow: ir.Flow, players: int = 2) -> tuple[Machine, State]:
    """A machine of its own and the state before anything has happened."""
    layout = layout_of(flow, players)
    return Machine(layout), State.start(layout, 7)


def run(flow: ir.Flow, players: int = 2) -> tuple[State, list[LogEntry]]:
    """The state at the first stop, and what the log says."""
    made, state = machine(flow, players)
    log: list[LogEntry] = []
    made.advance(state, log)
    return state, log


def move(
    what: Expr,
    zone: int,
    owner: Expr | None = None,
    place: str = "enter",
    face: int | None = None,
    watches: tuple[ir.Watch, ...] = (),
    by: Expr = NOBODY,
) -> ir.Move:
    """A move, with what is seldom said left out."""
    return ir.Move(what, zone, owner, place, face, None, by, watches, 0)


def cards_of(*numbers: int) -> Const:
    """A set of components."""
    return Const(numbers)


def change(amount: Expr, *watches: ir.Watch) -> ir.Change:
    """A change of the counter."""
    return ir.Change(COUNT, (), amount, NOBODY, watches, 0)


def option(
    address: str,
    target: int,
    picks: tuple[ir.PickSpec, ...] = (),
    guard: Expr = YES,
    legal: Expr = YES,
    passes: bool = False,
    label: str = "",
) -> ir.Alternative:
    """An alternative whose label is its name and what is picked."""
    words: list[str | Shown] = [label or address.rpartition(".")[2].capitalize()]
    for pick in picks:
        words.extend((" ", Shown(Local(pick.slot), pick.type)))
    return ir.Alternative(address, tuple(words), guard, picks, legal, target, passes, 0)


def choice(
    who: Expr, *alternatives: ir.Alternative, empty: int, secrecy: str = "open", forced: str = "ask", scope: int = ROUND
) -> ir.Choice:
    """A choice."""
    return ir.Choice(who, scope, ("What?",), alternatives, secrecy, forced, empty, 0)


def counter() -> ir.Flow:
    """In turn, add 1 to 3; who gets to 10 wins. From 8 on one may also stop, which nobody wins."""
    at = labels("start ask add next stop over")
    me, n = Local(1), Local(2)
    add = option(
        "actions.add",
        at.add,
        (ir.PickSpec("n", 2, RangeOf(Const(1), Const(3)), IntType(1, 3)),),
        legal=Compare("<=", Arithmetic("+", StateVar(COUNT), n), Const(10)),
    )
    stop = option("actions.stop", at.stop, guard=Compare(">=", StateVar(COUNT), Const(8)))
    return table(
        (
            block(at.start, ir.Goto(at.ask, 0), ir.Assign(1, Const(0), 0)),
            block(at.ask, choice(me, add, stop, empty=at.over), scope=ROUND),
            block(
                at.add,
                ir.Branch(Compare("is", StateVar(COUNT), Const(10)), at.over, at.next, "", 0),
                change(n),
                ir.Say((Shown(me, PLAYER), " adds ", Shown(n, NUMBER)), PLAY),
            ),
            block(at.next, ir.Goto(at.ask, 0), ir.Assign(1, Neighbour(me, 1), 0)),
            block(at.stop, ir.GameEnd(NOTHING, 0)),
            block(at.over, ir.GameEnd(MakeSet((me,)), 0)),
            *settle(6, 7),
        ),
        settles=6,
    )


def cards() -> ir.Flow:
    """Shuffle, deal two each; everybody lays a card secretly; then A plays one, which a law and a trigger answer.

    Sealed: A, then B put a card into the box, and nothing settles meanwhile. Then A plays the other card to the pool:
    trigger `greet` adds 1 to the counter, and B may speak up (3 more) in a window that nobody else knows of. Law
    `tidy`: two cards in the pool go under the deck. The game is over when A has no card.
    """
    at = labels(
        "shuffle deal a_lays a_laid b_lays b_laid open ask played over "
        "laws tidy react settled greet window spoke waited closed"
    )
    me, card = Local(1), Local(2)
    hand = ir.PickSpec("card", 2, Contents(HAND, me), CARD)
    secret = {"secrecy": "sealed", "empty": at.open}
    watch = ir.Watch(2, YES, (Temp(3), Temp(0)), subject=0, by=3, to_zone=POOL)
    speak = option("windows.speak.yes", at.spoke), option("windows.speak.wait", at.waited, passes=True)
    blocks = (
        block(at.shuffle, ir.Shuffle(DECK, None, at.deal, 0)),
        block(
            at.deal,
            ir.Goto(at.a_lays, 0),
            *(move(FirstOf(Contents(DECK), Const(2)), HAND, Const(seat)) for seat in range(2)),
            ir.Hold(1, 0, sealed=True),
            ir.Assign(1, Const(0), 0),
        ),
        block(at.a_lays, choice(me, option("phases.round", at.a_laid, (hand,)), **secret), scope=ROUND),
        block(at.a_laid, ir.Goto(at.b_lays, 0), move(card, BOX), ir.Assign(1, Const(1), 0)),
        block(at.b_lays, choice(me, option("phases.round", at.b_laid, (hand,)), **secret), scope=ROUND),
        block(at.b_laid, ir.Settle(at.open, 0), move(card, BOX)),
        block(at.open, ir.Settle(at.ask, 0), ir.Hold(-1, 0, sealed=True), ir.Assign(1, Const(0), 0)),
        block(at.ask, choice(me, option("actions.play", at.played, (hand,)), empty=at.over, forced="take"), scope=PLAY),
        block(at.played, ir.Settle(at.ask, 0), move(card, POOL, watches=(watch,), by=me)),
        block(at.over, ir.GameEnd(NOTHING, 0)),
        block(
            at.laws,
            ir.Branch(Compare(">=", Count(Contents(POOL)), Const(2)), at.tidy, at.react, "", 0),
            procedure=SETTLE,
            scope=TIDY,
        ),
        block(at.tidy, ir.Goto(at.laws, 0), move(Contents(POOL), DECK, place="bottom"), procedure=SETTLE, scope=TIDY),
        block(at.react, ir.React(at.settled, 0), procedure=SETTLE),
        block(at.settled, ir.Return(0), procedure=SETTLE),
        block(
            at.greet, ir.Call(3, (Neighbour(Local(0), 1),), at.closed, 0), change(Const(1)), procedure=2, scope=GREET
        ),
        block(
            at.window, choice(Local(0), *speak, empty=at.waited, secrecy="asked", scope=SPEAK), procedure=3, scope=SPEAK
        ),
        block(at.spoke, ir.Goto(at.waited, 0), change(Const(3)), procedure=3, scope=SPEAK),
        block(at.waited, ir.Return(0), procedure=3, scope=SPEAK),
        block(at.closed, ir.Return(0), procedure=2, scope=GREET),
    )
    return table(blocks, Body("trigger", at.greet, GREET, 2, 2), Body("window", at.window, SPEAK), settles=at.laws)


def _components() -> tuple[ir.ComponentSpec, ...]:
    names = (("4", 4), ("1", 1), ("2", 2), ("2", 2), ("3", 3), ("Order", 0))
    made = []
    for name, number in names:
        seats = (3,) if name == "4" else (2, 3)
        made.append(ir.ComponentSpec(name, 0, (number, (number, 10 * number)), DECK, None, seats, "cards", 0))
    return tuple(made)


def _zones() -> tuple[ir.ZoneSpec, ...]:
    shared = ir.ZoneSpec("deck", 0, None, "stack", "down", None, ir.Audience("nobody"), ir.Audience("all"), "top", 0)
    return (
        shared,
        replace(
            shared, name="hand", per=ir.Dimension("players"), order="set", seen_by=ir.Audience("owner"), enter="bottom"
        ),
        replace(shared, name="pool", order="row", face="up", capacity=3, seen_by=ir.Audience("all"), enter="bottom"),
        replace(shared, name="box", order="set", face="keep", enter="bottom"),
    )


def _variables() -> tuple[ir.VariableSpec, ...]:
    count = ir.VariableSpec("count", IntType(0, 10), (), 0, 0, 10, ir.Audience("all"), 0)
    return (
        count,
        replace(count, name="mark", type=FLAG, per=(ir.Dimension("kind", 0),), high=1),
        replace(
            count,
            name="gold",
            type=OptionalType(IntType(0, 5)),
            per=(ir.Dimension("players"),),
            start=2,
            low=-1,
            high=5,
            seen_by=ir.Audience("owner"),
        ),
    )


def _scope(number: int, address: str) -> ir.ScopeSpec:
    kind = {"phases": "phase", "actions": "action"}.get(address.partition(".")[0], "game")
    return ir.ScopeSpec(address, kind, address, -1 if number == GAME else GAME, "", "", (), False, -1, (), -1, number)


def _procedure(body: Body) -> ir.Procedure:
    names = ("me", *([""] * (body.locals - 1)))
    types: tuple[Type, ...] = (PLAYER, *([NUMBER] * (body.locals - 1)))
    address = ADDRESSES[body.scope]
    return ir.Procedure(address, body.kind, body.scope, body.parameters, body.locals, names, types, body.entry, 0)


def number_of(component: Expr) -> Field:
    """The number printed on a card."""
    return Field(NUMBER_OF, component)
