"""The one flow graph: blocks of ops, each ending in an exit. It is what runs, what is checked and what is drawn.

In: nothing. Out: `Flow` and its parts, all frozen plain data. A block runs to its exit without asking anyone; the
exits are the only places where a seat (`Choice`) or the dice (`Chance`) decide. Reactions, windows, sealed choices
and lasting rules are lowered into blocks and exits too, so a backend knows none of them by name.

How it runs. A state has a stack of frames; a frame is a procedure, the block it is at, and its locals. Frame 0 is the
main procedure with all phases. `Call` pushes a frame, `Return` pops one, `Leave` pops all above frame 0 and goes to a
block of it. `Settle` calls the flow's settle procedure (laws to a fixpoint, then due triggers) unless the state holds
(`Hold` ops count up and down). Ops that are events carry watches: for each watch whose condition holds a reaction is
put in the state's queue, and `React` runs the next one that is due. Every op, exit and procedure names an origin: the
address of the rule it comes from and the place it is written at.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.flow.expr import Expr, Text
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something comes from: the address of its node (`phases.round.turn.draw`) and the text that says it."""

    address: str
    span: Span


# ------------------------------------------------------------------------------------------------ what there is


@dataclass(frozen=True, slots=True)
class EnumSpec:
    """A list kind: its values in order."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A printed property of a kind. per: the enum with one value for each of its members. missing: what `none` has."""

    name: str
    kind: int
    type: Type
    per: int | None = None
    missing: int = -1


@dataclass(frozen=True, slots=True)
class KindSpec:
    """A record kind whose instances are components."""

    name: str
    fields: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ComponentSpec:
    """One component. values: one entry a field of its kind (a tuple for a `per` field).

    seats: the player counts at which it exists. start: zone and, in a zone of many, the owner (a seat, or an enum value).
    group: the name of the entry of `components` that makes it; address: `components.order`.
    """

    name: str
    kind: int
    values: tuple[int | tuple[int, ...], ...]
    start: int
    owner: int | None
    seats: tuple[int, ...]
    group: str
    origin: int


@dataclass(frozen=True, slots=True)
class Dimension:
    """What a zone or variable has one of: `what` is players, enum, kind or range; number is the enum, kind, or range length."""

    what: str
    number: int = 0
    low: int = 0  # of a range


