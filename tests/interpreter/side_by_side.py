"""A backend beside the reference machine: the same deciders, options and states at every stop of a random game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

import pytest

from rulewright.interpreter import Match
from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.fast.runtime import Failed
from rulewright.interpreter.options import Ground
from rulewright.interpreter.state import State


class Played(Protocol):
    """A game of a backend at a stop."""

    @property
    def seat(self) -> int: ...
    @property
    def grounds(self) -> list[Ground]: ...
    def choose(self, index: int) -> None: ...


def agree(match: Match, game: Played, state_of: Callable[[], State], seed: int, most: int, sealed: bool) -> int:
    """On how many decisions they agree, at most so many; where a rule cannot be carried out, that it can be by neither.

    state_of: the backend's state, as the reference machine has it. sealed: it is alike while answers are sealed, too.
    """
    chance = random.Random(seed)
    for number in range(most):
        assert game.seat == match.decider
        assert game.grounds == match.grounds
        if sealed or match.state.veil is None:
            state = state_of()
            assert state == match.state and state.digest() == match.state.digest()
        if match.over:
            return number
        index = chance.randrange(len(match.grounds))
        try:
            match.choose(index)
        except PlayError:
            with pytest.raises(Failed):
                game.choose(index)
            return number
        game.choose(index)
    return most
