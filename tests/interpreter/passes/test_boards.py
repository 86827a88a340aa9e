"""What every square is asked is asked of all at once, as bits; what bits cannot say stays a set that is gone through."""

from __future__ import annotations

import pytest

from rulewright.interpreter.passes.boards import boards
from rulewright.interpreter.passes.inline import inline
from rulewright.interpreter.passes.tabulate import tabulate
from tests.interpreter.passes.board import after


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("some(Square where disc is none and col is 2)", '(Count(Spots(0{Square}, Bits("and", Board(0{disc}, none), #12))) > #0)'),
        ("count(Square where disc is first(players)) > 2", "(Count(Spots(0{Square}, Board(0{disc}, #0))) > #2)"),
        ("count(Square where disc is first(players)) is 4", "(Count(Spots(0{Square}, Board(0{disc}, #0))) is #4)"),
        (
            "some(each n in 1..2 where count(Square where col is n and disc is first(players)) is 2)",
            'AnyOf(#[1, 2], 6, (Count(Spots(0{Square}, Bits("and", Lookup([3, 12, 3], [1], [2], [%6]), Board(0{disc}, #0)))) is #2))',
        ),
        # what lies beside a square: the board moved by a column, of which the last squares have nothing beside them
        (
            "some(each s in Square where s.next(east).disc is first(players))",
            '(Count(Spots(0{Square}, Bits("and", Shift(Board(0{disc}, #0), -2), #3))) > #0)',
        ),
        # what has no square beside it has none beside it
        (
            "some(each s in Square where s.next(east).disc is none)",
            '(Count(Spots(0{Square}, Bits("or", Bits("and", Shift(Board(0{disc}, none), -2), #3), Bits("and", Pick((none is none), #15, '
            "#0), #12)))) > #0)",
        ),
        # two in a line
        (
            "some(each s in Square where s.disc is first(players) and count(reachable(s by next(north) where disc is s.disc)) >= 2)",
            '(Count(Spots(0{Square}, Bits("and", Board(0{disc}, #0), Bits("and", Shift(Board(0{disc}, #0), -1), #5)))) > #0)',
        ),
        (
            "count(reachable(Square where disc is none by next(east) where disc is none)) > 1",
            "(Count(Spots(0{Square}, Flood(Board(0{disc}, none), #15, [3], [2], Board(0{disc}, none)))) > #1)",
        ),
        # two that say what the same disc is: the second is told of the first, and not the first of the second again
        (
            "some(each s in Square where s.disc is first(players) and s.disc is last(players) and s.next(east).disc is first(players))",
            '(Count(Spots(0{Square}, Bits("and", Bits("and", Board(0{disc}, #0), Pick((#0 is #1), #15, #0)), Bits("and", '
            "Shift(Board(0{disc}, #0), -2), #3)))) > #0)",
        ),
        # no chain has fewer than no members, be there a square to begin with or not
        (
            "some(each s in Square where s.disc is none and count(reachable(s.next(east) by next(east) where disc is none)) >= 0)",
            "(Count(Spots(0{Square}, Board(0{disc}, none))) > #0)",
        ),
        # the discs of two squares beside each other: both can be any, so no board is asked for
        (
            "some(each s in Square where s.next(east).disc is s.disc)",
            "AnyOf(Everything(0{Square}), 6, (StateVar(0{disc}, [Lookup([2, 3, -1, -1, 2], [0], [4], [%6])]) is StateVar(0{disc}, [%6])))",
        ),
        ("some(Square where 5 / count_up is 2 and disc is none)", None),  # may fail: is not worked out for squares that nobody asks
    ],
)
def test_boards(condition: str, text: str | None) -> None:
    found = after(inline, tabulate, boards, condition=condition)
    assert found == (text or after(inline, tabulate, condition=condition))
