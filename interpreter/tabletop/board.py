"""A board as one sees it on a table: squares in columns and rows, with what stands on each.

In: the words for a view, and a zone. Out: lines, or none where the zone is no such board. A zone is one when every component
in it has its own pair of the first two numbers printed on its kind: the first says how far to the right it lies, the second
how far up. So a rulebook that calls its squares by column and row need say nothing in `display`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from rulewright.dsl.flow.ir import KindSpec
from rulewright.dsl.types import IntType
from rulewright.interpreter.tabletop.contents import Contents
from rulewright.interpreter.tabletop.styled import Line, joined, padded, span, width_of

FREE = "·"
LONGEST_LABEL = 3  # of a column or row, as far as it is read off the names of its squares
FULL = 2  # of the places between the outermost squares, at least one in so many is a square


@dataclass(frozen=True, slots=True)
class Board:
    """Which square (a component) lies where. Columns and rows go from low to high."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]
    squares: dict[tuple[int, int], int]


def board_of(contents: Contents, zone: int, instance: int) -> Board | None:
    """The board that a zone is, if it is one."""
    view, flow, layout = contents.view, contents.flow, contents.layout
    placed = _placing(contents, flow.zones[zone].holds)
    _, pieces = view.lying(instance)
    if placed is None or not pieces:
        return None
    across, up = placed
    squares: dict[tuple[int, int], int] = {}
    for piece in pieces:
        if piece.component is None or layout.kinds[piece.component] != flow.zones[zone].holds:
            return None
        right, above = layout.fields[across][piece.component], layout.fields[up][piece.component]
        if not isinstance(right, int) or not isinstance(above, int):
            return None
        squares[(right, above)] = piece.component
    columns, rows = (sorted({place[way] for place in squares}) for way in (0, 1))
    is_one = len(squares) == len(pieces) and min(len(columns), len(rows)) > 1
    return Board(tuple(columns), tuple(rows), squares) if is_one and _is_full(columns, rows, len(squares)) else None


def _is_full(columns: list[int], rows: list[int], squares: int) -> bool:
    spaces = (columns[-1] - columns[0] + 1) * (rows[-1] - rows[0] + 1)
    return squares * FULL >= spaces


def _placing(contents: Contents, kind: int) -> tuple[int, int] | None:
    """The printed numbers that say where a component of a kind lies."""
    flow = contents.flow
    spec: KindSpec = flow.kinds[kind]
    numbers = [each for each in spec.fields if isinstance(flow.fields[each].type, IntType) and flow.fields[each].per is None]
    return (numbers[0], numbers[1]) if len(numbers) > 1 else None


def drawn_board(contents: Contents, board: Board, title: str, width: int) -> list[Line]:
    """The board with its columns and rows labelled as its squares are called; nothing where it is too wide."""
    names = contents.layout.names
    at_column = {
        each: _label([names[square] for place, square in board.squares.items() if place[0] == each], each, False)
        for each in board.columns
    }
    at_row = {
        each: _label([names[square] for place, square in board.squares.items() if place[1] == each], each, True)
        for each in board.rows
    }
    alone = _are_alone(contents, board)
    cells = {place: _cell(contents, square, alone) for place, square in board.squares.items()}
    margin = max(map(len, at_row.values()))
    rooms = [
        max(len(at_column[column]), *(width_of(cells.get((column, row), ())) for row in board.rows))
        for column in board.columns
    ]
    if margin + sum(rooms) + len(rooms) > width:
        return []
    lines: list[Line] = [span(f"{title}:", "name")]
    for row in reversed(board.rows):
        parts = (padded(cells.get((column, row), ()), room) for column, room in zip(board.columns, rooms, strict=True))
        lines.append((*span(at_row[row].rjust(margin) + " ", "name"), *joined(parts, " ")))
    head = (padded(span(at_column[column], "name"), room) for column, room in zip(board.columns, rooms, strict=True))
    return [*lines, (*span(" " * (margin + 1)), *joined(head, " "))]


def _label(names: list[str], number: int, ends: bool) -> str:
    """What the squares of a column (or row) are called in common: `A`; the number where that tells nothing."""
    if len(names) < 2:
        return str(number)
    signs = zip(*(name[::-1] if ends else name for name in names), strict=False)  # as far as the shortest name goes
    alike = [each[0] for each in takewhile(lambda each: len(set(each)) == 1, signs)]
    found = "".join(reversed(alike) if ends else alike)
    return found if 0 < len(found) <= LONGEST_LABEL and found.isalnum() else str(number)


def _are_alone(contents: Contents, board: Board) -> bool:
    """Whether squares have but one mark or zone, so that its name need not be written on each."""
    kind = contents.layout.kinds[next(iter(board.squares.values()))]
    hints = contents.hints
    marks = [each for each in hints.marks.get(kind, ()) if hints.variables[each].way != "hidden"]
    zones = [each for each in hints.owned.get(kind, ()) if hints.zones[each].way != "hidden"]
    return len(marks) + len(zones) == 1


def _cell(contents: Contents, square: int, alone: bool) -> Line:
    """What stands on a square: marks that are not as at the start, then what lies in its zones."""
    layout, hints = contents.layout, contents.hints
    kind = layout.kinds[square]
    if not alone:
        return joined([*contents.marks(square), *contents.nested(square, 1)], " ") or span(FREE, "dim")
    for mark in hints.marks.get(kind, ()):
        told = contents.mark(mark, square)
        if hints.variables[mark].way != "hidden" and told:
            return told[1:] or told  # a flag is its own name
    for zone in hints.owned.get(kind, ()):
        inside = contents.view.lying(layout.instance[(zone, square)])[1]
        if hints.zones[zone].way != "hidden" and inside:
            owners = [_owner(contents, piece.component) for piece in inside]
            shown = contents.zone(layout.instance[(zone, square)], 1)
            return joined([each for each in owners if each] if all(owners) else shown, ",")
    return span(FREE, "dim")


def _owner(contents: Contents, component: int | None) -> Line:
    """Whose a piece is, where nothing else tells it from the others that may stand there."""
    layout = contents.layout
    if component is None or contents.marks(component) or contents.nested(component, 1):
        return ()
    kind = layout.kinds[component]
    field = contents.hints.owner_field[kind]
    alike = {layout.names[each] for each, of in enumerate(layout.kinds) if of == kind}
    seat = -1 if field is None else layout.fields[field][component]
    return contents.seat(seat) if len(alike) == 1 and isinstance(seat, int) and seat >= 0 else ()
