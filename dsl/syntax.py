"""The rule language as written: one frozen node for each form, with the span it was written at.

In: nothing. Out: the node types that `parse` makes and `lower` reads. Nothing here knows what a name means.
The docstring of a node shows its surface form. Names are kept as `Name(text, span)`, so that a message about a name
points at exactly that name.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A word that stands for something declared: `hand`, `Card`."""

    span: Span
    text: str


# ------------------------------------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """`13`"""

    span: Span
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """`"{me} draws"`: a text; `parts` alternates plain text and the formulas that stood in braces."""

    span: Span
    parts: tuple[str | Expression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """`hand`: a name in lower case."""

    span: Span
    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Every:
    """`Card`: a type's name used as the set of all its values."""

    span: Span
    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """`none`"""

    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """`yes` or `no` where a value is wanted."""

    span: Span
    value: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """`target.hand`"""

    span: Span
    of: Expression
    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """`energy_off: 1` among what is given to an action or a definition."""

    span: Span
    name: Name
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """`count(pool)`, `highest(pool by worth)`, `p.has_set(3)`, `refused(target, 7)`, `advance(2, on: here)`."""

    span: Span
    function: Reference | Property | Every
    arguments: tuple[Expression, ...]
    key: Expression | None = None  # what stands after `by`; only after a single argument
    named: tuple[Named, ...] = ()  # after those given by place


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    """`a + b`; the operators are `+ - * / mod`, `is`, `is not`, `in`, `not in`, `<`, `<=`, `>`, `>=`, `and`, `or`, `..`."""

    span: Span
    operator: str
    operator_span: Span
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary:
    """`not x` or `- x`."""

    span: Span
    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """`pool where suit is order`; with `each c in pool where c.worth > 3` the candidate is called `c`."""

    span: Span
    of: Expression
    condition: Expression
    candidate: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EachIn:
    """`each c in pool`: a set whose candidate has a name, for a `by` that follows."""

    span: Span
    candidate: Name
    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """`players clockwise from dealer`, `others counterclockwise`."""

    span: Span
    of: Expression
    clockwise: bool
    start: Expression | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Some:
    """`3 of hand where worth is n`: that many of a set."""

    span: Span
    count: Expression
    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Either:
    """`if a then b else c` as a value."""

    span: Span
    condition: Expression
    then: Expression
    otherwise: Expression


Expression = (
    Number
    | Words
    | Reference
    | Every
    | Nothing
    | Truth
    | Property
    | Call
    | Binary
    | Unary
    | Where
    | EachIn
    | Around
    | Some
    | Either
)


# ------------------------------------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """`2 mass`, `1 p.clashes`, `(2 + a.extra) mass`: how much of which counter."""

    span: Span
    count: Expression
    counter: Expression  # Reference, Property or Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """`choose c from pool by p "Take a card"`, `choose up to 2 cs from hand`, `choose n from 1..6 at random seen by me`.

    amount: None for one; `low`..`high` for `2`, `up to n`, `any` (high None). seen_by: who is told what came at random.
    """

    span: Span
    name: Name
    of: Expression
    low: Expression | None = None
    high: Expression | None = None
    several: bool = False
    by: Expression | None = None
    prompt: Words | None = None
    at_random: bool = False
    seen_by: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """`move top(deck) to hand face up on top as draw`"""

    span: Span
    what: Expression
    to: Expression
    face_up: bool | None = None
    on_top: bool = False
    at_bottom: bool = False
    word: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """`swap mine with theirs`: two components, or two sets of them, change places at once."""

    span: Span
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class PassAround:
    """`pass hand to left`: every player's zone of that name moves one seat, all at once."""

    span: Span
    zone: Expression
    direction: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle:
    """`shuffle deck`"""

    span: Span
    zone: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """`reveal hand` (face up) or `hide hand` (face down)."""

    span: Span
    what: Expression
    up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """`show deck to me:` with a block in which that player sees it; without a block the player has seen it."""

    span: Span
    what: Expression
    to: Expression
    body: tuple[Statement, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """`set anchor to none`"""

    span: Span
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """`gain 2 mass + 1 energy`, `lose 1 p.life`, `pay 2 mass`; verb is `gain`, `lose` or `pay`.

    per: `gain 1 vp per planets` multiplies by a number or by the size of a set. then: `pay 1 mass to gain 2 vp`. at: `gain
    2 bacteria at here`, for what is gained by an action.
    """

    span: Span
    verb: str
    amounts: tuple[Amount, ...]
    per: Expression | None = None
    then: Statement | None = None
    at: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Let:
    """`let best be highest(front by worth)`"""

    span: Span
    name: Name
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Do:
    """`do discard by p`, `do resolve(card)`, `do card.effect`, `do planet.effect at planet`."""

    span: Span
    action: Reference | Property | Call
    by: Expression | None = None
    at: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """`open speak`: the window of that name opens here."""

    span: Span
    window: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """`end round`, `end round as surrender`, `end game won by p`."""

    span: Span
    phase: Name
    ending: Name | None = None
    winner: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """`say "{me} draws"`"""

    span: Span
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """`stop`: leaves this action, trigger or law."""

    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class If:
    """`if a: ... else if b: ... else: ...`"""

    span: Span
    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class For:
    """`for p in players clockwise from me until no(pool): ...`; secretly: the answers stay sealed until all are in."""

    span: Span
    name: Name
    of: Expression
    body: tuple[Statement, ...]
    until: Expression | None = None
    secretly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """`repeat 3 times: ...`, `repeat until no(deck): ...`, `repeat forever: ...` (both None)."""

    span: Span
    body: tuple[Statement, ...]
    times: Expression | None = None
    until: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class May:
    """`may "Reveal it?" by p: ... else: ...`, `may do beacon`, `may choose c from hand: ...`, `may pay 1 mass: ...`.

    offer: what may be done, chosen or paid, instead of a question with yes and no.
    """

    span: Span
    body: tuple[Statement, ...]
    prompt: Words | None = None
    by: Expression | None = None
    otherwise: tuple[Statement, ...] = ()
    offer: Offer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """`"Gain a mass" if energy > 0: ...` inside `choose one`."""

    span: Span
    label: Words
    body: tuple[Statement, ...]
    condition: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOne:
    """`choose one "What first?" by p:` with labelled blocks; `choose (gain 1 mass | gain 1 energy)` in one line."""

    span: Span
    options: tuple[Option, ...]
    prompt: Words | None = None
    by: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """`together: ...`: laws and triggers see the world only after all of it."""

    span: Span
    body: tuple[Statement, ...]


Offer = Do | Choose | ChooseOne | Change
Statement = (
    Choose
    | Move
    | Swap
    | PassAround
    | Shuffle
    | Turn
    | Show
    | Set
    | Change
    | Let
    | Do
    | Open
    | End
    | Say
    | Stop
    | If
    | For
    | Repeat
    | May
    | ChooseOne
    | Together
)


# ------------------------------------------------------------------------------------------------ the other places


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeWords:
    """`0..3`, `Player or none`, `set of Card`, `Flag`; low and high only for a range."""

    span: Span
    name: Name | None = None
    low: int | None = None
    high: int | None = None
    is_set: bool = False
    or_none: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """`Card c`: a typed parameter of a definition or, with a default perhaps, of an action or an effect."""

    span: Span
    type: TypeWords
    name: Name
    default: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A key of `define`: `clash(Int n)`, `Fragment.locked`, `Player.has_set(Int n)`, `numbers_played`."""

    span: Span
    name: Name
    owner: Name | None = None
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A `repeat:` field: `forever`, `4 times`, `until no(pool)`."""

    span: Span
    times: Expression | None = None
    until: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """A `seen by:` field: `owner unless spinning`, `all`, `nobody`, `others if open_hands`."""

    span: Span
    who: Name
    unless: Expression | None = None
    only_if: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWords:
    """An event pattern: the verb of a statement with names for its parts.

    `move Card c from deck to p.hand as draw by q where c.worth > 3`, `reveal Card c`, `hide Card c`, `set anchor to none`,
    `gain p.clashes`, `lose mass`, `pay mass`, `shuffle deck`, `do seek by p`, `begin turn`, `end turn`.

    verb: one of move, reveal, hide, set, gain, lose, pay, shuffle, do, begin, end.
    kind, name: the binder after move/reveal/hide (`Card c`; the kind may be missing).
    subject: what set/gain/lose/pay/shuffle/do/begin/end name. source, target: the zones after from / to (reveal: `in`).
    value: what a variable is set to. by: the name for the one who did it. condition: what stands after where.
    """

    span: Span
    verb: str
    kind: Name | None = None
    name: Name | None = None
    subject: Expression | None = None
    source: Expression | None = None
    target: Expression | None = None
    value: Expression | None = None
    word: Name | None = None
    by: Name | None = None
    condition: Expression | None = None
