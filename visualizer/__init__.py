"""Flow in, pictures out: `draw(flow, "chaos.svg")` draws the course of a game.

In: a flow. Out: a file; its suffix says which kind. `graph` has the three graphs for going on in networkx. A picture says
nothing that the flow does not say, and the same flow gives the same file, byte for byte.
"""

from __future__ import annotations

from rulewright.visualizer.drawing import SUFFIXES, VIEWS, draw, drawing
from rulewright.visualizer.render import DrawError

__all__ = ["SUFFIXES", "VIEWS", "DrawError", "draw", "drawing"]
