"""Flows made by hand: one with a bit of everything that keeps all laws, and ways to change it.

In: nothing. Out: `tiny()`, `SOURCES`, and functions that give a flow with one block or table entry changed.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.flow import expr as e
from rulewright.dsl.flow import ir
from rulewright.dsl.source import Source, Span
from rulewright.dsl.types import EFFECT, FLAG, NUMBER, PLAYER, IntType, KindType, OptionalType, SetType, Type

SOURCE = Source("tiny.yaml", "name: tiny\n" + "phases: {play: {}}\n" * 9)
SOURCES = {SOURCE.name: SOURCE}

ME = e.Local(0)
NOBODY = e.Const(e.NONE)
YES = e.Const(1)
CARD = KindType("Card")
HAND, POT = 1, 2
ALL, OWNER = ir.Audience("all"), ir.Audience("owner", e.Compare(">", e.StateVar(1), e.Const(0)))

WATCH = ir.Watch(
    procedure=3,
    condition=e.And(e.Compare(">", e.Field(0, e.Temp(2)), e.Const(2)), e.Not(e.IsActive(4))),
    give=(e.Temp(7), e.Temp(2)),
    subject=2,
    source=3,
    target=4,
    by=5,
    to_zone=POT,
    each=e.Around(e.Seats(), e.Const(0), 1),
    each_slot=7,
)
SCORE_WATCH = ir.Watch(3, YES, (e.Temp(5), NOBODY), subject=2, by=5, index=(6,))


def hand(owner: e.Expr) -> e.Contents:
    """Somebody's hand."""
    return e.Contents(HAND, owner)


def _blocks() -> tuple[ir.Block, ...]:
    rest, seat, card = e.Local(2), e.Local(3), e.Local(4)
    more = e.Arithmetic("+", e.StateVar(1), e.Const(1))
    bid = ir.Alternative(
        "phases.play.bid", ("Bid ", e.Shown(card, CARD)), YES, (ir.PickSpec("card", 4, hand(seat), CARD),),
        e.Compare("<", e.Field(1, card, e.Const(1)), e.Const(9)), 5, False, 3,
    )  # fmt: skip
    speak = ir.Alternative("windows.speak.shout", ("Shout",), e.Member(ME, e.Seats()), (), YES, 19, False, 5)
    wait = ir.Alternative("windows.speak.wait", ("Wait",), YES, (), YES, 20, True, 5)
    least = e.Filter(e.Contents(0), 8, e.Compare("<", e.Field(0, e.Temp(8)), e.Const(5)))
    main = (
        (0, (ir.Reset(1, 0),), ir.Shuffle(0, None, 1, 0)),
        (0, (), ir.Draw(e.Seats(), 1, PLAYER, 2, 0)),
        (1, (ir.Assign(2, e.Around(e.Seats(), e.Local(1), 1), 1), ir.Hold(1, 1)), ir.Goto(3, 1)),
        (2, (), ir.Branch(e.Count(rest), 4, 6, "somebody is left", 2)),
        (2, (ir.Assign(3, e.FirstOf(rest), 2), ir.Assign(2, e.After(rest, seat), 2), ir.Assign(4, NOBODY, 2)),
         ir.Choice(seat, 2, ("Bid a card",), (bid,), "sealed", "ask", 3, 2)),
        (2, (ir.Move(e.MakeSet((card,)), POT, None, "enter", 0, 0, seat, (WATCH,), 3),), ir.Goto(3, 3)),
        (1, (ir.Hold(-1, 1),), ir.Settle(7, 1)),
        (1, (), ir.Call(2, (e.Local(1), e.FirstOf(least)), 8, 1)),
        (1, (), ir.Call(e.Field(2, e.FirstOf(e.Contents(0))), (e.Local(1),), 9, 1)),
        (1, (ir.SetState(1, (), more, NOBODY, (), 1),),
         ir.Branch(e.Compare(">", e.StateVar(1), e.Const(3)), 10, 2, "round > 3", 1)),
        (0, (), ir.GameEnd(e.Apply(1), 0)),
    )  # fmt: skip
    settle = ((0, (), ir.Goto(12, 0)), (0, (), ir.React(13, 0)), (0, (), ir.Return(0)))
    action = (
        (3, (ir.Change(0, (ME,), e.Const(1), ME, (SCORE_WATCH,), 4), ir.Say((e.Shown(ME, PLAYER), " draws"), 4)),
         ir.Call(4, (ME,), 15, 4)),
        (3, (ir.Move(e.MakeSet((e.Local(1),)), HAND, ME, "top", None, None, ME, (), 4),), ir.Return(4)),
    )  # fmt: skip
    trigger = ((4, (ir.Turn(e.MakeSet((e.Local(1),)), True, ME, (), 4),), ir.Settle(17, 4)), (4, (), ir.Return(4)))
    window = (
        (5, (), ir.Choice(ME, 5, ("Speak?",), (speak, wait), "asked", "ask", 20, 5)),
        (5, (ir.Show(hand(ME), e.Neighbour(ME, 1), True, 5),), ir.Leave(9, 5)),
        (5, (), ir.Return(5)),
    )
    effect = (
        (6, (ir.Exchange(hand(ME), e.Contents(POT), ME, (), 6), ir.PassAround(HAND, e.Const(0), ME, (), 6),
             ir.Happen("do", 3, ME, (), 6)), ir.Return(6)),
        (6, (), ir.Gone(6)),
    )  # fmt: skip
    made: list[ir.Block] = []
    for procedure, blocks in enumerate((main, settle, action, trigger, window, effect)):
        made.extend([ir.Block(len(made) + number, procedure, *block) for number, block in enumerate(blocks)])
    return tuple(made)


