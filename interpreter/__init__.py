"""Flow in, play out. Nothing here knows YAML or the rule language.

`Match` is one game, `View` what a seat knows of it, policies decide, `playout` plays to the end, `Transcript` keeps a
game and `replay` brings it back, `Position` and `install` begin in the middle.
"""

from rulewright.interpreter.errors import PlayError
from rulewright.interpreter.match import Match
from rulewright.interpreter.observe import View
from rulewright.interpreter.playout import playout, playouts
from rulewright.interpreter.policy import Policy, console, first, scripted, uniform
from rulewright.interpreter.position import Position, PositionError, install
from rulewright.interpreter.transcript import Transcript, record, replay

__all__ = [
    "Match",
    "PlayError",
    "Policy",
    "Position",
    "PositionError",
    "Transcript",
    "View",
    "console",
    "first",
    "install",
    "playout",
    "playouts",
    "record",
    "replay",
    "scripted",
    "uniform",
]
