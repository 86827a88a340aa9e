"""How everything at a table is to be shown: what the rulebook's `display` says, and what holds where it says nothing.

In: a layout. Out: `Hints`, which answers for each zone, variable and kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rulewright.dsl.flow.ir import ColumnSpec, DisplaySpec, Reset
from rulewright.dsl.types import EnumType, IntType, PlayerType, strip
from rulewright.interpreter.layout import Layout

SHORT_TRACK = 7  # a counter of a player with at most so many values is a track unless said otherwise


@dataclass(frozen=True, slots=True)
class Hint:
    """How one thing is shown. way: "" for as usual; place: in the order of the table; said: whether the rulebook says so."""

    way: str
    title: str
    columns: tuple[ColumnSpec, ...]
    fields: tuple[int, ...]
    last: int | None
    place: tuple[int, int]


class Hints:
    """The hints of one layout, and which zones and marks the components of a kind have for themselves."""

    def __init__(self, layout: Layout) -> None:
        flow = layout.flow
        self.layout = layout
        said = list(enumerate(flow.displays))
        of_zone = {each.zone: (place, each) for place, each in said if each.zone is not None}
        of_variable = {each.variable: (place, each) for place, each in said if each.variable is not None}
        kinds = {each.kind: each.fields for each in flow.displays if each.kind is not None}
        self._resets = {op.variable for block in flow.blocks for op in block.ops if isinstance(op, Reset)}
        self.zones = tuple(
            _hint(zone.name, number, of_zone.get(number), "", kinds.get(zone.holds, ()))
            for number, zone in enumerate(flow.zones)
        )
        self.variables = tuple(
            _hint(spec.name, number, of_variable.get(number), self._usual(number))
            for number, spec in enumerate(flow.variables)
        )
        self.fields_of = kinds
        self.owned: dict[int, list[int]] = {}  # kind -> the zones that each of its components has
        self.marks: dict[int, list[int]] = {}  # kind -> the variables that each of its components has
        for number, zone in enumerate(flow.zones):
            if zone.per is not None and zone.per.what == "kind":
                self.owned.setdefault(zone.per.number, []).append(number)
        for number, spec in enumerate(flow.variables):
            if spec.per and spec.per[0].what == "kind":
                self.marks.setdefault(spec.per[0].number, []).append(number)
        for numbers in self.owned.values():
            numbers.sort(key=lambda number: self.zones[number].place)
        for numbers in self.marks.values():
            numbers.sort(key=lambda number: self.variables[number].place)
        self.owner_field = {
            kind: next((field for field in spec.fields if isinstance(strip(flow.fields[field].type), PlayerType)), None)
            for kind, spec in enumerate(flow.kinds)
        }

    def _usual(self, variable: int) -> str:
        """The way a variable is shown unless the rulebook says otherwise."""
        spec = self.layout.flow.variables[variable]
        if spec.made_up:
            return "hidden"
        alone = len(spec.per) == 1 and spec.per[0].what == "players"
        short = spec.low == spec.start and 2 < spec.high - spec.low + 1 <= SHORT_TRACK
        is_track = alone and short and isinstance(spec.type, IntType) and variable not in self._resets
        return "track" if is_track else ""

    def is_always_shown(self, variable: int) -> bool:
        """Whether a variable is shown whatever it says: a number, a player or a value that does not start anew by itself."""
        spec = self.layout.flow.variables[variable]
        return isinstance(spec.type, IntType | PlayerType | EnumType) and variable not in self._resets


def _hint(
    name: str, number: int, said: tuple[int, DisplaySpec] | None, usual: str, fields: tuple[int, ...] = ()
) -> Hint:
    title = name.replace("_", " ")
    if said is None:
        return Hint(usual, title, (), fields, None, (1, number))
    place, spec = said
    return Hint(spec.way or usual, spec.title or title, spec.columns, spec.fields or fields, spec.last, (0, place))


@lru_cache(maxsize=64)
def hints_of(layout: Layout) -> Hints:
    """The hints of a layout, made once."""
    return Hints(layout)