@dataclass(frozen=True, slots=True)
class Audience:
    """Who sees face-down components (or a variable): `owner`, `others`, `all` or `nobody`, while the condition holds."""

    who: str
    condition: Expr | None = None


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone. order: stack, row or set. face: up, down or keep, given to what enters. capacity: None for no limit.

    per: one zone for each of these. enter: top (left) or bottom (right) is where components go by themselves.
    counted: who sees how many there are.
    """

    name: str
    holds: int
    per: Dimension | None
    order: str
    face: str
    capacity: int | None
    seen_by: Audience
    counted_by: Audience
    enter: str
    origin: int


@dataclass(frozen=True, slots=True)
class VariableSpec:
    """A counter or variable. start: its first value. resets: the scopes at whose begin it starts anew."""

    name: str
    type: Type
    per: tuple[Dimension, ...]
    start: int
    low: int
    high: int
    seen_by: Audience
    origin: int
    made_up: bool = False  # the flow's own (who is at a phase's turn, how a phase ended), not declared under `state`


@dataclass(frozen=True, slots=True)
class FunctionSpec:
    """A definition: parameters are temps, the body an expression."""

    name: str
    parameters: tuple[int, ...]
    body: Expr
    type: Type
    origin: int


@dataclass(frozen=True, slots=True)
class ScopeSpec:
    """A named node of the rulebook: what the picture draws, what coverage counts, what `during` asks for.

    kind: game, phase, step, choice, menu, ask, may, action, option, law, trigger, window, setup, effect.
    parent: the scope it stands in (-1 for none). loop: the words of its repetition, for people ("each player clockwise
    from dealer.left, forever"), or "". rules: ids of the ledger that the node carries out. condition: words of its `if`.
    title: its label, prompt or name, for people. secret: its choices are not shown to others. players: the variable with
    the player whose pass it is, or -1. endings: the declared ways it can end; ending: the variable that has the last one.
    event: of a trigger, what it waits for: `after move Card c to pool`.
    """

    address: str
    kind: str
    title: str
    parent: int
    loop: str
    condition: str
    rules: tuple[str, ...]
    secret: bool
    players: int
    endings: tuple[str, ...]
    ending: int
    origin: int
    event: str = ""


# ------------------------------------------------------------------------------------------------ events


@dataclass(frozen=True, slots=True)
class Watch:
    """What an event looks for: if its parts fit, a reaction of trigger procedure `procedure` becomes due.

    The machine puts the event's parts into temps before it looks at `condition`: `subject` (the component; for a variable
    its new value), `source` and `target` (owners of the zones left and entered), `by` (the seat that did it, or none),
    `index` (a variable's indices). -1 means not wanted. zones: only moves from / to these zones (None: any). turned: only
    what has been turned face up (1) or down (0) by the event, be it a move (-1: no matter).
    each: the trigger stands once for each seat of this set, put into temp `each_slot`. give: the values that the
    procedure's parameters get, the first one being who `me` is there.
    """

    procedure: int
    condition: Expr
    give: tuple[Expr, ...]
    subject: int = -1
    source: int = -1
    target: int = -1
    by: int = -1
    index: tuple[int, ...] = ()
    from_zone: int | None = None
    to_zone: int | None = None
    each: Expr | None = None
    each_slot: int = -1
    turned: int = -1


# ------------------------------------------------------------------------------------------------ ops


@dataclass(frozen=True, slots=True)
class Assign:
    """Put a value into a local."""

    slot: int
    value: Expr
    origin: int


@dataclass(frozen=True, slots=True)
class SetState:
    """Give a variable a value; out of its bounds is an error at play.

    fits: a pass has proven that the value lies within them (`interpreter.passes.prove`).
    """

    variable: int
    index: tuple[Expr, ...]
    value: Expr
    by: Expr
    watches: tuple[Watch, ...]
    origin: int
    fits: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Add to a counter (negative: take away), as far as its bounds allow. An event only when it changes by more than 0."""

    variable: int
    index: tuple[Expr, ...]
    amount: Expr
    by: Expr
    watches: tuple[Watch, ...]
    origin: int


@dataclass(frozen=True, slots=True)
class Reset:
    """Give every value of a variable its start value; no event."""

    variable: int
    origin: int


@dataclass(frozen=True, slots=True)
class Move:
    """Move components (a set, or one, or none) to a zone, one event each, all at once.

    place: `enter` (as the zone says), `top` or `bottom`. A set put on top keeps its order: its first one ends on top.
    face: 1 up, 0 down, None as the zone says. word: the index in `Flow.words` of `as draw`, or None.
    fits: a pass has proven that the owner is one who has such a zone (`interpreter.passes.prove`).
    """

    what: Expr
    zone: int
    owner: Expr | None
    place: str
    face: int | None
    word: int | None
    by: Expr
    watches: tuple[Watch, ...]
    origin: int
    fits: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two sets change places at once, each member into the zone and place of its counterpart (or of the first of them)."""

    left: Expr
    right: Expr
    by: Expr
    watches: tuple[Watch, ...]
    origin: int


@dataclass(frozen=True, slots=True)
class PassAround:
    """Every seat's zone goes to the seat `step` places clockwise (value of an expression: 0 left = +1, 1 right = -1)."""

    zone: int
    direction: Expr
    by: Expr
    watches: tuple[Watch, ...]
    origin: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn components face up (up) or face down; one event for each that was not so before."""

    what: Expr
    up: bool
    by: Expr
    watches: tuple[Watch, ...]
    origin: int


@dataclass(frozen=True, slots=True)
class Show:
    """From now on seat `to` sees these components where they lie (on), or no longer does (off)."""

    what: Expr
    to: Expr
    on: bool
    origin: int


@dataclass(frozen=True, slots=True)
class Say:
    """A line of the log, heard by all: a component that it names is named to all."""

    text: Text
    origin: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Count the hold up (+1) or down (-1): while it is above 0 nothing settles.

    sealed: it begins or ends a step whose answers nobody else sees, nor anything they do, before all are in.
    """

    by: int
    origin: int
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class Happen:
    """An event that changes nothing itself: `begin` or `end` of a scope, `do` of an action, `shuffle` of a zone."""

    verb: str
    scope: int
    by: Expr
    watches: tuple[Watch, ...]
    origin: int


Op = Assign | SetState | Change | Reset | Move | Exchange | PassAround | Turn | Show | Say | Hold | Happen


# ------------------------------------------------------------------------------------------------ exits


@dataclass(frozen=True, slots=True)
class Goto:
    """Go on at a block of the same procedure."""

    block: int
    origin: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Go on at one of two blocks; `words` is the condition as the author wrote it, for the picture."""

    condition: Expr
    then: int
    otherwise: int
    words: str
    origin: int


@dataclass(frozen=True, slots=True)
class Call:
    """Push a frame of a procedure (a number, or an expression with one) with these arguments; then go on at `then`.

    With a procedure expression of value `none` nothing is called.
    """

    procedure: int | Expr
    arguments: tuple[Expr, ...]
    then: int
    origin: int


@dataclass(frozen=True, slots=True)
class Return:
    """Pop the running frame."""

    origin: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Pop every frame above the main one, drop due reactions and holds, and go on at a block of the main procedure."""

    block: int
    origin: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Call the settle procedure unless the state holds; then go on at `then`."""

    then: int
    origin: int


@dataclass(frozen=True, slots=True)
class React:
    """Run the next due reaction (its frame is pushed), coming back to this block; when none is due, go to `done`."""

    done: int
    origin: int


@dataclass(frozen=True, slots=True)
class PickSpec:
    """One thing to be picked for an option: a value of `domain`, put into local `slot`. Later domains may use it."""

    name: str
    slot: int
    domain: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Alternative:
    """A kind of option of a choice: offered when the guard holds and every pick has a value that leads on.

    The picks of one alternative are announced together: each full combination is one option. target: where to go on.
    passes: this is the option of letting a chance pass (a window's `wait`, the no of a `may`). legal: looked at with all
    picks made; combinations for which it fails are not offered.
    """

    address: str
    label: Text
    guard: Expr
    picks: tuple[PickSpec, ...]
    legal: Expr
    target: int
    passes: bool
    origin: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat decides. who: the seat; none: nobody is asked and the flow goes on at `empty`.

    scope: the node that asks. secrecy: `open`; `asked` (only the decider knows that there is a question: everybody else is
    shown the state as it is once the question is let pass); `sealed` (that it is asked is open, the answer stays hidden
    until the whole sealed step is over). forced: what happens with exactly one option: `ask` or `take` (while answers are
    sealed it is asked all the same). With no option the flow goes on at `empty`.
    """

    who: Expr
    scope: int
    prompt: Text
    alternatives: tuple[Alternative, ...]
    secrecy: str
    forced: str
    empty: int
    origin: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance puts the components of a zone into a new order; whoever had seen them has not any more. fits: as of `Move`."""

    zone: int
    owner: Expr | None
    then: int
    origin: int
    fits: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance picks one value of a set, each as likely, into a local (`none` of an empty set).

    seen: the seats that are told what it is; None for all. Of a component they are told when they see it where it lies.
    """

    of: Expr
    slot: int
    type: Type
    then: int
    origin: int
    seen: Expr | None = None


Chance = Shuffle | Draw


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The game is over; winners is a set of seats, empty when nobody won."""

    winners: Expr
    origin: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Of a block that a pass has left out: nothing leads there. It keeps its place, since states hold the numbers of the others."""

    origin: int


Exit = Goto | Branch | Call | Return | Leave | Settle | React | Choice | Shuffle | Draw | GameEnd | Gone


@dataclass(frozen=True, slots=True)
class Block:
    """A straight run of ops and its exit. scope: the innermost node it belongs to (its ancestors are active with it)."""

    number: int
    procedure: int
    scope: int
    ops: tuple[Op, ...]
    exit: Exit


@dataclass(frozen=True, slots=True)
class Procedure:
    """Blocks that run in a frame of their own. locals: how many slots; the first ones are the parameters.

    Slot 0 is always `me` (none where nobody is). names: the author's name for each slot ("" for the flow's own).
    kind: main, settle, action, law, trigger, window, beside (come to beside questions, for a window), effect.
    """

    address: str
    kind: str
    scope: int
    parameters: int
    locals: int
    names: tuple[str, ...]
    types: tuple[Type, ...]
    entry: int
    origin: int


# ------------------------------------------------------------------------------------------------ the whole


@dataclass(frozen=True, slots=True)
class ScoreSpec:
    """A named line of the scoring: the function (parameter: the player) and its title."""

    name: str
    function: int
    origin: int


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """A column of a grid: a zone or a mark that each component in the grid has for itself; one of the two is None."""

    zone: int | None
    variable: int | None


@dataclass(frozen=True, slots=True)
class DisplaySpec:
    """How a zone, a variable or the components of a kind are shown at the table; of these three, two are None.

    way: row, list, grid, track, count, number or hidden; "" for as usual. fields: printed properties that are shown behind
    the names of components. last: where a track ends. Play is the same without it.
    """

    zone: int | None
    variable: int | None
    kind: int | None
    way: str
    title: str
    columns: tuple[ColumnSpec, ...]
    fields: tuple[int, ...]
    last: int | None
    origin: int


@dataclass(frozen=True, slots=True)
class InvariantSpec:
    """A condition that holds at every stop."""

    name: str
    condition: Expr
    origin: int


@dataclass(frozen=True, slots=True)
class EntrySpec:
    """A place where a scenario may begin: the node's block in the main procedure, with the slots or variables that its
    enclosing loops bind. bindings: (phase name, variable or -1, local slot or -1) from the outside in."""

    address: str
    block: int
    bindings: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Flow:
    """A whole game, ready to run for each of its player counts.

    digest: of the rulebook's text, what was chosen and what a scenario changes. What is kept of a game in files is kept by it.
    """

    name: str
    title: str
    digest: str
    players: tuple[int, int]
    enums: tuple[EnumSpec, ...]
    kinds: tuple[KindSpec, ...]
    fields: tuple[FieldSpec, ...]
    components: tuple[ComponentSpec, ...]
    zones: tuple[ZoneSpec, ...]
    variables: tuple[VariableSpec, ...]
    functions: tuple[FunctionSpec, ...]
    scopes: tuple[ScopeSpec, ...]
    procedures: tuple[Procedure, ...]
    blocks: tuple[Block, ...]
    main: int
    settle: int
    temps: int
    words: tuple[str, ...]
    scores: tuple[ScoreSpec, ...]
    invariants: tuple[InvariantSpec, ...]
    entries: tuple[EntrySpec, ...]
    rules: tuple[tuple[str, str, str], ...]  # (id, section, text in our own words)
    origins: tuple[Origin, ...]
    displays: tuple[DisplaySpec, ...] = ()  # in the order in which they are shown

    def __hash__(self) -> int:
        """By what tells games apart: to go through all of a flow whenever something is looked up by it would be slow."""
        return hash((self.name, self.digest, len(self.blocks)))
