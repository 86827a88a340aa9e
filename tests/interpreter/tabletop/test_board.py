"""Squares that are called by column and row are drawn as a board."""

from __future__ import annotations

from rulewright.interpreter.match import Match
from rulewright.interpreter.tabletop import table_text
from tests.dsl.book import checked

KINDS = "+\n  File: [a, b, c]\n  Square: {col: 1..3, row: 1..2}\n  Man: {}"
SQUARES = '\n  squares: {make: Square, for: {f: File, r: 1..2}, name: "{f}{r}", col: f.place, row: r, start: board}'
MEN = "\n  men: {make: Man, per: Player, name: Man, start: box}"
BOARD, MARK, HEIGHT = (
    "\n  board: {holds: Square}",
    "\n  mark: {type: Player or none, per: Square}",
    "\n  height: {type: 0..3, per: Square}",
)
STANDING = "\n  box: {holds: Man}\n  on: {holds: Man, per: Square}"
CORNER, MIDDLE = "each s in Square where s.col is 1 and s.row is 2", "each s in Square where s.col is 2 and s.row is 2"


def shown(setup: str, width: int = 80, squares: str = SQUARES, men: bool = False, state: str = "", **more: str) -> list[str]:
    """The lines of the table from the board on, up to the first player."""
    made, found = checked(
        kinds=KINDS,
        components=f"+{squares}" + (MEN if men else ""),
        zones=f"+{BOARD}" + (STANDING if men else ""),
        state=f"+{state}",
        setup="\n  place: |\n" + "\n".join(f"    {line}" for line in setup.splitlines()),
        **more,
    )
    assert made is not None, [str(each) for each in found]
    lines = table_text(Match.start(made.flow, 2, 1).view(0), width).splitlines()
    first = next(place for place, line in enumerate(lines) if "board:" in line)
    return lines[first : next(place for place, line in enumerate(lines) if line[:2] in ("▸A", " A"))]


def test_a_square_shows_whose_piece_stands_on_it() -> None:
    lines = shown(f"for s in {CORNER}: move box where owner is last(players) to s.on", men=True)
    assert lines[:4] == ["board:", "2 B · ·", "1 · · ·", "  A B C"]


def test_a_square_shows_its_only_mark_without_its_name() -> None:
    assert shown(f"for s in {MIDDLE}: set s.mark to last(players)", state=MARK)[1] == "2 · B ·"


def test_a_square_with_several_marks_names_them() -> None:
    assert shown(f"for s in {MIDDLE}: set s.height to 2", state=MARK + HEIGHT)[1] == "2 · height 2 ·"


def test_a_board_of_each_player_stands_with_the_player() -> None:
    made, found = checked(
        kinds=KINDS,
        components="+" + SQUARES.replace("start: board", "per: Player, start: land"),
        zones="+\n  land: {holds: Square, per: Player}",
        state=f"+{MARK}",
        setup="\n  place: |\n    for s in first(last(players).land): set s.mark to first(players)",
    )
    assert made is not None, [str(each) for each in found]
    lines = table_text(Match.start(made.flow, 2, 1).view(0), 80).splitlines()
    places = [number for number, line in enumerate(lines) if line.strip() == "land:"]
    assert [[line.strip() for line in lines[place + 1 : place + 4]] for place in places] == [
        ["2 · · ·", "1 · · ·", "A B C"], ["2 · · ·", "1 A · ·", "A B C"],
    ]  # fmt: skip


def test_columns_without_a_short_name_are_numbered() -> None:
    lines = shown(f"for s in {CORNER}: set s.mark to last(players)", state=MARK, squares=SQUARES.replace("{f}{r}", "Square {f}-{r}"))
    assert lines[:4] == ["board:", "2 B · ·", "1 · · ·", "  1 2 3"]


def test_a_board_that_is_too_wide_is_a_list() -> None:
    every = "for s in Square: set s.height to 2\nfor s in Square: set s.mark to last(players)"
    assert shown(every, 60, state=MARK + HEIGHT)[0] == "board:"
    assert "board: A1 [mark B, height 2]," in shown(every, 40, state=MARK + HEIGHT)[0]


def test_a_hint_has_the_last_word() -> None:
    setup = f"for s in {CORNER}: set s.mark to last(players)"
    assert shown(setup, state=MARK, display="{board: row}")[0].startswith("board: A1, A2 [mark B], B1")


def test_squares_that_share_a_place_are_no_board() -> None:
    lines = shown(f"for s in {CORNER}: set s.mark to last(players)", state=MARK, squares=SQUARES.replace("f.place", "1"))
    assert "board: A1, A2" in lines[0]


def test_a_number_that_is_never_nothing_is_always_shown() -> None:
    lines = shown(f"for s in {MIDDLE}: set s.shows to 4", state="\n  shows: {type: 1..6, start: 1, per: Square}")
    assert lines[1:3] == ["2 1 4 1", "1 1 1 1"]
