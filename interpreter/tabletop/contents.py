"""What lies in the zones and is told by the variables, in words, as one seat sees it.

In: a view. Out: lines for single components, zones and values. A component that the seat does not see is `▒`; one that lies
face down and is seen all the same has `↓`, one that lies open where components lie face down has `↑`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from rulewright.dsl.flow.ir import Dimension, VariableSpec
from rulewright.dsl.types import FlagType, IntType, OptionalType, PlayerType, Type, strip
from rulewright.interpreter.evaluate import show_value
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.observe import Piece, View
from rulewright.interpreter.tabletop.hints import Hints, hints_of
from rulewright.interpreter.tabletop.styled import TIE, Line, joined, span, tied

MOST_NAMES = 24  # of a zone that is not a player's; with more of them only their number is shown
DEEPEST = 6  # zones of components inside zones of components
HIDDEN, DOWN, UP, NONE = "▒", "↓", "↑", "–"
INSIDE = "inside"  # the style of the names of zones that components have for themselves


class Contents:
    """The words for one view. told: the zones (by their numbers in the layout) that have been shown so far."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.layout = view.layout
        self.flow = self.layout.flow
        self.hints: Hints = hints_of(self.layout)
        self.told: set[int] = set()

    # ------------------------------------------------------------------------------------ values

    def seat(self, seat: int) -> Line:
        """A player."""
        return span(seat_name(seat), f"seat {seat}")

    def of_type(self, value: int, type_: Type) -> Line:
        """A value."""
        if isinstance(strip(type_), PlayerType):
            return self.seat(value) if value >= 0 else span("nobody")
        return span(self.view.shown(value, type_), "value")

    def at_index(self, place: int, dimension: Dimension) -> str:
        """Which one it is of what a zone or variable has one of."""
        match dimension.what:
            case "players":
                return seat_name(place)
            case "enum":
                return self.flow.enums[dimension.number].values[place].replace("_", " ")
            case "kind":
                return self.layout.names[place] if self.view.sees(place) else HIDDEN
            case _:
                return str(place)

    def indices(self, spec: VariableSpec, first: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
        """All indices of a variable that begin so."""
        return [(*first, *rest) for rest in product(*map(self.layout.members, spec.per[len(first) :]))]

    def value(self, variable: int, index: tuple[int, ...], always: bool = False) -> Line:
        """`score 3`, `militant`, `refused 5, 7`: a variable at the indices that begin so; nothing when it tells nothing.

        always: a number is shown even when it is as at the start.
        """
        spec, hint = self.flow.variables[variable], self.hints.variables[variable]
        many = len(index) < len(spec.per)
        found: list[Line] = []
        for place in self.indices(spec, index):
            value = self.view.value(variable, place)
            if value is None or (value == spec.start and (many or not always)):
                continue
            which = ", ".join(
                self.at_index(*each) for each in zip(place[len(index) :], spec.per[len(index) :], strict=True)
            )
            is_flag = isinstance(strip(spec.type), FlagType) and not isinstance(spec.type, OptionalType)
            if is_flag and not many:
                return tied(span(hint.title if value else f"not {hint.title}", "value"))
            found.append(self._which(which, value, spec) if which else self.of_type(value, spec.type))
        return tied((*span(f"{hint.title} ", "name"), *joined(found, ", "))) if found else ()

    def _which(self, which: str, value: int, spec: VariableSpec) -> Line:
        """One value of several: `2 plant`, `moon: A`, and of a flag only which one."""
        if isinstance(spec.type, FlagType):
            return tied(span(which if value else f"not {which}", "value"))
        if isinstance(spec.type, IntType) and spec.per[-1].what == "enum":
            return tied(joined((self.of_type(value, spec.type), span(which))))
        return tied((*span(f"{which}: "), *self.of_type(value, spec.type)))

    # ------------------------------------------------------------------------------------ components

    def printed(self, component: int, fields: Iterable[int]) -> list[Line]:
        """Printed properties, without their names: `heat`, `5`, `2 bacteria + 1 plant`."""
        found = []
        for field in fields:
            spec, value = self.flow.fields[field], self.layout.fields[field][component]
            if isinstance(value, tuple):
                enum = self.flow.enums[spec.per or 0].values
                said = " + ".join(f"{each} {enum[place].replace('_', ' ')}" for place, each in enumerate(value) if each)
                found.append(span(said, "value"))
            elif isinstance(spec.type, FlagType):
                found.append(span(spec.name.replace("_", " ") if value else "", "value"))
            elif value >= 0 or isinstance(spec.type, IntType):
                found.append(span(show_value(self.layout, value, spec.type), "value"))
        return [tied(each) for each in found if each]

    def marks(self, component: int, but: Sequence[int] = ()) -> list[Line]:
        """The marks of a component that are not as at the start; and any number that is never nothing, such as a die's."""
        kind = self.layout.kinds[component]
        shown = (
            each
            for each in self.hints.marks.get(kind, ())
            if each not in but and self.hints.variables[each].way != "hidden"
        )
        return [line for each in shown if (line := self.mark(each, component))]

    def mark(self, variable: int, component: int) -> Line:
        """One mark of a component, with its name."""
        spec = self.flow.variables[variable]
        return self.value(variable, (component,), isinstance(spec.type, IntType) and spec.low > 0)

    def component(self, component: int, fields: Sequence[int], of: int | None = None, but: Sequence[int] = ()) -> Line:
        """A component that is seen: its name, what is printed on it as far as is wanted, its marks. of: whose zone it lies in."""
        line = span(self.layout.names[component], "component")
        owner = self.hints.owner_field[self.layout.kinds[component]]
        seat = -1 if owner is None else self.layout.fields[owner][component]
        if isinstance(seat, int) and seat >= 0 and seat != of:
            line = (*span(f"{seat_name(seat)}'s ", f"seat {seat}"), *line)
        printed = self.printed(component, fields)
        if printed:
            line = (*line, *span(" ("), *joined(printed, ", "), *span(")"))
        marks = self.marks(component, but)
        return (*line, *span(" ["), *joined(marks, ", "), *span("]")) if marks else line

    def nested(self, component: int, depth: int = 0, but: Sequence[int] = ()) -> list[Line]:
        """What lies in the zones that a component has for itself: `orbit PW03 (biome BA12)`."""
        found = []
        for zone in self.hints.owned.get(self.layout.kinds[component], ()) if depth < DEEPEST else ():
            hint = self.hints.zones[zone]
            if zone in but or hint.way == "hidden":
                continue
            inside = self.zone(self.layout.instance[(zone, component)], depth + 1)
            if inside:
                found.append((*span(hint.title, INSIDE), *span(" "), *joined(inside, ", ")))
        return found

    # ------------------------------------------------------------------------------------ zones

    def zone(self, instance: int, depth: int = 0, whole: bool = False) -> list[Line]:
        """What lies in a zone, each with what lies in its own zones; nothing for an empty one."""
        self.told.add(instance)
        zone, _ = self.layout.instances[instance]
        count, pieces = self.view.lying(instance)
        if count is None:
            pieces = (*pieces, Piece(None, False))
        if not pieces:
            return []
        way = self.hints.zones[zone].way
        if way == "count" and not whole:
            return [span("?" if count is None else f"×{count}", "count")]
        if self.flow.zones[zone].order == "stack" and way != "row" and not whole:
            return self._stack(instance, pieces, depth)
        lines = _counted([self.piece(instance, piece, depth) for piece in pieces], self.flow.zones[zone].order != "row")
        if len(lines) > MOST_NAMES and way != "row" and not whole:
            return [span(f"×{len(pieces)}", "count")]
        return lines

    def piece(self, instance: int, piece: Piece, depth: int, but: Sequence[int] = ()) -> Line:
        """A component where it lies, with what lies in its own zones. but: marks that are shown elsewhere."""
        zone, owner = self.layout.instances[instance]
        spec, component = self.flow.zones[zone], piece.component
        if component is None:
            return span(HIDDEN, "hidden")
        of = owner if spec.per is not None and spec.per.what == "players" else None
        line = self.component(component, self.hints.zones[zone].fields, of, but)
        if spec.face == "down" and piece.face_up and spec.order != "stack":
            line = (*line, *span(UP, "mark"))
        if spec.face != "down" and not piece.face_up:
            line = (*line, *span(DOWN, "mark"))
        inside = self.nested(component, depth)
        return (*line, *span(" ("), *joined(inside, "; "), *span(")")) if inside else tied(line)

    def _stack(self, instance: int, pieces: tuple[Piece, ...], depth: int) -> list[Line]:
        """The top of a stack, and how many lie under it."""
        top, rest = self.piece(instance, pieces[0], depth), len(pieces) - 1
        if pieces[0].component is None and all(each.component is None for each in pieces):
            return [_times(top, len(pieces))] if rest else [top]
        lines = _counted([self.piece(instance, piece, depth) for piece in pieces], False)
        if len(lines) == 1 or not rest:
            return lines
        return [tied((*top, *span(f" +{rest}", "count")))]


def _counted(lines: Sequence[Line], anywhere: bool) -> list[Line]:
    """The lines, those that are alike as one with their number; anywhere: also where others lie between them."""
    groups: list[tuple[Line, int]] = []
    for line in lines:
        place = next((number for number, (each, _) in enumerate(groups) if each == line), None) if anywhere else None
        if place is None and groups and groups[-1][0] == line:
            place = len(groups) - 1
        if place is None:
            groups.append((line, 1))
        else:
            groups[place] = (line, groups[place][1] + 1)
    return [line if count == 1 else _times(line, count) for line, count in groups]


def _times(line: Line, count: int) -> Line:
    return (*line, *span(f"×{count}" if line[0][0] == HIDDEN else f"{TIE}×{count}", "count"))
