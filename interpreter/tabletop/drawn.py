"""The table as one seat sees it, as lines for a screen.

In: a view and a width. Out: lines, none of which is wider: where the game stands, what belongs to nobody, the tracks, and a
block for each player. What the rulebook's `display` says goes before what is usual; what is empty takes no room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.flow.ir import Dimension
from rulewright.dsl.types import EnumType, IntType, strip
from rulewright.interpreter.layout import seat_name
from rulewright.interpreter.observe import JUDGE, View
from rulewright.interpreter.tabletop.board import board_of, drawn_board
from rulewright.interpreter.tabletop.contents import DEEPEST, INSIDE, NONE, Contents
from rulewright.interpreter.tabletop.styled import TIE, Line, grid, joined, side_by_side, span, tied, wrapped

BETWEEN = "   "
MOST_LINES = 12  # of a row of components with zones of their own that nobody wants as a table
MOST_SPACES = 40  # of a track that does not say where it ends
LONGEST = 200  # of one that does: of a longer one only the beginning is shown, or the markers alone


class Drawn:
    """Draws one view."""

    def __init__(self, view: View, width: int) -> None:
        self.view = view
        self.width = max(width, 20)
        self.contents = Contents(view)
        self.layout, self.flow, self.hints = view.layout, view.layout.flow, self.contents.hints

    def lines(self) -> list[Line]:
        """The whole table."""
        common, tracks = self.common(), self.tracks()
        players = [line for seat in range(self.layout.players) for line in self.player(seat)]
        return [*self.heading(), *common, *tracks, *players, *self.elsewhere()]

    # ------------------------------------------------------------------------------------ where the game stands

    def heading(self) -> list[Line]:
        """Where the game stands, and whose eyes see it."""
        whose = "everything" if self.view.seat == JUDGE else f"as {seat_name(self.view.seat)} sees it"
        course = joined(map(tied, self.course()), " › ", "dim")
        return wrapped(
            joined((span(self.flow.title, "heading"), course, tied(span(whose, "dim"))), " · ", "dim"), self.width, 2
        )

    def course(self) -> Iterator[Line]:
        """The phases under way, with the players whose turn it is; or who has won."""
        if self.view.winners is not None:
            names = ", ".join(map(seat_name, self.view.winners)) or "nobody"
            yield span(f"over, won by {names}", "turn")
            return
        done: set[int] = set()
        for innermost in self.view.course:
            chain = []
            place = innermost
            while place >= 0:
                chain.append(place)
                place = self.flow.scopes[place].parent
            for scope in reversed(chain):
                spec = self.flow.scopes[scope]
                if spec.kind == "game" or scope in done:
                    continue
                done.add(scope)
                name = span(spec.address.rpartition(".")[2].replace("_", " "), "turn")
                seat = None if spec.players < 0 else self.view.value(spec.players, ())
                yield name if seat is None or seat < 0 else (*name, *span(" of "), *self.contents.seat(seat))

    # ------------------------------------------------------------------------------------ what belongs to nobody

    def common(self) -> list[Line]:
        """Counters and zones of the table itself: short ones in a row, the others as tables beside one another."""
        parts: list[tuple[tuple[int, int, int], Line, list[Line]]] = []
        for number, spec in enumerate(self.flow.variables):
            hint = self.hints.variables[number]
            if hint.way in ("hidden", "track") or (spec.per and spec.per[0].what in ("players", "kind")):
                continue
            line = self.contents.value(number, (), self.hints.is_always_shown(number))
            if line:
                parts.append(((hint.place[0], 0 if hint.place[0] else hint.place[1], hint.place[1]), line, []))
        empty: list[Line] = []
        for number, zone in enumerate(self.flow.zones):
            hint = self.hints.zones[number]
            if hint.way == "hidden" or (zone.per is not None and zone.per.what in ("players", "kind")):
                continue
            line, block = self._common_zone(number, zone.per, empty)
            if line or block:
                parts.append(((hint.place[0], 1 if hint.place[0] else hint.place[1], hint.place[1]), line, block))
        parts.sort(key=lambda part: part[0])
        lines = self._laid_out([(line, block) for _, line, block in parts])
        if empty:
            lines += wrapped((*span("empty: ", "dim"), *joined(empty, ", ", "dim")), self.width, 2)
        return lines

    def _laid_out(self, parts: list[tuple[Line, list[Line]]]) -> list[Line]:
        lines: list[Line] = []
        row: list[Line] = []
        shelf: list[list[Line]] = []
        for line, block in [*parts, ((), [])]:
            if row and not line:
                lines += wrapped(joined(row, BETWEEN), self.width, 2)
                row = []
            if shelf and not block:
                lines += side_by_side(shelf, self.width)
                shelf = []
            row += [line] if line else []
            shelf += [block] if block else []
        return lines

    def _common_zone(self, number: int, per: Dimension | None, empty: list[Line]) -> tuple[Line, list[Line]]:
        """A zone of the table as a part of a row, or as lines of its own."""
        hint = self.hints.zones[number]
        if per is not None:
            return self._zones_of(number, per)
        instance = self.layout.instance[(number, None)]
        if self._is_grid(number, instance):
            return (), self.grid(number, instance)
        if block := self._board(number, instance):
            return (), block
        inside = self.contents.zone(instance)
        if not inside:
            empty.append(span(hint.title, "dim"))
            return (), []
        if hint.way == "list":
            rows = (wrapped((*span(TIE * 2), *each), self.width, 4) for each in inside)
            return (), [span(f"{hint.title}:", "name"), *(line for row in rows for line in row)]
        if hint.way == "track":
            return (), wrapped(joined((span(hint.title, "name"), *map(_boxed, inside))), self.width, 2)
        return _zone(hint.title, inside), []

    def _board(self, zone: int, instance: int) -> list[Line]:
        """A zone that is a board, drawn; nothing where it is none."""
        hint = self.hints.zones[zone]
        board = board_of(self.contents, zone, instance) if hint.way == "" else None
        block = drawn_board(self.contents, board, hint.title, self.width) if board else []
        if block:
            self.contents.told.add(instance)
        return block

    def _is_grid(self, zone: int, instance: int) -> bool:
        """Whether each component of a zone gets a line, with its own zones in columns."""
        hint, spec = self.hints.zones[zone], self.flow.zones[zone]
        owned = [each for each in self.hints.owned.get(spec.holds, ()) if self.hints.zones[each].way != "hidden"]
        _, pieces = self.view.lying(instance)
        board = spec.per is None and spec.order == "row" and bool(owned) and len(pieces) <= MOST_LINES
        return bool(pieces) and (hint.way == "grid" or (hint.way == "" and board))

    def grid(self, zone: int, instance: int) -> list[Line]:
        """A line for each component of a zone."""
        hint, spec, contents = self.hints.zones[zone], self.flow.zones[zone], self.contents
        contents.told.add(instance)
        zones = [each.zone for each in hint.columns if each.zone is not None]
        marks = [each.variable for each in hint.columns if each.variable is not None]
        columns = [(each.zone, each.variable) for each in hint.columns]
        if not columns:
            zones = [each for each in self.hints.owned.get(spec.holds, ()) if self.hints.zones[each].way != "hidden"]
            columns = [(each, None) for each in zones]
        rows = []
        for piece in self.view.lying(instance)[1]:
            row = [contents.piece(instance, piece, DEEPEST, marks)]
            for column, mark in columns:
                cell: Line = ()
                if piece.component is not None and column is not None:
                    cell = joined(contents.zone(self.layout.instance[(column, piece.component)], 1), ", ")
                elif piece.component is not None and mark is not None:
                    cell = contents.value(mark, (piece.component,))
                row.append(cell)
            more = [] if piece.component is None else contents.nested(piece.component, 1, zones)
            rows.append([*row, joined(more, "; ")])
        titles = [
            hint.title,
            *(self.hints.zones[a].title if a is not None else self.hints.variables[b or 0].title for a, b in columns),
            "",
        ]
        kept = [place for place in range(len(titles)) if place == 0 or any(row[place] for row in rows)]
        head = [span(titles[place], "name") for place in kept]
        return grid(head, [[row[place] for place in kept] for row in rows], self.width)

    def _zones_of(self, number: int, per: Dimension) -> tuple[Line, list[Line]]:
        """Zones of which there is one for each value of a list kind: those of one kind together as a table."""
        alike = [
            each for each, zone in enumerate(self.flow.zones)
            if zone.per == per and self.hints.zones[each].way != "hidden"
        ]  # fmt: skip
        alike.sort(key=lambda each: self.hints.zones[each].place)
        if number != alike[0]:
            return (), []
        size = self.layout.size(per)
        cells = [
            [joined(self.contents.zone(self.layout.instance[(zone, owner)]), ", ") for owner in range(size)]
            for zone in alike
        ]
        kept = [owner for owner in range(size) if any(row[owner] for row in cells)]
        if not kept:
            return (), []
        names = [span(self.contents.at_index(owner, per), "name") for owner in kept]
        if len(alike) == 1:
            each = (tied((*name, *span(" "), *cells[0][owner])) for name, owner in zip(names, kept, strict=True))
            return (*span(f"{self.hints.zones[number].title}: ", "name"), *joined(each, BETWEEN)), []
        rows = [
            [span(self.hints.zones[zone].title, "name"), *(row[owner] or span(NONE, "dim") for owner in kept)]
            for zone, row in zip(alike, cells, strict=True)
            if any(row)
        ]
        return (), grid([(), *names], rows, self.width)

    # ------------------------------------------------------------------------------------ tracks

    def tracks(self) -> list[Line]:
        """Every track, with the markers on it."""
        numbers = [number for number, hint in enumerate(self.hints.variables) if hint.way == "track"]
        numbers.sort(key=lambda number: self.hints.variables[number].place)
        found = [each for number in numbers for each in self._tracks_of(number)]
        room = max((len(title) for title, _ in found), default=0)
        lines: list[Line] = []
        for title, spaces in found:
            lines += wrapped(joined((span(title.ljust(room).replace(" ", TIE), "name"), *spaces)), self.width, 2)
        return lines

    def _tracks_of(self, variable: int) -> Iterator[tuple[str, list[Line]]]:
        """The tracks of a variable: one, or one for each index that is no player."""
        spec, hint = self.flow.variables[variable], self.hints.variables[variable]
        by_player = bool(spec.per) and spec.per[0].what == "players"
        seats = range(self.layout.players) if by_player else (-1,)
        for index in dict.fromkeys(place[by_player:] for place in self.contents.indices(spec)):
            on: dict[int, list[int]] = {}
            for seat in seats:
                value = self.view.value(variable, (seat, *index) if by_player else index)
                if value is not None:
                    on.setdefault(value, []).append(seat)
            title = " ".join(
                [hint.title, *(self.contents.at_index(*each) for each in zip(index, spec.per[by_player:], strict=True))]
            )
            if on:
                yield title, list(self._spaces(variable, on))

    def _spaces(self, variable: int, on: dict[int, list[int]]) -> Iterator[Line]:
        spec, hint = self.flow.variables[variable], self.hints.variables[variable]
        last = spec.high if hint.last is None else max(min(hint.last, spec.high), *on)
        first = spec.low if isinstance(strip(spec.type), IntType | EnumType) else 0
        most = MOST_SPACES if hint.last is None else LONGEST
        spaces: Sequence[int] = range(first, last + 1)
        cut = len(spaces) > most
        if cut:
            spaces = range(first, max(spec.low, *on) + 3)
            spaces = spaces if len(spaces) <= most else sorted(on)
        for space in spaces:
            name = self.view.shown(space, spec.type)
            if space not in on:
                yield tied(span(name, "dim"))
                continue
            seats = [self.contents.seat(seat) for seat in on[space] if seat >= 0]
            yield _boxed((*span(name, "value"), *span(" "), *joined(seats, "")) if seats else span(name, "value"))
        if cut:
            yield span("…", "dim")

    # ------------------------------------------------------------------------------------ players

    def player(self, seat: int) -> list[Line]:
        """A player: what is counted, then what lies before them."""
        acts = bool(self.view.asked) and self.view.asked[0].seat == seat
        you = span(" (you)", "dim") if seat == self.view.seat else ()
        counters = [line for number in self._of_players() if (line := self._counter(number, seat))]
        name = (*span("▸" if acts else " ", "turn"), *self.contents.seat(seat), *you)
        row, below = [joined((name, joined(counters, "  ")), "  ") if counters else name], []
        zones = [
            each for each, zone in enumerate(self.flow.zones) if zone.per is not None and zone.per.what == "players"
        ]
        for zone in sorted(zones, key=lambda each: self.hints.zones[each].place):
            hint = self.hints.zones[zone]
            instance = self.layout.instance[(zone, seat)]
            if hint.way == "hidden":
                continue
            if self._is_grid(zone, instance):
                below += [(*span("    "), *line) for line in Drawn.grid(self._narrower(4), zone, instance)]
                continue
            if block := Drawn._board(self._narrower(4), zone, instance):
                below += [(*span("    "), *line) for line in block]
                continue
            inside = self.contents.zone(instance)
            if inside and hint.way == "list":
                below += [
                    line
                    for each in inside
                    for line in wrapped((*span(TIE * 4), *_zone(hint.title, [each])), self.width, 6)
                ]
            elif any(style == INSIDE for line in inside for _, style in line):
                below += wrapped((*span(TIE * 4), *_zone(hint.title, inside, BETWEEN)), self.width, 6)
            elif inside:
                row.append(_zone(hint.title, inside))
            elif any(self.view.lying(self.layout.instance[(zone, other)])[0] for other in range(self.layout.players)):
                row.append(_zone(hint.title, [span(NONE, "dim")]))
        return wrapped(joined(row, BETWEEN), self.width, 4) + below

    def _narrower(self, columns: int) -> Drawn:
        other = Drawn(self.view, self.width - columns)
        other.contents = self.contents
        return other

    def _of_players(self) -> list[int]:
        numbers = [
            number for number, spec in enumerate(self.flow.variables)
            if spec.per and spec.per[0].what == "players" and self.hints.variables[number].way not in ("hidden", "track")
        ]  # fmt: skip
        return sorted(numbers, key=lambda number: self.hints.variables[number].place)

    def _counter(self, variable: int, seat: int) -> Line:
        return self.contents.value(variable, (seat,), self.hints.is_always_shown(variable))

    # ------------------------------------------------------------------------------------ the rest

    def elsewhere(self) -> list[Line]:
        """What lies in zones of components that are not shown themselves."""
        lines: list[Line] = []
        for instance in self.layout.lying:
            zone, owner = self.layout.instances[instance]
            spec, hint = self.flow.zones[zone], self.hints.zones[zone]
            if (
                owner is None
                or spec.per is None
                or spec.per.what != "kind"
                or hint.way == "hidden"
                or instance in self.contents.told
            ):
                continue
            inside = self.contents.zone(instance) if self.view.lying(instance)[0] != 0 else []
            if inside:
                name = self.contents.at_index(owner, spec.per)
                lines += wrapped(_zone(f"{name}, {hint.title}", inside), self.width, 2)
        return lines


def _zone(title: str, inside: list[Line], between: str = ", ") -> Line:
    """What lies in a zone, behind its name."""
    first = (*span(f"{title.replace(' ', TIE)}:", "name"), *span(TIE), *inside[0])
    return joined((first, *inside[1:]), between)


def _boxed(line: Line) -> Line:
    return tied((*span("["), *line, *span("]")))