def _procedures() -> tuple[ir.Procedure, ...]:
    me: tuple[str, Type] = ("me", OptionalType(PLAYER))
    seats = SetType(PLAYER)
    given: tuple[tuple[str, str, int, int, int, tuple[tuple[str, Type], ...]], ...] = (
        ("game", "main", 0, 1, 0, (me, ("dealer", PLAYER), ("", seats), ("p", PLAYER), ("card", CARD))),
        ("laws", "settle", 0, 1, 11, (me,)),
        ("actions.draw", "action", 3, 2, 14, (me, ("card", OptionalType(CARD)))),
        ("triggers.echo", "trigger", 4, 2, 16, (me, ("c", CARD))),
        ("windows.speak", "window", 5, 1, 18, (me,)),
        ("components.joker", "effect", 6, 1, 21, (me,)),
    )
    return tuple(
        ir.Procedure(
            address=address,
            kind=kind,
            scope=scope,
            parameters=parameters,
            locals=len(slots),
            names=tuple(name for name, _ in slots),
            types=tuple(type_ for _, type_ in slots),
            entry=entry,
            origin=scope,
        )
        for address, kind, scope, parameters, entry, slots in given
    )


def _functions() -> tuple[ir.FunctionSpec, ...]:
    points = e.Arithmetic("+", e.StateVar(0, (e.Temp(0),)), e.Count(hand(e.Temp(0))))
    richest = e.Best("highest", e.Seats(), 1, e.Apply(0, (e.Temp(1),)), False)
    return (
        ir.FunctionSpec("Player.points", (0,), points, NUMBER, 1),
        ir.FunctionSpec("richest", (), richest, SetType(PLAYER), 1),
    )


def _scopes() -> tuple[ir.ScopeSpec, ...]:
    given = (
        ("game", "game", -1), ("phases.play", "phase", 0), ("phases.play.bid", "step", 1),
        ("actions.draw", "action", 0), ("triggers.echo", "trigger", 0), ("windows.speak", "window", 0),
        ("components.joker", "effect", 0),
    )  # fmt: skip
    return tuple(
        ir.ScopeSpec(address, kind, address.capitalize(), parent, "", "", ("R-1",), False, -1, (), -1, number)
        for number, (address, kind, parent) in enumerate(given)
    )


def _components() -> tuple[ir.ComponentSpec, ...]:
    return (
        ir.ComponentSpec("Ace", 0, (9, (1, 2), e.NONE), 0, None, (2, 3), "plain", 0),
        ir.ComponentSpec("Two", 0, (2, (0, 0), e.NONE), HAND, 0, (2, 3), "plain", 0),
        ir.ComponentSpec("Joker", 0, (0, (3, 3), 5), 0, None, (3,), "jokers", 0),
    )


