"""A small board for tests of passes: what an invariant of it becomes, as text of the flow.

In: an invariant, definitions. Out: `after`, the text of the formula once passes have been over it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl import Problems
from rulewright.dsl.flow.ir import Flow
from rulewright.dsl.flow.text import print_flow
from rulewright.dsl.flow.verify import verify
from rulewright.dsl.pipeline import compile_source
from rulewright.dsl.source import Source

BOARD = """
rulebook: board
players: 2
kinds:
  Way: [east, north]
  Square: {col: 1..2, row: 1..2}
  Pawn: {}
components:
  squares: {make: Square, for: {c: 1..2, r: 1..2}, name: "{c}-{r}", col: c, row: r, start: board}
  pawns: {make: Pawn, copies: 2, name: Pawn, start: box}
zones:
  board: {holds: Square}
  box: {holds: Pawn}
  stand: {holds: Pawn, per: Square, size: 1}
state:
  disc: {type: Player or none, per: Square}
  count_up: {type: 0..9}
define:
  Square.next(Way w): first(Square where col is it.col + (if w is east then 1 else 0) and row is it.row + (if w is north then 1 else 0))
  Square.is_mine(Player p): it.disc is p
  DEFINE
phases:
  game:
    repeat: 4 times
    steps:
      turn:
        each: players clockwise from first(players)
        choose: {square: board where disc is none}
        do: |
          set square.disc to me
          gain 1 count_up
          if some(box) and no(square.stand): move 1 of box to square.stand
end:
  full: {after: game, winner: none}
invariants:
  it: CONDITION
"""
Pass = Callable[[Flow, int], Flow]


def board(condition: str, define: str = "") -> Flow:
    """The game with an invariant."""
    problems = Problems()
    text = BOARD.replace("CONDITION", condition).replace("DEFINE", define)
    made = compile_source(Source("board.yaml", text, None), problems)
    assert made is not None, [str(each) for each in problems.items]
    return made.flow


def after(*passes: Pass, condition: str, define: str = "") -> str:
    """The invariant after these passes, the laws of the flow having been looked at after each."""
    flow = board(condition, define)
    for each in passes:
        flow = each(flow, 2)
        assert verify(flow) == ()
    found = re.search(r'name="it" condition=(.*) @\d+', print_flow(flow))
    assert found is not None
    return found[1]
