"""What two loaded games do not have in common.

In: two games. Out: the differences, each one sentence with its place, in the order of the rulebook.
"""

from __future__ import annotations

from rulewright.dsl import Game
from rulewright.dsl.differences.compare import Difference, Side, differences


def between(before: Game, after: Game) -> tuple[Difference, ...]:
    """The differences from one game to another."""
    return tuple(differences(_side(before), _side(after)))


def _side(game: Game) -> Side:
    removed = {touch.address: touch.operation.address.span for touch in game.combined.touches if touch.is_removal}
    return Side(game.book, game.combined.root, removed)
