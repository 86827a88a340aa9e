"""Rulewright: a rulebook is a text file.

`load` reads, checks and compiles a rulebook; `Match` plays it; `View` is what a seat knows; policies decide; `playout` and
`playouts` play to the end; `Transcript`, `record` and `replay` keep a game and bring it back; `Position` and `install`
begin in the middle; `draw` makes a picture of the turn flow. The names are fetched when they are first used, so that
`import rulewright` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.dsl import Diagnostic as Diagnostic
    from rulewright.dsl import Game as Game
    from rulewright.dsl import Problems as Problems
    from rulewright.dsl import RulewrightError as RulewrightError
    from rulewright.dsl import load as load
    from rulewright.interpreter import Match as Match
    from rulewright.interpreter import PlayError as PlayError
    from rulewright.interpreter import Policy as Policy
    from rulewright.interpreter import Position as Position
    from rulewright.interpreter import PositionError as PositionError
    from rulewright.interpreter import Transcript as Transcript
    from rulewright.interpreter import View as View
    from rulewright.interpreter import console as console
    from rulewright.interpreter import first as first
    from rulewright.interpreter import install as install
    from rulewright.interpreter import playout as playout
    from rulewright.interpreter import playouts as playouts
    from rulewright.interpreter import record as record
    from rulewright.interpreter import replay as replay
    from rulewright.interpreter import scripted as scripted
    from rulewright.interpreter import uniform as uniform
    from rulewright.interpreter.policy import QuitGame as QuitGame
    from rulewright.interpreter.statistics import Result as Result
    from rulewright.interpreter.statistics import Summary as Summary
    from rulewright.visualizer import DrawError as DrawError
    from rulewright.visualizer import draw as draw

_HOMES = {
    "rulewright.dsl": ("Diagnostic", "Game", "Problems", "RulewrightError", "load"),
    "rulewright.interpreter": (
        "Match", "PlayError", "Policy", "Position", "PositionError", "Transcript", "View", "console", "first", "install",
        "playout", "playouts", "record", "replay", "scripted", "uniform",
    ),
    "rulewright.interpreter.policy": ("QuitGame",),
    "rulewright.interpreter.statistics": ("Result", "Summary"),
    "rulewright.visualizer": ("DrawError", "draw"),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'rulewright' has no attribute '{name}'")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
