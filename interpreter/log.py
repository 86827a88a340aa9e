"""The log of a game: what was said, chosen and done, with who may know what of it.

In: entries made by the machine while it runs. Out: lines for a seat, or for the judge who sees everything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.dsl.types import KindType, OptionalType, SetType, Type
from rulewright.interpreter.evaluate import show_value
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.state import Value

ALL = -1


@dataclass(frozen=True, slots=True)
class Part:
    """A value in a line. known: the seats (a bitmask, -1 for all) that may know which component it is."""

    value: Value
    type: Type
    known: int = ALL


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line. address: of the node it comes from. kind: say, choice, move, turn, set, change, points, shuffle, draw
    or over.

    seats: who may know of it at all (a bitmask, -1 for all). detail: whether it belongs to the long log only.
    facts: for programs, what the line is about: for a move (component, from, to, by), for a choice (seat, option), ...
    until: who may know of it while answers are sealed (a bitmask); when all are in it is opened, and `seats` alone counts.
    """

    address: str
    kind: str
    parts: tuple[str | Part, ...]
    seats: int = ALL
    detail: bool = False
    facts: tuple[Value, ...] = ()
    until: int = ALL

    @property
    def sealed(self) -> bool:
        """Whether the line comes of a sealed answer and not all answers of that step are in yet."""
        return self.until != ALL

    def seen_by(self, seat: int | None) -> bool:
        """Whether a seat (None: the judge) may know of the line."""
        return seat is None or all(mask == ALL or bool(mask >> seat & 1) for mask in (self.seats, self.until))


def seal(log: list[LogEntry], start: int, seat: int) -> None:
    """The lines from `start` on come of a sealed answer of this seat, which alone may know of them for now."""
    for number in range(start, len(log)):
        log[number] = replace(log[number], until=1 << seat)


def open_sealed(log: list[LogEntry]) -> None:
    """All answers are in: whoever may know of a line may do so from now on."""
    for number, entry in enumerate(log):
        if entry.sealed:
            log[number] = replace(entry, until=ALL)


HIDDEN = -2  # stands in a seat's own copy of an entry for a component that it may not know


def redacted(layout: Layout, entry: LogEntry, seat: int) -> LogEntry:
    """An entry as a seat may hold it: nothing in it tells more than its line does.

    A component the seat may not know is `HIDDEN`; one it knows is the first of its alike, so that copies which nobody
    could tell apart at a table cannot be told apart here. facts: of a move or turn its component and places, of a
    decision who decided and which alternative, of all else the values of its parts.
    """
    parts = tuple(part if isinstance(part, str) else _redacted_part(layout, part, seat) for part in entry.parts)
    values = tuple(part.value for part in parts if isinstance(part, Part))
    facts: tuple[Value, ...]
    match entry.kind:
        case "move" | "turn":
            facts = (*values[:1], *entry.facts[1:])
        case "choice":
            facts = entry.facts[:2]
        case "change" | "ending":
            facts = entry.facts  # a counter or an ending: no component
        case "set":
            facts = (*entry.facts[:1], *values)
        case "over":
            facts = entry.facts
        case _:
            facts = values
    return LogEntry(entry.address, entry.kind, parts, ALL, entry.detail, facts)


def _redacted_part(layout: Layout, part: Part, seat: int) -> Part:
    inner = part.type.of if isinstance(part.type, OptionalType | SetType) else part.type
    if not isinstance(inner, KindType):
        return part
    known = part.known == ALL or bool(part.known >> seat & 1)

    def one(component: int) -> int:
        if component < 0:
            return component
        return layout.first_alike[component] if known else HIDDEN

    value = tuple(one(each) for each in part.value) if isinstance(part.value, tuple) else one(part.value)
    return Part(value, part.type, ALL if known else 0)


def show_part(layout: Layout, part: Part, seat: int | None) -> str:
    """A value as a seat may know it: a hidden component is only `a card`."""
    if isinstance(part.value, tuple):
        inner = part.type.of if isinstance(part.type, SetType) else part.type
        shown = [show_part(layout, Part(value, inner, part.known), seat) for value in part.value]
        return ", ".join(shown) if shown else "nothing"
    type_ = part.type.of if isinstance(part.type, OptionalType) else part.type
    known = seat is None or part.known == ALL or bool(part.known >> seat & 1)
    if isinstance(type_, KindType) and (part.value == HIDDEN or (part.value >= 0 and not known)):
        name = type_.name.lower()
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    return show_value(layout, part.value, part.type)


def render(layout: Layout, entry: LogEntry, seat: int | None) -> str:
    """The line as a seat (None: the judge) may read it."""
    return "".join(part if isinstance(part, str) else show_part(layout, part, seat) for part in entry.parts)