def _variables() -> tuple[ir.VariableSpec, ...]:
    players = ir.Dimension("players")
    return (
        ir.VariableSpec("score", IntType(0, 99), (players,), 0, 0, 99, ALL, 0),
        ir.VariableSpec("round", IntType(0, 9), (), 0, 0, 9, ALL, 0),
        ir.VariableSpec("asked", FLAG, (players, ir.Dimension("range", 3, 1)), 0, 0, 1, ALL, 0, True),
    )


def tiny() -> ir.Flow:
    """A flow for two or three players with every op and exit in it; no good game, but a sound flow."""
    return ir.Flow(
        name="tiny",
        title="The “tiny” game",
        digest="0123",
        players=(2, 3),
        enums=(ir.EnumSpec("Coin", ("gold", "silver")),),
        kinds=(ir.KindSpec("Card", (0, 1, 2)),),
        fields=(
            ir.FieldSpec("worth", 0, IntType(0, 9), missing=0),
            ir.FieldSpec("price", 0, IntType(0, 9), per=0, missing=0),
            ir.FieldSpec("effect", 0, OptionalType(EFFECT)),
        ),
        components=_components(),
        zones=(
            ir.ZoneSpec("deck", 0, None, "stack", "down", None, ir.Audience("nobody"), ALL, "top", 0),
            ir.ZoneSpec("hand", 0, ir.Dimension("players"), "set", "down", 7, OWNER, ALL, "bottom", 0),
            ir.ZoneSpec("pot", 0, None, "row", "keep", None, ir.Audience("nobody"), ALL, "bottom", 0),
        ),
        variables=_variables(),
        functions=_functions(),
        scopes=_scopes(),
        procedures=_procedures(),
        blocks=_blocks(),
        main=0,
        settle=1,
        temps=9,
        words=("bid",),
        scores=(ir.ScoreSpec("points", 0, 0),),
        invariants=(ir.InvariantSpec("few", e.Compare("<=", e.StateVar(1), e.Const(9)), 0),),
        entries=(ir.EntrySpec("phases.play", 2, (("dealer", -1, 1),)),),
        rules=(("R-1", "Play", 'Bid, or say "no".'),),
        origins=tuple(ir.Origin(each.address, Span(SOURCE, each.origin, each.origin + 10)) for each in _scopes()),
    )


# ------------------------------------------------------------------------------------------------ changes


def with_block(
    flow: ir.Flow,
    number: int,
    *,
    ops: tuple[ir.Op, ...] | None = None,
    exit: ir.Exit | None = None,
    scope: int | None = None,
) -> ir.Flow:
    """The flow with other ops, another exit or scope of one block."""
    block = flow.blocks[number]
    new = replace(
        block,
        ops=block.ops if ops is None else ops,
        exit=block.exit if exit is None else exit,
        scope=block.scope if scope is None else scope,
    )
    return replace(flow, blocks=(*flow.blocks[:number], new, *flow.blocks[number + 1 :]))


def with_blocks(flow: ir.Flow, *added: tuple[int, int, tuple[ir.Op, ...], ir.Exit]) -> ir.Flow:
    """The flow with more blocks: procedure, scope, ops and exit of each."""
    first = len(flow.blocks)
    return replace(flow, blocks=(*flow.blocks, *(ir.Block(first + place, *each) for place, each in enumerate(added))))


def with_entry(flow: ir.Flow, table: str, number: int, **changes: object) -> ir.Flow:
    """The flow with some fields of one entry of a table changed."""
    entries = getattr(flow, table)
    new = replace(entries[number], **changes)
    return replace(flow, **{table: (*entries[:number], new, *entries[number + 1 :])})  # type: ignore[arg-type]


def minimal(*blocks: tuple[int, int, tuple[ir.Op, ...], ir.Exit], locals: int = 6) -> ir.Flow:
    """The tiny flow whose main procedure has these blocks only (procedure, scope, ops, exit; numbered from 0)."""
    flow = tiny()
    first = len(blocks)
    settle = (ir.Block(first, 1, 0, (), ir.React(first + 1, 0)), ir.Block(first + 1, 1, 0, (), ir.Return(0)))
    main = replace(flow.procedures[0], locals=locals, names=("me",) + ("",) * (locals - 1), types=(NUMBER,) * locals)
    return replace(
        flow,
        procedures=(main, replace(flow.procedures[1], entry=first)),
        components=(),
        entries=(),
        blocks=(*(ir.Block(number, *block) for number, block in enumerate(blocks)), *settle),
    )
